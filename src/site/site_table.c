/* SPDX-License-Identifier: MIT */
/* The table pages of the site, to play and to learn: as built, told whose letters they take. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "seal/encode.h"
#include "seal/keys.h"
#include "site/site_p.h"

enum { PAGE_BYTES_MAX = 4 << 20 };
static const char place[] = "<script id=\"site\" type=\"application/json\">{}</script>";

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

/* {"server": address, "keys": {generation: key}}; a '<' would end the script. */
static enum rc write_site(const struct site *site, struct buf *out, struct err *err)
{
    const struct keys *keys = site->desk->keys;
    struct values *values = values_new();
    struct value *map = value_map(values), *list = value_set_map(map, "keys");
    struct buf json = {0};
    enum rc rc;

    value_set_text(map, "server", site->desk->config->address);
    for (uint32_t g = keys_newest(keys, KEY_SIGNING); g; g = keys_older(keys, KEY_SIGNING, g)) {
        unsigned char key[KEY_BYTES];
        char number[TEXT_INT_BYTES], text[BASE32_HASH_BYTES];

        if (keys_public(keys, g, key))
            value_set_text(list, text_of_int(number, g), base32_write(key, KEY_BYTES, text));
    }
    rc = values_rc(values, err);
    value_write(map, &json);
    for (const char *at = buf_text(&json); *at; at++)
        if (*at == '<')
            buf_put(out, "\\u003c");
        else
            buf_put_char(out, *at);
    buf_fini(&json);
    values_free(values);
    return rc;
}

static enum rc put_page(struct site *site, const char *name, bool *is_there, struct err *err)
{
    struct buf page = {0}, out = {0};
    enum rc rc = read_page(site, name, &page, err);
    const char *at = rc == RC_OK ? strstr(buf_text(&page), place) : NULL;

    *is_there = at != NULL;
    if (at) {
        size_t before = (size_t)(at - buf_text(&page)) + strcspn(place, "{");

        buf_put_bytes(&out, buf_text(&page), before);
        rc = write_site(site, &out, err);
        buf_put(&out, buf_text(&page) + before + strlen("{}"));
        if (rc == RC_OK)
            rc = buf_rc(&out, err);
        if (rc == RC_OK)
            rc = site_put(site, name, &out, err);
    }
    buf_fini(&page);
    buf_fini(&out);
    return rc;
}

enum rc site_table(struct site *site, struct err *err)
{
    bool learns;
    enum rc rc = put_page(site, "table.html", &site->count->tables, err);

    return rc == RC_OK ? put_page(site, "learn.html", &learns, err) : rc;
}
