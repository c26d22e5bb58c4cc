/* Writes a random game for the tests of postern-proof:
 *
 *     make_game GAME SEED STEPS READER record    the record after so many steps
 *     make_game GAME SEED STEPS READER letter    a letter with footer and receipt from then
 *     make_game GAME SEED STEPS READER fork      as letter, after an entry of another history
 *     make_game GAME SEED STEPS READER forkrecord
 *
 * READER is all, whole, or a seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "seal/footer.h"
#include "seal/receipt.h"
#include "tests/record/playing.h"
#include "tests/toy/toy.h"

enum { FILE_BYTES_MAX = 65536 };

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

static void put_letter(struct playing *playing, struct buf *out)
{
    struct footer footer = {.game = playing->genesis.number,
                            .entry = playing->chain.number,
                            .head = playing->chain.entry};
    struct receipt receipt = {.game = playing->genesis.number,
                              .entry = playing->chain.number,
                              .head = playing->chain.entry,
                              .seat = 1,
                              .came_s = playing->now_s,
                              .message_id = "abc.1=x@example.org",
                              .count = 2,
                              .line = {"bid 3", "thief to d5"},
                              .outcome = "part"};
    struct hash digest;

    buf_put(out, "From: Postern <postern@example.org>\nSubject: your turn\n\nYour turn.\n\n");
    receipt_write(&receipt, &playing->chain.genesis, sign_receipt, playing, out);
    chain_head(&playing->chain, &digest);
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

static unsigned reader_of(const char *word)
{
    return text_equal(word, "whole") ? RECORD_FOR_WHOLE
           : text_equal(word, "all") ? RECORD_FOR_ALL
                                     : (unsigned)atoi(word);
}

int main(int argc, char **argv)
{
    struct playing_plan plan = {0};
    struct game_file file[PLAYING_FILES_MAX];
    char *text[PLAYING_FILES_MAX] = {NULL};
    const struct game *game = argc == 6 ? toy_find(argv[1]) : NULL;
    struct playing playing;
    struct buf out = {0};
    unsigned count = 0;
    uint64_t seed;

    if (!game || secret_start(NULL)) {
        fputs("usage: make_game GAME SEED STEPS READER record|letter|fork|forkrecord\n", stderr);
        return 2;
    }
    for (; game->files[count]; count++) {
        text[count] = malloc(FILE_BYTES_MAX);
        if (!text[count])
            return 1;
        read_file(game->files[count], &file[count], text[count]);
    }
    seed = strtoull(argv[2], NULL, 10);
    plan.seats = game->seats_min + (unsigned)(seed % (game->seats_max - game->seats_min + 1));
    playing_start(&playing, game, file, count, &plan, seed);
    for (int steps = atoi(argv[3]); steps > 0 && playing_step(&playing); steps--)
        ;
    if (strstr(argv[5], "fork"))
        fork_history(&playing);
    if (strstr(argv[5], "record"))
        playing_export(&playing, reader_of(argv[4]), &out);
    else
        put_letter(&playing, &out);
    fputs(buf_text(&out), stdout);
    buf_fini(&out);
    playing_fini(&playing);
    for (unsigned i = 0; i < count; i++)
        free(text[i]);
    return 0;
}
