/* SPDX-License-Identifier: MIT */
/* verify, draw, case, rules, help: what needs no server. */
#include "cli/commands.h"

#include <errno.h>
#include <unistd.h>

#include "cli/bench.h"
#include "draw/draw.h"
#include "games/games.h"
#include "rules/case.h"
#include "server/clauses.h"
#include "server/files.h"
#include "server/titles.h"
#include "tell/tell.h"

enum { FILE_MOST = 4 << 20, REPORT_FIRST = 16384 };

/* ---- verify: the player's own program does it ---- */

enum rc cmd_verify(struct cli *cli, struct err *err)
{
    const char *own = getenv("POSTERN_PROOF");
    char *const argv[] = {(char *)(uintptr_t) "postern-proof", (char *)(uintptr_t) "verify",
                          (char *)(uintptr_t)cli->word[0], NULL};

    FAIL_IF(!cli->word[0][strspn(cli->word[0], "0123456789")] && access(cli->word[0], F_OK) != 0,
            err, RC_NOT_FOUND, "there is no file ", cli->word[0], "; of a game, make one: postern",
            " game export ", cli->word[0], " >game-", cli->word[0], ".record");
    execvp(own ? own : "postern-proof", argv);
    return ERR(err, RC_NOT_FOUND, "postern-proof: ", strerror(errno),
               "; it is installed with postern; POSTERN_PROOF names it elsewhere");
}

static enum rc find_game(const struct library *library, const char *name, const struct game **game,
                         struct err *err)
{
    *game = name && *name ? titles_find(library, name, strlen(name)) : games[0];
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

static enum rc draw_picture(const struct scene *scene, const struct draw_look *look,
                            struct buf *out, struct err *err)
{
    OWN(buf) svg = {0};

    TRY(draw_fonts_check(err));
    TRY(draw_svg(scene, look, &svg, err));
    return draw_png(buf_text(&svg), svg.length, DRAW_PNG_WIDTH_MAIL, out, err);
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
    OWN_MEMORY void *state = calloc(1, GAME_STATE_MAX);
    OWN_MEMORY void *view = calloc(1, GAME_STATE_MAX);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    const char *version = NULL;
    const void *rulebook;
    OWN(buf) text = {0};
    enum rc rc;

    FAIL_IF(!state || !view || !scene, err, RC_NO_MEMORY, "no memory for a board");
    TRY(cli_read(cli->word[0], FILE_MOST, &text, err));
    for (const char *const *v = game->versions; *v; v++)
        version = *v;
    TRY(library_rulebook(bench->library, game, version, &rulebook, err));
    rc = game->text->read(rulebook, buf_text(&text), text.length, state, err);
    if (rc != RC_OK) {
        err_where(err, cli->word[0], 0, 0);
        return rc;
    }
    game_view(game, rulebook, state, SEAT_PUBLIC, view);
    game_scene(game, rulebook, cli_flag(cli, "open") ? state : view, SEAT_PUBLIC, NULL, 0, scene);
    cli->is_file = true;
    return draw_scene(scene, &look, format, &cli->out, err);
}

enum rc cmd_draw(struct cli *cli, struct err *err)
{
    OWN_OPEN(bench) bench = {0};
    const struct game *game;
    int format;

    TRY(read_format(cli, &format, err));
    TRY(bench_open(cli, &bench, err));
    TRY(find_game(bench.library, cli_value(cli, "game"), &game, err));
    return draw_file(cli, &bench, game, format, err);
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
    OWN(buf) data = {0};
    TEXT_IN(text, beside, CONFIG_TEXT_BYTES);
    unsigned count;
    enum rc rc;

    for (const char *const *v = game->versions; !head->version[0] && *v; v++)
        version = *v;
    if (!head->data[0])
        return library_rulebook(bench->library, game, version, rulebook, err);
    count = library_files(bench->library, game, version, &files);
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

        FAIL_IF(!more, err, RC_NO_MEMORY, "no memory for the report of a case");
        *report = more;
        text_init(&out, more, most);
        case_run(game, rulebook, lexicon, buf_text(text), text->length, room, &out);
    }
    return RC_OK;
}

/* Run one file. *report, to be freed, says what is broken; "" when all holds. */
static enum rc run_case(struct bench *bench, const char *path, struct case_room *room,
                        char **report, struct err *err)
{
    struct case_head head;
    OWN(buf) text = {0};
    const struct game *game;
    const void *rulebook;
    OWN_MEMORY void *own = NULL;
    enum rc rc;

    TRY(cli_read(path, FILE_MOST, &text, err));
    rc = case_read_head(buf_text(&text), text.length, &head, err);
    THEN(rc, find_game(bench->library, head.game, &game, err));
    THEN(rc, case_rulebook(bench, game, &head, path, &rulebook, &own, err));
    THEN(rc,
         report_case(game, rulebook, language_lexicon(library_language(bench->library, NULL), game),
                     &text, room, report, err));
    if (rc != RC_OK)
        err_where(err, path, 0, 0);
    return rc;
}

/* Add what became of a file to what is printed; true if all holds. Among several files one that
 * cannot be run is told like a broken one, and the others are run. */
static bool tell_case(struct cli *cli, const char *path, const char *report, const struct err *err)
{
    bool holds = err->rc == RC_OK && !*report;
    TEXT_IN(text, line, 16);

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
    OWN_MEMORY struct case_room *room = calloc(1, sizeof *room);
    struct bench bench = {0};
    unsigned broken = 0;
    enum rc rc =
        room ? bench_open(cli, &bench, err) : ERR(err, RC_NO_MEMORY, "no memory for a case");

    cli->result = json_array();
    for (unsigned i = 0; i < cli->word_count && rc == RC_OK; i++) {
        struct err wrong = {0};
        OWN_MEMORY char *report = NULL;

        if (run_case(&bench, cli->word[i], room, &report, &wrong) != RC_OK &&
            (cli->word_count == 1 || wrong.rc == RC_NO_MEMORY)) {
            *err = wrong;
            rc = wrong.rc;
        } else
            broken += !tell_case(cli, cli->word[i], report, &wrong);
    }
    if (rc == RC_OK && cli->word_count > 1)
        buf_printf(&cli->out, "%u hold, %u broken\n", cli->word_count - broken, broken);
    cli->exit = broken ? CLI_REFUSED : CLI_DONE;
    bench_close(&bench);
    return rc;
}

/* ---- rules: one clause of a catalogue ---- */

enum rc cmd_rules(struct cli *cli, struct err *err)
{
    struct server server = {0};
    TEXT_IN(text, folder, CONFIG_TEXT_BYTES);

    clauses_folder(server_config(cli, &server, NULL) == RC_OK ? server.config->templates : NULL,
                   &text);
    server_close(&server);
    TRY(clauses_find(folder, games, cli->word[0], &cli->out, NULL, err));
    cli->result = json_pack("{s:s, s:s}", "clause", cli->word[0], "text", buf_text(&cli->out));
    return RC_OK;
}

/* ---- help: what players are told by letter ---- */

static bool put_help(const struct tell *tell, const char *topic, struct buf *out)
{
    char key[SENTENCE_KEY_BYTES];
    OWN(buf) text = {0};
    bool found;

    if (!tell_help_find(tell, topic, key))
        return false;
    if (text_equal(key, "help.")) {
        tell_help_write(tell, "help.rules", &text);
        tell_help_write(tell, "help.orders", &text);
    } else
        tell_help_write(tell, key, &text);
    found = text.length > 0;
    if (found)
        buf_printf(out, "%s%s\n", out->length ? "\n" : "", buf_text(&text));
    return found;
}

static enum rc put_topic(const struct cli *cli, struct buf *topic, struct err *err)
{
    for (unsigned i = 0; i < cli->word_count; i++)
        buf_printf(topic, "%s%s", i ? " " : "", cli->word[i]);
    if (!topic->length)
        buf_put(topic, "rules");
    return buf_rc(topic, err);
}

static enum rc help_on(struct cli *cli, const char *topic, struct err *err)
{
    OWN_OPEN(bench) bench = {0};
    bool found = false;

    TRY(bench_open(cli, &bench, err));
    for (const struct game *const *game = games; *game; game++) {
        const struct language *language =
            library_language(bench.library, cli_value(cli, "language"));
        const struct tell tell = {.sentences = language_sentences(language),
                                  .game = *game,
                                  .lexicon = language_lexicon(language, *game)};
        const char *only = cli_value(cli, "game");

        if (only && !text_equal(only, (*game)->name))
            continue;
        if (text_equal(topic, "glossary")) {
            tell_glossary(&tell, NULL, &cli->out);
            buf_put_char(&cli->out, '\n');
            found = true;
        } else
            found |= put_help(&tell, topic, &cli->out);
    }
    FAIL_IF(!found, err, RC_NOT_FOUND, "there is no help on ", topic,
            "; ask for a word of a game, rules, orders or glossary; on a command: postern "
            "COMMAND --help");
    cli->result = json_pack("{s:s, s:s}", "topic", topic, "text", buf_text(&cli->out));
    return RC_OK;
}

/* Who asks here for help on a command means the program's own; where a game has that word, too, as
 * "rules", the game's comes first. */
enum rc cmd_help(struct cli *cli, struct err *err)
{
    const char *first = cli->word_count ? cli->word[0] : "";
    const struct cli_command *command = cli_find(first, cli->word_count == 2 ? cli->word[1] : NULL);
    struct err own = {0};
    OWN(buf) topic = {0};
    enum rc rc = RC_NOT_FOUND;

    TRY(put_topic(cli, &topic, err));
    if (!command || !strchr(command->name, ' '))
        rc = help_on(cli, buf_text(&topic), &own);
    if (rc == RC_NOT_FOUND && command) {
        cli_help(command, &cli->out);
        cli->result = json_pack("{s:s, s:s}", "topic", command->name, "text", buf_text(&cli->out));
        return RC_OK;
    }
    if (!cli->word_count)
        buf_put(&cli->out, "\nThat is how the games go. What this program does: postern --help\n");
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}
