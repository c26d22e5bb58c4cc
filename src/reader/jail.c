/* SPDX-License-Identifier: MIT */
/* Shuts the reader's process in: limits, Landlock, seccomp. After it there is no way back. */
#include "reader/jail.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the longest letter and the largest HTML need, several times. */
enum { MEMORY_BYTES = 512 << 20, TIME_S = 900 };

static enum rc refused(const char *what, int error, struct err *err)
{
    return ERR(err, RC_IO, what, ": ", strerror(error));
}

/* ---- limits ---- */

#ifdef __GLIBC__
typedef __rlimit_resource_t resource; /* an enumeration, which clang does not make of an int */
#else
typedef int resource;
#endif

enum rc jail_limit(struct err *err)
{
    static const struct {
        resource what;
        rlim_t most;
        bool strict; /* sanitizers cannot live with it */
    } limits[] = {{RLIMIT_AS, MEMORY_BYTES, true}, {RLIMIT_CPU, TIME_S, false},
                  {RLIMIT_NOFILE, 1, true},        {RLIMIT_NPROC, 0, true},
                  {RLIMIT_FSIZE, 0, true},         {RLIMIT_CORE, 0, false},
                  {RLIMIT_MEMLOCK, 0, true},       {RLIMIT_MSGQUEUE, 0, false}};

    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
        const struct rlimit limit = {limits[i].most,
                                     limits[i].most + (limits[i].what == RLIMIT_CPU)};

        if (!(JAIL_IS_LOOSE && limits[i].strict) && setrlimit(limits[i].what, &limit) != 0)
            return refused("setrlimit", errno, err);
    }
    return RC_OK;
}

/* ---- Landlock ---- */

/* As in linux/landlock.h, whose older versions lack the later members. */
struct ruleset {
    uint64_t files, network, scopes;
};
enum { RULESET_VERSION = 1 };
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_restrict_self  446
#endif

/* Everything that this version can forbid, with no rule that allows anything.
 */
static struct ruleset all_of(unsigned version, size_t *size)
{
    static const unsigned files[] = {0, 13, 14, 15, 15}; /* bits, by version */
    unsigned bits = version < sizeof files / sizeof *files ? files[version] : 16;

    *size = version < 4 ? 8 : version < 6 ? 16 : 24;
    return (struct ruleset){.files = (UINT64_C(1) << bits) - 1,
                            .network = version >= 4 ? 3 : 0,
                            .scopes = version >= 6 ? 3 : 0};
}

enum rc jail_hide_files(unsigned *version, struct err *err)
{
    long has = syscall(__NR_landlock_create_ruleset, NULL, (size_t)0, RULESET_VERSION);
    struct ruleset rules;
    size_t size;
    int fd, done;

    *version = has > 0 ? (unsigned)has : 0;
    if (*version == 0) /* not built in, or switched off */
        return RC_OK;
    rules = all_of(*version, &size);
    fd = (int)syscall(__NR_landlock_create_ruleset, &rules, size, 0);
    done = fd < 0 ? -1 : (int)syscall(__NR_landlock_restrict_self, fd, 0);
    if (done != 0)
        return refused("Landlock", errno, err);
    close(fd);
    return RC_OK;
}

/* ---- the filter ---- */

/* Memory, the one socket, and the end. Everything else kills; asking for a file
 * by name is answered with "permission denied", so that a charset that was not
 * loaded is one that is not known. */
static const int allowed[] = {
    SCMP_SYS(exit),    SCMP_SYS(exit_group),    SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
    SCMP_SYS(futex),   SCMP_SYS(brk),           SCMP_SYS(munmap),       SCMP_SYS(mremap),
    SCMP_SYS(madvise), SCMP_SYS(clock_gettime), SCMP_SYS(getrandom),    SCMP_SYS(sched_yield)};
static const int denied[] = {SCMP_SYS(open),       SCMP_SYS(openat),     SCMP_SYS(stat),
                             SCMP_SYS(newfstatat), SCMP_SYS(statx),      SCMP_SYS(access),
                             SCMP_SYS(faccessat),  SCMP_SYS(faccessat2), SCMP_SYS(readlink)};

static const struct scmp_arg_cmp socket_alone[] = {
    {.arg = 0, .op = SCMP_CMP_EQ, .datum_a = STDIN_FILENO}};
/* Memory that is no file's and is never run. */
static const struct scmp_arg_cmp plain_memory[] = {
    {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0},
    {.arg = 3, .op = SCMP_CMP_MASKED_EQ, .datum_a = MAP_ANONYMOUS, .datum_b = MAP_ANONYMOUS}};

static int add_rules(scmp_filter_ctx filter)
{
    int error = 0;

    for (unsigned i = 0; i < sizeof allowed / sizeof *allowed && !error; i++)
        error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
    for (unsigned i = 0; i < sizeof denied / sizeof *denied && !error; i++)
        error = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), denied[i], 0, NULL);
    if (!error)
        error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, socket_alone);
    if (!error)
        error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, socket_alone);
    if (!error)
        error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, plain_memory);
    return error;
}

enum rc jail_filter_calls(struct err *err)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    int error =
        filter ? seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) : -ENOMEM;

    if (!error)
        error = add_rules(filter);
    if (!error)
        error = seccomp_load(filter);
    seccomp_release(filter);
    return error ? refused("seccomp", -error, err) : RC_OK;
}

/* ---- all of it ---- */

/* Signals that end a service end its reader by closing the socket. */
static void leave_signals(void)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};

    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], SIG_IGN);
}

enum rc jail_enter(struct reader_jail *jail, struct err *err)
{
    enum rc rc = RC_OK;

    *jail = (struct reader_jail){0};
    leave_signals();
    syscall(SYS_close_range, JAIL_IS_LOOSE ? STDERR_FILENO + 1 : STDIN_FILENO + 1, ~0U, 0);
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        rc = refused("prctl", errno, err);
    THEN(rc, jail_hide_files(&jail->landlock, err));
    THEN(rc, jail_limit(err));
    if (rc == RC_OK && !JAIL_IS_LOOSE)
        rc = jail_filter_calls(err);
    jail->filter = rc == RC_OK && !JAIL_IS_LOOSE;
    return rc;
}
