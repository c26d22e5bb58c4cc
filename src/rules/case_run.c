/* SPDX-License-Identifier: MIT */
/* Runs one case: gives its orders, and holds what the rules say against what it expects. */

#include "rules/case.h"
#include "rules/case_p.h"

struct run {
    const struct game *game;
    const void *rulebook;
    const struct lexicon *lexicon;
    struct case_room *room;
    struct text *report;
    struct case_reader reader;
    unsigned seats;
    unsigned broken;
    bool by_hand;
};

/* Record one broken expectation: the line, then strings up to NULL. */
static void say(struct run *run, const char *const parts[])
{
    run->broken++;
    TEXT_PUT(run->report, "line ", TEXT_INT(run->reader.number), ": ");
    for (; *parts; parts++)
        text_put(run->report, *parts);
    text_put_char(run->report, '\n');
}
#define SAY(run, ...) say((run), (const char *const[]){__VA_ARGS__, NULL})

static void say_span(struct run *run, const char *what, struct case_span span)
{
    char copy[ORDER_TEXT_BYTES];

    case_copy(span, copy, sizeof copy);
    SAY(run, what, copy);
}

/* ---- what must hold in every position ---- */

static void write_position(const struct run *run, const void *state, char out[POSITION_TEXT_BYTES])
{
    struct text text = text_in(out, POSITION_TEXT_BYTES);

    run->game->text->write(run->rulebook, state, &text);
}

static void check_round_trip(struct run *run)
{
    struct case_room *room = run->room;
    struct err err = {0};

    write_position(run, room->state, room->text);
    memset(room->spare, 0, run->game->state_bytes);
    if (run->game->text->read(run->rulebook, room->text, strlen(room->text), room->spare, &err) !=
        RC_OK)
        SAY(run, "the position's own text is refused: ", err.text);
    else if (memcmp(room->spare, room->state, run->game->state_bytes) != 0)
        SAY(run, "the position does not survive being written and read");
}

static bool same_orders(const struct order *a, const struct order *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].kind != b[i].kind || a[i].count != b[i].count ||
            memcmp(a[i].arg, b[i].arg, a[i].count * sizeof a[i].arg[0]) != 0)
            return false;
    return true;
}

static void write_order(const struct run *run, const struct order *order,
                        char out[ORDER_TEXT_BYTES])
{
    struct text text = text_in(out, ORDER_TEXT_BYTES);

    run->game->text->write_order(run->rulebook, run->room->state, order, ORDER_FULL, &text);
}

static void check_seat(struct run *run, unsigned seat)
{
    const struct game *game = run->game;
    struct case_room *room = run->room;
    unsigned count = game->rules->legal(run->rulebook, room->state, seat, room->list), seen;
    char text[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < count; i++)
        if (game->rules->check(run->rulebook, room->state, &room->list[i], NULL) != VERDICT_DONE) {
            write_order(run, &room->list[i], text);
            SAY(run, "listed as legal but not allowed: ", text);
        }
    game_view(game, run->rulebook, room->state, seat, room->view);
    game_view(game, run->rulebook, room->view, seat, room->spare);
    if (memcmp(room->view, room->spare, game->state_bytes) != 0)
        SAY(run, "the view of a seat's view is another one");
    seen = game->rules->legal(run->rulebook, room->view, seat, room->other_list);
    if (seen != count || !same_orders(room->list, room->other_list, count))
        SAY(run, "a seat's legal orders are others in its own view");
}

static void check_position(struct run *run)
{
    const char *clause = run->game->rules->invariant(run->rulebook, run->room->state);

    if (clause)
        SAY(run, "the position breaks ", clause);
    check_round_trip(run);
    for (unsigned seat = 1; seat <= run->seats; seat++)
        check_seat(run, seat);
}

static bool is_known(const struct order *order)
{
    for (unsigned i = 0; i < order->count; i++)
        if (order->arg[i] == ORDER_UNKNOWN)
            return false;
    return true;
}

/* Does one of the listed orders lead where this one leads? Lists hold known values only. */
static bool listed(struct run *run, const struct order *order)
{
    const struct game *game = run->game;
    struct case_room *room = run->room;
    unsigned count = game->rules->legal(run->rulebook, room->state, order->seat, room->list);

    memcpy(room->spare, room->state, game->state_bytes);
    game->rules->apply(run->rulebook, room->spare, order, NULL);
    write_position(run, room->spare, room->other_text);
    for (unsigned i = 0; i < count; i++) {
        memcpy(room->spare, room->state, game->state_bytes);
        game->rules->apply(run->rulebook, room->spare, &room->list[i], NULL);
        write_position(run, room->spare, room->text);
        if (strcmp(room->text, room->other_text) == 0)
            return true;
    }
    return false;
}

/* ---- giving orders ---- */

static bool carry_out(struct run *run, const struct order *order)
{
    struct case_room *room = run->room;

    if (order->seat != SEAT_TABLE && !(run->game->text->kinds[order->kind].flags & ORDER_ALWAYS) &&
        is_known(order) && !listed(run, order))
        SAY(run, "allowed, but no listed order leads to the same position");
    if (!run->game->rules->apply(run->rulebook, room->state, order, &room->events)) {
        SAY(run, "check allows what apply refuses");
        return false;
    }
    if (room->given_count < CASE_STEPS_MAX)
        room->given[room->given_count++] = *order;
    return true;
}

/* Give every opening that the table can give, so that cases speak of players alone. */
static void open_all(struct run *run)
{
    struct case_room *room = run->room;

    for (unsigned guard = 0; !run->by_hand && guard < CASE_STEPS_MAX; guard++) {
        unsigned count =
            run->game->rules->legal(run->rulebook, room->state, SEAT_TABLE, room->other_list);
        if (count == 0 || !carry_out(run, &room->other_list[0]))
            return;
    }
}

/* Understand an order: canonical first, then as players write. Choices are counted. */
static enum verdict_kind understand(struct run *run, unsigned seat, struct case_span text,
                                    struct order *order, unsigned *choices, struct verdict *verdict)
{
    const struct game *game = run->game;
    struct order open, choice[CHOICES_MAX];

    *choices = 0;
    if (game->text->read_order(run->rulebook, seat, text.at, text.length, order))
        return VERDICT_DONE;
    if (!run->lexicon || seat == SEAT_TABLE ||
        game->text->parse(run->rulebook, run->lexicon, seat, text.at, text.length, &open,
                          verdict) != VERDICT_DONE)
        return VERDICT_MALFORMED;
    return game->text->resolve(run->rulebook, run->room->state, &open, order, choice, choices,
                               verdict);
}

/* The open draw, or a seat's question; NULL = there is none. */
static const struct decision *question_of(struct run *run, bool draw, unsigned seat)
{
    unsigned count =
        run->game->rules->open_decisions(run->rulebook, run->room->state, run->room->decision);

    for (unsigned i = 0; i < count; i++)
        if (draw ? run->room->decision[i].kind == DECISION_DRAW
                 : run->room->decision[i].kind != DECISION_DRAW &&
                       run->room->decision[i].seat == seat)
            return &run->room->decision[i];
    return NULL;
}

/* "draw 3 0 1" answers the open draw. */
static bool read_draw(struct run *run, struct case_span numbers, struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX] = {0};
    const struct decision *draw = question_of(run, true, SEAT_TABLE);

    if (!draw) {
        SAY(run, "no draw is open");
        return false;
    }
    for (unsigned i = 0; numbers.length > 0; i++) {
        struct case_span word = case_cut(&numbers, " ");
        unsigned value;
        if (i >= draw->bound_count || !case_number(word, draw->bound[i] - 1u, &value)) {
            SAY(run, "a number too many or too large for ", draw->name);
            return false;
        }
        number[i] = (uint16_t)value;
    }
    run->game->rules->draw_order(run->rulebook, run->room->state, draw, number, order);
    return true;
}

static const char *const verdict_words[VERDICT_KIND_COUNT] = {
    [VERDICT_DONE] = "done",
    [VERDICT_MALFORMED] = "malformed",
    [VERDICT_ILLEGAL] = "illegal",
    [VERDICT_AMBIGUOUS] = "ambiguous",
};

static void compare_canonical(struct run *run, const struct order *order, struct case_span want)
{
    char text[ORDER_TEXT_BYTES];

    write_order(run, order, text);
    if (!case_is(want, text))
        SAY(run, "its canonical text is: ", text);
}

/* Compare an order's verdict with what the case says; carry it out when both say done. */
static void judge(struct run *run, const struct order *order, enum verdict_kind kind,
                  const struct verdict *verdict, unsigned choices, struct case_span want)
{
    struct case_span rest;
    unsigned number;

    if (!case_starts(want, verdict_words[kind], &rest)) {
        SAY(run, "is ", verdict_words[kind], " ",
            kind == VERDICT_ILLEGAL && verdict->clause ? verdict->clause : "", " ",
            verdict->reason ? verdict->reason : "");
        return;
    }
    if (kind == VERDICT_ILLEGAL && rest.length > 0 &&
        !case_is(rest, verdict->clause ? verdict->clause : ""))
        SAY(run, "is forbidden by ", verdict->clause ? verdict->clause : "no clause");
    if (kind == VERDICT_AMBIGUOUS && rest.length > 0 &&
        (!case_number(rest, CHOICES_MAX, &number) || number != choices))
        SAY(run, "has another number of readings");
    if (kind != VERDICT_DONE)
        return;
    if (case_starts(rest, ":", &rest))
        compare_canonical(run, order, rest);
    run->room->events.count = 0;
    if (carry_out(run, order))
        open_all(run);
    check_position(run);
}

static void step_order(struct run *run, unsigned seat, struct case_span rest)
{
    struct case_span text = case_cut(&rest, "=>"), numbers;
    struct verdict verdict = {0};
    struct order order = {0};
    enum verdict_kind kind;
    unsigned choices = 0;

    if (rest.length == 0) {
        SAY(run, "a step needs '=> done', '=> illegal CLAUSE', …");
        return;
    }
    if (seat == SEAT_TABLE && (case_is(text, "draw") || case_starts(text, "draw ", &numbers))) {
        case_starts(text, "draw", &numbers);
        if (!read_draw(run, numbers, &order))
            return;
        kind = VERDICT_DONE;
    } else {
        kind = understand(run, seat, text, &order, &choices, &verdict);
    }
    if (kind == VERDICT_DONE)
        kind = run->game->rules->check(run->rulebook, run->room->state, &order, &verdict);
    judge(run, &order, kind, &verdict, choices, rest);
}

/* What a missed deadline does: compared, then carried out. */
static void step_miss(struct run *run, struct case_span rest)
{
    struct case_span who = case_cut(&rest, "=>");
    const struct decision *question;
    struct verdict verdict = {0};
    struct order order;
    unsigned seat;

    if (!case_number(who, SEATS_MAX, &seat) || !(question = question_of(run, false, seat))) {
        SAY(run, "this seat has no open question");
        return;
    }
    if (question->fallback == FALLBACK_NONE) {
        if (!case_is(rest, "waits"))
            SAY(run, "the question waits for ever");
        return;
    }
    if (question->fallback == FALLBACK_LOT) {
        if (!case_is(rest, "lot"))
            SAY(run, "the table draws lots");
        if (run->game->rules->legal(run->rulebook, run->room->state, seat, run->room->other_list) ==
            0) {
            SAY(run, "there is no legal order to draw");
            return;
        }
        order = run->room->other_list[0];
    } else {
        order = question->fallback_order;
        compare_canonical(run, &order, rest);
    }
    judge(run, &order, run->game->rules->check(run->rulebook, run->room->state, &order, &verdict),
          &verdict, 0, (struct case_span){"done", 4});
}

/* ---- expectations ---- */

static bool has_line(const char *text, struct case_span want)
{
    struct case_reader reader = {text, text + strlen(text), 0, false};
    struct case_span line;

    while (case_next_line(&reader, &line))
        if (line.length == want.length && memcmp(line.at, want.at, want.length) == 0)
            return true;
    return false;
}

static void expect_line(struct run *run, const void *state, struct case_span want, bool wanted)
{
    write_position(run, state, run->room->text);
    if (has_line(run->room->text, want) != wanted) {
        say_span(run, wanted ? "the position lacks: " : "the position has: ", want);
        text_put(run->report, run->room->text);
    }
}

static void expect_has(struct run *run, struct case_span rest)
{
    expect_line(run, run->room->state, rest, true);
}

static void expect_lacks(struct run *run, struct case_span rest)
{
    expect_line(run, run->room->state, rest, false);
}

static void expect_view(struct run *run, struct case_span rest)
{
    struct case_span who = case_cut(&rest, " "), want;
    unsigned seat = SEAT_PUBLIC;
    bool has = case_starts(rest, "has:", &want);

    if ((!case_is(who, "public") && !case_number(who, SEATS_MAX, &seat)) ||
        (!has && !case_starts(rest, "lacks:", &want))) {
        SAY(run, "expected 'view SEAT has: …' or 'view SEAT lacks: …'");
        return;
    }
    game_view(run->game, run->rulebook, run->room->state, seat, run->room->view);
    expect_line(run, run->room->view, want, has);
}

static bool event_is(struct run *run, const struct event *event, struct case_span want)
{
    TEXT_IN(text, array, 256);

    case_write_event(run->game, event, &text);
    if (case_is(want, array))
        return true;
    return event->kind < run->game->text->event_count &&
           case_is(want, run->game->text->events[event->kind]);
}

static void say_events(struct run *run)
{
    for (unsigned i = 0; i < run->room->events.count; i++) {
        text_put(run->report, "    happened: ");
        case_write_event(run->game, &run->room->events.at[i], run->report);
        text_put_char(run->report, '\n');
    }
}

static void expect_events(struct run *run, struct case_span rest)
{
    unsigned at = 0;

    while (rest.length > 0) {
        struct case_span want = case_cut(&rest, ";");
        while (at < run->room->events.count && !event_is(run, &run->room->events.at[at], want))
            at++;
        if (at == run->room->events.count) {
            say_span(run, "did not happen (in this order): ", want);
            say_events(run);
            return;
        }
        at++;
    }
}

static void expect_no_event(struct run *run, struct case_span rest)
{
    for (unsigned i = 0; i < run->room->events.count; i++)
        if (event_is(run, &run->room->events.at[i], rest))
            say_span(run, "happened: ", rest);
}

static void expect_score(struct run *run, struct case_span rest)
{
    struct outcome outcome;

    memset(&outcome, 0, sizeof outcome);
    run->game->rules->outcome(run->rulebook, run->room->state, &outcome);
    for (unsigned seat = 1; rest.length > 0; seat++) {
        struct case_span word = case_cut(&rest, " ");
        char got[TEXT_INT_BYTES], who[TEXT_INT_BYTES];
        if (seat > SEATS_MAX || !case_is(word, text_of_int(got, outcome.score[seat])))
            SAY(run, "seat ", text_of_int(who, seat), " has ", seat > SEATS_MAX ? "no score" : got);
    }
}

static void write_question(const struct run *run, const struct decision *decision, struct text *out)
{
    TEXT_PUT(out, TEXT_INT(decision->kind == DECISION_ORDER ? decision->seat : 0), " ");
    if (decision->kind == DECISION_ORDER) {
        text_put(out, run->game->text->topics[decision->topic]);
        return;
    }
    TEXT_PUT(out, decision->kind == DECISION_DRAW ? "draw " : "open ", decision->name);
}

static void expect_open(struct run *run, struct case_span rest)
{
    unsigned count =
        run->game->rules->open_decisions(run->rulebook, run->room->state, run->room->decision);
    unsigned wanted = 0, found = 0;
    char array[128];
    struct text text;

    while (rest.length > 0 && !case_is(rest, "none")) {
        struct case_span want = case_cut(&rest, ";");
        wanted++;
        for (unsigned i = 0; i < count; i++) {
            text_init(&text, array, sizeof array);
            write_question(run, &run->room->decision[i], &text);
            if (case_is(want, array)) {
                found++;
                break;
            }
        }
    }
    if (found == wanted && wanted == count)
        return;
    SAY(run, "other questions are open:");
    for (unsigned i = 0; i < count; i++) {
        text_put(run->report, "    ");
        write_question(run, &run->room->decision[i], run->report);
        text_put_char(run->report, '\n');
    }
}

static void expect_over(struct run *run, struct case_span rest)
{
    static const char *const words[] = {
        [GAME_GOES_ON] = "no", [GAME_WON] = "won ", [GAME_DRAWN] = "drawn", [GAME_VOID] = "void"};
    struct outcome outcome;
    TEXT_IN(text, array, 32);

    memset(&outcome, 0, sizeof outcome);
    run->game->rules->outcome(run->rulebook, run->room->state, &outcome);
    text_put(&text, words[outcome.over]);
    if (outcome.over == GAME_WON)
        text_put_int(&text, outcome.winner);
    if (!case_is(rest, array))
        SAY(run, "the game's end: ", array);
}

static void expect_legal(struct run *run, struct case_span rest)
{
    struct case_span who = case_cut(&rest, " "), want;
    unsigned seat, count, number;
    bool has, found = false;
    char text[ORDER_TEXT_BYTES];

    if (!case_number(who, SEATS_MAX, &seat)) {
        SAY(run, "expected 'legal SEAT …'");
        return;
    }
    count = run->game->rules->legal(run->rulebook, run->room->state, seat, run->room->list);
    if (case_starts(rest, "count:", &want)) {
        if (!case_number(want, LEGAL_MAX, &number) || number != count)
            SAY(run, "the number of legal orders is ", text_of_int(text, count));
        return;
    }
    has = case_starts(rest, "has:", &want);
    if (!has && !case_starts(rest, "lacks:", &want)) {
        SAY(run, "expected 'has:', 'lacks:' or 'count:'");
        return;
    }
    for (unsigned i = 0; i < count && !found; i++) {
        write_order(run, &run->room->list[i], text);
        found = case_is(want, text);
    }
    if (found != has)
        say_span(run, has ? "not listed: " : "listed: ", want);
}

static void expect_extra(struct run *run, struct case_span rest)
{
    struct case_span who = case_cut(&rest, " ");
    const struct decision *question;
    unsigned seat, halves;

    if (!case_number(who, SEATS_MAX, &seat) || !case_number(rest, 255, &halves) ||
        !(question = question_of(run, false, seat)))
        SAY(run, "this seat has no open question");
    else if (question->extra_halves != halves)
        SAY(run, "another extra allowance");
}

static void by_hand(struct run *run, struct case_span rest)
{
    if (case_is(rest, "by hand"))
        run->by_hand = true;
    else
        SAY(run, "expected 'openings: by hand'");
}

static const struct {
    const char *prefix;
    void (*handle)(struct run *run, struct case_span rest);
} lines[] = {
    {"openings:", by_hand},         {"miss ", step_miss},     {"events:", expect_events},
    {"no event:", expect_no_event}, {"has:", expect_has},     {"lacks:", expect_lacks},
    {"view ", expect_view},         {"score:", expect_score}, {"open:", expect_open},
    {"over:", expect_over},         {"legal ", expect_legal}, {"extra:", expect_extra},
};

static void run_line(struct run *run, struct case_span line)
{
    struct case_span rest;

    if (line.length > 1 && text_is_digit(line.at[0]) && line.at[1] == '>') {
        rest = (struct case_span){line.at + 2, line.length - 2};
        step_order(run, (unsigned)(line.at[0] - '0'), case_trim(rest));
        return;
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (case_starts(line, lines[i].prefix, &rest)) {
            lines[i].handle(run, rest);
            return;
        }
    say_span(run, "not a line of a case: ", line);
}

/* ---- the beginning ---- */

/* The refusal was expected: compare the clause that the message or verdict names. */
static void compare_refusal(struct run *run, const char *got, struct case_span want)
{
    char clause[CASE_CLAUSE_BYTES];

    case_copy(want, clause, sizeof clause);
    if (clause[0] && !strstr(got, clause))
        SAY(run, "refused, but for: ", got);
}

/* Begin with a new game; false when nothing can follow. */
static bool begin_setup(struct run *run, const struct case_head *head, struct case_span line)
{
    struct game_setup setup = {head->options, run->seats};
    struct verdict verdict = {0};
    struct case_span want;
    bool refused =
        run->game->rules->setup(run->rulebook, &setup, run->room->state, &verdict) != VERDICT_DONE;

    if (case_starts(line, "setup => illegal", &want)) {
        if (!refused)
            SAY(run, "the set-up is accepted");
        else
            compare_refusal(run, verdict.clause ? verdict.clause : "malformed", want);
        return false;
    }
    if (refused)
        SAY(run, "the set-up is refused: ", verdict.clause ? verdict.clause : "malformed");
    return !refused;
}

/* Gather the indented lines behind "position:"; line is then the first one behind them. */
static bool gather(struct run *run, struct text *out, struct case_span *line)
{
    while (case_next_line(&run->reader, line)) {
        if (!run->reader.indented)
            return true;
        text_put_bytes(out, line->at, line->length);
        text_put_char(out, '\n');
    }
    line->length = 0;
    return false;
}

static bool begin_position(struct run *run, struct case_span *line)
{
    struct case_room *room = run->room;
    struct err err = {0};
    struct case_span want;
    struct text text = text_in(room->text, sizeof room->text);
    enum rc rc;

    gather(run, &text, line);
    rc = run->game->text->read(run->rulebook, text.at, text.length, room->state, &err);
    if (case_starts(*line, "position => refused", &want)) {
        if (rc == RC_OK)
            SAY(run, "the position is accepted");
        else
            compare_refusal(run, err.text, want);
        return false;
    }
    if (rc != RC_OK)
        SAY(run, "the position is refused: ", err.text);
    return rc == RC_OK;
}

/* Give the same orders from the beginning: the same bytes must come of it. */
static void replay(struct run *run)
{
    struct case_room *room = run->room;

    memcpy(room->spare, room->first, run->game->state_bytes);
    for (unsigned i = 0; i < room->given_count; i++)
        run->game->rules->apply(run->rulebook, room->spare, &room->given[i], NULL);
    if (memcmp(room->spare, room->state, run->game->state_bytes) != 0)
        SAY(run, "the same orders lead to another position when given again");
}

static void run_steps(struct run *run, struct case_span line)
{
    memcpy(run->room->first, run->room->state, run->game->state_bytes);
    check_position(run);
    while (line.length > 0) {
        run_line(run, line);
        if (!case_next_line(&run->reader, &line))
            break;
    }
    replay(run);
}

unsigned case_run(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                  const char *text, size_t length, struct case_room *room, struct text *report)
{
    struct run run = {game, rulebook, lexicon, room, report, {text, text + length, 0, false},
                      0,    0,        false};
    struct case_span line = {text, 0};
    struct case_head head;
    struct err err = {0};
    bool more, goes_on;

    room->given_count = 0;
    room->events.count = 0;
    room->events.lost = 0;
    if (case_read_head(text, length, &head, &err) != RC_OK) {
        run.reader.number = err.line;
        SAY(&run, err.text);
        return run.broken;
    }
    run.seats = head.seats ? head.seats : game->seats_min;
    more = case_skip_head(&run.reader, &line);
    if (head.is_note) {
        if (more)
            SAY(&run, "a note has nothing to run");
        return run.broken;
    }
    if (!more)
        line.length = 0;
    memset(room->state, 0, sizeof room->state);
    goes_on =
        case_is(line, "position:") ? begin_position(&run, &line) : begin_setup(&run, &head, line);
    if (goes_on)
        run_steps(&run, line);
    return run.broken;
}
