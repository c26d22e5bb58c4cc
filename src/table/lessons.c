/* SPDX-License-Identifier: MIT */
/* Lessons: cases that are played. What a step is worth the rules say, and whether the goal is
 * reached the runner of cases. */

#include "games/games.h"
#include "table/table_p.h"

struct lesson {
    const struct game *game;
    struct case_head head;
    struct case_outline outline;
    unsigned seat; /* who learns */
    char position[POSITION_TEXT_BYTES];
    size_t length;
    char text[]; /* the case's, NUL behind */
};

/* Who is refused something, else who begins. */
static unsigned learner(const struct case_outline *outline)
{
    for (unsigned i = 0; i < outline->step_count; i++)
        if (*outline->step[i].clause)
            return outline->step[i].seat;
    return outline->step[0].seat;
}

static struct lesson *read_lesson(const char *text, size_t length, struct err *err)
{
    struct lesson *lesson = calloc(1, sizeof *lesson + length + 1);
    struct text position;
    enum rc rc = RC_OK;

    if (!lesson) {
        rc = ERR(err, RC_NO_MEMORY, "no memory for a lesson");
        return NULL;
    }
    memcpy(lesson->text, text, length);
    lesson->length = length;
    text_init(&position, lesson->position, sizeof lesson->position);
    rc = case_read_head(lesson->text, length, &lesson->head, err);
    lesson->game = games_find(lesson->head.game);
    if (rc == RC_OK &&
        (!lesson->game || !case_take_apart(lesson->text, length, &position, &lesson->outline)))
        rc = ERR(err, RC_BAD_INPUT, "no case with a position and steps");
    if (rc != RC_OK) {
        free(lesson);
        return NULL;
    }
    lesson->seat = learner(&lesson->outline);
    return lesson;
}

static enum rc tell_lesson(struct table *table, const struct lesson *lesson)
{
    OWN_AT(values) values = values_new();
    struct value *root = value_map(values), *list;
    struct tell tell = table_teller(table);
    char order[ORDER_TEXT_BYTES];
    OWN(buf) words = {0};
    struct text text;

    value_set_int(root, "seat", lesson->seat);
    value_set_text(root, "title", lesson->head.title);
    list = value_set_list(root, "clauses");
    for (unsigned i = 0; i < lesson->head.clause_count; i++)
        value_add(list, value_text(values, lesson->head.clause[i]));
    list = value_set_list(root, "steps");
    for (unsigned i = 0; i < lesson->outline.step_count; i++) {
        const struct case_step *step = &lesson->outline.step[i];
        struct value *one = value_add_map(list);

        text_init(&text, order, sizeof order);
        text_put_bytes(&text, step->order, step->length);
        value_set_int(one, "seat", step->seat);
        value_set_text(one, "order", order);
        buf_clear(&words);
        tell_order(&tell, table->rulebook, step->seat, order, &words);
        value_set_text(one, "say", buf_text(&words));
        value_set_text(one, "clause", step->clause);
    }
    return table_json(table, values, root);
}

enum rc table_lesson(struct table *table, const char *text, size_t length)
{
    char language[sizeof table->language];
    struct err err = {0};
    struct lesson *lesson = read_lesson(text, length, &err);
    enum rc rc;

    if (!lesson)
        return table_fail(table, &err);
    text_copy(language, sizeof language, table->language);
    rc = table_open(table, lesson->game->name, lesson->head.version, language);
    THEN(rc, table_place(table, lesson->position, strlen(lesson->position)));
    THEN(rc, table_sit(table, lesson->seat));
    table_drop_lesson(table);
    if (rc != RC_OK) {
        free(lesson);
        return rc;
    }
    table->lesson = lesson;
    return tell_lesson(table, lesson);
}

/* Orders of other seats that were given. */
static unsigned count_answers(const struct table *table)
{
    unsigned count = 0;

    for (unsigned i = 0; i < table->step_count; i++)
        count += table->step[i].order.seat != SEAT_TABLE &&
                 table->step[i].order.seat != table->lesson->seat;
    return count;
}

enum rc table_script(struct table *table)
{
    const struct lesson *lesson = table->lesson;
    int asked = table_asked(table);
    unsigned given = lesson ? count_answers(table) : 0;

    for (unsigned i = 0; lesson && i < lesson->outline.step_count; i++) {
        const struct case_step *step = &lesson->outline.step[i];

        if (!step->is_done || step->seat == SEAT_TABLE || step->seat == lesson->seat || given-- > 0)
            continue;
        if ((int)step->seat != asked)
            break;
        buf_clear(&table->answer);
        buf_put_bytes(&table->answer, step->order, step->length);
        return buf_rc(&table->answer, NULL);
    }
    return table_refuse(table, RC_NOT_FOUND, "nobody else is to answer", "");
}

static void put_steps(const struct table *table, struct buf *out)
{
    char text[ORDER_TEXT_BYTES];
    struct text order;

    for (unsigned i = 0; i < table->step_count; i++) {
        const struct table_step *step = &table->step[i];

        text_init(&order, text, sizeof text);
        table->game->text->write_order(table->rulebook, NULL, &step->order, ORDER_FULL, &order);
        BUF_PUT(out, TEXT_INT(step->order.seat), "> ", text, " => done\n");
    }
}

enum rc table_reached(struct table *table)
{
    const struct lesson *lesson = table->lesson;
    OWN(buf) text = {0};
    struct err err = {0};
    unsigned broken;

    if (!lesson || lesson->game != table->game)
        return table_refuse(table, RC_NOT_FOUND, "there is no lesson", "");
    buf_put_bytes(&text, lesson->text, lesson->outline.begin);
    buf_put(&text, "openings: by hand\n");
    put_steps(table, &text);
    buf_put(&text, lesson->outline.goal);
    broken = buf_rc(&text, &err) == RC_OK ? table_run_case(table, lesson->game, &lesson->head,
                                                           buf_text(&text), text.length, &err)
                                          : 1;
    if (err.rc != RC_OK)
        return table_fail(table, &err);
    return broken ? RC_NOT_FOUND : RC_OK;
}
