/* SPDX-License-Identifier: MIT */
/* Scenarios and copies as options: what is read, how it is written, what is refused and where. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dt_support.h"
#include "games/dungeon_twister/setup.h"
#include "tests/rows.h"
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
    char out[OPTIONS_TEXT_BYTES];
    struct verdict verdict;

    ROWS_EACH(row, "tests/games/dungeon_twister/scenario.rows",
              "broken_scenarios_are_refused_where_they_break") {
        enum verdict_kind kind = write_options(row.cell[0], out, &verdict);

        if (kind != (row.cell[3] ? VERDICT_ILLEGAL : VERDICT_MALFORMED) ||
            strcmp(verdict.reason, row.cell[1]) != 0)
            fail_msg("%s: %d %s", row.cell[0], kind, verdict.reason);
        if (row.cell[3])
            assert_string_equal(verdict.clause, row.cell[3]);
        if (row.cell[2])
            assert_string_equal(verdict.word, row.cell[2]);
        assert_string_equal(verdict.suggestion, row.cell[4]);
        if (verdict.word[0])
            assert_memory_equal(row.cell[0] + verdict.column - 1, verdict.word,
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
