/* SPDX-License-Identifier: MIT */
/* Reads a position's text back, strictly. What a whole position must be is checked at the end. */
#include "games/dungeon_twister/position.h"

#include "base/cursor.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/order_text.h"
#include "games/dungeon_twister/scenario.h"
#include "games/dungeon_twister/setup.h"

enum { WORDS_MAX = 48 };

/* One line taken into words. */
struct line {
    const struct dt_rulebook *book;
    struct dt_state *state;
    struct err *err;
    uint32_t number;
    const char *text;
    unsigned side;  /* of a line "key side …" */
    uint8_t *place; /* what a line of this kind fills, of that side */
    uint8_t most;   /* that may stand there */
    unsigned count;
    const char *word[WORDS_MAX];
    size_t length[WORDS_MAX];
    bool questions, placed[DT_SIDES]; /* over the whole text: lines seen */
};

static enum rc refuse(struct line *line, unsigned index, const char *what)
{
    size_t column = index < line->count ? (size_t)(line->word[index] - line->text) + 1 : 0;

    err_where(line->err, NULL, line->number, (uint32_t)column);
    return ERR(line->err, RC_BAD_INPUT, what);
}

static bool is(const struct line *line, unsigned index, const char *word)
{
    return index < line->count && text_is(line->word[index], line->length[index], word);
}

static bool split(struct line *line, const char *text, size_t length)
{
    struct cursor in = cursor_of(text, length);

    line->text = text;
    line->count = 0;
    while (cursor_word(&in)) {
        if (line->count == WORDS_MAX)
            return false;
        line->word[line->count] = in.word;
        line->length[line->count++] = in.length;
    }
    return true;
}

/* ---- words ---- */

static int side_at(const struct line *line, unsigned index)
{
    return index < line->count ? dt_read_side(line->word[index], line->length[index]) : -1;
}
static int kind_at(const struct line *line, unsigned index)
{
    return index < line->count ? dt_read_kind(line->word[index], line->length[index]) : -1;
}
static int character_at(const struct line *line, unsigned index)
{
    int kind = kind_at(line, index);

    return kind < DT_CHARACTER_KINDS ? kind : -1;
}
/* Also a token that the reader may not know. */
static int any_at(const struct line *line, unsigned index)
{
    return is(line, index, "?") ? (int)DT_UNKNOWN : kind_at(line, index);
}
static int slot_at(const struct line *line, unsigned index)
{
    return index < line->count ? dt_read_slot(line->word[index], line->length[index]) : -1;
}
/* A number from 0 to most, or -1. */
static int64_t number_at(const struct line *line, unsigned index, int64_t most)
{
    int64_t number;

    if (index >= line->count || !text_to_int(line->word[index], line->length[index], &number) ||
        number < 0 || number > most)
        return -1;
    return number;
}
static int find_word(const struct line *line, unsigned index, const char *const *words,
                     unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (is(line, index, words[i]))
            return (int)i;
    return -1;
}

/* Read a number of a line "key N" into a byte. */
static enum rc read_byte(struct line *line, unsigned index, int64_t most, uint8_t *byte)
{
    int64_t number = number_at(line, index, most);

    if (number < 0)
        return refuse(line, index < line->count ? index : 0, "a smaller number is wanted here");
    *byte = (uint8_t)number;
    return RC_OK;
}

/* ---- lines ---- */

static enum rc read_options(struct line *line)
{
    struct verdict verdict;
    const char *start = line->word[0] + line->length[0];
    const char *end =
        line->count > 1 ? line->word[line->count - 1] + line->length[line->count - 1] : start;
    struct dt_agreed agreed;

    if (dt_read_options(start, (size_t)(end - start), &agreed, &verdict) == VERDICT_DONE) {
        dt_start(line->book, &agreed, line->state);
        return RC_OK;
    }
    err_where(line->err, NULL, line->number, 0);
    return ERR(line->err, RC_BAD_INPUT, "options: ", verdict.reason, " ",
               verdict.clause ? verdict.clause : verdict.word);
}

static enum rc read_pairs(struct line *line)
{
    for (unsigned i = 1; i < line->count; i++) {
        int64_t pair = number_at(line, i, DT_PAIRS_MAX);

        if (pair < 1)
            return refuse(line, i, "pairs are numbered 1 to 8");
        line->state->agreed.pairs |= (uint16_t)(1u << pair);
    }
    return RC_OK;
}

static enum rc read_phase(struct line *line)
{
    int phase = find_word(line, 1, dt_phase_words, DT_PHASES);

    if (phase < 0)
        return refuse(line, 1, "this is no phase");
    line->state->phase = (uint8_t)phase;
    return RC_OK;
}

static enum rc read_turn(struct line *line)
{
    int64_t turn = number_at(line, 1, 1000000);

    if (turn < 0)
        return refuse(line, 1, "the number of the turn is wanted here");
    line->state->turn = (uint32_t)turn;
    return RC_OK;
}

static enum rc read_questions(struct line *line)
{
    int64_t number[3];

    for (unsigned i = 0; i < 3; i++) {
        number[i] = number_at(line, i + 1, 39999999);
        if (number[i] < 0)
            return refuse(line, i + 1, "three numbers are wanted: first question, next, clock");
    }
    line->state->question = (uint32_t)number[0];
    line->state->next_id = (uint32_t)number[1];
    line->state->clock = (uint32_t)number[2];
    line->questions = true;
    return RC_OK;
}

/* "potion charmed thief 2": whose side is active follows when all lines are read */
static enum rc read_points(struct line *line)
{
    bool charmed = is(line, 1, "charmed");
    int kind = character_at(line, 1 + charmed);

    if (kind < 0)
        return refuse(line, 1 + charmed, "a character is wanted here");
    return read_byte(line, 2 + charmed, line->most,
                     line->place + charmed * DT_CHARACTER_KINDS + kind);
}

static enum rc read_side_itself(struct line *line)
{
    *line->place = (uint8_t)(line->side + line->most);
    return RC_OK;
}

/* "illusion blue pit c4" */
static enum rc read_illusion(struct line *line)
{
    struct dt_state *state = line->state;
    int which = find_word(line, 2, dt_illusion_words, DT_ILLUSIONS);
    int square = line->count > 3 ? dt_read_square(line->word[3], line->length[3]) : -1;

    if (which < 0)
        return refuse(line, 2, "pit or rubble is wanted here");
    if (square < 0)
        return refuse(line, 3, "a square is wanted here");
    state->illusion[line->side][which] = (uint8_t)square;
    return RC_OK;
}

static enum rc read_score(struct line *line)
{
    TRY(read_byte(line, 1, 99, &line->state->score[0]));
    return read_byte(line, 2, 99, &line->state->score[1]);
}

static enum rc read_actions(struct line *line)
{
    struct dt_state *state = line->state;

    state->actions[line->side] = 0;
    for (unsigned i = 2; i < line->count; i++) {
        int64_t card = number_at(line, i, DT_ACTION_CARD_MAX);

        if (card < DT_ACTION_CARD_MIN || state->actions[line->side] >> card & 1)
            return refuse(line, i, "Action cards are 2, 3, 4 and 5, one of each (DT-CARD-01)");
        state->actions[line->side] |= (uint8_t)(1u << card);
    }
    return RC_OK;
}

static enum rc read_combat(struct line *line)
{
    struct dt_state *state = line->state;

    memset(state->combat[line->side], 0, sizeof state->combat[line->side]);
    for (unsigned i = 2; i < line->count; i++) {
        int64_t card = number_at(line, i, DT_CARD_VALUES - 1);

        if (card < 0 || ++state->combat[line->side][card] > 2)
            return refuse(line, i, "this is no combat card of a hand (DT-CARD-01)");
    }
    return RC_OK;
}

static enum rc read_offer(struct line *line)
{
    line->state->offers |= (uint8_t)(1u << line->side);
    return RC_OK;
}

/* "a4-north", a broken wall of a room. */
static enum rc read_breach(struct line *line, unsigned slot, unsigned index, const char *dash)
{
    struct dt_state *state = line->state;
    size_t length = line->length[index] - (size_t)(dash + 1 - line->word[index]);
    int square = dt_read_square(line->word[index], (size_t)(dash - line->word[index]));
    unsigned d = 0, edge;

    while (d < DT_DIRECTIONS && !text_is(dash + 1, length, dt_direction_words[d]))
        d++;
    if (square < 0 || d == DT_DIRECTIONS || dt_slot_of(state, (unsigned)square) != slot)
        return refuse(line, index, "a square of the room and a side are wanted, like a4-north");
    edge = dt_edge(line->book, state, (unsigned)square, d);
    if (!(line->book->room[state->room[slot]].walls >> edge & 1))
        return refuse(line, index, "no wall is there (PD-GOLEM-01)");
    state->broken[slot] |= UINT64_C(1) << edge;
    return RC_OK;
}

/* Portcullises "open a4-b4 … broken …" of a revealed room. */
static enum rc read_gates(struct line *line, unsigned slot)
{
    struct dt_state *state = line->state;
    uint64_t *gates = NULL;
    bool walls = false;

    for (unsigned i = 3; i < line->count; i++) {
        const char *dash = memchr(line->word[i], '-', line->length[i]);
        int from, to;
        unsigned edge;

        if (!dash && (is(line, i, "open") || is(line, i, "broken") || is(line, i, "breached"))) {
            walls = is(line, i, "breached");
            gates = walls ? gates : is(line, i, "open") ? state->open : state->broken;
            continue;
        }
        if (walls && dash) {
            TRY(read_breach(line, slot, i, dash));
            continue;
        }
        if (!gates || !dash)
            return refuse(line, i, "\"open\" or \"broken\" and edges are wanted here");
        from = dt_read_square(line->word[i], (size_t)(dash - line->word[i]));
        to = dt_read_square(dash + 1, line->length[i] - (size_t)(dash + 1 - line->word[i]));
        if (from < 0 || to < 0 || dt_slot_of(state, (unsigned)from) != slot ||
            dt_slot_of(state, (unsigned)to) != slot || (to != from + DT_COLUMNS && to != from + 1))
            return refuse(line, i, "this is no edge within the room");
        edge = dt_edge(line->book, state, (unsigned)from, to == from + 1 ? DT_EAST : DT_NORTH);
        if (!(line->book->room[state->room[slot]].gates >> edge & 1))
            return refuse(line, i, "no portcullis is there (DT-TERRAIN-05)");
        gates[slot] |= UINT64_C(1) << edge;
    }
    return RC_OK;
}

static enum rc read_room(struct line *line)
{
    struct dt_state *state = line->state;
    int slot = slot_at(line, 1), room;
    bool down = is(line, 2, "down");
    unsigned index = down ? 3 : 2;

    if (slot < 0 || !(state->agreed.slots >> slot & 1))
        return refuse(line, 1, "this is no slot of the game");
    if (down && is(line, 3, "?")) {
        state->room[slot] = state->turned[slot] = DT_UNKNOWN;
        return RC_OK;
    }
    room =
        index < line->count ? dt_read_room(line->book, line->word[index], line->length[index]) : -1;
    if (room < 0)
        return refuse(line, index, "a room and its orientation, like 1D/0, are wanted here");
    state->room[slot] = (uint8_t)(room / DT_TURNS);
    state->turned[slot] = (uint8_t)(room % DT_TURNS);
    if (down)
        return RC_OK;
    state->revealed |= (uint8_t)(1u << slot);
    return read_gates(line, (unsigned)slot);
}

static enum rc read_team(struct line *line)
{
    struct dt_state *state = line->state;

    for (unsigned i = 0; i < DT_TEAM; i++) {
        int kind = is(line, 2, "?") ? (int)DT_UNKNOWN : character_at(line, 2 + i);

        if (kind < 0)
            return refuse(line, 2 + i < line->count ? 2 + i : 0, "four characters are wanted");
        state->team[line->side][i] = (uint8_t)kind;
    }
    return RC_OK;
}

static enum rc read_force(struct line *line)
{
    struct dt_state *state = line->state;

    if (state->agreed.mode == DT_MODE_SCENARIO)
        return refuse(line, 0, "the forces of a scenario stand in its options (PD-MODE-07)");
    for (unsigned i = 2; i < line->count; i++) {
        int kind = any_at(line, i);

        if (kind < 0 || state->force_count[line->side] == DT_FORCE)
            return refuse(line, i, "eight characters and six objects are wanted");
        state->force[line->side][state->force_count[line->side]++] = (uint8_t)kind;
    }
    return RC_OK;
}

static enum rc read_placed(struct line *line)
{
    line->placed[line->side] = true;
    return read_byte(line, 2, DT_PLACED_MAX, &line->state->placed_count[line->side]);
}

static enum rc read_down(struct line *line)
{
    struct dt_state *state = line->state;
    int64_t k = number_at(line, 2, DT_PLACED_MAX);
    int slot = slot_at(line, 3), kind = any_at(line, 4);

    if (k < 1 || slot < 0 || kind < 0)
        return refuse(line, 0, "wanted: down, side, number, slot, token");
    state->placed[line->side][k - 1].slot = (uint8_t)slot;
    state->placed[line->side][k - 1].token = (uint8_t)kind;
    if (!line->placed[line->side] && state->placed_count[line->side] < k)
        state->placed_count[line->side] = (uint8_t)k;
    return RC_OK;
}

static enum rc read_hidden(struct line *line)
{
    struct dt_state *state = line->state;

    for (unsigned i = 2; i < line->count; i++) {
        int kind = kind_at(line, i);

        if (kind < 0)
            return refuse(line, i, "this is no token");
        state->where[dt_token(line->side, (unsigned)kind)] = DT_HIDDEN;
    }
    return RC_OK;
}

/* "blue thief c4 wounded": the first word is the side. */
static enum rc read_token(struct line *line)
{
    struct dt_state *state = line->state;
    unsigned side = (unsigned)side_at(line, 0), token;
    int kind = kind_at(line, 1), square, where;

    if (kind < 0)
        return refuse(line, 1, "a character or an object is wanted here");
    token = dt_token(side, (unsigned)kind);
    if (state->where[token] != DT_ABSENT)
        return refuse(line, 1, "this token is named twice (DT-SETUP-03)");
    if (line->count < 3)
        return refuse(line, 1, "a square is wanted behind the token");
    square = dt_read_square(line->word[2], line->length[2]);
    where = find_word(line, 2, dt_where_words, DT_GONE - DT_ABSENT + 1);
    if (square >= state->agreed.rows * DT_COLUMNS || (square < 0 && where < 0))
        return refuse(line, 2, "this is no square of the board, and no other place");
    if (square >= 0)
        dt_put(state, token, (unsigned)square);
    else
        state->where[token] = (uint8_t)(DT_ABSENT + where);
    for (unsigned i = 3; i < line->count; i++) {
        int taker = side_at(line, i);

        if (is(line, i, "wounded"))
            state->wounded |= DT_BIT(token);
        else if (is(line, i, "hurt"))
            state->hurt |= DT_BIT(token);
        else if (is(line, i, "restored"))
            state->restored |= DT_BIT(token);
        else if (taker >= 0)
            state->taken_out[side] = (uint8_t)(taker + 1);
        else
            return refuse(line, i, "wanted here: wounded, hurt or restored");
    }
    return RC_OK;
}

static enum rc read_revealing(struct line *line)
{
    int slot = slot_at(line, 1);

    if (slot < 0)
        return refuse(line, 1, "a slot is wanted here");
    line->state->slot = (uint8_t)slot;
    return RC_OK;
}

static enum rc read_answered(struct line *line)
{
    for (unsigned i = 1; i < line->count; i++) {
        int64_t which = number_at(line, i, 8);

        if (which < 1)
            return refuse(line, i, "questions are counted from 1 to 8");
        line->state->answered |= (uint8_t)(1u << (which - 1));
    }
    return RC_OK;
}

static enum rc read_attack(struct line *line)
{
    bool charmed = is(line, 1, "charmed");
    int attacker = character_at(line, 1 + charmed), target = character_at(line, 2 + charmed);

    if (attacker < 0 || target < 0)
        return refuse(line, 0, "wanted: attack, who attacks, who is attacked");
    line->state->attacker =
        (uint8_t)(attacker + (charmed ? DT_CHARMED : 0)); /* sides follow when all lines are read */
    line->state->target = (uint8_t)target;
    return RC_OK;
}

static enum rc read_chosen(struct line *line)
{
    struct dt_state *state = line->state;

    if (is(line, 2, "?")) {
        state->chosen[line->side] = DT_UNKNOWN;
        return RC_OK;
    }
    return read_byte(line, 2, DT_CARD_VALUES - 1, &state->chosen[line->side]);
}

static enum rc read_over(struct line *line)
{
    int end = find_word(line, 1, dt_end_words, DT_ENDS), winner = side_at(line, 2);

    if (end < 0)
        return refuse(line, 1, "this is no way for a game to end");
    line->state->end = (uint8_t)end;
    line->state->winner = (uint8_t)(winner + 1);
    return RC_OK;
}

/* `pass`: lines of a later pass need what those of an earlier one give. A sided line names its side
 * behind its key. Without a function: one number up to `most`, for a byte of the state, of each
 * side where it is sided. */
static const struct row {
    const char *key;
    uint8_t pass;
    bool sided;
    enum rc (*read)(struct line *line);
    uint16_t place;
    uint8_t most; /* read_side_itself: what side 0 is written as */
} rows[] = {
#define AT(member) offsetof(struct dt_state, member)
    {"options", 0, false, read_options, 0, 0},
    {"pairs", 1, false, read_pairs, 0, 0},
    {"phase", 1, false, read_phase, 0, 0},
    {"turn", 1, false, read_turn, 0, 0},
    {"active", 1, true, read_side_itself, AT(active), 0},
    {"questions", 1, false, read_questions, 0, 0},
    {"potion", 1, false, read_points, AT(potion), 99},
    {"score", 1, false, read_score, 0, 0},
    {"actions", 1, true, read_actions, 0, 0},
    {"combat", 1, true, read_combat, 0, 0},
    {"offer", 1, true, read_offer, 0, 0},
    {"room", 1, false, read_room, 0, 0},
    {"team", 1, true, read_team, 0, 0},
    {"placed", 1, true, read_placed, 0, 0},
    {"down", 2, true, read_down, 0, 0},
    {"hidden", 1, true, read_hidden, 0, 0},
    {"blue", 2, false, read_token, 0, 0},
    {"yellow", 2, false, read_token, 0, 0},
    {"revealing", 1, false, read_revealing, 0, 0},
    {"placer", 1, true, read_side_itself, AT(placer), 0},
    {"handed", 1, false, read_side_itself, AT(handed), 1},
    {"answered", 1, false, read_answered, 0, 0},
    {"attack", 1, false, read_attack, 0, 0},
    {"chosen", 1, true, read_chosen, 0, 0},
    {"over", 1, false, read_over, 0, 0},
    {"charm", 1, false, read_points, AT(charm), 99},
    {"illusion", 1, true, read_illusion, 0, 0},
    {"pentacle", 1, true, read_side_itself, AT(pentacle), 1},
    {"force", 1, true, read_force, 0, 0},
    {"points", 1, false, NULL, AT(ap), DT_ACTION_CARD_MAX},
    {"drunk", 1, false, NULL, AT(drunk), 9},
    {"highest", 1, false, NULL, AT(highest), DT_ACTION_CARD_MAX},
    {"jumps", 1, true, NULL, AT(jumps), DT_JUMP_CARDS},
    {"breaches", 1, true, NULL, AT(breaches), 3},
#undef AT
};
enum { PASSES = 3, ROWS = sizeof rows / sizeof *rows };

static enum rc read_row(struct line *line, const struct row *row)
{
    int side = row->sided ? side_at(line, 1) : 0;

    if (side < 0)
        return refuse(line, line->count > 1, "blue or yellow is wanted here");
    line->side = (unsigned)side;
    line->place = (uint8_t *)line->state + row->place;
    line->most = row->most;
    return row->read ? row->read(line)
                     : read_byte(line, 1 + row->sided, row->most, line->place + side);
}

static enum rc read_line(struct line *line, unsigned pass)
{
    unsigned i = 0;

    if (line->count == 0 || line->word[0][0] == '#')
        return RC_OK;
    while (i < ROWS && !is(line, 0, rows[i].key))
        i++;
    if (i == ROWS)
        return refuse(line, 0, "no line of a position begins with this word");
    return rows[i].pass == pass ? read_row(line, &rows[i]) : RC_OK;
}

static enum rc read_lines(struct line *line, const char *text, size_t length, unsigned pass)
{
    line->number = 0;
    for (size_t at = 0, used; at < length; at += used + 1) {
        const char *end = memchr(text + at, '\n', length - at);

        used = end ? (size_t)(end - text) - at : length - at;
        line->number++;
        if (!split(line, text + at, used))
            return refuse(line, 0, "too many words on this line");
        TRY(read_line(line, pass));
    }
    return RC_OK;
}

/* What a position has when no line says otherwise. */
static void start(struct dt_state *state, const struct dt_rulebook *book)
{
    struct dt_agreed agreed;

    dt_read_options("", 0, &agreed, NULL);
    dt_start(book, &agreed, state);
}

static void set_defaults(struct dt_state *state)
{
    memset(state->where, DT_ABSENT, sizeof state->where);
    memset(state->force, DT_NONE, sizeof state->force);
    memset(state->force_count, 0, sizeof state->force_count);
    state->phase = DT_PHASE_ACT;
    state->turn = 1;
    state->highest = DT_HIGHEST_STANDARD;
    state->answered = 0;
}

/* What follows from the lines taken together. */
static void complete(struct line *line)
{
    struct dt_state *state = line->state;
    /* a game that was given up in its set-up may have no rooms yet */
    bool laid = state->phase > DT_PHASE_ROOMS && (state->phase != DT_PHASE_OVER || state->turn);

    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (laid && state->room[slot] == DT_NONE && state->agreed.slots >> slot & 1)
            state->room[slot] = state->turned[slot] = DT_UNKNOWN;
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (state->agreed.boxes == DT_BOXES_BOTH && !state->agreed.pairs_agreed &&
            state->room[slot] < line->book->room_count)
            state->agreed.pairs |= (uint16_t)(1u << line->book->room[state->room[slot]].pair);
    dt_refresh(line->book, state);
    dt_add_scenario(state);
    if (state->active == 1) {
        uint8_t own[DT_CHARACTER_KINDS];

        memcpy(own, state->potion[0], sizeof own);
        memcpy(state->potion[0], state->potion[1], sizeof own);
        memcpy(state->potion[1], own, sizeof own);
    }
    if (state->attacker != DT_NONE) {
        state->attacker = (uint8_t)dt_actor(state->active, state->attacker);
        state->target = (uint8_t)dt_token(1u - dt_side_of(state->attacker), state->target);
        if (dt_on_board(state, state->attacker) && dt_on_board(state, state->target))
            state->fighters = dt_fighters(state, state->attacker, state->target);
    }
    if (state->agreed.boxes && state->phase != DT_PHASE_OVER) {
        unsigned holder = dt_pentacle_holder(state);

        state->pentacle = holder == DT_NONE ? 0 : (uint8_t)(holder + 1);
    }
    if (!line->questions) {
        state->question = state->clock = 1;
        if (state->phase == DT_PHASE_OPEN_COMBAT)
            state->question = 3;
        state->next_id = state->question + dt_questions(state);
    }
}

enum rc dt_read_position(const void *rulebook, const char *text, size_t length, void *state,
                         struct err *err)
{
    struct dt_state own;
    struct line line = {.book = rulebook, .state = &own, .err = err};
    const char *clause;

    start(&own, rulebook);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        TRY(read_lines(&line, text, length, pass));
        if (pass == 0)
            set_defaults(&own);
    }
    complete(&line);
    clause = dt_invariant(rulebook, &own);
    FAIL_IF(clause, err, RC_BAD_INPUT, "no legal position: it breaks ", clause);
    memcpy(state, &own, sizeof own);
    return RC_OK;
}
