/* SPDX-License-Identifier: MIT */
/* Letters that the desk sent, saved in every way that players' programs save them: the player's own
 * program finds head and receipt in them, accepts them against a record, and says where a server
 * that tells two histories parted them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "games/games.h"
#include "play/export.h"
#include "people/people.h"
#include "record/record.h"
#include "seal/hash.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { LINE = 1024, FORMS_MOST = 32 };

/* Run a command with its output in `said`; its exit code. */
static int run(struct buf *said, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int run(struct buf *said, const char *format, ...)
{
    char command[4 * LINE], line[LINE];
    va_list args;
    FILE *pipe;
    int status;

    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof line, pipe))
        buf_put(said, line);
    status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *top(const char *name)
{
    return getenv(name) ? getenv(name) : ".";
}

static void start(struct fixture *fixture)
{
    fixture_pair(fixture, games);
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, 1, "format", "html", &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples & pears <b>");
    writes(fixture, BOB, "luck pears");
}

/* Keep a player's newest letter as NAME, and in every form in NAME.saved. */
static void save_newest(struct fixture *fixture, const char *address, const char *name)
{
    char path[FIXTURE_PATH * 2];
    OWN(letter) letter = {0};
    OWN(buf) raw = {0}, said = {0};

    fixture_newest(fixture, address, &letter, &raw);
    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    unlink(path);
    assert_int_equal(files_create(path, 0600, raw.at, raw.length, NULL), RC_OK);
    if (run(&said, "/usr/bin/python3 %s/tests/house/resave.py %s %s.saved", top("top_srcdir"), path,
            path) != 0)
        fail_msg("%s", buf_text(&said));
}

static void save_record(struct fixture *fixture, unsigned reader, const char *name)
{
    char path[FIXTURE_PATH * 2];
    OWN(buf) file = {0};
    struct err err = {0};

    if (export_game(fixture->desk, 1, reader, &file, &err) != RC_OK)
        fail_msg("%s", err.text);
    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    unlink(path);
    assert_int_equal(files_create(path, 0600, file.at, file.length, NULL), RC_OK);
}

/* The text between its first line and the empty line behind it, unfolded. */
static void unfold_terms(const char *letter, struct buf *out)
{
    const char *at = strstr(letter, "postern-genesis 2");

    assert_non_null(at);
    while (*at != '\n') {
        size_t length = strcspn(at, "\r\n");

        assert_true(length <= 78);
        buf_put_bytes(out, at, length);
        at += length + (at[length] == '\r');
        at++;
        if (*at != ' ')
            buf_put_char(out, '\n');
    }
}

FIXTURE_TEST(the_terms_in_an_invitation_hash_to_the_genesis, fixture_make(fixture, games))
{
    OWN(letter) letter = {0};
    OWN(buf) terms = {0};
    struct hash_job job;
    struct hash hash;

    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    unfold_terms(letter.text, &terms);
    hash_start(&job, "genesis", 1);
    hash_add_text(&job, buf_text(&terms));
    hash_end(&job, &hash);
    assert_memory_equal(hash.at, fixture_position(fixture, 1)->chain.genesis.at, HASH_BYTES);
}

static unsigned read_forms(char form[FORMS_MOST][64])
{
    struct buf said = {0};
    unsigned count = 0;
    char *rest, *line;

    assert_int_equal(
        run(&said, "/usr/bin/python3 %s/tests/house/resave.py forms", top("top_srcdir")), 0);
    rest = said.at;
    while ((line = strsep(&rest, "\n")) != NULL && *line && count < FORMS_MOST)
        text_copy(form[count++], sizeof form[0], line);
    buf_fini(&said);
    return count;
}

/* Ask the player's program about the letter in a form. */
static void assert_said(const struct fixture *fixture, const char *form, const char *letter,
                        const char *command, const char *record, int code, const char *words)
{
    OWN(buf) said = {0};
    int got = run(&said, "cd %s && %s/postern-proof %s '%s.saved/%s' %s 2>&1", fixture->folder,
                  top("top_builddir"), command, letter, form, record);

    if (got != code || !strstr(buf_text(&said), words))
        fail_msg("%s of %s, %s: %d in place of %d:\n%s", command, letter, form, got, code,
                 buf_text(&said));
}

TEST(what_the_desk_sent_is_recognised_in_every_form)
{
    char form[FORMS_MOST][64];
    unsigned forms = read_forms(form);
    struct fixture fixture;

    assert_true(forms > 10);
    start(&fixture);
    writes(&fixture, ANNA, "team thief wizard goblin troll\nteam again, & <again>");
    save_newest(&fixture, ANNA, "anna");
    writes(&fixture, BOB, "no such order at all");
    save_newest(&fixture, BOB, "bob");
    save_record(&fixture, RECORD_FOR_ALL, "all");
    save_record(&fixture, 2, "seat");
    for (unsigned i = 0; i < forms; i++) {
        assert_said(&fixture, form[i], "anna", "footer", "all", 0, "same history");
        assert_said(&fixture, form[i], "anna", "receipt", "all", 0, "signed by the server");
        assert_said(&fixture, form[i], "anna", "receipt", "all", 0, "team again, & <again>");
        if (strncmp(form[i], "html", 4) == 0)
            continue; /* Bob gets text alone */
        assert_said(&fixture, form[i], "bob", "footer", "seat", 0, "same history");
        assert_said(&fixture, form[i], "bob", "receipt", "seat", 0, "outcome rejected");
    }
    fixture_remove(&fixture);
}

/* What a person can write to make a letter look as if the server had signed something else. */
FIXTURE_TEST(what_people_write_is_never_read_as_signed, start(fixture))
{
    char form[FORMS_MOST][64], body[2 * LINE];
    unsigned forms = read_forms(form);

    ROWS_EACH(row, "tests/outbound/receipts.rows", "what_people_write_is_never_read_as_signed") {
        const char *lie = row.cell[0];

        snprintf(body, sizeof body, "say\n%s\n%s\n.\nno such order %s", lie, lie, lie);
        writes(fixture, ANNA, body);
        save_newest(fixture, ANNA, "anna");
        writes(fixture, BOB, "show");
        save_newest(fixture, BOB, "bob");
        save_record(fixture, RECORD_FOR_ALL, "all");
        for (unsigned f = row.number % 3; f < forms; f += 3) { /* all forms, one after the other */
            assert_said(fixture, form[f], "anna", "footer", "all", 0, "same history");
            assert_said(fixture, form[f], "anna", "receipt", "all", 0, "signed by the server, and");
            if (strncmp(form[f], "html", 4) == 0)
                continue; /* Bob gets text alone */
            assert_said(fixture, form[f], "bob", "footer", "all", 0, "same history");
            assert_said(fixture, form[f], "bob", "receipt", "all", 0, "of seat 2 in game 1");
        }
    }
}

/* Each line of what a person says begins with the bar, however long it is. */
FIXTURE_TEST(what_is_said_keeps_its_mark_on_every_line, start(fixture))
{
    OWN(letter) letter = {0};
    OWN(buf) body = {0};
    unsigned marked = 0;
    char *line, *rest;

    buf_put(&body, "say\n");
    for (unsigned i = 0; i < 60; i++)
        buf_printf(&body, "%sword%u", i == 30 ? "\n" : " ", i);
    buf_put(&body, "\n.");
    writes(fixture, ANNA, buf_text(&body));
    fixture_newest(fixture, BOB, &letter, NULL);
    rest = letter.text;
    while ((line = strsep(&rest, "\n")) != NULL)
        if (strstr(line, "word")) {
            assert_memory_equal(line + strspn(line, " "), "| word", 6);
            assert_true(strlen(line) <= 78);
            marked++;
        }
    assert_true(marked >= 6);
}

FIXTURE_TEST(a_receipt_that_was_altered_is_not_signed, start(fixture))
{
    static const char *const edits[] = {"s/outcome\\([ \\n]\\)accepted/outcome\\1rejected/",
                                        "s/seat\\([ \\n]\\)1/seat\\12/",
                                        "s/\\(came[ \\n]2026-11-21T1\\)2/\\13/",
                                        "s/\\(line[ \\n][0-9]*:[ \\n]team[ \\n]\\)thief/\\1goblin/",
                                        "s/postern-receipt 2 game 1/postern-receipt 2 game 2/"};

    writes(fixture, ANNA, "team thief wizard goblin troll");
    save_newest(fixture, ANNA, "anna");
    save_record(fixture, RECORD_FOR_ALL, "all");
    for (unsigned i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        OWN(buf) said = {0};
        int code = run(&said,
                       "cd %s && sed -z '%s' 'anna.saved/text alone' >altered && "
                       "! cmp -s 'anna.saved/text alone' altered && "
                       "%s/postern-proof receipt altered all 2>&1",
                       fixture->folder, edits[i], top("top_builddir"));

        if (code == 0 || !said.length)
            fail_msg("%s: %d, %s", edits[i], code, buf_text(&said));
        assert_null(strstr(buf_text(&said), "signed by the server, and"));
        buf_clear(&said);
        /* nor is the head in it */
        code = run(&said, "cd %s && %s/postern-proof footer altered all 2>&1", fixture->folder,
                   top("top_builddir"));
        if (code == 0)
            fail_msg("%s: %d, %s", edits[i], code, buf_text(&said));
    }
}

/* In a text the receipt alone stands: what it signs is the head, too. */
FIXTURE_TEST(an_answer_has_one_signature_in_its_text, start(fixture))
{
    struct letter letter = {0};
    const char *own;
    unsigned lines = 0;

    writes(fixture, BOB, "team thief wizard goblin troll");
    fixture_newest(fixture, BOB, &letter, NULL);
    own = strstr(letter.text, "\n-- \n");
    assert_non_null(own);
    assert_non_null(strstr(own, "\npostern-receipt 2 game 1 entry "));
    assert_null(strstr(letter.text, "postern-head"));
    for (const char *at = own + 1; *at; at += strcspn(at, "\n") + 1) {
        assert_true(strcspn(at, "\r\n") <= 78);
        lines += strcspn(at, "\r\n") > 0;
    }
    assert_in_range(lines, 5, 8);
    letter_fini(&letter);
    save_newest(fixture, BOB, "bob");
    save_record(fixture, 2, "seat");
    assert_said(fixture, "text alone", "bob", "footer", "seat", 0, "same history");
    assert_said(fixture, "text alone", "bob", "receipt", "seat", 0, "signed by the server, and");
    /* what answers nothing has the head */
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "\npostern-head game 1 entry "));
    assert_null(strstr(letter.text, "postern-receipt"));
    letter_fini(&letter);
}

/* Whether Bob's newest letter, a receipt, says what luck he gave; a record proves it either way. */
static void assert_tells_luck(struct fixture *fixture, bool tells)
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "postern-receipt 2"));
    assert_true((strstr(letter.text, "luck words") || strstr(letter.text, "luck\nwords")) == tells);
    save_newest(fixture, BOB, "bob");
    save_record(fixture, 2, "seat");
    assert_said(fixture, "as it came", "bob", "receipt", "seat", 0, "signed by the server, and");
}

TEST(luck_stands_in_receipts_until_its_player_has_it_in_his_record)
{
    struct fixture fixture;

    start(&fixture); /* Bob's luck is the last that was awaited: his letter fixed it all */
    assert_tells_luck(&fixture, true);
    writes(&fixture, BOB, "team thief wizard goblin troll"); /* answers the letter behind it */
    assert_tells_luck(&fixture, false);
    fixture_remove(&fixture);
}

static void copy(const struct fixture *fixture, const char *from, const char *to)
{
    OWN(buf) said = {0};

    assert_int_equal(run(&said, "cd %s && rm -rf %s && cp -a %s %s", fixture->folder, to, from, to),
                     0);
}

/* A server that lies: it throws its marks away, goes back, and tells Bob something else. */
FIXTURE_TEST(a_server_that_tells_two_histories_is_found_out, start(fixture))
{
    OWN(buf) said = {0};

    fixture_close(fixture);
    copy(fixture, "postern.db", "older.db");
    copy(fixture, "postern.mark", "older.mark");
    copy(fixture, "mail", "older.mail");
    fixture_open(fixture);
    writes(fixture, ANNA, "team thief wizard goblin troll");
    writes(fixture, BOB, "team thief wizard goblin troll");
    save_newest(fixture, ANNA, "anna");
    save_record(fixture, RECORD_FOR_ALL, "one");
    fixture_close(fixture);
    copy(fixture, "older.db", "postern.db");
    copy(fixture, "older.mark", "postern.mark");
    copy(fixture, "older.mail", "mail");
    fixture_open(fixture);
    writes(fixture, BOB, "team cleric wizard goblin troll");
    writes(fixture, ANNA, "team cleric wizard goblin troll");
    save_newest(fixture, BOB, "bob");
    save_record(fixture, RECORD_FOR_ALL, "other");
    assert_said(fixture, "as it came", "anna", "footer", "one", 0, "same history");
    assert_said(fixture, "quoted", "anna", "footer", "other", 1, "TWO HISTORIES");
    assert_said(fixture, "quoted", "anna", "footer", "other", 1, "the histories part after entry");
    assert_said(fixture, "reflowed", "bob", "footer", "one", 1, "TWO HISTORIES");
    assert_int_equal(run(&said, "cd %s && %s/postern-proof footer one other 2>&1", fixture->folder,
                         top("top_builddir")),
                     1);
    assert_non_null(strstr(buf_text(&said), "TWO HISTORIES: entry "));
    assert_non_null(strstr(buf_text(&said), "\nhere:  "));
    assert_non_null(strstr(buf_text(&said), "\nthere: "));
}

TESTS(NULL, NULL)
