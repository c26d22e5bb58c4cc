/* SPDX-License-Identifier: MIT */
/* A letter that a player sent and kept, held against the receipt that answered it: his luck and his
 * lines, as he wrote them. */
#include "proof/proof_p.h"

#include "proof/proof_p.h"
#include "seal/luck.h"

/* ---- words as they were written ---- */

static int hex_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Take quoted-printable back, and make one blank of several; line ends stay. A text that is written
 * otherwise is not spoilt: its "=" stays, unless two hexadecimal digits follow. */
static void put_plain(const struct buf *text, struct buf *out)
{
    const char *at = buf_text(text), *end = at + text->length;

    for (; at < end; at++) {
        if (*at == '=' && end - at > 1 && (at[1] == '\n' || (at[1] == '\r' && end - at > 2))) {
            at += at[1] == '\n' ? 1 : 2;
            continue;
        }
        if (*at == '=' && end - at > 2 && hex_of(at[1]) >= 0 && hex_of(at[2]) >= 0) {
            buf_put_char(out, (char)(hex_of(at[1]) << 4 | hex_of(at[2])));
            at += 2;
        } else if (*at == ' ' || *at == '\t') {
            if (out->length && out->at[out->length - 1] != ' ')
                buf_put_char(out, ' ');
        } else if (*at != '\r')
            buf_put_char(out, *at);
    }
}

static size_t line_length(const char *line)
{
    size_t length = strcspn(line, "\n");

    while (length && line[length - 1] == ' ')
        length--;
    return length;
}

/* ---- luck ---- */

/* A line's words behind its first one, whatever that is in his language; or all of it. */
static bool line_gave(const struct hash *genesis, const struct receipt *receipt, const char *line)
{
    const size_t length = line_length(line);
    struct hash value;

    for (size_t from = 0; from < length; from++) {
        if (from && line[from - 1] != ' ')
            continue;
        luck_of_seat(genesis, receipt->seat, line + from, length - from, &value);
        if (length - from <= LUCK_WORDS_MAX && hash_equal(&value, &receipt->value))
            return true;
    }
    return false;
}

static bool gave_words(const struct hash *genesis, const struct receipt *receipt,
                       const struct buf *text)
{
    for (const char *line = buf_text(text); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*line && line_gave(genesis, receipt, line))
            return true;
        if (!*line)
            break;
    }
    return false;
}

static enum sent_luck judge_luck(const struct hash *genesis, const struct receipt *receipt,
                                 const char *id, const struct buf *text)
{
    char hash[BASE32_HASH_BYTES];
    struct hash value;

    if (receipt->luck == RECEIPT_LUCK_WORDS)
        return gave_words(genesis, receipt, text) ? SENT_LUCK_HERE : SENT_LUCK_ELSEWHERE;
    if (receipt->luck != RECEIPT_LUCK_LETTER)
        return SENT_LUCK_NONE;
    luck_of_message(id, strlen(id), hash);
    luck_of_seat(genesis, receipt->seat, hash, strlen(hash), &value);
    return hash_equal(&value, &receipt->value) ? SENT_LUCK_HERE : SENT_LUCK_ELSEWHERE;
}

/* ---- the letter ---- */

struct reading {
    char id[PROOF_NAME_BYTES]; /* without angle brackets */
    struct buf text;
    unsigned letters;
};

static enum rc take(void *user, const char *name, const struct buf *raw, struct err *err)
{
    struct reading *reading = user;
    OWN_WIPED(buf) text = {0};
    const size_t length = strlen(name);

    reading->letters++;
    text_copy(reading->id, sizeof reading->id, *name == '<' ? name + 1 : name);
    if (*name == '<' && length > 1 && name[length - 1] == '>')
        reading->id[length - 2] = '\0';
    proof_scan_letter(raw, &text, NULL, NULL);
    buf_clear(&reading->text);
    put_plain(&text, &reading->text);
    TRY(buf_rc(&text, err));
    return buf_rc(&reading->text, err);
}

static bool has_line(const struct buf *text, const char *line)
{
    OWN(buf) given = {0}, plain = {0};

    buf_put(&given, line);
    put_plain(&given, &plain);
    return !plain.failed && strstr(buf_text(text), buf_text(&plain)) != NULL;
}

enum rc sent_read(const char *path, const struct hash *genesis, const struct receipt *receipt,
                  struct sent *sent, struct err *err)
{
    struct reading reading = {.letters = 0};
    enum rc rc = proof_walk_mailbox(path, take, &reading, err);

    *sent = (struct sent){.is_given = true};
    if (rc == RC_OK && reading.letters != 1)
        rc = ERR(err, RC_BAD_INPUT, path, " is not one letter that you sent");
    if (rc == RC_OK) {
        sent->is_answered = text_equal(reading.id, receipt->message_id);
        sent->luck = judge_luck(genesis, receipt, reading.id, &reading.text);
        for (unsigned i = 0; i < receipt->count; i++)
            if (!has_line(&reading.text, receipt->line[i]))
                sent->missing[sent->missing_count++] = receipt->line[i];
    }
    buf_wipe(&reading.text);
    return rc;
}
