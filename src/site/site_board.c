/* SPDX-License-Identifier: MIT */
/* The boards that pages show as pictures: boards/12.svg of the games on the first page; for each
 * whose page cannot step through its record boards/12-whole.svg, and -wide.svg for wide windows. */
#include <stdio.h>

#include "outbound/answering.h"
#include "draw/draw.h"
#include "draw/safe.h"
#include "play/position.h"
#include "site/site_p.h"

enum { NAME_COLUMNS = 40, SHARED_WIDTH = 600 };
static const char *const ending[] = {
    [DRAW_THUMBNAIL] = "", [DRAW_WHOLE] = "-whole", [DRAW_LYING] = "-wide"};

struct board {
    struct wording wording;
    struct answering_names names;
    struct safe safe[SEATS_MAX + 1];
    unsigned char view[GAME_STATE_MAX];
    struct scene scene;
};

static enum rc fill(const struct site *site, const struct position *position, struct board *board,
                    struct draw_look *look, struct err *err)
{
    TRY(site_names(site, position, &board->names, &board->wording, err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        safe_clean(&board->safe[seat], board->names.name[seat], NAME_COLUMNS, false);
        look->name[seat] = board->safe[seat].at;
    }
    game_view(position->played, position_rulebook(position), position_state(position), SEAT_PUBLIC,
              board->view);
    game_scene(position->played, position_rulebook(position), board->view, SEAT_PUBLIC, NULL, false,
               &board->scene);
    return RC_OK;
}

/* in     alt: NULL = not wanted */
static enum rc draw(const struct site *site, const struct position *position, enum draw_shown shown,
                    struct buf *svg, struct buf *alt, struct err *err)
{
    OWN_MEMORY struct board *board = calloc(1, sizeof *board);
    char title[128];
    struct draw_look look = {.title = title,
                             .shown = shown,
                             .words = language_words(site->language),
                             .lexicon = language_lexicon(site->language, position->played)};

    FAIL_IF(!board, err, RC_NO_MEMORY, "no memory for a board");
    TRY(fill(site, position, board, &look, err));
    if (shown == DRAW_LYING && !board->scene.columns) /* cards lie on no board */
        look.shown = DRAW_WHOLE;
    snprintf(title, sizeof title, "%s %lld", wording_title(&board->wording, position->played),
             (long long)position->game);
    TRY(draw_svg(&board->scene, &look, svg, err));
    return alt ? draw_alt(&board->scene, &look, alt, err) : RC_OK;
}

enum rc site_board(struct site *site, const struct position *position, enum draw_shown shown,
                   struct value *map, struct err *err)
{
    OWN(buf) svg = {0}, alt = {0};
    char name[64];

    if (!position->played->show)
        return RC_OK;
    snprintf(name, sizeof name, "boards/%lld%s.svg", (long long)position->game, ending[shown]);
    TRY(draw(site, position, shown, &svg, &alt, err));
    TRY(site_put(site, name, &svg, err));
    value_set_text(map, shown == DRAW_LYING ? "wide" : "picture", name);
    value_set_text(map, "alt", buf_text(&alt));
    return RC_OK;
}

enum rc site_shared_board(struct site *site, const struct site_card *card, struct err *err)
{
    OWN(buf) svg = {0}, png = {0};
    struct position *position;

    TRY(position_get(site->desk, card->game, &position, err));
    TRY(draw(site, position, DRAW_WHOLE, &svg, NULL, err));
    TRY(draw_png(buf_text(&svg), svg.length, SHARED_WIDTH, &png, err));
    return site_put(site, "board.png", &png, err);
}
