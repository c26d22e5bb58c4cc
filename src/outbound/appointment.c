/* SPDX-License-Identifier: MIT */
/* Decides which calendar event a letter carries for its deadline. The bytes are written in
 * letter/icalendar.c. */
#include "outbound/appointment.h"

#include <stdio.h>

#include "letter/icalendar.h"

enum { UID_BYTES = 384, SUMMARY_BYTES = 256 };

static void write_uid(const struct appointment *appointment, uint32_t clock, char uid[UID_BYTES])
{
    snprintf(uid, UID_BYTES, "game%lld.seat%u.clock%lu@%s", (long long)appointment->position->game,
             appointment->seat, (unsigned long)clock, appointment->domain);
}

enum rc appointment_write(const struct appointment *appointment, uint32_t decision, struct buf *out,
                          struct err *err)
{
    const struct timing *timing = &appointment->position->timing;
    const struct timing_open *open = timing_find(timing, decision, appointment->seat);
    char uid[UID_BYTES], summary[SUMMARY_BYTES];
    struct icalendar_event event = {.uid = uid,
                                    .made_s = appointment->made_s,
                                    .alarm_s = appointment->alarm_s,
                                    .summary = summary,
                                    .description = appointment->topic};

    if (!open || open->due_s == TIMING_NEVER || timing->pause_s)
        return RC_OK;
    write_uid(appointment, open->clock, uid);
    snprintf(summary, sizeof summary, "%s", appointment->title);
    event.sequence = (uint32_t)open->changed_n;
    event.due_s = timing_deadline(open);
    return icalendar_write(&event, out, err);
}

enum rc appointment_cancel(const struct appointment *appointment, uint32_t clock, struct buf *out,
                           struct err *err)
{
    char uid[UID_BYTES];
    struct icalendar_event event = {.uid = uid,
                                    .sequence = (uint32_t)appointment->position->chain.number,
                                    .made_s = appointment->made_s,
                                    .due_s = appointment->made_s,
                                    .cancelled = true,
                                    .summary = appointment->title};

    write_uid(appointment, clock, uid);
    return icalendar_write(&event, out, err);
}
