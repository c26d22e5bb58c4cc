/* Nothing that a reader may not know reaches him: by letter, in the log, or from the ledger's file.
 *
 * Words that stand nowhere else mark what is Bob's alone; and two runs that differ only in a secret
 * of Bob's must give Anna the same letters, but for the hashes that commit to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "desk/adjudicate.h"
#include "desk/files.h"
#include "desk/people.h"
#include "games/games.h"
#include "seal/encode.h"
#include "tests/desk/fixture.h"
#include "tests/toy/toy.h"

#define ANNA "anna@one.example"
#define BOB  "bob@zebrazone.example"

static bool holds(const struct buf *bytes, const char *word)
{
    return bytes->length && memmem(bytes->at, bytes->length, word, strlen(word)) != NULL;
}

static void read_file(const struct fixture *fixture, const char *name, struct buf *out)
{
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    if (access(path, R_OK) == 0)
        assert_int_equal(files_read(path, 1 << 26, out, NULL), RC_OK);
}

static int by_number(const void *a, const void *b)
{
    return atoi(*(char *const *)a + 4) - atoi(*(char *const *)b + 4);
}

/* All letters of an address: as they lie there, and as read (text decoded). */
static void read_mailbox(const struct fixture *fixture, const char *address, struct buf *raw,
                         struct buf *text)
{
    char path[FIXTURE_PATH * 2], *names[512];
    const struct dirent *entry;
    size_t count = 0;
    DIR *dir;

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL && count < 512)
        if (strncmp(entry->d_name, "out-", 4) == 0)
            names[count++] = strdup(entry->d_name);
    if (dir)
        closedir(dir);
    qsort(names, count, sizeof *names, by_number);
    for (size_t i = 0; i < count; i++) {
        struct letter letter = {0};
        struct buf one = {0};

        snprintf(path, sizeof path, "%s/mail/%s/new/%s", fixture->folder, address, names[i]);
        assert_int_equal(files_read(path, 1 << 24, &one, NULL), RC_OK);
        assert_int_equal(letter_read(one.at, one.length, NULL, &letter, NULL), RC_OK);
        buf_put_bytes(raw, one.at, one.length);
        buf_put(text, letter.text);
        letter_fini(&letter);
        buf_fini(&one);
        free(names[i]);
    }
}

static void start(struct fixture *fixture, const struct game *const *list, const struct game *game)
{
    fixture_make(fixture, list);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, game, "");
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    fixture_settle(fixture);
    fixture_answer(fixture, BOB, "luck pears");
    fixture_settle(fixture);
}

/* ---- marked words ---- */

static void what_bob_writes_reaches_only_bob(void **state)
{
    static const char *const marks[] = {"zebra", "quagga", "okapi"};
    struct fixture fixture;
    struct buf raw = {0}, text = {0}, log = {0}, ledger = {0};
    char path[] = "/tmp/postern-leak-XXXXXX";
    char secret[BASE32_HASH_BYTES];

    (void)state;
    fixture_make(&fixture, games);
    fixture_close(&fixture);
    fixture.log_fd = mkstemp(path);
    assert_true(fixture.log_fd >= 0);
    fixture_open(&fixture);
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    fixture_answer(&fixture, ANNA, "luck apples");
    fixture_settle(&fixture);
    fixture_answer(&fixture, BOB, "luck pears\nteam quagga okapi troll thief");
    fixture_settle(&fixture);
    fixture_answer(&fixture, BOB, "preview\nquagga to okapi");
    fixture_settle(&fixture);
    fixture_answer(&fixture, BOB, "team wizard troll goblin cleric\nthe okapi walks");
    fixture_settle(&fixture);
    fixture_answer(&fixture, ANNA, "show");
    fixture_settle(&fixture);
    base32_write(fixture_position(&fixture, 1)->secret, CHAIN_SECRET_BYTES, secret);

    read_mailbox(&fixture, ANNA, &raw, &text);
    read_file(&fixture, "postern.db", &ledger);
    read_file(&fixture, "postern.db-wal", &ledger);
    assert_int_equal(files_read(path, 1 << 24, &log, NULL), RC_OK);
    assert_true(holds(&log, "letter-in"));
    assert_true(holds(&text, "Bob has chosen a starting team"));
    assert_true(ledger.length > 4096);
    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        assert_false(holds(&raw, marks[i]));
        assert_false(holds(&text, marks[i]));
        assert_false(holds(&log, marks[i]));
        assert_false(holds(&ledger, marks[i]));
    }
    assert_false(holds(&raw, secret));
    assert_false(holds(&log, secret));
    assert_false(holds(&ledger, secret));
    assert_false(holds(&text, "wizard troll goblin cleric"));
    assert_false(holds(&log, "wizard troll goblin cleric"));
    assert_false(holds(&ledger, "wizard"));
    buf_fini(&raw);
    buf_fini(&text);
    buf_fini(&log);
    buf_fini(&ledger);
    close(fixture.log_fd);
    unlink(path);
    fixture_remove(&fixture);
}

static void a_reply_address_is_told_to_its_own_seat_only(void **state)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;
    struct letter letter = {0};
    struct buf raw = {0}, text = {0};

    (void)state;
    start(&fixture, list, &toy_game);
    fixture_newest(&fixture, BOB, &letter, NULL);
    *strchr(letter.reply_to, '@') = '\0';
    read_mailbox(&fixture, ANNA, &raw, &text);
    assert_true(strlen(letter.reply_to) > 20);
    assert_false(holds(&raw, letter.reply_to));
    letter_fini(&letter);
    buf_fini(&raw);
    buf_fini(&text);
    fixture_remove(&fixture);
}

/* ---- two runs that differ in a secret ---- */

/* Cut what commits to the secret: receipts and heads with their signatures. */
static void cut_hashes(const struct buf *text, struct buf *out)
{
    const char *at = buf_text(text);
    bool in_hash = false;

    while (*at) {
        size_t length = strcspn(at, "\n") + 1;

        if (strncmp(at, "postern-", 8) == 0)
            in_hash = true;
        else if (*at == '\n' || strncmp(at, "-- ", 3) == 0)
            in_hash = false;
        if (!in_hash)
            buf_put_bytes(out, at, strnlen(at, length));
        at += strnlen(at, length);
    }
}

/* What Anna gets when Bob orders this. */
static void play(const struct game *const *list, const struct game *game, const char *bobs,
                 const char *annas, struct buf *annas_text, size_t *length)
{
    struct fixture fixture;
    struct buf raw = {0}, text = {0};

    start(&fixture, list, game);
    fixture_answer(&fixture, BOB, bobs);
    fixture_settle(&fixture);
    assert_memory_equal(fixture_outcome(&fixture), "accepted", 8);
    fixture_answer(&fixture, ANNA, annas);
    fixture_settle(&fixture);
    read_mailbox(&fixture, ANNA, &raw, &text);
    cut_hashes(&text, annas_text);
    *length = raw.length;
    buf_fini(&raw);
    buf_fini(&text);
    fixture_remove(&fixture);
}

static void compare(const struct game *const *list, const struct game *game, const char *one,
                    const char *other, const char *annas)
{
    struct buf a = {0}, b = {0};
    size_t a_length, b_length;

    play(list, game, one, annas, &a, &a_length);
    play(list, game, other, annas, &b, &b_length);
    assert_true(a.length > 500);
    assert_string_equal(buf_text(&a), buf_text(&b));
    assert_int_equal(a_length, b_length);
    buf_fini(&a);
    buf_fini(&b);
}

static void letters_do_not_depend_on_a_sealed_bid(void **state)
{
    static const struct game *const list[] = {&toy_game, NULL};

    (void)state;
    compare(list, &toy_game, "bid 1", "bid 4", "show");
}

static void letters_do_not_depend_on_a_hidden_team(void **state)
{
    (void)state;
    compare(games, games_find("dungeon_twister"), "team thief wizard goblin troll",
            "team cleric warrior wall-walker mekanork", "show");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_bob_writes_reaches_only_bob),
        cmocka_unit_test(a_reply_address_is_told_to_its_own_seat_only),
        cmocka_unit_test(letters_do_not_depend_on_a_sealed_bid),
        cmocka_unit_test(letters_do_not_depend_on_a_hidden_team),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
