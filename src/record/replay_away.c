/* SPDX-License-Identifier: MIT */
/* Deadlines that a seat misses in a row, and what the others may agree to then: the win, more time,
 * somebody else in its place. Source: doc/record.md, "Replay". */

#include "record/replay_p.h"

/* A rule that is a number, as " away="; 0 = it is not there. */
static unsigned read_count(const char *time, const char *rule, int64_t least, int64_t most)
{
    const char *at = strstr(time, rule);
    int64_t count = 0;

    at = at ? at + strlen(rule) : "";
    return text_to_int(at, strcspn(at, " "), &count) && count >= least && count <= most
               ? (unsigned)count
               : 0;
}

void replay_read_time(struct replay *replay, const char *time)
{
    struct replay_days *days = &replay->days;

    replay->away = read_count(time, " away=", REPLAY_AWAY_LEAST, REPLAY_AWAY_MOST);
    days->stock = read_count(time, " stock=", 1, REPLAY_DAYS_MOST);
    days->yearly = read_count(time, " yearly=", 1, REPLAY_DAYS_MOST);
    days->once = read_count(time, " once=", 1, REPLAY_DAYS_MOST);
    days->lend = read_count(time, " lend=", 1, REPLAY_DAYS_MOST);
    days->extensions = read_count(time, " extensions=", 1, REPLAY_DAYS_MOST);
    replay->logs_dues = strchr(time, '@') || days->stock || days->yearly || days->extensions;
    replay_read_host(replay, time, !replay->rostered);
}

/* ---- who is away ---- */

/* What was agreed about it lapses. */
static void forget_missed(struct replay *replay, unsigned seat)
{
    replay->missed[seat] = (struct missed){0};
    replay->stock[seat].row = 0;
    for (unsigned other = 1; other <= SEATS_MAX; other++)
        if (replay_away_seat(replay->said[other]) == seat)
            replay->said[other][0] = '\0';
}

/* Whatever a seat does by itself shows that it is there; a line that it left before does not. */
void replay_note_present(struct replay *replay, const struct entry *entry)
{
    if (entry->kind == ENTRY_UNDO || entry->kind == ENTRY_LOST)
        for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
            forget_missed(replay, seat);
    if (entry->kind == ENTRY_SEAT) {
        forget_missed(replay, entry->seat);
        replay->said[entry->seat][0] = '\0';
        replay->stock[entry->seat].agreed = replay->stock[entry->seat].asked = false;
    }
    if (entry->who >= 1 && entry->who <= replay->genesis.seats && entry->kind != ENTRY_DEFAULT &&
        !entry->by)
        forget_missed(replay, entry->who);
}

/* The rest of a turn whose time is over is done in the same second, and is no deadline of its own.
 */
enum rc replay_note_missed(struct replay *replay, const struct entry *entry, bool had_time,
                           struct err *err)
{
    struct missed *missed = &replay->missed[entry->who];
    bool is_rest = missed->count && missed->at_s == entry->time_s;

    if (replay->logs_dues && !replay->was_due && missed->done_s != entry->time_s)
        return ERR(err, RC_BAD_INPUT, "a default whose deadline does not stand in the log");
    missed->done_s = entry->time_s;
    if (entry->why == ENTRY_WHY_LINE || is_rest || (missed->count && !had_time))
        return RC_OK;
    missed->count++;
    missed->at_s = entry->time_s;
    missed->number = entry->number;
    return RC_OK;
}

unsigned replay_missed(const struct replay *replay, unsigned seat)
{
    return seat && seat <= SEATS_MAX ? replay->missed[seat].count : 0;
}

unsigned replay_away(const struct replay *replay)
{
    return replay->away;
}

bool replay_is_away(const struct replay *replay, unsigned seat)
{
    return replay->away && seat && seat <= replay->genesis.seats &&
           replay->holder[seat] == ENTRY_PLAYER && replay->missed[seat].count >= replay->away;
}

uint32_t replay_all_away(const struct replay *replay)
{
    uint32_t seats = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay_is_away(replay, seat))
            seats |= 1u << seat;
        else if (replay->holder[seat] == ENTRY_PLAYER)
            return 0;
    return seats & (seats - 1) ? seats : 0;
}

/* ---- what is agreed about it ---- */

unsigned replay_away_seat(const char *words)
{
    static const char *const starts[] = {REPLAY_CLAIM, REPLAY_WAIT, REPLAY_REPLACE};

    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++)
        if (text_starts_with(words, starts[i])) {
            words += strlen(starts[i]);
            return *words >= '1' && *words <= '0' + SEATS_MAX ? (unsigned)(*words - '0') : 0;
        }
    return 0;
}

uint64_t replay_missed_entry(const struct replay *replay, const char *words)
{
    return replay->missed[replay_away_seat(words)].number;
}

enum rc replay_agree_away(struct replay *replay, const struct entry *entry, struct err *err)
{
    unsigned seat = replay_away_seat(entry->words);

    if (!seat)
        return RC_OK;
    if (seat == entry->who || !replay_is_away(replay, seat) || replay->paused || replay->over)
        return ERR(err, RC_BAD_INPUT, "something is agreed about a seat that is not away");
    text_copy(replay->said[entry->who], sizeof replay->said[0], entry->words);
    return RC_OK;
}

void replay_decline_away(struct replay *replay, const char *words)
{
    if (*words)
        replay_forget_said(replay, words);
}

const char *replay_said(const struct replay *replay, unsigned seat)
{
    return replay->said[seat];
}

uint32_t replay_away_missing(const struct replay *replay, const char *words)
{
    uint32_t missing = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (seat != replay_away_seat(words) && replay->holder[seat] == ENTRY_PLAYER &&
            !replay_is_away(replay, seat) && !text_equal(replay->said[seat], words))
            missing |= 1u << seat;
    return missing;
}

enum rc replay_check_away_end(const struct replay *replay, const struct entry *entry,
                              struct err *err)
{
    unsigned seat = 3 - entry->seat;
    char words[ENTRY_AWAY_BYTES] = REPLAY_AWAY;

    words[sizeof REPLAY_AWAY - 1] = (char)('0' + seat);
    if (replay->genesis.seats != 2 || !text_equal(entry->words, words) ||
        !replay_is_away(replay, seat) || replay_is_away(replay, entry->seat) || replay->paused)
        return ERR(err, RC_BAD_INPUT, "won against a seat that is not away");
    text_copy(words, sizeof words, REPLAY_CLAIM);
    words[sizeof REPLAY_CLAIM - 1] = (char)('0' + seat);
    return replay->genesis.tournament.round || text_equal(replay->said[entry->seat], words)
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "a win that nobody claimed");
}

enum rc replay_check_abandoned_end(const struct replay *replay, const struct entry *entry,
                                   struct err *err)
{
    uint32_t seats = replay_all_away(replay);

    return seats && !replay->paused ? replay_check_void(entry, REPLAY_ABANDONED, seats, err)
                                    : ERR(err, RC_BAD_INPUT, "a player of this game is there");
}

static bool has_anybody_said(const struct replay *replay, const char *words)
{
    bool said = false;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        said |= text_equal(replay->said[seat], words);
    return said;
}

/* The table gives a seat that is away the time for which all others agreed to wait, or any what its
 * host gives. */
enum rc replay_take_extension(struct replay *replay, const struct entry *entry, struct err *err)
{
    TEXT_IN(text, words, ENTRY_AWAY_BYTES);
    unsigned seat;

    if (entry->who != ENTRY_TABLE)
        return RC_OK;
    TEXT_PUT(&text, "wait ", entry->words + sizeof "extend " - 1);
    seat = replay_away_seat(words);
    if (replay_is_away(replay, seat) && !replay_away_missing(replay, words) &&
        has_anybody_said(replay, words)) {
        replay->missed[seat].count = replay->away - 1;
        memset(replay->said, 0, sizeof replay->said);
        return RC_OK;
    }
    if (!replay_host_extends(replay, entry->words))
        return ERR(err, RC_BAD_INPUT, "more time to which not every other player agreed");
    replay_forget_said(replay, entry->words);
    return RC_OK;
}
