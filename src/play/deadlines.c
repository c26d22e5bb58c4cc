/* SPDX-License-Identifier: MIT */
/* Writes deadlines into the log, by the calendars of those who sit there. */
#include "play/deadlines.h"

void deadlines_calendar(const struct position *position, const struct person *person,
                        struct calendar *out)
{
    *out = (struct calendar){0};
    if (position->timing.rules.free[0] && !calendar_read_days(position->timing.rules.free, out))
        *out = (struct calendar){0};
    if (!person)
        return;
    text_copy(out->zone, sizeof out->zone, person->zone);
    if (!calendar_read_spans(person->vacation, out))
        out->span_count = 0;
}

enum rc deadlines_calendar_of(struct desk *desk, const struct position *position, unsigned seat,
                              struct calendar *out, struct err *err)
{
    int64_t player = seat < POSITION_SEATS ? position->player[seat] : 0;
    struct person person;
    enum rc rc = player ? people_get(desk, player, &person, NULL) : RC_NOT_FOUND;

    if (rc != RC_OK && rc != RC_NOT_FOUND && rc != RC_BAD_SEAL)
        return ERR(err, rc, "a player's data cannot be read");
    deadlines_calendar(position, rc == RC_OK ? &person : NULL, out);
    return RC_OK;
}

enum rc deadlines_set(struct desk *desk, struct position *position, uint32_t decision,
                      unsigned seat, int64_t due_s, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
    entry.seat = (uint8_t)seat;
    entry.decision = position_log_decision(decision);
    entry.due_s = due_s;
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

enum { HOURS_MOST = 4000 }; /* ten years of days off */

int64_t deadlines_add(const struct timing_rules *rules, const struct calendar *calendar,
                      unsigned time_class, int64_t at_s, int64_t seconds)
{
    const struct timing_hour *hour = &rules->hour[time_class];

    at_s = calendar_add(calendar, at_s, seconds);
    for (unsigned i = 0; hour->weekdays && i < HOURS_MOST; i++) {
        at_s = calendar_hour(rules->zone, hour->weekdays, hour->minute, at_s + (i > 0));
        if (calendar_between(calendar, at_s - 1, at_s))
            break;
    }
    return at_s;
}

/* When a question closes that nobody has moved yet. */
int64_t deadlines_reckon(const struct timing_rules *rules, const struct calendar *calendar,
                         const struct timing_open *open)
{
    int64_t deadline_s = open->left_s ? deadlines_add(rules, calendar, open->time_class,
                                                      open->opened_s, open->left_s)
                                      : open->opened_s;

    return deadline_s + open->grace_s;
}

/* A deadline of luck by which a game may end. */
static bool ends_the_game(uint32_t decision)
{
    return position_is_open_luck(decision) || position_is_luck(decision);
}

static enum rc settle_one(struct desk *desk, struct position *position,
                          const struct timing_open *open, struct err *err)
{
    const struct timing_rules *rules = &position->timing.rules;
    int64_t target = open->due_s, logged;
    bool has_hours = timing_has_hours(rules),
         counts = replay_away(position->replay) && replay_missed(position->replay, open->seat) &&
                  !timing_is_spent(open),
         logs = has_hours || counts || timing_has_days(rules);
    struct calendar calendar;

    TRY(open->moves && !has_hours
            ? RC_OK
            : deadlines_calendar_of(desk, position, open->seat, &calendar, err));
    if (!open->moves)
        target = deadlines_reckon(rules, &calendar, open);
    /* What was set must stand in the log as it is: halves and undos change or forget it. So must
     * the deadline of sealed luck, by which a game ends, all where there are hours, and those of
     * who missed one. */
    logged = replay_due(position->replay, open->seat, position_log_decision(open->decision));
    if (open->is_set || ends_the_game(open->decision) || logs ? logged == target
                                                              : open->due_s == target)
        return RC_OK;
    if (open->moves && has_hours)
        target = deadlines_add(rules, &calendar, open->time_class, target - open->grace_s, 0) +
                 open->grace_s;
    return deadlines_set(desk, position, open->decision, open->seat, target, err);
}

enum rc deadlines_settle(struct desk *desk, struct position *position, struct err *err)
{
    if (position->timing.pause_s || position->phase == POSITION_OVER || position->is_frozen)
        return RC_OK;
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];

        if (deadlines_is_timed(&open))
            TRY(settle_one(desk, position, &open, err));
    }
    return RC_OK;
}

bool deadlines_are_asked(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat && deadlines_is_timed(&position->timing.open[i]))
            return true;
    return false;
}
