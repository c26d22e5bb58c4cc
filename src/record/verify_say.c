/* SPDX-License-Identifier: MIT */
/* The verdict in words, the same in every program that verifies. */
#include "record/verify.h"
#include "seal/encode.h"

#define NOTE_WORDS_TEXT(name, word, text) word,
static const char *const note_words[] = {VERIFY_NOTE_LIST(NOTE_WORDS_TEXT)};
#define NOTE_TEXTS_TEXT(name, word, text) text,
static const char *const note_texts[] = {VERIFY_NOTE_LIST(NOTE_TEXTS_TEXT)};

const char *verify_note_word(enum verify_note note)
{
    return note_words[note];
}

enum { DAY_S = 86400 };

void verify_hold_clock(struct verify *verify, int64_t now_s)
{
    verify->note[VERIFY_NOTE_AHEAD] = verify->last_s > now_s + DAY_S;
}

static unsigned total(const struct verify *verify, unsigned item)
{
    unsigned sum = 0;

    for (unsigned m = 0; m < VERIFY_MARK_COUNT; m++)
        sum += verify->count[item][m];
    return sum;
}

static void put_item(const struct verify *verify, unsigned item, struct buf *out)
{
    const char *between = "";
    size_t start = out->length;

    buf_put(out, verify_item_word((enum verify_item)item));
    do
        buf_put_char(out, ' ');
    while (!out->failed && out->length < start + VERIFY_WORD_COLUMNS);
    for (unsigned m = 0; m < VERIFY_MARK_COUNT; m++) {
        if (!verify->count[item][m])
            continue;
        BUF_PUT(out, between, verify_mark_word((enum verify_mark)m), " ",
                TEXT_INT(verify->count[item][m]));
        between = ", ";
    }
    BUF_PUT(out, "  (", verify_item_text((enum verify_item)item), ")\n");
}

/* What stays closed behind the end, and what that means. */
static void put_closed(const struct verify *verify, struct buf *out)
{
    if (verify->over && !verify->finished) {
        BUF_PUT(out, "over, not opened: ", verify->closed);
        if (verify->unjudged)
            buf_printf(out, "%s%u orders by standing answers that cannot be judged",
                       verify->closed_count ? "; " : "", verify->unjudged);
        buf_put_char(out, '\n');
    }
    if (verify->held_count)
        buf_printf(out, "closed, its player's to open, as the server says: %s\n", verify->held);
    if (verify->unseen)
        buf_printf(out,
                   "%u closed or erased lines stood between a line and its order: each could have "
                   "been \"none\"\n",
                   verify->unseen);
}

static void put_notes(const struct verify *verify, struct buf *out)
{
    for (unsigned i = 0; i < VERIFY_NOTE_COUNT; i++)
        if (verify->note[i])
            buf_printf(out, "not proved: %u %s\n", verify->note[i], note_texts[i]);
}

static void put_result(const struct verify *verify, struct buf *out)
{
    BUF_PUT(out, "game ", TEXT_INT((int64_t)verify->genesis.number), ", ", verify->genesis.game,
            verify->finished ? ": finished at entry "
            : verify->over   ? ": over at entry "
                             : ": open, up to entry ",
            TEXT_INT((int64_t)verify->entries), "\n");
    put_closed(verify, out);
    put_notes(verify, out);
    if (verify->count[VERIFY_HEAD][VERIFY_UNPROVED] > 0)
        buf_put(out, "NOT SIGNED: this file proves nothing about what the server said.\n");
}

static void put_fault(const struct verify *verify, struct buf *out)
{
    buf_put(out, verify->err.rc == RC_NEWER ? "NOT PROVED: " : "FALSE: ");
    if (verify->bad_is_entry)
        BUF_PUT(out, "entry ", TEXT_INT((int64_t)verify->bad_entry), ": ");
    if (verify->err.line)
        BUF_PUT(out, "line ", TEXT_INT(verify->err.line), ": ");
    BUF_PUT(out, verify->err.text, "\n");
}

static void put_key(const char *word, const unsigned char bytes[HASH_BYTES], struct buf *out)
{
    char text[BASE32_HASH_BYTES];

    buf_printf(out, "%-*s", VERIFY_WORD_COLUMNS, word);
    BUF_PUT(out, base32_write(bytes, HASH_BYTES, text), "\n");
}

/* What a seat's player should know again: his own words, or the hash of his letter's Message-ID. */
static void put_luck(const struct verify *verify, unsigned seat, struct buf *out)
{
    static const char *const words[ENTRY_LUCK_COUNT] = {
        [ENTRY_LUCK_NONE] = "not given yet",
        [ENTRY_LUCK_WORDS] = "words, erased since or withheld: ask their player",
        [ENTRY_LUCK_LETTER] = "letter ",
        [ENTRY_LUCK_SEALED] = "sealed by its player",
        [ENTRY_LUCK_REFUSED] = "none, by its player's own word"};
    const char *said = verify->luck_words[seat];

    buf_printf(out, "luck %-*u%s%s%s\n", VERIFY_WORD_COLUMNS - 5, seat,
               verify->is_house[seat]                            ? "none, a seat of the house"
               : verify->luck[seat] == ENTRY_LUCK_WORDS && *said ? "words "
                                                                 : words[verify->luck[seat]],
               verify->is_house[seat] ? "" : said,
               verify->luck[seat] == ENTRY_LUCK_LETTER
                   ? " (as the server says; postern-proof receipt --letter compares it)"
                   : "");
}

/* What to compare with one's own letters. */
static void put_identity(const struct verify *verify, struct buf *out)
{
    buf_printf(out, "%-*s%u\n", VERIFY_WORD_COLUMNS, "protocol", (unsigned)PROTOCOL);
    put_key("genesis", verify->end.genesis.at, out);
    put_key("server", verify->genesis.key, out);
    for (unsigned seat = 1; seat <= verify->genesis.seats; seat++)
        buf_printf(out, "seat %-*u%s\n", VERIFY_WORD_COLUMNS - 5, seat,
                   verify->is_house[seat]  ? "the house"
                   : *verify->person[seat] ? verify->person[seat]
                                           : "a player, whose name is sealed in this file");
    for (unsigned seat = 1; seat <= verify->genesis.seats; seat++)
        put_luck(verify, seat, out);
}

void verify_say(const struct verify *verify, struct buf *out)
{
    if (!verify->is_good) {
        put_fault(verify, out);
        return;
    }
    for (unsigned i = 0; i < VERIFY_ITEM_COUNT; i++)
        if (total(verify, i))
            put_item(verify, i, out);
    put_result(verify, out);
    put_identity(verify, out);
}
