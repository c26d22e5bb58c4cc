/* SPDX-License-Identifier: MIT */
/* Files of the site, as bytes or from templates. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "outbound/wording.h"
#include "server/files.h"
#include "site/site_p.h"

/* ---- files ---- */

enum rc site_path(const struct site *site, const char *name, char path[SITE_PATH_BYTES],
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

    THEN(rc, site_path(site, name, path, err));
    THEN(rc, files_put(path, FILES_UNSYNCED, buf_text(bytes), bytes->length, &written, err));
    site->count->files += rc == RC_OK;
    site->count->written += written;
    return rc;
}

enum rc site_make_folder(const struct site *site, const char *name, struct err *err)
{
    char path[SITE_PATH_BYTES];
    struct stat found;
    enum rc rc = site_path(site, name, path, err);

    if (rc != RC_OK || mkdir(path, 0755) == 0)
        return rc;
    if (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return RC_OK;
    rc = errno == EEXIST || errno == ENOTDIR ? RC_EXISTS : errno == EACCES ? RC_PERMISSION : RC_IO;
    return ERR(err, rc, "no folder can be made here: ", path, ": ", strerror(errno));
}

/* ---- templates ---- */

/* A language without pages of its own gets the English ones. */
static const struct template *find_template(void *context, const char *name)
{
    const struct site *site = context;
    const struct template *found = language_template(site->language, name);

    return found ? found : language_template(library_language(site->desk->library, "en"), name);
}

/* What stands on every page. */
static void add_frame(const struct site *site, const char *name, struct value *map)
{
    const struct library *library = site->desk->library;
    const struct language *own = library_language(library, NULL), *language;
    const char *top = strchr(name, '/') ? (site->below ? "../../" : "../")
                      : site->below     ? "../"
                                        : "";
    struct value *list = value_set_list(map, "languages");
    OWN(buf) text = {0};

    value_set_text(map, "robot", site->desk->config->name);
    value_set_text(map, "terms", site->desk->config->site_terms);
    value_set_text(map, "up", top);
    for (size_t i = 0; site->all_languages && (language = library_language_at(library, i)); i++) {
        const struct wording wording = {.language = language};
        struct value *one = value_add_map(list);

        value_set_text(one, "code", language_code(language));
        value_set_flag(one, "current", language == site->language);
        buf_clear(&text);
        WORDING(&wording, &text, "site.language-name", "n", "");
        value_set_text(one, "name", buf_text(&text));
        buf_clear(&text);
        buf_printf(&text, "%s%s%s%s", top, language == own ? "" : language_code(language),
                   language == own ? "" : "/", name);
        value_set_text(one, "address", buf_text(&text));
    }
}

enum rc site_render(struct site *site, const char *template, struct value *map, const char *name,
                    struct err *err)
{
    const struct template *found = find_template(site, template);
    struct render how = {.escape = ESCAPE_HTML,
                         .strict = true,
                         .partial = find_template,
                         .context = site,
                         .most = SITE_OUT_MAX};
    OWN(buf) out = {0};

    FAIL_IF(!found, err, RC_CONFIG, "the template ", template, " is missing");
    add_frame(site, name, map);
    TRY(template_render(found, map, &how, &out, err));
    return site_put(site, name, &out, err);
}
