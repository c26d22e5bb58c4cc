/* SPDX-License-Identifier: MIT */
/* What the orders of a preview or a draft would do, on the reader's own view: events, the board,
 * who would be asked then. Reads the position, changes none. */

#include "outbound/compose_p.h"

static void add_events(struct making *making, const struct event_list *events, struct value *list)
{
    for (unsigned i = 0; i < events->count; i++) {
        OWN_WIPED(buf) line = {0};

        wording_event(&making->wording, &events->at[i], &line);
        value_add(list, value_text(making->values, buf_text(&line)));
    }
}

/* Apply one order to the view, and keep it for the picture. */
static void try_line(struct making *making, struct news *tried, const char *line,
                     struct event_list *events, struct value *list)
{
    const struct game *game = making->news.position->played;
    const void *rulebook = position_rulebook(making->news.position);
    unsigned i = tried->past_count;

    if (i == NEWS_ORDERS_MAX ||
        !game->text->read_order(rulebook, making->seat, line, strlen(line), &tried->order[i]))
        return;
    tried->order[i].seat = (uint8_t)making->seat;
    memcpy(tried->views + i * game->state_bytes, tried->view, game->state_bytes);
    events->count = 0;
    if (!game->rules->apply(rulebook, tried->view, &tried->order[i], events))
        return;
    tried->past[i] = (struct game_past){tried->views + i * game->state_bytes, &tried->order[i]};
    tried->past_count++;
    add_events(making, events, list);
}

/* Who would be asked what: the reader's own question in its words, the others by name. */
static void add_questions(struct making *making, const struct news *tried)
{
    const struct position *position = making->news.position;
    struct value *list = value_set_list(making->map, "then");
    struct decision decision[DECISIONS_MAX];
    unsigned count =
        position->played->rules->open_decisions(position_rulebook(position), tried->view, decision);

    for (unsigned i = 0; i < count; i++) {
        OWN(buf) topic = {0}, line = {0};

        if (!decision[i].seat || decision[i].seat > SEATS_MAX)
            continue;
        wording_topic(&making->wording, &decision[i], &topic);
        buf_printf(&line, "%s: %s", making->name[decision[i].seat], buf_text(&topic));
        value_add(list, value_text(making->values, buf_text(&line)));
    }
    value_set_flag(making->map, "has_then", value_count(list) > 0);
}

enum rc compose_try(struct making *making, struct news *tried, struct err *err)
{
    const struct value *orders = value_get(making->map, "tried");
    struct value *list = value_set_list(making->map, "would");
    const struct game *game = making->news.position->played;
    OWN_MEMORY struct event_list *events = NULL;

    value_set_flag(making->map, "has_would", false);
    value_set_flag(making->map, "has_then", false);
    value_set_list(making->map, "then");
    if (!value_count(orders))
        return RC_OK;
    events = calloc(1, sizeof *events);
    tried->view = malloc(GAME_STATE_MAX);
    tried->views = calloc(NEWS_ORDERS_MAX, game->state_bytes);
    FAIL_IF(!events || !tried->view || !tried->views, err, RC_NO_MEMORY, "no memory for a preview");
    memcpy(tried->view, making->news.view, GAME_STATE_MAX);
    for (size_t i = 0; i < value_count(orders); i++)
        try_line(making, tried, value_get_text(value_at(orders, i)), events, list);
    add_questions(making, tried);
    value_set_flag(making->map, "has_would", true);
    return RC_OK;
}
