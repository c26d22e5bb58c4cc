/* SPDX-License-Identifier: MIT */
/* Writes a record's file. There is one text for each record. */

#include "record/entry_p.h"
#include "record/genesis.h"
#include "record/record.h"
#include "record/record_p.h"
#include "seal/encode.h"

void record_put_hash(struct buf *out, const void *bytes, size_t count)
{
    char text[BASE32_SIGNATURE_BYTES];

    buf_put(out, base32_write(bytes, count, text));
}

/* Whole lines, each behind '|'. */
void record_put_lines(const char *text, size_t length, struct buf *out)
{
    const char *end = text + length;

    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));

        buf_put_char(out, '|');
        buf_put_bytes(out, text, (size_t)(stop - text) + 1);
        text = stop + 1;
    }
}

static void put_escaped_byte(unsigned char c, struct buf *out)
{
    static const char digits[] = "0123456789abcdef";

    buf_put_char(out, '\\');
    switch (c) {
    case '\n':
        buf_put_char(out, 'n');
        break;
    case '\r':
        buf_put_char(out, 'r');
        break;
    case '\t':
        buf_put_char(out, 't');
        break;
    case '\\':
        buf_put_char(out, '\\');
        break;
    default:
        buf_put_char(out, 'x');
        buf_put_char(out, digits[c >> 4]);
        buf_put_char(out, digits[c & 15]);
    }
}

void record_put_payload(const char *payload, size_t length, struct buf *out)
{
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)payload[i];
        size_t bytes = text_utf8_at(payload + i, length - i, NULL);

        if (!bytes || c < 32 || c == 127 || c == '\\') {
            put_escaped_byte(c, out);
            bytes = 1;
        } else {
            buf_put_bytes(out, payload + i, bytes);
        }
        i += bytes;
    }
}

static void put_seal(const struct record_seal *seal, struct buf *out)
{
    BUF_PUT(out, " seal ", seal->name, " ");
    line_put_number(out, seal->seat);
    buf_put_char(out, ' ');
    record_put_hash(out, seal->commitment.at, HASH_BYTES);
    buf_put_char(out, '\n');
    if (seal->knowledge == RECORD_ERASED)
        buf_put(out, " gone\n");
    if (seal->knowledge != RECORD_KNOWN)
        return;
    buf_put(out, " know ");
    record_put_hash(out, seal->nonce, SEAL_NONCE_BYTES);
    buf_put_char(out, ' ');
    record_put_payload(seal->payload, seal->length, out);
    buf_put_char(out, '\n');
}

/* The seals of an entry must be those that its text names. */
static enum rc check_seals(const struct record *record, uint32_t index, struct err *err)
{
    const struct record_entry *entry = &record->entry[index];
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    struct entry parts;
    unsigned count;

    TRY(entry_read(record->from + index + 1, entry->text, entry->length, &parts, err));
    count = entry_seals(&parts, name);
    for (unsigned i = 0; i < count && i < entry->seal_count; i++)
        if (!text_equal(name[i], record->seal[entry->first_seal + i].name))
            return ERR(err, RC_BAD_INPUT, "an entry names seal ", name[i], ", beside it stands ",
                       record->seal[entry->first_seal + i].name);
    if (count != entry->seal_count)
        return ERR(err, RC_BAD_INPUT, "an entry does not have the seals that its text names");
    return RC_OK;
}

static void put_entry(const struct record *record, uint32_t index, struct buf *out)
{
    const struct record_entry *entry = &record->entry[index];

    line_put_number(out, record->from + index + 1);
    buf_put_char(out, ' ');
    buf_put_bytes(out, entry->text, entry->length);
    buf_put_char(out, '\n');
    for (uint32_t i = 0; i < entry->seal_count; i++)
        put_seal(&record->seal[entry->first_seal + i], out);
    buf_put(out, " hash ");
    record_put_hash(out, entry->after.at, HASH_BYTES);
    buf_put_char(out, '\n');
}

void record_put_reader(unsigned reader, struct buf *out)
{
    buf_put(out, "for ");
    if (reader == RECORD_FOR_WHOLE) {
        buf_put(out, "whole");
    } else if (reader == RECORD_FOR_ALL) {
        buf_put(out, "all");
    } else {
        buf_put(out, "seat/");
        line_put_number(out, reader);
    }
    buf_put_char(out, '\n');
}

static void record_put_signature(const char *word, const unsigned char *signature, struct buf *out)
{
    BUF_PUT(out, word, " ");
    if (signature)
        record_put_hash(out, signature, SIGNATURE_BYTES);
    else
        buf_put(out, "none");
    buf_put_char(out, '\n');
}

void record_put_files(const struct record *record, struct buf *out)
{
    for (unsigned i = 0; i < record->file_count; i++) {
        const struct record_file *file = &record->file[i];

        if (i == 0 || !text_equal(file->rules, record->file[i - 1].rules))
            BUF_PUT(out, "rules ", file->rules, "\n");
        BUF_PUT(out, "file ", file->name, "\n");
        record_put_lines(file->text, file->length, out);
    }
}

enum rc record_put_entries(const struct record *record, struct buf *out, struct err *err)
{
    for (uint32_t i = 0; i < record->entry_count; i++) {
        enum rc rc;

        if (!record->entry[i].length) /* lost */
            continue;
        rc = check_seals(record, i, err);

        if (rc) {
            err_where(err, NULL, record->entry[i].line, err ? err->column : 0);
            return rc;
        }
        put_entry(record, i, out);
    }
    return RC_OK;
}

void record_put_head(const struct record *record, const struct chain *end, struct buf *out)
{
    buf_put(out, "head ");
    line_put_number(out, end->number);
    buf_put_char(out, ' ');
    record_put_hash(out, end->entry.at, HASH_BYTES);
    buf_put_char(out, '\n');
    record_put_signature("sign", record->is_signed ? record->head_signature : NULL, out);
}

/* All but the last line. */
static enum rc put_body(const struct record *record, const struct chain *end, struct buf *out,
                        struct err *err)
{
    BUF_PUT(out, "postern-record ", TEXT_INT(PROTOCOL), "\n");
    record_put_reader(record->reader, out);
    buf_put(out, "genesis\n");
    record_put_lines(record->genesis, record->genesis_length, out);
    buf_put(out, "entries\n");
    TRY(record_put_entries(record, out, err));
    record_put_head(record, end, out);
    record_put_files(record, out);
    return buf_rc(out, err);
}

enum rc record_write(struct record *record, record_sign_fn *sign, void *context, struct buf *out,
                     struct err *err)
{
    const size_t start = out->length;
    struct chain end;
    struct hash digest;

    FAIL_IF(!record->genesis, err, RC_BAD_INPUT, "a record needs its genesis");
    record_chain(record, &end);
    record->is_signed = sign != NULL;
    chain_head(&end, &digest);
    if (sign && !sign(context, &digest, record->head_signature))
        return ERR(err, RC_REFUSED, "the head of this game cannot be signed");
    TRY(put_body(record, &end, out, err));
    chain_export(&end.genesis, out->at + start, out->length - start, &digest);
    if (sign && !sign(context, &digest, record->export_signature))
        return ERR(err, RC_REFUSED, "this export cannot be signed");
    record->signed_bytes = out->length - start;
    record_put_signature("export", sign ? record->export_signature : NULL, out);
    return buf_rc(out, err);
}

enum rc record_write_again(const struct record *record, const struct hash *head, struct buf *out,
                           struct err *err)
{
    const struct chain end = {.number = record->entry_count, .entry = *head};

    TRY(put_body(record, &end, out, err));
    record_put_signature(
        "export", record->is_signed && !record->is_joined ? record->export_signature : NULL, out);
    return buf_rc(out, err);
}
