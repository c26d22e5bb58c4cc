/* SPDX-License-Identifier: MIT */
/* Reads a movement: the way, the goal, and what is taken or dropped along it. */
#include "games/dungeon_twister/parse_p.h"

/* "to the wizard", "from the wizard" behind what is given or taken: where it is done. */
static void accept_partner(struct dt_line *line, unsigned preposition)
{
    unsigned before = line->at;
    int kind;

    if (dt_accept(line, preposition) && dt_accept_subject(line, &kind))
        dt_add(line, DT_MEET + kind);
    else
        line->at = before;
}

/* A thing, and no character. */
static bool accept_thing(struct dt_line *line, int *token)
{
    unsigned before = line->at;

    if (dt_accept_token(line, token) && dt_kind_of((unsigned)*token) >= DT_CHARACTER_KINDS)
        return true;
    line->at = before;
    return false;
}

/* A take, drop or swap; false when the next word is none. */
static bool accept_act(struct dt_line *line)
{
    int token = DT_EITHER + DT_WHATEVER;

    if (dt_accept(line, DT_TERM_TAKE)) {
        int last = line->order->count > 2 ? line->order->arg[line->order->count - 1] : 0;

        if (!dt_accept_token(line, &token) && last >= DT_TAKE && last < DT_DROP)
            return true;                   /* "to the rope, and takes it" */
        dt_accept(line, DT_TERM_PARTICLE); /* "picks the rope up" */
        accept_partner(line, DT_TERM_FROM);
        dt_add(line, DT_TAKE + token);
        return true;
    }
    if (dt_accept(line, DT_TERM_DROP) || dt_accept(line, DT_TERM_LEAVE)) {
        dt_accept_token(line, &token);
        if (!dt_accept(line, DT_TERM_PARTICLE)) /* "puts the rope down", "hands it over" */
            dt_accept(line, DT_TERM_VIA);
        accept_partner(line, DT_TERM_TO);
        dt_add(line, DT_DROP + token);
        return true;
    }
    if (!dt_accept(line, DT_TERM_SWAP))
        return false;
    dt_accept_token(line, &token); /* whichever is named, one goes and the other comes */
    if (dt_accept(line, DT_TERM_WITH) || dt_accept(line, DT_TERM_VIA) ||
        dt_accept(line, DT_TERM_TO))
        dt_accept_token(line, &token);
    dt_accept_token(line, &token);
    dt_add(line, DT_DROP + DT_EITHER + DT_WHATEVER);
    dt_add(line, DT_TAKE + DT_EITHER + DT_WHATEVER);
    return true;
}

/* "the treasure to the mekanork", behind whatever verb. */
static bool accept_giving(struct dt_line *line)
{
    unsigned before = line->at, acts = line->order->count;
    int token;

    if (accept_thing(line, &token)) {
        accept_partner(line, DT_TERM_TO);
        if (line->order->count > acts) {
            dt_add(line, DT_DROP + token);
            return true;
        }
    }
    line->at = before;
    return false;
}

/* "carries the treasure to e3": he has it, or takes it on his way. */
static bool accept_carried(struct dt_line *line)
{
    unsigned before = line->at;
    int token;

    if (before && dt_is_term(&line->atom[before - 1], DT_TERM_MOVE) && accept_thing(line, &token) &&
        dt_peek(line) &&
        (dt_is_term(dt_peek(line), DT_TERM_TO) || dt_peek(line)->kind == DT_ATOM_PLACE)) {
        dt_add(line, DT_TAKE + token);
        return true;
    }
    line->at = before;
    return false;
}

enum verdict_kind dt_parse_jump(struct dt_line *line)
{
    int first, second;

    dt_accept(line, DT_TERM_TO);
    dt_accept(line, DT_TERM_VIA);
    if (!dt_accept_step(line, &first))
        return dt_wanted(line, "square-wanted");
    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_step(line, &second)) {
        second = first;
        first = ORDER_UNKNOWN;
    }
    dt_add(line, first);
    dt_add(line, second);
    return VERDICT_DONE;
}

enum verdict_kind dt_parse_step(struct dt_line *line)
{
    int step;

    dt_accept(line, DT_TERM_VIA);
    dt_accept(line, DT_TERM_WALL);
    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_step(line, &step))
        return dt_wanted(line, "square-wanted");
    dt_add(line, step);
    return VERDICT_DONE;
}

/* A way being read: squares in the order they are named, the last one or that behind "to" its goal.
 */
struct way {
    int goal;
    bool goes, over; /* a "to" was read; the next square is one to pass */
    bool taking;     /* what is taken up was named before any square */
    unsigned steps;
};

static void add_goal(struct dt_line *line, struct way *way, int square)
{
    if (way->goal >= 0) { /* it was on the way to this one */
        dt_add(line, way->goal);
        way->steps++;
    }
    way->goal = square;
}

/* "sube", "goes down": a verb before here that tells where to. Of a language that is not the
 * writer's own it does not, for "sale" is *goes up* in one and *goes out* in the other. */
static bool climbs(const struct dt_line *line, int *towards)
{
    for (unsigned i = line->at; i-- > 0 && !line->lexicon->own;)
        if (dt_is_term(&line->atom[i], DT_TERM_RISE) || dt_is_term(&line->atom[i], DT_TERM_SINK)) {
            *towards = dt_is_term(&line->atom[i], DT_TERM_RISE) ? DT_NORTH : DT_SOUTH;
            return true;
        }
    return false;
}

/* "3 north", "north", "2" behind "goes down": as many steps that way. */
static bool accept_steps(struct dt_line *line, struct way *way)
{
    unsigned before = line->at, after;
    int times = 1, towards;
    bool counted;

    dt_accept(line, DT_TERM_FROM); /* "di due" */
    counted = dt_accept_number(line, &times);
    if (!counted)
        line->at = before;
    after = line->at;
    if (counted)
        dt_accept(line, DT_TERM_TO);
    if (!dt_accept_direction(line, &towards)) {
        line->at = after;
        if (!counted || (dt_peek(line) && dt_peek(line)->kind == DT_ATOM_PLACE) ||
            !climbs(line, &towards)) {
            line->at = before;
            return false;
        }
    }
    dt_accept_number(line, &times);
    for (int i = 0; i < times && i < ORDER_ARGS_MAX; i++, way->steps++)
        dt_add(line, DT_TOWARDS + towards);
    return true;
}

static bool accept_square(struct dt_line *line, struct way *way)
{
    int square;

    if (!dt_accept_square(line, &square))
        return false;
    if (way->over || (way->goal < 0 && !way->taking)) {
        dt_add(line, square);
        way->steps++;
    } else
        add_goal(line, way, square);
    way->over = false;
    return true;
}

/* One piece of a way; false when what stands next is none. */
static bool accept_piece(struct dt_line *line, struct way *way)
{
    unsigned before = line->at, acts = line->order->count;
    int square, token;

    if (dt_accept(line, DT_TERM_TO)) {
        way->goes = true;
        if (dt_accept_square(line, &square))
            add_goal(line, way, square);
        else if (way->goal < 0 && !way->steps && accept_thing(line, &token)) {
            dt_add(line, DT_TAKE + token); /* "to the rope": where it lies */
            way->taking = true;
        } else if (!dt_peek(line))
            way->over = true; /* where to is wanted behind it */
        else if (!accept_steps(line, way) && !dt_accept(line, DT_TERM_MOVE))
            line->at = before;
        return line->at > before;
    }
    if (dt_accept(line, DT_TERM_FROM)) { /* where he stands, or that account; "a la espada" */
        if (way->goal < 0 && !way->steps && accept_thing(line, &token) &&
            (!dt_peek(line) || dt_is_term(dt_peek(line), DT_TERM_TAKE))) {
            dt_add(line, DT_TAKE + token);
            return way->taking = true;
        }
        line->at = before + 1;
        if (way->steps || way->goal >= 0 || !dt_accept_square(line, &square)) {
            line->at = before;
            return accept_steps(line, way);
        }
        if (way->taking)
            add_goal(line, way, square);
        else
            dt_add(line, square);
        return line->at > before;
    }
    if (accept_steps(line, way) || accept_square(line, way) || dt_accept(line, DT_TERM_MOVE))
        return true;
    if (dt_accept(line, DT_TERM_VIA)) {
        if (dt_peek(line) && dt_is_term(dt_peek(line), DT_TERM_TO))
            return true; /* "over to b4" */
        way->over = !(way->steps || way->goal >= 0) ||
                    !(dt_accept(line, DT_TERM_WALL) || dt_accept(line, DT_TERM_GATE));
        return true;
    }
    if (!accept_act(line) && !accept_giving(line) && !accept_carried(line))
        return false;
    if (way->goal >= 0 && line->order->count == acts + 1u && line->order->arg[acts] >= DT_DROP) {
        int drop = line->order->arg[acts]; /* "to b4, and drops the rope": there, if he could */

        line->order->arg[acts] = (int16_t)way->goal;
        dt_add(line, drop);
    }
    way->taking |= !way->steps && way->goal < 0 && line->order->arg[acts] < DT_DROP;
    return true;
}

/* "gives the rope to the wizard": where he stops then is left open. */
static bool meets(const struct dt_line *line)
{
    for (unsigned i = 2; i < line->order->count; i++)
        if (line->order->arg[i] >= DT_MEET)
            return true;
    return false;
}

/* "c4 c5 take sword d5", "to d5 via c5 take sword", "takes the sword". */
enum verdict_kind dt_parse_move(struct dt_line *line)
{
    struct way way = {.goal = -1};
    int towards;

    line->order->kind = DT_ORDER_MOVE;
    do {
        if (line->order->count == 2 && way.goal < 0 && dt_accept(line, DT_TERM_WALL) &&
            line->order->arg[0] != DT_GHOST) { /* who walks through everything */
            line->order->kind = DT_ORDER_STEP; /* "walks through the wall to d5" */
            return dt_parse_step(line);
        }
    } while (accept_piece(line, &way));
    if (way.over)
        return dt_wanted(line, "square-wanted");
    if (way.goal < 0 && !way.steps && !way.taking && !dt_peek(line) && climbs(line, &towards)) {
        dt_add(line, DT_TOWARDS + towards); /* "sube", and no more */
        way.steps++;
    }
    if (way.goal < 0 && !way.taking && (way.steps || !meets(line)))
        return way.steps ? VERDICT_DONE : dt_wanted(line, "square-wanted");
    if (way.goal < 0 && way.steps)
        return VERDICT_DONE;
    line->order->kind = DT_ORDER_GO;
    if (line->order->count == ORDER_ARGS_MAX)
        return dt_wanted(line, "line-too-long");
    memmove(line->order->arg + 3, line->order->arg + 2,
            (line->order->count - 2u) * sizeof *line->order->arg);
    line->order->arg[2] = (int16_t)(way.goal < 0 ? ORDER_UNKNOWN : way.goal);
    line->order->count++;
    return VERDICT_DONE;
}
