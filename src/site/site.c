/* SPDX-License-Identifier: MIT */
#include "site/site.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "dispatch/seals_list.h"
#include "match/archive.h"
#include "match/reply.h"
#include "server/files.h"
#include "site/site_p.h"

/* ---- files ---- */

static enum rc path_of(const struct site *site, const char *name, char path[SITE_PATH_BYTES],
                       struct err *err)
{
    int count = snprintf(path, SITE_PATH_BYTES, "%s/%s", site->folder, name);

    if (count < 0 || count >= SITE_PATH_BYTES)
        return ERR(err, RC_TOO_LONG, "the path of the site is too long");
    return RC_OK;
}

enum rc site_put(struct site *site, const char *name, const struct buf *bytes, struct err *err)
{
    char path[SITE_PATH_BYTES];
    bool written = false;
    enum rc rc = buf_rc(bytes, err);

    if (rc == RC_OK)
        rc = path_of(site, name, path, err);
    if (rc == RC_OK)
        rc = files_update(path, buf_text(bytes), bytes->length, &written, err);
    site->count->files += rc == RC_OK;
    site->count->written += written;
    return rc;
}

enum rc site_make_folder(const struct site *site, const char *name, struct err *err)
{
    char path[SITE_PATH_BYTES];
    struct stat found;
    enum rc rc = path_of(site, name, path, err);

    if (rc != RC_OK || mkdir(path, 0755) == 0)
        return rc;
    if (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return RC_OK;
    rc = errno == EEXIST || errno == ENOTDIR ? RC_EXISTS : errno == EACCES ? RC_PERMISSION : RC_IO;
    return ERR(err, rc, "no folder can be made here: ", path, ": ", strerror(errno));
}

/* "0012.svg": at least four digits, as put_numbered writes them. */
static bool is_step(const char *file)
{
    size_t digits = strspn(file, "0123456789");

    return digits >= 4 && (text_equal(file + digits, ".svg") || text_equal(file + digits, ".txt"));
}

enum rc site_drop_steps(struct site *site, const char *name, struct err *err)
{
    char path[SITE_PATH_BYTES];
    enum rc rc = path_of(site, name, path, err);
    DIR *folder = rc == RC_OK ? opendir(path) : NULL;
    const struct dirent *entry;

    if (!folder)
        return rc != RC_OK ? rc : ERR(err, RC_IO, path, ": ", strerror(errno));
    while (rc == RC_OK && (entry = readdir(folder)) != NULL)
        if (is_step(entry->d_name) && unlinkat(dirfd(folder), entry->d_name, 0) != 0 &&
            errno != ENOENT)
            rc = ERR(err, RC_IO, path, "/", entry->d_name, ": ", strerror(errno));
    closedir(folder);
    return rc;
}

/* ---- templates ---- */

/* A language without pages of its own gets the English ones. */
static const struct template *find_template(void *context, const char *name)
{
    const struct site *site = context;
    const struct template *found = language_template(site->language, name);

    return found ? found : language_template(library_language(site->desk->library, "en"), name);
}

enum rc site_render(struct site *site, const char *template, const struct value *map,
                    const char *name, struct err *err)
{
    const struct template *found = find_template(site, template);
    struct render how = {
        .escape = ESCAPE_HTML, .strict = true, .partial = find_template, .context = site};
    struct buf out = {0};
    enum rc rc;

    if (!found)
        return ERR(err, RC_CONFIG, "the template ", template, " is missing");
    rc = template_render(found, map, &how, &out, err);
    if (rc == RC_OK)
        rc = site_put(site, name, &out, err);
    buf_fini(&out);
    return rc;
}

/* ---- the games ---- */

struct numbers {
    int64_t *at;
    size_t count;
};

/* Collected first: a game's record is written outside any walk of the ledger. */
static enum rc add_number(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct numbers *numbers = user;
    int64_t *grown = realloc(numbers->at, (numbers->count + 1) * sizeof *grown);

    if (!grown)
        return ERR(err, RC_NO_MEMORY, "no memory for a list of games");
    numbers->at = grown;
    numbers->at[numbers->count++] = row->game;
    return RC_OK;
}

static void add_part(void *user, const char *heading, const char *text)
{
    struct value *part = value_add_map(user);

    value_set_text(part, "heading", heading);
    value_set_text(part, "text", text);
}

/* What is proved to players and what is not; the index links to it. */
static enum rc write_fairness(struct site *site, struct value *index, struct err *err)
{
    const struct wording wording = {.language = site->language};
    struct value *map = value_map(site->values);
    struct buf title = {0};
    enum rc rc;

    WORDING(&wording, &title, "fairness.title", "n", "");
    value_set_text(index, "fairness", buf_text(&title));
    value_set_text(map, "fairness", buf_text(&title));
    value_set_text(map, "robot", site->desk->config->name);
    value_set_text(map, "lang", language_code(site->language));
    seals_page(&wording, add_part, value_set_list(map, "parts"));
    rc = values_rc(site->values, err);
    buf_fini(&title);
    return rc == RC_OK ? site_render(site, "site-fairness.html", map, "fairness.html", err) : rc;
}

/* When the newest of the games went on; stamps sort as they are. */
static const char *newest_stamp(const struct site *site)
{
    const struct value *const lists[] = {site->open, site->over};
    const char *newest = "1970-01-01T00:00:00Z";

    for (unsigned i = 0; i < 2; i++)
        for (size_t k = 0; k < value_count(lists[i]); k++) {
            const char *stamp = value_get_text(value_get(value_at(lists[i], k), "stamp"));

            newest = strcmp(stamp, newest) > 0 ? stamp : newest;
        }
    return newest;
}

static enum rc write_index(struct site *site, struct value *map, struct err *err)
{
    enum rc rc;

    value_set_text(map, "robot", site->desk->config->name);
    value_set_flag(map, "has_open", value_count(site->open) > 0);
    value_set_flag(map, "has_over", value_count(site->over) > 0);
    value_set_flag(map, "tables", site->count->tables);
    rc = site_offers(site, map, err);
    if (rc == RC_OK)
        rc = site_render(site, "site-index.html", map, "index.html", err);
    value_set_text(map, "domain", reply_domain(site->desk));
    value_set_text(map, "updated", newest_stamp(site));
    return rc == RC_OK ? site_render(site, "site-club-feed.xml", map, "feed.xml", err) : rc;
}

enum rc site_write(struct desk *desk, const char *folder, const char *language,
                   struct site_count *count, struct err *err)
{
    struct site site = {.desk = desk,
                        .folder = folder,
                        .language = library_language(desk->library, language),
                        .count = count,
                        .values = values_new()};
    struct value *map = value_map(site.values);
    struct numbers numbers = {0};
    enum rc rc = RC_OK;

    *count = (struct site_count){0};
    if (language && strcmp(language_code(site.language), language) != 0)
        rc = ERR(err, RC_NOT_FOUND, "there is no language '", language,
                 "'; a language is a folder of templates");
    if (rc == RC_OK)
        rc = site_make_folder(&site, "", err);
    site.open = value_set_list(map, "open");
    site.over = value_set_list(map, "over");
    site.on_web = text_starts_with(desk->config->site_url, "http");
    if (rc == RC_OK)
        rc = site_table(&site, err);
    site.by_table = count->tables && site.on_web;
    if (rc == RC_OK)
        rc = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, add_number, &numbers, err);
    for (size_t i = numbers.count; i-- > 0 && rc == RC_OK;) /* the newest first */
        if (!archive_is_missing(desk, numbers.at[i]))       /* its page stays as it was */
            rc = site_game(&site, numbers.at[i], err);
    if (rc == RC_OK)
        rc = values_rc(site.values, err);
    if (rc == RC_OK)
        rc = write_fairness(&site, map, err);
    if (rc == RC_OK)
        rc = site_club(&site, err);
    if (rc == RC_OK)
        rc = write_index(&site, map, err);
    free(numbers.at);
    values_free(site.values);
    return rc;
}
