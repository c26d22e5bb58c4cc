/* SPDX-License-Identifier: MIT */
/* Reads a tournament's log line by line, and refuses what the rules do not lead to. Hashes and
 * signatures are checked elsewhere. */
#include "tournament/pairing/tournament_log.h"

#include "tournament/pairing/berger.h"
#include "tournament/pairing/finals.h"
#include "tournament/pairing/knockout.h"

void tournament_log_init(struct tournament_log *log, const struct schedule_rules *rules,
                         bool by_lot)
{
    memset(log, 0, offsetof(struct tournament_log, work));
    log->rules = *rules;
    log->by_lot = by_lot;
}

/* ---- words of a line ---- */

static enum rc bad(struct err *err, const char *why)
{
    return ERR(err, RC_BAD_INPUT, why);
}

/* The next word of a line, and move behind it. */
static size_t take_word(const char **at, const char **word)
{
    size_t length = strcspn(*at, " ");

    *word = *at;
    *at += length;
    if (**at == ' ')
        ++*at;
    return length;
}

/* A number from 0 up to `most`, followed by `end` (or the end of the line); no leading zeros. */
static bool take_number(const char **at, char end, int64_t most, int64_t *number)
{
    char ends[3] = {' ', end, '\0'};
    size_t length = strcspn(*at, ends);

    if (!length || (**at == '0' && length > 1) || !text_is_digit(**at) ||
        !text_to_int(*at, length, number) || *number > most)
        return false;
    *at += length;
    if (**at != end && **at)
        return false;
    if (**at)
        ++*at;
    return true;
}

static bool take_entrant(const struct tournament_log *log, const char **at, char end,
                         unsigned *entrant)
{
    int64_t number;

    if (!take_number(at, end, log->entered, &number) || number < 1)
        return false;
    *entrant = (unsigned)number;
    return true;
}

/* So many letters of base32, up to the end. */
static bool has_letters(const char *text, size_t letters)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz234567") == letters && !text[letters];
}

static bool is_base32(const char *text)
{
    return has_letters(text, TOURNAMENT_LOG_HASH_BYTES - 1);
}

static bool take_base32(const char **at, char hash[TOURNAMENT_LOG_HASH_BYTES])
{
    const char *word;
    size_t length = take_word(at, &word);

    text_copy(hash, TOURNAMENT_LOG_HASH_BYTES, word); /* of what is left */
    return length == TOURNAMENT_LOG_HASH_BYTES - 1 && is_base32(hash);
}

/* ---- before the draw ---- */

static bool can_enter(const struct tournament_log *log)
{
    bool late = log->phase == TOURNAMENT_LOG_RUNNING && log->rules.format == SCHEDULE_LADDER;

    return log->entered < PAIRING_ENTRANTS_MAX && (log->phase == TOURNAMENT_LOG_OPEN || late);
}

/* The newest entrant stands at the foot. */
static void join_ladder(struct tournament_log *log)
{
    log->entrant[log->seeds++] = (uint16_t)log->entered;
    log->seed[log->entered - 1] = (uint16_t)log->seeds;
    ladder_join(&log->ladder, log->seeds);
}

static enum rc take_enter(struct tournament_log *log, const char *at, struct err *err)
{
    int64_t entrant, rating;
    const char *word;

    if (!can_enter(log))
        return bad(err, "nobody can enter any more");
    if (!take_number(&at, ' ', PAIRING_ENTRANTS_MAX, &entrant) || entrant != log->entered + 1)
        return bad(err, "entrants are numbered as they enter");
    take_word(&at, &word); /* the seal of his name */
    if (*word != '[' || !take_number(&at, '\0', 10000, &rating))
        return bad(err, "an entry is a number, a seal and a rating");
    log->rating[log->entered++] = (uint32_t)rating;
    if (log->phase == TOURNAMENT_LOG_RUNNING)
        join_ladder(log);
    return RC_OK;
}

bool tournament_log_takes_luck(const struct tournament_log *log, unsigned entrant)
{
    return (log->phase == TOURNAMENT_LOG_OPEN ||
            (log->phase == TOURNAMENT_LOG_CLOSED && log->anew)) &&
           !log->luck[entrant - 1][0];
}

bool tournament_log_must_open(const struct tournament_log *log, unsigned entrant)
{
    return log->phase == TOURNAMENT_LOG_CLOSED && !log->anew && log->by_lot &&
           log->sealed[entrant - 1];
}

unsigned tournament_log_sealed(const struct tournament_log *log)
{
    unsigned count = 0;

    for (unsigned entrant = 1; entrant <= log->entered; entrant++)
        count += tournament_log_must_open(log, entrant);
    return count;
}

static enum rc take_luck(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned entrant;
    bool sealed;

    if (!take_entrant(log, &at, ' ', &entrant) || !tournament_log_takes_luck(log, entrant) ||
        (log->anew && log->gone[entrant - 1]))
        return bad(err, "luck is given once, before entry is closed");
    sealed = text_starts_with(at, "sealed ");
    at += sealed ? 7 : 0;
    if (!is_base32(at))
        return bad(err, "luck is a hash");
    memcpy(log->luck[entrant - 1], at, TOURNAMENT_LOG_HASH_BYTES);
    log->sealed[entrant - 1] = sealed;
    return RC_OK;
}

static enum rc take_open(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned entrant;

    if (!take_entrant(log, &at, ' ', &entrant) || !tournament_log_must_open(log, entrant) ||
        log->gone[entrant - 1] || !is_base32(at))
        return bad(err, "luck is opened once, by who sealed it");
    memcpy(log->luck[entrant - 1], at, TOURNAMENT_LOG_HASH_BYTES);
    log->sealed[entrant - 1] = false;
    return RC_OK;
}

static enum rc take_again(struct tournament_log *log, const char *at, struct err *err)
{
    int64_t number;

    for (unsigned entrant = 1; entrant <= log->entered; entrant++)
        if (tournament_log_must_open(log, entrant) && !log->gone[entrant - 1])
            return bad(err, "luck that is sealed may still be opened");
    if (!tournament_log_sealed(log) || !take_number(&at, '\0', PAIRING_ENTRANTS_MAX, &number) ||
        number != log->throws + 2)
        return bad(err, "luck is given again where somebody did not open his");
    memset(log->luck, 0, sizeof log->luck);
    memset(log->sealed, 0, sizeof log->sealed);
    log->throws++;
    log->anew = true;
    return RC_OK;
}

static enum rc take_leave(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned entrant;

    if (log->phase > TOURNAMENT_LOG_RUNNING || !take_entrant(log, &at, '\0', &entrant) ||
        log->gone[entrant - 1])
        return bad(err, "nobody of that number can leave");
    log->gone[entrant - 1] = true;
    if (log->phase == TOURNAMENT_LOG_RUNNING && log->seed[entrant - 1])
        log->left[log->seed[entrant - 1] - 1] = (uint16_t)(log->round + 1);
    if (log->phase == TOURNAMENT_LOG_RUNNING)
        ladder_leave(&log->ladder, log->seed[entrant - 1]);
    return RC_OK;
}

static bool is_still_in(const struct tournament_log *log, unsigned seed)
{
    const struct pairing_event event = {log->seeds, log->left, log->pair, log->pairs};
    uint16_t place[PAIRING_ENTRANTS_MAX], left[PAIRING_ENTRANTS_MAX];
    const struct pairing_event without = {log->seeds, left, log->pair, log->pairs};

    if (log->rules.format != SCHEDULE_KNOCKOUT)
        return true;
    memcpy(left, event.left, log->seeds * sizeof *left);
    left[seed - 1] = 0;
    knockout_places(&without, place);
    return place[seed - 1] == 1;
}

/* The newest entrant goes on for one who has left: with his points, his seats and his seed. */
static enum rc take_replace(struct tournament_log *log, const char *at, struct err *err)
{
    int64_t entrant, rating;
    const char *word;
    unsigned old, seed;

    if (log->phase != TOURNAMENT_LOG_RUNNING || log->rules.format == SCHEDULE_LADDER ||
        log->entered == PAIRING_ENTRANTS_MAX)
        return bad(err, "nobody's place can be taken now");
    if (!take_number(&at, ' ', PAIRING_ENTRANTS_MAX, &entrant) || entrant != log->entered + 1)
        return bad(err, "entrants are numbered as they enter");
    take_word(&at, &word);
    if (*word != '[' || !take_number(&at, ' ', 10000, &rating) ||
        !take_entrant(log, &at, '\0', &old))
        return bad(err, "who replaces another has a number, a seal, a rating, and whom");
    seed = log->seed[old - 1];
    if (!log->gone[old - 1] || !seed || log->entrant[seed - 1] != old || !is_still_in(log, seed))
        return bad(err, "only who left, and was still in the tournament, is replaced");
    log->rating[log->entered++] = (uint32_t)rating;
    log->in_place_of[entrant - 1] = (uint16_t)old;
    log->seed[entrant - 1] = (uint16_t)seed;
    log->entrant[seed - 1] = (uint16_t)entrant;
    log->left[seed - 1] = 0;
    return RC_OK;
}

static enum rc take_close(struct tournament_log *log, const char *at, struct err *err)
{
    if ((log->phase != TOURNAMENT_LOG_OPEN &&
         !(log->phase == TOURNAMENT_LOG_CLOSED && log->anew)) ||
        !is_base32(at))
        return bad(err, "entry is closed once");
    memcpy(log->lucks, at, TOURNAMENT_LOG_HASH_BYTES);
    log->entered_at_close = log->entered;
    log->phase = TOURNAMENT_LOG_CLOSED;
    log->anew = false;
    for (unsigned i = 0; i < log->entered; i++) /* who left before need not open his */
        log->sealed[i] = log->sealed[i] && !log->gone[i];
    return RC_OK;
}

unsigned tournament_log_seeds(const struct tournament_log *log,
                              const struct tournament_log_lot *lot, uint16_t *out)
{
    unsigned count = 0;

    for (unsigned entrant = 1; entrant <= log->entered; entrant++) {
        unsigned at = count;

        if (log->gone[entrant - 1])
            continue;
        for (; !log->by_lot && at && log->rating[entrant - 1] > log->rating[out[at - 1] - 1]; at--)
            out[at] = out[at - 1];
        out[at] = (uint16_t)entrant;
        count++;
    }
    for (unsigned i = count; log->by_lot && i-- > 1;) { /* Fisher-Yates, last place first */
        uint64_t with = lot->number(lot->context, i + 1);
        uint16_t other = out[with];

        out[with] = out[i];
        out[i] = other;
    }
    return count;
}

static enum rc take_seeds(struct tournament_log *log, const char *at,
                          const struct tournament_log_lot *lot, struct err *err)
{
    uint16_t wanted[PAIRING_ENTRANTS_MAX], given[PAIRING_ENTRANTS_MAX];
    bool there[PAIRING_ENTRANTS_MAX] = {false};
    const char *word;
    size_t length = take_word(&at, &word);
    unsigned count = 0, staying = 0;

    if (log->phase != TOURNAMENT_LOG_CLOSED || log->anew || tournament_log_sealed(log) ||
        !text_is(word, length, log->by_lot ? "lot" : "rating"))
        return bad(err, "seeds are drawn once, as the beginning says");
    for (unsigned i = 0; i < log->entered; i++)
        staying += !log->gone[i];
    for (; *at; count++) {
        unsigned entrant;

        if (!take_entrant(log, &at, ' ', &entrant) || log->gone[entrant - 1] || there[entrant - 1])
            return bad(err, "a seed is no entrant, or one twice");
        there[entrant - 1] = true;
        given[count] = (uint16_t)entrant;
    }
    if (count != staying || count < 2)
        return bad(err, "seeds are all who stay, and two at least");
    if ((lot || !log->by_lot) && (tournament_log_seeds(log, lot, wanted) != count ||
                                  memcmp(wanted, given, count * sizeof *given) != 0))
        return bad(err, log->by_lot ? "these seeds were not drawn by the joint luck"
                                    : "these seeds are not in order of rating");
    log->seeds = log->seeds_drawn = count;
    for (unsigned i = 0; i < count; i++) {
        log->entrant[i] = log->drawn[i] = given[i];
        log->seed[given[i] - 1] = (uint16_t)(i + 1);
        if (log->rules.format == SCHEDULE_LADDER)
            ladder_join(&log->ladder, i + 1);
    }
    log->round = log->rules.format == SCHEDULE_LADDER; /* its only one */
    log->phase = TOURNAMENT_LOG_RUNNING;
    return RC_OK;
}

/* ---- rounds ---- */

static struct pairing_event event_of(const struct tournament_log *log)
{
    return (struct pairing_event){log->seeds, log->left, log->pair, log->pairs};
}

unsigned tournament_log_open(const struct tournament_log *log)
{
    unsigned count = 0;

    for (unsigned i = log->round_first; i < log->pairs; i++)
        count += !log->pair[i].done;
    return count;
}

unsigned tournament_log_pair(struct tournament_log *log)
{
    struct pairing_event event = event_of(log);
    unsigned count;

    if (log->phase != TOURNAMENT_LOG_RUNNING || tournament_log_open(log))
        return 0;
    count = schedule_pair(&log->rules, &event, log->round + 1, &log->work, log->next);
    return log->pairs + count <= TOURNAMENT_LOG_PAIRS_MAX ? count : 0;
}

/* "3-7": entrants, 0 for nobody. */
static bool take_pair(const struct tournament_log *log, const char **at, unsigned *first,
                      unsigned *second)
{
    int64_t a, b;

    if (!take_number(at, '-', log->entered, &a) || !take_number(at, ' ', log->entered, &b))
        return false;
    *first = (unsigned)a;
    *second = (unsigned)b;
    return true;
}

static enum rc take_round(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned count, first, second;
    int64_t round;

    if (log->phase != TOURNAMENT_LOG_RUNNING || tournament_log_open(log))
        return bad(err, "a round is paired when all pairs before it are done");
    if (!take_number(&at, ' ', PAIRING_ENTRANTS_MAX, &round) || round != log->round + 1)
        return bad(err, "this is not the next round");
    count = tournament_log_pair(log);
    if (!count)
        return bad(err, "there is no further round");
    for (unsigned i = 0; i < count; i++)
        if (!take_pair(log, &at, &first, &second) ||
            first != tournament_log_entrant(log, log->next[i].first) ||
            second != tournament_log_entrant(log, log->next[i].second))
            return bad(err, "the rules pair this round otherwise");
    if (*at)
        return bad(err, "the rules pair this round otherwise");
    log->round_first = log->pairs;
    memcpy(log->pair + log->pairs, log->next, count * sizeof *log->next);
    memset(log->game + log->pairs, 0, count * sizeof *log->game);
    log->pairs += count;
    log->round++;
    return RC_OK;
}

/* "ROUND/BOARD/K": a game of a pair. */
static bool take_place(const struct tournament_log *log, const char **at, unsigned *pair,
                       unsigned *k)
{
    int64_t round, board, game;
    unsigned boards = log->pairs - log->round_first;

    if (!take_number(at, '/', log->round, &round) || !take_number(at, '/', boards, &board) ||
        !take_number(at, ' ', (int64_t)log->rules.games, &game) || round != log->round ||
        board < 1 || game < 1)
        return false;
    *pair = log->round_first + (unsigned)board - 1;
    *k = (unsigned)game - 1;
    return true;
}

static void seat_entrants(struct tournament_log *log, unsigned pair, unsigned k)
{
    const unsigned seeds[2] = {log->pair[pair].first, log->pair[pair].second};

    for (unsigned i = 0; i < 2; i++)
        log->game[pair][k].entrant[i] = (uint16_t)tournament_log_entrant(log, seeds[i]);
}

static enum rc take_game(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned pair, k;
    const char *word;
    int64_t number;

    if (log->phase != TOURNAMENT_LOG_RUNNING || log->rules.elsewhere ||
        !take_place(log, &at, &pair, &k) || log->pair[pair].done || log->game[pair][k].number)
        return bad(err, "no game is made for that place");
    if (take_word(&at, &word) != 6 || memcmp(word, "number", 6) != 0 ||
        !take_number(&at, ' ', INT64_MAX, &number) || number < 1 || !is_base32(at))
        return bad(err, "a game has a number and a genesis");
    if (number <= log->last_number) /* a server's numbers grow */
        return bad(err, "one game for two pairs, or an older one");
    log->last_number = number;
    log->game[pair][k].number = number;
    seat_entrants(log, pair, k);
    return RC_OK;
}

/* ---- a ladder ---- */

/* The newest pair that an entrant was in; one more than all: none. */
static unsigned latest_of(const struct tournament_log *log, unsigned seed)
{
    for (unsigned i = log->pairs; i-- > 0;)
        if (log->pair[i].first == seed || log->pair[i].second == seed)
            return i;
    return log->pairs;
}

static unsigned challenger_of(const struct tournament_log *log, unsigned at)
{
    return log->first_challenges[at] ? log->pair[at].first : log->pair[at].second;
}

static unsigned challenged_of(const struct tournament_log *log, unsigned at)
{
    return log->first_challenges[at] ? log->pair[at].second : log->pair[at].first;
}

const char *tournament_log_challenge(const struct tournament_log *log, unsigned challenger,
                                     unsigned challenged)
{
    unsigned latest = latest_of(log, challenger);

    if (log->pairs == TOURNAMENT_LOG_PAIRS_MAX)
        return "full";
    if (!ladder_may_challenge(&log->ladder, log->rules.reach, challenger, challenged))
        return "reach";
    for (unsigned i = 0; i < log->pairs; i++)
        if (!log->pair[i].done &&
            (challenger_of(log, i) == challenger || challenged_of(log, i) == challenged))
            return "busy";
    if (latest < log->pairs &&
        log->pair[latest].first + log->pair[latest].second == (int)(challenger + challenged))
        return "again";
    return NULL;
}

/* First seats less second seats. */
static int seats_of(const struct tournament_log *log, unsigned seed)
{
    int balance = 0;

    for (unsigned i = 0; i < log->pairs; i++)
        balance += (log->pair[i].first == seed) - (log->pair[i].second == seed);
    return balance;
}

/* Who sat first less often sits first; of equals, who is challenged. */
static enum rc take_challenge(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned challenger, challenged, a, b;
    int64_t number;

    if (log->phase != TOURNAMENT_LOG_RUNNING || log->rules.format != SCHEDULE_LADDER ||
        !take_number(&at, ' ', TOURNAMENT_LOG_PAIRS_MAX, &number) || number != log->pairs + 1 ||
        !take_entrant(log, &at, ' ', &challenger) || !take_entrant(log, &at, '\0', &challenged))
        return bad(err, "a challenge has a number and two entrants");
    a = log->seed[challenger - 1];
    b = log->seed[challenged - 1];
    if (!a || !b || tournament_log_challenge(log, a, b))
        return bad(err, "the rules of the ladder do not allow this challenge");
    log->first_challenges[log->pairs] = seats_of(log, a) < seats_of(log, b);
    log->pair[log->pairs] =
        (struct pairing_pair){.round = 1,
                              .group = 1,
                              .first = (uint16_t)(log->first_challenges[log->pairs] ? a : b),
                              .second = (uint16_t)(log->first_challenges[log->pairs] ? b : a)};
    memset(log->game[log->pairs], 0, sizeof log->game[log->pairs]);
    log->pairs++;
    return RC_OK;
}

static void settle_challenge(struct tournament_log *log, unsigned at)
{
    const struct pairing_pair *pair = &log->pair[at];
    bool first_won = pair->first_points > pair->second_points;
    bool second_won = pair->second_points > pair->first_points;

    if (log->first_challenges[at] ? first_won : second_won)
        ladder_won(&log->ladder, challenger_of(log, at), challenged_of(log, at));
    log->awake[pair->first - 1] = log->awake[pair->second - 1] = true;
}

/* Who plays, or has played in this term, is not dormant. */
static enum rc take_sink(struct tournament_log *log, const char *at, struct err *err)
{
    bool dormant[PAIRING_ENTRANTS_MAX] = {false};
    int64_t term;

    if (log->phase != TOURNAMENT_LOG_RUNNING || log->rules.format != SCHEDULE_LADDER ||
        !take_number(&at, '\0', INT32_MAX, &term) || term != (int64_t)log->terms + 1)
        return bad(err, "terms of a ladder end one after the other");
    for (unsigned i = 0; i < log->pairs; i++)
        if (!log->pair[i].done)
            log->awake[log->pair[i].first - 1] = log->awake[log->pair[i].second - 1] = true;
    for (unsigned i = 0; i < log->seeds; i++)
        dormant[i] = !log->awake[i];
    ladder_sink(&log->ladder, dormant);
    memset(log->awake, 0, sizeof log->awake);
    log->terms++;
    return RC_OK;
}

/* A pair is done when all of its games are. */
static void sum_up(struct tournament_log *log, unsigned at)
{
    struct pairing_pair *pair = &log->pair[at];
    unsigned done = 0;

    pair->first_points = pair->second_points = 0;
    pair->played = false;
    for (unsigned k = 0; k < log->rules.games; k++) {
        const struct tournament_log_game *game = &log->game[at][k];

        done += game->done;
        pair->played |= game->played;
        pair->first_points = (uint16_t)(pair->first_points + game->points[0]);
        pair->second_points = (uint16_t)(pair->second_points + game->points[1]);
    }
    pair->done = done == log->rules.games;
    if (pair->done && log->rules.format == SCHEDULE_LADDER)
        settle_challenge(log, at);
}

/* ---- other servers ---- */

/* The first twelve letters of base32. */
static uint64_t bits_of(const char *genesis)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < 12; i++) {
        char c = genesis[i];

        bits = bits << 5 | (uint64_t)(c >= 'a' ? c - 'a' : c - '2' + 26);
    }
    return bits;
}

bool tournament_log_is_new(const struct tournament_log *log, const char *genesis)
{
    uint64_t bits = bits_of(genesis);

    for (unsigned i = 0; i < log->pairs; i++)
        for (unsigned k = 0; k < TOURNAMENT_LOG_GAMES; k++)
            if (log->game[i][k].away == bits)
                return false;
    return true;
}

static enum rc take_trust(struct tournament_log *log, const char *at, struct err *err)
{
    if (log->phase > TOURNAMENT_LOG_RUNNING || !log->rules.elsewhere ||
        log->servers == TOURNAMENT_LOG_SERVERS || !is_base32(at))
        return bad(err, "no key of another server can be entered");
    for (unsigned i = 0; i < log->servers; i++)
        if (text_equal(log->server[i], at))
            return bad(err, "this server's key was entered already");
    memcpy(log->server[log->servers++], at, TOURNAMENT_LOG_HASH_BYTES);
    return RC_OK;
}

/* ---- this server ---- */

/* Behind the end, too: the record is still signed. */
static enum rc take_key(struct tournament_log *log, const char *at, struct err *err)
{
    enum { SIGNATURE_LETTERS = 103 }; /* 64 bytes */
    char key[TOURNAMENT_LOG_HASH_BYTES];

    if (!take_base32(&at, key) || !has_letters(at, SIGNATURE_LETTERS) ||
        log->keys == TOURNAMENT_LOG_KEYS)
        return bad(err, "a new key has the signature of the one before");
    memcpy(log->key[log->keys++], key, sizeof key);
    return RC_OK;
}

static bool read_lost(const char *at, int64_t *from, int64_t *to)
{
    return take_number(&at, ' ', INT64_MAX, from) && take_number(&at, '\0', INT64_MAX - 1, to) &&
           !*at && *from >= 1 && *to >= *from;
}

bool tournament_log_lost(const char *line, int64_t *from, int64_t *to)
{
    return text_starts_with(line, "lost ") && read_lost(line + strlen("lost "), from, to);
}

/* Whoever numbers the entries sees that it begins behind the last of them. */
static enum rc take_lost(struct tournament_log *log, const char *at, struct err *err)
{
    int64_t from, to;

    if (!read_lost(at, &from, &to) || from <= log->lost_to)
        return bad(err, "lost entries have a first and a last number");
    if (log->phase > TOURNAMENT_LOG_RUNNING)
        return bad(err, "nothing is lost of a tournament that is over");
    log->lost += to - from + 1;
    log->lost_to = to;
    return RC_OK;
}

/* "57 HEAD GENESIS 1"; *away is set to what names the game. */
static bool has_far_grounds(const struct tournament_log *log, const char *rest, uint64_t *away)
{
    char head[TOURNAMENT_LOG_HASH_BYTES], genesis[TOURNAMENT_LOG_HASH_BYTES];
    int64_t number, server;

    if (!log->rules.elsewhere || !take_number(&rest, ' ', INT64_MAX, &number) ||
        !take_base32(&rest, head) || !take_base32(&rest, genesis) ||
        !take_number(&rest, '\0', log->servers, &server) || server < 1 ||
        !tournament_log_is_new(log, genesis))
        return false;
    *away = bits_of(genesis);
    return true;
}

static bool is_gone(const struct tournament_log *log, unsigned seed)
{
    return log->gone[tournament_log_entrant(log, seed) - 1];
}

/* What stands behind a result: "57 HEAD"; a game that was never made has none, and is lost by who
 * has left. */
static bool has_grounds(const struct tournament_log *log, unsigned at, unsigned k, const char *rest,
                        bool is_forfeit, int64_t x, int64_t y, uint64_t *away)
{
    const struct pairing_pair *pair = &log->pair[at];
    int64_t number;

    if (log->game[at][k].number)
        return take_number(&rest, ' ', INT64_MAX, &number) && is_base32(rest);
    if (*rest)
        return has_far_grounds(log, rest, away);
    return is_forfeit && (is_gone(log, pair->first) || is_gone(log, pair->second)) &&
           x == (is_gone(log, pair->first) ? 0 : 2) && y == (is_gone(log, pair->second) ? 0 : 2);
}

static enum rc take_result(struct tournament_log *log, const char *at, struct err *err)
{
    static const char *const ways[] = {"played", "forfeit", "adjudicated"};
    unsigned pair, k, way = 0;
    uint64_t away = 0;
    const char *word;
    int64_t x, y;
    size_t length;

    if (log->phase != TOURNAMENT_LOG_RUNNING || !take_place(log, &at, &pair, &k) ||
        log->pair[pair].done || log->game[pair][k].done)
        return bad(err, "no result is awaited for that place");
    if (!take_number(&at, '-', 2, &x) || !take_number(&at, ' ', 2, &y) || x + y > 2)
        return bad(err, "a result is half points, as 2-0");
    length = take_word(&at, &word);
    while (way < 3 && !text_is(word, length, ways[way]))
        way++;
    if (way == 3 || (way == 0 && x + y != 2))
        return bad(err, "a result is played, forfeit or adjudicated");
    if (!has_grounds(log, pair, k, at, way == 1, x, y, &away))
        return bad(err, "a result names the head of its game");
    if (away) {
        log->game[pair][k].away = away;
        seat_entrants(log, pair, k);
    }
    log->game[pair][k].done = true;
    log->game[pair][k].played = way != 1;
    log->game[pair][k].points[0] = (uint8_t)x;
    log->game[pair][k].points[1] = (uint8_t)y;
    sum_up(log, pair);
    return RC_OK;
}

/* ---- standings ---- */

static unsigned knockout_rows(struct tournament_log *log)
{
    struct pairing_event event = event_of(log);
    uint16_t place[PAIRING_ENTRANTS_MAX];
    unsigned count = 0;

    knockout_places(&event, place);
    for (unsigned wanted = 1; count < log->seeds && wanted <= log->seeds; wanted++)
        for (unsigned seed = 1; seed <= log->seeds; seed++)
            if (place[seed - 1] == wanted)
                log->row[count++] = (struct standings_row){
                    .entrant = (uint16_t)seed, .group = 1, .place = (uint16_t)wanted};
    return count;
}

/* Points and pairs won, too; the place is what counts. */
static unsigned ladder_rows(struct tournament_log *log)
{
    uint16_t place[PAIRING_ENTRANTS_MAX] = {0}; /* [seed - 1], 0 = he has left */

    for (unsigned i = 0; i < log->ladder.count; i++) {
        place[log->ladder.rung[i] - 1] = (uint16_t)(i + 1);
        log->row[i] = (struct standings_row){
            .entrant = log->ladder.rung[i], .group = 1, .place = (uint16_t)(i + 1)};
    }
    for (unsigned i = 0; i < log->pairs; i++) {
        const struct pairing_pair *pair = &log->pair[i];
        const unsigned at[2] = {place[pair->first - 1], place[pair->second - 1]};
        const unsigned points[2] = {pair->first_points, pair->second_points};

        for (unsigned side = 0; side < 2; side++)
            if (pair->done && at[side]) {
                struct standings_row *row = &log->row[at[side] - 1];

                standings_count(row, points[side], points[!side]);
            }
    }
    return log->ladder.count;
}

unsigned tournament_log_standings(struct tournament_log *log)
{
    struct pairing_event event = event_of(log);

    if (!log->seeds)
        return 0;
    if (log->rules.format == SCHEDULE_KNOCKOUT)
        return knockout_rows(log);
    if (log->rules.format == SCHEDULE_LADDER)
        return ladder_rows(log);
    if (log->rules.best)
        finals_standings(&event, log->rules.groups, log->row);
    else
        standings_reckon(&event, log->rules.format == SCHEDULE_ROBIN, log->rules.groups, log->row);
    return log->seeds;
}

static enum rc take_standing(struct tournament_log *log, const char *at, struct err *err)
{
    unsigned count, entrant;
    int64_t round;

    if (log->phase != TOURNAMENT_LOG_RUNNING ||
        (tournament_log_open(log) && log->rules.format != SCHEDULE_LADDER) ||
        !take_number(&at, ' ', PAIRING_ENTRANTS_MAX, &round) || round != log->round)
        return bad(err, "a standing is written when a round is done");
    count = tournament_log_standings(log);
    for (unsigned i = 0; i < count; i++)
        if (!take_entrant(log, &at, ' ', &entrant) ||
            entrant != tournament_log_entrant(log, log->row[i].entrant))
            return bad(err, "the rules make another standing of these results");
    return *at ? bad(err, "the rules make another standing of these results") : RC_OK;
}

static enum rc take_end(struct tournament_log *log, const char *at, struct err *err)
{
    if (strlen(at) != TOURNAMENT_LOG_HASH_BYTES - 1 || log->phase != TOURNAMENT_LOG_RUNNING ||
        !log->round || tournament_log_open(log) || tournament_log_pair(log))
        return bad(err, "the tournament has not come to its end");
    log->phase = TOURNAMENT_LOG_OVER;
    return RC_OK;
}

static enum rc take_cancel(struct tournament_log *log, const char *at, struct err *err)
{
    if (log->phase > TOURNAMENT_LOG_RUNNING || *at)
        return bad(err, "it is over already");
    log->phase = TOURNAMENT_LOG_CANCELLED;
    return RC_OK;
}

enum rc tournament_log_line(struct tournament_log *log, const char *line,
                            const struct tournament_log_lot *lot, struct err *err)
{
    static const struct {
        const char *word;
        enum rc (*take)(struct tournament_log *log, const char *at, struct err *err);
    } lines[] = {{"enter", take_enter},
                 {"luck", take_luck},
                 {"leave", take_leave},
                 {"close", take_close},
                 {"pair", take_round},
                 {"game", take_game},
                 {"result", take_result},
                 {"standing", take_standing},
                 {"end", take_end},
                 {"cancel", take_cancel},
                 {"challenge", take_challenge},
                 {"sink", take_sink},
                 {"replace", take_replace},
                 {"trust", take_trust},
                 {"open", take_open},
                 {"again", take_again},
                 {"key", take_key},
                 {"lost", take_lost}};
    const char *word, *at = line;
    size_t length = take_word(&at, &word);

    if (text_is(word, length, "seeds"))
        return take_seeds(log, at, lot, err);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (text_is(word, length, lines[i].word))
            return lines[i].take(log, at, err);
    return bad(err, "a tournament's log has no such line");
}
