/* SPDX-License-Identifier: MIT */
/* scenario check: a scenario as an administrator writes his own. */

#include "cli/bench.h"
#include "cli/commands.h"
#include "cli/gamefile.h"

/* The game's own words on the options, and whether its newest rules can be set up with them. */
static enum rc try_game(const struct bench *bench, const struct game *game,
                        const struct scenario *scenario, const char *file,
                        char options[OPTIONS_TEXT_BYTES], struct err *err)
{
    struct game_setup setup = {scenario->options, game->seats_min};
    struct verdict verdict = {0};
    const void *rulebook;
    OWN_MEMORY void *state = calloc(1, game->state_bytes);
    unsigned newest = 0;
    struct text text = text_in(options, OPTIONS_TEXT_BYTES);

    TRY(state ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for a position"));
    while (game->versions[newest + 1])
        newest++;
    TRY(library_rulebook(bench->library, game, game->versions[newest], &rulebook, err));
    if (game->text->write_options(&setup, &text, &verdict) != VERDICT_DONE ||
        game->rules->setup(rulebook, &setup, state, &verdict) != VERDICT_DONE)
        TRY(scenario_file_refuse(bench->library, game, file, scenario, &verdict, err));
    return RC_OK;
}

enum rc cmd_scenario_check(struct cli *cli, struct err *err)
{
    const char *file = cli->word[0];
    OWN_OPEN(bench) bench = {0};
    struct scenario scenario;
    const struct game *game = NULL;
    char options[OPTIONS_TEXT_BYTES];

    TRY(scenario_file_read(file, &scenario, err));
    TRY(bench_open(cli, &bench, err));
    TRY(scenario_file_game(bench.library, file, &scenario, &game, err));
    TRY(try_game(&bench, game, &scenario, file, options, err));
    buf_printf(&cli->out, "%s: \"%s\" is a good scenario for %s.\n\n%s\n", file, scenario.title,
               game->title, options);
    cli->result = json_pack("{s:s, s:s, s:s, s:s}", "file", file, "game", game->name, "title",
                            scenario.title, "options", options);
    return RC_OK;
}
