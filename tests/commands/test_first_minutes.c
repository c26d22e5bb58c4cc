/* SPDX-License-Identifier: MIT */
/* A stranger's first ten minutes in each language, from "hello" to a move: no letter of his is
 * refused or met by silence, and few are needed. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "play/reply.h"
#include "schedule/practice.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { STEPS = 6 };

/* What he writes, and what the newest letter to him has then. */
struct step {
    const char *writes, *gets;
};

static const struct step minutes[][STEPS] = {
    {{"Hello! A friend told me about this. I'd like to join, my name is Tom.", "Which name"},
     {"yes please", "Welcome, Tom"},
     {"Can I play a practice game of Dungeon Twister against the computer?", "against easy"},
     {"I'd go for the first one, please!", "Pip"},
     {"luck plums", "four characters"},
     {"I want to start with the thief, the wizard, the goblin and the troll.", "+ team"}},
    {{"Hola, me gustar\xC3\xAD"
      "a unirme. Me llamo Tom\xC3\xA1s.",
      "nombre"},
     {"s\xC3\xAD", "Tom\xC3\xA1s"},
     {"\xC2\xBFPuedo jugar una partida de pr\xC3\xA1"
      "ctica de Dungeon Twister contra el "
      "ordenador?",
      "nivel f\xC3\xA1"
      "cil"},
     {"Me quedo con la primera, por favor.", "Pip"},
     {"suerte ciruelas", "personajes"},
     {"Quiero empezar con la ladrona, el mago, el goblin y el troll.", "+ equipo"}},
    {{"Ciao, vorrei unirmi, mi chiamo Luca.", "nome"},
     {"s\xC3\xAC", "Luca"},
     {"Posso giocare una partita di prova di Dungeon Twister contro il computer?",
      "livello facile"},
     {"Prendo il primo, grazie", "Pip"},
     {"fortuna prugne", "personaggi"},
     {"Voglio cominciare con la ladra, il mago, il goblin e il troll.", "+ squadra"}},
};

/* The game's first letter lies below the answer that announced it. */
static void answer_game(struct fixture *fixture, int64_t game, const char *who, const char *words)
{
    const struct position *position = fixture_position(fixture, game);
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};
    uint32_t asked = 0;

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == 1)
            asked = position->decision[i].id;
    must(reply_address(fixture->desk, TOKEN_REPLY, game, 1, asked, (int64_t)position->chain.number,
                       to, &err),
         &err);
    fixture_send(fixture, who, to, NULL, words);
}

static void play(struct fixture *fixture, const char *who, int64_t game,
                 const struct step step[STEPS])
{
    unsigned refused = 0, silent = 0;

    for (unsigned i = 0; i < STEPS; i++) {
        unsigned before = fixture_mail_count(fixture, who);

        if (i == 4)
            answer_game(fixture, game, who, step[i].writes);
        else if (i == 0 || i == 2)
            fixture_send(fixture, who, NULL, NULL, step[i].writes);
        else
            fixture_answer(fixture, who, step[i].writes);
        fixture_settle(fixture);
        refused += strncmp(fixture_outcome(fixture), "rejected", 8) == 0;
        silent += fixture_mail_count(fixture, who) == before;
        newest_has(fixture, who, step[i].gets);
    }
    assert_int_equal(refused, 0);
    assert_int_equal(silent, 0);
}

FIXTURE_TEST(a_stranger_comes_to_his_move_in_each_language, fixture_make(fixture, games))
{
    unsigned added;

    OK(desk_begin(fixture->desk, &err));
    OK(practice_add_all(fixture->desk, &added, &err));
    OK(desk_commit(fixture->desk, &err));
    assert_int_equal(added, BOT_LEVELS);
    fixture_round(fixture);
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++) {
        char who[32];

        snprintf(who, sizeof who, "new%zu@one.example", i);
        play(fixture, who, (int64_t)i + 1, minutes[i]);
    }
    asks(fixture, "new2@one.example", "Una partita col computer, livello medio, si può?",
         "* pratica Dungeon Twister livello medio");
}

/* Beside whatever else he says; and what he asks is answered once he is a player. */
TEST(a_name_is_read_out_of_what_people_answer)
{
    ROWS_EACH(row, "tests/commands/first_minutes.rows",
              "a_name_is_read_out_of_what_people_answer") {
        struct fixture fixture;
        const char *at = strchr(row.cell[0], '<');
        char who[32];

        snprintf(who, sizeof who, "%.*s", (int)strcspn(at ? at + 1 : row.cell[0], ">"),
                 at ? at + 1 : row.cell[0]);
        fixture_make(&fixture, games);
        fixture_round(&fixture);
        sends(&fixture, row.cell[0], row.cell[1]);
        newest_has(&fixture, who,
                   strstr(row.cell[3], "bienvenida") ? "Bienvenido de nuevo" : "Welcome Back");
        newest_lacks(&fixture, who, "Ken");
        writes(&fixture, row.cell[0], row.cell[2]);
        newest_has(&fixture, who, row.cell[3]);
        newest_has(&fixture, who, row.cell[4]);
        newest_lacks(&fixture, who, "[DT-CARD");
        newest_lacks(&fixture, who, "standings");
        fixture_remove(&fixture);
    }
}

/* What the first letter wished for is done once its writer has a name. */
FIXTURE_TEST(a_wish_in_the_first_letter_outlives_signing_up, fixture_make(fixture, games))
{
    fixture_round(fixture);
    ROWS_EACH(row, "tests/commands/first_minutes.rows",
              "a_wish_in_the_first_letter_outlives_signing_up") {
        char who[32];

        snprintf(who, sizeof who, "new%u@one.example", row.number);
        sends(fixture, who, row.cell[0]);
        writes(fixture, who, row.cell[1]);
        newest_has(fixture, who, "Welcome, ");
        newest_has(fixture, who, row.cell[2]);
        newest_lacks(fixture, who, "To play, answer with");
        newest_lacks(fixture, who, "practice Welcome Back");
    }
}

/* The game whose host he names begins, or he is shown what that one offers. */
FIXTURE_TEST(a_newcomer_takes_what_is_open, fixture_make(fixture, games))
{
    fixture_player(fixture, "Ken", "ken@two.example");
    fixture_round(fixture);
    ROWS_EACH(row, "tests/commands/first_minutes.rows", "a_newcomer_takes_what_is_open") {
        char who[32];

        snprintf(who, sizeof who, "new%u@one.example", row.number);
        fixture_send(fixture, "ken@two.example", NULL, NULL, "challenge dungeon twister");
        fixture_settle(fixture);
        sends(fixture, who, row.cell[0]);
        writes(fixture, who, row.cell[1]);
        newest_has(fixture, who, row.cell[2]);
        newest_has(fixture, who, row.cell[3]);
        newest_lacks(fixture, who, "practice Welcome Back");
    }
}

FIXTURE_TEST(the_game_that_was_asked_about_is_kept, fixture_make(fixture, games))
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_round(fixture);
    asks(fixture, ANNA, "Can I play Dungeon Twister?", "Against whom");
    writes(fixture, ANNA, "With a real person, please");
    newest_has(fixture, ANNA, "challenge 1, Dungeon Twister, is open");
}

FIXTURE_TEST(who_is_not_understood_is_shown_what_he_may_mean, fixture_make(fixture, games))
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_round(fixture);
    asks(fixture, ANNA, "All these images eat my data plan up", "format html|text|svg|wide");
    asks(fixture, ANNA, "I keep losing track of all my games", "  games: ");
    asks(fixture, ANNA, "Dungeon Twister this evening, is anybody there",
         "* challenge Dungeon Twister");
    asks(fixture, ANNA, "I won't be able to play next week", "* vacation 2");
    asks(fixture, ANNA, "Grumpf the walrus", "help account"); /* nothing is near: what there is */
}

/* In small letters, without accents, in any order. */
FIXTURE_TEST(players_are_invited_by_their_names_as_people_write_them, fixture_make(fixture, games))
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", "bob@two.example");
    fixture_player(fixture, "Will", "will@two.example");
    fixture_player(fixture, "rosa", "rosa@two.example");
    fixture_player(fixture, "Giulia Ferri", "giulia@two.example");
    fixture_player(fixture, "In\xC3\xA9s", "ines@three.example");
    fixture_round(fixture);
    ROWS_EACH(row, "tests/commands/first_minutes.rows",
              "players_are_invited_by_their_names_as_people_write_them")
        asks(fixture, ANNA, row.cell[0], row.cell[1]);
    newest_lacks(fixture, ANNA, "Will");
}

TEST(invitations_are_accepted_by_who_invites_and_never_on_a_condition)
{
    static const char anna[] = "anna@one.example";
    struct fixture fixture;

    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", anna);
    fixture_player(&fixture, "Giulia", "giulia@two.example");
    fixture_player(&fixture, "Rosa", "rosa@three.example");
    fixture_round(&fixture);
    fixture_send(&fixture, "giulia@two.example", NULL, NULL, "challenge dungeon twister");
    fixture_send(&fixture, "giulia@two.example", NULL, NULL, "invite Anna to dungeon twister");
    fixture_send(&fixture, "rosa@three.example", NULL, NULL, "invite Anna to dungeon twister");
    fixture_settle(&fixture);
    fixture_answer(&fixture, anna, "Accept! But I only play with expansion, is that on?");
    fixture_settle(&fixture);
    newest_has(&fixture, anna, "Will you play, as it");
    fixture_answer(&fixture, anna, "Yes, I accept Giulia's and my niece rosa's too.");
    fixture_settle(&fixture);
    assert_non_null(fixture_position(&fixture, 1));
    assert_non_null(fixture_position(&fixture, 2));
    fixture_answer(&fixture, anna,
                   "challenges"); /* an invitation goes before what is open to all */
    fixture_settle(&fixture);
    newest_has(&fixture, anna, "from Giulia; 1 seat");
    fixture_send(&fixture, "giulia@two.example", NULL, NULL, "invite Anna to dungeon twister");
    fixture_settle(&fixture);
    fixture_answer(&fixture, anna, "che gioco è questo qui che mi propone giulia");
    fixture_settle(&fixture);
    newest_has(&fixture, anna, "* accept ");
    fixture_send(&fixture, "rosa@three.example", NULL, NULL, "invite Anna to dungeon twister");
    fixture_settle(&fixture);
    fixture_answer(&fixture, anna, "no thanks");
    fixture_settle(&fixture);
    newest_has(&fixture, anna, "You have declined");
    fixture_remove(&fixture);
}

/* In the language of his first letter; and nobody is told that he is taken for a robot. */
FIXTURE_TEST(who_needs_three_letters_for_his_name_is_met_as_he_writes, fixture_make(fixture, games))
{
    static const char who[] = "lu@one.example";
    static const char *const names[] = {
        "Con tilde, si puede ser, que siempre me la quitan", "Sin motes ni apellidos, gracias",
        "Y que no sea largo, que luego no cabe en la carta"};

    fixture_round(fixture);
    sends(fixture, who, "\xC2\xA1Hola! \xC2\xBFMe apuntas?");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        writes(fixture, who, names[i]);
        newest_has(fixture, who, "nombre");
        newest_lacks(fixture, who, "To join");
    }
    writes(fixture, who,
           "Me llamo Luc\xC3\xAD"
           "a");
    newest_has(fixture, who, "bienvenida");
    writes(fixture, who,
           "\xC2\xBFPodr\xC3\xAD"
           "a jugar a Dungeon Twister contra alguno de vuestros robots? Pero que no "
           "sea muy bestia, que soy novata, jaja");
    newest_lacks(fixture, who, "No se ha entendido nada");
}

TESTS(NULL, NULL)

FIXTURE_TEST(an_order_of_another_game_is_told_to_be_one, fixture_make(fixture, games))
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", "bob@two.example");
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_game(fixture, games_find("welcome_back"), "");
    fixture_round(fixture);
    fixture_luck(fixture, 1);
    fixture_settle(fixture);
    answer_game(fixture, 1, ANNA, "draw a card");
    fixture_settle(fixture);
    newest_has(fixture, ANNA, "an order of your game 2, Welcome Back");
    fixture_luck(fixture, 2);
    fixture_settle(fixture);
    answer_game(fixture, 1, ANNA, "use the torch");
    fixture_settle(fixture);
    newest_lacks(fixture, ANNA, "an order of your game 2");
    asks(fixture, ANNA, "Hmm, what happens if I draw?", "take a card of the deck");
}
