// A session of a plan: a bankroll, machines that lay and settle, stops, and what it comes to.
//
// Set from outside: OUTCOMES, POINTS, BETS, WIDE, BANKROLL, ROUND_LIMIT, LOSS_AT, WIN_AT, REBATE,
// BASIS_POINTS, ABOVE, FINE.
//
// Each planned bet is a machine (plans.py): its state says what may be laid before a round and
// what each outcome does to it.  WIDE is 1 where its amounts need 64 bits.

#if WIDE
typedef long long Cents;
#else
typedef int Cents;
#endif

enum { PLAYING, RUINED, STOPPED_LOSS, STOPPED_WIN, TIME_UP };

struct alignas(16) Lay {
    Cents stake, cost;
    u32 points, next;
};

struct alignas(16) Fall {
    Cents credit, staked;
    u32 next;
};

struct Tables {
    const Lay* laying;
    const Fall* falling;
    const u8* point_after;
    const u16* starts;
};

struct Rows {
    u64 *endings, *rounds, *coin_in, *net, *net_squares, *rebates, *drawdown, *ahead, *left, *drawdowns;
    u64 *deepest, *most;
};

struct Session {
    long long credit, staked, coin_in, highest, deepest;
    u32 rounds, point, leaving;
    u32 state[BETS];
};

__device__ __forceinline__ void sit_down(Session& session, const Tables& tables) {
    session = {BANKROLL, 0, 0, BANKROLL, 0, 0, 0, PLAYING, {}};
#pragma unroll
    for (int bet = 0; bet < BETS; ++bet) session.state[bet] = tables.starts[bet];
}

// Lays what the plan wants and the credit allows; false if the session is over instead.
__device__ __forceinline__ bool laid(Session& session, const Tables& tables) {
    if (!session.leaving) {
        bool is_lacking = false;
#pragma unroll
        for (int bet = 0; bet < BETS; ++bet) {
            Lay lay = tables.laying[session.state[bet]];
            if (lay.points >> session.point & 1) {
                if (lay.cost > session.credit) {
                    is_lacking = true;
                } else {
                    session.credit -= lay.cost;
                    session.staked += lay.stake;
                    session.coin_in += lay.stake;
                    session.state[bet] = lay.next;
                }
            }
        }
        if (is_lacking && !session.staked) session.leaving = RUINED;
    }
    return session.staked || !session.leaving;
}

__device__ __forceinline__ void settle(Session& session, const Tables& tables, u32 outcome) {
#pragma unroll
    for (int bet = 0; bet < BETS; ++bet) {
        Fall fall = tables.falling[session.state[bet] * OUTCOMES + outcome];
        session.credit += fall.credit;
        session.staked += fall.staked;
        session.state[bet] = fall.next;
    }
    if (POINTS > 1) session.point = tables.point_after[session.point * OUTCOMES + outcome];
    ++session.rounds;
    long long worth = session.credit + session.staked;
    session.highest = max(session.highest, worth);
    session.deepest = max(session.deepest, session.highest - worth);
    if (!session.leaving) {
        if (worth <= LOSS_AT)
            session.leaving = STOPPED_LOSS;
        else if (worth >= WIN_AT)
            session.leaving = STOPPED_WIN;
        else if (session.rounds >= ROUND_LIMIT)
            session.leaving = TIME_UP;
    }
}

// The class of an amount: itself while small, then by its leading bits.
__device__ __forceinline__ u32 class_of(u64 cents) {
    int octave = max(64 - __clzll(cents) - (FINE + 1), 0);
    return (octave << FINE) + (u32)(cents >> octave);
}

__device__ __forceinline__ u64 given_back(const Session& session) {
    if (!REBATE) return 0;
    long long base = REBATE == 2 ? session.coin_in : max(BANKROLL - session.credit, 0ll);
    return base > ABOVE ? base * BASIS_POINTS / 10000 : 0;
}

__device__ void record(const Session& session, const Rows& rows) {
    u64 rebate = given_back(session), left = session.credit + rebate;
    long long net = left - BANKROLL;
    // A square has up to 128 bits: it is added in four limbs of 32.
    u64 size = net < 0 ? -net : net, low = size * size, high = __umul64hi(size, size);
    atomicAdd(&rows.endings[session.leaving - 1], (u64)1);
    atomicAdd(rows.rounds, (u64)session.rounds);
    atomicAdd(rows.coin_in, (u64)session.coin_in);
    atomicAdd(rows.net, (u64)net);
    atomicAdd(&rows.net_squares[0], (u64)(u32)low);
    atomicAdd(&rows.net_squares[1], low >> 32);
    if (high) {
        atomicAdd(&rows.net_squares[2], (u64)(u32)high);
        atomicAdd(&rows.net_squares[3], high >> 32);
    }
    if (REBATE) atomicAdd(rows.rebates, rebate);
    atomicAdd(rows.drawdown, (u64)session.deepest);
    if (net > 0) atomicAdd(rows.ahead, (u64)1);
    atomicAdd(&rows.left[class_of(left)], (u64)1);
    atomicAdd(&rows.drawdowns[class_of(session.deepest)], (u64)1);
    atomicMax(rows.deepest, (u64)session.deepest);
    atomicMax(rows.most, left);
}
