/* SPDX-License-Identifier: MIT */
/* game recover, game lost: a frozen game gets its newer entries back from its players' letters, or
 * goes on without them. */
#include "cli/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/server.h"
#include "server/files.h"
#include "admin/admin.h"
#include "play/position.h"
#include "record/record.h"

/* Join the letters of a mailbox: the player's own program does it, without a key of the server. */
static enum rc run_follow(const char *mailbox, const char *genesis, const char *to, struct err *err)
{
    const char *own = getenv("POSTERN_PROOF");
    const char *const argv[] = {"postern-proof", "follow", "--quiet", "--genesis", genesis,
                                "--write",       to,       mailbox,   NULL};
    const pid_t child = fork();
    int status = 0;

    if (child == 0) {
        execvp(own ? own : argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
        return ERR(err, RC_NOT_FOUND, "postern-proof cannot be run; POSTERN_PROOF names it");
    FAIL_IF(WEXITSTATUS(status) == 1, err, RC_BAD_SEAL, mailbox,
            " is not true: postern-proof follow ", mailbox, " tells what is wrong");
    return RC_OK;
}

/* A record as it is, or joined from letters. */
static enum rc read_shown(const char *path, const char *genesis, struct buf *out, struct err *err)
{
    struct err own = {0};
    char name[512];
    enum rc rc = cli_read(path, RECORD_BYTES_MAX, out, &own);
    int fd;

    if (rc == RC_OK && text_starts_with(buf_text(out), "postern-record "))
        return RC_OK;
    buf_clear(out);
    snprintf(name, sizeof name, "%s/postern-recover-XXXXXX", files_temporary());
    fd = mkstemp(name);
    FAIL_IF(fd < 0, err, RC_IO, "cannot write ", name, ": ", strerror(errno));
    close(fd);
    rc = run_follow(path, genesis, name, err);
    THEN(rc, cli_read(name, RECORD_BYTES_MAX, out, err));
    unlink(name);
    if (rc == RC_OK && !out->length)
        rc = ERR(err, RC_NOT_FOUND, path,
                 " brings no record of this game from its beginning; its "
                 "owner can find out with postern-proof follow");
    return rc;
}

static enum rc write_genesis(struct desk *desk, int64_t game, char out[BASE32_HASH_BYTES],
                             struct err *err)
{
    struct position *position;
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = position_get(desk, game, &position, err);
    if (rc == RC_OK)
        base32_write(position->chain.genesis.at, HASH_BYTES, out);
    desk_rollback(desk);
    return rc;
}

static void say(struct cli *cli, int64_t game, const struct recovered *recovered)
{
    buf_printf(&cli->out, "Entries %lld to %lld of game %lld are back.\n",
               (long long)recovered->from_n, (long long)recovered->to_n, (long long)game);
    if (recovered->held)
        buf_printf(&cli->out,
                   "%u secrets that nobody showed count as held by their players from now on.\n",
                   recovered->held);
    if (recovered->goes_on)
        buf_put(&cli->out, "It goes on; its deadlines run again.\n");
    else
        buf_printf(&cli->out, "It is frozen still: %s\n", recovered->why.text);
    cli->result =
        json_pack("{s:I, s:I, s:I, s:I, s:b}", "game", (json_int_t)game, "from",
                  (json_int_t)recovered->from_n, "to", (json_int_t)recovered->to_n, "held",
                  (json_int_t)recovered->held, "goes_on", (int)recovered->goes_on);
}

enum rc cmd_game_recover(struct cli *cli, struct err *err)
{
    struct buf shown[RECOVER_FILES_MAX] = {{0}};
    const unsigned count = cli->word_count - 1;
    char genesis[BASE32_HASH_BYTES] = "";
    struct recovered recovered;
    int64_t game;
    enum rc rc = server_number(cli->word[0], "game", &game, err);

    if (rc == RC_OK && count > RECOVER_FILES_MAX)
        rc = ERR(err, RC_USAGE, "at most 64 files at a time");
    THEN(rc, server_use(cli, err));
    THEN(rc, write_genesis(cli->desk, game, genesis, err));
    for (unsigned i = 0; i < count && rc == RC_OK; i++)
        rc = read_shown(cli->word[i + 1], genesis, &shown[i], err);
    THEN(rc, recover_game(cli->desk, game, shown, count, &recovered, err));
    if (rc == RC_OK)
        say(cli, game, &recovered);
    for (unsigned i = 0; i < count && i < RECOVER_FILES_MAX; i++)
        buf_wipe(&shown[i]);
    return rc;
}

enum rc cmd_game_lost(struct cli *cli, struct err *err)
{
    const char *last = cli_value(cli, "last");
    struct lost_entries lost;
    int64_t game, last_n = 0;

    TRY(server_number(cli->word[0], "game", &game, err));
    if (last)
        TRY(server_number(last, "last entry", &last_n, err));
    TRY(server_use(cli, err));
    TRY(lost_declare(cli->desk, game, last_n, &lost, err));
    buf_printf(&cli->out, "Entries %lld to %lld of game %lld are declared lost. %s\n",
               (long long)lost.from_n, (long long)lost.to_n, (long long)game, lost.then);
    cli->result = json_pack("{s:I, s:I, s:I}", "game", (json_int_t)game, "from",
                            (json_int_t)lost.from_n, "to", (json_int_t)lost.to_n);
    return RC_OK;
}
