/* SPDX-License-Identifier: MIT */
/* Whatever a player writes, wherever it is shown: no word by which a page or a program knows what a
 * server wrote comes out of it. Generated: each such word in each dress, said to all by letter and
 * in the forum, in a line that is no order, as a name; looked for in all letters, posts and pages.
 */
#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "ledger/topics.h"
#include "letter/template.h"
#include "people/people.h"
#include "server/files.h"
#include "site/site.h"
#include "tests/house/posting.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define CARLA "carla@three.example"

/* What a reader, a mail program or a browser may take off again; W is the word, V the same with
 * something before its hyphen that nobody sees. */
static const char *const dresses[] = {"W",
                                      "> > W",
                                      "| W",
                                      "\xC2\xA0W 1",
                                      "W\xE2\x80\x8B",
                                      "\xE2\x80\x8BW 2",
                                      "\xC2\xADW.",
                                      "*W*",
                                      "x W y",
                                      "W=20",
                                      "W\t17",
                                      "(W)",
                                      "<b>W</b>",
                                      "&#32;W 1",
                                      "\xEF\xBB\xBFW",
                                      "...W",
                                      "V",
                                      "> V 2"};

enum { TOPIC = 45, MARKERS_MOST = 32, DRESSES = sizeof dresses / sizeof *dresses };

/* ---- the words ---- */

static void dress(const char *pattern, const char *word, bool upper, struct buf *out)
{
    for (; *pattern; pattern++)
        if (*pattern != 'W' && *pattern != 'V')
            buf_put_char(out, *pattern);
        else
            for (const char *at = word; *at; at++) {
                buf_put(out, *pattern == 'V' && strchr("-_", *at) ? "\xE2\x80\x8B" : "");
                buf_put_char(out, upper ? (char)toupper((unsigned char)*at) : *at);
            }
}

/* The same text with other words: what no player wrote is there as often. */
static const char *word_of(unsigned marker, bool harmless, char word[64])
{
    text_copy(word, 64, escape_markers[marker]);
    if (harmless)
        word[strcspn(word, "-")] = '_';
    return word;
}

/* One line of words in one dress. */
static void put_words(unsigned dressed, bool harmless, struct buf *out)
{
    char word[64];

    for (unsigned i = 0; escape_markers[i]; i++) {
        dress(dresses[dressed], word_of(i, harmless, word), (i + dressed) % 3 == 2, out);
        buf_put_char(out, ' ');
    }
}

/* ---- what came of them ---- */

struct seen {
    unsigned marker[MARKERS_MOST], words;
};
static struct seen *seeing;

static const struct {
    const char *from, *to;
} undone[] = {{"=\r\n", ""},        {"=\n", ""},          {"=2D", "-"},         {"&#45;", "-"},
              {"&#x2d;", "-"},      {"&shy;", ""},        {"=C2=AD", ""},       {"=E2=80=8B", ""},
              {"\xC2\xAD", ""},     {"\xE2\x80\x8B", ""}, {"\xEF\xBB\xBF", ""}, {"=EF=BB=BF", ""},
              {"\xE2\x81\xA0", ""}, {"&zwj;", ""},        {"&zwnj;", ""}};

/* As whoever reads it: soft line ends and what shows nothing are taken away. */
static void undress(const char *text, size_t length, struct buf *out)
{
    for (size_t at = 0, step; at < length; at += step) {
        step = 0;
        for (unsigned i = 0; !step && i < sizeof undone / sizeof *undone; i++)
            if (length - at >= strlen(undone[i].from) &&
                memcmp(text + at, undone[i].from, strlen(undone[i].from)) == 0) {
                step = strlen(undone[i].from);
                buf_put(out, undone[i].to);
            }
        if (!step) {
            buf_put_char(out, text[at] ? (char)tolower((unsigned char)text[at]) : ' ');
            step = 1;
        }
    }
}

/* Not where a longer word begins so. */
static unsigned count_of(const char *text, const char *word)
{
    unsigned count = 0;

    while ((text = strstr(text, word))) {
        text += strlen(word);
        count += !isalnum((unsigned char)text[strspn(text, "@.+_-") == 1]);
    }
    return count;
}

static void see(const char *bytes, size_t length)
{
    OWN(buf) text = {0};

    undress(bytes, length, &text);
    for (unsigned i = 0; escape_markers[i]; i++) {
        char word[64];

        seeing->marker[i] += count_of(buf_text(&text), escape_markers[i]);
        seeing->words += count_of(buf_text(&text), word_of(i, true, word));
    }
}

static int see_file(const char *path, const struct stat *found, int kind, struct FTW *where)
{
    OWN(buf) text = {0};

    (void)where;
    if (kind == FTW_F && !strstr(path, ".record.gz")) {
        assert_int_equal(files_read(path, (size_t)found->st_size, &text, NULL), RC_OK);
        see(buf_text(&text), text.length);
    }
    return 0;
}

/* ---- a game in which they are said ---- */

static void show_names(struct fixture *fixture)
{
    OK(desk_begin(fixture->desk, &err));
    for (int64_t player = 1; player <= 3; player++)
        OK(people_change(fixture->desk, player, "profile", "public", &err));
    OK(people_address_add(fixture->desk, 1, "user-7@forum.example", &err));
    OK(people_change(fixture->desk, 1, "account", "7:anna", &err));
    OK(desk_commit(fixture->desk, &err));
}

/* Anna says all of it, and Bob writes it where orders stand. */
static void write_letters(struct fixture *fixture, bool harmless)
{
    for (unsigned i = 0; i < DRESSES; i++) {
        OWN(buf) words = {0}, line = {0};

        put_words(i, harmless, &words);
        buf_printf(&line, "say %s", buf_text(&words));
        writes(fixture, ANNA, buf_text(&line));
        fixture_answer(fixture, BOB, buf_text(&words));
        fixture->now_s += 3600; /* who watches is told later */
        fixture_settle(fixture);
    }
}

/* The same by messages of the forum, of which the game's topic is told. */
static void write_posts(struct fixture *fixture, struct post_sink *sink, bool harmless)
{
    for (unsigned i = 0; i < DRESSES; i++) {
        OWN(buf) words = {0}, line = {0};
        struct inbound_result result;

        put_words(i, harmless, &words);
        buf_printf(&line, "<p>game 1</p><p>say %s</p>", buf_text(&words));
        posting_take(fixture,
                     &(struct posted){100 + i, "message", 0, 7, "anna", buf_text(&line), NULL},
                     &result);
        posting_send(fixture, sink);
    }
}

/* How often each word is seen in a place: letters of each player, posts, pages. */
enum { PLACES = 5 };
static void run(bool harmless, struct seen seen[PLACES])
{
    static const char *const folders[PLACES - 1] = {"mail/" ANNA, "mail/" BOB, "mail/" CARLA,
                                                    "site"};
    static const struct game *const list[] = {&toy_game, NULL};
    const struct ledger_topic topic = {
        .game = 1, .topic = TOPIC, .post = TOPIC + 1, .state = LEDGER_TOPIC_OPEN};
    char name[96], word[64], path[FIXTURE_PATH * 2];
    OWN_AT(post_sink) sink = NULL;
    struct site_count count;
    struct fixture fixture;

    fixture_make(&fixture, list);
    fixture.press_open = true;
    snprintf(name, sizeof name, "Anna %s", word_of(11, harmless, word));
    fixture_player(&fixture, name, ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_player(&fixture, "Carla", CARLA);
    assert_int_equal(fixture_game(&fixture, &toy_game, ""), 1);
    fixture_luck(&fixture, 1);
    fixture_round(&fixture);
    sends(&fixture, CARLA, "watch 1");
    write_letters(&fixture, harmless);
    posting_open(&fixture, "", &sink);
    show_names(&fixture);
    OK(ledger_topic_put(fixture.desk->ledger, &topic, &err));
    write_posts(&fixture, sink, harmless);
    snprintf(path, sizeof path, "%s/site", fixture.folder);
    OK(site_write(fixture.desk, path, NULL, &count, &err));
    for (unsigned i = 0; i < PLACES - 1; i++) {
        seeing = &seen[i];
        snprintf(path, sizeof path, "%s/%s", fixture.folder, folders[i]);
        nftw(path, see_file, 16, FTW_PHYS);
    }
    seeing = &seen[PLACES - 1];
    for (size_t i = 0; i < post_memory_sink_count(sink); i++)
        see(post_memory_sink_at(sink, i)->bytes, post_memory_sink_at(sink, i)->length);
    fixture_remove(&fixture);
}

TEST(no_words_of_a_player_form_what_a_server_signs)
{
    static struct seen harmless[PLACES], meant[PLACES];

    run(true, harmless);
    run(false, meant);
    for (unsigned place = 0; place < PLACES; place++) {
        assert_true(harmless[place].words >= 16); /* they are shown there */
        assert_int_equal(meant[place].words, 0);
        for (unsigned i = 0; escape_markers[i]; i++)
            if (meant[place].marker[i] != harmless[place].marker[i])
                fail_msg("place %u has %s %u times, not %u", place, escape_markers[i],
                         meant[place].marker[i], harmless[place].marker[i]);
    }
}
TESTS(NULL, NULL)
