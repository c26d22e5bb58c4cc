/* SPDX-License-Identifier: MIT */
/* Opens and closes the server for a command, and finds numbers, seats and times in its words. */
#include "cli/server.h"

#include <stdio.h>

#include "base/timetext.h"
#include "play/desk_open.h"
#include "people/people.h"
#include "schedule/practice.h"
#include "reader/reader.h"

enum rc server_config(const struct cli *cli, struct server *server, struct err *err)
{
    char path[CONFIG_TEXT_BYTES];

    TRY(config_find(cli->server, path, err));
    server->config = calloc(1, sizeof *server->config);
    FAIL_IF(!server->config, err, RC_NO_MEMORY, "no memory for the configuration");
    return config_load(path, server->config, err);
}

/* Without a server, too: what is installed, or what a build in its folder names. */
enum rc server_data_folder(const struct cli *cli, char folder[CONFIG_TEXT_BYTES], struct err *err)
{
    const char *data = getenv("POSTERN_DATADIR");
    struct server server = {0};
    struct text text = text_in(folder, CONFIG_TEXT_BYTES);

    if (server_config(cli, &server, NULL) == RC_OK)
        text_put(&text, server.config->data);
    else
        TEXT_PUT(&text, data ? data : POSTERN_DATADIR, "/data");
    server_close(&server);
    return text.cut ? ERR(err, RC_TOO_LONG, "the path of the data folder is too long") : RC_OK;
}

/* The world as it is, and letters read by a process without keys. */
enum rc server_world(struct server *server, struct desk_world *world, struct err *err)
{
    enum rc rc = reader_open(NULL, 0, &server->reader, err);

    *world = desk_world_system;
    world->reader = server->reader;
    return rc;
}

enum rc server_open(const struct cli *cli, struct server *server, struct err *err)
{
    struct log log = {.open = true, .fd = 2, .least = LOG_ERROR};
    struct desk_world world;

    TRY(server_config(cli, server, err));
    TRY(server_world(server, &world, err));
    return desk_open(server->config, &world, &log, &server->desk, err);
}

void server_close(struct server *server)
{
    desk_close(server->desk);
    reader_close(server->reader);
    free(server->config);
    *server = (struct server){0};
}

enum rc server_use(struct cli *cli, struct err *err)
{
    enum rc rc;

    cli->opened = calloc(1, sizeof *cli->opened);
    rc = cli->opened ? server_open(cli, cli->opened, err) : ERR(err, RC_NO_MEMORY, "no memory");
    cli->desk = cli->opened ? cli->opened->desk : NULL;
    return rc;
}

enum rc server_change(struct cli *cli, struct err *err)
{
    TRY(server_use(cli, err));
    return desk_begin(cli->desk, err);
}

enum rc server_use_of(struct cli *cli, const char *what, int64_t *number, struct err *err)
{
    TRY(server_number(cli->word[0], what, number, err));
    return server_use(cli, err);
}

enum rc server_change_of(struct cli *cli, const char *what, int64_t *number, struct err *err)
{
    TRY(server_use_of(cli, what, number, err));
    return desk_begin(cli->desk, err);
}

enum rc server_words_check(const struct cli *cli, struct err *err)
{
    return cli->desk ? library_words_check(cli->desk->library, false, err) : RC_OK;
}

void server_leave(struct cli *cli)
{
    if (cli->opened)
        server_close(cli->opened);
    free(cli->opened);
}

enum rc server_number(const char *word, const char *what, int64_t *number, struct err *err)
{
    if (text_to_int(word, strlen(word), number) && *number > 0)
        return RC_OK;
    return cli_find(what, "list")
               ? ERR(err, RC_USAGE, "'", word, "' is not the number of a ", what,
                     "; they stand in postern ", what, " list")
               : ERR(err, RC_USAGE, "'", word, "' is not the number of a ", what);
}

enum rc server_language(struct desk *desk, const char *word, const char **code, struct err *err)
{
    const struct language *language;
    TEXT_IN(text, codes, 128);

    *code = desk->config->language;
    if (!word || !*word)
        return RC_OK;
    language = library_language_named(desk->library, word, true);
    for (size_t i = 0; !language && library_language_at(desk->library, i); i++)
        TEXT_PUT(&text, i ? ", " : "", language_code(library_language_at(desk->library, i)));
    if (!language)
        return ERR(err, RC_NOT_FOUND, "there is no language '", word, "' here; there are ", codes);
    *code = language_code(language);
    return RC_OK;
}

enum rc server_since(const char *word, int64_t now_s, int64_t *since_s, struct err *err)
{
    enum { DAY_S = 86400 };
    char stamp[TIMETEXT_BYTES] = "";
    int64_t age_s = 0, today_s = now_s - now_s % DAY_S;

    if (text_equal(word, "today"))
        *since_s = today_s;
    else if (text_equal(word, "yesterday"))
        *since_s = today_s - DAY_S;
    else if (config_duration(word, strlen(word), &age_s))
        *since_s = now_s - age_s;
    else {
        snprintf(stamp, sizeof stamp, "%s%s", strlen(word) > 20 ? "" : word,
                 strlen(word) == 10 ? "T00:00:00Z" : "");
        FAIL_IF(!timetext_read(stamp, strlen(stamp), since_s), err, RC_USAGE, "'", word,
                "' is no time: write 2026-11-21, today, yesterday or 12h");
    }
    return RC_OK;
}

enum rc server_seat(struct desk *desk, const struct position *position, const char *word,
                    unsigned *seat, struct err *err)
{
    char seats[TEXT_INT_BYTES];
    int64_t number = 0;

    FAIL_IF(!word, err, RC_USAGE, "say whose seat by --seat: a number, a name or an address");
    if (!text_to_int(word, strlen(word), &number)) {
        int64_t player = 0;

        TRY(people_find(desk, word, &player, err));
        for (unsigned s = 1; s <= position->genesis.seats; s++)
            if (position->player[s] == player)
                number = s;
        FAIL_IF(!number, err, RC_NOT_FOUND, word, " has no seat in this game");
    } else if (number < 1 || number > (int64_t)position->genesis.seats)
        return ERR(err, RC_NOT_FOUND, "this game has seats 1 to ",
                   text_of_int(seats, (int64_t)position->genesis.seats));
    *seat = (unsigned)number;
    return RC_OK;
}

const char *server_time(int64_t time_s, char out[24])
{
    char stamp[TIMETEXT_BYTES];

    out[0] = '\0';
    if (time_s > 0 && timetext_write(time_s, stamp))
        snprintf(out, 24, "%.10s %.5s", stamp, stamp + 11);
    return out;
}

const char *server_stamp(int64_t time_s, char out[24])
{
    char stamp[TIMETEXT_BYTES];

    out[0] = '\0';
    if (time_s > 0 && timetext_write(time_s, stamp))
        snprintf(out, 24, "%.16sZ", stamp);
    return out;
}

json_t *server_json(const struct value *value)
{
    json_t *made;

    switch (value_kind_of(value)) {
    case VALUE_FLAG:
        return json_boolean(value_is_true(value));
    case VALUE_LIST:
        made = json_array();
        for (size_t i = 0; i < value_count(value); i++)
            json_array_append_new(made, server_json(value_at(value, i)));
        return made;
    case VALUE_MAP:
        made = json_object();
        for (size_t i = 0; i < value_count(value); i++)
            json_object_set_new(made, value_key_at(value, i),
                                server_json(value_get(value, value_key_at(value, i))));
        return made;
    default:
        return json_string(value_get_text(value));
    }
}

void server_on_problem(void *user, const char *problem)
{
    struct cli *cli = user;

    buf_printf(&cli->out, "%s\n", problem);
    json_array_append_new(json_object_get(cli->result, "problems"), json_string(problem));
    cli->exit = CLI_REFUSED;
}

void server_tell_forgotten(struct cli *cli, const struct config *config, bool at_once)
{
    if (config->replica[0])
        buf_put(
            &cli->out,
            "The replica for the second host holds the keys as long as Litestream keeps what is\n"
            "old there (its snapshots' `retention`, 24h if not set): doc/replica.md.\n");
    if (!at_once)
        buf_put(
            &cli->out,
            "Another program reads the ledger (Litestream does, always), so their bytes stand in\n"
            "its write-ahead file until that is emptied: about a minute with Litestream.\n");
}

enum rc server_add_opponents(struct cli *cli, unsigned *added, struct err *err)
{
    OWN_OPEN(server) server = {0};

    TRY(server_open(cli, &server, err));
    TRY(desk_begin(server.desk, err));
    TRY(practice_add_all(server.desk, added, err));
    return desk_commit(server.desk, err);
}

void server_put_aside(const char *number, struct buf *out)
{
    buf_printf(out,
               "nothing in it was carried out. postern letter why %s says what stopped it. If that "
               "is BUG or crashed, the fault is ours: report it with the version, " PACKAGE_VERSION
               ", the output of postern letter show %s (without what is private in it; the letter "
               "lies in the mail's folder Aside, too), and the line letter-set-aside of posternd's "
               "log. After an update: postern letter requeue %s. Meanwhile postern seat say enters "
               "what the player wanted. postern letter quarantine %s leaves it",
               number, number, number, number);
}
