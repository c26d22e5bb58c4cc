/* SPDX-License-Identifier: MIT */
/* The server's configuration file: ini syntax, every key a row of one table, which is also the
 * help text and what the commented example is checked against. Reads text; opens no socket.
 *
 * Sections in brackets, `key = value` lines, '#' or ';' starts a comment line. Relative paths
 * count from the folder of the file. Durations: a number and s, m, h or d ("36h").
 * Source: a well-known syntax, every key explained. */
#pragma once

#include "base/base.h"

enum { CONFIG_TEXT_BYTES = 512 }; /* a path, host or address; longer ones are refused */

enum config_transport { CONFIG_MAILDIR, CONFIG_IMAP, CONFIG_SMTP };
enum config_tls { CONFIG_TLS_WRAPPED, CONFIG_TLS_STARTTLS, CONFIG_TLS_NONE };

struct config_login {
    char host[CONFIG_TEXT_BYTES];
    int64_t port;
    int64_t tls; /* enum config_tls */
    char user[CONFIG_TEXT_BYTES];
    char password_file[CONFIG_TEXT_BYTES];
    char password_credential[CONFIG_TEXT_BYTES]; /* a name in $CREDENTIALS_DIRECTORY */
    char password_command[CONFIG_TEXT_BYTES];
    char token_command[CONFIG_TEXT_BYTES];
    char ca_file[CONFIG_TEXT_BYTES];
};

/* The kinds as post_config.h counts them, after CONFIG_FORUM_NONE. */
enum config_blocks { CONFIG_BLOCKS_NO, CONFIG_BLOCKS_YES, CONFIG_BLOCKS_LINKED };
enum config_forum_kind {
    CONFIG_FORUM_NONE,
    CONFIG_FORUM_DISCOURSE,
    CONFIG_FORUM_NODEBB,
    CONFIG_FORUM_NODEBB1
};

/* Whose result is a seat's that changed hands? */
enum config_replaced { CONFIG_REPLACED_MOST, CONFIG_REPLACED_LAST, CONFIG_REPLACED_FIRST };

struct config_forum {
    int64_t kind; /* enum config_forum_kind */
    char url[CONFIG_TEXT_BYTES];
    char robot[CONFIG_TEXT_BYTES];
    char key_file[CONFIG_TEXT_BYTES];
    char key_command[CONFIG_TEXT_BYTES];
    char password_file[CONFIG_TEXT_BYTES];
    char ca_file[CONFIG_TEXT_BYTES];
    int64_t category;
    int64_t played_only; /* topics for games with a player of the forum alone */
    int64_t pictures, messages;
    int64_t poll_s;
    int64_t post_bytes; /* 0 = as the kind of forum takes */
};

struct config_notices {
    int64_t on, inside;
    int64_t hourly; /* to one player */
    char ca_file[CONFIG_TEXT_BYTES];
    char matrix[CONFIG_TEXT_BYTES]; /* "https://matrix.example"; "" = none */
    char matrix_token_file[CONFIG_TEXT_BYTES];
};

/* Fixed size, caller owns; filled by config_read. Holds no secret: passwords stay in files. */
struct config {
    char folder[CONFIG_TEXT_BYTES]; /* of the file */
    char name[CONFIG_TEXT_BYTES];
    char ledger[CONFIG_TEXT_BYTES];
    char keys[CONFIG_TEXT_BYTES];
    char mark[CONFIG_TEXT_BYTES];
    char spool[CONFIG_TEXT_BYTES];
    char replica[CONFIG_TEXT_BYTES]; /* control socket of the replica's engine; "" = no replica */
    char replica_program[CONFIG_TEXT_BYTES], replica_config[CONFIG_TEXT_BYTES]; /* the engine's */
    int64_t replica_wait_s; /* letters leave without it after so long; 0 = never */
    char data[CONFIG_TEXT_BYTES];
    char templates[CONFIG_TEXT_BYTES];
    char language[CONFIG_TEXT_BYTES];
    int64_t replaced; /* enum config_replaced: whose result it is when a seat changed hands */
    int64_t tournament_games; /* of a player at a time; 0 = any number */
    int64_t first_game;       /* number of this server's first game */
    int64_t workers;
    char health[CONFIG_TEXT_BYTES]; /* "" = none */
    int64_t keep_letters_s;         /* 0 = for ever */
    int64_t debug;

    int64_t transport;               /* enum config_transport */
    char address[CONFIG_TEXT_BYTES]; /* games@example.org; players write to games+TOKEN@… */
    char maildirs[CONFIG_TEXT_BYTES];
    char authserv[CONFIG_TEXT_BYTES]; /* our own authserv-id; "" = none to trust */
    int64_t route;                    /* the number of the game stands in reply addresses */
    char keeper[CONFIG_TEXT_BYTES];   /* the administrator's own address; "" = none */
    int64_t strangers;                /* answers an hour, to all of them together */
    int64_t picture_width;            /* pixels, of a board in a letter */
    int64_t letter_bytes;
    int64_t poll_s;
    struct config_login imap;
    char imap_folder[CONFIG_TEXT_BYTES];
    char imap_done[CONFIG_TEXT_BYTES];
    char imap_also[CONFIG_TEXT_BYTES];
    struct config_login smtp;

    struct config_forum forum;
    struct config_notices notices;

    char site_url[CONFIG_TEXT_BYTES];   /* where the site is published; "" = nowhere */
    char site_terms[CONFIG_TEXT_BYTES]; /* address of the keeper's own page; "" = none */
    int64_t site_blocks; /* letters have the link's bytes as a block of text: enum config_blocks */

    int64_t setup_s, turn_s, reply_s, reminder_s;
    int64_t grace_s, save_s, vacation_s, watch_s, offers_s;
    int64_t away; /* deadlines missed in a row */
    int64_t host_days;
    char free_days[CONFIG_TEXT_BYTES];
    int64_t retry_s, retry_for_s;
};

/* Read the text of a configuration file. `folder` makes relative paths absolute.
 * out    config: whole; defaults where a key is absent
 * fails  RC_CONFIG with source (the file's name), line, column: unknown section or key, a key
 *        twice, a value out of range, a missing key that has no default */
enum rc config_read(const char *source, const char *folder, const char *text, size_t length,
                    struct config *config, struct err *err);

/* Find the configuration: what was asked for (a folder or a file; NULL if nothing was), else what
 * the environment's POSTERN_SERVER names, else the current folder's postern.conf, else that of
 * the system (SYSCONFDIR/postern). The file need not exist.
 * fails  RC_USAGE: the path is too long */
enum rc config_find(const char *asked, char path[CONFIG_TEXT_BYTES], struct err *err);

/* Load the file at path. fails also RC_NOT_FOUND, RC_IO, RC_PERMISSION. */
enum rc config_load(const char *path, struct config *config, struct err *err);

/* The line of the file in which a key stands; 0 = in none. */
unsigned config_line(const char *path, const char *section, const char *key);

/* Write every key with its meaning and default, as the commented example and `--help`. */
void config_explain(struct buf *out);
/* The same as part of a manual page, in its language. */
void config_explain_man(struct buf *out);

/* Would this value do for this key by itself? fails RC_CONFIG, with what would. */
enum rc config_check_value(const char *section, const char *key, const char *value,
                           struct err *err);

/* Seconds of a duration ("36h"); false if it is none. */
bool config_duration(const char *text, size_t length, int64_t *seconds);

/* The part of an address before or behind its last '@'. */
size_t config_local_part(const char *address);

/* Is this the address of an account of the forum ("user-7@forum.example")? */
bool config_is_account(const struct config *config, const char *address);
