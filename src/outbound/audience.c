/* SPDX-License-Identifier: MIT */
/* Decides who is told what, at once or later, after a game went on. What is in each letter is
 * composed elsewhere. */
#include "outbound/audience.h"

#include "outbound/forum_queue.h"
#include "outbound/outbox.h"
#include "outbound/reminders.h"
#include "ledger/derived.h"
#include "ledger/offers.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "people/people.h"

enum {
    DIGEST_HOUR = 7,           /* local time */
    DIGEST_SPARE_S = 12 * 3600 /* at least so long before a deadline */
};

/* ---- watchers ---- */

enum { WATCHERS_MOST = 256 };

struct watcher_list {
    unsigned count;
    struct ledger_watcher at[WATCHERS_MOST];
};

static enum rc note_watchers(struct desk *desk, int64_t game, struct watcher_list *list,
                             struct err *err)
{
    struct ledger_rows rows = ledger_watchers(desk->ledger, game, err);

    while (list->count < WATCHERS_MOST && ledger_next(&rows, &list->at[list->count]))
        list->count++;
    return ledger_end(&rows);
}

static enum rc tell_watcher(struct desk *desk, const struct position *position,
                            struct ledger_watcher *watcher, struct err *err)
{
    int64_t n = (int64_t)position->chain.number;
    struct outbox_letter letter = {.kind = OUTBOX_WATCH,
                                   .game = position->game,
                                   .seat = SEAT_PUBLIC,
                                   .facts.from_n = watcher->told_n,
                                   .facts.upto_n = n,
                                   .n = n,
                                   .facts.player = watcher->player};
    enum rc rc;

    if (watcher->told_n >= n)
        return RC_OK;
    rc = outbox_put(desk, &letter, NULL, err);
    watcher->told_n = n;
    return rc == RC_OK ? ledger_watcher_put(desk->ledger, watcher, err) : rc;
}

enum rc audience_watch_due(struct desk *desk, int64_t game, struct err *err)
{
    OWN_MEMORY struct watcher_list *list = calloc(1, sizeof *list);
    struct position *position;

    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for watchers");
    TRY(ledger_timer_drop(desk->ledger, AUDIENCE_WATCH, game, 0, err));
    TRY(position_get(desk, game, &position, err));
    TRY(note_watchers(desk, game, list, err));
    for (unsigned i = 0; i < list->count; i++)
        TRY(tell_watcher(desk, position, &list->at[i], err));
    return RC_OK;
}

/* Set a timer unless one runs already: what comes meanwhile goes with it. */
static enum rc set_once(struct desk *desk, const struct ledger_timer *timer, struct err *err)
{
    struct ledger_rows rows = ledger_timers_due(desk->ledger, timer->due_s, err);
    bool found = false;

    for (struct ledger_timer row; ledger_next(&rows, &row);)
        found |= text_equal(row.kind, timer->kind) && row.game == timer->game &&
                 row.subject == timer->subject;
    TRY(ledger_end(&rows));
    return !found ? ledger_timer_set(desk->ledger, timer, err) : RC_OK;
}

/* Entries were added to a game: its watchers are told later, at its end at once. */
static enum rc audience_watchers(struct desk *desk, const struct position *position,
                                 struct err *err)
{
    struct ledger_timer timer = {AUDIENCE_WATCH, position->game, 0,
                                 desk_now(desk) + desk->config->watch_s};
    struct ledger_rows rows = ledger_watchers(desk->ledger, position->game, err);
    bool is_behind = false; /* somebody was not told of all yet */

    for (struct ledger_watcher row; ledger_next(&rows, &row);)
        is_behind = is_behind || row.told_n < (int64_t)position->chain.number;
    TRY(ledger_end(&rows));
    if (!is_behind)
        return RC_OK;
    return position->phase == POSITION_OVER ? audience_watch_due(desk, position->game, err)
                                            : set_once(desk, &timer, err);
}

enum rc audience_watch(struct desk *desk, int64_t game, int64_t player, struct err *err)
{
    struct ledger_watcher watcher = {.game = game, .player = player};
    struct position *position;

    TRY(position_get(desk, game, &position, err));
    return tell_watcher(desk, position, &watcher, err);
}

enum rc audience_unwatch(struct desk *desk, int64_t game, int64_t player, struct err *err)
{
    return ledger_watcher_drop(desk->ledger, game, player, err);
}

/* ---- digests ---- */

/* The next morning where he lives. */
static int64_t next_morning(const struct person *person, int64_t now_s)
{
    struct calendar_local local;
    int64_t at = now_s;

    /* Hours are looked at one by one: summer time may leave one out. */
    for (unsigned i = 0; i < 26; i++) {
        at = (at / 3600 + 1) * 3600;
        calendar_local(person->zone, at, &local);
        if (local.hour == DIGEST_HOUR)
            return at;
    }
    return at;
}

/* The soonest deadline of a seat. */
static int64_t soonest(const struct position *position, unsigned seat)
{
    int64_t due = TIMING_NEVER;

    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat &&
            timing_deadline(&position->timing.open[i]) < due)
            due = timing_deadline(&position->timing.open[i]);
    return due;
}

/* Shall this letter wait for its player's digest? Then it is not queued, but the digest set. Never
 * so late that the deadline comes first. */
static enum rc audience_waits(struct desk *desk, const struct position *position,
                              const struct outbox_letter *letter, bool *waits, struct err *err)
{
    struct ledger_timer timer = {AUDIENCE_DIGEST, 0, letter->facts.player, 0};
    struct person person;
    enum rc rc = people_get(desk, letter->facts.player, &person, NULL);

    *waits = false;
    if (rc != RC_OK) /* a person who was forgotten gets no digest */
        return rc == RC_NOT_FOUND || rc == RC_BAD_SEAL
                   ? RC_OK
                   : ERR(err, rc, "a player's data cannot be read");
    if (!person.digest)
        return RC_OK;
    timer.due_s = next_morning(&person, desk_now(desk));
    *waits = soonest(position, letter->seat) > timer.due_s + DIGEST_SPARE_S;
    return *waits ? set_once(desk, &timer, err) : RC_OK;
}

/* Who lent his seat hears of it when it is his again: until then nothing is his to answer. */
static bool is_lent(const struct position *position, unsigned seat)
{
    return position->phase != POSITION_OVER && replay_is_lent(position->replay, seat);
}

struct digest {
    struct desk *desk;
    const struct person *person;
    unsigned count;
    int64_t game[64];
};

static enum rc note_games(struct digest *digest, int64_t player, struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(digest->desk->ledger, player, err);
    struct ledger_game_row row;

    while (digest->count < sizeof digest->game / sizeof digest->game[0] && ledger_next(&rows, &row))
        digest->game[digest->count++] = row.game;
    return ledger_end(&rows);
}

/* A seat's section, if there is anything to tell or to decide.
 * out    *out: its letter; 0 = none */
static enum rc put_section(struct desk *desk, const struct position *position, unsigned seat,
                           int64_t *out, struct err *err)
{
    bool over = position->phase == POSITION_OVER, news;
    struct outbox_letter letter = {.kind = OUTBOX_SECTION,
                                   .game = position->game,
                                   .seat = seat,
                                   .n = (int64_t)position->chain.number,
                                   .facts.player = position->player[seat]};
    int64_t shown, last;

    *out = 0;
    TRY(ledger_shown(desk->ledger, position->game, (int)seat, &shown, &last, err));
    news = over ? shown < (int64_t)position->end_n
                : adjudicate_is_asked(position, seat) || position->hear_n[seat] > shown;
    if (!news || is_lent(position, seat))
        return RC_OK;
    letter.facts.from_n = shown < 0 ? 0 : shown;
    return outbox_put(desk, &letter, out, err);
}

static enum rc put_sections(struct digest *digest, struct values *values, struct value *list,
                            struct err *err)
{
    struct desk *desk = digest->desk;

    for (unsigned i = 0; i < digest->count; i++) {
        struct position *position;

        TRY(position_get(desk, digest->game[i], &position, err));
        for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
            char number[TEXT_INT_BYTES];
            int64_t out = 0;

            if (position->player[seat] != digest->person->id)
                continue;
            TRY(put_section(desk, position, seat, &out, err));
            if (out)
                value_add(list, value_text(values, text_of_int(number, out)));
        }
    }
    return RC_OK;
}

enum rc audience_digest_due(struct desk *desk, int64_t player, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values), *list = value_set_list(map, "section_outs");
    struct outbox_letter letter = {
        .kind = OUTBOX_DIGEST, .n = -1, .facts.player = player, .values = map};
    struct person person;
    struct digest digest = {.desk = desk, .person = &person};

    TRY(ledger_timer_drop(desk->ledger, AUDIENCE_DIGEST, 0, player, err));
    TRY(people_get(desk, player, &person, err));
    TRY(note_games(&digest, player, err));
    TRY(put_sections(&digest, values, list, err));
    TRY(values_rc(values, err));
    return value_count(list) ? outbox_put(desk, &letter, NULL, err) : RC_OK;
}

/* ---- after a change ---- */

/* Has another done something that this seat was not told, and does its player want every letter? */
static enum rc wants_all(struct desk *desk, const struct position *position, unsigned seat,
                         int64_t shown, bool *wants, struct err *err)
{
    int64_t newest = 0;
    struct person person;
    enum rc rc;

    *wants = false;
    for (unsigned other = 1; other <= position->genesis.seats; other++)
        if (other != seat && position->acted_n[other] > newest)
            newest = position->acted_n[other];
    if (newest <= shown)
        return RC_OK;
    rc = people_get(desk, position->player[seat], &person, err);
    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL) /* forgotten: he gets no letter */
        return RC_OK;
    *wants = rc == RC_OK && person.hears_all;
    return rc;
}

/* Who plays several seats hears of a round's end once. */
static bool hears_elsewhere(const struct position *position, unsigned seat, unsigned but)
{
    if (position->hear_n[seat] != position->ended_n)
        return false;
    for (unsigned other = 1; other <= position->genesis.seats; other++)
        if (other != seat && position->player[other] == position->player[seat] &&
            (other == but || other < seat || adjudicate_is_asked(position, other)))
            return true;
    return false;
}

enum rc audience_tell(struct desk *desk, const struct position *position, unsigned but,
                      struct err *err)
{
    int64_t n = (int64_t)position->chain.number, shown, out;
    enum rc rc = RC_OK;

    for (unsigned seat = 1; seat <= position->genesis.seats && rc == RC_OK; seat++) {
        bool over = position->phase == POSITION_OVER, asked, hears, waits = false;
        struct outbox_letter letter = {.kind = over ? OUTBOX_END : OUTBOX_TURN,
                                       .game = position->game,
                                       .seat = seat,
                                       .n = n,
                                       .facts.player = position->player[seat]};

        if (!letter.facts.player || is_lent(position, seat))
            continue;
        if (!over)
            rc = reminders_set(desk, position, seat, err);
        if (seat == but || rc != RC_OK)
            continue;
        rc = ledger_shown(desk->ledger, position->game, (int)seat, &shown, &out, err);
        letter.facts.from_n = shown < 0 ? 0 : shown;
        asked =
            over ? shown < (int64_t)position->end_n : outbox_asked_since(position, seat) > shown;
        if (!asked)
            letter.kind = OUTBOX_NEWS;
        hears = asked || position->hear_n[seat] > shown;
        hears = hears && (asked || !hears_elsewhere(position, seat, but));
        if (rc == RC_OK && !hears)
            rc = wants_all(desk, position, seat, shown, &hears, err);
        if (rc != RC_OK || !hears)
            continue;
        rc = audience_waits(desk, position, &letter, &waits, err);
        if (rc == RC_OK && !waits && letter.kind == OUTBOX_NEWS)
            rc = audience_paces(desk, position, seat, &waits, err);
        if (rc == RC_OK && !waits)
            rc = outbox_put(desk, &letter, NULL, err);
    }
    THEN(rc, audience_watchers(desk, position, err));
    return rc == RC_OK ? forum_queue(desk, position, NULL, err) : rc;
}
