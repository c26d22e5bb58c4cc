/* SPDX-License-Identifier: MIT */
/* Standing answers: left by letter, given by the server, shown to nobody else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "games/games.h"
#include "ledger/facts.h"
#include "match/adjudicate.h"
#include "match/deadlines.h"
#include "match/export.h"
#include "record/record.h"
#include "record/verify.h"
#include "server/files.h"
#include "tests/house/fixture.h"

#define ANNA "anna@one.example"
#define BOB  "bob@two.example"

static const char *const addresses[] = {NULL, ANNA, BOB};

/* ---- a game under way ---- */

static void start(struct fixture *fixture, const char *game, uint64_t seed)
{
    fixture_make(fixture, games);
    fixture->random = seed;
    fixture_start(fixture, games_find(game));
}

/* Write a letter that is answered; the answer's text must hold `expected`. */
static void write_letter(struct fixture *fixture, unsigned seat, const char *body,
                         const char *expected)
{
    struct letter letter = {0};

    fixture_answer(fixture, addresses[seat], body);
    fixture_settle(fixture);
    fixture_newest(fixture, addresses[seat], &letter, NULL);
    if (!strstr(letter.text, expected))
        print_error("no \"%s\" in:\n%s\n", expected, letter.text);
    assert_non_null(strstr(letter.text, expected));
    letter_fini(&letter);
}

static void order(struct fixture *fixture, unsigned seat, const char *line)
{
    struct adjudication adjudication = {.desk = fixture->desk, .seat = seat, .strict = true};
    struct line_outcome outcome = {0};
    struct err err = {0};

    fixture->now_s += 60;
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    adjudication.position = fixture_position(fixture, 1);
    if (adjudicate_line(&adjudication, line, strlen(line), &outcome, &err) != RC_OK)
        fail_msg("%s: %s", line, err.text);
    assert_int_equal(outcome.fate, LINE_DONE);
    assert_int_equal(adjudicate_settle(fixture->desk, adjudication.position, &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

/* The administrator takes back all behind entry `to`. */
static void undo_to(struct fixture *fixture, int64_t to)
{
    struct entry entry;
    struct err err = {0};

    fixture->now_s += 60;
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_UNDO);
    entry.to = (uint64_t)to;
    assert_int_equal(
        position_append(fixture->desk, fixture_position(fixture, 1), &entry, NULL, 0, NULL, &err),
        RC_OK);
    assert_int_equal(adjudicate_settle(fixture->desk, fixture_position(fixture, 1), &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

static unsigned asked(struct fixture *fixture)
{
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned seat = 1; seat <= 2; seat++)
        if (adjudicate_is_asked(position, seat))
            return seat;
    return 0;
}

/* A legal order of this seat that begins an attack, in canonical text. */
static bool find_attack(struct fixture *fixture, unsigned seat, char out[ORDER_TEXT_BYTES])
{
    const struct position *position = fixture_position(fixture, 1);
    struct order *list = calloc(LEGAL_MAX, sizeof *list);
    unsigned count;
    bool found = false;

    assert_non_null(list);
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           seat, list);
    for (unsigned i = 0; i < count && !found; i++) {
        struct text text;

        text_init(&text, out, ORDER_TEXT_BYTES);
        position->played->text->write_order(position_rulebook(position), NULL, &list[i], ORDER_FULL,
                                            &text);
        found = strstr(out, " attacks ") != NULL;
    }
    free(list);
    return found;
}

/* Play by chance until somebody may attack; returns who. */
static unsigned play_to_attack(struct fixture *fixture, char attack[ORDER_TEXT_BYTES])
{
    for (unsigned i = 0; i < 3000; i++) {
        char line[ORDER_TEXT_BYTES];
        unsigned seat = asked(fixture);

        assert_int_not_equal(seat, 0);
        if (find_attack(fixture, seat, attack))
            return seat;
        assert_true(fixture_random_order(fixture, 1, seat, line));
        order(fixture, seat, line);
    }
    fail_msg("nobody met an enemy");
    return 0;
}

/* ---- what the log says ---- */

static enum rc put_entry(void *user, const struct ledger_entry *row, struct err *err)
{
    (void)err;
    buf_printf(user, "%s\n", row->text);
    return RC_OK;
}

/* All entries after n, a line each. */
static void read_log(struct fixture *fixture, int64_t n, struct buf *out)
{
    struct err err = {0};

    assert_int_equal(ledger_entries(fixture->desk->ledger, 1, n + 1, put_entry, out, &err), RC_OK);
    assert_true(n > 0 || out->length > 0);
}

static void assert_log(const struct buf *log, const char *word, bool is_there)
{
    if ((strstr(buf_text(log), word) != NULL) != is_there)
        print_error("%s \"%s\" in:\n%s", is_there ? "no" : "unwanted", word, buf_text(log));
    assert_int_equal(strstr(buf_text(log), word) != NULL, is_there);
}

/* Take out which line gave an order, as the log seals it; returns how often. */
static unsigned take_out_by(struct buf *log)
{
    static const char by[] = " by=[by/";
    unsigned count = 0;
    char *at = buf_text(log) ? log->at : NULL;

    for (; at && (at = strstr(at, by)) != NULL; count++) {
        char *behind = strchr(at, ']') + 1;

        memmove(at, behind, strlen(behind) + 1);
        log->length -= (size_t)(behind - at);
    }
    return count;
}

/* The ledger's files as they lie there. */
static void read_ledger(const struct fixture *fixture, struct buf *out)
{
    static const char *const names[] = {"postern.db", "postern.db-wal"};

    for (unsigned i = 0; i < 2; i++) {
        char path[FIXTURE_PATH * 2];

        snprintf(path, sizeof path, "%s/%s", fixture->folder, names[i]);
        if (access(path, R_OK) == 0)
            assert_int_equal(files_read(path, 1 << 26, out, NULL), RC_OK);
    }
}

/* Does a record show the lines of a seat? */
static void assert_lines_shown(const struct buf *file, unsigned seat, bool shown)
{
    char name[32];
    unsigned count = 0;

    snprintf(name, sizeof name, "\n seal own/%u/", seat);
    for (const char *at = buf_text(file); (at = strstr(at, name)) != NULL; count++) {
        at = strchr(at + 1, '\n');
        assert_int_equal(strncmp(at, "\n know ", 7) == 0, shown);
    }
    assert_true(count > 0);
}

static int64_t head(struct fixture *fixture)
{
    return (int64_t)fixture_position(fixture, 1)->chain.number;
}

/* The export for a reader: proved by the players' own verifier. */
static void export(struct fixture *fixture, unsigned reader, struct buf *file)
{
    struct verify verify;
    struct err err = {0};

    assert_int_equal(export_game(fixture->desk, 1, reader, file, &err), RC_OK);
    assert_int_equal(verify_bytes(file->at, file->length, games_find, &verify, &err), RC_OK);
    if (!verify.is_good)
        print_error("entry %llu: %s\n", (unsigned long long)verify.bad_entry, verify.err.text);
    assert_true(verify.is_good);
    verify_fini(&verify);
}

static void assert_combat(struct fixture *fixture, bool is_open)
{
    const struct position *position = fixture_position(fixture, 1);
    bool open = false;

    for (unsigned i = 0; i < position->decision_count; i++)
        open |=
            text_equal(position->played->text->topics[position->decision[i].topic], "combat-card");
    assert_int_equal(open, is_open);
}

/* ---- combats ---- */

static void lines_of_both_sides_answer_a_combat_at_once(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 1);
    for (unsigned seat = 1; seat <= 2; seat++)
        write_letter(&fixture, seat, "standing combat 1\nstanding leave", "Noted and sealed");
    play_to_attack(&fixture, attack);
    before = head(&fixture);
    order(&fixture, asked(&fixture), attack);
    assert_combat(&fixture, false);
    read_log(&fixture, before, &log);
    assert_log(&log, "open own", false);
    assert_log(&log, "own=", false);
    assert_int_equal(take_out_by(&log), 2);
    assert_log(&log, "seat/1 order combat [", true);
    assert_log(&log, "seat/2 order combat [", true);
    for (unsigned reader = 0; reader <= 2; reader++) {
        export(&fixture, reader ? reader : RECORD_FOR_ALL, &file);
        assert_log(&file, "open own/", false);
        for (unsigned seat = 1; seat <= 2; seat++)
            assert_lines_shown(&file, seat, seat == reader);
        buf_fini(&file);
    }
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void a_line_waits_until_the_other_side_has_chosen(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    unsigned attacker;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 2);
    attacker = play_to_attack(&fixture, attack);
    write_letter(&fixture, 3 - attacker, "standing if attacked: combat 2", "Noted and sealed");
    before = head(&fixture);
    order(&fixture, attacker, attack);
    assert_combat(&fixture, true);
    read_log(&fixture, before, &log);
    assert_log(&log, "own/", false); /* or he would choose his card by it */
    fixture_close(&fixture);         /* and it is still there after a restart */
    fixture_open(&fixture);
    order(&fixture, attacker, "combat 0");
    assert_combat(&fixture, false);
    buf_clear(&log);
    read_log(&fixture, before, &log);
    assert_int_equal(take_out_by(&log), 1);
    assert_log(&log, " order combat [", true);
    assert_log(&log, "open own/", false);
    export(&fixture, RECORD_FOR_ALL, &file);
    buf_fini(&file);
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void a_line_left_after_the_attack_answers_it(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct fixture fixture;
    struct buf log = {0};
    unsigned attacker;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 3);
    attacker = play_to_attack(&fixture, attack);
    order(&fixture, attacker, attack);
    before = head(&fixture);
    write_letter(&fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    assert_combat(&fixture, true); /* it waits until the other side has chosen */
    order(&fixture, attacker, "combat 0");
    assert_combat(&fixture, false);
    read_log(&fixture, before, &log);
    assert_log(&log, "own=", false);
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void the_newest_line_counts_and_none_is_opened(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    unsigned attacker, defender;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 4);
    attacker = play_to_attack(&fixture, attack);
    defender = 3 - attacker;
    write_letter(&fixture, defender, "standing combat 4\nstanding none", "dropped");
    write_letter(&fixture, defender, "standing combat 3", "Noted and sealed");
    write_letter(&fixture, defender, "standing if attacked: combat 1\nstanding combat 2",
                 "Noted and sealed");
    write_letter(&fixture, defender, "standing", "if attacked: combat 1");
    order(&fixture, attacker, attack);
    before = head(&fixture);
    order(&fixture, attacker, "combat 0");
    read_log(&fixture, before, &log);
    assert_log(&log, " 1 nonce", true); /* the cards are shown, his is the first line's */
    export(&fixture, RECORD_FOR_ALL, &file);
    assert_log(&file, "if attacked", false);
    assert_log(&file, "combat 2\n", false);
    assert_log(&file, "combat 3\n", false);
    assert_log(&file, "combat 4\n", false);
    buf_fini(&file);
    export(&fixture, attacker, &file);
    assert_log(&file, " combat 3\n", false);
    buf_fini(&file);
    export(&fixture, defender, &file); /* his own lines he may know */
    assert_log(&file, " combat 3\n", true);
    buf_fini(&file);
    order(&fixture, attacker, "resign"); /* then the one that decided is told, and each "none" */
    export(&fixture, RECORD_FOR_WHOLE, &file);
    assert_log(&file, " if attacked: combat 1 nonce ", true);
    assert_log(&file, " none nonce ", true);
    assert_log(&file, " combat 2\n", false);
    assert_log(&file, " combat 2 nonce", false);
    assert_log(&file, " combat 3\n", false);
    assert_log(&file, " combat 3 nonce", false);
    buf_fini(&file);
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void a_line_that_waits_is_given_when_its_time_runs_out(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late = {0};
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    struct err err = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 5);
    attacker = play_to_attack(&fixture, attack);
    write_letter(&fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    before = head(&fixture);
    order(&fixture, attacker, attack);
    assert_int_equal(desk_begin(fixture.desk, &err), RC_OK);
    position = fixture_position(&fixture, 1);
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == 3 - attacker)
            late = position->timing.open[i];
    fixture.now_s = late.due_s + 1;
    assert_int_equal(adjudicate_default(fixture.desk, position, &late, &err), RC_OK);
    assert_int_equal(desk_commit(fixture.desk, &err), RC_OK);
    read_log(&fixture, before, &log);
    assert_int_equal(take_out_by(&log), 1);
    assert_log(&log, " order combat [", true);
    assert_log(&log, "default", false);
    assert_log(&log, "open own/", false); /* the other side still thinks */
    export(&fixture, RECORD_FOR_ALL, &file);
    buf_fini(&file);
    buf_fini(&log);
    fixture_remove(&fixture);
}

/* A moved deadline stands in the log, and no order comes behind it. */
static void a_line_that_waits_is_the_default_of_a_deadline_that_was_set(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late = {0};
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    struct err err = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 5);
    attacker = play_to_attack(&fixture, attack);
    write_letter(&fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    order(&fixture, attacker, attack);
    assert_int_equal(desk_begin(fixture.desk, &err), RC_OK);
    position = fixture_position(&fixture, 1);
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == 3 - attacker)
            late = position->timing.open[i];
    late.due_s += 3600;
    assert_int_equal(
        deadlines_set(fixture.desk, position, late.decision, late.seat, late.due_s, &err), RC_OK);
    before = head(&fixture);
    fixture.now_s = late.due_s + 1;
    assert_int_equal(adjudicate_default(fixture.desk, position, &late, &err), RC_OK);
    assert_int_equal(desk_commit(fixture.desk, &err), RC_OK);
    read_log(&fixture, before, &log);
    assert_log(&log, " why=line by=[by/", true);
    assert_log(&log, " default decision=", true);
    assert_log(&log, " order ", false);
    for (unsigned reader = 0; reader <= 2; reader++) {
        export(&fixture, reader ? reader : RECORD_FOR_ALL, &file);
        buf_fini(&file);
    }
    buf_fini(&log);
    fixture_remove(&fixture);
}

/* Left when time had run out, and before the server closed the question. */
static void a_line_that_comes_after_the_deadline_decides_nothing(void **state)
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late = {0};
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    struct err err = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 5);
    attacker = play_to_attack(&fixture, attack);
    order(&fixture, attacker, attack);
    assert_int_equal(desk_begin(fixture.desk, &err), RC_OK);
    position = fixture_position(&fixture, 1);
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == 3 - attacker)
            late = position->timing.open[i];
    late.due_s += 3600;
    assert_int_equal(
        deadlines_set(fixture.desk, position, late.decision, late.seat, late.due_s, &err), RC_OK);
    assert_int_equal(desk_commit(fixture.desk, &err), RC_OK);
    before = head(&fixture);
    fixture.now_s = late.due_s + 1;
    write_letter(&fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    assert_int_equal(desk_begin(fixture.desk, &err), RC_OK);
    assert_int_equal(adjudicate_default(fixture.desk, fixture_position(&fixture, 1), &late, &err),
                     RC_OK);
    assert_int_equal(desk_commit(fixture.desk, &err), RC_OK);
    read_log(&fixture, before, &log);
    assert_log(&log, " own came=", true);
    assert_log(&log, " default decision=", true);
    assert_log(&log, " by=[by/", false);
    for (unsigned reader = 0; reader <= 2; reader++) {
        export(&fixture, reader ? reader : RECORD_FOR_ALL, &file);
        buf_fini(&file);
    }
    buf_fini(&log);
    fixture_remove(&fixture);
}

/* ---- letters ---- */

static void a_line_that_can_never_serve_is_refused(void **state)
{
    struct fixture fixture;
    struct buf log = {0};
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 6);
    before = head(&fixture);
    write_letter(&fixture, 1, "standing combat 9", "is not taken");
    write_letter(&fixture, 1, "standing frobnicate", "is not taken");
    write_letter(&fixture, 1, "preview\nstanding combat 1", "would be taken");
    write_letter(&fixture, 1, "standing", "You have no standing answers");
    read_log(&fixture, before, &log);
    assert_int_equal(log.length, 0);
    fixture_remove(&fixture);
}

static void a_line_stays_in_its_seats_letters(void **state)
{
    struct fixture fixture;
    struct letter letter = {0};
    struct buf log = {0}, raw = {0}, ledger = {0};

    (void)state;
    start(&fixture, "dungeon_twister", 7);
    write_letter(&fixture, 2, "standing if attacked with or near my troll: combat 3 else 0",
                 "Noted and sealed");
    write_letter(&fixture, 1, "show", "game");
    fixture_newest(&fixture, ANNA, &letter, &raw);
    assert_null(strstr(letter.text, "near my troll"));
    assert_null(memmem(raw.at, raw.length, "near my troll", 13));
    read_log(&fixture, 0, &log);
    assert_log(&log, "] [own/2/1] [own/2/2] [own/2/3] [own/2/4]\n", true); /* however many */
    assert_log(&log, "own/2/5", false);
    assert_log(&log, "troll", false);
    read_ledger(&fixture, &ledger);
    assert_true(ledger.length > 4096);
    assert_null(memmem(ledger.at, ledger.length, "near my troll", 13));
    buf_fini(&ledger);
    buf_fini(&raw);
    buf_fini(&log);
    letter_fini(&letter);
    fixture_remove(&fixture);
}

/* ---- the set-up, and steps of a turn ---- */

static const char setup_list[] =
    "standing team cleric goblin troll thief; place treasure w1, else e3; place wizard anywhere "
    "but w2; the rest by lot";

/* How often a word stands in a text. */
static unsigned count_of(const struct buf *text, const char *word)
{
    unsigned count = 0;

    for (const char *at = buf_text(text); (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

static void one_letter_of_each_seat_lays_out_the_game(void **state)
{
    struct fixture fixture;
    struct buf log = {0}, file = {0};

    (void)state;
    start(&fixture, "dungeon_twister", 8);
    write_letter(&fixture, 1, setup_list, "place treasure w1 else place treasure e3");
    write_letter(&fixture, 2, setup_list, "place any w1 w2 w3 w4 e1 e2 e3 e4");
    read_log(&fixture, 0, &log);
    assert_int_equal(take_out_by(&log), 22);
    assert_int_equal(count_of(&log, " own "), 2); /* the lines of a letter are one entry */
    assert_int_equal(count_of(&log, " order team ["), 2);
    assert_int_equal(count_of(&log, " order place [token/"), 20);
    assert_log(&log, "default", false);
    assert_log(&log, "open own", false);
    assert_log(&log, "treasure", false);
    assert_log(&log, "order place [token/1/1] w1", true); /* his first line's */
    for (unsigned k = 0; k < fixture_position(&fixture, 1)->decision_count; k++)
        assert_string_equal(
            fixture_position(&fixture, 1)
                ->played->text->topics[fixture_position(&fixture, 1)->decision[k].topic],
            "action-card");
    export(&fixture, RECORD_FOR_ALL, &file);
    assert_log(&file, "treasure", false);
    buf_fini(&file);
    export(&fixture, 2, &file); /* his own list, and nothing of the other's */
    assert_int_equal(count_of(&file, "place treasure w1 else place treasure e3"), 1);
    buf_fini(&file);
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void take_offered(const struct letter *letter, struct buf *lines)
{
    for (const char *at = letter->text; (at = strstr(at, "\n  standing "));) {
        at += 3;
        buf_put_bytes(lines, at, strcspn(at, "\n") + 1);
    }
}

/* The letter with which a game begins offers what lays it out. */
static void the_first_letter_of_a_game_lays_it_out(void **state)
{
    struct fixture fixture;
    struct letter letter = {0};
    struct buf lines = {0}, log = {0};

    (void)state;
    fixture_make(&fixture, games);
    fixture.random = 12;
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    buf_put(&lines, "luck apples\n");
    fixture_newest(&fixture, ANNA, &letter, NULL);
    take_offered(&letter, &lines);
    letter_fini(&letter);
    write_letter(&fixture, 1, buf_text(&lines), "Noted and sealed");
    write_letter(&fixture, 2, buf_text(&lines), "Noted and sealed");
    read_log(&fixture, 0, &log);
    take_out_by(&log);
    assert_int_equal(count_of(&log, " order place [token/"), 20);
    buf_fini(&log);
    buf_fini(&lines);
    fixture_remove(&fixture);
}

/* Luck and list in one letter; the lines wait until all luck is fixed. */
static void a_game_begins_after_one_letter_of_each_seat(void **state)
{
    static const char letter[] =
        "luck apples\nstanding team cleric goblin troll thief; place treasure w1, else e3; "
        "the rest by lot";
    struct fixture fixture;
    struct buf log = {0};

    (void)state;
    fixture_make(&fixture, games);
    fixture.random = 11;
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    write_letter(&fixture, 1, letter, "Noted and sealed");
    read_log(&fixture, 0, &log);
    assert_log(&log, " order ", false);
    write_letter(&fixture, 2, letter, "Noted and sealed");
    buf_clear(&log);
    read_log(&fixture, 0, &log);
    take_out_by(&log);
    assert_int_equal(count_of(&log, " order place [token/"), 20);
    assert_int_equal(count_of(&log, " letter=["), 4); /* luck and first line of each */
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void a_plan_is_given_step_by_step_and_once(void **state)
{
    struct fixture fixture;
    struct buf log = {0};
    unsigned seat;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 9);
    write_letter(&fixture, 1, setup_list, "place any");
    write_letter(&fixture, 2, setup_list, "place any");
    seat = asked(&fixture);
    before = head(&fixture);
    write_letter(&fixture, seat, "preview\nstanding card 3, else 2", "would be taken");
    write_letter(&fixture, seat, "standing card 3, else card 2; then end", "once card 3");
    read_log(&fixture, before, &log);
    assert_int_equal(take_out_by(&log), 2);
    assert_int_equal(count_of(&log, " order card "), 1);
    assert_int_equal(count_of(&log, " order end"), 1);
    assert_int_equal(asked(&fixture), 3 - seat);
    order(&fixture, 3 - seat, "card 2");
    order(&fixture, 3 - seat, "end");
    assert_int_equal(asked(&fixture), seat); /* it does not begin anew */
    write_letter(&fixture, seat, "standing", "(given)");
    buf_fini(&log);
    fixture_remove(&fixture);
}

static void a_step_behind_another_question_is_not_given(void **state)
{
    struct fixture fixture;
    unsigned seat;

    (void)state;
    start(&fixture, "dungeon_twister", 9);
    write_letter(&fixture, 1, setup_list, "place any");
    write_letter(&fixture, 2, setup_list, "place any");
    seat = asked(&fixture);
    order(&fixture, seat, "card 2");
    write_letter(&fixture, seat, "standing if goblin on c1: card 3; then end", "then end");
    assert_int_equal(asked(&fixture), seat); /* its first line gave nothing */
    fixture_remove(&fixture);
}

static void a_new_set_replaces_the_old_one_or_adds_to_it(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct fixture fixture;

    (void)state;
    start(&fixture, "dungeon_twister", 10);
    write_letter(&fixture, 1, "standing combat 1; combat 2", "Noted and sealed");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 2);
    write_letter(&fixture, 1, "standing also combat 3", "Noted and sealed");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 3);
    write_letter(&fixture, 1, "standing combat 9", "is not taken");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 3);
    write_letter(&fixture, 1, "standing combat 4\nstanding combat 5", "replaces");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 2);
    fixture_remove(&fixture);
}

static void who_leaves_lines_reads_what_they_do(void **state)
{
    struct fixture fixture;
    struct letter letter = {0};
    unsigned seat;

    (void)state;
    start(&fixture, "dungeon_twister", 9);
    write_letter(&fixture, 1, setup_list, "(now: team cleric goblin troll thief)"); /* secret */
    write_letter(&fixture, 2, setup_list, "place any w1 w2 w3 w4 e1 e2 e3 e4 (has just given");
    seat = asked(&fixture);
    write_letter(&fixture, seat, "standing combat 1; if attacked: combat 3",
                 "if attacked: combat 3 (not about what is asked now)");
    write_letter(&fixture, seat, "standing also card 2", "once card 2 (has just given its order)");
    fixture_newest(&fixture, addresses[seat], &letter, NULL);
    assert_non_null(strstr(letter.text, "combat 1 (not about what is asked now)"));
    letter_fini(&letter);
    fixture_remove(&fixture);
}

/* A condition makes an answer of a line: there is nothing else that it could be. */
static void a_line_with_a_condition_is_left_without_the_word(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct fixture fixture;

    (void)state;
    start(&fixture, "dungeon_twister", 10);
    write_letter(&fixture, 1, "If attacked: combat 3, else 0\nif attacking: combat 1",
                 "Noted and sealed");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 2);
    write_letter(&fixture, 1, "if attacked by my goblin's friend: combat 2", "not understood");
    write_letter(&fixture, 1, "if attacked: combat 9", "combat 9");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 2);
    write_letter(&fixture, 1, "once if attacked: combat 2", "replaces");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 1);
    fixture_remove(&fixture);
    start(&fixture, "welcome_back", 1);
    write_letter(&fixture, 2, "pass if pile 3 or more", "Noted and sealed");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 2, line), 1);
    fixture_remove(&fixture);
}

/* The other side may choose at the same time: the line waits, and its player is told that it does.
 */
static void a_set_up_without_the_word_waits_for_the_other_side(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct letter letter = {0};
    struct fixture fixture;

    (void)state;
    start(&fixture, "dungeon_twister", 12);
    write_letter(&fixture, 1, "standing team cleric goblin troll thief", "Noted and sealed");
    write_letter(&fixture, 1, "show", "Your line answers this as");
    fixture_newest(&fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.text, "If you let it pass"));
    letter_fini(&letter);
    write_letter(&fixture, 1, "standing also place treasure w1, else e3", "place treasure e3");
    write_letter(&fixture, 1, "place rope w1, else e3\nThe rest by lot.", "place any w1");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), 2);
    fixture_remove(&fixture);
}

/* P8: an order by a line that was taken back is not given again by that line. */
static void an_undo_drops_the_line_that_it_took_back(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct fixture fixture;
    unsigned seat;
    int64_t before;

    (void)state;
    start(&fixture, "dungeon_twister", 9);
    write_letter(&fixture, 1, setup_list, "place any");
    write_letter(&fixture, 2, setup_list, "place any");
    seat = asked(&fixture);
    before = head(&fixture);
    write_letter(&fixture, seat, "standing card 2", "once card 2");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), seat, line), 1);
    undo_to(&fixture, before);
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), seat, line), 0);
    assert_int_equal(asked(&fixture), seat);
    fixture_close(&fixture);
    fixture_open(&fixture);
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), seat, line), 0);
    fixture_remove(&fixture);
}

/* "My usual set-up": kept by its player, and a game's only where he leaves it. */
static void lines_are_kept_for_the_next_game_and_left_there(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct fixture fixture;
    struct buf ledger = {0};
    unsigned before;

    (void)state;
    start(&fixture, "dungeon_twister", 31);
    write_letter(&fixture, 1, "standing usual", "No lines are kept");
    write_letter(&fixture, 1,
                 "standing team cleric goblin troll thief; place treasure w1, else e3; if attacked "
                 "with or near my troll: combat 3; card 2; then end",
                 "Noted and sealed");
    before = own_in_force(fixture_position(&fixture, 1), 1, line);
    write_letter(&fixture, 1, "preview\nstanding keep", "would be taken");
    write_letter(&fixture, 1, "standing keep", "3 lines");
    assert_int_equal(own_in_force(fixture_position(&fixture, 1), 1, line), before);
    read_ledger(&fixture, &ledger);
    assert_null(memmem(ledger.at, ledger.length, "place treasure", 14));
    buf_fini(&ledger);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    assert_int_equal(own_in_force(fixture_position(&fixture, 2), 1, line), 0);
    write_letter(&fixture, 1, "luck plums\nstanding usual\nstanding the rest by lot",
                 "place treasure w1 else place treasure e3");
    assert_int_equal(own_in_force(fixture_position(&fixture, 2), 1, line), 4);
    write_letter(&fixture, 1, "standing none\nstanding keep", "No lines are kept");
    write_letter(&fixture, 1, "standing usual", "No lines are kept");
    fixture_remove(&fixture);
}

/* ---- the second game ---- */

static void a_bidding_runs_by_lines_and_shows_no_card(void **state)
{
    struct fixture fixture;
    struct buf log = {0}, file = {0};
    int64_t before;

    (void)state;
    start(&fixture, "welcome_back", 1);
    before = head(&fixture);
    for (unsigned seat = 1; seat <= 2; seat++)
        write_letter(
            &fixture, seat,
            "standing draw if pile under 3\nstanding add if strength 0 to 20\nstanding add\n"
            "standing pass",
            "Noted and sealed");
    read_log(&fixture, before, &log);
    assert_true(take_out_by(&log) > 2);
    assert_log(&log, "seat/1 order draw", true);
    assert_log(&log, "seat/2 order draw", true);
    assert_log(&log, "order pass", true);
    assert_log(&log, "open own", false); /* no threshold is shown while they bid, WB-INFO-08 */
    assert_log(&log, "pile", false);
    export(&fixture, RECORD_FOR_ALL, &file);
    assert_log(&file, "add if strength", false);
    assert_log(&file, "draw if pile", false);
    buf_fini(&file);
    buf_fini(&log);
    fixture_remove(&fixture);
}

/* What the letter offers is taken as it stands. */
static void the_first_letter_of_a_round_offers_lines(void **state)
{
    struct fixture fixture;
    struct letter letter = {0};
    struct buf lines = {0};

    (void)state;
    start(&fixture, "welcome_back", 1); /* Bob begins */
    fixture_newest(&fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "Lines that answer for you in this round"));
    take_offered(&letter, &lines);
    assert_true(count_of(&lines, "\n") >= 2);
    assert_non_null(strstr(buf_text(&lines), "draw if pile under 4, else pass"));
    letter_fini(&letter);
    write_letter(&fixture, 2, buf_text(&lines), "Noted and sealed");
    fixture_newest(&fixture, BOB, &letter, NULL);
    assert_null(strstr(letter.text, "is not taken"));
    letter_fini(&letter);
    buf_fini(&lines);
    fixture_remove(&fixture);
}

static void an_option_that_is_not_known_says_what_it_takes(void **state)
{
    struct fixture fixture;

    (void)state;
    start(&fixture, "dungeon_twister", 1);
    write_letter(&fixture, 1, "challenge dungeon twister with target=9",
                 "\"target=9\"; it takes: 5, 6, 7, 8");
    write_letter(&fixture, 1, "challenge dungeon twister with targte=5", "targte=5");
    fixture_remove(&fixture);
}

static void lines_lapse_with_their_round(void **state)
{
    const struct own_line *line[OWN_LINES_MAX];
    struct fixture fixture;
    const struct position *position;
    char words[ORDER_TEXT_BYTES];
    uint32_t term;

    (void)state;
    start(&fixture, "welcome_back", 2);
    write_letter(&fixture, 1, "standing pass if pile 9+\nstanding pass if pile 8+",
                 "Noted and sealed");
    position = fixture_position(&fixture, 1);
    term = position->played->standing->term(position_rulebook(position), position_state(position));
    assert_int_equal(own_in_force(position, 1, line), 2);
    for (unsigned i = 0; i < 300; i++) {
        unsigned seat = asked(&fixture);

        position = fixture_position(&fixture, 1);
        if (position->played->standing->term(position_rulebook(position),
                                             position_state(position)) != term)
            break;
        assert_int_not_equal(seat, 0);
        assert_true(fixture_random_order(&fixture, 1, seat, words));
        order(&fixture, seat, words);
    }
    position = fixture_position(&fixture, 1);
    assert_int_equal(position->phase, POSITION_PLAY);
    assert_int_equal(own_in_force(position, 1, line), 0);
    fixture_remove(&fixture);
}

/* One seat passes, so that the other raids, until he is asked something in his raid. */
static unsigned until_the_raider_is_asked(struct fixture *fixture)
{
    char words[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 400; i++) {
        const struct position *position = fixture_position(fixture, 1);
        unsigned seat = asked(fixture);

        if (position->phase == POSITION_OVER)
            return 0;
        assert_int_not_equal(seat, 0);
        for (unsigned k = 0; k < position->decision_count; k++)
            if (position->decision[k].seat == seat &&
                text_equal(position->played->text->topics[position->decision[k].topic], "use-tile"))
                return seat;
        assert_true(fixture_random_order(fixture, 1, seat, words));
        order(fixture, seat, words);
    }
    return 0;
}

/* WB-TIMER-16: first ones included. */
static void lines_sent_while_the_raider_is_asked_decide_the_open_question(void **state)
{
    struct fixture fixture;
    struct buf log = {0};
    struct err err = {0};
    uint32_t question;
    unsigned seat, deal = 2;

    (void)state;
    start(&fixture, "welcome_back", deal);
    while (!(seat = until_the_raider_is_asked(&fixture))) {
        fixture_remove(&fixture);
        assert_true(++deal < 20);
        start(&fixture, "welcome_back", deal);
    }
    question = fixture_position(&fixture, 1)->decision[0].id;
    fixture_answer(&fixture, addresses[seat], "show"); /* a letter of this question to answer */
    fixture_settle(&fixture);
    write_letter(&fixture, seat, "standing else decline", "Noted and sealed");
    for (unsigned k = 0; k < fixture_position(&fixture, 1)->decision_count; k++)
        assert_int_not_equal(fixture_position(&fixture, 1)->decision[k].id, question);
    assert_int_equal(export_game(fixture.desk, 1, RECORD_FOR_ALL, &log, &err), RC_OK);
    assert_null(strstr(buf_text(&log), " own=own/"));
    buf_fini(&log);
    fixture_remove(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_both_sides_answer_a_combat_at_once),
        cmocka_unit_test(a_line_waits_until_the_other_side_has_chosen),
        cmocka_unit_test(a_line_left_after_the_attack_answers_it),
        cmocka_unit_test(the_newest_line_counts_and_none_is_opened),
        cmocka_unit_test(a_line_that_waits_is_given_when_its_time_runs_out),
        cmocka_unit_test(a_line_that_waits_is_the_default_of_a_deadline_that_was_set),
        cmocka_unit_test(a_line_that_comes_after_the_deadline_decides_nothing),
        cmocka_unit_test(a_line_that_can_never_serve_is_refused),
        cmocka_unit_test(a_line_stays_in_its_seats_letters),
        cmocka_unit_test(one_letter_of_each_seat_lays_out_the_game),
        cmocka_unit_test(the_first_letter_of_a_game_lays_it_out),
        cmocka_unit_test(a_game_begins_after_one_letter_of_each_seat),
        cmocka_unit_test(a_plan_is_given_step_by_step_and_once),
        cmocka_unit_test(a_step_behind_another_question_is_not_given),
        cmocka_unit_test(a_new_set_replaces_the_old_one_or_adds_to_it),
        cmocka_unit_test(who_leaves_lines_reads_what_they_do),
        cmocka_unit_test(a_line_with_a_condition_is_left_without_the_word),
        cmocka_unit_test(a_set_up_without_the_word_waits_for_the_other_side),
        cmocka_unit_test(an_undo_drops_the_line_that_it_took_back),
        cmocka_unit_test(lines_are_kept_for_the_next_game_and_left_there),
        cmocka_unit_test(a_bidding_runs_by_lines_and_shows_no_card),
        cmocka_unit_test(the_first_letter_of_a_round_offers_lines),
        cmocka_unit_test(an_option_that_is_not_known_says_what_it_takes),
        cmocka_unit_test(lines_lapse_with_their_round),
        cmocka_unit_test(lines_sent_while_the_raider_is_asked_decide_the_open_question),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
