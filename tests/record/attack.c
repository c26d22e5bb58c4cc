/* SPDX-License-Identifier: MIT */
#include "tests/record/attack.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/record_p.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

struct playing honest, other;
struct edit *edit;

void attack_play(struct playing *playing, uint64_t seed, const char *first,
                        const char *second)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    for (;; seed++) {
        playing_start(playing, &toy_game, &file, 1, &plan, seed);
        if (strstr(playing->entry[1].text, first) && strstr(playing->entry[2].text, second))
            break;
        playing_fini(playing);
    }
    while (playing_step(playing))
        ;
}

void attack_load(struct edit *to, struct playing *playing)
{
    memset(to, 0, sizeof *to);
    to->playing = playing;
    assert_in_range(playing->entry_count, 1, ATTACK_ROWS_MAX - 2);
    for (unsigned n = 0; n < playing->entry_count; n++) {
        const struct playing_entry *entry = &playing->entry[n];
        struct row *row = &to->row[to->count++];

        text_copy(row->text, sizeof row->text, entry->text);
        row->seals = entry->seal_count;
        assert_in_range(row->seals, 0, ATTACK_SEALS_MAX);
        memcpy(row->seal, &playing->seal[entry->first_seal], row->seals * sizeof row->seal[0]);
    }
}

unsigned attack_find(const char *part, const char *also)
{
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(edit->row[n - 1].text, part) && strstr(edit->row[n - 1].text, also))
            return n;
    fail_msg("no entry with %s and %s", part, also);
    return 0;
}

struct row *attack_row(unsigned n)
{
    return &edit->row[n - 1];
}

void attack_drop(unsigned n)
{
    memmove(attack_row(n), attack_row(n + 1), (edit->count - n) * sizeof edit->row[0]);
    edit->count--;
}

void attack_insert(unsigned n, const struct row *row)
{
    struct row copy = *row;

    memmove(attack_row(n + 1), attack_row(n), (edit->count - n + 1) * sizeof edit->row[0]);
    *attack_row(n) = copy;
    edit->count++;
}

void attack_insert_text(unsigned n, const char *rest)
{
    struct row row = {.seals = 0};

    snprintf(row.text, sizeof row.text, "%.20s %s", attack_row(n - 1)->text, rest);
    attack_insert(n, &row);
}

void attack_swap(unsigned a, unsigned b)
{
    struct row kept = *attack_row(a);
    char time[21];

    /* Times stay where they were, so that only the order is wrong. */
    memcpy(time, attack_row(a)->text, 20);
    *attack_row(a) = *attack_row(b);
    memcpy(kept.text, attack_row(b)->text, 20);
    *attack_row(b) = kept;
    memcpy(attack_row(a)->text, time, 20);
}

void attack_replace(unsigned n, const char *old, const char *new)
{
    struct row *row = attack_row(n);
    char *at = strstr(row->text, old), rest[ENTRY_TEXT_BYTES];

    assert_non_null(at);
    text_copy(rest, sizeof rest, at + strlen(old));
    snprintf(at, sizeof row->text - (size_t)(at - row->text), "%s%s", new, rest);
}

void attack_commit(struct playing_seal *seal)
{
    struct opening opening = {.payload = seal->payload, .length = seal->length};

    memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
    seal_make(&edit->playing->chain.genesis, seal->name, seal->seat, &opening, &seal->commitment);
}

void attack_reseal(unsigned n, unsigned index, const char *payload)
{
    struct playing_seal *seal = &attack_row(n)->seal[index];

    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(payload);
    attack_commit(seal);
}

void attack_write_opening(struct row *row, const struct playing_seal *seal)
{
    char text[ENTRY_TEXT_BYTES], nonce[BASE32_HASH_BYTES];

    snprintf(text, sizeof text, "%.20s table open %s %s nonce %s", row->text, seal->name,
             seal->payload, base32_write(seal->nonce, SEAL_NONCE_BYTES, nonce));
    text_copy(row->text, sizeof row->text, text);
}

static bool is_anothers(const struct playing_seal *seal)
{
    return edit->seat && seal->seat != edit->seat &&
           (text_starts_with(seal->name, "own/") || text_starts_with(seal->name, "by/"));
}

static void put_raw_seal(const struct record_seal *seal, struct buf *out)
{
    char text[BASE32_HASH_BYTES];

    buf_printf(out, " seal %s %u %s\n", seal->name, seal->seat,
               base32_write(seal->commitment.at, HASH_BYTES, text));
    if (seal->knowledge == RECORD_ERASED)
        buf_put(out, " gone\n");
    if (seal->knowledge != RECORD_KNOWN)
        return;
    buf_printf(out, " know %s ", base32_write(seal->nonce, SEAL_NONCE_BYTES, text));
    record_put_payload(seal->payload, seal->length, out);
    buf_put_char(out, '\n');
}

static void put_signature(const char *word, const struct hash *digest, struct buf *out)
{
    unsigned char signature[SIGNATURE_BYTES];
    char text[BASE32_SIGNATURE_BYTES];

    assert_true(playing_sign(edit->playing, digest, signature));
    buf_printf(out, "%s %s\n", word, base32_write(signature, SIGNATURE_BYTES, text));
}

/* Whatever stands in it: the program writes no entries that are none. */
static void write_raw(struct record *record, struct buf *out)
{
    char text[BASE32_HASH_BYTES];
    struct chain end;
    struct hash digest;

    record_chain(record, &end);
    buf_put(out, "postern-record 2\n");
    record_put_reader(record->reader, out);
    buf_put(out, "genesis\n");
    record_put_lines(record->genesis, record->genesis_length, out);
    buf_put(out, "entries\n");
    for (uint32_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *row = &record->entry[i];

        if (!row->length) /* lost */
            continue;
        buf_printf(out, "%u %s\n", (unsigned)i + 1, row->text);
        for (uint32_t k = 0; k < row->seal_count; k++)
            put_raw_seal(&record->seal[row->first_seal + k], out);
        buf_printf(out, " hash %s\n", base32_write(row->after.at, HASH_BYTES, text));
    }
    buf_printf(out, "head %u %s\n", (unsigned)end.number,
               base32_write(end.entry.at, HASH_BYTES, text));
    chain_head(&end, &digest);
    put_signature("sign", &digest, out);
    record_put_files(record, out);
    chain_export(&end.genesis, out->at, out->length, &digest);
    put_signature("export", &digest, out);
}

static void replace_all(const char *old, const char *new)
{
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(attack_row(n)->text, old))
            attack_replace(n, old, new);
}

/* A drawn seal that another entry has now: whoever lies knows S, and makes its nonce anew. */
static void draw_again(struct playing_seal *seal, unsigned n)
{
    char old[BASE32_HASH_BYTES], new[BASE32_HASH_BYTES];

    base32_write(seal->nonce, SEAL_NONCE_BYTES, old);
    seal_drawn_nonce(edit->playing->secret, &edit->playing->chain.genesis, n, seal->name,
                     seal->nonce);
    base32_write(seal->nonce, SEAL_NONCE_BYTES, new);
    if (text_equal(old, new))
        return;
    attack_commit(seal);
    replace_all(old, new);
}

/* The numbers that entries have, lost ones counted. */
static void draw_all_again(void)
{
    const char *gap;
    unsigned n = 0;

    for (unsigned i = 1; i <= edit->count && !edit->keeps_nonces; i++) {
        struct row *row = attack_row(i);

        gap = strstr(row->text, " keeper lost from=");
        n = gap && strstr(gap, " to=") ? (unsigned)atoi(strstr(gap, " to=") + 4) + 1 : n + 1;
        for (unsigned k = 0; k < row->seals; k++)
            if (strstr(row->text, " table draw ") || strstr(row->text, " why=lot "))
                draw_again(&row->seal[k], n);
    }
}

void attack_compose(struct buf *out)
{
    const struct playing *playing = edit->playing;
    struct record record;
    struct err err = {0};

    draw_all_again();
    record_init(&record, edit->seat         ? edit->seat
                         : edit->is_for_all ? RECORD_FOR_ALL
                                            : RECORD_FOR_WHOLE);
    assert_int_equal(
        record_set_genesis(&record, playing->genesis_text, playing->genesis_length, NULL), RC_OK);
    for (unsigned n = 1; n <= edit->count; n++) {
        const struct row *row = attack_row(n);

        assert_int_equal(record_add_entry(&record, row->text, strlen(row->text), NULL), RC_OK);
        for (unsigned i = 0; i < row->seals; i++) {
            struct opening opening = {.payload = row->seal[i].payload,
                                      .length = row->seal[i].length};

            memcpy(opening.nonce, row->seal[i].nonce, sizeof opening.nonce);
            assert_int_equal(record_add_seal(&record, row->seal[i].name, row->seal[i].seat,
                                             &row->seal[i].commitment, NULL),
                             RC_OK);
            if (row->seal[i].is_erased)
                record_add_erasure(&record);
            else if (!row->seal[i].is_held && !is_anothers(&row->seal[i]))
                assert_int_equal(record_add_opening(&record, &opening, NULL), RC_OK);
        }
    }
    assert_int_equal(record_add_file(&record, edit->rules ? edit->rules : playing->genesis.rules,
                                     "toy.tiles", edit->tiles ? edit->tiles : toy_tiles_text,
                                     strlen(edit->tiles ? edit->tiles : toy_tiles_text), NULL),
                     RC_OK);
    if (edit->more)
        assert_int_equal(record_add_file(&record, edit->more, "toy.tiles", toy_tiles_text,
                                         strlen(toy_tiles_text), NULL),
                         RC_OK);
    if (record_write(&record, edit->is_unsigned ? NULL : playing_sign, edit->playing, out, &err)) {
        buf_clear(out);
        write_raw(&record, out);
    }
    record_fini(&record);
}

const struct game *(*attack_games)(const char *name);
const char *attack_why;

void attack_dump(const char *name, const struct buf *text)
{
    const char *folder = getenv("ATTACK_DIR");
    char path[512];
    FILE *file;

    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->at, 1, text->length, file), text->length);
    fclose(file);
}

void attack_expect(const char *name, const struct buf *text, bool good, unsigned wrong)
{
    OWN(verify) verify = {0};

    assert_int_equal(
        verify_bytes(text->at, text->length, attack_games ? attack_games : toy_find, &verify, NULL),
        RC_OK);
    if (verify.is_good != good)
        fail_msg("%s: %s", name, good ? verify.err.text : "was taken");
    if (!good && (verify.bad_entry != wrong || verify.bad_is_entry != (wrong > 0)))
        fail_msg("%s: entry %u is named in place of %u: %s", name, (unsigned)verify.bad_entry,
                 wrong, verify.err.text);
    if (!good)
        assert_true(verify.err.text[0]);
    if (!good && attack_why && !strstr(verify.err.text, attack_why))
        fail_msg("%s: \"%s\" does not say \"%s\"", name, verify.err.text, attack_why);
}

int attack_start(void **state)
{
    (void)state;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    attack_play(&honest, 1, "seat/1 luck words", "seat/2 luck sealed");
    attack_play(&other, 5000, " luck ", " luck ");
    return 0;
}

int attack_stop(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&honest);
    playing_fini(&other);
    return 0;
}
