/* SPDX-License-Identifier: MIT */
/* What players say besides orders: taking back, words to each other. Every effect on a game is an
 * entry that all exports prove. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "admin/admin.h"
#include "play/adjudicate.h"
#include "play/reply.h"
#include "people/people.h"
#include "seal/encode.h"
#include "tests/house/talking.h"
#include "tests/test.h"

/* ---- taking back ---- */

#define TALK(name) FIXTURE_TEST(name, talking_start(fixture))

TALK(an_own_order_is_taken_back_while_nobody_saw_anything)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, ANNA, "I made a mistake, do not bid 3, bid what you like", "rejected no-line");
    newest_has(fixture, ANNA, "* undo");
    hears(fixture, ANNA, "undo", "Taken back");
    newest_has(fixture, ANNA, "You are asked");
    newest_has(fixture, BOB, "Anna has taken back \"bid\"");
    says(fixture, ANNA, "bid 1", "accepted ");
    says(fixture, BOB, "bid 2", "accepted ");
    newest_has(fixture, ANNA, "Bob");
    is_true(fixture);
}

TALK(orders_follow_an_undo_in_one_letter)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, ANNA, "undo\nbid 4", "accepted ");
    newest_has(fixture, ANNA, "+ bid 4");
    says(fixture, ANNA, "bid 3\nundo", "rejected no-line");
    newest_has(fixture, ANNA, "first line");
    is_true(fixture);
}

TALK(after_something_was_seen_the_others_must_agree)
{
    uint64_t to = head(fixture);
    char line[32];

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    hears(fixture, ANNA, "undo", "Something has come to light since");
    newest_has(fixture, BOB, "Anna asks to take back");
    assert_int_equal(fixture_position(fixture, 1)->decision_count, 2);
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    hears(fixture, BOB, line, "Taken back");
    newest_has(fixture, ANNA, "All agreed");
    newest_has(fixture, ANNA, "You are asked");
    says(fixture, ANNA, "bid 0", "accepted ");
    says(fixture, BOB, "bid 4", "accepted ");
    is_true(fixture);
}

TALK(who_does_not_agree_is_heard)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    hears(fixture, BOB, "no undo", "It stays as it is");
    newest_has(fixture, ANNA, "Bob does not agree");
    hears(fixture, BOB, "no undo", "Nobody has asked");
    is_true(fixture);
}

TALK(a_request_lapses_with_the_next_order)
{
    uint64_t to = head(fixture);
    char line[32];

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    says(fixture, BOB, "bid 2", "accepted ");
    newest_has(fixture, ANNA, "has lapsed");
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    says(fixture, BOB, line, "answered command");
    newest_has(fixture, BOB, "Something has come to light since"); /* it is his request now */
    is_true(fixture);
}

TALK(what_cannot_be_taken_back_is_told_so)
{
    hears(fixture, ANNA, "undo", "no order that could be taken back");
    hears(fixture, ANNA, "undo 1", "cannot go back to entry 1");
    hears(fixture, ANNA, "undo 9999", "cannot go back to entry 9999");
    hears(fixture, ANNA, "preview\nundo", "In a preview");
}

/* Draws and seals of what was undone come again, the draws with the same values. */
TALK(an_undone_game_goes_on_to_a_proved_end)
{
    for (unsigned round = 0; round < 200; round++) {
        char order[ORDER_TEXT_BYTES];
        unsigned seat = 1 + fixture_below(fixture, 2);
        const char *who = seat == 1 ? ANNA : BOB;

        if (fixture_position(fixture, 1)->phase == POSITION_OVER)
            break;
        if (fixture_random_order(fixture, 1, seat, order)) {
            says(fixture, who, order, "accepted ");
            if (fixture_below(fixture, 3) == 0)
                take_back(fixture, seat);
        }
    }
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    is_true(fixture);
}

/* ---- words ---- */

TALK(who_is_spoken_to_is_offered_what_was_written)
{
    hears(fixture, ANNA, "Bob, where are you from?", "say Bob, where");
    says(fixture, ANNA, "bid 3 and tell Bob good luck to you", "accepted ");
    newest_has(fixture, ANNA, "* say good luck to you");
    asks(fixture, ANNA, "Bob, where are you from?", "game 1: say Bob, where");
    asks(fixture, ANNA, "How do I play with the expansion?", "with boxes=expansion");
    asks(fixture, ANNA, "I need one more day in the game with Bob", "does not say for which game");
    is_true(fixture);
}

TALK(words_reach_the_other_player)
{
    hears(fixture, ANNA, "tell them good luck to Bob, too", "on its way");
    newest_has(fixture, BOB, "Anna says:");
    newest_has(fixture, BOB, "| good luck to Bob, too");
    says(fixture, BOB, "say to Anna: only for you\nbid 2", "accepted ");
    newest_has(fixture, ANNA, "Bob says to you alone:");
    newest_has(fixture, ANNA, "| only for you");
    hears(fixture, BOB, "say to Carl: who?", "nobody of that name");
    says(fixture, BOB, "tell Anna: behind your name", "answered command");
    newest_has(fixture, ANNA, "Bob says to you alone:");
    newest_has(fixture, ANNA, "| behind your name");
    says(fixture, BOB, "say to anna, without a colon: so", "answered command");
    newest_has(fixture, ANNA, "Bob says to you alone:");
    newest_has(fixture, ANNA, "| without a colon: so");
    says(fixture, ANNA, "bid 1", "accepted ");
    is_true(fixture);
}

TALK(words_may_fill_several_lines)
{
    says(fixture, ANNA, "say\nDear Bob,\nbid 3 is what I would do.\n.\nbid 2", "accepted ");
    newest_has(fixture, BOB, "| Dear Bob,\n");
    newest_has(fixture, BOB, "| bid 3 is what I would do.");
    newest_has(fixture, ANNA, "+ bid 2");
    says(fixture, BOB,
         "say this is a line that was so long that my own mail program has\n"
         "broken it for me\nbid 1",
         "accepted ");
    newest_has(fixture, ANNA, "my own mail program has broken");
    is_true(fixture);
}

TALK(words_stand_in_the_exports_of_those_they_are_for)
{
    says(fixture, ANNA, "say to all: hello everybody", "answered command");
    says(fixture, ANNA, "say to Bob: secretly", "answered command");
    assert_false(export_has(fixture, RECORD_FOR_ALL, "hello everybody")); /* press=private */
    assert_true(export_has(fixture, 1, "hello everybody"));
    assert_true(export_has(fixture, 2, "hello everybody"));
    assert_false(export_has(fixture, RECORD_FOR_ALL, "secretly"));
    assert_true(export_has(fixture, 1, "secretly"));
    assert_true(export_has(fixture, 2, "secretly"));
    is_true(fixture);
}

/* ---- how it stands, drafts, notes ---- */

TALK(status_names_who_is_asked_until_when)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    hears(fixture, ANNA, "status", "for a turn and");
    newest_has(fixture, ANNA, "Bob: ");
    newest_has(fixture, ANNA, "Until ");
    newest_lacks(fixture, ANNA, "draft");
    says(fixture, BOB, "draft\nbid 1", "answered draft");
    hears(fixture, BOB, "status", "A draft of yours waits");
}

TALK(a_past_board_is_shown_by_its_entry)
{
    uint64_t before = head(fixture);
    char line[32], tile[TILE_BYTES];

    snprintf(line, sizeof line, "show entry %u", (unsigned)before);
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "show", "answered command");
    tile_shown(fixture, 2, tile);
    newest_has(fixture, ANNA, tile);
    hears(fixture, ANNA, line, "The board below is that after entry");
    newest_lacks(fixture, ANNA, tile);
    newest_has(fixture, ANNA, "You are asked");
    says(fixture, ANNA, "show entry 0", "answered command");
    hears(fixture, ANNA, "show entry 99999", "The log has the entries 0 to");
}

TALK(a_draft_waits_for_confirm)
{
    uint64_t before = head(fixture);

    hears(fixture, ANNA, "confirm", "no draft of yours");
    says(fixture, ANNA, "draft\nbid 3", "answered draft");
    newest_has(fixture, ANNA, "+ bid 3");
    newest_has(fixture, ANNA, "kept as a draft");
    assert_int_equal(head(fixture), before);
    says(fixture, ANNA, "confirm", "accepted ");
    newest_has(fixture, ANNA, "+ bid 3");
    assert_int_equal(head(fixture), before + 1);
    says(fixture, BOB, "draft on", "answered command");
    says(fixture, BOB, "bid 1", "answered draft");
    says(fixture, BOB, "bid 2", "answered draft");
    says(fixture, BOB, "confirm", "accepted ");
    newest_has(fixture, BOB, "+ bid 2");
    is_true(fixture);
}

TALK(a_draft_that_fits_no_more_is_refused_when_confirmed)
{
    says(fixture, ANNA, "draft\nall\nbid 3", "answered draft");
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "confirm", "rejected no-line");
    says(fixture, ANNA, "confirm", "answered command");
}

TALK(notes_are_private_until_their_player_publishes_them)
{
    hears(fixture, ANNA, "note Bob bids high first", "nobody else can read it");
    says(fixture, BOB, "note Anna saves her four", "answered command");
    hears(fixture, ANNA, "notes", "Bob bids high first");
    newest_lacks(fixture, ANNA, "saves her four");
    says(fixture, ANNA, "notes publish", "answered command");
    assert_false(export_has(fixture, RECORD_FOR_ALL, "bids high"));
    assert_false(export_has(fixture, 2, "bids high"));
    is_true(fixture);
    says(fixture, ANNA, "resign", "accepted ");
    newest_has(fixture, BOB, "A note of Anna: Bob bids high first");
    assert_true(export_has(fixture, RECORD_FOR_ALL, "bids high"));
    assert_false(export_has(fixture, RECORD_FOR_WHOLE, "saves her four"));
    hears(fixture, BOB, "notes", "saves her four");
    is_true(fixture);
}

/* ---- before the administrator ---- */

TALK(a_dispute_stops_the_clocks_until_it_is_ruled)
{
    struct err err = {0};

    says(fixture, ANNA, "bid 9", "rejected no-line");
    says(fixture, ANNA, "dispute nine is a card\nbid 3", "accepted ");
    newest_has(fixture, ANNA, "Your dispute has number 1");
    assert_true(fixture_position(fixture, 1)->timing.pause_s != 0);
    newest_has(fixture, BOB, "The clocks are stopped");
    hears(fixture, BOB, "dispute me too", "open already");
    case_has(fixture, 1, "1> bid 9 => illegal TOY-04");
    case_has(fixture, 1, "# nine is a card");
    case_has(fixture, 1, "clauses: TOY-04");
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    assert_int_equal(dispute_rule(fixture->desk, 2, "no", &err), RC_NOT_FOUND);
    err_clear(&err);
    assert_int_equal(dispute_rule(fixture->desk, 1, "Nine is none.\nPlay on.", &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    fixture_settle(fixture);
    newest_has(fixture, ANNA, "The administrator says:");
    newest_has(fixture, BOB, "| Nine is none.");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    is_true(fixture);
}

TALK(a_case_file_of_a_dispute_runs)
{
    says(fixture, ANNA, "bid 9\nbid 3", "rejected no-line");
    says(fixture, ANNA, "dispute I have a nine", "answered command");
    assert_int_equal(case_runs(fixture, 1), 0);
}

TALK(a_blocked_player_is_not_heard)
{
    unsigned letters;

    hears(fixture, BOB, "block Anna", "no more messages from");
    letters = fixture_mail_count(fixture, BOB);
    hears(fixture, ANNA, "say hello", "takes no messages from you");
    assert_int_equal(fixture_mail_count(fixture, BOB), letters);
    says(fixture, BOB, "unblock Anna", "answered command");
    says(fixture, ANNA, "say hello again", "answered command");
    newest_has(fixture, BOB, "| hello again");
    is_true(fixture);
}

TALK(reported_words_reach_the_administrator)
{
    says(fixture, ANNA, "say you cheat", "answered command");
    hears(fixture, BOB, "report she is rude", "The administrator is told");
    case_has(fixture, 1, "you cheat");
    case_has(fixture, 1, "# she is rude");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    newest_lacks(fixture, ANNA, "rude");
    is_true(fixture);
}

/* ---- signatures ---- */

static const unsigned char seed[KEY_BYTES] = {7, 7, 7};

/* Anna registers her key. */
static void register_key(struct fixture *fixture)
{
    unsigned char key[KEY_BYTES];
    char text[BASE32_HASH_BYTES];

    pen_public(seed, key);
    base32_write(key, sizeof key, text);
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, 1, "key", text, &err));
    OK(desk_commit(fixture->desk, &err));
}

/* As postern-proof sign prints it, for the question that Anna is asked now. */
static const char *signed_line(struct fixture *fixture, const char *order, const char *between)
{
    static char line[400];
    const struct position *position = fixture_position(fixture, 1);
    unsigned char signature[SIGNATURE_BYTES];
    char text[BASE32_SIGNATURE_BYTES];
    struct hash digest;
    unsigned decision = 0;

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == 1)
            decision = position->decision[i].id;
    chain_order(&position->chain, decision, order, strlen(order), &digest);
    pen_sign(seed, &digest, signature);
    snprintf(line, sizeof line, "sign=%u/%u/%s%s%s", decision, (unsigned)position->chain.number,
             base32_write(signature, sizeof signature, text), between, order);
    return line;
}

TALK(a_signed_order_counts_from_any_address)
{
    OWN(letter) letter = {0};

    register_key(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, "anna@elsewhere.example", letter.reply_to, NULL,
                 signed_line(fixture, "bid 3", " "));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    fixture_send(fixture, "anna@elsewhere.example", letter.reply_to, NULL,
                 signed_line(fixture, "bid 4", "\n")); /* wrapped; the token is an old one */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected finished-decision");
    is_true(fixture);
}

TALK(a_signature_over_a_public_order_stands_in_the_log)
{
    register_key(fixture);
    hears(fixture, ANNA, "show", "(question ");
    says(fixture, ANNA, signed_line(fixture, "resign", "\n"), "accepted ");
    assert_true(export_has(fixture, RECORD_FOR_ALL, " pen "));
    assert_true(export_has(fixture, RECORD_FOR_ALL, "sign="));
    is_true(fixture);
}

TALK(a_false_signature_is_refused)
{
    char line[400];

    register_key(fixture);
    snprintf(line, sizeof line, "%s", signed_line(fixture, "bid 3", " "));
    line[strlen(line) - 1] = '4'; /* another order */
    says(fixture, ANNA, line, "rejected no-line");
    newest_has(fixture, ANNA, "the signature is not yours");
    says(fixture, ANNA, "sign=1/2/abc bid 3", "rejected no-line");
    says(fixture, BOB, signed_line(fixture, "bid 3", " "), "rejected no-line");
}

TALK(who_wants_signatures_gets_no_orders_without)
{
    hears(fixture, ANNA, "signature on", "Register a key first");
    register_key(fixture);
    says(fixture, ANNA, "signature on", "answered command");
    says(fixture, ANNA, "bid 3", "rejected no-line");
    newest_has(fixture, ANNA, "this line is not signed");
    newest_has(fixture, ANNA, "postern-proof sign --genesis");
    says(fixture, ANNA, signed_line(fixture, "bid 3", " "), "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "signature off", "asked account");
    newest_has(fixture, ANNA, "with the word \"confirm\"");
    hears(fixture, ANNA, "confirm", "signature off");
    says(fixture, ANNA, "bid 4", "accepted ");
    is_true(fixture);
}

/* ---- several games in one letter ---- */

TALK(a_digest_is_answered_with_orders_for_each_game)
{
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};
    int64_t second = fixture_game(fixture, fixture_position(fixture, 1)->played, "");
    unsigned letters;

    fixture_round(fixture);
    writes(fixture, ANNA, "luck a");
    writes(fixture, BOB, "luck b");
    letters = fixture_mail_count(fixture, ANNA);
    assert_int_equal(reply_address(fixture->desk, TOKEN_PLAYER, 0, TOKEN_OF_LETTER, 1, 1, to, &err),
                     RC_OK);
    fixture_send(fixture, ANNA, to, NULL,
                 "Hello,\ngame 1\nbid 3\nsay good luck\nGame 2:\nbid 9\ngame 77\nbid 1");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "part several-games");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 3);
    assert_false(adjudicate_is_asked(fixture_position(fixture, 1), 1));
    assert_true(adjudicate_is_asked(fixture_position(fixture, second), 1));
    newest_has(fixture, BOB, "| good luck");
    fixture_send(fixture, ANNA, to, NULL, "Partida 2:\nbid 4");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    is_true(fixture);
}

TALK(one_answer_serves_the_letters_of_two_games)
{
    int64_t second = fixture_game(fixture, fixture_position(fixture, 1)->played, "");

    fixture_round(fixture);
    writes(fixture, ANNA, "luck a");
    writes(fixture, BOB, "luck b");
    assert_true(adjudicate_is_asked(fixture_position(fixture, second), 1));
    fixture_answer(fixture, ANNA, "bid 4\ngame 1:\nbid 3"); /* it answers the second game's */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_false(adjudicate_is_asked(fixture_position(fixture, second), 1));
    assert_false(adjudicate_is_asked(fixture_position(fixture, 1), 1));
    is_true(fixture);
}

static void deliver_as_bob(struct fixture *fixture, const char *head)
{
    char bytes[400];

    snprintf(bytes, sizeof bytes,
             "Authentication-Results: mx.robot.example; dmarc=pass header.from=two.example\n"
             "From: " BOB "\nTo: games@robot.example\nMessage-ID: <b%u@two.example>\n%s\n",
             ++fixture->sent, head);
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
}

TALK(a_heading_of_the_answered_game_changes_nothing)
{
    says(fixture, ANNA, "Game 1:\nbid 3", "accepted ");
    assert_false(adjudicate_is_asked(fixture_position(fixture, 1), 1));
    says(fixture, BOB, "game 77\nbid 3\ngame 1\nbid 1", "accepted ");
    newest_has(fixture, BOB, "77");
    is_true(fixture);
}

/* To the plain address, in the text or as a subject alone; a second time it is told when it was
 * taken. */
TALK(an_order_for_a_game_by_its_number_counts_once)
{
    sends(fixture, ANNA, "Game 1: bid 3");
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    sends(fixture, ANNA, "Game 1: bid 3");
    assert_string_equal(fixture_outcome(fixture), "repeat several-games");
    newest_has(fixture, ANNA, "We took that already, with your letter of");
    deliver_as_bob(fixture, "Subject: Game 1: bid 1\n");
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    fixture_send(fixture, ANNA, NULL, NULL,
                 "Game 1: bid 3"); /* a new question, and that card is gone */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected several-games");
    is_true(fixture);
}

TALK(headings_without_proof_are_asked_about)
{
    fixture_prove_nothing(fixture);
    sends(fixture, ANNA, "game 1\nbid 3");
    assert_string_equal(fixture_outcome(fixture), "asked not-proved");
    says(fixture, ANNA, "confirm", "accepted several-games");
    assert_false(adjudicate_is_asked(fixture_position(fixture, 1), 1));
    is_true(fixture);
}

TALK(a_repeat_of_a_letter_over_several_games_does_nothing_again)
{
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};
    uint64_t before;
    unsigned letters;

    assert_int_equal(reply_address(fixture->desk, TOKEN_PLAYER, 0, TOKEN_OF_LETTER, 1, 1, to, &err),
                     RC_OK);
    fixture_send(fixture, ANNA, to, NULL, "game 1\nbid 3\nsay good luck");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    says(fixture, BOB, "bid 1", "accepted "); /* a new question: the same order might be legal */
    before = head(fixture);
    letters = fixture_mail_count(fixture, BOB);
    fixture_send(fixture, ANNA, to, NULL, "game 1\nbid 3\nsay good luck");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "repeat several-games");
    newest_has(fixture, ANNA, "repeat");
    assert_int_equal(head(fixture), before);
    assert_int_equal(fixture_mail_count(fixture, BOB), letters);
    is_true(fixture);
}

/* A letter that says it comes from Anna, and what our own mail system found out about that. */
static void deliver_as_anna(struct fixture *fixture, const char *to, const char *found,
                            const char *more, const char *body)
{
    char bytes[1200];

    snprintf(bytes, sizeof bytes,
             "Authentication-Results: %s\nFrom: " ANNA "\nTo: %s\nMessage-ID: <a%u@one.example>\n"
             "%s\n%s\n",
             found, to, ++fixture->sent, more, body);
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
}

TALK(an_answer_to_a_digest_needs_its_token_and_an_honest_sender)
{
    char to[REPLY_ADDRESS_BYTES], offer[REPLY_ADDRESS_BYTES];
    struct err err = {0};
    uint64_t before = head(fixture);

    strcpy(fixture->config.authserv, "mx.robot.example");
    assert_int_equal(reply_address(fixture->desk, TOKEN_PLAYER, 0, TOKEN_OF_LETTER, 1, 1, to, &err),
                     RC_OK);
    assert_int_equal(reply_address(fixture->desk, TOKEN_PLAYER, 0, 0, 1, 1, offer, &err), RC_OK);
    deliver_as_anna(fixture, to, "mx.robot.example; dmarc=fail header.from=one.example", "",
                    "game 1\nbid 3");
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    deliver_as_anna(fixture, offer, "mx.robot.example; dmarc=none", "", "game 1\nbid 3");
    assert_string_equal(fixture_outcome(fixture), "asked not-proved");
    fixture_send(fixture, BOB, to, NULL, "game 1\nbid 3"); /* not his digest */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected unknown-token");
    assert_int_equal(head(fixture), before);
    deliver_as_anna(fixture, to, "mx.robot.example; dmarc=none", "", "game 1\nbid 3");
    assert_string_equal(fixture_outcome(fixture), "accepted several-games");
    is_true(fixture);
}

TALK(an_old_digest_is_asked_about)
{
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};

    fixture_prove_nothing(fixture);
    assert_int_equal(reply_address(fixture->desk, TOKEN_PLAYER, 0, TOKEN_OF_LETTER, 1, 1, to, &err),
                     RC_OK);
    fixture->now_s += 31 * 86400;
    fixture_send(fixture, ANNA, to, NULL, "game 1\nbid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked not-proved");
}

TALK(orders_by_thread_alone_need_proof)
{
    static const char robot[] = "games@robot.example";
    struct letter letter = {0};
    char more[400];
    uint64_t before = head(fixture);

    strcpy(fixture->config.authserv, "mx.robot.example");
    fixture_newest(fixture, ANNA, &letter, NULL);
    snprintf(more, sizeof more, "In-Reply-To: <%s>\n", letter.message_id);
    letter_fini(&letter);
    deliver_as_anna(fixture, robot, "mx.rabbit.example; dmarc=pass", more, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "asked thread-alone");
    deliver_as_anna(fixture, robot, "mx.robot.example; dkim=pass header.d=other.example", more,
                    "bid 3");
    assert_string_equal(fixture_outcome(fixture), "asked thread-alone");
    deliver_as_anna(fixture, robot, "mx.robot.example; dkim=pass header.d=example", more, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "asked thread-alone");
    assert_int_equal(head(fixture), before);
    deliver_as_anna(fixture, robot, "mx.robot.example; dkim=pass header.d=one.example", more,
                    "bid 3");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    fixture->config.authserv[0] = '\0'; /* Bob's letters carry no results */
    says(fixture, BOB, "bid 1", "accepted ");
    strcpy(fixture->config.authserv, "mx.robot.example");
    fixture_newest(fixture, ANNA, &letter, NULL);
    snprintf(more, sizeof more, "In-Reply-To: <%s>\n", letter.message_id);
    letter_fini(&letter);
    deliver_as_anna(fixture, robot, "mx.robot.example; dmarc=pass header.from=one.example", more,
                    "bid 1");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    is_true(fixture);
}

TALK(what_the_log_hides_is_no_order)
{
    uint64_t before = head(fixture);

    says(fixture, ANNA, "bid [bid/3/1]", "rejected no-line");
    says(fixture, ANNA, "bid ?", "rejected no-line");
    assert_int_equal(head(fixture), before);
    says(fixture, ANNA, "strict on", "answered command");
    says(fixture, ANNA, "bid [bid/4/2]", "rejected no-line");
    newest_has(fixture, ANNA, "not in strict notation");
    says(fixture, ANNA, "preview\nbid ?", "answered preview");
    newest_lacks(fixture, ANNA, "+ bid");
    assert_int_equal(head(fixture), before);
}

TALK(a_command_that_comes_twice_is_carried_out_once)
{
    OWN(letter) letter = {0};
    uint64_t before;

    says(fixture, ANNA, "bid 3", "accepted ");
    fixture_newest(fixture, ANNA, &letter, NULL);
    for (unsigned i = 0; i < 2; i++) {
        before = head(fixture);
        fixture_send(fixture, ANNA, letter.reply_to, NULL, "undo\nsay sorry");
        fixture_settle(fixture);
        assert_string_equal(fixture_outcome(fixture),
                            i ? "repeat said-before" : "answered command");
        assert_true(i ? head(fixture) == before : head(fixture) > before);
    }
    is_true(fixture);
}

/* ---- draws, where the rules of the game know them (DT-END-09) ---- */

/* A game of secrets and resigning, in which both have given their luck. */
static int64_t begin_raid(struct fixture *fixture)
{
    int64_t game = fixture_game(fixture, games_find("dungeon_twister"), "");

    fixture_round(fixture);
    writes(fixture, ANNA, "luck a");
    writes(fixture, BOB, "luck b");
    return game;
}

TALK(a_draw_is_offered_refused_and_agreed_by_letter)
{
    int64_t game = begin_raid(fixture);

    says(fixture, ANNA, "offer a draw", "accepted ");
    newest_has(fixture, BOB, "Anna offers a draw:");
    says(fixture, BOB, "decline the draw", "accepted ");
    newest_has(fixture, ANNA, "Bob refuses the draw.");
    says(fixture, BOB, "draw", "accepted ");
    newest_has(fixture, ANNA, "Bob offers a draw:");
    says(fixture, ANNA, "Hi Bob,\n\nyes, thank you\n\nCheers\nAnna", "accepted ");
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_OVER);
    newest_has(fixture, BOB, "Both agreed to a draw.");
}

/* Who has ordered on has passed it over. */
TALK(a_yes_behind_an_own_order_agrees_to_no_draw)
{
    int64_t game = begin_raid(fixture);

    says(fixture, BOB, "offer a draw", "accepted ");
    says(fixture, ANNA, "team warrior thief wizard goblin", "accepted ");
    says(fixture, ANNA, "yes", "rejected no-orders");
    newest_has(fixture, ANNA, "agreed to nothing");
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_PLAY);
}

/* Who is asked nothing, or something else, orders nothing by it. */
TEST(a_bare_yes_agrees_where_the_game_has_that_word_too)
{
    static const struct game *one[2];

    for (const struct game *const *game = games; *game; game++) {
        struct fixture fixture;
        unsigned seat;

        one[0] = *game;
        fixture_make(&fixture, one);
        fixture_start(&fixture, *game);
        seat = fixture_play_on(&fixture);
        fixture_answer(&fixture, seat == 1 ? BOB : ANNA, "idioma espa\xC3\xB1ol");
        writes(&fixture, seat == 1 ? ANNA : BOB, "pause");
        writes(&fixture, seat == 1 ? BOB : ANNA, "s\xC3\xAD");
        assert_true(fixture_position(&fixture, 1)->timing.pause_s > 0);
        fixture_remove(&fixture);
    }
}

TEST(what_is_taken_back_is_told_in_its_readers_words)
{
    static const struct game *one[2];
    struct fixture fixture;
    const char *mover, *other;

    one[0] = games_find("welcome_back");
    fixture_make(&fixture, one);
    fixture_start(&fixture, one[0]);
    mover = fixture_position(&fixture, 1)->decision[0].seat == 1 ? ANNA : BOB;
    other = mover[0] == 'a' ? BOB : ANNA;
    says(&fixture, other, "idioma italiano", "answered command");
    says(&fixture, mover, "pass", "accepted ");
    says(&fixture, mover, "undo", "answered command");
    newest_has(&fixture, other, "\"passare\"");
    fixture_remove(&fixture);
}

TALK(a_no_to_who_asks_to_take_back_refuses_it)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    says(fixture, BOB, "Nope, sorry mate, no takebacks. Keep playing.", "answered command");
    newest_has(fixture, BOB, "It stays as it is");
    was_told(fixture, ANNA, "does not agree");
    is_true(fixture);
}

TALK(a_bare_yes_agrees_to_the_one_thing_that_waits)
{
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    newest_has(fixture, BOB, "A bare \"yes\"");
    says(fixture, BOB, "Ok, nice move!", "rejected no-orders");
    newest_has(fixture, BOB, "agreed to nothing");
    says(fixture, ANNA, "pause", "answered command");
    newest_has(fixture, BOB, "2. Anna asks to stop the clocks");
    says(fixture, BOB, "yes", "rejected no-orders");
    newest_has(fixture, BOB, "agreed to nothing");
    says(fixture, BOB, "pause", "answered command");
    hears(fixture, BOB, "Agreed.", "Taken back");
    assert_int_equal(fixture_position(fixture, 1)->decision_count, 2);
    is_true(fixture);
}

/* Play by chance until a seat may end its turn. */
static unsigned play_to_a_turn(struct fixture *fixture, int64_t game)
{
    char line[ORDER_TEXT_BYTES];

    for (unsigned letters = 0; letters < 400; letters++) {
        const struct position *position = fixture_position(fixture, game);
        unsigned seat = position->decision[0].seat;
        struct order end = {0};

        if (position->played->text->read_order(position_rulebook(position), seat, "end", 3, &end) &&
            position->played->rules->check(position_rulebook(position), position_state(position),
                                           &end, NULL) == VERDICT_DONE)
            return seat;
        assert_true(fixture_random_order(fixture, game, seat, line));
        writes(fixture, seat == 1 ? ANNA : BOB, line);
    }
    fail_msg("no turn came");
    return 0;
}

TALK(a_preview_shows_what_would_come_of_it)
{
    int64_t game = begin_raid(fixture);
    unsigned seat = play_to_a_turn(fixture, game);
    const char *me = seat == 1 ? ANNA : BOB;
    uint64_t before = fixture_position(fixture, game)->chain.number;

    says(fixture, me, "preview\ngoblin to z9\nend", "answered preview");
    newest_has(fixture, me, "What would happen:");
    newest_has(fixture, me, "unused action points");
    newest_has(fixture, me, "tried on the board as it is");
    newest_has(fixture, me, "Then it would be asked:");
    newest_has(fixture, me, "Play an action card.");
    newest_has(fixture, me, "The board as it would stand then:");
    assert_int_equal(fixture_position(fixture, game)->chain.number, before);
}

TALK(a_greeting_is_never_luck)
{
    int64_t game = fixture_game(fixture, games_find("dungeon_twister"), "");

    fixture_round(fixture);
    says(fixture, ANNA, "\xC2\xA1Hola Bob!", "answered greeting");
    newest_has(fixture, ANNA, "A greeting gives no luck");
    says(fixture, ANNA, "Hello Bob, I look forward to our game, it is my first",
         "answered greeting");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_NONE);
    says(fixture, ANNA, "Hello Bob\n\nluck geese", "answered command");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_WORDS);
}

TALK(what_is_told_beside_an_order_stops_nothing)
{
    says(fixture, ANNA, "bid 3. Forget that please, I am not sure", "asked ambiguous");
    says(fixture, ANNA, "Unless you mind it very much, bid 3", "rejected no-line");
    says(fixture, ANNA, "Sorry for the delay, the kids were ill all week. Bid 3", "accepted ");
    newest_has(fixture, ANNA, "+ bid 3");
    says(fixture, BOB, "Bid 1. It rains here day and night!", "accepted ");
    newest_has(fixture, BOB, "It rains here day");
    is_true(fixture);
}

TALK(a_command_may_stand_behind_a_greeting)
{
    int64_t game = fixture_game(fixture, games_find("dungeon_twister"), "");

    fixture_round(fixture);
    says(fixture, ANNA, "Haha ok, here we go, my lucky words are grey geese", "answered command");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_WORDS);
    newest_has(fixture, ANNA, "word for word: grey geese");
    says(fixture, ANNA, "\xC2\xA1Hola! ayuda", "answered command");
    says(fixture, ANNA, "Hello to you and to all who read on, resign", "asked for-good");
}

TALK(the_record_comes_by_letter)
{
    begin_raid(fixture);
    hears(fixture, ANNA, "record", "postern-proof verify game-2.record --letter LETTER");
    says(fixture, ANNA, "resign", "asked for-good");
    newest_lacks(fixture, ANNA, "postern-proof verify");
    says(fixture, ANNA, "confirm", "accepted ");
    newest_has(fixture, ANNA, "postern-proof verify game-2.record");
    newest_has(fixture, BOB, "postern-proof verify game-2.record");
}

TALK(who_gives_up_is_asked_once)
{
    int64_t game = begin_raid(fixture);

    says(fixture, ANNA, "preview\nresign", "answered preview");
    says(fixture, ANNA, "I surrender", "asked for-good");
    newest_has(fixture, ANNA, "answer \"confirm\"");
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_PLAY);
    says(fixture, ANNA, "confirm", "accepted ");
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_OVER);
    newest_has(fixture, ANNA, "Bob has won");
}

TALK(what_stands_with_giving_up_under_all_waits_too)
{
    int64_t game = begin_raid(fixture);

    says(fixture, ANNA, "all\noffer a draw\nresign", "asked for-good");
    newest_lacks(fixture, BOB, "offers a draw");
    says(fixture, ANNA, "confirm", "accepted ");
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_OVER);
    newest_has(fixture, BOB, "Anna offers a draw");
}

TALK(giving_up_unconfirmed_is_none)
{
    int64_t game = begin_raid(fixture);

    says(fixture, ANNA, "on time draft", "answered command");
    says(fixture, ANNA, "resign", "asked for-good");
    says(fixture, ANNA, "offer a draw", "accepted "); /* he thought better of it */
    hears(fixture, ANNA, "confirm", "There is no draft");
    says(fixture, ANNA, "resign", "asked for-good");
    says(fixture, BOB, "draft\nresign", "answered draft");
    says(fixture, BOB, "on time draft", "answered command");
    fixture->now_s += 8 * 86400;
    fixture_round(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_PLAY);
}

TESTS(NULL, NULL)
