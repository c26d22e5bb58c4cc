/* SPDX-License-Identifier: MIT */
/* Counts what a server has done from its logs. How the figures are shown is up to the command
 * line. */
#include "admin/admin.h"

#include "base/grow.h"
#include "ledger/facts.h"
#include "play/position.h"

struct gathering {
    struct desk *desk;
    struct figures *figures;
    int64_t since_s;
    struct numbers answer_s;        /* owned */
    int64_t asked_s[SEATS_MAX + 1]; /* newest question of each seat before the entry; 0 = none */
};

static void note_asked(struct gathering *gathering, const struct position *position)
{
    for (unsigned seat = 0; seat <= SEATS_MAX; seat++)
        gathering->asked_s[seat] = 0;
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (open->seat <= SEATS_MAX && open->opened_s > gathering->asked_s[open->seat])
            gathering->asked_s[open->seat] = open->opened_s;
    }
}

static enum rc count_entry(void *user, const struct position_step *step, struct err *err)
{
    struct gathering *gathering = user;
    struct figures *figures = gathering->figures;
    const struct entry *entry = step->entry;
    int64_t came_s = entry->came_s == ENTRY_NO_TIME ? entry->time_s : entry->came_s;

    if (came_s >= gathering->since_s) {
        figures->entries++;
        figures->defaults += entry->kind == ENTRY_DEFAULT;
    }
    if (entry->kind == ENTRY_ORDER && came_s >= gathering->since_s) {
        figures->orders++;
        figures->hour[came_s / 3600 % FIGURES_HOURS]++;
        if (entry->who <= SEATS_MAX && gathering->asked_s[entry->who] &&
            came_s >= gathering->asked_s[entry->who])
            TRY(numbers_add(&gathering->answer_s, came_s - gathering->asked_s[entry->who], err));
    }
    note_asked(gathering, step->position);
    return RC_OK;
}

static enum rc count_game(struct gathering *gathering, const struct ledger_game_row *row,
                          struct err *err)
{
    struct position *position;

    gathering->figures->games++;
    gathering->figures->status[row->status]++;
    gathering->figures->frozen += row->is_frozen;
    if (row->at_s < gathering->since_s)
        return RC_OK; /* nothing has happened since */
    note_asked(gathering, &(struct position){0});
    TRY(position_walk(gathering->desk, row->game, INT64_MAX, count_entry, gathering, &position,
                      err));
    position_free(position);
    return RC_OK;
}

static enum rc count_letters(struct gathering *gathering, struct err *err)
{
    struct ledger_rows rows = ledger_letters(gathering->desk->ledger, 0, err);
    struct figures *figures = gathering->figures;

    for (struct ledger_letter_row row; ledger_next(&rows, &row);) {
        if (row.letter.arrived_s < gathering->since_s)
            continue;
        figures->letters++;
        if (row.outcome.kind == LEDGER_OUTCOME_COUNT)
            figures->waiting++;
        else
            figures->outcome[row.outcome.kind]++;
    }
    return ledger_end(&rows);
}

static int by_time(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

enum rc figures_gather(struct desk *desk, int64_t since_s, struct figures *figures, struct err *err)
{
    struct gathering gathering = {.desk = desk, .figures = figures, .since_s = since_s};
    enum rc rc = ledger_begin_read(desk->ledger, err);
    struct ledger_rows rows;

    *figures = (struct figures){.median_s = -1, .slow_s = -1};
    TRY(rc);
    rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        rows.rc = count_game(&gathering, &row, err);
    rc = ledger_end(&rows);
    THEN(rc, count_letters(&gathering, err));
    ledger_rollback(desk->ledger);
    if (gathering.answer_s.count) {
        qsort(gathering.answer_s.at, gathering.answer_s.count, sizeof(int64_t), by_time);
        figures->median_s = gathering.answer_s.at[gathering.answer_s.count / 2];
        figures->slow_s = gathering.answer_s.at[gathering.answer_s.count * 9 / 10];
    }
    free(gathering.answer_s.at);
    return rc;
}
