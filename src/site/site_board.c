/* SPDX-License-Identifier: MIT */
/* The boards of the games that index.html shows, where no page of a game has its boards in files:
 * boards/12.svg; and what old sites leave behind. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "outbound/answering.h"
#include "draw/draw.h"
#include "draw/safe.h"
#include "play/position.h"
#include "site/site_p.h"

enum { NAME_COLUMNS = 40, SHARED_WIDTH = 600 };

/* ---- a board ---- */

struct board {
    struct wording wording;
    struct answering_names names;
    struct safe safe[SEATS_MAX + 1];
    unsigned char view[GAME_STATE_MAX];
    struct scene scene;
    struct buf svg, alt;
};

static enum rc draw(const struct site *site, const struct position *position, enum draw_shown shown,
                    struct board *board, struct err *err)
{
    char title[128];
    struct draw_look look = {.title = title,
                             .shown = shown,
                             .words = language_words(site->language),
                             .lexicon = language_lexicon(site->language, position->played)};
    enum rc rc = answering_wording(site->desk, position, language_code(site->language),
                                   &board->names, &board->wording, err);

    if (rc != RC_OK)
        return rc;
    snprintf(title, sizeof title, "%s %lld", wording_title(&board->wording, position->played),
             (long long)position->game);
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        safe_clean(&board->safe[seat], board->names.name[seat], NAME_COLUMNS, false);
        look.name[seat] = board->safe[seat].at;
    }
    game_view(position->played, position_rulebook(position), position_state(position), SEAT_PUBLIC,
              board->view);
    game_scene(position->played, position_rulebook(position), board->view, SEAT_PUBLIC, NULL, false,
               &board->scene);
    rc = draw_svg(&board->scene, &look, &board->svg, err);
    return rc == RC_OK ? draw_alt(&board->scene, &look, &board->alt, err) : rc;
}

enum rc site_board(struct site *site, struct site_card *card, struct err *err)
{
    struct board *board = calloc(1, sizeof *board);
    struct position *position;
    char name[64];
    enum rc rc;

    if (!board)
        return ERR(err, RC_NO_MEMORY, "no memory for a board");
    rc = position_get(site->desk, card->game, &position, err);
    if (rc == RC_OK && position->played->show) {
        snprintf(name, sizeof name, "boards/%lld.svg", (long long)card->game);
        rc = draw(site, position, DRAW_THUMBNAIL, board, err);
        if (rc == RC_OK)
            rc = site_put(site, name, &board->svg, err);
        value_set_text(card->map, "picture", name);
        value_set_text(card->map, "alt", buf_text(&board->alt));
    }
    buf_fini(&board->svg);
    buf_fini(&board->alt);
    free(board);
    return rc;
}

enum rc site_shared_board(struct site *site, const struct site_card *card, struct err *err)
{
    struct board *board = calloc(1, sizeof *board);
    struct position *position;
    struct buf png = {0};
    enum rc rc;

    if (!board)
        return ERR(err, RC_NO_MEMORY, "no memory for a board");
    rc = position_get(site->desk, card->game, &position, err);
    if (rc == RC_OK && position->played->show) {
        rc = draw(site, position, DRAW_WHOLE, board, err);
        if (rc == RC_OK)
            rc = draw_png(buf_text(&board->svg), board->svg.length, SHARED_WIDTH, &png, err);
        if (rc == RC_OK)
            rc = site_put(site, "board.png", &png, err);
    }
    buf_fini(&png);
    buf_fini(&board->svg);
    buf_fini(&board->alt);
    free(board);
    return rc;
}

/* ---- an old site ---- */

/* Nothing is taken away that this program would not have put there: 0012.svg and the like. */
static bool is_ours(const char *name)
{
    static const char *const names[] = {"feed.xml", "log.txt", "record.txt", "board.svg",
                                        "board.txt"};
    size_t digits = strspn(name, "0123456789");

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return digits >= 4 &&
           (strcmp(name + digits, ".svg") == 0 || strcmp(name + digits, ".txt") == 0);
}

static void empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    char file[SITE_PATH_BYTES + 256];

    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!is_ours(entry->d_name))
            continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        unlink(file);
    }
    closedir(folder);
}

enum rc site_leave_old(struct site *site, int64_t game, struct err *err)
{
    char path[SITE_PATH_BYTES], name[64];
    struct value *map = value_map(site->values);
    enum rc rc;

    snprintf(name, sizeof name, "game-%lld", (long long)game);
    rc = site_path(site, name, path, err);
    if (rc != RC_OK || access(path, F_OK) != 0)
        return rc;
    empty_folder(path);
    value_set_int(map, "game", game);
    snprintf(name, sizeof name, "game-%lld/index.html", (long long)game);
    rc = values_rc(site->values, err);
    return rc == RC_OK ? site_render(site, "site-moved.html", map, name, err) : rc;
}
