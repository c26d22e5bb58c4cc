/* SPDX-License-Identifier: MIT */
/* Figures of the ledger: letters stored one by one and in groups, beside a bare SQLite append loop
 * on the same disk; a ledger with 100,000 open games. Prints, asserts nothing.
 *
 * Row sizes are those of real letters: a reply with the headers that large providers add and a
 * quoted turn letter, in a box of 6 KiB; a position of 1.5 KiB; the values of a letter, 1 KiB. The
 * bare loop writes the same bytes as one row and keeps no index. Both run in turn, the best counts.
 * Files are made in the directory it is started in. */
#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger.h"
#include "ledger/letters.h"
#include "ledger/mark.h"
#include "ledger/work.h"

enum {
    RAW_BYTES = 6144 + 40, /* boxes: padded size, nonce and tag */
    VALUES_BYTES = 1024 + 40,
    SEAL_BYTES = 128 + 40,
    BARE_BYTES = RAW_BYTES + 2 * VALUES_BYTES + SEAL_BYTES,
    LETTERS = 3000,
    ROUNDS = 3,
    GROUP = 250,
    GAMES = 200, /* in play while letters are timed */
    MANY_GAMES = 100000
};

static unsigned char junk[16384];
static char directory[64];
static char path[128];
static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static double now(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void must(enum rc rc, const struct err *err)
{
    if (rc == RC_OK)
        return;
    fprintf(stderr, "bench_ledger: %s: %s\n", rc_name(rc), err->text);
    exit(1);
}
#define MUST(call)                                                                                 \
    do {                                                                                           \
        struct err err = {0};                                                                      \
        must((call), &err);                                                                        \
    } while (0)

static void remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static struct ledger_bytes box(size_t length)
{
    for (size_t i = 0; i < 64; i += 8) {
        uint64_t r = next_random();
        memcpy(junk + i, &r, 8);
    }
    return (struct ledger_bytes){junk, length};
}

static void fill_hash(unsigned char hash[LEDGER_HASH_BYTES])
{
    for (size_t i = 0; i < LEDGER_HASH_BYTES; i += 8) {
        uint64_t r = next_random();
        memcpy(hash + i, &r, 8);
    }
}

/* --- bare SQLite -------------------------------------------------------------------------- */

static void bare_exec(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "bench_ledger: %s: %s\n", sql, sqlite3_errmsg(db));
        exit(1);
    }
}

/* Letters a second when each is one row and nothing else. */
static double run_bare(int group)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    double start;

    remove_files();
    sqlite3_open(path, &db);
    bare_exec(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                  "CREATE TABLE log (id INTEGER PRIMARY KEY, body BLOB NOT NULL)");
    sqlite3_prepare_v2(db, "INSERT INTO log (body) VALUES (?)", -1, &stmt, NULL);
    start = now();
    for (int i = 0; i < LETTERS; i++) {
        if (i % group == 0)
            bare_exec(db, "BEGIN IMMEDIATE");
        sqlite3_bind_blob(stmt, 1, box(BARE_BYTES).at, BARE_BYTES, SQLITE_STATIC);
        sqlite3_step(stmt);
        sqlite3_reset(stmt);
        if (i % group == group - 1)
            bare_exec(db, "COMMIT");
    }
    start = now() - start;
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return (double)LETTERS / start;
}

/* --- letters ------------------------------------------------------------------------------ */

static void add_people(struct ledger *ledger)
{
    for (int64_t id = 1; id <= 2; id++) {
        struct ledger_player player = {.id = id, .box = box(SEAL_BYTES)};
        struct ledger_address address = {.id = id, .player = id, .box = box(SEAL_BYTES)};
        MUST(ledger_player_put(ledger, &player, &err));
        MUST(ledger_address_put(ledger, &address, &err));
    }
}

static void append_entry(struct ledger *ledger, int64_t game, int64_t letter)
{
    unsigned char hash[LEDGER_HASH_BYTES], commitment[LEDGER_HASH_BYTES];
    char name[48];
    struct ledger_seal seal = {.name = name,
                               .seat = 1,
                               .commitment = {commitment, sizeof commitment},
                               .box = box(SEAL_BYTES)};
    struct ledger_entry entry = {.game = game,
                                 .seat = 1,
                                 .letter = letter,
                                 .kind = "order",
                                 .text = "thief c4 c5 d5 take sword, by 2026-11-21T21:58:40Z",
                                 .hash = hash,
                                 .seals = &seal,
                                 .seal_count = 1};
    struct ledger_head head;

    MUST(ledger_head_get(ledger, game, &head, &err));
    fill_hash(hash);
    fill_hash(commitment);
    entry.n = head.n + 1;
    entry.at_s = 1800000000 + entry.n;
    entry.previous = entry.n > 0 ? head.hash : NULL;
    snprintf(name, sizeof name, "letter/%lld", (long long)entry.n);
    MUST(ledger_entry_append(ledger, &entry, &err));
}

static void add_game(struct ledger *ledger)
{
    struct ledger_game game = {.made_s = 1800000000,
                               .engine = "dungeon_twister",
                               .version = "1",
                               .options = "target=5",
                               .secret_box = box(SEAL_BYTES)};

    MUST(ledger_next_id(ledger, LEDGER_GAMES, &game.id, &err));
    MUST(ledger_game_put(ledger, &game, &err));
    append_entry(ledger, game.id, 0);
    for (int seat = 1; seat <= 2; seat++)
        MUST(ledger_seat_put(ledger, game.id, seat, seat, 0, &err));
    MUST(ledger_status_set(ledger, game.id, LEDGER_RUNNING, "", &err));
}

static void put_position(struct ledger *ledger, int64_t game)
{
    struct ledger_decision decision = {
        .game = game, .seat = 1, .time_class = 2, .opened_s = 1800000000, .left_s = 86400};
    struct ledger_head head;

    MUST(ledger_head_get(ledger, game, &head, &err));
    decision.decision = decision.opened_n = head.n;
    decision.due_s = 1800000000 + (int64_t)(next_random() % 1000000);
    MUST(ledger_decisions_put(ledger, game, &decision, 1, &err));
}

static int64_t take_letter(struct ledger *ledger, bool waits)
{
    unsigned char key[LEDGER_HASH_BYTES];
    char source_id[64];
    struct ledger_letter letter = {.source = "imap:games",
                                   .source_id = source_id,
                                   .message_key = {key, sizeof key},
                                   .arrived_s = 1800000000,
                                   .taken_s = 1800000001,
                                   .key = 1,
                                   .raw_box = box(RAW_BYTES),
                                   .waits = waits};
    int64_t known = 0;

    fill_hash(key);
    MUST(ledger_next_id(ledger, LEDGER_LETTERS_IN, &letter.id, &err));
    snprintf(source_id, sizeof source_id, "1700000000/%010lld", (long long)letter.id);
    MUST(ledger_letter_by_source(ledger, letter.source, source_id, &known, &err));
    MUST(ledger_letter_by_message(ledger, letter.message_key, &known, &err));
    MUST(ledger_letter_put(ledger, &letter, &err));
    return letter.id;
}

/* A receipt to the sender or a turn letter to the opponent. */
static void queue_out(struct ledger *ledger, int64_t game, int seat, int64_t reply_to)
{
    struct ledger_recipient to = {.channel = "smtp", .address = seat};
    char message_id[96];
    struct ledger_out out = {.made_s = 1800000001,
                             .kind = reply_to ? "receipt" : "turn",
                             .message_id = message_id,
                             .game = game,
                             .seat = seat,
                             .reply_to = reply_to,
                             .form = "en/1 board/1",
                             .values_box = box(VALUES_BYTES),
                             .to = &to,
                             .to_count = 1,
                             .due_s = 1800000001};
    struct ledger_head head;

    MUST(ledger_head_get(ledger, game, &head, &err));
    MUST(ledger_next_id(ledger, LEDGER_LETTERS_OUT, &out.id, &err));
    out.n = head.n;
    snprintf(message_id, sizeof message_id, "%010lld.%016llx@games.example.org", (long long)out.id,
             (unsigned long long)next_random());
    MUST(ledger_out_put(ledger, &out, &err));
}

static void answer_letter(struct ledger *ledger, int64_t letter, int64_t games)
{
    struct ledger_outcome outcome = {.letter = letter,
                                     .at_s = 1800000001,
                                     .kind = LEDGER_ACCEPTED,
                                     .reason = "",
                                     .player = 1,
                                     .seat = 1};

    outcome.game = 1 + (int64_t)(next_random() % (uint64_t)games);
    append_entry(ledger, outcome.game, letter);
    put_position(ledger, outcome.game);
    MUST(ledger_outcome_put(ledger, &outcome, &err));
    queue_out(ledger, outcome.game, 1, letter);
    queue_out(ledger, outcome.game, 2, 0);
}

static struct ledger *new_ledger(int games)
{
    struct ledger *ledger = NULL;

    remove_files();
    MUST(ledger_create(path, &err));
    MUST(ledger_open(path, LEDGER_WRITE, &ledger, &err));
    MUST(ledger_begin_immediate(ledger, &err));
    add_people(ledger);
    for (int i = 0; i < games; i++) {
        add_game(ledger);
        if (i % 1000 == 999) {
            MUST(ledger_commit(ledger, &err));
            MUST(ledger_begin_immediate(ledger, &err));
        }
    }
    for (int64_t game = 1; game <= games; game++)
        put_position(ledger, game);
    MUST(ledger_commit(ledger, &err));
    return ledger;
}

static double run_single(struct ledger *ledger, int letters, int64_t games)
{
    double start = now();

    for (int i = 0; i < letters; i++) {
        MUST(ledger_begin_immediate(ledger, &err));
        answer_letter(ledger, take_letter(ledger, false), games);
        MUST(ledger_commit(ledger, &err));
    }
    return letters / (now() - start);
}

/* Raw bytes in one commit, outcomes in the next.
 * out    longest: seconds that the write lock was held at most */
static double run_grouped(struct ledger *ledger, int letters, int64_t games, double *longest)
{
    int64_t taken[GROUP];
    double start = now(), held;

    *longest = 0;
    for (int done = 0; done < letters; done += GROUP) {
        held = now();
        MUST(ledger_begin_immediate(ledger, &err));
        for (int i = 0; i < GROUP; i++)
            taken[i] = take_letter(ledger, true);
        MUST(ledger_commit(ledger, &err));
        *longest = now() - held > *longest ? now() - held : *longest;
        held = now();
        MUST(ledger_begin_immediate(ledger, &err));
        for (int i = 0; i < GROUP; i++) {
            MUST(ledger_savepoint(ledger, &err));
            answer_letter(ledger, taken[i], games);
            MUST(ledger_savepoint_keep(ledger, &err));
        }
        MUST(ledger_commit(ledger, &err));
        *longest = now() - held > *longest ? now() - held : *longest;
    }
    return letters / (now() - start);
}

static double best(double before, double now_)
{
    return now_ > before ? now_ : before;
}

static void bench_letters(void)
{
    double bare = 0, bare_grouped = 0, single = 0, grouped = 0, longest = 0;

    for (int round = 0; round < ROUNDS; round++) {
        struct ledger *ledger;

        bare = best(bare, run_bare(1));
        ledger = new_ledger(GAMES);
        single = best(single, run_single(ledger, LETTERS, GAMES));
        ledger_close(ledger);
        bare_grouped = best(bare_grouped, run_bare(GROUP));
        ledger = new_ledger(GAMES);
        grouped = best(grouped, run_grouped(ledger, LETTERS, GAMES, &longest));
        ledger_close(ledger);
    }
    printf("ledger: bare SQLite append, one a commit   %8.0f letters/s (a row of %d bytes)\n", bare,
           BARE_BYTES);
    printf("ledger: whole letter, one a commit         %8.0f letters/s (%.0f %% of bare)\n", single,
           100 * single / bare);
    printf("ledger: bare SQLite append, %d a commit   %8.0f letters/s\n", GROUP, bare_grouped);
    printf("ledger: whole letters, %d a commit        %8.0f letters/s (lock held %.0f ms at"
           " most)\n",
           GROUP, grouped, longest * 1e3);
}

/* --- many games --------------------------------------------------------------------------- */

static long memory_kib(void)
{
    char line[128];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");

    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (status)
        fclose(status);
    return kib;
}

/* In a process of its own, so that making the games does not count. */
static void look_at_many_games(void)
{
    struct ledger *ledger = NULL;
    int64_t due_s = 0, games = 0, late = 0;
    double start = now(), opened, walked, longest, grouped;

    MUST(ledger_open(path, LEDGER_WRITE, &ledger, &err));
    MUST(ledger_next_deadline(ledger, &due_s, &err));
    MUST(ledger_count(ledger_decisions_due(ledger, due_s + 100, &err), &late));
    opened = now() - start;
    start = now();
    MUST(ledger_count(ledger_games_now(ledger, LEDGER_RUNNING, &err), &games));
    walked = now() - start;
    printf("ledger: %lld open games: opened, next deadline known in %.1f ms; all listed in"
           " %.0f ms; %ld KiB\n",
           (long long)games, opened * 1e3, walked * 1e3, memory_kib());
    grouped = run_grouped(ledger, LETTERS, MANY_GAMES, &longest);
    printf("ledger: whole letters for them, %d a commit %6.0f letters/s (lock held %.0f ms at"
           " most); %ld KiB\n",
           GROUP, grouped, longest * 1e3, memory_kib());
    ledger_close(ledger);
}

static void report_size(double seconds)
{
    struct stat st;

    if (stat(path, &st) == 0)
        printf("ledger: %d games made in %.1f s, a file of %.0f MiB\n", MANY_GAMES, seconds,
               (double)st.st_size / (1 << 20));
}

static void bench_care(void)
{
    char copy[160];
    struct ledger_checker with = {0};
    size_t problems = 0;
    struct ledger *ledger = NULL;
    double start = now();

    snprintf(copy, sizeof copy, "%s.copy", path);
    MUST(ledger_open(path, LEDGER_READ, &ledger, &err));
    MUST(ledger_backup(ledger, copy, &err));
    printf("ledger: backup of it in %.2f s", now() - start);
    start = now();
    MUST(ledger_check(ledger, &with, &problems, &err));
    printf("; checked in %.2f s, %zu problems\n", now() - start, problems);
    ledger_close(ledger);
    unlink(copy);
}

static void bench_many_games(void)
{
    double start = now();
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        ledger_close(new_ledger(MANY_GAMES));
        report_size(now() - start);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    child = fork();
    if (child == 0) {
        look_at_many_games();
        bench_care();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void bench_marks(void)
{
    static const unsigned char identity[LEDGER_ID_BYTES];
    enum { BATCHES = 200 };
    unsigned char hash[LEDGER_HASH_BYTES] = {0};
    struct mark batch[GROUP];
    struct marks *marks = NULL;
    double start;

    unlink(path);
    MUST(marks_create(path, identity, &err));
    MUST(marks_open(path, identity, &marks, &err));
    start = now();
    for (int64_t n = 0; n < BATCHES; n++) {
        for (int i = 0; i < GROUP; i++)
            batch[i] = (struct mark){1 + i, n, hash};
        MUST(marks_advance(marks, batch, GROUP, &err));
    }
    printf("ledger: marks of signed heads, %d a sync  %8.0f heads/s\n", GROUP,
           BATCHES * GROUP / (now() - start));
    marks_close(marks);
}

int main(void)
{
    pid_t child;

    snprintf(directory, sizeof directory, "bench-ledger-XXXXXX");
    if (!mkdtemp(directory)) {
        fprintf(stderr, "bench_ledger: cannot make a directory here: %s\n", strerror(errno));
        return 1;
    }
    snprintf(path, sizeof path, "%s/ledger", directory);
    memset(junk, 0x5A, sizeof junk);
    /* Memory is measured before anything else grows this process. */
    bench_many_games();
    child = fork();
    if (child == 0) {
        bench_letters();
        bench_marks();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    remove_files();
    rmdir(directory);
    return 0;
}
