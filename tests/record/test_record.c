/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/verify.h"
#include "tests/record/playing.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#ifdef POSTERN_SANITIZERS
enum { VIEW_GAMES = 200, RANDOM_GAMES = 150, STEPS_MAX = 400 };
#else
enum { VIEW_GAMES = 1000, RANDOM_GAMES = 150, STEPS_MAX = 400 };
#endif

static struct game_file toy_file(void)
{
    return (struct game_file){"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
}

static void start_toy(struct playing *playing, uint64_t seed, bool is_quiet)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = is_quiet};
    struct game_file file = toy_file();

    playing_start(playing, &toy_game, &file, 1, &plan, seed);
}

/* ---- entries ---- */

#define HASH   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SIGN64 HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define AT     "2026-11-21T22:30:00Z "
#define LINES  "[own/1/3] [own/1/4] [own/1/5] [own/1/6]"

static const char *good_entries[54];
static unsigned good;

/* Left to right. */
static void assert_brackets(const char *at, const struct entry *entry)
{
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    unsigned count = entry_seals(entry, name);

    for (unsigned k = 0; k < count; k++) {
        at = strchr(at, '[');
        assert_non_null(at);
        assert_memory_equal(++at, name[k], strlen(name[k]));
    }
    assert_null(strchr(at, '['));
}

TEST(each_kind_of_entry_reads_as_it_is_written)
{
    bool seen[ENTRY_KIND_COUNT] = {false};

    for (unsigned i = 0; i < good; i++) {
        OWN(buf) out = {0};
        struct err err = {0};
        struct entry entry;

        if (entry_read(7, good_entries[i], strlen(good_entries[i]), &entry, &err))
            fail_msg("%s: column %u: %s", good_entries[i], err.column, err.text);
        seen[entry.kind] = true;
        assert_int_equal(entry_write(&entry, &out, NULL), RC_OK);
        assert_string_equal(buf_text(&out), good_entries[i]);
        assert_brackets(good_entries[i], &entry);
    }
    for (unsigned k = 0; k < ENTRY_KIND_COUNT; k++)
        assert_true(seen[k]);
}

TEST(the_kind_of_an_entry_is_told_from_its_text)
{
    static const char undo[] = "2026-11-21T22:30:00Z seat/2 undo to=41";

    assert_true(entry_text_is(undo, ENTRY_UNDO));
    assert_false(entry_text_is(undo, ENTRY_OPEN));
    assert_false(entry_text_is("2026-11-21T22:30:00Z seat/2 undone to=41", ENTRY_UNDO));
}

TEST(what_is_almost_an_entry_is_refused)
{
    ROWS_EACH(row, "tests/record/record.rows", "what_is_almost_an_entry_is_refused") {
        struct err err = {0};
        struct entry entry;

        if (entry_read(7, row.cell[0], strlen(row.cell[0]), &entry, &err) == RC_OK)
            fail_msg("taken: %s", row.cell[0]);
        assert_true(err.text[0]);
    }
}

TEST(every_changed_bit_of_an_entry_changes_it_or_is_refused)
{
    for (unsigned i = 0; i < good; i++) {
        char text[ENTRY_TEXT_BYTES];
        size_t length = strlen(good_entries[i]);

        for (size_t bit = 0; bit < 8 * length; bit++) {
            OWN(buf) out = {0};
            struct entry entry;

            memcpy(text, good_entries[i], length + 1);
            text[bit / 8] = (char)(text[bit / 8] ^ (1 << bit % 8));
            if (entry_read(7, text, length, &entry, NULL) == RC_OK) {
                assert_int_equal(entry_write(&entry, &out, NULL), RC_OK);
                assert_int_equal(out.length, length);
                assert_memory_equal(out.at, text, length);
            }
        }
    }
}

/* ---- the reader takes what the writer writes, and nothing else ---- */

static uint64_t next_random(uint64_t *seed)
{
    uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static size_t below(uint64_t *seed, size_t bound)
{
    return (size_t)(next_random(seed) % bound);
}

static const char *const pieces[] = {
    " ",          "=",         "[",
    "]",          "/",         "0",
    "07",         "7",         "-1",
    "seat/1",     "seat/5",    "table",
    "keeper",     "by=",       "[by/7] ",
    "own/2/3",    "sign=",     "came=",
    "letter=",    "[luck/1]",  "[luck/2]",
    "[person/1]", "[own/1]",   "[letter/7] ",
    "[press/7]",  "[press/8]", "[person/2/7] ",
    "house",      "player",    "none",
    "words",      "sealed",    "won",
    "drawn",      " why=",     "timeout",
    " due=",      "decision=", "to=",
    "all",        "order ",    "agree ",
    " nonce ",    "rules=",    " tables",
    "\xC3\xBC",   "\xC3",      "\x7F",
    "\t",
};

/* Where a word begins or ends, more often than anywhere. */
static size_t any_place(uint64_t *seed, const char *text, size_t length)
{
    size_t at = below(seed, length + 1);

    if (below(seed, 4))
        at += strcspn(text + at, " =[]/");
    return at < length && below(seed, 2) ? at + 1 : at;
}

/* Put something in at a place, instead of `count` bytes. */
static size_t replace(char *text, size_t length, size_t at, size_t count, const char *piece)
{
    size_t more = strlen(piece);

    memmove(text + at + more, text + at + count, length - at - count + 1);
    memcpy(text + at, piece, more);
    return length - count + more;
}

static size_t change(uint64_t *seed, char *text, size_t length)
{
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    size_t at = any_place(seed, text, length), goes = 0;

    if (below(seed, 2))
        goes = strcspn(text + at, " =[]/");
    return replace(text, length, at, goes, below(seed, 4) ? pieces[below(seed, PIECES)] : "");
}

TEST(a_text_that_is_read_is_written_again_as_it_was)
{
    enum { TEXTS = 40000 };
    uint64_t seed = 1;
    unsigned taken = 0;

    for (unsigned i = 0; i < TEXTS; i++) {
        char text[ENTRY_TEXT_BYTES + 64];
        OWN(buf) out = {0};
        struct entry entry;
        size_t length;

        text_copy(text, sizeof text, good_entries[below(&seed, good)]);
        length = change(&seed, text, strlen(text));
        if (below(&seed, 2))
            length = change(&seed, text, length);
        if (entry_read(7, text, length, &entry, NULL) != RC_OK)
            continue;
        assert_int_equal(entry_write(&entry, &out, NULL), RC_OK);
        assert_string_equal(buf_text(&out), text);
        taken++;
    }
    assert_true(taken > TEXTS / 50);
}

/* Parts that fit and such that do not. */
static void change_entry(uint64_t *seed, struct entry *entry)
{
    static const char *const words[] = {
        "",   "bid 3",     "bid [bid/1]", "bid [bid",      "x=1 bid",
        " x", "base-2",    "a b",         "combat 0",      "x\n",
        "]",  "[a/1] [b]", HASH,          "\xC3\xA9t\xC3", "a=b c"};
    static const char *const names[] = {"", "own/1/3", "own/2/3", "own/2", "deck/1", "Deck", "a b"};
    static const uint8_t makers[] = {ENTRY_TABLE, 1, 2, SEATS_MAX, SEATS_MAX + 1, ENTRY_KEEPER};
    static const int64_t times[] = {-1, 0, 1795300200, ENTRY_NO_TIME, 253402300800};

    switch (below(seed, 14)) {
    case 0:
        text_copy(entry->words, sizeof entry->words, words[below(seed, 15)]);
        break;
    case 1:
        text_copy(entry->name, sizeof entry->name, names[below(seed, 7)]);
        break;
    case 2:
        entry->who = makers[below(seed, 6)];
        break;
    case 3:
        entry->kind = (uint8_t)below(seed, ENTRY_KIND_COUNT + 1);
        break;
    case 4:
        entry->time_s = times[below(seed, 5)];
        break;
    case 5:
        entry->came_s = times[below(seed, 5)];
        break;
    case 6:
        entry->due_s = times[below(seed, 5)];
        break;
    case 7:
        entry->seat = (uint8_t)below(seed, SEATS_MAX + 2);
        break;
    case 8:
        entry->count = (uint8_t)below(seed, SEATS_MAX + 1);
        break;
    case 9:
        entry->holder[below(seed, 3)] = (uint8_t)below(seed, ENTRY_HOLDER_COUNT + 1);
        entry->person[below(seed, 3)] = below(seed, 2);
        break;
    case 10:
        entry->luck[below(seed, 3)] = (uint8_t)below(seed, ENTRY_LUCK_COUNT + 1);
        break;
    case 11:
        entry->why = (uint8_t)below(seed, ENTRY_WHY_COUNT + 1);
        entry->result = (uint8_t)below(seed, ENTRY_RESULT_COUNT + 1);
        break;
    case 12:
        entry->to = below(seed, 9);
        entry->decision = below(seed, 9);
        break;
    default:
        entry->letter = below(seed, 2);
        entry->is_signed = below(seed, 2);
        entry->to_all = below(seed, 2);
        break;
    }
}

TEST(an_entry_that_is_written_is_read_again)
{
    enum { ENTRIES = 40000 };
    uint64_t seed = 2;
    unsigned written = 0;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const char *entry_text = good_entries[below(&seed, good)];
        OWN(buf) out = {0}, again = {0};
        struct entry entry;
        struct err err = {0};

        assert_int_equal(entry_read(7, entry_text, strlen(entry_text), &entry, NULL), RC_OK);
        change_entry(&seed, &entry);
        if (below(&seed, 2))
            change_entry(&seed, &entry);
        if (entry_write(&entry, &out, NULL) == RC_OK) {
            if (entry_read(7, out.at, out.length, &entry, &err) != RC_OK)
                fail_msg("%s: %s", out.at, err.text);
            assert_int_equal(entry_write(&entry, &again, NULL), RC_OK);
            assert_string_equal(buf_text(&again), buf_text(&out));
            written++;
        }
    }
    assert_true(written > ENTRIES / 4);
}

TEST(brackets_name_the_seals_from_left_to_right)
{
    static const char text[] = AT "seat/2 order letter=[letter/7] team [team/2] and [token/2/1]";
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    struct entry entry;

    assert_int_equal(entry_read(7, text, sizeof text - 1, &entry, NULL), RC_OK);
    assert_int_equal(entry_seals(&entry, name), 3);
    assert_string_equal(name[0], "letter/7");
    assert_string_equal(name[1], "team/2");
    assert_string_equal(name[2], "token/2/1");
}

static const char *one_known(void *context, const char *name, size_t *length)
{
    *length = 7;
    return text_equal(name, context) ? "troll e" : NULL;
}

TEST(payloads_take_the_place_of_brackets)
{
    char out[64], name[] = "b/2";

    assert_int_equal(entry_substitute("put [a/1] [b/2]!", one_known, name, out, sizeof out, NULL),
                     RC_OK);
    assert_string_equal(out, "put [a/1] troll e!");
    assert_int_equal(entry_substitute("put [a/1] [b/2]!", one_known, name, out, 10, NULL),
                     RC_TOO_LONG);
    assert_int_equal(entry_substitute("put [a", one_known, name, out, sizeof out, NULL),
                     RC_BAD_INPUT);
}

/* ---- genesis ---- */

TEST(genesis_reads_as_it_is_written_and_no_other_way)
{
    struct playing playing;
    struct genesis back;
    char *text;

    start_toy(&playing, 1, true);
    text = playing.genesis_text;
    assert_int_equal(genesis_read(text, playing.genesis_length, &back, NULL), RC_OK);
    assert_memory_equal(&back, &playing.genesis, sizeof back);
    for (size_t n = 0; n < playing.genesis_length; n++)
        assert_int_equal(genesis_read(text, n, &back, NULL), RC_BAD_INPUT);
    for (size_t bit = 0; bit < 8 * playing.genesis_length; bit++) {
        OWN(buf) out = {0};

        text[bit / 8] = (char)(text[bit / 8] ^ (1 << bit % 8));
        if (genesis_read(text, playing.genesis_length, &back, NULL) == RC_OK) {
            assert_int_equal(genesis_write(&back, &out, NULL), RC_OK);
            assert_int_equal(out.length, playing.genesis_length);
            assert_memory_equal(out.at, text, out.length);
        }
        text[bit / 8] = (char)(text[bit / 8] ^ (1 << bit % 8));
    }
    playing_fini(&playing);
}

TEST(genesis_of_a_tournaments_game_names_its_place)
{
    static const char *const others[] = {"/2/3/1 entrants=5,0",  "/2/3/1 entrants=5",
                                         "/2/3/1 entrants=5,9,", "/02/3/1 entrants=5,9",
                                         "/2/3/1  entrants=5,9", "/2/3 entrants=5,9"};
    struct playing playing;
    struct genesis of_tournament, back;
    OWN(buf) out = {0};

    start_toy(&playing, 1, true);
    of_tournament = playing.genesis;
    of_tournament.tournament =
        (struct genesis_tournament){.round = 2, .board = 3, .k = 1, .entrant = {5, 9}};
    assert_int_equal(genesis_write(&of_tournament, &out, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&out), "/2/3/1 entrants=5,9\n"));
    assert_int_equal(genesis_read(buf_text(&out), out.length, &back, NULL), RC_OK);
    assert_memory_equal(&back.tournament, &of_tournament.tournament, sizeof back.tournament);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t before = (size_t)(strstr(buf_text(&out), "/2/3/1 ") - buf_text(&out));
        OWN(buf) other = {0};

        buf_put_bytes(&other, out.at, before);
        buf_put(&other, others[i]);
        buf_put_char(&other, '\n');
        assert_int_equal(genesis_read(buf_text(&other), other.length, &back, NULL), RC_BAD_INPUT);
    }
    playing_fini(&playing);
}

/* ---- whole games ---- */

/* A game is finished when its end is told, which takes some entries. */
static void assert_good(const struct buf *text, const struct playing *playing)
{
    OWN(verify) verify = {0};

    assert_int_equal(verify_bytes(text->at, text->length, toy_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("line %u, entry %u: %s\n%s", verify.err.line, (unsigned)verify.bad_entry,
                 verify.err.text, text->at);
    assert_true(verify.finished ? playing->is_ended : !playing->is_finished);
}

static void assert_same_when_written_again(const struct buf *text)
{
    struct record record;
    struct err err = {0};

    if (record_read(text->at, text->length, &record, &err))
        fail_msg("line %u: %s", err.line, err.text);
    record_fini(&record);
}

/* What replaying a reader's export gives is what the rules let him see. */
static void assert_view(struct playing *playing, unsigned reader)
{
    const struct game *game = playing->game;
    OWN_MEMORY void *view = calloc(1, game->state_bytes);
    struct record record;
    OWN_AT(replay) replay = NULL;

    assert_non_null(view);
    playing_record(playing, reader, &record);
    replay = playing_replay(playing, &record, playing->entry_count);
    if (reader == RECORD_FOR_WHOLE)
        memcpy(view, replay_state(playing->replay), game->state_bytes);
    else
        game_view(game, replay_rulebook(playing->replay), replay_state(playing->replay),
                  reader == RECORD_FOR_ALL ? SEAT_PUBLIC : reader, view);
    if (memcmp(view, replay_state(replay), game->state_bytes) != 0)
        fail_msg("reader %u sees something else after entry %u: %s", reader, playing->entry_count,
                 playing->entry[playing->entry_count - 1].text);
    record_fini(&record);
}

static const unsigned readers[] = {RECORD_FOR_ALL, 1, 2, RECORD_FOR_WHOLE};

TEST(the_replay_of_a_readers_record_is_his_view_after_each_entry)
{
    for (unsigned seed = 1; seed <= VIEW_GAMES; seed++) {
        struct playing playing;
        unsigned steps = 0;

        start_toy(&playing, seed, seed % 3 == 0);
        do
            for (unsigned i = 0; i < 4; i++)
                assert_view(&playing, readers[i]);
        while (playing_step(&playing) && ++steps < STEPS_MAX);
        assert_true(playing.is_finished);
        playing_fini(&playing);
    }
}

TEST(a_record_of_any_reader_at_any_time_is_proved)
{
    for (unsigned seed = 1; seed <= RANDOM_GAMES; seed++) {
        struct playing playing;

        start_toy(&playing, 1000 + seed, seed % 3 == 0);
        do {
            OWN_WIPED(buf) text = {0};

            if (playing_random(&playing, 5))
                continue;
            playing_export(&playing, readers[seed % 4], &text);
            assert_same_when_written_again(&text);
            assert_good(&text, &playing);
        } while (playing_step(&playing));
        playing_fini(&playing);
    }
}

TEST(all_readers_have_one_head)
{
    struct playing playing;
    struct chain end[4];

    start_toy(&playing, 5, false);
    while (playing_step(&playing))
        ;
    for (unsigned i = 0; i < 4; i++) {
        struct record record;

        playing_record(&playing, readers[i], &record);
        record_chain(&record, &end[i]);
        assert_true(hash_equal(&end[i].entry, &playing.chain.entry));
        record_fini(&record);
    }
    playing_fini(&playing);
}

TEST(a_finished_game_leaves_no_draw_unproved)
{
    for (unsigned seed = 1; seed <= 40; seed++) {
        struct playing playing;
        OWN(verify) verify = {0};
        OWN(buf) text = {0};

        start_toy(&playing, seed, false);
        while (playing_step(&playing))
            ;
        playing_export(&playing, RECORD_FOR_WHOLE, &text);
        assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
        assert_true(verify.is_good && verify.finished);
        assert_true(verify.count[VERIFY_DRAWS][VERIFY_PROVED] > 0);
        assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
        assert_in_range(verify.count[VERIFY_SEALS][VERIFY_SEALED], 0, playing_held(&playing));
        playing_fini(&playing);
    }
}

TEST(an_erased_person_leaves_the_chain_whole)
{
    struct playing playing;
    struct verify verify;
    OWN(buf) text = {0};

    start_toy(&playing, 2, false);
    while (playing_step(&playing))
        ;
    for (unsigned i = 0; i < playing.seal_count; i++)
        playing.seal[i].is_erased = text_equal(playing.seal[i].name, "person/1");
    playing_export(&playing, RECORD_FOR_ALL, &text);
    assert_null(strstr(text.at, "ada@"));
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_SEALS][VERIFY_ERASED], 1);
    verify_fini(&verify);
    buf_clear(&text);
    playing_export(&playing, RECORD_FOR_WHOLE, &text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_false(verify.is_good);
    verify_fini(&verify);
    playing_fini(&playing);
}

TEST(an_unsigned_record_is_called_unproved)
{
    struct playing playing;
    OWN(verify) verify = {0};
    struct record record;
    OWN(buf) text = {0};

    start_toy(&playing, 4, true);
    playing_record(&playing, RECORD_FOR_ALL, &record);
    assert_int_equal(record_write(&record, NULL, NULL, &text, NULL), RC_OK);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_UNPROVED], 1);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_PROVED], 0);
    record_fini(&record);
    playing_fini(&playing);
}

static int start(void **state)
{
    (void)state;
    ROWS_EACH(row, "tests/record/record.rows", "entries")
        good_entries[good++] = row.cell[0];
    return secret_start(NULL) == RC_OK ? 0 : -1;
}

TESTS(start, NULL)
