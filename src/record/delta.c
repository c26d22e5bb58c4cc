/* SPDX-License-Identifier: MIT */
/* What a letter brings of a game's record, written and read. Whether it is true is join.c's
 * question. */
#include "record/delta.h"

#include "base/grow.h"
#include "record/genesis.h"
#include "record/record_p.h"
#include "seal/secret.h"

void delta_init(struct delta *delta, unsigned seat, const struct chain *start)
{
    memset(delta, 0, sizeof *delta);
    record_init(&delta->record, seat);
    delta->record.from = start->number;
    delta->genesis = start->genesis;
    delta->start = start->entry;
}

void delta_fini(struct delta *delta)
{
    for (uint32_t i = 0; i < delta->known_count; i++) {
        struct delta_known *known = &delta->known[i];

        secret_wipe(known->payload, known->length);
        free(known->payload);
        secret_wipe(known->nonce, sizeof known->nonce);
    }
    free(delta->known);
    record_fini(&delta->record);
    memset(delta, 0, sizeof *delta);
}

enum rc delta_add_known(struct delta *delta, const char *name, uint64_t number,
                        const struct opening *opening, struct err *err)
{
    struct delta_known *grown, known = {.number = number, .length = opening->length};

    if (!seal_name_is_valid(name, strlen(name)) || number < 1 || number > delta->record.from)
        return ERR(err, RC_BAD_INPUT, "what is known since is of an earlier entry's seal");
    if (opening->length > SEAL_PAYLOAD_MAX || delta->known_count == RECORD_ENTRIES_MAX)
        return ERR(err, RC_TOO_LONG, "a payload is longer than any can be");
    grown = grow_array(delta->known, delta->known_count, &delta->known_room, sizeof *grown);
    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for a delta");
    delta->known = grown;
    known.payload = malloc(opening->length + 1);
    FAIL_IF(!known.payload, err, RC_NO_MEMORY, "no memory for a delta");
    memcpy(known.payload, opening->payload, opening->length);
    known.payload[opening->length] = '\0';
    memcpy(known.nonce, opening->nonce, SEAL_NONCE_BYTES);
    text_copy(known.name, sizeof known.name, name);
    delta->known[delta->known_count++] = known;
    return RC_OK;
}

/* Fill in En of each entry and give the end of the chain. */
static void delta_chain(struct delta *delta, struct chain *end)
{
    struct record *record = &delta->record;

    *end = (struct chain){.genesis = delta->genesis, .number = record->from, .entry = delta->start};
    for (uint32_t i = 0; i < record->entry_count; i++) {
        record_append(record, i, end);
        record->entry[i].after = end->entry;
    }
}

void delta_of_record(struct record *record, struct delta *delta)
{
    struct chain start;

    memset(delta, 0, sizeof *delta);
    chain_start(&start, record->genesis, record->genesis_length);
    delta->genesis = delta->start = start.genesis;
    delta->record = *record;
    memset(record, 0, sizeof *record);
}

/* ---- writing ---- */

static void put_known(const struct delta_known *known, struct buf *out)
{
    BUF_PUT(out, "know ", known->name, " ");
    line_put_number(out, known->number);
    buf_put_char(out, ' ');
    record_put_hash(out, known->nonce, SEAL_NONCE_BYTES);
    buf_put_char(out, ' ');
    record_put_payload(known->payload, known->length, out);
    buf_put_char(out, '\n');
}

/* The one text of a delta; reading writes it again and compares. */
static enum rc put(const struct delta *delta, const struct chain *end, struct buf *out,
                   struct err *err)
{
    const struct record *record = &delta->record;

    buf_put(out, DELTA_FIRST_WORD);
    line_put_number(out, PROTOCOL);
    buf_put(out, "\ngenesis ");
    record_put_hash(out, delta->genesis.at, HASH_BYTES);
    buf_put_char(out, '\n');
    record_put_reader(record->reader, out);
    buf_put(out, "from ");
    line_put_number(out, record->from);
    buf_put_char(out, ' ');
    record_put_hash(out, delta->start.at, HASH_BYTES);
    buf_put_char(out, '\n');
    if (!record->from && record->genesis)
        record_put_lines(record->genesis, record->genesis_length, out);
    buf_put(out, "entries\n");
    TRY(record_put_entries(record, out, err));
    buf_put(out, "known\n");
    for (uint32_t i = 0; i < delta->known_count; i++)
        put_known(&delta->known[i], out);
    record_put_head(record, end, out);
    record_put_files(record, out);
    buf_put(out, "end\n");
    return buf_rc(out, err);
}

enum rc delta_write(struct delta *delta, const unsigned char signature[SIGNATURE_BYTES],
                    struct buf *out, struct err *err)
{
    struct chain end;

    if (!delta->record.from && !delta->record.genesis)
        return ERR(err, RC_BAD_INPUT, "a delta from the start needs the genesis");
    delta_chain(delta, &end);
    delta->record.is_signed = signature != NULL;
    if (signature)
        memcpy(delta->record.head_signature, signature, SIGNATURE_BYTES);
    return put(delta, &end, out, err);
}

/* ---- reading ---- */

static enum rc read_first(struct record_reader *reader, struct delta *delta)
{
    TRY(record_read_protocol(reader, DELTA_FIRST_WORD, "this delta"));
    if (!record_step(reader) || !line_take(&reader->line, "genesis ") ||
        !record_take_bytes(reader, delta->genesis.at, HASH_BYTES) || !record_at_end(reader))
        return record_refuse(reader, "\"genesis\" and its hash is wanted here");
    return record_read_for(reader);
}

static enum rc read_from(struct record_reader *reader, struct delta *delta)
{
    struct record *record = &delta->record;
    OWN(buf) text = {0};

    if (!record_step(reader) || !line_take(&reader->line, "from ") ||
        !line_take_number(&reader->line, &record->from) || record->from > RECORD_ENTRIES_MAX ||
        !line_take(&reader->line, " ") || !record_take_bytes(reader, delta->start.at, HASH_BYTES) ||
        !record_at_end(reader))
        return record_refuse(reader, "\"from\", an entry's number and its hash are wanted here");
    if (record->from)
        return RC_OK;
    TRY(record_read_lines(reader, &text));
    return record_set_genesis(record, buf_text(&text), text.length, reader->err);
}

/* "know NAME NUMBER NONCE PAYLOAD" */
static enum rc read_known(struct record_reader *reader, struct delta *delta)
{
    char name[SEAL_NAME_MAX + 1];
    OWN_WIPED(buf) payload = {0};
    struct opening opening;
    uint64_t number;
    enum rc rc;

    if (!record_step(reader) || !line_take(&reader->line, "know ") ||
        !line_take_word(&reader->line, name, sizeof name) || !line_take(&reader->line, " ") ||
        !line_take_number(&reader->line, &number) || !line_take(&reader->line, " ") ||
        !record_take_bytes(reader, opening.nonce, SEAL_NONCE_BYTES) ||
        !line_take(&reader->line, " ") || !record_unescape(reader->line, &payload)) {
        return record_refuse(reader, "what is known since is \"know NAME ENTRY NONCE PAYLOAD\"");
    }
    opening.payload = buf_text(&payload);
    opening.length = payload.length;
    rc = buf_rc(&payload, reader->err);
    THEN(rc, delta_add_known(delta, name, number, &opening, reader->err));
    buf_wipe(&payload);
    secret_wipe(&opening, sizeof opening);
    if (rc)
        err_where(reader->err, NULL, reader->number, 0);
    return rc;
}

static enum rc read_head(struct record_reader *reader, struct delta *delta)
{
    const struct record *record = &delta->record;
    uint64_t number;

    if (!record_step(reader) || !line_take(&reader->line, "head ") ||
        !line_take_number(&reader->line, &number) || !line_take(&reader->line, " ") ||
        !record_take_bytes(reader, reader->head.at, HASH_BYTES) || !record_at_end(reader))
        return record_refuse(reader, "the head is \"head\", number of the last entry and its hash");
    if (number != record->from + record->entry_count ||
        !hash_equal(&reader->head, record->entry_count
                                       ? &record->entry[record->entry_count - 1].after
                                       : &delta->start)) {
        err_where(reader->err, NULL, reader->number, 0);
        return ERR(reader->err, RC_BAD_SEAL,
                   "FALSE: its head is not that of its last entry, which nobody signed");
    }
    return record_read_sign(reader);
}

static enum rc read_all(struct record_reader *reader, struct delta *delta)
{
    TRY(read_first(reader, delta));
    TRY(read_from(reader, delta));
    TRY(record_expect(reader, "entries"));
    while (!record_sees(reader, "known\n")) {
        if (!record_step(reader))
            return record_refuse(reader, "the delta ends before its head");
        TRY(record_read_entry(reader));
    }
    TRY(record_expect(reader, "known"));
    while (record_sees(reader, "know "))
        TRY(read_known(reader, delta));
    TRY(read_head(reader, delta));
    TRY(record_read_files(reader, "end\n"));
    return record_expect(reader, "end");
}

/* Each delta has one text: what reads but would be written otherwise is refused. */
static enum rc check_form(const struct record_reader *reader, const struct delta *delta)
{
    const size_t length = (size_t)(reader->next - reader->text);
    const struct chain end = {.number = delta->record.from + delta->record.entry_count,
                              .entry = reader->head};
    OWN_WIPED(buf) again = {0};

    TRY(put(delta, &end, &again, reader->err));
    if (again.length != length || memcmp(again.at, reader->text, length) != 0)
        return ERR(reader->err, RC_BAD_INPUT, "this delta is not written as deltas are");
    return RC_OK;
}

enum rc delta_read(const char *text, size_t length, size_t *from, struct delta *delta,
                   struct err *err)
{
    const char *start = text + *from;
    struct record_reader reader = {.text = start,
                                   .end = text + length,
                                   .next = start,
                                   .line = {start, start},
                                   .record = &delta->record,
                                   .err = err};
    enum rc rc;

    memset(delta, 0, sizeof *delta);
    if (length - *from > RECORD_BYTES_MAX)
        return ERR(err, RC_TOO_LONG, "a delta is longer than any can be");
    if (memchr(start, '\0', length - *from) || memchr(start, '\r', length - *from))
        return ERR(err, RC_BAD_INPUT, "a delta has no NUL and no carriage return");
    rc = read_all(&reader, delta);
    THEN(rc, check_form(&reader, delta));
    *from = (size_t)(reader.next - text);
    return rc;
}
