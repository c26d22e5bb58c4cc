/* SPDX-License-Identifier: MIT */
/* Attacks on records by a server that writes a false log and signs it: each is refused at the right
 * entry. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/attack.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

/* ---- what a lying server could try ---- */

static void drop_an_order(void)
{
    edit->wrong = attack_find(" order bid ", "");
    attack_drop(edit->wrong);
    /* The other bid comes next; then an opening that nothing asks for yet. */
    while (!strstr(attack_row(edit->wrong)->text, " open bid/"))
        edit->wrong++;
}

static void double_an_order(void)
{
    edit->wrong = attack_find(" order bid ", "") + 1;
    attack_insert(edit->wrong, attack_row(edit->wrong - 1));
}

static void double_an_opening(void)
{
    edit->wrong = attack_find(" open deck/1 ", "") + 1;
    attack_insert(edit->wrong, attack_row(edit->wrong - 1));
}

static void open_again_after_the_end(void)
{
    edit->wrong = edit->count + 1;
    attack_insert(edit->wrong, attack_row(attack_find(" open deck/1 ", "")));
    memcpy(attack_row(edit->wrong)->text, attack_row(edit->count - 1)->text, 20);
}

static void open_before_the_seal(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_swap(edit->wrong, attack_find(" open deck/1 ", ""));
}

static void open_under_another_name(void)
{
    edit->wrong = attack_find(" open deck/1 ", "");
    attack_replace(edit->wrong, "deck/1", "deck/2");
}

static void open_with_another_payload(void)
{
    edit->wrong = attack_find(" table open bid/", "/1 ");
    attack_replace(edit->wrong, "/1 ", "/1 1");
}

static void open_with_another_nonce(void)
{
    char *nonce;

    edit->wrong = attack_find(" open deck/1 ", "");
    nonce = strstr(attack_row(edit->wrong)->text, " nonce ") + 7;
    *nonce = *nonce == 'a' ? 'b' : 'a';
}

static void show_another_payload_beside(void)
{
    edit->wrong = attack_find(" roster ", "");
    text_copy(attack_row(edit->wrong)->seal[0].payload, 8, "Eve");
    attack_row(edit->wrong)->seal[0].length = 3;
}

static void copy_the_seal_of_another_seat(void)
{
    unsigned first = attack_find(" order bid ", "seat/1 "),
             second = attack_find(" order bid ", "seat/2 ");

    attack_row(second)->seal[0].commitment = attack_row(first)->seal[0].commitment;
    edit->wrong = second;
}

static void give_a_seal_to_another_seat(void)
{
    edit->wrong = attack_find(" order bid ", "seat/2 ");
    attack_row(edit->wrong)->seal[0].seat = 1;
    attack_commit(&attack_row(edit->wrong)->seal[0]);
}

static void use_a_name_again(void)
{
    edit->wrong = attack_find(" own ", "") + 1;
    attack_insert(edit->wrong, attack_row(edit->wrong - 1));
}

static void open_a_tile_too_early(void)
{
    edit->wrong = attack_find(" open deck/2 ", "");
    attack_swap(edit->wrong, edit->wrong - 1);
    edit->wrong--;
}

static void draw_another_deck(void)
{
    char kept[8];
    unsigned n = attack_find(" draw toy/deck ", "");

    text_copy(kept, sizeof kept, attack_row(n)->seal[4].payload);
    attack_reseal(n, 4, attack_row(n)->seal[5].payload);
    attack_reseal(n, 5, kept);
    for (unsigned i = 4; i < 6; i++) {
        char name[16];

        snprintf(name, sizeof name, " open deck/%u ", i + 1);
        attack_write_opening(attack_row(attack_find(name, "")), &attack_row(n)->seal[i]);
    }
    edit->wrong = n;
}

static void draw_a_tile_twice(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_reseal(edit->wrong, 5, attack_row(edit->wrong)->seal[4].payload);
}

static void draw_under_another_label(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_replace(edit->wrong, "toy/deck", "toy/deal");
}

static void use_a_label_again(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "") + 1;
    attack_insert(edit->wrong, attack_row(edit->wrong - 1));
}

static void draw_before_the_luck(void)
{
    unsigned n = attack_find(" draw toy/deck ", "");
    struct row draw = *attack_row(n);

    edit->wrong = attack_find(" lucks ", "");
    attack_drop(n);
    memcpy(draw.text, attack_row(edit->wrong - 1)->text, 20);
    attack_insert(edit->wrong, &draw);
}

static void change_the_secret(void)
{
    char *secret;

    edit->wrong = attack_find(" secret ", "");
    secret = strstr(attack_row(edit->wrong)->text, " secret ") + 8;
    *secret = *secret == 'a' ? 'b' : 'a';
}

static void give_luck_to_a_silent_seat(void)
{
    unsigned n = attack_find(" lucks ", "");

    attack_replace(n, "2=sealed", "2=none");
    edit->wrong = n;
}

static void give_luck_after_the_luck(void)
{
    edit->wrong = attack_find(" lucks ", "") + 1;
    attack_insert_text(edit->wrong, "seat/2 luck none");
}

static void give_luck_twice(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_insert_text(edit->wrong, "seat/1 luck none");
}

static void open_sealed_luck_early(void)
{
    unsigned open = attack_find(" open luck/2 ", "");

    edit->wrong = attack_find(" lucks ", "");
    attack_swap(edit->wrong, open);
}

static void replace_sealed_luck(void)
{
    edit->wrong = attack_find(" open luck/2 ", "");
    attack_replace(edit->wrong, "luck/2 ", "luck/2 better ");
}

static void leave_sealed_luck_closed(void)
{
    attack_drop(attack_find(" open luck/2 ", ""));
    edit->wrong = attack_find(" draw toy/deck ", "");
}

static void take_the_roster_after_luck(void)
{
    attack_swap(1, 2);
    edit->wrong = 1;
}

static void let_a_house_seat_give_luck_last(void)
{
    attack_replace(1, "2=player", "2=house");
    edit->wrong = 3;
}

static void take_an_illegal_order(void)
{
    unsigned n = attack_find(" table open bid/", "/1 ");
    char *value = strstr(attack_row(n)->text, "/1 ") + 3;
    unsigned bid = attack_find(" order bid ", "seat/1 ");

    assert_int_equal(*value, attack_row(bid)->seal[0].payload[0]);
    attack_reseal(bid, 0, "7");
    edit->wrong = bid;
}

static void let_time_run_backwards(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    memcpy(attack_row(edit->wrong)->text, "2026-11-20T00:00:00Z", 20);
}

static void default_before_the_deadline(void)
{
    unsigned n = attack_find(" table open bid/", "/1 ");
    unsigned question = 0;

    sscanf(strstr(attack_row(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(attack_row(n)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u due=2029-01-01T00:00:00Z why=unopened forfeit bid/%u/1",
             question, question);
    edit->wrong = n;
}

static void default_against_the_deadline_set(void)
{
    unsigned n = attack_find(" table open bid/", "/1 "), question = 0;
    char due[96];

    sscanf(strstr(attack_row(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(due, sizeof due, "table due decision=%u seat/1 2029-01-01T00:00:00Z", question);
    attack_insert_text(n, due);
    snprintf(attack_row(n + 1)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened forfeit bid/%u/1", question, question);
    edit->wrong = n + 1;
}

/* Where the time rules have hours, each deadline stands in the log. */
static void default_at_an_hour_that_nobody_set(void)
{
    unsigned n = attack_find(" table open bid/", "/1 "), question = 0;

    sscanf(strstr(attack_row(n)->text, "bid/"), "bid/%u/", &question);
    attack_insert_text(n, "keeper clock rules setup=7d turn=daily@21:00 reply=wed+sun@20:00 "
                          "zone=America/New_York least=12h");
    snprintf(attack_row(n + 1)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u due=2026-11-20T20:00:00Z why=unopened forfeit bid/%u/1",
             question, question);
    edit->wrong = n + 1;
}

static void order_after_its_deadline(void)
{
    unsigned n = attack_find(" order bid ", "seat/1 "), question = 0;
    char due[96];

    sscanf(strstr(attack_row(n)->text, "[bid/"), "[bid/%u/", &question);
    snprintf(due, sizeof due, "table due decision=%u seat/1 2020-01-01T00:00:00Z", question);
    attack_insert_text(n, due);
    edit->wrong = n + 1;
}

static void another_default_than_the_rules_have(void)
{
    unsigned n = attack_find(" table open bid/", "/1 "), question = 0;

    sscanf(strstr(attack_row(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(attack_row(n)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened resign", question);
    edit->wrong = n;
}

static void leave_the_penalty_out(void)
{
    edit->wrong = attack_find(" table open bid/", "/1 ");
    attack_drop(edit->wrong);
    while (!strstr(attack_row(edit->wrong)->text, " open deck/"))
        edit->wrong++;
}

static void other_tables_under_the_same_version(void)
{
    edit->tiles = "tiles 2 3 5 7 11 17\n";
}

static void an_upgrade_nobody_agreed_to(void)
{
    char text[128], hash[BASE32_HASH_BYTES];
    struct hash tables;
    const struct chain_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    chain_tables("toy", "toy-2", &file, 1, &tables);
    snprintf(text, sizeof text, "keeper upgrade rules=toy-2 tables=%s",
             base32_write(tables.at, HASH_BYTES, hash));
    edit->more = "toy-2";
    edit->wrong = attack_find(" open deck/1 ", "");
    attack_insert_text(edit->wrong, text);
}

static void an_end_that_the_rules_do_not_have(void)
{
    edit->wrong = attack_find(" end ", "");
    snprintf(attack_row(edit->wrong)->text + 20, ENTRY_TEXT_BYTES - 20, " table end void tired");
}

static void end_before_the_end(void)
{
    edit->wrong = attack_find(" open deck/2 ", "");
    attack_insert_text(edit->wrong, "table end drawn equal-points");
}

static void order_after_the_end(void)
{
    edit->wrong = attack_find(" end ", "") + 1;
    attack_insert_text(edit->wrong, "seat/1 order resign");
}

static void insert_after_the_end(const char *text)
{
    edit->wrong = attack_find(" end ", "") + 1;
    attack_insert_text(edit->wrong, text);
}

static void a_change_of_seat_after_the_end(void)
{
    insert_after_the_end("keeper seat seat/1=house");
}

static void a_pen_after_the_end(void)
{
    char text[128], key[BASE32_HASH_BYTES];

    snprintf(text, sizeof text, "seat/1 pen %s", base32_write(honest.genesis.key, KEY_BYTES, key));
    insert_after_the_end(text);
}

static void consent_after_the_end(void)
{
    insert_after_the_end("seat/1 agree pause");
}

static void refusal_after_the_end(void)
{
    insert_after_the_end("seat/1 decline pause");
}

static void clocks_after_the_end(void)
{
    insert_after_the_end("keeper clock extend seat/2 3d");
}

static void an_undo_of_a_seat_after_the_end(void)
{
    char text[64];

    snprintf(text, sizeof text, "seat/1 undo to=%u", attack_find(" end ", "") - 1);
    insert_after_the_end(text);
}

static void words_to_a_seat_that_is_not_there(void)
{
    struct row press = {.seals = 1};
    struct playing_seal *seal = &press.seal[0];
    unsigned n = attack_find(" end ", "");

    snprintf(seal->name, sizeof seal->name, "press/%u", n);
    snprintf(press.text, sizeof press.text, "%.20s seat/1 press to=seat/4 [%s]",
             attack_row(n - 1)->text, seal->name);
    text_copy(seal->payload, sizeof seal->payload, "well played");
    seal->length = strlen(seal->payload);
    seal->seat = 1;
    attack_commit(seal);
    attack_insert(n, &press);
    edit->wrong = n;
}

static void a_winner_that_does_not_play(void)
{
    edit->wrong = attack_find(" end ", "");
    snprintf(attack_row(edit->wrong)->text + 20, ENTRY_TEXT_BYTES - 20,
             " keeper end won seat/4 at-the-club");
}

static void tell_the_secret_early(void)
{
    unsigned n = attack_find(" secret ", "");

    edit->wrong = n - 1;
    attack_swap(n, n - 1);
}

static void change_the_key_without_the_old_one(void)
{
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    unsigned char signature[SIGNATURE_BYTES] = {1};

    snprintf(text, sizeof text, "table key new=%s sign=%s",
             base32_write(other.genesis.key, KEY_BYTES, key),
             base32_write(signature, SIGNATURE_BYTES, sign));
    edit->wrong = attack_find(" open deck/1 ", "");
    attack_insert_text(edit->wrong, text);
}

/* A player's signature, once for the question asked and once for another. */
static void sign_order(uint64_t decision, uint64_t signed_decision)
{
    unsigned n = attack_find(" order bid ", "seat/1 ");
    unsigned char signature[SIGNATURE_BYTES], pen[KEY_BYTES];
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    struct chain seen = {.genesis = edit->playing->chain.genesis,
                         .entry = edit->playing->chain.genesis};
    const char *order = strstr(attack_row(n)->text, "bid [");
    struct hash digest;

    chain_order(&seen, signed_decision, order, strlen(order), &digest);
    assert_true(keys_sign(other.keys, 1, &digest, signature));
    assert_true(keys_public(other.keys, 1, pen));
    snprintf(text, sizeof text, "order sign=%u/0/%s bid", (unsigned)decision,
             base32_write(signature, SIGNATURE_BYTES, sign));
    attack_replace(n, "order bid", text);
    snprintf(text, sizeof text, "seat/1 pen %s", base32_write(pen, KEY_BYTES, key));
    attack_insert_text(n, text);
    edit->wrong = n + 1;
}

static unsigned bid_question(void)
{
    unsigned question = 0;

    sscanf(strstr(attack_row(attack_find(" order bid ", "seat/1 "))->text, "[bid/"), "[bid/%u/",
           &question);
    return question;
}

static void an_order_signed_for_another_question(void)
{
    sign_order(bid_question(), bid_question() + 1);
}

static void an_order_signed_for_a_question_not_open(void)
{
    sign_order(bid_question() + 7, bid_question() + 7);
}

static void undo_what_cannot_be_undone(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_insert_text(edit->wrong, "keeper undo to=1");
}

static void undo_what_the_other_has_answered(void)
{
    unsigned n = attack_find(" order bid ", "seat/1 ");
    char text[64];

    edit->wrong = attack_find(" open bid/", "") + 1;
    snprintf(text, sizeof text, "seat/1 undo to=%u", n - 1);
    attack_insert_text(edit->wrong, text);
}

static void undo_what_another_ordered(void)
{
    unsigned n = attack_find(" order bid ", "seat/1 ");
    char text[64];

    edit->wrong = n + 1;
    snprintf(text, sizeof text, "seat/2 undo to=%u", n - 1);
    attack_insert_text(edit->wrong, text);
}

static void undo_without_agreement(void)
{
    unsigned n = attack_find(" draw toy/deck ", "");
    char text[64];

    edit->wrong = n + 2;
    snprintf(text, sizeof text, "seat/1 agree undo %u", n - 1);
    attack_insert_text(n + 1, text);
    snprintf(text, sizeof text, "table undo to=%u", n - 1);
    attack_insert_text(n + 2, text);
}

static void a_pause_nobody_agreed_to(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_insert_text(edit->wrong, "table clock pause");
}

static void a_pause_one_seat_did_not_agree_to(void)
{
    unsigned n = attack_find(" draw toy/deck ", "");

    attack_insert_text(n, "seat/1 agree pause");
    attack_insert_text(n + 1, "table clock pause");
    edit->wrong = n + 1;
}

static void a_pause_after_one_seat_declined(void)
{
    unsigned n = attack_find(" draw toy/deck ", "");

    attack_insert_text(n, "seat/1 agree pause");
    attack_insert_text(n + 1, "seat/2 agree pause");
    attack_insert_text(n + 2, "seat/2 decline pause");
    attack_insert_text(n + 3, "table clock pause");
    edit->wrong = n + 3;
}

static void clocks_that_go_are_resumed(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_insert_text(edit->wrong, "keeper clock resume");
}

static void a_default_while_the_clocks_stand(void)
{
    unsigned n = attack_find(" table open bid/", "/1 "), question = 0;

    sscanf(strstr(attack_row(n)->text, "bid/"), "bid/%u/", &question);
    attack_insert_text(n, "keeper clock pause");
    snprintf(attack_row(n + 1)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened forfeit bid/%u/1", question, question);
    edit->wrong = n + 1;
}

static void another_value_after_an_undo(void)
{
    unsigned n = attack_find(" draw toy/deck ", "");
    struct row draw = *attack_row(n);
    char text[64];

    snprintf(text, sizeof text, "keeper undo to=%u", n - 1);
    attack_insert_text(n + 1, text);
    memcpy(draw.text, attack_row(n + 1)->text, 20);
    attack_insert(n + 2, &draw);
    edit->wrong = n + 2;
    {
        char kept[8];

        text_copy(kept, sizeof kept, attack_row(n + 2)->seal[0].payload);
        attack_reseal(n + 2, 0, attack_row(n + 2)->seal[1].payload);
        attack_reseal(n + 2, 1, kept);
    }
}

static void take_an_entry_of_another_game(void)
{
    struct edit *mine = edit;
    struct row row;

    edit = calloc(1, sizeof *edit);
    assert_non_null(edit);
    attack_load(edit, &other);
    row = *attack_row(attack_find(" draw toy/deck ", ""));
    free(edit);
    edit = mine;
    edit->wrong = attack_find(" draw toy/deck ", "");
    memcpy(row.text, attack_row(edit->wrong)->text, 20);
    *attack_row(edit->wrong) = row;
}

static void skip_a_draw(void)
{
    attack_drop(attack_find(" draw toy/deck ", ""));
    edit->wrong = attack_find(" open deck/1 ", "");
}

/* The words of the label, one later than they are due. */
static void shift_a_draw(void)
{
    unsigned n = attack_find(" draw toy/deck ", ""), count = attack_row(n)->seals;
    char first[8];

    text_copy(first, sizeof first, attack_row(n)->seal[0].payload);
    for (unsigned i = 0; i < count; i++)
        attack_reseal(n, i, i + 1 < count ? attack_row(n)->seal[i + 1].payload : first);
    for (unsigned i = 0; i < count; i++) {
        char name[24];

        snprintf(name, sizeof name, " open deck/%u ", i + 1);
        for (unsigned k = 1; k <= edit->count; k++)
            if (strstr(attack_row(k)->text, name))
                attack_write_opening(attack_row(k), &attack_row(n)->seal[i]);
    }
    edit->wrong = n;
}

static void void_the_game_for_luck_without_a_deadline(void)
{
    edit->wrong = attack_find(" open luck/2 ", "");
    attack_insert_text(edit->wrong, "table end void luck-unopened seat/2");
}

static void void_the_game_for_luck_before_its_deadline(void)
{
    unsigned n = attack_find(" open luck/2 ", "");

    attack_insert_text(n, "table due decision=0 seat/2 2099-01-01T00:00:00Z");
    edit->wrong = n + 1;
    attack_insert_text(edit->wrong, "table end void luck-unopened seat/2");
}

static void void_the_game_for_the_luck_of_another_seat(void)
{
    unsigned n = attack_find(" open luck/2 ", "");

    attack_insert_text(n, "table due decision=0 seat/2 2001-01-01T00:00:00Z");
    edit->wrong = n + 1;
    attack_insert_text(edit->wrong, "table end void luck-unopened seat/1");
}

#define ATTACK(name)                                                                               \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *name;
    void (*make)(void);
} lies[] = {
    ATTACK(drop_an_order),
    ATTACK(double_an_order),
    ATTACK(double_an_opening),
    ATTACK(open_again_after_the_end),
    ATTACK(open_before_the_seal),
    ATTACK(open_under_another_name),
    ATTACK(open_with_another_payload),
    ATTACK(open_with_another_nonce),
    ATTACK(show_another_payload_beside),
    ATTACK(copy_the_seal_of_another_seat),
    ATTACK(give_a_seal_to_another_seat),
    ATTACK(use_a_name_again),
    ATTACK(open_a_tile_too_early),
    ATTACK(draw_another_deck),
    ATTACK(draw_a_tile_twice),
    ATTACK(draw_under_another_label),
    ATTACK(use_a_label_again),
    ATTACK(skip_a_draw),
    ATTACK(shift_a_draw),
    ATTACK(void_the_game_for_luck_without_a_deadline),
    ATTACK(void_the_game_for_luck_before_its_deadline),
    ATTACK(void_the_game_for_the_luck_of_another_seat),
    ATTACK(draw_before_the_luck),
    ATTACK(change_the_secret),
    ATTACK(give_luck_to_a_silent_seat),
    ATTACK(give_luck_after_the_luck),
    ATTACK(give_luck_twice),
    ATTACK(open_sealed_luck_early),
    ATTACK(replace_sealed_luck),
    ATTACK(leave_sealed_luck_closed),
    ATTACK(take_the_roster_after_luck),
    ATTACK(let_a_house_seat_give_luck_last),
    ATTACK(take_an_illegal_order),
    ATTACK(let_time_run_backwards),
    ATTACK(default_before_the_deadline),
    ATTACK(default_against_the_deadline_set),
    ATTACK(default_at_an_hour_that_nobody_set),
    ATTACK(order_after_its_deadline),
    ATTACK(another_default_than_the_rules_have),
    ATTACK(leave_the_penalty_out),
    ATTACK(other_tables_under_the_same_version),
    ATTACK(an_upgrade_nobody_agreed_to),
    ATTACK(an_end_that_the_rules_do_not_have),
    ATTACK(end_before_the_end),
    ATTACK(order_after_the_end),
    ATTACK(a_change_of_seat_after_the_end),
    ATTACK(a_pen_after_the_end),
    ATTACK(consent_after_the_end),
    ATTACK(refusal_after_the_end),
    ATTACK(clocks_after_the_end),
    ATTACK(an_undo_of_a_seat_after_the_end),
    ATTACK(words_to_a_seat_that_is_not_there),
    ATTACK(a_winner_that_does_not_play),
    ATTACK(tell_the_secret_early),
    ATTACK(change_the_key_without_the_old_one),
    ATTACK(an_order_signed_for_another_question),
    ATTACK(an_order_signed_for_a_question_not_open),
    ATTACK(undo_what_cannot_be_undone),
    ATTACK(undo_what_the_other_has_answered),
    ATTACK(undo_what_another_ordered),
    ATTACK(undo_without_agreement),
    ATTACK(a_pause_nobody_agreed_to),
    ATTACK(a_pause_one_seat_did_not_agree_to),
    ATTACK(a_pause_after_one_seat_declined),
    ATTACK(clocks_that_go_are_resumed),
    ATTACK(a_default_while_the_clocks_stand),
    ATTACK(another_value_after_an_undo),
    ATTACK(take_an_entry_of_another_game),
};

/* For the attack that uses a name again. */
static void add_own_lines(void)
{
    struct row own = {.seals = ENTRY_LINES_LEAST};
    unsigned n = attack_find(" draw toy/deck ", "");

    snprintf(own.text, sizeof own.text, "%.20s seat/1 own [own/1/1] [own/1/2] [own/1/3] [own/1/4]",
             attack_row(n)->text);
    for (unsigned i = 0; i < own.seals; i++) {
        seal_name_write(SEAL_OWN, 1, i + 1, own.seal[i].name);
        own.seal[i].seat = 1;
        attack_commit(&own.seal[i]);
    }
    attack_insert(n + 1, &own);
}

/* For other verifiers: every lie as a file in the folder that ATTACK_DIR names. */
static void dump(const char *name, const struct buf *text)
{
    const char *folder = getenv("ATTACK_DIR");
    char path[512];
    FILE *file;

    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->at, 1, text->length, file), text->length);
    fclose(file);
}

TEST(a_lying_server_is_found_out_at_the_entry_of_its_lie)
{
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        OWN(buf) text = {0};

        attack_load(edit, &honest);
        add_own_lines();
        attack_compose(&text);
        attack_expect("the honest log", &text, true, 0);
        buf_clear(&text);
        lies[i].make();
        attack_compose(&text);
        dump(lies[i].name, &text);
        attack_expect(lies[i].name, &text, false, edit->wrong);
    }
}

TEST(a_signed_order_for_the_right_question_is_proved)
{
    OWN(verify) verify = {0};
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    sign_order(bid_question(), bid_question());
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_SIGNED][VERIFY_PROVED], 1);
}

TESTS(attack_start, attack_stop)
