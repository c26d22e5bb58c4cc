/* SPDX-License-Identifier: MIT */
/* Reads a position's text back, strictly, and lays the cards where it says. */

#include "base/cursor.h"
#include "games/welcome_back/position.h"
#include "games/welcome_back/face.h"
#include "games/welcome_back/setup.h"
#include "games/welcome_back/view.h"

enum { UNPLACED = 255 };

/* A card as written; place and drawer may be missing. */
struct card_word {
    uint8_t place; /* 0..14 or UNPLACED */
    uint8_t card;
    uint8_t drawer;
};

struct reader {
    const struct wb_rulebook *book;
    struct wb_state *state;
    struct err *err;
    uint32_t line;
    const char *start; /* of the line */
    struct cursor in;
    uint64_t given; /* keys that came, bit by row */
    struct card_word faced[WB_CARDS], pile[WB_CARDS], aside[WB_HERO_TILES], hand;
    struct card_word swapped[WB_HERO_TILES];
    uint8_t deck[WB_CARDS];
    uint8_t faced_count, pile_count, deck_count;
};

static enum rc refuse(struct reader *reader, const char *at, const char *what)
{
    err_where(reader->err, "position", reader->line, (uint32_t)(at - reader->start) + 1);
    return ERR(reader->err, RC_BAD_INPUT, what);
}

/* Values. */

static enum rc take_number(struct reader *reader, int least, int most, int *number)
{
    int64_t value;

    if (!cursor_word(&reader->in))
        return refuse(reader, reader->in.word, "a number is missing");
    if (!cursor_number(&reader->in, least, most, &value))
        return refuse(reader, reader->in.word, "not a number in the allowed range");
    *number = (int)value;
    return RC_OK;
}

static enum rc read_byte(struct reader *reader, unsigned most, uint8_t *value)
{
    int number = 0;

    TRY(take_number(reader, 0, (int)most, &number));
    *value = (uint8_t)number;
    return RC_OK;
}

static enum rc read_seat(struct reader *reader, uint8_t *seat)
{
    return read_byte(reader, reader->state->seats, seat);
}

static enum rc read_seats(struct reader *reader, uint8_t *mask)
{
    while (cursor_word(&reader->in)) {
        int64_t seat;

        if (!cursor_number(&reader->in, 1, reader->state->seats, &seat))
            return refuse(reader, reader->in.word, "no such seat (WB-SETUP-01)");
        *mask |= wb_bit((unsigned)seat);
    }
    return RC_OK;
}

static bool known_card(const char *word, size_t length, uint8_t *card)
{
    unsigned code = wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, word, length);

    *card = code ? (uint8_t)code : WB_UNKNOWN;
    return code || (length == 1 && *word == '?');
}

static enum rc take_tile(struct reader *reader, uint8_t *index)
{
    unsigned code;

    if (!cursor_word(&reader->in))
        return refuse(reader, reader->in.word, "a tile is missing");
    code = wb_code_of(WB_TERM_TILE, WB_TILES, reader->in.word, reader->in.length);
    *index = (uint8_t)wb_tile_index(reader->book, reader->state, code);
    if (!code || *index == WB_HERO_TILES)
        return refuse(reader, reader->in.word, "the hero has no such tile (WB-SETUP-03)");
    return RC_OK;
}

static enum rc read_tiles(struct reader *reader, uint8_t *mask)
{
    while (cursor_more(&reader->in)) {
        uint8_t index;

        TRY(take_tile(reader, &index));
        *mask |= wb_bit(index);
    }
    return RC_OK;
}

/* "7:golem@2", "golem@2", "golem" */
static enum rc take_card(struct reader *reader, struct card_word *card)
{
    const char *word, *colon, *at_sign;
    size_t length;
    int64_t number;

    if (!cursor_word(&reader->in))
        return refuse(reader, reader->in.word, "a card is missing");
    word = reader->in.word;
    length = reader->in.length;
    card->place = UNPLACED;
    card->drawer = 0;
    colon = memchr(word, ':', length);
    if (colon) {
        if (!text_to_int(word, (size_t)(colon - word), &number) || number < 1 || number > WB_CARDS)
            return refuse(reader, word, "places go from 1 to 15");
        card->place = (uint8_t)(number - 1);
        length -= (size_t)(colon + 1 - word);
        word = colon + 1;
    }
    at_sign = memchr(word, '@', length);
    if (at_sign) {
        size_t rest = length - (size_t)(at_sign + 1 - word);

        if (!text_to_int(at_sign + 1, rest, &number) || number < 1 || number > reader->state->seats)
            return refuse(reader, at_sign, "no such seat (WB-SETUP-01)");
        card->drawer = (uint8_t)number;
        length = (size_t)(at_sign - word);
    }
    if (!known_card(word, length, &card->card))
        return refuse(reader, word, "no such monster");
    return RC_OK;
}

static enum rc read_cards(struct reader *reader, struct card_word *card, unsigned most,
                          uint8_t *count)
{
    while (cursor_more(&reader->in)) {
        if (*count == most)
            return refuse(reader, reader->in.at, "more cards than there are (WB-SETUP-05)");
        TRY(take_card(reader, &card[*count]));
        (*count)++;
    }
    return RC_OK;
}

/* One function for each line. */

static enum rc line_options(struct reader *reader)
{
    struct verdict verdict;

    if (wb_read_options(reader->in.at, (size_t)(reader->in.end - reader->in.at), reader->state,
                        &verdict) != VERDICT_DONE)
        return refuse(reader, reader->in.at + verdict.column - 1, "no such option (WB-VARIANT-04)");
    reader->in.at = reader->in.end;
    return RC_OK;
}

static enum rc line_phase(struct reader *reader)
{
    unsigned phase;

    cursor_word(&reader->in);
    phase = cursor_find(&reader->in, wb_phase_names, WB_PHASES);
    if (phase == WB_PHASES)
        return refuse(reader, reader->in.word, "no such phase");
    reader->state->phase = (uint8_t)phase;
    return RC_OK;
}

static enum rc line_hero(struct reader *reader)
{
    unsigned hero;

    cursor_word(&reader->in);
    hero = wb_code_of(WB_TERM_HERO, WB_HEROES, reader->in.word, reader->in.length);
    if (!hero || !reader->book->hero[hero].present)
        return refuse(reader, reader->in.word, "no such hero (WB-SETUP-02)");
    reader->state->hero = (uint8_t)hero;
    return RC_OK;
}

static enum rc line_success(struct reader *reader)
{
    for (unsigned seat = 1; seat <= reader->state->seats; seat++)
        TRY(read_byte(reader, WB_SUCCESSES_TO_WIN, &reader->state->success[seat]));
    return RC_OK;
}

static enum rc take_monster(struct reader *reader, uint8_t *card)
{
    if (!cursor_word(&reader->in))
        return refuse(reader, reader->in.word, "a monster is missing");
    return known_card(reader->in.word, reader->in.length, card)
               ? RC_OK
               : refuse(reader, reader->in.word, "no such monster");
}

static enum rc line_specials(struct reader *reader)
{
    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++)
        TRY(take_monster(reader, &reader->state->special[i]));
    return RC_OK;
}

static enum rc line_shown(struct reader *reader)
{
    while (cursor_more(&reader->in)) {
        const char *word = reader->in.at;
        uint8_t card;

        TRY(take_monster(reader, &card));
        if (card < WB_FIRST_SPECIAL || card > WB_MONSTERS)
            return refuse(reader, word, "not a special monster (WB-SETUP-04)");
        reader->state->shown = (uint16_t)(reader->state->shown | 1u << card);
    }
    return RC_OK;
}

static enum rc line_deck(struct reader *reader)
{
    while (cursor_more(&reader->in)) {
        if (reader->deck_count == WB_CARDS)
            return refuse(reader, reader->in.at, "more cards than there are (WB-SETUP-05)");
        TRY(take_monster(reader, &reader->deck[reader->deck_count]));
        reader->deck_count++;
    }
    return RC_OK;
}

static enum rc line_faced(struct reader *reader)
{
    return read_cards(reader, reader->faced, WB_CARDS, &reader->faced_count);
}
static enum rc line_pile(struct reader *reader)
{
    return read_cards(reader, reader->pile, WB_CARDS, &reader->pile_count);
}
static enum rc line_hand(struct reader *reader)
{
    reader->state->hand = 1; /* its place follows when all cards are laid */
    return take_card(reader, &reader->hand);
}
static enum rc line_replaced(struct reader *reader)
{
    return read_cards(reader, reader->swapped, WB_HERO_TILES, &reader->state->swapped_count);
}

static enum rc line_aside(struct reader *reader)
{
    struct wb_state *state = reader->state;
    struct wb_aside *aside = &state->aside[state->aside_count];
    struct card_word *card = &reader->aside[state->aside_count];

    if (state->aside_count == WB_HERO_TILES)
        return refuse(reader, reader->start, "more set aside than there are tiles (WB-BID-07)");
    TRY(take_card(reader, card));
    TRY(read_seat(reader, &aside->seat));
    TRY(take_tile(reader, &aside->tile));
    if (!card->drawer)
        card->drawer = aside->seat;
    state->aside_count++;
    return RC_OK;
}

static enum rc line_aside_shown(struct reader *reader)
{
    if (reader->state->aside_opened != reader->state->aside_count)
        return refuse(reader, reader->start, "those shown come first (WB-INFO-05)");
    reader->state->aside_opened++;
    return line_aside(reader);
}

static enum rc line_named(struct reader *reader)
{
    uint8_t index, card = 0;

    TRY(take_tile(reader, &index));
    TRY(take_monster(reader, &card));
    if (card == WB_UNKNOWN)
        return refuse(reader, reader->start, "what was named is known (WB-DUNGEON-01)");
    reader->state->named[index] = card;
    return RC_OK;
}

static enum rc line_reduction(struct reader *reader)
{
    TRY(read_byte(reader, 99, &reader->state->reduction));
    return read_byte(reader, 99, &reader->state->next_reduction);
}

static enum rc line_facing(struct reader *reader)
{
    struct cursor before = reader->in;
    int strength = WB_NO_STRENGTH, hp = 0;

    cursor_word(&reader->in);
    if (!cursor_is(&reader->in, "none")) {
        reader->in = before;
        TRY(take_number(reader, 0, WB_STRENGTH_LIMIT, &strength));
    }
    TRY(take_monster(reader, &reader->state->identity));
    TRY(take_number(reader, 1, 999, &hp));
    reader->state->strength = (int8_t)strength;
    reader->state->hp_before = (int16_t)hp;
    return RC_OK;
}

static enum rc line_seen(struct reader *reader)
{
    static const char digits[] = "0123456789abcdef";
    const char *word;
    int round = 0;

    TRY(take_number(reader, 1, WB_ROUNDS_MAX, &round));
    cursor_word(&reader->in);
    word = reader->in.word;
    if (reader->in.length != WB_CARDS || round >= reader->state->round)
        return refuse(reader, word, "one digit for each card of a former round (WB-INFO-01)");
    for (unsigned place = 0; place < WB_CARDS; place++) {
        const char *digit = memchr(digits, word[place], sizeof digits - 1);

        if (!digit)
            return refuse(reader, word + place, "not a hexadecimal digit");
        reader->state->seen[round - 1][place] = (uint8_t)(digit - digits);
    }
    return RC_OK;
}

/* What a plain line fills: a field of the state. */
enum plain {
    OWN,   /* not plain: `read` does it */
    SEAT,  /* a seat */
    SEATS, /* a mask of seats */
    TILES, /* a mask of tiles */
    TILE,  /* the number of a tile */
    NUMBER /* a number from `least` to `most` */
};

static const struct row {
    const char *key;
    enum rc (*read)(struct reader *reader);
    bool repeats;
    uint8_t plain;
    uint8_t bytes; /* of the field: 1, 2 or 4 */
    uint16_t offset;
    int least, most;
} rows[] = {
#define FIELD(member) sizeof((struct wb_state *)NULL)->member, offsetof(struct wb_state, member)
    {"options", line_options, false, OWN, 0, 0, 0, 0},
    {"seats", NULL, false, NUMBER, FIELD(seats), WB_SEATS_MIN, WB_SEATS_MAX},
    {"question", NULL, false, NUMBER, FIELD(question), 1, INT32_MAX},
    {"round", NULL, false, NUMBER, FIELD(round), 1, WB_ROUNDS_MAX},
    {"phase", line_phase, false, OWN, 0, 0, 0, 0},
    {"hero", line_hero, false, OWN, 0, 0, 0, 0},
    {"starter", NULL, false, SEAT, FIELD(starter), 0, 0},
    {"turn", NULL, false, SEAT, FIELD(turn), 0, 0},
    {"raider", NULL, false, SEAT, FIELD(raider), 0, 0},
    {"passed", NULL, false, SEATS, FIELD(passed), 0, 0},
    {"success", line_success, false, OWN, 0, 0, 0, 0},
    {"red", NULL, false, SEATS, FIELD(red), 0, 0},
    {"out", NULL, false, SEATS, FIELD(out), 0, 0},
    {"resigned", NULL, false, SEATS, FIELD(resigned), 0, 0},
    {"winner", NULL, false, SEAT, FIELD(winner), 0, 0},
    {"specials", line_specials, false, OWN, 0, 0, 0, 0},
    {"shown", line_shown, false, OWN, 0, 0, 0, 0},
    {"disclosed", NULL, false, NUMBER, FIELD(disclosed), 0, WB_GAME_SPECIALS},
    {"tiles", NULL, false, TILES, FIELD(in_play), 0, 0},
    {"running", NULL, false, TILES, FIELD(running), 0, 0},
    {"deck", line_deck, false, OWN, 0, 0, 0, 0},
    {"faced", line_faced, false, OWN, 0, 0, 0, 0},
    {"pile", line_pile, false, OWN, 0, 0, 0, 0},
    {"aside-shown", line_aside_shown, true, OWN, 0, 0, 0, 0},
    {"aside", line_aside, true, OWN, 0, 0, 0, 0},
    {"hand", line_hand, false, OWN, 0, 0, 0, 0},
    {"replaced", line_replaced, false, OWN, 0, 0, 0, 0},
    {"named", line_named, true, OWN, 0, 0, 0, 0},
    {"asked", NULL, false, TILE, FIELD(asked), 0, 0},
    {"picked", NULL, false, SEAT, FIELD(picked), 0, 0},
    {"hp", NULL, false, NUMBER, FIELD(hp), 1, 999},
    {"skips", NULL, false, NUMBER, FIELD(skips), 0, WB_CARDS},
    {"reduction", line_reduction, false, OWN, 0, 0, 0, 0},
    {"facing", line_facing, false, OWN, 0, 0, 0, 0},
    {"seen", line_seen, true, OWN, 0, 0, 0, 0},
#undef FIELD
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS <= 64, "the mask of given lines has 64 bits");

static enum rc read_field(struct reader *reader, const struct row *row, void *field)
{
    int number = 0;

    TRY(take_number(reader, row->least, row->most, &number));
    if (row->bytes == 1)
        *(uint8_t *)field = (uint8_t)number;
    else if (row->bytes == 2)
        *(int16_t *)field = (int16_t)number;
    else
        *(uint32_t *)field = (uint32_t)number;
    return RC_OK;
}

static enum rc read_plain(struct reader *reader, const struct row *row)
{
    uint8_t *value = (uint8_t *)reader->state + row->offset;

    switch ((enum plain)row->plain) {
    case SEAT:
        return read_seat(reader, value);
    case SEATS:
        return read_seats(reader, value);
    case TILES:
        return read_tiles(reader, value);
    case TILE:
        return take_tile(reader, value);
    case NUMBER:
        return read_field(reader, row, value);
    case OWN:
        break;
    }
    return row->read(reader);
}

static enum rc read_line(struct reader *reader)
{
    const char *key;
    unsigned row = 0;

    if (!cursor_word(&reader->in) || *reader->in.word == '#')
        return RC_OK;
    key = reader->in.word;
    while (row < ROWS && !cursor_is(&reader->in, rows[row].key))
        row++;
    if (row == ROWS)
        return refuse(reader, key, "a position has no such line");
    if ((reader->given >> row & 1) && !rows[row].repeats)
        return refuse(reader, key, "this line came before");
    reader->given |= UINT64_C(1) << row;
    if (row > 1 && !reader->state->seats)
        return refuse(reader, key, "seats come before all but the options");
    if (reader->in.at < reader->in.end)
        reader->in.at++;
    TRY(read_plain(reader, &rows[row]));
    if (cursor_more(&reader->in))
        return refuse(reader, reader->in.at, "more than the line takes");
    return RC_OK;
}

/* Laying the cards: written places first, then the lowest that are free. */

struct laying {
    struct wb_state *state;
    uint32_t used;
    unsigned total; /* cards taken from the deck */
};

static bool lay(struct laying *laying, struct card_word *card, bool shown)
{
    struct wb_state *state = laying->state;
    unsigned place = card->place;

    if (place == UNPLACED)
        for (place = 0; laying->used >> place & 1; place++)
            ;
    else if (laying->used >> place & 1)
        return false;
    if (place >= laying->total)
        return false;
    laying->used |= 1u << place;
    card->place = (uint8_t)place;
    state->card[place] = card->card;
    state->seen[state->round - 1][place] = card->drawer;
    if (shown)
        state->seen[state->round - 1][place] |= WB_SEEN_ALL;
    if (shown && card->card >= WB_FIRST_SPECIAL && card->card <= WB_MONSTERS)
        state->shown = (uint16_t)(state->shown | 1u << card->card);
    return true;
}

/* A card without a written drawer: the first seat, but for one from the deck by Polymorph. */
static void set_drawers(struct card_word *card, unsigned count, unsigned seat)
{
    for (unsigned i = 0; i < count; i++)
        if (!card[i].drawer && card[i].place == UNPLACED)
            card[i].drawer = (uint8_t)seat;
}

static bool lay_list(struct laying *laying, struct card_word *card, unsigned count, bool shown,
                     bool placed)
{
    for (unsigned i = 0; i < count; i++)
        if ((card[i].place != UNPLACED) == placed && !lay(laying, &card[i], shown))
            return false;
    return true;
}

/* In the order they were drawn: the bottom of the pile first, the card in hand last. */
static bool lay_all(struct reader *reader, bool placed)
{
    struct wb_state *state = reader->state;
    struct laying laying = {state, 0, state->taken};

    for (unsigned place = 0; !placed && place < WB_CARDS; place++)
        if (state->card[place])
            laying.used |= 1u << place;
    for (unsigned i = reader->pile_count; i > 0; i--)
        if (!lay_list(&laying, &reader->pile[i - 1], 1, false, placed))
            return false;
    for (unsigned i = reader->faced_count; i > 0; i--)
        if (!lay_list(&laying, &reader->faced[i - 1], 1, true, placed))
            return false;
    return lay_list(&laying, reader->aside, state->aside_opened, true, placed) &&
           lay_list(&laying, reader->aside + state->aside_opened,
                    (unsigned)(state->aside_count - state->aside_opened), false, placed) &&
           lay_list(&laying, reader->swapped, state->swapped_count, true, placed) &&
           (!state->hand || lay_list(&laying, &reader->hand, 1, false, placed));
}

static void place_zones(struct reader *reader)
{
    struct wb_state *state = reader->state;
    unsigned count = state->pile_count;

    for (unsigned i = 0; i < reader->faced_count; i++)
        state->pile[count - 1 - i] = reader->faced[i].place;
    for (unsigned i = 0; i < reader->pile_count; i++)
        state->pile[reader->pile_count - 1 - i] = reader->pile[i].place;
    for (unsigned i = 0; i < state->aside_count; i++)
        state->aside[i].place = reader->aside[i].place;
    for (unsigned i = 0; i < state->swapped_count; i++)
        state->swapped[i] = reader->swapped[i].place;
    if (state->hand)
        state->hand = (uint8_t)(reader->hand.place + 1);
}

static bool is_laid_out(const struct wb_state *state)
{
    return state->phase >= WB_PHASE_BID && state->phase < WB_PHASE_REVIEW;
}

static enum rc lay_cards(struct reader *reader)
{
    struct wb_state *state = reader->state;
    unsigned taken = (unsigned)reader->faced_count + reader->pile_count + state->aside_count +
                     state->swapped_count + (state->hand != 0);

    if (!taken && !reader->deck_count && !is_laid_out(state))
        return RC_OK;
    if (taken + reader->deck_count > WB_CARDS)
        return refuse(reader, reader->start, "more than 15 cards (WB-SETUP-05)");
    state->taken = (uint8_t)taken;
    state->pile_count = (uint8_t)(reader->faced_count + reader->pile_count);
    state->revealed = reader->faced_count;
    set_drawers(reader->pile, reader->pile_count, 1);
    set_drawers(reader->faced, reader->faced_count, 1);
    set_drawers(reader->swapped, state->swapped_count, 1);
    set_drawers(&reader->hand, state->hand != 0, state->turn);
    if (!lay_all(reader, true) || !lay_all(reader, false))
        return refuse(reader, reader->start, "two cards at one place of the deck (WB-BID-06)");
    place_zones(reader);
    for (unsigned i = 0; i < WB_CARDS - taken; i++)
        state->card[taken + i] = i < reader->deck_count ? reader->deck[i] : WB_UNKNOWN;
    return RC_OK;
}

/* What a short position leaves out. */
static void fill_in(struct reader *reader)
{
    struct wb_state *state = reader->state;
    unsigned all = ((1u << state->seats) - 1) << 1;
    bool laid = state->card[0] != 0;

    if (!state->question)
        state->question = 1;
    if (!state->special[0] && state->phase > WB_PHASE_SPECIALS && state->phase < WB_PHASE_DISCLOSE)
        state->special[0] = state->special[1] = WB_UNKNOWN;
    if (!state->starter && laid)
        state->starter = (uint8_t)wb_next_seat(state, state->seats, state->out);
    if (wb_raid_runs(state) && state->raider && !state->passed)
        state->passed = (uint8_t)(all & ~(1u << state->raider) & ~(unsigned)state->out);
}

/* The card faced, where the position asks about it without saying how it stands. */
static void fill_face(struct reader *reader)
{
    struct wb_state *state = reader->state;
    unsigned card;
    struct wb_face face;

    if (state->phase < WB_PHASE_CHOICE || state->phase > WB_PHASE_CUBE || state->identity ||
        !state->revealed)
        return;
    card = state->card[wb_place_at(state, state->revealed)];
    if (card == WB_UNKNOWN)
        return;
    face = wb_face_at(reader->book, state, card, state->revealed);
    state->strength = face.strength;
    state->identity = face.identity;
    state->hp_before = state->hp;
}

static enum rc finish(struct reader *reader)
{
    const char *clause;

    if (!reader->state->seats || !reader->state->round)
        return refuse(reader, reader->start, "a position says its seats and its round");
    TRY(lay_cards(reader));
    fill_in(reader);
    fill_face(reader);
    clause = wb_invariant(reader->book, reader->state);
    if (!clause)
        return RC_OK;
    err_where(reader->err, "position", 0, 0);
    return ERR(reader->err, RC_BAD_INPUT, "this position cannot be (", clause, ")");
}

enum rc wb_read_position(const void *rulebook, const char *text, size_t length, void *position,
                         struct err *err)
{
    struct wb_state state = {0};
    struct reader reader = {.book = rulebook, .state = &state, .err = err};
    const char *end = text + length;

    for (const char *at = text; at < end; at = reader.in.end + 1) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        reader.line++;
        reader.start = at;
        reader.in = cursor_of(at, (size_t)((newline ? newline : end) - at));
        TRY(read_line(&reader));
    }
    TRY(finish(&reader));
    memcpy(position, &state, sizeof state);
    return RC_OK;
}
