/* SPDX-License-Identifier: MIT */
/* Reads a player's line in a position, and guesses what he may mean where it is not clear. It
 * carries nothing out. */
#include "rules/understand.h"

#include "rules/guess.h"
#include "rules/negation.h"
#include "rules/phrase_p.h"
#include "rules/things.h"

enum {
    FEW = CHOICES_MAX, /* answers of a question that may all be shown */
    TOLD_LEAST = 4     /* words of who tells what he means, where he has no name for it */
};

/* It may well be meant, but not surely enough: he is shown it as the one choice. */
static enum verdict_kind ask_back(struct understanding *out)
{
    out->choice[0] = out->order;
    out->choice_count = 1;
    return verdict_ambiguous(&out->verdict, "asked-back");
}

/* "[combat/3/1]" and "?" stand in the log for what a reader may not know; nobody orders that. */
static bool has_unknown(const struct order *order)
{
    for (unsigned i = 0; i < order->count; i++)
        if (order->arg[i] == ORDER_UNKNOWN)
            return true;
    return false;
}

enum verdict_kind understand_order(const struct game *game, const void *rulebook, unsigned seat,
                                   const void *state, struct understanding *out)
{
    struct order canonical;
    enum verdict_kind kind = VERDICT_DONE;

    out->order.seat = (uint8_t)seat;
    canonical = out->order;
    if (game->text->resolve)
        kind = game->text->resolve(rulebook, state, &out->order, &canonical, out->choice,
                                   &out->choice_count, &out->verdict);
    if (kind != VERDICT_DONE)
        return kind;
    if (has_unknown(&canonical))
        return verdict_malformed(&out->verdict, "strict", 1, NULL, 0);
    out->order = canonical;
    return game->rules->check(rulebook, state, &canonical, &out->verdict);
}

/* The column of a line's last character that says something. */
static size_t last_column(const char *text, size_t length)
{
    size_t column = 0;

    while (length && strchr(" .,;:!)", text[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++)
        column += ((unsigned char)text[i] & 0xC0) != 0x80;
    return column;
}

/* Does it name too little? */
static bool wants_more(const struct verdict *verdict)
{
    static const char lacks[] = "-wanted";
    size_t reason = verdict->reason ? strlen(verdict->reason) : 0;

    return reason > strlen(lacks) && text_equal(verdict->reason + reason - strlen(lacks), lacks);
}

/* A line may be understood well enough to be refused for a reason; then no word is to blame. One
 * that names too much, or too little, may yet mean an order. */
static bool is_refusal(const struct verdict *verdict, const char *text, size_t length)
{
    return !verdict->word[0] && !wants_more(verdict) &&
           verdict->column <= last_column(text, length) &&
           !text_equal(verdict->reason, "order.too-much");
}

/* Where next to nothing may be answered, all of it. */
static unsigned offer_all(const struct game *game, const struct order *list, unsigned count,
                          struct order choice[CHOICES_MAX])
{
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++)
        if (guess_may(game, &list[i])) {
            if (found == FEW)
                return 0;
            choice[found++] = list[i];
        }
    return found;
}

/* A line, and what it is read in. list: room for all legal orders; NULL = nothing is guessed. */
struct reading {
    const struct game *game;
    const void *rulebook;
    const struct lexicon *lexicon;
    unsigned seat;
    const void *state;
    const char *text;
    size_t length;
    struct order *list;
    void *ahead; /* room for a state; NULL = orders of a line are not tried one after the other */
};

static unsigned list_legal(const struct reading *reading)
{
    return reading->game->rules->legal(reading->rulebook, reading->state, reading->seat,
                                       reading->list);
}

static unsigned guess_part(const struct reading *reading, const char *text, size_t length,
                           unsigned legal, struct understanding *out)
{
    return guess_near(reading->game, reading->rulebook, reading->lexicon, text, length,
                      reading->list, legal, GUESSES_MAX, out->choice);
}

static void add_choice(const struct order *order, struct order list[CHOICES_MAX], unsigned *count)
{
    struct order own = *order;

    for (unsigned i = 0; i < *count; i++) {
        own.seat = list[i].seat; /* a list of legal orders may name none */
        if (memcmp(&list[i], &own, sizeof own) == 0)
            return;
    }
    if (*count < CHOICES_MAX)
        list[(*count)++] = *order;
}

/* "Send her up to e4": the words alone, and with each of those named before them that legal orders
 * begin with; it is only shown, where few can be meant. */
static void add_unnamed(const struct reading *reading, const char *text, size_t length,
                        unsigned legal, struct understanding *out)
{
    const struct lexicon *lexicon = reading->lexicon;
    struct understanding found = {.choice_count = 0};
    bool tried[LEXICON_TERMS_MAX] = {false};
    struct things order;

    for (unsigned i = 0; i < legal && found.choice_count <= GUESSES_MAX; i++) {
        struct understanding one = {.choice_count = 0};
        TEXT_IN(line, named, PHRASE_BYTES);
        bool asks;

        guess_read(reading->game, reading->rulebook, lexicon, &reading->list[i], &order);
        if (order.count < 2 || !order.at[0].count || tried[order.at[0].term[0]])
            continue;
        tried[order.at[0].term[0]] = true;
        text_put(&line, lexicon_name(lexicon->own ? lexicon->own : lexicon, order.at[0].term[0]));
        text_put_char(&line, ' ');
        text_put_bytes(&line, text, length);
        if (!line.cut &&
            phrase_read(reading->game, reading->rulebook, lexicon, reading->seat, named,
                        line.length, &one.order, &asks, &one.verdict) == VERDICT_DONE &&
            understand_order(reading->game, reading->rulebook, reading->seat, reading->state,
                             &one) == VERDICT_DONE &&
            guess_may(reading->game, &one.order))
            add_choice(&one.order, found.choice, &found.choice_count);
    }
    for (unsigned i = 0; i < found.choice_count && found.choice_count <= GUESSES_MAX; i++)
        add_choice(&found.choice[i], out->choice, &out->choice_count);
}

static bool names_nobody(const struct understanding *out)
{
    return out->verdict.kind == VERDICT_MALFORMED &&
           text_equal(out->verdict.reason, UNDERSTAND_NOBODY);
}

/* What a part of a line orders, else what is near to it. */
static void add_part(const struct reading *reading, const char *text, size_t length, unsigned legal,
                     struct understanding *out)
{
    struct understanding part = {.choice_count = 0};
    bool asks;

    if (phrase_read(reading->game, reading->rulebook, reading->lexicon, reading->seat, text, length,
                    &part.order, &asks, &part.verdict) == VERDICT_DONE &&
        understand_order(reading->game, reading->rulebook, reading->seat, reading->state, &part) ==
            VERDICT_DONE &&
        guess_may(reading->game, &part.order)) {
        add_choice(&part.order, out->choice, &out->choice_count);
        return;
    }
    if (!part.choice_count)
        part.choice_count = guess_part(reading, text, length, legal, &part);
    for (unsigned i = 0; i < part.choice_count; i++)
        add_choice(&part.choice[i], out->choice, &out->choice_count);
    if (!part.choice_count && names_nobody(&part))
        add_unnamed(reading, text, length, legal, out);
}

static bool orders_plainly(const struct reading *reading, const char *text, size_t length)
{
    struct order order = {0};
    bool asks = false;

    return phrase_read(reading->game, reading->rulebook, reading->lexicon, reading->seat, text,
                       length, &order, &asks, NULL) == VERDICT_DONE &&
           !asks;
}

/* "Pass the wand" is no "pass" and a wand: does a wording of the game go on here? */
static bool cuts_wording(const struct reading *reading, const char *text, size_t at, size_t length)
{
    const struct lexicon *own = reading->lexicon->own ? reading->lexicon->own : reading->lexicon;
    char folded[PHRASE_BYTES];
    uint16_t term[MATCHES_MAX];
    size_t from = at, used;

    while (from && text[from - 1] != ' ')
        from--;
    length = phrase_fold(text + from, length - from, folded);
    return lexicon_match_whole(own, folded, length, term, MATCHES_MAX, &used) && used > at - from;
}

/* "warrior to a four cleric heals goblin", dictated: several orders, and no sign between them.
 * false: the line is not to be read so */
static bool add_run_on(const struct reading *reading, const char *text, size_t length,
                       unsigned legal, struct understanding *out)
{
    for (size_t at = length; at-- > 1;) {
        const char *behind = text + at + 1;
        size_t left = length - at - 1;
        bool alone;

        if (text[at] != ' ' || cuts_wording(reading, text, at, length) ||
            !orders_plainly(reading, behind, left))
            continue;
        alone = orders_plainly(reading, text, at);
        if (!alone && !add_run_on(reading, text, at, legal, out))
            continue;
        if (alone)
            add_part(reading, text, at, legal, out);
        add_part(reading, behind, left, legal, out);
        return true;
    }
    return false;
}

/* What the parts of a line order. */
static unsigned guess_parts(const struct reading *reading, unsigned legal,
                            struct understanding *out)
{
    for (size_t from = 0, next; from < reading->length; from += next) {
        size_t length = phrase_part(reading->lexicon, PHRASE_JOINED, reading->text + from,
                                    reading->length - from, &next);

        if (length && length < reading->length &&
            !add_run_on(reading, reading->text + from, length, legal, out))
            add_part(reading, reading->text + from, length, legal, out);
    }
    return out->choice_count;
}

/* A line that is rather a story may have orders in its parts: "nothing to lose, so I lay my one".
 */
static unsigned guess(const struct reading *reading, unsigned legal, struct understanding *out)
{
    if (!add_run_on(reading, reading->text, reading->length, legal, out) || !out->choice_count)
        out->choice_count = guess_part(reading, reading->text, reading->length, legal, out);
    return out->choice_count ? out->choice_count : guess_parts(reading, legal, out);
}

/* ---- orders one after the other ---- */

enum { CLAUSES_MAX = 12 };

/* Is he asked now, and the table not before him? What it answers may hang on what nobody knows. */
static bool goes_on(const struct reading *reading)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count =
        reading->game->rules->open_decisions(reading->rulebook, reading->state, decision);
    bool asked = false;

    for (unsigned i = 0; i < count; i++) {
        if (decision[i].kind != DECISION_ORDER)
            return false;
        asked |= decision[i].seat == reading->seat;
    }
    return asked;
}

/* An order that may be given now. */
static bool read_now(const struct reading *reading, const char *text, size_t length,
                     struct order *order)
{
    struct understanding read = {.choice_count = 0};
    bool asks;

    if (phrase_read(reading->game, reading->rulebook, reading->lexicon, reading->seat, text, length,
                    &read.order, &asks, NULL) != VERDICT_DONE ||
        understand_order(reading->game, reading->rulebook, reading->seat, reading->state, &read) !=
            VERDICT_DONE ||
        !guess_may(reading->game, &read.order))
        return false;
    *order = read.order;
    return true;
}

/* Does a text name whoever acts, or anything else of his sort? */
static bool names_subject(const struct reading *reading, const char *subject, const char *text,
                          size_t length)
{
    const char *const *terms = reading->lexicon->terms;
    char folded[PHRASE_BYTES];
    struct things who, things;

    find_things(reading->lexicon, subject, strlen(subject), &who);
    find_things(reading->lexicon, folded,
                phrase_clean(reading->lexicon->own ? reading->lexicon->own : reading->lexicon, text,
                             length, folded),
                &things);
    for (unsigned i = 0; i < things.count && who.count; i++)
        if (things.at[i].count && who.at[0].count &&
            strncmp(terms[who.at[0].term[0]], terms[things.at[i].term[0]],
                    strcspn(terms[who.at[0].term[0]], ".") + 1) == 0)
            return true;
    return !who.count;
}

/* Who acts goes on acting where nobody is named. */
static void put_clause(const struct reading *reading, const char *subject, const char *text,
                       size_t length, char clause[PHRASE_BYTES])
{
    struct text out = text_in(clause, PHRASE_BYTES);

    if (*subject && !names_subject(reading, subject, text, length)) {
        text_put(&out, subject);
        text_put_char(&out, ' ');
    }
    text_put_bytes(&out, text, length);
}

/* Who acts in an order: the word that its text begins with. */
static void put_subject(const struct reading *reading, const struct order *order,
                        char subject[ORDER_TEXT_BYTES])
{
    struct text text = text_in(subject, ORDER_TEXT_BYTES);

    reading->game->text->write_order(reading->rulebook, NULL, order, ORDER_FULL, &text);
    subject[strcspn(subject, " ")] = '\0';
}

/* "4, and then the warrior walks to b4": each order on what those before it lead to, as far as that
 * is known; the first must be one beyond doubt. */
static bool guess_in_turn(const struct reading *reading, struct understanding *out)
{
    struct reading now = *reading;
    char subject[ORDER_TEXT_BYTES] = "";
    size_t from[CLAUSES_MAX], to[CLAUSES_MAX];
    unsigned count = 0;

    out->choice_count = 0;
    for (size_t at = 0, next; reading->ahead && at < reading->length && count < CLAUSES_MAX;
         at += next) {
        to[count] = from[count] = at;
        to[count] += phrase_part(reading->lexicon, PHRASE_JOINED, reading->text + at,
                                 reading->length - at, &next);
        count += to[count] > at;
    }
    if (count < 2)
        return false;
    memcpy(now.ahead, reading->state, reading->game->state_bytes);
    now.state = now.ahead;
    for (unsigned i = 0; i < count && (!i || goes_on(&now)); i++) {
        struct understanding part = {.choice_count = 0};
        char clause[PHRASE_BYTES];
        unsigned last = count - !i;

        for (; last > i && !part.choice_count; last--) {
            put_clause(&now, subject, reading->text + from[i], to[last - 1] - from[i], clause);
            part.choice_count = read_now(&now, clause, strlen(clause), &part.choice[0]);
        }
        if (!i && !part.choice_count)
            return false;
        if (!part.choice_count && !negation_is_in(reading->lexicon, clause, strlen(clause)) &&
            !phrase_is_remark(reading->lexicon, reading->text + from[i], to[i] - from[i]))
            part.choice_count = guess_part(&now, clause, strlen(clause), list_legal(&now), &part);
        for (unsigned j = 0; j < part.choice_count; j++)
            add_choice(&part.choice[j], out->choice, &out->choice_count);
        if (part.choice_count == 1) {
            now.game->rules->apply(now.rulebook, now.ahead, &part.choice[0], NULL);
            put_subject(reading, &part.choice[0], subject);
        }
        i = last > i ? last : i;
    }
    return out->choice_count > 1;
}

/* "Anything but the hat": where little may be answered, all but that. */
static void offer_but(const struct reading *reading, const struct order *but,
                      struct understanding *out)
{
    struct order all[CHOICES_MAX], own;
    unsigned few = offer_all(reading->game, reading->list, list_legal(reading), all);

    for (unsigned i = 0; i < few; i++) {
        own = *but;
        own.seat = all[i].seat; /* a list of legal orders may name none */
        if (memcmp(&own, &all[i], sizeof own) != 0)
            add_choice(&all[i], out->choice, &out->choice_count);
    }
}

/* What a line means without the words that no language has; it is only shown. */
static enum verdict_kind offer_what_is_left(const struct reading *reading,
                                            struct understanding *out)
{
    struct understanding left = {.choice_count = 0};
    enum verdict_kind kind =
        phrase_read_loosely(reading->game, reading->rulebook, reading->lexicon, reading->seat,
                            reading->text, reading->length, &left.order);

    if (kind == VERDICT_DONE)
        kind = understand_order(reading->game, reading->rulebook, reading->seat, reading->state,
                                &left);
    if (kind == VERDICT_DONE && guess_may(reading->game, &left.order))
        kind = ask_back(&left);
    if (kind == VERDICT_AMBIGUOUS && left.choice_count == 1 &&
        phrase_says(reading->lexicon, reading->text, reading->length, PHRASE_EXCEPT)) {
        const struct order but = left.choice[0];

        left.choice_count = 0;
        offer_but(reading, &but, &left);
    }
    if (kind != VERDICT_AMBIGUOUS || !left.choice_count)
        return out->verdict.kind;
    *out = left;
    return kind;
}

/* It is refused since something else is asked, whatever it says. */
static bool is_out_of_place(const struct verdict *verdict)
{
    static const char *const ends[] = {".not-now", ".no-card"};
    size_t length = verdict->reason ? strlen(verdict->reason) : 0;
    bool is = text_equal(verdict->reason, "not-asked");

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        is |= length > strlen(ends[i]) &&
              text_equal(verdict->reason + length - strlen(ends[i]), ends[i]);
    return is;
}

/* An order that stands in a line by itself; *refused: why one is not legal, the first of them. */
static bool find_part(const struct reading *reading, const char *text, size_t length,
                      struct understanding *out, struct understanding *refused)
{
    struct understanding part = {.choice_count = 0};
    enum verdict_kind kind;
    bool asks;

    if (!length || length == reading->length || negation_is_in(reading->lexicon, text, length) ||
        phrase_read(reading->game, reading->rulebook, reading->lexicon, reading->seat, text, length,
                    &part.order, &asks, &part.verdict) != VERDICT_DONE)
        return false;
    kind = understand_order(reading->game, reading->rulebook, reading->seat, reading->state, &part);
    if (kind == VERDICT_DONE)
        *out = part;
    else if (kind == VERDICT_ILLEGAL && !asks && !is_out_of_place(&part.verdict) &&
             refused->verdict.kind != VERDICT_ILLEGAL)
        *refused = part;
    return kind == VERDICT_DONE;
}

/* "I'm busted. I resign, well played": a part of a line that is an order, or all behind a part,
 * "no wizard: thief, troll, goblin and cleric"; it is only shown. Where none is legal, why the
 * first is not. */
static enum verdict_kind offer_part(const struct reading *reading, struct understanding *out)
{
    struct understanding refused = *out;

    for (size_t from = 0, next; from < reading->length; from += next) {
        const char *text = reading->text + from;
        size_t left = reading->length - from;
        size_t length = phrase_part(reading->lexicon, PHRASE_JOINED, text, left, &next);

        if (find_part(reading, text, length, out, &refused) ||
            (length < left && find_part(reading, text, left, out, &refused)))
            return ask_back(out);
    }
    *out = refused;
    return out->verdict.kind;
}

/* "Don't pass": nothing is done of it, and he is shown what he may have meant. */
static enum verdict_kind ask_which(const struct reading *reading, unsigned count,
                                   struct understanding *out)
{
    struct order all[CHOICES_MAX];
    unsigned few = offer_all(reading->game, reading->list, count, all);

    if (few > 1) {
        memcpy(out->choice, all, few * sizeof *all);
        out->choice_count = few;
    }
    return verdict_ambiguous(&out->verdict, UNDERSTAND_NEGATED);
}

/* "Goblin in east three", where tokens are laid: what all legal orders begin with is put before it;
 * it is only shown, or refused for what is against that. false: it is no such order */
static bool offer_with_verb(const struct reading *reading, struct understanding *out)
{
    const struct game *game = reading->game;
    struct understanding part = {.choice_count = 0};
    unsigned count = reading->list ? list_legal(reading) : 0;
    const struct order *first = NULL;
    TEXT_IN(text, line, PHRASE_BYTES);
    bool asks;

    for (unsigned i = 0; i < count; i++)
        if (guess_may(game, &reading->list[i])) {
            first = first ? first : &reading->list[i];
            if (reading->list[i].kind != first->kind)
                return false;
        }
    if (!first || reading->length + ORDER_TEXT_BYTES >= sizeof line)
        return false;
    game->text->write_order(reading->rulebook, NULL, first, ORDER_FULL, &text);
    text.length = strcspn(line, " ");
    line[text.length] = '\0';
    text_put_char(&text, ' ');
    text_put_bytes(&text, reading->text, reading->length);
    if (phrase_read(game, reading->rulebook, reading->lexicon, reading->seat, line, text.length,
                    &part.order, &asks, &part.verdict) != VERDICT_DONE ||
        !guess_may(game, &part.order))
        return false;
    if (understand_order(game, reading->rulebook, reading->seat, reading->state, &part) ==
        VERDICT_DONE)
        ask_back(&part);
    if (part.verdict.kind == VERDICT_MALFORMED || is_out_of_place(&part.verdict))
        return false;
    *out = part;
    return true;
}

/* An order was read: it is carried out, refused, or asked back. What no question wants is rather
 * another order in odd words, if one is near. */
static enum verdict_kind judge_order(const struct reading *reading, bool asks, bool negated,
                                     struct understanding *out)
{
    unsigned doubt = phrase_doubt(reading->lexicon, reading->text, reading->length);
    enum verdict_kind kind =
        understand_order(reading->game, reading->rulebook, reading->seat, reading->state, out);

    if (kind == VERDICT_ILLEGAL && asks && doubt != PHRASE_TERMS &&
        !text_equal(out->verdict.reason, "not-yours")) /* which says it better */
        return verdict_malformed(&out->verdict, UNDERSTAND_TOLD, 1, NULL, 0);
    if (kind == VERDICT_DONE && asks &&
        (doubt != PHRASE_ANOTHERS || memchr(reading->text, '?', reading->length) ||
         !(reading->game->text->kinds[out->order.kind].flags & ORDER_OF_EITHER)))
        kind = ask_back(out);
    if (kind == VERDICT_AMBIGUOUS && reading->list &&
        phrase_says(reading->lexicon, reading->text, reading->length, PHRASE_EXCEPT)) {
        struct understanding other = *out; /* what is left out was taken for what is meant */

        other.choice_count = guess(reading, list_legal(reading), &other);
        if (other.choice_count)
            *out = other;
    }
    if (kind == VERDICT_AMBIGUOUS && asks && negated && reading->list)
        return ask_which(reading, list_legal(reading), out);
    if (kind != VERDICT_ILLEGAL || !reading->list || negated || !is_out_of_place(&out->verdict))
        return kind;
    if (offer_with_verb(reading, out))
        return out->verdict.kind;
    out->choice_count = guess(reading, list_legal(reading), out);
    if (!out->choice_count)
        return kind;
    return verdict_ambiguous(&out->verdict, "asked-back");
}

/* How many things of the line the choices name. */
static unsigned covers(const struct reading *reading, const struct understanding *out)
{
    const struct lexicon *lexicon = reading->lexicon;
    char folded[PHRASE_BYTES];
    struct things line, order[CHOICES_MAX];
    unsigned named = 0;

    find_things(
        lexicon, folded,
        phrase_clean(lexicon->own ? lexicon->own : lexicon, reading->text, reading->length, folded),
        &line);
    for (unsigned i = 0; i < out->choice_count; i++)
        guess_read(reading->game, reading->rulebook, lexicon, &out->choice[i], &order[i]);
    for (unsigned i = 0; i < line.count; i++)
        for (unsigned j = 0; j < out->choice_count; j++)
            if (things_name(&order[j], &line.at[i])) {
                named++;
                break;
            }
    return named;
}

/* A near miss is of use only where it could be ordered. */
static bool is_in_some(const struct reading *reading, unsigned legal, const char *word)
{
    struct things things, order;
    bool known = false;

    if (legal > GUESS_LEGAL_MAX)
        return true;
    find_things(reading->lexicon, word, strlen(word), &things);
    for (unsigned i = 0; i < legal && !known; i++) {
        guess_read(reading->game, reading->rulebook, reading->lexicon, &reading->list[i], &order);
        known = things.count && things_name(&order, &things.at[0]);
    }
    return known;
}

/* Somebody who acts is wanted, in the line or in a part of it. */
static void guess_unnamed(const struct reading *reading, unsigned legal, struct understanding *out)
{
    add_unnamed(reading, reading->text, reading->length, legal, out);
    if (!out->choice_count)
        guess_parts(reading, legal, out);
}

/* No order was read: he is shown those that are near, or else the word that is. */
static enum verdict_kind judge_words(const struct reading *reading, bool negated,
                                     struct understanding *out)
{
    bool asks = memchr(reading->text, '?', reading->length) &&
                !phrase_is_rhetorical(reading->lexicon, reading->text, reading->length),
         refuses = is_refusal(&out->verdict, reading->text, reading->length);
    bool listed = reading->list && !refuses &&
                  (!asks || phrase_is_request(reading->lexicon, reading->text, reading->length));
    unsigned legal = listed ? list_legal(reading) : 0;
    enum verdict_kind kind = out->verdict.kind;
    struct understanding turns = {.choice_count = 0};

    if (reading->list && !asks && names_nobody(out))
        guess_unnamed(reading, list_legal(reading), out);
    if (legal && !out->choice_count)
        out->choice_count = guess(reading, legal, out);
    if (reading->list &&
        (!asks || !phrase_asks(reading->lexicon, reading->text, reading->length)) &&
        guess_in_turn(reading, &turns) && covers(reading, &turns) > covers(reading, out)) {
        *out = turns;
        return verdict_ambiguous(&out->verdict, "asked-back");
    }
    turns = *out;
    if (reading->list && !asks && !refuses &&
        offer_what_is_left(reading, &turns) == VERDICT_AMBIGUOUS &&
        (covers(reading, &turns) > covers(reading, out) ||
         (!out->choice_count &&
          phrase_says(reading->lexicon, reading->text, reading->length, PHRASE_EXCEPT)))) {
        *out = turns; /* "q el mago mire la e4": him, and nobody who could as well */
        return out->verdict.kind;
    }
    legal = listed ? list_legal(reading) : 0; /* turns wrote others there */
    out->shows_all = legal && !out->choice_count;
    if (out->shows_all)
        out->choice_count = offer_all(reading->game, reading->list, legal, out->choice);
    if (out->choice_count || (listed && *out->verdict.suggestion &&
                              !is_in_some(reading, legal, out->verdict.suggestion)))
        out->verdict.suggestion[0] = '\0';
    if (!out->choice_count && reading->list && !asks && !refuses)
        kind = offer_what_is_left(reading, out);
    if (listed && !out->choice_count && wants_more(&out->verdict)) /* "zap the warrior": not he */
        add_unnamed(reading, reading->text, reading->length, list_legal(reading), out);
    if (!out->choice_count && reading->list)
        kind = offer_part(reading, out);
    if (legal && !out->choice_count && kind == VERDICT_MALFORMED && /* "the sword right in front of
                                                                       me": in which room? */
        phrase_words(reading->text, reading->length) >= TOLD_LEAST)
        out->choice_count =
            guess_near(reading->game, reading->rulebook, reading->lexicon, reading->text,
                       reading->length, reading->list, legal, FEW, out->choice);
    return negated && out->choice_count ? ask_which(reading, legal, out) : kind;
}

/* "Bin it, with anything but the bomb": that is not shown either. */
static void drop_left_out(const struct reading *reading, struct understanding *out)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < out->choice_count; i++)
        if (!guess_leaves_out(reading->game, reading->rulebook, reading->lexicon, reading->text,
                              reading->length, &out->choice[i]))
            out->choice[kept++] = out->choice[i];
    out->choice_count = kept ? kept : out->choice_count;
}

static enum verdict_kind judge(const struct reading *reading, struct understanding *out)
{
    enum verdict_kind kind;
    bool asks = false, negated = reading->lexicon &&
                                 negation_is_in(reading->lexicon, reading->text, reading->length);

    *out = (struct understanding){.choice_count = 0};
    kind = phrase_read(reading->game, reading->rulebook, reading->lexicon, reading->seat,
                       reading->text, reading->length, &out->order, &asks,
                       &out->verdict) == VERDICT_DONE
               ? judge_order(reading, asks, negated, out)
               : judge_words(reading, negated, out);
    drop_left_out(reading, out);
    return kind;
}

/* ---- what a player takes back in the same line ---- */

/* Two squares, two characters, two verbs. */
static bool may_replace(const struct lexicon *lexicon, const struct thing *a, const struct thing *b)
{
    bool same = !a->count && !b->count;

    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++)
            same |= strncmp(lexicon->terms[a->term[i]], lexicon->terms[b->term[j]],
                            strcspn(lexicon->terms[a->term[i]], ".") + 1) == 0;
    return same && !things_alike(a, b);
}

/* Read what was said first with one thing of it replaced by another. */
static void add_replaced(const struct reading *reading, const char *head, size_t length,
                         const struct thing *old, const char *new, size_t new_length,
                         struct understanding *out)
{
    struct understanding part = {.choice_count = 0};
    struct reading replaced = *reading;
    TEXT_IN(text, line, PHRASE_BYTES);

    text_put_bytes(&text, head, old->at);
    text_put_bytes(&text, new, new_length);
    text_put_bytes(&text, head + old->at + old->used, length - old->at - old->used);
    replaced.text = line;
    replaced.length = text.length;
    replaced.list = NULL;
    if (judge(&replaced, &part) == VERDICT_DONE)
        add_choice(&part.order, out->choice, &out->choice_count);
    for (unsigned i = 0; i < part.choice_count; i++)
        add_choice(&part.choice[i], out->choice, &out->choice_count);
}

/* "… the Cleric, no wait, the Thief instead of her", "… to b4, I mean c4": things of the same sort.
 */
static void replace_things(const struct reading *reading, const char *head, size_t length,
                           const char *tail, size_t tail_length, struct understanding *out)
{
    const struct lexicon *lexicon = reading->lexicon;
    struct things first, second;
    const struct thing *pivot = NULL;

    find_things(lexicon, head, length, &first);
    find_things(lexicon, tail, tail_length, &second);
    for (unsigned i = 0; i < first.count; i++)
        if (things_name(&second, &first.at[i]))
            pivot = &first.at[i];
    for (unsigned i = 0; i < second.count; i++)
        for (unsigned j = first.count; j-- > 0;)
            if (!things_name(&first, &second.at[i]) && (!pivot || pivot == &first.at[j]) &&
                may_replace(lexicon, &first.at[j], &second.at[i]))
                add_replaced(reading, head, length, &first.at[j], tail + second.at[i].at,
                             second.at[i].used, out);
}

/* "Add it. No wait, pass": what stands behind is meant, by itself or in the place of what stood
 * before, and is only shown. false: neither is to be read */
static bool judge_corrected(const struct reading *reading, struct understanding *out)
{
    char folded[PHRASE_BYTES];
    struct reading tail = *reading;
    struct order order;
    size_t before, behind, end;

    if (!phrase_corrects(reading->lexicon, reading->text, reading->length, folded, &before, &behind,
                         &end))
        return false;
    tail.text = folded + behind;
    tail.length = end - behind;
    *out = (struct understanding){.choice_count = 0};
    if (!read_now(&tail, tail.text, tail.length, &order)) /* "…, the Thief instead" */
        replace_things(reading, folded, before, tail.text, tail.length, out);
    if (!out->choice_count && judge(&tail, out) == VERDICT_DONE)
        add_choice(&out->order, out->choice, &out->choice_count);
    if (out->choice_count)
        verdict_ambiguous(&out->verdict, "asked-back");
    return out->choice_count;
}

enum verdict_kind understand_line(const struct game *game, const void *rulebook,
                                  const struct lexicon *lexicon, unsigned seat, const void *state,
                                  const char *text, size_t length, struct order *list, void *ahead,
                                  struct understanding *out)
{
    const struct reading reading = {game, rulebook, lexicon, seat, state,
                                    text, length,   list,    ahead};

    return lexicon && judge_corrected(&reading, out) ? out->verdict.kind : judge(&reading, out);
}

bool understand_are_rivals(const struct game *game, const void *rulebook,
                           const struct lexicon *lexicon, unsigned seat, const void *state,
                           const struct phrase_part *part, unsigned count, void *ahead)
{
    const struct reading now = {game, rulebook, lexicon, seat, state, "", 0, NULL, NULL};
    struct decision decision[DECISIONS_MAX];
    struct order order, before = {0};
    bool is_before = false, asked = true;

    for (unsigned i = 0; i < count && asked; i++) {
        bool is = read_now(&now, part[i].text, strlen(part[i].text), &order);

        if (is && is_before && order.kind == before.kind &&
            !(game->text->kinds[order.kind].flags & ORDER_AHEAD) &&
            memcmp(&order, &before, sizeof order) != 0) {
            memcpy(ahead, state, game->state_bytes);
            game->rules->apply(rulebook, ahead, &before, NULL);
            asked = false;
            for (unsigned open = game->rules->open_decisions(rulebook, ahead, decision);
                 open-- > 0;)
                asked |= decision[open].seat == seat;
        }
        before = order;
        is_before = is;
    }
    return !asked;
}
