/* Attacks on records: by anybody who edits a file, and by a server that writes a false log and
 * signs it. Each must be refused at the right entry, or marked as what it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/playing.h"
#include "tests/toy/toy.h"

enum { ROWS_MAX = 200, SEALS_OF_ROW_MAX = 8, LONG_SAMPLES = 1500 };

/* ---- a log that can be edited ---- */

struct row {
    char text[ENTRY_TEXT_BYTES];
    struct playing_seal seal[SEALS_OF_ROW_MAX];
    unsigned seals;
};

struct edit {
    struct playing *playing; /* whose keys sign */
    struct row row[ROWS_MAX];
    unsigned count;
    unsigned wrong; /* n of the entry that must be named; 0 = the file as a whole */
    bool is_unsigned;
    const char *rules; /* data files under this version, NULL = as they are */
    const char *tiles; /* their text, NULL = as it is */
};

static struct playing honest, other;
static struct edit *edit;

/* A finished game whose luck is of the kinds wanted. */
static void play_honest(struct playing *playing, uint64_t seed, const char *first,
                        const char *second)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    for (;; seed++) {
        playing_start(playing, &toy_game, &file, 1, &plan, seed);
        if (strstr(playing->entry[1].text, first) && strstr(playing->entry[2].text, second))
            break;
        playing_fini(playing);
    }
    while (playing_step(playing))
        ;
}

static void load(struct edit *to, struct playing *playing)
{
    memset(to, 0, sizeof *to);
    to->playing = playing;
    assert_in_range(playing->entry_count, 1, ROWS_MAX - 2);
    for (unsigned n = 0; n < playing->entry_count; n++) {
        const struct playing_entry *entry = &playing->entry[n];
        struct row *row = &to->row[to->count++];

        text_copy(row->text, sizeof row->text, entry->text);
        row->seals = entry->seal_count;
        assert_in_range(row->seals, 0, SEALS_OF_ROW_MAX);
        memcpy(row->seal, &playing->seal[entry->first_seal], row->seals * sizeof row->seal[0]);
    }
}

/* n of the entry, from 1, whose text has both parts. */
static unsigned find(const char *part, const char *also)
{
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(edit->row[n - 1].text, part) && strstr(edit->row[n - 1].text, also))
            return n;
    fail_msg("no entry with %s and %s", part, also);
    return 0;
}

static struct row *row_of(unsigned n)
{
    return &edit->row[n - 1];
}

static void drop(unsigned n)
{
    memmove(row_of(n), row_of(n + 1), (edit->count - n) * sizeof edit->row[0]);
    edit->count--;
}

/* Put a copy of a row before entry n. */
static void insert(unsigned n, const struct row *row)
{
    struct row copy = *row;

    memmove(row_of(n + 1), row_of(n), (edit->count - n + 1) * sizeof edit->row[0]);
    *row_of(n) = copy;
    edit->count++;
}

/* Put a new entry without seals before entry n, at the time of the one before it. */
static void insert_text(unsigned n, const char *rest)
{
    struct row row = {.seals = 0};

    snprintf(row.text, sizeof row.text, "%.20s %s", row_of(n - 1)->text, rest);
    insert(n, &row);
}

static void swap(unsigned a, unsigned b)
{
    struct row kept = *row_of(a);
    char time[21];

    /* Times stay where they were, so that only the order is wrong. */
    memcpy(time, row_of(a)->text, 20);
    *row_of(a) = *row_of(b);
    memcpy(kept.text, row_of(b)->text, 20);
    *row_of(b) = kept;
    memcpy(row_of(a)->text, time, 20);
}

static void replace(unsigned n, const char *old, const char *new)
{
    struct row *row = row_of(n);
    char *at = strstr(row->text, old), rest[ENTRY_TEXT_BYTES];

    assert_non_null(at);
    text_copy(rest, sizeof rest, at + strlen(old));
    snprintf(at, sizeof row->text - (size_t)(at - row->text), "%s%s", new, rest);
}

static void commit(struct playing_seal *seal)
{
    struct opening opening = {.payload = seal->payload, .length = seal->length};

    memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
    seal_make(&edit->playing->chain.genesis, seal->name, seal->seat, &opening, &seal->commitment);
}

/* Give a seal another value and commit to that. */
static void reseal(unsigned n, unsigned index, const char *payload)
{
    struct playing_seal *seal = &row_of(n)->seal[index];

    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(payload);
    commit(seal);
}

/* Make a row the opening of a seal, its time kept. */
static void write_opening(struct row *row, const struct playing_seal *seal)
{
    char text[ENTRY_TEXT_BYTES], nonce[BASE32_HASH_BYTES];

    snprintf(text, sizeof text, "%.20s table open %s %s nonce %s", row->text, seal->name,
             seal->payload, base32_write(seal->nonce, SEAL_NONCE_BYTES, nonce));
    text_copy(row->text, sizeof row->text, text);
}

static void compose(struct buf *out)
{
    const struct playing *playing = edit->playing;
    struct record record;
    struct err err = {0};

    record_init(&record, RECORD_FOR_WHOLE);
    assert_int_equal(
        record_set_genesis(&record, playing->genesis_text, playing->genesis_length, NULL), RC_OK);
    for (unsigned n = 1; n <= edit->count; n++) {
        const struct row *row = row_of(n);

        assert_int_equal(record_add_entry(&record, row->text, strlen(row->text), NULL), RC_OK);
        for (unsigned i = 0; i < row->seals; i++) {
            struct opening opening = {.payload = row->seal[i].payload,
                                      .length = row->seal[i].length};

            memcpy(opening.nonce, row->seal[i].nonce, sizeof opening.nonce);
            assert_int_equal(record_add_seal(&record, row->seal[i].name, row->seal[i].seat,
                                             &row->seal[i].commitment, NULL),
                             RC_OK);
            assert_int_equal(record_add_opening(&record, &opening, NULL), RC_OK);
        }
    }
    assert_int_equal(record_add_file(&record, edit->rules ? edit->rules : playing->genesis.rules,
                                     "toy.tiles", edit->tiles ? edit->tiles : toy_tiles_text,
                                     strlen(edit->tiles ? edit->tiles : toy_tiles_text), NULL),
                     RC_OK);
    if (record_write(&record, edit->is_unsigned ? NULL : playing_sign, edit->playing, out, &err))
        fail_msg("%s", err.text);
    record_fini(&record);
}

/* ---- what a lying server could try ---- */

static void drop_an_order(void)
{
    edit->wrong = find(" order bid ", "");
    drop(edit->wrong);
    /* The other bid comes next; then an opening that nothing asks for yet. */
    while (!strstr(row_of(edit->wrong)->text, " open bid/"))
        edit->wrong++;
}

static void double_an_order(void)
{
    edit->wrong = find(" order bid ", "") + 1;
    insert(edit->wrong, row_of(edit->wrong - 1));
}

static void double_an_opening(void)
{
    edit->wrong = find(" open deck/1 ", "") + 1;
    insert(edit->wrong, row_of(edit->wrong - 1));
}

static void open_before_the_seal(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    swap(edit->wrong, find(" open deck/1 ", ""));
}

static void open_under_another_name(void)
{
    edit->wrong = find(" open deck/1 ", "");
    replace(edit->wrong, "deck/1", "deck/2");
}

static void open_with_another_payload(void)
{
    edit->wrong = find(" open bid/", "/1 ");
    replace(edit->wrong, "/1 ", "/1 1");
}

static void open_with_another_nonce(void)
{
    char *nonce;

    edit->wrong = find(" open deck/1 ", "");
    nonce = strstr(row_of(edit->wrong)->text, " nonce ") + 7;
    *nonce = *nonce == 'a' ? 'b' : 'a';
}

static void show_another_payload_beside(void)
{
    edit->wrong = find(" roster ", "");
    text_copy(row_of(edit->wrong)->seal[0].payload, 8, "Eve");
    row_of(edit->wrong)->seal[0].length = 3;
}

static void copy_the_seal_of_another_seat(void)
{
    unsigned first = find(" order bid ", "seat/1 "), second = find(" order bid ", "seat/2 ");

    row_of(second)->seal[0].commitment = row_of(first)->seal[0].commitment;
    edit->wrong = second;
}

static void give_a_seal_to_another_seat(void)
{
    edit->wrong = find(" order bid ", "seat/2 ");
    row_of(edit->wrong)->seal[0].seat = 1;
    commit(&row_of(edit->wrong)->seal[0]);
}

static void use_a_name_again(void)
{
    edit->wrong = find(" own ", "") + 1;
    insert(edit->wrong, row_of(edit->wrong - 1));
}

static void open_a_tile_too_early(void)
{
    edit->wrong = find(" open deck/2 ", "");
    swap(edit->wrong, edit->wrong - 1);
    edit->wrong--;
}

static void draw_another_deck(void)
{
    char kept[8];
    unsigned n = find(" draw toy/deck ", "");

    text_copy(kept, sizeof kept, row_of(n)->seal[4].payload);
    reseal(n, 4, row_of(n)->seal[5].payload);
    reseal(n, 5, kept);
    for (unsigned i = 4; i < 6; i++) {
        char name[16];

        snprintf(name, sizeof name, " open deck/%u ", i + 1);
        write_opening(row_of(find(name, "")), &row_of(n)->seal[i]);
    }
    edit->wrong = n;
}

static void draw_a_tile_twice(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    reseal(edit->wrong, 5, row_of(edit->wrong)->seal[4].payload);
}

static void draw_under_another_label(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    replace(edit->wrong, "toy/deck", "toy/deal");
}

static void use_a_label_again(void)
{
    edit->wrong = find(" draw toy/deck ", "") + 1;
    insert(edit->wrong, row_of(edit->wrong - 1));
}

static void draw_before_the_luck(void)
{
    unsigned n = find(" draw toy/deck ", "");
    struct row draw = *row_of(n);

    edit->wrong = find(" lucks ", "");
    drop(n);
    memcpy(draw.text, row_of(edit->wrong - 1)->text, 20);
    insert(edit->wrong, &draw);
}

static void change_the_words_of_luck(void)
{
    replace(find(" luck ", "words words"), "words words", "words other");
    edit->wrong = find(" draw toy/deck ", "");
}

static void change_the_secret(void)
{
    char *secret;

    edit->wrong = find(" secret ", "");
    secret = strstr(row_of(edit->wrong)->text, " secret ") + 8;
    *secret = *secret == 'a' ? 'b' : 'a';
}

static void give_luck_to_a_silent_seat(void)
{
    unsigned n = find(" lucks ", "");

    replace(n, "2=sealed", "2=words");
    edit->wrong = n;
}

static void give_luck_after_the_luck(void)
{
    edit->wrong = find(" lucks ", "") + 1;
    insert_text(edit->wrong, "seat/2 luck words more of it");
}

static void give_luck_twice(void)
{
    edit->wrong = find(" lucks ", "");
    insert_text(edit->wrong, "seat/1 luck words more of it");
}

static void open_sealed_luck_early(void)
{
    unsigned open = find(" open luck/2 ", "");

    edit->wrong = find(" lucks ", "");
    swap(edit->wrong, open);
}

static void replace_sealed_luck(void)
{
    edit->wrong = find(" open luck/2 ", "");
    replace(edit->wrong, "luck/2 ", "luck/2 better ");
}

static void leave_sealed_luck_closed(void)
{
    drop(find(" open luck/2 ", ""));
    edit->wrong = find(" draw toy/deck ", "");
}

static void take_the_roster_after_luck(void)
{
    swap(1, 2);
    edit->wrong = 1;
}

static void let_a_house_seat_give_luck_last(void)
{
    replace(1, "2=player", "2=house");
    edit->wrong = 3;
}

static void take_an_illegal_order(void)
{
    unsigned n = find(" open bid/", "/1 ");
    char *value = strstr(row_of(n)->text, "/1 ") + 3;
    unsigned bid = find(" order bid ", "seat/1 ");

    assert_int_equal(*value, row_of(bid)->seal[0].payload[0]);
    reseal(bid, 0, "7");
    edit->wrong = bid;
}

static void let_time_run_backwards(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    memcpy(row_of(edit->wrong)->text, "2026-11-20T00:00:00Z", 20);
}

static void default_before_the_deadline(void)
{
    unsigned n = find(" open bid/", "/1 ");
    unsigned question = 0;

    sscanf(strstr(row_of(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(row_of(n)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u due=2029-01-01T00:00:00Z why=unopened forfeit bid/%u/1",
             question, question);
    edit->wrong = n;
}

static void default_against_the_deadline_set(void)
{
    unsigned n = find(" open bid/", "/1 "), question = 0;
    char due[96];

    sscanf(strstr(row_of(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(due, sizeof due, "table due decision=%u seat/1 2029-01-01T00:00:00Z", question);
    insert_text(n, due);
    snprintf(row_of(n + 1)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened forfeit bid/%u/1", question, question);
    edit->wrong = n + 1;
}

static void order_after_its_deadline(void)
{
    unsigned n = find(" order bid ", "seat/1 "), question = 0;
    char due[96];

    sscanf(strstr(row_of(n)->text, "[bid/"), "[bid/%u/", &question);
    snprintf(due, sizeof due, "table due decision=%u seat/1 2020-01-01T00:00:00Z", question);
    insert_text(n, due);
    edit->wrong = n + 1;
}

static void another_default_than_the_rules_have(void)
{
    unsigned n = find(" open bid/", "/1 "), question = 0;

    sscanf(strstr(row_of(n)->text, "bid/"), "bid/%u/", &question);
    snprintf(row_of(n)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened resign", question);
    edit->wrong = n;
}

static void leave_the_penalty_out(void)
{
    unsigned n = find(" open bid/", "/1 ");

    drop(n);
    edit->wrong = find(" open deck/2 ", "");
}

static void use_a_standing_answer_made_later(void)
{
    unsigned n = find(" order bid ", "seat/1 ");
    struct row own = {.seals = 1}, open = {.seals = 0};
    struct playing_seal *seal = &own.seal[0];

    snprintf(own.text, sizeof own.text, "%.20s seat/1 own [own/1/9]", row_of(n)->text);
    text_copy(seal->name, sizeof seal->name, "own/1/9");
    text_copy(seal->payload, sizeof seal->payload, "bid 3");
    seal->length = 5;
    seal->seat = 1;
    commit(seal);
    snprintf(open.text, sizeof open.text, "%.20s table open own/1/9 bid 3 nonce ", row_of(n)->text);
    base32_write(seal->nonce, SEAL_NONCE_BYTES, open.text + strlen(open.text));
    insert(n, &own);
    insert(n + 1, &open);
    replace(n + 2, "order bid", "order own=own/1/9 bid");
    edit->wrong = n + 2;
}

static void order_by_a_standing_answer_never_opened(void)
{
    edit->wrong = find(" order bid ", "seat/1 ");
    replace(edit->wrong, "order bid", "order own=own/1/1 bid");
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
    edit->wrong = find(" open deck/1 ", "");
    insert_text(edit->wrong, text);
}

static void an_end_that_the_rules_do_not_have(void)
{
    edit->wrong = find(" end ", "");
    snprintf(row_of(edit->wrong)->text + 20, ENTRY_TEXT_BYTES - 20, " table end void tired");
}

static void end_before_the_end(void)
{
    edit->wrong = find(" open deck/2 ", "");
    insert_text(edit->wrong, "table end drawn equal-points");
}

static void order_after_the_end(void)
{
    edit->wrong = find(" end ", "") + 1;
    insert_text(edit->wrong, "seat/1 order resign");
}

static void tell_the_secret_early(void)
{
    unsigned n = find(" secret ", "");

    edit->wrong = n - 1;
    swap(n, n - 1);
}

static void change_the_key_without_the_old_one(void)
{
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    unsigned char signature[SIGNATURE_BYTES] = {1};

    snprintf(text, sizeof text, "table key new=%s sign=%s",
             base32_write(other.genesis.key, KEY_BYTES, key),
             base32_write(signature, SIGNATURE_BYTES, sign));
    edit->wrong = find(" open deck/1 ", "");
    insert_text(edit->wrong, text);
}

/* A player's signature, once for the question asked and once for another. */
static void sign_order(uint64_t decision, uint64_t signed_decision)
{
    unsigned n = find(" order bid ", "seat/1 ");
    unsigned char signature[SIGNATURE_BYTES], pen[KEY_BYTES];
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    struct chain seen = {.genesis = edit->playing->chain.genesis,
                         .entry = edit->playing->chain.genesis};
    const char *order = strstr(row_of(n)->text, "bid [");
    struct hash digest;

    chain_order(&seen, signed_decision, order, strlen(order), &digest);
    assert_true(keys_sign(other.keys, 1, &digest, signature));
    assert_true(keys_public(other.keys, 1, pen));
    snprintf(text, sizeof text, "order sign=%u/0/%s bid", (unsigned)decision,
             base32_write(signature, SIGNATURE_BYTES, sign));
    replace(n, "order bid", text);
    snprintf(text, sizeof text, "seat/1 pen %s", base32_write(pen, KEY_BYTES, key));
    insert_text(n, text);
    edit->wrong = n + 1;
}

static unsigned bid_question(void)
{
    unsigned question = 0;

    sscanf(strstr(row_of(find(" order bid ", "seat/1 "))->text, "[bid/"), "[bid/%u/", &question);
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
    edit->wrong = find(" draw toy/deck ", "");
    insert_text(edit->wrong, "keeper undo to=1");
}

static void undo_what_the_other_has_answered(void)
{
    unsigned n = find(" order bid ", "seat/1 ");
    char text[64];

    edit->wrong = find(" open bid/", "") + 1;
    snprintf(text, sizeof text, "seat/1 undo to=%u", n - 1);
    insert_text(edit->wrong, text);
}

static void undo_without_agreement(void)
{
    unsigned n = find(" draw toy/deck ", "");
    char text[64];

    edit->wrong = n + 2;
    snprintf(text, sizeof text, "seat/1 agree undo %u", n - 1);
    insert_text(n + 1, text);
    snprintf(text, sizeof text, "table undo to=%u", n - 1);
    insert_text(n + 2, text);
}

static void a_pause_nobody_agreed_to(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    insert_text(edit->wrong, "table clock pause");
}

static void a_pause_one_seat_did_not_agree_to(void)
{
    unsigned n = find(" draw toy/deck ", "");

    insert_text(n, "seat/1 agree pause");
    insert_text(n + 1, "table clock pause");
    edit->wrong = n + 1;
}

static void a_pause_after_one_seat_declined(void)
{
    unsigned n = find(" draw toy/deck ", "");

    insert_text(n, "seat/1 agree pause");
    insert_text(n + 1, "seat/2 agree pause");
    insert_text(n + 2, "seat/2 decline pause");
    insert_text(n + 3, "table clock pause");
    edit->wrong = n + 3;
}

static void clocks_that_go_are_resumed(void)
{
    edit->wrong = find(" draw toy/deck ", "");
    insert_text(edit->wrong, "keeper clock resume");
}

static void a_default_while_the_clocks_stand(void)
{
    unsigned n = find(" open bid/", "/1 "), question = 0;

    sscanf(strstr(row_of(n)->text, "bid/"), "bid/%u/", &question);
    insert_text(n, "keeper clock pause");
    snprintf(row_of(n + 1)->text + 20, ENTRY_TEXT_BYTES - 20,
             " seat/1 default decision=%u why=unopened forfeit bid/%u/1", question, question);
    edit->wrong = n + 1;
}

static void another_value_after_an_undo(void)
{
    unsigned n = find(" draw toy/deck ", "");
    struct row draw = *row_of(n);
    char text[64];

    snprintf(text, sizeof text, "keeper undo to=%u", n - 1);
    insert_text(n + 1, text);
    memcpy(draw.text, row_of(n + 1)->text, 20);
    insert(n + 2, &draw);
    edit->wrong = n + 2;
    {
        char kept[8];

        text_copy(kept, sizeof kept, row_of(n + 2)->seal[0].payload);
        reseal(n + 2, 0, row_of(n + 2)->seal[1].payload);
        reseal(n + 2, 1, kept);
    }
}

static void take_an_entry_of_another_game(void)
{
    struct edit *mine = edit;
    struct row row;

    edit = calloc(1, sizeof *edit);
    assert_non_null(edit);
    load(edit, &other);
    row = *row_of(find(" draw toy/deck ", ""));
    free(edit);
    edit = mine;
    edit->wrong = find(" draw toy/deck ", "");
    memcpy(row.text, row_of(edit->wrong)->text, 20);
    *row_of(edit->wrong) = row;
}

static void skip_a_draw(void)
{
    drop(find(" draw toy/deck ", ""));
    edit->wrong = find(" open deck/1 ", "");
}

/* The words of the label, one later than they are due. */
static void shift_a_draw(void)
{
    unsigned n = find(" draw toy/deck ", ""), count = row_of(n)->seals;
    char first[8];

    text_copy(first, sizeof first, row_of(n)->seal[0].payload);
    for (unsigned i = 0; i < count; i++)
        reseal(n, i, i + 1 < count ? row_of(n)->seal[i + 1].payload : first);
    for (unsigned i = 0; i < count; i++) {
        char name[24];

        snprintf(name, sizeof name, " open deck/%u ", i + 1);
        for (unsigned k = 1; k <= edit->count; k++)
            if (strstr(row_of(k)->text, name))
                write_opening(row_of(k), &row_of(n)->seal[i]);
    }
    edit->wrong = n;
}

static void give_one_seat_the_luck_of_another(void)
{
    unsigned n = find(" luck words ", "seat/1 ");
    char time[21];

    snprintf(time, sizeof time, "%.20s", row_of(n)->text);
    snprintf(row_of(n)->text, sizeof row_of(n)->text, "%s seat/1 luck words sealed quiet words [x]",
             time);
    edit->wrong = find(" draw toy/deck ", "");
}

static void void_the_game_for_luck_without_a_deadline(void)
{
    edit->wrong = find(" open luck/2 ", "");
    insert_text(edit->wrong, "table end void luck-unopened seat/2");
}

static void void_the_game_for_luck_before_its_deadline(void)
{
    unsigned n = find(" open luck/2 ", "");

    insert_text(n, "table due decision=0 seat/2 2099-01-01T00:00:00Z");
    edit->wrong = n + 1;
    insert_text(edit->wrong, "table end void luck-unopened seat/2");
}

static void void_the_game_for_the_luck_of_another_seat(void)
{
    unsigned n = find(" open luck/2 ", "");

    insert_text(n, "table due decision=0 seat/2 2001-01-01T00:00:00Z");
    edit->wrong = n + 1;
    insert_text(edit->wrong, "table end void luck-unopened seat/1");
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
    ATTACK(give_one_seat_the_luck_of_another),
    ATTACK(void_the_game_for_luck_without_a_deadline),
    ATTACK(void_the_game_for_luck_before_its_deadline),
    ATTACK(void_the_game_for_the_luck_of_another_seat),
    ATTACK(draw_before_the_luck),
    ATTACK(change_the_words_of_luck),
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
    ATTACK(order_after_its_deadline),
    ATTACK(another_default_than_the_rules_have),
    ATTACK(leave_the_penalty_out),
    ATTACK(use_a_standing_answer_made_later),
    ATTACK(order_by_a_standing_answer_never_opened),
    ATTACK(other_tables_under_the_same_version),
    ATTACK(an_upgrade_nobody_agreed_to),
    ATTACK(an_end_that_the_rules_do_not_have),
    ATTACK(end_before_the_end),
    ATTACK(order_after_the_end),
    ATTACK(tell_the_secret_early),
    ATTACK(change_the_key_without_the_old_one),
    ATTACK(an_order_signed_for_another_question),
    ATTACK(an_order_signed_for_a_question_not_open),
    ATTACK(undo_what_cannot_be_undone),
    ATTACK(undo_what_the_other_has_answered),
    ATTACK(undo_without_agreement),
    ATTACK(a_pause_nobody_agreed_to),
    ATTACK(a_pause_one_seat_did_not_agree_to),
    ATTACK(a_pause_after_one_seat_declined),
    ATTACK(clocks_that_go_are_resumed),
    ATTACK(a_default_while_the_clocks_stand),
    ATTACK(another_value_after_an_undo),
    ATTACK(take_an_entry_of_another_game),
};

static void assert_verdict(const char *name, const struct buf *text, bool good, unsigned wrong)
{
    struct verify verify;

    assert_int_equal(verify_bytes(text->at, text->length, toy_find, &verify, NULL), RC_OK);
    if (verify.is_good != good)
        fail_msg("%s: %s", name, good ? verify.err.text : "was taken");
    if (!good && (verify.bad_entry != wrong || verify.bad_is_entry != (wrong > 0)))
        fail_msg("%s: entry %u is named in place of %u: %s", name, (unsigned)verify.bad_entry,
                 wrong, verify.err.text);
    if (!good)
        assert_true(verify.err.text[0]);
    verify_fini(&verify);
}

/* For the two attacks that need a standing answer in the log. */
static void add_own_line(void)
{
    struct row own = {.seals = 1};
    unsigned n = find(" draw toy/deck ", "");

    snprintf(own.text, sizeof own.text, "%.20s seat/1 own [own/1/1]", row_of(n)->text);
    text_copy(own.seal[0].name, sizeof own.seal[0].name, "own/1/1");
    own.seal[0].seat = 1;
    commit(&own.seal[0]);
    insert(n + 1, &own);
    memcpy(row_of(n + 1)->text, row_of(n)->text, 20);
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

static void a_lying_server_is_found_out_at_the_entry_of_its_lie(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct buf text = {0};

        load(edit, &honest);
        add_own_line();
        compose(&text);
        assert_verdict("the honest log", &text, true, 0);
        buf_clear(&text);
        lies[i].make();
        compose(&text);
        dump(lies[i].name, &text);
        assert_verdict(lies[i].name, &text, false, edit->wrong);
        buf_fini(&text);
    }
}

static void a_signed_order_for_the_right_question_is_proved(void **state)
{
    struct verify verify;
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    sign_order(bid_question(), bid_question());
    compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_SIGNED][VERIFY_PROVED], 1);
    verify_fini(&verify);
    buf_fini(&text);
}

/* ---- what anybody could try with a file ---- */

static void put_with(const char *from, const char *old, const char *new, struct buf *out)
{
    const char *at = strstr(from, old);

    assert_non_null(at);
    buf_put_bytes(out, from, (size_t)(at - from));
    buf_put(out, new);
    buf_put(out, at + strlen(old));
}

static void a_file_in_another_encoding_is_refused(void **state)
{
    static const struct {
        const char *name, *old, *new;
    } edits[] = {
        {"blank line", "entries\n", "entries\n\n"},
        {"unknown line", "entries\n", "entries\nnote hello\n"},
        {"unknown line in an entry", " hash ", " note x\n hash "},
        {"blank at the end", "entries\n", "entries \n"},
        {"CRLF", "entries\n", "entries\r\n"},
        {"byte order mark", "postern-record", "\xEF\xBB\xBFpostern-record"},
        {"upper case", "\nhead ", "\nHEAD "},
        {"leading zero", "\n1 2026", "\n01 2026"},
        {"other format", "postern-record 1", "postern-record 2"},
        {"reader", "for whole", "for seat/9"},
        {"two blanks", " seal person/1 1 ", " seal person/1  1 "},
        {"escape not needed", "Ada", "\\x41da"},
    };
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        struct verify verify;
        struct buf out = {0};

        put_with(text.at, edits[i].old, edits[i].new, &out);
        assert_int_equal(verify_bytes(out.at, out.length, toy_find, &verify, NULL), RC_OK);
        if (verify.is_good)
            fail_msg("taken: %s", edits[i].name);
        verify_fini(&verify);
        buf_fini(&out);
    }
    buf_fini(&text);
}

static bool is_taken(const char *text, size_t length)
{
    struct verify verify;
    bool good;

    assert_int_equal(verify_bytes(text, length, toy_find, &verify, NULL), RC_OK);
    good = verify.is_good;
    verify_fini(&verify);
    return good;
}

static void every_bit_of_a_small_record_counts(void **state)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    struct playing playing;
    struct buf text = {0};

    (void)state;
    playing_start(&playing, &toy_game, &file, 1, &plan, 1);
    playing_export(&playing, 1, &text);
    assert_true(is_taken(text.at, text.length));
    for (size_t bit = 0; bit < 8 * text.length; bit++) {
        text.at[bit / 8] = (char)(text.at[bit / 8] ^ (1 << bit % 8));
        if (is_taken(text.at, text.length))
            fail_msg("bit %u of byte %u does not count", (unsigned)(bit % 8), (unsigned)(bit / 8));
        text.at[bit / 8] = (char)(text.at[bit / 8] ^ (1 << bit % 8));
    }
    buf_fini(&text);
    playing_fini(&playing);
}

static void bits_of_a_long_record_count(void **state)
{
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (unsigned i = 0; i < LONG_SAMPLES; i++) {
        size_t byte = (size_t)i * 7919 % text.length;
        char kept = text.at[byte];

        text.at[byte] = (char)(kept ^ (1 << i % 8));
        assert_false(is_taken(text.at, text.length));
        text.at[byte] = kept;
    }
    buf_fini(&text);
}

static void a_file_cut_short_anywhere_is_refused(void **state)
{
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (size_t n = 0; n < text.length; n += n < 600 ? 1 : 37)
        assert_false(is_taken(text.at, n));
    buf_fini(&text);
}

static void a_line_left_out_or_doubled_is_refused(void **state)
{
    struct buf text = {0};
    char *line;

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (line = text.at; *line; line = strchr(line, '\n') + 1) {
        size_t length = (size_t)(strchr(line, '\n') + 1 - line), before = (size_t)(line - text.at);
        struct buf out = {0};

        buf_put_bytes(&out, text.at, before);
        buf_put(&out, line + length);
        assert_false(is_taken(out.at, out.length));
        buf_clear(&out);
        buf_put_bytes(&out, text.at, before + length);
        buf_put(&out, line);
        assert_false(is_taken(out.at, out.length));
        buf_fini(&out);
    }
    buf_fini(&text);
}

static void an_older_tail_with_its_signature_reads_as_open(void **state)
{
    struct verify verify;
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    edit->count = find(" open bid/", "");
    compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_false(verify.finished);
    assert_int_equal(verify.entries, edit->count);
    verify_fini(&verify);
    buf_fini(&text);
}

static void a_chain_rewritten_without_the_key_is_not_signed(void **state)
{
    struct buf text = {0}, signed_text = {0}, out = {0};
    struct verify verify;

    (void)state;
    load(edit, &honest);
    compose(&signed_text);
    edit->is_unsigned = true;
    insert_text(find(" open deck/1 ", ""), "keeper remark nothing happened");
    compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_UNPROVED], 1);
    verify_fini(&verify);
    /* The old signature does not fit the new head. */
    {
        char sign[2][128];

        sscanf(strstr(signed_text.at, "\nsign ") + 1, "sign %127s", sign[0]);
        sscanf(strstr(signed_text.at, "\nexport ") + 1, "export %127s", sign[1]);
        put_with(text.at, "\nsign none", "\nsign ", &out);
        buf_clear(&signed_text);
        put_with(out.at, "\nsign ", "\nsign ", &signed_text);
        buf_clear(&out);
        buf_put_bytes(&out, text.at, (size_t)(strstr(text.at, "\nsign none") - text.at));
        buf_printf(&out, "\nsign %s", sign[0]);
        put_with(strstr(text.at, "\nsign none") + 10, "export none", "export ", &signed_text);
        buf_put_bytes(&out, strstr(text.at, "\nsign none") + 10,
                      (size_t)(strstr(text.at, "export none") - strstr(text.at, "\nsign none")) -
                          10);
        buf_printf(&out, "export %s\n", sign[1]);
    }
    assert_verdict("old signature", &out, false, 0);
    buf_fini(&text);
    buf_fini(&signed_text);
    buf_fini(&out);
}

static void luck_of_ten_megabytes_is_refused(void **state)
{
    static const char before[] = "\n2 2026-11-21T22:30:00Z seat/1 luck words ";
    struct buf text = {0}, out = {0};
    const char *at;

    (void)state;
    load(edit, &honest);
    compose(&text);
    at = strstr(text.at, "\n2 ");
    buf_put_bytes(&out, text.at, (size_t)(at - text.at));
    buf_put(&out, before);
    for (unsigned i = 0; i < 10u << 20; i++)
        buf_put_char(&out, 'x');
    buf_put(&out, strchr(at + 1, '\n'));
    assert_false(is_taken(out.at, out.length));
    buf_fini(&text);
    buf_fini(&out);
}

static bool sign_by_other(void *context, const struct hash *digest,
                          unsigned char signature[SIGNATURE_BYTES])
{
    (void)context;
    return keys_sign(other.keys, 1, digest, signature);
}

static void another_key_does_not_sign_for_the_game(void **state)
{
    struct record record;
    struct buf text = {0};

    (void)state;
    playing_record(&honest, RECORD_FOR_ALL, &record);
    assert_int_equal(record_write(&record, sign_by_other, NULL, &text, NULL), RC_OK);
    assert_verdict("other key", &text, false, 0);
    record_fini(&record);
    buf_fini(&text);
}

/* What could be signed in place of the head, or of the file. */
static void other_head(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    at->genesis = other.chain.genesis;
    chain_head(at, out);
}

static void other_number(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    at->number--;
    chain_head(at, out);
}

static void other_tag(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    chain_export(&at->genesis, (const char *)at->entry.at, sizeof at->entry.at, out);
}

static void other_bit(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)at;
    *out = *digest;
    out->at[0] ^= 1;
}

struct swapped {
    void (*change)(const struct hash *digest, struct chain *at, struct hash *out);
    unsigned call, wrong; /* 0 = the head's, 1 = the file's signature */
};

static bool sign_swapped(void *context, const struct hash *digest,
                         unsigned char signature[SIGNATURE_BYTES])
{
    struct swapped *swapped = context;
    struct chain at = honest.chain;
    struct hash signs = *digest;

    if (swapped->call++ == swapped->wrong)
        swapped->change(digest, &at, &signs);
    return playing_sign(&honest, &signs, signature);
}

static void a_signature_of_something_else_does_not_count(void **state)
{
    static void (*const changes[])(const struct hash *, struct chain *, struct hash *) = {
        other_head, other_number, other_tag, other_bit};

    (void)state;
    for (unsigned i = 0; i < 2 * sizeof changes / sizeof changes[0]; i++) {
        struct swapped swapped = {changes[i / 2], 0, i % 2};
        struct record record;
        struct buf text = {0};

        playing_record(&honest, RECORD_FOR_ALL, &record);
        assert_int_equal(record_write(&record, sign_swapped, &swapped, &text, NULL), RC_OK);
        assert_verdict("signature of something else", &text, false, 0);
        record_fini(&record);
        buf_fini(&text);
    }
}

/* Where entry n begins in a file. */
static const char *entry_at(const char *text, unsigned n)
{
    char start[24];
    const char *at;

    snprintf(start, sizeof start, "\n%u 20", n);
    at = strstr(text, start);
    return at ? at + 1 : NULL;
}

static void neighbours_exchanged_are_refused(void **state)
{
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (unsigned n = 1; n + 1 < edit->count; n++) {
        const char *first = entry_at(text.at, n), *second = entry_at(text.at, n + 1);
        const char *end = entry_at(text.at, n + 2);
        struct buf out = {0};

        buf_put_bytes(&out, text.at, (size_t)(first - text.at));
        buf_put_bytes(&out, second, (size_t)(end - second));
        buf_put_bytes(&out, first, (size_t)(second - first));
        buf_put(&out, end);
        assert_int_equal(out.length, text.length);
        assert_false(is_taken(out.at, out.length));
        buf_fini(&out);
    }
    buf_fini(&text);
}

/* base32 has one form: lower case, and its last letter has spare bits, which are zero. */
static void another_form_of_the_same_hash_is_refused(void **state)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    struct buf text = {0};

    (void)state;
    load(edit, &honest);
    compose(&text);
    for (char *at = strstr(text.at, " hash "); at; at = strstr(at + 1, " hash ")) {
        char *last = at + 6 + BASE32_HASH_BYTES - 2, kept = *last;

        *last = digits[strchr(digits, kept) - digits + 1];
        assert_false(is_taken(text.at, text.length));
        *last = kept;
        for (last = at + 6; *last >= '2' && *last <= '7'; last++)
            ;
        *last = (char)(*last - 'a' + 'A');
        assert_false(is_taken(text.at, text.length));
        *last = (char)(*last - 'A' + 'a');
    }
    assert_true(is_taken(text.at, text.length));
    buf_fini(&text);
}

static void an_upgrade_all_agreed_to_goes_on_under_the_new_rules(void **state)
{
    const struct chain_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    char text[160], hash[BASE32_HASH_BYTES];
    struct record record;
    struct verify verify;
    struct buf out = {0};
    struct hash tables;
    unsigned n;

    (void)state;
    load(edit, &honest);
    chain_tables("toy", "toy-2", &file, 1, &tables);
    snprintf(text, sizeof text, "keeper upgrade rules=toy-2 tables=%s",
             base32_write(tables.at, HASH_BYTES, hash));
    n = find(" open deck/2 ", "");
    insert_text(n, text);
    insert_text(n, "seat/2 agree upgrade toy-2");
    insert_text(n, "seat/1 agree upgrade toy-2");
    compose(&out);
    assert_int_equal(record_read(out.at, out.length, &record, NULL), RC_OK);
    assert_int_equal(record_add_file(&record, "toy-2", "toy.tiles", toy_tiles_text,
                                     strlen(toy_tiles_text), NULL),
                     RC_OK);
    buf_clear(&out);
    assert_int_equal(record_write(&record, playing_sign, &honest, &out, NULL), RC_OK);
    assert_int_equal(verify_bytes(out.at, out.length, toy_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("%s", verify.err.text);
    assert_true(verify.finished);
    assert_string_equal(replay_rules(verify.replay), "toy-2");
    verify_fini(&verify);
    record_fini(&record);
    buf_fini(&out);
}

static int start(void **state)
{
    (void)state;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    play_honest(&honest, 1, "seat/1 luck words words", "seat/2 luck sealed");
    play_honest(&other, 5000, " luck ", " luck ");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&honest);
    playing_fini(&other);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lying_server_is_found_out_at_the_entry_of_its_lie),
        cmocka_unit_test(a_signed_order_for_the_right_question_is_proved),
        cmocka_unit_test(a_file_in_another_encoding_is_refused),
        cmocka_unit_test(every_bit_of_a_small_record_counts),
        cmocka_unit_test(bits_of_a_long_record_count),
        cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
        cmocka_unit_test(a_line_left_out_or_doubled_is_refused),
        cmocka_unit_test(an_older_tail_with_its_signature_reads_as_open),
        cmocka_unit_test(a_chain_rewritten_without_the_key_is_not_signed),
        cmocka_unit_test(luck_of_ten_megabytes_is_refused),
        cmocka_unit_test(another_key_does_not_sign_for_the_game),
        cmocka_unit_test(a_signature_of_something_else_does_not_count),
        cmocka_unit_test(neighbours_exchanged_are_refused),
        cmocka_unit_test(another_form_of_the_same_hash_is_refused),
        cmocka_unit_test(an_upgrade_all_agreed_to_goes_on_under_the_new_rules),
    };

    return cmocka_run_group_tests_name("attacks", tests, start, stop);
}
