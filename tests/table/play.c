/* SPDX-License-Identifier: MIT */
/* Play through the table's interface and say what came of it: play.mjs does the very same in the
 * browser's module, and both must print the same.
 *
 *   play GAMES FILE...    data and template files, as data/NAME and templates/LANGUAGE/NAME;
 *                         what ends in .case is run */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "table/table.h"
#include "tests/read.h"

enum {
    ORDERS_MAX = 250,
    ORDERS_BY_LEVEL_MAX = 80,
    LOOKED_AT = 20,
    BOARDS_OFTEN = 25,
    BOARDS_SELDOM = 325
};

static struct table *table;
static uint32_t digest;

static void must(int good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "play: %s: %s\n", what, table ? table_answer(table) : "");
    exit(1);
}

/* FNV-1a of all answers of a game. */
static void note_answer(void)
{
    const char *answer = table_answer(table);

    for (size_t i = 0; i < table_answer_bytes(table); i++)
        digest = (digest ^ (unsigned char)answer[i]) * UINT32_C(16777619);
}

static void note(enum rc rc)
{
    must(rc == RC_OK, "a call fails");
    note_answer();
}

/* "es/board.words" of "…/templates/es/board.words"; else the last part. */
static const char *name_of(const char *path)
{
    const char *templates = strstr(path, "templates/"), *slash = strrchr(path, '/');

    return templates ? templates + strlen("templates/") : slash ? slash + 1 : path;
}

static int ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

/* A game is opened, and its words read, when its cases begin. */
static void run_case(const char *path, const char *text, size_t length)
{
    static const char *opened;
    const char *game = strstr(path, "/welcome_back/") ? "welcome_back" : "dungeon_twister";
    enum rc rc;

    if (!opened || strcmp(opened, game) != 0)
        must(table_open(table, game, "", "en") == RC_OK, game);
    opened = game;
    rc = table_case(table, text, length);
    printf("case %s %d %s\n", name_of(path), (int)rc, table_answer(table));
}

static void look_at_all(unsigned seats)
{
    for (unsigned seat = 0; seat <= seats + 1; seat++) {
        must(table_sit(table, seat > seats ? 255 : seat) == RC_OK, "sit");
        note(table_write(table));
        for (unsigned look = 0; look < TABLE_LOOKS; look++)
            note(table_draw(table, look));
        note(table_tell(table));
        if (seat > 0 && seat <= seats) {
            note(table_legal(table, seat));
            note(table_reach(table, seat));
        }
    }
    must(table_sit(table, 0) == RC_OK, "sit");
}

static void play(uint32_t game)
{
    static const char *const dungeon[] = {"", "boxes=both mode=free", "target=7",
                                          "boxes=both mode=free show_hands=yes"};
    static const char *const languages[] = {"en", "es", "it"};
    static const char *const levels[] = {"hard", "expert", "easy",
                                         "medium"}; /* of the first games */
    int by_level = game < sizeof levels / sizeof *levels;
    const char *level = by_level ? levels[game] : "random";
    unsigned most = by_level ? ORDERS_BY_LEVEL_MAX : ORDERS_MAX;
    int is_dungeon = game % 2 == 0;
    unsigned seats = is_dungeon ? 2 : 2 + game / 2 % 3, orders = 0;
    char seed[32];
    int asked;

    digest = UINT32_C(2166136261);
    snprintf(seed, sizeof seed, "game %u", (unsigned)game);
    must(table_open(table, is_dungeon ? "dungeon_twister" : "welcome_back", "",
                    languages[game % 3]) == RC_OK,
         "open");
    must(table_sit(table, 0) == RC_OK, "sit");
    must(table_start(table, is_dungeon ? dungeon[game / 2 % 4] : "", seats) == RC_OK, "start");
    while (orders < most && (asked = table_asked(table)) >= 0) {
        if (asked == 0) {
            note(table_deal(table, seed, strlen(seed)));
        } else {
            char order[512];

            note(table_choose(table, (unsigned)asked, level, game * 1000 + orders));
            snprintf(order, sizeof order, "%s", table_answer(table));
            note(table_give(table, (unsigned)asked, order, strlen(order)));
        }
        if (++orders % (game < LOOKED_AT ? BOARDS_OFTEN : BOARDS_SELDOM) == 0)
            look_at_all(seats);
    }
    must(table_write(table) == RC_OK, "write");
    printf("game %u, %u orders, %08x\n%s", (unsigned)game, orders, (unsigned)digest,
           table_answer(table));
    for (unsigned i = 0; i < 3 && orders > 3; i++)
        must(table_back(table) == RC_OK, "back");
    must(table_write(table) == RC_OK, "write");
    digest = UINT32_C(2166136261);
    note_answer();
    printf("three back: %08x\n", (unsigned)digest);
}

int main(int argc, char **argv)
{
    must(argc > 2, "usage: play GAMES FILE...");
    table = table_new();
    must(table != NULL, "no memory");
    for (int i = 2; i < argc; i++) {
        size_t length;
        OWN_MEMORY char *text = read_whole(argv[i], &length);

        if (ends_with(argv[i], ".case"))
            run_case(argv[i], text, length);
        else
            must(table_learn(table, name_of(argv[i]), text, length) == RC_OK, argv[i]);
    }
    for (uint32_t game = 0; game < (uint32_t)atoi(argv[1]); game++)
        play(game);
    table_free(table);
    return 0;
}
