// Sessions of a plan on equally likely outcomes: a thread plays one session after the other.
//
// Set from outside: what session.cuh needs, and THREADS, PER_WORD, PRODUCT, REJECTED_BELOW, STATES,
// IN_SHARED.

// Sessions are of unequal length, so a thread whose session is over takes the next one while its
// neighbours play on.
__device__ __forceinline__ void play(
    u64 seed, u64 first, u32 shards, const Tables& tables, const Rows& rows) {
    u32 at = blockIdx.x * THREADS + threadIdx.x, step = gridDim.x * THREADS;
    if (at >= shards) return;
    Stream stream = begin(seed, 1, first + at);
    Session session;
    sit_down(session, tables);
    while (true) {
        Word word = accepted(stream, PRODUCT, REJECTED_BELOW);
        bool goes_on = true;
#pragma unroll 1
        for (int k = 0; k < PER_WORD; ++k) {
            goes_on = laid(session, tables);
            if (!goes_on) break;
            settle(session, tables, drawn(word, OUTCOMES));
        }
        if (!goes_on) {
            record(session, rows);
            if (shards - at <= step) return;
            at += step;
            stream = begin(seed, 1, first + at);
            sit_down(session, tables);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
sessions(u64 seed, u64 first, u32 shards, const Lay* laying, const Fall* falling,
         const u8* point_after, const u16* starts, u64* endings, u64* rounds, u64* coin_in, u64* net,
         u64* net_squares, u64* rebates, u64* drawdown, u64* ahead, u64* left, u64* drawdowns,
         u64* deepest, u64* most) {
    extern __shared__ u32 memory[];
    __shared__ u8 points[POINTS * OUTCOMES];
    for (u32 at = threadIdx.x; at < POINTS * OUTCOMES; at += THREADS) points[at] = point_after[at];
    Rows rows = {endings, rounds, coin_in, net, net_squares, rebates, drawdown, ahead, left, drawdowns,
                 deepest, most};
#if IN_SHARED
    Fall* falling_here = (Fall*)memory;
    Lay* laying_here = (Lay*)(falling_here + STATES * OUTCOMES);
    for (u32 at = threadIdx.x; at < STATES * OUTCOMES; at += THREADS) {
        falling_here[at] = falling[at];
        if (at < STATES) laying_here[at] = laying[at];
    }
    Tables tables = {laying_here, falling_here, points, starts};
#else
    Tables tables = {laying, falling, points, starts};
#endif
    __syncthreads();
    play(seed, first, shards, tables, rows);
}
