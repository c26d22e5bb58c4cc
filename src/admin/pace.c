/* SPDX-License-Identifier: MIT */
/* Counts how fast a game went by letter, from its log and its letters. It only reads. */
#include "admin/pace.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/text.h"
#include "ledger/derived.h"
#include "ledger/letters.h"
#include "play/archive.h"
#include "play/position.h"

const char *pace_phase_name(enum pace_phase phase)
{
    static const char *const names[PACE_PHASES] = {"luck", "set-up", "turns", "replies"};

    return names[phase];
}

struct pace_count pace_sum(const struct pace *pace, unsigned seat, unsigned phase)
{
    struct pace_count sum = {0};

    for (unsigned s = 1; s <= pace->seats; s++)
        for (unsigned p = 0; p < PACE_PHASES; p++) {
            const struct pace_count *one = &pace->count[s][p];

            if ((seat && s != seat) || (phase < PACE_PHASES && p != phase))
                continue;
            sum.handovers += one->handovers;
            sum.written += one->written;
            sum.got += one->got;
            sum.lines += one->lines;
            sum.missed += one->missed;
            sum.waited_s += one->waited_s;
        }
    return sum;
}

/* ---- the log ---- */

/* What each seat was at behind an entry. */
struct moment {
    int64_t time_s;
    uint64_t asked_n[SEATS_MAX + 1]; /* entry that asked it last; 0 = it is not asked */
    uint8_t phase[SEATS_MAX + 1];
    bool asked[SEATS_MAX + 1];
};

struct story {
    struct moment *moment; /* owned; by entry */
    size_t count, room;
};

struct walking {
    struct pace *pace;
    struct story *story;
    unsigned last;                  /* seat that acted last; 0 = none yet */
    uint64_t left_n[SEATS_MAX + 1]; /* entry with the newest lines of each seat */
    struct {
        unsigned seat; /* 0 = no order waits to be known for a hand's or a line's */
        uint8_t phase;
        bool waited;
    } order;
};

/* Luck comes before all, a question's class says the rest; who is asked nothing stays where he was.
 */
static void note_phases(const struct position *position, struct moment *moment)
{
    static const uint8_t phases[TIME_CLASS_COUNT] = {
        PACE_TURN, PACE_SETUP, PACE_TURN, PACE_REPLY}; /* TIME_NONE is never asked of a seat */

    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (open->seat == SEAT_TABLE || open->seat > SEATS_MAX)
            continue;
        moment->asked[open->seat] = !position->timing.pause_s;
        if ((uint64_t)open->opened_n > moment->asked_n[open->seat])
            moment->asked_n[open->seat] = (uint64_t)open->opened_n;
        moment->phase[open->seat] =
            position_is_luck(open->decision) ? PACE_LUCK : phases[open->time_class];
    }
}

static enum rc add_moment(struct story *story, const struct position_step *step, struct err *err)
{
    struct moment moment = {.time_s = step->entry->time_s};
    struct moment *grown = grow_array(story->moment, story->count, &story->room, sizeof *grown);

    if (!grown)
        return ERR(err, RC_NO_MEMORY, "no memory for a game's log");
    story->moment = grown;
    for (unsigned seat = 1; seat <= SEATS_MAX && story->count; seat++)
        moment.phase[seat] = story->moment[story->count - 1].phase[seat];
    note_phases(step->position, &moment);
    story->moment[story->count++] = moment;
    return RC_OK;
}

static void hand_over(struct walking *walking, unsigned seat, uint8_t phase)
{
    if (seat != walking->last)
        walking->pace->count[seat][phase].handovers++;
    walking->last = seat;
}

/* Before protocol 2 a note behind an order says that a line gave it. */
static bool tells_of_line(const struct position_step *step)
{
    size_t length;
    const char *said = step->entry->kind == ENTRY_OWN
                           ? position_payload(step->position, step->entry->name, &length)
                           : NULL;

    return said && text_starts_with(said, STANDING_ORDER_BY);
}

/* A line that came when its question was open is what the game waited for. */
static void count_line(struct walking *walking, unsigned seat, uint8_t phase, bool waited)
{
    walking->pace->count[seat][phase].lines++;
    if (waited)
        hand_over(walking, seat, phase);
}

static void settle_order(struct walking *walking, const struct position_step *step)
{
    unsigned seat = walking->order.seat;

    if (!seat)
        return;
    if (step && tells_of_line(step))
        count_line(walking, seat, walking->order.phase, walking->order.waited);
    else
        hand_over(walking, seat, walking->order.phase);
    walking->order.seat = 0;
}

static void count_act(struct walking *walking, const struct entry *entry,
                      const struct moment *before)
{
    uint8_t phase = before->phase[entry->who];
    struct pace_count *count = &walking->pace->count[entry->who][phase];
    bool waited = before->asked_n[entry->who] < walking->left_n[entry->who];

    if (entry->kind == ENTRY_LUCK)
        hand_over(walking, entry->who, PACE_LUCK);
    else if (entry->by || (entry->kind == ENTRY_ORDER && entry->name[0]))
        count_line(walking, entry->who, phase, waited);
    else if (entry->kind == ENTRY_DEFAULT) {
        count->missed++;
        hand_over(walking, entry->who, phase);
    } else if (entry->kind == ENTRY_ORDER) {
        walking->order.seat = entry->who;
        walking->order.phase = phase;
        walking->order.waited = waited;
    }
}

static void count_waiting(struct pace *pace, const struct moment *before, int64_t now_s)
{
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (before->asked[seat] && now_s > before->time_s)
            pace->count[seat][before->phase[seat]].waited_s += now_s - before->time_s;
}

static enum rc count_entry(void *user, const struct position_step *step, struct err *err)
{
    struct walking *walking = user;
    struct story *story = walking->story;
    const struct entry *entry = step->entry;
    const struct moment *before = story->count ? &story->moment[story->count - 1] : NULL;

    settle_order(walking, step);
    if (before)
        count_waiting(walking->pace, before, entry->time_s);
    if (before && entry->who >= 1 && entry->who <= SEATS_MAX)
        count_act(walking, entry, before);
    if (entry->kind == ENTRY_OWN && !tells_of_line(step))
        walking->left_n[entry->who] = entry->number;
    walking->pace->is_over |= step->position->phase == POSITION_OVER;
    return add_moment(story, step, err);
}

static enum rc read_game(struct desk *desk, struct pace *pace, struct story *story, struct err *err)
{
    struct walking walking = {.pace = pace, .story = story};
    struct position *position;
    enum rc rc = position_walk(desk, pace->game, INT64_MAX, count_entry, &walking, &position, err);

    if (rc != RC_OK)
        return rc;
    settle_order(&walking, NULL);
    pace->seats = position->genesis.seats;
    for (unsigned seat = 1; seat <= pace->seats; seat++)
        pace->player[seat] = position->player[seat];
    text_copy(pace->kind, sizeof pace->kind, position->genesis.game);
    if (story->count)
        pace->lasted_s = story->moment[story->count - 1].time_s - story->moment[0].time_s;
    position_free(position);
    return RC_OK;
}

/* ---- letters ---- */

struct gathering {
    struct desk *desk;
    int64_t only; /* 0 = all games */
    struct pace *pace;
    struct story *story; /* by pace */
    unsigned count, room;
};

static int by_game(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = ((const struct pace *)right)->game;

    return (a > b) - (a < b);
}

static struct pace *find_game(const struct gathering *gathering, int64_t game)
{
    return game && gathering->count
               ? bsearch(&game, gathering->pace, gathering->count, sizeof *gathering->pace, by_game)
               : NULL;
}

/* Where a seat was behind the last entry that is not later. */
static unsigned phase_at(const struct story *story, unsigned seat, int64_t at_s)
{
    size_t low = 0, high = story->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (story->moment[middle].time_s < at_s)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? story->moment[low - 1].phase[seat] : PACE_LUCK;
}

static void count_letter(struct gathering *gathering, const struct ledger_letter_row *row)
{
    const struct ledger_outcome *outcome = &row->outcome;
    struct pace *pace;

    if (outcome->kind >= LEDGER_REPEAT)
        return;
    pace = find_game(gathering, outcome->game);
    if (!pace || outcome->seat < 1 || outcome->seat > (int)pace->seats)
        return;
    pace->count[outcome->seat][phase_at(&gathering->story[pace - gathering->pace],
                                        (unsigned)outcome->seat, row->letter.arrived_s)]
        .written++;
}

static enum rc count_letters(struct gathering *gathering, struct err *err)
{
    struct ledger_rows rows = ledger_letters(gathering->desk->ledger, 0, err);
    struct ledger_letter_row row;

    while (ledger_next(&rows, &row))
        count_letter(gathering, &row);
    return ledger_end(&rows);
}

static void count_out(struct gathering *gathering, const struct ledger_out *row)
{
    struct pace *pace = find_game(gathering, row->game);
    const struct story *story;
    unsigned seat = (unsigned)row->seat;

    if (!pace || row->seat < 1 || seat > pace->seats)
        return;
    story = &gathering->story[pace - gathering->pace];
    pace->count[seat]
               [row->n >= 0 && (size_t)row->n < story->count ? story->moment[row->n].phase[seat]
                                                             : phase_at(story, seat, row->made_s)]
                   .got++;
}

static enum rc count_outs(struct gathering *gathering, struct err *err)
{
    struct ledger_rows rows = ledger_outs(gathering->desk->ledger, 0, err);
    struct ledger_out row;

    while (ledger_next(&rows, &row))
        count_out(gathering, &row);
    return ledger_end(&rows);
}

/* ---- all of it ---- */

static enum rc grow(struct gathering *gathering, struct err *err)
{
    unsigned room = gathering->room ? 2 * gathering->room : 64;
    struct pace *pace = realloc(gathering->pace, room * sizeof *pace);
    struct story *story;

    if (pace)
        gathering->pace = pace;
    story = pace ? realloc(gathering->story, room * sizeof *story) : NULL;
    if (!story)
        return ERR(err, RC_NO_MEMORY, "no memory for games");
    gathering->story = story;
    gathering->room = room;
    return RC_OK;
}

static enum rc add_game(struct gathering *gathering, const struct ledger_game_row *row,
                        struct err *err)
{
    enum rc rc = RC_OK;

    if (archive_is_missing(gathering->desk, row->game) && !gathering->only)
        return RC_OK; /* its file is away: nobody can tell */
    if (gathering->count == gathering->room)
        rc = grow(gathering, err);
    if (rc != RC_OK)
        return rc;
    gathering->pace[gathering->count] = (struct pace){.game = row->game};
    gathering->story[gathering->count] = (struct story){0};
    gathering->count++;
    return read_game(gathering->desk, &gathering->pace[gathering->count - 1],
                     &gathering->story[gathering->count - 1], err);
}

static void free_stories(struct gathering *gathering)
{
    for (unsigned i = 0; i < gathering->count; i++)
        free(gathering->story[i].moment);
    free(gathering->story);
}

enum rc pace_gather(struct desk *desk, int64_t game, struct pace **pace, unsigned *count,
                    struct err *err)
{
    struct gathering gathering = {.desk = desk, .only = game};
    enum rc rc = ledger_begin_read(desk->ledger, err);
    struct ledger_game_row row;
    struct ledger_rows rows;

    *pace = NULL;
    *count = 0;
    if (rc != RC_OK)
        return rc;
    rows = game ? ledger_game_now(desk->ledger, game, err)
                : ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);
    while (ledger_next(&rows, &row))
        rows.rc = add_game(&gathering, &row, err);
    rc = ledger_end(&rows);
    if (rc == RC_OK)
        rc = count_letters(&gathering, err);
    if (rc == RC_OK)
        rc = count_outs(&gathering, err);
    ledger_rollback(desk->ledger);
    free_stories(&gathering);
    if (rc == RC_OK) {
        *pace = gathering.pace;
        *count = gathering.count;
    } else
        free(gathering.pace);
    return rc;
}
