/* SPDX-License-Identifier: MIT */
/* doctor: the server looked at from outside, each finding with how to mend it. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/timetext.h"
#include "cli/server.h"
#include "tournament/tournament.h"
#include "outbound/bounces.h"
#include "draw/draw.h"
#include "admin/admin.h"
#include "ledger/derived.h"
#include "play/desk_open.h"
#include "play/signing.h"
#include "people/people.h"
#include "reader/reader.h"
#include "schedule/health.h"
#include "schedule/schedule.h"
#include "schedule/mailroom.h"
#include "schedule/mailtest.h"
#include "server/clock.h"
#include "server/replica.h"
#include "server/lock.h"

struct doctor {
    struct cli *cli;
    json_t *checks;
    unsigned problems;
    char conf[CONFIG_TEXT_BYTES]; /* path of the configuration */
};

static void say(struct doctor *doctor, const char *what, const char *problem)
{
    buf_printf(&doctor->cli->out, "%s %s%s%s\n", problem ? "✗" : "✓", what, problem ? ": " : "",
               problem ? problem : "");
    json_array_append_new(doctor->checks,
                          json_pack("{s:s, s:b, s:s}", "check", what, "good", problem == NULL,
                                    "text", problem ? problem : ""));
    doctor->problems += problem != NULL;
}

/* What is well, but worth a word. */
static void advise(struct doctor *doctor, const char *what, const char *advice)
{
    buf_printf(&doctor->cli->out, "• %s: %s\n", what, advice);
    json_array_append_new(doctor->checks,
                          json_pack("{s:s, s:b, s:s}", "check", what, "good", 1, "text", advice));
}

static void say_rc(struct doctor *doctor, const char *what, enum rc rc, struct err *err)
{
    OWN(buf) why = {0};

    if (err->source[0] && err->line)
        buf_printf(&why, "%s:%u: ", err->source, (unsigned)err->line);
    else if (err->source[0])
        buf_printf(&why, "%s: ", err->source);
    buf_put(&why, err->text[0] ? err->text : rc_text(rc));
    say(doctor, what, rc == RC_OK ? NULL : buf_text(&why));
    err_clear(err);
}

static void on_problem(void *user, const char *problem)
{
    say(user, "ledger", problem);
}

/* "postern.conf:12: ", or the file alone where the key stands in none of its lines. */
static void put_place(const struct doctor *doctor, const char *section, const char *key,
                      struct buf *out)
{
    unsigned line = config_line(doctor->conf, section, key);

    buf_put(out, doctor->conf);
    if (line)
        buf_printf(out, ":%u", line);
    buf_printf(out, ": [%s] %s", section, key);
}

/* ---- files ---- */

static void check_mode(const char *what, const char *path, mode_t least, struct buf *found)
{
    struct stat status;

    if (!*path || stat(path, &status) != 0 || !(status.st_mode & least))
        return;
    buf_printf(found, "%s%s, the %s, is mode %04o: chmod %s it", found->length ? "; " : "", path,
               what, (unsigned)(status.st_mode & 07777), least == 077 ? "600" : "go-w");
}

/* Who may read the ledger reads who plays; who may write any of these plays for everybody. */
static void check_modes(struct doctor *doctor, const struct config *config)
{
    enum { ANY = 077, WRITE = 022 };
    OWN(buf) found = {0};

    check_mode("configuration", doctor->conf, WRITE, &found);
    check_mode("folder of the configuration", config->folder, WRITE, &found);
    check_mode("ledger", config->ledger, ANY, &found);
    check_mode("marks", config->mark, WRITE, &found);
    check_mode("password", config->imap.password_file, ANY, &found);
    if (!text_equal(config->imap.password_file, config->smtp.password_file))
        check_mode("password", config->smtp.password_file, ANY, &found);
    check_mode("key of the forum", config->forum.key_file, ANY, &found);
    check_mode("password", config->forum.password_file, ANY, &found);
    if (config->notices.on)
        check_mode("token for Matrix", config->notices.matrix_token_file, ANY, &found);
    check_mode("spool", config->spool, WRITE, &found);
    say(doctor, "modes of files", found.length ? buf_text(&found) : NULL);
}

/* What may be removed stands beside the ledger. */
static void check_disk(struct doctor *doctor, const struct config *config)
{
    struct statvfs disk = {0};
    OWN(buf) why = {0};

    if (statvfs(config->ledger, &disk) == 0 &&
        (int64_t)disk.f_bavail * (int64_t)disk.f_frsize < HEALTH_DISK_TIGHT)
        buf_printf(&why,
                   "%lld MB are free where %s lies: make room, and all that waits goes on by "
                   "itself. Older ledgers beside it (.before-…, .replaced-…) may go, as may old "
                   "letters: postern letter forget",
                   (long long)disk.f_bavail * (long long)disk.f_frsize >> 20, config->ledger);
    say(doctor, "room on the disk", why.length ? buf_text(&why) : NULL);
}

/* The file for monitors: can it be made here? A posternd that runs has just written it. */
static void check_health(struct doctor *doctor, const struct config *config, int64_t now_s,
                         bool runs)
{
    enum { STALE_S = 300 };
    char folder[CONFIG_TEXT_BYTES], *slash;
    OWN(buf) why = {0};
    struct stat status;
    bool there = stat(config->health, &status) == 0;

    if (!config->health[0])
        return;
    text_copy(folder, sizeof folder, config->health);
    slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    put_place(doctor, "server", "health", &why);
    if (access(*folder ? folder : "/", W_OK) != 0)
        buf_printf(&why, " = %s: this folder cannot be written: %s", config->health,
                   strerror(errno));
    else if (runs && (!there || now_s - (int64_t)status.st_mtim.tv_sec > STALE_S))
        buf_printf(&why, " = %s: %s; see what the log says of it", config->health,
                   there ? "it was last written more than five minutes ago"
                         : "posternd runs and has not written it");
    else
        buf_clear(&why);
    say(doctor, "file for monitors", why.length ? buf_text(&why) : NULL);
}

static void check_keeper(struct doctor *doctor, const struct config *config)
{
    OWN(buf) why = {0};

    put_place(doctor, "mail", "keeper", &why);
    buf_put(&why, " is empty: of disputes, letters that come back and trouble with the forum only "
                  "the log tells");
    if (config->keeper[0])
        say(doctor, "address of the keeper", NULL);
    else
        advise(doctor, "address of the keeper", buf_text(&why));
}

/* ---- posternd ---- */

/* Returns whether it runs. */
static bool check_daemon(struct doctor *doctor, struct desk *desk)
{
    enum { QUIET_S = 900 };
    char path[CONFIG_TEXT_BYTES + 8], stamp[TIMETEXT_BYTES] = "?";
    OWN(buf) why = {0};
    struct lock_state lock;
    int64_t seen_s = 0, now_s = desk_now(desk);
    struct err own = {0};
    enum rc rc = health_seen(desk, &seen_s, &own);

    snprintf(path, sizeof path, "%s.lock", desk->config->ledger);
    lock_look(path, &lock);
    timetext_write(seen_s, stamp);
    if (rc != RC_OK)
        say_rc(doctor, "posternd", rc, &own);
    else if (!lock.held && lock.holder[0]) {
        buf_printf(&why, "does not run; process %s has ended. Start it: systemctl start posternd",
                   lock.holder);
        if (seen_s)
            buf_printf(&why, " (letters are read to %s)", stamp);
        say(doctor, "posternd", buf_text(&why));
    } else if (!lock.held)
        advise(doctor, "posternd", seen_s ? "runs by --once, and not now" : "has not run yet");
    else if (seen_s && now_s - seen_s > QUIET_S + desk->config->poll_s) {
        buf_printf(&why,
                   "runs, process %s, but has read no inbox to its end since %s: see its log, "
                   "journalctl -u posternd -p warning",
                   lock.holder, stamp);
        say(doctor, "posternd", buf_text(&why));
    } else
        say(doctor, "posternd", NULL);
    return lock.held;
}

static void check_key_file(struct doctor *doctor, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        say(doctor, "key file",
            "is missing; restore it from its backup: without it no secret "
            "of a running game can be read");
    else
        say(doctor, "key file",
            status.st_mode & 077 ? "is readable by others; chmod 600 it" : NULL);
}

/* The names of those whose letters come back. */
static enum rc name_stopped(struct desk *desk, struct buf *names, struct err *err)
{
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;

    while (people_next(desk, &rows, &person)) {
        bool reached = true;

        if (person.address_id)
            rows.rc = bounces_reach(desk, person.id, &reached, err);
        if (!reached)
            buf_printf(names, "%s%s", names->length ? ", " : "", person.name);
    }
    return ledger_end(&rows);
}

static void check_notices(struct doctor *doctor, struct desk *desk)
{
    OWN(buf) again = {0}, stopped = {0};
    struct err own = {0};
    enum rc rc = mailroom_check_notices(desk->config, &own);

    say_rc(doctor, "token for Matrix", rc, &own);
    rc = health_notices(desk, &again, &stopped, &own);
    if (rc == RC_OK && again.length)
        advise(doctor, "notices", buf_text(&again));
    if (rc == RC_OK && stopped.length)
        advise(doctor, "notices", buf_text(&stopped));
    if (rc != RC_OK || !(again.length + stopped.length))
        say_rc(doctor, "notices", rc, &own);
}

enum { FROZEN_NAMED = 12 };

struct frozen {
    struct desk *desk;
    unsigned count[2]; /* marks lost or not */
    struct buf games[2];
};

static enum rc note_frozen(struct frozen *frozen, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(frozen->desk->ledger, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        bool lost = false;

        if (!row.is_frozen || row.status == LEDGER_OVER)
            continue;
        rows.rc = thaw_marks_lost(frozen->desk, row.game, &lost, err);
        if (frozen->count[lost]++ < FROZEN_NAMED)
            buf_printf(&frozen->games[lost], "%s%lld", frozen->games[lost].length ? ", " : "",
                       (long long)row.game);
    }
    return ledger_end(&rows);
}

/* Why, and how each kind goes on. */
static void check_frozen(struct doctor *doctor, struct desk *desk)
{
    static const char *const what[] = {
        "a later entry was signed, or answered by a player, than the ledger "
        "holds; " SIGNING_HOW_TO_GO_ON,
        "their marks were lost with a disk; `postern game thaw NUMBER` says for each what to ask "
        "its players"};
    struct frozen frozen = {.desk = desk};
    struct err own = {0};
    enum rc rc = note_frozen(&frozen, &own);

    for (unsigned i = 0; i < 2; i++) {
        OWN(buf) why = {0};

        buf_printf(&why, "%u (%s%s): %s", frozen.count[i], buf_text(&frozen.games[i]),
                   frozen.games[i].length && frozen.count[i] > FROZEN_NAMED ? ", …" : "", what[i]);
        if (rc == RC_OK && frozen.count[i])
            say(doctor, "frozen games", buf_text(&why));
        buf_fini(&frozen.games[i]);
    }
    if (rc != RC_OK || (!frozen.count[0] && !frozen.count[1]))
        say_rc(doctor, "frozen games", rc, &own);
}

static enum rc name_frozen_tournaments(struct desk *desk, struct buf *numbers, struct err *err)
{
    struct tournament_walk walk = tournaments_of(desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        if (tournament->signed_n && tournament->log.phase <= TOURNAMENT_LOG_RUNNING)
            buf_printf(numbers, "%s%lld", numbers->length ? ", " : "", (long long)tournament->id);
    return walk.rc;
}

static enum rc name_aside(struct desk *desk, struct buf *letters, struct err *err)
{
    TRY(health_name(desk, HEALTH_ASIDE, letters, err));
    if (letters->length) {
        buf_put(letters, ": of each, ");
        server_put_aside("NUMBER", letters);
    }
    return RC_OK;
}

/* Their players, who are reminded, may have forgotten them; so may the keeper. */
static enum rc name_standing(struct desk *desk, struct buf *games, struct err *err)
{
    return health_name(desk, HEALTH_STANDING, games, err);
}

/* What is found by name, and what to do about it; nothing, or that it could not be looked at. */
static void check_named(struct doctor *doctor, struct desk *desk)
{
    static const struct {
        const char *what;
        enum rc (*name)(struct desk *desk, struct buf *names, struct err *err);
        const char *advice;
    } rows[] = {
        {"letters set aside", name_aside, ""},
        {"games that stand still", name_standing,
         ": their clocks were stopped more than 30 days ago; ask their players to answer resume, "
         "or postern game resume"},
        {"frozen tournaments", name_frozen_tournaments,
         ": a later entry was signed, or may have been, than the ledger holds; restore the newer "
         "ledger, or, if it is lost, let each go on by `postern tournament lost`"},
        {"players' addresses", name_stopped,
         ": letters come back, none are sent; give another address"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(buf) found = {0};
        struct err own = {0};
        enum rc rc = rows[i].name(desk, &found, &own);

        if (rc == RC_OK && found.length) {
            buf_put(&found, rows[i].advice);
            say(doctor, rows[i].what, buf_text(&found));
        } else
            say_rc(doctor, rows[i].what, rc, &own);
    }
}

/* Is a rotation of keys unfinished? */
static void check_rotation(struct doctor *doctor, struct server *server)
{
    struct rekey_count left;
    struct err own = {0};
    enum rc rc = rekey_left(server->desk, &left, &own);

    if (rc == RC_OK && (left.wrapped || left.games || left.tournaments))
        say(doctor, "rotation of keys", "is not finished; run `postern key apply`");
    else
        say_rc(doctor, "rotation of keys", rc, &own);
}

static void check_clock(struct doctor *doctor, struct desk *desk)
{
    enum { BEHIND_S = 300 };
    struct clock_seen seen = {0};
    struct err own = {0};
    char why[320], stamp[TIMETEXT_BYTES] = "?";
    enum rc rc = clock_look(desk, &seen, &own);

    if (seen.doubted) {
        clock_tell(&seen, why, sizeof why);
        say(doctor, "clock", why);
    } else if (rc == RC_OK && seen.seen_s - seen.now_s > BEHIND_S) {
        timetext_write(seen.seen_s, stamp);
        snprintf(why, sizeof why,
                 "the clock is behind: entries of %s are logged already; set it right, or nothing "
                 "new is logged before then",
                 stamp);
        say(doctor, "clock", why);
    } else
        say_rc(doctor, "clock", rc, &own);
}

/* ---- is the name of our mail system's results its own? ---- */

static enum rc try_forged(const struct config *config, const struct desk_world *world,
                          struct mailtest *test, struct err *err)
{
    enum { WAIT_S = 120 };
    char path[CONFIG_TEXT_BYTES + 8];
    int lock = -1;
    enum rc rc;

    snprintf(path, sizeof path, "%s.lock", config->ledger);
    rc = lock_take(path, &lock, err); /* posternd would take the letter */
    THEN(rc, mailtest_run(config, world, WAIT_S, NULL, NULL, test, err));
    if (lock >= 0)
        close(lock);
    return rc;
}

static void check_authserv(struct doctor *doctor, const struct config *config,
                           const struct desk_world *world)
{
    static const char *const good[] = {
        [MAILTEST_UNTRIED] = "authserv: none is set, so no results are believed",
        [MAILTEST_REMOVED] = "authserv: results that are forged in its name are removed",
        [MAILTEST_BELOW] = ("authserv: results that are forged in its name are kept, below its "
                            "own; only the topmost count")};
    struct mailtest test = {0};
    struct err own = {0};
    enum rc rc;

    if (!cli_flag(doctor->cli, "mail")) {
        if (config->authserv[0])
            say(doctor,
                "authserv: the mail system must remove results forged in its name; --mail tries it",
                NULL);
        return;
    }
    rc = try_forged(config, world, &test, &own);
    if (rc == RC_OK && test.forged == MAILTEST_TOP)
        say(doctor, "authserv",
            "a letter with forged results of this name came through unchanged, with none above: "
            "anybody can write in a player's name; man postern.conf says how they are removed");
    else if (rc == RC_OK)
        say(doctor, good[test.forged], NULL);
    else
        say_rc(doctor, "authserv", rc, &own);
}

/* The line of the configuration that says where, with what is wrong there. "outbox out (smtp)" */
static void on_mail(void *user, const char *what, enum rc rc, struct err *err)
{
    static const struct {
        const char *begins, *ends, *section, *key;
    } places[] = {{"inbox", "(imap)", "imap", "host"},
                  {"outbox", "(smtp)", "smtp", "host"},
                  {"posts", "", "forum", "category"},
                  {"inbox forum", "", "forum", "url"}};
    struct doctor *doctor = user;
    OWN(buf) why = {0};

    for (size_t i = 0; i < sizeof places / sizeof places[0] && rc != RC_OK && !why.length; i++)
        if (text_starts_with(what, places[i].begins) && strstr(what, places[i].ends))
            put_place(doctor, places[i].section, places[i].key, &why);
    if (rc == RC_OK || !why.length)
        say_rc(doctor, what, rc, err);
    else {
        buf_printf(&why, ": %s", err->text[0] ? err->text : rc_text(rc));
        say(doctor, what, buf_text(&why));
        err_clear(err);
    }
}

/* What reads letters must be shut in; what it does without is told. */
static void check_reader(struct doctor *doctor, struct server *server)
{
    struct reader_jail jail;
    struct err own = {0};
    enum rc rc = reader_check(server->reader, &jail, &own);
    const char *what = "reader of letters";

    if (rc == RC_OK && !jail.filter)
        what = "reader of letters (built for tests: shut in by limits and Landlock alone)";
    else if (rc == RC_OK && !jail.landlock)
        what = "reader of letters (without Landlock: this kernel has none)";
    say_rc(doctor, what, rc, &own);
}

/* Where its numbers fell, a whole copy makes them count anew. */
static void prove_replica(struct doctor *doctor, struct desk *desk, struct replica_state *state)
{
    enum { LIMIT_MS = 5000 };
    struct replica_proof proof = {0};
    struct err own = {0};
    OWN(buf) why = {0};
    enum rc rc = replica_prove(desk->replica, -1, &proof, &own);

    if (rc != RC_OK || proof.why[0]) {
        put_place(doctor, "server", "replica_config", &why);
        buf_printf(&why, ": %s", rc == RC_OK ? proof.why : own.text);
    }
    say(doctor, "a ledger made from the replica", why.length ? buf_text(&why) : NULL);
    if (state->how == REPLICA_TURNED_BACK)
        replica_look(desk->replica, LIMIT_MS, state);
}

static void check_replica(struct doctor *doctor, struct desk *desk)
{
    enum { LIMIT_MS = 5000 };
    struct replica_state state;
    OWN(buf) why = {0};

    replica_look(desk->replica, LIMIT_MS, &state);
    if (state.how == REPLICA_OFF)
        return;
    prove_replica(doctor, desk, &state);
    put_place(doctor, "server", "replica", &why);
    buf_printf(&why, ": %s%s%s%s; answers wait. %s", replica_how_name(state.how),
               state.why[0] ? " (" : "", state.why, state.why[0] ? ")" : "",
               replica_how_help(state.how));
    say(doctor, "the replica for a second host",
        state.how == REPLICA_CURRENT ? NULL : buf_text(&why));
}

static void examine(struct doctor *doctor, struct server *server)
{
    struct desk_world world;
    struct err own = {0};
    bool runs = false;
    enum rc rc;

    check_key_file(doctor, server->config->keys);
    rc = server_world(server, &world, &own);
    THEN(rc, desk_open(server->config, &world, NULL, &server->desk, &own));
    THEN(rc, library_words_check(server->desk->library, true, &own));
    say_rc(doctor, "keys, ledger, marks, words", rc, &own);
    if (rc != RC_OK)
        return;
    rc = rebuild_glance(server->desk, on_problem, doctor, &own);
    say_rc(doctor, "chains and seals of the games that went on last", rc, &own);
    check_clock(doctor, server->desk);
    if (!cli_flag(doctor->cli, "mail")) /* which wants it stopped */
        runs = check_daemon(doctor, server->desk);
    check_modes(doctor, server->config);
    check_disk(doctor, server->config);
    check_health(doctor, server->config, desk_now(server->desk), runs);
    check_keeper(doctor, server->config);
    check_replica(doctor, server->desk);
    check_frozen(doctor, server->desk);
    check_named(doctor, server->desk);
    if (server->config->notices.on)
        check_notices(doctor, server->desk);
    check_reader(doctor, server);
    check_rotation(doctor, server);
    mail_check(server->desk, on_mail, doctor);
    check_authserv(doctor, server->config, &world);
    if (*server->config->site_url)
        say_rc(doctor, "the page that letters link to", page_check(server->config, &own), &own);
    say_rc(doctor, "fonts", draw_fonts_check(&own), &own);
}

enum rc cmd_doctor(struct cli *cli, struct err *err)
{
    struct doctor doctor = {.cli = cli, .checks = json_array()};
    struct server server = {0};
    struct err own = {0};
    enum rc rc = server_config(cli, &server, &own);

    (void)err;
    if (config_find(cli->server, doctor.conf, NULL) != RC_OK)
        doctor.conf[0] = '\0';
    say_rc(&doctor, "configuration", rc, &own);
    if (rc == RC_OK)
        examine(&doctor, &server);
    server_close(&server);
    cli->result = doctor.checks;
    cli->exit = doctor.problems ? CLI_REFUSED : CLI_DONE;
    return RC_OK;
}
