/* SPDX-License-Identifier: MIT */
/* Between offers.c, which makes offers and tells of them, offers_terms.c, which reads what is to be
 * played, and offers_answer.c, which takes seats and begins games. */
#pragma once

#include "ledger/offers.h"
#include "commands/offers.h"

enum { OFFERS_WHO_MOST = 8 /* asked in one offer */ };

/* ---- terms ---- */

/* What a line wants to be played. */
struct offers_terms {
    const struct game *game;
    char options[OPTIONS_TEXT_BYTES];
    char time[GENESIS_TIME_BYTES];
    unsigned seats; /* 0 = not said */
    bool anonymous, press_open;
    int64_t rating_least, rating_most; /* 0 = any */
    int64_t into_game;                 /* of a game that goes on; 0 = a new one */
    unsigned into_seat;
    const char *wrong; /* sentence; NULL = understood */
    char clash[32];    /* room for such a sentence's name */
    char what[128];    /* that it speaks of */
    char near[128];    /* what may stand there; empty = not said */
};

/* "GAME with OPTIONS", in the words of any language, the sender's first. */
void offers_read_terms(const struct incoming *incoming, const char *text,
                       struct offers_terms *terms);
/* Ask the game and the clocks what they say to the terms. */
void offers_check_terms(const struct incoming *incoming, struct offers_terms *terms,
                        unsigned seats);
/* Say what is wrong with them. */
void offers_refuse(struct incoming *incoming, const struct offers_terms *terms);

/* ---- an offer ---- */

struct offer {
    int64_t id, player, at_s;
    const struct game *game;
    char options[OPTIONS_TEXT_BYTES];
    char time[GENESIS_TIME_BYTES];
    unsigned seats;
    int64_t into_game; /* its seat is offered; 0 = a game of its own */
    unsigned into_seat;
    bool is_open, anonymous, press_open, waits, is_done; /* made, or gone */
    int64_t rating_least, rating_most;                   /* of who may take a seat; 0 = any */
    struct ledger_offer_player who[SEATS_MAX + OFFERS_WHO_MOST];
    unsigned who_count;
    const char *others; /* who is invited beside the one who is told; NULL = nobody */
};

/* waits is false for one that is not there, or not any more. */
enum rc offers_load(struct desk *desk, int64_t id, struct offer *offer, struct err *err);
/* "1400..1600", "1400..", "..1600"; "" = any. */
void offers_write_range(const struct offer *offer, char *out, size_t capacity);
/* Append what its time means, in sentences: hours that all meet, who is away, days beyond a
 * deadline, a lent seat, a host. */
void offers_explain(const struct desk *desk, const struct offer *offer,
                    const struct wording *wording, struct buf *out);
/* What a game of this offer would be played by, in words: of its options those that are not as
 * usual. whole: with all that offers_explain tells, else with what this server does not always
 * grant. */
struct offers_written {
    struct buf options, time;
};
void offers_write_terms(const struct desk *desk, const struct offer *offer,
                        const struct wording *wording, bool whole, struct offers_written *out);
void offers_written_fini(struct offers_written *written);

/* NULL = he has no part in it. */
const struct ledger_offer_player *offers_find_who(const struct offer *offer, int64_t player);
/* A seat that nobody has or is asked for; 0 = none. */
unsigned offers_free_place(const struct offer *offer);
/* How many have taken their seats. */
unsigned offers_count_in(const struct offer *offer);
enum rc offers_put_who(struct incoming *incoming, int64_t offer, int64_t player, unsigned place,
                       enum ledger_offer_answer answer, struct err *err);
/* Tell the host of a game that this player does not take the seat that was offered to him. */
enum rc offers_seat_left(struct desk *desk, const struct offer *offer, int64_t player,
                         struct err *err);
/* Write to somebody about an offer; his answer's address names it. */
enum rc offers_tell(struct incoming *incoming, int64_t player, const struct offer *offer,
                    const char *sentence, struct err *err);

/* ---- answers ---- */

/* Begin the game: all seats are taken. */
enum rc offers_start(struct incoming *incoming, const struct offer *offer, struct err *err);
/* Let the sender take a seat, and begin the game if it is the last one. invited: he may, though the
 * offer does not name him. */
enum rc offers_join(struct incoming *incoming, struct offer *offer, bool invited, struct err *err);
