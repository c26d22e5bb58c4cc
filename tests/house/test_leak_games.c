/* SPDX-License-Identifier: MIT */
/* Random games of both kinds, each played twice by letters: the second time with all that one
 * player may not know changed (cards, rooms, forces, teams, tokens). His letters, what the forum is
 * told, the public pages and his export must be the same, but for hashes; and what opens a seal
 * stands nowhere it may not.
 *
 * POSTERN_LEAK_GAMES says how many pairs of games of each kind (make leaktest: 500);
 * POSTERN_LEAK_FIRST with which seed they begin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "outbound/forum_compose.h"
#include "outbound/outbox.h"
#include "games/games.h"
#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "people/people.h"
#include "record/record.h"
#include "seal/encode.h"
#include "site/site.h"
#include "tests/house/fixture.h"
#include "tests/house/searching.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { PAIRS = 4, LETTERS_MOST = 100, DRAWS_MOST = 32, MARKS_MOST = 512, POSTS_MOST = 256 };

static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example"};

/* ---- games whose table draws as the test wants ---- */

struct table {
    unsigned count; /* draws made */
    struct order order[DRAWS_MOST];
    struct secret secret[DRAWS_MOST][SECRETS_MAX];
    unsigned secrets[DRAWS_MOST];
    bool repeats; /* give these again, in place of new ones */
};
static struct table table;
static const struct game *real;

static void draw_order(const void *rulebook, const void *state, const struct decision *decision,
                       const uint16_t *number, struct order *order)
{
    unsigned i = table.count++;

    assert_true(i < DRAWS_MOST);
    if (table.repeats)
        *order = table.order[i];
    else {
        real->rules->draw_order(rulebook, state, decision, number, order);
        table.order[i] = *order;
        table.secrets[i] = game_secrets_of(real, rulebook, state, order, table.secret[i]);
    }
}

/* ---- one game ---- */

struct move {
    unsigned seat;
    char order[ORDER_TEXT_BYTES];
    char name[SEAL_NAME_BYTES]; /* of its seal, "" = none */
    char payload[SEAL_PAYLOAD_BYTES];
    char other[SEAL_PAYLOAD_BYTES]; /* what it could have sealed as well, "" = nothing else */
    bool preview;                   /* only asked what it would do */
};

struct run {
    struct fixture fixture;
    struct move move[LETTERS_MOST];
    unsigned moves;
    unsigned reader; /* whose letters are compared */
    bool pictures;
    const char *options;
};

static struct position *position_of(struct run *run)
{
    return fixture_position(&run->fixture, 1);
}

/* Posts are queued and composed; nothing is sent. */
static void open_forum(struct run *run)
{
    run->fixture.config.forum = (struct config_forum){
        .kind = CONFIG_FORUM_DISCOURSE, .robot = "robot", .pictures = run->pictures};
}

static void start(struct run *run, const struct game *const *list, unsigned seed)
{
    struct fixture *fixture = &run->fixture;

    table.count = 0;
    fixture_reads_anew = true;
    fixture_make(fixture, list);
    fixture->random = seed;
    fixture_player(fixture, "Anna", addresses[1]);
    fixture_player(fixture, "Bob", addresses[2]);
    if (run->pictures) {
        OK(desk_begin(fixture->desk, &err));
        OK(people_change(fixture->desk, run->reader, "format", "html", &err));
        OK(desk_commit(fixture->desk, &err));
    }
    open_forum(run);
    fixture_game(fixture, list[0], run->options);
    fixture_round(fixture);
    for (unsigned seat = 1; seat <= 2; seat++) {
        writes(fixture, addresses[seat], seat == 1 ? "luck apples" : "luck pears");
    }
}

static unsigned asked_seat(struct run *run)
{
    const struct position *position = position_of(run);

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].kind == DECISION_ORDER && position->decision[i].seat)
            return position->decision[i].seat;
    return 0;
}

static bool secret_of(struct run *run, const struct order *order, struct secret *secret)
{
    const struct position *position = position_of(run);
    struct secret all[SECRETS_MAX];

    if (game_secrets_of(real, position_rulebook(position), position_state(position), order, all) !=
        1)
        return false;
    *secret = all[0];
    return true;
}

/* Another secret of the same name that he may give now: any but the first are as good. */
static void note_other(struct run *run, struct move *move)
{
    const struct position *position = position_of(run);
    OWN_MEMORY struct order *list = calloc(LEGAL_MAX, sizeof *list);
    unsigned count;

    assert_non_null(list);
    count =
        real->rules->legal(position_rulebook(position), position_state(position), move->seat, list);
    for (unsigned i = 0; i < count; i++) {
        const struct order *order = &list[(i + run->moves * 5) % count];
        struct secret secret;

        if (!secret_of(run, order, &secret) || !text_equal(secret.name, move->name) ||
            text_equal(secret.payload, move->payload))
            continue;
        text_copy(move->other, sizeof move->other, secret.payload);
        break;
    }
}

static void note_secret(struct run *run, struct move *move)
{
    const struct position *position = position_of(run);
    struct secret secret;
    struct order order = {0};

    assert_true(real->text->read_order(position_rulebook(position), move->seat, move->order,
                                       strlen(move->order), &order));
    order.seat = (uint8_t)move->seat;
    if (!secret_of(run, &order, &secret))
        return;
    text_copy(move->name, sizeof move->name, secret.name);
    text_copy(move->payload, sizeof move->payload, secret.payload);
    note_other(run, move);
}

/* One letter; false: it was not taken. */
static bool give(struct run *run, const struct move *move)
{
    char letter[ORDER_TEXT_BYTES + 16];

    snprintf(letter, sizeof letter, "%s%s", move->preview ? "preview\n" : "", move->order);
    fixture_answer(&run->fixture, addresses[move->seat], letter);
    fixture_settle(&run->fixture);
    return move->preview || strncmp(fixture_outcome(&run->fixture), "accepted", 8) == 0;
}

/* What the reader ordered once, and what may not be ordered at all: the answers tell no secret. */
static bool ask_in_vain(struct run *run, struct move *move)
{
    *move = (struct move){.seat = run->reader, .preview = true, .order = "nothing of the kind"};
    for (unsigned i = run->moves; i-- > 0;)
        if (run->move[i].seat == run->reader && !run->move[i].preview) {
            text_copy(move->order, sizeof move->order, run->move[i].order);
            break;
        }
    return give(run, move);
}

static void play(struct run *run, unsigned letters)
{
    while (run->moves < letters) {
        struct move *move = &run->move[run->moves];

        if (run->moves % 8 == 5) {
            assert_true(ask_in_vain(run, move));
            run->moves++;
            continue;
        }
        *move = (struct move){.seat = asked_seat(run)};
        if (!move->seat || !fixture_random_order(&run->fixture, 1, move->seat, move->order))
            return;
        note_secret(run, move);
        if (!give(run, move))
            fail_msg("%s: \"%s\" is not taken: %s", real->name, move->order,
                     fixture_outcome(&run->fixture));
        run->moves++;
    }
}

/* ---- the same game with other secrets ---- */

static bool may_know(struct run *run, const char *name)
{
    const struct position *position = position_of(run);

    return game_may_know(real, position_rulebook(position), position_state(position), name,
                         run->reader);
}

/* Move what the reader may not know one place on, among its like. */
static unsigned change_draw(struct run *run, unsigned i)
{
    struct order *order = &table.order[i];
    unsigned place[SECRETS_MAX], hidden = 0, changed = 0;
    int16_t first;

    for (unsigned k = 0; k < table.secrets[i] && table.secrets[i] == order->count; k++)
        if (!may_know(run, table.secret[i][k].name))
            place[hidden++] = k;
    if (hidden < 2)
        return 0;
    first = order->arg[place[0]];
    for (unsigned k = 0; k + 1 < hidden; k++) {
        changed += order->arg[place[k]] != order->arg[place[k + 1]];
        order->arg[place[k]] = order->arg[place[k + 1]];
    }
    order->arg[place[hidden - 1]] = first;
    return changed;
}

static size_t stem(const char *name)
{
    return strcspn(name, "/");
}

static void put_payload(struct move *move, const char *payload)
{
    TEXT_IN(text, line, ORDER_TEXT_BYTES);
    const char *at = strstr(move->order, move->payload);

    assert_non_null(at);
    text_put_bytes(&text, move->order, (size_t)(at - move->order));
    text_put(&text, payload);
    text_put(&text, at + strlen(move->payload));
    assert_false(text.cut);
    text_copy(move->order, sizeof move->order, line);
}

static bool is_hidden(struct run *run, const struct move *move)
{
    return move->name[0] && move->seat != run->reader && !may_know(run, move->name);
}

/* Secrets of the other player: those of one kind change places, two by two. */
static void change_places(struct run *run, char (*payload)[SEAL_PAYLOAD_BYTES])
{
    const struct move *move = run->move;

    for (unsigned i = 0; i < run->moves; i++) {
        unsigned mate = i + 1;

        if (!payload[i][0] || !text_equal(payload[i], move[i].payload))
            continue;
        while (mate < run->moves &&
               !(payload[mate][0] && stem(move[mate].name) == stem(move[i].name) &&
                 strncmp(move[mate].name, move[i].name, stem(move[i].name)) == 0))
            mate++;
        if (mate == run->moves || !text_equal(payload[mate], move[mate].payload))
            continue;
        text_copy(payload[i], SEAL_PAYLOAD_BYTES, move[mate].payload);
        text_copy(payload[mate], SEAL_PAYLOAD_BYTES, move[i].payload);
    }
}

/* Wherever the one word stands in a hidden secret, put the other, and the other way round. */
static void exchange_words(char *payload, const char *one, const char *other)
{
    TEXT_IN(text, out, SEAL_PAYLOAD_BYTES);

    for (const char *at = payload; *at;) {
        size_t length = strcspn(at, " ");

        if (length == strlen(one) && memcmp(at, one, length) == 0)
            text_put(&text, other);
        else if (length == strlen(other) && memcmp(at, other, length) == 0)
            text_put(&text, one);
        else
            text_put_bytes(&text, at, length);
        at += length;
        for (; *at == ' '; at++)
            text_put_char(&text, ' ');
    }
    assert_false(text.cut);
    text_copy(payload, SEAL_PAYLOAD_BYTES, out);
}

/* One thing in place of another in all that is hidden: forces, teams and tokens go together. */
static bool change_words(struct run *run, unsigned seed, char (*payload)[SEAL_PAYLOAD_BYTES])
{
    for (unsigned k = 0; k < run->moves; k++) {
        const struct move *move = &run->move[(k + seed) % run->moves];

        if (!payload[(k + seed) % run->moves][0] || !move->other[0] || strchr(move->payload, ' '))
            continue;
        for (unsigned i = 0; i < run->moves; i++)
            if (payload[i][0])
                exchange_words(payload[i], move->payload, move->other);
        return true;
    }
    return false;
}

static unsigned change_moves(struct run *run, unsigned seed, struct move *move)
{
    char payload[LETTERS_MOST][SEAL_PAYLOAD_BYTES];
    unsigned changed = 0;

    for (unsigned i = 0; i < run->moves; i++)
        text_copy(payload[i], SEAL_PAYLOAD_BYTES, is_hidden(run, &move[i]) ? move[i].payload : "");
    if (seed % 3 || !change_words(run, seed, payload))
        change_places(run, payload);
    for (unsigned i = 0; i < run->moves; i++)
        if (payload[i][0]) {
            changed += !text_equal(payload[i], move[i].payload);
            put_payload(&move[i], payload[i]);
        }
    return changed;
}

/* ---- what the reader has got ---- */

struct seen {
    struct buf letters; /* read, without hashes */
    struct buf pages;
    struct buf posts; /* for all in the forum */
    struct buf file;  /* his export */
    size_t raw;       /* bytes of his letters */
    unsigned count;
    struct buf boxes; /* lengths of what is encrypted */
};

/* Hashes and signatures are of everything; what is as long as a group of them is made the same,
 * words too. */
static void blank_hashes(const struct buf *from, struct buf *out)
{
    const char *at = buf_text(from), *end = at + from->length;

    while (at < end) {
        const char *run = at;
        bool digits = false;

        for (; run < end && ((*run >= 'a' && *run <= 'z') || (*run >= '0' && *run <= '9')); run++)
            digits |= *run <= '9';
        if (run - at >= 13 || (run - at >= 10 && digits))
            buf_put(out, "#");
        else
            buf_put_bytes(out, at, (size_t)(run - at));
        if (run < end)
            buf_put_char(out, *run++);
        at = run;
    }
}

static void read_pages(struct run *run, struct seen *seen)
{
    struct site_count count;
    OWN(buf) raw = {0};
    char path[FIXTURE_PATH * 2];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/pages", run->fixture.folder);
    if (site_write(run->fixture.desk, path, NULL, &count, &err) != RC_OK)
        fail_msg("%s", err.text);
    snprintf(path, sizeof path, "gunzip -f %s/pages/games/1.record.gz", run->fixture.folder);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "%s/pages", run->fixture.folder);
    search_tree(path, &raw);
    blank_hashes(&raw, &seen->pages);
}

/* ---- what the forum is told ---- */

static void compose_posts(struct run *run, struct buf *raw)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_deliveries_due(run->fixture.desk->ledger, LEDGER_BY_FORUM,
                                                    INT64_MAX, INT32_MAX, &err);
    struct ledger_delivery row;

    assert_true(ledger_next(&rows, &row));
    do {
        if (forum_compose_post(run->fixture.desk, row.out, false, raw, &err) != RC_OK)
            fail_msg("post %lld: %s", (long long)row.out, err.text);
    } while (ledger_next(&rows, &row));
    assert_int_equal(ledger_end(&rows), RC_OK);
}

static void read_posts(struct run *run, struct seen *seen)
{
    OWN(buf) raw = {0}, cut = {0};

    compose_posts(run, &raw);
    search_cut_hashes(&raw, &cut);
    blank_hashes(&cut, &seen->posts);
}

/* What stands beside the chain in a reader's export, without seals and nonces. */
static void read_export(struct run *run, struct seen *seen)
{
    OWN(buf) raw = {0};
    struct err err = {0};

    if (export_game(run->fixture.desk, 1, run->reader, &raw, &err) != RC_OK)
        fail_msg("%s", err.text);
    blank_hashes(&raw, &seen->file);
}

static enum rc note_box(void *user, const struct ledger_seal_row *row, struct err *err)
{
    (void)err;
    buf_printf(user, "%s %u\n", row->seal.name, (unsigned)row->seal.box.length);
    return RC_OK;
}

static void look(struct run *run, struct seen *seen)
{
    OWN(buf) raw = {0}, text = {0}, cut = {0};

    search_mailbox(&run->fixture, addresses[run->reader], &raw, &text);
    seen->raw = raw.length;
    seen->count = fixture_mail_count(&run->fixture, addresses[run->reader]);
    search_cut_hashes(&text, &cut);
    blank_hashes(&cut, &seen->letters);
    read_export(run, seen);
    read_posts(run, seen);
    if (run->pictures)
        read_pages(run, seen);
    FIXTURE_EACH(ledger_seals(run->fixture.desk->ledger, 1, 0, INT64_MAX, NULL), ledger_seal_row,
                 note_box, &seen->boxes);
}

static void seen_fini(struct seen *seen)
{
    buf_fini(&seen->letters);
    buf_fini(&seen->pages);
    buf_fini(&seen->posts);
    buf_fini(&seen->file);
    buf_fini(&seen->boxes);
}

/* Say where two texts part, then fail. */
static void assert_same(const char *what, unsigned seed, const struct buf *a, const struct buf *b)
{
    size_t i = 0, from;

    while (i < a->length && i < b->length && a->at[i] == b->at[i])
        i++;
    if (i == a->length && i == b->length)
        return;
    from = i > 200 ? i - 200 : 0;
    fail_msg("%s, seed %u: %s differ at byte %zu:\n%.300s\n---- other:\n%.300s", real->name, seed,
             what, i, buf_text(a) + from, buf_text(b) + from);
}

/* ---- what opens a seal ---- */

struct marks {
    struct run *run;
    unsigned count;
    unsigned char nonce[MARKS_MOST][SEAL_NONCE_BYTES];
    bool hidden[MARKS_MOST]; /* from the reader */
    bool open[MARKS_MOST];   /* words that stand beside the log for everybody */
};

static enum rc note_mark(void *user, const struct ledger_seal_row *row, struct err *err)
{
    struct marks *marks = user;
    OWN_WIPED(buf) payload = {0};
    uint64_t first, second;
    unsigned i = marks->count;
    enum seal_family family = seal_name_family(row->seal.name, &first, &second);
    enum rc rc;

    if (row->opened_n >= 0 || !row->seal.box.at)
        return RC_OK;
    assert_true(i < MARKS_MOST);
    rc = position_opening(marks->run->fixture.desk, position_of(marks->run), row->seal.name,
                          marks->nonce[i], &payload, err);
    if (rc != RC_OK)
        return rc;
    marks->open[i] = family == SEAL_WORDS;
    marks->hidden[i] =
        !marks->open[i] && (family == SEAL_GAME ? !may_know(marks->run, row->seal.name)
                                                : row->seal.seat != (int)marks->run->reader);
    marks->count++;
    return RC_OK;
}

static void assert_not_in(const struct buf *place, const char *what, const void *secret,
                          size_t count)
{
    const char *how = search_secret(place, secret, count);

    if (how)
        fail_msg("%s: a secret stands in %s, %s", real->name, what, how);
}

static void assert_nothing_opens(struct run *run, const struct buf *log)
{
    OWN_MEMORY struct marks *marks = calloc(1, sizeof *marks);
    OWN(buf) raw = {0}, text = {0}, own = {0}, public = {0}, ledger = {0}, posts = {0};

    assert_non_null(marks);
    marks->run = run;
    FIXTURE_EACH(ledger_seals(run->fixture.desk->ledger, 1, 0, INT64_MAX, NULL), ledger_seal_row,
                 note_mark, marks);
    search_mailbox(&run->fixture, addresses[run->reader], &raw, &text);
    assert_int_equal(export_game(run->fixture.desk, 1, run->reader, &own, NULL), RC_OK);
    assert_int_equal(export_game(run->fixture.desk, 1, RECORD_FOR_ALL, &public, NULL), RC_OK);
    compose_posts(run, &posts);
    search_file(&run->fixture, "postern.db", &ledger);
    search_file(&run->fixture, "postern.db-wal", &ledger);
    search_file(&run->fixture, "postern.db-shm", &ledger);
    search_file(&run->fixture, "postern.mark", &ledger);
    assert_true(raw.length > 500 && own.length > 500 && ledger.length > 4096);
    for (unsigned i = 0; i < marks->count; i++) {
        assert_not_in(&raw, "a letter", marks->nonce[i], SEAL_NONCE_BYTES);
        assert_not_in(&text, "a letter", marks->nonce[i], SEAL_NONCE_BYTES);
        assert_not_in(log, "the log", marks->nonce[i], SEAL_NONCE_BYTES);
        assert_not_in(&posts, "the forum's posts", marks->nonce[i], SEAL_NONCE_BYTES);
        if (i % 4 == 0) /* they are large */
            assert_not_in(&ledger, "the ledger's files", marks->nonce[i], SEAL_NONCE_BYTES);
        if (!marks->open[i])
            assert_not_in(&public, "the public export", marks->nonce[i], SEAL_NONCE_BYTES);
        if (marks->hidden[i])
            assert_not_in(&own, "another's export", marks->nonce[i], SEAL_NONCE_BYTES);
    }
    if (position_of(run)->phase != POSITION_OVER) {
        const unsigned char *secret = position_of(run)->secret;

        assert_not_in(&raw, "a letter", secret, CHAIN_SECRET_BYTES);
        assert_not_in(log, "the log", secret, CHAIN_SECRET_BYTES);
        assert_not_in(&posts, "the forum's posts", secret, CHAIN_SECRET_BYTES);
        assert_not_in(&ledger, "the ledger's files", secret, CHAIN_SECRET_BYTES);
        assert_not_in(&own, "an export", secret, CHAIN_SECRET_BYTES);
    }
}

/* ---- pairs ---- */

struct sum {
    unsigned pairs, changed, skipped;
};

static void compare_views(struct run *run, const void *state)
{
    const struct position *position = position_of(run);
    unsigned char *one = calloc(1, GAME_STATE_MAX), *other = calloc(1, GAME_STATE_MAX);

    assert_true(one && other);
    game_view(real, position_rulebook(position), state, run->reader, one);
    game_view(real, position_rulebook(position), position_state(position), run->reader, other);
    assert_memory_equal(one, other, real->state_bytes);
    free(one);
    free(other);
}

static void start_logged(struct run *run, const struct game *const *list, unsigned seed, int fd)
{
    start(run, list, seed);
    fixture_close(&run->fixture);
    run->fixture.log_fd = fd;
    fixture_open(&run->fixture);
    open_forum(run);
}

static void play_pair(const struct game *game, const char *options, unsigned letters, unsigned seed,
                      struct sum *sum)
{
    static struct run one, other;
    struct game copy = *game;
    struct game_rules rules = *game->rules;
    const struct game *list[] = {&copy, NULL};
    unsigned char *state = calloc(1, GAME_STATE_MAX);
    char log_path[] = "/tmp/postern-leak-XXXXXX";
    int fd = mkstemp(log_path);
    struct seen a = {0}, b = {0};
    OWN(buf) log = {0};
    unsigned changed = 0;

    assert_true(state && fd >= 0);
    real = game;
    rules.draw_order = draw_order;
    copy.rules = &rules;
    table = (struct table){.repeats = false};
    one = (struct run){.reader = 1 + seed % 2, .pictures = seed % 8 == 1, .options = options};
    start_logged(&one, list, seed, fd);
    play(&one, letters);
    search_tree(log_path, &log);
    assert_nothing_opens(&one, &log);
    look(&one, &a);
    memcpy(state, position_state(position_of(&one)), game->state_bytes);

    other = (struct run){.reader = one.reader, .pictures = one.pictures, .options = options};
    memcpy(other.move, one.move, sizeof one.move);
    for (unsigned i = 0; i < table.count; i++)
        changed += change_draw(&one, i);
    changed += change_moves(&one, seed, other.move);
    table.repeats = true;
    start(&other, list, seed);
    while (other.moves < one.moves && give(&other, &other.move[other.moves]))
        other.moves++;
    if (other.moves < one.moves || !changed)
        sum->skipped++; /* the other secret forbids what was ordered here, or there is none */
    else {
        compare_views(&other, state);
        look(&other, &b);
        assert_same("letters", seed, &a.letters, &b.letters);
        assert_same("exports", seed, &a.file, &b.file);
        assert_same("pages", seed, &a.pages, &b.pages);
        assert_same("posts", seed, &a.posts, &b.posts);
        assert_same("lengths of boxes", seed, &a.boxes, &b.boxes);
        assert_int_equal(a.count, b.count);
        if (a.raw != b.raw)
            fail_msg("%s, seed %u: letters of %zu and %zu bytes", game->name, seed, a.raw, b.raw);
        sum->changed += changed;
    }
    sum->pairs++;
    seen_fini(&a);
    seen_fini(&b);
    fixture_remove(&one.fixture);
    fixture_remove(&other.fixture);
    free(state);
    close(fd);
    unlink(log_path);
}

static unsigned wanted(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    int64_t number;

    return text && text_to_int(text, strlen(text), &number) && number > 0 ? (unsigned)number
                                                                          : otherwise;
}

/* Games of any length up to so many letters: longer ones have nothing left to hide. */
struct mode {
    const char *options;
    unsigned letters;
};

static void play_pairs(const char *name, const struct mode *mode, unsigned modes)
{
    struct sum sum = {0};
    unsigned first = wanted("POSTERN_LEAK_FIRST", 1), count = wanted("POSTERN_LEAK_GAMES", PAIRS);

    for (unsigned seed = first; seed < first + count; seed++) {
        const struct mode *now = &mode[seed % modes];

        play_pair(games_find(name), now->options, 2 + seed * 7 % now->letters, seed, &sum);
    }
    print_message("# %s: %u pairs, %u without another secret, %u secrets changed\n", name,
                  sum.pairs, sum.skipped, sum.changed);
    assert_true(sum.skipped * 2 <= sum.pairs);
    assert_true(sum.changed >= sum.pairs - sum.skipped);
}

TEST(dungeon_twister_tells_no_player_what_he_may_not_know)
{
    static const char scenario[] =
        "boxes=both mode=scenario rooms=1+3+5+8 begins=blue"
        " blue=cleric+thief+warrior+paladin+weapons-master+elf-scout+golem+wall-walker+slayer+"
        "armor+sword+rope+key+treasure"
        " yellow=red-dragon+wizard+illusionist+ghost+goblin+troll+mekanork+pickpocket+wand+"
        "shield+scroll+potion+rope+treasure";
    static const struct mode modes[] = {{scenario, 58},
                                        {"boxes=both mode=free", 96},
                                        {"boxes=expansion", 58},
                                        {"boxes=both mode=common", 96},
                                        {"", 58},
                                        {"boxes=both mode=free copies=2", 96}};

    play_pairs("dungeon_twister", modes, sizeof modes / sizeof modes[0]);
}

TEST(welcome_back_tells_no_player_what_he_may_not_know)
{
    static const struct mode mode = {"", 9};

    play_pairs("welcome_back", &mode, 1);
}

/* The search itself must find what is there. */
TEST(every_encoding_is_searched)
{
    static const unsigned char secret[] = "\x01\xfe quagga \x80\xff secret 77";
    enum { COUNT = sizeof secret - 1 };

    ROWS_EACH(row, "tests/house/leak_games.rows", "every_encoding_is_searched") {
        OWN(buf) place = {0};
        char path[] = "/tmp/postern-mark-XXXXXX", line[512];
        int fd = mkstemp(path);

        assert_int_equal(write(fd, secret, COUNT), COUNT);
        close(fd);
        snprintf(line, sizeof line, "(LC_ALL=C; %s) <%s >%s.out", row.cell[0], path, path);
        if (strcmp(row.cell[0], "rev") == 0)
            snprintf(line, sizeof line,
                     "python3 -c 'import sys; sys.stdout.buffer.write(open(sys.argv[1],\"rb\")"
                     ".read()[::-1])' %s >%s.out",
                     path, path);
        assert_int_equal(system(line), 0);
        snprintf(line, sizeof line, "%s.out", path);
        buf_put(&place, "before ");
        search_tree(line, &place);
        buf_put(&place, " after");
        if (!search_secret(&place, secret, COUNT))
            fail_msg("not found: %s", row.cell[0]);
        assert_null(search_secret(&place, "something else", 14));
        unlink(line);
        unlink(path);
    }
}

TESTS(NULL, NULL)
