/* SPDX-License-Identifier: MIT */
/* The program's frame: options, signals, opening, reloading, the end. What runs in between is in
 * flow.c. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "daemon/daemon.h"
#include "base/child.h"
#include "draw/draw.h"
#include "admin/care.h"
#include "reader/reader.h"
#include "schedule/health.h"
#include "server/config.h"
#include "server/lock.h"

enum { EXIT_USAGE = 2, EXIT_SERVER = 5, EXIT_LATER = 75 };
enum { STILL_S = 60 }; /* so long no one step of the thread that owns the ledger takes */

/* ---- the service manager ---- */

/* Tell a service manager, by its socket: sd_notify(3). Without one, or where it fails, it hears
 * nothing. state: "READY=1"; several stand in lines */
static void notify_send(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    socklen_t length;
    int fd;

    if (!path || (*path != '/' && *path != '@') || strlen(path) >= sizeof to.sun_path)
        return;
    memcpy(to.sun_path, path, strlen(path) + 1);
    length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (*path == '@') /* a name without a file */
        to.sun_path[0] = '\0';
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, length);
    close(fd);
}

/* Before a reload: with the monotonic time, as the manager wants it. */
static void notify_reloading(void)
{
    struct timespec now;
    char state[64];

    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld",
             (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
    notify_send(state);
}

/* How often the manager must hear "WATCHDOG=1", in milliseconds: a third of the time after which
 * it thinks us dead; -1 = it does not watch. */
static int notify_watch_ms(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    int64_t number;

    if (process && (!text_to_int(process, strlen(process), &number) || number != getpid()))
        return -1;
    if (!us || !text_to_int(us, strlen(us), &number) || number <= 0)
        return -1;
    number /= 3 * 1000;
    return number < 1 ? 1 : number > INT_MAX ? INT_MAX : (int)number;
}

/* ---- the program ---- */

struct options {
    const char *server;
    bool once, check, debug, reload;
};

struct daemon {
    struct options options;
    struct config *config;
    struct flow *flow;
    struct reader *reader; /* one for all that is opened */
    struct reader_jail jail;
    struct log log;
    int lock_fd;
};

/* ---- signals: a pipe that the main thread waits at ---- */

static int wake[2] = {-1, -1};
static volatile sig_atomic_t stop_wanted, reload_wanted;

static void on_signal(int number)
{
    int kept = errno;
    ssize_t ignored;

    if (number == SIGHUP)
        reload_wanted = 1;
    else
        stop_wanted = 1;
    ignored = write(wake[1], "", 1); /* a full pipe wakes as well */
    (void)ignored;
    errno = kept;
}

/* A single round may be broken off anywhere, as by kill -9. */
static enum rc catch_signals(bool once, struct err *err)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};

    signal(SIGPIPE, SIG_IGN);
    if (once)
        return RC_OK;
    FAIL_IF(pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0, err, RC_IO, "pipe: ", strerror(errno));
    sigfillset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
    return RC_OK;
}

static void await_signal(int patience_ms)
{
    char block[64];

    fd_is_readable(wake[0], patience_ms);
    while (read(wake[0], block, sizeof block) > 0)
        ;
}

/* ---- crash tests: stop dead at the n-th step ---- */

static atomic_llong steps_left = -1;

static void count_step(void *context, const char *step)
{
    (void)context;
    (void)step;
    if (atomic_fetch_sub(&steps_left, 1) == 1)
        _exit(137); /* as kill -9 */
}

/* ---- opening ---- */

static int64_t log_now(void)
{
    return desk_world_system.now(NULL);
}

static enum rc open_all(struct daemon *daemon, struct err *err)
{
    struct desk_world world = desk_world_system;
    char path[CONFIG_TEXT_BYTES];

    TRY(config_find(daemon->options.server, path, err));
    daemon->config = calloc(1, sizeof *daemon->config);
    FAIL_IF(!daemon->config, err, RC_NO_MEMORY, "no memory for the configuration");
    TRY(config_load(path, daemon->config, err));
    if (daemon->config->debug || daemon->options.debug)
        daemon->log.least = LOG_DEBUG;
    if (steps_left >= 0)
        world.step = count_step;
    world.reader = daemon->reader;
    return flow_open(daemon->config, &world, &daemon->log, &daemon->flow, err);
}

static void close_all(struct daemon *daemon)
{
    flow_close(daemon->flow);
    free(daemon->config);
    daemon->flow = NULL;
    daemon->config = NULL;
}

/* Another configuration takes effect whole, or the one in force stays.
 * fails  when the new one, which was fine, cannot start */
static enum rc reload(struct daemon *daemon, struct err *err)
{
    struct daemon next = {.options = daemon->options, .reader = daemon->reader, .log = daemon->log};
    struct err own = {0};

    next.log.least = LOG_INFO;
    if (open_all(&next, &own) != RC_OK) {
        log_error(&daemon->log, LOG_ERROR, "not-reloaded", &own);
        close_all(&next);
        return RC_OK;
    }
    close_all(daemon);
    daemon->config = next.config;
    daemon->flow = next.flow;
    daemon->log = next.log;
    TRY(flow_start(daemon->flow, err));
    LOG(&daemon->log, LOG_INFO, "reloaded", "ok", "yes");
    return RC_OK;
}

/* ---- running ---- */

static enum rc run(struct daemon *daemon, struct err *err)
{
    int watch_ms = notify_watch_ms();
    enum rc rc = flow_start(daemon->flow, err);

    if (rc == RC_OK)
        notify_send("READY=1");
    while (rc == RC_OK && !stop_wanted) {
        await_signal(watch_ms);
        if (flow_still_s(daemon->flow) < STILL_S)
            notify_send("WATCHDOG=1");
        if (reload_wanted && !stop_wanted) {
            reload_wanted = 0;
            notify_reloading();
            rc = reload(daemon, err);
            notify_send("READY=1");
        }
    }
    notify_send("STOPPING=1");
    return rc;
}

static enum rc serve(struct daemon *daemon)
{
    struct err err = {0}, fonts = {0};
    char landlock[TEXT_INT_BYTES];
    enum rc rc;

    LOG(&daemon->log, LOG_INFO, "started", "address", daemon->config->address, "version",
        PACKAGE_VERSION);
    LOG(&daemon->log, LOG_INFO, "reader", "filter", daemon->jail.filter ? "yes" : "no", "landlock",
        daemon->jail.landlock ? text_of_int(landlock, daemon->jail.landlock) : "no");
    if (draw_fonts_check(&fonts) != RC_OK)
        log_error(&daemon->log, LOG_WARNING, "no-pictures", &fonts);
    rc = daemon->options.once ? flow_once(daemon->flow, &err) : run(daemon, &err);
    if (rc != RC_OK)
        log_error(&daemon->log, LOG_ERROR, daemon->options.once ? "round" : "threads", &err);
    flow_close(daemon->flow);
    daemon->flow = NULL;
    LOG(&daemon->log, LOG_INFO, "stopped", "rc", rc_name(rc));
    return rc;
}

/* ---- the program ---- */

static const char usage[] =
    "posternd runs correspondence games: takes letters in, keeps the log, sends boards.\n\n"
    "usage: posternd [--server DIR] [--once] [--check-config] [--reload] [--debug]\n\n"
    "  --server DIR    folder (or configuration file) of the server; otherwise the\n"
    "                  environment's POSTERN_SERVER, the current folder, or the system's\n"
    "  --foreground    stay in the foreground (as it always does; for unit files)\n"
    "  --once          deal with what is there now, then end\n"
    "  --check-config  say whether configuration, keys and ledger are usable, then end\n"
    "  --reload        tell the running posternd to read its configuration anew, as HUP\n"
    "                  does; a configuration that cannot be used fails, and tells nothing\n"
    "  --debug         log every step\n"
    "  --version, --help\n\n"
    "It logs to standard error, a line for each event. TERM or INT stop it, HUP makes it\n"
    "read its configuration, keys and words anew. Exit codes: 0 done, 2 wrong usage,\n"
    "5 configuration, keys or ledger not usable, 75 another posternd runs or try again.\n";

static bool read_options(int argc, char **argv, struct options *options, int *code)
{
    static const struct option table[] = {{"server", required_argument, NULL, 's'},
                                          {"once", no_argument, NULL, 'o'},
                                          {"foreground", no_argument, NULL, 'f'},
                                          {"check-config", no_argument, NULL, 'c'},
                                          {"reload", no_argument, NULL, 'r'},
                                          {"debug", no_argument, NULL, 'd'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    int option;

    *code = 0;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == 's')
            options->server = optarg;
        else if (option == 'o')
            options->once = true;
        else if (option == 'c')
            options->check = true;
        else if (option == 'r')
            options->check = options->reload = true;
        else if (option == 'd')
            options->debug = true;
        else if (option == 'h' || option == 'v') {
            fputs(option == 'h' ? usage : PACKAGE_NAME " " PACKAGE_VERSION "\n", stdout);
            return false;
        } else if (option != 'f') {
            *code = EXIT_USAGE;
            return false;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "posternd: '%s' is not understood; see posternd --help\n", argv[optind]);
        *code = EXIT_USAGE;
    }
    return *code == 0;
}

static enum rc take_lock(struct daemon *daemon, struct err *err)
{
    char path[CONFIG_TEXT_BYTES + 8];

    if (daemon->options.check)
        return RC_OK;
    snprintf(path, sizeof path, "%s.lock", daemon->config->ledger);
    return lock_take(path, &daemon->lock_fd, err);
}

/* A ledger of an older release is brought forward, after a copy was made. */
static enum rc migrate(struct daemon *daemon, struct err *err)
{
    char copy[CONFIG_TEXT_BYTES];
    unsigned from;

    if (!daemon->options.check)
        TRY(care_migrate(daemon->config, &from, copy, err));
    if (!daemon->options.check && copy[0])
        LOG(&daemon->log, LOG_INFO, "migrated", "from", TEXT_INT(from), "copy", copy);
    return RC_OK;
}

/* Before keys and ledger are opened, although a reader has nothing of this process. */
static enum rc open_reader(struct daemon *daemon, struct err *err)
{
    TRY(reader_open(NULL, 0, &daemon->reader, err));
    return reader_check(daemon->reader, &daemon->jail, err);
}

/* The lock comes before the mailroom, which counts what the last run left in hand. */
static enum rc start(struct daemon *daemon, struct err *err)
{
    char path[CONFIG_TEXT_BYTES];
    OWN_MEMORY struct config *first = NULL;
    enum rc rc;

    TRY(config_find(daemon->options.server, path, err));
    daemon->config = calloc(1, sizeof *daemon->config);
    rc = daemon->config ? config_load(path, daemon->config, err)
                        : ERR(err, RC_NO_MEMORY, "no memory for the configuration");
    THEN(rc, take_lock(daemon, err));
    THEN(rc, migrate(daemon, err));
    first = daemon->config;
    daemon->config = NULL;
    THEN(rc, open_all(daemon, err));
    if (rc != RC_OK && daemon->lock_fd >= 0 && !daemon->options.check)
        (void)!health_write_down(first, log_now(), NULL);
    return rc;
}

/* What can be used is tried here, so that who asks for it hears of a mistake. */
static enum rc ask_reload(const struct daemon *daemon, struct err *err)
{
    char path[CONFIG_TEXT_BYTES + 8];
    struct lock_state lock;
    int64_t process;

    snprintf(path, sizeof path, "%s.lock", daemon->config->ledger);
    lock_look(path, &lock);
    if (!lock.held || !text_to_int(lock.holder, strlen(lock.holder), &process))
        return ERR(err, RC_NOT_FOUND, "no posternd runs for this server");
    if (kill((pid_t)process, SIGHUP) != 0)
        return ERR(err, RC_PERMISSION, "process ", lock.holder, ": ", strerror(errno));
    return RC_OK;
}

int main(int argc, char **argv)
{
    struct daemon daemon = {.lock_fd = -1,
                            .log = {.open = true, .fd = 2, .least = LOG_INFO, .now = log_now}};
    const char *crash = getenv("POSTERN_CRASH_AFTER");
    struct rlimit none = {0, 0};
    struct err err = {0};
    enum rc rc;
    int64_t steps;
    int code;

    if (!read_options(argc, argv, &daemon.options, &code))
        return code;
    if (crash && text_to_int(crash, strlen(crash), &steps))
        steps_left = steps;
    daemon.log.for_journal = log_is_journal(daemon.log.fd);
    setrlimit(RLIMIT_CORE, &none); /* a core would hold keys and cards */
    rc = catch_signals(daemon.options.once, &err);
    THEN(rc, open_reader(&daemon, &err));
    THEN(rc, start(&daemon, &err));
    if (rc == RC_OK && daemon.options.reload) /* passwords may be the service's alone to read */
        rc = ask_reload(&daemon, &err);
    else if (rc == RC_OK && daemon.options.check)
        rc = mailroom_check(daemon.config, &err);
    if (rc != RC_OK)
        log_error(&daemon.log, LOG_ERROR, daemon.options.reload ? "not-reloaded" : "cannot-start",
                  &err);
    else if (daemon.options.reload)
        fputs("posternd reads its configuration anew\n", stdout);
    else if (daemon.options.check)
        fputs("configuration, keys, ledger, words and passwords are usable\n", stdout);
    else
        rc = serve(&daemon);
    close_all(&daemon);
    reader_close(daemon.reader);
    if (daemon.options.once)
        lock_leave(daemon.lock_fd);
    if (daemon.lock_fd >= 0)
        close(daemon.lock_fd);
    return rc == RC_OK                                              ? 0
           : rc_class(rc) == RC_CLASS_TEMPORARY && rc != RC_DAMAGED ? EXIT_LATER
                                                                    : EXIT_SERVER;
}
