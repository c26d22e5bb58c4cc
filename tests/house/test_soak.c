/* SPDX-License-Identifier: MIT */
/* A soak: many games by letters, once undisturbed, once with every letter's duplicates, another
 * order of reading, and the program killed at a random step of most rounds. Logs, outcomes and
 * what was told must be the same. SOAK_LETTERS=20000 is the full size. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ledger/care.h"
#include "ledger/ledger_p.h"
#include "play/reply.h"
#include "people/people.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { GAMES = 30, ROUND_S = 400, KILLED = 137, STEPS_MOST = 900 };

static const struct game *const list[] = {&toy_game, NULL};
static const char *const address[] = {NULL, "anna@one.example", "bob@two.example"};

struct script {
    unsigned count, rounds;
    struct buf *bytes;    /* of each letter */
    unsigned *first;      /* letter of each round; [rounds] = count */
    unsigned letters_max; /* room */
};

static unsigned letters_wanted(void)
{
    const char *word = getenv("SOAK_LETTERS");

    return word ? (unsigned)atoi(word) : 400;
}

/* ---- one server ---- */

/* Games enough for all letters; plain letters, for pictures are not what is tested. */
static void start(struct fixture *fixture)
{
    fixture_make(fixture, list);
    fixture_player(fixture, "Anna", address[1]);
    fixture_player(fixture, "Bob", address[2]);
    OK(desk_begin(fixture->desk, &err));
    for (int64_t player = 1; player <= 2; player++)
        OK(people_change(fixture->desk, player, "format", "text", &err));
    OK(desk_commit(fixture->desk, &err));
    for (unsigned i = 0; i < letters_wanted() / 6 + GAMES; i++)
        fixture_game(fixture, &toy_game, "rounds=3");
    fixture_round(fixture);
}

static void deliver(const struct fixture *fixture, const char *name, const struct buf *bytes)
{
    char path[FIXTURE_PATH * 2];
    struct timespec times[2] = {{.tv_sec = fixture->now_s}, {.tv_sec = fixture->now_s}};

    snprintf(path, sizeof path, "%s/mail/games@robot.example/new/%s", fixture->folder, name);
    OK(files_create(path, 0600, bytes->at, bytes->length, &err));
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* ---- the script ---- */

static void write_letter(struct script *script, unsigned seat, const char *to, const char *body)
{
    struct buf *bytes = &script->bytes[script->count];

    buf_printf(bytes,
               "Authentication-Results: mx.robot.example; dmarc=pass header.from=%s\n"
               "From: %s\nTo: %s\nMessage-ID: <soak%u@player.example>\nSubject: x\n\n%s\n",
               strchr(address[seat], '@') + 1, address[seat], to, script->count, body);
    script->count++;
}

/* What a seat that is asked writes: mostly an order. */
static bool write_body(struct fixture *fixture, int64_t game, unsigned seat, char *body,
                       size_t capacity)
{
    char order[ORDER_TEXT_BYTES];
    unsigned k = fixture_below(fixture, 12);

    if (fixture_position(fixture, game)->phase == POSITION_LUCK) {
        snprintf(body, capacity, "luck %u", fixture_below(fixture, 1000));
        return true;
    }
    if (!fixture_random_order(fixture, game, seat, order))
        return false;
    if (k == 0)
        snprintf(body, capacity, "undo");
    else if (k == 1)
        snprintf(body, capacity, "say well, number %u\n%s", fixture_below(fixture, 1000), order);
    else if (k == 2)
        snprintf(body, capacity, "note %u\nstatus", fixture_below(fixture, 1000));
    else if (k == 3)
        snprintf(body, capacity, "nonsense %u", fixture_below(fixture, 100000));
    else if (k == 4)
        snprintf(body, capacity, "preview\n%s", order);
    else
        snprintf(body, capacity, "%s\n%s", order, order);
    return true;
}

/* A letter of one seat of a game, to the address that its newest letter names. */
static void write_for(struct fixture *fixture, struct script *script, int64_t game)
{
    const struct position *position = fixture_position(fixture, game);
    unsigned seat = 1 + fixture_below(fixture, 2), decision = 0;
    char to[REPLY_ADDRESS_BYTES], body[2 * ORDER_TEXT_BYTES + 64];
    struct err err = {0};

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            decision = position->decision[i].id;
    if (!decision || !write_body(fixture, game, seat, body, sizeof body))
        return;
    assert_int_equal(reply_address(fixture->desk, TOKEN_REPLY, game, seat, decision,
                                   (int64_t)fixture_position(fixture, game)->chain.number, to,
                                   &err),
                     RC_OK);
    write_letter(script, seat, to, body);
}

/* ---- the undisturbed run, which writes the script ---- */

static void play_undisturbed(struct fixture *fixture, struct script *script)
{
    unsigned wanted = letters_wanted(), round = 0;
    int64_t first = 1;

    script->letters_max = wanted + GAMES;
    script->bytes = calloc(script->letters_max, sizeof *script->bytes);
    script->first = calloc(wanted + 2, sizeof *script->first);
    assert_non_null(script->bytes);
    assert_non_null(script->first);
    while (script->count < wanted && round <= wanted) {
        script->first[round] = script->count;
        for (int64_t game = first; game < first + GAMES; game++)
            write_for(fixture, script, game);
        while (fixture_position(fixture, first)->phase == POSITION_OVER)
            first++;
        for (unsigned i = script->first[round]; i < script->count; i++) {
            char name[32];

            snprintf(name, sizeof name, "%08u.once", i);
            deliver(fixture, name, &script->bytes[i]);
        }
        fixture->now_s += ROUND_S;
        fixture_round(fixture);
        round++;
    }
    script->rounds = round;
    script->first[round] = script->count;
}

/* ---- the disturbed run ---- */

/* One round in a process of its own. Returns whether it came to its end. */
static bool round_apart(struct fixture *fixture, unsigned kill_at)
{
    int status;
    pid_t child;

    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        fixture->steps = 0;
        fixture->crash_at = kill_at;
        fixture_open(fixture);
        fixture_round(fixture);
        fixture_close(fixture);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) != 0)
        assert_int_equal(WEXITSTATUS(status), KILLED);
    return WEXITSTATUS(status) == 0;
}

/* Letters of the round under names that are read in another order, some twice, and old ones. */
static void deliver_round(struct fixture *fixture, const struct script *script, unsigned round)
{
    unsigned named = 0;

    for (unsigned i = script->first[round]; i < script->first[round + 1]; i++) {
        unsigned copies = 1 + (fixture_below(fixture, 3) == 0);

        for (unsigned k = 0; k < copies; k++) {
            unsigned which = k && fixture_below(fixture, 2) ? fixture_below(fixture, i + 1) : i;
            char name[64];

            snprintf(name, sizeof name, "%08x.%u.%u", fixture_below(fixture, 1u << 31), round,
                     named++);
            deliver(fixture, name, &script->bytes[which]);
        }
    }
}

static unsigned play_disturbed(struct fixture *fixture, const struct script *script)
{
    unsigned kills = 0;

    fixture_close(fixture);
    for (unsigned round = 0; round < script->rounds; round++) {
        deliver_round(fixture, script, round);
        fixture->now_s += ROUND_S;
        fixture->random += 7919; /* a child's stream is its own */
        if (!round_apart(fixture, 1 + fixture_below(fixture, STEPS_MOST))) {
            kills++;
            assert_true(round_apart(fixture, 0));
        }
    }
    fixture_open(fixture);
    return kills;
}

/* ---- what must be the same ---- */

/* Nonces and what hangs from them are chance, all else is not. */
static const char *const questions[] = {
    "SELECT game, n, kind, seat, at_s, CASE WHEN instr(text, ' nonce ') > 0"
    " THEN substr(text, 1, instr(text, ' nonce ')) WHEN kind = 'secret' THEN ''"
    " ELSE text END FROM entry WHERE n > 0 ORDER BY game, n",
    "SELECT hex(l.message_key), o.kind, o.reason, o.player, o.game, o.seat FROM letter l"
    " JOIN outcome o ON o.letter = l.id WHERE l.repeat_of IS NULL ORDER BY 1",
    "SELECT game, seat, n, kind FROM letter_out WHERE kind <> 'answer' AND kind <> 'note'"
    " ORDER BY 1, 2, 3, 4",
    "SELECT * FROM decision ORDER BY game, decision, seat",
    "SELECT game, n, at_s, status, result FROM game_now ORDER BY game",
    "SELECT game, seat, n FROM shown ORDER BY game, seat",
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static void ask(struct fixture *fixture, unsigned which, struct buf *out)
{
    sqlite3_stmt *stmt = NULL;

    assert_int_equal(
        sqlite3_prepare_v2(fixture->desk->ledger->db, questions[which], -1, &stmt, NULL),
        SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++) {
            const char *text = (const char *)sqlite3_column_text(stmt, i);

            buf_printf(out, "%s|", text ? text : "-");
        }
        buf_put_char(out, '\n');
    }
    sqlite3_finalize(stmt);
}

/* Show the first line that differs. */
static void assert_same(unsigned which, const char *a, const char *b)
{
    size_t at = 0;

    while (a[at] && a[at] == b[at])
        at++;
    if (a[at] == b[at])
        return;
    while (at && a[at - 1] != '\n')
        at--;
    print_error("%s\n undisturbed: %.300s\n disturbed: %.300s\n", questions[which], a + at, b + at);
    fail();
}

TEST(duplicates_reorderings_and_kills_leave_the_same_ledger)
{
    struct fixture *calm = calloc(2, sizeof *calm), *wild = calm + 1;
    struct script script = {0};
    unsigned kills;

    assert_non_null(calm);
    start(calm);
    play_undisturbed(calm, &script);
    assert_true(script.count >= letters_wanted());
    start(wild);
    kills = play_disturbed(wild, &script);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        OWN(buf) a = {0}, b = {0};

        ask(calm, i, &a);
        ask(wild, i, &b);
        assert_true(a.length > 100);
        assert_same(i, buf_text(&a), buf_text(&b));
    }
    assert_true(kills > 0);
    print_message("# %u letters in %u rounds, %u kills\n", script.count, script.rounds, kills);
    for (unsigned i = 0; i < script.letters_max; i++)
        buf_fini(&script.bytes[i]);
    free(script.bytes);
    free(script.first);
    fixture_remove(calm);
    fixture_remove(wild);
    free(calm);
}

TESTS(NULL, NULL)
