// A shoe: shuffled, burned, dealt to its last coup.  The cards lie in shared memory.
//
// Set from outside: THREADS, SIZE, DEALT, CUTTING_CARD_AT.
//
// Card p of a thread is byte p % 4 of word p / 4, and the words of all threads lie side by side:
// whatever card a thread takes, it takes it from a bank of its own.  A card is point x 16 + rank.

#define GROUPS ((DEALT + 5) / 6)
// Six cards are looked at from any place, in three words.
#define CARD_WORDS ((SIZE + 11) / 4)
#define OPENINGS 1000

struct alignas(16) Fair {
    u64 product, rejected_below;
};

// What all threads of a block deal by.
struct Dealing {
    Fair fair[GROUPS];
    u16 openings[OPENINGS];
    u8 burned[16];
    u8 further[4];
};

__device__ __forceinline__ void copy(
    Dealing& dealing, const Fair* fair, const u16* openings, const u8* burned, const u8* further) {
    for (u32 at = threadIdx.x; at < OPENINGS; at += THREADS) {
        dealing.openings[at] = openings[at];
        if (at < GROUPS) dealing.fair[at] = fair[at];
        if (at < 16) dealing.burned[at] = burned[at];
        if (at < 4) dealing.further[at] = further[at];
    }
}

__device__ __forceinline__ void open_decks(u32* words, const u32* new_cards) {
    for (u32 at = 0; at < CARD_WORDS; ++at) words[at * THREADS] = new_cards[at];
}

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

// How far a shoe is dealt.  `left` counts the coups after the one with the cutting card.
struct Progress {
    u32 place, cut, left;
    bool is_cut;
};

__device__ __forceinline__ Progress burn(const u8* cards, const Dealing& dealing) {
    u32 place = dealing.burned[cards[0] & 15];
    return {place, max(place, (u32)CUTTING_CARD_AT), 1, false};
}

// Deals a coup that may be the last: then nothing is left.
__device__ __forceinline__ u32 late_coup(const u8* cards, const Dealing& dealing, Progress& shoe) {
    u32 before = shoe.place, outcome = coup(cards, dealing.openings, shoe.place);
    if (shoe.place > shoe.cut) {
        if (shoe.is_cut) {
            --shoe.left;
        } else {
            bool is_first = before == shoe.cut, is_tie = (outcome >> 2) % 11 == 0;
            shoe.is_cut = true;
            shoe.left = dealing.further[(is_first ? 2 : 0) + (is_tie ? 1 : 0)];
        }
    }
    return outcome;
}
