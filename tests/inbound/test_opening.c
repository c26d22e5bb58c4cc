/* SPDX-License-Identifier: MIT */
/* A game's first letters: luck, and what stands beside it. */
#include <stdio.h>
#include <string.h>

#include "games/dungeon_twister/dungeon_twister.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct fixture fixture;

/* Dungeon Twister between Anna and Bob, whose luck nobody has given. */
static int begin(void **state)
{
    static const struct game *const one[] = {&dungeon_twister, NULL};

    (void)state;
    fixture_pair(&fixture, one);
    fixture_game(&fixture, &dungeon_twister, "");
    fixture_round(&fixture);
    return 0;
}

static int end(void **state)
{
    (void)state;
    fixture_remove(&fixture);
    return 0;
}

#define OPENING(name) TEST_WITH(name, begin, end)

/* Anna writes this, of whom luck is asked, and of Bob, too: a language, words, and what is told of
 * them. */
static void tells(const char *table)
{
    ROWS_EACH(row, "tests/inbound/opening.rows", table) {
        const char *wanted[] = {row.cell[2], row.cell[3], row.cell[4]};
        OWN(buf) set = {0};

        buf_printf(&set, "language %s", row.cell[0]);
        writes(&fixture, ANNA, buf_text(&set));
        writes(&fixture, ANNA, row.cell[1]);
        for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++)
            if (wanted[w])
                newest_has(&fixture, ANNA, wanted[w]);
        assert_int_not_equal(fixture_position(&fixture, 1)->luck[1], ENTRY_LUCK_NONE);
        end(NULL);
        begin(NULL);
    }
}

/* No order can be carried out before the last luck is there: it stands until then. */
OPENING(a_team_beside_the_luck_is_no_part_of_it)
{
    tells("a_team_beside_the_luck_is_no_part_of_it");
}

/* Nor in a letter that answers none. */
OPENING(a_team_beside_the_luck_of_a_new_letter_is_no_part_of_it)
{
    fixture_send(&fixture, ANNA, NULL, NULL, "luck: 99. team warrior wizard thief goblin");
    fixture_settle(&fixture);
    newest_has(&fixture, ANNA, "word for word: 99.\n");
    newest_has(&fixture, ANNA, "team warrior wizard thief goblin\n");
}

OPENING(where_luck_is_asked_any_words_give_it)
{
    tells("where_luck_is_asked_any_words_give_it");
}

OPENING(who_does_not_know_what_luck_is_has_given_none)
{
    says(&fixture, ANNA, "I don't know what that is", "rejected luck");
    says(&fixture, ANNA, "language es", "answered command");
    hears(&fixture, ANNA, "ok juego!! pero q no se como va", "Se gana con puntos de victoria");
    newest_lacks(&fixture, ANNA, "DT-CARD-01 a -06");
    assert_int_equal(fixture_position(&fixture, 1)->luck[1], ENTRY_LUCK_NONE);
}

/* Not even where it closes a letter, for all that it looks like. */
OPENING(what_is_taken_for_a_goodbye_is_told)
{
    writes(&fixture, ANNA, "luck: 42\n\nfrumble the warrior and wizard");
    newest_has(&fixture, ANNA, "not read as an order: frumble the warrior and");
}

/* "e1" is a square, too, and where tokens are laid it is none. */
OPENING(several_tokens_are_laid_in_rooms_by_one_letter)
{
    fixture_luck(&fixture, 1);
    fixture_round(&fixture);
    writes(&fixture, ANNA, "team warrior wizard thief troll");
    writes(&fixture, BOB, "team warrior wizard thief troll");
    writes(&fixture, ANNA, "cleric w1, goblin e1, mekanork e2");
    newest_has(&fixture, ANNA, "place goblin e1\nplace mekanork e2\n");
}

OPENING(a_team_beside_a_question_to_the_opponent_is_asked_back)
{
    fixture_luck(&fixture, 1);
    fixture_round(&fixture);
    writes(&fixture, ANNA, "language es");
    writes(&fixture, ANNA,
           "Para esta partida con Bob elegir\xC3\xAD"
           "a, si le parece bien, al guerrero, la "
           "ladrona, el goblin y el pasamuros; \xC2\xBFpodr\xC3\xAD"
           "a preguntarle a Bob si "
           "es italiana?");
    newest_has(&fixture, ANNA, "* equipo Guerrero Ladrona Goblin Pasamuros");
    newest_has(&fixture, ANNA,
               "* decir \xC2\xBFpodr\xC3\xAD"
               "a preguntarle a Bob si es italiana?");
    writes(&fixture, ANNA,
           "elegir\xC3\xAD"
           "a al guerrero, la ladrona, el goblin y el pasamuros");
    newest_has(&fixture, ANNA, "+ equipo Guerrero Ladrona Goblin Pasamuros");
}

/* ---- first letters ---- */

OPENING(a_first_letter_says_what_the_game_is_about_and_why_luck_is_asked)
{
    newest_has(&fixture, ANNA, "What it is about: Two players, eight characters each.");
    newest_has(&fixture, ANNA, "so that nobody can choose it,");
    newest_has(&fixture, ANNA, "team cleric goblin troll thief");
}

OPENING(a_first_letter_proposes_nobody_whom_the_game_does_not_have)
{
    fixture_game(&fixture, &dungeon_twister, "boxes=expansion");
    fixture_round(&fixture);
    newest_has(&fixture, ANNA, "What it is about:");
    newest_lacks(&fixture, ANNA, "team cleric");
    newest_lacks(&fixture, ANNA, "Scroll");
}

/* Twenty tokens are told in a line, and told once. */
OPENING(what_is_laid_face_down_is_told_in_a_line)
{
    static const char team[] = "team warrior wizard thief goblin\nthe rest at random",
                      tokens[] = "  Tokens of Anna: ";
    OWN(letter) letter = {0};
    const char *told;

    fixture_luck(&fixture, 1);
    fixture_round(&fixture);
    writes(&fixture, ANNA, team);
    writes(&fixture, BOB, team);
    newest_has(&fixture, BOB, "20 tokens are laid face down in the rooms.");
    newest_lacks(&fixture, BOB, "places a token face down");
    newest_lacks(&fixture, BOB, "something");
    newest_lacks(&fixture, BOB, "Charm Scroll");
    writes(&fixture, ANNA, "resign");
    writes(&fixture, ANNA, "confirm");
    fixture_newest(&fixture, BOB, &letter, NULL);
    told = strstr(letter.text, tokens);
    assert_non_null(told); /* though hers and his were laid by turns */
    assert_null(strstr(told + 1, tokens));
    newest_lacks(&fixture, BOB, "Token 2 of Anna");
}

/* ---- forces ---- */

/* A game of two boxes, in which Anna is asked for her force and for luck. */
static void begin_forces(const char *language)
{
    OWN(buf) set = {0};

    fixture_game(&fixture, &dungeon_twister, "boxes=both mode=free");
    fixture_round(&fixture);
    buf_printf(&set, "language %s", language);
    writes(&fixture, ANNA, buf_text(&set));
}

OPENING(a_list_of_what_is_asked_for_needs_no_verb)
{
    begin_forces("it");
    newest_has(&fixture, ANNA, "Scegli gli 8 personaggi della tua squadra, poi i suoi 6 oggetti.");
    says(&fixture, ANNA,
         "Paladino, elfo, fantasma, golem, mago, ladra, goblin, troll; tesoro, spada, armatura, "
         "corda, pozione della velocit\xC3\xA0, anello",
         "accepted ");
    newest_has(&fixture, ANNA, "+ scegliere Anello del teletrasporto");
    newest_has(&fixture, ANNA, "La tua fortuna \xC3\xA8 annotata.");
    newest_has(&fixture, ANNA, "vengono scelti 14 personaggi e oggetti");
}

/* It would lay all his tokens later. */
OPENING(what_is_left_to_chance_where_forces_are_chosen_is_no_standing_order)
{
    begin_forces("en");
    writes(&fixture, ANNA, "choose paladin\nchoose golem\nthe rest at random");
    newest_has(&fixture, ANNA, "+ choose golem");
    newest_has(&fixture, ANNA, "What is laid is not");
    newest_lacks(&fixture, ANNA, "place any");
}

/* "The rest" of an order that fails is left to nobody: his team would be drawn by lot. */
OPENING(the_rest_beside_a_team_that_fails_waits_with_it)
{
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, ANNA,
           "luck: three mice. My team is the paladin, the ghost, the pickpocket and the elf. rest "
           "wherever");
    newest_has(&fixture, ANNA, "does not have this");
    newest_lacks(&fixture, ANNA, "Noted and sealed");
    writes(&fixture, ANNA, "team warrior wizard thief goblin. rest wherever");
    newest_has(&fixture, ANNA, "+ team warrior wizard thief goblin");
    newest_has(&fixture, ANNA, "Noted and sealed");
}

TESTS(NULL, NULL)
