/* SPDX-License-Identifier: MIT */
/* templates check. */

#include "cli/commands.h"
#include "cli/server.h"
#include "games/games.h"
#include "server/languages.h"

static void show_finding(void *context, const struct languages_finding *finding)
{
    struct cli *cli = context;
    OWN(buf) text = {0};
    json_t *row;

    buf_printf(&text, "%s%s", finding->what, languages_problem_text(finding->problem));
    buf_printf(&cli->out, "%s%s%s", finding->language, *finding->language ? "/" : "",
               finding->file);
    if (finding->line)
        buf_printf(&cli->out, ":%u", finding->line);
    buf_printf(&cli->out, ": %s\n", buf_text(&text));
    row = json_pack("{s:s, s:s, s:s, s:s, s:s}", "language", finding->language, "file",
                    finding->file, "problem", languages_problem_key(finding->problem), "what",
                    finding->what, "text", buf_text(&text));
    if (finding->line)
        json_object_set_new(row, "line", json_integer(finding->line));
    json_array_append_new(json_object_get(cli->result, "problems"), row);
}

static void show_copies(void *context, const char *language, unsigned copies, unsigned sentences)
{
    struct cli *cli = context;

    buf_printf(&cli->out, "%s: %u of %u sentences are as in English\n", language, copies,
               sentences);
    json_array_append_new(json_object_get(cli->result, "as_english"),
                          json_pack("{s:s, s:I, s:I}", "language", language, "copies",
                                    (json_int_t)copies, "sentences", (json_int_t)sentences));
}

/* The folder that was named, else the server's, else the one installed. */
static enum rc find_folder(struct cli *cli, struct buf *folder, struct err *err)
{
    const char *data = getenv("POSTERN_DATADIR");
    struct server server = {0};

    if (cli->word_count)
        buf_put(folder, cli->word[0]);
    else if (server_config(cli, &server, NULL) == RC_OK)
        buf_put(folder, server.config->templates);
    else
        buf_printf(folder, "%s/templates", data ? data : POSTERN_DATADIR);
    server_close(&server);
    return buf_rc(folder, err);
}

enum rc cmd_templates_check(struct cli *cli, struct err *err)
{
    static const struct languages_calls calls = {show_finding, show_copies};
    unsigned languages = 0, files = 0;
    OWN(buf) folder = {0};
    size_t found;
    enum rc rc = find_folder(cli, &folder, err);

    cli->result = json_pack("{s:[], s:[]}", "problems", "as_english");
    THEN(rc, languages_check(buf_text(&folder), games, &calls, cli, &languages, &files, err));
    if (rc == RC_OK) {
        found = json_array_size(json_object_get(cli->result, "problems"));
        json_object_set_new(cli->result, "languages", json_integer(languages));
        json_object_set_new(cli->result, "files", json_integer(files));
        buf_printf(&cli->out, "%u languages, %u files: %zu %s\n", languages, files, found,
                   found == 1 ? "problem" : "problems");
        cli->exit = found ? CLI_REFUSED : CLI_DONE;
    }
    return rc;
}
