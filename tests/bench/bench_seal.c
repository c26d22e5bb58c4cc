/* SPDX-License-Identifier: MIT */
/* What seals cost: one letter's worth, its parts, and the verification of a finished game.
 * CPU time of this thread, so that a busy machine does not show. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/games.h"
#include "record/verify.h"
#include "seal/box.h"
#include "seal/mac.h"
#include "seal/receipt.h"
#include "seal/secret.h"
#include "tests/record/playing.h"
#include "tests/test.h"

/* Random play may wander for thousands of turns; people's games do not. */
enum { ENTRIES_MAX = 1000, SEEDS_MAX = 200 };
enum { ROUNDS = 4000, GAMES = 40, RAW_BYTES = 6000, FILE_BYTES_MAX = 65536 };

static struct keys *keys;
static unsigned char row_key[KEY_BYTES];
static struct chain chain;
static struct buf scratch;

static double now_us(void)
{
    struct timespec at;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

static void one_seal(void)
{
    struct opening opening = {.payload = "3", .length = 1};
    struct hash commitment;

    entropy_system(NULL, opening.nonce, sizeof opening.nonce);
    seal_make(&chain.genesis, "combat/17/2", 2, &opening, &commitment);
}

static void one_entry(void)
{
    static const char text[] = "2026-11-21T22:30:00Z seat/2 order combat [combat/17/2]";
    struct hash commitment = {{1}};
    struct chain next = chain;

    chain_append(&next, text, sizeof text - 1, &commitment, 1);
}

static void close_box(size_t bytes)
{
    static char content[RAW_BYTES];
    static unsigned char box[RAW_BYTES * 2];
    unsigned char nonce[BOX_NONCE_BYTES];
    struct hash where;

    entropy_system(NULL, nonce, sizeof nonce);
    box_place("seals.box", 17, &chain.genesis, &where);
    box_close(row_key, &where, nonce, content, bytes, box);
}

static void one_small_box(void)
{
    close_box(60);
}

static void one_letter_box(void)
{
    close_box(RAW_BYTES);
}

static void one_signature(void)
{
    unsigned char signature[SIGNATURE_BYTES];
    struct hash digest;

    chain_head(&chain, &digest);
    keys_sign(keys, 1, &digest, signature);
}

static void one_token(void)
{
    unsigned char mac[MAC_BYTES];

    mac_make(keys, "17/2/41", 7, mac);
    if (!mac_is_good(keys, "17/2/41", 7, mac))
        abort();
}

static void sign(void *context, const struct hash *digest, unsigned char signature[SIGNATURE_BYTES])
{
    (void)context;
    keys_sign(keys, 1, digest, signature);
}

static void one_receipt(void)
{
    const struct receipt receipt = {.game = 17,
                                    .entry = 42,
                                    .head = chain.entry,
                                    .seat = 2,
                                    .came_s = 1795300200,
                                    .message_id = "20261121223000.abc@example.org",
                                    .count = 3,
                                    .line = {"thief to d5", "card 4", "end"},
                                    .outcome = "accepted"};

    buf_clear(&scratch);
    receipt_write(&receipt, &chain.genesis, sign, NULL, &scratch);
}

/* A letter with three orders, one of them with a secret: raw letter and two payloads boxed, two
 * seals, three entries, token checked and a new one made, receipt. */
static void one_letter(void)
{
    one_letter_box();
    for (unsigned i = 0; i < 2; i++) {
        one_seal();
        one_small_box();
    }
    for (unsigned i = 0; i < 3; i++)
        one_entry();
    one_token();
    one_receipt();
}

static void run(const char *name, void (*work)(void))
{
    double start;

    for (unsigned i = 0; i < ROUNDS / 10; i++)
        work();
    start = now_us();
    for (unsigned i = 0; i < ROUNDS; i++)
        work();
    printf("  %-40s %8.2f us\n", name, (now_us() - start) / (double)ROUNDS);
}

static char file_text[FILE_BYTES_MAX];

static void read_rooms(struct game_file *file)
{
    const char *top = getenv("top_srcdir");
    char path[512];
    FILE *stream;

    snprintf(path, sizeof path, "%s/data/dungeon_twister.rooms", top ? top : ".");
    stream = fopen(path, "r");
    if (!stream) {
        perror(path);
        exit(1);
    }
    *file = (struct game_file){"dungeon_twister.rooms", file_text,
                               fread(file_text, 1, sizeof file_text, stream)};
    fclose(stream);
}

static void verify_games(void)
{
    const struct playing_plan plan = {.seats = 2};
    double us = 0, entries = 0, bytes = 0;
    struct game_file file;
    unsigned played = 0;

    read_rooms(&file);
    for (uint64_t seed = 1; played < GAMES && seed <= SEEDS_MAX; seed++) {
        struct playing playing;
        OWN(verify) verify = {0};
        OWN(buf) text = {0};
        double start;

        playing_start(&playing, games_find("dungeon_twister"), &file, 1, &plan, seed);
        while (playing.entry_count <= ENTRIES_MAX && playing_step(&playing))
            ;
        if (!playing.is_finished) {
            playing_fini(&playing);
            continue;
        }
        played++;
        playing_export(&playing, RECORD_FOR_WHOLE, &text);
        start = now_us();
        if (verify_bytes(text.at, text.length, games_find, &verify, NULL) || !verify.is_good)
            abort();
        us += now_us() - start;
        entries += playing.entry_count;
        bytes += (double)text.length;
        playing_fini(&playing);
    }
    printf("  %-40s %8.2f us (%.0f entries, %.0f bytes)\n", "verify a finished Dungeon Twister",
           us / played, entries / played, bytes / played);
}

/* What letters to a seat bring, each of the entries since the last but one. */
static void weigh_deltas(void)
{
    enum { STEP = 6 };
    const struct playing_plan plan = {.seats = 2};
    double bytes = 0, entries = 0, letters = 0;
    struct game_file file;

    read_rooms(&file);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        uint64_t from[2] = {0, 0};
        struct playing playing;

        playing_start(&playing, games_find("dungeon_twister"), &file, 1, &plan, seed);
        while (playing.entry_count <= ENTRIES_MAX && playing_step(&playing)) {
            OWN(buf) text = {0};

            if (playing.chain.number < from[1] + STEP)
                continue;
            if (from[0]) { /* the first brings genesis and the data files */
                playing_delta(&playing, 1, from[0], NULL, &text);
                bytes += (double)text.length;
                entries += (double)(playing.chain.number - from[0]);
                letters++;
            }
            from[0] = from[1];
            from[1] = playing.chain.number;
        }
        playing_fini(&playing);
    }
    printf("  %-40s %8.0f bytes an entry (aim 150 to 350; %.0f entries, %.0f bytes)\n",
           "a delta of a letter", bytes / entries, entries / letters, bytes / letters);
}

int main(void)
{
    if (secret_start(NULL) || keys_make(entropy_system, NULL, &keys, NULL))
        return 1;
    chain_start(&chain, "postern-genesis 2\n", 18);
    puts("seals");
    run("one letter: seals, boxes, receipt (aim 60)", one_letter);
    run("  a seal, with its nonce", one_seal);
    run("  an entry of the chain", one_entry);
    run("  a box of a payload", one_small_box);
    run("  a box of a letter of 6,000 bytes", one_letter_box);
    run("  a head signed", one_signature);
    run("  a token checked and made", one_token);
    run("  a receipt", one_receipt);
    verify_games();
    weigh_deltas();
    buf_fini(&scratch);
    keys_free(keys);
    return 0;
}
