/* SPDX-License-Identifier: MIT */
/* What stands on a square, on the board and in the panels, each with the game's own text of help;
 * and the texts that cite a clause. Read off the scene, so that no game's nouns are needed here. */

#include "table/table_p.h"

enum { TOLD_MAX = 128 };

/* What was told already: a thing is explained once. */
struct about {
    struct table *table;
    struct tell tell;
    struct draw_look look;
    struct value *list;
    uint16_t told[TOLD_MAX];
    unsigned told_count;
    unsigned sign; /* of the symbol that is told about */
};

static bool is_told(struct about *about, unsigned term)
{
    for (unsigned i = 0; i < about->told_count; i++)
        if (about->told[i] == term)
            return true;
    if (about->told_count < TOLD_MAX)
        about->told[about->told_count++] = (uint16_t)term;
    return false;
}

static void add_text(struct about *about, const char *name, const char *key)
{
    OWN(buf) text = {0};

    if (tell_help_write(&about->tell, key, &text)) {
        struct value *one = value_add_map(about->list);

        value_set_text(one, "name", name);
        value_set_text(one, "text", buf_text(&text));
        value_set_int(one, "sign", about->sign);
    }
}

/* A term with a text of its own, else what its name speaks of: "Jump cards" of jumping. */
static void add_term(struct about *about, unsigned term)
{
    const struct game *game = about->table->game;
    TEXT_IN(own, key, SENTENCE_KEY_BYTES);
    const char *name = say_term(&about->look, term);
    OWN(buf) text = {0};

    if (term >= game->text->term_count || is_told(about, term))
        return;
    TEXT_PUT(&own, "help.", game->text->terms[term]);
    if (tell_help_write(&about->tell, key, &text))
        add_text(about, name, key);
    else if (tell_help_find(&about->tell, name, key))
        add_text(about, name, key);
}

static void add_symbol(struct about *about, const struct scene *scene, unsigned symbol)
{
    if (symbol == 0 || symbol >= scene->symbol_count)
        return;
    about->sign = symbol;
    add_term(about, scene->symbols[symbol].term);
    about->sign = 0;
}

/* What canonical orders call so: the last part of its key. */
static void add_word(struct about *about, const struct scene *scene, const char *word)
{
    for (unsigned i = 1; i < scene->symbol_count; i++) {
        const char *key = about->table->game->text->terms[scene->symbols[i].term];
        const char *dot = strrchr(key, '.');

        if (text_equal(dot ? dot + 1 : key, word))
            add_symbol(about, scene, i);
    }
}

static bool is_at(const char *at, int x, int y)
{
    char place[SAY_PLACE_BYTES];

    return !*at || text_equal(at, say_place(place, x, y));
}

static void add_pieces(struct about *about, const struct scene *scene, const char *at)
{
    for (unsigned i = 0; i < scene->piece_count; i++) {
        const struct scene_piece *piece = &scene->piece[i];

        if (piece->area >= 0
                ? !*at || (at[0] == '@' && text_equal(at + 1, scene->area[piece->area].name))
                : is_at(at, piece->x, piece->y))
            add_symbol(about, scene, piece->symbol);
    }
}

static void add_ground(struct about *about, const struct scene *scene, const char *at)
{
    for (unsigned i = 0; i < scene->cell_count; i++) {
        const struct scene_cell *cell = &scene->cell[i];

        if (!is_at(at, cell->x, cell->y))
            continue;
        add_symbol(about, scene, cell->cover);
        add_symbol(about, scene, cell->symbol);
        if (cell->home)
            add_term(about, scene->home_term);
        else if (!cell->symbol)
            add_term(about, scene->floor_term);
    }
}

static void add_edges(struct about *about, const struct scene *scene, const char *at)
{
    for (unsigned i = 0; i < scene->edge_count; i++) {
        const struct scene_edge *edge = &scene->edge[i];

        if (!is_at(at, edge->x, edge->y) || edge->kind == SCENE_EDGE_OPEN)
            continue;
        add_term(about, edge->kind == SCENE_EDGE_WALL || edge->kind == SCENE_EDGE_WALL_BROKEN
                            ? scene->wall_term
                            : scene->gate_term);
    }
}

static void add_panels(struct about *about, const struct scene *scene)
{
    for (unsigned i = 0; i < scene->panel_count; i++)
        for (unsigned k = 0; k < scene->panel[i].row_count; k++) {
            const struct scene_row *row = &scene->panel[i].row[k];

            add_term(about, row->term);
            for (unsigned n = 0; n < row->count; n++)
                add_symbol(about, scene, row->item[n].symbol);
        }
}

enum rc table_about(struct table *table, const char *at)
{
    struct about about = {.table = table, .tell = table_teller(table), .look = table_looks(table)};
    OWN_AT(values) values = NULL;
    struct value *root;
    int64_t symbol;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    game_scene(table->game, table->rulebook, table->view, table->seat, NULL, 0, &table->before);
    values = values_new();
    root = value_map(values);
    about.list = value_set_list(root, "about");
    if (*at == '#' && text_to_int(at + 1, strlen(at + 1), &symbol) && symbol > 0)
        add_symbol(&about, &table->before, (unsigned)symbol);
    if (*at == '=')
        add_word(&about, &table->before, at + 1);
    add_pieces(&about, &table->before, at);
    add_ground(&about, &table->before, at);
    add_edges(&about, &table->before, at);
    if (!*at)
        add_panels(&about, &table->before);
    return table_json(table, values, root);
}

enum rc table_clause(struct table *table, const char *clause)
{
    struct tell tell = table_teller(table);
    char chapter[SENTENCE_KEY_BYTES];
    char *number;

    if (table_needs_game(table) != RC_OK)
        return RC_NOT_FOUND;
    buf_clear(&table->answer);
    tell_glossary(&tell, clause, &table->answer);
    text_copy(chapter, sizeof chapter, clause);
    number = strrchr(chapter, '-');
    if (!table->answer.length && number && text_is_digit(number[1])) {
        number[1] = '\0'; /* texts cite ranges: "DT-COMBAT-01 to -09" */
        tell_glossary(&tell, chapter, &table->answer);
    }
    return buf_rc(&table->answer, NULL);
}
