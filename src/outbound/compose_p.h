/* SPDX-License-Identifier: MIT */
/* Between compose.c, which makes a letter from what was queued, compose_question.c, which says what
 * its reader and the others are asked, compose_first.c, which says it in a line, compose_preview.c,
 * which shows what orders would do, and compose_signed.c, which says what is signed and sealed, and
 * where answers go. */
#pragma once

#include "outbound/compose.h"
#include "outbound/news.h"
#include "outbound/outbox.h"
#include "outbound/wording.h"
#include "ledger/facts.h"
#include "play/reply.h"
#include "people/people.h"

enum { COMPOSE_NAME_BYTES = 64 };

/* A letter in the making. */
struct making {
    struct desk *desk;
    int64_t out;
    enum outbox_kind kind;
    int64_t game, n, made_s, reply_to;
    struct outbox_facts facts;
    unsigned seat;
    char message_id[LEDGER_MESSAGE_ID_MAX + 1];
    struct values *values;
    struct value *map; /* what was queued; grows to what the templates get */
    struct person person;
    char address[PERSON_ADDRESS_BYTES];
    char name[SEATS_MAX + 1][COMPOSE_NAME_BYTES];
    struct wording wording;
    struct news news;
    struct scene *scene;
    struct buf svg, png, page, text, html, footer, calendar, unsubscribe, record, delta;
    struct buf block; /* what the page reads, where it is attached */
    char reply[REPLY_ADDRESS_BYTES];
    char subject[COMPOSE_SUBJECT_BYTES];
    bool subject_alone;
    int64_t delta_from; /* entry from which the record is brought; -1 = not at all */
    int64_t heard_n;    /* the seat answered a letter that brought the record up to there */
    bool no_pictures;
    bool is_settled; /* a standing answer of the reader's waits for the others */
    bool is_section; /* a game in a digest: it has no first line */
};

/* What a seat is asked; its luck only if there is nothing else. NULL = nothing. */
const struct decision *compose_question(const struct position *position, unsigned seat);
/* Add the question with its deadline and buttons, and the calendar's part. */
enum rc compose_add_question(struct making *making, struct err *err);
/* Append an order as its reader may write it. exact: in canonical words; may be NULL */
void compose_put_order(const struct making *making, const struct order *order, struct buf *label,
                       char exact[ORDER_TEXT_BYTES]);
/* Add what may stand where, of orders that are many and of one form (ORDER_LISTED). */
void compose_add_listed(struct making *making, struct value *question, const struct order *order,
                        unsigned count);
/* Append what is done for the reader if he lets this question's deadline pass; nothing where the
 * rules do nothing. */
enum rc compose_put_missed(struct making *making, const struct decision *decision, struct buf *out,
                           struct err *err);
/* Add who else is asked. */
void compose_add_waiting(struct making *making);
/* Add what the orders of a preview would do; *tried then has the view after them, else none.
 * Free with news_fini. */
enum rc compose_try(struct making *making, struct news *tried, struct err *err);
/* Add the first line, which lists of letters show; after those. */
void compose_add_first(struct making *making);
/* Which game a letter is of, at which turn, and of which tournament. */
enum rc compose_add_headline(struct making *making, struct err *err);

/* Write where answers go: a token for the question that the letter asks. */
enum rc compose_write_reply(struct making *making, struct err *err);
/* Add the link to the table page, and the same as a block, where it asks for orders. */
enum rc compose_add_link(struct making *making, struct err *err);
/* Draw the board of those news, as text or words; the scene is kept for the pictures. */
enum rc compose_draw_board(struct making *making, const struct news *news, struct err *err);
/* Draw the scene's pictures. They are a gift: without fonts the letter has its text board. */
void compose_draw_pictures(struct making *making);
/* Append a scene as the reader likes his board. */
enum rc compose_put_scene(const struct making *making, const struct scene *scene, struct buf *board,
                          struct err *err);
/* Draw the board as it stood after an earlier entry, instead of the one now. */
enum rc compose_draw_past(struct making *making, int64_t n, struct err *err);
/* Look the game through, and say what came of it in place of the board. */
enum rc compose_add_analysis(struct making *making, struct err *err);
/* Add the texts of help on what the news brings into the game. */
void compose_add_introduced(struct making *making);
/* Add what was sealed, once the game is over: everybody reads it. */
enum rc compose_add_seals(struct making *making, struct err *err);
/* Add the game's record as this seat may have it, to the letter that tells the end and to who asked
 * for it. */
enum rc compose_add_record(struct making *making, struct err *err);
/* From which entry the letter brings the game's record, before its news are gathered. */
enum rc compose_plan_delta(struct making *making, struct err *err);
/* Add the head, the record since then, the terms in an invitation, the receipt in an answer. */
enum rc compose_add_signed(struct making *making, struct err *err);
