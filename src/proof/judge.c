/* verify: is a record true? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "draw/draw.h"
#include "proof/proof_p.h"

static void print_board(const struct verify *verify)
{
    const struct game *game = replay_game(verify->replay);
    struct scene *scene = calloc(1, sizeof *scene);
    struct lexicon *lexicon = calloc(1, sizeof *lexicon);
    unsigned char room[4096];
    struct draw_look look = {.lexicon = lexicon};
    struct buf out = {0};
    struct arena arena;

    if (scene && lexicon) {
        arena_init(&arena, room, sizeof room);
        lexicon_init(lexicon, game->text->terms, game->text->term_count, &arena);
        game_scene(game, replay_rulebook(verify->replay), replay_state(verify->replay), SEAT_PUBLIC,
                   NULL, 0, scene);
        if (draw_text(scene, &look, &out, NULL) == RC_OK)
            printf("\n%s", buf_text(&out));
    }
    buf_fini(&out);
    free(scene);
    free(lexicon);
}

static bool is_unproved(const struct verify *verify)
{
    return verify->count[VERIFY_HEAD][VERIFY_UNPROVED] > 0;
}

/* A game, rules version or format that only a newer program knows: neither true nor false. */
static bool is_beyond_us(const struct verify *verify)
{
    return !verify->is_good && verify->err.rc == RC_NEWER;
}

static void print_json(const struct verify *verify)
{
    struct json json = {0};

    json_open(&json, NULL);
    json_bool(&json, "good", verify->is_good);
    if (verify->is_good) {
        json_number(&json, "game", verify->genesis.number);
        json_text(&json, "name", verify->genesis.game);
        json_bool(&json, "finished", verify->finished);
        json_bool(&json, "signed", !is_unproved(verify));
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

static void print_all(const struct proof *proof, const struct verify *verify)
{
    struct buf words = {0};

    if (proof->value[OPTION_QUIET])
        return;
    if (proof->value[OPTION_JSON]) {
        print_json(verify);
        return;
    }
    verify_say(verify, &words);
    fputs(buf_text(&words), stdout);
    buf_wipe(&words);
    if (verify->is_good && proof->value[OPTION_BOARD])
        print_board(verify);
}

int proof_verify(struct proof *proof)
{
    struct verify verify = {0};
    struct buf text = {0};
    int code = PROOF_FAILED;

    if (proof_read_file(proof->operand[0], &text, &proof->err) == RC_OK &&
        verify_bytes(buf_text(&text), text.length, proof->find, &verify, &proof->err) == RC_OK) {
        print_all(proof, &verify);
        code = is_beyond_us(&verify) || is_unproved(&verify) ? PROOF_UNPROVED
               : verify.is_good                              ? PROOF_GOOD
                                                             : PROOF_FALSE;
        verify_fini(&verify);
    }
    buf_wipe(&text);
    return code;
}
