/* SPDX-License-Identifier: MIT */
/* Writes and reads a standing line in canonical text. What it orders is judged in standing.c. */
#include "games/welcome_back/line_text.h"

#include "base/cursor.h"
#include "rules/game.h"

static const uint16_t quantity_terms[WB_QUANTITIES] = {
    [WB_QUANTITY_STRENGTH] = WB_VERB_STRENGTH, [WB_QUANTITY_HP] = WB_VERB_HP,
    [WB_QUANTITY_POSITION] = WB_VERB_POSITION, [WB_QUANTITY_PILE] = WB_VERB_PILE,
    [WB_QUANTITY_DECK] = WB_VERB_DECK,
};

/* ---- writing ---- */

static void put_word(struct text *out, const char *word)
{
    if (out->length)
        text_put_char(out, ' ');
    text_put(out, word);
}

static void put_number(struct text *out, int number)
{
    TEXT_PUT(out, " ", TEXT_INT(number));
}

static void put_monsters(const struct wb_words *words, struct text *out)
{
    for (unsigned code = 1; code <= WB_MONSTERS; code++)
        if (words->monsters >> code & 1)
            put_word(out, wb_key(WB_TERM_MONSTER + code));
}

static void put_conditions(const struct wb_words *words, struct text *out)
{
    bool given = (words->monsters && words->verb != WB_VERB_NAME) || words->deadly;

    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        given |= words->range[i].given;
    if (!given)
        return;
    put_word(out, "if");
    if (words->verb != WB_VERB_NAME)
        put_monsters(words, out);
    for (unsigned i = 0; i < WB_QUANTITIES; i++) {
        const struct wb_range *range = &words->range[i];

        if (!range->given)
            continue;
        put_word(out, wb_key(quantity_terms[i]));
        put_number(out, range->low);
        put_word(out, "to");
        put_number(out, range->high);
    }
    if (words->deadly)
        put_word(out, "deadly");
}

static void put_words(const struct wb_words *words, struct text *out)
{
    if (words->closing)
        put_word(out, "else");
    if (words->ask)
        put_word(out, "ask");
    if (words->verb)
        put_word(out, wb_key(words->verb));
    for (unsigned i = 0; i < words->tile_count; i++)
        put_word(out, wb_key(WB_TERM_TILE + words->tile[i]));
    if (words->verb == WB_VERB_NAME)
        put_monsters(words, out);
    if (words->number)
        put_number(out, words->number);
    put_conditions(words, out);
}

void wb_write_line(const struct wb_line *line, struct text *out)
{
    char array[LINE_TEXT_BYTES]; /* so that words know whether they are the first */
    struct text own = text_in(array, sizeof array);

    put_words(&line->head, &own);
    if (line->tail.closing)
        put_words(&line->tail, &own);
    text_put_bytes(out, own.at, own.length);
}

/* ---- reading: what is taken may stand in any order; writing it anew shows whether it did ---- */

struct reader {
    struct cursor in;
    struct wb_words *words;
};

static bool read_number(struct reader *reader, int16_t *number)
{
    int64_t value;

    if (!cursor_next(&reader->in) || !cursor_number(&reader->in, 0, WB_NUMBER_LIMIT, &value))
        return false;
    *number = (int16_t)value;
    return true;
}

static bool read_range(struct reader *reader, struct wb_range *range)
{
    range->given = true;
    return read_number(reader, &range->low) && cursor_accept(&reader->in, "to") &&
           read_number(reader, &range->high);
}

static bool read_name(struct reader *reader)
{
    struct wb_words *words = reader->words;
    unsigned code = wb_code_of(WB_TERM_TILE, WB_TILES, reader->in.word, reader->in.length);

    if (code) {
        if (words->tile_count == WB_HERO_TILES)
            return false;
        words->tile[words->tile_count++] = (uint8_t)code;
        return true;
    }
    code = wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, reader->in.word, reader->in.length);
    words->monsters = (uint16_t)(words->monsters | 1u << code);
    words->monster = (uint8_t)code;
    words->monster_count++;
    return code != 0;
}

static bool read_verb(struct reader *reader)
{
    for (unsigned term = WB_VERB_DRAW; term <= WB_VERB_RESIGN; term++)
        if (cursor_is(&reader->in, wb_key(term))) {
            bool first = !reader->words->verb;

            reader->words->verb = (uint16_t)term;
            return first;
        }
    return false;
}

static bool read_word(struct reader *reader)
{
    struct wb_words *words = reader->words;

    if (cursor_is(&reader->in, "if"))
        return true;
    if (cursor_is(&reader->in, "ask"))
        return words->ask = true;
    if (cursor_is(&reader->in, "deadly"))
        return words->deadly = true;
    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        if (cursor_is(&reader->in, wb_key(quantity_terms[i])))
            return read_range(reader, &words->range[i]);
    if (reader->in.length && text_is_digit(*reader->in.word)) {
        reader->in.at = reader->in.word;
        return read_number(reader, &words->number);
    }
    return read_verb(reader) || read_name(reader);
}

bool wb_read_line(const char *text, size_t length, struct wb_line *line)
{
    struct reader reader = {.in = cursor_of(text, length), .words = &line->head};
    TEXT_IN(again, array, LINE_TEXT_BYTES);

    memset(line, 0, sizeof *line);
    while (cursor_next(&reader.in)) {
        if (cursor_is(&reader.in, "else")) {
            if (reader.words->closing)
                return false;
            if (reader.words->verb)
                reader.words = &line->tail;
            reader.words->closing = true;
        } else if (!read_word(&reader)) {
            return false;
        }
    }
    wb_write_line(line, &again);
    return !again.cut && again.length == length && memcmp(array, text, length) == 0;
}
