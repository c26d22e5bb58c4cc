/* SPDX-License-Identifier: MIT */
/* What stands beside orders in a letter: it is done, answered or named as left out. */
#include <stdio.h>
#include <string.h>

#include "games/dungeon_twister/dungeon_twister.h"
#include "play/adjudicate.h"
#include "tests/house/talking.h"
#include "tests/test.h"

static struct fixture fixture;

/* Dungeon Twister between Anna and Bob, up to their teams. */
static int begin(void **state)
{
    static const struct game *const one[] = {&dungeon_twister, NULL};

    (void)state;
    fixture_make(&fixture, one);
    fixture_start(&fixture, &dungeon_twister);
    return 0;
}

static int end(void **state)
{
    (void)state;
    fixture_remove(&fixture);
    return 0;
}

static const char *who(unsigned seat)
{
    return seat == 1 ? ANNA : BOB;
}

/* Play on by the first legal orders until a card is asked for; returns the seat. */
static unsigned play_to_card(void)
{
    for (unsigned letters = 0; letters < 200; letters++) {
        const struct position *position = fixture_position(&fixture, 1);
        unsigned seat = position->decision[0].seat;
        char line[ORDER_TEXT_BYTES];

        for (unsigned i = 0; i < position->decision_count; i++)
            if (position->decision[i].kind == DECISION_ORDER)
                seat = position->decision[i].seat;
        assert_true(fixture_random_order(&fixture, 1, seat, line));
        if (text_starts_with(line, "card "))
            return seat;
        writes(&fixture, who(seat), line);
    }
    return 0;
}

#define BESIDE(name) TEST_WITH(name, begin, end)

BESIDE(a_question_behind_an_order_is_answered)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "Play the 2. How many points is a goblin worth?", "accepted ");
    newest_has(&fixture, who(seat), "+ card 2");
    newest_has(&fixture, who(seat), "2 victory points");
}

BESIDE(a_request_behind_an_order_is_answered)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "2 please, and could the thief peek into the room?", "accepted ");
    newest_has(&fixture, who(seat), "+ card 2");
}

BESIDE(what_nothing_answers_is_named)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "Shall we have lunch on Friday? Card 2", "accepted ");
    newest_has(&fixture, who(seat), "You also wrote \"Shall we have lunch on Friday?\"");
}

BESIDE(an_order_behind_a_question_is_read)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "card 2", "accepted ");
    writes(&fixture, who(seat),
           "What potion? I have none left. Open the portcullis between c2 and d2");
    newest_has(&fixture, who(seat), "Speed Potion:");
    newest_has(&fixture, who(seat), "- Open the portcullis between c2 and d2");
}

BESIDE(each_of_several_questions_is_answered)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "thief goes first then? whose turn in the twister thing",
         "answered command");
    newest_has(&fixture, who(seat), "Thief: speed");
    newest_has(&fixture, who(seat), "This is turn");
}

BESIDE(a_number_before_an_order_answers_where_it_is_asked_for)
{
    unsigned seat = play_to_card();

    writes(&fixture, who(seat), "2. thief reveals e1");
    newest_has(&fixture, who(seat), "+ card 2");
    newest_has(&fixture, who(seat), "thief reveals e1");
}

BESIDE(several_orders_may_stand_behind_a_number)
{
    unsigned seat = play_to_card();

    writes(&fixture, who(seat), "2. end. thief reveals e1");
    newest_has(&fixture, who(seat), "+ card 2");
    newest_has(&fixture, who(seat), "+ end");
}

BESIDE(a_list_may_begin_with_one)
{
    unsigned seat = play_to_card();

    writes(&fixture, who(seat), "1. card 2\n2. end");
    newest_has(&fixture, who(seat), "+ card 2");
    newest_has(&fixture, who(seat), "+ end");
}

/* What is placed later waits behind the team. */
BESIDE(what_stands_behind_a_colon_is_read)
{
    says(&fixture, ANNA, "idioma espa\xC3\xB1ol", "answered command");
    writes(&fixture, ANNA,
           "Esta vez: guerrero, troll, ladrona y goblin. Y el tesoro a w4, la espada a e4, y lo "
           "dem\xC3\xA1s a suertes\n\nEl dom, 29 nov 2026 a las 14:02, Postern "
           "(<games@club.example>) escribi\xC3\xB3:\n");
    newest_has(&fixture, ANNA, "+ equipo");
    newest_has(&fixture, ANNA, "colocar Tesoro w4");
}

/* A player's name stands for his colour; the order is refused for what it is. */
BESIDE(a_players_name_is_his_colour)
{
    static const char *const words[] = {"%s's troll reveals w4", "the troll of %s reveals w4"};
    unsigned seat = play_to_card();

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char named[64];

        snprintf(named, sizeof named, words[i], seat == 1 ? "Anna" : "Bob");
        writes(&fixture, who(seat), named);
        newest_has(&fixture, who(seat), seat == 1 ? "Blue" : "Yellow");
        newest_has(&fixture, who(seat), "A turn begins with an action card");
    }
}

BESIDE(a_players_name_stands_in_a_condition)
{
    static const char *const words[] = {"If %s attacks my cleric, combat 3.",
                                        "if %s attacks my thief i play the six"};
    unsigned seat = play_to_card();

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char named[64];

        snprintf(named, sizeof named, words[i], seat == 1 ? "bob" : "anna");
        writes(&fixture, who(seat), named);
        newest_has(&fixture, who(seat), "if attacked");
    }
}

/* ---- a draw ---- */

/* "Draw and add" belongs to another game: no draw is offered on such a line, nor by one of several.
 */
BESIDE(a_draw_among_other_lines_is_asked_about)
{
    unsigned seat = play_to_card();
    uint64_t before;

    before = head(&fixture);
    writes(&fixture, who(seat), "draw and add");
    newest_has(&fixture, who(seat), "Nothing was done yet");
    assert_int_equal(head(&fixture), before);
    says(&fixture, who(seat), "draw", "accepted ");
}

/* Who plays on does not agree by a "yes" to another letter. */
BESIDE(an_offer_that_was_passed_over_needs_its_word)
{
    unsigned seat = play_to_card();

    says(&fixture, who(3 - seat), "draw", "accepted ");
    says(&fixture, who(seat), "card 2", "accepted ");
    writes(&fixture, who(seat), "yes");
    assert_int_equal(fixture_position(&fixture, 1)->phase, POSITION_PLAY);
    newest_has(&fixture, who(seat), "\"draw\" agrees to it");
    says(&fixture, who(seat), "I don't want a draw, I want to win", "accepted ");
    says(&fixture, who(3 - seat), "draw", "accepted ");
    writes(&fixture, who(seat), "yes"); /* to the letter that tells of it */
    assert_int_equal(fixture_position(&fixture, 1)->phase, POSITION_OVER);
}

/* ---- questions in any words ---- */

BESIDE(who_asks_how_to_leave_is_told)
{
    static const char *const words[][3] = {
        {"language en", "resign", "I would rather not play this one, can we call it off?"},
        {"language en", "resign", "How do I stop?"},
        {"language es", "me rindo",
         "Oye, y si me canso, \xC2\xBF"
         "c\xC3\xB3mo lo dejo?"},
        {"lingua it", "mi arrendo", "Sono stanca, come si smette?"}};
    unsigned seat = play_to_card();

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        says(&fixture, who(seat), words[i][0], "answered command");
        says(&fixture, who(seat), words[i][2], "answered command");
        newest_has(&fixture, who(seat), words[i][1]);
    }
}

BESIDE(who_suspects_another_is_told_what_is_proved)
{
    static const char *const words[][3] = {
        {"language en", "cannot cheat", "i think marco cheats, he knew the lich"},
        {"language en", "cannot cheat", "can you check if marco is cheating"},
        {"language es", "no puede hacer trampas", "El rival hace trampas, seguro"},
        {"lingua it", "non pu\xC3\xB2 barare", "secondo me Bob sta barando"}};
    unsigned seat = play_to_card();

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        says(&fixture, who(seat), words[i][0], "answered command");
        says(&fixture, who(seat), words[i][2], "answered command");
        newest_has(&fixture, who(seat), words[i][1]);
    }
}

BESIDE(pictures_end_in_any_words)
{
    says(&fixture, ANNA, "idioma espa\xC3\xB1ol", "answered command");
    hears(&fixture, ANNA, "No me mandes m\xC3\xA1s dibujos, por favor", "formato texto");
    hears(&fixture, BOB, "don't send me any more pictures please", "From now on: format text");
}

/* The word of an order in a title asks about no order. */
BESIDE(a_title_is_explained_by_its_rules)
{
    asks(&fixture, ANNA, "help Dungeon Twister", "Two players, eight characters");
    asks(&fixture, ANNA, "Please tell me about Dungeon Twister, how is it played?",
         "Two players, eight characters");
}

BESIDE(whoever_wants_more_behind_the_end_gets_a_rematch)
{
    unsigned seat = play_to_card();

    says(&fixture, who(seat), "resign", "asked for-good");
    says(&fixture, who(seat), "confirm", "accepted ");
    says(&fixture, who(seat), "That was lovely, may we play it again?", "answered command");
    newest_has(&fixture, who(seat), "Your offer");
    says(&fixture, who(3 - seat), "idioma espa\xC3\xB1ol", "answered command");
    writes(&fixture, who(3 - seat), "\xC2\xA1Menuda paliza! Quiero la revancha");
    newest_lacks(&fixture, who(3 - seat), "ya no se admiten");
}

/* What is told to the other stops no order, and is proposed without the words around it. */
BESIDE(a_message_behind_orders_is_no_order)
{
    unsigned seat = play_to_card();
    const char *other = seat == 1 ? "Bob" : "Anna";
    char line[96];

    snprintf(line, sizeof line, "Card 2. Tell %s his thief is lost. End.", other);
    says(&fixture, who(seat), line, "accepted ");
    newest_has(&fixture, who(seat), "* say his thief is lost.");
}

BESIDE(conditions_of_a_line_are_left_together)
{
    unsigned seat = play_to_card();
    const char *other = seat == 1 ? "Bob" : "Anna";
    char line[128];

    snprintf(line, sizeof line,
             "if %s attacks my warrior, play the 2; if he attacks my thief, play the 3", other);
    writes(&fixture, who(seat), line);
    newest_has(&fixture, who(seat), "warrior: combat 2");
    newest_has(&fixture, who(seat), "thief: combat 3");
    snprintf(line, sizeof line,
             "if %s attacks my warrior, play the 2; if he attacks anybody else, 0", other);
    writes(&fixture, who(seat), line);
    newest_has(&fixture, who(seat), "combat 2 else combat 0");
}

BESIDE(who_asks_out_of_turn_hears_no)
{
    unsigned seat = play_to_card();

    says(&fixture, who(3 - seat), "Is it my turn now?", "answered command");
    newest_has(&fixture, who(3 - seat), "It is not your turn");
    says(&fixture, who(seat), "Is it my turn now?", "answered command");
    newest_lacks(&fixture, who(seat), "It is not your turn");
}

/* Whoever is asked whether he meant one order, or two. */
BESIDE(a_yes_may_be_said_in_other_words)
{
    unsigned seat;
    uint64_t before;

    says(&fixture, ANNA, "idioma espa\xC3\xB1ol", "answered command");
    writes(&fixture, ANNA, "equipo guerrero mago ladrona goblin zzzz");
    newest_has(&fixture, ANNA, "* equipo");
    says(&fixture, ANNA,
         "S\xC3\xAD, a eso me refer\xC3\xAD"
         "a.",
         "accepted ");
    seat = play_to_card();
    says(&fixture, who(seat), "idioma espa\xC3\xB1ol", "answered command");
    says(&fixture, who(seat), "carta 2", "accepted ");
    writes(&fixture, who(seat), "zzzz ladrona a20");
    newest_has(&fixture, who(seat), "* Ladrona");
    before = head(&fixture);
    writes(&fixture, who(seat), "si la 3"); /* of two */
    assert_int_equal(head(&fixture), before);
    writes(&fixture, who(seat), "zzzz ladrona a20");
    says(&fixture, who(seat), "si las 2", "accepted ");
    says(&fixture, who(seat), "lingua it", "answered command");
    writes(&fixture, who(seat), "zzzz ladra a20");
    says(&fixture, who(seat), "Tutti", "accepted ");
}

/* What has nothing to do with his words is not proposed, nor a number that stands in a square. */
BESIDE(commands_are_proposed_for_what_they_mean)
{
    unsigned seat = play_to_card();

    writes(&fixture, who(seat), "I'd rather have it decided, she's the nice one zzzz");
    newest_lacks(&fixture, who(seat), "call off");
    newest_lacks(&fixture, who(seat), "profile");
    writes(&fixture, who(seat), "undo what went to e3 zzzz");
    newest_lacks(&fixture, who(seat), "undo 3");
}

/* Whose turn it is not hears that, whatever else his order lacks. */
BESIDE(who_is_not_asked_hears_so_first)
{
    unsigned other = 3 - play_to_card();

    says(&fixture, who(other), "thief jumps", "rejected no-line");
    newest_has(&fixture, who(other), "It is not your turn to decide");
}

TESTS(NULL, NULL)
