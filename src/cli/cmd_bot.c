/* SPDX-License-Identifier: MIT */
/* bot add, bot run: practice opponents. */
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "base/child.h"
#include "cli/commands.h"
#include "cli/server.h"
#include "schedule/practice.h"

enum {
    REST_MS = 250,
    TIME_S = 2,
    ROUND_MS = 20000, /* for all answers of a round: nobody waits a minute, whoever else plays */
    LEAST_MS = 50
};

/* One for each level that has none. */
static enum rc add_all(struct cli *cli, struct err *err)
{
    unsigned added = 0;

    TRY(server_add_opponents(cli, &added, err));
    buf_printf(&cli->out, "%u practice opponents added; `postern bot run` plays for them\n", added);
    cli->result = json_pack("{s:i}", "added", (int)added);
    return RC_OK;
}

enum rc cmd_bot_add(struct cli *cli, struct err *err)
{
    const char *level = cli_value(cli, "level");
    int64_t player = 0;

    if (!cli->word_count)
        return level ? ERR(err, RC_USAGE,
                           "say a NAME for one of that level; without a NAME there is one of each")
                     : add_all(cli, err);
    TRY(server_change(cli, err));
    TRY(practice_add(cli->desk, cli->word[0], level ? level : "medium", &player, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "player %lld: %s, a practice opponent; `postern bot run` plays for it\n",
               (long long)player, cli->word[0]);
    cli->result = json_pack("{s:I}", "player", (json_int_t)player);
    return RC_OK;
}

/* ---- run ---- */

struct stopwatch {
    int64_t most_ms;  /* for a choice */
    int64_t limit_ms; /* for this one */
    int64_t start_ms;
};

static void start(void *context, unsigned waiting)
{
    struct stopwatch *watch = context;
    int64_t share_ms = ROUND_MS / (waiting ? waiting : 1);

    watch->limit_ms = share_ms < watch->most_ms ? share_ms : watch->most_ms;
    if (watch->limit_ms < LEAST_MS)
        watch->limit_ms = LEAST_MS;
    watch->start_ms = steady_ms();
}

static bool late(void *context)
{
    const struct stopwatch *watch = context;

    return steady_ms() - watch->start_ms > watch->limit_ms;
}

static enum rc read_limit(const struct cli *cli, struct stopwatch *watch, struct err *err)
{
    const char *word = cli_value(cli, "time");
    int64_t seconds = TIME_S;

    if (word && (!config_duration(word, strlen(word), &seconds) || seconds < 1 || seconds > 3600))
        return ERR(err, RC_USAGE, "--time ", word, ": write a time for a choice, 1s to 60m");
    watch->most_ms = seconds * 1000;
    return RC_OK;
}

static enum rc rest(void)
{
    const struct timespec time = {0, REST_MS * 1000000L};

    nanosleep(&time, NULL);
    return RC_OK;
}

enum rc cmd_bot_run(struct cli *cli, struct err *err)
{
    struct stopwatch watch = {0};
    struct practice_clock clock = {start, late, &watch};
    struct practice_run *run = practice_run_new();
    unsigned written = 0, sum = 0;
    enum rc rc = run ? read_limit(cli, &watch, err) : ERR(err, RC_NO_MEMORY, "no memory");

    THEN(rc, server_use(cli, err));
    while (rc == RC_OK) {
        rc = practice_round(cli->desk, run, &clock, &written, err);
        sum += written;
        if (rc == RC_OK && cli_flag(cli, "once") && !written)
            break;
        if (rc == RC_OK && !written)
            rc = rest();
    }
    if (rc == RC_OK) {
        buf_printf(&cli->out, "%u letters written\n", sum);
        cli->result = json_pack("{s:i}", "letters", (int)sum);
    }
    practice_run_free(run);
    return rc;
}
