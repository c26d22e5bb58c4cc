/* SPDX-License-Identifier: MIT */
/* Reads the options of a game and sets up its first position. */
#include "games/dungeon_twister/setup.h"

#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/scenario.h"

enum option {
    OPTION_TARGET,
    OPTION_TIE,
    OPTION_SHOW_HANDS,
    OPTION_BEGINNER,
    OPTION_PAIRS,
    OPTION_BLUE_LEVEL,
    OPTION_YELLOW_LEVEL,
    OPTION_BLUE_CHARACTERS,
    OPTION_YELLOW_CHARACTERS,
    OPTION_BLUE_CARDS_OUT,
    OPTION_YELLOW_CARDS_OUT,
    OPTION_BOXES, /* this and what follows is written only where the second box is played with */
    OPTION_MODE,
    OPTION_COPIES,
    OPTION_ROOMS, /* this and what follows only in a scenario */
    OPTION_BLUE,
    OPTION_YELLOW,
    OPTION_FIRST_CARDS,
    OPTION_JUMP_CARDS,
    OPTION_BEGINS,
    OPTIONS
};

#define LEVELS "none|very-experienced|experienced|good|beginner|newbie"

const struct game_option dt_options[] = {
    [OPTION_TARGET] = {"target", "5|6|7|8", "5", "DT-VARIANT-01"},
    [OPTION_TIE] = {"tie", "draw|continue", "draw", "DT-END-06"},
    [OPTION_SHOW_HANDS] = {"show_hands", "no|yes", "no", "DT-INFO-04"},
    [OPTION_BEGINNER] = {"beginner", "no|yes", "no", "DT-VARIANT-03"},
    [OPTION_PAIRS] = {"pairs", "drawn|123|124|134|234", "drawn", "DT-VARIANT-04"},
    [OPTION_BLUE_LEVEL] = {"blue_level", LEVELS, "none", "DT-VARIANT-09"},
    [OPTION_YELLOW_LEVEL] = {"yellow_level", LEVELS, "none", "DT-VARIANT-09"},
    [OPTION_BLUE_CHARACTERS] = {"blue_characters", "4|5|6|7|8", "8", "DT-VARIANT-06"},
    [OPTION_YELLOW_CHARACTERS] = {"yellow_characters", "4|5|6|7|8", "8", "DT-VARIANT-06"},
    [OPTION_BLUE_CARDS_OUT] = {"blue_cards_out", "0|1|2|3|4|5|6|7|8", "0", "DT-VARIANT-07"},
    [OPTION_YELLOW_CARDS_OUT] = {"yellow_cards_out", "0|1|2|3|4|5|6|7|8", "0", "DT-VARIANT-07"},
    [OPTION_BOXES] = {"boxes", "base|expansion|both", "base", "PD-MODE-01"},
    [OPTION_MODE] = {"mode", "none|free|common|scenario", "none", "PD-MODE-02"},
    [OPTION_COPIES] = {"copies", "1|2|base-2|expansion-2", "1", "PD-MODE-10"},
    [OPTION_ROOMS] = {"rooms", "PAIR+PAIR+PAIR+PAIR", "", "PD-MODE-07"},
    [OPTION_BLUE] = {"blue", "CHARACTER+...+OBJECT+...", "", "PD-MODE-07"},
    [OPTION_YELLOW] = {"yellow", "CHARACTER+...+OBJECT+...", "", "PD-MODE-07"},
    [OPTION_FIRST_CARDS] = {"first_cards", "rising|any", "rising", "PD-MODE-11"},
    [OPTION_JUMP_CARDS] = {"jump_cards", "0|1|2|3", "3", "PD-MODE-11"},
    [OPTION_BEGINS] = {"begins", "drawn|blue|yellow", "drawn", "PD-MODE-11"},
    [OPTIONS] = {NULL, NULL, NULL, NULL},
};

static bool is_list(unsigned option)
{
    return option >= OPTION_ROOMS && option <= OPTION_YELLOW;
}

enum level { LEVEL_NONE, LEVEL_VERY, LEVEL_EXPERIENCED, LEVEL_GOOD, LEVEL_BEGINNER, LEVEL_NEWBIE };

/* DT-VARIANT-09: the stronger player's characters and highest cards given up. */
static const struct {
    uint8_t stronger, weaker, characters, cards_out;
} handicaps[] = {
    {LEVEL_VERY, LEVEL_EXPERIENCED, 6, 0},   {LEVEL_VERY, LEVEL_GOOD, 5, 0},
    {LEVEL_VERY, LEVEL_BEGINNER, 6, 2},      {LEVEL_VERY, LEVEL_NEWBIE, 5, 2},
    {LEVEL_EXPERIENCED, LEVEL_GOOD, 6, 0},   {LEVEL_EXPERIENCED, LEVEL_BEGINNER, 5, 1},
    {LEVEL_EXPERIENCED, LEVEL_NEWBIE, 4, 1}, {LEVEL_GOOD, LEVEL_BEGINNER, 6, 0},
    {LEVEL_GOOD, LEVEL_NEWBIE, 6, 1},
};

/* PD-MODE-10: "1", "2", "base-2", "expansion-2". */
static const uint8_t copies[][DT_BOX_EITHER] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};

/* Copies of each combat card, DT-CARD-01. */
static const uint8_t combat_cards[DT_CARD_VALUES] = {1, 1, 2, 2, 1, 1, 1};

/* Which of the values "a|b|c" the word is; -1 if none. */
static int find_value(const char *values, const char *word, size_t length)
{
    for (int index = 0;; index++) {
        const char *end = strchr(values, '|');
        size_t value_length = end ? (size_t)(end - values) : strlen(values);

        if (value_length == length && memcmp(values, word, length) == 0)
            return index;
        if (!end)
            return -1;
        values = end + 1;
    }
}

static const char *value_at(const char *values, unsigned index, size_t *length)
{
    const char *end;

    for (; index > 0; index--)
        values = strchr(values, '|') + 1;
    end = strchr(values, '|');
    *length = end ? (size_t)(end - values) : strlen(values);
    return values;
}

static void suggest(struct verdict *verdict, const char *word, size_t length)
{
    struct text text;

    if (!verdict)
        return;
    text_init(&text, verdict->suggestion, sizeof verdict->suggestion);
    text_put_bytes(&text, word, length);
}

static void suggest_option(struct verdict *verdict, const char *name, size_t length)
{
    const char *nearest = NULL;
    unsigned least = 4;

    for (int option = 0; option < OPTIONS; option++) {
        const char *other = dt_options[option].name;
        unsigned distance = text_distance(name, length, other, strlen(other), 3);

        if (distance < least) {
            least = distance;
            nearest = other;
        }
    }
    if (nearest)
        suggest(verdict, nearest, strlen(nearest));
}

static int find_option(const char *name, size_t length, struct verdict *verdict, unsigned column)
{
    for (int option = 0; option < OPTIONS; option++)
        if (text_is(name, length, dt_options[option].name))
            return option;
    verdict_malformed(verdict, "option-unknown", column, name, (unsigned)length);
    suggest_option(verdict, name, length);
    return -1;
}

/* What options text says. */
struct said {
    int value[OPTIONS];       /* index of its value; -1 where it is not named */
    unsigned column[OPTIONS]; /* from 1; 0 where it is not named */
    struct dt_list_text list[DT_LISTS];
};

/* Read "name=value …". */
static enum verdict_kind read_values(const char *text, size_t length, struct said *said,
                                     struct verdict *verdict)
{
    size_t at = 0;

    while (at < length) {
        size_t start = at, equal, end;
        int option;

        if (text_is_space(text[at])) {
            at++;
            continue;
        }
        while (at < length && !text_is_space(text[at]))
            at++;
        end = at;
        for (equal = start; equal < end && text[equal] != '='; equal++)
            ;
        option = find_option(text + start, equal - start, verdict, (unsigned)start + 1);
        if (option < 0)
            return VERDICT_MALFORMED;
        if (equal == end || said->value[option] >= 0)
            return verdict_malformed(verdict, equal == end ? "option-no-value" : "option-twice",
                                     (unsigned)start + 1, text + start, (unsigned)(end - start));
        said->column[option] = (unsigned)start + 1;
        if (is_list((unsigned)option)) {
            said->value[option] = 0;
            said->list[option - OPTION_ROOMS] =
                (struct dt_list_text){text + equal + 1, end - equal - 1, (unsigned)equal + 2};
            continue;
        }
        said->value[option] =
            find_value(dt_options[option].values, text + equal + 1, end - equal - 1);
        if (said->value[option] < 0) {
            verdict_malformed(verdict, "option-value", (unsigned)equal + 2, text + equal + 1,
                              (unsigned)(end - equal - 1));
            suggest(verdict, dt_options[option].values, strlen(dt_options[option].values));
            return VERDICT_MALFORMED;
        }
    }
    return VERDICT_DONE;
}

static unsigned value_of(const int value[OPTIONS], enum option option)
{
    const char *standard = dt_options[option].standard;

    if (value[option] >= 0)
        return (unsigned)value[option];
    return (unsigned)find_value(dt_options[option].values, standard, strlen(standard));
}

/* Not allowed, because of this option as much as of others. */
static enum verdict_kind refuse(const struct said *said, unsigned option, const char *clause,
                                const char *reason, struct verdict *verdict)
{
    verdict_illegal(verdict, clause, reason);
    if (verdict)
        verdict->column = (uint16_t)said->column[option];
    return VERDICT_ILLEGAL;
}

/* A handicap from the table, checked against what was named besides. */
static enum verdict_kind apply_levels(const struct said *said, struct dt_agreed *agreed,
                                      struct verdict *verdict)
{
    unsigned level[DT_SIDES] = {value_of(said->value, OPTION_BLUE_LEVEL),
                                value_of(said->value, OPTION_YELLOW_LEVEL)};
    unsigned strong = level[0] < level[1] ? 0 : 1;

    agreed->level[0] = (uint8_t)level[0];
    agreed->level[1] = (uint8_t)level[1];
    if (level[0] == level[1])
        return VERDICT_DONE;
    if (level[0] == LEVEL_NONE || level[1] == LEVEL_NONE)
        return refuse(said, OPTION_BLUE_LEVEL + (level[0] == LEVEL_NONE), "DT-VARIANT-09",
                      "levels-both", verdict);
    for (unsigned i = 0; i < sizeof handicaps / sizeof *handicaps; i++) {
        if (handicaps[i].stronger != level[strong] || handicaps[i].weaker != level[1 - strong])
            continue;
        if ((said->value[OPTION_BLUE_CHARACTERS + (int)strong] >= 0 &&
             agreed->characters[strong] != handicaps[i].characters) ||
            (said->value[OPTION_BLUE_CARDS_OUT + (int)strong] >= 0 &&
             agreed->cards_out[strong] != handicaps[i].cards_out))
            return refuse(said, OPTION_BLUE_LEVEL, "DT-VARIANT-09", "levels-and-numbers", verdict);
        agreed->characters[strong] = handicaps[i].characters;
        agreed->cards_out[strong] = handicaps[i].cards_out;
        return VERDICT_DONE;
    }
    return refuse(said, OPTION_BLUE_LEVEL, "DT-VARIANT-09", "levels-not-in-table", verdict);
}

static enum verdict_kind check_mix(const struct said *said, const struct dt_agreed *agreed,
                                   struct verdict *verdict)
{
    bool handicap[DT_SIDES];

    for (unsigned side = 0; side < DT_SIDES; side++)
        handicap[side] =
            agreed->characters[side] != DT_FORCE_CHARACTERS || agreed->cards_out[side] > 0;
    if (handicap[0] && handicap[1])
        return refuse(said, OPTION_YELLOW_CHARACTERS, "DT-VARIANT-06", "handicap-both", verdict);
    if ((agreed->boxes == DT_BOXES_BOTH) != (agreed->mode != DT_MODE_NONE))
        return refuse(said, said->column[OPTION_MODE] ? OPTION_MODE : OPTION_BOXES, "PD-MODE-02",
                      "mode-of-both", verdict);
    if (agreed->boxes != DT_BOXES_BOTH && value_of(said->value, OPTION_COPIES) != 0)
        return refuse(said, OPTION_COPIES, "PD-MODE-10", "copies-of-both", verdict);
    for (unsigned option = OPTION_FIRST_CARDS; option <= OPTION_BEGINS; option++)
        if (said->value[option] >= 0 && agreed->mode != DT_MODE_SCENARIO)
            return refuse(said, option, "PD-MODE-11", "switch-of-scenario", verdict);
    if (agreed->beginner && agreed->boxes)
        return refuse(said, OPTION_BEGINNER, "DT-VARIANT-05", "beginner-boxes", verdict);
    if (agreed->beginner && (handicap[0] || handicap[1]))
        return refuse(said, OPTION_BEGINNER, "DT-VARIANT-05", "beginner-handicap", verdict);
    if (agreed->beginner && agreed->target != 5)
        return refuse(said, OPTION_TARGET, "DT-VARIANT-05", "beginner-target", verdict);
    if ((handicap[0] || handicap[1]) && agreed->target != 5)
        return refuse(said, OPTION_TARGET, "DT-VARIANT-07", "handicap-target", verdict);
    for (unsigned side = 0; side < DT_SIDES; side++)
        if (agreed->cards_out[side] && agreed->characters[side] == DT_FORCE_CHARACTERS)
            return refuse(said, OPTION_BLUE_CARDS_OUT + side, "DT-VARIANT-07",
                          "cards-without-characters", verdict);
    if (!agreed->beginner && value_of(said->value, OPTION_PAIRS) != 0)
        return refuse(said, OPTION_PAIRS, "DT-VARIANT-04", "pairs-without-beginner", verdict);
    return VERDICT_DONE;
}

/* "drawn", "123", …: the pairs in play, 0 while they are not drawn. */
static uint8_t pairs_of(unsigned index)
{
    static const uint8_t pairs[] = {0, 0x0e, 0x16, 0x1a, 0x1c};

    return pairs[index];
}

/* Pairs of a game that leaves none out; 0 while they are still to be picked. */
static uint16_t agreed_pairs(const struct dt_agreed *agreed)
{
    static const uint16_t pairs[] = {[DT_BOXES_BASE] = 0x1e, [DT_BOXES_EXPANSION] = 0x1e0};

    return agreed->boxes == DT_BOXES_BOTH ? 0 : pairs[agreed->boxes];
}

enum verdict_kind dt_read_options(const char *text, size_t length, struct dt_agreed *agreed,
                                  struct verdict *verdict)
{
    struct said said = {.column = {0}};
    enum verdict_kind kind;

    memset(agreed, 0, sizeof *agreed);
    for (unsigned option = 0; option < OPTIONS; option++)
        said.value[option] = -1;
    kind = read_values(text, length, &said, verdict);
    if (kind != VERDICT_DONE)
        return kind;
    agreed->target = (uint8_t)(5 + value_of(said.value, OPTION_TARGET));
    agreed->tie_continues = (uint8_t)value_of(said.value, OPTION_TIE);
    agreed->show_hands = (uint8_t)value_of(said.value, OPTION_SHOW_HANDS);
    agreed->beginner = (uint8_t)value_of(said.value, OPTION_BEGINNER);
    agreed->boxes = (uint8_t)value_of(said.value, OPTION_BOXES);
    agreed->mode = (uint8_t)value_of(said.value, OPTION_MODE);
    agreed->copies[DT_BOX_BASE] = copies[value_of(said.value, OPTION_COPIES)][DT_BOX_BASE];
    agreed->copies[DT_BOX_EXPANSION] =
        copies[value_of(said.value, OPTION_COPIES)][DT_BOX_EXPANSION];
    agreed->any_card = (uint8_t)value_of(said.value, OPTION_FIRST_CARDS);
    agreed->jump_cards = (uint8_t)value_of(said.value, OPTION_JUMP_CARDS);
    agreed->begins = (uint8_t)value_of(said.value, OPTION_BEGINS);
    for (unsigned side = 0; side < DT_SIDES; side++) {
        agreed->characters[side] =
            (uint8_t)(4 + value_of(said.value, OPTION_BLUE_CHARACTERS + side));
        agreed->cards_out[side] = (uint8_t)value_of(said.value, OPTION_BLUE_CARDS_OUT + side);
    }
    kind = apply_levels(&said, agreed, verdict);
    if (kind == VERDICT_DONE)
        kind = check_mix(&said, agreed, verdict);
    if (kind != VERDICT_DONE)
        return kind;
    if (agreed->beginner)
        agreed->characters[0] = agreed->characters[1] = 6; /* DT-VARIANT-05 */
    agreed->pairs =
        agreed->beginner ? pairs_of(value_of(said.value, OPTION_PAIRS)) : agreed_pairs(agreed);
    kind = dt_read_lists(said.list, agreed, verdict);
    if (kind != VERDICT_DONE) {
        if (verdict && !verdict->column)
            verdict->column = (uint16_t)said.column[OPTION_MODE];
        return kind;
    }
    agreed->pairs_agreed = agreed->pairs != 0;
    agreed->rows = agreed->beginner ? 17 : DT_ROWS;
    agreed->slots = agreed->beginner ? 0x77 : 0xff;
    return verdict_done(verdict);
}

static unsigned pairs_index(const struct dt_agreed *agreed)
{
    for (unsigned index = 1; agreed->beginner && agreed->pairs_agreed && index <= 4; index++)
        if (pairs_of(index) == agreed->pairs)
            return index;
    return 0;
}

static unsigned copies_index(const struct dt_agreed *agreed)
{
    unsigned index = 0;

    while (memcmp(copies[index], agreed->copies, sizeof *copies) != 0)
        index++;
    return index;
}

void dt_write_agreed(const struct dt_agreed *agreed, struct text *out)
{
    unsigned value[OPTIONS] = {
        [OPTION_TARGET] = agreed->target - 5u,
        [OPTION_TIE] = agreed->tie_continues,
        [OPTION_SHOW_HANDS] = agreed->show_hands,
        [OPTION_BEGINNER] = agreed->beginner,
        [OPTION_PAIRS] = pairs_index(agreed),
        [OPTION_BLUE_LEVEL] = agreed->level[0],
        [OPTION_YELLOW_LEVEL] = agreed->level[1],
        [OPTION_BLUE_CHARACTERS] = agreed->beginner ? 4 : agreed->characters[0] - 4u,
        [OPTION_YELLOW_CHARACTERS] = agreed->beginner ? 4 : agreed->characters[1] - 4u,
        [OPTION_BLUE_CARDS_OUT] = agreed->cards_out[0],
        [OPTION_YELLOW_CARDS_OUT] = agreed->cards_out[1],
        [OPTION_BOXES] = agreed->boxes,
        [OPTION_MODE] = agreed->mode,
        [OPTION_COPIES] = copies_index(agreed),
        [OPTION_FIRST_CARDS] = agreed->any_card,
        [OPTION_JUMP_CARDS] = agreed->jump_cards,
        [OPTION_BEGINS] = agreed->begins,
    };
    unsigned count = agreed->mode == DT_MODE_SCENARIO ? OPTIONS
                     : agreed->boxes                  ? OPTION_ROOMS
                                                      : OPTION_BOXES;

    for (unsigned option = 0; option < count; option++) {
        size_t length;
        const char *word;

        if (option)
            text_put_char(out, ' ');
        TEXT_PUT(out, dt_options[option].name, "=");
        if (is_list(option)) {
            dt_write_list(agreed, (enum dt_list)(option - OPTION_ROOMS), out);
            continue;
        }
        word = value_at(dt_options[option].values, value[option], &length);
        text_put_bytes(out, word, length);
    }
}

static enum verdict_kind read_setup(const struct game_setup *setup, struct dt_agreed *agreed,
                                    struct verdict *verdict)
{
    if (setup->seats != DT_SIDES)
        return verdict_illegal(verdict, "DT-SETUP-03", "two-seats");
    return dt_read_options(setup->options, strlen(setup->options), agreed, verdict);
}

enum verdict_kind dt_write_options(const struct game_setup *setup, struct text *out,
                                   struct verdict *verdict)
{
    struct dt_agreed agreed;
    enum verdict_kind kind = read_setup(setup, &agreed, verdict);

    if (kind == VERDICT_DONE)
        dt_write_agreed(&agreed, out);
    return kind;
}

static void deal_cards(const struct dt_agreed *agreed, struct dt_state *state, unsigned side)
{
    unsigned value = DT_CARD_VALUES - 1;

    memcpy(state->combat[side], combat_cards, sizeof combat_cards);
    for (unsigned out = agreed->cards_out[side]; out > 0; out--) {
        while (!state->combat[side][value])
            value--;
        state->combat[side][value]--;
    }
    state->actions[side] = DT_ALL_ACTION_CARDS;
    state->jumps[side] = agreed->jump_cards;
}

void dt_start(const struct dt_rulebook *book, const struct dt_agreed *agreed,
              struct dt_state *state)
{
    memset(state, 0, sizeof *state);
    state->agreed = *agreed;
    for (unsigned token = 0; token < DT_TOKENS; token++)
        state->where[token] =
            dt_is_available(agreed, dt_kind_of(token)) ? (uint8_t)DT_HIDDEN : (uint8_t)DT_ABSENT;
    memset(state->illusion, DT_NONE, sizeof state->illusion);
    memset(state->force, DT_NONE, sizeof state->force);
    memset(state->room, DT_NONE, sizeof state->room);
    memset(state->turned, DT_NONE, sizeof state->turned);
    memset(state->placed, DT_NONE, sizeof state->placed);
    memset(state->team, DT_NONE, sizeof state->team);
    memset(state->chosen, DT_NONE, sizeof state->chosen);
    state->slot = state->attacker = state->target = DT_NONE;
    for (unsigned side = 0; side < DT_SIDES; side++)
        deal_cards(agreed, state, side);
    dt_refresh(book, state);
    state->highest = agreed->any_card ? DT_HIGHEST_STANDARD : 0;
    state->next_id = 1;
    dt_add_scenario(state);
    if (agreed->mode == DT_MODE_SCENARIO)
        dt_settle_forces(state);
    if (agreed->mode == DT_MODE_FREE || agreed->mode == DT_MODE_COMMON)
        dt_start_choosing(state);
    else
        dt_enter(state, agreed->pairs ? DT_PHASE_ROOMS : DT_PHASE_PAIRS, 1);
}

enum verdict_kind dt_setup(const void *rulebook, const struct game_setup *setup, void *state,
                           struct verdict *verdict)
{
    const struct dt_rulebook *book = rulebook;
    struct dt_agreed agreed;
    enum verdict_kind kind = read_setup(setup, &agreed, verdict);

    if (kind == VERDICT_DONE && agreed.boxes && !dt_version_rows[book->version].boxes)
        kind = verdict_illegal(verdict, "PD-MODE-01", "boxes-version");
    if (kind == VERDICT_DONE)
        dt_start(book, &agreed, state);
    return kind;
}
