/* SPDX-License-Identifier: MIT */
/* Finds sentences for events, verdicts, questions and results. The sentences stand in templates. */
#include "tell/tell.h"

#include <stdio.h>

enum { ARG_BYTES = 128 };

/* "GAME.KEY" */
static const char *own_key(const struct tell *tell, const char *key, char out[SENTENCE_KEY_BYTES])
{
    struct text text = text_in(out, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, tell->game ? tell->game->name : "", ".", key);
    return out;
}

void tell_sentence(const struct tell *tell, const char *key, const struct sentence_arg *arg,
                   unsigned count, struct buf *out)
{
    char own[SENTENCE_KEY_BYTES];

    if (tell->game && sentences_find(tell->sentences, own_key(tell, key, own)))
        key = own;
    if (sentences_write(tell->sentences, key, arg, count, out, NULL) != RC_OK)
        return; /* what it wrote instead is readable */
}

static void put_seat(const struct tell *tell, int seat, struct text *out)
{
    if (seat > 0 && seat <= SEATS_MAX && tell->player[seat]) {
        text_put(out, tell->player[seat]);
        return;
    }
    TEXT_PUT(out, "#", TEXT_INT(seat));
}

static void put_arg(const struct tell *tell, const struct event_arg *arg, struct text *out)
{
    if (arg->value == ORDER_UNKNOWN)
        text_put_char(out, '?');
    else if (arg->type == ARG_SEAT)
        put_seat(tell, arg->value, out);
    else if (arg->type == ARG_TERM && tell->game)
        text_put(out, lexicon_name(tell->lexicon, (unsigned)arg->value));
    else if (arg->type == ARG_PLACE && tell->game)
        game_write_place(tell->game, arg->value, out);
    else
        text_put_int(out, arg->value);
}

static unsigned write_args(const struct tell *tell, const struct event_arg *from, unsigned count,
                           char text[][ARG_BYTES], struct sentence_arg *arg)
{
    for (unsigned i = 0; i < count; i++) {
        struct text out;

        text_init(&out, text[i], ARG_BYTES);
        put_arg(tell, &from[i], &out);
        arg[i] = (struct sentence_arg){NULL, text[i]};
    }
    return count;
}

const char *tell_title(const struct sentences *sentences, const struct game *game)
{
    const char *title;
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, game->name, ".title");
    title = sentences_find(sentences, key);
    return title ? title : game->title;
}

/* Are two seats of an event the same, or, where it has no two, two terms? */
static bool has_same(const struct event *event)
{
    unsigned seats = 0;
    bool same[ARG_SEAT + ARG_TERM + 1] = {false};

    for (unsigned i = 0; i < event->count; i++) {
        seats += event->arg[i].type == ARG_SEAT;
        for (unsigned k = 0; k < i; k++)
            if (event->arg[i].type == event->arg[k].type &&
                event->arg[i].value == event->arg[k].value &&
                (event->arg[i].type == ARG_SEAT || event->arg[i].type == ARG_TERM))
                same[event->arg[i].type] = true;
    }
    return seats > 1 ? same[ARG_SEAT] : same[ARG_TERM];
}

static bool has_sentence(const struct tell *tell, const char *key)
{
    char own[SENTENCE_KEY_BYTES];

    return sentences_find(tell->sentences, own_key(tell, key, own)) ||
           sentences_find(tell->sentences, key);
}

/* Is what an event counts last nothing? */
static bool has_none(const struct event *event)
{
    const struct event_arg *last = event->count ? &event->arg[event->count - 1] : NULL;

    return last && last->type == ARG_NUMBER && last->value == 0;
}

/* "Bert puts the Cleric on h3" by the sentence "put.same", "… an empty dungeon" by
 * "raid-begins.none", where the game has them. */
void tell_event(const struct tell *tell, const struct event *event, struct buf *out)
{
    const char *key = tell->game->text->events[event->kind];
    char other[SENTENCE_KEY_BYTES];
    bool none = has_none(event), same = !none && has_same(event);
    struct sentence_arg arg[EVENT_ARGS_MAX];
    char text[EVENT_ARGS_MAX][ARG_BYTES];
    unsigned count = write_args(tell, event->arg, event->count, text, arg);

    snprintf(other, sizeof other, "%s.%s", key, none ? "none" : "same");
    tell_sentence(tell, (none || same) && has_sentence(tell, other) ? other : key, arg, count, out);
}

bool tell_events(const struct tell *tell, unsigned kind, unsigned count, struct buf *out)
{
    const struct sentence_arg arg = {"n", TEXT_INT(count)};
    char key[SENTENCE_KEY_BYTES];

    snprintf(key, sizeof key, "%s.many", tell->game->text->events[kind]);
    if (!has_sentence(tell, key))
        return false;
    tell_sentence(tell, key, &arg, 1, out);
    return true;
}

/* The reason's own sentence; failing that, that nothing was understood. */
static void put_reason(const struct tell *tell, const struct verdict *verdict,
                       const struct sentence_arg *arg, unsigned count, struct buf *out)
{
    if (verdict->reason && has_sentence(tell, verdict->reason))
        tell_sentence(tell, verdict->reason, arg, count, out);
    else if (verdict->kind == VERDICT_MALFORMED)
        tell_sentence(tell, verdict->word[0] ? "desk.malformed" : "desk.unfinished", arg, count,
                      out);
    else if (verdict->reason)
        tell_sentence(tell, verdict->reason, arg, count, out);
}

void tell_verdict(const struct tell *tell, const struct verdict *verdict, struct buf *out)
{
    struct sentence_arg arg[VERDICT_ARGS_MAX + 4];
    char text[VERDICT_ARGS_MAX][ARG_BYTES], column[TEXT_INT_BYTES];
    unsigned count = write_args(tell, verdict->arg, verdict->count, text, arg);

    arg[count++] = (struct sentence_arg){"word", verdict->word};
    arg[count++] = (struct sentence_arg){"suggestion", verdict->suggestion};
    arg[count++] = (struct sentence_arg){"clause", verdict->clause ? verdict->clause : ""};
    arg[count++] = (struct sentence_arg){"column", text_of_int(column, verdict->column)};
    put_reason(tell, verdict, arg, count, out);
    if (verdict->suggestion[0]) {
        buf_put_char(out, ' ');
        tell_sentence(tell, "desk.did-you-mean",
                      &(struct sentence_arg){"suggestion", verdict->suggestion}, 1, out);
    }
    if (verdict->clause)
        BUF_PUT(out, " [", verdict->clause, "]");
}

/* The game's sentence "FAMILY.KEY". */
static void put_family(const struct tell *tell, const char *family, const char *name,
                       const struct sentence_arg *arg, unsigned count, struct buf *out)
{
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, family, name);
    tell_sentence(tell, key, arg, count, out);
}

void tell_topic(const struct tell *tell, const struct decision *decision, struct buf *out)
{
    OWN(buf) others = {0};
    struct sentence_arg arg = {"others", ""};

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (seat != decision->seat && tell->player[seat])
            BUF_PUT(&others, others.length ? ", " : "", TEXT_INT(seat), ": ", tell->player[seat]);
    arg.text = buf_text(&others);
    if (tell->game && decision->topic < tell->game->text->topic_count)
        put_family(tell, "topic.", tell->game->text->topics[decision->topic], &arg, 1, out);
}

void tell_outcome(const struct tell *tell, const struct outcome *outcome, struct buf *out)
{
    static const char *const keys[] = {[GAME_GOES_ON] = "desk.goes-on",
                                       [GAME_WON] = "desk.won",
                                       [GAME_DRAWN] = "desk.drawn",
                                       [GAME_VOID] = "desk.void"};
    OWN(buf) reason = {0};
    TEXT_IN(text, winner, ARG_BYTES);
    struct sentence_arg arg[2] = {{"winner", winner}};

    put_seat(tell, outcome->winner, &text);
    if (outcome->reason)
        put_family(tell, "outcome.", outcome->reason, NULL, 0, &reason);
    arg[1] = (struct sentence_arg){"reason", buf_text(&reason)};
    tell_sentence(tell, keys[outcome->over], arg, 2, out);
}
