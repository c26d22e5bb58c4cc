/* SPDX-License-Identifier: MIT */
/* Does the standing answer that is named give the order? In the toy, taught to read "bid 3", "bid 3
 * else 0", "bid 3 if told" and "bid any" as lines; lies of a server that signs them with its own
 * key. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/verify.h"
#include "seal/luck.h"
#include "tests/record/attack.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

/* ---- lines of the toy ---- */

static const char if_told[] = " if told"; /* where nothing is hidden */

static bool asks_to_be_told(const char *line, size_t length)
{
    const size_t end = strlen(if_told);

    return length > end && memcmp(line + length - end, if_told, end) == 0;
}

static bool is_told_all(const void *rulebook, const void *view)
{
    TEXT_IN(text, position, 4096);

    toy_game.text->write(rulebook, view, &text);
    return !text.cut && !strstr(position, " 255"); /* the toy's unknown, as it writes it */
}

/* "bid 3" or "bid 3 else 0": up to two bids; how many, 0 = no line. */
static unsigned read_line(const void *rulebook, unsigned seat, const char *line, size_t length,
                          struct order order[2])
{
    char text[32], *behind;
    bool reads;

    if (asks_to_be_told(line, length))
        length -= strlen(if_told);
    if (length >= sizeof text)
        return 0;
    text_copy(text, length + 1, line);
    behind = strstr(text, " else ");
    if (behind) {
        *behind = '\0';
        behind += strlen(" else ");
    }
    reads = text_starts_with(text, "bid ") &&
            toy_game.text->read_order(rulebook, seat, text, strlen(text), &order[0]);
    if (!reads || !behind)
        return reads;
    order[1] = order[0];
    if (!text_is_digit(behind[0]) || behind[1])
        return 0;
    order[1].arg[0] = (int16_t)(behind[0] - '0');
    return 2;
}

/* "bid any" leaves open which card: a lot of the table. */
static bool is_any(const char *line, size_t length)
{
    return length == strlen("bid any") && strncmp(line, "bid any", length) == 0;
}

static unsigned list_bids(const void *rulebook, const void *view, unsigned seat, struct order *list)
{
    const unsigned all = toy_game.rules->legal(rulebook, view, seat, list);
    unsigned count = 0;

    for (unsigned i = 0; i < all; i++) {
        TEXT_IN(out, text, ORDER_TEXT_BYTES);

        toy_game.text->write_order(rulebook, view, &list[i], ORDER_FULL, &out);
        if (text_starts_with(text, "bid "))
            list[count++] = list[i];
    }
    return count;
}

static bool is_canonical(const void *rulebook, unsigned seat, const char *line, size_t length)
{
    struct order order[2];

    return is_any(line, length) || read_line(rulebook, seat, line, length, order) > 0;
}

static void answer(const void *rulebook, const void *view, const struct decision *decision,
                   const char *line, size_t length, struct order *list, struct line_answer *answer)
{
    struct order order[2];
    const unsigned count = read_line(rulebook, decision->seat, line, length, order);

    if (is_any(line, length)) {
        const unsigned bids = list_bids(rulebook, view, decision->seat, list);

        *answer = (struct line_answer){bids ? LINE_ORDERS : LINE_UNMET, false, bids};
        return;
    }
    *answer = (struct line_answer){.says = count ? LINE_UNMET : LINE_OTHER};
    if (asks_to_be_told(line, length) && !is_told_all(rulebook, view))
        return;
    for (unsigned i = 0; i < count; i++) {
        order[i].seat = decision->seat;
        if (toy_game.rules->check(rulebook, view, &order[i], NULL) != VERDICT_DONE)
            continue;
        list[0] = order[i];
        *answer = (struct line_answer){LINE_ORDERS, i == 1, 1};
        return;
    }
}

static const struct game_standing standing = {.is_canonical = is_canonical, .answer = answer};
static struct game taught;

static const struct game *find(const char *name)
{
    return text_equal(name, "toy") ? &taught : NULL;
}

/* ---- a game with some orders by lines ---- */

static struct playing lined;

static unsigned orders_by(const struct playing *playing, unsigned seat)
{
    char words[32];
    unsigned count = 0;

    snprintf(words, sizeof words, "seat/%u order by=", seat);
    for (unsigned n = 0; n < playing->entry_count; n++)
        count += strstr(playing->entry[n].text, words) && strstr(playing->entry[n].text, " bid [");
    return count;
}

static int start(void **state)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true, .has_lines = true};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    (void)state;
    taught = toy_game;
    taught.standing = &standing;
    attack_games = find;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    for (uint64_t seed = 1;; seed++) {
        playing_start(&lined, &taught, &file, 1, &plan, seed);
        while (playing_step(&lined))
            ;
        if (orders_by(&lined, 1) >= 2)
            return 0;
        playing_fini(&lined);
    }
}

static int finish(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&lined);
    return 0;
}

/* ---- lies ---- */

static struct playing_seal *seal_of(unsigned n, const char *family)
{
    for (unsigned i = 0; i < attack_row(n)->seals; i++)
        if (text_starts_with(attack_row(n)->seal[i].name, family))
            return &attack_row(n)->seal[i];
    fail_msg("entry %u has no seal %s", n, family);
    return NULL;
}

/* The nth bid of seat 1 by a line, from 1. */
static unsigned bid_by(unsigned nth)
{
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(attack_row(n)->text, "seat/1 order by=") &&
            strstr(attack_row(n)->text, " bid [") && !--nth)
            return n;
    fail_msg("there is no such bid");
    return 0;
}

/* Commit to another payload, and open it so. */
static void say(struct playing_seal *seal, const char *payload)
{
    char part[SEAL_NAME_MAX + 16];

    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(payload);
    attack_commit(seal);
    snprintf(part, sizeof part, " open %s ", seal->name);
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(attack_row(n)->text, part))
            attack_write_opening(attack_row(n), seal);
}

/* The line of an order. */
static struct playing_seal *line_of(unsigned n)
{
    const char *by = seal_of(n, "by/")->payload;

    for (unsigned i = 1; i < n; i++)
        for (unsigned k = 0; k < attack_row(i)->seals; k++) {
            const char *name = attack_row(i)->seal[k].name;

            if (text_starts_with(by, name) && !text_is_digit(by[strlen(name)]))
                return &attack_row(i)->seal[k];
        }
    fail_msg("there is no line for %u", n);
    return NULL;
}

static char card_of(unsigned n)
{
    return seal_of(n, "bid/")->payload[0];
}

static void a_line_that_orders_something_else(void)
{
    char words[32];

    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "once bid %c", card_of(edit->wrong) == '0' ? '1' : '0');
    say(line_of(edit->wrong), words);
}

static void an_else_that_did_not_decide(void)
{
    char words[SEAL_NAME_MAX + 8];

    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "%.39s else", seal_of(edit->wrong, "by/")->payload);
    say(seal_of(edit->wrong, "by/"), words);
}

/* The first bid's card is gone when the second is made: so the line's else decides. */
static void an_else_that_is_kept_quiet(void)
{
    char words[32];
    const unsigned first = bid_by(1);

    edit->wrong = bid_by(2);
    snprintf(words, sizeof words, "once bid %c else %c", card_of(first), card_of(edit->wrong));
    say(line_of(edit->wrong), words);
}

static void a_lot_that_was_none(void)
{
    char words[SEAL_NAME_MAX + 8];

    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "%.39s lot", seal_of(edit->wrong, "by/")->payload);
    say(seal_of(edit->wrong, "by/"), words);
}

/* What is drawn among five cards is another one, for the first bid or the second. */
static void a_lot_that_came_out_otherwise(void)
{
    char words[SEAL_NAME_MAX + 8];

    edit->wrong = bid_by(1);
    say(line_of(edit->wrong), "once bid any");
    snprintf(words, sizeof words, "%.39s lot", seal_of(edit->wrong, "by/")->payload);
    say(seal_of(edit->wrong, "by/"), words);
}

/* The card that the lot of a missed deadline would draw, as that of the line. */
static void a_lot_of_a_missed_deadline(void)
{
    static const uint16_t bound[1] = {TOY_CARDS};
    char words[SEAL_NAME_MAX + 8], label[SEAL_NAME_MAX + 1], card[2] = "";
    uint16_t lot[1], list[1];
    unsigned decision = 0;

    edit->wrong = bid_by(1);
    say(line_of(edit->wrong), "once bid any");
    snprintf(words, sizeof words, "%.39s lot", seal_of(edit->wrong, "by/")->payload);
    say(seal_of(edit->wrong, "by/"), words);
    assert_int_equal(sscanf(seal_of(edit->wrong, "bid/")->name, "bid/%u/", &decision), 1);
    snprintf(label, sizeof label, "list/%u", decision);
    draw_numbers(&lined.seed, label, bound, 1, list);
    snprintf(label, sizeof label, "lot/%u", decision);
    draw_numbers(&lined.seed, label, bound, 1, lot);
    assert_int_not_equal(lot[0], list[0]); /* else it would be no lie */
    card[0] = (char)('0' + lot[0]);
    say(seal_of(edit->wrong, "bid/"), card);
}

static void a_line_that_nobody_can_read(void)
{
    edit->wrong = bid_by(1);
    say(line_of(edit->wrong), "bid something");
}

static void a_line_for_one_time_used_twice(void)
{
    edit->wrong = bid_by(2);
    say(seal_of(edit->wrong, "by/"), seal_of(bid_by(1), "by/")->payload);
}

static void another_line_counts_before(void)
{
    struct playing_seal *line, *second;
    char words[32];

    edit->seat = 1;
    edit->wrong = bid_by(1);
    line = line_of(edit->wrong);
    second = line + 1; /* the filler behind it */
    say(second, line->payload);
    snprintf(words, sizeof words, "once bid %c", card_of(edit->wrong) == '0' ? '1' : '0');
    say(line, words);
    say(seal_of(edit->wrong, "by/"), second->name);
}

static void a_bid_by_lot_though_a_line_decided(void)
{
    char words[160];

    edit->seat = 1;
    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "order by=[%s]", seal_of(edit->wrong, "by/")->name);
    attack_replace(edit->wrong, words, "default decision=DECISION why=lot");
    snprintf(words, sizeof words, "%.*s", (int)strcspn(seal_of(edit->wrong, "bid/")->name + 4, "/"),
             seal_of(edit->wrong, "bid/")->name + 4);
    attack_replace(edit->wrong, "DECISION", words);
    memmove(&attack_row(edit->wrong)->seal[0], &attack_row(edit->wrong)->seal[1],
            sizeof attack_row(edit->wrong)->seal[0]);
    attack_row(edit->wrong)->seals = 1;
}

/* The order becomes a missed deadline's, still by its line. */
static void make_default(unsigned n)
{
    char words[96];
    const char *question = seal_of(n, "bid/")->name + strlen("bid/");

    snprintf(words, sizeof words,
             " default decision=%.*s why=line by=", (int)strcspn(question, "/"), question);
    attack_replace(n, " order by=", words);
}

static void a_note_that_orders(void)
{
    edit->wrong = bid_by(1);
    make_default(edit->wrong);
    say(line_of(edit->wrong), "# bid high");
}

static void a_wish_that_orders_before_time(void)
{
    edit->wrong = bid_by(1);
    say(line_of(edit->wrong), "#on time resign");
}

static void a_wish_to_pass_that_orders(void)
{
    edit->wrong = bid_by(1);
    make_default(edit->wrong);
    say(line_of(edit->wrong), "#on time pass");
}

static void a_wish_to_resign_that_bids(void)
{
    edit->wrong = bid_by(1);
    make_default(edit->wrong);
    say(line_of(edit->wrong), "#on time resign");
}

/* To its player, who knows all his lines: "then" is followed directly behind the line before it. */
static void a_then_that_followed_nothing(void)
{
    char words[32];

    edit->seat = 1;
    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "then bid %c", card_of(edit->wrong));
    say(line_of(edit->wrong), words);
}

/* In the whole record nothing is hidden; on the seat's view the line did not decide. */
static void a_line_that_needs_what_others_hide(void)
{
    char words[32];

    edit->wrong = bid_by(1);
    snprintf(words, sizeof words, "once bid %c if told", card_of(edit->wrong));
    say(line_of(edit->wrong), words);
}

#define LIE(name, why)                                                                             \
    {                                                                                              \
#name, name, why                                                                           \
    }
static const struct {
    const char *name;
    void (*make)(void);
    const char *why; /* in what is said of it */
} lies[] = {
    LIE(a_line_that_orders_something_else, "that is named does not give this order"),
    LIE(an_else_that_did_not_decide, "that is named does not give this order"),
    LIE(an_else_that_is_kept_quiet, "that is named does not give this order"),
    LIE(a_lot_that_was_none, "that is named does not give this order"),
    LIE(a_lot_that_came_out_otherwise, "this is not what the seed gives among"),
    LIE(a_lot_of_a_missed_deadline, "this is not what the seed gives among"),
    LIE(a_line_that_nobody_can_read, "that the rules cannot read"),
    LIE(a_line_for_one_time_used_twice, "for one time gave two orders"),
    LIE(another_line_counts_before, "counts before the one that is named"),
    LIE(a_note_that_orders, "a note or wish that orders nothing"),
    LIE(a_wish_that_orders_before_time, "what is wished on time is done then"),
    LIE(a_wish_to_pass_that_orders, "a note or wish that orders nothing"),
    LIE(a_wish_to_resign_that_bids, "is made to do something else"),
    LIE(a_then_that_followed_nothing, "that is named does not give this order"),
    LIE(a_line_that_needs_what_others_hide, "that is named does not give this order"),
    LIE(a_bid_by_lot_though_a_line_decided, "this is not what the seed gives"),
};

TEST(a_line_that_did_not_give_the_order_is_named)
{
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        OWN(buf) text = {0};

        attack_load(edit, &lined);
        lies[i].make();
        attack_compose(&text);
        attack_dump(lies[i].name, &text);
        attack_why = lies[i].why;
        attack_expect(lies[i].name, &text, false, edit->wrong);
    }
}

TEST(what_lines_gave_is_proved_to_their_seat_and_in_the_whole_record)
{
    static const unsigned readers[] = {RECORD_FOR_ALL, 1, 2, RECORD_FOR_WHOLE};
    const unsigned own[] = {0, orders_by(&lined, 1), orders_by(&lined, 2),
                            orders_by(&lined, 1) + orders_by(&lined, 2)};

    for (unsigned i = 0; i < 4; i++) {
        OWN(verify) verify = {0};
        OWN(buf) text = {0};

        playing_export(&lined, readers[i], &text);
        assert_int_equal(verify_bytes(text.at, text.length, find, &verify, NULL), RC_OK);
        if (!verify.is_good)
            fail_msg("for %u, entry %u: %s", readers[i], (unsigned)verify.bad_entry,
                     verify.err.text);
        assert_true(verify.count[VERIFY_LINES][VERIFY_PROVED] >= own[i]);
        assert_int_equal(verify.count[VERIFY_LINES][VERIFY_UNPROVED], 0);
    }
}

TESTS(start, finish)
