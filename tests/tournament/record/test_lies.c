/* SPDX-License-Identifier: MIT */
/* What a server could say of a tournament that was otherwise: each lie chained and signed with its
 * own key, refused and named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"
#include "tests/record/attack.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tournament/record/tournament_games.h"
#include "tests/test.h"

enum { ENTRANTS = 5, LINES_MAX = 96, LINE_BYTES = 256, SEED = 7, START_S = 1795000000 };

struct tournament_edit {
    char line[LINES_MAX][LINE_BYTES];
    unsigned count;
    unsigned wrong;         /* the entry that must be named */
    unsigned twin, twin_of; /* an entry that seals what another one does */
};

static struct playing game; /* the one game of the tournament whose record is kept */
static struct tournament_terms terms;
static unsigned char secret[CHAIN_SECRET_BYTES];
static struct chain start_of_tournament;
static struct tournament_log *played; /* as the server has it */
static struct tournament_edit honest_tournament, *at;
static unsigned pair_of_game[2];
static char game_head[BASE32_HASH_BYTES]; /* of its record, and the number of that entry */
static unsigned game_n;
static struct keys *later; /* a second key of the server's; the first is the game's */
static const char *said_points, *said_how = "played"; /* of that game; NULL = as it ended */

/* ---- a true tournament ---- */

__attribute__((format(printf, 2, 3))) static void put(const struct tournament_log_lot *lot,
                                                      const char *form, ...)
{
    char *line = honest_tournament.line[honest_tournament.count++];
    struct err err = {0};
    va_list args;

    assert_in_range(honest_tournament.count, 1, LINES_MAX - 2);
    va_start(args, form);
    vsnprintf(line, LINE_BYTES, form, args);
    va_end(args);
    if (tournament_log_line(played, line, lot, &err) != RC_OK)
        fail_msg("%s: %s", line, err.text);
}

static uint64_t lot_number(void *context, uint64_t bound)
{
    return draw_number(context, bound);
}

static void put_seeds(bool exchanged)
{
    uint16_t order[PAIRING_ENTRANTS_MAX], kept;
    char lucks_text[BASE32_HASH_BYTES], line[LINE_BYTES] = "";
    struct hash lucks, seed;
    struct draw draw;
    const struct tournament_log_lot lot = {lot_number, &draw};
    unsigned count;

    tournament_terms_lucks(&start_of_tournament.genesis, played, &lucks);
    put(NULL, "close %s", base32_write(lucks.at, HASH_BYTES, lucks_text));
    luck_seed(&start_of_tournament.genesis, secret, &lucks, 1, &seed);
    draw_start(&draw, &seed, "cup/seeds/0");
    count = tournament_log_seeds(played, &lot, order);
    kept = order[0];
    order[0] = exchanged ? order[1] : order[0];
    order[1] = exchanged ? kept : order[1];
    for (unsigned i = 0; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %u", order[i]);
    put(NULL, "seeds lot%s", line);
}

static void put_round(unsigned round)
{
    const unsigned first = played->pairs, count = tournament_log_pair(played);
    char line[LINE_BYTES] = "";

    for (unsigned i = 0; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %u-%u",
                 tournament_log_entrant(played, played->next[i].first),
                 tournament_log_entrant(played, played->next[i].second));
    put(NULL, "pair %u%s", round, line);
    for (unsigned i = 0; i < count; i++) {
        const struct pairing_pair *pair = &played->pair[first + i];
        char genesis[BASE32_HASH_BYTES] = "";

        if (pair->done)
            continue;
        memset(genesis, 'a' + (int)round, BASE32_HASH_BYTES - 1);
        memset(genesis, 'a' + (int)i, 9);
        if (round == 1 && i == 0) {
            base32_write(game.chain.genesis.at, HASH_BYTES, genesis);
            pair_of_game[0] = tournament_log_entrant(played, pair->first);
            pair_of_game[1] = tournament_log_entrant(played, pair->second);
        }
        put(NULL, "game %u/%u/1 number %u %s", round, i + 1, 16 * round + i + 1, genesis);
    }
}

static const char *points_of_game(void)
{
    for (unsigned n = 0; n < game.entry_count; n++)
        if (strstr(game.entry[n].text, " end won seat/2"))
            return "0-2";
    return "2-0";
}

/* The first of each pair wins, but for the game that is there: that ends as it did. */
static void put_results(unsigned round)
{
    char head[BASE32_HASH_BYTES] = "", line[LINE_BYTES] = "";
    unsigned count;

    memset(head, 'b', BASE32_HASH_BYTES - 1);
    for (unsigned i = played->round_first; i < played->pairs; i++) {
        const unsigned board = i - played->round_first + 1;

        if (played->pair[i].done)
            continue;
        if (round == 1 && board == 1)
            put(NULL, "result 1/1/1 %s %s %u %s", said_points ? said_points : points_of_game(),
                said_how, game_n, game_head);
        else
            put(NULL, "result %u/%u/1 2-0 played 40 %s", round, board, head);
    }
    count = tournament_log_standings(played);
    for (unsigned i = 0; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %u",
                 tournament_log_entrant(played, played->row[i].entrant));
    put(NULL, "standing %u%s", round, line);
}

static void put_entrants(void)
{
    for (unsigned i = 1; i <= ENTRANTS; i++) {
        char words[32], value[BASE32_HASH_BYTES];
        struct hash luck;

        put(NULL, "enter %u [person/%u] 1500", i, i);
        snprintf(words, sizeof words, "words of %u", i);
        luck_of_seat(&start_of_tournament.genesis, i, words, strlen(words), &luck);
        if (i < ENTRANTS) /* one gives none */
            put(NULL, "luck %u %s", i, base32_write(luck.at, HASH_BYTES, value));
    }
}

/* One leaves behind the first round. */
static void play_tournament(bool exchanged)
{
    char text[BASE32_HASH_BYTES];

    honest_tournament.count = 0;
    tournament_log_init(played, &terms.rules, true);
    put_entrants();
    put_seeds(exchanged);
    for (unsigned round = 1; round <= terms.rules.rounds; round++) {
        put_round(round);
        put_results(round);
        if (round == 1)
            put(NULL, "leave 2");
    }
    put(NULL, "end %s", base32_write(secret, sizeof secret, text));
}

/* The toy's record as the log at work has it now. */
static void read_game(struct verify *verify, struct buf *text)
{
    attack_compose(text);
    assert_int_equal(verify_bytes(text->at, text->length, toy_find, verify, NULL), RC_OK);
    if (!verify->is_good)
        fail_msg("%s", verify->err.text);
    game_n = (unsigned)verify->end.number;
    base32_write(verify->end.entry.at, HASH_BYTES, game_head);
}

static void play_game(const struct genesis_tournament *place)
{
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true, .tournament = place};
    OWN(verify) verify = {0};
    OWN(buf) text = {0};

    playing_start(&game, &toy_game, &file, 1, &plan, SEED);
    while (playing_step(&game))
        ;
    attack_load(edit, &game);
    read_game(&verify, &text);
}

static void begin_terms(void)
{
    OWN(buf) text = {0};

    terms = (struct tournament_terms){
        .number = 1,
        .name = "Winter cup",
        .game = "toy",
        .time = "turn=3d",
        .rules = {.format = SCHEDULE_SWISS, .rounds = 3, .groups = 1, .games = 1},
        .by_lot = true};
    assert_true(keys_public(game.keys, 1, terms.key));
    memset(secret, 5, sizeof secret);
    tournament_terms_secret(&terms, secret, &terms.secret);
    tournament_terms_write(&terms, &text);
    chain_start(&start_of_tournament, text.at, text.length);
}

/* The game's genesis names its place, which follows from the draw: it is played twice. */
static int start(void **state)
{
    struct genesis_tournament place = {.round = 1, .board = 1, .k = 1};

    (void)state;
    edit = calloc(1, sizeof *edit);
    played = calloc(1, sizeof *played);
    at = calloc(1, sizeof *at);
    if (!edit || !played || !at || secret_start(NULL) ||
        keys_make(entropy_system, NULL, &later, NULL) != RC_OK)
        return -1;
    play_game(NULL);
    begin_terms();
    play_tournament(false);
    playing_fini(&game);
    place.genesis = start_of_tournament.genesis;
    place.entrant[0] = pair_of_game[0];
    place.entrant[1] = pair_of_game[1];
    play_game(&place);
    play_tournament(false);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    playing_fini(&game);
    keys_free(later);
    free(edit);
    free(played);
    free(at);
    return 0;
}

/* ---- its record ---- */

static bool is_chained_elsewhere; /* entries behind lost ones: to the last but one before these */
static bool later_signs;          /* the head */

/* What a line that declares entries lost follows, and its number. */
static void skip_lost(struct chain *chain, const struct hash *last_but_one, const char *line)
{
    int64_t from, to;

    if (!tournament_log_lost(line, &from, &to))
        return;
    chain->number = (uint64_t)to;
    if (is_chained_elsewhere)
        chain->entry = *last_but_one;
}

/* "key" becomes the second key, signed by the first; "key itself", by itself. */
static const char *with_key(const struct chain *chain, const char *line, char out[LINE_BYTES])
{
    const struct keys *by = text_equal(line, "key itself") ? later : game.keys;
    char key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    unsigned char public_key[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct hash digest;

    if (!text_equal(line, "key") && !text_equal(line, "key itself"))
        return line;
    assert_true(keys_public(later, 1, public_key));
    chain_key_change(chain, public_key, &digest);
    assert_true(keys_sign(by, 1, &digest, signature));
    snprintf(out, LINE_BYTES, "key %s %s", base32_write(public_key, KEY_BYTES, key),
             base32_write(signature, SIGNATURE_BYTES, sign));
    return out;
}

static void put_entry(struct buf *out, struct chain *chain, unsigned n, const char *line)
{
    char stamp[TIMETEXT_BYTES], value[BASE32_HASH_BYTES];
    const bool is_named = text_starts_with(line, "enter ") || text_starts_with(line, "replace ");
    char signed_line[LINE_BYTES];
    struct hash seal;
    OWN(buf) text = {0};

    timetext_write(START_S + 60 * n, stamp);
    buf_printf(&text, "%s %s", stamp, with_key(chain, line, signed_line));
    memset(seal.at, (int)(n == at->twin ? at->twin_of : n), HASH_BYTES);
    chain_append(chain, text.at, text.length, &seal, is_named);
    buf_printf(out, "entry %llu %s\n", (unsigned long long)chain->number, buf_text(&text));
    if (is_named)
        buf_printf(out, "seal %s\n", base32_write(seal.at, HASH_BYTES, value));
}

/* Of all who gave luck. */
static void put_words(struct buf *out)
{
    for (unsigned i = 1; i < ENTRANTS; i++) {
        char words[32], coded[48];

        snprintf(words, sizeof words, "words of %u", i);
        buf_printf(out, "words %u %s\n", i, base64_write(words, strlen(words), coded));
    }
}

static void compose(struct buf *out)
{
    char head[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    unsigned char signature[SIGNATURE_BYTES];
    struct chain chain = start_of_tournament;
    OWN(buf) text = {0};
    struct hash digest, last_but_one = chain.genesis;

    tournament_terms_write(&terms, &text);
    buf_put(out, "postern-cup-record 2\ngenesis\n");
    for (const char *line = buf_text(&text); *line; line = strchr(line, '\n') + 1)
        buf_printf(out, "  %.*s\n", (int)strcspn(line, "\n"), line);
    for (unsigned n = 1; n <= at->count; n++) {
        const struct hash before = chain.entry;

        skip_lost(&chain, &last_but_one, at->line[n - 1]);
        last_but_one = before;
        put_entry(out, &chain, n, at->line[n - 1]);
    }
    put_words(out);
    chain_head(&chain, &digest);
    assert_true(keys_sign(later_signs ? later : game.keys, 1, &digest, signature));
    buf_printf(out, "head %llu %s\nsign %s\n", (unsigned long long)chain.number,
               base32_write(chain.entry.at, HASH_BYTES, head),
               base32_write(signature, SIGNATURE_BYTES, sign));
}

static unsigned find(const char *start_of_line)
{
    for (unsigned n = 1; n <= at->count; n++)
        if (text_starts_with(at->line[n - 1], start_of_line))
            return n;
    fail_msg("no line %s", start_of_line);
    return 0;
}

static void drop(unsigned n)
{
    memmove(at->line[n - 1], at->line[n], (at->count-- - n) * sizeof at->line[0]);
}

static void insert(unsigned n, const char *line)
{
    char kept[LINE_BYTES];

    text_copy(kept, sizeof kept, line);
    memmove(at->line[n], at->line[n - 1], (++at->count - n) * sizeof at->line[0]);
    text_copy(at->line[n - 1], LINE_BYTES, kept);
}

static void replace(unsigned n, const char *old, const char *new)
{
    char *place = strstr(at->line[n - 1], old), rest[LINE_BYTES];

    assert_non_null(place);
    text_copy(rest, sizeof rest, place + strlen(old));
    snprintf(place, LINE_BYTES - (size_t)(place - at->line[n - 1]), "%s%s", new, rest);
}

/* Two words of a line change places, from 0. */
static void exchange(unsigned n, unsigned first, unsigned second)
{
    char kept[LINE_BYTES], *word[32], *line = at->line[n - 1], *next;
    unsigned count = 0;

    text_copy(kept, sizeof kept, line);
    for (char *one = strtok_r(kept, " ", &next); one && count < 32;
         one = strtok_r(NULL, " ", &next))
        word[count++] = one;
    assert_in_range(second, first + 1, count - 1);
    *line = '\0';
    for (unsigned i = 0; i < count; i++)
        snprintf(line + strlen(line), LINE_BYTES - strlen(line), "%s%s", i ? " " : "",
                 word[i == first    ? second
                      : i == second ? first
                                    : i]);
}

/* ---- lies: those of lies.rows, and the deeds of one of them ---- */

#define VALUE "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

/* Consistent in all but one thing: the joint luck draws others. */
static void draw_otherwise(void)
{
    play_tournament(true);
    *at = honest_tournament;
    at->wrong = at->count;
}

static void exchange_seats(void)
{
    unsigned first, second;
    char old[32], new[32];

    assert_int_equal(sscanf(at->line[at->wrong - 1], "pair 1 %u-%u", &first, &second), 2);
    snprintf(old, sizeof old, " %u-%u", first, second);
    snprintf(new, sizeof new, " %u-%u", second, first);
    replace(at->wrong, old, new);
}

static void take_the_genesis_of_the_first(void)
{
    strcpy(strrchr(at->line[at->wrong - 1], ' '), strrchr(at->line[find("game 1/1/1 ") - 1], ' '));
}

static void seal_as_the_first(void)
{
    at->twin = at->wrong;
    at->twin_of = find("enter 1 ");
}

static void end_before_the_second_round(void)
{
    const unsigned second = find("pair 2 ");

    while (at->count >= second)
        drop(second);
    strcpy(at->line[at->count++], honest_tournament.line[honest_tournament.count - 1]);
    at->wrong = at->count;
}

static void say_another_secret(void)
{
    char *letter = &at->line[at->wrong - 1][strlen("end ") + 1];

    *letter = *letter == 'b' ? 'c' : 'b';
}

static void chain_elsewhere(void)
{
    is_chained_elsewhere = true;
}

static void sign_with_the_later_key(void)
{
    later_signs = true;
}

static void sign_a_key_at_the_start(void)
{
    char line[LINE_BYTES];

    insert(at->wrong, with_key(&start_of_tournament, "key", line));
    later_signs = true;
}

static const struct {
    const char *name;
    void (*act)(void);
} acts[] = {
    {"draw otherwise", draw_otherwise},
    {"exchange seats", exchange_seats},
    {"genesis of the first", take_the_genesis_of_the_first},
    {"seal as the first", seal_as_the_first},
    {"end before the second round", end_before_the_second_round},
    {"another secret", say_another_secret},
    {"chain elsewhere", chain_elsewhere},
    {"sign with the later key", sign_with_the_later_key},
    {"sign a key at the start", sign_a_key_at_the_start},
};

static unsigned kept_n;

/* w, the entry that must be named; n, another that is kept; $, the last one; [start of a line];
 * then perhaps +1 or -1. */
static unsigned place(const char **from)
{
    const char c = *(*from)++;
    char start[LINE_BYTES];
    unsigned n = c == 'w' ? at->wrong : c == 'n' ? kept_n : at->count;

    if (c == '[') {
        text_copy(start, strcspn(*from, "]") + 1, *from);
        *from += strcspn(*from, "]") + 1;
        n = find(start);
    }
    if (**from == '+' || **from == '-')
        n += (unsigned)strtol(*from, (char **)(uintptr_t)from, 10);
    return n;
}

/* A text with places in braces, and {value} for a hash. */
static void write_text(const char *from, char text[LINE_BYTES])
{
    struct text out;

    text_init(&out, text, LINE_BYTES);
    while (*from)
        if (*from != '{') {
            text_put_char(&out, *from++);
        } else if (text_starts_with(++from, "value}")) {
            text_put(&out, VALUE);
            from += strlen("value}");
        } else {
            text_put_int(&out, place(&from));
            from++;
        }
}

static void deed(const char *words)
{
    char verb[16] = "", text[LINE_BYTES], *more;
    unsigned n, first, second;
    int used = 0;

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (text_equal(acts[i].name, words)) {
            acts[i].act();
            return;
        }
    assert_int_equal(sscanf(words, "%15s %n", verb, &used), 1);
    words += used;
    n = place(&words);
    write_text(words + (*words == ' '), text);
    more = strstr(text, " => ");
    if (text_equal(verb, "w"))
        at->wrong = n;
    else if (text_equal(verb, "n"))
        kept_n = n;
    else if (text_equal(verb, "drop"))
        drop(n);
    else if (text_equal(verb, "insert"))
        insert(n, text);
    else if (text_equal(verb, "say"))
        text_copy(at->line[n - 1], LINE_BYTES, text);
    else if (text_equal(verb, "exchange") && sscanf(text, "%u %u", &first, &second) == 2)
        exchange(n, first, second);
    else if (text_equal(verb, "replace") && more) {
        *more = '\0';
        replace(n, text, more + strlen(" => "));
    } else
        fail_msg("what is %s?", verb);
}

static void make_lie(const char *deeds)
{
    char all[2 * LINE_BYTES], *next;

    text_copy(all, sizeof all, deeds);
    for (char *one = strtok_r(all, ";", &next); one; one = strtok_r(NULL, ";", &next))
        deed(one + strspn(one, " "));
}

static void expect_tournament(const char *name, const char *why)
{
    OWN_MEMORY struct tournament_verified *found = NULL;
    OWN(buf) text = {0};

    compose(&text);
    attack_dump(name, &text);
    found = tournament_verify(buf_text(&text));
    assert_non_null(found);
    if (found->is_good != !why)
        fail_msg("%s: %s", name, why ? "was taken" : found->err.text);
    if (why && (found->bad_entry != at->wrong || !strstr(found->err.text, why)))
        fail_msg("%s: entry %u in place of %u: %s", name, (unsigned)found->bad_entry, at->wrong,
                 found->err.text);
    assert_true(why || found->draw_is_proved);
}

TEST(a_lying_server_is_found_out)
{
    ROWS_EACH(row, "tests/tournament/record/lies.rows", "lies") {
        play_tournament(false);
        *at = honest_tournament;
        is_chained_elsewhere = later_signs = false;
        expect_tournament("the true tournament", NULL);
        make_lie(row.cell[2]);
        expect_tournament(row.cell[0], row.cell[1]);
    }
}

/* What a server may do whose ledger was lost in part, and whose key was changed. */
TEST(a_gap_and_another_key_are_told)
{
    struct tournament_verified *found;
    OWN(buf) text = {0};

    play_tournament(false);
    *at = honest_tournament;
    is_chained_elsewhere = false;
    make_lie("n [pair 2 ]; insert n lost {n} {n+2}; insert [pair 3 ] key");
    later_signs = true;
    expect_tournament("a tournament with a gap and two keys", NULL);
    compose(&text);
    found = tournament_verify(buf_text(&text));
    assert_non_null(found);
    assert_int_equal(found->log.lost, 3);
    assert_int_equal(found->log.keys, 1);
    assert_int_equal(found->chain.number, at->count + 3);
    free(found);
    *at = honest_tournament;
    insert(at->count + 1, "key"); /* behind the end, so that the old one can go */
    expect_tournament("a tournament that is over, and another key", NULL);
    later_signs = false;
}

/* ---- its games ---- */

static void game_with_another_head(void)
{
    strcpy(strstr(at->line[find("result 1/1/1 ") - 1], game_head), VALUE);
}

static void game_of_another_pair(void)
{
    char genesis[BASE32_HASH_BYTES], *second = at->line[find("game 1/2/1 ") - 1];

    base32_write(game.chain.genesis.at, HASH_BYTES, genesis);
    strcpy(strrchr(at->line[find("game 1/1/1 ") - 1], ' ') + 1, VALUE);
    replace(find("game 1/1/1 "), "number 17", "number 16");
    snprintf(second, LINE_BYTES, "game 1/2/1 number 17 %s", genesis);
}

static void end_by_hand(void)
{
    const unsigned end = attack_find(" table end ", "");
    char words[64];

    snprintf(words, sizeof words, " keeper end won seat/%c",
             strstr(attack_row(end)->text, "won seat/2") ? '2' : '1');
    *strstr(attack_row(end)->text, " table end ") = '\0';
    strcat(attack_row(end)->text, words);
}

static void undo_by_hand(void)
{
    const unsigned end = attack_find(" table end ", "");
    const struct row again = *attack_row(end);
    char words[64];

    snprintf(words, sizeof words, "keeper undo to=%u", end - 1);
    attack_insert_text(end + 1, words);
    attack_insert(end + 2, &again);
}

static const struct {
    const char *name;
    void (*change)(void);  /* the game's log; NULL = as it was */
    void (*say)(void);     /* of the tournament, beside the result; NULL = nothing */
    const char *points;    /* NULL = as it ended */
    const char *how, *why; /* why: NULL = it is true */
} games[] = {
    {"a game as it was", NULL, NULL, NULL, "played", NULL},
    {"a game that ended otherwise", NULL, NULL, "1-1", "played",
     "ended otherwise than the tournament says"},
    {"another head", NULL, game_with_another_head, NULL, "played", "another head"},
    {"another pair's game", NULL, game_of_another_pair, NULL, "played", "for another pair"},
    {"a game played called adjudicated", NULL, NULL, NULL, "adjudicated", "ended otherwise"},
    {"a game played called lost without play", NULL, NULL, NULL, "forfeit", "ended otherwise"},
    {"the administrator's end", end_by_hand, NULL, NULL, "adjudicated", NULL},
    {"the administrator's end as played", end_by_hand, NULL, NULL, "played", "ended otherwise"},
    {"what the administrator took back in", undo_by_hand, NULL, NULL, "adjudicated", NULL},
    {"what he took back in as played", undo_by_hand, NULL, NULL, "played", "ended otherwise"},
};

static void hold_game(size_t i)
{
    OWN_MEMORY struct tournament_game_said *said = NULL;
    OWN_MEMORY struct tournament_verified *found = NULL;
    OWN(buf) text = {0}, tournament = {0};
    OWN(verify) verify = {0};
    struct err err = {0};
    size_t count, place;
    enum rc rc;

    attack_load(edit, &game);
    if (games[i].change)
        games[i].change();
    read_game(&verify, &text);
    said_points = games[i].points;
    said_how = games[i].how;
    play_tournament(false);
    *at = honest_tournament;
    if (games[i].say)
        games[i].say();
    compose(&tournament);
    found = tournament_verify(buf_text(&tournament));
    if (!found || !found->is_good)
        fail_msg("%s: %s", games[i].name, found ? found->err.text : "no memory");
    assert_int_equal(tournament_games_read(buf_text(&tournament), &said, &count, NULL), RC_OK);
    rc = tournament_games_check(found, said, count, &verify, &text, &place, &err);
    if (rc != (games[i].why ? RC_BAD_SEAL : RC_OK) ||
        (games[i].why && !strstr(err.text, games[i].why)))
        fail_msg("%s: %s", games[i].name, err.text[0] ? err.text : "was taken");
}

TEST(results_are_what_the_games_came_to)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        hold_game(i);
}

TESTS(start, finish)
