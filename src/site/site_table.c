/* SPDX-License-Identifier: MIT */
/* The table pages of the site, to play, to learn and to seal: as built, told whose letters they
 * take and which games there are. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "seal/encode.h"
#include "seal/keys.h"
#include "site/site_p.h"

enum { PAGE_BYTES_MAX = 4 << 20, GAMES_MOST = 500 };
static const char place[] = "<script id=\"site\" type=\"application/json\">{}</script>";

bool site_has_table(const struct site *site)
{
    char path[SITE_PATH_BYTES];

    snprintf(path, sizeof path, "%s/table.html", site->desk->config->data);
    return access(path, R_OK) == 0;
}

/* The page as built; none where the table was not. */
static enum rc read_page(const struct site *site, const char *name, struct buf *page,
                         struct err *err)
{
    char path[SITE_PATH_BYTES], block[16384];
    size_t count;
    FILE *file;
    enum rc rc = RC_OK;

    snprintf(path, sizeof path, "%s/%s", site->desk->config->data, name);
    file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? RC_OK : ERR(err, RC_IO, path, ": ", strerror(errno));
    while ((count = fread(block, 1, sizeof block, file)) > 0 && page->length <= PAGE_BYTES_MAX)
        buf_put_bytes(page, block, count);
    if (ferror(file))
        rc = ERR(err, RC_IO, path, ": ", strerror(errno));
    else if (page->length > PAGE_BYTES_MAX || !strstr(buf_text(page), place))
        rc = ERR(err, RC_CONFIG, path, ": is no table page of this version");
    fclose(file);
    return rc == RC_OK ? buf_rc(page, err) : rc;
}

/* What a block is sealed to: public, in the game's first entry. The newest games that go on: of
 * another one the page reads the lines in its topic. */
static void add_games(const struct site *site, struct value *list)
{
    static const char *const texts[] = {"game", "title", "genesis", "box"};

    for (size_t i = 0; i < site->cards && value_count(list) < GAMES_MOST; i++) {
        const struct value *map;
        struct value *one;

        if (site->card[i].is_over)
            continue;
        map = site_card(&site->card[i], site->values);
        one = value_add_map(list);
        for (unsigned k = 0; k < sizeof texts / sizeof texts[0]; k++)
            value_set_text(one, texts[k], value_get_text(value_get(map, texts[k])));
    }
}

/* {"server": address, "keys": {generation: key}, "seal": flag, "games": [{game, title, genesis,
 * box}…]}; a '<' would end the script. */
static enum rc write_site(struct site *site, bool seals, struct buf *out, struct err *err)
{
    const struct keys *keys = site->desk->keys;
    struct value *map = value_map(site->values), *list = value_set_map(map, "keys");
    OWN(buf) json = {0};

    value_set_text(map, "server", site->desk->config->address);
    for (uint32_t g = keys_newest(keys, KEY_SIGNING); g; g = keys_older(keys, KEY_SIGNING, g)) {
        unsigned char key[KEY_BYTES];
        char number[TEXT_INT_BYTES], text[BASE32_HASH_BYTES];

        if (keys_public(keys, g, key))
            value_set_text(list, text_of_int(number, g), base32_write(key, KEY_BYTES, text));
    }
    value_set_flag(map, "seal", seals);
    add_games(site, value_set_list(map, "games"));
    TRY(values_rc(site->values, err));
    value_write(map, &json);
    for (const char *at = buf_text(&json); *at; at++)
        if (*at == '<')
            buf_put(out, "\\u003c");
        else
            buf_put_char(out, *at);
    return RC_OK;
}

/* The page up to the place of its site's words. Where it steps through records beside it, its
 * policy lets it fetch them; as built it may fetch nothing. */
static void put_head(const struct site *site, const char *page, size_t length, struct buf *out)
{
    static const char none[] = "connect-src 'none'", self[] = "connect-src 'self'";
    const char *policy = strstr(page, none);

    if (!site->on_web || !policy || policy > page + length) {
        buf_put_bytes(out, page, length);
        return;
    }
    buf_put_bytes(out, page, (size_t)(policy - page));
    buf_put(out, self);
    policy += strlen(none);
    buf_put_bytes(out, policy, length - (size_t)(policy - page));
}

/* in     built: its name among the data; name: the site's */
static enum rc put_page(struct site *site, const char *built, const char *name, bool *is_there,
                        struct err *err)
{
    OWN(buf) page = {0}, out = {0};
    enum rc rc = read_page(site, built, &page, err);
    const char *at = rc == RC_OK ? strstr(buf_text(&page), place) : NULL;

    *is_there = at != NULL;
    if (at) {
        size_t before = (size_t)(at - buf_text(&page)) + strcspn(place, "{");

        put_head(site, buf_text(&page), before, &out);
        rc = write_site(site, !text_equal(built, name), &out, err);
        buf_put(&out, buf_text(&page) + before + strlen("{}"));
        THEN(rc, buf_rc(&out, err));
        THEN(rc, site_put(site, name, &out, err));
    }
    return rc;
}

/* Where the page was not built, one that names the program that seals. */
static enum rc put_seal(struct site *site, struct err *err)
{
    struct value *map;

    TRY(put_page(site, "table.html", "seal.html", &site->count->seals, err));
    if (site->count->seals)
        return RC_OK;
    map = value_map(site->values);
    TRY(values_rc(site->values, err));
    return site_render(site, "site-seal.html", map, "seal.html", err);
}

enum rc site_table(struct site *site, struct err *err)
{
    bool learns;

    TRY(put_page(site, "table.html", "table.html", &site->count->tables, err));
    TRY(put_page(site, "learn.html", "learn.html", &learns, err));
    return put_seal(site, err);
}
