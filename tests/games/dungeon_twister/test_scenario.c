/* SPDX-License-Identifier: MIT */
/* Scenarios and copies as options: what is read, how it is written, what is refused and where. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dt_support.h"
#include "games/dungeon_twister/setup.h"
#include "tests/test.h"

static enum verdict_kind write_options(const char *options, char out[OPTIONS_TEXT_BYTES],
                                       struct verdict *verdict)
{
    struct game_setup setup = {options, DT_SIDES};
    struct text text;

    text_init(&text, out, OPTIONS_TEXT_BYTES);
    memset(verdict, 0, sizeof *verdict);
    return dungeon_twister.text->write_options(&setup, &text, verdict);
}

TEST(a_scenario_is_written_in_full_and_read_back)
{
    static const char tail[] =
        " boxes=both mode=scenario copies=2 rooms=1+4+5+8"
        " blue=cleric+goblin+mekanork+thief+troll+wall-walker+warrior+wizard+rope+key+rope-2+"
        "rope-3+rope-4+key-2"
        " yellow=red-dragon+elf-scout+ghost+golem+illusionist+weapons-master+paladin+pickpocket+"
        "armor+wand+rope+potion+sword+treasure"
        " first_cards=any jump_cards=0 begins=yellow";
    char once[OPTIONS_TEXT_BYTES], twice[OPTIONS_TEXT_BYTES];
    struct verdict verdict;

    assert_int_equal(
        write_options("begins=yellow jump_cards=0 first_cards=any copies=2 rooms=8+1+5+4 "
                      "yellow=armor+wand+rope+potion+sword+treasure+pickpocket+paladin+"
                      "weapons-master+illusionist+golem+ghost+elf-scout+red-dragon "
                      "blue=rope+rope+rope+rope+key+key+cleric+goblin+mekanork+thief+troll+"
                      "wall-walker+warrior+wizard mode=scenario boxes=both",
                      once, &verdict),
        VERDICT_DONE);
    assert_non_null(strstr(once, tail));
    assert_int_equal(write_options(once, twice, &verdict), VERDICT_DONE);
    assert_string_equal(once, twice);
}

/* The longest options there are fit. */
TEST(the_longest_options_fit)
{
    char out[OPTIONS_TEXT_BYTES];
    struct verdict verdict;

    assert_int_equal(
        write_options("boxes=both mode=scenario copies=expansion-2 rooms=5+6+7+8 "
                      "blue=wall-walker+weapons-master+illusionist+red-dragon+pickpocket+"
                      "elf-scout+mekanork+paladin+treasure+rope+rope+rope+shield+potion "
                      "yellow=wall-walker+weapons-master+illusionist+red-dragon+pickpocket+"
                      "elf-scout+mekanork+paladin+treasure+rope+rope+rope+shield+potion",
                      out, &verdict),
        VERDICT_DONE);
    assert_true(strlen(out) < OPTIONS_TEXT_BYTES - 200);
}

TEST(old_options_are_written_as_before)
{
    char out[OPTIONS_TEXT_BYTES];
    struct verdict verdict;

    assert_int_equal(write_options("", out, &verdict), VERDICT_DONE);
    assert_null(strstr(out, "boxes"));
    assert_int_equal(write_options("boxes=both mode=free", out, &verdict), VERDICT_DONE);
    assert_non_null(strstr(out, " boxes=both mode=free copies=1"));
    assert_null(strstr(out, "rooms"));
}

/* What is wrong, and the item that is to blame. */
TEST(broken_scenarios_are_refused_where_they_break)
{
    static const struct {
        const char *options, *reason, *word, *clause, *suggestion;
    } broken[] = {
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE " yellow=cleriic", "scenario-token", "cleriic", NULL,
         "cleric"},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE " yellow=cleric+", "scenario-item-empty", "", NULL, ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE " yellow=", "scenario-item-empty", "", NULL, ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE " yellow=cleric++goblin", "scenario-item-empty", "",
         NULL, ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE " yellow=cleric+goblin", "scenario-characters",
         "cleric+goblin", "PD-MODE-07", ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE DT_SCENARIO_YELLOW "+armor", "scenario-objects",
         "armor", "PD-MODE-07", ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE DT_SCENARIO_YELLOW "+cleric", "scenario-characters",
         "cleric", "PD-MODE-07", ""},
        {DT_SCENARIO_ROOMS DT_SCENARIO_BLUE DT_SCENARIO_YELLOW "+wand", "scenario-token-twice",
         "wand", "PD-KEYWORD-01", ""},
        {"boxes=both mode=scenario rooms=1+2+5+6+7" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW,
         "scenario-pairs", "7", "PD-MODE-07", ""},
        {"boxes=both mode=scenario rooms=1+2+5" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW,
         "scenario-pairs", "1+2+5", "PD-MODE-07", ""},
        {"boxes=both mode=scenario rooms=1+2+5+5" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW,
         "scenario-pair-twice", "5", "PD-MODE-04", ""},
        {"boxes=both mode=scenario rooms=1+2+5+9" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW,
         "scenario-pair", "9", NULL, ""},
        {"boxes=both mode=scenario rooms=1+2+5+x" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW,
         "scenario-pair", "x", NULL, ""},
        {"boxes=both mode=scenario rooms=1+2+5+99999999999999999999" DT_SCENARIO_BLUE,
         "scenario-pair", "99999999999999999999", NULL, ""},
        {"boxes=both mode=scenario" DT_SCENARIO_BLUE DT_SCENARIO_YELLOW, "scenario-whole", "",
         "PD-MODE-07", ""},
        {"boxes=both mode=free" DT_SCENARIO_BLUE, "scenario-mode", NULL, "PD-MODE-07", ""},
        {DT_SCENARIO " rooms=1+2+3+4", "option-twice", "rooms=1+2+3+4", NULL, ""},
        {DT_SCENARIO " begins=red", "option-value", "red", NULL, "drawn|blue|yellow"},
        {"boxes=both mode=free begins=blue", "switch-of-scenario", "", "PD-MODE-11", ""},
        {"boxes=expansion mode=scenario", "mode-of-both", "", "PD-MODE-02", ""},
        {"copies=2", "copies-of-both", "", "PD-MODE-10", ""},
        {"boxes=both mode=free copies=3", "option-value", "3", NULL, "1|2|base-2|expansion-2"},
    };
    char out[OPTIONS_TEXT_BYTES];
    struct verdict verdict;

    for (unsigned i = 0; i < sizeof broken / sizeof *broken; i++) {
        enum verdict_kind kind = write_options(broken[i].options, out, &verdict);

        if (kind != (broken[i].clause ? VERDICT_ILLEGAL : VERDICT_MALFORMED) ||
            strcmp(verdict.reason, broken[i].reason) != 0)
            fail_msg("%s: %d %s", broken[i].options, kind, verdict.reason);
        if (broken[i].clause)
            assert_string_equal(verdict.clause, broken[i].clause);
        if (broken[i].word)
            assert_string_equal(verdict.word, broken[i].word);
        assert_string_equal(verdict.suggestion, broken[i].suggestion);
        if (verdict.word[0])
            assert_memory_equal(broken[i].options + verdict.column - 1, verdict.word,
                                strlen(verdict.word));
    }
}

TEST(a_version_without_the_second_box_plays_no_scenario)
{
    static struct dt_rulebook book;
    static struct dt_state position;
    struct game_setup setup = {DT_SCENARIO, DT_SIDES};
    struct verdict verdict;

    dt_load_shipped(&book);
    assert_int_equal(dungeon_twister.rules->setup(&book, &setup, &position, &verdict),
                     VERDICT_ILLEGAL);
    assert_string_equal(verdict.clause, "PD-MODE-01");
}

TEST(a_position_of_a_scenario_needs_no_line_for_its_forces)
{
    static const char text[] = "options " DT_SCENARIO "\nroom w1 5D/0\nblue thief b0\n";
    static const char twice[] = "options " DT_SCENARIO "\nforce blue thief\n";
    static const char foreign[] = "options " DT_SCENARIO "\nroom w1 7D/0\n";
    static struct dt_rulebook book;
    static struct dt_state position;
    struct err err = {0};

    dt_load_boxes(&book);
    assert_int_equal(dungeon_twister.text->read(&book, text, sizeof text - 1, &position, &err),
                     RC_OK);
    assert_int_equal(position.force_count[0], DT_FORCE);
    assert_int_equal(position.force_count[1], DT_FORCE);
    assert_int_equal(dungeon_twister.text->read(&book, twice, sizeof twice - 1, &position, &err),
                     RC_BAD_INPUT);
    assert_int_equal(err.line, 2);
    memset(&err, 0, sizeof err);
    assert_int_equal(
        dungeon_twister.text->read(&book, foreign, sizeof foreign - 1, &position, &err),
        RC_BAD_INPUT);
}

TESTS(NULL, NULL)
