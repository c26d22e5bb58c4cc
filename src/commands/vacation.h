/* SPDX-License-Identifier: MIT */
/* A player's own calendar: his days off and his zone. Deadlines of his games move with his days
 * off, each as an entry of its game. Inside a change of the caller's. Source: design, section 8. */
#pragma once

#include "play/position.h"
#include "people/people.h"

enum vacation_verdict {
    VACATION_DONE,
    VACATION_NOT_DATES, /* not understood */
    VACATION_PAST,      /* begins before today */
    VACATION_TOO_LONG,  /* more days in a year than the server allows */
    VACATION_TOO_MANY,  /* CALENDAR_SPANS are booked */
    VACATION_NO_ZONE,
    VACATION_VERDICT_COUNT
};
/* Read days as people write them (vacation_dates.c); today: there, for days without a year. */
bool vacation_read_dates(const struct language *language, const char *words,
                         const struct calendar_day *today, struct calendar_span *span);
/* The same, and days by what they are from today on: "until the 10th", "from Friday to Sunday",
 * "tomorrow", "for two weeks", "next week". */
bool vacation_read_days(const struct language *language, const char *words,
                        const struct calendar_day *today, struct calendar_span *span);
/* The first two days that a longer line names, from one to the other: "can you stop my clocks from
 * 20 Dec to 3 Jan?"; from today on, too, where something is denied: "I can't play next week", "… tomorrow"; away: as if it were */
bool vacation_find_dates(const struct language *language, const char *line, bool away,
                         const struct calendar_day *today, struct calendar_span *span);
/* Book "2026-12-20..2027-01-03" (or as people write it), or drop what is booked and not over:
 * "off". Deadlines of the player's games move by what falls between now and them. in     by_keeper:
 * no limit of days out    *moved: deadlines; changed games are settled, and their other seats told
 */
enum rc vacation_book(struct desk *desk, int64_t player, const char *text, bool by_keeper,
                      enum vacation_verdict *verdict, unsigned *moved, struct err *err);
/* Another zone; deadlines of open questions stay. */
enum rc vacation_zone(struct desk *desk, int64_t player, const char *zone,
                      enum vacation_verdict *verdict, struct err *err);
/* Let days of a stock be drawn for a player, or not any more: in his games whose terms have one,
 * and in those that he plays later. out    *games: in how many that was news */
enum rc vacation_draw(struct desk *desk, int64_t player, bool on, unsigned *games, struct err *err);
/* Say in a game what its player wants of that, unless it stands there. */
enum rc vacation_agree(struct desk *desk, struct position *position, unsigned seat,
                       const struct person *person, bool *said, struct err *err);
/* The vacation a player is on or will be, as text; "" = none. */
void vacation_booked(const struct person *person, int64_t now_s, struct buf *out);
