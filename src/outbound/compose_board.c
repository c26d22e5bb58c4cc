/* SPDX-License-Identifier: MIT */
/* The board of a letter: as text or words, and as pictures. */
#include "outbound/compose_p.h"

#include "draw/draw.h"
#include "letter/mime_out.h"
#include "play/turns.h"

enum { LEGEND_TURNS = 2 /* afterwards the text board has its legend on request: "show" */ };

static struct draw_look look_of(const struct making *making)
{
    struct draw_look look = {.words = language_words(making->wording.language),
                             .lexicon =
                                 language_lexicon(making->wording.language, making->wording.game),
                             .title = making->subject,
                             .ascii = making->person.board == PERSON_BOARD_ASCII};

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = making->wording.player[seat];
    return look;
}

enum rc compose_put_scene(const struct making *making, const struct scene *scene, struct buf *board,
                          struct err *err)
{
    struct draw_look look = look_of(making);

    look.title = NULL; /* the letter's first line says it */
    look.no_legend = !making->facts.legend && turns_now(making->news.position) > LEGEND_TURNS;
    return making->person.board == PERSON_BOARD_NONE ? draw_speech(scene, &look, board, err)
                                                     : draw_text(scene, &look, board, err);
}

enum rc compose_draw_board(struct making *making, const struct news *news, struct err *err)
{
    struct draw_look look = look_of(making);
    OWN_WIPED(buf) board = {0}, alt = {0};

    look.title = NULL;
    making->scene = calloc(1, sizeof *making->scene);
    FAIL_IF(!making->scene, err, RC_NO_MEMORY, "no memory for a board");
    game_scene(making->wording.game, position_rulebook(making->news.position), news->view,
               making->seat, news->past, news->past_count, making->scene);
    TRY(compose_put_scene(making, making->scene, &board, err));
    TRY(draw_alt(making->scene, &look, &alt, err));
    value_set_text(making->map, "board", buf_text(&board));
    value_set_text(making->map, "alt", buf_text(&alt));
    return RC_OK;
}

/* Pictures are a gift: without fonts the letter goes out with its text board. */
void compose_draw_pictures(struct making *making)
{
    struct draw_look look = look_of(making);
    struct draw_cache *cache;
    struct draw_parts parts;
    OWN(buf) cid = {0};
    struct err own = {0};
    enum rc rc;

    if (making->no_pictures || making->person.text_only ||
        making->person.board == PERSON_BOARD_NONE)
        return;
    if (making->person.wide && making->scene->columns)
        look.shown = DRAW_LYING;
    rc = look.shown ? draw_svg(making->scene, &look, &making->svg, &own)
                    : draw_svg_parts(making->scene, &look, &making->svg, &parts, &own);
    cache = library_drawings(making->desk->library, &own);
    if (rc == RC_OK && !cache)
        return; /* what is missing was said at start */
    if (rc == RC_OK && look.shown)
        rc = draw_png(buf_text(&making->svg), making->svg.length,
                      (unsigned)making->desk->config->picture_width, &making->png, &own);
    else if (rc == RC_OK)
        rc = draw_png_parts(cache, buf_text(&making->svg), making->svg.length, &parts,
                            (unsigned)making->desk->config->picture_width, &making->png, &own);
    if (rc != RC_OK) {
        log_error(&making->desk->log, LOG_WARNING, "no-picture", &own);
        buf_clear(&making->png);
        return;
    }
    letter_cid(making->message_id, "board", &cid);
    value_set_text(making->map, "cid", buf_text(&cid));
}

enum rc compose_draw_past(struct making *making, int64_t n, struct err *err)
{
    OWN(news) past = {0};

    free(making->scene);
    making->scene = NULL;
    TRY(news_gather(making->desk, making->game, making->seat, n - 1, n, &past, err));

    return compose_draw_board(making, &past, err);
}
