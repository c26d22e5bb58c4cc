/* SPDX-License-Identifier: MIT */
/* Lies of a server about games, each signed with its own key, refused and named at its entry:
 * server.lies. Here are the games that it lies about, and what its deeds have no word for. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/lying.h"
#include "tests/record/playing_p.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define TIMES "rules setup=7d turn=7d reply=3d "
#define IDLE  "go-on 9"
enum { DAY_S = 86400 };

static struct playing left, abandoned, days, lent, hosted;
static unsigned asked_at; /* two idle entries that the host is asked behind */

/* ---- steps of honest games ---- */

static void begin(struct playing *game, uint64_t seed, const char *rules)
{
    const struct playing_plan plan = {.seats = 2, .is_quiet = true, .options = "rounds=5"};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    struct entry entry;

    playing_start(game, &toy_game, &file, 1, &plan, seed);
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_CLOCK);
    text_copy(entry.words, sizeof entry.words, rules);
    playing_log(game, &entry, NULL);
}

static void log_words(struct playing *game, unsigned who, enum entry_kind kind, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, kind);
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(game, &entry, NULL);
}

static void agree(struct playing *game, unsigned seat, const char *words)
{
    log_words(game, seat, ENTRY_AGREE, words);
}

static void clock_says(struct playing *game, const char *words)
{
    log_words(game, ENTRY_TABLE, ENTRY_CLOCK, words);
}

/* A question of these seats that has a default, if one stands open. */
static bool is_asked(struct playing *game, uint32_t seats, struct decision *asked)
{
    const struct decision *question;
    unsigned count = replay_questions(game->replay, &question);

    for (unsigned i = 0; i < count; i++)
        if (seats & 1u << question[i].seat && question[i].kind == DECISION_ORDER) {
            *asked = question[i];
            return true;
        }
    return false;
}

static void step(struct playing *game)
{
    assert_false(game->is_ended);
    game->now_s += 10;
    assert_true(playing_step(game));
}

/* These seats answer nothing until then. */
static void play_without(struct playing *game, uint32_t seats, bool (*done)(struct playing *game))
{
    struct decision question;

    while (!done(game))
        if (is_asked(game, seats, &question)) {
            game->now_s += 10;
            playing_miss(game, &question, playing_due(game, &question));
        } else {
            step(game);
        }
}

static void play_out(struct playing *game)
{
    while (playing_step(game))
        ;
}

static void end_it(struct playing *game, enum entry_result result, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = (uint8_t)result;
    entry.seat = result == ENTRY_WON;
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(game, &entry, NULL);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, game->secret, sizeof entry.key);
    playing_log(game, &entry, NULL);
    game->is_ended = true;
    play_out(game);
}

/* ---- a game won against a player who stayed away, and one of which all did ---- */

static bool missed_two(struct playing *game)
{
    return replay_missed(game->replay, 2) >= 2;
}

static bool all_away(struct playing *game)
{
    return replay_all_away(game->replay);
}

static void play_left(void)
{
    begin(&left, 3, TIMES "away=2");
    play_without(&left, 1u << 2, missed_two);
    agree(&left, 1, REPLAY_WAIT "2 5d");
    clock_says(&left, "extend seat/2 5d");
    play_without(&left, 1u << 2, missed_two);
    agree(&left, 1, REPLAY_CLAIM "2");
    end_it(&left, ENTRY_WON, REPLAY_AWAY "2");
    begin(&abandoned, 4, TIMES "away=2");
    play_without(&abandoned, 1u << 1 | 1u << 2, all_away);
    end_it(&abandoned, ENTRY_VOID, REPLAY_ABANDONED " seat/1 seat/2");
}

/* ---- days beyond deadlines ---- */

static struct decision next_question(void)
{
    struct decision question;

    while (!is_asked(&days, 1u << 2, &question))
        step(&days);
    return question;
}

/* Its deadline passes, and so many days more. */
static void miss_after(unsigned drawn)
{
    const struct decision question = next_question();
    int64_t due_s = playing_due(&days, &question);

    for (unsigned i = 0; i < drawn; i++) {
        assert_true(replay_draws(days.replay, 2, days.now_s));
        clock_says(&days, "vacation seat/2");
        due_s += DAY_S;
        assert_int_equal(replay_due(days.replay, 2, question.id), due_s);
        assert_false(replay_draws(days.replay, 2, days.now_s));
        days.now_s += DAY_S;
    }
    playing_miss(&days, &question, due_s);
}

static void play_days(void)
{
    struct decision question;

    begin(&days, 3, TIMES "stock=3 once=2 extensions=1");
    agree(&days, 2, REPLAY_VACATION);
    miss_after(2);
    miss_after(0); /* two in a row, and no more */
    question = next_question();
    days.now_s = playing_due(&days, &question) - 500;
    agree(&days, 2, REPLAY_EXTENSION);
    clock_says(&days, "extension seat/2");
    play_out(&days);
}

/* ---- a seat lent to a practice opponent ---- */

/* Up to an order of seat 2 that has a seal. */
static void play_to_a_seal(void)
{
    const char *newest;

    do {
        step(&lent);
        newest = lent.entry[lent.entry_count - 1].text;
    } while (!strstr(newest, " seat/2 order ") || !strchr(newest, '['));
}

static void play_lent(void)
{
    char words[ENTRY_AWAY_BYTES + 8] = REPLAY_LEND;

    begin(&lent, 3, TIMES "lend=3");
    play_to_a_seal();
    timetext_write(lent.now_s + DAY_S, words + sizeof REPLAY_LEND - 1);
    strcat(words, " hard");
    agree(&lent, 2, words);
    play_to_a_seal();
    log_words(&lent, ENTRY_TABLE, ENTRY_REMARK, REPLAY_BACK "2");
    play_out(&lent);
}

/* ---- a host that gives time, stops clocks, has somebody replaced and ends it with all ---- */

static bool host_is_asked(struct playing *game)
{
    return !replay_host_pauses(game->replay);
}

static bool host_is_free(struct playing *game)
{
    return replay_host_pauses(game->replay);
}

static bool seat_2_is_away(struct playing *game)
{
    return replay_is_away(game->replay, 2);
}

static void replace(void)
{
    static const char *const person[] = {"Eve <eve@example.org>"};
    struct entry entry;

    agree(&hosted, 1, REPLAY_REPLACE "2");
    log_words(&hosted, 1, ENTRY_DECLINE, IDLE);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SEAT);
    entry.seat = 2;
    entry.person[0] = true;
    entry.holder[0] = ENTRY_PLAYER;
    playing_log(&hosted, &entry, person);
}

static void play_hosted(void)
{
    begin(&hosted, 3, TIMES "away=2 host=5d");
    agree(&hosted, 1, REPLAY_HOST "1");
    agree(&hosted, 2, REPLAY_HOST "1");
    assert_int_equal(replay_host(hosted.replay), 1);
    agree(&hosted, 1, REPLAY_EXTEND "2 3d");
    clock_says(&hosted, "extend seat/2 3d");
    log_words(&hosted, 1, ENTRY_DECLINE, IDLE);
    agree(&hosted, 1, REPLAY_EXTEND "1 5d");
    agree(&hosted, 2, REPLAY_EXTEND "1 5d");
    clock_says(&hosted, "extend seat/1 5d");
    play_without(&hosted, 1u << 2, host_is_asked);
    log_words(&hosted, 1, ENTRY_DECLINE, IDLE);
    asked_at = hosted.entry_count;
    log_words(&hosted, 1, ENTRY_DECLINE, IDLE);
    play_without(&hosted, 1u << 2, host_is_free);
    agree(&hosted, 1, REPLAY_PAUSE);
    clock_says(&hosted, REPLAY_PAUSE);
    agree(&hosted, 2, REPLAY_RESUME);
    clock_says(&hosted, REPLAY_RESUME);
    play_without(&hosted, 1u << 2, seat_2_is_away);
    replace();
    agree(&hosted, 1, REPLAY_END "drawn");
    agree(&hosted, 2, REPLAY_END "drawn");
    end_it(&hosted, ENTRY_DRAWN, REPLAY_AGREED);
}

static int start(void **state)
{
    if (lying_start(state))
        return -1;
    attack_play(&other, 5000, " luck ", " luck ");
    play_left();
    play_days();
    play_lent();
    play_hosted();
    return 0;
}

static int finish(void **state)
{
    struct playing *const all[] = {&other, &left, &abandoned, &days, &lent, &hosted};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        playing_fini(all[i]);
    return lying_stop(state);
}

/* ---- deeds of one lie ---- */

static struct row *wrong_row(void)
{
    return attack_row(edit->wrong);
}

static void draw_of_another_game(void)
{
    OWN_MEMORY struct edit *from = calloc(1, sizeof *from);
    struct edit *mine = edit;
    char time[21];

    assert_non_null(from);
    memcpy(time, wrong_row()->text, 20);
    attack_load(edit = from, &other);
    mine->row[mine->wrong - 1] = *attack_row(attack_find(" draw toy/deck ", ""));
    edit = mine;
    memcpy(wrong_row()->text, time, 20);
}

static void commitment_of_seat_1(void)
{
    wrong_row()->seal[0].commitment =
        attack_row(attack_find(" order bid ", "seat/1 "))->seal[0].commitment;
}

static void seal_of_seat_1(void)
{
    wrong_row()->seal[0].seat = 1;
    attack_commit(&wrong_row()->seal[0]);
}

/* Four lines of seat 1, honest, behind the draw. */
static void own_lines(void)
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

static void tile_twice(void)
{
    attack_reseal(edit->wrong, 5, wrong_row()->seal[4].payload);
}

static void nonce_of_chance(void)
{
    struct playing_seal *tile = lying_seal(edit->wrong, "deck/6");

    edit->keeps_nonces = true;
    tile->nonce[0] ^= 1;
    attack_commit(tile);
}

static void silence_of_seat_1(void)
{
    char said[80];

    snprintf(said, sizeof said, "1=words %.52s", strstr(attack_row(2)->text, "words ") + 6);
    attack_drop(2);
    attack_replace(attack_find(" lucks ", ""), said, "1=none");
}

static void shorter_luck(void)
{
    const unsigned n = attack_find(" luck sealed ", "");
    char payload[64];

    text_copy(payload, 52, lying_seal(n, "luck/")->payload);
    lying_say(n, "luck/", payload);
}

static void person_of_seat_2(void)
{
    struct row row = {.seals = 1};

    row.seal[0] = attack_row(1)->seal[1];
    row.seal[0].seat = 1;
    snprintf(row.seal[0].name, sizeof row.seal[0].name, "person/1/%u", edit->wrong);
    attack_commit(&row.seal[0]);
    snprintf(row.text, sizeof row.text, "%.20s keeper seat seat/1=player [%s]",
             attack_row(edit->wrong - 1)->text, row.seal[0].name);
    attack_insert(edit->wrong, &row);
}

static void other_tiles(void)
{
    edit->tiles = "tiles 2 3 5 7 11 17\n";
}

static void upgrade(void)
{
    const struct chain_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    char text[128], hash[BASE32_HASH_BYTES];
    struct hash tables;

    chain_tables("toy", "toy-2", &file, 1, &tables);
    snprintf(text, sizeof text, "keeper upgrade rules=toy-2 tables=%s",
             base32_write(tables.at, HASH_BYTES, hash));
    edit->more = "toy-2";
    attack_insert_text(edit->wrong, text);
}

static void other_key(void)
{
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    unsigned char signature[SIGNATURE_BYTES] = {1};

    snprintf(text, sizeof text, "table key new=%s sign=%s",
             base32_write(other.genesis.key, KEY_BYTES, key),
             base32_write(signature, SIGNATURE_BYTES, sign));
    attack_insert_text(edit->wrong, text);
}

/* A player's signature, once for the question asked and once for another, by how much each is not
 * the one that stands open. */
static void sign_order(unsigned off, unsigned signed_off)
{
    unsigned n = attack_find(" order bid ", "seat/1 "), question = 0;
    unsigned char signature[SIGNATURE_BYTES], pen[KEY_BYTES];
    char text[256], key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    struct chain seen = {.genesis = edit->playing->chain.genesis,
                         .entry = edit->playing->chain.genesis};
    const char *order = strstr(attack_row(n)->text, "bid [");
    struct hash digest;

    assert_int_equal(sscanf(order, "bid [bid/%u/", &question), 1);
    chain_order(&seen, question + signed_off, order, strlen(order), &digest);
    assert_true(keys_sign(other.keys, 1, &digest, signature));
    assert_true(keys_public(other.keys, 1, pen));
    snprintf(text, sizeof text, "order sign=%u/0/%s bid", question + off,
             base32_write(signature, SIGNATURE_BYTES, sign));
    attack_replace(n, "order bid", text);
    snprintf(text, sizeof text, "seat/1 pen %s", base32_write(pen, KEY_BYTES, key));
    attack_insert_text(n, text);
    edit->wrong = n + 1;
}

static void signed_for_another_question(void)
{
    sign_order(0, 1);
}

static void signed_for_a_question_not_open(void)
{
    sign_order(7, 7);
}

static void half_a_minute(void)
{
    unsigned n = edit->wrong;
    char *due;

    while (!strstr(attack_row(n)->text, "table due "))
        n--;
    due = attack_row(n)->text + strlen(attack_row(n)->text) - 20;
    memcpy(due, attack_row(n)->text, 20);
    while (!strstr(attack_row(n)->text, " seat/2 default "))
        n++;
    memcpy(strstr(attack_row(n)->text, " due=") + 5, due, 20);
}

/* The time behind these words, by so much later. */
static void move_time(const char *words, int64_t by_s)
{
    char *at = strstr(wrong_row()->text, words) + strlen(words), text[TIMETEXT_BYTES];
    int64_t time_s;

    assert_true(timetext_read(at, 20, &time_s));
    timetext_write(time_s + by_s, text);
    memcpy(at, text, 20);
}

static void due_a_day_earlier(void)
{
    move_time(" due=", -DAY_S);
}

static void due_500_seconds_later(void)
{
    move_time(" due=", 500);
}

static void lent_three_days_longer(void)
{
    move_time("agree lend ", 3 * DAY_S);
}

static void lent_for_a_second(void)
{
    move_time("agree lend ", 1 - DAY_S);
}

static void opening_of_the_seal_before_the_loan(void)
{
    char name[SEAL_NAME_MAX + 2], part[SEAL_NAME_MAX + 24];
    const unsigned n = attack_find(" seat/2 agree lend ", "") - 1;

    snprintf(name, sizeof name, "%s", strchr(attack_row(n)->text, '[') + 1);
    name[strcspn(name, "]")] = '\0';
    snprintf(part, sizeof part, " open %s ", name);
    edit->wrong = attack_find(part, "");
}

static void when_the_host_is_asked(void)
{
    edit->wrong = asked_at + 1;
}

static const struct lying_game honest_games[] = {
    {"plain", &lying_plain}, {"bare", &lying_bare},     {"house", &lying_house},
    {"left", &left},         {"abandoned", &abandoned}, {"days", &days},
    {"lent", &lent},         {"hosted", &hosted},       {NULL, NULL},
};

#define CALLED(name)                                                                               \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct lying_more more[] = {
    CALLED(draw_of_another_game),
    CALLED(commitment_of_seat_1),
    CALLED(seal_of_seat_1),
    CALLED(own_lines),
    CALLED(tile_twice),
    CALLED(nonce_of_chance),
    CALLED(silence_of_seat_1),
    CALLED(shorter_luck),
    CALLED(person_of_seat_2),
    CALLED(other_tiles),
    CALLED(upgrade),
    CALLED(other_key),
    CALLED(signed_for_another_question),
    CALLED(signed_for_a_question_not_open),
    CALLED(half_a_minute),
    CALLED(due_a_day_earlier),
    CALLED(due_500_seconds_later),
    CALLED(lent_three_days_longer),
    CALLED(lent_for_a_second),
    CALLED(opening_of_the_seal_before_the_loan),
    CALLED(when_the_host_is_asked),
    {NULL, NULL},
};

TEST(a_lying_server_is_found_out_at_the_entry_of_its_lie)
{
    lying_find_out_file("server", honest_games, more);
}

TEST(a_signed_order_for_the_right_question_is_proved)
{
    OWN(verify) verify = {0};
    OWN(buf) text = {0};

    attack_load(edit, &lying_bare);
    sign_order(0, 0);
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_SIGNED][VERIFY_PROVED], 1);
}

TESTS(start, finish)
