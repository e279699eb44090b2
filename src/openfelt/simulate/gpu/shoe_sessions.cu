// Sessions of a plan from real shoes: a thread plays one session after the other, each from new decks.
//
// Set from outside: what session.cuh and deal.cuh need.

struct Cards {
    u32* words;
    const u32* new_cards;
};

__device__ __forceinline__ void play(u64 seed, u64 first, u32 shards, const Cards& held,
                                     const Dealing& dealing, const Tables& tables, const Rows& rows) {
    u32 at = blockIdx.x * THREADS + threadIdx.x, step = gridDim.x * THREADS;
    if (at >= shards) return;
    u8* cards = (u8*)held.words;
    Stream stream = begin(seed, 1, first + at);
    open_decks(held.words, held.new_cards);
    Session session;
    sit_down(session, tables);
    while (true) {
        shuffle(stream, cards, dealing.fair);
        Progress progress = burn(cards, dealing);
        bool goes_on = true;
        while (progress.left) {
            goes_on = laid(session, tables);
            if (!goes_on) break;
            settle(session, tables, late_coup(cards, dealing, progress));
        }
        if (!goes_on) {
            record(session, rows);
            if (shards - at <= step) return;
            at += step;
            stream = begin(seed, 1, first + at);
            open_decks(held.words, held.new_cards);
            sit_down(session, tables);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
shoe_sessions(u64 seed, u64 first, u32 shards, const u32* new_cards, const Fair* fair,
              const u16* openings, const u8* burned, const u8* further, const Lay* laying,
              const Fall* falling, const u8* point_after, const u16* starts, u64* endings, u64* rounds,
              u64* coin_in, u64* net, u64* net_squares, u64* rebates, u64* drawdown, u64* ahead,
              u64* left, u64* drawdowns, u64* deepest, u64* most) {
    extern __shared__ u32 memory[];
    __shared__ Dealing dealing;
    copy(dealing, fair, openings, burned, further);
    __syncthreads();
    Tables tables = {laying, falling, point_after, starts};
    Rows rows = {endings, rounds, coin_in, net, net_squares, rebates, drawdown, ahead, left, drawdowns,
                 deepest, most};
    play(seed, first, shards, {memory + threadIdx.x, new_cards}, dealing, tables, rows);
}
