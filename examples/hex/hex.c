/* SPDX-License-Identifier: MIT */
/* Hex on 11 × 11 cells: an example of a game without secrets, chance or data files.
 *
 * Red (seat 1) joins the south edge to the north edge, Blue (seat 2) the west edge to the east
 * edge. A cell's number is row * SIDE + column; its neighbours are the four beside it and those to
 * the north-west and south-east. Source: examples/hex/rules.md. */
#include <string.h>

#include "rules/game.h"

enum { SIDE = 11, CELLS = SIDE * SIDE, PLAYERS = 2 };
enum { PLACE, RESIGN, KINDS };
enum { VERB_PLACE, VERB_RESIGN, RED, BLUE, TERMS };
enum { PLACED, RESIGNED, JOINED, EVENTS };

struct state {
    uint8_t cell[CELLS]; /* seat whose stone lies there; 0 = empty */
    uint8_t turn;        /* from 1: stones laid so far, and one */
    uint8_t winner;
    uint8_t resigned; /* seat that gave up */
};

static const char *const keys[TERMS] = {"verb.place", "verb.resign", "seat.red", "seat.blue"};
static const char *const topics[] = {"turn"};
static const char *const events[EVENTS] = {"placed", "resigned", "joined"};
static const struct order_kind kinds[KINDS] = {{"place", 0}, {"resign", ORDER_ALWAYS | ORDER_GIVES_UP}};
static const struct game_option options[] = {{0}};
static const char *const versions[] = {"1", NULL};
static const char *const files[] = {NULL};

static unsigned mover(const struct state *state)
{
    return 2 - state->turn % 2u;
}

/* ---- text ---- */

static void write_place(int place, struct text *out)
{
    text_put_char(out, (char)('a' + place % SIDE));
    text_put_int(out, place / SIDE);
}

/* Read a cell, "d4"; -1 if it is none. */
static int read_place(const char *text, size_t length)
{
    int64_t row;

    if (length < 2 || text[0] < 'a' || text[0] >= 'a' + SIDE || text[1] == '-' ||
        (text[1] == '0' && length > 2) || !text_to_int(text + 1, length - 1, &row) || row >= SIDE)
        return -1;
    return (int)row * SIDE + text[0] - 'a';
}

static bool read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                       struct order *order)
{
    struct order read = {.seat = (uint8_t)seat};
    size_t word = 0;

    (void)rulebook;
    while (word < length && text[word] != ' ')
        word++;
    while (read.kind < KINDS &&
           (strlen(kinds[read.kind].key) != word || memcmp(kinds[read.kind].key, text, word) != 0))
        read.kind++;
    if (read.kind == KINDS || (read.kind == PLACE) != (word < length))
        return false;
    if (read.kind == PLACE) {
        read.arg[0] = (int16_t)read_place(text + word + 1, length - word - 1);
        read.count = 1;
    }
    *order = read;
    return read.arg[0] >= 0;
}

static void write_order(const void *rulebook, const void *before, const struct order *order,
                        enum order_form form, struct text *out)
{
    (void)rulebook, (void)before, (void)form;
    text_put(out, kinds[order->kind].key);
    if (order->kind == PLACE) {
        text_put_char(out, ' ');
        write_place(order->arg[0], out);
    }
}

/* A verb, a cell, or both. */
static enum verdict_kind parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                               const char *line, size_t length, struct order *order,
                               struct verdict *verdict)
{
    char folded[ORDER_TEXT_BYTES];
    uint16_t columns[ORDER_TEXT_BYTES], term = VERB_PLACE;
    struct order read = {.seat = (uint8_t)seat};
    size_t used = 0, end;

    (void)rulebook;
    if (length >= sizeof folded)
        return verdict_malformed(verdict, "order.unclear", 1, "", 0);
    end = lexicon_fold(line, length, folded, columns, sizeof folded);
    while (end && folded[end - 1] == ' ')
        end--;
    lexicon_match(lexicon, folded, end, &term, 1, &used);
    while (used < end && folded[used] == ' ')
        used++;
    read.kind = term;
    if (term == VERB_PLACE) {
        read.arg[read.count++] = (int16_t)read_place(folded + used, end - used);
        used = end;
    }
    if (term > VERB_RESIGN || used < end || read.arg[0] < 0)
        return verdict_malformed(verdict, "order.unclear", 1, line,
                                 length < VERDICT_WORD_BYTES ? (unsigned)length : 0);
    *order = read;
    return verdict_done(verdict);
}

/* ---- the rules ---- */

static enum rc load(const struct game_file *file, unsigned count, const char *version,
                    void *rulebook, struct err *err)
{
    (void)file, (void)count, (void)rulebook;
    return text_equal(version, versions[0]) ? RC_OK
                                            : ERR(err, RC_NEWER, "no rules version ", version);
}

static enum verdict_kind write_options(const struct game_setup *setup, struct text *out,
                                       struct verdict *verdict)
{
    (void)out;
    if (setup->seats != PLAYERS)
        return verdict_illegal(verdict, "HX-BOARD-02", "players");
    return *setup->options ? verdict_malformed(verdict, "option.none", 1, "", 0)
                           : verdict_done(verdict);
}

static enum verdict_kind setup(const void *rulebook, const struct game_setup *setup, void *state,
                               struct verdict *verdict)
{
    (void)rulebook;
    *(struct state *)state = (struct state){.turn = 1};
    return write_options(setup, NULL, verdict);
}

static unsigned open_decisions(const void *rulebook, const void *state,
                               struct decision decision[DECISIONS_MAX])
{
    const struct state *at = state;

    (void)rulebook;
    if (at->winner)
        return 0;
    decision[0] = (struct decision){.id = at->turn,
                                    .clock = at->turn,
                                    .kind = DECISION_ORDER,
                                    .seat = (uint8_t)mover(at),
                                    .time_class = TIME_TURN,
                                    .fallback = FALLBACK_LOT};
    return 1;
}

static enum verdict_kind check(const void *rulebook, const void *state, const struct order *order,
                               struct verdict *verdict)
{
    const struct state *at = state;
    int cell = order->arg[0];

    (void)rulebook;
    if (at->winner)
        return verdict_illegal(verdict, "HX-WIN-01", "over");
    if (order->kind >= KINDS || order->count != (order->kind == PLACE) || order->seat < 1 ||
        order->seat > PLAYERS)
        return verdict_malformed(verdict, "order.unclear", 1, "", 0);
    if (order->kind == RESIGN)
        return verdict_done(verdict);
    if (order->seat != mover(at))
        return verdict_illegal(verdict, "HX-TURN-01", "not-your-turn");
    if (cell < 0 || cell >= CELLS)
        return verdict_illegal(verdict, "HX-BOARD-01", "off-board");
    if (at->cell[cell])
        return verdict_illegal(verdict, "HX-TURN-01", "occupied");
    return verdict_done(verdict);
}

static enum verdict_kind resolve(const void *rulebook, const void *state, const struct order *order,
                                 struct order *canonical, struct order choices[CHOICES_MAX],
                                 unsigned *count, struct verdict *verdict)
{
    (void)choices;
    *count = 0;
    *canonical = *order;
    return check(rulebook, state, order, verdict);
}

static unsigned legal(const void *rulebook, const void *state, unsigned seat, struct order *list)
{
    unsigned count = 0;
    struct order order = {.kind = PLACE, .seat = (uint8_t)seat, .count = 1};

    for (; order.arg[0] < CELLS; order.arg[0]++)
        if (seat && check(rulebook, state, &order, NULL) == VERDICT_DONE)
            list[count++] = order;
    return count;
}

/* Does a seat's chain of stones join its two edges? */
static bool joins(const struct state *state, unsigned seat)
{
    static const int8_t step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}};
    uint8_t seen[CELLS] = {0}, found[CELLS];
    unsigned count = 0;

    for (unsigned i = 0; i < SIDE; i++) {
        unsigned cell = seat == 1 ? i : i * SIDE;

        seen[cell] = state->cell[cell] == seat;
        if (seen[cell])
            found[count++] = (uint8_t)cell;
    }
    for (unsigned at = 0; at < count; at++) {
        int x = found[at] % SIDE, y = found[at] / SIDE;

        if ((seat == 1 ? y : x) == SIDE - 1)
            return true;
        for (unsigned d = 0; d < 6; d++) {
            int nx = x + step[d][0], ny = y + step[d][1], next = ny * SIDE + nx;

            if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE || seen[next] ||
                state->cell[next] != seat)
                continue;
            seen[next] = 1;
            found[count++] = (uint8_t)next;
        }
    }
    return false;
}

static unsigned winner(const struct state *state)
{
    if (state->resigned)
        return 3u - state->resigned;
    return joins(state, 1) ? 1 : joins(state, 2) ? 2 : 0;
}

static bool apply(const void *rulebook, void *state, const struct order *order,
                  struct event_list *list)
{
    struct state *at = state;
    struct event *event;

    if (check(rulebook, state, order, NULL) != VERDICT_DONE)
        return false;
    event = event_add(list, order->kind == PLACE ? PLACED : RESIGNED);
    event_arg(event, ARG_SEAT, order->seat);
    if (order->kind == RESIGN) {
        at->resigned = order->seat;
    } else {
        event_arg(event, ARG_PLACE, order->arg[0]);
        at->cell[order->arg[0]] = order->seat;
        at->turn++;
    }
    at->winner = (uint8_t)winner(at);
    if (at->winner && !at->resigned)
        event_arg(event_add(list, JOINED), ARG_SEAT, at->winner);
    return true;
}

static void outcome(const void *rulebook, const void *state, struct outcome *outcome)
{
    const struct state *at = state;

    (void)rulebook;
    *outcome = (struct outcome){.over = at->winner ? GAME_WON : GAME_GOES_ON,
                                .winner = at->winner,
                                .reason = at->resigned ? "resigned" : "joined"};
    if (at->winner)
        outcome->score[at->winner] = 1;
}

static const char *invariant(const void *rulebook, const void *state)
{
    const struct state *at = state;
    unsigned stones[PLAYERS + 1] = {0};

    (void)rulebook;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (at->cell[cell] > PLAYERS)
            return "HX-BOARD-01";
        stones[at->cell[cell]]++;
    }
    if (at->turn != stones[1] + stones[2] + 1 || stones[2] != (at->turn - 1u) / 2)
        return "HX-TURN-01";
    if (at->resigned > PLAYERS || at->winner != winner(at) || (joins(at, 1) && joins(at, 2)))
        return "HX-WIN-01";
    return NULL;
}

/* ---- positions ---- */

/* Rows from the south, ".12........", then the seat that resigned, or 0. */
static void write_position(const void *rulebook, const void *state, struct text *out)
{
    const struct state *at = state;

    (void)rulebook;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        text_put_char(out, ".12"[at->cell[cell]]);
        if (cell % SIDE == SIDE - 1)
            text_put_char(out, '\n');
    }
    text_put_int(out, at->resigned);
    text_put_char(out, '\n');
}

static enum rc read_position(const void *rulebook, const char *text, size_t length, void *state,
                             struct err *err)
{
    enum { ROW = SIDE + 1, WHOLE = SIDE * ROW + 2 };
    struct state read = {.turn = 1};
    char again[WHOLE + 1];
    struct text out;

    for (unsigned cell = 0; length == WHOLE && cell < CELLS; cell++) {
        char sign = text[cell / SIDE * ROW + cell % SIDE];

        read.cell[cell] = sign == '1' ? 1 : sign == '2' ? 2 : 0;
        read.turn = (uint8_t)(read.turn + (read.cell[cell] != 0));
    }
    if (length == WHOLE)
        read.resigned = text[WHOLE - 2] == '1' ? 1 : text[WHOLE - 2] == '2' ? 2 : 0;
    read.winner = (uint8_t)winner(&read);
    text_init(&out, again, sizeof again);
    write_position(rulebook, &read, &out);
    if (length != WHOLE || memcmp(again, text, length) != 0)
        return ERR(err, RC_BAD_INPUT, "this is not how a position is written");
    if (invariant(rulebook, &read))
        return ERR(err, RC_BAD_INPUT, invariant(rulebook, &read));
    memcpy(state, &read, sizeof read);
    return RC_OK;
}

/* ---- the board ---- */

static const struct scene_symbol symbols[] = {
    {0},
    {.term = RED, .kind = SCENE_SYMBOL_GROUND, .letters = "r", .fill = "M12 3a9 9 0 1 0 .01 0z"},
    {.term = BLUE, .kind = SCENE_SYMBOL_GROUND, .letters = "b", .line = "M12 3a9 9 0 1 0 .01 0z"},
};

static void scene(const void *rulebook, const void *view, unsigned seat,
                  const struct game_past *last, unsigned count, struct scene *scene)
{
    const struct state *at = view;

    (void)rulebook;
    scene_init(scene, symbols, sizeof symbols / sizeof *symbols, seat);
    scene->columns = scene->rows = SIDE;
    scene->seat_term[1] = RED;
    scene->seat_term[2] = BLUE;
    for (int i = 0; i < CELLS; i++)
        scene_add_cell(scene, i % SIDE, i / SIDE)->symbol = at->cell[i];
    for (unsigned i = 0; i < count; i++)
        if (last[i].order->kind == PLACE) {
            struct scene_step *step = scene_add_step(scene, SCENE_STEP_PLACE, i + 1);

            step->seat = step->symbol = last[i].order->seat;
            scene_add_point(scene, step, last[i].order->arg[0] % SIDE,
                            last[i].order->arg[0] / SIDE);
        }
    for (unsigned s = 1; s <= PLAYERS; s++)
        scene_add_panel(scene, s, SCENE_NO_TERM)->to_act = !at->winner && mover(at) == s;
}

/* ---- the game ---- */

static const struct game_text words = {
    .options = options,
    .kinds = kinds,
    .kind_count = KINDS,
    .topics = topics,
    .topic_count = sizeof topics / sizeof *topics,
    .events = events,
    .event_count = EVENTS,
    .terms = keys,
    .term_count = TERMS,
    .write_options = write_options,
    .parse = parse,
    .resolve = resolve,
    .read_order = read_order,
    .write_order = write_order,
    .write = write_position,
    .read = read_position,
    .write_place = write_place,
};

static const struct game_rules rules = {
    .load = load,
    .setup = setup,
    .open_decisions = open_decisions,
    .check = check,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .invariant = invariant,
};

static const struct game_show show = {.scene = scene};

const struct game hex = {
    .name = "hex",
    .title = "Hex",
    .state_bytes = sizeof(struct state),
    .rulebook_bytes = 1,
    .seats_min = PLAYERS,
    .seats_max = PLAYERS,
    .files = files,
    .versions = versions,
    .text = &words,
    .rules = &rules,
    .show = &show,
};
