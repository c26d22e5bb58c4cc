/* SPDX-License-Identifier: MIT */
/* usage: play_season FOLDER PLAYERS SEED
 *
 * A season by letters: everybody enters tournaments of all formats, some play, some only give luck,
 * some never write; some leave or are banned between two rounds; days pass, and the server ends at
 * random steps and begins again. Writes FOLDER/tournament-N and the records of their games,
 * FOLDER/game-N, which season.sh has checked by other code. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "ledger/tournaments.h"
#include "ledger/derived.h"
#include "play/export.h"
#include "people/people.h"
#include "record/record.h"
#include "schedule/tournaments.h"
#include "seal/encode.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum {
    PLAYERS_MOST = 256,
    DAY_S = 86400,
    DAYS_LEAST = 40, /* two terms of the ladder */
    TERM_DAYS = 15,
    DAYS_MOST = 600,
    SPARES = 3,    /* who enter nothing, and take the place of who leaves */
    AT_A_TIME = 2, /* games of tournaments, of each player */
    SEALING = 5,   /* each such player seals his luck for the first of them */
    STEPS_MOST = 60,
    KILLED = 137
};

enum habit { PLAYS, GIVES_LUCK, SILENT, HABITS };
enum { MONRAD, DUTCH, GROUPS, KNOCKOUT, LADDER, TOURNAMENTS };

static const struct game *const games_list[] = {&toy_game, NULL};
static struct err err;
static unsigned players, kills, left_count, banned_count, replaced_count, throws;
static bool gone[PLAYERS_MOST + SPARES + 1];  /* banned */
static bool wrote[PLAYERS_MOST + SPARES + 1]; /* today: he is asked to confirm */
static const char *folder;

#define DONE(call)                                                                                 \
    do                                                                                             \
        if ((call) != RC_OK) {                                                                     \
            fprintf(stderr, "%s\n", err.text);                                                     \
            exit(1);                                                                               \
        }                                                                                          \
    while (0)

static const char *address(unsigned player)
{
    static char text[32];

    snprintf(text, sizeof text, "p%u@season.example", player);
    return text;
}

static enum habit habit_of(unsigned player)
{
    return player % HABITS;
}

static void write_letter(struct fixture *fixture, unsigned player, const char *body)
{
    if (!gone[player])
        fixture_send(fixture, address(player), NULL, NULL, body);
}

/* ---- the server ---- */

/* A round in a process of its own, which ends at some step. */
static void round_killed(struct fixture *fixture)
{
    unsigned step = 1 + fixture_below(fixture, STEPS_MOST);
    int status;
    pid_t child;

    fixture_close(fixture);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        fixture->steps = 0;
        fixture->crash_at = step;
        fixture_open(fixture);
        fixture_round(fixture);
        fixture_close(fixture);
        _exit(0);
    }
    waitpid(child, &status, 0);
    kills += WIFEXITED(status) && WEXITSTATUS(status) == KILLED;
    fixture_below(fixture, 2); /* other random bytes from here on */
    fixture_open(fixture);
}

static void serve(struct fixture *fixture)
{
    if (fixture_below(fixture, 4) == 0)
        round_killed(fixture);
    fixture_round(fixture);
    fixture_settle(fixture);
}

/* ---- sealed luck ---- */

/* What a player seals, and its seal, in base32. */
static const char *luck_of(unsigned player, bool sealed)
{
    static char text[2][BASE32_HASH_BYTES];
    unsigned char luck[HASH_BYTES];
    struct hash seal;

    memset(luck, (int)player, sizeof luck);
    tournament_terms_seal(luck, &seal);
    return base32_write(sealed ? seal.at : luck, HASH_BYTES, text[sealed]);
}

/* ---- tournaments ---- */

static void make_tournaments(struct fixture *fixture)
{
    static const struct {
        const char *name;
        struct schedule_rules rules;
        bool by_lot;
    } wanted[TOURNAMENTS] = {
        [MONRAD] = {"Monrad",
                    {.format = SCHEDULE_SWISS, .rounds = 4, .groups = 1, .games = 1},
                    true},
        [DUTCH] = {"Dutch", {.format = SCHEDULE_DUTCH, .rounds = 3, .groups = 1, .games = 1}, true},
        [GROUPS] = {"Groups", {.format = SCHEDULE_ROBIN, .groups = 2, .games = 2, .best = 2}, true},
        [KNOCKOUT] = {"Knock-out",
                      {.format = SCHEDULE_KNOCKOUT, .groups = 1, .games = 1, .third = true},
                      false},
        [LADDER] = {"Ladder",
                    {.format = SCHEDULE_LADDER,
                     .groups = 1,
                     .games = 1,
                     .reach = 3,
                     .term_days = TERM_DAYS},
                    true}};

    DONE(desk_begin(fixture->desk, &err));
    for (unsigned i = 0; i < TOURNAMENTS; i++) {
        struct tournament_terms terms = {.game = "toy",
                                         .options = "rounds=1",
                                         .time = "setup=2d turn=2d reply=2d",
                                         .rules = wanted[i].rules,
                                         .by_lot = wanted[i].by_lot};
        int64_t id;

        if (i == GROUPS && players > 16)
            terms.rules.groups = players / 8;
        snprintf(terms.name, sizeof terms.name, "%s", wanted[i].name);
        DONE(tournament_new(fixture->desk, &terms, &id, &err));
    }
    DONE(desk_commit(fixture->desk, &err));
}

static struct tournament *load(struct fixture *fixture, int64_t id)
{
    struct tournament *tournament = NULL;

    DONE(tournament_load(fixture->desk, id, &tournament, &err));
    return tournament;
}

static void enter_all(struct fixture *fixture)
{
    char body[128];

    for (unsigned player = 1; player <= players; player++)
        for (unsigned tournament = 1; tournament <= TOURNAMENTS; tournament++) {
            if (tournament == 1 && player % SEALING == 0)
                snprintf(body, sizeof body, "enter 1 sealed %s\n", luck_of(player, true));
            else
                snprintf(body, sizeof body, "enter %u luck of %u\n", tournament, player);
            write_letter(fixture, player, body);
        }
    serve(fixture);
    for (int64_t id = 1; id <= TOURNAMENTS; id++) {
        OWN_AT(tournament) tournament = load(fixture, id);

        if (tournament->log.entered != players) {
            fprintf(stderr, "%u of %u entered %s\n", tournament->log.entered, players,
                    tournament->terms.name);
            exit(1);
        }
        DONE(desk_begin(fixture->desk, &err));
        DONE(tournament_start(fixture->desk, tournament, &err));
        DONE(tournaments_advance(fixture->desk, tournament, &err));
        DONE(desk_commit(fixture->desk, &err));
    }
}

static bool goes_on(struct fixture *fixture, int64_t id)
{
    struct tournament *tournament = load(fixture, id);
    bool is_open = tournament->log.phase == TOURNAMENT_LOG_CLOSED ||
                   (tournament->log.phase == TOURNAMENT_LOG_RUNNING &&
                    (tournament->terms.rules.format != SCHEDULE_LADDER ||
                     tournament_log_open(&tournament->log)));

    tournament_free(tournament);
    return is_open;
}

/* ---- a day ---- */

/* Who sealed luck opens it, unless he never writes; then all are asked for it again. */
static void open_luck(struct fixture *fixture)
{
    OWN_AT(tournament) tournament = load(fixture, 1);

    for (unsigned i = 0;
         i < tournament->log.entered && tournament->log.phase == TOURNAMENT_LOG_CLOSED; i++) {
        unsigned player = (unsigned)tournament->player[i];
        char body[128];

        if (tournament->log.gone[i] || habit_of(player) == SILENT)
            continue;
        if (tournament_log_must_open(&tournament->log, i + 1))
            snprintf(body, sizeof body, "enter 1 %s\n", luck_of(player, false));
        else if (tournament_log_takes_luck(&tournament->log, i + 1))
            snprintf(body, sizeof body, "enter 1 other luck of %u\n", player);
        else
            continue;
        write_letter(fixture, player, body);
    }
    throws = tournament->log.throws;
}

/* Each writes one letter a day: luck, or an order. */
static enum rc write_in(void *user, const struct ledger_game_row *row, struct err *own)
{
    struct fixture *fixture = user;
    struct position *position;

    (void)own;
    if (row->status == LEDGER_OVER)
        return RC_OK;
    position = fixture_position(fixture, row->game);
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned player = (unsigned)position->player[seat];
        char order[ORDER_TEXT_BYTES], body[ORDER_TEXT_BYTES + 64];

        if (wrote[player] || gone[player] || habit_of(player) == SILENT)
            continue;
        if (position_wants_luck(position, seat))
            snprintf(body, sizeof body, "game %d\nluck mine\n", (int)row->game);
        else if (habit_of(player) == PLAYS && fixture_random_order(fixture, row->game, seat, order))
            snprintf(body, sizeof body, "game %d\n%s\n", (int)row->game, order);
        else
            continue;
        write_letter(fixture, player, body);
        wrote[player] = true;
    }
    return RC_OK;
}

static void confirm_all(struct fixture *fixture)
{
    for (unsigned player = 1; player <= players + SPARES; player++)
        if (wrote[player])
            fixture_answer(fixture, address(player), "confirm");
    memset(wrote, 0, sizeof wrote);
}

static void challenge(struct fixture *fixture)
{
    OWN_AT(tournament) tournament = load(fixture, LADDER + 1);
    unsigned count = tournament->log.ladder.count,
             above = count > 1 ? 1 + fixture_below(fixture, count - 1) : 0;
    char body[64];

    if (above) {
        unsigned seed = tournament->log.ladder.rung[above];

        snprintf(body, sizeof body, "ladder %d %u\n", LADDER + 1, above);
        write_letter(
            fixture,
            (unsigned)tournament->player[tournament_log_entrant(&tournament->log, seed) - 1], body);
    }
}

/* The next spare player goes on for somebody who has left one that runs. */
static void replace(struct fixture *fixture)
{
    int64_t id = 1 + fixture_below(fixture, LADDER); /* all but the ladder */
    OWN_AT(tournament) tournament = load(fixture, id);
    unsigned spare = players + 1 + replaced_count % SPARES;

    DONE(desk_begin(fixture->desk, &err));
    for (unsigned i = 0; i < players && tournament->log.phase == TOURNAMENT_LOG_RUNNING; i++) {
        enum rc rc =
            tournament->log.gone[i]
                ? tournament_replace(fixture->desk, tournament, tournament->player[i], spare, &err)
                : RC_NOT_FOUND;

        err_clear(&err);
        if (rc != RC_OK)
            continue;
        DONE(tournaments_resume(fixture->desk, tournament, &err));
        replaced_count++;
        break;
    }
    DONE(desk_commit(fixture->desk, &err));
}

/* Somebody leaves a tournament, or is banned in the middle of all. */
static void trouble(struct fixture *fixture)
{
    unsigned player = 1 + fixture_below(fixture, players);
    char body[64];

    if (gone[player])
        return;
    if (fixture_below(fixture, 3) && left_count < players / 2) {
        snprintf(body, sizeof body, "leave %u\n", 1 + fixture_below(fixture, TOURNAMENTS));
        write_letter(fixture, player, body);
        left_count++;
    } else if (banned_count < players / 6) {
        DONE(desk_begin(fixture->desk, &err));
        DONE(people_change(fixture->desk, player, "banned", "on", &err));
        DONE(desk_commit(fixture->desk, &err));
        gone[player] = true;
        banned_count++;
    }
}

static unsigned pass_season(struct fixture *fixture)
{
    unsigned day = 0;

    for (bool on = true; on && day < DAYS_MOST; day++) {
        FIXTURE_EACH(ledger_games_now(fixture->desk->ledger, LEDGER_STATUS_COUNT, NULL),
                     ledger_game_row, write_in, fixture);
        open_luck(fixture);
        serve(fixture);
        confirm_all(fixture);
        if (fixture_below(fixture, 2) == 0)
            trouble(fixture);
        replace(fixture);
        serve(fixture);
        fixture->now_s += DAY_S;
        on = day < DAYS_LEAST;
        for (int64_t id = 1; id < LADDER + 1; id++)
            on |= goes_on(fixture, id);
        if (on && fixture_below(fixture, 3))
            challenge(fixture);
        on |= goes_on(fixture, LADDER + 1);
    }
    return day;
}

/* ---- what is left of it ---- */

static void put(const char *kind, int64_t number, const struct buf *text)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s-%lld", folder, kind, (long long)number);
    DONE(files_create(path, 0644, text->at, text->length, &err));
}

static enum rc put_game(void *user, const struct ledger_game_row *row, struct err *own)
{
    struct fixture *fixture = user;
    OWN(buf) text = {0};

    (void)own;
    DONE(export_game(fixture->desk, row->game, RECORD_FOR_ALL, &text, &err));
    put("game", row->game, &text);
    return RC_OK;
}

static void put_tournaments(struct fixture *fixture)
{
    for (int64_t id = 1; id <= TOURNAMENTS; id++) {
        OWN_AT(tournament) tournament = load(fixture, id);
        OWN(buf) text = {0};

        if (id == LADDER + 1) {
            DONE(desk_begin(fixture->desk, &err));
            DONE(tournament_close_ladder(fixture->desk, tournament, &err));
            DONE(desk_commit(fixture->desk, &err));
        }
        DONE(tournament_export(fixture->desk, tournament, &text, &err));
        put("cup", id, &text);
    }
}

static enum rc count_game(void *user, const struct ledger_game_row *row, struct err *own)
{
    (void)row;
    (void)own;
    ++*(unsigned *)user;
    return RC_OK;
}

int main(int argc, char **argv)
{
    struct fixture fixture;
    unsigned days, games = 0;

    if (argc != 4)
        return 2;
    folder = argv[1];
    players = (unsigned)atoi(argv[2]);
    if (players < 4 || players > PLAYERS_MOST)
        return 2;
    fixture_make(&fixture, games_list);
    fixture.random = (uint64_t)atoi(argv[3]);
    fixture.config.tournament_games = AT_A_TIME;
    for (unsigned i = 1; i <= players + SPARES; i++) {
        char name[16];

        snprintf(name, sizeof name, "Mo%c%cro", 'a' + i / 16, 'a' + i % 16);
        fixture_player(&fixture, name, address(i));
    }
    make_tournaments(&fixture);
    fixture_round(&fixture);
    enter_all(&fixture);
    days = pass_season(&fixture);
    put_tournaments(&fixture);
    FIXTURE_EACH(ledger_games_now(fixture.desk->ledger, LEDGER_STATUS_COUNT, NULL), ledger_game_row,
                 put_game, &fixture);
    FIXTURE_EACH(ledger_games_now(fixture.desk->ledger, LEDGER_STATUS_COUNT, NULL), ledger_game_row,
                 count_game, &games);
    printf("%u players, %u games in %u days, %u left, %u banned, %u replaced, %u throws, %u "
           "kills\n",
           players, games, days, left_count, banned_count, replaced_count, throws, kills);
    fixture_remove(&fixture);
    return 0;
}
