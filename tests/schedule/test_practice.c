/* SPDX-License-Identifier: MIT */
/* The service that plays for practice opponents: ten games in hand, and started again in the middle
 * of a turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/dungeon_twister/state.h"
#include "games/games.h"
#include "people/people.h"
#include "play/reply.h"
#include "record/entry.h"
#include "schedule/practice.h"
#include "commands/newgame.h"
#include "teach/recall.h"
#include "tests/house/fixture.h"
#include "tests/test.h"

OWN_FREED(practice_run)

static const struct game *games_list[2];
enum { P_ROBO = 1, P_GIZMO, GAMES = 10, BOARDS_MAX = 64 };

static void start(struct fixture *fixture, const char *level)
{
    static const char *const names[] = {"Robo", "Gizmo"};
    int64_t player;

    games_list[0] = games_find("dungeon_twister");
    fixture_make(fixture, games_list);
    OK(desk_begin(fixture->desk, &err));
    for (unsigned i = 0; i < 2; i++)
        OK(practice_add(fixture->desk, names[i], level, &player, &err));
    OK(desk_commit(fixture->desk, &err));
}

static void make_game(struct fixture *fixture, const char *options)
{
    struct newgame wanted = {
        .played = games_list[0], .options = options, .seats = 2, .player = {0, P_ROBO, P_GIZMO}};
    struct verdict verdict;
    int64_t game;

    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_settle(fixture);
}

/* ---- a clock that counts ---- */

struct watch {
    unsigned starts, least, most; /* questions waiting, as it was told */
    unsigned looks, allowed;      /* at the clock since the last start; 0: any number */
};

static void begin(void *context, unsigned waiting)
{
    struct watch *watch = context;

    watch->starts++;
    watch->looks = 0;
    if (watch->starts == 1 || waiting < watch->least)
        watch->least = waiting;
    if (waiting > watch->most)
        watch->most = waiting;
}

static bool is_late(void *context)
{
    struct watch *watch = context;

    return watch->allowed && watch->looks++ >= watch->allowed;
}

static unsigned answer_round(struct fixture *fixture, struct practice_run *run, struct watch *watch)
{
    const struct practice_clock clock = {begin, is_late, watch};
    unsigned written = 0;

    OK(practice_round(fixture->desk, run, &clock, &written, &err));
    fixture_settle(fixture);
    return written;
}

/* Each is told of all the others that wait, so that it takes its share of the time, and all are
 * answered in one round, however little time there is. */
FIXTURE_TEST(ten_games_in_hand_are_answered_in_one_round, start(fixture, "expert"))
{
    OWN_AT(practice_run) run = practice_run_new();
    struct watch watch = {.allowed = 3};
    unsigned rounds = 0;

    for (unsigned n = 0; n < GAMES; n++)
        make_game(fixture, "");
    for (; rounds < 30; rounds++) {
        uint64_t before[GAMES + 1];

        for (int64_t game = 1; game <= GAMES; game++)
            before[game] = fixture_position(fixture, game)->chain.number;
        watch.starts = watch.most = 0;
        assert_in_range(answer_round(fixture, run, &watch), GAMES, 2 * GAMES);
        assert_true(watch.starts >= GAMES);
        assert_int_equal(watch.least, watch.most);
        assert_int_equal(watch.most, watch.starts);
        for (int64_t game = 1; game <= GAMES; game++)
            assert_true(fixture_position(fixture, game)->chain.number > before[game]);
    }
}

/* ---- one turn, thought out by several runs of the service ---- */

struct boards {
    struct dt_state board[BOARDS_MAX]; /* of the turn being played, before each of its orders */
    unsigned count, circles;
};

static bool same_board(const struct dt_state *a, const struct dt_state *b)
{
    return memcmp(a->where, b->where, sizeof a->where) == 0 &&
           memcmp(a->turned, b->turned, sizeof a->turned) == 0 &&
           memcmp(a->open, b->open, sizeof a->open) == 0 &&
           memcmp(a->broken, b->broken, sizeof a->broken) == 0 &&
           memcmp(a->illusion, b->illusion, sizeof a->illusion) == 0 &&
           memcmp(a->combat, b->combat, sizeof a->combat) == 0 &&
           memcmp(a->score, b->score, sizeof a->score) == 0 && a->wounded == b->wounded;
}

static bool is_turned_back(const struct dt_state *before, const struct dt_state *now,
                           const struct dt_state *then)
{
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if ((then->revealed >> slot & 1) && now->turned[slot] != before->turned[slot] &&
            now->turned[slot] == then->turned[slot])
            return true;
    return false;
}

static enum rc look_round(void *user, const struct position_step *step, struct err *err)
{
    const struct dt_state *before = step->before, *now = position_state(step->position);
    struct boards *boards = user;

    (void)err;
    if (step->entry->kind != ENTRY_ORDER || before->phase != DT_PHASE_ACT)
        return RC_OK;
    if (boards->count && boards->board[0].turn != before->turn)
        boards->count = 0;
    assert_true(boards->count < BOARDS_MAX);
    boards->board[boards->count++] = *before;
    for (unsigned i = 0; now->phase == DT_PHASE_ACT && now->turn == before->turn; i++) {
        if (i == boards->count)
            break;
        boards->circles +=
            same_board(&boards->board[i], now) || is_turned_back(before, now, &boards->board[i]);
    }
    return RC_OK;
}

static void walk(struct fixture *fixture, int64_t game, struct boards *boards)
{
    OWN_AT(position) walked = NULL;

    boards->count = 0;
    OK(position_walk(fixture->desk, game, INT64_MAX, look_round, boards, &walked, &err));
}

/* In the middle of a turn a bot learns of each place where it has been asked, and of no other.
 * Returns whether it was the middle of one. */
static bool is_recalled(struct fixture *fixture, int64_t game, struct boards *boards)
{
    const struct position *position = fixture_position(fixture, game);
    const struct dt_state *state = position_state(position);
    struct bot bot = {.game = position->played, .rulebook = position_rulebook(position)};
    struct dt_state view;
    unsigned places = 0, twice = 0; /* a fight of two zeros leaves all as it was */

    walk(fixture, game, boards);
    if (state->phase != DT_PHASE_ACT || !boards->count || boards->board[0].turn != state->turn)
        return false;
    OK(recall_turn(fixture->desk, position, state->active + 1u, &bot, &err));
    game_view(bot.game, bot.rulebook, state, state->active + 1u, &view);
    bot_remember(&bot, &view);
    for (unsigned i = 0; i < bot.trailed; i++)
        places += bot.trail[i].turn == state->turn;
    for (unsigned i = 0; i < boards->count; i++)
        twice +=
            same_board(&boards->board[i], i + 1 < boards->count ? &boards->board[i + 1] : state);
    assert_int_equal(places, boards->count + 1 - twice);
    assert_int_equal(bot.trail[bot.trailed - 1].turn, state->turn);
    return true;
}

/* A new service for each letter: it knows of the turn what the log has. */
FIXTURE_TEST(a_service_started_again_in_a_turn_walks_in_no_circle, start(fixture, "easy"))
{
    static const char *const boxes[] = {"", "boxes=expansion", "boxes=both mode=free"};
    struct boards boards = {.count = 0};
    unsigned recalled = 0;

    for (unsigned n = 0; n < GAMES; n++)
        make_game(fixture, boxes[n % 3]);
    for (unsigned letters = 0; letters < 120; letters++) {
        struct practice_run *run = practice_run_new();
        struct watch watch = {0};

        answer_round(fixture, run, &watch);
        practice_run_free(run);
        for (int64_t game = 1 + letters % 3; game <= GAMES; game += 3)
            recalled += is_recalled(fixture, game, &boards);
    }
    boards.circles = 0;
    for (int64_t game = 1; game <= GAMES; game++)
        walk(fixture, game, &boards);
    assert_int_equal(boards.circles, 0);
    print_message("# thought on in the middle of a turn %u times\n", recalled);
    assert_true(recalled > 5);
}

/* ---- where senders are proved ---- */

static const char authserv[] = "mx.robot.example";

/* What the house writes itself comes by no mail system, so that none says anything about it. */
FIXTURE_TEST(the_house_needs_no_proof_from_outside, start(fixture, "easy"))
{
    OWN_AT(practice_run) run = practice_run_new();
    struct watch watch = {0};
    uint64_t before;

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, authserv);
    make_game(fixture, "");
    for (unsigned rounds = 0; rounds < 5; rounds++) {
        before = fixture_position(fixture, 1)->chain.number;
        assert_in_range(answer_round(fixture, run, &watch), 1, 2);
        assert_string_equal(fixture_outcome(fixture), "accepted ");
        assert_true(fixture_position(fixture, 1)->chain.number > before);
    }
}

/* Whoever offers a draw beside his turn, or gives up, is asked whether he means it: the house does.
 */
FIXTURE_TEST(the_house_offers_and_gives_up_without_being_asked, start(fixture, "easy"))
{
    const struct position *position;
    const struct decision *decision;
    struct person robo;
    char reply[REPLY_ADDRESS_BYTES], letter[1024];
    int length;

    make_game(fixture, "");
    position = fixture_position(fixture, 1);
    decision = &position->decision[0];
    OK(people_get(fixture->desk, position->player[decision->seat], &robo, &err));
    OK(reply_address(fixture->desk, TOKEN_REPLY, 1, decision->seat, decision->id,
                     (int64_t)position->chain.number, reply, &err));
    length = snprintf(letter, sizeof letter,
                      "From: <%s>\nTo: <%s>\nMessage-ID: <1@practice.invalid>\nSubject: orders\n\n"
                      "resign\n",
                      robo.address, reply);
    fixture_deliver(fixture, letter, (size_t)length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

static void set_level(struct fixture *fixture, const char *level)
{
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, P_ROBO, "practice", level, &err));
    OK(people_change(fixture->desk, P_GIZMO, "practice", level, &err));
    OK(desk_commit(fixture->desk, &err));
}

/* Taken for persons their letters come to nothing, as they did in a program that wanted proof. */
FIXTURE_TEST(what_was_asked_in_vain_is_taken_up_by_the_next_service, start(fixture, "easy"))
{
    struct watch watch = {0};
    const struct practice_clock clock = {begin, is_late, &watch};
    struct practice_run *run = practice_run_new();
    unsigned written;
    uint64_t before;

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, authserv);
    make_game(fixture, "");
    before = fixture_position(fixture, 1)->chain.number;
    OK(practice_round(fixture->desk, run, &clock, &written, &err));
    set_level(fixture, "");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    assert_int_equal(fixture_position(fixture, 1)->chain.number, before);
    set_level(fixture, "easy");
    practice_run_free(run);
    run = practice_run_new();
    assert_in_range(answer_round(fixture, run, &watch), 1, 2);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_true(fixture_position(fixture, 1)->chain.number > before);
    practice_run_free(run);
}

TESTS(NULL, NULL)
