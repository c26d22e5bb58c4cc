/* SPDX-License-Identifier: MIT */
/* Lets practice opponents answer by letters of their own. What to play is chosen in src/bot. */
#include "schedule/practice.h"

#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/grow.h"
#include "ledger/derived.h"
#include "ledger/work.h"
#include "play/position.h"
#include "play/reply.h"
#include "people/people.h"
#include "post/post_config.h"
#include "seal/encode.h"
#include "teach/recall.h"

enum { LINES_MAX = 24, LETTERS_MAX = 64, PLAYERS_MAX = 64, PLAYERS_REST_S = 10, MINDS = 64 };

/* ---- players of the house ---- */

enum rc practice_add(struct desk *desk, const char *name, const char *level, int64_t *player,
                     struct err *err)
{
    char address[PERSON_ADDRESS_BYTES];
    unsigned char random[10];
    char word[BASE32_CHARS(10) + 1];

    FAIL_IF(bot_level_find(level) == BOT_LEVELS, err, RC_BAD_INPUT, "there is no level '", level,
            "'; the levels are easy, medium, hard and expert");
    desk_entropy(desk, random, sizeof random);
    base32_write(random, sizeof random, word);
    snprintf(address, sizeof address, "%s@practice.invalid", word); /* leads nowhere, RFC 2606 */
    TRY(people_add(desk, name, address, desk->config->language, player, err));
    return people_change(desk, *player, "practice", level, err);
}

enum rc practice_add_all(struct desk *desk, unsigned *added, struct err *err)
{
    static const char *const names[BOT_LEVELS] = {"Pip", "Tilda", "Hugo", "Wanda"};
    bool there[BOT_LEVELS + 1] = {false};
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;
    enum rc rc;

    while (people_next(desk, &rows, &person))
        if (!person.banned && !person.merged)
            there[bot_level_find(person.practice)] = true;
    rc = ledger_end(&rows);
    *added = 0;
    for (unsigned i = 0; i < BOT_LEVELS && rc == RC_OK; i++) {
        int64_t player;

        if (there[i])
            continue;
        rc = practice_add(desk, names[i], bot_level_names[i], &player, err);
        ++*added;
    }
    return rc;
}

/* ---- what a program remembers ---- */

struct answered {
    int64_t game;
    uint64_t n;
    unsigned seat;
};

/* What a seat has thought of; where its turn has been is in the log, too. */
struct mind {
    int64_t game;
    unsigned seat;
    uint64_t used; /* larger is later */
    struct bot bot;
};

struct practice_run {
    struct mind mind[MINDS];
    uint64_t used;
    unsigned waiting;         /* questions of this round */
    struct answered at[1024]; /* a ring; what falls out is dropped by its Message-ID */
    unsigned next;
    unsigned count; /* practice opponents */
    struct person player[PLAYERS_MAX];
    int64_t read_s; /* when those were read */
};

/* Who plays for the house; new ones are seen after a while. */
static enum rc read_players(struct desk *desk, struct practice_run *run, struct err *err)
{
    int64_t now = desk_now(desk);
    struct ledger_rows rows;
    struct person person;

    if (run->read_s && now - run->read_s < PLAYERS_REST_S && now >= run->read_s)
        return RC_OK;
    run->count = 0;
    run->read_s = now;
    rows = people_walk(desk, err);
    while (run->count < PLAYERS_MAX && people_next(desk, &rows, &person))
        if (person.practice[0])
            run->player[run->count++] = person;
    return ledger_end(&rows);
}

struct practice_run *practice_run_new(void)
{
    return calloc(1, sizeof(struct practice_run));
}

void practice_run_free(struct practice_run *run)
{
    free(run);
}

static bool was_answered(struct practice_run *run, const struct answered *answered)
{
    for (unsigned i = 0; i < sizeof run->at / sizeof run->at[0]; i++)
        if (run->at[i].game == answered->game && run->at[i].n == answered->n &&
            run->at[i].seat == answered->seat)
            return true;
    return false;
}

/* The mind of a seat; a new one takes the place of that which was used longest ago. Its plan is for
 * positions that it can tell from others, so it does no harm after an undo. */
static struct bot *find_mind(struct practice_run *run, int64_t game, unsigned seat)
{
    struct mind *oldest = &run->mind[0];

    for (unsigned i = 0; i < MINDS; i++) {
        struct mind *mind = &run->mind[i];

        if (mind->game == game && mind->seat == seat) {
            mind->used = ++run->used;
            return &mind->bot;
        }
        if (mind->used < oldest->used)
            oldest = mind;
    }
    *oldest = (struct mind){.game = game, .seat = seat, .used = ++run->used};
    return &oldest->bot;
}

/* ---- one answer ---- */

struct answering_seat {
    struct desk *desk;
    const struct position *position;
    unsigned seat;
    uint32_t decision;
    const struct person *person;
    struct bot *bot;
    unsigned waiting;
    bool is_lent; /* by its player: nothing is agreed or given up for him */
    struct buf lines;
    unsigned count;
};

static const struct decision *question_of(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].kind == DECISION_ORDER && position->decision[i].seat == seat)
            return &position->decision[i];
    return NULL;
}

/* As a player writes it, who knows one rope from another no better than the board does. */
static void put_order(struct answering_seat *answering, const struct order *order)
{
    TEXT_IN(text, array, ORDER_TEXT_BYTES);

    answering->position->played->text->write_order(position_rulebook(answering->position), NULL,
                                                   order, ORDER_FULL, &text);
    buf_printf(&answering->lines, "%s\n", array);
    answering->count++;
}

/* Does the seat's turn simply go on after its order? */
static bool goes_on(const struct position *position, const void *view, unsigned seat)
{
    struct decision asked[DECISIONS_MAX];
    unsigned count =
        position->played->rules->open_decisions(position_rulebook(position), view, asked);

    return count == 1 && asked[0].kind == DECISION_ORDER && asked[0].seat == seat;
}

/* Make the mind that of the seat and its level; a new one learns where its turn has been. */
static enum rc wake(const struct answering_seat *answering, const struct practice_clock *clock,
                    struct err *err)
{
    const struct position *position = answering->position;
    struct bot *bot = answering->bot;
    bool is_new = !bot->game;

    bot->game = position->played;
    bot->rulebook = position_rulebook(position);
    bot->level = bot_level_find(answering->person->practice);
    bot->late = clock->late;
    bot->context = clock->context;
    if (!bot->seed)
        desk_entropy(answering->desk, (unsigned char *)&bot->seed, sizeof bot->seed);
    return is_new ? recall_turn(answering->desk, position, answering->seat, bot, err) : RC_OK;
}

static bool choose_one(const struct answering_seat *answering, const void *view, void *memory,
                       struct order *order)
{
    return answering->is_lent
               ? bot_choose_within(answering->bot, view, answering->seat, memory, order)
               : bot_choose(answering->bot, view, answering->seat, order);
}

/* The lines of a letter: orders until something is seen, another is asked, or the turn is over. */
static enum rc choose(struct answering_seat *answering, const struct practice_clock *clock,
                      struct err *err)
{
    const struct position *position = answering->position;
    struct bot *bot = answering->bot;
    OWN_MEMORY void *view = malloc(position->played->state_bytes);
    OWN_MEMORY void *memory = answering->is_lent ? malloc(bot_bytes(position->played)) : NULL;
    struct order order;

    TRY(wake(answering, clock, err));
    FAIL_IF(!view || (answering->is_lent && !memory), err, RC_NO_MEMORY,
            "no memory for a position");
    game_view(position->played, bot->rulebook, position_state(position), answering->seat, view);
    clock->start(clock->context, answering->waiting);
    do {
        if (!choose_one(answering, view, memory, &order))
            break;
        put_order(answering, &order);
    } while (answering->count < LINES_MAX &&
             position->played->rules->apply(bot->rulebook, view, &order, NULL) &&
             goes_on(position, view, answering->seat));
    return buf_rc(&answering->lines, err);
}

static enum rc write_letter(const struct answering_seat *answering, const char *reply,
                            struct err *err)
{
    const struct position *position = answering->position;
    struct post_envelope envelope = {answering->person->address, reply};
    char date[64];
    time_t now = (time_t)desk_now(answering->desk);
    struct tm parts;
    int fd = memfd_create("letter", MFD_CLOEXEC);
    enum rc rc = RC_OK;

    FAIL_IF(fd < 0, err, RC_IO, "no room for a letter");
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &parts));
    if (dprintf(fd,
                "From: <%s>\nTo: <%s>\nDate: %s\nMessage-ID: <%lld.%llu.%u.%s>\n"
                "Subject: orders\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                "Content-Transfer-Encoding: 8bit\n\n%s",
                answering->person->address, reply, date, (long long)position->game,
                (unsigned long long)position->chain.number, answering->seat,
                answering->person->address, buf_text(&answering->lines)) < 0 ||
        lseek(fd, 0, SEEK_SET) != 0)
        rc = ERR(err, RC_IO, "no room for a letter");
    THEN(rc, post_spool_deliver(answering->desk->config->spool, &envelope, fd, err));
    close(fd);
    return rc;
}

static enum rc answer(struct answering_seat *answering, const struct practice_clock *clock,
                      struct err *err)
{
    char reply[REPLY_ADDRESS_BYTES];
    enum rc rc = choose(answering, clock, err);

    if (rc == RC_OK && answering->count)
        rc = reply_address(answering->desk, TOKEN_REPLY, answering->position->game, answering->seat,
                           answering->decision, (int64_t)answering->position->chain.number, reply,
                           err);
    if (rc == RC_OK && answering->count)
        rc = write_letter(answering, reply, err);
    buf_fini(&answering->lines);
    return rc;
}

/* ---- all games ---- */

static enum rc note_games(struct desk *desk, int64_t player, struct numbers *now, struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(desk->ledger, player, err);

    now->count = 0;
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (row.status == LEDGER_RUNNING && !row.is_frozen)
            rows.rc = numbers_add(now, row.game, err);
    return ledger_end(&rows);
}

/* The question of a player in a game that was not answered before; *decision NULL: none.
 * out    answered: what is noted once it is */
static enum rc find_question(struct desk *desk, struct practice_run *run, int64_t player,
                             int64_t game, struct position **position,
                             const struct decision **decision, struct answered *answered,
                             struct err *err)
{
    *decision = NULL;
    TRY(position_get(desk, game, position, err));
    if ((*position)->phase != POSITION_PLAY)
        return RC_OK;
    *answered = (struct answered){.game = game, .n = (*position)->chain.number};
    for (unsigned seat = 1; seat <= (*position)->genesis.seats && !*decision; seat++)
        if ((*position)->player[seat] == player) {
            *decision = question_of(*position, seat);
            answered->seat = seat;
        }
    if (*decision && was_answered(run, answered))
        *decision = NULL;
    return RC_OK;
}

/* The same for a seat that its player lent. */
static enum rc find_lent(struct desk *desk, struct practice_run *run, int64_t game, unsigned seat,
                         struct position **position, const struct decision **decision,
                         struct answered *answered, struct err *err)
{
    *decision = NULL;
    TRY(position_get(desk, game, position, err));
    if ((*position)->phase != POSITION_PLAY || (*position)->timing.pause_s ||
        (*position)->is_frozen || (*position)->waits ||
        !replay_is_lent((*position)->replay, seat) ||
        replay_lent_until((*position)->replay, seat, NULL) < desk_now(desk))
        return RC_OK;
    *answered = (struct answered){.game = game, .n = (*position)->chain.number, .seat = seat};
    *decision = question_of(*position, seat);
    if (*decision && was_answered(run, answered))
        *decision = NULL;
    return RC_OK;
}

typedef enum rc game_fn(struct desk *desk, struct practice_run *run, const struct person *person,
                        int64_t game, const struct practice_clock *clock, unsigned *count,
                        struct err *err);

static enum rc count_question(struct desk *desk, struct practice_run *run,
                              const struct person *person, int64_t game,
                              const struct practice_clock *clock, unsigned *count, struct err *err)
{
    const struct decision *decision;
    struct position *position;
    struct answered answered;
    enum rc rc = find_question(desk, run, person->id, game, &position, &decision, &answered, err);

    (void)clock;
    *count += rc == RC_OK && decision;
    return rc;
}

/* A letter for the question that was found. */
static enum rc answer_found(struct desk *desk, struct practice_run *run,
                            const struct person *person, const struct position *position,
                            const struct decision *decision, const struct answered *answered,
                            const struct practice_clock *clock, bool lent, unsigned *written,
                            struct err *err)
{
    struct answering_seat answering = {.desk = desk,
                                       .person = person,
                                       .waiting = run->waiting,
                                       .position = position,
                                       .seat = answered->seat,
                                       .decision = decision->id,
                                       .is_lent = lent};

    answering.bot = find_mind(run, answered->game, answered->seat);
    TRY(answer(&answering, clock, err));
    run->at[run->next++ % (sizeof run->at / sizeof run->at[0])] = *answered;
    ++*written;
    return RC_OK;
}

static enum rc answer_question(struct desk *desk, struct practice_run *run,
                               const struct person *person, int64_t game,
                               const struct practice_clock *clock, unsigned *written,
                               struct err *err)
{
    const struct decision *decision;
    struct position *position;
    struct answered answered;

    TRY(find_question(desk, run, person->id, game, &position, &decision, &answered, err));
    return decision ? answer_found(desk, run, person, position, decision, &answered, clock, false,
                                   written, err)
                    : RC_OK;
}

/* ---- seats that are lent ---- */

/* Of the level that was asked for, as near as there is one. */
static const struct person *find_player_of(const struct practice_run *run, const char *level)
{
    const int wanted = (int)bot_level_find(level);
    const struct person *best = NULL;
    int distance = BOT_LEVELS + 1;

    for (unsigned i = 0; i < run->count; i++) {
        int away = abs((int)bot_level_find(run->player[i].practice) - wanted);

        if (away < distance && !run->player[i].banned) {
            best = &run->player[i];
            distance = away;
        }
    }
    return best;
}

static enum rc answer_lent(struct desk *desk, struct practice_run *run,
                           const struct practice_clock *clock, bool only_count, unsigned *count,
                           struct err *err)
{
    struct ledger_rows rows = ledger_timers_of(desk->ledger, LEND_TIMER, err);
    struct ledger_timer timer, list[LETTERS_MAX];
    unsigned listed = 0;
    enum rc rc;

    while (listed < LETTERS_MAX && ledger_next(&rows, &timer))
        list[listed++] = timer;
    rc = ledger_end(&rows);
    for (unsigned i = 0; i < listed && rc == RC_OK; i++) {
        const struct decision *decision;
        const struct person *person;
        struct position *position;
        struct answered answered;
        const char *level;

        rc = find_lent(desk, run, list[i].game, (unsigned)list[i].subject, &position, &decision,
                       &answered, err);
        if (rc != RC_OK || !decision)
            continue;
        replay_lent_until(position->replay, answered.seat, &level);
        person = find_player_of(run, level);
        if (only_count)
            *count += person != NULL;
        else if (person)
            rc = answer_found(desk, run, person, position, decision, &answered, clock, true, count,
                              err);
    }
    return rc;
}

/* Each game of each practice opponent, until there are enough. */
static enum rc each_game(struct desk *desk, struct practice_run *run, game_fn *each,
                         const struct practice_clock *clock, unsigned *count, struct err *err)
{
    struct numbers games = {0};
    FREED_AT_END(games.at);

    *count = 0;
    for (unsigned p = 0; p < run->count; p++) {
        TRY(note_games(desk, run->player[p].id, &games, err));
        for (size_t i = 0; i < games.count && *count < LETTERS_MAX; i++)
            TRY(each(desk, run, &run->player[p], games.at[i], clock, count, err));
    }
    return RC_OK;
}

enum rc practice_round(struct desk *desk, struct practice_run *run,
                       const struct practice_clock *clock, unsigned *written, struct err *err)
{
    *written = 0;
    TRY(read_players(desk, run, err));
    TRY(each_game(desk, run, count_question, clock, &run->waiting, err));
    TRY(answer_lent(desk, run, clock, true, &run->waiting, err));
    if (!run->waiting)
        return RC_OK;
    TRY(each_game(desk, run, answer_question, clock, written, err));
    return answer_lent(desk, run, clock, false, written, err);
}
