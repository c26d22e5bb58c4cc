/* SPDX-License-Identifier: MIT */
/* Reads a record's file, strictly. Whether it is true is asked in verify.c. */

#include "record/entry_p.h"
#include "record/genesis.h"
#include "record/record.h"
#include "record/record_p.h"
#include "seal/encode.h"

enum rc record_refuse(const struct record_reader *reader, const char *what)
{
    err_where(reader->err, NULL, reader->number, 0);
    return ERR(reader->err, RC_BAD_INPUT, what);
}

/* Step to the next line; false at the end or when it has no LF. */
bool record_step(struct record_reader *reader)
{
    const char *stop = reader->next < reader->end
                           ? memchr(reader->next, '\n', (size_t)(reader->end - reader->next))
                           : NULL;

    reader->number++;
    if (!stop)
        return false;
    reader->line = (struct cursor){reader->next, stop};
    reader->next = stop + 1;
    return true;
}

/* Does the next line begin so? Without stepping. */
bool record_sees(const struct record_reader *reader, const char *literal)
{
    size_t length = strlen(literal);

    return (size_t)(reader->end - reader->next) >= length &&
           memcmp(reader->next, literal, length) == 0;
}

bool record_at_end(const struct record_reader *reader)
{
    return reader->line.at == reader->line.end;
}

enum rc record_expect(struct record_reader *reader, const char *line)
{
    if (!record_step(reader) || !line_take(&reader->line, line) || !record_at_end(reader))
        return record_refuse(reader, "a record goes on otherwise here");
    return RC_OK;
}

bool record_take_bytes(struct record_reader *reader, void *bytes, size_t count)
{
    size_t length = BASE32_CHARS(count);

    if ((size_t)(reader->line.end - reader->line.at) < length ||
        !base32_read(reader->line.at, length, bytes, count))
        return false;
    reader->line.at += length;
    return true;
}

/* Lines behind '|', joined with their LF. */
enum rc record_read_lines(struct record_reader *reader, struct buf *out)
{
    buf_clear(out);
    while (record_sees(reader, "|")) {
        if (!record_step(reader))
            return record_refuse(reader, "the last line has no end");
        buf_put_bytes(out, reader->line.at + 1, (size_t)(reader->line.end - reader->line.at - 1));
        buf_put_char(out, '\n');
    }
    if (!out->length && !out->failed)
        return record_refuse(reader, "lines of text are missing here");
    return buf_rc(out, reader->err);
}

static int hex_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Take the backslash forms back; false on an unknown one. */
bool record_unescape(struct cursor from, struct buf *out)
{
    static const char marks[] = "nrt\\", bytes[] = "\n\r\t\\";

    for (; from.at < from.end; from.at++) {
        const char *mark;

        if (*from.at != '\\') {
            buf_put_char(out, *from.at);
            continue;
        }
        if (++from.at == from.end)
            return false;
        mark = strchr(marks, *from.at);
        if (mark && *from.at) {
            buf_put_char(out, bytes[mark - marks]);
            continue;
        }
        if (*from.at != 'x' || from.end - from.at < 3 || hex_of(from.at[1]) < 0 ||
            hex_of(from.at[2]) < 0)
            return false;
        buf_put_char(out, (char)(hex_of(from.at[1]) << 4 | hex_of(from.at[2])));
        from.at += 2;
    }
    return true;
}

static enum rc read_opening(struct record_reader *reader)
{
    struct opening opening;
    OWN_WIPED(buf) payload = {0};

    if (!record_take_bytes(reader, opening.nonce, SEAL_NONCE_BYTES) ||
        !line_take(&reader->line, " ") || !record_unescape(reader->line, &payload)) {
        return record_refuse(reader, "an opening is \" know NONCE PAYLOAD\"");
    }
    opening.payload = buf_text(&payload);
    opening.length = payload.length;
    TRY(buf_rc(&payload, reader->err));
    return record_add_opening(reader->record, &opening, reader->err);
}

/* " seal NAME OWNER COMMITMENT" and what is known of it. */
static enum rc read_seal(struct record_reader *reader)
{
    char name[SEAL_NAME_MAX + 1];
    struct hash commitment;
    uint64_t seat;
    enum rc rc;
    const char *blank = memchr(reader->line.at, ' ', (size_t)(reader->line.end - reader->line.at));

    if (!blank || blank - reader->line.at > SEAL_NAME_MAX)
        return record_refuse(reader, "a seal is \" seal NAME OWNER COMMITMENT\"");
    memcpy(name, reader->line.at, (size_t)(blank - reader->line.at));
    name[blank - reader->line.at] = '\0';
    reader->line.at = blank + 1;
    if (!line_take_number(&reader->line, &seat) || seat > SEATS_MAX ||
        !line_take(&reader->line, " ") || !record_take_bytes(reader, commitment.at, HASH_BYTES) ||
        !record_at_end(reader))
        return record_refuse(reader, "a seal is \" seal NAME OWNER COMMITMENT\"");
    rc = record_add_seal(reader->record, name, (unsigned)seat, &commitment, reader->err);
    if (rc) {
        err_where(reader->err, NULL, reader->number, 0);
        return rc;
    }
    if (record_sees(reader, " know ") && record_step(reader) && line_take(&reader->line, " know "))
        return read_opening(reader);
    if (record_sees(reader, " gone\n")) {
        record_step(reader);
        record_add_erasure(reader->record);
    }
    return RC_OK;
}

enum rc record_read_entry(struct record_reader *reader)
{
    struct record *record = reader->record;
    uint32_t line = reader->number;
    uint64_t number;

    if (!line_take_number(&reader->line, &number) || !line_take(&reader->line, " "))
        return record_refuse(reader, "an entry with the next number, or the head, is wanted here");
    TRY(record_add_entry(record, reader->line.at, (size_t)(reader->line.end - reader->line.at),
                         reader->err));
    if (number != record->from + record->entry_count)
        return record_refuse(reader, "an entry with the next number, or the head, is wanted here");
    record->entry[record->entry_count - 1].line = line;
    while (record_sees(reader, " seal ")) {
        if (!record_step(reader) || !line_take(&reader->line, " seal "))
            return record_refuse(reader, "the last line has no end");
        TRY(read_seal(reader));
    }
    if (!record_step(reader) || !line_take(&reader->line, " hash ") ||
        !record_take_bytes(reader, record->entry[record->entry_count - 1].after.at, HASH_BYTES) ||
        !record_at_end(reader))
        return record_refuse(reader, "\" hash\" of the entry is wanted here");
    return RC_OK;
}

enum rc record_read_for(struct record_reader *reader)
{
    uint64_t seat;

    if (!record_step(reader) || !line_take(&reader->line, "for "))
        return record_refuse(reader, "\"for\" and the reader is wanted here");
    if (line_take(&reader->line, "whole"))
        reader->record->reader = RECORD_FOR_WHOLE;
    else if (line_take(&reader->line, "all"))
        reader->record->reader = RECORD_FOR_ALL;
    else if (line_take(&reader->line, "seat/") && line_take_number(&reader->line, &seat) &&
             seat >= 1 && seat <= SEATS_MAX)
        reader->record->reader = (uint8_t)seat;
    else
        return record_refuse(reader, "a record is for a seat, for all or for whole");
    return record_at_end(reader)
               ? RC_OK
               : record_refuse(reader, "a record is for a seat, for all or for whole");
}

static enum rc read_head(struct record_reader *reader)
{
    struct record *record = reader->record;
    struct chain genesis;
    uint64_t number;

    if (!line_take_number(&reader->line, &number) || number != record->entry_count ||
        !line_take(&reader->line, " ") || !record_take_bytes(reader, reader->head.at, HASH_BYTES) ||
        !record_at_end(reader))
        return record_refuse(reader, "the head is \"head\", number of the last entry and its hash");
    chain_start(&genesis, record->genesis, record->genesis_length);
    if (!hash_equal(&reader->head, number ? &record->entry[number - 1].after : &genesis.entry))
        return record_refuse(reader, "the head is not the hash of the last entry");
    return record_read_sign(reader);
}

enum rc record_read_sign(struct record_reader *reader)
{
    struct record *record = reader->record;

    if (!record_step(reader) || !line_take(&reader->line, "sign "))
        return record_refuse(reader, "the signature of the head is wanted here");
    record->is_signed = !line_take(&reader->line, "none");
    if (record->is_signed && !record_take_bytes(reader, record->head_signature, SIGNATURE_BYTES))
        return record_refuse(reader, "this is no signature");
    return record_at_end(reader) ? RC_OK : record_refuse(reader, "nothing follows a signature");
}

/* The rest of the line as a string of at most room - 1 bytes. */
static bool take_name(struct record_reader *reader, char *name, size_t room)
{
    size_t length = (size_t)(reader->line.end - reader->line.at);

    if (!length || length >= room)
        return false;
    memcpy(name, reader->line.at, length);
    name[length] = '\0';
    return true;
}

enum rc record_read_files(struct record_reader *reader, const char *last)
{
    char rules[sizeof reader->record->file[0].rules] = "", name[64];
    OWN(buf) text = {0};

    while (!record_sees(reader, last)) {
        if (!record_step(reader))
            TRY(record_refuse(reader, "the last line is missing"));
        else if (line_take(&reader->line, "rules ") && take_name(reader, rules, sizeof rules))
            continue;
        else if (!line_take(&reader->line, "file ") || !take_name(reader, name, sizeof name))
            TRY(record_refuse(reader, "\"rules\", \"file\" or \"export\" is wanted here"));
        TRY(record_read_lines(reader, &text));
        TRY(record_add_file(reader->record, rules, name, buf_text(&text), text.length,
                            reader->err));
    }
    return RC_OK;
}

/* A head that is signed with an export that is not: joined from letters, as no server writes it. */
static enum rc read_export(struct record_reader *reader)
{
    struct record *record = reader->record;
    bool is_signed;

    record->signed_bytes = (size_t)(reader->next - reader->text);
    if (!record_step(reader) || !line_take(&reader->line, "export "))
        return record_refuse(reader, "the last line, \"export\", is missing");
    is_signed = !line_take(&reader->line, "none");
    if (is_signed && !record_take_bytes(reader, record->export_signature, SIGNATURE_BYTES))
        return record_refuse(reader, "this is no signature");
    if (!record_at_end(reader) || reader->next != reader->end)
        return record_refuse(reader, "nothing follows the signature of the export");
    if (is_signed && !record->is_signed)
        return record_refuse(reader, "the export is signed, but not its head");
    record->is_joined = record->is_signed && !is_signed;
    return RC_OK;
}

enum rc record_read_protocol(struct record_reader *reader, const char *word, const char *what)
{
    enum rc rc;

    if (!record_step(reader) || !line_take(&reader->line, word))
        return record_refuse(reader, "no record or delta of a game begins so");
    rc = genesis_check_protocol(reader->line.at, (size_t)(reader->line.end - reader->line.at), what,
                                reader->err);
    if (rc != RC_OK)
        err_where(reader->err, NULL, reader->number, 0);
    return rc;
}

static enum rc read_genesis(struct record_reader *reader)
{
    struct genesis genesis;
    OWN(buf) text = {0};

    TRY(record_expect(reader, "genesis"));
    TRY(record_read_lines(reader, &text));
    TRY(record_set_genesis(reader->record, buf_text(&text), text.length, reader->err));
    /* says of an older or newer one what it is */
    return genesis_read(buf_text(&text), text.length, &genesis, reader->err);
}

/* The format stands in the first line, so that a newer one is named as such and not as damage. */
static enum rc read_all(struct record_reader *reader)
{
    enum rc rc = record_read_protocol(reader, "postern-record ", "this record");

    THEN(rc, record_read_for(reader));
    THEN(rc, read_genesis(reader));
    THEN(rc, record_expect(reader, "entries"));
    while (rc == RC_OK) {
        if (!record_step(reader))
            return record_refuse(reader, "the record ends before its head");
        if (line_take(&reader->line, "head "))
            break;
        rc = record_read_entry(reader);
    }
    THEN(rc, read_head(reader));
    THEN(rc, record_read_files(reader, "export "));
    return rc ? rc : read_export(reader);
}

static uint32_t line_of_difference(const char *text, size_t length, const struct buf *again)
{
    uint32_t line = 1;

    for (size_t i = 0; i < length && i < again->length && text[i] == again->at[i]; i++)
        line += text[i] == '\n';
    return line;
}

/* Each record has one text: what reads but would be written otherwise is refused. */
static enum rc check_form(const struct record_reader *reader, const char *text, size_t length)
{
    OWN_WIPED(buf) again = {0};

    TRY(record_write_again(reader->record, &reader->head, &again, reader->err));
    if (again.length != length || memcmp(again.at, text, length) != 0) {
        err_where(reader->err, NULL, line_of_difference(text, length, &again), 0);
        return ERR(reader->err, RC_BAD_INPUT, "this line is not written as records are");
    }
    return RC_OK;
}

enum rc record_read(const char *text, size_t length, struct record *record, struct err *err)
{
    struct record_reader reader = {.text = text,
                                   .end = text + length,
                                   .next = text,
                                   .line = {text, text},
                                   .record = record,
                                   .err = err};

    record_init(record, RECORD_FOR_ALL);
    FAIL_IF(length > RECORD_BYTES_MAX, err, RC_TOO_LONG, "a record is longer than any can be");
    if (memchr(text, '\0', length) || memchr(text, '\r', length))
        return ERR(err, RC_BAD_INPUT, "a record has no NUL and no carriage return; send the file ",
                   "as an attachment, unchanged");
    TRY(read_all(&reader));
    return check_form(&reader, text, length);
}
