/* SPDX-License-Identifier: MIT */
/* Tournaments that go on by themselves: players who never write, both of a pair, and time alone
 * that passes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/tournaments.h"
#include "ledger/derived.h"
#include "people/people.h"
#include "schedule/tournaments.h"
#include "seal/encode.h"
#include "tests/house/fixture.h"
#include "tests/house/searching.h"
#include "tests/toy/toy.h"
#include "tournament/record/tournament_verify.h"
#include "tests/test.h"

enum { PLAYERS = 5, DAY_S = 86400, DAYS_MOST = 400 };

static const struct game *const games_list[] = {&toy_game, NULL};
static const char *address(unsigned player)
{
    static char text[32];

    snprintf(text, sizeof text, "p%u@club.example", player);
    return text;
}

static struct tournament *load_of(struct fixture *fixture, int64_t id)
{
    struct tournament *tournament = NULL;

    OK(tournament_load(fixture->desk, id, &tournament, &err));
    return tournament;
}

static struct tournament *load(struct fixture *fixture)
{
    return load_of(fixture, 1);
}

/* All players enter a new tournament, and it begins. */
static void begin_tournament(struct fixture *fixture, enum schedule_format format, const char *name)
{
    struct tournament_terms terms = {.game = "toy",
                                     .rules = {.format = format,
                                               .groups = 1,
                                               .games = 1,
                                               .reach = format == SCHEDULE_LADDER ? 2 : 0,
                                               .term_days = format == SCHEDULE_LADDER ? 100 : 0},
                                     .by_lot = true};
    struct tournament *tournament;
    int64_t id;

    snprintf(terms.name, sizeof terms.name, "%s", name);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    tournament = load_of(fixture, id);
    for (int64_t i = 1; i <= PLAYERS; i++)
        OK(tournament_enter(fixture->desk, tournament, i, "words", &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    fixture_round(fixture);
}

static void make_players(struct fixture *fixture)
{
    fixture_make(fixture, games_list);
    for (unsigned i = 1; i <= PLAYERS; i++) {
        static const char *const names[PLAYERS] = {"Anna", "Bert", "Cora", "Dario", "Edna"};

        fixture_player(fixture, names[i - 1], address(i));
    }
}

static void begin(struct fixture *fixture, enum schedule_format format)
{
    make_players(fixture);
    begin_tournament(fixture, format, "Season");
}

struct walk {
    struct fixture *fixture;
    unsigned writers; /* players 1 … writers answer what they are asked */
    unsigned only;    /* 0 = all of them; else this one alone */
};

static bool may_write(const struct walk *walk, int64_t player)
{
    return walk->only ? player == walk->only : player <= walk->writers;
}

/* Whoever of the writers is asked in a game that goes on writes something, were it his luck. */
static enum rc write_in(void *user, const struct ledger_game_row *row, struct err *own)
{
    const struct walk *walk = user;
    struct position *position = fixture_position(walk->fixture, row->game);

    (void)own;
    for (unsigned seat = 1; seat <= 2 && row->status != LEDGER_OVER; seat++)
        if (may_write(walk, position->player[seat]) && position_wants_luck(position, seat)) {
            char body[64];

            snprintf(body, sizeof body, "game %d\nluck mine\n", (int)row->game);
            fixture_send(walk->fixture, address((unsigned)position->player[seat]), NULL, NULL,
                         body);
            fixture_settle(walk->fixture);
            fixture_answer(walk->fixture, address((unsigned)position->player[seat]), "confirm");
            fixture_settle(walk->fixture);
            position = fixture_position(walk->fixture, row->game);
        }
    return RC_OK;
}

/* Days pass until it is over. */
static void pass(struct fixture *fixture, unsigned writers)
{
    struct walk walk = {fixture, writers, 0};

    for (unsigned day = 0; day < DAYS_MOST; day++) {
        struct tournament *tournament = load(fixture);
        bool over = tournament->log.phase != TOURNAMENT_LOG_RUNNING;

        tournament_free(tournament);
        if (over)
            return;
        FIXTURE_EACH(ledger_games_now(fixture->desk->ledger, LEDGER_STATUS_COUNT, NULL),
                     ledger_game_row, write_in, &walk);
        fixture_settle(fixture);
        fixture->now_s += DAY_S;
        fixture_round(fixture);
    }
    fail_msg("it is not over after %d days", DAYS_MOST);
}

enum { FLIPPED = 97, FLIPPED_MOST = 7 }; /* each so many bytes of a record */

static void prove_of(struct fixture *fixture, int64_t id, size_t flipped)
{
    OWN_AT(tournament) tournament = load_of(fixture, id);
    OWN_MEMORY struct tournament_verified *found = NULL;
    OWN(buf) text = {0};

    assert_int_equal(tournament->log.phase, TOURNAMENT_LOG_OVER);
    OK(tournament_export(fixture->desk, tournament, &text, &err));
    found = tournament_verify(buf_text(&text));
    assert_non_null(found);
    if (!found->is_good)
        fail_msg("entry %u: %s", (unsigned)found->bad_entry, found->err.text);
    assert_true(found->draw_is_proved);
    /* no byte of it may be another */
    for (size_t i = 0; i < text.length; i += flipped) {
        OWN_MEMORY struct tournament_verified *changed = NULL;

        text.at[i] ^= 1;
        changed = tournament_verify(buf_text(&text));
        assert_non_null(changed);
        if (changed->is_good)
            fail_msg("byte %zu may be another: %.60s", i, text.at + (i > 30 ? i - 30 : 0));
        text.at[i] ^= 1;
    }
}

static void prove(struct fixture *fixture)
{
    prove_of(fixture, 1, FLIPPED);
}

FIXTURE_TEST(one_who_writes_wins_against_those_who_never_do, begin(fixture, SCHEDULE_ROBIN))
{
    struct tournament *tournament;

    pass(fixture, 1);
    tournament = load(fixture);
    assert_int_equal(tournament_log_standings(&tournament->log), PLAYERS);
    assert_int_equal(tournament_log_entrant(&tournament->log, tournament->log.row[0].entrant), 1);
    assert_int_equal(tournament->log.row[0].points, 2 * (PLAYERS - 1));
    for (unsigned i = 1; i < PLAYERS; i++) {
        assert_int_equal(tournament->log.row[i].points, 0);
        assert_int_equal(tournament->log.row[i].place, 2);
    }
    tournament_free(tournament);
    prove_of(fixture, 1, FLIPPED_MOST);
}

TEST(nobody_writes_and_it_ends_all_the_same)
{
    static const enum schedule_format formats[] = {SCHEDULE_SWISS, SCHEDULE_KNOCKOUT};

    for (unsigned i = 0; i < 2; i++) {
        struct fixture fixture;

        begin(&fixture, formats[i]);
        pass(&fixture, 0);
        prove(&fixture);
        fixture_remove(&fixture);
    }
}

/* ---- a round that does not end ---- */

static unsigned keepers_letters(struct fixture *fixture)
{
    return fixture_mail_count(fixture, "keeper@robot.example");
}

FIXTURE_TEST(of_a_round_that_never_ends_the_administrator_is_told, make_players(fixture))
{
    OWN(letter) letter = {0};

    snprintf(fixture->config.keeper, sizeof fixture->config.keeper, "keeper@robot.example");
    fixture->config.setup_s = 400 * DAY_S;
    begin_tournament(fixture, SCHEDULE_ROBIN, "Season");
    for (unsigned day = 0; day < 59; day++) {
        fixture->now_s += DAY_S;
        fixture_round(fixture);
    }
    assert_int_equal(keepers_letters(fixture), 0);
    fixture->now_s += 2 * DAY_S;
    fixture_round(fixture);
    assert_int_equal(keepers_letters(fixture), 1);
    fixture_newest(fixture, "keeper@robot.example", &letter, NULL);
    assert_non_null(strstr(letter.text, "Season, round 1, has gone on for 61 days. Games that are "
                                        "not over: 1, 2."));
    fixture->now_s += 31 * DAY_S;
    fixture_round(fixture);
    assert_int_equal(keepers_letters(fixture), 2);
}

/* ---- two that want the same players ---- */

enum { GAMES_AT_A_TIME = 1 };

static void nobody_has_more_games_than_he_may(struct fixture *fixture)
{
    for (int64_t player = 1; player <= PLAYERS; player++) {
        int64_t count = 0;

        OK(ledger_tournament_games_of(fixture->desk->ledger, player, &count, &err));
        assert_in_range(count, 0, GAMES_AT_A_TIME);
    }
}

/* Pairs of a tournament whose games wait. */
static unsigned waiting_of(struct fixture *fixture, int64_t id)
{
    OWN_AT(tournament) tournament = load_of(fixture, id);
    unsigned count = 0;

    for (unsigned i = 0; i < tournament->log.pairs; i++)
        count += !tournament->log.pair[i].done && !tournament->log.game[i][0].number;
    return count;
}

static void begin_two(struct fixture *fixture)
{
    begin(fixture, SCHEDULE_ROBIN);
    fixture->config.tournament_games = GAMES_AT_A_TIME;
    begin_tournament(fixture, SCHEDULE_SWISS, "Second");
}

static void pass_all(struct fixture *fixture, unsigned writers)
{
    struct walk walk = {fixture, writers, 0};

    for (unsigned day = 0, running = 1; running; day++) {
        assert_in_range(day, 0, DAYS_MOST);
        FIXTURE_EACH(ledger_games_now(fixture->desk->ledger, LEDGER_STATUS_COUNT, NULL),
                     ledger_game_row, write_in, &walk);
        fixture_settle(fixture);
        fixture->now_s += DAY_S;
        fixture_round(fixture);
        nobody_has_more_games_than_he_may(fixture);
        running = 0;
        for (int64_t id = 1; id <= 2; id++) {
            OWN_AT(tournament) tournament = load_of(fixture, id);

            running += tournament->log.phase == TOURNAMENT_LOG_RUNNING;
        }
    }
}

FIXTURE_TEST(two_tournaments_of_the_same_players_share_their_time, begin_two(fixture))
{
    assert_int_equal(waiting_of(fixture, 1), 0); /* it began first */
    assert_int_equal(waiting_of(fixture, 2), PLAYERS / 2);
    nobody_has_more_games_than_he_may(fixture);
    pass_all(fixture, 2);
    prove_of(fixture, 1, FLIPPED);
    prove_of(fixture, 2, FLIPPED);
}

FIXTURE_TEST(who_is_banned_while_his_game_waits_has_lost_it, begin_two(fixture))
{
    struct tournament *tournament;
    unsigned out;

    tournament = load_of(fixture, 2);
    out = tournament_log_entrant(&tournament->log, tournament->log.pair[0].first);
    tournament_free(tournament);
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, out, "banned", "on", &err));
    OK(desk_commit(fixture->desk, &err));
    pass_all(fixture, PLAYERS);
    tournament = load_of(fixture, 2);
    assert_true(tournament->log.gone[out - 1]);
    assert_int_equal(tournament->log.game[0][0].number, 0);
    assert_int_equal(tournament->log.pair[0].first_points, 0);
    assert_int_equal(tournament->log.pair[0].second_points, 2);
    assert_false(tournament->log.pair[0].played);
    tournament_free(tournament);
    prove_of(fixture, 1, FLIPPED);
    prove_of(fixture, 2, FLIPPED);
}

/* ---- letters ---- */

/* words NULL: anything */
static void see(struct fixture *fixture, unsigned player, const char *words)
{
    OWN(letter) letter = {0};

    if (!words)
        return;
    fixture_newest(fixture, address(player), &letter, NULL);
    if (!strstr(letter.text, words))
        fail_msg("no \"%s\" in:\n%s", words, letter.text);
}

/* Of five players four meet, and one rests. */
FIXTURE_TEST(letters_say_of_which_tournament_and_round_they_are, begin(fixture, SCHEDULE_SWISS))
{
    unsigned meet = 0, rest = 0;

    for (unsigned i = 1; i <= PLAYERS; i++) {
        OWN(letter) letter = {0};

        fixture_newest(fixture, address(i), &letter, NULL);
        meet += strstr(letter.text, " (Season, round 1)") != NULL;
        rest += strstr(letter.text, "you rest, and get 1 point") != NULL;
    }
    assert_int_equal(meet, PLAYERS - 1);
    assert_int_equal(rest, 1);
}

FIXTURE_TEST(who_is_knocked_out_hears_it, begin(fixture, SCHEDULE_KNOCKOUT))
{
    unsigned out = 0;

    pass(fixture, 1);
    for (unsigned i = 1; i <= PLAYERS; i++) {
        OWN(buf) raw = {0}, text = {0};

        search_mailbox(fixture, address(i), &raw, &text);
        out += strstr(buf_text(&text), "Season: you are out") != NULL;
    }
    assert_int_equal(out, PLAYERS - 2); /* all but those of the final */
}

static void write_line(struct fixture *fixture, unsigned player, const char *line,
                       const char *answer)
{
    fixture_send(fixture, address(player), NULL, NULL, line);
    fixture_settle(fixture);
    see(fixture, player, answer);
}

/* The letter that tells of a tournament is answered as people do. */
FIXTURE_TEST(who_answers_the_letter_of_a_tournament_is_in, make_players(fixture))
{
    static const struct {
        const char *words, *told;
    } rows[] = {{"yeah put me in for the cup", "You take part in Season"},
                {"Count me in! How many rounds is it and when does it start?", "1. Season (Toy"},
                {"yes", "You take part in Season"},
                {"enter 1. How many rounds?", "You take part in Season"},
                {"I'd rather not take part, unless it is short", "* enter 1"}};
    struct tournament_terms terms = {.game = "toy",
                                     .name = "Season",
                                     .rules = {.format = SCHEDULE_ROBIN, .groups = 1, .games = 1}};
    struct tournament *tournament;
    int64_t id;

    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    OK(tournament_load(fixture->desk, id, &tournament, &err));
    OK(tournaments_announce(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    fixture_settle(fixture);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture_answer(fixture, address(i + 1), rows[i].words);
        fixture_settle(fixture);
        see(fixture, i + 1, rows[i].told);
    }
    tournament = load(fixture);
    assert_int_equal(tournament->log.entered, 4);
    tournament_free(tournament);
}

/* ---- sealed luck ---- */

enum { WEEK_S = 7 * DAY_S };

/* What player n seals, and its seal, in base32. */
static const char *luck_of(unsigned player, bool sealed)
{
    static char text[2][BASE32_HASH_BYTES];
    unsigned char luck[HASH_BYTES];
    struct hash seal;

    memset(luck, (int)player, sizeof luck);
    tournament_terms_seal(luck, &seal);
    return base32_write(sealed ? seal.at : luck, HASH_BYTES, text[sealed]);
}

static void write_luck(struct fixture *fixture, unsigned player, bool sealed, const char *answer)
{
    char line[128];

    snprintf(line, sizeof line, "enter 1 %s%s\n", sealed ? "sealed " : "", luck_of(player, sealed));
    write_line(fixture, player, line, answer);
}

/* Players 1 to 5 are in, the first two with sealed luck, and entry is closed. */
static void begin_sealed(struct fixture *fixture)
{
    struct tournament_terms terms = {.game = "toy",
                                     .name = "Season",
                                     .rules = {.format = SCHEDULE_ROBIN, .groups = 1, .games = 1},
                                     .by_lot = true};
    struct tournament *tournament;
    int64_t id;

    make_players(fixture);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    write_line(fixture, 1, "enter 1 sealed mine\n", "This is no seal");
    write_luck(fixture, 1, true, "with sealed luck");
    write_luck(fixture, 2, true, "with sealed luck");
    for (unsigned i = 3; i <= PLAYERS; i++)
        write_line(fixture, i, "enter 1 words\n", "your words are in the luck");
    tournament = load(fixture);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    assert_int_equal(tournament->log.phase, TOURNAMENT_LOG_CLOSED);
    tournament_free(tournament);
    fixture_settle(fixture);
    see(fixture, 1, "now open what you sealed");
}

static enum tournament_log_phase phase_of(struct fixture *fixture, unsigned *throws)
{
    OWN_AT(tournament) tournament = load(fixture);
    enum tournament_log_phase phase = tournament->log.phase;

    *throws = tournament->log.throws;
    return phase;
}

FIXTURE_TEST(a_draw_waits_for_luck_that_is_sealed, begin_sealed(fixture))
{
    unsigned throws;

    write_luck(fixture, 1, false, "it is what you sealed");
    write_line(fixture, 1, "enter 1 more\n", "nobody can enter or leave it any more");
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_CLOSED);
    write_luck(fixture, 2, true, "not the luck that you sealed");
    write_luck(fixture, 2, false, NULL); /* the games begin at once */
    fixture_round(fixture);
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_RUNNING);
    assert_int_equal(throws, 0);
    pass(fixture, 2);
    prove(fixture);
}

FIXTURE_TEST(who_never_opens_his_luck_is_out_and_all_give_theirs_again, begin_sealed(fixture))
{
    struct tournament *tournament;
    unsigned throws;

    write_luck(fixture, 1, false, "it is what you sealed");
    fixture->now_s += WEEK_S - DAY_S;
    fixture_round(fixture);
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_CLOSED);
    assert_int_equal(throws, 0);
    fixture->now_s += DAY_S;
    fixture_round(fixture);
    fixture_settle(fixture);
    see(fixture, 1, "luck is given again");
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_CLOSED);
    assert_int_equal(throws, 1);
    write_luck(fixture, 2, false, "any more");
    write_luck(fixture, 3, true, "is sealed. When all");
    write_line(fixture, 1, "enter 1 new words\n", "Your words are in the luck");
    write_line(fixture, 4, "enter 1 others\n", "Your words are in the luck");
    fixture->now_s += WEEK_S; /* one gives none */
    fixture_round(fixture);
    fixture_settle(fixture);
    see(fixture, 3, "now open what you sealed");
    write_luck(fixture, 3, false, NULL);
    fixture_round(fixture);
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_RUNNING);
    tournament = load(fixture);
    assert_true(tournament->log.gone[1]);
    assert_int_equal(tournament->log.seeds, PLAYERS - 1);
    tournament_free(tournament);
    pass(fixture, 1);
    prove(fixture);
}

FIXTURE_TEST(who_leaves_before_he_opens_his_luck_throws_the_draw_anew, begin_sealed(fixture))
{
    unsigned throws;

    write_line(fixture, 2, "leave 1\n", "You are out of Season.");
    write_luck(fixture, 1, false, NULL);
    fixture_round(fixture);
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_CLOSED);
    assert_int_equal(throws, 1);
    for (unsigned i = 1; i <= PLAYERS; i++)
        if (i != 2)
            write_line(fixture, i, "enter 1 again\n",
                       i < PLAYERS ? "Your words are in the luck" : NULL);
    fixture_round(fixture);
    assert_int_equal(phase_of(fixture, &throws), TOURNAMENT_LOG_RUNNING);
    pass(fixture, 1);
    prove(fixture);
}

FIXTURE_TEST(where_all_seal_and_nobody_opens_it_is_cancelled, begin_sealed(fixture))
{
    unsigned throws, phase = TOURNAMENT_LOG_CLOSED;

    for (unsigned week = 0; week < 20 && phase == TOURNAMENT_LOG_CLOSED; week++) {
        for (unsigned i = 3; i <= PLAYERS && week == 1; i++)
            write_luck(fixture, i, true, i < PLAYERS ? "is sealed" : NULL);
        fixture->now_s += WEEK_S;
        fixture_round(fixture);
        phase = phase_of(fixture, &throws);
    }
    assert_int_equal(phase, TOURNAMENT_LOG_CANCELLED);
    fixture_settle(fixture);
    see(fixture, 3, "now open what you sealed");
}

/* ---- a ladder ---- */

static unsigned player_at(const struct tournament *tournament, unsigned place)
{
    return (unsigned)tournament
        ->player[tournament_log_entrant(&tournament->log, tournament->log.ladder.rung[place - 1]) -
                 1];
}

static unsigned place_of(struct fixture *fixture, unsigned player)
{
    OWN_AT(tournament) tournament = load(fixture);
    unsigned place = 0;

    for (unsigned i = 1; i <= tournament->log.ladder.count; i++)
        if (player_at(tournament, i) == player)
            place = i;
    return place;
}

/* The challenger alone answers. */
static void win_challenge(struct fixture *fixture, unsigned challenger, unsigned place)
{
    struct walk walk = {fixture, 0, challenger};

    for (unsigned day = 0; day < 60 && place_of(fixture, challenger) != place; day++) {
        FIXTURE_EACH(ledger_games_now(fixture->desk->ledger, LEDGER_STATUS_COUNT, NULL),
                     ledger_game_row, write_in, &walk);
        fixture->now_s += DAY_S;
        fixture_round(fixture);
    }
    assert_int_equal(place_of(fixture, challenger), place);
}

FIXTURE_TEST(who_wins_a_challenge_takes_the_place_and_who_never_plays_sinks,
             begin(fixture, SCHEDULE_LADDER))
{
    struct tournament *tournament;
    unsigned top, second, third, fourth, foot;

    tournament = load(fixture);
    top = player_at(tournament, 1);
    second = player_at(tournament, 2);
    third = player_at(tournament, 3);
    fourth = player_at(tournament, 4);
    foot = player_at(tournament, PLAYERS);
    tournament_free(tournament);

    write_line(fixture, foot, "ladder 1 1\n", "at most 2 places above you");
    write_line(fixture, foot, "ladder 1 nobody\n", "is called");
    write_line(fixture, third, "ladder 1 1\n", "You have challenged 1 on Season");
    see(fixture, top, "You have been challenged on Season, in game 1");
    write_line(fixture, third, "ladder 1 2\n", "a challenge on Season already");
    write_line(fixture, second, "ladder 1 1\n", "a challenge on Season already");

    win_challenge(fixture, third, 1); /* who is silent loses the game, and his place */
    assert_int_equal(place_of(fixture, top), 2);
    assert_int_equal(place_of(fixture, second), 3);
    write_line(fixture, top, "ladder 1 1\n", "have just played");
    write_line(fixture, foot, "leave 1\n", "You are out of");
    assert_int_equal(place_of(fixture, foot), 0);
    fixture->now_s += 101 * DAY_S;
    fixture_round(fixture); /* below the two who played nobody can sink past them */
    assert_int_equal(place_of(fixture, fourth), 4);
    write_line(fixture, foot, "enter 1\n", "You stand on Season, at its foot");
    assert_int_equal(place_of(fixture, foot), PLAYERS);

    write_line(fixture, fourth, "ladder 1 2\n", "You have challenged 2 on Season");
    win_challenge(fixture, fourth, 2);
    assert_int_equal(place_of(fixture, third), 1);
    fixture->now_s += 101 * DAY_S;
    fixture_round(fixture); /* who has not played in this term sinks past one who did */
    assert_int_equal(place_of(fixture, fourth), 1);
    assert_int_equal(place_of(fixture, third), 2);
    assert_int_equal(place_of(fixture, top), 3);

    tournament = load(fixture);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_close_ladder(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    write_line(fixture, second, "ladder 1 1\n", "not a ladder that goes on");
    prove(fixture);
}

TESTS(NULL, NULL)
