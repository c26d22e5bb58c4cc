/* SPDX-License-Identifier: MIT */
/* Standing answers: which line gave an order, and the lies of a server about
 * it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/verify.h"
#include "tests/record/lying.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static void which_line_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" order by=", "");
    lying_seal(edit->wrong, "by/")->is_erased = true;
}

/* The row of own lines, and the one of them that the first order by a line names. */
static struct playing_seal *line_used(void)
{
    const char *name = lying_seal(attack_find(" order by=", ""), "by/")->payload;
    struct row *row = attack_row(attack_find(" own [own/1/1]", ""));

    for (unsigned i = 0; i < row->seals; i++)
        if (text_starts_with(name, row->seal[i].name))
            return &row->seal[i];
    return NULL;
}

static void a_used_line_is_gone(void)
{
    char part[SEAL_NAME_MAX + 16];

    edit->is_for_all = true;
    snprintf(part, sizeof part, " open %s ", line_used()->name);
    edit->wrong = attack_find(part, "");
    line_used()->is_erased = true;
}

static void a_used_line_opened_early(void)
{
    struct row row = {.seals = 0};

    edit->wrong = attack_find(" end ", "");
    memcpy(row.text, attack_row(edit->wrong - 1)->text, 20);
    attack_write_opening(&row, line_used());
    attack_insert(edit->wrong, &row);
}

static void a_by_opened_early(void)
{
    struct row row = {.seals = 0};

    edit->wrong = attack_find(" end ", "");
    memcpy(row.text, attack_row(edit->wrong - 1)->text, 20);
    attack_write_opening(&row, lying_seal(attack_find(" order by=", ""), "by/"));
    attack_insert(edit->wrong, &row);
}

static void another_seats_line(void)
{
    lying_say(attack_find(" order by=", ""), "by/", "own/2/1");
}

static void a_line_that_is_not_there(void)
{
    lying_say(attack_find(" order by=", ""), "by/", "own/1/5");
}

static void a_line_in_other_words(void)
{
    lying_say(attack_find(" order by=", ""), "by/", "own/1/1 lot else");
}

static void lines_counted_with_a_gap(void)
{
    edit->wrong = attack_find(" own [own/1/1]", "");
    for (unsigned i = 0; i < 4; i++) {
        struct playing_seal *seal = &attack_row(edit->wrong)->seal[i];

        snprintf(seal->name, sizeof seal->name, "own/1/%u", i + 2);
        attack_commit(seal);
    }
    attack_replace(edit->wrong, "[own/1/1] [own/1/2] [own/1/3] [own/1/4]",
                   "[own/1/2] [own/1/3] [own/1/4] [own/1/5]");
}

/* The entry of lines moved behind the first order by one of them, which gets another number. */
static void a_line_logged_behind_its_order(void)
{
    const unsigned own = attack_find(" own [own/1/1]", ""), by = attack_find(" order by=", "");
    char part[SEAL_NAME_MAX + 16], old[SEAL_NAME_MAX + 1];
    struct playing_seal *seal = lying_seal(by, "by/");

    text_copy(old, sizeof old, seal->name);
    snprintf(part, sizeof part, " open %s ", old);
    edit->wrong = attack_find(part, "");
    for (unsigned n = own; n < by; n++)
        attack_swap(n, n + 1);
    seal = lying_seal(by - 1, "by/");
    snprintf(seal->name, sizeof seal->name, "by/%u", by - 1);
    attack_commit(seal);
    attack_replace(by - 1, old, seal->name);
    attack_write_opening(attack_row(edit->wrong), seal);
}

static void a_line_that_none_had_dropped(void)
{
    const unsigned own = attack_find(" own [own/1/1]", "");
    struct playing_seal *last = &attack_row(own)->seal[3];

    text_copy(last->payload, sizeof last->payload, "none");
    last->length = 4;
    attack_commit(last);
    edit->wrong = attack_find(" open by/", "");
}

/* An order by a line becomes the default of a deadline that had passed when the line came. */
static void a_line_that_came_after_the_deadline(void)
{
    const unsigned by = attack_find(" order by=", "");
    char words[96];
    unsigned decision = 0;

    assert_int_equal(sscanf(strstr(attack_row(by)->text, "bid [bid/"), "bid [bid/%u/", &decision),
                     1);
    snprintf(words, sizeof words, " default decision=%u due=%.20s why=line by=", decision,
             attack_row(1)->text);
    attack_replace(by, " order by=", words);
    edit->wrong = attack_find(" open by/", "");
}

/* An order's own seal gets another number, in its text and where it is opened. */
static void name_anew(unsigned n)
{
    struct playing_seal *seal = lying_seal(n, "by/");
    char old[SEAL_NAME_BYTES + 8], new[SEAL_NAME_BYTES + 8];
    unsigned open;

    snprintf(old, sizeof old, " open %s ", seal->name);
    open = attack_find(old, "");
    snprintf(old, sizeof old, "[%s]", seal->name);
    snprintf(seal->name, sizeof seal->name, "by/%u", n);
    attack_commit(seal);
    snprintf(new, sizeof new, "[%s]", seal->name);
    attack_replace(n, old, new);
    attack_write_opening(attack_row(open), seal);
}

/* Put an entry before n; what stands behind it gets the next number. */
static void insert_before(unsigned n, const char *rest)
{
    attack_insert_text(n, rest);
    for (unsigned i = edit->count; i > n; i--)
        if (strstr(attack_row(i)->text, " by=["))
            name_anew(i);
}

/* A copy of the first order by a line stands before all luck is fixed. */
static void an_order_by_a_line_before_luck(void)
{
    struct row row = *attack_row(attack_find(" order by=", ""));
    char old[SEAL_NAME_BYTES + 8], new[SEAL_NAME_BYTES + 8];

    edit->wrong = attack_find(" lucks ", "");
    insert_before(edit->wrong, "keeper remark here");
    memcpy(row.text, attack_row(edit->wrong)->text, 20);
    snprintf(old, sizeof old, "[%s]", row.seal[0].name);
    snprintf(row.seal[0].name, sizeof row.seal[0].name, "by/%u", edit->wrong);
    snprintf(new, sizeof new, "[%s]", row.seal[0].name);
    attack_commit(&row.seal[0]);
    *attack_row(edit->wrong) = row;
    attack_replace(edit->wrong, old, new);
}

static unsigned opening_of(unsigned n)
{
    char part[SEAL_NAME_BYTES + 8];

    snprintf(part, sizeof part, " open %s ", lying_seal(n, "by/")->name);
    return attack_find(part, "");
}

static void a_line_of_who_sat_there_before(void)
{
    const unsigned by = attack_find(" order by=", "");
    char words[32];

    snprintf(words, sizeof words, "keeper seat %.6s=player", strstr(attack_row(by)->text, "seat/"));
    insert_before(by, words);
    edit->wrong = opening_of(by + 1);
}

/* The order is taken back, and the same line gives it again. */
static void use_a_line_again(bool is_told_first)
{
    const unsigned by = attack_find(" order by=", "");
    const struct row order = *attack_row(by);
    char words[96];
    struct row open;

    insert_before(by + 1, "keeper remark here");
    insert_before(by + 2, "keeper remark here");
    snprintf(words, sizeof words, "%.20s keeper undo to=%u", order.text, by - 1);
    text_copy(attack_row(by + 1)->text, sizeof attack_row(0)->text, words);
    open = *attack_row(opening_of(by));
    *attack_row(by + 2) = order;
    attack_insert(opening_of(by), &open);
    name_anew(by + 2);
    edit->wrong = opening_of(by); /* the second of the two */
    if (is_told_first)
        return;
    attack_swap(opening_of(by), opening_of(by + 2));
    edit->wrong = opening_of(by + 2);
}

static void a_line_whose_use_was_taken_back(void)
{
    use_a_line_again(false);
}

static void a_line_whose_use_was_taken_back_told_first(void)
{
    use_a_line_again(true);
}

static void which_line_under_the_number_before(void)
{
    char old[32], new[32];

    edit->wrong = attack_find(" order by=", "");
    snprintf(old, sizeof old, "[by/%u]", edit->wrong);
    snprintf(new, sizeof new, "[by/%u]", edit->wrong - 1);
    attack_replace(edit->wrong, old, new);
    text_copy(lying_seal(edit->wrong, "by/")->name, SEAL_NAME_MAX, new + 1);
    *strchr(lying_seal(edit->wrong, "by/")->name, ']') = '\0';
    attack_commit(lying_seal(edit->wrong, "by/"));
}

static void an_order_by_a_line_that_a_letter_brought(void)
{
    struct row *row;
    char words[48];

    edit->wrong = attack_find(" order by=", "");
    row = attack_row(edit->wrong);
    snprintf(words, sizeof words, " order letter=[letter/%u] by=", edit->wrong);
    attack_replace(edit->wrong, " order by=", words);
    memmove(row->seal + 1, row->seal, row->seals++ * sizeof row->seal[0]);
    snprintf(row->seal[0].name, sizeof row->seal[0].name, "letter/%u", edit->wrong);
    attack_commit(&row->seal[0]);
}

static const struct lie lies[] = {
    LIE(lying_plain, which_line_is_gone),
    LIE(lying_plain, a_used_line_is_gone),
    LIE(lying_plain, a_used_line_opened_early),
    LIE(lying_plain, a_by_opened_early),
    LIE(lying_plain, another_seats_line),
    LIE(lying_plain, a_line_that_is_not_there),
    LIE(lying_plain, a_line_in_other_words),
    LIE(lying_plain, lines_counted_with_a_gap),
    LIE(lying_plain, a_line_logged_behind_its_order),
    LIE(lying_plain, a_line_that_none_had_dropped),
    LIE(lying_plain, a_line_of_who_sat_there_before),
    LIE(lying_plain, an_order_by_a_line_before_luck),
    LIE(lying_plain, a_line_that_came_after_the_deadline),
    LIE(lying_plain, a_line_whose_use_was_taken_back),
    LIE(lying_plain, a_line_whose_use_was_taken_back_told_first),
    LIE(lying_plain, which_line_under_the_number_before),
    LIE(lying_plain, an_order_by_a_line_that_a_letter_brought),
};

TEST(who_lies_about_a_line_is_found_out_at_the_entry_of_the_lie)
{
    lying_find_out(lies, sizeof lies / sizeof lies[0]);
}

/* Nothing false, but not all is told: such a game is not called finished. */
TEST(a_game_is_finished_when_its_lines_are_told)
{
    static const char *const left_out[] = {" open by/", " open own/"};

    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        OWN(verify) verify = {0};
        OWN(buf) text = {0};

        attack_load(edit, &lying_plain);
        attack_drop(attack_find(left_out[i], ""));
        attack_compose(&text);
        assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
        assert_true(verify.is_good);
        assert_false(verify.finished);
    }
}

TESTS(lying_start, lying_stop)
