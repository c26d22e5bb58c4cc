/* SPDX-License-Identifier: MIT */
/* Writes a random game for the tests of postern-proof:
 *
 *     make_game GAME SEED STEPS READER record    the record after so many steps
 *     make_game GAME SEED STEPS READER letter    a letter with footer and receipt from then
 *     make_game GAME SEED STEPS READER otherluck a letter whose receipt has another luck
 *     make_game GAME SEED STEPS READER noluck    a letter whose receipt has none
 *     make_game GAME SEED STEPS READER earlynoluck the same, of the entry before all luck was fixed
 *     make_game GAME SEED STEPS READER fork      as letter, after an entry of another history
 *     make_game GAME SEED STEPS READER forkrecord
 *     make_game GAME SEED STEPS READER gonerecord  the record, some words of it erased
 *     make_game GAME SEED STEPS READER keyrecord   the record; the server's keys to signing.keys
 *
 *     make_game GAME SEED STEPS SEAT mailbox     an mbox of a game: a letter to the
 * seat every few entries, each with its delta
 *
 *     make_game GAME FIRST-LAST                  files GAME-SEED for all these seeds, of various
 *                                                readers and times, and GAME-SEED.bad with one
 *                                                byte changed
 *
 * READER is all, whole, or a seat. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "seal/footer.h"
#include "seal/receipt.h"
#include "tests/record/playing.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { FILE_BYTES_MAX = 65536, STEPS_MOST = 3000 }; /* chance may wander for ever */

static void read_file(const char *name, struct game_file *file, char *text)
{
    const char *top = getenv("top_srcdir");
    char path[512];
    FILE *stream;

    *file = (struct game_file){name, text, 0};
    if (text_equal(name, "toy.tiles")) {
        file->text = toy_tiles_text;
        file->length = strlen(toy_tiles_text);
        return;
    }
    snprintf(path, sizeof path, "%s/data/%s", top ? top : ".", name);
    stream = fopen(path, "r");
    if (!stream) {
        perror(path);
        exit(1);
    }
    file->length = fread(text, 1, FILE_BYTES_MAX, stream);
    fclose(stream);
}

static void sign_receipt(void *context, const struct hash *digest,
                         unsigned char signature[SIGNATURE_BYTES])
{
    playing_sign(context, digest, signature);
}

static bool other_luck; /* the receipt has another luck than the log */
static bool no_luck;    /* the receipt has none */
static bool is_early;   /* it is of the entry before `lucks` */

/* The luck of seat 1 as its receipts have it. */
static void add_luck(const struct playing *playing, struct receipt *receipt)
{
    static const uint8_t told[ENTRY_LUCK_COUNT] = {[ENTRY_LUCK_WORDS] = RECEIPT_LUCK_WORDS,
                                                   [ENTRY_LUCK_LETTER] = RECEIPT_LUCK_LETTER,
                                                   [ENTRY_LUCK_SEALED] = RECEIPT_LUCK_SEALED,
                                                   [ENTRY_LUCK_REFUSED] = RECEIPT_LUCK_NONE};

    for (unsigned n = 0; n < playing->entry_count && !no_luck; n++) {
        const struct playing_entry *row = &playing->entry[n];
        struct entry entry;

        if (!row->text || !strstr(row->text, " seat/1 luck ") ||
            entry_read(n + 1, row->text, strlen(row->text), &entry, NULL))
            continue;
        receipt->luck = told[entry.luck[0]];
        receipt->value = receipt->luck == RECEIPT_LUCK_SEALED
                             ? playing->seal[row->first_seal + row->seal_count - 1].commitment
                             : playing->luck[0];
    }
    if (other_luck)
        receipt->value.at[0] ^= 1;
}

/* The chain as it stood before `lucks`. */
static struct chain chain_before_lucks(const struct playing *playing)
{
    struct chain chain;

    chain_start(&chain, playing->genesis_text, playing->genesis_length);
    while (!strstr(playing->entry[chain.number].text, " table lucks ")) {
        const struct playing_entry *row = &playing->entry[chain.number];
        struct hash commitment[CHAIN_SEALS_MAX];

        for (unsigned i = 0; i < row->seal_count; i++)
            commitment[i] = playing->seal[row->first_seal + i].commitment;
        chain_append(&chain, row->text, strlen(row->text), commitment, row->seal_count);
    }
    return chain;
}

static void put_letter(struct playing *playing, struct buf *out)
{
    const struct chain chain = is_early ? chain_before_lucks(playing) : playing->chain;
    struct footer footer = {
        .game = playing->genesis.number, .entry = chain.number, .head = chain.entry};
    struct receipt receipt = {.game = playing->genesis.number,
                              .entry = chain.number,
                              .head = chain.entry,
                              .seat = 1,
                              .came_s = playing->now_s,
                              .message_id = "abc.1=x@example.org",
                              .count = 2,
                              .line = {"bid 3", "thief to d5"},
                              .outcome = "part"};
    struct hash digest;

    add_luck(playing, &receipt);
    buf_put(out, "From: Postern <postern@example.org>\nSubject: your turn\n\nYour turn.\n\n");
    receipt_write(&receipt, &playing->chain.genesis, sign_receipt, playing, out);
    chain_head(&chain, &digest);
    playing_sign(playing, &digest, footer.signature);
    buf_put_char(out, '\n');
    footer_write(&footer, out);
}

static void fork_history(struct playing *playing)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_REMARK);
    text_copy(entry.words, sizeof entry.words, "this never happened");
    playing_log(playing, &entry, NULL);
}

static void erase_words(struct playing *playing)
{
    for (unsigned i = 0; i < playing->seal_count; i++)
        playing->seal[i].is_erased |= text_starts_with(playing->seal[i].name, "words/");
}

static unsigned reader_of(const char *word)
{
    return text_equal(word, "whole") ? RECORD_FOR_WHOLE
           : text_equal(word, "all") ? RECORD_FOR_ALL
                                     : (unsigned)atoi(word);
}

struct game_files {
    const struct game *game;
    struct game_file file[PLAYING_FILES_MAX];
    char text[PLAYING_FILES_MAX][FILE_BYTES_MAX];
    unsigned count;
};

static void start_game(struct playing *playing, const struct game_files *files, uint64_t seed,
                       unsigned steps)
{
    const struct game *game = files->game;
    struct playing_plan plan = {0};

    playing_mode(game, seed, &plan);
    plan.seats = game->seats_min + (unsigned)(seed % (game->seats_max - game->seats_min + 1));
    playing_start(playing, game, files->file, files->count, &plan, seed);
    while (steps-- > 0 && playing_step(playing))
        ;
}

static bool write_file(const char *path, const struct buf *text)
{
    FILE *stream = fopen(path, "w");
    bool good = stream && fwrite(text->at, 1, text->length, stream) == text->length;

    return stream && fclose(stream) == 0 && good;
}

static bool write_range(const struct game_files *files, unsigned first, unsigned last)
{
    static const unsigned readers[] = {RECORD_FOR_WHOLE, RECORD_FOR_ALL, 1, 2};
    bool good = true;

    for (unsigned seed = first; seed <= last && good; seed++) {
        struct playing playing;
        OWN(buf) text = {0};
        char path[128];
        size_t at;

        start_game(&playing, files, seed, seed % 3 ? STEPS_MOST : seed % 50);
        playing_export(&playing, readers[seed % 4], &text);
        snprintf(path, sizeof path, "%s-%u", files->game->name, seed);
        good = write_file(path, &text);
        at = playing_random(&playing, (unsigned)text.length);
        text.at[at] = (char)(text.at[at] ^ (1 << playing_random(&playing, 7)));
        strcat(path, ".bad");
        good = good && write_file(path, &text);
        playing_fini(&playing);
    }
    return good;
}

/* ---- mailbox ---- */

static void put_base64(const struct buf *bytes, struct buf *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < bytes->length; i += 3) {
        const size_t left = bytes->length - i;
        const unsigned char *at = (const unsigned char *)bytes->at + i;
        const unsigned long word = (unsigned long)at[0] << 16 |
                                   (left > 1 ? (unsigned long)at[1] << 8 : 0) |
                                   (left > 2 ? at[2] : 0);

        buf_put_char(out, letters[word >> 18 & 63]);
        buf_put_char(out, letters[word >> 12 & 63]);
        buf_put_char(out, left > 1 ? letters[word >> 6 & 63] : '=');
        buf_put_char(out, left > 2 ? letters[word & 63] : '=');
        if (i % 57 == 54 || left <= 3)
            buf_put_char(out, '\n');
    }
}

static void put_mail(struct playing *playing, unsigned seat, uint64_t from,
                     const struct record *before, unsigned count, struct buf *out)
{
    OWN_WIPED(buf) delta = {0};

    playing_delta(playing, seat, from, before, &delta);
    buf_printf(out,
               "From postern@example.org Mon Nov 23 22:00:00 2026\n"
               "Message-ID: <out.%u@example.org>\nMIME-Version: 1.0\n"
               "Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n"
               "Content-Type: text/plain\n\n",
               count);
    put_letter(playing, out);
    buf_put(out, "\n--=_b\nContent-Type: application/x-postern-delta; name=\"game-17.delta\"\n"
                 "Content-Transfer-Encoding: base64\n\n");
    put_base64(&delta, out);
    buf_put(out, "\n--=_b--\n\n");
}

/* Of every third letter's answer the server hears nothing: the next delta overlaps. */
static void print_mailbox(const struct game_files *files, char **argv)
{
    const unsigned seat = (unsigned)atoi(argv[4]);
    unsigned steps = (unsigned)atoi(argv[3]), count = 0;
    struct playing playing;
    struct record before;
    OWN(buf) out = {0};
    uint64_t from = 0;

    start_game(&playing, files, strtoull(argv[2], NULL, 10), 0);
    record_init(&before, seat);
    while (steps-- > 0) {
        const bool goes_on = playing_step(&playing);

        if (goes_on && steps && playing.chain.number % 5)
            continue;
        put_mail(&playing, seat, from, from ? &before : NULL, ++count, &out);
        if (count % 3) {
            from = playing.chain.number;
            record_fini(&before);
            playing_record(&playing, seat, &before);
        }
        if (!goes_on)
            break;
    }
    fputs(buf_text(&out), stdout);
    record_fini(&before);
    playing_fini(&playing);
}

static void print_game(const struct game_files *files, char **argv)
{
    struct playing playing;
    OWN(buf) out = {0};

    start_game(&playing, files, strtoull(argv[2], NULL, 10), (unsigned)atoi(argv[3]));
    if (strstr(argv[5], "fork"))
        fork_history(&playing);
    if (text_starts_with(argv[5], "gone"))
        erase_words(&playing);
    if (text_starts_with(argv[5], "key") &&
        keys_create_file(playing.keys, "signing.keys", NULL) != RC_OK)
        exit(1);
    other_luck = text_equal(argv[5], "otherluck");
    is_early = text_equal(argv[5], "earlynoluck");
    no_luck = is_early || text_equal(argv[5], "noluck");
    if (strstr(argv[5], "record"))
        playing_export(&playing, reader_of(argv[4]), &out);
    else
        put_letter(&playing, &out);
    fputs(buf_text(&out), stdout);
    playing_fini(&playing);
}

int main(int argc, char **argv)
{
    static struct game_files files;
    unsigned first, last;
    bool range = argc == 3 && sscanf(argv[2], "%u-%u", &first, &last) == 2;

    files.game = argc == 6 || range ? toy_find(argv[1]) : NULL;
    if (!files.game || secret_start(NULL)) {
        fputs(
            "usage: make_game GAME SEED STEPS READER record|letter|otherluck|noluck|earlynoluck|\n"
            "                                        fork|forkrecord|gonerecord|keyrecord|mailbox\n"
            "       make_game GAME FIRST-LAST\n",
            stderr);
        return 2;
    }
    for (; files.game->files[files.count]; files.count++)
        read_file(files.game->files[files.count], &files.file[files.count],
                  files.text[files.count]);
    if (range)
        return write_range(&files, first, last) ? 0 : 1;
    if (text_equal(argv[5], "mailbox"))
        print_mailbox(&files, argv);
    else
        print_game(&files, argv);
    return 0;
}
