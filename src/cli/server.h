/* SPDX-License-Identifier: MIT */
/* What the commands share: opening the server, finding seats, showing lines. */
#pragma once

#include "cli/cli.h"
#include "letter/value.h"
#include "play/position.h"
#include "server/config.h"
#include "server/desk.h"

enum { CLI_INPUT_MOST = 1 << 20 }; /* orders from a file */

/* The opened server of one command; zero-initialise, close in any case. */
struct server {
    struct config *config;
    struct desk *desk;
    struct reader *reader; /* of letters; its program starts when one is read */
};
/* The folder with the games' data files: of the server where there is one, else of
 * POSTERN_DATADIR, else as installed. */
enum rc server_data_folder(const struct cli *cli, char folder[CONFIG_TEXT_BYTES], struct err *err);
/* The system's world, with a reader; once. */
enum rc server_world(struct server *server, struct desk_world *world, struct err *err);
/* Find and read the configuration; see config_find. */
enum rc server_config(const struct cli *cli, struct server *server, struct err *err);
/* The same, and open ledger, keys and library. */
enum rc server_open(const struct cli *cli, struct server *server, struct err *err);
void server_close(struct server *server);
/* Open the server for the whole command: cli->desk. With a change begun; with the number of the
 * first word, of a game, say, read before. */
enum rc server_use(struct cli *cli, struct err *err);
enum rc server_change(struct cli *cli, struct err *err);
enum rc server_use_of(struct cli *cli, const char *what, int64_t *number, struct err *err);
enum rc server_change_of(struct cli *cli, const char *what, int64_t *number, struct err *err);
/* What was wrong with the words of languages that a command asked for. */
enum rc server_words_check(const struct cli *cli, struct err *err);
void server_leave(struct cli *cli);

/* A number of a game or letter on the command line. fails RC_USAGE */
enum rc server_number(const char *word, const char *what, int64_t *number, struct err *err);
/* The seat given by --seat: a number, or a player's name or address.
 * fails  RC_USAGE: needed and not given; RC_NOT_FOUND: he has no seat there */
enum rc server_seat(struct desk *desk, const struct position *position, const char *word,
                    unsigned *seat, struct err *err);
/* The code of a language by its code or name, in any language; "" and NULL: the server's own.
 * fails RC_NOT_FOUND */
enum rc server_language(struct desk *desk, const char *word, const char **code, struct err *err);
/* "2026-11-01", "2026-11-01T22:30:00Z", "today", "yesterday" (days in UTC), or how long ago, "12h".
 * fails RC_USAGE */
enum rc server_since(const char *word, int64_t now_s, int64_t *since_s, struct err *err);
/* For commands that change a game: open the server and begin a change of the game of the first
 * word; then end it, saying and printing which entry it is by now. */
enum rc server_begin(struct cli *cli, struct position **position, struct err *err);
enum rc server_done(struct cli *cli, const struct position *position, const char *what,
                    struct err *err);
/* Append the lines of [server] that name data/ and templates/ in a folder: the one given, else that
 * of the environment's POSTERN_DATADIR; nothing where they are installed. */
enum rc server_data_lines(const char *data, struct buf *conf, struct err *err);
/* What changes while a server runs, and may lie in a folder of its own (--state). */
enum { SERVER_STATES = 5 };
extern const struct server_state {
    const char *section, *key, *name;
} server_state[SERVER_STATES];
/* in     state: NULL = none was named
 * fails  RC_USAGE, RC_NOT_FOUND: no such folder, or none where one is needed: in /etc a service may
 *        not write */
enum rc server_check_state(const char *folder, const char *state, struct err *err);
/* A practice opponent for each level that has none; opens the server itself. out: how many came. */
enum rc server_add_opponents(struct cli *cli, unsigned *added, struct err *err);
/* Tell a problem, which cli->result lists among its "problems": the command refuses. */
void server_on_problem(void *cli, const char *problem);
/* Behind what was forgotten: where its keys live on for a while.
 * in     at_once: of care_forgotten */
void server_tell_forgotten(struct cli *cli, const struct config *config, bool at_once);
/* Append what can be done about a letter that was set aside: its number, or NUMBER of several. */
void server_put_aside(const char *number, struct buf *out);
/* "2026-11-21 22:30" (UTC); "" for none. */
const char *server_time(int64_t time_s, char out[24]);
/* "2026-11-21T22:30Z", as --json has it; "" for none. */
const char *server_stamp(int64_t time_s, char out[24]);
/* A map of values as JSON. */
json_t *server_json(const struct value *value);
