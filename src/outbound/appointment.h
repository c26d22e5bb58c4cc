/* SPDX-License-Identifier: MIT */
/* The deadline of a letter's question as a calendar part: one event for each clock of a seat, which
 * moves when the deadline does and is taken away when nothing is asked any more.
 *
 * Source: mail-conventions O11. */
#pragma once

#include "play/position.h"

struct appointment {
    const struct position *position;
    unsigned seat;
    int64_t made_s;  /* of the letter */
    int64_t alarm_s; /* so long before it an alarm */
    const char *domain;
    const char *title; /* "Toy 3" */
    const char *topic; /* what is asked; "" = nothing any more */
};

/* Append the part for what the seat is asked (the clock of `decision`), or, with no decision, one
 * that takes the event of a clock away. Nothing is appended where there is no deadline. */
enum rc appointment_write(const struct appointment *appointment, uint32_t decision, struct buf *out,
                          struct err *err);
enum rc appointment_cancel(const struct appointment *appointment, uint32_t clock, struct buf *out,
                           struct err *err);
