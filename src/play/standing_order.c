/* SPDX-License-Identifier: MIT */
/* Keeps a game's standing orders and decides what they order when their seat is asked. The rules
 * read each line (rules/standing.c). */
#include "play/standing_order.h"

#include "base/grow.h"
#include "play/position.h"
#include "play/timeout.h"
#include "seal/luck.h"
#include "seal/secret.h"

/* ---- the list ---- */

void standing_order_fini(struct standing_orders *lines)
{
    free(lines->line);
    *lines = (struct standing_orders){0};
}

uint32_t standing_order_term(const struct position *position)
{
    const struct game *game = position->played;

    return game->standing && game->standing->term
               ? game->standing->term(position_rulebook(position), position_state(position))
               : 0;
}

const char *standing_order_text(const struct position *position, const struct standing_order *line,
                                size_t *length)
{
    char name[SEAL_NAME_MAX + 1];

    seal_name_write(SEAL_OWN, line->seat, line->k, name);
    return position_payload(position, name, length);
}

static void drop_lines(struct standing_orders *lines, unsigned seat)
{
    size_t kept = 0;

    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].seat != seat)
            lines->line[kept++] = lines->line[i];
    lines->count = kept;
}

static void add_line(struct standing_orders *lines, const struct standing_order *line)
{
    struct standing_order *grown =
        grow_array(lines->line, lines->count, &lines->room, sizeof *grown);

    lines->failed |= !grown;
    if (!grown)
        return;
    lines->line = grown;
    lines->line[lines->count++] = *line;
}

static struct standing_order *find_line(struct standing_orders *lines, uint64_t seat, uint64_t k)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].seat == seat && lines->line[i].k == k)
            return &lines->line[i];
    return NULL;
}

/* The order of entry n was given by the line of this name. */
static void note_use(struct standing_orders *lines, unsigned who, const char *name, uint64_t n)
{
    uint64_t seat, k;
    struct standing_order *line = NULL;

    if (seal_name_family(name, &seat, &k) == SEAL_OWN && seat == who)
        line = find_line(lines, seat, k);
    if (line)
        line->used = n;
}

/* The order itself seals which line that was. */
static void note_by(struct position *position, const struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];
    const char *said;
    size_t length;

    seal_name_write(SEAL_BY, entry->number, 0, name);
    said = position_payload(position, name, &length);
    text_copy(name, sizeof name, said ? said : "");
    name[strcspn(name, " ")] = '\0';
    note_use(&position->own, entry->who, name, entry->number);
}

static void note_undo(struct standing_orders *lines, uint64_t to)
{
    for (size_t i = 0; i < lines->count; i++)
        lines->line[i].undone |= lines->line[i].used > to;
}

static void note_line(struct position *position, const struct entry *entry, uint64_t k)
{
    struct standing_orders *lines = &position->own;
    const struct standing_order *last = lines->count ? &lines->line[lines->count - 1] : NULL;
    struct standing_order line = {.seat = entry->who,
                                  .leads =
                                      !last || last->seat != entry->who || last->n != entry->number,
                                  .n = entry->number,
                                  .k = k,
                                  .term = standing_order_term(position)};
    size_t length;
    const char *text = standing_order_text(position, &line, &length);

    if (text && (*text == OWN_SIGN || !*text)) /* no line, or one that only fills its entry */
        return;
    if (text && text_equal(text, STANDING_ORDER_NONE))
        drop_lines(lines, entry->who);
    else
        add_line(lines, &line);
}

static void note_opening(struct standing_orders *lines, const char *name)
{
    uint64_t seat, k;
    struct standing_order *line = NULL;

    if (seal_name_family(name, &seat, &k) == SEAL_OWN)
        line = find_line(lines, seat, k);
    if (line)
        line->opened = true;
}

void standing_order_note(struct position *position, const struct entry *entry)
{
    uint64_t seat, k;

    if (entry->kind == ENTRY_SEAT)
        drop_lines(&position->own, entry->seat);
    else if (entry->kind == ENTRY_UNDO)
        note_undo(&position->own, entry->to);
    else if (entry->kind == ENTRY_OPEN)
        note_opening(&position->own, entry->name);
    else if (entry->by)
        note_by(position, entry);
    else if (seal_name_family(entry->name, &seat, &k) == SEAL_OWN)
        for (unsigned i = 0; i < entry->count; i++)
            note_line(position, entry, k + i);
}

/* From the newest letter's lines back to the oldest's. */
unsigned standing_order_in_force(const struct position *position, unsigned seat,
                                 const struct standing_order *line[STANDING_ORDERS_MAX])
{
    const struct standing_orders *lines = &position->own;
    uint32_t term = standing_order_term(position);
    size_t end = lines->count;
    unsigned count = 0;

    for (size_t start = lines->count; start-- > 0;) {
        if (!lines->line[start].leads)
            continue;
        for (size_t i = start; i < end && count < STANDING_ORDERS_MAX; i++)
            if (lines->line[i].seat == seat && lines->line[i].term == term &&
                !lines->line[i].undone)
                line[count++] = &lines->line[i];
        end = start;
    }
    return count;
}

/* ---- as the rules read them ---- */

enum rc standing_order_set_new(const struct position *position, unsigned seat,
                               struct standing_order_set **set, struct err *err)
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    unsigned count = standing_order_in_force(position, seat, line);
    struct standing_order_set *made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for standing orders");
    for (unsigned i = 0; i < count; i++) {
        size_t length;
        const char *words = standing_order_text(position, line[i], &length);

        if (!words || !standing_is_canonical(position->played, position_rulebook(position), seat,
                                             words, length))
            continue;
        standing_part(words, length, &made->text[made->count]);
        made->text[made->count].spent = line[i]->used != 0;
        made->line[made->count++] = line[i];
    }
    *set = made;
    return RC_OK;
}

void standing_order_set_free(struct standing_order_set *set)
{
    if (set)
        secret_wipe(set, sizeof *set);
    free(set);
}

/* The line left directly before it, of the same seat; itself if there is none. */
static const struct standing_order *line_before(const struct standing_orders *lines,
                                                const struct standing_order *line)
{
    for (const struct standing_order *at = line; at > lines->line; at--)
        if (at[-1].seat == line->seat)
            return &at[-1];
    return line;
}

void standing_order_set_ask(const struct position *position, const struct decision *question,
                            struct standing_order_set *set)
{
    uint64_t since = replay_question_since(position->replay, question->seat, question->id);

    for (unsigned i = 0; i < set->count; i++) {
        const struct standing_order *before = line_before(&position->own, set->line[i]);

        set->text[i].goes_on = before != set->line[i] && before->seat == set->line[i]->seat &&
                               before->used && before->used == since && !before->undone;
    }
}

/* ---- deciding ---- */

struct deciding {
    const struct position *position;
    const struct decision *question;
    struct standing_order_set *set; /* owned */
    void *view;                     /* the seat's; owned */
    struct order *list;             /* LEGAL_MAX; owned */
};

static void deciding_fini(struct deciding *deciding)
{
    standing_order_set_free(deciding->set);
    free(deciding->view);
    free(deciding->list);
    *deciding = (struct deciding){0};
}

static enum rc prepare(const struct position *position, const struct decision *question,
                       struct deciding *deciding, struct err *err)
{
    enum rc rc = standing_order_set_new(position, question->seat, &deciding->set, err);

    deciding->position = position;
    deciding->question = question;
    if (rc != RC_OK || !deciding->set->count)
        return rc;
    deciding->view = calloc(1, position->played->state_bytes);
    deciding->list = malloc(LEGAL_MAX * sizeof *deciding->list);
    FAIL_IF(!deciding->view || !deciding->list, err, RC_NO_MEMORY, "no memory for standing orders");
    game_view(position->played, position_rulebook(position), position_state(position),
              question->seat, deciding->view);
    standing_order_set_ask(position, question, deciding->set);
    return RC_OK;
}

static bool is_secret(const struct position *position, const struct order *order)
{
    struct secret secret[SECRETS_MAX];
    unsigned count = game_secrets_of(position->played, position_rulebook(position),
                                     position_state(position), order, secret);

    secret_wipe(secret, sizeof secret);
    return count > 0;
}

/* Would this line, which everybody has read, give a secret order? */
static bool is_read(const struct deciding *deciding, unsigned i)
{
    const struct position *position = deciding->position;
    struct line_answer answer;

    if (!deciding->set->line[i]->opened)
        return false;
    standing_ask(position->played, position_rulebook(position), deciding->view, deciding->question,
                 &deciding->set->text[i], deciding->list, &answer);
    return answer.says == LINE_ORDERS && is_secret(position, &deciding->list[0]);
}

/* When the question closes; INT64_MAX = never. */
static int64_t due_of(const struct position *position, const struct decision *question)
{
    const struct timing_open *open = timing_find(&position->timing, question->id, question->seat);

    return open && open->due_s != TIMING_NEVER ? open->due_s : INT64_MAX;
}

/* What came after the deadline is as late as an order would be. */
static bool is_late(const struct deciding *deciding, unsigned i)
{
    const struct standing_order *line = deciding->set->line[i];

    return replay_line_came(deciding->position->replay, line->seat, line->k) >
           due_of(deciding->position, deciding->question);
}

static void drop(struct deciding *deciding,
                 bool (*is_dropped)(const struct deciding *deciding, unsigned i))
{
    struct standing_order_set *set = deciding->set;
    unsigned kept = 0;

    for (unsigned i = 0; i < set->count; i++) {
        if (is_dropped(deciding, i))
            continue;
        set->line[kept] = set->line[i];
        set->text[kept++] = set->text[i];
    }
    set->count = kept;
}

/* Behind a deadline no order is taken, until what missing it does stands in the log. */
static bool is_past(const struct desk *desk, const struct position *position,
                    const struct decision *question)
{
    const int64_t at_s = desk_now(desk) > position->at_s ? desk_now(desk) : position->at_s;
    const int64_t logged_s = replay_due(position->replay, question->seat, question->id);

    if (logged_s != ENTRY_NO_TIME && at_s > logged_s)
        return true;
    return question->fallback != FALLBACK_NONE && !position->timing.pause_s &&
           at_s > due_of(position, question);
}

/* One of several orders, by lot. */
static unsigned draw_lot(const struct position *position, uint32_t question, unsigned count)
{
    uint16_t bound[1] = {(uint16_t)count}, number[1];
    TEXT_IN(out, label, SEAL_NAME_MAX + 1);

    TEXT_PUT(&out, "list/", TEXT_INT((int)question));
    draw_numbers(&position->seed, label, bound, 1, number);
    return number[0];
}

/* What the lines order for the question; false: the player is asked, or, late, his fallback is
 * taken as of any missed deadline. */
static bool decide(struct deciding *deciding, bool late, struct standing_answer *answer)
{
    const struct position *position = deciding->position;
    struct standing_choice choice;

    *answer = (struct standing_answer){0};
    drop(deciding, is_read);
    if (late)
        drop(deciding, is_late);
    standing_decide(position->played, position_rulebook(position), deciding->view,
                    deciding->question, deciding->set->text, deciding->set->count, deciding->list,
                    &choice);
    if (choice.result == STANDING_IS_ASKED || !choice.count ||
        (choice.result == STANDING_FALLS_BACK && late) || (choice.count > 1 && !position->has_seed))
        return false;
    answer->lot = choice.count > 1;
    answer->order =
        deciding->list[answer->lot ? draw_lot(position, deciding->question->id, choice.count) : 0];
    answer->order.seat = deciding->question->seat;
    answer->line = *deciding->set->line[choice.used];
    answer->otherwise = choice.otherwise;
    answer->waits = is_secret(position, &answer->order);
    return true;
}

static bool is_players(const struct decision *question)
{
    return question->kind == DECISION_ORDER && question->seat != SEAT_TABLE &&
           !position_is_luck(question->id);
}

static bool has_answer(const struct standing_answer *answer, unsigned count, unsigned seat)
{
    for (unsigned i = 0; i < count; i++)
        if (answer[i].order.seat == seat)
            return true;
    return false;
}

/* Keep what must not wait for others. */
static unsigned without_waiting(const struct position *position, struct standing_answer *answer,
                                unsigned count)
{
    unsigned kept = 0;
    bool open = false;

    for (unsigned i = 0; i < position->decision_count; i++)
        open |= is_players(&position->decision[i]) &&
                !has_answer(answer, count, position->decision[i].seat);
    for (unsigned i = 0; i < count; i++)
        if (!open || !answer[i].waits)
            answer[kept++] = answer[i];
    return kept;
}

enum rc standing_order_decide(struct desk *desk, struct position *position, unsigned late,
                              struct standing_answer answer[SEATS_MAX], unsigned *count,
                              struct err *err)
{
    struct deciding deciding = {0};
    enum rc rc = RC_OK;

    *count = 0;
    FAIL_IF(position->own.failed, err, RC_NO_MEMORY, "no memory for standing orders");
    if (!position->own.count || !position->played->standing || position->phase != POSITION_PLAY)
        return RC_OK;
    for (unsigned i = 0; i < position->decision_count && rc == RC_OK && *count < SEATS_MAX; i++) {
        const struct decision *question = &position->decision[i];

        if (!is_players(question) || has_answer(answer, *count, question->seat) ||
            (late ? question->seat != late : is_past(desk, position, question)))
            continue;
        rc = prepare(position, question, &deciding, err);
        if (rc == RC_OK && deciding.set->count && decide(&deciding, late != 0, &answer[*count]))
            ++*count;
        deciding_fini(&deciding);
    }
    if (!late)
        *count = without_waiting(position, answer, *count);
    return rc;
}
