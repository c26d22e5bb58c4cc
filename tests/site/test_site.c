/* SPDX-License-Identifier: MIT */
/* The public site: whole, well-formed, refreshed only where something changed, and never more than
 * a watcher may know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "tournament/tournament.h"
#include "games/games.h"
#include "play/adjudicate.h"
#include "server/files.h"
#include "admin/keeper.h"
#include "commands/seating.h"
#include "people/people.h"
#include "site/site.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { LETTERS = 24 };

static const char *const addresses[] = {NULL, ANNA, BOB};

static void start(struct fixture *fixture, const struct game *const *list, const struct game *game,
                  const char *bob)
{
    fixture_make(fixture, list);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, bob, BOB);
    fixture_game(fixture, game, "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

/* All who play want to be seen. */
static void show_names(struct fixture *fixture)
{
    struct err err = {0};
    int64_t player = 1;

    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    while (people_change(fixture->desk, player, "profile", "public", &err) == RC_OK)
        player++;
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

static void order(struct fixture *fixture, const char *from, const char *lines)
{
    writes(fixture, from, lines);
    assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
}

/* Answer whoever is asked with orders of the fixture's choice. */
static void play(struct fixture *fixture, unsigned letters)
{
    char line[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < letters; i++) {
        unsigned seat = adjudicate_is_asked(fixture_position(fixture, 1), 1) ? 1 : 2;

        if (!fixture_random_order(fixture, 1, seat, line))
            return;
        order(fixture, addresses[seat], line);
    }
}

static struct site_count write_site(struct fixture *fixture)
{
    char folder[FIXTURE_PATH * 2];
    struct site_count count;
    struct err err = {0};

    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    if (site_write(fixture->desk, folder, NULL, &count, &err) != RC_OK)
        fail_msg("%s", err.text);
    return count;
}

/* A file of the site; false if there is none. */
static bool read_page(const struct fixture *fixture, const char *name, struct buf *out)
{
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/site/%s", fixture->folder, name);
    buf_clear(out);
    return files_read(path, 1 << 22, out, NULL) == RC_OK;
}

/* A game's record, unpacked. */
static void read_record(const struct fixture *fixture, unsigned game, struct buf *out)
{
    char command[FIXTURE_PATH * 2], block[4096];
    size_t count;
    FILE *pipe;

    snprintf(command, sizeof command, "gunzip -c %s/site/games/%u.record.gz", fixture->folder,
             game);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    buf_clear(out);
    while ((count = fread(block, 1, sizeof block, pipe)) > 0)
        buf_put_bytes(out, block, count);
    assert_int_equal(pclose(pipe), 0);
    assert_true(out->length > 0);
}

static bool holds(const struct buf *page, const char *words)
{
    return strstr(buf_text(page), words) != NULL;
}

static void assert_has(const struct fixture *fixture, const char *name, const char *words)
{
    OWN(buf) page = {0};

    if (!read_page(fixture, name, &page))
        fail_msg("%s is missing", name);
    if (!holds(&page, words))
        fail_msg("%s does not have '%s'", name, words);
}

static bool read_index(struct fixture *fixture, struct buf *out)
{
    write_site(fixture);
    return read_page(fixture, "index.html", out);
}

/* All that xmllint calls wrong about files of the site. */
static void assert_well_formed(const struct fixture *fixture, const char *pattern)
{
    char command[FIXTURE_PATH * 3];

    snprintf(command, sizeof command, "xmllint --noout %s/site/%s", fixture->folder, pattern);
    assert_int_equal(system(command), 0);
}

/* Opened from a file a page can fetch nothing, so that it has the board as a picture. */
FIXTURE_TEST(a_page_shows_the_board_where_it_cannot_step,
             start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    struct site_count count;
    OWN(buf) page = {0};

    play(fixture, LETTERS);
    count = write_site(fixture);
    assert_int_equal(count.games, 1);
    assert_int_equal(count.written, count.files);
    /* index and its board, feed, list of those that go on, club, fairness, seal, style; page,
     * record and two boards; in two languages more all but seal and record */
    assert_int_equal(count.files, 8 + 4 + 2 * (7 + 3));
    assert_has(fixture, "index.html", "games/1.html");
    assert_has(fixture, "index.html", "<a href=\"fairness.html\">Can anybody cheat?</a>");
    assert_has(fixture, "fairness.html", "What is not proved");
    assert_has(fixture, "games/1.html", "<img src=\"../boards/1-whole.svg\"");
    assert_has(fixture, "games/1.html", "srcset=\"../boards/1-wide.svg\"");
    assert_has(fixture, "games/1.html", "?subject=watch%201&amp;body=watch%201\"");
    assert_true(read_page(fixture, "games/1.html", &page));
    assert_false(holds(&page, "iframe"));
    assert_well_formed(fixture, "feed.xml");
    assert_well_formed(fixture, "boards/*.svg");
    count = write_site(fixture);
    assert_int_equal(count.files, 8 + 4 + 2 * (7 + 3));
    assert_int_equal(count.written, 0);
}

TEST(a_game_without_boards_has_its_page_too)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;

    start(&fixture, list, &toy_game, "Bob");
    show_names(&fixture);
    order(&fixture, BOB, "bid 2");
    write_site(&fixture);
    assert_has(&fixture, "games/1.html", "Bob");
    assert_well_formed(&fixture, "feed.xml");
    fixture_remove(&fixture);
}

TEST(a_finished_game_stands_among_the_finished_with_its_end)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;
    OWN(buf) page = {0};

    start(&fixture, list, &toy_game, "Bob");
    assert_true(read_index(&fixture, &page));
    assert_true(strstr(buf_text(&page), "games/1.html") < strstr(buf_text(&page), "h-over"));
    play(&fixture, 200);
    assert_int_equal(fixture_position(&fixture, 1)->phase, POSITION_OVER);
    assert_true(read_index(&fixture, &page));
    assert_true(strstr(buf_text(&page), "games/1.html") > strstr(buf_text(&page), "h-over"));
    assert_has(&fixture, "games/1.html", "<p class=\"state over\">");
    buf_clear(&page);
    assert_true(read_page(&fixture, "games/1.html", &page));
    assert_false(holds(&page, "mailto:"));
    fixture_remove(&fixture);
}

TEST(names_are_shown_as_text)
{
    struct fixture fixture;
    OWN(buf) page = {0};

    start(&fixture, games, games_find("dungeon_twister"),
          "<script>x()</script>\"&' onload=x() \xE2\x80\xAE");
    show_names(&fixture);
    play(&fixture, 4);
    write_site(&fixture);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(read_page(&fixture, i ? "games/1.html" : "index.html", &page));
        assert_true(holds(&page, "&lt;script&gt;"));
        assert_false(holds(&page, "<script>x"));
        assert_false(holds(&page, "\xE2\x80\xAE"));
        assert_false(holds(&page, BOB));
    }
    assert_well_formed(&fixture, "feed.xml");
    assert_well_formed(&fixture, "boards/*.svg");
    fixture_remove(&fixture);
}

FIXTURE_TEST(the_site_speaks_each_language,
             start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    static const char *const words[][3] = {{"en", "<html lang=\"en\">", "All games"},
                                           {"es", "<html lang=\"es\">", "Todas las partidas"},
                                           {"it", "<html lang=\"it\">", "Tutte le partite"}};
    struct site_count count;
    struct err err = {0};
    char folder[FIXTURE_PATH * 2];

    play(fixture, 4);
    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(site_write(fixture->desk, folder,
                                    &(struct site_how){.language = words[i][0]}, &count, &err),
                         RC_OK);
        assert_has(fixture, "games/1.html", words[i][1]);
        assert_has(fixture, "games/1.html", words[i][2]);
        assert_has(fixture, "index.html", words[i][1]);
        assert_well_formed(fixture, "feed.xml");
    }
    assert_int_equal(
        site_write(fixture->desk, folder, &(struct site_how){.language = "xx"}, &count, &err),
        RC_NOT_FOUND);
}

FIXTURE_TEST(a_game_has_its_title_in_the_sites_language,
             start(fixture, games, games_find("welcome_back"), "Bob"))
{
    static const char *const titles[][2] = {{"en", "Welcome Back to the Dungeon 1"},
                                            {"es", "Bienvenido de nuevo a la mazmorra 1"}};
    struct site_count count;
    struct err err = {0};
    char folder[FIXTURE_PATH * 2];

    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(site_write(fixture->desk, folder,
                                    &(struct site_how){.language = titles[i][0]}, &count, &err),
                         RC_OK);
        assert_has(fixture, "games/1.html", titles[i][1]);
        assert_has(fixture, "index.html", titles[i][1]);
    }
}

/* ---- secrets ---- */

/* Leave out the line with the newest entry's hash, which commits to what is hidden. */
static void cut_head(const struct buf *page, struct buf *out)
{
    const char *at = strstr(buf_text(page), "<dt>Newest entry"), *end = strchr(at, '\n');

    buf_put_bytes(out, buf_text(page), (size_t)(at - buf_text(page)));
    buf_put(out, end);
}

/* What watchers see after Bob chose this team in secret. */
static void watch(const char *team, struct buf *seen)
{
    struct fixture fixture;
    OWN(buf) page = {0};

    start(&fixture, games, games_find("dungeon_twister"), "Bob");
    order(&fixture, BOB, team);
    write_site(&fixture);
    assert_true(read_page(&fixture, "boards/1.svg", &page));
    buf_put_bytes(seen, page.at, page.length);
    assert_true(read_page(&fixture, "games/1.html", &page));
    cut_head(&page, seen);
    read_record(&fixture, 1, &page);
    assert_false(holds(&page, team + strlen("team ")));
    fixture_remove(&fixture);
}

TEST(the_site_does_not_depend_on_a_hidden_team)
{
    OWN(buf) one = {0}, other = {0};

    watch("team thief wizard goblin troll", &one);
    watch("team cleric warrior wall-walker mekanork", &other);
    assert_true(one.length > 5000);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.at, other.at, one.length);
}

/* ---- words between players ---- */

#define CARLA "carla@three.example"

/* What watchers read of a game in which Anna spoke to all and to Bob alone. */
static void speak(struct fixture *fixture, bool open)
{
    static const struct game *const list[] = {&toy_game, NULL};
    OWN(letter) letter = {0};

    start(fixture, list, &toy_game, "Bob");
    fixture_player(fixture, "Carla", CARLA);
    fixture->press_open = open;
    assert_int_equal(fixture_game(fixture, &toy_game, ""), 2);
    fixture_round(fixture);
    writes(fixture, ANNA, "luck plums");
    writes(fixture, BOB, "luck figs");
    sends(fixture, CARLA, "watch 2");
    writes(fixture, ANNA, "say Good <luck>\nsay to Bob: only for you");
    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "Good <luck>"));
    fixture->now_s += 3600;
    fixture_settle(fixture);
    fixture_settle(fixture);
    write_site(fixture);
}

static bool anything_says(struct fixture *fixture, const char *words)
{
    OWN(letter) letter = {0};
    OWN(buf) page = {0};
    bool found = false;

    fixture_newest(fixture, CARLA, &letter, NULL);
    found |= strstr(letter.text, words) != NULL;
    assert_true(read_page(fixture, "games/2.html", &page));
    found |= holds(&page, words);
    read_record(fixture, 2, &page);
    found |= holds(&page, words);
    return found;
}

FIXTURE_TEST(words_to_all_stay_with_the_players_where_nothing_else_was_agreed,
             speak(fixture, false))
{
    assert_false(anything_says(fixture, "Good"));
    assert_false(anything_says(fixture, "only for you"));
    assert_false(anything_says(fixture, "What was said"));
}

FIXTURE_TEST(words_to_all_are_read_by_everybody_where_the_game_has_it_so, speak(fixture, true))
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, CARLA, &letter, NULL);
    assert_non_null(strstr(letter.text, "Anna says:"));
    assert_non_null(strstr(letter.text, "| Good <luck>"));
    assert_has(fixture, "games/2.html", "Recent messages");
    assert_has(fixture, "games/2.html", "Good &lt;luck&gt;");
    assert_true(anything_says(fixture, "press open"));
    assert_false(anything_says(fixture, "only for you"));
}

/* ---- when a seat gets another player ---- */

static void replace(struct fixture *fixture, unsigned seat, int64_t player)
{
    struct position *position;
    struct err err = {0};

    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    assert_int_equal(position_get(fixture->desk, 1, &position, &err), RC_OK);
    if (seating_replace(fixture->desk, position, ENTRY_KEEPER, seat, player, false, &err) != RC_OK)
        fail_msg("%s", err.text);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    fixture_round(fixture);
}

FIXTURE_TEST(a_page_names_who_sits_now, start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    OWN(buf) page = {0};

    fixture_player(fixture, "Wanda", "wanda@three.example");
    fixture_player(fixture, "Carla", "carla@four.example");
    show_names(fixture);
    play(fixture, 12);
    replace(fixture, 2, 4);
    write_site(fixture);
    assert_true(read_page(fixture, "games/1.html", &page));
    assert_true(holds(&page, "Carla"));
    assert_false(holds(&page, "Bob"));
}

/* ---- the club ---- */

static void end(struct fixture *fixture)
{
    struct position *position;

    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, 1, &position, &err));
    OK(keeper_end(fixture->desk, position, GAME_WON, 1, "time", &err));
    OK(desk_commit(fixture->desk, &err));
}

FIXTURE_TEST(the_club_names_those_alone_who_asked_for_it,
             start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    OWN(buf) page = {0};

    end(fixture);
    write_site(fixture);
    assert_true(read_page(fixture, "club.html", &page));
    assert_true(holds(&page, "No player of this game has a public profile."));
    assert_true(holds(&page, "Rated games that ended, by month: 20"));
    assert_true(holds(&page, " (1)</p>"));
    assert_false(holds(&page, "Anna"));
    fixture_change(fixture, 1, "profile", "public");
    write_site(fixture);
    assert_true(read_page(fixture, "club.html", &page));
    assert_true(holds(
        &page, "<a href=\"player-1.html\"><bdi>Anna</bdi></a></th><td class=\"n\">1662</td>"));
    assert_has(fixture, "player-1.html", "Games: 0 going on, 1 over.");
    assert_has(fixture, "player-1.html", "Rating 1662 ± ");
    assert_has(fixture, "player-1.html", "points=\"0,24 240,24\"");
    assert_true(holds(&page, "<polyline points=\"0,24 240,24\"/>"));
    assert_false(holds(&page, "Bob"));
    assert_false(holds(&page, "Against each other"));
    fixture_change(fixture, 2, "profile", "public");
    write_site(fixture);
    assert_true(read_page(fixture, "club.html", &page));
    assert_true(holds(&page, "<li><bdi>Anna</bdi> – <bdi>Bob</bdi>: 1 / 0 / 0</li>"));
    assert_has(fixture, "player-1.html", "<li><bdi>Bob</bdi>: 1 / 0 / 0</li>");
    assert_has(fixture, "player-2.html", "<li><bdi>Anna</bdi>: 0 / 0 / 1</li>");
}

FIXTURE_TEST(the_first_page_says_how_to_join,
             start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    OWN(buf) page = {0};

    assert_true(read_index(fixture, &page));
    assert_true(holds(&page, "?subject=join"));
    assert_false(holds(&page, "join%201"));
    sends(fixture, ANNA, "challenge dungeon_twister\n");
    assert_true(read_index(fixture, &page));
    assert_true(holds(&page, "?subject=join%201&amp;body=join%201\""));
    assert_has(fixture, "feed.xml",
               "<link rel=\"alternate\" type=\"text/html\" href=\"games/1.html\"/>");
    assert_well_formed(fixture, "feed.xml");
}

/* Only an address that the web can fetch has a picture; it is what everybody may see, and no
 * player's name stands in what a card says of an anonymous game. */
TEST(a_shared_page_tells_no_more_than_the_public_may_know)
{
    static const struct game *const list[] = {&toy_game, NULL};
    static const char *const pages[] = {"index.html", "games/1.html"};
    struct fixture fixture;
    OWN(buf) page = {0};

    fixture_pair(&fixture, list);
    fixture_round(&fixture);
    sends(&fixture, ANNA, "challenge toy with anonymous rounds=5\n");
    sends(&fixture, BOB, "accept 1\n");
    fixture_round(&fixture);
    assert_true(read_index(&fixture, &page));
    assert_false(holds(&page, "og:image"));
    text_copy(fixture.config.site_url, sizeof fixture.config.site_url, "https://games.example");
    write_site(&fixture);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(read_page(&fixture, pages[i], &page));
        assert_false(holds(&page, "Anna"));
        assert_false(holds(&page, "Bob"));
        assert_true(holds(&page, "og:image") == (i == 0));
    }
    assert_has(&fixture, "index.html", "\"https://games.example/board.png\"");
    fixture_remove(&fixture);
}

TEST(an_open_tournament_is_entered_by_one_tap)
{
    const struct tournament_terms terms = {
        .name = "Winter <cup>",
        .game = "dungeon_twister",
        .rules = {.format = SCHEDULE_SWISS, .groups = 1, .games = 1},
        .by_lot = true};
    struct fixture fixture;
    int64_t id;

    start(&fixture, games, games_find("dungeon_twister"), "Bob");
    OK(desk_begin(fixture.desk, &err));
    OK(tournament_new(fixture.desk, &terms, &id, &err));
    OK(desk_commit(fixture.desk, &err));
    write_site(&fixture);
    assert_has(&fixture, "index.html",
               "?subject=enter%201&amp;body=enter%201\">Take part in Winter");
    assert_has(&fixture, "club.html", "<h3 id=\"cup-1\"><bdi>Winter &lt;cup&gt;</bdi></h3>");
    assert_has(&fixture, "feed.xml", "href=\"club.html#cup-1\"");
    assert_well_formed(&fixture, "feed.xml");
    fixture_remove(&fixture);
}

/* ---- many games ---- */

/* The table's page is built or not; a word stands in for it. */
static void with_table(struct fixture *fixture)
{
    static const char page[] = "<script id=\"site\" type=\"application/json\">{}</script>";
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/data/table.html", fixture->folder);
    assert_int_equal(files_create(path, 0644, page, strlen(page), NULL), RC_OK);
    text_copy(fixture->config.site_url, sizeof fixture->config.site_url, "https://games.example");
}

static bool is_there(const struct fixture *fixture, const char *name)
{
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/site/%s", fixture->folder, name);
    return access(path, F_OK) == 0;
}

static void toys(struct fixture *fixture, unsigned count)
{
    static const struct game *const list[] = {&toy_game, NULL};

    fixture_pair(fixture, list);
    for (unsigned i = 0; i < count; i++)
        fixture_game(fixture, &toy_game, "");
    with_table(fixture);
}

FIXTURE_TEST(a_club_of_thousands_has_a_short_first_page, toys(fixture, 405))
{
    OWN(buf) page = {0};

    assert_true(read_index(fixture, &page));
    assert_true(page.length < 20000);
    assert_true(holds(&page, "<a href=\"open.html\">All 405 games that go on</a>"));
    assert_has(fixture, "open.html", "games/405.html");
    assert_has(fixture, "open.html", "Page 1 of 3");
    assert_has(fixture, "open-2.html", "href=\"open.html\" rel=\"prev\"");
    assert_has(fixture, "open-3.html", "games/1.html");
    assert_has(fixture, "games/405.html",
               "table.html?record=games/405.record.gz&amp;language=en\"");
    assert_true(is_there(fixture, "games/1.record.gz"));
    assert_true(read_page(fixture, "games/1.html", &page));
    assert_true(page.length < 3000);
}

FIXTURE_TEST(each_page_leads_to_itself_in_each_language, toys(fixture, 1))
{
    write_site(fixture);
    assert_has(fixture, "index.html",
               "<a href=\"es/index.html\" hreflang=\"es\" lang=\"es\">Español</a>");
    assert_has(fixture, "es/index.html", "<html lang=\"es\">");
    assert_has(fixture, "es/index.html", "<a href=\"../it/index.html\" hreflang=\"it\"");
    assert_has(fixture, "games/1.html", "<a href=\"../it/games/1.html\"");
    assert_has(fixture, "it/games/1.html", "<a href=\"../../games/1.html\" hreflang=\"en\"");
    assert_has(fixture, "it/games/1.html", "href=\"../../games/1.record.gz\"");
    assert_has(fixture, "es/club.html", "<a href=\"../club.html\" hreflang=\"en\"");
    assert_false(is_there(fixture, "it/games/1.record.gz"));
    assert_well_formed(fixture, "es/feed.xml");
}

static void count_on(void *user, unsigned done, unsigned games_made)
{
    unsigned *last = user;

    assert_int_equal(done, *last + 1);
    assert_int_equal(games_made, 4);
    *last = done;
}

static void write_too(void *user, unsigned done, unsigned games_made)
{
    struct fixture *fixture = user;
    char folder[FIXTURE_PATH * 2];
    struct site_count count;

    (void)done;
    (void)games_made;
    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    assert_int_equal(site_write(fixture->desk, folder, NULL, &count, NULL), RC_BUSY);
}

FIXTURE_TEST(two_runs_do_not_write_one_site_at_once, toys(fixture, 2))
{
    struct site_count count;
    char folder[FIXTURE_PATH * 2];

    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    assert_int_equal(site_write(fixture->desk, folder,
                                &(struct site_how){.progress = write_too, .user = fixture}, &count,
                                NULL),
                     RC_OK);
    assert_int_equal(write_site(fixture).written, 0);
}

FIXTURE_TEST(the_keepers_own_page_of_terms_is_linked_on_each_page, toys(fixture, 2))
{
    static const char *const pages[] = {"index.html", "es/club.html", "it/open.html",
                                        "games/1.html"};
    const char *link = "<a href=\"https://keeper.example/?terms&amp;privacy\">";
    OWN(buf) page = {0};

    write_site(fixture);
    assert_true(read_page(fixture, pages[0], &page));
    assert_false(holds(&page, "keeper.example"));
    text_copy(fixture->config.site_terms, sizeof fixture->config.site_terms,
              "https://keeper.example/?terms&privacy");
    write_site(fixture);
    for (unsigned i = 0; i < sizeof pages / sizeof pages[0]; i++)
        assert_has(fixture, pages[i], link);
}

FIXTURE_TEST(it_is_said_how_far_a_run_is_through_all_languages, toys(fixture, 4))
{
    unsigned last = 0;
    struct site_count count;
    char folder[FIXTURE_PATH * 2];
    struct err err = {0};

    snprintf(folder, sizeof folder, "%s/site", fixture->folder);
    assert_int_equal(site_write(fixture->desk, folder,
                                &(struct site_how){.progress = count_on, .user = &last}, &count,
                                &err),
                     RC_OK);
    assert_int_equal(last, 4);
}

FIXTURE_TEST(a_move_writes_its_game_and_the_lists_that_name_it, toys(fixture, 30))
{
    struct site_count count;

    count = write_site(fixture);
    assert_int_equal(count.written, count.files);
    count = write_site(fixture);
    assert_int_equal(count.written, 0);
    fixture->now_s += 60;
    fixture_luck(fixture, 7);
    count = write_site(fixture);
    /* page and record, its board, open.html, index.html with its picture, feed.xml; in two
     * languages more all but record and picture */
    assert_int_equal(count.written, 7 + 2 * 5);
}

FIXTURE_TEST(a_page_that_was_lost_is_written_again, toys(fixture, 3))
{
    char path[FIXTURE_PATH * 2];

    write_site(fixture);
    snprintf(path, sizeof path, "%s/site/games/2.html", fixture->folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(write_site(fixture).written, 1);
    assert_true(is_there(fixture, "games/2.html"));
}

FIXTURE_TEST(another_name_is_shown_on_each_page_of_the_player, toys(fixture, 3))
{
    write_site(fixture);
    assert_has(fixture, "games/3.html", "Player 1 – Player 2"); /* who said nothing is not shown */
    fixture_change(fixture, 1, "profile", "public");
    write_site(fixture);
    assert_has(fixture, "games/3.html", "Anna – Player 2");
    fixture_change(fixture, 1, "name", "Hanna");
    write_site(fixture);
    assert_has(fixture, "games/1.html", "Hanna");
    assert_has(fixture, "games/3.html", "Hanna");
    assert_has(fixture, "open.html", "Hanna");
}

FIXTURE_TEST(finished_games_stand_under_their_month, toys(fixture, 2))
{
    end(fixture);
    write_site(fixture);
    assert_has(fixture, "months.html", "<span class=\"quiet\">(1)</span>");
    assert_has(fixture, "index.html", "href=\"month-20");
    assert_has(fixture, "open.html", "games/2.html");
}

FIXTURE_TEST(only_who_shows_himself_has_a_list_of_his_games, toys(fixture, 2))
{
    write_site(fixture);
    assert_false(is_there(fixture, "player-1.html"));
    fixture_change(fixture, 1, "profile", "public");
    write_site(fixture);
    assert_has(fixture, "player-1.html", "Games of Anna");
    assert_has(fixture, "player-1.html", "games/2.html");
    assert_has(fixture, "players.html", "player-1.html");
    assert_false(is_there(fixture, "player-2.html"));
    fixture_change(fixture, 1, "profile", "club");
    write_site(fixture);
    assert_false(is_there(fixture, "player-1.html"));
    assert_false(is_there(fixture, "players.html"));
}

FIXTURE_TEST(a_small_page_begins_with_the_board,
             start(fixture, games, games_find("dungeon_twister"), "Bob"))
{
    OWN(buf) page = {0};

    show_names(fixture);
    with_table(fixture);
    play(fixture, LETTERS);
    write_site(fixture);
    assert_true(read_page(fixture, "games/1.html", &page));
    assert_true(page.length < 4500);
    assert_true(holds(&page, "games/1.record.gz&amp;language=en&amp;embed"));
    assert_true(holds(&page, "<bdi data-seat=\"1\">Anna</bdi>"));
    assert_has(fixture, "boards/1.svg", "</svg>");
    assert_has(fixture, "index.html", "boards/1.svg");
}

TESTS(NULL, NULL)
