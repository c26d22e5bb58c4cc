/* SPDX-License-Identifier: MIT */
/* A server in a scratch folder with its own clock and its own stream of random bytes, and players
 * who write letters into its Maildirs and read what came. */
#pragma once

#include "letter/mime_in.h"
#include "play/position.h"
#include "schedule/mailroom.h"
#include "server/desk.h"

#define ANNA "anna@one.example"
#define BOB  "bob@two.example"

enum { FIXTURE_PATH = 256 };

struct fixture {
    char folder[FIXTURE_PATH];
    int64_t now_s;
    uint64_t random;   /* state of the stream */
    unsigned steps;    /* made so far; see crash_at */
    unsigned crash_at; /* the process ends at this step; 0 = never */
    struct desk_world world;
    struct config config;
    struct desk *desk;
    struct mailroom room;
    unsigned deadlines; /* closed so far */
    unsigned workers;   /* that compose */
    int log_fd;         /* -1 = no log */
    bool press_open;    /* games made from here on let everybody read words to all */
    unsigned sent;      /* letters of players, for their Message-IDs */
};

/* Set by tests whose games are changed copies: what is read of games is not shared then. */
extern bool fixture_reads_anew;

/* Make a server for these games, NULL at the end. Ends the test on failure. */
void fixture_make(struct fixture *fixture, const struct game *const *list);
void fixture_make_with(struct fixture *fixture, const struct game *const *list, unsigned workers);
/* The same on the real clock's day, for a real daemon to go on with: it doubts a clock that jumped
 * days ahead. */
void fixture_make_today(struct fixture *fixture, const struct game *const *list);
/* Open the server that is there (after fixture_make, or anew after a crash). */
void fixture_open(struct fixture *fixture);
void fixture_close(struct fixture *fixture);
/* Close, and delete the folder. */
void fixture_remove(struct fixture *fixture);

/* Fail the test, and say why, unless this is RC_OK. */
void must(enum rc rc, const struct err *err);
/* The same of a call that is given &err, an error record of this macro's own. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        struct err err = {0};                                                                      \
                                                                                                   \
        must((call), &err);                                                                        \
    } while (0)

int64_t fixture_player(struct fixture *fixture, const char *name, const char *address);
/* What he sets, as in a letter: "profile", "public". */
void fixture_change(struct fixture *fixture, int64_t player, const char *what, const char *value);
/* Make a server for these games, with Anna, who is player 1, and Bob. */
void fixture_pair(struct fixture *fixture, const struct game *const *list);
/* A game between players 1 and 2. */
int64_t fixture_game(struct fixture *fixture, const struct game *game, const char *options);
/* Give the luck of all seats that owe it, as by the command line. */
void fixture_luck(struct fixture *fixture, int64_t game);
/* One round of the mail; must succeed. */
void fixture_round(struct fixture *fixture);
/* The same where a part of it may fail: the others go on, and the first failure is returned. */
enum rc fixture_try_round(struct fixture *fixture, struct err *err);
/* Anna (anna@one.example) and Bob (bob@two.example) begin a game by letters, to its first question:
 * both have given luck. */
void fixture_start(struct fixture *fixture, const struct game *game);
/* A second passes, so that every letter that is there counts as settled. */
void fixture_settle(struct fixture *fixture);

/* Let deadlines end the game. */
void fixture_run_out(struct fixture *fixture, int64_t game);

/* The position now; borrowed. */
struct position *fixture_position(struct fixture *fixture, int64_t game);

/* Put a letter with these bytes into the robot's inbox. */
void fixture_deliver(struct fixture *fixture, const char *bytes, size_t length);
/* As where the mail system writes no results of senders. Without it, letters that are written bring
 * them, by the configuration that `postern setup` writes. */
void fixture_prove_nothing(struct fixture *fixture);
/* Write a plain letter; NULL to = the robot's own address, NULL in_reply_to = none. */
void fixture_send(struct fixture *fixture, const char *from, const char *to,
                  const char *in_reply_to, const char *body);
/* Answer the newest letter in a mailbox, with the whole of it quoted below. */
void fixture_answer(struct fixture *fixture, const char *from, const char *body);

/* Answer the newest letter of a mailbox, or write one that answers none, and let a second pass. */
void writes(struct fixture *fixture, const char *who, const char *body);
void sends(struct fixture *fixture, const char *who, const char *body);

/* How many letters lie in a mailbox. */
unsigned fixture_mail_count(struct fixture *fixture, const char *address);
/* Read the newest one; letter_fini and buf_fini after use. raw may be NULL. */
void fixture_newest(struct fixture *fixture, const char *address, struct letter *letter,
                    struct buf *raw);
/* The outcome of the newest letter in, as "rejected no-orders". Static storage. */
const char *fixture_outcome(struct fixture *fixture);

/* A number below bound from the fixture's own stream. */
unsigned fixture_below(struct fixture *fixture, unsigned bound);
/* One of a seat's legal orders in canonical text: points are taken where they lie, every
 * other order leads as far as it can, else the kind is drawn first, then the order. False: none. */
bool fixture_random_order(struct fixture *fixture, int64_t game, unsigned seat,
                          char out[ORDER_TEXT_BYTES]);

/* Play game 1, of Anna and Bob, by letters until a seat is asked a question of which the default is
 * an order; returns the seat, 0 = none. */
unsigned fixture_play_on(struct fixture *fixture);

/* FIXTURE_TEST(what_holds, make(fixture)) { … }: a test on a server that is made so, and removed
 * after it. */
#define FIXTURE_TEST(name, ...)                                                                    \
    static void name##_on(struct fixture *fixture);                                                \
    TEST(name)                                                                                     \
    {                                                                                              \
        struct fixture made, *fixture = &made;                                                     \
                                                                                                   \
        __VA_ARGS__;                                                                               \
        name##_on(fixture);                                                                        \
        fixture_remove(fixture);                                                                   \
    }                                                                                              \
    static void name##_on(struct fixture *fixture __attribute__((unused)))

/* Give each row of a walk to a callback with `user`, which may be asserted in. */
#define FIXTURE_EACH(walk, type, note, user)                                                       \
    do {                                                                                           \
        struct ledger_rows rows_ = walk;                                                           \
        struct type row_;                                                                          \
        while (ledger_next(&rows_, &row_))                                                         \
            rows_.rc = note(user, &row_, NULL);                                                    \
        assert_int_equal(ledger_end(&rows_), RC_OK);                                               \
    } while (0)
