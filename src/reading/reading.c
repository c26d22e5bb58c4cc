/* SPDX-License-Identifier: MIT */
/* A letter's first reading: its parts, token, class, lines and keys. It changes nothing; what the
 * letter means for a game is decided later. */
#include "reading/reading.h"

#include <stdio.h>

#include "ledger/letters.h"
#include "ledger/work.h"
#include "letter/pack.h"
#include "play/reply.h"
#include "reader/reader.h"
#include "server/vault.h"
#include "tell/command_words.h"
#include "tell/said_words.h"

enum { FIRST_WORDS_MAX = 64 };

/* Words for the first line, of all languages; out: NULL at the end. */
static void find_first_words(const struct language *language,
                             struct orders_word out[FIRST_WORDS_MAX + 1])
{
    static const unsigned flags[COMMAND_GAME] = {[COMMAND_PREVIEW] = INCOMING_PREVIEW,
                                                 [COMMAND_ALL] = INCOMING_ALL,
                                                 [COMMAND_DRAFT] = INCOMING_DRAFT};
    unsigned count = 0;

    for (unsigned first = 0; first < COMMAND_GAME; first++) {
        const char *const *words;
        unsigned found = language_first_words(language, (enum command_first)first, &words);

        for (unsigned i = 0; i < found && count < FIRST_WORDS_MAX; i++)
            out[count++] = (struct orders_word){words[i], flags[first]};
    }
    out[count] = (struct orders_word){NULL, 0};
}

struct letter_limits reading_limits(const struct desk *desk)
{
    struct letter_limits limits = letter_limits_usual;

    limits.bytes = (size_t)desk->config->letter_bytes;
    return limits;
}

/* What cannot be read at all stays empty: message_id is NULL then. */
static enum rc read_mail(const struct desk *desk, const char *raw, size_t length,
                         struct letter *mail, struct err *err)
{
    struct letter_limits limits = reading_limits(desk);
    struct err own = {0};
    enum rc rc = reader_letter(desk->world.reader, &limits, raw, length, mail, &own);

    if (rc == RC_BAD_INPUT) {
        *mail = (struct letter){0};
        return RC_OK;
    }
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}

void reading_take_mail(const struct desk *desk, const struct inbound_letter *in,
                       struct reading *reading, enum rc rc, struct letter *mail, const char *why)
{
    if (rc == RC_OK)
        reading->mail = *mail;
    reading->crashed = rc == RC_REFUSED;
    reading->read = true;
    if (reading->crashed)
        LOG(&desk->log, LOG_WARNING, "reader", "source", in->source, "id", in->source_id, "why",
            why);
}

static void find_token(struct desk *desk, struct reading *reading)
{
    const struct letter *mail = &reading->mail;
    struct token token;

    for (unsigned i = 0; i < mail->recipient_count && !reading->has_token; i++)
        if (token_read_address(mail->recipient[i], &token)) {
            reading->has_token = reply_is_good(desk, &token);
            reading->token = token;
        }
}

struct readers {
    struct library *library;
    const struct language *language;
    reading_reads *reads;
};

static bool line_reads(void *context, const char *line, size_t length)
{
    const struct readers *readers = context;

    return readers->reads(readers->library, readers->language, line, length);
}

static void classify(const struct desk *desk, struct reading *reading)
{
    const char *const own[] = {desk->config->address, NULL};
    struct readers readers = {
        desk->library, library_language(desk->library, desk->config->language), reading->reads};
    struct classify_context context = {
        .own = own,
        .reads = reading->reads ? line_reads : NULL,
        .reader = &readers,
        .token_valid = reading->has_token && reading->token.kind != TOKEN_BOUNCE,
        .bounce_address = reading->has_token && reading->token.kind == TOKEN_BOUNCE};

    letter_classify(&reading->mail, &context, &reading->kind);
}

/* A signature whose order was wrapped onto the next line. */
static void join_signed(struct orders_in *orders)
{
    for (size_t i = 0; i + 1 < orders->count; i++) {
        struct order_line *line = &orders->line[i];
        char *joined;

        if (!text_starts_with(line->text, "sign=") || strchr(line->text, ' '))
            continue;
        joined = malloc(strlen(line->text) + strlen(line[1].text) + 2);
        if (!joined)
            return; /* it is refused as it stands */
        sprintf(joined, "%s %s", line->text, line[1].text);
        free(line->text);
        line->text = joined;
        free(line[1].text);
        memmove(&line[1], &line[2], (--orders->count - i - 1) * sizeof line[0]);
    }
}

enum rc reading_lines(struct library *library, const struct language *language, const char *us,
                      reading_reads *reads, const struct letter *mail, struct letter_lines *split,
                      struct orders_in *orders, struct err *err)
{
    struct readers readers = {library, language, reads};
    const struct quotes_known known = {line_reads, &readers, us};
    struct orders_word first_words[FIRST_WORDS_MAX + 1];
    struct err own = {0};
    enum rc rc = quotes_split(mail->text, mail->text_length, reads ? &known : NULL, split, &own);

    if (rc == RC_TOO_LONG) /* more lines than any letter has: read none */
        return quotes_split("", 0, NULL, split, err);
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    find_first_words(language, first_words);
    orders->said = said_begins;
    orders->said_context = language_said(language);
    rc = orders_gather(split, first_words, orders, err);
    if (rc == RC_OK)
        join_signed(orders);
    if (mail->calendar)
        orders_flag_all(orders);
    return rc;
}

static enum rc split_text(const struct desk *desk, struct reading *reading, struct err *err)
{
    return reading_lines(desk->library, library_language(desk->library, desk->config->language),
                         desk->config->name, reading->reads, &reading->mail, &reading->split,
                         &reading->orders, err);
}

enum rc reading_set_text(const struct desk *desk, struct reading *reading, struct buf *text,
                         struct err *err)
{
    char *own;

    buf_put(text, "");
    reading->mail.text_length = text->length;
    own = buf_take(text);
    FAIL_IF(!own, err, RC_NO_MEMORY, "no memory for a letter's lines");
    free(reading->mail.text);
    reading->mail.text = own;
    reading->mail.flaw = LETTER_WHOLE;
    quotes_fini(&reading->split);
    orders_fini(&reading->orders);
    return split_text(desk, reading, err);
}

/* Of a post only what is for the robot is read as lines; all else is talk. */
static enum rc set_post(const struct desk *desk, const struct inbound_letter *in,
                        struct reading *reading, struct err *err)
{
    OWN(post_text) text = {0};

    TRY(forum_read_text(desk, &reading->post, in->raw, in->length, &text, err));
    return reading_set_text(desk, reading, &text.orders, err);
}

enum rc reading_parts(struct desk *desk, const char *raw, size_t length, reading_reads *reads,
                      struct reading *reading, struct err *err)
{
    TRY(reading->read ? RC_OK : read_mail(desk, raw, length, &reading->mail, err));
    reading->reads = reads;
    if (!reading->mail.message_id)
        return RC_OK;
    find_token(desk, reading);
    classify(desk, reading);
    return split_text(desk, reading, err);
}

/* What makes two letters the same one (I8): a Message-ID alone is whatever its writer says. A copy
 * to another reply address, or through a list, is another letter. */
static enum rc message_key(struct desk *desk, struct reading *reading, struct err *err)
{
    const struct letter *mail = &reading->mail;
    OWN_WIPED(buf) same = {0};

    buf_printf(&same, "%s\n%s\n%d\n", mail->message_id, mail->from.address,
               reading->kind.through_list);
    if (reading->has_token)
        buf_printf(&same, "%u/%u/%u/%u\n", reading->token.game, reading->token.seat,
                   reading->token.decision, reading->token.entry);
    buf_printf(&same, "%s\n", mail->subject);
    buf_put_bytes(&same, mail->text, mail->text_length);
    TRY(buf_rc(&same, err));
    return vault_lookup(desk, "message", same.at, same.length, &reading->key, err);
}

/* A letter without an id is known by its bytes, a post by the number that the forum gave it. */
static enum rc find_keys(struct desk *desk, const struct inbound_letter *in,
                         struct reading *reading, struct err *err)
{
    const char *id = reading->mail.message_id;
    struct hash_job job;

    hash_start(&job, "letter", 1);
    hash_add(&job, in->raw, in->length);
    hash_end(&job, &reading->raw);
    if (id && *id && reading->post.kind == FORUM_POST_NONE)
        return message_key(desk, reading, err);
    if (id && *id)
        return vault_lookup(desk, "message", id, strlen(id), &reading->key, err);
    return vault_lookup(desk, "bytes", (const char *)reading->raw.at, HASH_BYTES, &reading->key,
                        err);
}

enum rc reading_place(struct desk *desk, const char *source, const char *source_id, int64_t taken_s,
                      char column[READING_COLUMN_BYTES], struct vault_place *place, struct err *err)
{
    *place = (struct vault_place){.column = column};
    if (snprintf(column, READING_COLUMN_BYTES, "letters_in.raw_box:%s/%s", source, source_id) >=
        READING_COLUMN_BYTES)
        return ERR(err, RC_TOO_LONG, "the name of a letter in its inbox is too long");
    return vault_owner_of(desk, 0, taken_s, &place->owner, err);
}

enum rc reading_close_raw(struct desk *desk, const struct vault_place *place,
                          const struct inbound_letter *in, struct buf *box, struct err *err)
{
    OWN_WIPED(buf) kept = {0};

    TRY(letter_pack(in->raw, in->length, &kept, err));
    return vault_close(desk, place, kept.at, kept.length, box, err);
}

static enum rc reading_open_raw(struct desk *desk, const struct vault_place *place,
                                struct ledger_bytes box, struct buf *raw, struct err *err)
{
    OWN_WIPED(buf) kept = {0};

    TRY(vault_open(desk, place, box, &kept, err));
    return letter_unpack(buf_text(&kept), kept.length, raw, err);
}

/* A new month's key is made by whoever writes; until then the box is left to him. */
static enum rc close_box(struct desk *desk, const struct inbound_letter *in,
                         struct reading *reading, struct err *err)
{
    char column[READING_COLUMN_BYTES];
    struct vault_place place;
    struct err own = {0};
    enum rc rc;

    TRY(reading_place(desk, in->source, in->source_id, desk_now(desk), column, &place, err));
    reading->box_month = place.owner.subject;
    rc = reading_close_raw(desk, &place, in, &reading->box, &own);
    return rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK : ERR(err, rc, own.text);
}

/* A letter that ends its reader is set aside as one that ends the program is. */
static enum rc read_parts(struct desk *desk, const struct inbound_letter *in,
                          struct reading *reading, struct err *err)
{
    struct err own = {0};
    enum rc rc = reading_parts(desk, in->raw, in->length, reading->reads, reading, &own);

    if (rc == RC_OK && reading->mail.message_id)
        forum_read_letter(desk->config, in->source, in->raw, in->length, &reading->post);
    if (rc == RC_OK && reading->post.kind != FORUM_POST_NONE)
        rc = set_post(desk, in, reading, &own);
    if (rc != RC_REFUSED)
        return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
    reading_take_mail(desk, in, reading, rc, NULL, own.text);
    return RC_OK;
}

static size_t head_length(const char *raw, size_t length)
{
    size_t end = 0;

    while (end < length && !(raw[end] == '\n' && end + 1 < length && strchr("\r\n", raw[end + 1])))
        end++;
    return end < length ? end + 1 : length;
}

/* Who is to hear of a letter that cannot be read: from its head alone, and from nothing where that
 * is no better. */
static enum rc read_head(struct desk *desk, const struct inbound_letter *in,
                         struct reading *reading, struct err *err)
{
    struct err own = {0};
    enum rc rc = read_mail(desk, in->raw, head_length(in->raw, in->length), &reading->mail, &own);

    if (rc != RC_OK)
        return rc == RC_REFUSED ? RC_OK : ERR(err, rc, own.text);
    if (!reading->mail.message_id)
        return RC_OK;
    find_token(desk, reading);
    classify(desk, reading);
    return RC_OK;
}

enum rc reading_make(struct desk *desk, const struct inbound_letter *in, reading_reads *reads,
                     struct reading *reading, struct err *err)
{
    int crashes = 0;
    enum rc rc = ledger_crash_get(desk->ledger, in->source, in->source_id, &crashes, err);

    reading->reads = reads;
    reading->crashed |= crashes >= READING_CRASHES_MOST;
    if (rc == RC_OK && !reading->crashed)
        rc = read_parts(desk, in, reading, err);
    if (reading->crashed)
        letter_fini(&reading->mail);
    if (rc == RC_OK && reading->crashed && crashes <= READING_CRASHES_MOST)
        rc = read_head(desk, in, reading, err);
    THEN(rc, find_keys(desk, in, reading, err));
    THEN(rc, close_box(desk, in, reading, err));
    reading->made = rc == RC_OK;
    if (rc != RC_OK)
        reading_fini(reading);
    return rc;
}

void reading_fini(struct reading *reading)
{
    letter_fini(&reading->mail);
    quotes_fini(&reading->split);
    orders_fini(&reading->orders);
    buf_fini(&reading->box);
    *reading = (struct reading){0};
}

/* ---- letters of the ledger ---- */

static enum rc read_raw(struct desk *desk, const struct ledger_letter_row *row, struct buf *raw,
                        struct err *err)
{
    char column[READING_COLUMN_BYTES];
    struct vault_place place;
    enum rc rc = reading_place(desk, row->letter.source, row->letter.source_id, row->letter.taken_s,
                               column, &place, err);

    if (!row->letter.raw_box.at)
        return ERR(err, RC_NOT_FOUND, "the bytes of this letter are no longer kept");
    TRY(rc);
    return reading_open_raw(desk, &place, row->letter.raw_box, raw, err);
}

enum rc reading_raw(struct desk *desk, int64_t letter, struct buf *raw, struct err *err)
{
    struct ledger_rows rows = ledger_letter_get(desk->ledger, letter, err);

    for (struct ledger_letter_row row; ledger_next(&rows, &row);)
        rows.rc = read_raw(desk, &row, raw, err);
    return ledger_end(&rows);
}
