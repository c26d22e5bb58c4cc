/* SPDX-License-Identifier: MIT */
/* A standing line as its parts, and its canonical text (standing.h). */
#pragma once

#include "games/dungeon_twister/state.h"

enum { DT_PARTIES_MAX = 8, DT_SPOTS_MAX = 4, DT_DEEDS_MAX = 4, DT_LINE_POINTS_MAX = 99 };
enum { DT_ANY_KIND = DT_KINDS }; /* DT_DEED_PLACE: whatever is still to be placed */
enum { DT_ANY_TOKEN = -1 };      /* DT_DEED_PUT: whatever is still to be put, anywhere */
enum { DT_ALL_SLOTS = (1 << DT_SLOTS) - 1 };

enum dt_relation { DT_FIGHTS = 1, DT_NEAR = 2 };
enum dt_occasion { DT_ON_ANYTHING, DT_ON_ATTACKED, DT_ON_ATTACKING, DT_ON_REVEAL };
enum dt_deed_kind {
    DT_DEED_NONE,
    DT_DEED_ASK,
    DT_DEED_LEAVE,
    DT_DEED_COMBAT,
    DT_DEED_PUT,
    DT_DEED_PLACE,
    DT_DEED_TEAM, /* drawn by lot; nothing else is */
    DT_DEED_ORDER
};

struct dt_deed {
    enum dt_deed_kind kind;
    int value;      /* COMBAT: card; PUT: token as dt_accept_token gives it, or any; PLACE: kind */
    int square;     /* PUT */
    unsigned slots; /* PLACE: bit per slot */
    struct order order; /* ORDER; may be a GO, which the position completes */
};

struct dt_answer {
    enum dt_occasion on;
    int slot; /* of DT_ON_REVEAL */
    unsigned party_count;
    struct {
        uint8_t token;
        uint8_t relations; /* any of these */
    } party[DT_PARTIES_MAX];
    int ahead, behind; /* at least so many; -1 = not asked */
    int points;        /* at most so many action points left; -1 = not asked */
    unsigned gone;     /* bit per combat card that the other side must not hold any more */
    unsigned spot_count;
    struct {
        int token; /* as dt_accept_token gives it */
        int square;
    } spot[DT_SPOTS_MAX];
    unsigned deed_count;
    struct dt_deed deed[DT_DEEDS_MAX]; /* those behind the first are its "else" */
};

void dt_answer_init(struct dt_answer *answer);
void dt_write_answer(const void *rulebook, const struct dt_answer *answer, struct text *out);
/* Read what dt_write_answer writes, and nothing else. */
bool dt_read_answer(const void *rulebook, unsigned seat, const char *text, size_t length,
                    struct dt_answer *answer);
