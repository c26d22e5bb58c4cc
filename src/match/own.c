/* SPDX-License-Identifier: MIT */
#include "match/own.h"

#include <stdlib.h>
#include <string.h>

#include "match/position.h"
#include "match/wishes.h"
#include "people/people.h"
#include "rules/standing.h"

/* ---- the list ---- */

void own_fini(struct own_lines *lines)
{
    free(lines->line);
    *lines = (struct own_lines){0};
}

static uint32_t term_of(const struct position *position)
{
    const struct game *game = position->played;

    return game->standing && game->standing->term
               ? game->standing->term(position_rulebook(position), position_state(position))
               : 0;
}

const char *own_text(const struct position *position, const struct own_line *line, size_t *length)
{
    char name[SEAL_NAME_MAX + 1];

    seal_name_write(SEAL_OWN, line->seat, line->k, name);
    return position_payload(position, name, length);
}

static void drop_lines(struct own_lines *lines, unsigned seat)
{
    size_t kept = 0;

    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].seat != seat)
            lines->line[kept++] = lines->line[i];
    lines->count = kept;
}

static void add_line(struct own_lines *lines, const struct own_line *line)
{
    if (lines->count == lines->room) {
        size_t room = lines->room ? 2 * lines->room : 16;
        struct own_line *grown = realloc(lines->line, room * sizeof *grown);

        lines->failed |= !grown;
        if (!grown)
            return;
        lines->line = grown;
        lines->room = room;
    }
    lines->line[lines->count++] = *line;
}

static void note_line(struct position *position, const struct entry *entry, uint64_t k)
{
    struct own_lines *lines = &position->own;
    const struct own_line *last = lines->count ? &lines->line[lines->count - 1] : NULL;
    struct own_line line = {.seat = entry->who,
                            .leads = entry->letter || !last || last->seat != entry->who ||
                                     last->n + 1 != entry->number,
                            .n = entry->number,
                            .k = k,
                            .term = term_of(position)};
    size_t length;
    const char *text = own_text(position, &line, &length);

    if (text && *text == WISH_MARK)
        return;
    if (text && text_equal(text, OWN_NONE))
        drop_lines(lines, entry->who);
    else
        add_line(lines, &line);
}

static void note_opening(struct own_lines *lines, uint64_t seat, uint64_t k)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].seat == seat && lines->line[i].k == k)
            lines->line[i].opened = true;
}

void own_note(struct position *position, const struct entry *entry)
{
    uint64_t seat, k;

    if (seal_name_family(entry->name, &seat, &k) != SEAL_OWN)
        return;
    if (entry->kind == ENTRY_OWN)
        note_line(position, entry, k);
    else
        note_opening(&position->own, seat, k);
}

/* From the newest letter's lines back to the oldest's. */
unsigned own_in_force(const struct position *position, unsigned seat, uint64_t since,
                      const struct own_line *line[OWN_LINES_MAX])
{
    const struct own_lines *lines = &position->own;
    uint32_t term = term_of(position);
    size_t end = lines->count;
    unsigned count = 0;

    for (size_t start = lines->count; start-- > 0;) {
        if (!lines->line[start].leads)
            continue;
        for (size_t i = start; i < end && count < OWN_LINES_MAX; i++)
            if (lines->line[i].seat == seat && lines->line[i].term == term &&
                lines->line[i].n <= since)
                line[count++] = &lines->line[i];
        end = start;
    }
    return count;
}

/* ---- deciding ---- */

struct deciding {
    struct position *position;
    const struct decision *question;
    const struct lexicon *lexicon;
    const struct own_line *line[OWN_LINES_MAX];
    struct standing_line text[OWN_LINES_MAX];
    unsigned count;
};

static bool joins(const struct position *position, const struct decision *question)
{
    const struct game *game = position->played;

    return game->standing && game->standing->joins &&
           game->standing->joins(position_rulebook(position), position_state(position), question);
}

/* Gather the lines that may answer the question. */
static enum rc prepare(struct desk *desk, struct deciding *deciding, struct err *err)
{
    struct position *position = deciding->position;
    unsigned seat = deciding->question->seat, kept = 0;
    struct person person = {.language = ""};
    enum rc rc = RC_OK;

    deciding->count =
        own_in_force(position, seat,
                     joins(position, deciding->question)
                         ? UINT64_MAX
                         : replay_question_since(position->replay, seat, deciding->question->id),
                     deciding->line);
    for (unsigned i = 0; i < deciding->count; i++) {
        struct standing_line *text = &deciding->text[kept];

        text->text = own_text(position, deciding->line[i], &text->length);
        deciding->line[kept] = deciding->line[i];
        kept += text->text != NULL;
    }
    deciding->count = kept;
    if (kept && position->player[seat])
        rc = people_get(desk, position->player[seat], &person, err);
    deciding->lexicon =
        language_lexicon(library_language(desk->library, person.language), position->played);
    return rc;
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
static bool is_spent(const struct deciding *deciding, unsigned i)
{
    const struct position *position = deciding->position;
    struct order order = {0};
    struct verdict verdict;

    return deciding->line[i]->opened &&
           position->played->standing->answer(position_rulebook(position), deciding->lexicon,
                                              position_state(position), deciding->question,
                                              deciding->text[i].text, deciding->text[i].length,
                                              &order, &verdict) == VERDICT_DONE &&
           is_secret(position, &order);
}

static void drop_spent(struct deciding *deciding)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < deciding->count; i++) {
        if (is_spent(deciding, i))
            continue;
        deciding->line[kept] = deciding->line[i];
        deciding->text[kept++] = deciding->text[i];
    }
    deciding->count = kept;
}

/* What the lines order for the question; false: the player is asked, or, late, his fallback is
 * taken as of any missed deadline. */
static bool decide(struct deciding *deciding, bool late, struct own_answer *answer)
{
    const struct position *position = deciding->position;
    enum standing_result result;

    *answer = (struct own_answer){0};
    drop_spent(deciding);
    result = standing_decide(position->played, position_rulebook(position), deciding->lexicon,
                             position_state(position), deciding->question, deciding->text,
                             deciding->count, &answer->order, NULL);
    answer->order.seat = deciding->question->seat;
    if (result == STANDING_IS_ASKED ||
        (result == STANDING_FALLS_BACK && (late || deciding->question->fallback != FALLBACK_ORDER)))
        return false;
    answer->waits = is_secret(position, &answer->order);
    return true;
}

static bool is_players(const struct decision *question)
{
    return question->kind == DECISION_ORDER && question->seat != SEAT_TABLE &&
           !position_is_luck(question->id);
}

static bool has_answer(const struct own_answer *answer, unsigned count, unsigned seat)
{
    for (unsigned i = 0; i < count; i++)
        if (answer[i].order.seat == seat)
            return true;
    return false;
}

/* Keep what must not wait for others. */
static unsigned without_waiting(const struct position *position, struct own_answer *answer,
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

enum rc own_decide(struct desk *desk, struct position *position, unsigned late,
                   struct own_answer answer[SEATS_MAX], unsigned *count, struct err *err)
{
    struct deciding *deciding;
    enum rc rc = RC_OK;

    *count = 0;
    if (position->own.failed)
        return ERR(err, RC_NO_MEMORY, "no memory for standing answers");
    if (!position->own.count || !position->played->standing)
        return RC_OK;
    deciding = calloc(1, sizeof *deciding);
    if (!deciding)
        return ERR(err, RC_NO_MEMORY, "no memory for standing answers");
    deciding->position = position;
    for (unsigned i = 0; i < position->decision_count && rc == RC_OK && *count < SEATS_MAX; i++) {
        deciding->question = &position->decision[i];
        if (!is_players(deciding->question) || (late && deciding->question->seat != late) ||
            has_answer(answer, *count, deciding->question->seat))
            continue;
        rc = prepare(desk, deciding, err);
        if (rc == RC_OK && deciding->count && decide(deciding, late != 0, &answer[*count]))
            ++*count;
    }
    if (!late)
        *count = without_waiting(position, answer, *count);
    free(deciding);
    return rc;
}
