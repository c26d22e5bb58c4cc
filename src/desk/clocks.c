#include "desk/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "desk/adjudicate.h"
#include "desk/notice.h"
#include "desk/outbox.h"
#include "desk/time.h"
#include "desk/wording.h"
#include "ledger/derived.h"

/* ---- calendars ---- */

/* What does not count for a person in a game; nobody: the game's own days, in UTC. */
static void fill_calendar(const struct position *position, const struct person *person,
                          struct freetime *out)
{
    *out = (struct freetime){0};
    if (position->timing.rules.free[0] && !freetime_read_days(position->timing.rules.free, out))
        *out = (struct freetime){0};
    if (!person)
        return;
    text_copy(out->zone, sizeof out->zone, person->zone);
    if (!freetime_read_spans(person->vacation, out))
        out->span_count = 0;
}

static enum rc calendar_of(struct desk *desk, const struct position *position, unsigned seat,
                           struct freetime *out, struct err *err)
{
    int64_t player = seat < POSITION_SEATS ? position->player[seat] : 0;
    struct person person;
    enum rc rc = player ? people_get(desk, player, &person, NULL) : RC_NOT_FOUND;

    if (rc != RC_OK && rc != RC_NOT_FOUND && rc != RC_BAD_SEAL)
        return ERR(err, rc, "a player's data cannot be read");
    fill_calendar(position, rc == RC_OK ? &person : NULL, out);
    return RC_OK;
}

/* ---- one deadline ---- */

static enum rc set_due(struct desk *desk, struct position *position, uint32_t decision,
                       unsigned seat, int64_t due_s, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
    entry.seat = (uint8_t)seat;
    entry.decision = position_log_decision(decision);
    entry.due_s = due_s;
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

static bool is_timed(const struct timing_open *open)
{
    return open->due_s != TIMING_NEVER;
}

/* When a question closes that nobody has moved yet. */
static int64_t reckon(const struct freetime *calendar, const struct timing_open *open)
{
    return freetime_add(calendar, open->opened_s, open->left_s) + open->grace_s;
}

static enum rc settle_one(struct desk *desk, struct position *position,
                          const struct timing_open *open, struct err *err)
{
    int64_t target = open->due_s;
    struct freetime calendar;

    if (!open->moves) {
        enum rc rc = calendar_of(desk, position, open->seat, &calendar, err);

        if (rc != RC_OK)
            return rc;
        target = reckon(&calendar, open);
    }
    /* What was set must stand in the log as it is: halves and undos change or forget it. So must
     * the deadline of sealed luck: a game ends by it. */
    if (open->is_set || position_is_open_luck(open->decision)
            ? replay_due(position->replay, open->seat, position_log_decision(open->decision)) ==
                  target
            : open->due_s == target)
        return RC_OK;
    return set_due(desk, position, open->decision, open->seat, target, err);
}

enum rc clocks_settle(struct desk *desk, struct position *position, struct err *err)
{
    enum rc rc = RC_OK;

    if (position->timing.pause_s || position->phase == POSITION_OVER || position->is_frozen)
        return RC_OK;
    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];

        if (is_timed(&open))
            rc = settle_one(desk, position, &open, err);
    }
    return rc;
}

/* ---- telling ---- */

static enum rc finish(struct desk *desk, struct position *position, unsigned but,
                      const struct notice *notice, struct err *err)
{
    enum rc rc = adjudicate_settle(desk, position, err);

    for (unsigned seat = 1; notice->key && rc == RC_OK && seat <= position->genesis.seats; seat++)
        if (seat != but && position->player[seat])
            rc = notice_seat(desk, position, seat, notice, err);
    return rc == RC_OK ? outbox_tell(desk, position, but, err) : rc;
}

enum rc clocks_finish(struct desk *desk, struct position *position, unsigned but,
                      const char *sentence, struct err *err)
{
    return finish(desk, position, but, &(struct notice){.key = sentence}, err);
}

/* ---- extensions, pauses, rules ---- */

static enum rc put_clock(struct desk *desk, struct position *position, unsigned who,
                         const char *words, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, ENTRY_CLOCK);
    text_copy(entry.words, sizeof entry.words, words);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

static enum rc check_goes_on(const struct position *position, struct err *err)
{
    if (position->phase == POSITION_OVER)
        return ERR(err, RC_USAGE, "this game is over");
    if (!position->rostered)
        return ERR(err, RC_USAGE, "this game has not begun");
    return RC_OK;
}

static bool is_meant(const struct timing_open *open, unsigned seat)
{
    return is_timed(open) && (!seat || open->seat == seat);
}

static enum rc check_extension(const struct desk *desk, const struct position *position,
                               unsigned seat, int64_t by_s, unsigned *count, struct err *err)
{
    enum rc rc = check_goes_on(position, err);

    *count = 0;
    if (rc == RC_OK && position->timing.pause_s)
        rc = ERR(err, RC_USAGE, "the clocks of this game stand; postern game resume first");
    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (!is_meant(open, seat))
            continue;
        ++*count;
        if (by_s < 0 && timing_deadline(open) + by_s <= desk_now(desk))
            rc = ERR(err, RC_USAGE, "a deadline would lie in the past; give less");
    }
    if (rc == RC_OK && !*count)
        rc = ERR(err, RC_USAGE, "no question with a deadline is open there");
    return rc;
}

enum rc clocks_extend(struct desk *desk, struct position *position, unsigned seat, int64_t by_s,
                      unsigned *moved, struct err *err)
{
    char array[64];
    struct text words;
    enum rc rc = check_extension(desk, position, seat, by_s, moved, err);

    text_init(&words, array, sizeof array);
    text_put(&words, "extend ");
    if (seat) {
        text_put(&words, "seat/");
        text_put_int(&words, seat);
        text_put_char(&words, ' ');
    }
    timing_write_duration(by_s, &words);
    if (rc == RC_OK)
        rc = put_clock(desk, position, ENTRY_KEEPER, array, err);
    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];

        if (is_meant(&open, seat))
            rc = set_due(desk, position, open.decision, open.seat, open.due_s + by_s, err);
    }
    return rc;
}

enum rc clocks_renew(struct desk *desk, struct position *position, unsigned seat, struct err *err)
{
    struct freetime calendar;
    enum rc rc = calendar_of(desk, position, seat, &calendar, err);

    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t whole = position->timing.rules.allowance_s[open.time_class], target;

        target = freetime_add(&calendar, desk_now(desk), whole) + open.grace_s;
        if (is_meant(&open, seat) && !position->timing.pause_s && target > open.due_s)
            rc = set_due(desk, position, open.decision, open.seat, target, err);
    }
    return rc;
}

enum rc clocks_pause(struct desk *desk, struct position *position, unsigned who, struct err *err)
{
    enum rc rc = check_goes_on(position, err);

    if (rc == RC_OK && position->timing.pause_s)
        rc = ERR(err, RC_USAGE, "the clocks of this game stand already");
    return rc == RC_OK ? put_clock(desk, position, who, "pause", err) : rc;
}

/* What each question has left when the clocks go again. */
static enum rc left_of_all(struct desk *desk, const struct position *position,
                           int64_t left_s[DECISIONS_MAX], struct freetime calendar[DECISIONS_MAX],
                           struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];
        int64_t pause = position->timing.pause_s;
        int64_t since = pause > open->opened_s ? pause : open->opened_s;

        rc = calendar_of(desk, position, open->seat, &calendar[i], err);
        if (rc == RC_OK)
            left_s[i] = open->moves || open->opened_s < pause
                            ? freetime_between(&calendar[i], since, timing_deadline(open))
                            : open->left_s;
    }
    return rc;
}

static enum rc set_going(struct desk *desk, struct position *position, const int64_t *left_s,
                         const struct freetime *calendar, struct err *err)
{
    int64_t now = position->at_s;
    enum rc rc = RC_OK;

    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t target = freetime_add(&calendar[i], now, left_s[i]) + open.grace_s;

        if (is_meant(&open, 0) && (open.is_set || target != open.due_s))
            rc = set_due(desk, position, open.decision, open.seat, target, err);
    }
    return rc;
}

enum rc clocks_resume(struct desk *desk, struct position *position, unsigned who, struct err *err)
{
    struct freetime *calendar = calloc(DECISIONS_MAX, sizeof *calendar);
    int64_t left_s[DECISIONS_MAX];
    enum rc rc =
        calendar ? check_goes_on(position, err) : ERR(err, RC_NO_MEMORY, "no memory for calendars");

    if (rc == RC_OK && !position->timing.pause_s)
        rc = ERR(err, RC_USAGE, "the clocks of this game go already");
    if (rc == RC_OK)
        rc = left_of_all(desk, position, left_s, calendar, err);
    if (rc == RC_OK)
        rc = put_clock(desk, position, who, "resume", err);
    if (rc == RC_OK)
        rc = set_going(desk, position, left_s, calendar, err);
    free(calendar);
    return rc;
}

enum rc clocks_agree(struct desk *desk, struct position *position, unsigned seat, const char *what,
                     const struct position_letter *letter, bool *done, uint32_t *missing,
                     struct err *err)
{
    bool pause = text_equal(what, "pause");
    struct entry entry;
    enum rc rc = RC_OK;

    *done = false;
    *missing = replay_clock_missing(position->replay);
    if (*missing & 1u << seat) {
        entry_init(&entry, 0, 0, seat, ENTRY_AGREE);
        entry.letter = letter && letter->raw;
        text_copy(entry.words, sizeof entry.words, what);
        rc = position_append(desk, position, &entry, NULL, 0, letter, err);
        if (rc != RC_OK)
            return rc;
        *missing = replay_clock_missing(position->replay);
    }
    *done = !*missing;
    if (*missing)
        return RC_OK;
    return pause ? clocks_pause(desk, position, ENTRY_TABLE, err)
                 : clocks_resume(desk, position, ENTRY_TABLE, err);
}

enum rc clocks_change_rules(struct desk *desk, struct position *position, const char *rules,
                            struct err *err)
{
    struct timing_rules made = position->timing.rules;
    char words[ENTRY_WORDS_BYTES];
    struct text text;
    enum rc rc = check_goes_on(position, err);

    if (rc == RC_OK)
        rc = timing_read(rules, &made, err);
    text_init(&text, words, sizeof words);
    text_put(&text, "rules ");
    timing_write(&made, &text);
    if (rc == RC_OK && !made.free[0])
        text_put(&text, " free=none");
    return rc == RC_OK ? put_clock(desk, position, ENTRY_KEEPER, words, err) : rc;
}

/* ---- a player's calendar ---- */

enum { GAMES_MOST = 512 };

struct own_games {
    unsigned count;
    int64_t game[GAMES_MOST];
};

static enum rc note_game(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct own_games *games = user;

    (void)err;
    if (row->status != LEDGER_OVER && games->count < GAMES_MOST)
        games->game[games->count++] = row->game;
    return RC_OK;
}

/* Move what is open for the player in one game from one calendar to another. All hear of it but
 * himself, unless another did it for him. */
static enum rc shift_game(struct desk *desk, int64_t game, const struct person *before,
                          const struct person *after, bool by_keeper, unsigned *moved,
                          struct err *err)
{
    struct notice notice = {.key = "keeper.vacation"};
    struct position *position;
    struct freetime old, new;
    int64_t now = desk_now(desk);
    unsigned here = 0;
    enum rc rc = position_get(desk, game, &position, err);

    if (rc != RC_OK || position->is_frozen || position->timing.pause_s)
        return rc;
    fill_calendar(position, before, &old);
    fill_calendar(position, after, &new);
    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t left = freetime_between(&old, now, timing_deadline(&open)), target;

        if (!is_meant(&open, 0) || position->player[open.seat] != before->id || left == 0)
            continue;
        target = freetime_add(&new, now, left) + open.grace_s;
        if (target == open.due_s)
            continue;
        rc = set_due(desk, position, open.decision, open.seat, target, err);
        notice.player = open.seat;
        here++;
    }
    *moved += here;
    return rc == RC_OK && here ? finish(desk, position, by_keeper ? 0 : notice.player, &notice, err)
                               : rc;
}

static enum rc shift_all(struct desk *desk, const struct person *before, const struct person *after,
                         bool by_keeper, unsigned *moved, struct err *err)
{
    struct own_games *games = calloc(1, sizeof *games);
    enum rc rc = games ? ledger_games_of_player(desk->ledger, before->id, note_game, games, err)
                       : ERR(err, RC_NO_MEMORY, "no memory for a list of games");

    for (unsigned i = 0; rc == RC_OK && i < games->count; i++)
        rc = shift_game(desk, games->game[i], before, after, by_keeper, moved, err);
    free(games);
    return rc;
}

static void drop_span(struct freetime *spans, unsigned i)
{
    memmove(&spans->span[i], &spans->span[i + 1],
            (--spans->span_count - i) * sizeof spans->span[0]);
}

/* End what is booked: what is running ends yesterday, so that today counts. */
static void drop_booked(struct freetime *spans, const struct freetime_day *today)
{
    for (unsigned i = 0; i < spans->span_count;) {
        struct freetime_span *span = &spans->span[i];

        if (freetime_compare(&span->to, today) < 0) {
            i++;
            continue;
        }
        if (freetime_compare(&span->from, today) >= 0) {
            drop_span(spans, i);
            continue;
        }
        freetime_day_before(today, &span->to);
        i++;
    }
}

/* Days booked that begin in the year; overlaps count twice, at the booker's cost. */
static int64_t booked_in(const struct freetime *spans, int year)
{
    int64_t days = 0;

    for (unsigned i = 0; i < spans->span_count; i++)
        if (spans->span[i].from.year == year)
            days += freetime_length(&spans->span[i]);
    return days;
}

/* "2026-12-20..2027-01-03", "2026-12-20 2027-01-03", "2026-12-20 to 2027-01-03", one day. */
static bool read_dates(const char *text, struct freetime_span *span)
{
    size_t first = strcspn(text, " .");
    const char *rest = text + first + strspn(text + first, " .");

    if (!freetime_read_day(text, first, &span->from))
        return false;
    span->to = span->from;
    if (text_starts_with(rest, "to "))
        rest += 3 + strspn(rest + 3, " ");
    return (!*rest || freetime_read_day(rest, strlen(rest), &span->to)) &&
           freetime_compare(&span->from, &span->to) <= 0;
}

static enum clocks_verdict book(const struct desk *desk, const char *text, bool by_keeper,
                                const struct freetime_day *today, struct freetime *spans)
{
    struct freetime_span span;
    int64_t most = desk->config->vacation_s / 86400;

    if (text_equal_folded(text, "off")) {
        drop_booked(spans, today);
        return CLOCKS_DONE;
    }
    if (!read_dates(text, &span))
        return CLOCKS_NOT_DATES;
    if (freetime_compare(&span.from, today) < 0)
        return CLOCKS_PAST;
    /* What is long over counts for no year any more. */
    for (unsigned i = 0; i < spans->span_count;)
        if (spans->span[i].to.year < today->year)
            drop_span(spans, i);
        else
            i++;
    if (spans->span_count == FREETIME_SPANS)
        return CLOCKS_TOO_MANY;
    spans->span[spans->span_count++] = span;
    if (!by_keeper && (booked_in(spans, span.from.year) > most || freetime_length(&span) > most))
        return CLOCKS_TOO_LONG;
    return freetime_length(&span) > 366 ? CLOCKS_TOO_LONG : CLOCKS_DONE;
}

enum rc clocks_vacation(struct desk *desk, int64_t player, const char *text, bool by_keeper,
                        enum clocks_verdict *verdict, unsigned *moved, struct err *err)
{
    struct person before, after;
    struct freetime_day today;
    struct freetime spans = {0};
    struct buf written = {0};
    enum rc rc = people_get(desk, player, &before, err);

    *moved = 0;
    if (rc != RC_OK)
        return rc;
    if (!freetime_read_spans(before.vacation, &spans))
        spans.span_count = 0;
    today = freetime_today(before.zone, desk_now(desk));
    *verdict = book(desk, text, by_keeper, &today, &spans);
    if (*verdict != CLOCKS_DONE)
        return RC_OK;
    freetime_write_spans(&spans, &written);
    rc = buf_rc(&written, err);
    if (rc == RC_OK)
        rc = people_change(desk, player, "vacation", buf_text(&written), err);
    if (rc == RC_OK)
        rc = people_get(desk, player, &after, err);
    if (rc == RC_OK)
        rc = shift_all(desk, &before, &after, by_keeper, moved, err);
    buf_fini(&written);
    return rc;
}

enum rc clocks_zone(struct desk *desk, int64_t player, const char *zone,
                    enum clocks_verdict *verdict, struct err *err)
{
    *verdict = freetime_zone_exists(zone) ? CLOCKS_DONE : CLOCKS_NO_ZONE;
    return *verdict == CLOCKS_DONE ? people_change(desk, player, "zone", zone, err) : RC_OK;
}

void clocks_booked(const struct person *person, int64_t now_s, struct buf *out)
{
    struct freetime_day today = freetime_today(person->zone, now_s);
    struct freetime spans = {0};

    if (!freetime_read_spans(person->vacation, &spans))
        return;
    for (unsigned i = 0; i < spans.span_count;)
        if (freetime_compare(&spans.span[i].to, &today) < 0)
            drop_span(&spans, i);
        else
            i++;
    freetime_write_spans(&spans, out);
}
