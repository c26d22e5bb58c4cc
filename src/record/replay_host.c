/* SPDX-License-Identifier: MIT */
/* A host among the players: who it is, what it does alone, and what the others must agree to.
 * Source: doc/record.md, "Replay". */

#include "record/replay_p.h"

#define HOST_RULE " host="

/* " host=5d", in genesis with the seat that begins: " host=1+5d". */
void replay_read_host(struct replay *replay, const char *time, bool is_genesis)
{
    const char *host = strstr(time, HOST_RULE);
    unsigned seat = 0;
    int64_t days = 0;

    host = host ? host + sizeof HOST_RULE - 1 : "";
    if (*host >= '1' && *host <= '0' + SEATS_MAX && host[1] == '+') {
        seat = (unsigned)(*host - '0');
        host += 2;
    }
    if (!text_to_int(host, strspn(host, "0123456789"), &days) || days < 1 ||
        days > REPLAY_HOST_DAYS)
        days = 0;
    replay->host_days = (unsigned)days;
    if (is_genesis)
        replay->host = days && seat <= replay->genesis.seats ? seat : 0;
}

static unsigned count_players(const struct replay *replay)
{
    unsigned count = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        count += replay->holder[seat] == ENTRY_PLAYER;
    return count;
}

/* Who plays alone, or against the house, is nobody's host. */
unsigned replay_host(const struct replay *replay)
{
    return replay->host_days && count_players(replay) > 1 ? replay->host : 0;
}

unsigned replay_host_days(const struct replay *replay)
{
    return replay->host_days;
}

/* The seat behind such a start; 0 = the words begin otherwise. */
static unsigned seat_of(const char *words, const char *start)
{
    return text_starts_with(words, start) ? (unsigned)(words[strlen(start)] - '0') : 0;
}

static bool is_about_host(const char *words)
{
    return text_starts_with(words, REPLAY_HOST) || text_starts_with(words, REPLAY_EXTEND) ||
           text_starts_with(words, REPLAY_END);
}

void replay_forget_said(struct replay *replay, const char *words)
{
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (text_equal(replay->said[seat], words))
            replay->said[seat][0] = '\0';
}

/* ---- whose word it takes ---- */

/* Alone the host gives others time; what favours it, or binds all, all agree to. Who is away is
 * asked only where the game ends by it. */
uint32_t replay_host_missing(const struct replay *replay, const char *words)
{
    const bool ends = text_starts_with(words, REPLAY_END);
    const unsigned extended = seat_of(words, REPLAY_EXTEND);
    uint32_t missing = 0;

    if (replay_away_seat(words))
        return replay_away_missing(replay, words);
    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->holder[seat] == ENTRY_PLAYER && !text_equal(replay->said[seat], words) &&
            (ends || !replay_is_away(replay, seat)) &&
            (!extended || extended == replay->host || seat == replay->host))
            missing |= 1u << seat;
    return missing;
}

/* Its host says such words first. */
static enum rc check_said(const struct replay *replay, const struct entry *entry, struct err *err)
{
    const unsigned extended = seat_of(entry->words, REPLAY_EXTEND);
    int64_t days = 0;

    if (!replay_host(replay) ||
        (entry->who != replay->host && !text_equal(replay->said[replay->host], entry->words)))
        return ERR(err, RC_BAD_INPUT, "a host's act that no host asked for");
    if (!extended)
        return RC_OK;
    if (!text_to_int(entry->words + sizeof REPLAY_EXTEND + 1,
                     strspn(entry->words + sizeof REPLAY_EXTEND + 1, "0123456789"), &days) ||
        days > replay->host_days)
        return ERR(err, RC_BAD_INPUT, "more days than its terms let a host give");
    return extended <= replay->genesis.seats && !replay->paused
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "more time for a clock that does not go");
}

enum rc replay_agree_host(struct replay *replay, const struct entry *entry, struct err *err)
{
    const unsigned host = seat_of(entry->words, REPLAY_HOST);

    if (!is_about_host(entry->words))
        return RC_OK;
    if (!replay->host_days || replay->over || count_players(replay) < 2 ||
        replay->holder[entry->who] != ENTRY_PLAYER)
        return ERR(err, RC_BAD_INPUT, "a host in a game that has none");
    if (host && (host > replay->genesis.seats || replay->holder[host] != ENTRY_PLAYER))
        return ERR(err, RC_BAD_INPUT, "a host that is no player");
    if (!host)
        TRY(check_said(replay, entry, err));
    text_copy(replay->said[entry->who], sizeof replay->said[0], entry->words);
    if (host && !replay_host_missing(replay, entry->words)) {
        replay->host = host;
        replay_forget_said(replay, entry->words);
    }
    return RC_OK;
}

/* A seat whose player is another one hosts nothing; who plays on withdraws his word for an end. */
void replay_note_host(struct replay *replay, const struct entry *entry)
{
    if (entry->kind == ENTRY_SEAT && entry->seat == replay->host)
        replay->host = 0;
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++) {
        char *said = replay->said[seat];
        bool ends = text_starts_with(said, REPLAY_END);

        if ((is_about_host(said) && (entry->kind == ENTRY_UNDO || entry->kind == ENTRY_LOST)) ||
            (ends && entry->who == seat &&
             (entry->kind == ENTRY_ORDER || entry->kind == ENTRY_DEFAULT)) ||
            (entry->kind == ENTRY_SEAT && (seat_of(said, REPLAY_HOST) == entry->seat ||
                                           seat_of(said, REPLAY_EXTEND) == entry->seat)))
            said[0] = '\0';
    }
}

/* ---- what the table does of it ---- */

bool replay_host_extends(const struct replay *replay, const char *words)
{
    return replay_host(replay) && seat_of(words, REPLAY_EXTEND) && !replay->over &&
           text_equal(replay->said[replay->host], words) && !replay_host_missing(replay, words);
}

bool replay_host_pauses(const struct replay *replay)
{
    if (!replay_host(replay) || !replay->lucked)
        return false;
    for (unsigned i = 0; i < replay->now.question_count; i++)
        if (replay->now.question[i].seat == replay->host)
            return false;
    return true;
}

bool replay_is_paused_alone(const struct replay *replay)
{
    return replay->paused && replay->pauser;
}

enum rc replay_check_host_seat(const struct replay *replay, const struct entry *entry,
                               struct err *err)
{
    char words[] = REPLAY_REPLACE "0";

    words[sizeof words - 2] = (char)('0' + entry->seat);
    if (!replay_host(replay) || replay->over || entry->holder[0] != ENTRY_PLAYER ||
        !replay_is_away(replay, entry->seat) || !text_equal(replay->said[replay->host], words) ||
        replay_away_missing(replay, words))
        return ERR(err, RC_BAD_INPUT, "a change of seat to which not every other player agreed");
    return RC_OK;
}

enum rc replay_check_host_end(const struct replay *replay, const struct entry *entry,
                              struct err *err)
{
    static const char *const words[ENTRY_RESULT_COUNT] = {
        [ENTRY_DRAWN] = REPLAY_END "drawn", [ENTRY_VOID] = REPLAY_END "void"};

    return words[entry->result] && replay_host(replay) &&
                   text_equal(replay->said[replay->host], words[entry->result]) &&
                   !replay_host_missing(replay, words[entry->result])
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "an end to which not every player agreed");
}
