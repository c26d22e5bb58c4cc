/* SPDX-License-Identifier: MIT */
/* Writes and reads the signed answer to a letter. What it says is decided in src/inbound. */
#include "seal/receipt.h"

#include "base/timetext.h"
#include "seal/footer.h"
#include "seal/words.h"

static const char first_word[] = RECEIPT_FIRST_WORD, last_word[] = "postern-sign";
static const char *const luck_words[RECEIPT_LUCK_COUNT] = {[RECEIPT_LUCK_WORDS] = "words",
                                                           [RECEIPT_LUCK_LETTER] = "letter",
                                                           [RECEIPT_LUCK_SEALED] = "sealed",
                                                           [RECEIPT_LUCK_NONE] = "none"};

/* ---- writing ---- */

/* Characters that no mail program changes; all others stand as %XX, and so does a hyphen that ends
 * a word, for it would look like the first part of a broken one, or stands behind "postern" or
 * "end". */
static bool is_harmless(unsigned char c)
{
    return text_is_letter((char)c) || text_is_digit((char)c) ||
           (c && strchr("-_,:;/+@'()[]?!*#$~.", c));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* "postern-" or "end-" ends here: words of ours stand in no receipt, whatever a player writes. */
static bool ends_ours(const char *text, size_t at)
{
    static const char *const families[] = {"postern-", "end-"};

    for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i]), same = 0;

        while (same < length && same <= at &&
               text_lower(text[at - same]) == families[i][length - 1 - same])
            same++;
        if (same == length)
            return true;
    }
    return false;
}

/* Put text[length] as words; returns how many. */
static unsigned put_words(const char *text, size_t length, struct buf *out)
{
    static const char digits[] = "0123456789ABCDEF";
    unsigned count = 0;
    bool inside = false, last;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (is_blank(text[i])) {
            inside = false;
            continue;
        }
        if (!inside)
            buf_put_char(out, ' ');
        count += !inside;
        inside = true;
        last = i + 1 == length || is_blank(text[i + 1]);
        if (is_harmless(c) && !(c == '-' && (last || ends_ours(text, i)))) {
            buf_put_char(out, (char)c);
        } else {
            buf_put_char(out, '%');
            buf_put_char(out, digits[c >> 4]);
            buf_put_char(out, digits[c & 15]);
        }
    }
    return count;
}

static size_t cut_length(const char *line)
{
    size_t length = strlen(line);

    return length < RECEIPT_LINE_BYTES ? length : RECEIPT_LINE_BYTES;
}

static void put_line(const char *line, struct buf *out)
{
    OWN_WIPED(buf) words = {0};
    unsigned count = put_words(line, cut_length(line), &words);

    BUF_PUT(out, "line ", TEXT_INT(count), ":", buf_text(&words), "\n");
    out->failed |= words.failed;
}

static void put_luck(const struct receipt *receipt, struct buf *out)
{
    if (receipt->luck == RECEIPT_LUCK_UNTOLD)
        return;
    BUF_PUT(out, "luck ", luck_words[receipt->luck], "\n");
    if (receipt->luck != RECEIPT_LUCK_NONE)
        footer_write_groups(receipt->value.at, HASH_BYTES, 4, out);
}

static void put_all(const struct receipt *receipt, struct buf *out)
{
    char time[TIMETEXT_BYTES];

    timetext_write(receipt->came_s, time);
    buf_printf(out, "%s 2 game ", first_word);
    BUF_PUT(out, TEXT_INT((int64_t)receipt->game), " entry ", TEXT_INT((int64_t)receipt->entry),
            " head\n");
    footer_write_groups(receipt->head.at, HASH_BYTES, 4, out);
    BUF_PUT(out, "seat ", TEXT_INT(receipt->seat), " came ", time, "\nletter");
    put_words(receipt->message_id, cut_length(receipt->message_id), out);
    buf_put_char(out, '\n');
    put_luck(receipt, out);
    for (unsigned i = 0; i < receipt->count && i < RECEIPT_LINES_MAX; i++)
        put_line(receipt->line[i], out);
    buf_put(out, "outcome");
    put_words(receipt->outcome, cut_length(receipt->outcome), out);
    buf_put_char(out, '\n');
}

/* Joined by single blanks: what is signed does not depend on how lines are broken. */
static void digest_words(const struct hash *genesis, const char *text, size_t length,
                         struct hash *digest)
{
    OWN_WIPED(buf) joined = {0};
    struct hash_job job;

    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n')
            buf_put_char(&joined, text[i]);
        else if (i + 1 < length)
            buf_put_char(&joined, ' ');
    hash_start(&job, "receipt", 2);
    hash_add_hash(&job, genesis);
    hash_add(&job, buf_text(&joined), joined.length);
    hash_end(&job, digest);
}

/* Each word on the line before as long as it fits there. */
static void put_wrapped(const struct buf *text, struct buf *out)
{
    const char *word = buf_text(text);
    size_t column = 0, length;

    for (; *word; word += length + 1) {
        length = strcspn(word, " \n");
        if (column)
            buf_put_char(out, column + 1 + length > RECEIPT_COLUMNS ? '\n' : ' ');
        column = column && column + 1 + length <= RECEIPT_COLUMNS ? column + 1 + length : length;
        buf_put_bytes(out, word, length);
    }
    buf_put_char(out, '\n');
}

void receipt_write(const struct receipt *receipt, const struct hash *genesis, receipt_sign_fn *sign,
                   void *context, struct buf *out)
{
    unsigned char signature[SIGNATURE_BYTES];
    OWN_WIPED(buf) text = {0};
    struct hash digest;

    put_all(receipt, &text);
    digest_words(genesis, buf_text(&text), text.length, &digest);
    sign(context, &digest, signature);
    buf_printf(&text, "%s\n", last_word);
    footer_write_groups(signature, SIGNATURE_BYTES, 4, &text);
    put_wrapped(&text, out);
    out->failed |= text.failed;
}

/* ---- reading ---- */

struct reader {
    struct words words;
    struct receipt_found *found;
    size_t line_at[RECEIPT_LINES_MAX]; /* offsets into found->texts */
    size_t id_at, outcome_at;
};

/* The next word, kept as signed. */
static bool take(struct reader *reader)
{
    struct buf *kept = &reader->found->words;

    if (!words_next(&reader->words))
        return false;
    if (kept->length)
        buf_put_char(kept, ' ');
    buf_put_bytes(kept, reader->words.word, reader->words.word_length);
    return true;
}

static bool take_word(struct reader *reader, const char *wanted)
{
    return take(reader) && text_equal(reader->words.word, wanted);
}

static bool take_number(struct reader *reader, int64_t most, int64_t *number)
{
    return take(reader) && text_to_int(reader->words.word, reader->words.word_length, number) &&
           *number >= 0 && *number <= most;
}

static bool take_hash(struct reader *reader, struct hash *hash)
{
    const size_t start = reader->words.at;
    struct words again;

    for (unsigned i = 0; i < 4; i++)
        if (!take(reader) || reader->words.word_length != GROUP_CHARS)
            return false;
    words_start(&again, reader->words.text, reader->words.length, start);
    again.line_start = true;
    return words_read_groups(&again, hash->at, HASH_BYTES);
}

static int hex_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Append the last word to the texts, %XX taken back. */
static bool keep_word(struct reader *reader)
{
    const char *word = reader->words.word;

    for (size_t i = 0; i < reader->words.word_length; i++) {
        int high, low;

        if (word[i] != '%') {
            buf_put_char(&reader->found->texts, word[i]);
            continue;
        }
        if (i + 2 >= reader->words.word_length || (high = hex_of(word[i + 1])) < 0 ||
            (low = hex_of(word[i + 2])) < 0 || !(high || low))
            return false;
        buf_put_char(&reader->found->texts, (char)(high << 4 | low));
        i += 2;
    }
    return true;
}

static bool take_text(struct reader *reader, unsigned words, size_t *at)
{
    *at = reader->found->texts.length;
    for (unsigned i = 0; i < words; i++) {
        if (i)
            buf_put_char(&reader->found->texts, ' ');
        if (!take(reader) || !keep_word(reader))
            return false;
    }
    buf_put_char(&reader->found->texts, '\0');
    return true;
}

/* "3:" */
static bool take_count(struct reader *reader, unsigned *count)
{
    int64_t number;
    size_t length;

    if (!take(reader))
        return false;
    length = reader->words.word_length;
    if (length < 2 || reader->words.word[length - 1] != ':' ||
        !text_to_int(reader->words.word, length - 1, &number) || number < 0 ||
        number > RECEIPT_LINE_BYTES)
        return false;
    *count = (unsigned)number;
    return true;
}

static bool take_luck(struct reader *reader)
{
    struct receipt *receipt = &reader->found->receipt;

    if (!take(reader))
        return false;
    for (unsigned luck = 1; luck < RECEIPT_LUCK_COUNT && !receipt->luck; luck++)
        if (text_equal(reader->words.word, luck_words[luck]))
            receipt->luck = (uint8_t)luck;
    return receipt->luck &&
           (receipt->luck == RECEIPT_LUCK_NONE || take_hash(reader, &receipt->value));
}

/* "line 3: …" any times, then "outcome WORD". */
static bool take_lines(struct reader *reader)
{
    struct receipt *receipt = &reader->found->receipt;
    unsigned words;

    receipt->count = 0;
    while (take(reader)) {
        if (text_equal(reader->words.word, "luck") && !receipt->count && !receipt->luck) {
            if (!take_luck(reader))
                return false;
            continue;
        }
        if (text_equal(reader->words.word, "outcome"))
            return take_text(reader, 1, &reader->outcome_at);
        if (!text_equal(reader->words.word, "line") || receipt->count == RECEIPT_LINES_MAX ||
            !take_count(reader, &words) ||
            !take_text(reader, words, &reader->line_at[receipt->count]))
            return false;
        receipt->count++;
    }
    return false;
}

static bool take_all(struct reader *reader)
{
    struct receipt *receipt = &reader->found->receipt;
    int64_t protocol, game, entry, seat;

    if (!take_number(reader, 2, &protocol) || protocol != 2 || !take_word(reader, "game") ||
        !take_number(reader, INT64_MAX, &game) || !take_word(reader, "entry") ||
        !take_number(reader, INT64_MAX, &entry) || !take_word(reader, "head") ||
        !take_hash(reader, &receipt->head) || !take_word(reader, "seat") ||
        !take_number(reader, 255, &seat) || !take_word(reader, "came") || !take(reader) ||
        !timetext_read(reader->words.word, reader->words.word_length, &receipt->came_s) ||
        !take_word(reader, "letter") || !take_text(reader, 1, &reader->id_at))
        return false;
    if (!take_lines(reader))
        return false;
    receipt->game = (uint64_t)game;
    receipt->entry = (uint64_t)entry;
    receipt->seat = (unsigned)seat;
    return words_next(&reader->words) && words_is(&reader->words, last_word) &&
           words_read_groups(&reader->words, reader->found->signature, SIGNATURE_BYTES);
}

/* Texts may move while they are read: what lies in them is told at the end. */
static void lend_texts(const struct reader *reader)
{
    struct receipt_found *found = reader->found;

    if (found->texts.failed)
        return;
    found->receipt.message_id = found->texts.at + reader->id_at;
    found->receipt.outcome = found->texts.at + reader->outcome_at;
    for (unsigned i = 0; i < found->receipt.count; i++)
        found->receipt.line[i] = found->texts.at + reader->line_at[i];
}

/* Behind the first word. */
static bool take_whole(struct reader *reader)
{
    receipt_found_fini(reader->found);
    memset(reader->found, 0, sizeof *reader->found);
    buf_put(&reader->found->words, first_word);
    if (!take_all(reader))
        return false;
    lend_texts(reader);
    return true;
}

bool receipt_read_behind(struct words *words, struct receipt_found *found)
{
    struct reader reader = {.words = *words, .found = found};
    bool whole = take_whole(&reader);

    *words = reader.words;
    return whole;
}

/* Read on to the first whole one. */
static enum rc find_whole(struct reader *reader, struct err *err)
{
    char near[32] = "";

    while (words_find(&reader->words, first_word)) {
        struct words behind = reader->words;

        if (take_whole(reader))
            return RC_OK;
        if (!*near)
            text_copy(near, sizeof near, *reader->words.word ? reader->words.word : "its end");
        reader->words = behind; /* the next one may begin within what was read */
    }
    return *near ? ERR(err, RC_BAD_INPUT, "a receipt begins here but is not whole, near \"", near,
                       "\"; save the letter as it came, with its source")
                 : ERR(err, RC_NOT_FOUND, "no receipt stands in this letter");
}

enum rc receipt_read(const char *text, size_t length, size_t *from, struct receipt_found *found,
                     struct err *err)
{
    struct reader reader = {.found = found};
    enum rc rc;

    memset(found, 0, sizeof *found);
    words_start(&reader.words, text, length, *from);
    rc = find_whole(&reader, err);
    *from = rc == RC_OK ? reader.words.at : length;
    THEN(rc, buf_rc(&found->texts, err));
    return rc == RC_OK ? buf_rc(&found->words, err) : rc;
}

void receipt_found_fini(struct receipt_found *found)
{
    buf_fini(&found->words);
    buf_fini(&found->texts);
}

void receipt_digest(const struct receipt_found *found, const struct hash *genesis,
                    struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "receipt", 2);
    hash_add_hash(&job, genesis);
    hash_add(&job, buf_text(&found->words), found->words.length);
    hash_end(&job, digest);
}
