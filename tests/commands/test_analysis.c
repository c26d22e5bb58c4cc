/* SPDX-License-Identifier: MIT */
/* The letters that look a game through, whole, in each language: two levels of the practice
 * opponent play a game of Dungeon Twister by letters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "games/games.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/test.h"

enum { LETTERS_MAX = 600, LINES_MAX = 24, BOX_MAX = 2000 };

static const struct game *games_list[2];
static const char *const address[] = {NULL, ANNA, BOB};

static void start(struct fixture *fixture)
{
    games_list[0] = games_find("dungeon_twister");
    fixture_pair(fixture, games_list);
    fixture_round(fixture);
    sends(fixture, ANNA, "invite Bob to dungeon twister");
    writes(fixture, BOB, "accept");
    fixture_luck(fixture, 1);
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
}

/* The seat that is asked and may answer; 0: none. */
static unsigned asked_seat(const struct position *position)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].kind == DECISION_ORDER)
            return position->decision[i].seat;
    return 0;
}

/* Its orders, a line each, until somebody else is asked or something is seen. */
static void write_turn(const struct position *position, unsigned seat, struct bot *bot,
                       struct buf *lines)
{
    const struct game *game = position->played;
    OWN_MEMORY void *view = calloc(1, game->state_bytes);
    struct decision asked[DECISIONS_MAX];
    struct order order;
    unsigned count = 1;

    bot->game = game;
    bot->rulebook = position_rulebook(position);
    game_view(game, bot->rulebook, position_state(position), seat, view);
    for (unsigned n = 0; n < LINES_MAX && count == 1 && bot_choose(bot, view, seat, &order); n++) {
        TEXT_IN(text, line, ORDER_TEXT_BYTES);

        game->text->write_order(bot->rulebook, NULL, &order, ORDER_FULL, &text);
        buf_printf(lines, "%s\n", line);
        if (!game->rules->apply(bot->rulebook, view, &order, NULL))
            break;
        count = game->rules->open_decisions(bot->rulebook, view, asked);
        if (count == 1 && (asked[0].kind != DECISION_ORDER || asked[0].seat != seat))
            break;
    }
}

static void play(struct fixture *fixture)
{
    struct bot bot[] = {{0}, {.level = BOT_MEDIUM, .seed = 3}, {.level = BOT_EASY, .seed = 4}};
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned n = 0; n < LETTERS_MAX && position->phase == POSITION_PLAY; n++) {
        unsigned seat = asked_seat(position);
        OWN(buf) lines = {0};

        assert_true(seat > 0);
        write_turn(position, seat, &bot[seat], &lines);
        writes(fixture, address[seat], buf_text(&lines));
        assert_string_equal(fixture_outcome(fixture), "accepted ");
        position = fixture_position(fixture, 1);
    }
    assert_int_equal(position->phase, POSITION_OVER);
}

/* The text of the newest letter but one: the answer comes behind what was asked for. */
static void read_analysis(struct fixture *fixture, const char *who, struct buf *text,
                          bool *has_page)
{
    char path[FIXTURE_PATH * 2];
    unsigned found = 0;

    for (unsigned n = BOX_MAX; n > 0 && found < 2; n--) {
        OWN(letter) letter = {0};
        OWN(buf) bytes = {0};

        snprintf(path, sizeof path, "%s/mail/%s/new/out-%u", fixture->folder, who, n);
        if (files_read(path, 16 << 20, &bytes, NULL) != RC_OK)
            continue;
        assert_int_equal(letter_read(bytes.at, bytes.length, NULL, &letter, NULL), RC_OK);
        if (++found == 2) {
            buf_put(text, letter.text);
            *has_page = strstr(buf_text(&bytes), "filename=analysis.html") != NULL;
        }
    }
    assert_int_equal(found, 2);
}

static unsigned count_of(const char *text, const char *words)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

/* doc/letters/analysis.LANGUAGE.txt, where make update-analysis asks for it. */
static void keep(const struct buf *text, const char *language)
{
    const char *folder = getenv("ANALYSIS_WRITE");
    char path[512];
    FILE *file;

    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/analysis.%s.txt", folder, language);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(buf_text(text), file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A curve of so many points, three turns, each on two boards, nothing left untold. */
static void is_looked_through(struct fixture *fixture, const char *who, const char *language,
                              const char *better, const char *board, bool with_page)
{
    char line[32];
    OWN(buf) text = {0};
    bool has_page = false;

    snprintf(line, sizeof line, "language %s", language);
    writes(fixture, who, line);
    writes(fixture, who, "analyse");
    read_analysis(fixture, who, &text, &has_page);
    keep(&text, language);
    assert_true(count_of(buf_text(&text), " %  ") > 10);
    assert_int_equal(count_of(buf_text(&text), better), 3);
    assert_int_equal(count_of(buf_text(&text), board), 3);
    assert_int_equal(count_of(buf_text(&text), "\n21 "), 6);
    assert_int_equal(count_of(buf_text(&text), "{"), 0);
    assert_int_equal(has_page, with_page);
}

FIXTURE_TEST(a_game_is_looked_through_in_each_language, start(fixture))
{
    play(fixture);
    is_looked_through(fixture, ANNA, "en", "\nBetter: ", "The same turn with what would have been",
                      false);
    is_looked_through(fixture, ANNA, "es",
                      "\nMejor: ", "El mismo turno con lo que habría sido mejor", false);
    writes(fixture, BOB, "format html");
    is_looked_through(fixture, BOB, "it", "\nMeglio: ", "Lo stesso turno con ciò che sarebbe stato",
                      true);
}

TESTS(NULL, NULL)
