/* SPDX-License-Identifier: MIT */
/* Puts what became of a letter's lines into values for templates and the command line. */
#include "outbound/answering.h"

#include "people/people.h"
#include "rules/understand.h"

static const char *const fates[LINE_FATE_COUNT] = {[LINE_DONE] = "done",
                                                   [LINE_ILLEGAL] = "illegal",
                                                   [LINE_MALFORMED] = "malformed",
                                                   [LINE_AMBIGUOUS] = "ambiguous",
                                                   [LINE_NOT_TRIED] = "not tried",
                                                   [LINE_UNDONE] = "undone",
                                                   [LINE_TO_CONFIRM] = "to confirm"};

enum rc answering_name(struct desk *desk, const struct position *position, unsigned seat,
                       const char *language, char *out, size_t capacity, struct err *err)
{
    return answering_name_player(desk, position, seat, position->player[seat], language, out,
                                 capacity, err);
}

enum rc answering_name_player(struct desk *desk, const struct position *position, unsigned seat,
                              int64_t player, const char *language, char *out, size_t capacity,
                              struct err *err)
{
    struct wording wording = {.language = library_language(desk->library, language)};
    OWN(buf) text = {0};
    struct person person;
    enum rc rc;

    if (language && position->anonymous && position->phase != POSITION_OVER) {
        WORDING(&wording, &text, "desk.player", "n", TEXT_INT(seat));
        text_copy(out, capacity, buf_text(&text));
        return RC_OK;
    }
    rc = people_get(desk, player, &person, NULL);
    text_copy(out, capacity, rc == RC_OK ? person.name : "?");
    return rc == RC_OK || rc == RC_NOT_FOUND || rc == RC_BAD_SEAL /* forgotten */
               ? RC_OK
               : ERR(err, rc, "a player's data cannot be read");
}

const char *answering_zone(const struct person *person, const struct position *position)
{
    return person->zone[0] || !position ? person->zone : position->timing.rules.zone;
}

enum rc answering_wording(struct desk *desk, const struct position *position, const char *language,
                          struct answering_names *names, struct wording *wording, struct err *err)
{
    *wording = (struct wording){.language = library_language(desk->library, language)};
    if (!position)
        return RC_OK;
    wording->game = position->played;
    wording->zone = position->timing.rules.zone;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!position->player[seat])
            continue;
        TRY(answering_name(desk, position, seat, language, names->name[seat],
                           sizeof names->name[seat], err));
        wording->player[seat] = names->name[seat];
    }
    return RC_OK;
}

/* Canonical, and as a letter shows it: in the reader's words, where these are not English. */
static void put_order(const struct wording *wording, const struct position *position,
                      const struct order *order, struct value *map)
{
    OWN_WIPED(buf) words = {0};
    struct tell tell;
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                        &text);
    if (text_equal(language_code(wording->language), "en") || !wording->game)
        buf_put(&words, line);
    else
        tell_order(wording_tell(wording, &tell), position_rulebook(position), order->seat, line,
                   &words);
    value_set_text(map, "order", line);
    value_set_text(map, "shown", buf_text(&words));
    secret_wipe(line, sizeof line);
}

/* What a line would cost, and that one above it was refused. */
static void put_tried(const struct wording *wording, const struct line_outcome *outcome,
                      struct buf *out)
{
    char cost[TEXT_INT_BYTES], left[TEXT_INT_BYTES];

    if (outcome->cost >= 0)
        WORDING(wording, out, "preview-cost", "cost", text_of_int(cost, outcome->cost), "left",
                text_of_int(left, outcome->left));
    if (outcome->as_is) {
        buf_put(out, out->length ? "; " : "");
        WORDING(wording, out, "desk.as-is", "n", "");
    }
    if (outcome->stopped) {
        buf_put(out, out->length ? "; " : "");
        WORDING(wording, out, "desk.you-will-see", "n", "");
    }
}

/* "be", "don": whoever is shown what he may have meant need not hear that a little word is not
 * understood. */
static bool blames_little(const struct line_outcome *outcome)
{
    enum { LITTLE_MOST = 4 };
    size_t length = strlen(outcome->verdict.word);

    return outcome->fate == LINE_MALFORMED && outcome->choice_count && length &&
           length <= LITTLE_MOST &&
           !outcome->verdict.word[strcspn(outcome->verdict.word, "0123456789")];
}

static void put_reason(const struct wording *wording, const struct line_outcome *outcome,
                       struct value *map)
{
    static const char *const keys[LINE_FATE_COUNT] = {[LINE_AMBIGUOUS] = "desk.choose",
                                                      [LINE_NOT_TRIED] = "desk.not-tried",
                                                      [LINE_TO_CONFIRM] = "desk.to-confirm",
                                                      [LINE_UNDONE] = "desk.undone"};
    OWN(buf) text = {0};

    if ((outcome->fate == LINE_ILLEGAL || outcome->fate == LINE_MALFORMED) &&
        !blames_little(outcome))
        wording_verdict(wording, &outcome->verdict, &text);
    if ((outcome->fate == LINE_ILLEGAL || outcome->fate == LINE_MALFORMED) &&
        outcome->choice_count) {
        buf_put(&text, text.length ? " " : "");
        WORDING(wording, &text, outcome->fate == LINE_ILLEGAL ? "desk.instead" : "desk.perhaps",
                "n", "");
    } else if (outcome->fate == LINE_DONE && outcome->n < 0)
        put_tried(wording, outcome, &text);
    else if (outcome->fate == LINE_AMBIGUOUS &&
             text_equal(outcome->verdict.reason, UNDERSTAND_NEGATED))
        WORDING(wording, &text, "desk.negated", "n", "");
    else if (outcome->fate == LINE_AMBIGUOUS && outcome->choice_count == 1)
        WORDING(wording, &text, "asked-back", "n", "");
    else if (outcome->fate == LINE_NOT_TRIED && outcome->as_is)
        WORDING(wording, &text, "desk.not-tried-behind", "n", "");
    else if (keys[outcome->fate])
        WORDING(wording, &text, keys[outcome->fate], "n", "");
    value_set_text(map, "reason", buf_text(&text));
}

void answering_add_line(const struct wording *wording, const struct position *position,
                        const struct answering_line *line, const struct line_outcome *outcome,
                        struct value *list)
{
    struct value *map = value_add_map(list), *choices;
    uint32_t column = line->column;

    value_set_text(map, "text", line->text);
    value_set_flag(map, "done", outcome->fate == LINE_DONE);
    value_set_text(map, "fate", fates[outcome->fate]);
    value_set_int(map, "line", line->line);
    if (outcome->fate == LINE_MALFORMED && outcome->verdict.column)
        column += outcome->verdict.column - 1u;
    value_set_int(map, "column", column);
    value_set_text(map, "clause", outcome->verdict.clause ? outcome->verdict.clause : "");
    if (outcome->is_opening) {
        value_set_text(map, "order", line->text);
        value_set_text(map, "shown", line->text);
    } else if (outcome->fate == LINE_DONE || outcome->fate == LINE_UNDONE)
        put_order(wording, position, &outcome->order, map);
    put_reason(wording, outcome, map);
    choices = value_set_list(map, "choices");
    for (unsigned i = 0; i < outcome->choice_count && outcome->fate != LINE_DONE; i++)
        put_order(wording, position, &outcome->choice[i], value_add_map(choices));
}

enum answering_sum answering_sum(const struct line_outcome *outcome, unsigned count)
{
    unsigned done = 0;
    bool ambiguous = false, waits = false;

    for (unsigned i = 0; i < count; i++) {
        done += outcome[i].fate == LINE_DONE;
        ambiguous |= outcome[i].fate == LINE_AMBIGUOUS;
        waits |= outcome[i].fate == LINE_TO_CONFIRM;
    }
    if (done == count)
        return SUM_ACCEPTED;
    if (done)
        return SUM_PART;
    if (waits)
        return SUM_WAITS;
    return ambiguous ? SUM_ASKED : SUM_REJECTED;
}
