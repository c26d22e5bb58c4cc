/* SPDX-License-Identifier: MIT */
/* Standing orders: read and judged as when they are left, and the words that one can be made of. */
#include "rules/standing.h"

#include "table/table_p.h"

/* The order that the line would give to the first open question of the seat that it answers. */
static void put_now(struct table *table, unsigned seat, const struct text *line, struct buf *out)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = table->game->rules->open_decisions(table->rulebook, table->view, decision);
    struct tell tell = table_teller(table);
    struct standing_line part;
    char order[ORDER_TEXT_BYTES];
    struct text text;

    standing_part(line->at, line->length, &part);
    for (unsigned i = 0; i < count; i++) {
        struct line_answer answer = {0};

        if (decision[i].kind != DECISION_ORDER || decision[i].seat != seat)
            continue;
        standing_ask(table->game, table->rulebook, table->view, &decision[i], &part, table->list,
                     &answer);
        if (answer.says != LINE_ORDERS || answer.count != 1)
            continue;
        text_init(&text, order, sizeof order);
        table->game->text->write_order(table->rulebook, NULL, &table->list[0], ORDER_FULL, &text);
        tell_order(&tell, table->rulebook, seat, order, out);
        return;
    }
}

static enum verdict_kind judge(struct table *table, unsigned seat, const char *line, size_t length,
                               struct text *text, struct verdict *verdict)
{
    enum verdict_kind kind = standing_write(table->game, table->rulebook, &table->lexicon, seat,
                                            line, length, STANDING_ALWAYS, text, verdict);
    struct standing_line part;

    if (kind != VERDICT_DONE)
        return kind;
    standing_part(text->at, text->length, &part);
    return table->game->standing->judge(table->rulebook, table->view, seat, part.text, part.length,
                                        true, verdict);
}

enum rc table_standing(struct table *table, unsigned seat, const char *line, size_t length)
{
    struct tell tell = table_teller(table);
    struct verdict verdict = {0};
    OWN(buf) say = {0}, now = {0};
    OWN_AT(values) values = NULL;
    struct value *root;
    TEXT_IN(text, canonical, LINE_TEXT_BYTES);
    enum verdict_kind kind;

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    if (!table->game->standing)
        return table_refuse(table, RC_NOT_FOUND, "this game knows no standing answers", "");
    kind = judge(table, seat, line, length, &text, &verdict);
    if (kind == VERDICT_DONE)
        put_now(table, seat, &text, &now);
    else
        tell_verdict(&tell, &verdict, &say);
    values = values_new();
    root = value_map(values);
    value_set_text(root, "verdict",
                   kind == VERDICT_DONE        ? "done"
                   : kind == VERDICT_MALFORMED ? "malformed"
                                               : "illegal");
    value_set_text(root, "line", kind == VERDICT_DONE ? canonical : "");
    value_set_text(root, "now", buf_text(&now));
    value_set_text(root, "say", buf_text(&say));
    value_set_text(root, "clause", verdict.clause ? verdict.clause : "");
    return table_json(table, values, root);
}

enum rc table_terms(struct table *table, const char *beginning)
{
    struct draw_look look = table_looks(table);

    if (table_needs_game(table) != RC_OK)
        return RC_NOT_FOUND;
    buf_clear(&table->answer);
    for (unsigned i = 0; i < table->game->text->term_count; i++) {
        if (!text_starts_with(table->game->text->terms[i], beginning))
            continue;
        BUF_PUT(&table->answer, say_term(&look, i), "\n");
    }
    return buf_rc(&table->answer, NULL);
}
