/* SPDX-License-Identifier: MIT */
/* Nothing that a reader may not know reaches him: by letter, in the log, or from the ledger's file.
 *
 * Words that stand nowhere else mark what is Bob's alone; and two runs that differ only in a secret
 * of Bob's must give Anna the same letters, but for the hashes that commit to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "games/games.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "seal/encode.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/house/searching.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define MARKED_BOB "bob@zebrazone.example"

static bool holds(const struct buf *bytes, const char *word)
{
    return bytes->length && memmem(bytes->at, bytes->length, word, strlen(word)) != NULL;
}

static void start(struct fixture *fixture, const struct game *const *list, const struct game *game)
{
    fixture_make(fixture, list);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob",
                   MARKED_BOB); /* not fixture_start: his address is a marked word */
    fixture_game(fixture, game, "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, MARKED_BOB, "luck pears");
}

/* ---- marked words ---- */

FIXTURE_TEST(what_bob_writes_reaches_only_bob, fixture_make(fixture, games))
{
    static const char *const marks[] = {"zebra", "quagga", "okapi"};
    OWN(buf) raw = {0}, text = {0}, log = {0}, ledger = {0};
    char path[] = "/tmp/postern-leak-XXXXXX";
    char secret[BASE32_HASH_BYTES];

    fixture_close(fixture);
    fixture->log_fd = mkstemp(path);
    assert_true(fixture->log_fd >= 0);
    fixture_open(fixture);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", MARKED_BOB);
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, MARKED_BOB, "luck pears\nteam quagga okapi troll thief");
    writes(fixture, MARKED_BOB, "preview\nquagga to okapi");
    writes(fixture, MARKED_BOB, "team wizard troll goblin cleric\nthe okapi walks");
    writes(fixture, ANNA, "show");
    base32_write(fixture_position(fixture, 1)->secret, CHAIN_SECRET_BYTES, secret);

    search_mailbox(fixture, ANNA, &raw, &text);
    search_file(fixture, "postern.db", &ledger);
    search_file(fixture, "postern.db-wal", &ledger);
    assert_int_equal(files_read(path, 1 << 24, &log, NULL), RC_OK);
    assert_true(holds(&log, "letter-in"));
    assert_true(holds(&text, "Bob has chosen a starting team"));
    assert_true(ledger.length > 4096);
    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        assert_false(holds(&raw, marks[i]));
        assert_false(holds(&text, marks[i]));
        assert_false(holds(&log, marks[i]));
        assert_false(holds(&ledger, marks[i]));
    }
    assert_false(holds(&raw, secret));
    assert_false(holds(&log, secret));
    assert_false(holds(&ledger, secret));
    assert_false(holds(&text, "wizard troll goblin cleric"));
    assert_false(holds(&log, "wizard troll goblin cleric"));
    assert_false(holds(&ledger, "wizard"));
    close(fixture->log_fd);
    unlink(path);
}

/* ---- a copied ledger ---- */

/* Words that stand nowhere else, each where something secret or personal is kept. */
static const char *const kept[] = {
    "Zebedee Quaggason",                 /* a name */
    "zebedee.quagga@zebrazone.example",  /* an address */
    "okapi bongo gerenuk",               /* press */
    "if attacked with mekanork: combat", /* a standing answer */
    "words of an oryx in luck",          /* an order letter's text below its orders */
    "thief wizard goblin troll",         /* a team */
    "letter-in-the-dik-dik.example",     /* a Message-ID of a player */
    "kudu in no order",                  /* a line that is refused */
    "impala duiker topi",                /* press in a letter that waits to be sent */
};

struct nonces {
    struct fixture *fixture;
    const struct buf *place;
    unsigned count;
};

static enum rc search_nonce(void *user, const struct ledger_seal_row *row, struct err *err)
{
    struct nonces *nonces = user;
    struct position *position = fixture_position(nonces->fixture, row->game);
    unsigned char nonce[SEAL_NONCE_BYTES];
    OWN_WIPED(buf) payload = {0};

    if (!row->seal.box.at || row->opened_n >= 0)
        return RC_OK;
    if (position_opening(nonces->fixture->desk, position, row->seal.name, nonce, &payload, err))
        return err->rc;
    if (search_secret(nonces->place, nonce, sizeof nonce))
        fail_msg("the nonce of %s stands in the ledger", row->seal.name);
    nonces->count++;
    return RC_OK;
}

static void assert_kept(const struct buf *place, const char *what, const void *secret, size_t count)
{
    const char *how = search_secret(place, secret, count);

    if (how)
        fail_msg("%s stands in the copy, %s", what, how);
}

/* All of the server's folder but its key and other people's mailboxes. */
static void copy_server(const struct fixture *fixture, struct buf *out)
{
    static const char *const names[] = {"postern.db",   "postern.db-wal",    "postern.db-shm",
                                        "postern.mark", "postern.conf",      "spool",
                                        "tries",        "postern.db-journal"};
    char path[FIXTURE_PATH * 2];

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, names[i]);
        search_tree(path, out);
    }
}

static void write_as_bob(struct fixture *fixture, const char *bob, const char *body)
{
    OWN(letter) letter = {0};
    OWN(buf) bytes = {0};

    fixture_newest(fixture, bob, &letter, NULL);
    buf_printf(&bytes,
               "Return-Path: <%s>\nFrom: Zebedee Quaggason <%s>\nTo: %s\n"
               "Message-ID: <letter-in-the-dik-dik.example.%u@zebrazone.example>\n"
               "In-Reply-To: <%s>\nSubject: Re: game\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n"
               "Content-Type: text/plain; charset=utf-8\n\n%s\n\n-- \nwords of an oryx in luck\n",
               bob, bob, letter.reply_to, fixture->sent, letter.message_id, body);
    fixture_deliver(fixture, bytes.at, bytes.length);
    fixture_settle(fixture);
}

/* His letters wait in the outbox, values and composed bytes. */
static void break_mailbox(const struct fixture *fixture, const char *address)
{
    char path[FIXTURE_PATH * 2], aside[FIXTURE_PATH * 2 + 8];

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    snprintf(aside, sizeof aside, "%s.aside", path);
    assert_int_equal(rename(path, aside), 0);
    assert_int_equal(files_create(path, 0600, "", 0, NULL), RC_OK);
}

static void mend_mailbox(const struct fixture *fixture, const char *address)
{
    char path[FIXTURE_PATH * 2], aside[FIXTURE_PATH * 2 + 8];

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    snprintf(aside, sizeof aside, "%s.aside", path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(aside, path), 0);
}

static void copy_and_search(const struct game *game, const char *orders)
{
    static const char bob[] = "zebedee.quagga@zebrazone.example";
    struct fixture fixture;
    OWN(buf) copy = {0};
    struct nonces nonces = {&fixture, &copy, 0};
    OWN(letter) letter = {0};
    char body[512];

    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Zebedee Quaggason", bob);
    fixture_game(&fixture, game, "");
    fixture_round(&fixture);
    writes(&fixture, ANNA, "luck apples");
    write_as_bob(&fixture, bob, "luck pears");
    snprintf(body, sizeof body, "say okapi bongo gerenuk\n%s\nkudu in no order", orders);
    write_as_bob(&fixture, bob, body);
    break_mailbox(&fixture, bob);
    writes(&fixture, ANNA, "say impala duiker topi");
    copy_server(&fixture, &copy);
    assert_true(copy.length > 100000);
    mend_mailbox(&fixture, bob);
    fixture_newest(&fixture, bob, &letter, NULL);
    *strchr(letter.reply_to, '@') = '\0';
    assert_kept(&copy, "a reply address", letter.reply_to, strlen(letter.reply_to));
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        assert_kept(&copy, kept[i], kept[i], strlen(kept[i]));
    FIXTURE_EACH(ledger_seals(fixture.desk->ledger, 1, 0, INT64_MAX, NULL), ledger_seal_row,
                 search_nonce, &nonces);
    assert_true(nonces.count > 5);
    assert_kept(&copy, "S", fixture_position(&fixture, 1)->secret, CHAIN_SECRET_BYTES);
    fixture_remove(&fixture);
}

TEST(a_copied_ledger_shows_no_secret_of_a_running_game)
{
    copy_and_search(games_find("dungeon_twister"),
                    "standing if attacked with mekanork: combat 0\nteam thief wizard goblin troll");
    copy_and_search(games_find("welcome_back"), "show");
}

TEST(a_reply_address_is_told_to_its_own_seat_only)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;
    OWN(letter) letter = {0};
    OWN(buf) raw = {0}, text = {0};

    start(&fixture, list, &toy_game);
    fixture_newest(&fixture, MARKED_BOB, &letter, NULL);
    *strchr(letter.reply_to, '@') = '\0';
    search_mailbox(&fixture, ANNA, &raw, &text);
    assert_true(strlen(letter.reply_to) > 20);
    assert_false(holds(&raw, letter.reply_to));
    fixture_remove(&fixture);
}

/* ---- two runs that differ in a secret ---- */

/* Bob's last letter left lines, and none was refused. */
static void assert_lines_taken(struct fixture *fixture)
{
    OWN(letter) letter = {0};

    assert_memory_equal(fixture_outcome(fixture), "answered", 8);
    fixture_newest(fixture, MARKED_BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "Noted and sealed"));
    if (strstr(letter.text, "is not taken"))
        print_error("%s\n", letter.text);
    assert_null(strstr(letter.text, "is not taken"));
}

/* What Anna gets when Bob orders this. */
static void play(const struct game *const *list, const struct game *game, const char *bobs,
                 const char *annas, struct buf *annas_text, size_t *length)
{
    struct fixture fixture;
    OWN(buf) raw = {0}, text = {0};

    start(&fixture, list, game);
    writes(&fixture, MARKED_BOB, bobs);
    if (strncmp(bobs, "standing", 8) != 0)
        assert_memory_equal(fixture_outcome(&fixture), "accepted", 8);
    else
        assert_lines_taken(&fixture);
    writes(&fixture, ANNA, annas);
    search_mailbox(&fixture, ANNA, &raw, &text);
    search_cut_hashes(&text, annas_text);
    *length = raw.length;
    fixture_remove(&fixture);
}

/* What Anna gets is the same for each of these. */
static void compare_all(const struct game *const *list, const struct game *game,
                        const char *const *bobs, unsigned count, const char *annas)
{
    struct buf first = {0}, other = {0};
    size_t first_length, length;

    play(list, game, bobs[0], annas, &first, &first_length);
    assert_true(first.length > 500);
    for (unsigned i = 1; i < count; i++) {
        play(list, game, bobs[i], annas, &other, &length);
        if (strcmp(buf_text(&first), buf_text(&other)) != 0)
            print_error("other letters for: %s\n", bobs[i]);
        assert_string_equal(buf_text(&first), buf_text(&other));
        assert_int_equal(first_length, length);
        buf_fini(&other);
    }
    buf_fini(&first);
}

TEST(letters_do_not_depend_on_a_sealed_bid)
{
    static const struct game *const list[] = {&toy_game, NULL};

    static const char *const bids[] = {"bid 1", "bid 4"};

    compare_all(list, &toy_game, bids, 2, "show");
}

TEST(letters_do_not_depend_on_a_hidden_team)
{
    static const char *const teams[] = {"team thief wizard goblin troll",
                                        "team cleric warrior wall-walker mekanork"};

    compare_all(games, games_find("dungeon_twister"), teams, 2, "show");
}

/* Each token changes its room with the next one. */
TEST(letters_do_not_depend_on_any_hidden_token)
{
    static const char annas[] = "standing team cleric goblin troll thief; the rest by lot";
    static const char *const rooms[] = {"w1", "w2", "w3", "w4", "e1", "e2", "e3", "e4", "w1", "w2"};
    enum { TOKENS = sizeof rooms / sizeof rooms[0] };
    char list[TOKENS][512];
    const char *variants[TOKENS];

    for (unsigned v = 0; v < TOKENS; v++) {
        const char *token[TOKENS] = {"cleric", "mekanork", "wall-walker", "warrior",  "armor",
                                     "rope",   "potion",   "sword",       "treasure", "wand"};
        size_t used;

        if (v) { /* 0: as they stand */
            const char *moved = token[v - 1];

            token[v - 1] = token[v];
            token[v] = moved;
        }
        used = (size_t)snprintf(list[v], sizeof list[v], "standing team thief wizard goblin troll");
        for (unsigned i = 0; i < TOKENS; i++)
            used += (size_t)snprintf(list[v] + used, sizeof list[v] - used, "; place %s %s",
                                     token[i], rooms[i]);
        variants[v] = list[v];
    }
    compare_all(games, games_find("dungeon_twister"), variants, TOKENS, annas);
}

TEST(letters_do_not_depend_on_any_unused_branch)
{
    static const char *const fights[] = {
        "standing team thief wizard goblin troll; if attacked by the warrior: combat 5, else 3",
        "standing team thief wizard goblin troll; if attacked by the goblin: combat 5, else 3",
        "standing team thief wizard goblin troll; if attacked by the warrior: combat 0, else 3",
        "standing team thief wizard goblin troll; if attacked by the warrior: combat 5, else ask",
        ("standing team thief wizard goblin troll; if attacking with the troll and ahead by 2: "
         "combat 1"),
        "standing team thief wizard goblin troll; if his 6 is gone: combat 5, else 2, else 1",
        "standing team thief wizard goblin troll; if w2 is revealed: put sword c8, else leave",
        "standing team thief wizard goblin troll; put any",
        "standing team thief wizard goblin troll, else ask; combat 3",
        "standing team thief wizard goblin troll; if action points 0: end",
    };
    static const char *const bids[] = {
        "standing draw if pile under 3, else pass; add; else decline",
        "standing draw if pile under 4, else pass; add; else decline",
        "standing draw if pile under 3, else ask; add; else decline",
        "standing draw if deck at least 4, else pass; add; else decline",
        "standing draw; add if strength 0 to 20, else ask; else decline",
        "standing draw; add; else decline", /* the closing line is used: in the raid */
    };

    compare_all(games, games_find("dungeon_twister"), fights, sizeof fights / sizeof fights[0],
                "standing team cleric goblin troll thief");
    compare_all(games, games_find("welcome_back"), bids, sizeof bids / sizeof bids[0],
                "standing draw if pile under 2, else pass; add");
}

TESTS(NULL, NULL)
