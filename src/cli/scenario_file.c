/* SPDX-License-Identifier: MIT */
/* Reads a scenario from disk and points at the line that a game refuses. The format is read in
 * rules/scenario.c. */
#include "cli/scenario_file.h"

#include "cli/cli.h"
#include "outbound/wording.h"

enum rc scenario_file_read(const char *file, struct scenario *scenario, struct err *err)
{
    OWN(buf) text = {0};

    TRY(cli_read(file, SCENARIO_BYTES_MAX + 1, &text, err));
    return scenario_read(file, buf_text(&text), text.length, scenario, err);
}

enum rc scenario_file_game(const struct library *library, const char *file,
                           const struct scenario *scenario, const struct game **game,
                           struct err *err)
{
    *game = library_game(library, scenario->game);
    if (*game)
        return RC_OK;
    err_where(err, file, 0, 0);
    return ERR(err, RC_BAD_INPUT, "there is no game called '", scenario->game, "'");
}

enum rc scenario_file_refuse(const struct library *library, const struct game *game,
                             const char *file, const struct scenario *scenario,
                             const struct verdict *verdict, struct err *err)
{
    struct wording wording = {.language = library_language(library, NULL), .game = game};
    OWN(buf) text = {0};

    wording_verdict(&wording, verdict, &text);
    err_where(err, file, scenario_line(scenario, verdict->column), 0);
    return ERR(err, RC_BAD_INPUT, buf_text(&text));
}
