/* SPDX-License-Identifier: MIT */
/* What games of protocol 2 may log, and the lies of a server about it: each signed with its own
 * key, refused and named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/attack.h"
#include "tests/toy/toy.h"

#define HASH  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SIGN  HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define AT    "2026-11-21T22:30:00Z "
#define LINES "[own/1/3] [own/1/4] [own/1/5] [own/1/6]"

/* ---- the words of entries ---- */

static const char *const good_entries[] = {
    AT "seat/1 luck letter=[letter/7] words " HASH " [words/7]",
    AT "seat/2 luck came=2026-11-21T22:29:00Z letter " HASH,
    AT "seat/2 luck sealed [luck/2]",
    AT "seat/2 luck none",
    AT "table lucks 1=words " HASH " 2=letter " HASH " 3=sealed 4=none",
    AT "table lucks 1=house 2=house",
    AT "seat/2 order by=[by/7] combat [combat/17/2]",
    AT "seat/2 order letter=[letter/7] sign=17/6/" SIGN " combat [combat/17/2]",
    AT "seat/1 default decision=17 due=2026-11-21T22:00:00Z why=line by=[by/7] bid [bid/17/1]",
    AT "seat/1 default decision=17 why=timeout combat 0",
    AT "seat/1 own letter=[letter/7] " LINES,
    AT "seat/1 agree undo 41",
    AT "seat/1 agree go-on 41",
    AT "seat/1 agree pause",
    AT "seat/1 agree letter=[letter/7] [words/7]",
    AT "seat/1 decline upgrade base-2",
    AT "seat/1 decline [words/7]",
    AT "keeper clock [words/7]",
    AT "table clock pause",
    AT "keeper clock rules turn=5d free=sat,sun",
    AT "keeper clock extend seat/2 3d",
    AT "table remark anonymous",
    AT "table remark press open",
    AT "keeper remark [words/7]",
    AT "table end void luck-missing seat/2",
    AT "table end won seat/1 target-reached",
    AT "keeper end won seat/1 [words/7]",
    AT "keeper end void",
    AT "keeper lost from=4 to=6",
    AT "keeper lost from=6 to=6",
};

static void what_may_be_logged_reads_as_it_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good_entries / sizeof good_entries[0]; i++) {
        char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
        const char *at = good_entries[i];
        struct buf out = {0};
        struct err err = {0};
        struct entry entry;
        unsigned count;

        if (entry_read(PROTOCOL_2, 7, at, strlen(at), &entry, &err))
            fail_msg("%s: column %u: %s", at, err.column, err.text);
        assert_int_equal(entry_write(PROTOCOL_2, &entry, &out, NULL), RC_OK);
        assert_string_equal(buf_text(&out), at);
        buf_fini(&out);
        count = entry_seals(&entry, name);
        for (unsigned k = 0; k < count; k++) { /* its brackets, left to right */
            at = strchr(at, '[');
            assert_non_null(at);
            assert_memory_equal(++at, name[k], strlen(name[k]));
        }
        assert_null(strchr(at, '['));
    }
}

static void what_may_not_be_logged_is_refused(void **state)
{
    static const char *const bad[] = {
        AT "seat/1 luck words a quiet evening",
        AT "seat/1 luck words " HASH,
        AT "seat/1 luck words " HASH " [words/8]",
        AT "seat/1 luck words " HASH "a [words/7]",
        AT "seat/1 luck house",
        AT "seat/1 luck none ",
        AT "seat/1 luck letter [words/7]",
        AT "seat/1 luck sealed [luck/2]",
        AT "table lucks 1=words 2=none",
        AT "table lucks 1=none " HASH,
        AT "table lucks 1=sealed " HASH " 2=none",
        AT "seat/2 order own=own/2/3 bid 3",
        AT "seat/2 order by=[by/6] bid 3",
        AT "seat/2 order by=own/2/3 bid 3",
        AT "seat/2 order letter=[letter/7] by=[by/7] bid 3",
        AT "seat/2 order came=2026-11-21T22:29:00Z by=[by/7] bid 3",
        AT "seat/2 order by=[by/7] sign=17/6/" SIGN " bid 3",
        AT "seat/1 default decision=17 why=line bid 3",
        AT "seat/1 default decision=17 why=timeout by=[by/7] bid 3",
        AT "seat/1 own [own/1/3]",
        AT "seat/1 own [own/1/3] [own/1/4] [own/1/5]",
        AT "seat/1 own " LINES " [own/1/7]",
        AT "seat/1 own [own/1/3] [own/1/4] [own/1/5] [own/1/7]",
        AT "seat/1 own [own/1/3] [own/1/3] [own/1/3] [own/1/3]",
        AT "seat/1 own [own/2/3] [own/2/4] [own/2/5] [own/2/6]",
        AT "seat/1 agree to a draw",
        AT "seat/1 agree undo 041",
        AT "seat/1 agree undo",
        AT "seat/1 agree [words/8]",
        AT "seat/1 agree undo 41 [words/7]",
        AT "seat/1 decline paused",
        AT "keeper clock paused until Monday",
        AT "keeper remark anonymous",
        AT "keeper remark Ada left",
        AT "table remark hello",
        AT "keeper end void agreed",
        AT "keeper end void [words/8]",
        AT "table end won seat/1 Ada",
        AT "keeper lost from=4 to=5",
        AT "keeper lost from=4 to=7",
        AT "keeper lost from=7 to=6",
        AT "keeper lost from=0 to=6",
        AT "keeper lost from=06 to=6",
        AT "table lost from=4 to=6",
        AT "seat/1 lost from=4 to=6",
        AT "keeper lost from=4 to=6 [words/7]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct err err = {0};
        struct entry entry;

        if (entry_read(PROTOCOL_2, 7, bad[i], strlen(bad[i]), &entry, &err) == RC_OK)
            fail_msg("taken: %s", bad[i]);
        assert_true(err.text[0]);
    }
}

/* ---- lies ---- */

/* Each a finished game of two seats: luck of words and sealed, with standing answers of seat 1; the
 * same without; and one against the house. */
static struct playing plain, bare, house;

static void play(struct playing *playing, uint64_t seed, const struct playing_plan *plan,
                 const char *first, const char *second, const char *wanted)
{
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    bool has = false;

    for (;; seed++) {
        playing_start(playing, &toy_game, &file, 1, plan, seed);
        if (strstr(playing->entry[1].text, first) && strstr(playing->entry[2].text, second))
            while (playing_step(playing))
                ;
        for (unsigned n = 0; n < playing->entry_count && playing->is_finished; n++)
            has |= strstr(playing->entry[n].text, wanted) != NULL;
        if (has)
            return;
        playing_fini(playing);
    }
}

static int start(void **state)
{
    const struct playing_plan with_lines = {.seats = TOY_SEATS,
                                            .is_quiet = true,
                                            .protocol = 2,
                                            .has_lines = true},
                              without = {.seats = TOY_SEATS, .is_quiet = true, .protocol = 2},
                              with_house = {
                                  .seats = TOY_SEATS, .is_quiet = true, .protocol = 2, .house = 2};

    (void)state;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    play(&plain, 1, &with_lines, "seat/1 luck words", "seat/2 luck sealed", " order by=");
    play(&bare, 1, &without, "seat/1 luck words", "seat/2 luck sealed", " order bid ");
    play(&house, 1, &with_house, "seat/1 luck words", "table lucks", " order bid ");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&plain);
    playing_fini(&bare);
    playing_fini(&house);
    return 0;
}

static struct playing_seal *seal_of(unsigned n, const char *family)
{
    for (unsigned i = 0; i < attack_row(n)->seals; i++)
        if (text_starts_with(attack_row(n)->seal[i].name, family))
            return &attack_row(n)->seal[i];
    fail_msg("entry %u has no seal %s", n, family);
    return NULL;
}

/* Say another payload of a seal, commit to it, and open it so. */
static void say(unsigned n, const char *family, const char *payload)
{
    struct playing_seal *seal = seal_of(n, family);
    char part[SEAL_NAME_MAX + 16];

    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(payload);
    attack_commit(seal);
    snprintf(part, sizeof part, " open %s ", seal->name);
    edit->wrong = attack_find(part, "");
    attack_write_opening(attack_row(edit->wrong), seal);
}

static void words_that_are_not_the_hashs(void)
{
    edit->wrong = attack_find(" luck words ", "");
    attack_reseal(edit->wrong, 0, "other words");
}

static void words_of_201_bytes(void)
{
    char words[202];

    memset(words, 'x', 201);
    words[201] = '\0';
    edit->wrong = attack_find(" luck words ", "");
    attack_reseal(edit->wrong, 0, words);
}

static void lucks_of_another_hash(void)
{
    char *value;

    edit->wrong = attack_find(" lucks ", "");
    value = strstr(attack_row(edit->wrong)->text, "1=words ") + strlen("1=words ");
    *value = *value == 'b' ? 'c' : 'b';
}

static void luck_said_for_a_silent_player(void)
{
    const char *value = strstr(attack_row(2)->text, "words ") + 6;
    char said[80];

    snprintf(said, sizeof said, "1=words %.52s", value);
    attack_drop(2);
    edit->wrong = attack_find(" lucks ", "");
    attack_replace(edit->wrong, said, "1=none");
}

static void sealed_luck_that_is_words(void)
{
    say(attack_find(" luck sealed ", ""), "luck/", "quiet words");
}

static void sealed_luck_of_51_letters(void)
{
    char payload[64];
    const unsigned n = attack_find(" luck sealed ", "");

    text_copy(payload, 52, seal_of(n, "luck/")->payload);
    say(n, "luck/", payload);
}

static void luck_from_before_the_game(void)
{
    edit->wrong = attack_find(" luck words ", "");
    attack_replace(edit->wrong, "luck words", "luck came=2020-01-01T00:00:00Z words");
}

static void luck_kept_for_the_next_person(void)
{
    attack_insert_text(attack_find(" lucks ", ""), "keeper seat seat/1=player");
    edit->wrong = attack_find(" lucks ", "");
}

static void void_while_luck_may_come(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_insert_text(edit->wrong, "table end void luck-missing seat/1");
}

static void seats_that_change_places(void)
{
    struct row row = {.seals = 1};
    const struct playing_seal *ben = &attack_row(1)->seal[1];

    edit->wrong = attack_find(" end ", "");
    row.seal[0] = *ben;
    row.seal[0].seat = 1;
    snprintf(row.seal[0].name, sizeof row.seal[0].name, "person/1/%u", edit->wrong);
    attack_commit(&row.seal[0]);
    snprintf(row.text, sizeof row.text, "%.20s keeper seat seat/1=player [%s]",
             attack_row(edit->wrong - 1)->text, row.seal[0].name);
    attack_insert(edit->wrong, &row);
}

static void house_gives_luck(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_insert_text(edit->wrong, "seat/2 luck none");
}

static void house_counts_as_a_player(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_replace(edit->wrong, "2=house", "2=none");
}

static void words_left_out(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" luck words ", "");
    seal_of(edit->wrong, "words/")->is_held = true;
}

static void a_bid_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" order ", "[bid/");
    seal_of(edit->wrong, "bid/")->is_erased = true;
}

static void luck_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" luck sealed", "");
    seal_of(edit->wrong, "luck/")->is_erased = true;
}

static void which_line_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" order by=", "");
    seal_of(edit->wrong, "by/")->is_erased = true;
}

/* The row of own lines, and the one of them that the first order by a line names. */
static struct playing_seal *line_used(void)
{
    const char *name = seal_of(attack_find(" order by=", ""), "by/")->payload;
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

static void a_whole_file_with_something_gone(void)
{
    edit->wrong = attack_find(" luck words ", "");
    seal_of(edit->wrong, "words/")->is_erased = true;
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
    attack_write_opening(&row, seal_of(attack_find(" order by=", ""), "by/"));
    attack_insert(edit->wrong, &row);
}

static void another_seats_line(void)
{
    say(attack_find(" order by=", ""), "by/", "own/2/1");
}

static void a_line_that_is_not_there(void)
{
    say(attack_find(" order by=", ""), "by/", "own/1/5");
}

static void a_line_in_other_words(void)
{
    say(attack_find(" order by=", ""), "by/", "own/1/1 lot else");
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
    struct playing_seal *seal = seal_of(by, "by/");

    text_copy(old, sizeof old, seal->name);
    snprintf(part, sizeof part, " open %s ", old);
    edit->wrong = attack_find(part, "");
    for (unsigned n = own; n < by; n++)
        attack_swap(n, n + 1);
    seal = seal_of(by - 1, "by/");
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
    struct playing_seal *seal = seal_of(n, "by/");
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

    snprintf(part, sizeof part, " open %s ", seal_of(n, "by/")->name);
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

static void undo_that_the_house_did_not_agree_to(void)
{
    char words[64];
    const unsigned order = attack_find(" order bid ", "");

    snprintf(words, sizeof words, "seat/1 agree undo %u", order - 1);
    attack_insert_text(order + 1, words);
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    edit->wrong = order + 2;
    attack_insert_text(edit->wrong, words);
}

static void house_agrees_over_a_draw(void)
{
    char words[64];
    const unsigned draw = attack_find(" draw ", "");

    snprintf(words, sizeof words, "seat/2 agree undo %u", draw - 1);
    edit->wrong = draw + 1;
    attack_insert_text(edit->wrong, words);
}

static void house_agrees_over_an_opening(void)
{
    char words[64];
    const unsigned open = attack_find(" open bid/", "");

    snprintf(words, sizeof words, "seat/2 agree undo %u", open - 1);
    edit->wrong = open + 1;
    attack_insert_text(edit->wrong, words);
}

static void a_move_between_consent_and_undo(void)
{
    char words[64];
    const unsigned order = attack_find(" order bid ", "");

    for (unsigned seat = 1; seat <= 2; seat++) {
        snprintf(words, sizeof words, "seat/%u agree undo %u", seat, order - 1);
        attack_insert_text(order + seat, words);
    }
    for (edit->wrong = order + 3; !strstr(attack_row(edit->wrong)->text, " order ");)
        edit->wrong++;
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    attack_insert_text(++edit->wrong, words);
}

/* Who erased the words of a seat's luck says that they were others. */
static void words_gone_and_another_hash(void)
{
    const unsigned luck = attack_find(" luck words ", ""), lucks = attack_find(" lucks ", "");
    char *value = strstr(attack_row(luck)->text, "words ") + strlen("words ");
    char old[53], other_value[53];

    text_copy(old, sizeof old, value);
    text_copy(other_value, sizeof other_value, value);
    other_value[0] = old[0] == 'b' ? 'c' : 'b';
    attack_replace(luck, old, other_value);
    attack_replace(lucks, old, other_value);
    seal_of(luck, "words/")->is_erased = true;
    edit->is_for_all = true;
    edit->wrong = attack_find(" draw toy/deck ", "");
}

static void consent_in_hidden_words(void)
{
    const unsigned order = attack_find(" order bid ", "");
    struct row row = {.seals = 1};
    char words[64];

    snprintf(row.seal[0].name, sizeof row.seal[0].name, "words/%u", order + 1);
    snprintf(row.seal[0].payload, sizeof row.seal[0].payload, "undo %u", order - 1);
    row.seal[0].length = strlen(row.seal[0].payload);
    row.seal[0].seat = 1;
    attack_commit(&row.seal[0]);
    snprintf(row.text, sizeof row.text, "%.20s seat/1 agree [%s]", attack_row(order)->text,
             row.seal[0].name);
    attack_insert(order + 1, &row);
    snprintf(words, sizeof words, "seat/2 agree undo %u", order - 1);
    attack_insert_text(order + 2, words);
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    edit->wrong = order + 3;
    attack_insert_text(edit->wrong, words);
}

/* ---- forms ---- */

static void a_line_named_as_protocol_1_does(void)
{
    edit->wrong = attack_find(" order bid ", "");
    attack_replace(edit->wrong, " order ", " order own=own/1/1 ");
}

static void which_line_under_the_number_before(void)
{
    char old[32], new[32];

    edit->wrong = attack_find(" order by=", "");
    snprintf(old, sizeof old, "[by/%u]", edit->wrong);
    snprintf(new, sizeof new, "[by/%u]", edit->wrong - 1);
    attack_replace(edit->wrong, old, new);
    text_copy(seal_of(edit->wrong, "by/")->name, SEAL_NAME_MAX, new + 1);
    *strchr(seal_of(edit->wrong, "by/")->name, ']') = '\0';
    attack_commit(seal_of(edit->wrong, "by/"));
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

static void an_order_under_another_name_of_its_seal(void)
{
    struct playing_seal *seal;
    char old[SEAL_NAME_BYTES + 4], new[SEAL_NAME_BYTES + 4];

    edit->wrong = attack_find(" order bid ", "");
    seal = seal_of(edit->wrong, "bid/");
    snprintf(old, sizeof old, "[%s]", seal->name);
    snprintf(seal->name, sizeof seal->name, "bid/999/%u", seal->seat);
    snprintf(new, sizeof new, "[%s]", seal->name);
    attack_commit(seal);
    attack_replace(edit->wrong, old, new);
}

static void a_tile_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" draw toy/deck ", "");
    seal_of(edit->wrong, "deck/")->is_erased = true;
}

static void seals_made_anew(void)
{
    edit->wrong = attack_find(" end ", "");
    attack_insert_text(edit->wrong, "table reseal [reseal/4/1]");
}

#define LIE(game, name)                                                                            \
    {                                                                                              \
        &(game), #name, name                                                                       \
    }
static const struct {
    struct playing *game;
    const char *name;
    void (*make)(void);
} lies[] = {
    LIE(plain, words_that_are_not_the_hashs),
    LIE(plain, words_of_201_bytes),
    LIE(plain, lucks_of_another_hash),
    LIE(bare, luck_said_for_a_silent_player),
    LIE(plain, sealed_luck_that_is_words),
    LIE(plain, sealed_luck_of_51_letters),
    LIE(plain, luck_from_before_the_game),
    LIE(bare, luck_kept_for_the_next_person),
    LIE(bare, void_while_luck_may_come),
    LIE(bare, seats_that_change_places),
    LIE(house, house_gives_luck),
    LIE(house, house_counts_as_a_player),
    LIE(plain, words_left_out),
    LIE(plain, a_bid_is_gone),
    LIE(plain, luck_is_gone),
    LIE(plain, which_line_is_gone),
    LIE(plain, a_used_line_is_gone),
    LIE(plain, a_whole_file_with_something_gone),
    LIE(plain, a_used_line_opened_early),
    LIE(plain, a_by_opened_early),
    LIE(plain, another_seats_line),
    LIE(plain, a_line_that_is_not_there),
    LIE(plain, a_line_in_other_words),
    LIE(plain, lines_counted_with_a_gap),
    LIE(plain, a_line_logged_behind_its_order),
    LIE(plain, a_line_that_none_had_dropped),
    LIE(plain, a_line_of_who_sat_there_before),
    LIE(plain, an_order_by_a_line_before_luck),
    LIE(plain, a_line_that_came_after_the_deadline),
    LIE(plain, a_line_whose_use_was_taken_back),
    LIE(plain, a_line_whose_use_was_taken_back_told_first),
    LIE(house, undo_that_the_house_did_not_agree_to),
    LIE(house, house_agrees_over_a_draw),
    LIE(house, house_agrees_over_an_opening),
    LIE(house, consent_in_hidden_words),
    LIE(bare, a_move_between_consent_and_undo),
    LIE(plain, words_gone_and_another_hash),
    LIE(plain, a_line_named_as_protocol_1_does),
    LIE(plain, which_line_under_the_number_before),
    LIE(plain, an_order_by_a_line_that_a_letter_brought),
    LIE(plain, an_order_under_another_name_of_its_seal),
    LIE(plain, a_tile_is_gone),
    LIE(plain, seals_made_anew),
};

static void a_lying_server_is_found_out_at_the_entry_of_its_lie(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct buf text = {0};

        attack_load(edit, lies[i].game);
        attack_compose(&text);
        attack_expect("the honest log", &text, true, 0);
        buf_clear(&text);
        lies[i].make();
        attack_compose(&text);
        attack_dump(lies[i].name, &text);
        attack_expect(lies[i].name, &text, false, edit->wrong);
        buf_fini(&text);
    }
}

/* Nothing false, but not all is told: such a game is not called finished. */
static void a_game_is_finished_when_its_lines_are_told(void **state)
{
    static const char *const left_out[] = {" open by/", " open own/"};

    (void)state;
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        struct verify verify;
        struct buf text = {0};

        attack_load(edit, &plain);
        attack_drop(attack_find(left_out[i], ""));
        attack_compose(&text);
        assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
        assert_true(verify.is_good);
        assert_false(verify.finished);
        verify_fini(&verify);
        buf_fini(&text);
    }
}

/* Who gave luck and was replaced by the house before all was fixed gives none. */
static void luck_of_who_made_room_for_the_house_is_void(void **state)
{
    static const char *const kinds[] = {"seat/2 luck words", "seat/2 luck sealed"};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct playing_plan plan = {
            .seats = TOY_SEATS, .is_quiet = true, .protocol = 2, .makes_room = 2};
        struct playing playing;
        struct verify verify;
        struct buf text = {0};

        play(&playing, 1, &plan, " luck ", kinds[i], "table secret ");
        playing_export(&playing, RECORD_FOR_WHOLE, &text);
        assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
        if (!verify.is_good)
            fail_msg("%s: entry %u: %s", kinds[i], (unsigned)verify.bad_entry, verify.err.text);
        assert_true(verify.finished);
        assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_PROVED], 1);
        verify_fini(&verify);
        buf_fini(&text);
        playing_fini(&playing);
    }
}

/* Words that were erased, and a game of which all is told. */
static void erased_words_leave_the_draws_proved(void **state)
{
    struct verify verify;
    struct buf text = {0};

    (void)state;
    attack_load(edit, &plain);
    edit->is_for_all = true;
    seal_of(attack_find(" luck words ", ""), "words/")->is_erased = true;
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("%s", verify.err.text);
    assert_true(verify.finished);
    assert_int_equal(verify.count[VERIFY_LUCK][VERIFY_ERASED], 1);
    assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_PROVED], 1);
    assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
    verify_fini(&verify);
    buf_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_logged_reads_as_it_is_written),
        cmocka_unit_test(what_may_not_be_logged_is_refused),
        cmocka_unit_test(a_lying_server_is_found_out_at_the_entry_of_its_lie),
        cmocka_unit_test(a_game_is_finished_when_its_lines_are_told),
        cmocka_unit_test(luck_of_who_made_room_for_the_house_is_void),
        cmocka_unit_test(erased_words_leave_the_draws_proved),
    };

    return cmocka_run_group_tests_name("protocol 2", tests, start, stop);
}
