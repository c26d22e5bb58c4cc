/* SPDX-License-Identifier: MIT */
/* deliver; send and mailbox of the embedded mail system. */
#include "cli/commands.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "base/grow.h"
#include "cli/server.h"
#include "cli/table.h"
#include "letter/mime_in.h"
#include "people/people.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "schedule/mailroom.h"
#include "seal/encode.h"
#include "server/files.h"

enum { LETTER_MOST = 16 << 20 };

/* ---- deliver: what an MTA pipes to us ---- */

enum rc cmd_deliver(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct post_envelope envelope = {cli_value(cli, "sender"), cli_value(cli, "recipient")};
    struct err own = {0};
    enum rc rc = server_config(cli, &server, &own);

    THEN(rc, post_spool_deliver(server.config->spool, &envelope, 0, &own));
    server_close(&server);
    /* Whatever failed, the MTA shall keep the letter and try again. */
    return rc == RC_OK ? RC_OK : ERR(err, RC_LATER, own.text);
}

/* ---- the embedded mail system ---- */

struct piece {
    char path[CONFIG_TEXT_BYTES + 300]; /* folder, and a name of up to 255 bytes */
    int64_t time_ns;
};

struct pieces {
    size_t count, room;
    struct piece *at;
};

static bool add_piece(struct pieces *pieces, const char *folder, const char *name)
{
    struct stat status;
    struct piece *piece = grow_array(pieces->at, pieces->count, &pieces->room, sizeof *piece);
    struct text path;

    if (!piece)
        return false;
    pieces->at = piece;
    piece = &pieces->at[pieces->count];
    text_init(&path, piece->path, sizeof piece->path);
    TEXT_PUT(&path, folder, "/", name);
    if (stat(piece->path, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    piece->time_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    pieces->count++;
    return true;
}

/* Letters of one tick of the file system's clock go by their numbers: out-9, out-10. */
static int by_time(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    size_t x_length = strlen(x->path), y_length = strlen(y->path);

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x_length != y_length)
        return x_length < y_length ? -1 : 1;
    return strcmp(x->path, y->path);
}

/* Letters of an address, oldest first. */
static enum rc walk_mailbox(const struct config *config, const char *address, struct pieces *pieces,
                            struct err *err)
{
    static const char *const folders[] = {"cur", "new"};
    char box[CONFIG_TEXT_BYTES], folder[CONFIG_TEXT_BYTES + 8];

    FAIL_IF(config->transport != CONFIG_MAILDIR, err, RC_USAGE,
            "this server's letters go through a mail server; "
            "look into the mailbox with a mail program");
    FAIL_IF(!mailroom_inbox(config, address, box), err, RC_USAGE, "this address is too long");
    for (unsigned f = 0; f < 2; f++) {
        const struct dirent *entry;
        DIR *dir;

        snprintf(folder, sizeof folder, "%s/%s", box, folders[f]);
        dir = opendir(folder);
        while (dir && (entry = readdir(dir)) != NULL)
            if (entry->d_name[0] != '.' && !add_piece(pieces, folder, entry->d_name))
                break;
        if (dir)
            closedir(dir);
    }
    if (pieces->count)
        qsort(pieces->at, pieces->count, sizeof *pieces->at, by_time);
    return RC_OK;
}

static enum rc read_piece(const struct server *server, const struct piece *piece, struct buf *raw,
                          struct letter *letter, struct err *err)
{
    TRY(files_read(piece->path, LETTER_MOST, raw, err));
    return reader_letter(server->reader, NULL, raw->at, raw->length, letter, err);
}

/* The address behind a word: a player's name, or an address as it is. */
static enum rc address_of(const struct cli *cli, struct server *server, const char *word,
                          char address[PERSON_ADDRESS_BYTES], struct err *err)
{
    struct person person;
    int64_t player;

    TRY(server_open(cli, server, err));
    if (strchr(word, '@')) {
        text_copy(address, PERSON_ADDRESS_BYTES, word);
        return RC_OK;
    }
    TRY(people_find(server->desk, word, &player, err));
    TRY(people_get(server->desk, player, &person, err));
    text_copy(address, PERSON_ADDRESS_BYTES, person.address);
    return RC_OK;
}

/* ---- mailbox ---- */

static const struct table_column mailbox_columns[] = {{"number", "no", true, false},
                                                      {"date", "date", false, false},
                                                      {"from", "from", false, true},
                                                      {"subject", "subject", false, true}};

static enum rc list_mailbox(struct cli *cli, const struct server *server,
                            const struct pieces *pieces, struct err *err)
{
    struct table table;
    enum rc rc = table_init(&table, mailbox_columns,
                            sizeof mailbox_columns / sizeof mailbox_columns[0], NULL, err);

    for (size_t i = 0; i < pieces->count && rc == RC_OK; i++) {
        OWN(letter) letter = {0};
        OWN(buf) raw = {0};
        char number[TEXT_INT_BYTES];

        rc = read_piece(server, &pieces->at[i], &raw, &letter, err);
        if (rc == RC_OK)
            table_row(&table, text_of_int(number, (int64_t)i + 1), letter.date, letter.from.address,
                      letter.subject);
    }
    table_show(&table, cli, rc, "No letter is there.");
    return rc;
}

static enum rc show_piece(struct cli *cli, const struct server *server, const struct piece *piece,
                          struct err *err)
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    enum rc rc = read_piece(server, piece, &raw, &letter, err);

    cli->is_file = cli_flag(cli, "raw");
    if (rc == RC_OK && cli->is_file)
        buf_put_bytes(&cli->out, raw.at, raw.length);
    else if (rc == RC_OK)
        buf_printf(&cli->out, "From: %s\nReply-To: %s\nDate: %s\nSubject: %s\n\n%s",
                   letter.from.address, letter.reply_to, letter.date, letter.subject, letter.text);
    if (rc == RC_OK)
        cli->result = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "file", piece->path, "reply_to",
                                letter.reply_to, "date", letter.date, "subject", letter.subject,
                                "message_id", letter.message_id, "text", letter.text);
    return rc;
}

/* A letter of a mailbox by its number, or "last". */
static enum rc find_piece(const struct pieces *pieces, const char *word, const struct piece **piece,
                          struct err *err)
{
    int64_t number = (int64_t)pieces->count;

    if (!text_equal(word, "last") && !text_to_int(word, strlen(word), &number))
        number = 0;
    FAIL_IF(number < 1 || (size_t)number > pieces->count, err, RC_NOT_FOUND,
            "this mailbox has no letter ", word, "; postern mailbox PLAYER lists them");
    *piece = &pieces->at[number - 1];
    return RC_OK;
}

enum rc cmd_mailbox(struct cli *cli, struct err *err)
{
    OWN_OPEN(server) server = {0};
    struct pieces pieces = {0};
    char address[PERSON_ADDRESS_BYTES];
    const struct piece *piece;
    FREED_AT_END(pieces.at);

    TRY(address_of(cli, &server, cli->word[0], address, err));
    TRY(walk_mailbox(server.config, address, &pieces, err));
    if (cli->word_count == 1)
        return list_mailbox(cli, &server, &pieces, err);
    TRY(find_piece(&pieces, cli->word[1], &piece, err));
    return show_piece(cli, &server, piece, err);
}

/* ---- send ---- */

struct sending {
    const char *from, *to, *subject, *in_reply_to, *body;
    time_t at; /* for the Date field */
};

static enum rc check_fields(const struct sending *sending, struct err *err)
{
    const char *const fields[] = {sending->from, sending->to, sending->subject,
                                  sending->in_reply_to};

    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strpbrk(fields[i], "\r\n"))
            return ERR(err, RC_USAGE, "a line end cannot stand in a letter's header");
    return RC_OK;
}

/* Write the letter, LF line ends as in any Maildir, and put it into the robot's inbox. */
static enum rc post_letter(const struct config *config, const struct sending *sending,
                           struct err *err)
{
    struct post_envelope envelope = {sending->from, sending->to};
    unsigned char random[16];
    char id[BASE32_CHARS(16) + 1], date[64], inbox[CONFIG_TEXT_BYTES];
    struct tm parts;
    FILE *file = tmpfile();
    enum rc rc = check_fields(sending, err);

    FAIL_IF(!file, err, RC_IO, "a temporary file: ", strerror(errno));
    entropy_system(NULL, random, sizeof random);
    base32_write(random, sizeof random, id);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&sending->at, &parts));
    fprintf(file, "From: %s\nTo: %s\nDate: %s\nMessage-ID: <%s@postern.example>\nSubject: %s\n",
            sending->from, sending->to, date, id, sending->subject);
    if (*config->authserv && strchr(sending->from, '@')) /* as the mail system would, before us */
        fprintf(file, "Authentication-Results: %s; dmarc=pass header.from=%s\n", config->authserv,
                strrchr(sending->from, '@') + 1);
    if (*sending->in_reply_to)
        fprintf(file, "In-Reply-To: <%s>\nReferences: <%s>\n", sending->in_reply_to,
                sending->in_reply_to);
    fprintf(file,
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
            "Content-Transfer-Encoding: 8bit\n\n%s\n",
            sending->body);
    if (rc == RC_OK && (fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0))
        rc = ERR(err, RC_IO, "a temporary file: ", strerror(errno));
    if (rc == RC_OK && !mailroom_inbox(config, config->address, inbox))
        rc = ERR(err, RC_CONFIG, "[mail] maildirs: the path is too long");
    THEN(rc, post_spool_deliver(inbox, &envelope, fileno(file), err));
    fclose(file);
    return rc;
}

/* The letter that is answered: the last, or the one that --answer names; none with --new. */
static enum rc find_answered(const struct cli *cli, const struct server *server,
                             const struct pieces *pieces, struct letter *letter, struct err *err)
{
    const char *word = cli_value(cli, "answer");
    const struct piece *piece;
    OWN(buf) raw = {0};

    if (cli_flag(cli, "new"))
        return RC_OK;
    FAIL_IF(!pieces->count, err, RC_NOT_FOUND,
            "there is no letter to answer; --new writes to the robot itself");
    TRY(find_piece(pieces, word ? word : "last", &piece, err));
    return read_piece(server, piece, &raw, letter, err);
}

static enum rc read_body(const struct cli *cli, struct buf *body, struct err *err)
{
    if (cli->word_count == 1)
        return cli_read(NULL, CLI_INPUT_MOST, body, err);
    for (unsigned i = 1; i < cli->word_count; i++)
        buf_printf(body, "%s\n", cli->word[i]);
    return buf_rc(body, err);
}

enum rc cmd_send(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct pieces pieces = {0};
    OWN(letter) letter = {0};
    OWN(buf) body = {0}, subject = {0};
    char address[PERSON_ADDRESS_BYTES];
    struct sending sending = {0};
    enum rc rc = address_of(cli, &server, cli->word[0], address, err);

    THEN(rc, read_body(cli, &body, err));
    THEN(rc, walk_mailbox(server.config, address, &pieces, err));
    THEN(rc, find_answered(cli, &server, &pieces, &letter, err));
    if (rc == RC_OK) {
        bool answers = letter.reply_to && *letter.reply_to;

        buf_printf(&subject, "%s%s", answers ? "Re: " : "",
                   answers ? letter.subject : "to the games");
        sending = (struct sending){address,
                                   answers ? letter.reply_to : server.config->address,
                                   buf_text(&subject),
                                   answers ? letter.message_id : "",
                                   buf_text(&body),
                                   (time_t)desk_world_system.now(NULL)};
        rc = post_letter(server.config, &sending, err);
    }
    if (rc == RC_OK) {
        buf_printf(&cli->out, "sent to %s\n", sending.to);
        cli->result = json_pack("{s:s, s:s}", "from", address, "to", sending.to);
    }
    free(pieces.at);
    server_close(&server);
    return rc;
}
