/* SPDX-License-Identifier: MIT */
/* A game told to a reader: its record, deltas, what is replayed of them. */
#include "tests/record/playing_p.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/test.h"

/* May the reader know a seal now? */
static bool may_know(const struct playing *playing, unsigned reader,
                     const struct playing_seal *seal)
{
    uint64_t first, second;
    unsigned seat;

    if (reader == RECORD_FOR_WHOLE || (reader && reader == seal->seat))
        return true;
    if (seal_name_family(seal->name, &first, &second) != SEAL_GAME)
        return text_starts_with(seal->name, "words/");
    if (!replay_seal_owner(playing->replay, seal->name, &seat))
        return false;
    return game_may_know(playing->game, replay_rulebook(playing->replay),
                         replay_state(playing->replay), seal->name,
                         reader == RECORD_FOR_ALL ? SEAT_PUBLIC : reader);
}

/* An undone seal shares its name with the one that stands. */
static bool is_newest(const struct playing *playing, unsigned index)
{
    for (unsigned i = index + 1; i < playing->seal_count; i++)
        if (text_equal(playing->seal[i].name, playing->seal[index].name))
            return false;
    return true;
}

void playing_record(const struct playing *playing, unsigned reader, struct record *record)
{
    record_init(record, reader);
    assert_int_equal(
        record_set_genesis(record, playing->genesis_text, playing->genesis_length, NULL), RC_OK);
    for (unsigned n = 0; n < playing->entry_count; n++) {
        const struct playing_entry *entry = &playing->entry[n];

        if (!entry->text)
            continue; /* lost */
        assert_int_equal(record_add_entry(record, entry->text, strlen(entry->text), NULL), RC_OK);
        for (unsigned i = entry->first_seal; i < entry->first_seal + entry->seal_count; i++) {
            const struct playing_seal *seal = &playing->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            assert_int_equal(
                record_add_seal(record, seal->name, seal->seat, &seal->commitment, NULL), RC_OK);
            if (seal->is_erased)
                record_add_erasure(record);
            else if (!seal->is_held && may_know(playing, reader, seal) &&
                     (is_newest(playing, i) || reader == RECORD_FOR_WHOLE || reader == seal->seat))
                assert_int_equal(record_add_opening(record, &opening, NULL), RC_OK);
        }
    }
    for (unsigned i = 0; i < playing->file_count; i++)
        assert_int_equal(record_add_file(record, playing->genesis.rules, playing->file[i].name,
                                         playing->file[i].text, playing->file[i].length, NULL),
                         RC_OK);
}

bool playing_sign(void *context, const struct hash *digest,
                  unsigned char signature[SIGNATURE_BYTES])
{
    const struct playing *playing = context;

    return keys_sign(playing->keys, playing->signing, digest, signature);
}

void playing_export(struct playing *playing, unsigned reader, struct buf *out)
{
    struct record record;
    struct err err = {0};

    playing_record(playing, reader, &record);
    if (record_write(&record, playing_sign, playing, out, &err))
        fail_msg("%s", err.text);
    record_fini(&record);
}

static void add_entries(const struct record *from, struct delta *delta)
{
    struct record *to = &delta->record;

    for (uint64_t n = to->from; n < from->entry_count; n++) {
        const struct record_entry *row = &from->entry[n];

        if (!row->length)
            continue;
        assert_int_equal(record_add_entry(to, row->text, row->length, NULL), RC_OK);
        for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
            const struct record_seal *seal = &from->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            assert_int_equal(record_add_seal(to, seal->name, seal->seat, &seal->commitment, NULL),
                             RC_OK);
            if (seal->knowledge == RECORD_ERASED)
                record_add_erasure(to);
            else if (seal->knowledge == RECORD_KNOWN)
                assert_int_equal(record_add_opening(to, &opening, NULL), RC_OK);
        }
    }
}

static void add_known(const struct record *now, const struct record *before, struct delta *delta)
{
    for (uint64_t n = 1; n <= delta->record.from; n++) {
        const struct record_entry *row = &now->entry[n - 1];

        for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
            const struct record_seal *seal = &now->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            if (seal->knowledge == RECORD_KNOWN && before->seal[i].knowledge == RECORD_SEALED)
                assert_int_equal(delta_add_known(delta, seal->name, n, &opening, NULL), RC_OK);
        }
    }
}

void playing_delta(struct playing *playing, unsigned seat, uint64_t from,
                   const struct record *before, struct buf *out)
{
    unsigned char signature[SIGNATURE_BYTES];
    struct chain start, end;
    struct record now;
    struct delta delta;
    struct hash digest;

    playing_record(playing, seat, &now);
    record_chain(&now, &end);
    start = (struct chain){end.genesis, from, from ? now.entry[from - 1].after : end.genesis};
    delta_init(&delta, seat, &start);
    if (!from)
        assert_int_equal(record_set_genesis(&delta.record, now.genesis, now.genesis_length, NULL),
                         RC_OK);
    for (unsigned i = 0; i < now.file_count && !from; i++)
        assert_int_equal(record_add_file(&delta.record, now.file[i].rules, now.file[i].name,
                                         now.file[i].text, now.file[i].length, NULL),
                         RC_OK);
    add_entries(&now, &delta);
    if (from && before)
        add_known(&now, before, &delta);
    chain_head(&end, &digest);
    playing_sign(playing, &digest, signature);
    assert_int_equal(delta_write(&delta, signature, out, NULL), RC_OK);
    delta_fini(&delta);
    record_fini(&now);
}

unsigned playing_held(const struct playing *playing)
{
    unsigned held = 0;

    for (unsigned i = 0; i < playing->seal_count; i++)
        held += playing->seal[i].is_held;
    return held;
}

const char *playing_lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct record *record = context;
    const struct record_entry *entry = &record->entry[number - 1];

    for (uint32_t i = entry->first_seal; i < entry->first_seal + entry->seal_count; i++)
        if (record->seal[i].knowledge == RECORD_KNOWN && text_equal(record->seal[i].name, name)) {
            *length = record->seal[i].length;
            return record->seal[i].payload;
        }
    return NULL;
}

struct replay *playing_replay(const struct playing *playing, const struct record *record,
                              uint64_t to)
{
    struct replay *replay = NULL;
    struct err err = {0};

    if (replay_start(playing->game, &playing->genesis, playing_files_of, (void *)(uintptr_t)playing,
                     &replay, &err))
        fail_msg("%s", err.text);
    for (uint64_t n = 1; n <= to; n++) {
        const struct record_entry *row = &record->entry[n - 1];
        struct entry entry;

        if (!row->length)
            continue;
        if (entry_read(n, row->text, row->length, &entry, &err) ||
            replay_entry(replay, &entry, playing_lookup, (void *)(uintptr_t)record, &err))
            fail_msg("entry %u: %s: %s", (unsigned)n, row->text, err.text);
    }
    return replay;
}
