/* SPDX-License-Identifier: MIT */
/* rooms check, cards check: a data file of a game, as an administrator writes his own. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/server.h"
#include "games/games.h"

enum { DATA_MOST = 1 << 20 };

/* One try: the file in the place of one of the game's own. */
struct
try {
    const struct game *game;
    const char *file; /* as the command line names it */
    struct buf text[GAME_FILES_MAX];
    struct game_file list[GAME_FILES_MAX];
    unsigned count;
    void *rulebook;
};

static bool has_ending(const char *name, const char *ending, size_t length)
{
    const char *dot = strrchr(name, '.');

    return dot && text_is(ending, length, dot + 1);
}

/* The game that has files with this ending: the first word of the command. */
static const struct game *game_of(const char *ending, size_t length)
{
    for (unsigned g = 0; games[g]; g++)
        for (unsigned f = 0; games[g]->files[f]; f++)
            if (has_ending(games[g]->files[f], ending, length))
                return games[g];
    return NULL;
}

/* The game's own files, as they are shipped or as the server has them. */
static enum rc read_own(struct try *try, const char *folder, struct err *err)
{
    enum rc rc = RC_OK;

    for (; try->game->files[try->count] && rc == RC_OK; try->count++) {
        char path[CONFIG_TEXT_BYTES * 2];

        snprintf(path, sizeof path, "%s/%s", folder, try->game->files[try->count]);
        rc = cli_read(path, DATA_MOST, &try->text[try->count], err);
        try->list[try->count] =
            (struct game_file){try->game->files[try->count], buf_text(&try->text[try->count]),
                               try->text[try->count].length};
    }
    return rc;
}

/* Load with the file in place `at`; the newest rules version uses all files. */
static enum rc load(struct try *try, unsigned at, const struct buf *text, struct err *err)
{
    const struct game_file kept = try->list[at];
    unsigned newest = 0;
    enum rc rc;

    while (try->game->versions[newest + 1])
        newest++;
    memset(try->rulebook, 0, try->game->rulebook_bytes);
    try->list[at] = (struct game_file){try->file, buf_text(text), text->length};
    rc = try->game->rules->load(try->list, try->count, try->game->versions[newest], try->rulebook,
                                err);
    try->list[at] = kept;
    return rc;
}

/* The line that a refusal came to; one of the whole file read all of it. */
static uint32_t how_far(const struct err *err)
{
    return err->line ? err->line : UINT32_MAX;
}

/* In whichever place the file fits; of several refusals the one that came farthest counts. */
static enum rc load_somewhere(struct try *try, const char *ending, size_t length,
                              const struct buf *text, struct err *err)
{
    struct err best = {0};
    enum rc rc = RC_BAD_INPUT;

    for (unsigned at = 0; at < try->count && rc != RC_OK; at++) {
        struct err own = {0};

        if (!has_ending(try->game->files[at], ending, length))
            continue;
        rc = load(try, at, text, &own);
        if (rc != RC_OK && (!best.text[0] || how_far(&own) >= how_far(&best)))
            best = own;
    }
    if (rc != RC_OK)
        *err = best;
    return rc;
}

enum rc cmd_data_check(struct cli *cli, struct err *err)
{
    const char *ending = cli->command->name;
    size_t length = strcspn(ending, " ");
    struct try try = {.game = game_of(ending, length), .file = cli->word[0]};
    OWN(buf) text = {0};
    char folder[CONFIG_TEXT_BYTES];
    enum rc rc = try.game ? server_data_folder(cli, folder, err)
                          : ERR(err, RC_BUG, "no game has files of this kind");

    THEN(rc, cli_read(cli->word[0], DATA_MOST, &text, err));
    THEN(rc, read_own(&try, folder, err));
    try.rulebook = rc == RC_OK ? calloc(1, try.game->rulebook_bytes) : NULL;
    if (rc == RC_OK && !try.rulebook)
        rc = ERR(err, RC_NO_MEMORY, "no memory for a rulebook");
    THEN(rc, load_somewhere(&try, ending, length, &text, err));
    if (rc == RC_OK) {
        buf_printf(&cli->out, "%s is a good file for %s.\n", try.file, try.game->title);
        cli->result = json_pack("{s:s, s:s}", "file", try.file, "game", try.game->name);
    }
    for (unsigned f = 0; f < try.count; f++)
        buf_fini(&try.text[f]);
    free(try.rulebook);
    return rc;
}
