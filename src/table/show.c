/* SPDX-License-Identifier: MIT */
/* What the reader sees: boards, and the facts of a position. */

#include "table/table_p.h"

struct draw_look table_looks(const struct table *table)
{
    struct draw_look look = {.words = &table->words, .lexicon = &table->lexicon};

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = *table->name[seat] ? table->name[seat] : NULL;
    return look;
}

/* What the reader has done in his turn, and what the others did before. */
static unsigned steps_since(const struct table *table)
{
    unsigned first = table->step_count;

    while (first && (table->step[first - 1].order.seat == table->seat ||
                     table->step[first - 1].order.seat == SEAT_TABLE))
        first--;
    while (first && table->step[first - 1].order.seat != table->seat)
        first--;
    return table->step_count - first;
}

/* The last steps as the reader saw them: each with his view before it. */
static void make_scene(struct table *table, struct scene *scene, unsigned shown)
{
    struct game_past past[TABLE_SHOWN];
    unsigned since = steps_since(table), count = since < shown ? since : shown;

    for (unsigned i = 0; i < count; i++) {
        const struct table_step *step = &table->step[table->step_count - count + i];

        game_view(table->game, table->rulebook, step->before, table->seat, table->seen[i]);
        past[i] = (struct game_past){table->seen[i], &step->order};
    }
    game_scene(table->game, table->rulebook, table->view, table->seat, past, count, scene);
}

void table_scene(struct table *table, struct scene *scene)
{
    make_scene(table, scene, TABLE_SHOWN);
}

/* A crowded board with many steps on it can grow too large; older steps go first. */
static enum rc draw_picture(struct table *table, const struct draw_look *looks, struct err *err)
{
    enum rc rc = RC_TOO_LONG;

    for (unsigned shown = TABLE_SHOWN; rc == RC_TOO_LONG; shown /= 2) {
        make_scene(table, &table->before, shown);
        buf_clear(&table->answer);
        err_clear(err);
        rc = draw_svg(&table->before, looks, &table->answer, err);
        if (shown == 0)
            break;
    }
    return rc;
}

enum rc table_draw(struct table *table, unsigned look)
{
    struct draw_look looks = table_looks(table);
    struct err err = {0};
    enum rc rc;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    looks.frame = &table->frame;
    looks.shown = look == TABLE_WIDE ? DRAW_WIDE_BOARD : DRAW_TALL_BOARD;
    table_scene(table, &table->before);
    buf_clear(&table->answer);
    switch (look) {
    case TABLE_TALL:
    case TABLE_WIDE:
        rc = draw_picture(table, &looks, &err);
        break;
    case TABLE_SPEECH:
        rc = draw_speech(&table->before, &looks, &table->answer, &err);
        break;
    case TABLE_ALT:
        rc = draw_alt(&table->before, &looks, &table->answer, &err);
        break;
    case TABLE_SIGNS:
        rc = draw_signs(&table->before, &table->answer, &err);
        break;
    default:
        rc = ERR(&err, RC_USAGE, "no such drawing");
    }
    return rc == RC_OK ? RC_OK : table_fail(table, &err);
}

enum rc table_json(struct table *table, const struct values *values, const struct value *root)
{
    struct err err = {0};

    if (values_rc(values, &err) != RC_OK)
        return table_fail(table, &err);
    buf_clear(&table->answer);
    value_write(root, &table->answer);
    return buf_rc(&table->answer, &err) == RC_OK ? RC_OK : table_fail(table, &err);
}

static void add_frame(const struct table *table, struct value *root)
{
    const struct draw_frame *frame = &table->frame;
    struct value *map = value_set_map(root, "frame");

    value_set_int(map, "width", frame->width);
    value_set_int(map, "height", frame->height);
    value_set_int(map, "left", frame->left);
    value_set_int(map, "top", frame->top);
    value_set_int(map, "cell", frame->cell);
    value_set_int(map, "columns", frame->columns);
    value_set_int(map, "rows", frame->rows);
    value_set_int(map, "quarters", frame->quarters);
}

static void add_asked(struct table *table, struct value *root)
{
    static const char *const kinds[DECISION_KIND_COUNT] = {"order", "draw", "open"};
    struct decision decision[DECISIONS_MAX];
    unsigned count = table->game->rules->open_decisions(table->rulebook, table->view, decision);
    struct value *list = value_set_list(root, "asked");
    struct tell tell = table_teller(table);
    OWN(buf) about = {0};

    for (unsigned i = 0; i < count; i++) {
        struct value *one = value_add_map(list);

        buf_clear(&about);
        tell_topic(&tell, &decision[i], &about);
        value_set_int(one, "seat", decision[i].seat);
        value_set_int(one, "id", decision[i].id);
        value_set_text(one, "kind", kinds[decision[i].kind]);
        value_set_text(one, "topic", table->game->text->topics[decision[i].topic]);
        value_set_text(one, "name", decision[i].name);
        value_set_text(one, "about", buf_text(&about));
    }
}

static void add_areas(const struct table *table, struct value *root)
{
    struct value *list = value_set_list(root, "areas");

    for (int i = 0; i < table->before.area_count; i++) {
        const struct scene_area *area = &table->before.area[i];
        struct value *one = value_add_map(list);

        value_set_text(one, "name", area->name);
        value_set_int(one, "x", area->x);
        value_set_int(one, "y", area->y);
        value_set_int(one, "width", area->width);
        value_set_int(one, "height", area->height);
    }
}

static void add_pieces(struct table *table, struct value *root)
{
    struct value *list = value_set_list(root, "pieces");
    struct draw_look look = table_looks(table);
    char name[SAY_NAME_BYTES], place[SAY_PLACE_BYTES], who[TABLE_NAME_BYTES];

    for (int i = 0; i < table->before.piece_count; i++) {
        const struct scene_piece *piece = &table->before.piece[i];
        struct value *one = value_add_map(list);
        struct text text;

        text_init(&text, who, sizeof who);
        TEXT_PUT(&text, TEXT_INT(piece->symbol), "/", TEXT_INT(piece->seat));
        value_set_text(one, "at", piece->area >= 0 ? "" : say_place(place, piece->x, piece->y));
        value_set_text(one, "who", who);
        value_set_text(one, "name",
                       say_owned(name, &table->before, &look, piece->symbol, piece->seat));
        value_set_int(one, "seat", piece->seat);
    }
}

static void add_items(const struct table *table, const struct scene_panel *panel,
                      const struct scene_row *row, const struct draw_look *look, struct value *list)
{
    for (unsigned i = 0; i < row->count; i++) {
        const struct scene_item *item = &row->item[i];
        const struct scene_symbol *symbol = &table->before.symbols[item->symbol];
        struct value *one = value_add_map(list);

        value_set_int(one, "sign", item->symbol);
        value_set_text(one, "name",
                       item->symbol ? say_symbol(&table->before, look, item->symbol) : "");
        value_set_int(one, "kind", item->symbol ? symbol->kind : SCENE_SYMBOL_CARD);
        value_set_flag(one, "art",
                       item->symbol &&
                           (symbol->fill || symbol->line || symbol->cut || symbol->etch));
        if (item->number != ORDER_UNKNOWN)
            value_set_int(one, "number", item->number);
        value_set_int(one, "count", item->count);
        value_set_flag(one, "gone", item->gone);
        value_set_flag(one, "hidden", item->hidden);
        value_set_int(one, "seat", item->seat ? item->seat : panel->seat);
    }
}

/* A player whose name says it all. */
static bool is_colourless(const struct scene *scene, const struct scene_panel *panel)
{
    return panel->seat && panel->term == SCENE_NO_TERM &&
           scene->seat_term[panel->seat] == SCENE_NO_TERM;
}

static void add_panels(const struct table *table, struct value *root)
{
    struct value *list = value_set_list(root, "panels");
    struct draw_look look = table_looks(table);
    char name[SAY_NAME_BYTES];

    for (unsigned i = 0; i < table->before.panel_count; i++) {
        const struct scene_panel *panel = &table->before.panel[i];
        struct value *one = value_add_map(list), *rows = value_set_list(one, "rows");

        value_set_int(one, "seat", panel->seat);
        value_set_text(one, "name",
                       is_colourless(&table->before, panel) && look.name[panel->seat]
                           ? look.name[panel->seat]
                           : say_panel(name, &table->before, &look, panel, TABLE_NAME_BYTES));
        value_set_flag(one, "to_act", panel->to_act);
        for (unsigned k = 0; k < panel->row_count; k++) {
            struct value *row = value_add_map(rows);

            value_set_text(row, "name", say_term(&look, panel->row[k].term));
            value_set_flag(row, "score", panel->row[k].score);
            value_set_flag(row, "hand", panel->row[k].hand);
            value_set_flag(row, "backs", panel->row[k].backs);
            add_items(table, panel, &panel->row[k], &look, value_set_list(row, "items"));
        }
    }
}

/* Steps of one order share their number. */
static void add_done(const struct table *table, struct value *root)
{
    const struct scene *scene = &table->before;
    struct value *list = value_set_list(root, "done");
    char place[SAY_PLACE_BYTES];

    for (unsigned i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->step[i];
        struct value *one;

        if (step->number != scene->step[scene->step_count - 1].number)
            continue;
        one = value_add_map(list);
        value_set_int(one, "number", step->number);
        value_set_text(one, "sort", table_sort(step->kind));
        value_set_text(one, "area", step->area >= 0 ? scene->area[step->area].name : "");
        value_set_int(one, "turn", step->turn);
        value_set_text(one, "at",
                       step->point_count ? say_place(place, step->point[step->point_count - 1u].x,
                                                     step->point[step->point_count - 1u].y)
                                         : "");
    }
}

static void add_left(struct table *table, struct value *root)
{
    const struct scene *scene = &table->before;
    struct draw_look look = table_looks(table);
    OWN(buf) left = {0};

    for (int i = 0; scene->columns > 0 && i < scene->panel_count; i++)
        for (int k = 0; scene->panel[i].seat == table->seat && k < scene->panel[i].row_count; k++) {
            const struct scene_item *purse = table_purse(&scene->panel[i].row[k]);

            if (purse && table->seat != SEAT_TABLE)
                buf_printf(&left, "%s%s %d", left.length ? ", " : "",
                           say_term(&look, scene->panel[i].row[k].term), purse->number);
        }
    value_set_text(root, "left", buf_text(&left));
}

int table_asked(const struct table *table)
{
    struct decision decision[DECISIONS_MAX];

    if (!table->has_position ||
        table->game->rules->open_decisions(table->rulebook, table->state, decision) == 0)
        return -1;
    return decision[0].kind == DECISION_ORDER ? decision[0].seat : SEAT_TABLE;
}

enum rc table_tell(struct table *table)
{
    struct tell tell = table_teller(table);
    OWN(buf) result = {0};
    struct outcome outcome;
    OWN_AT(values) values = NULL;
    struct value *root;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    values = values_new();
    root = value_map(values);
    table->game->rules->outcome(table->rulebook, table->view, &outcome);
    if (outcome.over != GAME_GOES_ON)
        tell_outcome(&tell, &outcome, &result);
    table_scene(table, &table->before);
    value_set_text(root, "game", table->game->name);
    value_set_text(root, "title", tell_title(tell.sentences, table->game));
    value_set_text(root, "rules", table->rules);
    value_set_int(root, "seat", table->seat);
    value_set_int(root, "steps", table->step_count);
    value_set_flag(root, "over", outcome.over != GAME_GOES_ON);
    value_set_text(root, "result", buf_text(&result));
    add_frame(table, root);
    add_asked(table, root);
    add_areas(table, root);
    add_pieces(table, root);
    add_panels(table, root);
    add_done(table, root);
    add_left(table, root);
    return table_json(table, values, root);
}
