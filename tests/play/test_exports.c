/* SPDX-License-Identifier: MIT */
/* Every record that a server gives out is proved: random games by letters and posts, through all
 * that can happen to a game (other rules versions, scenarios, new keys, seats and people, forum
 * seats, ledgers put back, deadlines, undos, pauses), exported on the way for every reader, and at
 * their end whole, from the public site, and after a person was forgotten.
 *
 * POSTERN_EXPORT_GAMES says how many games of each kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "admin/care.h"
#include "admin/keeper.h"
#include "admin/admin.h"
#include "commands/seating.h"
#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "play/reveal.h"
#include "people/people.h"
#include "record/record.h"
#include "record/verify.h"
#include "site/site.h"
#include "tests/house/posting.h"
#include "tests/house/searching.h"
#include "tests/test.h"

#define DONE(call)                                                                                 \
    do {                                                                                           \
        struct err err = {0};                                                                      \
        if ((call) != RC_OK)                                                                       \
            fail_msg("%s, seed %u: %s", #call, game_seed, err.text);                               \
    } while (0)

enum { GAMES_EACH = 1, STEPS = 36, DAYS_MOST = 250, PLAYERS = 4, TOPIC = 45, FORUM_PLAYER = 2 };

static const char *const addresses[PLAYERS + 1] = {NULL, "anna@one.example", "bob@two.example",
                                                   "cyd@three.example", "dan@four.example"};
static unsigned game_seed;

/* A game as it is, but for the versions that a new game may begin with. */
static struct game started;
static const struct game *const list[] = {&started, NULL};

static const struct game *find(const char *name)
{
    return text_equal(name, started.name) ? &started : NULL;
}

struct play {
    struct fixture fixture;
    unsigned post; /* numbers of posts */
    bool refuses;  /* the next undo */
    bool forum;    /* seat FORUM_PLAYER orders in the forum */
    bool sulks;    /* the second seat's player writes nothing */
    bool forgot;   /* somebody */
};

static struct position *position_of(struct play *play)
{
    return fixture_position(&play->fixture, 1);
}

static bool is_over(struct play *play)
{
    return position_of(play)->phase == POSITION_OVER;
}

/* Posts come in by hand: no transport of the forum is opened. */
static void know_forum(struct play *play)
{
    if (play->forum) {
        play->fixture.config.forum =
            (struct config_forum){.kind = CONFIG_FORUM_DISCOURSE, .robot = "gm"};
        text_copy(play->fixture.config.forum.url, sizeof play->fixture.config.forum.url,
                  "https://forum.example");
    }
}

static void reopen(struct play *play)
{
    fixture_close(&play->fixture);
    fixture_open(&play->fixture);
    know_forum(play);
}

/* ---- proofs ---- */

/* A game that is over is finished, however it ended: all that a finished game tells is told. */
static void prove_bytes(struct play *play, const struct buf *bytes, const char *what)
{
    OWN(verify) verify = {0};

    DONE(verify_bytes(buf_text(bytes), bytes->length, find, &verify, &err));
    if (!verify.is_good)
        fail_msg("%s, seed %u: %s, entry %u: %s", started.name, game_seed, what,
                 (unsigned)verify.bad_entry, verify.err.text);
    assert_int_equal(verify.over, is_over(play));
    if (verify.over && !verify.finished)
        fail_msg("%s, seed %u: %s: over, not opened: %s", started.name, game_seed, what,
                 verify.closed);
}

static unsigned drawn[ENTRY_KIND_COUNT]; /* entries whose seals S alone opens */

/* A ledger that lost the boxes of what the game's luck drew makes them again. */
static void prove_drawn(struct play *play, const struct record *record, uint32_t i,
                        const struct entry *entry)
{
    for (uint32_t k = 0; k < record->entry[i].seal_count; k++) {
        const struct record_seal *seal = &record->seal[record->entry[i].first_seal + k];
        struct opening opening;
        struct secret secret;

        if (!reveal_drawn(play->fixture.desk, 1, entry, seal->name, seal->seat, &seal->commitment,
                          &secret, &opening))
            fail_msg("%s, seed %u: entry %u: %s is not drawn again", started.name, game_seed,
                     (unsigned)i + 1, seal->name);
        drawn[entry->kind]++;
    }
}

/* What all games together went through. */
static unsigned happened[ENTRY_KIND_COUNT], posts_taken;

static void count_entries(struct play *play)
{
    struct record record;
    OWN_WIPED(buf) bytes = {0};
    struct entry entry;

    DONE(export_game(play->fixture.desk, 1, RECORD_FOR_ALL, &bytes, &err));
    DONE(record_read(buf_text(&bytes), bytes.length, &record, &err));
    for (uint32_t i = 0; i < record.entry_count; i++) {
        if (!record.entry[i].length)
            continue; /* declared lost */
        DONE(entry_read(i + 1, record.entry[i].text, record.entry[i].length, &entry, &err));
        happened[entry.kind]++;
        if (entry_is_drawn(&entry))
            prove_drawn(play, &record, i, &entry);
    }
    record_fini(&record);
}

static void prove(struct play *play, unsigned reader, const char *what)
{
    OWN_WIPED(buf) bytes = {0};

    DONE(export_game(play->fixture.desk, 1, reader, &bytes, &err));
    prove_bytes(play, &bytes, what);
}

static unsigned refused; /* whole records of games that are not whole */

/* Where something of a forgotten person is gone no record is whole; who held a seat and sealed
 * nothing in it takes nothing away. */
static void prove_whole(struct play *play, const char *what)
{
    OWN_WIPED(buf) bytes = {0};
    struct err why = {0};
    enum rc rc = export_game(play->fixture.desk, 1, RECORD_FOR_WHOLE, &bytes, &why);

    if (play->forgot && rc == RC_CONFLICT) {
        assert_int_equal(bytes.length, 0);
        refused++;
        return;
    }
    assert_int_equal(rc, RC_OK);
    prove_bytes(play, &bytes, what);
}

static void prove_all(struct play *play, const char *what)
{
    for (unsigned reader = 0; reader <= position_of(play)->genesis.seats; reader++)
        prove(play, reader, what);
    if (is_over(play))
        prove_whole(play, what);
}

/* ---- what players do ---- */

/* The address of who sits there; NULL for a seat of the house. */
static const char *address_of(struct play *play, unsigned seat)
{
    int64_t player = position_of(play)->player[seat];

    return player >= 1 && player <= PLAYERS ? addresses[player] : NULL;
}

static void write_letter(struct play *play, unsigned seat, const char *body)
{
    const char *address = address_of(play, seat);

    if (!address || (play->sulks && seat == 2))
        return;
    fixture_answer(&play->fixture, address, body);
    fixture_settle(&play->fixture);
}

static void write_post(struct play *play, const char *body)
{
    struct inbound_result result;
    char html[ORDER_TEXT_BYTES + 16];

    snprintf(html, sizeof html, "<p>! %s</p>", body);
    posting_take(
        &play->fixture,
        &(struct posted){
            .number = ++play->post, .topic = TOPIC, .user = 7, .name = "bob", .html = html},
        &result);
    posts_taken += result.outcome == LEDGER_ACCEPTED;
    fixture_settle(&play->fixture);
}

static unsigned asked_seat(struct play *play)
{
    const struct position *position = position_of(play);

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].kind == DECISION_ORDER && position->decision[i].seat)
            return position->decision[i].seat;
    return 0;
}

static void give_order(struct play *play)
{
    char line[ORDER_TEXT_BYTES];
    unsigned seat = asked_seat(play);

    if (!seat || !fixture_random_order(&play->fixture, 1, seat, line))
        return;
    if (play->forum && position_of(play)->player[seat] == FORUM_PLAYER)
        write_post(play, line);
    else
        write_letter(play, seat, line);
}

/* Both players write the same, one after the other. */
static void both_write(struct play *play, const char *body)
{
    write_letter(play, 1, body);
    write_letter(play, 2, body);
}

/* ---- what happens beside it ---- */

typedef void happen_fn(struct play *play);

static void upgrade(struct play *play)
{
    const struct position *position = position_of(play);
    const char *newest = "";
    char line[GENESIS_NAME_BYTES + 16];
    uint32_t missing;
    bool done;

    for (const char *const *version = started.versions; *version; version++)
        newest = *version;
    if (text_equal(position->rules_version, newest))
        return;
    snprintf(line, sizeof line, "agree upgrade %s", newest);
    both_write(play, line);
    DONE(desk_begin(play->fixture.desk, &err));
    DONE(upgrade_game(play->fixture.desk, position_of(play), newest, &done, &missing, &err));
    DONE(desk_commit(play->fixture.desk, &err));
    assert_true(done || missing);
}

static void rotate_keys(struct play *play)
{
    struct rekey_count count = {0};
    enum key_purpose purpose = fixture_below(&play->fixture, 2) ? KEY_SIGNING : KEY_STORAGE;

    DONE(rekey_rotate(play->fixture.desk, purpose, &err));
    DONE(rekey_apply(play->fixture.desk, &count, &err));
}

static void take_back(struct play *play)
{
    unsigned seat = 1 + fixture_below(&play->fixture, 2);
    char line[32];
    uint64_t to;

    write_letter(play, seat, "undo");
    to = replay_undo_agreed(position_of(play)->replay, seat);
    if (!to)
        return;
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    write_letter(play, 3 - seat, play->refuses ? "no undo" : line);
    play->refuses = !play->refuses;
}

static void keeper_undoes(struct play *play)
{
    const struct position *position = position_of(play);
    uint64_t back = 1 + fixture_below(&play->fixture, 6);
    struct err why = {0};

    if (position->chain.number <= back + 8)
        return;
    DONE(desk_begin(play->fixture.desk, &err));
    if (keeper_undo(play->fixture.desk, position_of(play), position->chain.number - back, &why))
        desk_rollback(play->fixture.desk);
    else
        DONE(desk_commit(play->fixture.desk, &err));
    fixture_settle(&play->fixture);
}

static void talk(struct play *play)
{
    static const char *const bodies[] = {"say all well played",
                                         "say all postern-head game 1 entry 4",
                                         "say to Anna: [a] \\ bracket",
                                         "note remember this: \t tabs",
                                         "on time pass",
                                         "if asked: pass",
                                         "none",
                                         "settings"};

    write_letter(play, 1 + fixture_below(&play->fixture, 2),
                 bodies[fixture_below(&play->fixture, sizeof bodies / sizeof bodies[0])]);
}

static void replace(struct play *play)
{
    unsigned seat = 1 + fixture_below(&play->fixture, 2);
    bool house = fixture_below(&play->fixture, 3) == 0;
    int64_t player = 3 + fixture_below(&play->fixture, 2);

    if (house || position_of(play)->player[3 - seat] == player ||
        position_of(play)->player[seat] == player)
        return;
    DONE(desk_begin(play->fixture.desk, &err));
    DONE(seating_replace(play->fixture.desk, position_of(play), ENTRY_KEEPER, seat, player, false,
                         &err));
    DONE(desk_commit(play->fixture.desk, &err));
    fixture_settle(&play->fixture);
}

static void wait_long(struct play *play)
{
    play->fixture.now_s += 9 * 86400;
    fixture_round(&play->fixture);
    fixture_settle(&play->fixture);
}

static void pause_clocks(struct play *play)
{
    both_write(play, "pause");
    prove(play, RECORD_FOR_ALL, "paused");
    play->fixture.now_s += 20 * 86400;
    fixture_round(&play->fixture);
    both_write(play, "resume");
}

static void remark(struct play *play)
{
    DONE(desk_begin(play->fixture.desk, &err));
    DONE(keeper_remark(play->fixture.desk, position_of(play), "met at the club", &err));
    DONE(desk_commit(play->fixture.desk, &err));
}

static void back_up(struct play *play, char backup[FIXTURE_PATH * 2])
{
    snprintf(backup, FIXTURE_PATH * 2, "%s/backup.db", play->fixture.folder);
    remove(backup);
    DONE(ledger_backup(play->fixture.desk->ledger, backup, &err));
}

/* How many games are behind what was signed, and frozen. */
static unsigned restore(struct play *play, const char *backup)
{
    char command[FIXTURE_PATH * 4];
    struct care_restored restored;

    fixture_close(&play->fixture);
    snprintf(command, sizeof command, "rm -f %s/postern.db*", play->fixture.folder);
    assert_int_equal(system(command), 0);
    DONE(care_restore(&play->fixture.config, &play->fixture.world, backup,
                      &(struct care_options){0}, &restored, &err));
    fixture_open(&play->fixture);
    know_forum(play);
    return (unsigned)restored.frozen;
}

static void put_back(struct play *play)
{
    char backup[FIXTURE_PATH * 2];

    back_up(play, backup);
    assert_int_equal(restore(play, backup), 0);
}

/* A night's orders burn with the host; the players go on behind them. */
static void lose_entries(struct play *play)
{
    char command[FIXTURE_PATH * 2], backup[FIXTURE_PATH * 2];
    struct lost_entries lost;

    back_up(play, backup);
    for (unsigned i = 0; i < 3; i++)
        give_order(play);
    if (is_over(play) || !restore(play, backup))
        return;
    /* The outbox counts from the backup on: letters of that night would look newer. */
    snprintf(command, sizeof command, "rm -rf %s/mail", play->fixture.folder);
    assert_int_equal(system(command), 0);
    DONE(lost_declare(play->fixture.desk, 1, 0, &lost, &err));
    fixture_settle(&play->fixture);
    prove(play, RECORD_FOR_ALL, "entries declared lost");
    both_write(play, "go on");
    assert_int_equal(replay_lost(position_of(play)->replay), 0);
}

static void freeze_and_thaw(struct play *play)
{
    struct buf bytes = {0};
    struct err why = {0};

    DONE(desk_begin(play->fixture.desk, &err));
    DONE(ledger_freeze(play->fixture.desk->ledger, 1, play->fixture.now_s, "test", &err));
    DONE(desk_commit(play->fixture.desk, &err));
    play->fixture.now_s += 3 * 86400;
    fixture_round(&play->fixture);
    assert_int_equal(export_game(play->fixture.desk, 1, RECORD_FOR_ALL, &bytes, &why), RC_FROZEN);
    assert_int_equal(bytes.length, 0);
    DONE(thaw_game(play->fixture.desk, 1, -1, &err));
    fixture_settle(&play->fixture);
}

static happen_fn *const happenings[] = {
    upgrade,      rotate_keys, take_back, keeper_undoes, talk, replace,         wait_long,
    pause_clocks, put_back,    remark,    lose_entries,  talk, freeze_and_thaw,
};
static const char *const happening_names[] = {
    "upgrade",      "rotate_keys", "take_back", "keeper_undoes", "talk", "replace",         "wait",
    "pause_clocks", "put_back",    "remark",    "lose_entries",  "talk", "freeze_and_thaw",
};

/* ---- a game ---- */

enum ending { END_ANY, END_AGREED, END_SULKED, END_LUCKLESS };

struct mode {
    const char *game, *first, *options;
    bool forum;
    enum ending ending;
};

static const struct mode modes[] = {
    {"dungeon_twister", "base-1", "", false, END_ANY},
    {"dungeon_twister", NULL, "boxes=both mode=free", false, END_ANY},
    {"dungeon_twister", NULL, "boxes=expansion", true, END_ANY},
    {"dungeon_twister", NULL, "boxes=both mode=common", false, END_ANY},
    {"dungeon_twister", NULL,
     "boxes=both mode=scenario rooms=2+4+6+7 copies=2 jump_cards=0 first_cards=any "
     "blue=cleric+goblin+mekanork+thief+warrior+elf-scout+paladin+pickpocket+rope+rope+rope+rope+"
     "key+treasure "
     "yellow=cleric+goblin+mekanork+thief+warrior+elf-scout+paladin+pickpocket+rope+rope+rope+"
     "rope+key+treasure",
     false, END_ANY},
    {"dungeon_twister", "base-1", "", true, END_ANY},
    {"welcome_back", NULL, "", false, END_ANY},
    {"welcome_back", NULL, "", true, END_ANY},
    {"dungeon_twister", NULL, "", false, END_AGREED},
    {"dungeon_twister", NULL, "", false, END_SULKED},
    {"welcome_back", NULL, "", false, END_SULKED},
    {"welcome_back", NULL, "", false, END_LUCKLESS},
};

static void open_forum(struct play *play)
{
    const struct ledger_topic topic = {
        .game = 1, .topic = TOPIC, .post = TOPIC + 1, .state = LEDGER_TOPIC_OPEN};

    know_forum(play);
    DONE(desk_begin(play->fixture.desk, &err));
    DONE(people_address_add(play->fixture.desk, FORUM_PLAYER, "user-7@forum.example", &err));
    DONE(people_change(play->fixture.desk, FORUM_PLAYER, "account", "7:bob", &err));
    DONE(desk_commit(play->fixture.desk, &err));
    DONE(ledger_topic_put(play->fixture.desk->ledger, &topic, &err));
}

static void start(struct play *play, const struct mode *mode, unsigned seed)
{
    static const char *only[2];
    static const char *const names[] = {NULL, "Anna", "Bob", "Cyd", "Dan"};
    const char *const *versions;

    started = *games_find(mode->game);
    versions = started.versions;
    fixture_reads_anew = true;
    fixture_make(&play->fixture, list);
    play->fixture.random = seed * 7919 + 1;
    for (unsigned player = 1; player <= PLAYERS; player++)
        fixture_player(&play->fixture, names[player], addresses[player]);
    only[0] = mode->first;
    if (mode->first)
        started.versions = only;
    fixture_game(&play->fixture, &started, mode->options);
    started.versions = versions;
    play->forum = mode->forum;
    if (mode->forum)
        open_forum(play);
    fixture_round(&play->fixture);
    prove_all(play, "before luck");
    fixture_answer(&play->fixture, addresses[1], "luck apples");
    fixture_settle(&play->fixture);
    if (play->forum)
        write_post(play, "luck pears and plums");
    else if (mode->ending == END_LUCKLESS)
        wait_long(play);
    else
        fixture_answer(&play->fixture, addresses[2], "luck pears");
    fixture_settle(&play->fixture);
    prove_all(play, "after luck");
}

/* ---- its end ---- */

static void end(struct play *play, enum ending ending)
{
    for (unsigned orders = 0; ending == END_AGREED && orders < 12; orders++)
        give_order(play);
    if (ending == END_AGREED)
        both_write(play, "draw");
    for (unsigned days = 0; ending == END_SULKED && days < DAYS_MOST && !is_over(play); days++)
        if (asked_seat(play) == 1)
            give_order(play);
        else
            wait_long(play);
    if (is_over(play))
        return;
    assert_true(ending == END_ANY || ending == END_SULKED); /* that may take years */
    if (fixture_below(&play->fixture, 2)) {
        write_letter(play, 1, "resign");
        write_letter(play, 1, "confirm");
    }
    if (is_over(play))
        return;
    DONE(desk_begin(play->fixture.desk, &err));
    if (fixture_below(&play->fixture, 2))
        DONE(keeper_end(play->fixture.desk, position_of(play), GAME_WON, 2, "at the club", &err));
    else
        DONE(keeper_end(play->fixture.desk, position_of(play), GAME_VOID, 0, "nobody came", &err));
    DONE(desk_commit(play->fixture.desk, &err));
    fixture_settle(&play->fixture);
    assert_true(is_over(play));
}

static void prove_site(struct play *play)
{
    struct site_count count;
    OWN(buf) bytes = {0};
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/pages", play->fixture.folder);
    DONE(site_write(play->fixture.desk, path, NULL, &count, &err));
    snprintf(path, sizeof path, "gunzip -f %s/pages/games/1.record.gz", play->fixture.folder);
    assert_int_equal(system(path), 0);
    search_file(&play->fixture, "pages/games/1.record", &bytes);
    assert_true(bytes.length > 0);
    prove_bytes(play, &bytes, "the site's record");
    bytes.length = 0;
    search_file(&play->fixture, "pages/games/1.html", &bytes);
    assert_non_null(strstr(buf_text(&bytes), "postern-proof verify 1.record --letter LETTER"));
}

/* The last letter says how to prove it all. */
static void read_last_letter(struct play *play)
{
    const char *address = address_of(play, 1);
    OWN(letter) letter = {0};

    if (!address)
        return;
    fixture_newest(&play->fixture, address, &letter, NULL);
    assert_non_null(
        strstr(letter.text, "\n    postern-proof verify game-1.record --letter LETTER\n"));
}

static void forget_somebody(struct play *play)
{
    int64_t player = position_of(play)->player[1 + fixture_below(&play->fixture, 2)];

    if (!player)
        return;
    DONE(desk_begin(play->fixture.desk, &err));
    DONE(people_erase(play->fixture.desk, player, &err));
    DONE(desk_commit(play->fixture.desk, &err));
    play->forgot = true;
    reopen(play);
    prove_all(play, "after a person was forgotten");
}

static void play_one(const struct mode *mode, unsigned seed)
{
    struct play play = {.refuses = seed % 2, .sulks = mode->ending >= END_SULKED};
    unsigned kind;

    game_seed = seed;
    start(&play, mode, seed);
    for (unsigned step = 0; step < STEPS && mode->ending == END_ANY && !is_over(&play); step++) {
        if (fixture_below(&play.fixture, 3)) {
            give_order(&play);
            continue;
        }
        /* One after the other, begun elsewhere in each game. */
        kind = (seed * 5 + step) % (sizeof happenings / sizeof happenings[0]);
        happenings[kind](&play);
        prove_all(&play, happening_names[kind]);
    }
    prove_site(&play);
    end(&play, mode->ending);
    if (mode->ending != END_LUCKLESS) /* whose game is void */
        read_last_letter(&play);
    write_letter(&play, 1, "note after the end\nsay well played\npause\nundo\nresign");
    prove_all(&play, "at its end");
    count_entries(&play);
    rotate_keys(&play);
    prove_all(&play, "with new keys behind its end");
    prove_site(&play);
    forget_somebody(&play);
    fixture_remove(&play.fixture);
}

TEST(every_record_of_every_state_is_proved)
{
    const char *wanted = getenv("POSTERN_EXPORT_GAMES");
    unsigned each = wanted ? (unsigned)strtoul(wanted, NULL, 10) : GAMES_EACH;

    for (unsigned mode = 0; mode < sizeof modes / sizeof modes[0]; mode++)
        for (unsigned game = 0; game < each; game++)
            play_one(&modes[mode], 1 + mode + game * 64);
    for (unsigned kind = 0; kind < ENTRY_KIND_COUNT; kind++)
        if (!happened[kind] && kind != ENTRY_PEN) /* signed orders: tests/play/test_held.c */
            fail_msg("no entry of kind %u in all games", kind);
    assert_true(posts_taken > 10);
    assert_true(drawn[ENTRY_DRAW] > 0);
    assert_true(drawn[ENTRY_DEFAULT] > 0);
    assert_true(refused > 0);
}

TESTS(NULL, NULL)
