/* SPDX-License-Identifier: MIT */
/* Writes and reads the first entry of a game, with its terms. There is one text for each
 * genesis. */
#include "record/genesis.h"

#include "base/timetext.h"
#include "record/entry_p.h"
#include "seal/encode.h"

static const char first_words[] = "postern-genesis ";

enum form { FORM_NUMBER, FORM_SEATS, FORM_WORD, FORM_LINE, FORM_TIME, FORM_BYTES, FORM_TOURNAMENT };

/* The lines in their order: key, form, where in struct genesis, room there. */
static const struct {
    const char *key;
    enum form form;
    size_t at, room;
} lines[] = {
#define FIELD(name) offsetof(struct genesis, name), sizeof((struct genesis *)0)->name
    {"number", FORM_NUMBER, FIELD(number)}, {"game", FORM_WORD, FIELD(game)},
    {"rules", FORM_WORD, FIELD(rules)},     {"tables", FORM_BYTES, FIELD(tables)},
    {"options", FORM_LINE, FIELD(options)}, {"seats", FORM_SEATS, FIELD(seats)},
    {"time", FORM_LINE, FIELD(time)},       {"started", FORM_TIME, FIELD(started_s)},
    {"key", FORM_BYTES, FIELD(key)},        {"box", FORM_BYTES, FIELD(box)},
    {"secret", FORM_BYTES, FIELD(secret)},  {"cup", FORM_TOURNAMENT, FIELD(tournament)},
#undef FIELD
};
enum { LINES = sizeof lines / sizeof lines[0], GENESIS_TOURNAMENT_MOST = 1000000 };

static bool is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text_is_letter(text[i]) && !text_is_digit(text[i]) && !strchr("._-", text[i]))
            return false;
    return length > 0;
}

/* Nothing in it that no terminal or page should get. */
static bool is_line(const char *text, size_t length)
{
    uint32_t code = 0;

    for (size_t at = 0, step; at < length; at += step) {
        step = text_utf8_at(text + at, length - at, &code);
        if (!step || text_is_hidden(code))
            return false;
    }
    return !length || (text[0] != ' ' && text[length - 1] != ' ');
}

/* Copies a text field, checked by its form. */
static bool read_text(enum form form, const char *text, size_t length, char *field, size_t room)
{
    if (length >= room || !(form == FORM_WORD ? is_word(text, length) : is_line(text, length)))
        return false;
    memcpy(field, text, length);
    field[length] = '\0';
    return true;
}

static bool read_number(const char *text, size_t length, int64_t least, int64_t most,
                        int64_t *number)
{
    return length && (text[0] != '0' || length == 1) && text[0] != '-' &&
           text_to_int(text, length, number) && *number >= least && *number <= most;
}

/* ---- a tournament's game ---- */

static bool has_line(unsigned line, const struct genesis *genesis)
{
    return lines[line].form != FORM_TOURNAMENT || genesis->tournament.round;
}

static bool take_number(const char **at, const char *end, const char *behind, unsigned *number)
{
    size_t most = (size_t)(end - *at), length = 0, word = strlen(behind);
    int64_t value;

    while (length < most && text_is_digit((*at)[length]))
        length++;
    if (!read_number(*at, length, 1, GENESIS_TOURNAMENT_MOST, &value) || most - length < word ||
        memcmp(*at + length, behind, word) != 0)
        return false;
    *number = (unsigned)value;
    *at += length + word;
    return true;
}

static bool read_tournament(const char *text, size_t length, struct genesis_tournament *tournament)
{
    const char *at = text + BASE32_HASH_BYTES, *end = text + length;

    return length > BASE32_HASH_BYTES && at[-1] == '/' &&
           base32_read(text, BASE32_HASH_BYTES - 1, tournament->genesis.at, HASH_BYTES) &&
           take_number(&at, end, "/", &tournament->round) &&
           take_number(&at, end, "/", &tournament->board) &&
           take_number(&at, end, " entrants=", &tournament->k) &&
           take_number(&at, end, ",", &tournament->entrant[0]) &&
           take_number(&at, end, "", &tournament->entrant[1]) && at == end &&
           tournament->entrant[0] != tournament->entrant[1];
}

static bool write_tournament(const struct genesis *genesis, struct buf *out)
{
    const struct genesis_tournament *tournament = &genesis->tournament;
    char text[BASE32_HASH_BYTES];

    buf_printf(out, "%s/%u/%u/%u entrants=%u,%u",
               base32_write(tournament->genesis.at, HASH_BYTES, text), tournament->round,
               tournament->board, tournament->k, tournament->entrant[0], tournament->entrant[1]);
    return genesis->seats == GENESIS_TOURNAMENT_SEATS && tournament->board && tournament->k &&
           tournament->entrant[0] && tournament->entrant[1] &&
           tournament->entrant[0] != tournament->entrant[1];
}

static bool read_field(unsigned line, const char *text, size_t length, struct genesis *genesis)
{
    unsigned char *field = (unsigned char *)genesis + lines[line].at;
    int64_t number;

    switch (lines[line].form) {
    case FORM_NUMBER:
        if (!read_number(text, length, 1, INT64_MAX, &number))
            return false;
        genesis->number = (uint64_t)number;
        return true;
    case FORM_SEATS:
        if (!read_number(text, length, 1, SEATS_MAX, &number))
            return false;
        genesis->seats = (unsigned)number;
        return true;
    case FORM_TIME:
        return timetext_read(text, length, &genesis->started_s);
    case FORM_BYTES:
        return base32_read(text, length, field, lines[line].room);
    case FORM_TOURNAMENT:
        return genesis->seats == GENESIS_TOURNAMENT_SEATS &&
               read_tournament(text, length, &genesis->tournament);
    default:
        return read_text(lines[line].form, text, length, (char *)field, lines[line].room);
    }
}

/* False: reading would refuse this value, so no genesis has it. */
static bool write_field(unsigned line, const struct genesis *genesis, struct buf *out)
{
    const unsigned char *field = (const unsigned char *)genesis + lines[line].at;
    char text[BASE32_HASH_BYTES], time[TIMETEXT_BYTES];

    switch (lines[line].form) {
    case FORM_NUMBER:
        buf_put_int(out, (int64_t)genesis->number);
        return genesis->number >= 1 && genesis->number <= INT64_MAX;
    case FORM_SEATS:
        buf_put_int(out, genesis->seats);
        return genesis->seats >= 1 && genesis->seats <= SEATS_MAX;
    case FORM_TIME:
        if (!timetext_write(genesis->started_s, time))
            return false;
        buf_put(out, time);
        return true;
    case FORM_BYTES:
        buf_put(out, base32_write(field, HASH_BYTES, text));
        return true;
    case FORM_TOURNAMENT:
        return write_tournament(genesis, out);
    default:
        buf_put(out, (const char *)field);
        return lines[line].form == FORM_WORD
                   ? is_word((const char *)field, strlen((const char *)field))
                   : is_line((const char *)field, strlen((const char *)field));
    }
}

enum rc genesis_write(const struct genesis *genesis, struct buf *out, struct err *err)
{
    BUF_PUT(out, first_words, TEXT_INT(PROTOCOL), "\n");
    for (unsigned i = 0; i < LINES && has_line(i, genesis); i++) {
        BUF_PUT(out, lines[i].key, "=");
        if (!write_field(i, genesis, out))
            return ERR(err, RC_BAD_INPUT, "genesis: ", lines[i].key, " does not fit");
        buf_put_char(out, '\n');
    }
    return buf_rc(out, err);
}

static enum rc refuse(unsigned line, const char *what, struct err *err)
{
    err_where(err, NULL, line, 0);
    return ERR(err, RC_BAD_INPUT, "genesis: ", what);
}

enum rc genesis_check_protocol(const char *text, size_t length, const char *what, struct err *err)
{
    struct cursor from = {text, text + length};
    uint64_t protocol;

    if (!line_take_number(&from, &protocol) || from.at != from.end)
        return ERR(err, RC_BAD_INPUT, "the first line of ", what, " ends in its number");
    if (protocol < PROTOCOL)
        return ERR(err, RC_BAD_INPUT, what, " is of before the first release, and is read no more");
    return protocol == PROTOCOL ? RC_OK
                                : ERR(err, RC_NEWER, what, " is of a newer program; install that");
}

static enum rc check_first(const char *text, size_t length, struct err *err)
{
    const size_t words = sizeof first_words - 1;
    const char *stop = memchr(text, '\n', length);
    enum rc rc;

    if (!stop || (size_t)(stop - text) <= words || memcmp(text, first_words, words) != 0)
        return refuse(1, "its first line", err);
    rc = genesis_check_protocol(text + words, (size_t)(stop - text) - words, "this genesis", err);
    if (rc != RC_OK)
        err_where(err, NULL, 1, 0);
    return rc;
}

enum rc genesis_read(const char *text, size_t length, struct genesis *genesis, struct err *err)
{
    const char *at = text, *end = text + length;
    struct genesis read = {.number = 0};

    TRY(check_first(text, length, err));
    at = (const char *)memchr(at, '\n', length) + 1;
    for (unsigned i = 0; i < LINES && (at < end || lines[i].form != FORM_TOURNAMENT); i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t key_length = strlen(lines[i].key);

        if (!stop || (size_t)(stop - at) <= key_length ||
            memcmp(at, lines[i].key, key_length) != 0 || at[key_length] != '=' ||
            !read_field(i, at + key_length + 1, (size_t)(stop - at) - key_length - 1, &read))
            return refuse(i + 2, lines[i].key, err);
        at = stop + 1;
    }
    if (at != end)
        return refuse(LINES + 2, "more than its lines", err);
    *genesis = read;
    return RC_OK;
}
