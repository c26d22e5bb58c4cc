/* SPDX-License-Identifier: MIT */
/* verify, draw, case, rules: what needs no server. */
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/bench.h"
#include "draw/draw.h"
#include "games/games.h"
#include "rules/case.h"
#include "server/files.h"

enum { FILE_MOST = 4 << 20, REPORT_FIRST = 16384 };

/* ---- verify: the player's own program does it ---- */

enum rc cmd_verify(struct cli *cli, struct err *err)
{
    const char *own = getenv("POSTERN_PROOF");
    char *const argv[] = {(char *)(uintptr_t) "postern-proof", (char *)(uintptr_t) "verify",
                          (char *)(uintptr_t)cli->word[0], NULL};

    execvp(own ? own : "postern-proof", argv);
    return ERR(err, RC_NOT_FOUND, "postern-proof: ", strerror(errno),
               "; it is installed with "
               "postern; POSTERN_PROOF names it elsewhere");
}

static enum rc find_game(const struct cli *cli, const char *name, const struct game **game,
                         struct err *err)
{
    (void)cli;
    *game = name && *name ? games_find(name) : games[0];
    return *game ? RC_OK
                 : ERR(err, RC_NOT_FOUND, "there is no game called '", name,
                       "'; see postern game new --help");
}

/* ---- draw ---- */

static const char *const formats[] = {"text", "ascii", "svg", "png", "speech", NULL};
enum { FORMAT_TEXT, FORMAT_ASCII, FORMAT_SVG, FORMAT_PNG, FORMAT_SPEECH };

static enum rc read_format(const struct cli *cli, int *format, struct err *err)
{
    const char *word = cli_value(cli, "format");

    *format = FORMAT_TEXT;
    for (int i = 0; word && formats[i]; i++)
        if (text_equal(formats[i], word)) {
            *format = i;
            return RC_OK;
        }
    return word ? ERR(err, RC_USAGE, "--format is text, ascii, svg, png or speech") : RC_OK;
}

/* As letters have it. */
static enum rc draw_picture(const struct scene *scene, const struct draw_look *look,
                            struct buf *out, struct err *err)
{
    struct draw_parts *parts = calloc(1, sizeof *parts);
    struct draw_cache *cache = draw_cache_new(DRAW_CACHE_BYTES);
    struct buf svg = {0};
    enum rc rc = parts && cache ? draw_fonts_check(err) : ERR(err, RC_NO_MEMORY, "out of memory");

    if (rc == RC_OK)
        rc = draw_svg_parts(scene, look, &svg, parts, err);
    if (rc == RC_OK)
        rc =
            draw_png_parts(cache, buf_text(&svg), svg.length, parts, DRAW_PNG_WIDTH_MAIL, out, err);
    buf_fini(&svg);
    draw_cache_free(cache);
    free(parts);
    return rc;
}

static enum rc draw_scene(const struct scene *scene, const struct draw_look *look, int format,
                          struct buf *out, struct err *err)
{
    if (format == FORMAT_TEXT || format == FORMAT_ASCII)
        return draw_text(scene, look, out, err);
    if (format == FORMAT_SPEECH)
        return draw_speech(scene, look, out, err);
    if (format == FORMAT_SVG)
        return draw_svg(scene, look, out, err);
    return draw_picture(scene, look, out, err);
}

static enum rc draw_file(struct cli *cli, struct bench *bench, const struct game *game, int format,
                         struct err *err)
{
    const struct language *language = library_language(bench->library, cli_value(cli, "language"));
    struct draw_look look = {.words = language_words(language),
                             .lexicon = language_lexicon(language, game),
                             .ascii = format == FORMAT_ASCII};
    void *state = calloc(1, GAME_STATE_MAX), *view = calloc(1, GAME_STATE_MAX);
    struct scene *scene = calloc(1, sizeof *scene);
    const char *version = NULL;
    const void *rulebook;
    struct buf text = {0};
    enum rc rc = state && view && scene ? cli_read(cli->word[0], FILE_MOST, &text, err)
                                        : ERR(err, RC_NO_MEMORY, "no memory for a board");

    for (const char *const *v = game->versions; *v; v++)
        version = *v;
    if (rc == RC_OK)
        rc = library_rulebook(bench->library, game, version, &rulebook, err);
    if (rc == RC_OK) {
        rc = game->text->read(rulebook, buf_text(&text), text.length, state, err);
        err_where(rc == RC_OK ? NULL : err, cli->word[0], 0, 0);
    }
    if (rc == RC_OK) {
        game_view(game, rulebook, state, SEAT_PUBLIC, view);
        game_scene(game, rulebook, cli_flag(cli, "open") ? state : view, SEAT_PUBLIC, NULL, 0,
                   scene);
        rc = draw_scene(scene, &look, format, &cli->out, err);
    }
    buf_fini(&text);
    free(state);
    free(view);
    free(scene);
    return rc;
}

enum rc cmd_draw(struct cli *cli, struct err *err)
{
    struct bench bench = {0};
    const struct game *game;
    int format;
    enum rc rc = read_format(cli, &format, err);

    if (rc == RC_OK)
        rc = find_game(cli, cli_value(cli, "game"), &game, err);
    if (rc == RC_OK)
        rc = bench_open(cli, &bench, err);
    if (rc == RC_OK)
        rc = draw_file(cli, &bench, game, format, err);
    bench_close(&bench);
    return rc;
}

/* ---- case ---- */

/* The rulebook of a case; *own, to be freed, when it brings data of its own. */
static enum rc case_rulebook(struct bench *bench, const struct game *game,
                             const struct case_head *head, const char *path, const void **rulebook,
                             void **own, struct err *err)
{
    struct game_file file[GAME_FILES_MAX];
    const struct game_file *files;
    const char *version = head->version, *slash = strrchr(path, '/');
    char beside[CONFIG_TEXT_BYTES];
    struct buf data = {0};
    struct text text;
    unsigned count;
    enum rc rc;

    for (const char *const *v = game->versions; !head->version[0] && *v; v++)
        version = *v;
    if (!head->data[0])
        return library_rulebook(bench->library, game, version, rulebook, err);
    count = library_files(bench->library, game, version, &files);
    text_init(&text, beside, sizeof beside);
    text_put_bytes(&text, path, slash ? (size_t)(slash + 1 - path) : 0);
    text_put(&text, head->data);
    memcpy(file, files, count * sizeof *file);
    rc = files_read(beside, FILE_MOST, &data, err);
    *own = calloc(1, game->rulebook_bytes);
    if (rc == RC_OK && !*own)
        rc = ERR(err, RC_NO_MEMORY, "no memory for the rules of ", game->title);
    if (rc == RC_OK) {
        file[count - 1] = (struct game_file){head->data, buf_text(&data), data.length};
        rc = game->rules->load(file, count, version, *own, err);
    }
    buf_fini(&data);
    *rulebook = *own;
    return rc;
}

/* Run a case into a report of any length: one that was cut short is run once more with more room.
 */
static enum rc report_case(const struct game *game, const void *rulebook,
                           const struct lexicon *lexicon, const struct buf *text,
                           struct case_room *room, char **report, struct err *err)
{
    struct text out = {.cut = true};

    for (size_t most = REPORT_FIRST; out.cut; most *= 4) {
        char *more = realloc(*report, most);

        if (!more)
            return ERR(err, RC_NO_MEMORY, "no memory for the report of a case");
        *report = more;
        text_init(&out, more, most);
        case_run(game, rulebook, lexicon, buf_text(text), text->length, room, &out);
    }
    return RC_OK;
}

/* Run one file. *report, to be freed, says what is broken; "" when all holds. */
static enum rc run_case(const struct cli *cli, struct bench *bench, const char *path,
                        struct case_room *room, char **report, struct err *err)
{
    struct case_head head;
    struct buf text = {0};
    const struct game *game;
    const void *rulebook;
    void *own = NULL;
    enum rc rc = cli_read(path, FILE_MOST, &text, err);

    if (rc != RC_OK)
        return rc;
    rc = case_read_head(buf_text(&text), text.length, &head, err);
    if (rc == RC_OK)
        rc = find_game(cli, head.game, &game, err);
    if (rc == RC_OK)
        rc = case_rulebook(bench, game, &head, path, &rulebook, &own, err);
    if (rc == RC_OK)
        rc = report_case(game, rulebook,
                         language_lexicon(library_language(bench->library, NULL), game), &text,
                         room, report, err);
    if (rc != RC_OK)
        err_where(err, path, 0, 0);
    buf_fini(&text);
    free(own);
    return rc;
}

/* Add what became of a file to what is printed; true if all holds. Among several files one that
 * cannot be run is told like a broken one, and the others are run. */
static bool tell_case(struct cli *cli, const char *path, const char *report, const struct err *err)
{
    bool holds = err->rc == RC_OK && !*report;
    char line[16];
    struct text text;

    text_init(&text, line, sizeof line);
    text_put_int(&text, (long)err->line);
    buf_printf(&cli->out, "%s: %s\n", path, holds ? "holds" : "broken");
    if (err->rc != RC_OK)
        buf_printf(&cli->out, "%s%s%s%s\n", err->line ? "line " : "", err->line ? line : "",
                   err->line ? ": " : "", err->text[0] ? err->text : rc_text(err->rc));
    else
        buf_put(&cli->out, report);
    json_array_append_new(cli->result, json_pack("{s:s, s:b, s:s}", "file", path, "holds", holds,
                                                 "report", err->rc == RC_OK ? report : err->text));
    return holds;
}

enum rc cmd_case(struct cli *cli, struct err *err)
{
    struct case_room *room = calloc(1, sizeof *room);
    struct bench bench = {0};
    unsigned broken = 0;
    enum rc rc =
        room ? bench_open(cli, &bench, err) : ERR(err, RC_NO_MEMORY, "no memory for a case");

    cli->result = json_array();
    for (unsigned i = 0; i < cli->word_count && rc == RC_OK; i++) {
        struct err wrong = {0};
        char *report = NULL;

        if (run_case(cli, &bench, cli->word[i], room, &report, &wrong) != RC_OK &&
            (cli->word_count == 1 || wrong.rc == RC_NO_MEMORY)) {
            *err = wrong;
            rc = wrong.rc;
        } else
            broken += !tell_case(cli, cli->word[i], report, &wrong);
        free(report);
    }
    if (rc == RC_OK && cli->word_count > 1)
        buf_printf(&cli->out, "%u hold, %u broken\n", cli->word_count - broken, broken);
    cli->exit = broken ? CLI_REFUSED : CLI_DONE;
    bench_close(&bench);
    free(room);
    return rc;
}

/* ---- rules: one clause of a catalogue ---- */

/* Where the number of a clause, in any case, stands between two marks; NULL if nowhere. */
static const char *find_heading(const char *catalogue, const char *before, const char *clause,
                                const char *behind)
{
    char mark[64];
    struct text text;

    text_init(&text, mark, sizeof mark);
    text_put(&text, before);
    for (; *clause; clause++)
        text_put_char(&text, *clause >= 'a' && *clause <= 'z' ? (char)(*clause - 32) : *clause);
    text_put(&text, behind);
    return strstr(catalogue, mark);
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

/* Where the catalogues are: in POSTERN_DATADIR, else beside the server's templates, else as
 * installed. */
static void put_catalogues(const struct cli *cli, struct text *out)
{
    const char *data = getenv("POSTERN_DATADIR");
    struct server server = {0};
    const char *slash;

    if (!data && server_config(cli, &server, NULL) == RC_OK &&
        (slash = strrchr(server.config->templates, '/')))
        text_put_bytes(out, server.config->templates, (size_t)(slash - server.config->templates));
    else
        text_put(out, data ? data : POSTERN_DATADIR);
    server_close(&server);
    text_put(out, "/doc/rules/");
}

enum rc cmd_rules(struct cli *cli, struct err *err)
{
    bool found = false;
    enum rc rc = RC_OK;

    for (const struct game *const *game = games; *game && rc == RC_OK && !found; game++) {
        char path[CONFIG_TEXT_BYTES];
        struct buf catalogue = {0};
        struct text text;

        text_init(&text, path, sizeof path);
        put_catalogues(cli, &text);
        for (const char *c = (*game)->name; *c; c++)
            text_put_char(&text, *c == '_' ? '-' : *c);
        text_put(&text, ".md");
        rc = files_read(path, FILE_MOST, &catalogue, err);
        found = rc == RC_OK && find_clause(buf_text(&catalogue), cli->word[0], &cli->out);
        buf_fini(&catalogue);
    }
    if (rc == RC_OK && !found)
        rc = ERR(err, RC_NOT_FOUND, "no catalogue has a clause ", cli->word[0]);
    if (rc == RC_OK)
        cli->result = json_pack("{s:s, s:s}", "clause", cli->word[0], "text", buf_text(&cli->out));
    return rc;
}
