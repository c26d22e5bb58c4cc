/* SPDX-License-Identifier: MIT */
/* Standing answers for bidding and dungeon: WB-TIMER-11 to -16. */
#include <string.h>

#include "rules/standing.h"
#include "wb_support.h"
#include "tests/languages.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { LINES_MAX = 8 };

static struct wb_rulebook book;
static struct lexicon lexicon;

static void read_position(const char *text, struct wb_state *state)
{
    struct err err = {0};

    if (welcome_back.text->read(&book, text, strlen(text), state, &err) != RC_OK)
        fail_msg("line %u: %s", err.line, err.text);
}

static struct order list[LEGAL_MAX];

/* The canonical text of a line, which must read as itself. */
static void write_line(const char *words, size_t length, struct text *out)
{
    struct verdict verdict = {0};

    if (standing_write(&welcome_back, &book, &lexicon, 1, words, length, STANDING_ALWAYS, out,
                       &verdict) != VERDICT_DONE)
        fail_msg("'%.*s': %s", (int)length, words, verdict.reason);
    assert_true(standing_is_canonical(&welcome_back, &book, 1, out->at, out->length));
}

/* Walk the lines (one string, parted by '\n') for the open question; what they decide as text:
 * an order, "ask", or "default ORDER". */
static const char *decide(const struct wb_state *state, const char *lines)
{
    static char answer[ORDER_TEXT_BYTES], words[LINES_MAX][LINE_TEXT_BYTES];
    struct standing_line line[LINES_MAX];
    struct decision decision[DECISIONS_MAX];
    struct standing_choice choice;
    struct wb_state view;
    struct text text;
    unsigned count = 0;

    while (*lines) {
        size_t length = strcspn(lines, "\n");

        text_init(&text, words[count], sizeof words[count]);
        write_line(lines, length, &text);
        standing_part(text.at, text.length, &line[count]);
        lines += length + (lines[length] == '\n');
        count++;
    }
    assert_int_equal(welcome_back.rules->open_decisions(&book, state, decision), 1);
    game_view(&welcome_back, &book, state, decision->seat, &view);
    standing_decide(&welcome_back, &book, &view, decision, line, count, list, &choice);
    text_init(&text, answer, sizeof answer);
    if (choice.result == STANDING_IS_ASKED)
        return "ask";
    if (choice.result == STANDING_FALLS_BACK)
        text_put(&text, "default ");
    welcome_back.text->write_order(&book, state, &list[0], ORDER_FULL, &text);
    return answer;
}

static void bid(unsigned pile, struct wb_state *state)
{
    char text[512] = "seats 3\nround 1\nphase bid\nhero warrior\noptions heroes=both\nturn 1\n"
                     "tiles torch holy-grail\npile ";

    for (unsigned i = 0; i < pile; i++)
        strcat(text, "? ");
    strcat(text, "\n");
    read_position(text, state);
}

static void hand(const char *card, const char *tiles, struct wb_state *state)
{
    TEXT_IN(out, text, 512);

    text_put(&out, "seats 3\nround 1\nphase place\nhero warrior\noptions heroes=both\nturn 1\n"
                   "tiles ");
    text_put(&out, tiles);
    text_put(&out, "\nhand ");
    text_put(&out, card);
    text_put(&out, "\n");
    read_position(text, state);
}

TEST(a_bidding_goes_by_the_lines)
{
    static const char plan[] = "draw if pile under 5\n"
                               "pass when pile at least 5\n"
                               "if it is a dragon, set it aside with the torch\n"
                               "add";
    struct wb_state state;

    bid(4, &state);
    assert_string_equal(decide(&state, plan), "draw");
    bid(5, &state);
    assert_string_equal(decide(&state, plan), "pass");
    hand("dragon", "torch holy-grail", &state);
    assert_string_equal(decide(&state, plan), "aside torch");
    hand("golem", "torch holy-grail", &state);
    assert_string_equal(decide(&state, plan), "add");
    hand("dragon", "holy-grail", &state);
    assert_string_equal(decide(&state, plan), "add");
}

TEST(a_bidder_without_a_fitting_line_is_asked)
{
    struct wb_state state;

    bid(3, &state);
    assert_string_equal(decide(&state, "pass if pile 5+"), "ask");
    assert_string_equal(decide(&state, "pass if pile over 3"), "ask");
    assert_string_equal(decide(&state, "pass if pile over 2"), "pass");
    assert_string_equal(decide(&state, "pass if pile 4 or more"), "ask");
    assert_string_equal(decide(&state, "pass if pile 3 or more"), "pass");
    assert_string_equal(decide(&state, "pass if pile 2 or fewer"), "ask");
    assert_string_equal(decide(&state, "pass if pile 3 or less"), "pass");
    assert_string_equal(decide(&state, "use vorpal sword\nelse decline"), "ask");
    assert_string_equal(decide(&state, ""), "ask");
    hand("golem", "torch", &state);
    assert_string_equal(decide(&state, "aside torch if dragon"), "ask");
    assert_string_equal(decide(&state, "aside torch if strength 4 to 6"), "aside torch");
    assert_string_equal(decide(&state, "aside torch if strength 6+"), "ask");
    assert_string_equal(decide(&state, "add if orc or golem"), "add");
    assert_string_equal(decide(&state, "add if orc"), "ask");
    hand("fairy", "torch", &state);
    assert_string_equal(decide(&state, "aside torch if strength 0"), "aside torch");
    hand("dragon", "holy-grail", &state);
    assert_string_equal(decide(&state, "aside torch if dragon"), "ask");
    assert_string_equal(decide(&state, "aside torch, grail if dragon"), "aside holy-grail");
}

/* An unknown card in hand (the view of somebody else) fits no condition on it. */
TEST(a_card_not_known_fits_no_condition)
{
    struct wb_state state;

    hand("?", "torch", &state);
    assert_string_equal(decide(&state, "aside torch if dragon\nadd"), "add");
    hand("mimic", "torch", &state);
    assert_string_equal(decide(&state, "aside torch if strength 0-9\nadd"), "add");
}

static void face(const char *card, int hp, const char *tiles, struct wb_state *state)
{
    TEXT_IN(out, text, 512);

    text_put(&out, "seats 2\nround 1\nphase choice\nhero ninja\nraider 1\ntiles ");
    text_put(&out, tiles);
    text_put(&out, "\nfaced ");
    text_put(&out, card);
    text_put(&out, "\npile ? ?\nhp ");
    text_put_int(&out, hp);
    text_put(&out, "\n");
    read_position(text, state);
}

static const char bomb_and_more[] = "weird-concoction curative-herbs smoke-bomb wooden-shuriken";

/* WB-EX-27, line by line. */
TEST(the_worked_example_goes_as_written)
{
    static const char plan[] = "Smoke Bomb, strength 5 to 9, use\n"
                               "discard shuriken, herbs\n"
                               "else=decline";
    struct wb_state state;

    face("orc", 11, bomb_and_more, &state);
    assert_string_equal(decide(&state, plan), "default decline");
    face("golem", 8, bomb_and_more, &state);
    assert_string_equal(decide(&state, plan), "use smoke-bomb");
    read_position("seats 2\nround 1\nphase price\nhero ninja\nraider 1\nfaced golem\npile ?\nhp 8\n"
                  "tiles weird-concoction curative-herbs smoke-bomb wooden-shuriken\n"
                  "asked smoke-bomb\n",
                  &state);
    assert_string_equal(decide(&state, plan), "discard wooden-shuriken");
    read_position("seats 2\nround 1\nphase price\nhero ninja\nraider 1\nfaced lich\npile ?\nhp 8\n"
                  "tiles weird-concoction curative-herbs smoke-bomb\nasked smoke-bomb\n",
                  &state);
    assert_string_equal(decide(&state, plan), "discard curative-herbs");
}

TEST(conditions_use_values_as_faced)
{
    ROWS_EACH(row, "tests/games/welcome_back/standing.rows", "conditions_use_values_as_faced") {
        struct wb_state state;

        face(row.cell[0], row_number(&row, 1), "curative-herbs smoke-bomb", &state);
        if (strcmp(decide(&state, row.cell[2]), row.cell[3]) != 0)
            fail_msg("%s at %d HP, '%s': %s", row.cell[0], row_number(&row, 1), row.cell[2],
                     decide(&state, row.cell[2]));
    }
}

TEST(the_closing_line_decides_what_no_line_fits)
{
    struct wb_state state;

    face("golem", 8, bomb_and_more, &state);
    assert_string_equal(decide(&state, "use bomb if dragon\nelse ask"), "ask");
    assert_string_equal(decide(&state, "else ask\nuse bomb if golem"), "use smoke-bomb");
    assert_string_equal(decide(&state, "use bomb if dragon else ask\nuse bomb if golem"), "ask");
    assert_string_equal(decide(&state, "use bomb if dragon\nelse decline"), "default decline");
    assert_string_equal(decide(&state, "use bomb if dragon"), "default decline");
    assert_string_equal(decide(&state, "else decline"), "default decline");
    assert_string_equal(decide(&state, "discard herbs"), "ask");
    assert_string_equal(decide(&state, "draw\nadd"), "ask");
}

TEST(the_cube_takes_from_the_list_or_the_default)
{
    struct wb_state state;

    read_position("seats 2\nround 1\nphase cube\nhero ninja\nraider 1\nfaced cube\npile ?\nhp 8\n"
                  "tiles weird-concoction smoke-bomb\n",
                  &state);
    assert_string_equal(decide(&state, "discard ninjato, concoction"), "discard weird-concoction");
    assert_string_equal(decide(&state, "discard ninjato"), "default discard smoke-bomb");
    assert_string_equal(decide(&state, "discard ninjato\nelse ask"), "ask");
    assert_string_equal(decide(&state, "use bomb if golem"), "default discard smoke-bomb");
    assert_string_equal(decide(&state, "pass"), "ask");
    assert_string_equal(decide(&state, ""), "ask");
}

TEST(names_and_picks_missing_are_always_asked)
{
    struct wb_state state;

    read_position(
        "options heroes=both\nseats 3\nround 1\nphase name\nhero rogue\nraider 1\nturn 1\n"
        "asked vorpal-dagger\ntiles vorpal-dagger\npile ?\nhp 3\n",
        &state);
    assert_string_equal(decide(&state, "name lich"), "name lich");
    assert_string_equal(decide(&state, "use axe\nelse decline"), "ask");
    read_position("seats 3\nround 1\nphase pick\nhero princess\nraider 1\nasked greatsword\n"
                  "tiles greatsword\npile ?\nhp 2\n",
                  &state);
    assert_string_equal(decide(&state, "pick 3"), "pick 3");
    assert_string_equal(decide(&state, "pick 1"), "default pick 2");
    assert_string_equal(decide(&state, "else decline"), "ask");
}

static enum verdict_kind leave(const struct wb_state *state, unsigned seat, const char *line,
                               struct verdict *verdict)
{
    TEXT_IN(text, words, LINE_TEXT_BYTES);
    enum verdict_kind kind;

    memset(verdict, 0, sizeof *verdict);
    kind = standing_write(&welcome_back, &book, &lexicon, seat, line, strlen(line), STANDING_ALWAYS,
                          &text, verdict);
    return kind == VERDICT_DONE
               ? welcome_back.standing->judge(&book, state, seat, words, text.length, true, verdict)
               : kind;
}

TEST(a_line_that_can_never_apply_is_void)
{
    static const char *const bad[] = {
        "use fire axe",   "use ninjato", "discard torch", "use bomb if strength 6 to 2",
        "name golem",     "pick 9",      "pick 1",        "aside shinobi gear",
        "use lucky coin",
    };
    struct wb_state state;
    struct verdict verdict;

    read_position("seats 3\nround 1\nphase bid\nhero ninja\nturn 2\n"
                  "tiles curative-herbs smoke-bomb wooden-shuriken ninjato\n",
                  &state);
    ROWS_EACH(row, "tests/games/welcome_back/standing.rows", "a_line_that_can_never_apply_is_void")
        if (leave(&state, 1, row.cell[0], &verdict) != VERDICT_DONE)
            fail_msg("'%s': %s", row.cell[0], verdict.reason);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (leave(&state, 1, bad[i], &verdict) != VERDICT_ILLEGAL)
            fail_msg("'%s' is taken", bad[i]);
        assert_string_equal(verdict.clause, "WB-TIMER-11");
    }
}

TEST(names_and_picks_are_left_where_a_tile_asks_for_them)
{
    struct wb_state state;
    struct verdict verdict;

    read_position("options heroes=both\nseats 3\nround 1\nphase bid\nhero warrior\nturn 1\n"
                  "tiles vorpal-sword\n",
                  &state);
    assert_int_equal(leave(&state, 1, "name lich", &verdict), VERDICT_DONE);
    read_position("seats 3\nround 1\nphase bid\nhero princess\nturn 1\ntiles greatsword\n", &state);
    assert_int_equal(leave(&state, 1, "name lich", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 1, "name dragon", &verdict), VERDICT_ILLEGAL);
    assert_int_equal(leave(&state, 1, "pick 3", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 1, "pick 4", &verdict), VERDICT_ILLEGAL);
}

TEST(what_is_no_standing_answer_is_malformed)
{
    struct wb_state state;
    struct verdict verdict;

    bid(1, &state);
    ROWS_EACH(row, "tests/games/welcome_back/standing.rows",
              "what_is_no_standing_answer_is_malformed")
        if (leave(&state, 1, row.cell[0], &verdict) != VERDICT_MALFORMED)
            fail_msg("'%s' is taken", row.cell[0]);
}

TEST(lines_may_be_left_up_to_the_raid_and_when_asked)
{
    struct wb_state state;
    struct verdict verdict;

    read_position("seats 3\nround 2\nphase bid\nhero ninja\nturn 2\nout 3\ntiles smoke-bomb\n",
                  &state);
    assert_int_equal(leave(&state, 1, "use bomb", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 3, "use bomb", &verdict), VERDICT_ILLEGAL);
    assert_string_equal(verdict.clause, "WB-TIMER-16");
    assert_int_equal(welcome_back.standing->term(&book, &state), 2);
    face("golem", 8, bomb_and_more, &state);
    assert_int_equal(leave(&state, 1, "use bomb", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 2, "use bomb", &verdict), VERDICT_ILLEGAL);
    read_position("seats 2\nround 1\nphase reveal\nhero ninja\nraider 1\nfaced orc\npile ?\nhp 3\n"
                  "tiles smoke-bomb ninjato\n",
                  &state);
    assert_int_equal(leave(&state, 1, "use bomb", &verdict), VERDICT_ILLEGAL);
    read_position("seats 2\nround 1\nphase reveal\nhero ninja\nraider 1\npile ?\nhp 3\n"
                  "tiles smoke-bomb ninjato\n",
                  &state);
    assert_int_equal(leave(&state, 1, "use bomb", &verdict), VERDICT_DONE);
    read_position("seats 3\nround 2\nphase hero\nhero ninja\nturn 1\nstarter 1\nout 3\n", &state);
    assert_int_equal(leave(&state, 1, "use bomb", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 1, "use torch", &verdict), VERDICT_DONE); /* of another hero */
    assert_int_equal(leave(&state, 2, "draw if pile under 3", &verdict), VERDICT_DONE);
    assert_int_equal(leave(&state, 3, "pass", &verdict), VERDICT_ILLEGAL);
}

int main(void)
{
    const char *const *languages = test_languages();

    wb_load_shipped(&book);
    wb_start_words(&lexicon);
    for (size_t i = 0; languages[i]; i++)
        wb_add_words(&lexicon, languages[i]);
    return tests_run(__FILE__, NULL, NULL);
}
