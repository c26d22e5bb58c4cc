/* SPDX-License-Identifier: MIT */
/* Names of every kind: cut where a reader sees an end, told, and harmless wherever they are shown.
 */
#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "base/text.h"
#include "games/games.h"
#include "admin/admin.h"
#include "letter/mime_out.h"
#include "people/naming.h"
#include "server/files.h"
#include "site/site.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/test.h"

#define ELLIPSIS "\xE2\x80\xA6"
#define JOINER   "\xE2\x80\x8D"
#define FAMILY   "\xF0\x9F\x91\xA9" JOINER "\xF0\x9F\x91\xA7" /* woman, girl */
#define ACCENT   "x\xCC\x81"                                  /* never one character */
#define FLAG     "\xF0\x9F\x87\xAA\xF0\x9F\x87\xB8"           /* two halves of 4 bytes */
#define THUMB    "\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD"           /* thumb and its tone */
#define ALEF     "\xD8\xA7"
#define TURN     "\xE2\x80\xAE" /* right-to-left override */

/* Two hundred characters, or what counts as one for a reader. */
static const struct {
    const char *before, *unit;
    size_t start, step; /* bytes of a kept name but its ellipsis: start + k × step */
} longs[] = {
    {"", "x", 0, 1},     {"", "\xE6\xBC\xA2", 0, 3}, {"", FAMILY, 0, 11},
    {"e", ACCENT, 1, 3}, {"", FLAG, 0, 8},           {"a", THUMB, 1, 8},
    {TURN, ALEF, 0, 2},  {"", "<u>&\"'", 0, 1},      {"", "\xE1\x84\x80\xE1\x85\xA1", 0, 3},
};

static void repeat(const char *before, const char *unit, unsigned times, struct buf *out)
{
    buf_put(out, before);
    while (times-- > 0)
        buf_put(out, unit);
}

TEST(a_long_name_is_cut_between_characters_and_says_so)
{
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        char name[PERSON_NAME_BYTES];
        OWN(buf) given = {0};
        size_t length;

        repeat(longs[i].before, longs[i].unit, 200, &given);
        assert_true(naming_fit(buf_text(&given), name));
        length = strlen(name);
        assert_true(text_is_utf8(name, length));
        assert_true(people_is_name(name));
        assert_true(length >= NAMING_COLUMNS);
        assert_true(letter_columns(name, length) <= NAMING_COLUMNS);
        assert_string_equal(name + length - strlen(ELLIPSIS), ELLIPSIS);
        assert_int_equal((length - strlen(ELLIPSIS) - longs[i].start) % longs[i].step, 0);
        assert_null(strstr(name, TURN));
    }
}

TEST(a_name_that_fits_stays_but_for_what_is_not_seen)
{
    static const struct {
        const char *given, *kept;
    } rows[] = {
        {"Anna", "Anna"},
        {"  Anna Maria ", "Anna Maria"},
        {TURN "Anna\xE2\x81\xA6", "Anna"},
        {FAMILY ACCENT, FAMILY ACCENT},
        {"", ""},
        {"   ", ""},
        {TURN "\xE2\x80\x8D\xE2\x80\x8B", ""},
        {"A\xFFz", ""},
    };
    char name[PERSON_NAME_BYTES], most[PERSON_NAME_BYTES];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(naming_fit(rows[i].given, name));
        assert_string_equal(name, rows[i].kept);
    }
    memset(most, 'x', NAMING_COLUMNS);
    most[NAMING_COLUMNS] = '\0';
    assert_false(naming_fit(most, name));
    assert_string_equal(name, most);
}

/* One character of 400 accents is no reason to lose the name. */
TEST(a_heap_of_accents_is_cut_through)
{
    char name[PERSON_NAME_BYTES];
    OWN(buf) given = {0};

    repeat("x", "\xCC\x81", 400, &given);
    assert_true(naming_fit(buf_text(&given), name));
    assert_true(name[0] == 'x' && people_is_name(name));
    assert_true(strlen(name) > PERSON_NAME_BYTES / 2);
}

TEST(lines_and_controls_are_no_names)
{
    static const char *const rows[] = {"A\nB",         "A\rBcc: b",      "A\x1B[31m",
                                       "A\302\23331m", "A\xE2\x80\xA8z", "A\x7F"};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[PERSON_NAME_BYTES];

        naming_fit(rows[i], name);
        assert_false(people_is_name(name));
    }
}

/* ---- by letter, and where they are shown ---- */

static void assert_narrow(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");

        if (letter_columns(line, length) > LETTER_COLUMNS)
            print_error("too wide: %.*s\n", (int)length, line);
        assert_true(letter_columns(line, length) <= LETTER_COLUMNS);
    }
}

static void assert_harmless(const char *shown)
{
    assert_null(strstr(shown, "<u>"));
    assert_null(strstr(shown, TURN));
    assert_true(text_is_utf8(shown, strlen(shown)));
}

/* The newest letter: narrow, and no field was begun by a name. */
static void assert_good_letter(struct fixture *fixture, const char *address)
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};

    fixture_newest(fixture, address, &letter, &raw);
    assert_narrow(letter.text);
    assert_null(strstr(letter.text, TURN));
    assert_null(strstr(buf_text(&raw), "\nBcc:"));
}

static void assert_pages_are_harmless(struct fixture *fixture)
{
    static const char *const pages[] = {"index.html",   "feed.xml",           "games/1.html",
                                        "boards/1.svg", "boards/1-whole.svg", "boards/1-wide.svg"};
    char path[FIXTURE_PATH * 2];
    struct site_count count;

    snprintf(path, sizeof path, "%s/site", fixture->folder);
    OK(site_write(fixture->desk, path, NULL, &count, &err));
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        OWN(buf) page = {0};

        snprintf(path, sizeof path, "%s/site/%s", fixture->folder, pages[i]);
        OK(files_read(path, 1 << 22, &page, &err));
        assert_harmless(buf_text(&page));
    }
}

/* He joins by letter with 200 of these, is told, and begins a game with Anna. */
static void join_and_play(const char *before, const char *unit)
{
    static const char anna[] = "anna@one.example", long_one[] = "long@two.example";
    struct fixture fixture;
    OWN(letter) letter = {0};
    OWN(buf) body = {0};
    struct err err = {0};
    int64_t player = 0, number;

    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", anna);
    fixture_round(&fixture);
    buf_put(&body, "join ");
    repeat(before, unit, 900 / (unsigned)strlen(unit) < 200 ? 900 / (unsigned)strlen(unit) : 200,
           &body);
    sends(&fixture, long_one, buf_text(&body));
    assert_string_equal(fixture_outcome(&fixture), "asked sign-up");
    assert_good_letter(&fixture, long_one);
    fixture_newest(&fixture, long_one, &letter, NULL);
    fixture_send(&fixture, long_one, letter.reply_to, letter.message_id, "confirm");
    fixture_settle(&fixture);
    newest_has(&fixture, long_one, "shortened");
    assert_good_letter(&fixture, long_one);
    assert_int_equal(people_by_name(fixture.desk, buf_text(&body) + strlen("join "), &player, &err),
                     RC_OK);
    assert_int_equal(player, 2); /* the whole name finds him, too */
    assert_int_equal(people_by_address(fixture.desk, long_one, &player, &number, &err), RC_OK);
    assert_int_equal(player, 2);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    assert_good_letter(&fixture, long_one);
    assert_good_letter(&fixture, anna);
    assert_pages_are_harmless(&fixture);
    fixture_remove(&fixture);
}

TEST(a_long_name_joins_by_letter_and_is_shown_safely)
{
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++)
        join_and_play(longs[i].before, longs[i].unit);
}

/* ---- names that look like another ---- */

#define CYRILLIC_A "\xD0\x90"
#define GREEK_O    "\xCE\xBF"
#define NO_WIDTH   "\xE2\x80\x8B"

/* Of Anna, Oscar, Iris and Ren\u00E9e. */
static const char *const likenesses[] = {
    CYRILLIC_A "nna",      /* another script */
    "An" NO_WIDTH "na",    /* zero width */
    "An" JOINER "na",      /* joined with nothing */
    TURN "Anna",           /* turned round */
    "An\xE2\x81\xA0na",    /* word joiner */
    "An\xC2\xADna",        /* soft hyphen */
    "\xEF\xBC\xA1nna",     /* full width */
    "\xF0\x9D\x90\x80nna", /* mathematical bold */
    "A nna",               /* blanks tell nobody apart */
    "Anna\xEF\xB8\x8F",    /* variation selector */
    "0scar",               /* figures for letters */
    GREEK_O "scar",        /* small Greek omicron */
    "lris",                /* l for I */
    "1ris",                /* 1 for I */
    "Rene\xCC\x81"
    "e", /* decomposed */
    "REN\xC3\x89"
    "E", /* great letters beyond ASCII */
};

/* What the server's own letters call others than players. */
static const char *const reserved_names[] = {
    "postern",   "P" GREEK_O "stern", "p0stern", "Post" NO_WIDTH "ern",
    "the table", "The  Table",        "table",   "seat/1",
    "Seat 2",    "player 1",          "la mesa", "Tavolo",
    "keeper",    "Administrator"};

static void start_with_names(struct fixture *fixture)
{
    fixture_make(fixture, games);
    fixture_player(fixture, "Anna", "anna@one.example");
    fixture_player(fixture, "Oscar", "oscar@one.example");
    fixture_player(fixture, "Iris", "iris@one.example");
    fixture_player(fixture,
                   "Ren\xC3\xA9"
                   "e",
                   "renee@one.example");
    fixture_round(fixture);
}

static enum rc add_at(struct fixture *fixture, const char *name, const char *address,
                      int64_t *player)
{
    struct err err = {0};
    enum rc rc;

    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    rc = people_add(fixture->desk, name, address, "en", player, &err);
    if (rc == RC_OK)
        assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    else
        desk_rollback(fixture->desk);
    return rc;
}

static enum rc add(struct fixture *fixture, const char *name, int64_t *player)
{
    return add_at(fixture, name, "new@two.example", player);
}

FIXTURE_TEST(names_that_look_alike_are_refused, start_with_names(fixture))
{
    int64_t player;

    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++)
        if (add(fixture, likenesses[i], &player) != RC_EXISTS)
            fail_msg("\"%s\" looks like another", likenesses[i]);
    for (size_t i = 0; i < sizeof reserved_names / sizeof *reserved_names; i++)
        if (add(fixture, reserved_names[i], &player) != RC_EXISTS)
            fail_msg("\"%s\" is the server's", reserved_names[i]);
    assert_int_equal(add(fixture, "\xE3\x85\xA4", &player), RC_BAD_INPUT); /* a filler alone */
    assert_int_equal(add(fixture, NO_WIDTH, &player), RC_BAD_INPUT);
}

FIXTURE_TEST(names_that_differ_are_taken, start_with_names(fixture))
{
    static const char *const fine[] = {"Ann",
                                       "Annabel",
                                       "\xC3\x81nna",
                                       "Renee",
                                       "Oskar",
                                       "\xE7\x94\xB0\xE4\xB8\xAD",
                                       "\xD0\x98\xD1\x80\xD0\xB8\xD0\xBD\xD0\xB0",
                                       "Tableau",
                                       "Playa",
                                       "Anna B.",
                                       FAMILY};

    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char address[40];
        int64_t player;

        snprintf(address, sizeof address, "new%zu@two.example", i);
        if (add_at(fixture, fine[i], address, &player) != RC_OK)
            fail_msg("\"%s\" looks like no other", fine[i]);
    }
}

FIXTURE_TEST(a_name_is_kept_composed, fixture_make(fixture, games))
{
    struct person person;
    int64_t player;

    assert_int_equal(add(fixture,
                         "Rene\xCC\x81"
                         "e",
                         &player),
                     RC_OK);
    assert_int_equal(people_get(fixture->desk, player, &person, NULL), RC_OK);
    assert_string_equal(person.name, "Ren\xC3\xA9"
                                     "e");
}

/* By letter: asked, confirmed, and told that it is taken. */
FIXTURE_TEST(who_signs_up_under_a_likeness_is_told_to_choose_another, start_with_names(fixture))
{
    fixture_send(fixture, "eve@evil.example", NULL, NULL, "join " CYRILLIC_A "nna");
    fixture_settle(fixture);
    writes(fixture, "eve@evil.example", "confirm");
    assert_string_equal(fixture_outcome(fixture), "answered confirmed");
    newest_has(fixture, "eve@evil.example", "a name that looks like it");
}

static void forget_looks(struct fixture *fixture)
{
    char path[FIXTURE_PATH * 2];
    sqlite3 *db;

    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    fixture_close(fixture);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM lookup WHERE kind = 'name'", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    fixture_open(fixture);
}

/* A ledger of an earlier version has no looks: they are made when first asked for. */
FIXTURE_TEST(names_from_before_are_guarded_too, start_with_names(fixture))
{
    int64_t player;

    forget_looks(fixture);
    assert_int_equal(add(fixture, CYRILLIC_A "nna", &player), RC_EXISTS);
    assert_int_equal(add(fixture, "0scar", &player), RC_EXISTS);
    OK(rebuild_all(fixture->desk, &err)); /* the names themselves */
}

/* ---- a name that changes ---- */

FIXTURE_TEST(who_plays_with_somebody_hears_his_new_name_once, fixture_make(fixture, games))
{
    static const char anna[] = "anna@one.example", bob[] = "bob@two.example";
    unsigned before;

    fixture_player(fixture, "Anna", anna);
    fixture_player(fixture, "Bob", bob);
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    before = fixture_mail_count(fixture, bob);
    asks(fixture, anna, "name Caissa", "You are called Caissa here");
    assert_int_equal(fixture_mail_count(fixture, bob), before + 1);
    newest_has(fixture, bob, "Anna is called Caissa from now on");
    asks(fixture, anna, "name Caissa", "You are called Caissa here");
    assert_int_equal(fixture_mail_count(fixture, bob), before + 1);
}

TESTS(NULL, NULL)
