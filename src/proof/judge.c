/* SPDX-License-Identifier: MIT */
/* verify: is a record true? */
#include <stdio.h>
#include <time.h>

#include "draw/draw.h"
#include "proof/proof_p.h"
#include "tournament/record/tournament_verify.h"
#include "seal/encode.h"

void proof_print_board(const struct verify *verify)
{
    const struct game *game = replay_game(verify->replay);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = calloc(1, sizeof *lexicon);
    unsigned char room[4096];
    struct draw_look look = {.lexicon = lexicon};
    OWN(buf) out = {0};
    struct arena arena;

    if (scene && lexicon) {
        arena_init(&arena, room, sizeof room);
        lexicon_init(lexicon, game->text->terms, game->text->term_count, &arena);
        game_scene(game, replay_rulebook(verify->replay), replay_state(verify->replay), SEAT_PUBLIC,
                   NULL, 0, scene);
        if (draw_text(scene, &look, &out, NULL) == RC_OK)
            shown_printf("\n%s", buf_text(&out));
    }
}

void proof_hold_clock(struct verify *verify)
{
    verify_hold_clock(verify, (int64_t)time(NULL));
}

static bool is_unproved(const struct verify *verify)
{
    return verify->count[VERIFY_HEAD][VERIFY_UNPROVED] > 0 ||
           verify->count[VERIFY_EXPORT][VERIFY_UNPROVED] > 0;
}

/* Over, but not all is told that a finished game tells. */
static bool is_unopened(const struct verify *verify)
{
    return verify->is_good && verify->over && !verify->finished;
}

/* A game, rules version or format that only a newer program knows: neither true nor false. */
static bool is_beyond_us(const struct verify *verify)
{
    return !verify->is_good && verify->err.rc == RC_NEWER;
}

/* ---- whose record is it? ---- */

/* What the caller was told beside the file. */
enum told { TOLD_NOTHING, TOLD_THE_SAME, TOLD_ANOTHER };

static bool is_key_of(const struct verify *verify, const unsigned char key[KEY_BYTES])
{
    return memcmp(key, verify->genesis.key, KEY_BYTES) == 0 ||
           memcmp(key, verify->key, KEY_BYTES) == 0;
}

/* RC_OK, or an error: another game or server, or no hash and no key. */
static enum rc compare_words(struct proof *proof, const struct verify *verify)
{
    const char *genesis = proof->value[OPTION_GENESIS], *server = proof->value[OPTION_SERVER];
    unsigned char key[KEY_BYTES];
    struct hash hash;

    if (genesis && !base32_read_folded(genesis, strlen(genesis), hash.at, HASH_BYTES))
        return ERR(&proof->err, RC_USAGE, "--genesis wants the 52 letters of the invitation");
    FAIL_IF(server && !base32_read_folded(server, strlen(server), key, KEY_BYTES), &proof->err,
            RC_USAGE, "--server wants the 52 letters behind key= in the ", "invitation");
    FAIL_IF(genesis && !hash_equal(&hash, &verify->end.genesis), &proof->err, RC_BAD_SEAL,
            "this is a record of another game than the one with ", "genesis hash ", genesis);
    FAIL_IF(server && !is_key_of(verify, key), &proof->err, RC_BAD_SEAL,
            "this record is of another server than the one with ", "key ", server);
    return RC_OK;
}

static int compare_told(struct proof *proof, const struct verify *verify, const struct buf *record,
                        enum told *told)
{
    const char *letter = proof->value[OPTION_LETTER];
    int code = PROOF_GOOD;

    *told = proof->value[OPTION_GENESIS] || proof->value[OPTION_SERVER] || letter ? TOLD_THE_SAME
                                                                                  : TOLD_NOTHING;
    if (!verify->is_good)
        return PROOF_GOOD;
    switch (compare_words(proof, verify)) {
    case RC_OK:
        if (letter)
            code = proof_compare_letter(proof, letter, record);
        break;
    case RC_BAD_SEAL:
        code = PROOF_FALSE;
        break;
    default:
        code = PROOF_USAGE;
        break;
    }
    if (code == PROOF_FALSE)
        *told = TOLD_ANOTHER;
    return code;
}

static void print_told(const struct proof *proof, enum told told)
{
    if (told == TOLD_NOTHING)
        shown_printf("%s\n", "nobody told me whose server this is: compare genesis and server "
                             "below with your invitation, or give --genesis, --server or --letter");
    else if (proof->value[OPTION_LETTER])
        shown_printf("%s\n", "this is the game and the server of your letter");
    else
        shown_printf("this is the %s that you were told\n",
                     proof->value[OPTION_GENESIS] ? "game" : "server");
}

void json_not_proved(struct json *json, const struct verify *verify)
{
    json_open(json, "not_proved");
    for (unsigned i = 0; i < VERIFY_NOTE_COUNT; i++)
        json_number(json, verify_note_word((enum verify_note)i), verify->note[i]);
    json_close(json);
}

static void print_json(const struct verify *verify, enum told told)
{
    char genesis[BASE32_HASH_BYTES], key[BASE32_HASH_BYTES];
    struct json json = {0};

    json_open(&json, NULL);
    json_bool(&json, "good", verify->is_good);
    if (verify->is_good) {
        json_number(&json, "game", verify->genesis.number);
        json_text(&json, "name", verify->genesis.game);
        json_bool(&json, "over", verify->over);
        json_bool(&json, "finished", verify->finished);
        json_text(&json, "closed", verify->closed);
        json_text(&json, "held", verify->held);
        json_number(&json, "unjudged", verify->unjudged);
        json_number(&json, "unseen", verify->unseen);
        json_not_proved(&json, verify);
        json_bool(&json, "signed", !is_unproved(verify));
        json_bool(&json, "told", told != TOLD_NOTHING);
        json_text(&json, "genesis", base32_write(verify->end.genesis.at, HASH_BYTES, genesis));
        json_text(&json, "server", base32_write(verify->genesis.key, KEY_BYTES, key));
        json_open(&json, "seats");
        for (unsigned seat = 1; seat <= verify->genesis.seats; seat++) {
            char number[TEXT_INT_BYTES];

            json_text(&json, text_of_int(number, seat),
                      verify->is_house[seat] ? "house" : verify->person[seat]);
        }
        json_close(&json);
    } else {
        json_text(&json, "fault", verify->err.text);
        json_number(&json, "line", verify->err.line);
        if (verify->bad_is_entry)
            json_number(&json, "entry", verify->bad_entry);
    }
    json_number(&json, "entries", verify->entries);
    for (unsigned i = 0; i < VERIFY_ITEM_COUNT; i++) {
        json_open(&json, verify_item_word((enum verify_item)i));
        for (unsigned m = 0; m < VERIFY_MARK_COUNT; m++)
            json_number(&json, verify_mark_word((enum verify_mark)m), verify->count[i][m]);
        json_close(&json);
    }
    json_close(&json);
    json_print(&json);
}

static void print_all(const struct proof *proof, const struct verify *verify, enum told told)
{
    OWN_WIPED(buf) words = {0};

    if (proof->value[OPTION_QUIET])
        return;
    if (proof->value[OPTION_JSON]) {
        print_json(verify, told);
        return;
    }
    if (verify->is_good)
        print_told(proof, told);
    verify_say(verify, &words);
    shown_printf("%s", buf_text(&words));
    if (verify->is_good && proof->value[OPTION_BOARD])
        proof_print_board(verify);
}

/* ---- tournaments ---- */

static void print_tournament(const struct proof *proof, struct tournament_verified *found,
                             const struct tournament_results *results)
{
    char genesis[BASE32_HASH_BYTES], key[BASE32_HASH_BYTES];
    struct json json = {0};

    base32_write(found->chain.genesis.at, HASH_BYTES, genesis);
    base32_write(found->terms.key, KEY_BYTES, key);
    if (proof->value[OPTION_QUIET])
        return;
    if (proof->value[OPTION_JSON]) {
        json_open(&json, NULL);
        json_bool(&json, "good", found->is_good);
        if (!found->is_good)
            json_text(&json, "fault", found->err.text);
        json_number(&json, "tournament", (uint64_t)found->terms.number);
        json_text(&json, "name", found->terms.name);
        json_bool(&json, "finished", found->log.phase == TOURNAMENT_LOG_OVER);
        json_bool(&json, "draw", found->draw_is_proved);
        json_number(&json, "entrants", found->log.entered);
        json_number(&json, "rounds", found->log.round);
        json_number(&json, "entries", found->chain.number);
        json_number(&json, "lost", (uint64_t)found->log.lost);
        json_number(&json, "results", results->results);
        json_number(&json, "results_proved", results->proved);
        json_number(&json, "adjudicated", results->adjudicated);
        json_number(&json, "called_off", results->called_off);
        json_number(&json, "met_again", results->met_again);
        json_text(&json, "genesis", genesis);
        json_text(&json, "server", key);
        json_close(&json);
        json_print(&json);
        return;
    }
    if (!found->is_good) {
        shown_printf("FALSE: %s", found->err.text);
        if (found->bad_entry)
            shown_printf(" (entry %llu)", (unsigned long long)found->bad_entry);
        putchar('\n');
        return;
    }
    shown_printf("tournament %lld, %s: %u entrants, %u rounds, %s\n",
                 (long long)found->terms.number, found->terms.name, found->log.entered,
                 found->log.round,
                 found->log.phase == TOURNAMENT_LOG_OVER ? "finished" : "open, or called off");
    shown_printf("every pairing and standing is what the rules make of these results\n%s\n",
                 found->draw_is_proved ? "the seeds are proved"
                                       : "the seeds are proved when the tournament is over");
    if (found->log.lost)
        shown_printf("%lld entries are lost, as its log says: what stood in them counts no more\n",
                     (long long)found->log.lost);
    if (found->log.keys)
        shown_printf("the server's key was changed %u times, each by the one before\n",
                     found->log.keys);
    proof_print_results(results);
    shown_printf("genesis %s\nserver %s\n", genesis, key);
}

/* The key, where one was told, is to be that of the server. */
static int verify_tournament(struct proof *proof, const char *text)
{
    OWN_MEMORY struct tournament_verified *found = tournament_verify(text);
    struct tournament_results results = {0};
    const char *server = proof->value[OPTION_SERVER];
    unsigned char key[KEY_BYTES];
    int code = PROOF_FAILED;
    enum rc rc;

    if (!found)
        ERR(&proof->err, RC_NO_MEMORY, "no memory for a tournament");
    else if (server && !base32_read_folded(server, strlen(server), key, KEY_BYTES)) {
        ERR(&proof->err, RC_USAGE, "--server wants the 52 letters of a key");
        code = PROOF_USAGE;
    } else if (server && found->is_good &&
               !tournament_terms_is_key(&found->terms, &found->log, key)) {
        ERR(&proof->err, RC_BAD_SEAL, "this tournament is of another server");
        code = PROOF_FALSE;
    } else if (found->is_good && (rc = proof_hold_results(proof, found, text, &results)) != RC_OK)
        code = rc == RC_BAD_SEAL ? PROOF_FALSE : PROOF_FAILED;
    else {
        print_tournament(proof, found, &results);
        code = !found->is_good ? PROOF_FALSE : !found->draw_is_proved ? PROOF_UNPROVED : PROOF_GOOD;
    }
    buf_fini(&results.called);
    return code;
}

int proof_verify(struct proof *proof)
{
    struct verify verify = {0};
    OWN_WIPED(buf) text = {0};
    int code = PROOF_FAILED;
    enum told told;

    if (proof_read_file(proof->operand[0], &text, &proof->err) != RC_OK)
        return code;
    if (tournament_verify_is_tournament(buf_text(&text)))
        return verify_tournament(proof, buf_text(&text));
    if (proof->operands > 1) {
        ERR(&proof->err, RC_USAGE, "records of games stand behind that of a tournament");
        return PROOF_USAGE;
    }
    if (verify_bytes(buf_text(&text), text.length, proof->find, &verify, &proof->err) == RC_OK) {
        proof_hold_clock(&verify);
        code = compare_told(proof, &verify, &text, &told);
        if (code == PROOF_GOOD) {
            print_all(proof, &verify, told);
            code = is_beyond_us(&verify) || is_unproved(&verify) || is_unopened(&verify)
                       ? PROOF_UNPROVED
                   : verify.is_good ? PROOF_GOOD
                                    : PROOF_FALSE;
        }
        verify_fini(&verify);
    }
    return code;
}
