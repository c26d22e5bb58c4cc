/* SPDX-License-Identifier: MIT */
#include "tests/house/fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "outbound/audience.h"
#include "ledger/letters.h"
#include "play/adjudicate.h"
#include "play/desk_open.h"
#include "people/people.h"
#include "reader/reader.h"
#include "schedule/schedule.h"
#include "schedule/tournaments.h"
#include "server/files.h"
#include "commands/newgame.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { START_S = 1795262400 }; /* 2026-11-21T12:00:00Z */

/* ---- the world ---- */

static int64_t now(void *context)
{
    return ((struct fixture *)context)->now_s;
}

static uint64_t next_random(struct fixture *fixture)
{
    uint64_t x = fixture->random += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void entropy(void *context, void *out, size_t count)
{
    unsigned char *at = out;

    for (size_t i = 0; i < count; i++)
        at[i] = (unsigned char)next_random(context);
}

static void count_step(void *context, const char *step)
{
    struct fixture *fixture = context;

    (void)step;
    if (++fixture->steps == fixture->crash_at)
        _exit(137);
}

unsigned fixture_below(struct fixture *fixture, unsigned bound)
{
    return (unsigned)(next_random(fixture) % bound);
}

/* ---- the server ---- */

void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK)
        print_error("%s: %s %s\n", rc_name(rc), err->source, err->text);
    assert_int_equal(rc, RC_OK);
}

/* The shipped words, and beside them those of the games that are examples. */
static const char *words_folder(const struct fixture *fixture, const struct game *const *list,
                                char folder[FIXTURE_PATH * 2])
{
    const char *source = getenv("top_srcdir") ? getenv("top_srcdir") : ".";
    char example[FIXTURE_PATH * 2], command[FIXTURE_PATH * 8];

    snprintf(folder, FIXTURE_PATH * 2, "%s/templates", source);
    for (unsigned g = 0; list[g]; g++) {
        snprintf(example, sizeof example, "%s/examples/%s/templates", source, list[g]->name);
        if (access(example, R_OK) != 0)
            continue;
        snprintf(command, sizeof command,
                 "cp -R '%s' '%s/words' && chmod -R u+w '%s/words' && cp -R '%s/.' '%s/words'",
                 folder, fixture->folder, fixture->folder, example, fixture->folder);
        assert_int_equal(system(command), 0);
        snprintf(folder, FIXTURE_PATH * 2, "%s/words", fixture->folder);
        break; /* one example is enough for a server */
    }
    return folder;
}

static void write_conf(const struct fixture *fixture, const struct game *const *list,
                       struct buf *conf)
{
    char folder[FIXTURE_PATH * 2];

    buf_printf(conf,
               "[server]\nname = Robot\nworkers = %u\ndata = %s/data\ntemplates = %s\n"
               "[mail]\naddress = games@robot.example\npoll = 1s\nauthserv = mx.robot.example\n",
               fixture->workers, fixture->folder, words_folder(fixture, list, folder));
}

/* The games' data files, and the toy's, in one folder. */
static void make_data(const struct fixture *fixture, const struct game *const *list)
{
    const char *source = getenv("top_srcdir");
    char from[FIXTURE_PATH * 2], to[FIXTURE_PATH * 2];

    snprintf(to, sizeof to, "%s/data", fixture->folder);
    assert_int_equal(mkdir(to, 0700), 0);
    for (unsigned g = 0; list[g]; g++)
        for (unsigned i = 0; list[g]->files[i]; i++) {
            OWN(buf) text = {0};
            struct err err = {0};

            snprintf(from, sizeof from, "%s/data/%s", source ? source : ".", list[g]->files[i]);
            snprintf(to, sizeof to, "%s/data/%s", fixture->folder, list[g]->files[i]);
            if (list[g]->files == toy_game.files)
                buf_put(&text, toy_tiles_text);
            else
                must(files_read(from, 1 << 20, &text, &err), &err);
            must(files_create(to, 0600, text.at, text.length, &err), &err);
        }
}

bool fixture_reads_anew;

/* What is read of these games, once for all fixtures of a program; NULL where they have words of
 * their own (examples), or where there are too many lists of games. */
static struct library *read_once(const struct fixture *fixture, const struct game *const *list)
{
    enum { GAMES = 8, LISTS = 4 };
    static struct {
        struct config config;
        const struct game *game[GAMES + 1];
        struct library *library;
    } known[LISTS];
    unsigned count = 0, at = 0;

    while (list[count])
        count++;
    assert_in_range(count, 1, GAMES);
    while (at < LISTS && known[at].library &&
           memcmp(known[at].game, list, (count + 1) * sizeof *list) != 0)
        at++;
    if (at == LISTS || fixture_reads_anew ||
        text_starts_with(fixture->config.templates, fixture->folder))
        return NULL;
    if (!known[at].library) {
        known[at].config = fixture->config;
        memcpy(known[at].game, list, count * sizeof *list);
        OK(library_load(&known[at].config, known[at].game, &known[at].library, &err));
    }
    return known[at].library;
}

static void make_at(struct fixture *fixture, const struct game *const *list, unsigned workers,
                    int64_t start_s)
{
    /* Memory where there is some: thousands of syncs to disk are not what is tested. */
    const char *scratch = getenv("TMPDIR")                ? getenv("TMPDIR")
                          : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                                          : "/tmp";
    OWN(buf) conf = {0};
    struct err err = {0};
    char whole[4096];

    *fixture =
        (struct fixture){.now_s = start_s, .random = 42, .log_fd = getenv("FIXTURE_LOG") ? 2 : -1};
    fixture->workers = workers;
    fixture->world = (struct desk_world){.now = now,
                                         .entropy = entropy,
                                         .step = workers > 1 ? NULL : count_step,
                                         .context = fixture,
                                         .games = list,
                                         .reader = reader_here()};
    snprintf(fixture->folder, sizeof fixture->folder, "%s/postern-desk-XXXXXX", scratch);
    assert_non_null(mkdtemp(fixture->folder));
    assert_non_null(realpath(fixture->folder, whole));
    text_copy(fixture->folder, sizeof fixture->folder, whole);
    make_data(fixture, list);
    write_conf(fixture, list, &conf);
    must(config_read("postern.conf", fixture->folder, buf_text(&conf), conf.length,
                     &fixture->config, &err),
         &err);
    fixture->world.library = read_once(fixture, list);
    must(desk_init(fixture->folder, buf_text(&conf), &fixture->world, &err), &err);
    fixture_open(fixture);
}

void fixture_make(struct fixture *fixture, const struct game *const *list)
{
    make_at(fixture, list, 1, START_S);
}

void fixture_make_with(struct fixture *fixture, const struct game *const *list, unsigned workers)
{
    make_at(fixture, list, workers, START_S);
}

void fixture_make_today(struct fixture *fixture, const struct game *const *list)
{
    make_at(fixture, list, 1, time(NULL));
}

void fixture_open(struct fixture *fixture)
{
    struct log log = {.open = fixture->log_fd >= 0, .fd = fixture->log_fd, .least = LOG_DEBUG};
    char path[FIXTURE_PATH * 2];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/postern.conf", fixture->folder);
    must(config_load(path, &fixture->config, &err), &err);
    fixture->config.away = fixture->config.host_days = 0; /* games say it themselves */
    must(desk_open(&fixture->config, &fixture->world, &log, &fixture->desk, &err), &err);
    must(mailroom_open(fixture->desk, -1, &fixture->room, &err), &err);
    must(mailroom_recall(fixture->desk, &fixture->room, &err), &err);
}

void fixture_close(struct fixture *fixture)
{
    mailroom_close(&fixture->room);
    desk_close(fixture->desk);
    fixture->desk = NULL;
}

static void remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)) != NULL) {
        char below[FIXTURE_PATH * 4];

        if (text_equal(entry->d_name, ".") || text_equal(entry->d_name, ".."))
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (unlink(below) != 0)
            remove_tree(below);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

void fixture_remove(struct fixture *fixture)
{
    fixture_close(fixture);
    remove_tree(fixture->folder);
}

/* ---- players and games ---- */

int64_t fixture_player(struct fixture *fixture, const char *name, const char *address)
{
    struct err err = {0};
    int64_t player = 0;

    must(desk_begin(fixture->desk, &err), &err);
    must(people_add(fixture->desk, name, address, "en", &player, &err), &err);
    must(people_change(fixture->desk, player, "format", "text", &err), &err);
    must(desk_commit(fixture->desk, &err), &err);
    return player;
}

int64_t fixture_game(struct fixture *fixture, const struct game *game, const char *options)
{
    struct newgame wanted = {.played = game,
                             .options = options,
                             .seats = 2,
                             .press_open = fixture->press_open,
                             .player = {0, 1, 2}};
    struct verdict verdict;
    struct err err = {0};
    int64_t number = 0;

    must(desk_begin(fixture->desk, &err), &err);
    must(newgame_make(fixture->desk, &wanted, &number, &verdict, &err), &err);
    assert_int_equal(verdict.kind, VERDICT_DONE);
    must(desk_commit(fixture->desk, &err), &err);
    return number;
}

void fixture_luck(struct fixture *fixture, int64_t game)
{
    struct adjudication adjudication = {.desk = fixture->desk};
    unsigned answered;
    struct err err = {0};

    must(desk_begin(fixture->desk, &err), &err);
    adjudication.position = fixture_position(fixture, game);
    for (unsigned seat = 1; seat <= adjudication.position->genesis.seats; seat++) {
        adjudication.seat = seat;
        if (position_wants_luck(adjudication.position, seat))
            must(adjudicate_luck(&adjudication, ENTRY_LUCK_WORDS, "plums", NULL, &err), &err);
    }
    must(adjudicate_table(fixture->desk, adjudication.position, &answered, &err), &err);
    must(adjudicate_settle(fixture->desk, adjudication.position, &err), &err);
    must(audience_tell(fixture->desk, adjudication.position, 0, &err), &err);
    must(desk_commit(fixture->desk, &err), &err);
}

enum rc fixture_try_round(struct fixture *fixture, struct err *err)
{
    struct desk *desk = fixture->desk;
    unsigned closed = 0;
    enum rc rc = mailroom_take_in(desk, &fixture->room, err), part;

    part = timers_run(desk, mailroom_settled(&fixture->room), &closed, rc == RC_OK ? err : NULL);
    fixture->deadlines += closed;
    rc = rc == RC_OK ? part : rc;
    part = tournaments_run(desk, rc == RC_OK ? err : NULL);
    rc = rc == RC_OK ? part : rc;
    part = mailroom_send(desk, &fixture->room, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? part : rc;
}

void fixture_round(struct fixture *fixture)
{
    struct err err = {0};

    must(fixture_try_round(fixture, &err), &err);
}

void fixture_settle(struct fixture *fixture)
{
    fixture->now_s += 60;
    fixture_round(fixture);
}

void fixture_start(struct fixture *fixture, const struct game *game)
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, game, "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

void fixture_change(struct fixture *fixture, int64_t player, const char *what, const char *value)
{
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, player, what, value, &err));
    OK(desk_commit(fixture->desk, &err));
}

void fixture_pair(struct fixture *fixture, const struct game *const *list)
{
    fixture_make(fixture, list);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
}

void writes(struct fixture *fixture, const char *who, const char *body)
{
    fixture_answer(fixture, who, body);
    fixture_settle(fixture);
}

void sends(struct fixture *fixture, const char *who, const char *body)
{
    fixture_send(fixture, who, NULL, NULL, body);
    fixture_settle(fixture);
}

void fixture_run_out(struct fixture *fixture, int64_t game)
{
    for (unsigned i = 0; i < 100 && fixture_position(fixture, game)->phase != POSITION_OVER; i++) {
        fixture->now_s += 8 * 86400;
        fixture_settle(fixture);
    }
    assert_int_equal(fixture_position(fixture, game)->phase, POSITION_OVER);
    fixture_settle(fixture);
}

struct position *fixture_position(struct fixture *fixture, int64_t game)
{
    struct position *position = NULL;
    struct err err = {0};

    must(position_get(fixture->desk, game, &position, &err), &err);
    return position;
}

/* Sum of a seat's points after an order; -1 where it is not carried out. */
static int points_after(const struct position *position, unsigned seat, const struct order *order,
                        void *trial)
{
    struct outcome outcome = {0};

    memcpy(trial, position_state(position), position->played->state_bytes);
    if (!position->played->rules->apply(position_rulebook(position), trial, order, NULL))
        return -1;
    position->played->rules->outcome(position_rulebook(position), trial, &outcome);
    return outcome.score[seat];
}

/* How far an order of a board game leads, by the row of the square that ends its text ("thief c4
 * c5" leads to 5), seen from a seat that starts in row 0 or in the last row; 0 if it ends in none.
 */
static unsigned advance_of(const struct position *position, unsigned seat,
                           const struct order *order)
{
    TEXT_IN(text, line, ORDER_TEXT_BYTES);
    const char *word;
    int64_t row;

    position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                        &text);
    word = strrchr(line, ' ');
    if (!word || !text_is_letter(word[1]) || !text_to_int(word + 2, strlen(word + 2), &row) ||
        row < 0 || row > 99)
        return 0;
    return seat == 1 ? (unsigned)row + 1 : 100 - (unsigned)row;
}

static unsigned farthest(const struct position *position, unsigned seat, const struct order *list,
                         unsigned count)
{
    unsigned best = 0, most = 0;

    for (unsigned i = 0; i < count; i++) {
        unsigned advance = advance_of(position, seat, &list[i]);

        if (advance > most) {
            most = advance;
            best = i;
        }
    }
    return best;
}

/* Points are taken where they lie; every other time somebody walks as far as he can; else the kind
 * is drawn first, then the order. */
static unsigned choose(struct fixture *fixture, const struct position *position, unsigned seat,
                       const struct order *list, unsigned count)
{
    unsigned kinds[64] = {0}, kind_count = 0, same = 0, chosen = 0, nth, kind;
    _Alignas(max_align_t) unsigned char trial[GAME_STATE_MAX];
    struct outcome outcome = {0};

    position->played->rules->outcome(position_rulebook(position), position_state(position),
                                     &outcome);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;

        if (points_after(position, seat, &list[i], trial) > outcome.score[seat])
            return i;
        while (k < kind_count && kinds[k] != list[i].kind)
            k++;
        if (k == kind_count && k < 64)
            kinds[kind_count++] = list[i].kind;
    }
    if (fixture_below(fixture, 2))
        return farthest(position, seat, list, count);
    kind = kinds[fixture_below(fixture, kind_count)];
    for (unsigned i = 0; i < count; i++)
        same += list[i].kind == kind;
    nth = fixture_below(fixture, same);
    while (list[chosen].kind != kind || nth-- > 0)
        chosen++;
    return chosen;
}

bool fixture_random_order(struct fixture *fixture, int64_t game, unsigned seat,
                          char out[ORDER_TEXT_BYTES])
{
    const struct position *position = fixture_position(fixture, game);
    OWN_MEMORY struct order *list = calloc(LEGAL_MAX, sizeof *list);
    unsigned count = position->played->rules->legal(position_rulebook(position),
                                                    position_state(position), seat, list);
    struct text text;

    if (count) {
        text_init(&text, out, ORDER_TEXT_BYTES);
        position->played->text->write_order(position_rulebook(position), NULL,
                                            &list[choose(fixture, position, seat, list, count)],
                                            ORDER_FULL, &text);
    }
    return count > 0;
}

/* ---- letters ---- */

void fixture_deliver(struct fixture *fixture, const char *bytes, size_t length)
{
    char path[FIXTURE_PATH * 2];
    struct timespec times[2] = {{.tv_sec = fixture->now_s}, {.tv_sec = fixture->now_s}};
    struct err err = {0};

    snprintf(path, sizeof path, "%s/mail/games@robot.example/new/%06u.test", fixture->folder,
             ++fixture->sent);
    must(files_create(path, 0600, bytes, length, &err), &err);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Of "Ann <ann@one.example>", or what is an address alone. */
static const char *address_of(const char *from, char address[FIXTURE_PATH])
{
    const char *at = strchr(from, '<');

    at = at ? at + 1 : from;
    text_copy(address, strcspn(at, ">") + 1, at);
    return address;
}

static void compose(struct fixture *fixture, const char *from, const char *to,
                    const char *in_reply_to, const char *body, const char *quoted)
{
    OWN(buf) bytes = {0};
    char address[FIXTURE_PATH];

    address_of(from, address);
    buf_printf(&bytes,
               "Authentication-Results: mx.robot.example; dmarc=pass header.from=%s\n"
               "Return-Path: <%s>\nFrom: %s\nTo: %s\nMessage-ID: <letter%u@player.example>\n"
               "Subject: Re: game\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n",
               strchr(address, '@') ? strchr(address, '@') + 1 : address, address, from,
               to ? to : "games@robot.example", fixture->sent + 1);
    if (in_reply_to)
        buf_printf(&bytes, "In-Reply-To: <%s>\n", in_reply_to);
    buf_printf(&bytes, "Content-Type: text/plain; charset=utf-8\n\n%s\n", body);
    if (quoted) {
        buf_put(&bytes, "\nOn Sat, 21 Nov 2026, Robot wrote:\n");
        while (*quoted) {
            size_t length = strcspn(quoted, "\n");

            buf_put(&bytes, "> ");
            buf_put_bytes(&bytes, quoted, length);
            buf_put_char(&bytes, '\n');
            quoted += length + (quoted[length] != '\0');
        }
    }
    fixture_deliver(fixture, bytes.at, bytes.length);
}

void fixture_prove_nothing(struct fixture *fixture)
{
    fixture->config.authserv[0] = '\0';
}

void fixture_send(struct fixture *fixture, const char *from, const char *to,
                  const char *in_reply_to, const char *body)
{
    compose(fixture, from, to, in_reply_to, body, NULL);
}

void fixture_answer(struct fixture *fixture, const char *from, const char *body)
{
    OWN(letter) letter = {0};
    char address[FIXTURE_PATH];

    fixture_newest(fixture, address_of(from, address), &letter, NULL);
    compose(fixture, from, letter.reply_to, letter.message_id, body, letter.text);
}

/* Files of a mailbox: names are those of the outbox, "out-12". */
static long newest_of(struct fixture *fixture, const char *address, unsigned *count)
{
    char path[FIXTURE_PATH * 2];
    const struct dirent *entry;
    long newest = 0;
    DIR *dir;

    *count = 0;
    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL) {
        const char *dash = strchr(entry->d_name, '-');
        long number = dash ? strtol(dash + 1, NULL, 10) : 0;

        newest = number > newest ? number : newest;
        *count += number > 0;
    }
    if (dir)
        closedir(dir);
    return newest;
}

unsigned fixture_mail_count(struct fixture *fixture, const char *address)
{
    unsigned count;

    newest_of(fixture, address, &count);
    return count;
}

void fixture_newest(struct fixture *fixture, const char *address, struct letter *letter,
                    struct buf *raw)
{
    char path[FIXTURE_PATH * 2];
    struct err err = {0};
    struct buf bytes = {0};
    unsigned count;
    long newest = newest_of(fixture, address, &count);

    assert_true(count > 0);
    snprintf(path, sizeof path, "%s/mail/%s/new/out-%ld", fixture->folder, address, newest);
    must(files_read(path, 16 << 20, &bytes, &err), &err);
    must(letter_read(bytes.at, bytes.length, NULL, letter, &err), &err);
    if (raw)
        *raw = bytes;
    else
        buf_fini(&bytes);
}

const char *fixture_outcome(struct fixture *fixture)
{
    static char outcome[128];
    struct ledger_rows rows = ledger_letters(fixture->desk->ledger, 0, NULL);
    struct ledger_letter_row row;

    assert_true(ledger_next(&rows, &row));
    snprintf(outcome, sizeof outcome, "%s %s", ledger_outcome_name(row.outcome.kind),
             row.outcome.reason);
    assert_int_equal(ledger_end(&rows), RC_OK);
    return outcome;
}

/* The seat that is asked a question of which the default is an order; 0 = none. */
static unsigned asked_with_default(const struct position *position)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].fallback == FALLBACK_ORDER && position->decision[i].seat)
            return position->decision[i].seat;
    return 0;
}

unsigned fixture_play_on(struct fixture *fixture)
{
    static const char *const who[] = {"", ANNA, BOB};
    char order[ORDER_TEXT_BYTES];

    for (unsigned turns = 0; turns < 100; turns++) {
        const struct position *position = fixture_position(fixture, 1);
        unsigned seat = asked_with_default(position);

        for (unsigned s = 1; !seat && s <= 2; s++)
            if (adjudicate_is_asked(fixture_position(fixture, 1), s) &&
                fixture_random_order(fixture, 1, s, order)) {
                fixture_answer(fixture, who[s], order);
                fixture_settle(fixture);
            }
        if (seat)
            return seat;
    }
    return 0;
}
