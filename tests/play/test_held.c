/* SPDX-License-Identifier: MIT */
/* Secrets that players hold themselves, by letter: sealed luck, sealed cards, teams and tokens,
 * with the player's own program; what happens when they are not opened, or are not what they must
 * be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "games/games.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "play/held.h"
#include "people/people.h"
#include "record/verify.h"
#include "schedule/schedule.h"
#include "seal/encode.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { WEEK_S = 7 * 86400, LINE = 1024 };

static const struct game *const toy[] = {&toy_game, NULL};

/* ---- the player's own program ---- */

/* Run postern-proof with these arguments; its line goes to out. False: it failed. */
static bool proof(const struct fixture *fixture, const char *command, const char *arguments,
                  char out[LINE])
{
    const char *top = getenv("top_builddir");
    char line[2 * LINE], genesis[BASE32_HASH_BYTES];
    struct position *position = NULL;
    FILE *pipe;

    assert_int_equal(position_get(fixture->desk, 1, &position, NULL), RC_OK);
    base32_write(position->chain.genesis.at, HASH_BYTES, genesis);
    snprintf(line, sizeof line, "%s/postern-proof %s --genesis %s --seals %s/anna.seals %s 2>&1",
             top ? top : ".", command, genesis, fixture->folder, arguments);
    pipe = popen(line, "r");
    assert_non_null(pipe);
    if (!fgets(out, LINE, pipe))
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    return pclose(pipe) == 0;
}

static void seal(const struct fixture *fixture, unsigned seat, const char *name, const char *text,
                 char out[LINE])
{
    char arguments[LINE];

    snprintf(arguments, sizeof arguments, "--seat %u %s '%s'", seat, name, text);
    if (!proof(fixture, "seal", arguments, out))
        fail_msg("%s", out);
}

static void open_line(const struct fixture *fixture, const char *name, char out[LINE])
{
    if (!proof(fixture, "open", name, out))
        fail_msg("%s", out);
}

/* ---- letters ---- */

static void write_letter(struct fixture *fixture, const char *from, const char *body,
                         const char *outcome)
{
    writes(fixture, from, body);
    if (strncmp(fixture_outcome(fixture), outcome, strlen(outcome)) != 0) {
        OWN(letter) letter = {0};

        fixture_newest(fixture, from, &letter, NULL);
        print_error("%s\n%s\n", body, letter.text);
    }
    assert_memory_equal(fixture_outcome(fixture), outcome, strlen(outcome));
}

/* Lines are broken where they are full: any blanks stand for one. */
static void join_lines(const char *text, struct buf *out)
{
    for (; *text; text++)
        if (!text_is_space(*text))
            buf_put_char(out, *text);
        else if (out->length && out->at[out->length - 1] != ' ')
            buf_put_char(out, ' ');
}

static bool is_told(struct fixture *fixture, const char *address, const char *words)
{
    OWN(letter) letter = {0};
    OWN(buf) text = {0};

    fixture_newest(fixture, address, &letter, NULL);
    join_lines(letter.text, &text);
    return strstr(buf_text(&text), words) != NULL;
}

static void assert_told(struct fixture *fixture, const char *address, const char *words)
{
    if (!is_told(fixture, address, words))
        fail_msg("\"%s\" is not in the newest letter to %s", words, address);
}

static void start(struct fixture *fixture, const struct game *const *list, const struct game *game)
{
    fixture_pair(fixture, list);
    fixture_game(fixture, game, "");
    fixture_round(fixture);
}

static void start_lucky(struct fixture *fixture, const struct game *const *list,
                        const struct game *game)
{
    start(fixture, list, game);
    write_letter(fixture, ANNA, "luck apples", "answered");
    write_letter(fixture, BOB, "luck pears", "answered");
}

/* The record for a reader is true; out gets what was verified when it is not NULL. */
static void assert_true_record(struct fixture *fixture, unsigned reader, struct verify *out)
{
    struct verify verify;
    OWN(buf) file = {0};
    struct err err = {0};

    if (export_game(fixture->desk, 1, reader, &file, &err) != RC_OK)
        fail_msg("%s", err.text);
    assert_int_equal(verify_bytes(file.at, file.length, toy_find, &verify, &err), RC_OK);
    if (!verify.is_good)
        fail_msg("for %u, entry %u: %s\n%s", reader, (unsigned)verify.bad_entry, verify.err.text,
                 buf_text(&file));
    if (out)
        *out = verify;
    verify_fini(&verify);
}

/* So does the verifier that knows the documents alone. */
static void assert_second_verifier_agrees(struct fixture *fixture, unsigned reader)
{
    const char *top = getenv("top_srcdir");
    char path[FIXTURE_PATH * 2], command[FIXTURE_PATH * 4];
    OWN(buf) file = {0};

    assert_int_equal(export_game(fixture->desk, 1, reader, &file, NULL), RC_OK);
    snprintf(path, sizeof path, "%s/record.%u", fixture->folder, reader);
    assert_int_equal(files_create(path, 0600, file.at, file.length, NULL), RC_OK);
    snprintf(command, sizeof command, "/usr/bin/python3 %s/tests/proof/second_verifier.py %s >&2",
             top ? top : ".", path);
    assert_int_equal(system(command), 0);
}

/* Everybody's deadline passes. */
static void let_time_pass(struct fixture *fixture)
{
    fixture->now_s += 2 * WEEK_S;
    fixture_round(fixture);
    fixture_settle(fixture);
    fixture_settle(fixture);
}

/* ---- signatures ---- */

/* A line signed by the player's own program for the only question of his seat. */
static void sign_line(struct fixture *fixture, unsigned seat, const char *order, char out[LINE])
{
    struct position *position = fixture_position(fixture, 1);
    const char *top = getenv("top_builddir");
    char line[3 * LINE], genesis[BASE32_HASH_BYTES], head[BASE32_HASH_BYTES];
    unsigned decision = 0;
    FILE *pipe;

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            decision = position->decision[i].id;
    snprintf(
        line, sizeof line,
        "%s/postern-proof sign --genesis %s --key %s/anna.pen --decision %u --entry %u --head %s "
        "'%s' 2>&1",
        top ? top : ".", base32_write(position->chain.genesis.at, HASH_BYTES, genesis),
        fixture->folder, decision, (unsigned)position->chain.number,
        base32_write(position->chain.entry.at, HASH_BYTES, head), order);
    pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(out, LINE, pipe));
    assert_int_equal(pclose(pipe), 0);
    out[strcspn(out, "\n")] = '\0';
}

static void register_pen(struct fixture *fixture)
{
    const char *top = getenv("top_builddir");
    char line[LINE], key[LINE];
    FILE *pipe;

    snprintf(line, sizeof line, "%s/postern-proof key --key %s/anna.pen", top ? top : ".",
             fixture->folder);
    pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(key, LINE, pipe));
    assert_int_equal(pclose(pipe), 0);
    key[strcspn(key, "\n")] = '\0';
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(people_change(fixture->desk, 1, "key", key + strlen("pen "), NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

/* Signed and sealed by its player: the signature covers the commitment, and both are proved. */
TEST(a_seal_that_its_player_holds_may_be_signed)
{
    static const bool alone[] = {true, false};

    for (unsigned i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        struct fixture fixture;
        struct verify verify;
        char line[LINE], whole[LINE + 8], signed_line[LINE];
        char name[SECRETS_MAX][SEAL_NAME_MAX + 1];
        struct position *position;

        start_lucky(&fixture, toy, &toy_game);
        register_pen(&fixture);
        position = fixture_position(&fixture, 1);
        assert_int_equal(held_names(position, position_state(position), 1, name, SECRETS_MAX), 1);
        seal(&fixture, 1, name[0], "2", line);
        snprintf(whole, sizeof whole, "%s%s", alone[i] ? "" : "bid ", line);
        sign_line(&fixture, 1, whole, signed_line);
        write_letter(&fixture, ANNA, signed_line, "accepted");
        assert_true_record(&fixture, RECORD_FOR_ALL, &verify);
        assert_int_equal(verify.count[VERIFY_SIGNED][VERIFY_PROVED], 1);
        assert_second_verifier_agrees(&fixture, RECORD_FOR_ALL);

        write_letter(&fixture, BOB, "bid 1", "accepted");
        open_line(&fixture, name[0], line);
        write_letter(&fixture, ANNA, line, "accepted");
        assert_true_record(&fixture, RECORD_FOR_ALL, &verify);
        assert_int_equal(verify.count[VERIFY_SIGNED][VERIFY_PROVED], 1);
        is_whole(&fixture);
        fixture_remove(&fixture);
    }
}

/* ---- luck ---- */

FIXTURE_TEST(sealed_luck_is_opened_by_letter_before_anything_is_drawn,
             start(fixture, toy, &toy_game))
{
    struct verify verify;
    char line[LINE], body[LINE + 16];

    write_letter(fixture, BOB, "luck pears", "answered");
    seal(fixture, 1, "luck/1", "quiet words of my own", line);
    snprintf(body, sizeof body, "luck %s", line + strlen("luck/1 "));
    write_letter(fixture, ANNA, body, "answered");
    assert_told(fixture, ANNA, "Your sealed luck is noted");
    assert_told(fixture, ANNA, "postern-proof open luck/1");
    assert_false(fixture_position(fixture, 1)->has_seed);
    assert_true_record(fixture, RECORD_FOR_ALL, NULL);

    write_letter(fixture, ANNA, "luck other words", "answered");
    assert_told(fixture, ANNA, "Luck is fixed for this game");
    open_line(fixture, "luck/1", line);
    write_letter(fixture, ANNA, line, "accepted");
    assert_true(fixture_position(fixture, 1)->has_seed);
    write_letter(fixture, ANNA, line, "rejected");
    assert_told(fixture, ANNA, "is open already");
    write_letter(fixture, ANNA, "bid 2", "accepted");
    assert_true_record(fixture, RECORD_FOR_ALL, &verify);
    assert_int_equal(verify.count[VERIFY_LUCK][VERIFY_PROVED], 2);
    is_whole(fixture);
}

FIXTURE_TEST(the_line_that_postern_proof_prints_gives_luck_too, start(fixture, toy, &toy_game))
{
    char line[LINE];

    seal(fixture, 1, "luck/1", "quiet words", line);
    write_letter(fixture, ANNA, line, "accepted luck");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_SEALED);
}

FIXTURE_TEST(luck_that_is_not_opened_voids_the_game_and_says_whose_it_was,
             start(fixture, toy, &toy_game))
{
    struct verify verify;
    struct position *position;
    char line[LINE], body[LINE + 16];
    struct outcome outcome;
    OWN(buf) file = {0};

    seal(fixture, 1, "luck/1", "quiet words of my own", line);
    snprintf(body, sizeof body, "luck %s", line + strlen("luck/1 "));
    write_letter(fixture, ANNA, body, "answered");
    write_letter(fixture, BOB, "luck pears", "answered");
    fixture->now_s += WEEK_S - 300;
    fixture_round(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
    let_time_pass(fixture);
    position = fixture_position(fixture, 1);
    assert_int_equal(position->phase, POSITION_OVER);
    position_outcome(position, &outcome);
    assert_int_equal(outcome.over, GAME_VOID);
    assert_string_equal(position->end_reason, "luck-unopened seat/1");
    assert_told(fixture, ANNA, "recorded as a loss");
    assert_told(fixture, BOB, "recorded as a loss");
    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_WHOLE, &file, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&file), "due decision=0 seat/1 "));
    assert_non_null(strstr(buf_text(&file), "end void luck-unopened seat/1\n"));
    assert_null(strstr(buf_text(&file), " table draw "));
    assert_true_record(fixture, RECORD_FOR_WHOLE, &verify);
    assert_true(verify.finished);
    assert_second_verifier_agrees(fixture, RECORD_FOR_WHOLE);
    is_whole(fixture);
}

/* The letter that asks for luck has a button for it; what it asks is answered with the command. */
FIXTURE_TEST(sealing_luck_is_one_button, start(fixture, toy, &toy_game))
{
    char line[LINE];

    assert_told(fixture, ANNA, "answer \"seals\"");
    write_letter(fixture, ANNA, "seals", "answered");
    assert_told(fixture, ANNA, "under this name: luck/1.");
    assert_told(fixture, ANNA, "postern-proof seal --genesis");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    seal(fixture, 1, "luck/1", "quiet words of my own", line);
    write_letter(fixture, ANNA, line, "accepted");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_SEALED);
}

FIXTURE_TEST(luck_that_cannot_be_is_refused_and_costs_nothing, start(fixture, toy, &toy_game))
{
    static char large[12000];
    char line[LINE], body[LINE + 32];

    write_letter(fixture, ANNA, "luck sealed abcdefghijklmnopqrstuvwxyz234567", "answered");
    write_letter(fixture, ANNA, "luck sealed", "answered");
    assert_told(fixture, ANNA, "52 letters and digits");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    snprintf(large, sizeof large, "luck %0999d", 7);
    writes(fixture, ANNA, large);
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    seal(fixture, 1, "luck/1", "quiet words", line);
    snprintf(body, sizeof body, "preview\nluck %s", line + strlen("luck/1 "));
    write_letter(fixture, ANNA, body, "answered");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
}

/* ---- one seal ---- */

FIXTURE_TEST(a_bid_that_its_player_holds_is_known_to_nobody_until_he_opens_it,
             start_lucky(fixture, toy, &toy_game))
{
    char name[4][SEAL_NAME_MAX + 1], line[LINE], body[LINE + 16];
    const struct position *position;
    OWN(buf) payload = {0};
    unsigned char nonce[SEAL_NONCE_BYTES];

    position = fixture_position(fixture, 1);
    assert_int_equal(held_names(position, position_state(position), 1, name, 4), 1);
    write_letter(fixture, ANNA, "seals", "answered");
    assert_told(fixture, ANNA, name[0]);
    assert_told(fixture, ANNA, "postern-proof seal --genesis");
    seal(fixture, 1, name[0], "3", line);
    snprintf(body, sizeof body, "preview\n%s", line);
    write_letter(fixture, ANNA, body, "answered preview");
    write_letter(fixture, ANNA, line, "accepted");
    assert_int_equal(position_opening(fixture->desk, fixture_position(fixture, 1), name[0], nonce,
                                      &payload, NULL),
                     RC_NOT_FOUND);
    write_letter(fixture, ANNA, "seals", "answered");
    assert_told(fixture, ANNA, "sealed, held by you");
    write_letter(fixture, BOB, "seals", "answered");
    assert_told(fixture, BOB, "sealed, held by Anna");
    open_line(fixture, name[0], line);
    write_letter(fixture, ANNA, line, "rejected");
    assert_told(fixture, ANNA, "Nobody asks for");
    write_letter(fixture, BOB, "bid 2", "accepted");
    assert_told(fixture, ANNA, "postern-proof open");
    for (unsigned reader = 0; reader <= 2; reader++)
        assert_true_record(fixture, reader, NULL);

    write_letter(fixture, BOB, line, "rejected");
    assert_told(fixture, BOB, "is not yours");
    snprintf(body, sizeof body, "%s", line);
    *strstr(body, " 3 ") = ' ';
    memcpy(strstr(body, "3 nonce"), "4 nonce", 7);
    write_letter(fixture, ANNA, body, "rejected");
    assert_told(fixture, ANNA, "does not open the seal");
    *strrchr(body, ' ') = '\0';
    write_letter(fixture, ANNA, body, "rejected");
    assert_told(fixture, ANNA, "is not whole");
    write_letter(fixture, ANNA, line, "accepted");
    write_letter(fixture, ANNA, line, "rejected");
    assert_told(fixture, ANNA, "is open already");
    for (unsigned reader = 0; reader <= 2; reader++)
        assert_true_record(fixture, reader, NULL);
    is_whole(fixture);
}

FIXTURE_TEST(what_is_proved_is_told_in_every_language, start(fixture, toy, &toy_game))
{
    static const struct {
        const char *code, *topic, *command, *words;
    } languages[] = {{"en", "help fairness", "seals", "What is not proved"},
                     {"es", "ayuda limpieza", "sellos", "Qué no está demostrado"},
                     {"it", "aiuto correttezza", "sigilli", "Che cosa non è provato"}};

    for (unsigned i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        char body[32];

        snprintf(body, sizeof body, "language %s", languages[i].code);
        write_letter(fixture, ANNA, body, "answered");
        write_letter(fixture, ANNA, languages[i].topic, "answered");
        assert_told(fixture, ANNA, languages[i].command);
        write_letter(fixture, ANNA, "seals help", "answered");
        assert_told(fixture, ANNA, languages[i].words);
        assert_told(fixture, ANNA, "postern-proof verify");
    }
}

FIXTURE_TEST(a_seal_of_another_name_is_refused_with_the_right_one,
             start_lucky(fixture, toy, &toy_game))
{
    char name[1][SEAL_NAME_MAX + 1], line[LINE], wanted[LINE];
    const struct position *position;

    position = fixture_position(fixture, 1);
    assert_int_equal(held_names(position, position_state(position), 1, name, 1), 1);
    seal(fixture, 1, "bid/99/1", "3", line);
    write_letter(fixture, ANNA, line, "rejected");
    snprintf(wanted, sizeof wanted, "Did you mean \"%s\"?", name[0]);
    assert_told(fixture, ANNA, wanted);
    *strrchr(line, ' ') = '\0';
    write_letter(fixture, ANNA, line, "rejected");
    assert_told(fixture, ANNA, "52 letters and digits");
}

FIXTURE_TEST(the_file_of_seals_never_seals_a_name_anew, start(fixture, toy, &toy_game))
{
    char line[LINE];

    seal(fixture, 1, "bid/1/1", "3", line);
    assert_false(proof(fixture, "seal", "--seat 1 bid/1/1 4", line));
    assert_non_null(strstr(line, "is sealed already"));
    open_line(fixture, "bid/1/1", line);
    assert_non_null(strstr(line, "open bid/1/1 3 nonce "));
}

/* ---- whole games ---- */

struct player {
    struct fixture *fixture;
    unsigned seals, openings;
    char used[64][SEAL_PAYLOAD_BYTES]; /* what Anna has laid or chosen already */
    unsigned used_count;
    bool keeps_cards;  /* does not open combat cards */
    bool keeps_teams;  /* nor her team */
    bool forges_cards; /* seals a card that she does not have */
    unsigned lapsed;
};

/* Does a payload name a thing that Anna used up? Words of it, like those of a team. */
static bool is_used(const struct player *player, const char *payload)
{
    for (unsigned i = 0; i < player->used_count; i++)
        if (strstr(payload, player->used[i]))
            return true;
    return false;
}

static void note_used(struct player *player, const char *payload)
{
    char words[SEAL_PAYLOAD_BYTES], *rest = words, *word;

    text_copy(words, sizeof words, payload);
    while ((word = strsep(&rest, " ")) != NULL && player->used_count < 64)
        text_copy(player->used[player->used_count++], SEAL_PAYLOAD_BYTES, word);
}

/* Anna's secret of an order; false: it has none, or she cannot mean it. */
static bool secret_of(const struct position *position, const char *order_text, struct secret *found)
{
    struct secret secret[SECRETS_MAX];
    struct order order = {0};

    if (!position->played->text->read_order(position_rulebook(position), 1, order_text,
                                            strlen(order_text), &order))
        return false;
    order.seat = 1;
    if (game_secrets_of(position->played, position_rulebook(position), position_state(position),
                        &order, secret) != 1)
        return false;
    *found = secret[0];
    return true;
}

static void give_sealed(struct player *player, const char *order, const struct secret *secret)
{
    struct fixture *fixture = player->fixture;
    const char *value = secret->payload;
    char line[LINE], body[2 * LINE];
    const char *at = strstr(order, secret->payload);
    bool is_combat = text_starts_with(secret->name, "combat/");

    if (is_combat && player->forges_cards)
        value = "6";
    if (!is_combat)
        note_used(player, secret->payload);
    seal(fixture, 1, secret->name, value, line);
    assert_non_null(at);
    if (player->seals % 2) /* the whole order, the seal in place of the secret */
        snprintf(body, sizeof body, "%.*s%s%s", (int)(at - order), order, line,
                 at + strlen(secret->payload));
    else /* as it was printed, and what stands behind the secret */
        snprintf(body, sizeof body, "%s%s", line, at + strlen(secret->payload));
    write_letter(fixture, ANNA, body, "accepted");
    player->seals++;
}

static void give_order(struct player *player, unsigned seat)
{
    struct fixture *fixture = player->fixture;
    char order[ORDER_TEXT_BYTES];
    struct secret secret = {0};

    do
        assert_true(fixture_random_order(fixture, 1, seat, order));
    while (seat == 1 && secret_of(fixture_position(fixture, 1), order, &secret) &&
           !text_starts_with(secret.name, "combat/") && is_used(player, secret.payload));
    if (seat == 1 && secret_of(fixture_position(fixture, 1), order, &secret))
        give_sealed(player, order, &secret);
    else
        write_letter(fixture, seat == 1 ? ANNA : BOB, order, "accepted");
}

static void answer_opening(struct player *player, const char *name)
{
    struct fixture *fixture = player->fixture;
    bool is_combat = text_starts_with(name, "combat/");
    char line[LINE];

    open_line(fixture, name, line);
    if (is_combat && player->forges_cards) {
        writes(fixture, ANNA, line);
        if (strncmp(fixture_outcome(fixture), "accepted", 8) == 0)
            return; /* she had it after all */
        assert_told(fixture, ANNA, "DT-TIMER-10");
    }
    if ((is_combat && (player->keeps_cards || player->forges_cards)) ||
        (!is_combat && player->keeps_teams)) {
        let_time_pass(fixture);
        player->lapsed++;
        return;
    }
    write_letter(fixture, ANNA, line, "accepted");
    if (is_combat)
        assert_told(fixture, ANNA, "fights with");
    player->openings++;
}

/* One more letter; false: the game is over. */
static bool go_on(struct player *player)
{
    const struct position *position = fixture_position(player->fixture, 1);
    const struct decision *decision;
    char name[SEAL_NAME_BYTES];

    if (!position->decision_count)
        return false;
    decision = &position->decision[fixture_below(player->fixture, position->decision_count)];
    text_copy(name, sizeof name, decision->name);
    if (decision->kind == DECISION_OPEN)
        answer_opening(player, name);
    else
        give_order(player, decision->seat);
    return true;
}

static void open_the_rest(struct player *player)
{
    char line[LINE], command[2 * LINE], name[SEAL_NAME_MAX + 1];
    FILE *file;

    snprintf(command, sizeof command, "%s/anna.seals", player->fixture->folder);
    file = fopen(command, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char opening[LINE];

        if (sscanf(line, "%*s %39s", name) != 1 || text_starts_with(line, "postern-seals") ||
            replay_seal_is_opened(fixture_position(player->fixture, 1)->replay, name))
            continue;
        open_line(player->fixture, name, opening);
        write_letter(player->fixture, ANNA, opening, "accepted");
    }
    fclose(file);
}

/* Play with a seed until it is over, or `limit` letters; true when over. */
static bool play(struct player *player, struct fixture *fixture, unsigned seed, unsigned limit)
{
    start_lucky(fixture, games, games_find("dungeon_twister"));
    fixture->random = seed;
    player->fixture = fixture;
    for (unsigned i = 0; i < limit && go_on(player); i++)
        if (i % 16 == 0)
            assert_true_record(fixture, fixture_below(fixture, 3), NULL);
    return fixture_position(fixture, 1)->phase == POSITION_OVER;
}

/* With sanitizers, which make a game as dear as six, not those that do not end. */
#ifdef POSTERN_SANITIZERS
enum { FIRST_SEED = 4 };
#else
enum { FIRST_SEED = 1 };
#endif

TEST(a_game_with_one_side_held_by_its_player_goes_to_its_end_by_letters)
{
    bool finished = false;

    for (unsigned seed = FIRST_SEED; seed <= 8 && !finished; seed++) {
        struct player player = {0};
        struct fixture fixture;
        struct verify verify;

        finished = play(&player, &fixture, seed, 500);
        print_message("# seed %u: %u seals, %u openings, %s\n", seed, player.seals, player.openings,
                      finished ? "over" : "unfinished");
        assert_true(player.seals > 5);
        if (finished) {
            assert_told(&fixture, BOB, "What was sealed in this game:");
            assert_told(&fixture, BOB, "Room w1: ");
            open_the_rest(&player);
            assert_true_record(&fixture, RECORD_FOR_WHOLE, &verify);
            assert_true(verify.finished);
            assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
            assert_second_verifier_agrees(&fixture, RECORD_FOR_WHOLE);
            assert_second_verifier_agrees(&fixture, 1);
            assert_second_verifier_agrees(&fixture, RECORD_FOR_ALL);
        }
        for (unsigned reader = 0; reader <= 2; reader++)
            assert_true_record(&fixture, reader, NULL);
        is_whole(&fixture);
        fixture_remove(&fixture);
    }
    assert_true(finished);
}

static bool log_holds(struct fixture *fixture, const char *words)
{
    OWN(buf) file = {0};

    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_ALL, &file, NULL), RC_OK);
    return strstr(buf_text(&file), words) != NULL;
}

/* A game in which Anna fails a combat; seeds until there is one. */
static void fail_a_combat(struct player plan)
{
    bool failed = false;

    for (unsigned seed = 1; seed <= 30 && !failed; seed++) {
        struct player player = plan;
        struct fixture fixture;

        start_lucky(&fixture, games, games_find("dungeon_twister"));
        fixture.random = seed;
        player.fixture = &fixture;
        for (unsigned i = 0; i < 150 && !player.lapsed && go_on(&player); i++)
            ;
        failed = player.lapsed > 0;
        if (failed) {
            assert_true(log_holds(&fixture, " why=unopened unopened combat/"));
            assert_true(is_told(&fixture, ANNA, "Anna did not open the sealed combat card") ||
                        is_told(&fixture, BOB, "Anna did not open the sealed combat card"));
            for (unsigned reader = 0; reader <= 2; reader++)
                assert_true_record(&fixture, reader, NULL);
            is_whole(&fixture);
        }
        fixture_remove(&fixture);
    }
    assert_true(failed);
}

TEST(a_combat_card_that_is_not_opened_counts_nothing)
{
    fail_a_combat((struct player){.keeps_cards = true});
}

TEST(a_combat_card_that_its_player_never_had_counts_nothing)
{
    fail_a_combat((struct player){.forges_cards = true});
}

TEST(a_starting_team_that_is_not_opened_loses_the_game)
{
    struct player player = {.keeps_teams = true};
    struct fixture fixture;
    struct outcome outcome;

    assert_true(play(&player, &fixture, 1, 100));
    assert_int_equal(player.lapsed, 1);
    position_outcome(fixture_position(&fixture, 1), &outcome);
    assert_int_equal(outcome.over, GAME_WON);
    assert_int_equal(outcome.winner, 2);
    assert_string_equal(outcome.reason, "seal-not-opened");
    assert_true_record(&fixture, RECORD_FOR_WHOLE, NULL);
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
