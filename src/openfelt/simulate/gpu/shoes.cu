// Baccarat from real shoes: one thread plays one shard, its cards in shared memory.
//
// Set from outside: THREADS, SIZE, DEALT, CUTTING_CARD_AT, FIXED, SHOES, BETS.
// With no BETS outcomes are counted and nothing is settled.
//
// Card p of a thread is byte p % 4 of word p / 4, and the words of all threads lie side by side:
// whatever card a thread takes, it takes it from a bank of its own.  A card is point x 16 + rank.

#define GROUPS ((DEALT + 5) / 6)
// Six cards are looked at from any place, in three words.
#define CARD_WORDS ((SIZE + 11) / 4)
#define OUTCOMES 400
#define OPENINGS 1000

struct alignas(16) Fair {
    u64 product, rejected_below;
};

struct alignas(16) Gains {
    short of[8];
};

struct Shared {
    Fair fair[GROUPS];
    Gains gains[OUTCOMES];
    u32 seen[2][OUTCOMES];
    u16 openings[OPENINGS];
    u8 burned[16];
    u8 further[4];
};

struct Running {
    int sum[BETS + 1], gap[BETS + 1], deep[BETS + 1];
};

__device__ __forceinline__ u32 byte_of(u32 place) {
    return (place & ~3u) * THREADS | (place & 3);
}

__device__ __forceinline__ void swap(u8* cards, u32 here, u32 other) {
    u8 a = cards[here], b = cards[other];
    cards[here] = b;
    cards[other] = a;
}

// Draws the places of one word.  `from` is a multiple of 4, so `byte_of` its sum with a constant is cheap.
template <int offset, int places>
__device__ __forceinline__ void shuffle_word(Stream& stream, u8* cards, const Fair* fair, u32 from) {
    Word word = accepted(stream, fair->product, fair->rejected_below);
#pragma unroll
    for (int k = 0; k < places; ++k) {
        u32 beyond = drawn(word, SIZE - offset - k - from);
        swap(cards, from * THREADS + byte_of(offset + k), byte_of(from + offset + k + beyond));
    }
}

__device__ __forceinline__ void shuffle(Stream& stream, u8* cards, const Fair* fair) {
    constexpr int PAIRED = DEALT / 12 * 12, LEFT = DEALT - PAIRED;
    for (u32 from = 0; from < PAIRED; from += 12, fair += 2) {
        shuffle_word<0, 6>(stream, cards, fair, from);
        shuffle_word<6, 6>(stream, cards, fair + 1, from);
    }
    if (LEFT > 0) shuffle_word<0, (LEFT < 6 ? LEFT : 6)>(stream, cards, fair, PAIRED);
    if (LEFT > 6) shuffle_word<6, (LEFT > 6 ? LEFT - 6 : 0)>(stream, cards, fair + 1, PAIRED);
}

// Deals the coup at `place`, moves on behind it and returns its outcome.
__device__ __forceinline__ u32 coup(const u8* cards, const u16* openings, u32& place) {
    const u32* words = (const u32*)(cards + (place & ~3u) * THREADS);
    u32 a = words[0], b = words[THREADS], c = words[2 * THREADS], bits = (place & 3) * 8;
    // Player, Banker, Player, Banker; then the fifth and the sixth card.
    u32 four = __funnelshift_r(a, b, bits), more = __funnelshift_r(b, c, bits);
    u32 points = four >> 4 & 0x0F0F0F0F;
    u32 both = points + (points >> 16);
    both -= ((both + 0x7676) >> 7 & 0x0101) * 10;
    u32 opening = openings[__dp4a(both & 0xFFFF, (u32)(10 << 8 | 100), more >> 4 & 15)];
    place += opening >> 12;
    u32 banker = (opening & 15) + (more >> 12 & opening >> 4 & 15);
    banker = banker > 9 ? banker - 10 : banker;
    u32 unlike = four ^ four >> 16;
    u32 pairs = ((unlike & 0x0F) ? 0 : 2) + ((unlike & 0x0F00) ? 0 : 1);
    return (opening >> 8 & 15) * 40 + banker * 4 + pairs;
}

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
        shuffle(stream, cards, shared.fair);
        u32 place = shared.burned[cards[0] & 15];
        u32 cut = max(place, (u32)CUTTING_CARD_AT);
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) running.sum[bet] = 0;
        // The cutting card cannot appear in a coup of fixed index.
        for (int n = 0; n < FIXED; ++n) {
            u32 outcome = coup(cards, shared.openings, place);
            atomicAdd(&shared.seen[0][outcome], 1u);
            settle(running, shared.gains[outcome]);
        }
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) {
            early[bet] += running.sum[bet];
            square[bet] += (long long)running.sum[bet] * running.sum[bet];
            running.sum[bet] = 0;
        }
        bool is_cut = false;
        u32 left = 1;
        while (left) {
            u32 before = place;
            u32 outcome = coup(cards, shared.openings, place);
            atomicAdd(&shared.seen[1][outcome], 1u);
            settle(running, shared.gains[outcome]);
            if (place > cut) {
                if (is_cut) {
                    --left;
                } else {
                    u32 counts = outcome >> 2;
                    is_cut = true;
                    left = shared.further[(before == cut ? 2 : 0) + (counts % 11 == 0 ? 1 : 0)];
                }
            }
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
      const Gains* gains, const u8* burned, const u8* further, u64* counts, u64* late_counts,
      u64* sums, u64* squares, u64* late_sums, u64* deepest, u64* deepest_sum) {
    __shared__ Shared shared;
    extern __shared__ u32 memory[];
    for (u32 at = threadIdx.x; at < OPENINGS; at += THREADS) {
        shared.openings[at] = openings[at];
        if (at < GROUPS) shared.fair[at] = fair[at];
        if (at < OUTCOMES) shared.gains[at] = gains[at];
        if (at < OUTCOMES) shared.seen[0][at] = shared.seen[1][at] = 0;
        if (at < 16) shared.burned[at] = burned[at];
        if (at < 4) shared.further[at] = further[at];
    }
    u32* words = memory + threadIdx.x;
    for (u32 at = 0; at < CARD_WORDS; ++at) words[at * THREADS] = new_cards[at];
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
