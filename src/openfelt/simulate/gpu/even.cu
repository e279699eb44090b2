// Games whose outcomes are equally likely: one thread plays one shard.
//
// Set from outside: THREADS, OUTCOMES, PER_WORD, PRODUCT, REJECTED_BELOW, WORDS, SITUATIONS, LANES.
// LANES is 4 where the balances of four bets are followed round by round, else 0.

struct alignas(8) Gains {
    short of[4];
};

extern "C" __global__ void __launch_bounds__(THREADS)
even(u64 seed, u64 first, u32 shards, const u16* onward_table, const Gains* gains_table,
     u64* counts, u64* deepest, u64* deepest_sum) {
    __shared__ u32 seen[SITUATIONS];
    __shared__ u16 onward[SITUATIONS];
    __shared__ Gains gains[SITUATIONS];
    for (u32 at = threadIdx.x; at < SITUATIONS; at += THREADS) {
        seen[at] = 0;
        onward[at] = onward_table[at];
        gains[at] = gains_table[at];
    }
    __syncthreads();
    u32 shard = blockIdx.x * THREADS + threadIdx.x;
    if (shard < shards) {
        Stream stream = begin(seed, 0, first + shard);
        u32 state = 0;
        int gap[LANES + 1] = {}, deep[LANES + 1] = {};
        for (int n = 0; n < WORDS; ++n) {
            Word word = accepted(stream, PRODUCT, REJECTED_BELOW);
#pragma unroll
            for (int k = 0; k < PER_WORD; ++k) {
                u32 situation = state + drawn(word, OUTCOMES);
                if (SITUATIONS > OUTCOMES) state = onward[situation];
                atomicAdd(&seen[situation], 1u);
                if (LANES) {
                    Gains row = gains[situation];
#pragma unroll
                    for (int lane = 0; lane < LANES; ++lane) {
                        gap[lane] = max(gap[lane] - row.of[lane], 0);
                        deep[lane] = max(deep[lane], gap[lane]);
                    }
                }
            }
        }
        for (int lane = 0; lane < LANES; ++lane) {
            atomicMax(&deepest[lane], (u64)deep[lane]);
            atomicAdd(&deepest_sum[lane], (u64)deep[lane]);
        }
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < SITUATIONS; at += THREADS)
        if (seen[at]) atomicAdd(&counts[at], (u64)seen[at]);
}
