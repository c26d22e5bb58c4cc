/* SPDX-License-Identifier: MIT */
/* What each legal order touches, for fingers: who acts, where it leads, what it costs. All of it is
 * read off the scene that the order would be drawn by, so that no game's nouns are needed here. */

#include "table/table_p.h"

enum { COLUMN_BYTES = 48 };

struct touch {
    unsigned symbol, seat; /* who acts */
    char from[COLUMN_BYTES], to[COLUMN_BYTES];
    const char *sort;
};

static const char *const sorts[SCENE_STEP_KIND_COUNT] = {
    [SCENE_STEP_MOVE] = "move",     [SCENE_STEP_JUMP] = "jump", [SCENE_STEP_EXIT] = "exit",
    [SCENE_STEP_BLOW] = "blow",     [SCENE_STEP_SHOT] = "shot", [SCENE_STEP_TURN] = "turn",
    [SCENE_STEP_REVEAL] = "reveal", [SCENE_STEP_EDGE] = "edge", [SCENE_STEP_USE] = "use",
    [SCENE_STEP_PLACE] = "place",   [SCENE_STEP_DOWN] = "use",  [SCENE_STEP_UP] = "use",
    [SCENE_STEP_LOST] = "use",      [SCENE_STEP_DRAWN] = "blow"};

const char *table_sort(unsigned kind)
{
    return kind < SCENE_STEP_KIND_COUNT ? sorts[kind] : "";
}

/* Where a piece stands before the order; "" when it is not on the board. */
static void find_piece(const struct scene *scene, unsigned symbol, unsigned seat, char *out)
{
    char place[SAY_PLACE_BYTES];

    *out = '\0';
    for (int i = 0; symbol && i < scene->piece_count; i++) {
        const struct scene_piece *piece = &scene->piece[i];

        if (piece->symbol == symbol && piece->seat == seat && piece->area < 0) {
            text_copy(out, COLUMN_BYTES, say_place(place, piece->x, piece->y));
            return;
        }
    }
}

static void put_point(const struct scene *scene, const struct scene_step *step, unsigned point,
                      char *out)
{
    int y = step->point[point].y;
    char place[SAY_PLACE_BYTES];

    if (y < 0)
        y = 0;
    if (y >= scene->rows)
        y = scene->rows - 1; /* an exit leads one row beyond */
    text_copy(out, COLUMN_BYTES, say_place(place, step->point[point].x, y));
}

/* The point of a step that the finger means. */
static unsigned aim_of(const struct scene_step *step, const char *from)
{
    char place[SAY_PLACE_BYTES];

    if (step->kind != SCENE_STEP_EDGE)
        return step->point_count - 1u;
    return step->point_count > 1 &&
                   text_equal(say_place(place, step->point[1].x, step->point[1].y), from)
               ? 0
               : step->point_count - 1u;
}

/* The first step is the order's own; what follows are its consequences. */
static void read_touch(const struct table *table, struct touch *touch)
{
    const struct scene *scene = &table->after;
    const struct scene_step *step = &scene->step[0];

    *touch = (struct touch){.sort = ""};
    if (scene->step_count == 0)
        return;
    touch->symbol = step->symbol;
    touch->seat = step->seat;
    touch->sort = table_sort(step->kind);
    find_piece(&table->before, step->symbol, step->seat, touch->from);
    if (step->area >= 0) {
        touch->to[0] = '@';
        text_copy(touch->to + 1, sizeof touch->to - 1, scene->area[step->area].name);
    } else if (step->point_count > 0)
        put_point(scene, step, aim_of(step, touch->from), touch->to);
}

const struct scene_item *table_purse(const struct scene_row *row)
{
    return row->count == 1 && !row->score && row->item[0].number != ORDER_UNKNOWN ? &row->item[0]
                                                                                  : NULL;
}

static const struct scene_item *find_purse(const struct scene *scene, unsigned seat, unsigned term)
{
    for (int i = 0; i < scene->panel_count; i++)
        for (int k = 0; scene->panel[i].seat == seat && k < scene->panel[i].row_count; k++)
            if (scene->panel[i].row[k].term == term)
                return table_purse(&scene->panel[i].row[k]);
    return NULL;
}

/* "1 action point": the game's sentence for it, or the row's name. */
static void put_price(struct table *table, unsigned term, int32_t number,
                      const struct draw_look *look)
{
    const struct sentences *sentences = table_teller(table).sentences;
    char key[SENTENCE_KEY_BYTES], digits[TEXT_INT_BYTES];
    const struct sentence_arg arg = {NULL, text_of_int(digits, number)};
    struct text text = text_in(key, sizeof key);

    TEXT_PUT(&text, table->game->name, ".cost.", table->game->text->terms[term]);
    if (!text.cut && sentences_find(sentences, key) &&
        sentences_write(sentences, key, &arg, 1, &table->answer, NULL) == RC_OK)
        return;
    BUF_PUT(&table->answer, digits, " ", say_term(look, term));
}

/* "1 action point, 1 jump card": what the seat's panel has less of afterwards. */
static void put_cost(struct table *table, unsigned seat, const struct draw_look *look)
{
    const struct scene *scene = &table->before;
    const char *between = "";

    for (int i = 0; i < scene->panel_count; i++)
        for (int k = 0; scene->panel[i].seat == seat && k < scene->panel[i].row_count; k++) {
            const struct scene_row *row = &scene->panel[i].row[k];
            const struct scene_item *had = table_purse(row),
                                    *has = had ? find_purse(&table->after, seat, row->term) : NULL;

            if (!has || has->number >= had->number)
                continue;
            buf_put(&table->answer, between);
            put_price(table, row->term, had->number - has->number, look);
            between = ", ";
        }
}

static void put_order(struct table *table, const struct order *order, const struct touch *touch,
                      const struct draw_look *look)
{
    struct buf *out = &table->answer;
    struct tell tell = table_teller(table);
    char text[ORDER_TEXT_BYTES], name[SAY_NAME_BYTES];
    struct text line = text_in(text, sizeof text);

    table->game->text->write_order(table->rulebook, NULL, order, ORDER_FULL, &line);
    BUF_PUT(out, text, "\t", table->game->text->kinds[order->kind].key, "\t",
            TEXT_INT(touch->symbol), "/", TEXT_INT(touch->seat), "\t");
    if (touch->symbol)
        buf_put(out, say_owned(name, &table->before, look, touch->symbol, touch->seat));
    BUF_PUT(out, "\t", touch->from, "\t", touch->to, "\t", touch->sort, "\t");
    put_cost(table, order->seat, look);
    buf_put_char(out, '\t');
    tell_order(&tell, table->rulebook, order->seat, text, out);
    buf_put_char(out, '\n');
}

/* What stands open to the seat, and no legal order lists: its answers to what another offers. */
static unsigned add_answers(const struct table *table, unsigned seat, struct order *out,
                            unsigned room)
{
    const struct game_rules *rules = table->game->rules;
    const struct game_text *text = table->game->text;
    unsigned count = 0;

    if (!rules->offered || !rules->offered(table->view, seat))
        return 0;
    for (unsigned kind = 0; kind < text->kind_count && count < room; kind++) {
        const struct order order = {.kind = (uint16_t)kind, .seat = (uint8_t)seat};

        if ((text->kinds[kind].flags & (ORDER_ALWAYS | ORDER_GIVES_UP)) == ORDER_ALWAYS &&
            rules->check(table->rulebook, table->view, &order, NULL) == VERDICT_DONE)
            out[count++] = order;
    }
    return count;
}

enum rc table_reach(struct table *table, unsigned seat)
{
    _Alignas(16) unsigned char state[GAME_STATE_MAX];
    struct draw_look look = table_looks(table);
    struct game_past past = {table->view, NULL};
    unsigned count;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    count = table->game->rules->legal(table->rulebook, table->view, seat, table->list);
    count += add_answers(table, seat, table->list + count, LEGAL_MAX - count);
    game_scene(table->game, table->rulebook, table->view, table->seat, NULL, 0, &table->before);
    buf_clear(&table->answer);
    for (unsigned i = 0; i < count; i++) {
        struct touch touch;

        memcpy(state, table->view, sizeof state);
        if (!table->game->rules->apply(table->rulebook, state, &table->list[i], NULL))
            continue;
        past.order = &table->list[i];
        game_scene(table->game, table->rulebook, state, table->seat, &past, 1, &table->after);
        read_touch(table, &touch);
        put_order(table, &table->list[i], &touch, &look);
    }
    return buf_rc(&table->answer, NULL);
}
