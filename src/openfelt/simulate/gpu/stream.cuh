// The streams of simulate/streams.py, for a GPU: the same words, bit for bit.
// A 64-bit word is kept as two halves where it is drawn from, since the machine multiplies 32 bits.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

struct Stream {
    u64 s0, s1, s2, s3;
};

struct Block {
    u32 a, b, c, d;
};

__device__ __forceinline__ Block philox(u32 a, u32 b, u32 c, u32 d, u32 first, u32 second) {
    for (int round = 0; round < 10; ++round) {
        u64 left = (u64)a * 0xD2511F53u, right = (u64)c * 0xCD9E8D57u;
        a = (u32)(right >> 32) ^ b ^ first;
        c = (u32)(left >> 32) ^ d ^ second;
        b = (u32)right;
        d = (u32)left;
        first += 0x9E3779B9u;
        second += 0xBB67AE85u;
    }
    return {a, b, c, d};
}

__device__ __forceinline__ u64 joined(u32 low, u32 high) { return (u64)high << 32 | low; }

__device__ __forceinline__ Stream begin(u64 seed, u32 purpose, u64 shard) {
    u32 low = (u32)shard, high = (u32)(shard >> 32);
    Block x = philox(low, high, purpose, 0, (u32)seed, (u32)(seed >> 32));
    Block y = philox(low, high, purpose, 1, (u32)seed, (u32)(seed >> 32));
    return {joined(x.a, x.b), joined(x.c, x.d), joined(y.a, y.b), joined(y.c, y.d)};
}

__device__ __forceinline__ u64 turned(u64 word, int by) { return word << by | word >> (64 - by); }

__device__ __forceinline__ u64 next(Stream& s) {
    u64 word = turned(s.s0 + s.s3, 23) + s.s0;
    u64 shifted = s.s1 << 17;
    s.s2 ^= s.s0;
    s.s3 ^= s.s1;
    s.s1 ^= s.s2;
    s.s0 ^= s.s3;
    s.s2 ^= shifted;
    s.s3 = turned(s.s3, 45);
    return word;
}

// A word from which several numbers are drawn one after the other.
struct Word {
    u32 low, high;
};

// The next word that is a fair draw for bounds of this product.
__device__ __forceinline__ Word accepted(Stream& s, u64 product, u64 rejected_below) {
    u64 word = next(s);
    while (word * product < rejected_below) word = next(s);
    return {(u32)word, (u32)(word >> 32)};
}

// The upper half of word x bound; the lower half goes on as the word.
__device__ __forceinline__ u32 drawn(Word& word, u32 bound) {
    u64 lower = (u64)word.low * bound;
    u64 upper = (u64)word.high * bound + (lower >> 32);
    word = {(u32)lower, (u32)upper};
    return (u32)(upper >> 32);
}
