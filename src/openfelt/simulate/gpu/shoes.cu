// Baccarat from real shoes: one thread plays one shard.
//
// Set from outside: what deal.cuh needs, and OUTCOMES, FIXED, SHOES, BETS.
// With no BETS outcomes are counted and nothing is settled.

struct alignas(16) Gains {
    short of[8];
};

struct Shared {
    Dealing dealing;
    Gains gains[OUTCOMES];
    u32 seen[2][OUTCOMES];
};

struct Running {
    int sum[BETS + 1], gap[BETS + 1], deep[BETS + 1];
};

__device__ __forceinline__ void settle(Running& running, Gains gains) {
#pragma unroll
    for (int bet = 0; bet < BETS; ++bet) {
        running.sum[bet] += gains.of[bet];
        running.gap[bet] = max(running.gap[bet] - gains.of[bet], 0);
        running.deep[bet] = max(running.deep[bet], running.gap[bet]);
    }
}

__device__ __forceinline__ void play(
    Stream& stream, u8* cards, Shared& shared, u64* sums, u64* squares, u64* late_sums, u64* deepest,
    u64* deepest_sum) {
    Running running = {};
    int early[BETS + 1] = {}, late[BETS + 1] = {};
    u64 square[BETS + 1] = {};
    for (int shoe = 0; shoe < SHOES; ++shoe) {
        shuffle(stream, cards, shared.dealing.fair);
        Progress progress = burn(cards, shared.dealing);
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) running.sum[bet] = 0;
        // The cutting card cannot appear in a coup of fixed index.
        for (int n = 0; n < FIXED; ++n) {
            u32 outcome = coup(cards, shared.dealing.openings, progress.place);
            atomicAdd(&shared.seen[0][outcome], 1u);
            settle(running, shared.gains[outcome]);
        }
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) {
            early[bet] += running.sum[bet];
            square[bet] += (long long)running.sum[bet] * running.sum[bet];
            running.sum[bet] = 0;
        }
        while (progress.left) {
            u32 outcome = late_coup(cards, shared.dealing, progress);
            atomicAdd(&shared.seen[1][outcome], 1u);
            settle(running, shared.gains[outcome]);
        }
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) late[bet] += running.sum[bet];
    }
    for (int bet = 0; bet < BETS; ++bet) {
        atomicAdd(&sums[bet], (u64)(long long)early[bet]);
        atomicAdd(&squares[bet], square[bet]);
        atomicAdd(&late_sums[bet], (u64)(long long)late[bet]);
        atomicMax(&deepest[bet], (u64)running.deep[bet]);
        atomicAdd(&deepest_sum[bet], (u64)running.deep[bet]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
shoes(u64 seed, u64 first, u32 shards, const u32* new_cards, const Fair* fair, const u16* openings,
      const u8* burned, const u8* further, const Gains* gains, u64* counts, u64* late_counts,
      u64* sums, u64* squares, u64* late_sums, u64* deepest, u64* deepest_sum) {
    __shared__ Shared shared;
    extern __shared__ u32 memory[];
    copy(shared.dealing, fair, openings, burned, further);
    for (u32 at = threadIdx.x; at < OUTCOMES; at += THREADS) {
        shared.gains[at] = gains[at];
        shared.seen[0][at] = shared.seen[1][at] = 0;
    }
    u32* words = memory + threadIdx.x;
    open_decks(words, new_cards);
    __syncthreads();
    u32 shard = blockIdx.x * THREADS + threadIdx.x;
    if (shard < shards) {
        Stream stream = begin(seed, 0, first + shard);
        play(stream, (u8*)words, shared, sums, squares, late_sums, deepest, deepest_sum);
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < OUTCOMES; at += THREADS) {
        if (shared.seen[0][at]) atomicAdd(&counts[at], (u64)shared.seen[0][at]);
        if (shared.seen[1][at]) atomicAdd(&late_counts[at], (u64)shared.seen[1][at]);
    }
}
