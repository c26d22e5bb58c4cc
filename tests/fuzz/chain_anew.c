/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/chain_anew.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/entry.h"
#include "seal/chain.h"
#include "seal/encode.h"
#include "seal/seal.h"

enum { OPENINGS_MAX = 256, PAYLOAD_MAX = 512 };

struct line {
    const char *at;
    size_t length;
};

struct known {
    const char *at; /* of the opening in the text */
    char name[SEAL_NAME_MAX + 1], payload[PAYLOAD_MAX];
    size_t length;
    unsigned char nonce[SEAL_NONCE_BYTES];
};

struct anew {
    const char *at, *end; /* what is still to be read */
    struct buf *out;
    struct chain chain;
    struct line entry; /* without its number, as hashed */
    struct hash commitment[CHAIN_SEALS_MAX];
    unsigned seals;
    unsigned known_count; /* openings in the log */
    struct known known[OPENINGS_MAX];
};

static bool next_line(struct anew *anew, struct line *line)
{
    const char *stop;

    if (anew->at >= anew->end)
        return false;
    stop = memchr(anew->at, '\n', (size_t)(anew->end - anew->at));
    *line = (struct line){anew->at, (size_t)((stop ? stop : anew->end) - anew->at)};
    anew->at = (stop ? stop : anew->end - 1) + 1;
    return true;
}

static bool starts(const struct line *line, const char *word)
{
    return line->length >= strlen(word) && memcmp(line->at, word, strlen(word)) == 0;
}

static void put(struct anew *anew, const struct line *line)
{
    buf_put_bytes(anew->out, line->at, line->length);
    buf_put_char(anew->out, '\n');
}

static void put_hash(struct anew *anew, const struct hash *hash)
{
    char text[BASE32_HASH_BYTES];

    buf_put(anew->out, base32_write(hash->at, HASH_BYTES, text));
    buf_put_char(anew->out, '\n');
}

/* The text behind an entry's number; false: the line is none. */
static bool entry_text(const struct line *line, struct line *text)
{
    size_t digits = 0;

    while (digits < line->length && text_is_digit(line->at[digits]))
        digits++;
    if (!digits || digits + 1 >= line->length || line->at[digits] != ' ')
        return false;
    *text = (struct line){line->at + digits + 1, line->length - digits - 1};
    return true;
}

/* ---- what is read ahead ---- */

static void note_entry(struct anew *anew, const struct line *line)
{
    struct known *known = &anew->known[anew->known_count];
    struct entry entry;
    struct line text;

    if (!entry_text(line, &text) || anew->known_count == OPENINGS_MAX ||
        entry_read(7, text.at, text.length, &entry, NULL) != RC_OK || entry.kind != ENTRY_OPEN ||
        strlen(entry.words) >= PAYLOAD_MAX)
        return;
    known->at = line->at;
    text_copy(known->name, sizeof known->name, entry.name);
    text_copy(known->payload, sizeof known->payload, entry.words);
    known->length = strlen(entry.words);
    memcpy(known->nonce, entry.nonce, sizeof known->nonce);
    anew->known_count++;
}

static void read_ahead(struct anew *anew, const char *text, size_t size)
{
    OWN(buf) genesis = {0};
    bool in_genesis = false;
    struct line line;

    while (next_line(anew, &line)) {
        if (starts(&line, "genesis"))
            in_genesis = true;
        else if (starts(&line, "entries"))
            in_genesis = false;
        else if (in_genesis && starts(&line, "|")) {
            buf_put_bytes(&genesis, line.at + 1, line.length - 1);
            buf_put_char(&genesis, '\n');
        } else {
            note_entry(anew, &line);
        }
    }
    chain_start(&anew->chain, buf_text(&genesis), genesis.length);
    anew->at = text;
    anew->end = text + size;
}

/* ---- seals ---- */

/* "NAME OWNER COMMITMENT" */
static bool read_seal(const struct line *line, char name[SEAL_NAME_MAX + 1], unsigned *owner,
                      struct hash *commitment)
{
    const char *at = line->at + strlen(" seal "), *end = line->at + line->length;
    const char *blank = memchr(at, ' ', (size_t)(end - at));

    if (!blank || (size_t)(blank - at) > SEAL_NAME_MAX ||
        end - blank != 3 + (BASE32_HASH_BYTES - 1) || !text_is_digit(blank[1]))
        return false;
    memcpy(name, at, (size_t)(blank - at));
    name[blank - at] = '\0';
    *owner = (unsigned)(blank[1] - '0');
    return base32_read(blank + 3, BASE32_HASH_BYTES - 1, commitment->at, HASH_BYTES);
}

/* "NONCE PAYLOAD", without escapes. */
static bool read_known(const struct line *line, struct known *known)
{
    const size_t head = strlen(" know "), nonce = BASE32_CHARS(SEAL_NONCE_BYTES);

    if (!starts(line, " know ") || line->length < head + nonce + 1 ||
        line->length - head - nonce - 1 >= PAYLOAD_MAX || memchr(line->at, '\\', line->length))
        return false;
    known->length = line->length - head - nonce - 1;
    memcpy(known->payload, line->at + head + nonce + 1, known->length);
    return base32_read(line->at + head, nonce, known->nonce, SEAL_NONCE_BYTES);
}

/* What opens it, beside the chain or next in the log: undone names are used again. */
static const struct known *find_known(const struct anew *anew, const char *name,
                                      struct known *beside)
{
    struct anew ahead = {.at = anew->at, .end = anew->end};
    struct line line;

    if (next_line(&ahead, &line) && read_known(&line, beside))
        return beside;
    for (unsigned i = 0; i < anew->known_count; i++)
        if (anew->known[i].at > anew->at && text_equal(anew->known[i].name, name))
            return &anew->known[i];
    return NULL;
}

static void put_seal(struct anew *anew, const struct line *line)
{
    char name[SEAL_NAME_MAX + 1];
    const struct known *known;
    struct known beside;
    struct hash commitment;
    unsigned owner;

    if (!read_seal(line, name, &owner, &commitment)) {
        put(anew, line);
        return;
    }
    known = find_known(anew, name, &beside);
    if (known) {
        struct opening opening = {.payload = known->payload, .length = known->length};

        memcpy(opening.nonce, known->nonce, sizeof opening.nonce);
        seal_make(&anew->chain.genesis, name, owner, &opening, &commitment);
    }
    if (anew->seals < CHAIN_SEALS_MAX)
        anew->commitment[anew->seals++] = commitment;
    buf_printf(anew->out, " seal %s %u ", name, owner);
    put_hash(anew, &commitment);
}

/* ---- all ---- */

static void put_line(struct anew *anew, const struct line *line)
{
    if (starts(line, " seal ")) {
        put_seal(anew, line);
    } else if (starts(line, " hash ")) {
        chain_append(&anew->chain, anew->entry.at, anew->entry.length, anew->commitment,
                     anew->seals);
        buf_put(anew->out, " hash ");
        put_hash(anew, &anew->chain.entry);
    } else if (starts(line, "head ")) {
        buf_printf(anew->out, "head %u ", (unsigned)anew->chain.number);
        put_hash(anew, &anew->chain.entry);
    } else if (starts(line, "sign ")) {
        buf_put(anew->out, "sign none\n");
    } else if (starts(line, "export ")) {
        buf_put(anew->out, "export none\n");
    } else {
        put(anew, line);
        if (!entry_text(line, &anew->entry))
            return;
        anew->seals = 0;
        anew->chain.number = strtoull(line->at, NULL, 10) - 1; /* lost entries leave a gap */
    }
}

void chain_anew(const char *text, size_t size, struct buf *out)
{
    struct anew *anew = calloc(1, sizeof *anew);
    struct line line;

    if (!anew)
        return;
    *anew = (struct anew){.at = text, .end = text + size, .out = out, .entry = {text, 0}};
    read_ahead(anew, text, size);
    while (next_line(anew, &line))
        put_line(anew, &line);
    free(anew);
}
