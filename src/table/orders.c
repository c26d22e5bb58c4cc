/* SPDX-License-Identifier: MIT */
/* Orders: judged on what the reader knows, carried out, taken back. */

#include "bot/bot.h"
#include "rules/understand.h"
#include "seal/luck.h"
#include "seal/secret.h"
#include "table/table_p.h"

/* Of a choice of `expert`, half of what a letter's may: whoever looks on waits a second at most. */
enum { PAGE_NODES = 200000 };

/* As the rules wrote it, or as a player does. */
void table_judge(struct table *table, const void *state, unsigned seat, const char *line,
                 size_t length, struct table_judged *judged)
{
    const struct game *game = table->game;

    *judged = (struct table_judged){.kind = VERDICT_DONE};
    if (game->text->read_order(table->rulebook, seat, line, length, &judged->read.order))
        judged->kind =
            game->rules->check(table->rulebook, state, &judged->read.order, &judged->read.verdict);
    else
        judged->kind = understand_line(game, table->rulebook, &table->lexicon, seat, state, line,
                                       length, table->list, NULL, &judged->read);
}

static void write_full(const struct table *table, const struct order *order,
                       char text[ORDER_TEXT_BYTES])
{
    struct text out = text_in(text, ORDER_TEXT_BYTES);

    table->game->text->write_order(table->rulebook, NULL, order, ORDER_FULL, &out);
}

static void add_order(const struct table *table, const struct order *order, struct value *map)
{
    struct tell tell = table_teller(table);
    char text[ORDER_TEXT_BYTES];
    OWN(buf) words = {0};

    write_full(table, order, text);
    tell_order(&tell, table->rulebook, order->seat, text, &words);
    value_set_text(map, "order", text);
    value_set_text(map, "say", buf_text(&words));
}

void table_add_verdict(const struct table *table, const struct table_judged *judged,
                       struct value *root)
{
    static const char *const kinds[VERDICT_KIND_COUNT] = {"done", "malformed", "illegal",
                                                          "ambiguous"};
    struct tell tell = table_teller(table);
    OWN(buf) why = {0};

    value_set_text(root, "verdict", kinds[judged->kind]);
    if (judged->kind == VERDICT_DONE) {
        add_order(table, &judged->read.order, root);
    } else if (judged->kind != VERDICT_ILLEGAL && judged->read.choice_count) {
        struct value *list = value_set_list(root, "choices");

        for (unsigned i = 0; i < judged->read.choice_count; i++)
            add_order(table, &judged->read.choice[i], value_add_map(list));
    } else {
        tell_verdict(&tell, &judged->read.verdict, &why);
        value_set_text(root, "say", buf_text(&why));
        value_set_text(root, "clause", judged->read.verdict.clause);
        value_set_int(root, "column", judged->read.verdict.column);
    }
}

enum rc table_try(struct table *table, unsigned seat, const char *line, size_t length)
{
    struct table_judged judged;
    OWN_AT(values) values = NULL;
    struct value *root;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    table_judge(table, table->view, seat, line, length, &judged);
    values = values_new();
    root = value_map(values);
    table_add_verdict(table, &judged, root);
    return table_json(table, values, root);
}

/* ---- steps ---- */

bool table_push_step(struct table *table, const struct order *order, const void *before)
{
    if (table->step_count == TABLE_STEPS_MAX)
        return false;
    if (table->step_count == table->step_room) {
        unsigned room = table->step_room ? 2 * table->step_room : 16;
        struct table_step *more = calloc(room, sizeof *more);

        if (!more)
            return false;
        if (table->step) {
            memcpy(more, table->step, table->step_count * sizeof *more);
            secret_wipe(table->step, table->step_room * sizeof *more);
            free(table->step);
        }
        table->step = more;
        table->step_room = room;
    }
    table->step[table->step_count].order = *order;
    memcpy(table->step[table->step_count].before, before, sizeof table->state);
    table->step_count++;
    return true;
}

/* "card.hidden" and the like stand for what the reader does not see. */
static bool is_hidden(const struct table *table, int16_t term)
{
    const char *key = table->game->text->terms[term], *dot = strrchr(key, '.');

    return dot && text_equal(dot, ".hidden");
}

static bool is_unseen(const struct table *table, const struct event *event)
{
    for (unsigned i = 0; i < event->count; i++) {
        const struct event_arg *arg = &event->arg[i];

        if (arg->value == ORDER_UNKNOWN || (arg->type == ARG_TERM && is_hidden(table, arg->value)))
            return true;
    }
    return false;
}

static bool is_asked(const struct table *table, unsigned seat)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = table->game->rules->open_decisions(table->rulebook, table->view, decision);

    for (unsigned i = 0; i < count; i++)
        if (decision[i].kind == DECISION_ORDER && decision[i].seat == seat)
            return true;
    return false;
}

bool table_add_events(struct table *table, struct values *values, const struct order *order,
                      struct value *list)
{
    struct tell tell = table_teller(table);
    OWN(buf) sentence = {0};
    bool unseen = false;

    table->events.count = table->events.lost = 0;
    table->game->rules->apply(table->rulebook, table->view, order, &table->events);
    for (unsigned i = 0; i < table->events.count; i++) {
        buf_clear(&sentence);
        unseen |= is_unseen(table, &table->events.at[i]);
        tell_event(&tell, &table->events.at[i], &sentence);
        value_add(list, value_text(values, buf_text(&sentence)));
    }
    return unseen;
}

/* The order in the reader's words where they are read as that very order here, else as the rules
 * write it. */
static void add_line(struct table *table, const struct order *order, struct value *root)
{
    const char *words = value_get_text(value_get(root, "say"));
    char text[ORDER_TEXT_BYTES], again[ORDER_TEXT_BYTES];
    struct table_judged judged;

    write_full(table, order, text);
    table_judge(table, table->state, order->seat, words, strlen(words), &judged);
    if (judged.kind == VERDICT_DONE)
        write_full(table, &judged.read.order, again);
    value_set_text(root, "line",
                   judged.kind == VERDICT_DONE && text_equal(text, again) ? words : text);
}

static enum rc carry_out(struct table *table, const struct table_judged *judged)
{
    OWN_AT(values) values = values_new();
    struct value *root = value_map(values);
    bool unseen;

    table_add_verdict(table, judged, root);
    if (judged->kind == VERDICT_DONE) {
        if (!table_push_step(table, &judged->read.order, table->state))
            return table_refuse(table, RC_NO_MEMORY, "no room for another step", "");
        if (judged->read.order.seat != SEAT_TABLE)
            add_line(table, &judged->read.order, root);
        unseen =
            table_add_events(table, values, &judged->read.order, value_set_list(root, "events"));
        value_set_flag(root, "unseen", unseen && is_asked(table, judged->read.order.seat));
        table->game->rules->apply(table->rulebook, table->state, &judged->read.order, NULL);
        table_view_again(table);
    }
    return table_json(table, values, root);
}

enum rc table_give(struct table *table, unsigned seat, const char *line, size_t length)
{
    struct table_judged judged;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    table_judge(table, table->state, seat, line, length, &judged);
    return carry_out(table, &judged);
}

enum rc table_back(struct table *table)
{
    if (table->step_count == 0)
        return table_refuse(table, RC_NOT_FOUND, "there is nothing to take back", "");
    table->step_count--;
    memcpy(table->state, table->step[table->step_count].before, sizeof table->state);
    table_view_again(table);
    buf_clear(&table->answer);
    return RC_OK;
}

enum rc table_legal(struct table *table, unsigned seat)
{
    char text[ORDER_TEXT_BYTES];
    unsigned count;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    count = table->game->rules->legal(table->rulebook, table->view, seat, table->list);
    buf_clear(&table->answer);
    for (unsigned i = 0; i < count; i++) {
        write_full(table, &table->list[i], text);
        BUF_PUT(&table->answer, text, "\n");
    }
    return buf_rc(&table->answer, NULL);
}

/* ---- without a server ---- */

static enum rc asked_nothing(struct table *table)
{
    return table_refuse(table, RC_NOT_FOUND, "nothing is asked here", "");
}

enum rc table_choose(struct table *table, unsigned seat, const char *level, uint32_t seed)
{
    struct bot *bot = &table->opponent[seat <= SEATS_MAX ? seat : 0];
    _Alignas(16) unsigned char view[GAME_STATE_MAX];
    char text[ORDER_TEXT_BYTES];
    struct order order;
    bool chosen;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    game_view(table->game, table->rulebook, table->state, seat, view);
    bot->game = table->game;
    bot->rulebook = table->rulebook;
    bot->seed = seed + 1ull;
    bot->level = bot_level_find(level);
    bot->nodes = bot->level == BOT_EXPERT ? PAGE_NODES : 0;
    chosen = bot->level == BOT_LEVELS ? bot_choose_at_random(bot, view, seat, &order)
                                      : bot_choose(bot, view, seat, &order);
    if (!chosen)
        return asked_nothing(table);
    write_full(table, &order, text);
    buf_clear(&table->answer);
    buf_put(&table->answer, text);
    return buf_rc(&table->answer, NULL);
}

static void draw(const struct table *table, const struct decision *decision, const char *seed,
                 size_t length, struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX];
    struct hash_job job;
    struct hash hash;

    if (table->practice) {
        hash = table->practice->seed;
    } else {
        hash_start(&job, "practice", 1);
        hash_add(&job, seed, length);
        hash_end(&job, &hash);
    }
    draw_numbers(&hash, decision->name, decision->bound, decision->bound_count, number);
    table->game->rules->draw_order(table->rulebook, table->state, decision, number, order);
    secret_wipe(&hash, sizeof hash);
}

enum rc table_deal(struct table *table, const char *seed, size_t length)
{
    struct decision decision[DECISIONS_MAX];
    struct table_judged judged = {0};

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    if (table->game->rules->open_decisions(table->rulebook, table->state, decision) == 0 ||
        decision[0].kind == DECISION_ORDER)
        return asked_nothing(table);
    if (decision[0].kind == DECISION_DRAW)
        draw(table, &decision[0], seed, length, &judged.read.order);
    else if (table->game->rules->legal(table->rulebook, table->state, SEAT_TABLE, table->list) > 0)
        judged.read.order = table->list[0];
    else
        return asked_nothing(table);
    judged.kind = table->game->rules->check(table->rulebook, table->state, &judged.read.order,
                                            &judged.read.verdict);
    return carry_out(table, &judged);
}
