/* SPDX-License-Identifier: MIT */
/* Addresses that bounce, sign-up, second addresses, offers, watchers, digests: people by letter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "outbound/bounces.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "play/desk_open.h"
#include "people/people.h"
#include "tests/post/memory.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "server/files.h"
#include "server/vault.h"
#include "site/site.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400 };

static void start(struct fixture *fixture)
{
    fixture_pair(fixture, games_list);
    fixture_round(fixture); /* makes the robot's inbox */
}

/* ---- bounces ---- */

/* A report comes back to the keyed sender of the newest letter to an address. */
static void report(struct fixture *fixture, const char *address, const char *action,
                   const char *status)
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0}, bytes = {0};
    const char *path, *end;

    fixture_newest(fixture, address, &letter, &raw);
    path = strstr(buf_text(&raw), "Return-Path: <");
    assert_non_null(path);
    path += strlen("Return-Path: <");
    end = strchr(path, '>');
    assert_true(end > path);
    buf_printf(&bytes,
               "Return-Path: <>\nFrom: MAILER-DAEMON@two.example\nTo: %.*s\n"
               "Message-ID: <bounce%u@two.example>\nMIME-Version: 1.0\nContent-Type: "
               "multipart/report; report-type=delivery-status; boundary=b\n\n"
               "--b\nContent-Type: text/plain\n\nno luck\n"
               "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; two.example\n\n"
               "Final-Recipient: rfc822; somebody-else@elsewhere.example\nAction: %s\n"
               "Status: %s\n\n--b--\n",
               (int)(end - path), path, fixture->sent + 1, action, status);
    fixture_deliver(fixture, bytes.at, bytes.length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "ignored bounce");
}

static void bounce(struct fixture *fixture, const char *address, const char *status)
{
    report(fixture, address, "failed", status);
}

/* Do these words stand on the page of game 1? */
static void site_says(struct fixture *fixture, const char *words, bool wanted)
{
    char path[FIXTURE_PATH * 2];
    struct site_count count;
    OWN(buf) page = {0};

    snprintf(path, sizeof path, "%s/site", fixture->folder);
    OK(site_write(fixture->desk, path, NULL, &count, &err));
    snprintf(path, sizeof path, "%s/site/games/1.html", fixture->folder);
    OK(files_read(path, 1 << 22, &page, &err));
    assert_true((strstr(buf_text(&page), words) != NULL) == wanted);
}

FIXTURE_TEST(an_address_that_bounces_hard_gets_no_more_letters, start(fixture))
{
    struct person person;
    unsigned count;
    bool reached = true;

    text_copy(fixture->config.keeper, sizeof fixture->config.keeper, "keeper@robot.example");
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    for (unsigned i = 0; i < 3; i++)
        bounce(fixture, BOB, "5.1.1");
    OK(people_get(fixture->desk, 2, &person, &err));
    OK(bounces_reach(fixture->desk, 2, &reached, &err));
    assert_false(reached);
    newest_has(fixture, "keeper@robot.example", "Letters to Bob (player 2) come back");
    count = fixture_mail_count(fixture, BOB);
    writes(fixture, ANNA, "luck apples");
    newest_has(fixture, ANNA, "Waiting for: Bob (letters to this player come back)");
    site_says(fixture, "(letters to this player come back)", true);
    fixture->now_s += 8 * DAY_S;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, BOB), count);
    fixture_send(fixture, BOB, NULL, NULL, "games"); /* he is there again */
    fixture_settle(fixture);
    assert_true(fixture_mail_count(fixture, BOB) > count);
    site_says(fixture, "(letters to this player come back)", false);
}

FIXTURE_TEST(what_is_our_own_fault_is_charged_to_nobody, start(fixture))
{
    struct ledger_bounce row = {0};
    struct person person;
    unsigned told;

    text_copy(fixture->config.keeper, sizeof fixture->config.keeper, "keeper@robot.example");
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    for (unsigned i = 0; i < 4; i++)
        bounce(fixture, BOB, "5.7.23");
    OK(people_get(fixture->desk, 2, &person, &err));
    OK(ledger_bounce_get(fixture->desk->ledger, person.address_id, &row, &err));
    assert_int_equal(row.score, 0);
    newest_has(fixture, "keeper@robot.example", "It says: 5.7.23");
    told = fixture_mail_count(fixture, "keeper@robot.example");
    assert_int_equal(told, 1);
    fixture->now_s += 2 * DAY_S;
    bounce(fixture, BOB, "5.1.8");
    assert_int_equal(fixture_mail_count(fixture, "keeper@robot.example"), 2);
}

FIXTURE_TEST(soft_bounces_fade, start(fixture))
{
    bool reached;

    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    for (unsigned i = 0; i < 20; i++) {
        bounce(fixture, BOB, "4.2.2");
        fixture->now_s += 4 * DAY_S;
    }
    OK(bounces_reach(fixture->desk, 2, &reached, &err));
    assert_true(reached);
}

FIXTURE_TEST(delays_and_full_mailboxes_stop_nobody, start(fixture))
{
    struct ledger_bounce row = {0};
    struct person person;

    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    OK(people_get(fixture->desk, 2, &person, &err));
    for (unsigned i = 0; i < 20; i++)
        report(fixture, BOB, "delayed", "4.4.1");
    OK(ledger_bounce_get(fixture->desk->ledger, person.address_id, &row, &err));
    assert_int_equal(row.score, 0);
    for (unsigned i = 0; i < 5; i++)
        bounce(fixture, BOB, "5.2.2");
    OK(ledger_bounce_get(fixture->desk->ledger, person.address_id, &row, &err));
    assert_false(row.is_stopped);
}

/* ---- joining ---- */

/* Answer the newest letter of a mailbox from another address, to its own Reply-To. */
static void answer_as(struct fixture *fixture, const char *box, const char *from, const char *body)
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, box, &letter, NULL);
    fixture_send(fixture, from, letter.reply_to, letter.message_id, body);
    fixture_settle(fixture);
}

static int64_t player_of(struct fixture *fixture, const char *address)
{
    int64_t player = -1, number;

    OK(people_by_address(fixture->desk, address, &player, &number, &err));
    return player;
}

FIXTURE_TEST(a_stranger_signs_up_and_confirms, start(fixture))
{
    static const char carla[] = "carla@three.example";

    sends(fixture, carla, "join Carla");
    assert_string_equal(fixture_outcome(fixture), "asked sign-up");
    assert_int_equal(player_of(fixture, carla), 0); /* nobody is enrolled by a stranger */
    newest_has(fixture, carla, "Which name shall");
    newest_lacks(fixture, carla, "Carla");
    writes(fixture, carla, "what is this?");
    assert_int_equal(player_of(fixture, carla), 0);
    fixture->sent += 100;
    sends(fixture, carla, "sign up as Carla");
    answer_as(fixture, carla, carla, "confirm");
    assert_string_equal(fixture_outcome(fixture), "answered confirmed");
    newest_has(fixture, carla, "en espa\xC3\xB1ol, escribe \"idioma es\"");
    newest_lacks(fixture, carla, "language en");
    assert_int_equal(player_of(fixture, carla), 3);
    newest_has(fixture, carla, "Welcome, Carla");
    asks(fixture, carla, "games", "You have no games");
    is_whole(fixture);
}

/* What strangers write and answer, and what they are called then; the From field says "Paul". */
FIXTURE_TEST(a_stranger_is_called_as_he_says, start(fixture))
{
    ROWS_EACH(row, "tests/commands/people.rows", "a_stranger_is_called_as_he_says") {
        char address[64];
        int64_t player = 0;

        snprintf(address, sizeof address, "new%u@three.example", row.number);
        sends(fixture, address, row.cell[0]);
        if (strcmp(fixture_outcome(fixture), "asked sign-up") != 0)
            fail_msg("%s: %s", row.cell[0], fixture_outcome(fixture));
        answer_as(fixture, address, address, row.cell[1]);
        if (row.cell[2])
            OK(people_by_name(fixture->desk, row.cell[2], &player, &err));
        if (player != player_of(fixture, address) || (player != 0) != (row.cell[2] != NULL))
            fail_msg("%s / %s: not %s (%d, %d)", row.cell[0], row.cell[1], row.cell[2], (int)player,
                     (int)player_of(fixture, address));
    }
}

/* Whatever he writes first, his answer may be a name. */
FIXTURE_TEST(who_is_not_known_is_one_answer_away, start(fixture))
{
    static const char rosa[] = "rosa@three.example";

    fixture_prove_nothing(fixture);
    sends(fixture, rosa, "My aunt Berta collects stamps, imagine.");
    assert_string_equal(fixture_outcome(fixture), "answered stranger");
    newest_has(fixture, rosa, "that is all it takes");
    newest_lacks(fixture, rosa, "Berta");
    answer_as(fixture, rosa, rosa, "what on earth is this?");
    assert_string_equal(fixture_outcome(fixture), "answered not-confirmed");
    answer_as(fixture, rosa, rosa, "Rosa");
    assert_string_equal(fixture_outcome(fixture), "answered confirmed");
    newest_has(fixture, rosa, "Welcome, Rosa");
    fixture_answer(fixture, rosa, "zone Rome"); /* the letter's own address proves enough */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
    sends(fixture, rosa, "zone Paris");
    assert_string_equal(fixture_outcome(fixture), "asked account");
    writes(fixture, rosa, "Yes please!");
    newest_has(fixture, rosa, "Europe/Paris");
}

/* Nothing, a signature alone, a quotation alone: his answer is heard all the same. */
FIXTURE_TEST(a_stranger_whose_first_letter_says_nothing_is_heard, start(fixture))
{
    static const char *const firsts[] = {"", "-- \nDan\nChess club",
                                         "On 30/11/2026 14:02, Postern wrote:\n> Hello\n"};

    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        char address[64], name[16];

        snprintf(address, sizeof address, "silent%zu@three.example", i);
        snprintf(name, sizeof name, "Dan%c", (char)('a' + i));
        sends(fixture, address, firsts[i]);
        answer_as(fixture, address, address, name);
        assert_string_equal(fixture_outcome(fixture), "answered confirmed");
        assert_true(player_of(fixture, address) != 0);
    }
}

FIXTURE_TEST(a_name_that_is_taken_and_old_confirmations_enrol_nobody, start(fixture))
{
    static const char other[] = "other@three.example";

    asks(fixture, other, "join Anna", "cannot be had");
    sends(fixture, other, "join Olaf");
    fixture->now_s += 8 * DAY_S;
    answer_as(fixture, other, other, "confirm");
    assert_int_equal(player_of(fixture, other), 0);
}

FIXTURE_TEST(a_flood_of_sign_ups_is_not_passed_on, start(fixture))
{
    static const char victim[] = "victim@three.example";

    for (unsigned i = 0; i < 30; i++)
        fixture_send(fixture, victim, NULL, NULL, "join Victim");
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, victim), 5);
}

FIXTURE_TEST(a_second_address_counts_when_it_answers, start(fixture))
{
    static const char second[] = "anna@second.example",
                      sure[] = "Authentication-Results: mx.robot.example; dmarc=pass\n"
                               "From: anna@second.example\nTo: games@robot.example\n"
                               "Message-ID: <s@second.example>\n\n"
                               "language en\nHello,\naddress add bob@two.example\n";

    fixture_prove_nothing(fixture);
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    sends(fixture, ANNA, "address add anna@second.example");
    assert_int_equal(fixture_mail_count(fixture, second), 0);
    newest_has(fixture, ANNA, "guards your account");
    answer_as(fixture, ANNA, ANNA, "confirm");
    assert_int_equal(player_of(fixture, second), 0);
    newest_has(fixture, second, "The player Anna wants letters");
    answer_as(fixture, second, second, "confirm");
    assert_int_equal(player_of(fixture, second), 1);
    newest_has(fixture, second, "is your address now");
    sends(fixture, second, "address remove anna@one.example");
    answer_as(fixture, second, second, "confirm");
    assert_int_equal(player_of(fixture, ANNA), 0);
    sends(fixture, second, "address remove anna@second.example");
    answer_as(fixture, second, second, "confirm");
    newest_has(fixture, second, "is your only address");
    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    fixture_deliver(fixture, sure, sizeof sure - 1); /* our mail system knows her */
    fixture_settle(fixture);
    answer_as(fixture, BOB, BOB, "confirm");
    newest_has(fixture, BOB, "bob@two.example");
    assert_int_equal(player_of(fixture, BOB), 2); /* stays his */
    is_whole(fixture);
}

FIXTURE_TEST(a_lost_address_is_recovered_by_a_registered_key, start(fixture))
{
    static const char fresh[] = "anna@fresh.example";
    unsigned char seed[KEY_BYTES] = {1, 2, 3}, key[KEY_BYTES], signature[SIGNATURE_BYTES];
    char text[BASE32_SIGNATURE_BYTES], line[BASE32_SIGNATURE_BYTES + 32];
    OWN(letter) letter = {0};
    struct hash digest;
    struct hash_job job;
    const char *word;

    pen_public(seed, key);
    snprintf(line, sizeof line, "key add %s", base32_write(key, sizeof key, text));
    asks(fixture, ANNA, line, "wants to register this public key");
    answer_as(fixture, ANNA, ANNA, "confirm");
    newest_has(fixture, ANNA, "Your registered key is");
    sends(fixture, fresh, "recover Anna");
    answer_as(fixture, fresh, fresh, "confirm aaaa");
    assert_int_equal(player_of(fixture, fresh), 0);
    sends(fixture, fresh, "recover Anna");
    fixture_newest(fixture, fresh, &letter, NULL);
    word = strstr(letter.text, "games@robot.example/");
    assert_non_null(word);
    text_copy(line, strcspn(word, " \n") + 1, word);
    hash_start(&job, "recover", 1);
    hash_add_text(&job, line);
    hash_end(&job, &digest);
    pen_sign(seed, &digest, signature);
    snprintf(line, sizeof line, "confirm %s", base32_write(signature, sizeof signature, text));
    answer_as(fixture, fresh, fresh, line);
    assert_int_equal(player_of(fixture, fresh), 1);
    is_whole(fixture);
}

/* ---- finding each other ---- */

static void write_to(struct fixture *fixture, const char *from, const char *body,
                     const char *expected)
{
    asks(fixture, from, body, expected);
}

static int64_t sits_in(struct fixture *fixture, int64_t game, unsigned seat)
{
    return fixture_position(fixture, game)->player[seat];
}

FIXTURE_TEST(an_invited_player_accepts_by_answering, start(fixture))
{
    write_to(fixture, ANNA, "invite Bob to toy with turn=2d rounds=5", "Your offer 1, Toy");
    newest_has(fixture, BOB, "Anna invites you to a game of Toy");
    writes(fixture, BOB, "accept");
    assert_int_equal(sits_in(fixture, 1, 1), 1);
    assert_int_equal(sits_in(fixture, 1, 2), 2);
    assert_int_equal(fixture_position(fixture, 1)->timing.rules.allowance_s[TIME_TURN], 2 * DAY_S);
    write_to(fixture, BOB, "accept 1", "no longer"); /* once */
    is_whole(fixture);
}

FIXTURE_TEST(an_invitation_is_declined_or_withdrawn, start(fixture))
{
    write_to(fixture, ANNA, "invite Bob to toy", "Your offer 1");
    writes(fixture, BOB, "decline");
    newest_has(fixture, ANNA, "Bob declined your offer");
    write_to(fixture, ANNA, "invite bob@two.example to toy", "Your offer 2");
    write_to(fixture, ANNA, "decline 2", "Your offer 2 is withdrawn");
    newest_has(fixture, BOB, "Anna withdrew");
    write_to(fixture, BOB, "accept 2", "no longer");
}

FIXTURE_TEST(an_invited_stranger_joins_and_plays, start(fixture))
{
    static const char carla[] = "carla@three.example";

    write_to(fixture, ANNA, "invite carla@three.example to toy", "Your offer 1");
    newest_has(fixture, carla, "Anna invites you to a game of Toy by letter. Rules: ");
    answer_as(fixture, carla, carla, "You have the wrong person. I'm Carla.");
    assert_int_equal(player_of(fixture, carla), 0);
    answer_as(fixture, carla, carla, "Con mucho gusto, soy Carla");
    assert_int_equal(player_of(fixture, carla), 3);
    assert_int_equal(sits_in(fixture, 1, 2), 3);
}

FIXTURE_TEST(who_invited_hears_of_an_address_that_is_none, start(fixture))
{
    static const char carla[] = "carla@three.example";
    unsigned letters;

    write_to(fixture, ANNA, "invite carla@three.example to toy", "Your offer 1");
    letters = fixture_mail_count(fixture, ANNA);
    report(fixture, carla, "delayed", "4.4.1");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters);
    bounce(fixture, carla, "5.1.1");
    newest_has(fixture, ANNA, "Your invitation to carla@three.example (offer 1) came back");
    fixture->sent++;
    bounce(fixture, carla, "5.1.1"); /* of another of its mail systems */
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 1);
    write_to(fixture, ANNA, "decline 1", "offer 1 is withdrawn");
    write_to(fixture, ANNA, "invite car/la@three.example to toy", "Your offer 2");
    fixture_settle(fixture); /* refused at once */
    newest_has(fixture, ANNA, "Your invitation to car/la@three.example (offer 2) came back");
}

FIXTURE_TEST(an_open_challenge_is_taken_by_anybody_once, start(fixture))
{
    write_to(fixture, ANNA, "challenge Toy with rounds=5", "open to everybody");
    write_to(fixture, BOB, "challenges", "1: Toy, from Anna");
    write_to(fixture, BOB, "accept", "Offers that you may accept");
    sends(fixture, BOB, "accept 1");
    assert_int_equal(sits_in(fixture, 1, 2), 2);
    write_to(fixture, BOB, "challenges", "Nobody is looking for an opponent");
}

FIXTURE_TEST(offers_that_cannot_be_played_are_refused_with_the_reason, start(fixture))
{
    ROWS_EACH(row, "tests/commands/people.rows",
              "offers_that_cannot_be_played_are_refused_with_the_reason")
        write_to(fixture, ANNA, row.cell[0], row.cell[1]);
}

/* In words that no list has: what he may answer is always there. */
FIXTURE_TEST(whoever_speaks_of_playing_is_asked_what_and_with_whom, start(fixture))
{
    ROWS_EACH(row, "tests/commands/people.rows",
              "whoever_speaks_of_playing_is_asked_what_and_with_whom") {
        write_to(fixture, ANNA, row.cell[0], row.cell[1]);
        newest_has(fixture, ANNA, "practice Toy");
    }
}

FIXTURE_TEST(a_challenge_with_more_words_than_are_read_is_asked_about, start(fixture))
{
    write_to(fixture, ANNA, "challenge Bob to a nice slow game of Toy", "invite Bob to Toy");
    newest_lacks(fixture, ANNA, "no game called");
    assert_int_equal(fixture_mail_count(fixture, BOB), 0);
}

FIXTURE_TEST(an_offer_speaks_each_ones_language, start(fixture))
{
    write_to(fixture, ANNA, "language es", "es");
    write_to(fixture, BOB, "language it", "it");
    write_to(fixture, ANNA, "invitar Bob a toy con rounds=5 turno=3d prensa=abierta anónima",
             "Tu oferta 1");
    newest_has(fixture, BOB, "Tempo: 3 giorni per un turno,\n3 giorni per una risposta");
    newest_has(fixture, BOB, "rounds=5, nomi nascosti fino alla\nfine, i messaggi");
    write_to(fixture, ANNA, "desafíos", "rounds=5, nombres");
    write_to(fixture, ANNA, "desafío toy con turno=pronto",
             "No se entiende el tiempo \"turno=pronto\"");
    write_to(fixture, ANNA, "desafío toy con ahorro=2d reserva=9d", "se contradicen");
    write_to(fixture, ANNA, "desafío toy con turno=diario@21:00 zona=Rome libre=22h-8h",
             "Junto a una hora fija");
    write_to(fixture, ANNA, "zona Madrid", "Madrid");
    write_to(fixture, ANNA, "invitar Bob a toy con turno=mié+dom@20:00 mínimo=6h", "Tu oferta 2");
    newest_has(fixture, BOB,
               "per la preparazione. Ogni turno scade mer,\ndom alle 20:00, Europe/Madrid");
    write_to(fixture, BOB, "sfida toy con fuso=Rome", "accompagnano un'ora fissa");
}

FIXTURE_TEST(a_player_practises_against_himself, start(fixture))
{
    char order[ORDER_TEXT_BYTES];

    sends(fixture, ANNA, "practice toy with rounds=5 fast");
    assert_non_null(strstr(fixture_position(fixture, 1)->genesis.time, "turn=2h reply=1h"));
    assert_int_equal(sits_in(fixture, 1, 1), 1);
    assert_int_equal(sits_in(fixture, 1, 2), 1);
    fixture_luck(fixture, 1);
    fixture_settle(fixture);
    assert_true(fixture_random_order(fixture, 1, 1, order) ||
                fixture_random_order(fixture, 1, 2, order));
    is_whole(fixture);
}

FIXTURE_TEST(a_rematch_is_the_same_game_with_seats_moved_on, start(fixture))
{
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    writes(fixture, ANNA, "rematch");
    newest_has(fixture, ANNA, "not over yet");
    fixture_run_out(fixture, 1);
    writes(fixture, ANNA, "rematch");
    newest_has(fixture, BOB, "would like to play Toy again");
    writes(fixture, BOB, "accept");
    assert_int_equal(sits_in(fixture, 2, 1), 2);
    assert_int_equal(sits_in(fixture, 2, 2), 1);
}

FIXTURE_TEST(an_anonymous_game_hides_names_until_its_end, start(fixture))
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};

    write_to(fixture, ANNA, "challenge toy with anonymous rounds=5", "open to everybody");
    write_to(fixture, BOB, "challenges", "from ?");
    sends(fixture, BOB, "accept 1");
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    writes(fixture, BOB, "games\nshow");
    fixture_newest(fixture, BOB, &letter, &raw);
    assert_non_null(strstr(letter.text, "Player 1"));
    assert_null(strstr(buf_text(&raw), "Anna"));
    fixture_run_out(fixture, 1);
    newest_has(fixture, BOB, "Anna");
}

/* ---- watchers and digests ---- */

FIXTURE_TEST(a_watcher_reads_what_all_may_know_until_one_tap_ends_it, start(fixture))
{
    static const char carla[] = "carla@three.example";
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    const char *tap;
    char address[128];
    unsigned count;

    fixture_player(fixture, "Carla", carla);
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    write_to(fixture, carla, "watch 7", "no game 7");
    sends(fixture, carla, "watch 1");
    count = fixture_mail_count(fixture, carla);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    assert_int_equal(fixture_mail_count(fixture, carla), count); /* a turn is one letter */
    fixture->now_s += 3600;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, carla), count + 1);
    fixture_newest(fixture, carla, &letter, &raw);
    assert_non_null(strstr(letter.text, "You watch game 1"));
    assert_null(strstr(letter.text, "You are asked"));
    assert_string_equal(letter.reply_to, "games@robot.example");
    tap = strstr(buf_text(&raw), "List-Unsubscribe:");
    assert_non_null(tap);
    tap = strstr(tap, "<mailto:games%2B");
    assert_non_null(tap);
    tap += strlen("<mailto:games%2B");
    snprintf(address, sizeof address, "games+%.*s", (int)strcspn(tap, "?>"), tap);
    fixture_send(fixture, "carla@elsewhere.example", address, NULL, "unwatch 1");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered unwatched");
    fixture_run_out(fixture, 1);
    assert_int_equal(fixture_mail_count(fixture, carla), count + 1);
    is_whole(fixture);
}

FIXTURE_TEST(a_daily_digest_is_one_letter_over_all_games, start(fixture))
{
    OWN(letter) letter = {0};
    unsigned count;

    write_to(fixture, BOB, "digest daily\nformat html\nboard none", "From now on");
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    count = fixture_mail_count(fixture, BOB); /* two invitations among them */
    fixture_luck(fixture, 1);
    fixture_luck(fixture, 2); /* both games ask for orders */
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, BOB), count);
    fixture->now_s += DAY_S;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, BOB), count + 1);
    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "game 1: Toy"));
    assert_non_null(strstr(letter.text, "game 2: Toy"));
    assert_non_null(strstr(letter.text, "You are asked"));
    fixture->now_s += 600;
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, BOB), count + 1);
    writes(fixture, BOB, "game 1\nbid 1\n\nGame 2:\nbid 2");
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    assert_false(adjudicate_is_asked(fixture_position(fixture, 1), 2));
    assert_false(adjudicate_is_asked(fixture_position(fixture, 2), 2));
    is_whole(fixture);
}

/* ---- trying again ---- */

static struct ledger_delivery delivery(struct fixture *fixture, int64_t out)
{
    struct ledger_delivery row = {0};

    OK(ledger_one(ledger_deliveries(fixture->desk->ledger, out, &err), &row));
    return row;
}

/* From now on letters go into memory, where failures can be ordered. */
static struct post_sink *use_memory(struct fixture *fixture)
{
    post_sink_free(fixture->room.sink);
    fixture->room.sink = NULL;
    OK(post_memory_sink_new("out", &fixture->room.sink, &err));
    return fixture->room.sink;
}

FIXTURE_TEST(temporary_failures_are_tried_ever_later_and_given_up_after_days, start(fixture))
{
    struct post_sink *sink;
    struct ledger_delivery row;
    int64_t last_s = 0, start_s, waited_s = 0;
    bool reached = false;
    struct err err = {0};

    sink = use_memory(fixture);
    must(post_memory_sink_answer(sink, BOB, POST_TEMPORARY, 451, "later"), &err);
    fixture_game(fixture, &toy_game, "rounds=5");
    start_s = fixture->now_s;
    for (unsigned tries = 1;; tries++) {
        fixture_round(fixture);
        row = delivery(fixture, 2); /* Bob's invitation */
        if (row.state != LEDGER_DELIVERY_WAITING)
            break;
        assert_int_equal(row.tries, tries);
        waited_s = row.due_s - fixture->now_s;
        assert_true(waited_s >= last_s); /* a minute at first, four hours at last */
        last_s = waited_s;
        fixture->now_s = row.due_s;
        assert_true(tries < 100);
    }
    assert_int_equal(row.state, LEDGER_DELIVERY_GIVEN_UP);
    assert_int_equal(last_s, 4 * 3600);
    assert_in_range(fixture->now_s - start_s, 5 * DAY_S, 5 * DAY_S + 4 * 3600);
    assert_int_equal(delivery(fixture, 1).state, LEDGER_DELIVERY_SENT); /* each by himself */
    must(bounces_reach(fixture->desk, 2, &reached, &err), &err);
    assert_true(reached); /* no bounce */
}

FIXTURE_TEST(a_refusal_for_good_is_not_tried_again_and_counts_as_a_bounce, start(fixture))
{
    struct post_sink *sink;
    struct err err = {0};
    bool reached = true;

    sink = use_memory(fixture);
    must(post_memory_sink_answer(sink, BOB, POST_PERMANENT, 550, "no such user"), &err);
    for (unsigned i = 0; i < 4; i++)
        fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
    fixture->now_s += 3600;
    fixture_round(fixture);
    assert_int_equal(delivery(fixture, 2).state, LEDGER_DELIVERY_REFUSED);
    assert_int_equal(delivery(fixture, 2).tries, 1);
    must(bounces_reach(fixture->desk, 2, &reached, &err), &err);
    assert_false(reached);
}

FIXTURE_TEST(a_retry_repeats_the_same_bytes_under_the_same_id, start(fixture))
{
    struct post_sink *sink;
    struct err err = {0};

    sink = use_memory(fixture);
    fixture_game(fixture, &toy_game, "rounds=5");
    post_memory_sink_fail(sink, RC_IO, 1);
    assert_int_not_equal(mailroom_send(fixture->desk, &fixture->room, &err), RC_OK);
    assert_int_equal(post_memory_sink_count(sink), 0);
    fixture->now_s += 86400;
    fixture_round(fixture);
    assert_true(post_memory_sink_count(sink) >= 2);
    assert_non_null(strstr(post_memory_sink_at(sink, 0)->bytes, "Date: Sat, 21 Nov 2026"));
    assert_non_null(strstr(post_memory_sink_at(sink, 0)->bytes, ".1.postern@robot.example>"));
}

/* ---- a key forgotten by another program ---- */

FIXTURE_TEST(a_key_that_another_program_forgot_is_not_used_any_more, start(fixture))
{
    struct vault_place place = {.owner = {LEDGER_KEY_PLAYER, 2}, .column = "test.box", .row = 1};
    struct buf box = {0}, out = {0};
    struct desk *other = NULL;
    struct err err = {0};

    must(desk_open(&fixture->config, &fixture->world, NULL, &other, &err), &err);
    must(vault_close(other, &place, "words", 5, &box, &err), &err);
    must(vault_open(other, &place, vault_bytes(&box), &out, &err), &err);
    must(desk_begin(fixture->desk, &err), &err);
    must(people_erase(fixture->desk, 2, &err), &err);
    assert_int_equal(vault_open(fixture->desk, &place, vault_bytes(&box), &out, NULL),
                     RC_NOT_FOUND);
    assert_int_equal(vault_open(other, &place, vault_bytes(&box), &out, NULL), RC_OK);
    must(desk_commit(fixture->desk, &err), &err);
    assert_int_equal(vault_open(other, &place, vault_bytes(&box), &out, NULL), RC_NOT_FOUND);
    must(desk_begin(other, &err), &err);
    assert_int_equal(vault_open(other, &place, vault_bytes(&box), &out, NULL), RC_NOT_FOUND);
    desk_rollback(other);
    place.owner.subject = 1; /* the others' stay */
    must(vault_close(other, &place, "words", 5, &box, &err), &err);
    desk_close(other);
    buf_wipe(&box);
    buf_wipe(&out);
}

TESTS(NULL, NULL)
