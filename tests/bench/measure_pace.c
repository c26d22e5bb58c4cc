/* SPDX-License-Identifier: MIT */
/* How often a game changes hands, and how many letters it takes: whole games through real letters,
 * between simple players, in three ways. Prints the table of doc/pace.md; contrib/pace runs it.
 *
 * The players are practice opponents of the second level, who write as many orders into a letter as
 * their view can foresee. Same seeds in each way: as before, with a set-up list in the first
 * letter, and with lines beside, left once (Dungeon Twister) or in the first letter of each round.
 * Fails where lines save less than they should. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/bot.h"
#include "games/games.h"
#include "ledger/letters.h"
#include "play/adjudicate.h"
#include "play/position.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/test.h"

enum { GAMES_MOST = 50, LETTERS_MOST = 250, LINES_MOST = 24 };

enum way { BY_HAND, WITH_LISTS, WITH_LINES, WAYS };
static const char *const way_names[WAYS] = {"order by order", "set-up list", "lines, too"};

struct kind {
    const char *game, *title;
    unsigned seats;
    bool by_rounds;    /* figures are a round's, not a game's */
    bool lists;        /* there is a set-up to lay */
    const char *lines; /* left with it, or in the first letter of each round */
    /* The most that lines may leave; 0 = as it comes. */
    double handovers_of_before, setup, written, got;
};

static const struct kind kinds[] = {
    {"dungeon_twister", "Dungeon Twister", 2, false, true,
     "standing also combat 3, else 2, else 4, else 1; combat 5, else 0, else 6", 0.55, 3, 0, 0},
    {"welcome_back", "Welcome Back to the Dungeon, 3 players, a round", 3, true, false,
     "standing draw if pile under 4, else pass; add; else decline", 0, 0, 6, 9},
};

/* A set-up as it was laid by hand, by seat, to be left as a list in the other ways. */
enum { SETUP_BYTES = 1024 };
struct setup {
    char list[SEATS_MAX + 1][SETUP_BYTES];
};

struct play {
    struct fixture fixture;
    struct setup *setup;
    bool begun[SEATS_MAX + 1];
    unsigned seed;
    const struct kind *kind;
    enum way way;
    struct bot bot[SEATS_MAX + 1];
    uint32_t term[SEATS_MAX + 1]; /* in which lines were left; 0 = none */
    unsigned odd;
};

static const char *const names[] = {NULL, "Anna", "Bob", "Cleo"};
static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example",
                                        "cleo@three.example"};

static void wake(struct play *play, unsigned seat)
{
    const struct position *position = fixture_position(&play->fixture, 1);

    play->bot[seat] = (struct bot){.game = position->played,
                                   .rulebook = position_rulebook(position),
                                   .level = BOT_MEDIUM,
                                   .seed = play->seed * 16u + seat};
}

static void start(struct play *play)
{
    struct newgame wanted = {.played = games_find(play->kind->game),
                             .options = "",
                             .seats = play->kind->seats,
                             .player = {0, 1, 2, 3}};
    struct fixture *fixture = &play->fixture;
    struct verdict verdict;
    int64_t number;

    fixture_make(fixture, games);
    fixture->random = play->seed * 7919u + 1;
    for (unsigned seat = 1; seat <= play->kind->seats; seat++)
        fixture_player(fixture, names[seat], addresses[seat]);
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(newgame_make(fixture->desk, &wanted, &number, &verdict, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    fixture_round(fixture);
    for (unsigned seat = 1; seat <= play->kind->seats; seat++)
        wake(play, seat);
}

/* ---- letters ---- */

static void give_luck(struct play *play, unsigned seat)
{
    char body[2 * SETUP_BYTES];
    const struct kind *kind = play->kind;
    bool lists = kind->lists && play->way != BY_HAND;
    bool lines = play->way == WITH_LINES;

    snprintf(body, sizeof body, "luck %s counts sheep\n%s%s%s\n%s", names[seat],
             lists ? "standing " : "", lists ? play->setup->list[seat] + 2 : "",
             lists ? "; the rest by lot" : "", lines ? kind->lines : "");
    if (lines) /* of the first round */
        play->term[seat] = fixture_position(&play->fixture, 1)->term + 1;
    fixture_answer(&play->fixture, addresses[seat], body);
    fixture_settle(&play->fixture);
}

/* Is the seat asked for an order in this view? */
static bool is_asked(const struct bot *bot, const void *view, unsigned seat)
{
    struct decision asked[DECISIONS_MAX];
    unsigned count = bot->game->rules->open_decisions(bot->rulebook, view, asked);

    for (unsigned i = 0; i < count; i++)
        if (asked[i].kind == DECISION_ORDER && asked[i].seat == seat)
            return true;
    return false;
}

/* Is a seat laying out the game? When it begins to play, it thinks alike in each way. */
static bool is_setup(struct play *play, unsigned seat)
{
    const struct position *position = fixture_position(&play->fixture, 1);

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat && position->decision[i].time_class == TIME_SETUP)
            return true;
    if (!play->begun[seat])
        wake(play, seat);
    play->begun[seat] = true;
    return false;
}

static void note_setup(struct play *play, unsigned seat, const char *order)
{
    char *list = play->setup->list[seat];
    size_t used = strlen(list);

    assert_true(used + strlen(order) + 3 < SETUP_BYTES);
    snprintf(list + used, SETUP_BYTES - used, "; %s", order);
}

static void put_orders(struct play *play, unsigned seat, struct buf *body)
{
    const struct position *position = fixture_position(&play->fixture, 1);
    struct bot *bot = &play->bot[seat];
    OWN_MEMORY void *view = malloc(bot->game->state_bytes);
    struct order order;
    unsigned count = 0;
    bool sets_up = is_setup(play, seat);

    assert_non_null(view);
    bot->rulebook = position_rulebook(position);
    game_view(bot->game, bot->rulebook, position_state(position), seat, view);
    do {
        char array[ORDER_TEXT_BYTES];
        struct text text;

        if (!bot_choose(bot, view, seat, &order))
            break;
        text_init(&text, array, sizeof array);
        bot->game->text->write_order(bot->rulebook, NULL, &order, ORDER_FULL, &text);
        buf_printf(body, "%s\n", array);
        if (sets_up && play->way == BY_HAND)
            note_setup(play, seat, array);
    } while (++count < LINES_MOST && bot->game->rules->apply(bot->rulebook, view, &order, NULL) &&
             is_asked(bot, view, seat));
}

/* Once a round a player leaves his lines instead; where they leave it to him he writes by hand. */
static bool puts_lines(struct play *play, unsigned seat, struct buf *body)
{
    uint32_t term = fixture_position(&play->fixture, 1)->term;

    if (play->way != WITH_LINES || !play->kind->by_rounds || play->term[seat] == term + 1)
        return false;
    play->term[seat] = term + 1;
    buf_printf(body, "%s\n", play->kind->lines);
    return true;
}

/* Is he asked what no line answers: to choose for the round that begins? */
static bool is_turn(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat && position->decision[i].time_class == TIME_TURN)
            return true;
    return false;
}

static unsigned asked_seat(const struct play *play, const struct position *position)
{
    for (unsigned seat = 1; seat <= play->kind->seats; seat++)
        if (adjudicate_is_asked(position, seat))
            return seat;
    return 0;
}

/* Play to the end; false: it takes too long. */
static bool play_on(struct play *play)
{
    struct fixture *fixture = &play->fixture;
    unsigned seat, letters = 0;

    for (seat = 1; seat <= play->kind->seats; seat++)
        give_luck(play, seat);
    while ((seat = asked_seat(play, fixture_position(fixture, 1))) != 0) {
        OWN(buf) body = {0};

        if (++letters > LETTERS_MOST)
            return false;
        if (!puts_lines(play, seat, &body) || is_turn(fixture_position(fixture, 1), seat))
            put_orders(play, seat, &body);
        writes(fixture, addresses[seat], buf_text(&body));
        if (strncmp(fixture_outcome(fixture), "rejected", 8) == 0) {
            if (getenv("POSTERN_PACE_ODD"))
                fprintf(stderr, "seat %u: %s: %s\n", seat, fixture_outcome(fixture),
                        buf_text(&body));
            play->odd++;
        }
    }
    return fixture_position(fixture, 1)->phase == POSITION_OVER;
}

/* ---- figures ---- */

enum figure { HANDOVERS, SETUP, WRITTEN, GOT, FIGURES };

static bool broken; /* a figure is not held */

struct figures {
    unsigned count, odd;
    double at[FIGURES][GAMES_MOST];
};

/* ---- what a game's log and letters say ---- */

struct handovers {
    unsigned last; /* seat that acted last; 0 = none yet */
    unsigned all, setup;
    uint64_t asked_n[SEATS_MAX + 1]; /* entry that asked each seat last */
    uint64_t left_n[SEATS_MAX + 1];  /* entry with its newest lines */
    bool in_setup[SEATS_MAX + 1];    /* what it was asked last was luck, or belongs to the set-up */
};

static void note_questions(struct handovers *handovers, const struct position *position)
{
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (open->seat == SEAT_TABLE || open->seat > SEATS_MAX)
            continue;
        if ((uint64_t)open->opened_n > handovers->asked_n[open->seat])
            handovers->asked_n[open->seat] = (uint64_t)open->opened_n;
        handovers->in_setup[open->seat] =
            position_is_luck(open->decision) || open->time_class == TIME_SETUP;
    }
}

/* Luck, an order or a missed deadline of another seat than the one before. What a line orders that
 * was left before the question came is none: nobody was waited for. */
static bool is_handover(const struct handovers *handovers, const struct entry *entry)
{
    bool by_line = entry->by || (entry->kind == ENTRY_ORDER && entry->name[0]);

    if (entry->who < 1 || entry->who > SEATS_MAX || entry->who == handovers->last)
        return false;
    if (by_line)
        return handovers->asked_n[entry->who] < handovers->left_n[entry->who];
    return entry->kind == ENTRY_LUCK || entry->kind == ENTRY_ORDER || entry->kind == ENTRY_DEFAULT;
}

static enum rc count_entry(void *user, const struct position_step *step, struct err *err)
{
    struct handovers *handovers = user;
    const struct entry *entry = step->entry;

    (void)err;
    if (is_handover(handovers, entry)) {
        handovers->all++;
        handovers->setup += handovers->in_setup[entry->who];
        handovers->last = entry->who;
    }
    if (entry->kind == ENTRY_OWN && entry->who <= SEATS_MAX)
        handovers->left_n[entry->who] = entry->number;
    note_questions(handovers, step->position);
    return RC_OK;
}

/* Letters of players to the game; repeats, and what no person wrote, left out. */
static unsigned count_written(struct fixture *fixture)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_letters(fixture->desk->ledger, 0, &err);
    struct ledger_letter_row row;
    unsigned count = 0;

    while (ledger_next(&rows, &row))
        count += row.outcome.kind < LEDGER_REPEAT && row.outcome.game == 1 && row.outcome.seat >= 1;
    assert_int_equal(ledger_end(&rows), RC_OK);
    return count;
}

static unsigned count_got(struct fixture *fixture)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_outs(fixture->desk->ledger, 0, &err);
    struct ledger_out row;
    unsigned count = 0;

    while (ledger_next(&rows, &row))
        count += row.game == 1 && row.seat >= 1;
    assert_int_equal(ledger_end(&rows), RC_OK);
    return count;
}

static void note(struct figures *figures, struct play *play)
{
    struct fixture *fixture = &play->fixture;
    struct handovers handovers = {0};
    struct position *position;
    struct err err = {0};
    unsigned i = figures->count++;
    double parts = play->kind->by_rounds ? fixture_position(fixture, 1)->term : 1;

    assert_int_equal(
        position_walk(fixture->desk, 1, INT64_MAX, count_entry, &handovers, &position, &err),
        RC_OK);
    position_free(position);
    figures->at[SETUP][i] = handovers.setup;
    figures->at[HANDOVERS][i] = handovers.all / parts;
    figures->at[WRITTEN][i] = count_written(fixture) / parts;
    figures->at[GOT][i] = count_got(fixture) / parts;
    figures->odd += play->odd;
}

/* ---- the table ---- */

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void print_row(const struct kind *kind, enum way way, struct figures *figures, double before)
{
    double middle;

    for (unsigned f = 0; f < FIGURES; f++)
        qsort(figures->at[f], figures->count, sizeof figures->at[f][0], by_size);
    middle = figures->at[HANDOVERS][figures->count / 2];
    printf("| %s | %s | %u | %.*f | %.0f %% | %.*f to %.*f | ", kind->title, way_names[way],
           figures->count, kind->by_rounds, middle, before > 0 ? 100 * middle / before : 100,
           kind->by_rounds, figures->at[HANDOVERS][0], kind->by_rounds,
           figures->at[HANDOVERS][figures->count - 1]);
    printf("%.0f | %.*f | %.*f |\n", figures->at[SETUP][figures->count / 2], kind->by_rounds,
           figures->at[WRITTEN][figures->count / 2], kind->by_rounds,
           figures->at[GOT][figures->count / 2]);
    if (figures->odd)
        fprintf(stderr, "%s, %s: %u letters refused\n", kind->title, way_names[way], figures->odd);
}

static bool is_held(const char *what, double middle, double most)
{
    if (most > 0 && middle > most)
        fprintf(stderr, "%s: %.1f, at most %.1f was promised\n", what, middle, most);
    return most <= 0 || middle <= most;
}

static bool holds(const struct kind *kind, const struct figures *figures, double before)
{
    unsigned middle = figures->count / 2;

    return is_held("hand-overs", figures->at[HANDOVERS][middle],
                   kind->handovers_of_before * before) &&
           is_held("hand-overs of the set-up", figures->at[SETUP][middle], kind->setup) &&
           is_held("letters written", figures->at[WRITTEN][middle], kind->written) &&
           is_held("letters sent", figures->at[GOT][middle], kind->got);
}

/* One way; returns its middle number of hand-overs. */
static double measure(const struct kind *kind, enum way way, unsigned count, double before,
                      struct setup *setup)
{
    OWN_MEMORY struct figures *figures = calloc(1, sizeof *figures);

    assert_non_null(figures);
    for (unsigned seed = 1; seed <= count; seed++) {
        OWN_MEMORY struct play *play = calloc(1, sizeof *play);

        assert_non_null(play);
        play->kind = kind;
        play->way = way;
        play->seed = seed;
        play->setup = &setup[seed];
        start(play);
        if (play_on(play))
            note(figures, play);
        else
            fprintf(stderr, "%s, seed %u: not over\n", kind->title, seed);
        fixture_remove(&play->fixture);
    }
    assert_true(figures->count > 0);
    print_row(kind, way, figures, before);
    fflush(stdout);
    if (way == WITH_LINES && !holds(kind, figures, before))
        broken = true;
    return figures->at[HANDOVERS][figures->count / 2];
}

int main(int count, char **word)
{
    long games_each = count > 1 ? strtol(word[1], NULL, 10) : 3;

    if (games_each < 1 || games_each > GAMES_MOST) {
        fprintf(stderr, "usage: measure_pace [GAMES], at most %d\n", GAMES_MOST);
        return 2;
    }
    printf("| game | players write | games | hand-overs | of before | least–most | in the set-up | "
           "letters written | letters sent |\n|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        OWN_MEMORY struct setup *setup = calloc(GAMES_MOST + 1, sizeof *setup);
        double before;

        assert_non_null(setup);
        before = measure(&kinds[i], BY_HAND, (unsigned)games_each, 0, setup);
        if (kinds[i].lists)
            measure(&kinds[i], WITH_LISTS, (unsigned)games_each, before, setup);
        measure(&kinds[i], WITH_LINES, (unsigned)games_each, before, setup);
    }
    return broken ? 1 : 0;
}
