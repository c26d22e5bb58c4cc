/* SPDX-License-Identifier: MIT */
/* Finds a clause in a game's rule catalogue. */
#include "server/clauses.h"

#include "server/config.h"
#include "server/files.h"

enum { FILE_MOST = 4 << 20, MARK_BYTES = 64 };

/* Where the number of a clause, in any case, stands between two marks; NULL if nowhere. */
static const char *find_heading(const char *catalogue, const char *before, const char *clause,
                                const char *behind)
{
    TEXT_IN(text, mark, MARK_BYTES);

    text_put(&text, before);
    for (; *clause; clause++)
        text_put_char(&text, *clause >= 'a' && *clause <= 'z' ? (char)(*clause - 32) : *clause);
    text_put(&text, behind);
    return text.cut ? NULL : strstr(catalogue, mark);
}

/* The catalogues are lists: "- **DT-MOVE-07** text", further lines set in. */
static bool find_clause(const char *catalogue, const char *clause, struct buf *out)
{
    const char *end, *at = find_heading(catalogue, "\n- **", clause, "**");

    if (at) { /* a point of a list: up to the next line that is not indented */
        at += 3;
        for (end = strchr(at, '\n'); end && end[1] == ' '; end = strchr(end + 1, '\n'))
            ;
    } else { /* a worked example: a paragraph and its steps */
        at = find_heading(catalogue, "\n**", clause, ":");
        if (!at)
            return false;
        at++;
        end = strstr(at, "\n\n**");
    }
    buf_put_bytes(out, at, end ? (size_t)(end - at) : strlen(at));
    buf_put_char(out, '\n');
    return true;
}

/* "dungeon_twister" has its catalogue in dungeon-twister.md. */
static void put_path(const char *folder, const struct game *game, struct text *out)
{
    text_put(out, folder);
    for (const char *c = game->name; *c; c++)
        text_put_char(out, *c == '_' ? '-' : *c);
    text_put(out, ".md");
}

void clauses_folder(const char *templates, struct text *out)
{
    const char *data = getenv("POSTERN_DATADIR");
    const char *slash = templates ? strrchr(templates, '/') : NULL;

    if (!data && slash)
        text_put_bytes(out, templates, (size_t)(slash - templates));
    else
        text_put(out, data ? data : POSTERN_DATADIR);
    text_put(out, "/doc/rules/");
}

enum rc clauses_find(const char *folder, const struct game *const *games, const char *clause,
                     struct buf *text, const struct game **which, struct err *err)
{
    bool found = false;
    enum rc rc = RC_OK;

    for (; *games && rc == RC_OK && !found; games++) {
        TEXT_IN(out, path, CONFIG_TEXT_BYTES);
        OWN(buf) catalogue = {0};

        put_path(folder, *games, &out);
        rc = files_read(path, FILE_MOST, &catalogue, err);
        if (rc == RC_NOT_FOUND) { /* a game without a catalogue */
            err_clear(err);
            rc = RC_OK;
        } else
            found = rc == RC_OK && find_clause(buf_text(&catalogue), clause, text);
        if (found && which)
            *which = *games;
    }
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "no catalogue has a clause ", clause)
                                 : rc;
}
