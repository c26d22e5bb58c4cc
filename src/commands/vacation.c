/* SPDX-License-Identifier: MIT */
/* Books days off and sets a zone, and moves the deadlines of the player's games with them. */
#include "commands/vacation.h"

#include "outbound/notice.h"
#include "ledger/derived.h"
#include "play/deadlines.h"
#include "server/zone_names.h"

enum { GAMES_MOST = 512 };

struct own_games {
    unsigned count;
    int64_t game[GAMES_MOST];
};

static enum rc note_games(struct desk *desk, int64_t player, struct own_games *games,
                          struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(desk->ledger, player, err);
    struct ledger_game_row row;

    while (games->count < GAMES_MOST && ledger_next(&rows, &row))
        if (row.status != LEDGER_OVER)
            games->game[games->count++] = row.game;
    return ledger_end(&rows);
}

/* Move what is open for the player in one game from one calendar to another. All hear of it but
 * himself, unless another did it for him. */
static enum rc shift_game(struct desk *desk, int64_t game, const struct person *before,
                          const struct person *after, bool by_keeper, unsigned *moved,
                          struct err *err)
{
    struct notice notice = {.key = "keeper.vacation"};
    struct position *position;
    struct calendar old, new;
    const struct timing_rules *rules;
    int64_t now = desk_now(desk);
    unsigned here = 0;

    TRY(position_get(desk, game, &position, err));
    if (position->is_frozen || position->timing.pause_s)
        return RC_OK;
    rules = &position->timing.rules;
    deadlines_calendar(position, before, &old);
    deadlines_calendar(position, after, &new);
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t left = calendar_between(&old, now, timing_deadline(&open)), target;

        if (!deadlines_is_timed(&open) || position->player[open.seat] != before->id || left == 0)
            continue;
        target = deadlines_add(rules, &new, open.time_class, now, left) + open.grace_s;
        if (timing_has_hours(rules) && open.due_s == deadlines_reckon(rules, &old, &open))
            target = deadlines_reckon(rules, &new, &open);
        if (target == open.due_s)
            continue;
        TRY(deadlines_set(desk, position, open.decision, open.seat, target, err));
        notice.player = open.seat;
        here++;
    }
    *moved += here;
    return here ? notice_settled(desk, position, by_keeper ? 0 : notice.player, &notice, err)
                : RC_OK;
}

static enum rc shift_all(struct desk *desk, const struct person *before, const struct person *after,
                         bool by_keeper, unsigned *moved, struct err *err)
{
    OWN_MEMORY struct own_games *games = calloc(1, sizeof *games);

    FAIL_IF(!games, err, RC_NO_MEMORY, "no memory for a list of games");
    TRY(note_games(desk, before->id, games, err));
    for (unsigned i = 0; i < games->count; i++)
        TRY(shift_game(desk, games->game[i], before, after, by_keeper, moved, err));
    return RC_OK;
}

/* ---- days of a stock ---- */

enum rc vacation_agree(struct desk *desk, struct position *position, unsigned seat,
                       const struct person *person, bool *said, struct err *err)
{
    const struct timing_rules *rules = &position->timing.rules;
    struct entry entry;

    *said = (rules->stock || rules->yearly) && position->rostered && !position->is_frozen &&
            !position->waits && position->phase != POSITION_OVER &&
            !replay_is_lent(position->replay, seat) && !position->house[seat] &&
            position->player[seat] == person->id &&
            replay_stock_agreed(position->replay, seat) != person->draws;
    if (!*said)
        return RC_OK;
    entry_init(&entry, 0, 0, seat, person->draws ? ENTRY_AGREE : ENTRY_DECLINE);
    text_copy(entry.words, sizeof entry.words, REPLAY_VACATION);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

static enum rc agree_in(struct desk *desk, int64_t game, const struct person *person,
                        unsigned *games, struct err *err)
{
    struct position *position;
    bool said, any = false;

    TRY(position_get(desk, game, &position, err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        TRY(vacation_agree(desk, position, seat, person, &said, err));
        any |= said;
    }
    *games += any;
    return RC_OK;
}

enum rc vacation_draw(struct desk *desk, int64_t player, bool on, unsigned *games, struct err *err)
{
    OWN_MEMORY struct own_games *own = calloc(1, sizeof *own);
    struct person person;

    TRY(own ? people_change(desk, player, "stock", on ? "on" : "off", err)
            : ERR(err, RC_NO_MEMORY, "no memory for a list of games"));
    *games = 0;
    TRY(people_get(desk, player, &person, err));
    TRY(note_games(desk, player, own, err));
    for (unsigned i = 0; i < own->count; i++)
        TRY(agree_in(desk, own->game[i], &person, games, err));
    return RC_OK;
}

/* ---- booking ---- */

static void drop_span(struct calendar *spans, unsigned i)
{
    memmove(&spans->span[i], &spans->span[i + 1],
            (--spans->span_count - i) * sizeof spans->span[0]);
}

/* End what is booked: what is running ends yesterday, so that today counts. */
static void drop_booked(struct calendar *spans, const struct calendar_day *today)
{
    for (unsigned i = 0; i < spans->span_count;) {
        struct calendar_span *span = &spans->span[i];

        if (calendar_compare(&span->to, today) < 0) {
            i++;
            continue;
        }
        if (calendar_compare(&span->from, today) >= 0) {
            drop_span(spans, i);
            continue;
        }
        span->to = calendar_day_later(today, -1);
        i++;
    }
}

/* Days booked that begin in the year. */
static int64_t booked_in(const struct calendar *spans, int year)
{
    int64_t days = 0;

    for (unsigned i = 0; i < spans->span_count; i++)
        if (spans->span[i].from.year == year)
            days += calendar_length(&spans->span[i]);
    return days;
}

/* Days that are said twice are booked once: what overlaps becomes one. */
static void take_in(struct calendar *spans, struct calendar_span *span)
{
    for (unsigned i = 0; i < spans->span_count;) {
        const struct calendar_span *other = &spans->span[i];

        if (calendar_compare(&other->to, &span->from) < 0 ||
            calendar_compare(&span->to, &other->from) < 0) {
            i++;
            continue;
        }
        if (calendar_compare(&other->from, &span->from) < 0)
            span->from = other->from;
        if (calendar_compare(&span->to, &other->to) < 0)
            span->to = other->to;
        drop_span(spans, i);
    }
}

static enum vacation_verdict book(const struct desk *desk, const char *code, const char *text,
                                  bool by_keeper, const struct calendar_day *today,
                                  struct calendar *spans)
{
    struct calendar_span span;
    int64_t most = desk->config->vacation_s / 86400;

    if (text_equal_folded(text, "off") || text_equal_folded(text, "none")) {
        drop_booked(spans, today);
        return VACATION_DONE;
    }
    if (!vacation_read_days(library_language(desk->library, code), text, today, &span))
        return VACATION_NOT_DATES;
    if (calendar_compare(&span.from, today) < 0)
        return VACATION_PAST;
    /* What is long over counts for no year any more. */
    for (unsigned i = 0; i < spans->span_count;)
        if (spans->span[i].to.year < today->year)
            drop_span(spans, i);
        else
            i++;
    take_in(spans, &span);
    if (spans->span_count == CALENDAR_SPANS)
        return VACATION_TOO_MANY;
    spans->span[spans->span_count++] = span;
    if (!by_keeper && (booked_in(spans, span.from.year) > most || calendar_length(&span) > most))
        return VACATION_TOO_LONG;
    return calendar_length(&span) > 366 ? VACATION_TOO_LONG : VACATION_DONE;
}

enum rc vacation_book(struct desk *desk, int64_t player, const char *text, bool by_keeper,
                      enum vacation_verdict *verdict, unsigned *moved, struct err *err)
{
    struct person before, after;
    struct calendar_day today;
    struct calendar spans = {0};
    OWN(buf) written = {0};

    *moved = 0;
    TRY(people_get(desk, player, &before, err));
    if (!calendar_read_spans(before.vacation, &spans))
        spans.span_count = 0;
    today = calendar_today(before.zone, desk_now(desk));
    *verdict = book(desk, before.language, text, by_keeper, &today, &spans);
    if (*verdict != VACATION_DONE)
        return RC_OK;
    calendar_write_spans(&spans, &written);
    TRY(buf_rc(&written, err));
    TRY(people_change(desk, player, "vacation", buf_text(&written), err));
    TRY(people_get(desk, player, &after, err));
    return shift_all(desk, &before, &after, by_keeper, moved, err);
}

enum rc vacation_zone(struct desk *desk, int64_t player, const char *zone,
                      enum vacation_verdict *verdict, struct err *err)
{
    char found[CALENDAR_ZONE_BYTES];

    *verdict = zone_names_find(zone, found) ? VACATION_DONE : VACATION_NO_ZONE;
    return *verdict == VACATION_DONE ? people_change(desk, player, "zone", found, err) : RC_OK;
}

void vacation_booked(const struct person *person, int64_t now_s, struct buf *out)
{
    struct calendar_day today = calendar_today(person->zone, now_s);
    struct calendar spans = {0};

    if (!calendar_read_spans(person->vacation, &spans))
        return;
    for (unsigned i = 0; i < spans.span_count;)
        if (calendar_compare(&spans.span[i].to, &today) < 0)
            drop_span(&spans, i);
        else
            i++;
    calendar_write_spans(&spans, out);
}
