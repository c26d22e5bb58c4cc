/* SPDX-License-Identifier: MIT */
/* Figures of the public site: how long it takes to write and how large it is, for games that have
 * just begun and for finished ones, and what a single move costs afterwards.
 *
 *     bench_site [GAMES [ENTRIES [PLAYERS]]]    of each sort; 400 and 150; a club's, 200
 *
 * The club's players all show themselves, and there are ten games to a player.
 *
 * The games of one sort are alike in size, so that figures for more are these times their number.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ftw.h>

#include "games/games.h"
#include "admin/keeper.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "server/files.h"
#include "site/site.h"
#include "commands/newgame.h"
#include "tests/bench/load.h"
#include "tests/test.h"

enum {
    GAMES = 400,
    ENTRIES = 150,
    PLAYERS = 200,
    GAMES_OF_EACH = 10 /* games to a player: he is in twice as many */
};

static unsigned asked(const struct position *position)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat)
            return position->decision[i].seat;
    return 0;
}

/* Play on at random until the log has so many entries. */
static void play(struct fixture *fixture, struct position *position, uint64_t entries)
{
    struct adjudication adjudication = {
        .desk = fixture->desk, .strict = true, .position = position};
    struct err err = {0};

    for (unsigned tries = 0; position->chain.number < entries && tries < 4 * entries; tries++) {
        char line[ORDER_TEXT_BYTES];
        struct line_outcome outcome;
        unsigned answered;

        must(adjudicate_table(fixture->desk, position, &answered, &err), &err);
        adjudication.seat = asked(position);
        if (position->phase == POSITION_OVER || !adjudication.seat ||
            !fixture_random_order(fixture, position->game, adjudication.seat, line))
            break;
        must(adjudicate_line(&adjudication, line, strlen(line), &outcome, &err), &err);
    }
    must(adjudicate_settle(fixture->desk, position, &err), &err);
}

static void make_games(struct fixture *fixture, unsigned games_made, uint64_t entries)
{
    struct err err = {0};

    for (unsigned i = 0; i < games_made; i++) {
        struct position *position;
        int64_t game = fixture_game(fixture, games_find("dungeon_twister"), "");

        if (!entries)
            continue;
        fixture_luck(fixture, game);
        must(desk_begin(fixture->desk, &err), &err);
        must(position_get(fixture->desk, game, &position, &err), &err);
        play(fixture, position, entries);
        if (position->phase != POSITION_OVER)
            must(keeper_end(fixture->desk, position, GAME_WON, 1, "time", &err), &err);
        must(desk_commit(fixture->desk, &err), &err);
    }
}

static uint64_t bytes_found, files_found;

static int add_size(const char *path, const struct stat *found, int kind, struct FTW *where)
{
    (void)path;
    (void)where;
    if (kind == FTW_F) {
        bytes_found += (uint64_t)found->st_size;
        files_found++;
    }
    return 0;
}

/* A page stands in for the table, whose size is the same for any number of games. */
static void put_table(const struct fixture *fixture)
{
    static const char page[] = "<script id=\"site\" type=\"application/json\">{}</script>";
    char path[FIXTURE_PATH * 2];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/data/table.html", fixture->folder);
    must(files_create(path, 0644, page, strlen(page), &err), &err);
}

static void write_site(struct fixture *fixture, const char *what, unsigned made)
{
    char folder[FIXTURE_PATH * 2];
    struct site_count count;
    struct err err = {0};
    double start = load_now_s(), cpu = (double)clock() / CLOCKS_PER_SEC;

    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    must(site_write(fixture->desk, folder, NULL, &count, &err), &err);
    start = load_now_s() - start;
    cpu = (double)clock() / CLOCKS_PER_SEC - cpu;
    bytes_found = files_found = 0;
    nftw(folder, add_size, 16, FTW_PHYS);
    printf("%-36s %7.3f s (%.3f of a core), %u files written; %llu files, %.1f MB", what, start,
           cpu, count.written, (unsigned long long)files_found, (double)bytes_found / 1e6);
    printf(made ? " (%.2f ms, %.1f kB a game)\n" : "\n", cpu * 1e3 / (made ? made : 1),
           (double)bytes_found / 1e3 / (made ? made : 1));
}

static void measure(unsigned made, uint64_t entries)
{
    struct fixture fixture;
    struct position *position;
    struct err err = {0};
    char what[64];

    fixture_make(&fixture, games);
    put_table(&fixture);
    snprintf(fixture.config.site_url, sizeof fixture.config.site_url, "https://games.example");
    fixture_player(&fixture, "Anna", "anna@one.example");
    fixture_player(&fixture, "Bob", "bob@two.example");
    make_games(&fixture, made, entries);
    snprintf(what, sizeof what, "%u games of %llu entries", made, (unsigned long long)entries);
    write_site(&fixture, what, made);
    write_site(&fixture, "  again, nothing changed", 0);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    write_site(&fixture, "  and one game more", 0);
    must(desk_begin(fixture.desk, &err), &err);
    must(position_get(fixture.desk, made + 1, &position, &err), &err);
    must(desk_commit(fixture.desk, &err), &err);
    fixture_luck(&fixture, made + 1);
    write_site(&fixture, "  and one move", 0);
    fixture_remove(&fixture);
}

/* ---- a club ---- */

static void add_players(struct fixture *fixture, unsigned players)
{
    struct err err = {0};

    for (unsigned i = 1; i <= players; i++) {
        char name[16], address[48];
        int64_t player;

        snprintf(name, sizeof name, "M%c%c%cro", 'a' + i / 400 % 20, 'a' + i / 20 % 20,
                 'a' + i % 20);
        snprintf(address, sizeof address, "p%u@club.example", i);
        player = fixture_player(fixture, name, address);
        must(desk_begin(fixture->desk, &err), &err);
        must(people_change(fixture->desk, player, "profile", "public", &err), &err);
        must(desk_commit(fixture->desk, &err), &err);
    }
}

/* Who meets whom changes from game to game; a year long. */
static void play_year(struct fixture *fixture, unsigned players, unsigned games_made)
{
    static const int64_t year_s = INT64_C(365) * 86400;
    struct err err = {0};

    for (unsigned i = 0; i < games_made; i++) {
        unsigned one = i % players, other = (one + 1 + i / players * 7 % (players - 1)) % players;
        const struct newgame wanted = {.played = games_find("dungeon_twister"),
                                       .options = "",
                                       .seats = 2,
                                       .player = {0, one + 1, other + 1}};
        struct position *position;
        struct verdict verdict;
        int64_t game;

        must(desk_begin(fixture->desk, &err), &err);
        must(newgame_make(fixture->desk, &wanted, &game, &verdict, &err), &err);
        must(position_get(fixture->desk, game, &position, &err), &err);
        must(keeper_end(fixture->desk, position, i % 3 ? GAME_WON : GAME_DRAWN,
                        i % 3 ? i % 2 + 1 : 0, "time", &err),
             &err);
        must(desk_commit(fixture->desk, &err), &err);
        fixture->now_s += year_s / games_made;
    }
}

static void measure_club(unsigned players)
{
    unsigned games_made = players * GAMES_OF_EACH;
    struct fixture fixture;
    char what[64];

    fixture_make(&fixture, games);
    put_table(&fixture);
    snprintf(fixture.config.site_url, sizeof fixture.config.site_url, "https://games.example");
    add_players(&fixture, players);
    play_year(&fixture, players, games_made);
    snprintf(what, sizeof what, "club of %u players, %u games", players, games_made);
    write_site(&fixture, what, games_made);
    write_site(&fixture, "  again, nothing changed", 0);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    write_site(&fixture, "  and one game more", 0);
    fixture_luck(&fixture, games_made + 1);
    write_site(&fixture, "  and one move", 0);
    play_year(&fixture, players, 1);
    write_site(&fixture, "  and one game that ended", 0);
    fixture_remove(&fixture);
}

int main(int count, char **word)
{
    unsigned made = count > 1 ? (unsigned)strtoul(word[1], NULL, 10) : GAMES;
    uint64_t entries = count > 2 ? strtoull(word[2], NULL, 10) : ENTRIES;

    if (made) {
        measure(made, 0);
        measure(made, entries);
    }
    measure_club(count > 3 ? (unsigned)strtoul(word[3], NULL, 10) : PLAYERS);
    return 0;
}
