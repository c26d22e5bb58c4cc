/* SPDX-License-Identifier: MIT */
/* Who stands where in a round robin or a Swiss tournament. Points first, then tie-breaks in a
 * stated order (FIDE Handbook C.07, Tie-Break Regulations): direct      points from games among
 * those who are equal so far, if all of them have met Buchholz    the sum of one's opponents'
 * points; a bye, or a game not played, counts as one against somebody with as many points as
 * oneself Sonneborn   Sonneborn-Berger: the points of those one beat, and half the points of those
 * one drew with wins        pairs won at the board Equal in all of them: they share the place. In a
 * round robin the bye is nobody's gain and games not played count as played; who leaves before half
 * of his pairs are done is taken out: what he and others won in his games stays in the table and
 * does not count. */
#pragma once

#include "tournament/pairing/pairing.h"

enum standings_break {
    STANDINGS_DIRECT,
    STANDINGS_BUCHHOLZ,
    STANDINGS_SONNEBORN,
    STANDINGS_WINS,
    STANDINGS_BREAKS
};

struct standings_row {
    uint16_t entrant, group, place; /* place in his group, shared by equals */
    uint16_t won, drawn, lost;      /* pairs, with those not played */
    uint32_t points;                /* half points */
    /* direct and Buchholz in half points, Sonneborn-Berger in quarters, wins in pairs */
    uint32_t tie[STANDINGS_BREAKS];
    bool out; /* taken out of a round robin: stands last, and his games do not count */
};

/* In which order ties are broken. */
extern const enum standings_break
    standings_swiss[STANDINGS_BREAKS]; /* Buchholz, Sonneborn, direct, wins */
extern const enum standings_break
    standings_robin[STANDINGS_BREAKS]; /* direct, Sonneborn, wins, Buchholz */

/* Reckon the table of an event. robin: by the rules of a round robin, with so many groups (else 1);
 * row: room for all entrants, by group and place. */
void standings_reckon(const struct pairing_event *event, bool robin, unsigned groups,
                      struct standings_row *row);

/* The same with groups as given, [entrant - 1]. */
void standings_reckon_groups(const struct pairing_event *event, bool robin, const uint16_t *group,
                             struct standings_row *row);

/* Count one pair in a row: its own and the other side's half points. */
void standings_count(struct standings_row *row, unsigned own, unsigned other);
