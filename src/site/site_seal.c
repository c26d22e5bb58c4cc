/* SPDX-License-Identifier: MIT */
/* The page that makes sealed blocks, whole in one file: it works without a network. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/position.h"
#include "seal/encode.h"
#include "site/site_p.h"

enum { SCRIPT_BYTES_MAX = 1000 * 1000 };

/* libsodium for browsers, if `contrib/sodium-js` was run; else the page says that it is missing. */
static enum rc read_script(const struct site *site, struct buf *script, struct err *err)
{
    char path[SITE_PATH_BYTES], block[16384];
    size_t count;
    FILE *file;
    enum rc rc = RC_OK;

    snprintf(path, sizeof path, "%s/sodium.js", site->desk->config->data);
    file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? RC_OK : ERR(err, RC_IO, path, ": ", strerror(errno));
    while ((count = fread(block, 1, sizeof block, file)) > 0 && script->length <= SCRIPT_BYTES_MAX)
        buf_put_bytes(script, block, count);
    if (ferror(file))
        rc = ERR(err, RC_IO, path, ": ", strerror(errno));
    else if (script->length > SCRIPT_BYTES_MAX || memchr(buf_text(script), '\0', script->length))
        rc = ERR(err, RC_CONFIG, path, ": is no script that contrib/sodium-js made");
    fclose(file);
    return rc == RC_OK ? buf_rc(script, err) : rc;
}

struct seal_games {
    struct site *site;
    struct value *list;
};

/* What a block is sealed to: public, in the game's first entry. */
static enum rc add_game(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct seal_games *games = user;
    char genesis[BASE32_HASH_BYTES], box[BASE32_HASH_BYTES];
    struct position *position;
    struct value *one;
    enum rc rc;

    if (row->status == LEDGER_OVER)
        return RC_OK;
    rc = position_get(games->site->desk, row->game, &position, err);
    if (rc != RC_OK)
        return rc;
    base32_write(&position->chain.genesis, HASH_BYTES, genesis);
    base32_write(position->genesis.box, KEY_BYTES, box);
    one = value_add_map(games->list);
    value_set_int(one, "game", row->game);
    value_set_text(one, "title", position->played->title);
    value_set_text(one, "genesis", genesis);
    value_set_text(one, "box", box);
    return RC_OK;
}

enum rc site_seal(struct site *site, struct err *err)
{
    struct values *values = values_new();
    struct value *map = value_map(values);
    struct seal_games games = {site, value_set_list(map, "games")};
    struct buf script = {0};
    enum rc rc = read_script(site, &script, err);

    site->count->seals = script.length > 0;
    value_set_flag(map, "can_seal", script.length > 0);
    value_set_text(map, "sodium", buf_text(&script));
    value_set_text(map, "robot", site->desk->config->name);
    if (rc == RC_OK)
        rc = ledger_games_now(site->desk->ledger, LEDGER_STATUS_COUNT, add_game, &games, err);
    if (rc == RC_OK)
        rc = values_rc(values, err);
    if (rc == RC_OK)
        rc = site_render(site, "site-seal.html", map, "seal.html", err);
    buf_fini(&script);
    values_free(values);
    return rc;
}
