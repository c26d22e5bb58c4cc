/* SPDX-License-Identifier: MIT */
/* A hint in a practice game, and what the reader's turns were worth beside better ones. The
 * thinking is done in bot/lesson.c; both see what the seat saw and no more. */

#include "bot/lesson.h"
#include "seal/secret.h"
#include "table/table_p.h"

enum {
    HINT_POSITIONS = 20000,  /* looked at for a hint: about a second in a browser */
    REVIEW_POSITIONS = 6000, /* for a turn of a game that is over: it has some dozens */
    HINT_SEED = 5
};

static void add_orders(const struct table *table, const struct order *order, unsigned count,
                       struct value *map, const char *key)
{
    struct value *list = value_set_list(map, key);
    struct tell tell = table_teller(table);
    char text[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < count; i++) {
        struct value *one = value_add_map(list);
        OWN(buf) words = {0};
        struct text line;

        text_init(&line, text, sizeof text);
        table->game->text->write_order(table->rulebook, NULL, &order[i], ORDER_FULL, &line);
        tell_order(&tell, table->rulebook, order[i].seat, text, &words);
        value_set_text(one, "order", text);
        value_set_text(one, "say", buf_text(&words));
    }
}

/* The game's own sentence for what gains most, "" where it has none. */
static void add_why(const struct table *table, const char *term, struct value *map)
{
    const struct sentences *sentences = table_teller(table).sentences;
    OWN(buf) why = {0};
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, table->game->name, ".why.", term ? term : "");
    if (term && !text.cut && sentences_find(sentences, key))
        (void)!sentences_write(sentences, key, NULL, 0, &why, NULL);
    value_set_text(map, "why", buf_text(&why));
}

static struct bot teacher(const struct table *table, unsigned long nodes)
{
    return (struct bot){.game = table->game,
                        .rulebook = table->rulebook,
                        .level = BOT_HARD,
                        .seed = HINT_SEED,
                        .nodes = nodes};
}

enum rc table_hint(struct table *table, unsigned seat)
{
    struct bot bot = teacher(table, HINT_POSITIONS);
    struct bot_hint hint = {0};
    OWN_AT(values) values = NULL;
    struct value *root;
    OWN_MEMORY void *memory = NULL;
    bool found;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    memory = malloc(bot_bytes(table->game));
    found = memory && bot_hint(&bot, table->view, seat, memory, &hint);
    if (!found)
        return table_refuse(table, RC_NOT_FOUND, "nothing is asked here", "");
    values = values_new();
    root = value_map(values);
    add_orders(table, hint.order, hint.count, root, "orders");
    add_why(table, hint.term, root);
    return table_json(table, values, root);
}

/* The reader's next orders one after the other; 0: he gave no more. */
static unsigned next_turn(const struct table *table, unsigned *first,
                          struct order played[BOT_PLAN_MAX])
{
    unsigned count = 0;

    while (*first < table->step_count && table->step[*first].order.seat != table->seat)
        ++*first;
    while (*first + count < table->step_count && count < BOT_PLAN_MAX &&
           table->step[*first + count].order.seat == table->seat) {
        played[count] = table->step[*first + count].order;
        count++;
    }
    return count;
}

enum rc table_review(struct table *table, unsigned from)
{
    struct bot bot = teacher(table, REVIEW_POSITIONS);
    struct order played[BOT_PLAN_MAX];
    struct bot_judgement judged = {0};
    unsigned count = next_turn(table, &from, played);
    OWN_AT(values) values = NULL;
    struct value *root;
    OWN_MEMORY void *memory = NULL;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    if (count == 0)
        return table_refuse(table, RC_NOT_FOUND, "no more turns", "");
    memory = malloc(bot_bytes(table->game));
    game_view(table->game, table->rulebook, table->step[from].before, table->seat, table->seen[0]);
    if (!memory || !bot_judge(&bot, table->seen[0], table->seat, played, count, memory, &judged))
        judged = (struct bot_judgement){0};
    values = values_new();
    root = value_map(values);
    value_set_int(root, "next", from + count);
    value_set_int(root, "cost", judged.best - judged.played);
    add_orders(table, played, count, root, "played");
    add_orders(table, judged.better, judged.count, root, "better");
    add_why(table, judged.term, root);
    return table_json(table, values, root);
}
