/* SPDX-License-Identifier: MIT */
/* New keys while games go on, keys that are interrupted on their way in, and ledgers that are older
 * than what was signed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "admin/admin.h"
#include "ledger/work.h"
#include "play/desk_open.h"
#include "play/export.h"
#include "play/position.h"
#include "record/verify.h"
#include "seal/signed_head.h"
#include "server/files.h"
#include "server/vault.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const toy[] = {&toy_game, NULL};

static void start(struct fixture *fixture)
{
    fixture_make(fixture, toy);
    fixture_start(fixture, &toy_game);
}

static void order(struct fixture *fixture, const char *from, const char *line)
{
    writes(fixture, from, line);
    assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
}

static unsigned key_changes(struct fixture *fixture, unsigned reader)
{
    OWN(verify) verify = {0};
    OWN(buf) file = {0};
    struct err err = {0};

    must(export_game(fixture->desk, 1, reader, &file, &err), &err);
    must(verify_bytes(file.at, file.length, toy_find, &verify, &err), &err);
    if (!verify.is_good)
        fail_msg("entry %u: %s", (unsigned)verify.bad_entry, verify.err.text);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_PROVED], 1);
    assert_int_equal(verify.count[VERIFY_EXPORT][VERIFY_PROVED], 1);
    return verify.count[VERIFY_KEYS][VERIFY_PROVED];
}

/* The key that a letter's head is signed with. */
static bool is_signed_by(struct fixture *fixture, const char *address, uint32_t generation)
{
    unsigned char key[KEY_BYTES];
    OWN(letter) letter = {0};
    OWN(signed_head) head = {0};
    struct hash digest;
    size_t from = 0;

    fixture_newest(fixture, address, &letter, NULL);
    assert_int_equal(signed_head_read(letter.text, strlen(letter.text), &from, &head, NULL), RC_OK);
    signed_head_digest(&head, &fixture_position(fixture, 1)->chain.genesis, &digest);
    assert_true(keys_public(fixture->desk->keys, generation, key));
    return signature_is_good(key, &digest, head.footer.signature);
}

static void count_problem(void *user, const char *problem)
{
    (void)problem;
    ++*(unsigned *)user;
}

static void rotate(struct desk *desk, enum key_purpose purpose, struct rekey_count *count)
{
    *count = (struct rekey_count){0};
    OK(rekey_rotate(desk, purpose, &err));
    OK(rekey_apply(desk, count, &err));
}

/* ---- signing ---- */

FIXTURE_TEST(a_new_signing_key_is_an_entry_that_the_old_one_signs, start(fixture))
{
    struct rekey_count count;

    order(fixture, ANNA, "bid 3");
    rotate(fixture->desk, KEY_SIGNING, &count);
    assert_int_equal(count.games, 1);
    assert_int_equal(count.frozen, 0);
    order(fixture, BOB, "bid 2");
    assert_true(is_signed_by(fixture, ANNA, 2));
    assert_false(is_signed_by(fixture, ANNA, 1));
    for (unsigned reader = 0; reader <= 2; reader++)
        assert_int_equal(key_changes(fixture, reader), 1);
    rotate(fixture->desk, KEY_SIGNING, &count);
    order(fixture, ANNA, "bid 4");
    assert_true(is_signed_by(fixture, ANNA, 3));
    assert_int_equal(key_changes(fixture, 1), 2);
    must(rekey_apply(fixture->desk, &count, NULL), &(struct err){0});
    assert_int_equal(key_changes(fixture, 1), 2); /* nothing was left to do */
    is_whole(fixture);
    fixture_close(fixture);
    fixture_open(fixture);
    order(fixture, BOB, "bid 4");
    assert_true(is_signed_by(fixture, BOB, 3));
}

/* The letter tells of the head before the change, so the key of that head signs it. */
FIXTURE_TEST(a_letter_that_waited_is_signed_with_the_key_of_its_head, start(fixture))
{
    struct rekey_count count;
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/mail/" BOB "/new", fixture->folder);
    fixture_answer(fixture, ANNA, "bid 3");
    fixture->now_s += 60;
    fixture->crash_at = 0;
    assert_int_equal(chmod(path, 0), 0); /* his mailbox is out of order (harmless to root) */
    fixture_round(fixture);
    rotate(fixture->desk, KEY_SIGNING, &count);
    assert_int_equal(chmod(path, 0700), 0);
    fixture->now_s += 3600;
    fixture_round(fixture);
    assert_true(is_signed_by(fixture, BOB, 1));
    order(fixture, BOB, "bid 2");
    assert_true(is_signed_by(fixture, BOB, 2));
}

FIXTURE_TEST(a_running_server_takes_up_keys_that_another_program_made, start(fixture))
{
    struct desk *other = NULL;
    struct rekey_count count;

    order(fixture, ANNA, "bid 3");
    OK(desk_open(&fixture->config, &fixture->world, NULL, &other, &err));
    for (unsigned purpose = 0; purpose < KEY_PURPOSE_COUNT; purpose++)
        rotate(other, (enum key_purpose)purpose, &count);
    OK(rekey_retire(other, KEY_STORAGE, 1, &err));
    OK(rekey_retire(other, KEY_SIGNING, 1, &err));
    desk_close(other);
    order(fixture, BOB, "bid 2"); /* to an address that the old token key made */
    assert_true(is_signed_by(fixture, BOB, 2));
    OK(rekey_retire(fixture->desk, KEY_TOKEN, 1, &err));
    order(fixture, ANNA, "bid 4");
    fixture_close(fixture);
    fixture_open(fixture);
    order(fixture, BOB, "bid 4");
    assert_int_equal(key_changes(fixture, 2), 1);
    is_whole(fixture);
}

/* ---- storage ---- */

static void count_rows(struct desk *desk, uint32_t generation, unsigned *newer, unsigned *older)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_keys(desk->ledger, &err);

    *newer = *older = 0;
    for (struct ledger_key key; ledger_next(&rows, &key);) {
        if (key.wrapped.length != KEY_WRAPPED_BYTES)
            continue;
        if (keys_wrapped_generation(key.wrapped.at) == generation)
            ++*newer;
        else
            ++*older;
    }
    must(ledger_end(&rows), &err);
}

FIXTURE_TEST(a_new_storage_key_wraps_every_row_anew, start(fixture))
{
    struct rekey_count count;
    unsigned newer, older;
    struct err err = {0};

    assert_int_equal(rekey_retire(fixture->desk, KEY_STORAGE, 1, &err), RC_CONFLICT);
    err_clear(&err);
    must(rekey_rotate(fixture->desk, KEY_STORAGE, &err), &err);
    assert_int_equal(rekey_retire(fixture->desk, KEY_STORAGE, 1, &err), RC_CONFLICT);
    assert_non_null(strstr(err.text, "postern key apply"));
    err_clear(&err);
    fixture_close(fixture); /* interrupted here */
    fixture_open(fixture);
    order(fixture, ANNA, "bid 3");
    must(rekey_left(fixture->desk, &count, &err), &err);
    assert_true(count.wrapped > 3);
    count = (struct rekey_count){0};
    must(rekey_apply(fixture->desk, &count, &err), &err);
    assert_true(count.wrapped > 3);
    count_rows(fixture->desk, 2, &newer, &older);
    assert_int_equal(older, 0);
    assert_true(newer > 3);
    must(rekey_left(fixture->desk, &count, &err), &err);
    assert_int_equal(count.wrapped + count.games + count.frozen, 0);
    must(rekey_retire(fixture->desk, KEY_STORAGE, 1, &err), &err);
    fixture_close(fixture);
    fixture_open(fixture);
    order(fixture, BOB, "bid 2");
    is_whole(fixture);
}

FIXTURE_TEST(a_key_that_is_still_needed_is_not_retired, start(fixture))
{
    struct err err = {0};

    must(rekey_rotate(fixture->desk, KEY_SIGNING, &err), &err);
    assert_int_equal(rekey_retire(fixture->desk, KEY_SIGNING, 1, &err), RC_CONFLICT);
    assert_non_null(strstr(err.text, "game 1 is signed with it"));
    err_clear(&err);
    assert_int_equal(rekey_retire(fixture->desk, KEY_SIGNING, 7, &err), RC_NOT_FOUND);
    err_clear(&err);
    assert_int_equal(rekey_retire(fixture->desk, KEY_SIGNING, 2, &err), RC_CONFLICT);
    order(fixture, ANNA, "bid 3"); /* the game signs on with its own key until it is changed */
    assert_true(is_signed_by(fixture, ANNA, 1));
}

/* ---- rows and files exchanged ---- */

/* Keys wrapped for one row open no other; boxes of one row are none of another. */
FIXTURE_TEST(a_row_moved_to_another_place_is_refused_by_name, start(fixture))
{
    struct vault_place place = {{LEDGER_KEY_GAME, 1}, "test.box", 1, NULL}, other = place;
    OWN(buf) box = {0}, out = {0};
    struct err err = {0};
    char command[FIXTURE_PATH * 3];

    fixture_game(fixture, &toy_game, "");
    must(vault_close(fixture->desk, &place, "secret", 6, &box, &err), &err);
    other.row = 2;
    assert_int_equal(vault_open(fixture->desk, &other, vault_bytes(&box), &out, &err), RC_BAD_SEAL);
    assert_null(strstr(err.text, "secret"));
    buf_fini(&out);
    fixture_close(fixture);
    snprintf(
        command, sizeof command,
        "python3 - %s/postern.db <<'E'\n"
        "import sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1])\n"
        "one, two = [r[0] for r in db.execute(\"SELECT wrapped FROM keyring WHERE kind='game' "
        "ORDER BY subject\")]\n"
        "db.execute(\"UPDATE keyring SET wrapped=? WHERE kind='game' AND subject=1\", (two,))\n"
        "db.execute(\"UPDATE keyring SET wrapped=? WHERE kind='game' AND subject=2\", (one,))\n"
        "db.commit()\nE",
        fixture->folder);
    assert_int_equal(system(command), 0);
    fixture_open(fixture);
    err_clear(&err);
    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_ALL, &out, &err), RC_BAD_SEAL);
    assert_non_null(strstr(err.text, "key"));
}

/* Somebody with the file, but without the keys, exchanges two secrets. */
FIXTURE_TEST(two_secrets_exchanged_do_not_open_and_are_named, start(fixture))
{
    OWN(buf) out = {0};
    struct err err = {0};
    char command[FIXTURE_PATH * 3];
    unsigned problems = 0;

    fixture_close(fixture);
    snprintf(command, sizeof command,
             "python3 - %s/postern.db <<'E'\n"
             "import sqlite3, sys\n"
             "db = sqlite3.connect(sys.argv[1])\n"
             "for (name,) in db.execute(\"SELECT name FROM sqlite_master WHERE type='trigger' AND "
             "tbl_name='seal'\").fetchall(): db.execute('DROP TRIGGER ' + name)\n"
             "box = [db.execute('SELECT box FROM seal WHERE name=?', (x,)).fetchone()[0] for x in "
             "('deck/2', 'deck/1')]\n"
             "db.execute(\"UPDATE seal SET box=? WHERE name='deck/1'\", (box[0],))\n"
             "db.execute(\"UPDATE seal SET box=? WHERE name='deck/2'\", (box[1],))\n"
             "db.commit()\nE",
             fixture->folder);
    assert_int_equal(system(command), 0);
    fixture_open(fixture);
    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_ALL, &out, &err), RC_BAD_SEAL);
    assert_non_null(strstr(err.text, "the box of seal deck/1 of game 1"));
    assert_int_equal(rebuild_check(fixture->desk, count_problem, &problems, NULL), RC_OK);
    assert_true(problems > 0);
}

/* ---- an older ledger ---- */

static void copy(const struct fixture *fixture, const char *from, const char *to)
{
    char command[FIXTURE_PATH * 4];

    snprintf(command, sizeof command, "cp %s/%s %s/%s", fixture->folder, from, fixture->folder, to);
    assert_int_equal(system(command), 0);
}

FIXTURE_TEST(an_older_ledger_freezes_its_games_and_says_how_they_go_on, start(fixture))
{
    OWN(buf) out = {0};
    struct err err = {0};
    uint64_t signed_n, older_n;
    unsigned mails;

    order(fixture, ANNA, "bid 3");
    older_n = fixture_position(fixture, 1)->chain.number;
    fixture_close(fixture); /* all of it is in one file then */
    copy(fixture, "postern.db", "older.db");
    fixture_open(fixture);
    order(fixture, BOB, "bid 2");
    signed_n = fixture_position(fixture, 1)->chain.number;
    assert_true(signed_n > older_n);
    fixture_close(fixture);
    copy(fixture, "postern.db", "newer.db");
    copy(fixture, "older.db", "postern.db");

    fixture_open(fixture);
    assert_true(fixture_position(fixture, 1)->is_frozen);
    mails = fixture_mail_count(fixture, BOB);
    writes(fixture, BOB, "bid 4");
    assert_string_equal(fixture_outcome(fixture), "rejected frozen");
    assert_int_equal(fixture_position(fixture, 1)->chain.number, older_n);
    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_ALL, &out, &err), RC_FROZEN);
    err_clear(&err);
    fixture->now_s += 30 * 86400; /* no deadline closes */
    fixture_round(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, 1)->chain.number, older_n);
    assert_int_equal(fixture_mail_count(fixture, BOB), mails + 1); /* he is answered */
    assert_int_equal(thaw_game(fixture->desk, 1, -1, &err), RC_CONFLICT);
    assert_non_null(strstr(err.text, "put back the newer ledger"));
    assert_non_null(strstr(err.text, "game lost"));
    err_clear(&err);

    fixture_close(fixture);
    copy(fixture, "newer.db", "postern.db");
    fixture->now_s -= 30 * 86400;
    fixture_open(fixture);
    assert_false(fixture_position(fixture, 1)->is_frozen);
    assert_int_equal(thaw_game(fixture->desk, 1, -1, &err), RC_CONFLICT);
    assert_non_null(strstr(err.text, "not frozen"));
    order(fixture, ANNA, "bid 4");
    assert_int_equal(key_changes(fixture, 1), 0);
}

FIXTURE_TEST(a_thawed_game_gets_the_time_that_it_stood, start(fixture))
{
    int64_t due;

    due = fixture_position(fixture, 1)->timing.open[0].due_s;
    OK(desk_begin(fixture->desk, &err));
    OK(ledger_freeze(fixture->desk->ledger, 1, fixture->now_s, "test", &err));
    OK(desk_commit(fixture->desk, &err));
    fixture->now_s += 20 * 86400;
    fixture_round(fixture);
    fixture_settle(fixture);
    assert_true(fixture_position(fixture, 1)->is_frozen);
    OK(thaw_game(fixture->desk, 1, -1, &err));
    assert_true(fixture_position(fixture, 1)->timing.open[0].due_s >= due + 20 * 86400);
    order(fixture, ANNA, "bid 3");
    order(fixture, BOB, "bid 3");
    assert_int_equal(key_changes(fixture, 1), 0);
    is_whole(fixture);
}

TESTS(NULL, NULL)
