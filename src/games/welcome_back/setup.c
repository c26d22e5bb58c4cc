/* SPDX-License-Identifier: MIT */
/* Reads the options of a game and sets up its first position. */
#include "games/welcome_back/setup.h"

enum { OPTIONS = 4 };

const struct game_option wb_options[OPTIONS + 1] = {
    {"first-turn", "free|must-add", "free", "WB-VARIANT-01"},
    {"heroes", "back|original|both", "back", "WB-VARIANT-02"},
    {"flute", "next|all", "next", "WB-VARIANT-03"},
    {"first-hero", "draw|princess|ninja|bard|necromancer|warrior|barbarian|mage|rogue", "draw",
     "WB-SETUP-02"},
    {NULL, NULL, NULL, NULL},
};

/* Where the number of an option's value is kept: its place in the list of values. */
static const size_t offsets[OPTIONS] = {
    offsetof(struct wb_state, first_turn),
    offsetof(struct wb_state, heroes),
    offsetof(struct wb_state, flute),
    offsetof(struct wb_state, first_hero),
};

/* One of "a|b|c" by its number; false beyond the last. */
static bool nth_value(const char *values, unsigned number, const char **at, size_t *length)
{
    for (*at = values;; number--) {
        const char *bar = strchr(*at, '|');

        *length = bar ? (size_t)(bar - *at) : strlen(*at);
        if (number == 0)
            return true;
        if (!bar)
            return false;
        *at = bar + 1;
    }
}

enum { NEAR = 2 }; /* edits */

/* The nearest to a word so far. */
struct nearest {
    const char *at;
    size_t length;
    unsigned edits;
};

static void come_near(struct nearest *nearest, const char *word, size_t length, const char *at,
                      size_t at_length)
{
    unsigned edits = text_distance(word, length, at, at_length, NEAR);

    if (edits > NEAR || (nearest->at && edits >= nearest->edits))
        return;
    *nearest = (struct nearest){at, at_length, edits};
}

static enum verdict_kind not_known(const char *reason, const char *word, size_t length,
                                   unsigned column, const struct nearest *nearest,
                                   struct verdict *verdict)
{
    struct text text;

    verdict_malformed(verdict, reason, column, word, (unsigned)length);
    if (verdict && nearest->at) {
        text_init(&text, verdict->suggestion, sizeof verdict->suggestion);
        text_put_bytes(&text, nearest->at, nearest->length);
    }
    return VERDICT_MALFORMED;
}

static enum verdict_kind unknown_option(const char *word, size_t length, unsigned column,
                                        struct verdict *verdict)
{
    struct nearest nearest = {0};

    for (unsigned i = 0; i < OPTIONS; i++)
        come_near(&nearest, word, length, wb_options[i].name, strlen(wb_options[i].name));
    return not_known("option.unknown", word, length, column, &nearest, verdict);
}

static enum verdict_kind read_value(unsigned option, const char *word, size_t length,
                                    unsigned column, struct wb_state *state,
                                    struct verdict *verdict)
{
    struct nearest nearest = {0};
    const char *value;
    size_t value_length;

    for (unsigned i = 0; nth_value(wb_options[option].values, i, &value, &value_length); i++) {
        if (value_length == length && memcmp(value, word, length) == 0) {
            ((uint8_t *)state)[offsets[option]] = (uint8_t)i;
            return verdict_done(verdict);
        }
        come_near(&nearest, word, length, value, value_length);
    }
    return not_known("option.value", word, length, column, &nearest, verdict);
}

static unsigned find_option(const char *word, size_t length)
{
    unsigned option = 0;

    while (option < OPTIONS && (strlen(wb_options[option].name) != length ||
                                memcmp(wb_options[option].name, word, length) != 0))
        option++;
    return option;
}

static enum verdict_kind read_option(const char *word, size_t length, unsigned column,
                                     unsigned *given, struct wb_state *state,
                                     struct verdict *verdict)
{
    const char *equals = memchr(word, '=', length);
    size_t name = equals ? (size_t)(equals - word) : length;
    unsigned option = find_option(word, name);

    if (option == OPTIONS)
        return unknown_option(word, name, column, verdict);
    if (!equals)
        return verdict_malformed(verdict, "option.value", column, word, (unsigned)length);
    if (*given >> option & 1)
        return verdict_malformed(verdict, "option.twice", column, word, (unsigned)name);
    *given |= 1u << option;
    return read_value(option, equals + 1, length - name - 1, column + (unsigned)name + 1, state,
                      verdict);
}

enum verdict_kind wb_read_options(const char *options, size_t length, struct wb_state *state,
                                  struct verdict *verdict)
{
    const char *end = options + length;
    unsigned given = 0;

    for (const char *at = options; at < end;) {
        const char *word = at;

        while (at < end && !text_is_space(*at))
            at++;
        if (at > word && read_option(word, (size_t)(at - word), (unsigned)(word - options) + 1,
                                     &given, state, verdict) != VERDICT_DONE)
            return VERDICT_MALFORMED;
        if (at < end)
            at++;
    }
    return verdict_done(verdict);
}

void wb_put_options(const struct wb_state *state, struct text *out)
{
    const char *value;
    size_t length;

    for (unsigned i = 0; i < OPTIONS; i++) {
        if (!nth_value(wb_options[i].values, ((const uint8_t *)state)[offsets[i]], &value, &length))
            continue;
        if (i)
            text_put_char(out, ' ');
        TEXT_PUT(out, wb_options[i].name, "=");
        text_put_bytes(out, value, length);
    }
}

static enum verdict_kind read_setup(const struct game_setup *setup, struct wb_state *state,
                                    struct verdict *verdict)
{
    const char *options = setup->options ? setup->options : "";

    memset(state, 0, sizeof *state);
    if (setup->seats < WB_SEATS_MIN || setup->seats > WB_SEATS_MAX) {
        verdict_illegal(verdict, "WB-SETUP-01", "seats.number");
        verdict_arg(verdict, ARG_NUMBER, (int)(setup->seats <= INT16_MAX ? setup->seats : 0));
        return VERDICT_ILLEGAL;
    }
    state->seats = (uint8_t)setup->seats;
    return wb_read_options(options, strlen(options), state, verdict);
}

enum verdict_kind wb_write_options(const struct game_setup *setup, struct text *out,
                                   struct verdict *verdict)
{
    struct wb_state state;
    enum verdict_kind kind = read_setup(setup, &state, verdict);

    if (kind == VERDICT_DONE)
        wb_put_options(&state, out);
    return kind;
}

enum verdict_kind wb_setup(const void *rulebook, const struct game_setup *setup, void *position,
                           struct verdict *verdict)
{
    struct wb_state *state = position;
    enum verdict_kind kind = read_setup(setup, state, verdict);

    if (kind != VERDICT_DONE)
        return kind;
    state->round = 1;
    state->question = 1;
    if (!state->first_hero)
        return VERDICT_DONE;
    if (!wb_in_pool(rulebook, state->heroes, state->first_hero))
        return verdict_illegal(verdict, "WB-SETUP-02", "hero.pool");
    state->hero = state->first_hero;
    state->phase = WB_PHASE_SPECIALS;
    return VERDICT_DONE;
}
