/* SPDX-License-Identifier: MIT */
/* Reading data/welcome_back.cards. Two tables say which properties a monster and a tile may have
 * and how each is read; what the file's own head promises is checked here, line by line. */
#include "games/welcome_back/cards.h"

/* A word of the line, and what stands behind its '='. */
struct word {
    const char *at;
    size_t length;
    const char *value; /* NULL = no '=' */
    size_t value_length;
    uint32_t column;
};

static bool is(const struct word *word, const char *key)
{
    return text_is(word->at, word->length, key);
}

static bool value_is(const struct word *word, const char *key)
{
    return word->value && text_is(word->value, word->value_length, key);
}

/* One of a few values; NULL behind them. */
struct choice {
    const char *key;
    uint8_t value;
};

static bool read_choice(const struct word *word, const struct choice *choice, uint8_t *value)
{
    while (choice->key && !value_is(word, choice->key))
        choice++;
    if (choice->key)
        *value = choice->value;
    return choice->key != NULL;
}

struct reader {
    struct wb_rulebook *book;
    struct err *err;
    const char *source;
    uint32_t line;
    const char *at, *end;     /* what is left of the line */
    const char *start;        /* of the line */
    struct wb_hero_row *hero; /* that tiles are added to */
    unsigned hero_code;
};

enum { MESSAGE_BYTES = 200 };

static enum rc refuse_at(const struct reader *reader, uint32_t column, const char *what,
                         const char *word, size_t length)
{
    TEXT_IN(text, message, MESSAGE_BYTES);

    text_put(&text, what);
    if (word) {
        text_put(&text, ": ");
        text_put_bytes(&text, word, length < 40 ? length : 40);
    }
    err_where(reader->err, reader->source, reader->line, column);
    return ERR(reader->err, RC_BAD_INPUT, message, " (WB-HERO-NECROMANCER-08)");
}

static enum rc refuse(const struct reader *reader, const struct word *word, const char *what)
{
    return refuse_at(reader, word->column, what, word->at, word->length);
}

/* The next word of the line; false at its end. */
static bool next_word(struct reader *reader, struct word *word)
{
    const char *equals;

    while (reader->at < reader->end && text_is_space(*reader->at))
        reader->at++;
    if (reader->at == reader->end)
        return false;
    memset(word, 0, sizeof *word);
    word->at = reader->at;
    word->column = (uint32_t)(reader->at - reader->start) + 1;
    while (reader->at < reader->end && !text_is_space(*reader->at))
        reader->at++;
    word->length = (size_t)(reader->at - word->at);
    equals = memchr(word->at, '=', word->length);
    if (equals) {
        word->value = equals + 1;
        word->value_length = word->length - (size_t)(equals + 1 - word->at);
        word->length = (size_t)(equals - word->at);
    }
    return true;
}

/* A property may stand once on a line. */
static enum rc check_once(const struct reader *reader, const struct word *word)
{
    struct reader before = *reader;
    struct word earlier;

    before.at = reader->start;
    before.end = word->at;
    while (next_word(&before, &earlier))
        if (earlier.length == word->length && memcmp(earlier.at, word->at, word->length) == 0)
            return refuse(reader, word, "this property stands here twice");
    return RC_OK;
}

/* A number from 0 to most, written in digits alone. */
static bool read_number(const char *at, size_t length, unsigned most, uint8_t *number)
{
    int64_t value;

    if (!text_to_int(at, length, &value) || value < 0 || value > (int64_t)most || at[0] == '-')
        return false;
    *number = (uint8_t)value;
    return true;
}

static enum rc word_number(struct reader *reader, const struct word *word, unsigned least,
                           unsigned most, uint8_t *number)
{
    if (word->value_length && word->value[0] == '-')
        return refuse(reader, word, "a negative number cannot stand here");
    if (!read_number(word->value, word->value_length, most, number) || *number < least)
        return refuse(reader, word, "not a number in the allowed range");
    return RC_OK;
}

static enum rc read_confidence(struct reader *reader, const struct word *word, uint8_t *confidence)
{
    static const struct choice choices[] = {{"high", 0}, {"medium", 1}, {"low", 2}, {NULL, 0}};

    return read_choice(word, choices, confidence)
               ? RC_OK
               : refuse(reader, word, "confidence is high, medium or low");
}

static bool read_list(const char *at, size_t length,
                      bool (*add)(const char *at, size_t length, uint32_t *mask), uint32_t *mask)
{
    const char *end = at + length;

    for (*mask = 0; at < end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;

        if (!add(at, (size_t)(stop - at), mask) || (comma && comma + 1 == end))
            return false;
        at = comma ? comma + 1 : end;
    }
    return *mask != 0;
}

static bool add_monster(const char *at, size_t length, uint32_t *mask)
{
    unsigned code = wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, at, length);

    *mask |= 1u << code;
    return code != 0;
}

/* A list "a,b,c" of monsters as a mask; "all" names every monster. */
static bool read_monsters(const char *at, size_t length, uint16_t *monsters)
{
    uint32_t mask = ((1u << WB_MONSTERS) - 1) << 1;
    bool good = text_is(at, length, "all") || read_list(at, length, add_monster, &mask);

    *monsters = (uint16_t)mask;
    return good;
}

/* One part of a list of strengths: "3", "0-3" or "7+". */
static bool read_span(const char *at, size_t length, uint32_t *mask)
{
    const char *dash = memchr(at, '-', length);
    uint8_t low, high = WB_STRENGTH_LIMIT;

    if (length && at[length - 1] == '+') {
        if (!read_number(at, length - 1, WB_STRENGTH_LIMIT, &low))
            return false;
    } else if (dash) {
        if (!read_number(at, (size_t)(dash - at), WB_STRENGTH_LIMIT, &low) ||
            !read_number(dash + 1, length - (size_t)(dash + 1 - at), WB_STRENGTH_LIMIT, &high))
            return false;
    } else {
        if (!read_number(at, length, WB_STRENGTH_LIMIT, &low))
            return false;
        high = low;
    }
    for (unsigned strength = low; strength <= high; strength++)
        *mask |= 1u << strength;
    return low <= high;
}

/* Monsters. */

static enum rc read_strength(struct reader *reader, const struct word *word, bool special,
                             struct wb_monster_row *row)
{
    static const struct choice kinds[] = {{"none", WB_STRENGTH_NONE},
                                          {"tiles", WB_STRENGTH_TILES},
                                          {"position", WB_STRENGTH_POSITION},
                                          {NULL, 0}};

    if (special && read_choice(word, kinds, &row->strength_kind))
        return RC_OK;
    if (word->value_length && word->value[0] == '-')
        return refuse(reader, word, "a strength cannot be negative");
    return word_number(reader, word, 0, WB_STRENGTH_LIMIT, &row->strength);
}

static enum rc read_code(struct reader *reader, const struct word *word, uint8_t *monster)
{
    *monster = (uint8_t)wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, word->value, word->value_length);
    return *monster ? RC_OK : refuse(reader, word, "no such monster");
}

static enum rc read_monster_effect(struct reader *reader, const struct word *word,
                                   struct wb_monster_row *row)
{
    static const struct choice effects[] = {
        {"skip", WB_MONSTER_SKIPS}, {"discard", WB_MONSTER_DISCARDS}, {NULL, 0}};

    return read_choice(word, effects, &row->effect)
               ? RC_OK
               : refuse(reader, word, "unknown effect; known are skip and discard");
}

static enum rc read_special_word(struct reader *reader, const struct word *word,
                                 struct wb_monster_row *row)
{
    if (is(word, "harmless") && !word->value) {
        row->harmless = true;
        return RC_OK;
    }
    if (!word->value)
        return refuse(reader, word, "unknown property of a special monster");
    if (is(word, "effect"))
        return read_monster_effect(reader, word, row);
    if (is(word, "identity")) {
        row->identity_by_strength = value_is(word, "by-strength");
        return row->identity_by_strength ? RC_OK : read_code(reader, word, &row->identity);
    }
    if (is(word, "veteran")) {
        row->strength_kind = WB_STRENGTH_VETERAN;
        return word_number(reader, word, 0, WB_STRENGTH_LIMIT, &row->veteran_strength);
    }
    return refuse(reader, word, "unknown property of a special monster");
}

static enum rc read_monster_word(struct reader *reader, const struct word *word, bool special,
                                 struct wb_monster_row *row, bool *has_strength)
{
    if (is(word, "confidence"))
        return read_confidence(reader, word, &row->confidence);
    if (is(word, "strength") && word->value) {
        *has_strength = true;
        return read_strength(reader, word, special, row);
    }
    if (special)
        return read_special_word(reader, word, row);
    if (is(word, "copies") && word->value)
        return word_number(reader, word, 1, WB_CARDS, &row->copies);
    return refuse(reader, word, "unknown property of a monster");
}

static enum rc place_monster(struct reader *reader, unsigned code, const struct word *name,
                             bool special, const struct wb_monster_row *row)
{
    struct wb_rulebook *book = reader->book;

    if (special) {
        book->special[book->special_count++] = (uint8_t)code;
    } else {
        if (!row->copies)
            return refuse(reader, name, "say how many copies there are of this monster");
        if (book->ordinary_count + row->copies > WB_CARDS - WB_GAME_SPECIALS)
            return refuse(reader, name, "more than 13 ordinary cards with this monster");
        if (book->by_strength[row->strength])
            return refuse(reader, name, "two ordinary monsters have this strength");
        book->by_strength[row->strength] = (uint8_t)code;
        for (unsigned copy = 0; copy < row->copies; copy++)
            book->ordinary[book->ordinary_count++] = (uint8_t)code;
    }
    book->monster[code] = *row;
    return RC_OK;
}

static enum rc read_monster(struct reader *reader, bool special)
{
    struct wb_monster_row row = {.copies = special ? 1 : 0};
    struct word name, word;
    bool has_strength = false;
    unsigned code;

    if (!next_word(reader, &name))
        return refuse_at(reader, 1, "a monster needs a name", NULL, 0);
    code = wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, name.at, name.length);
    if (!code || name.value)
        return refuse(reader, &name, "no such monster");
    if (special != (code >= WB_FIRST_SPECIAL))
        return refuse(reader, &name, "ordinary and special monsters are confused");
    if (reader->book->monster[code].copies)
        return refuse(reader, &name, "this monster stands in the file twice");
    while (next_word(reader, &word)) {
        TRY(check_once(reader, &word));
        TRY(read_monster_word(reader, &word, special, &row, &has_strength));
    }
    if (!has_strength)
        return refuse(reader, &name, "say the strength of this monster");
    return place_monster(reader, code, &name, special, &row);
}

/* Tiles. */

/* Properties that are a lone word, and those that are one number. */
static const struct flag_row {
    const char *key;
    size_t offset;
} flags[] = {
    {"choice", offsetof(struct wb_tile_row, choice)},
    {"once", offsetof(struct wb_tile_row, once)},
    {"skip", offsetof(struct wb_tile_row, skip)},
    {"gain", offsetof(struct wb_tile_row, gain)},
    {"run", offsetof(struct wb_tile_row, run)},
    {"pay", offsetof(struct wb_tile_row, pay)},
    {"swap", offsetof(struct wb_tile_row, swap)},
    {"survive", offsetof(struct wb_tile_row, survive)},
    {"revive", offsetof(struct wb_tile_row, revive)},
    {"all-different", offsetof(struct wb_tile_row, all_different)},
};
static const struct number_row {
    const char *key;
    size_t offset;
} numbers[] = {
    {"hp", offsetof(struct wb_tile_row, hp)},
    {"hp-under", offsetof(struct wb_tile_row, hp_under)},
    {"reduce", offsetof(struct wb_tile_row, reduce)},
    {"lower", offsetof(struct wb_tile_row, lower)},
};
enum { TILE_NUMBER_LIMIT = 20 };

static enum rc read_cap(struct reader *reader, const struct word *word, struct wb_tile_row *row)
{
    const char *comma = memchr(word->value, ',', word->value_length);

    if (!comma ||
        !read_number(word->value, (size_t)(comma - word->value), TILE_NUMBER_LIMIT,
                     &row->cap_odd) ||
        !read_number(comma + 1, word->value_length - (size_t)(comma + 1 - word->value),
                     TILE_NUMBER_LIMIT, &row->cap_even) ||
        !row->cap_odd || !row->cap_even)
        return refuse(reader, word, "a cap is two numbers from 1, as in cap=1,2");
    return RC_OK;
}

static enum rc read_match(struct reader *reader, const struct word *word, struct wb_tile_row *row)
{
    static const struct choice plain[] = {{"any", WB_MATCH_ANY},
                                          {"even", WB_MATCH_EVEN},
                                          {"odd", WB_MATCH_ODD},
                                          {"repeated", WB_MATCH_REPEATED},
                                          {NULL, 0}};
    const char *colon = memchr(word->value, ':', word->value_length);
    size_t key = colon ? (size_t)(colon - word->value) : word->value_length;
    size_t rest = colon ? word->value_length - key - 1 : 0;

    if (read_choice(word, plain, &row->match))
        return RC_OK;
    if (colon && text_is(word->value, key, "strength") &&
        read_list(colon + 1, rest, read_span, &row->strengths))
        row->match = WB_MATCH_STRENGTH;
    else if (colon && text_is(word->value, key, "identity") &&
             read_monsters(colon + 1, rest, &row->monsters))
        row->match = WB_MATCH_IDENTITY;
    else if (colon && text_is(word->value, key, "named") &&
             read_monsters(colon + 1, rest, &row->monsters))
        row->match = WB_MATCH_NAMED;
    else
        return refuse(reader, word, "not something that a tile can defeat");
    return RC_OK;
}

static enum rc read_valued(struct reader *reader, const struct word *word, struct wb_tile_row *row)
{
    if (is(word, "defeats"))
        return read_match(reader, word, row);
    if (is(word, "cap"))
        return read_cap(reader, word, row);
    if (is(word, "confidence"))
        return read_confidence(reader, word, &row->confidence);
    if (is(word, "by")) {
        row->by_other = value_is(word, "other");
        if (!row->by_other && !value_is(word, "raider"))
            return refuse(reader, word, "by=raider or by=other");
        return RC_OK;
    }
    if (is(word, "default"))
        return read_code(reader, word, &row->named_default);
    return refuse(reader, word, "unknown effect of a tile");
}

static enum rc read_tile_word(struct reader *reader, const struct word *word,
                              struct wb_tile_row *row)
{
    const bool set = true;

    for (unsigned i = 0; !word->value && i < sizeof flags / sizeof *flags; i++)
        if (is(word, flags[i].key)) {
            memcpy((char *)row + flags[i].offset, &set, sizeof set);
            return RC_OK;
        }
    for (unsigned i = 0; word->value && i < sizeof numbers / sizeof *numbers; i++)
        if (is(word, numbers[i].key))
            return word_number(reader, word, 1, TILE_NUMBER_LIMIT,
                               (uint8_t *)row + numbers[i].offset);
    if (!word->value)
        return refuse(reader, word, "unknown effect of a tile");
    return read_valued(reader, word, row);
}

/* Why the parts of a tile do not go together; NULL = they do. */
static const char *tile_fault(const struct wb_tile_row *row)
{
    bool extra = row->skip || row->gain || row->reduce || row->run || row->pay;

    if (!row->hp && !row->match && !row->swap && !row->lower && !row->cap_odd && !row->survive &&
        !row->revive && !row->all_different)
        return "this tile does nothing";
    if (extra && !row->match)
        return "skip, gain, reduce, run and pay need defeats";
    if ((row->run || row->pay || row->swap) && !row->choice)
        return "run, pay and swap need choice";
    if (row->choice && !row->match && !row->swap)
        return "a choice tile needs defeats or swap";
    if (row->choice && row->match && row->swap)
        return "a tile either defeats or swaps";
    if (row->run && (row->once || (row->match != WB_MATCH_EVEN && row->match != WB_MATCH_ODD)))
        return "run needs defeats=even or defeats=odd, and no once";
    if (row->match == WB_MATCH_NAMED &&
        (row->choice || !row->named_default || !(row->monsters >> row->named_default & 1)))
        return "named needs a default that can be named, and no choice";
    if (row->match != WB_MATCH_NAMED && (row->by_other || row->named_default))
        return "by and default need named";
    return NULL;
}

static enum rc read_tile(struct reader *reader)
{
    struct wb_tile_row row = {0};
    struct wb_hero_row *hero = reader->hero;
    struct word name, word;
    const char *fault;

    if (!next_word(reader, &name))
        return refuse_at(reader, 1, "a tile needs a name", NULL, 0);
    row.tile = (uint8_t)wb_code_of(WB_TERM_TILE, WB_TILES, name.at, name.length);
    if (!row.tile || name.value)
        return refuse(reader, &name, "no such tile");
    if (!hero || hero->tile_count == WB_HERO_TILES)
        return refuse(reader, &name, "six tiles follow each hero");
    for (unsigned i = 0; i < hero->tile_count; i++)
        if (hero->tile[i].tile == row.tile)
            return refuse(reader, &name, "this hero has the tile twice");
    while (next_word(reader, &word)) {
        TRY(check_once(reader, &word));
        TRY(read_tile_word(reader, &word, &row));
    }
    fault = tile_fault(&row);
    if (fault)
        return refuse(reader, &name, fault);
    hero->tile[hero->tile_count++] = row;
    return RC_OK;
}

/* Heroes. */

static enum rc check_tiles(struct reader *reader)
{
    if (reader->hero && reader->hero->tile_count != WB_HERO_TILES) {
        const char *key = wb_key(WB_TERM_HERO + reader->hero_code);

        return refuse_at(reader, 1, "six tiles belong to the hero", key, strlen(key));
    }
    return RC_OK;
}

static enum rc read_hero_word(struct reader *reader, const struct word *word,
                              struct wb_hero_row *hero, bool *has_pool)
{
    static const struct choice pools[] = {
        {"back", WB_HEROES_BACK}, {"original", WB_HEROES_ORIGINAL}, {NULL, 0}};

    if (word->value && is(word, "hp"))
        return word_number(reader, word, 1, TILE_NUMBER_LIMIT, &hero->hp);
    if (word->value && is(word, "confidence"))
        return read_confidence(reader, word, &hero->confidence);
    *has_pool |= is(word, "pool");
    if (is(word, "pool") && read_choice(word, pools, &hero->pool))
        return RC_OK;
    return refuse(reader, word, "a hero has pool=back or pool=original, and hp");
}

static enum rc read_hero(struct reader *reader)
{
    struct word name, word;
    struct wb_hero_row *hero;
    bool has_pool = false;

    TRY(check_tiles(reader));
    if (!next_word(reader, &name))
        return refuse_at(reader, 1, "a hero needs a name", NULL, 0);
    reader->hero_code = wb_code_of(WB_TERM_HERO, WB_HEROES, name.at, name.length);
    if (!reader->hero_code || name.value)
        return refuse(reader, &name, "no such hero");
    hero = &reader->book->hero[reader->hero_code];
    if (hero->present)
        return refuse(reader, &name, "this hero stands in the file twice");
    hero->present = true;
    while (next_word(reader, &word)) {
        TRY(check_once(reader, &word));
        TRY(read_hero_word(reader, &word, hero, &has_pool));
    }
    if (!hero->hp || !has_pool)
        return refuse(reader, &name, "a hero has pool=back or pool=original, and hp");
    reader->hero = hero;
    return RC_OK;
}

/* The file. */

static enum rc read_line(struct reader *reader)
{
    struct word word;

    for (const char *at = reader->start; at < reader->end; at++)
        if ((unsigned char)*at < ' ' && *at != '\t' && *at != '\r')
            return refuse_at(reader, (uint32_t)(at - reader->start) + 1,
                             "a control character cannot stand here", NULL, 0);
    if (reader->start < reader->end && *reader->start == '#')
        return RC_OK;
    if (!next_word(reader, &word))
        return RC_OK;
    if (is(&word, "monster"))
        return read_monster(reader, false);
    if (is(&word, "special"))
        return read_monster(reader, true);
    if (is(&word, "hero"))
        return read_hero(reader);
    if (is(&word, "tile"))
        return read_tile(reader);
    return refuse(reader, &word, "a line begins with monster, special, hero, tile or #");
}

/* What only the whole file can show. */
static enum rc check_whole(struct reader *reader)
{
    const struct wb_rulebook *book = reader->book;
    uint8_t hero[WB_HEROES];

    TRY(check_tiles(reader));
    if (book->ordinary_count != WB_CARDS - WB_GAME_SPECIALS)
        return refuse_at(reader, 0, "fewer than 13 ordinary cards in the file", NULL, 0);
    if (book->special_count < WB_GAME_SPECIALS)
        return refuse_at(reader, 0, "fewer than two special monsters in the file", NULL, 0);
    for (unsigned heroes = WB_HEROES_BACK; heroes <= WB_HEROES_ORIGINAL; heroes++)
        if (wb_pool(book, heroes, hero) < 2)
            return refuse_at(reader, 0, "each pool needs two heroes at least", NULL, 0);
    return RC_OK;
}

enum rc wb_load(const struct game_file *file, unsigned count, const char *version, void *rulebook,
                struct err *err)
{
    struct reader reader = {.book = rulebook, .err = err};
    const char *at, *end;

    if (!text_equal(version, "1"))
        return ERR(err, RC_NEWER, "these rules have version 1 only; update the program");
    FAIL_IF(count != 1, err, RC_USAGE, "one data file is needed: welcome_back.cards");
    reader.source = file->name;
    end = file->text + file->length;
    for (at = file->text; at < end; at = reader.end + 1) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        reader.line++;
        reader.start = reader.at = at;
        reader.end = newline ? newline : end;
        TRY(read_line(&reader));
    }
    return check_whole(&reader);
}

/* Questions. */

unsigned wb_pool(const struct wb_rulebook *book, unsigned heroes, uint8_t hero[WB_HEROES])
{
    unsigned count = 0;

    for (unsigned code = 1; code <= WB_HEROES; code++)
        if (wb_in_pool(book, heroes, code))
            hero[count++] = (uint8_t)code;
    return count;
}

unsigned wb_tile_index(const struct wb_rulebook *book, const struct wb_state *state, unsigned tile)
{
    unsigned index = 0;

    while (index < WB_HERO_TILES && wb_tile(book, state, index)->tile != tile)
        index++;
    return index;
}
