/* SPDX-License-Identifier: MIT */
/* Takes the lines of "standing …" into the log and lists those in force. What they order later
 * is decided in play/standing_order.c. */
#include "commands/standing_letter.h"

#include "play/standing_order.h"
#include "tell/command_words.h"
#include "play/timeout.h"
#include "people/usual.h"
#include "seal/secret.h"
#include "commands/standing_usual.h"

enum { WORDS_BYTES_MAX = 900 /* of one line, as its player writes it */ };

static const void *rulebook_of(const struct incoming *incoming)
{
    return position_rulebook(incoming->position);
}

/* What the seat sees, freed by the caller; NULL: no memory. */
static void *own_view(const struct incoming *incoming)
{
    const struct position *position = incoming->position;
    void *view = calloc(1, position->played->state_bytes);

    if (view)
        game_view(position->played, position_rulebook(position), position_state(position),
                  incoming->known->seat, view);
    return view;
}

/* ---- what is in force, and what each line would do now ---- */

/* The canonical text is English. */
static bool is_canonical_his(const struct incoming *incoming)
{
    return text_equal(language_code(incoming->answer.wording.language), "en");
}

static void put_orders(const struct incoming *incoming, const struct order *list, unsigned count,
                       struct buf *out)
{
    const struct position *position = incoming->position;

    if (count > 1)
        buf_printf(out, "%u", count);
    for (unsigned i = 0; count == 1 && i < count; i++) {
        TEXT_IN(text, words, ORDER_TEXT_BYTES);
        struct tell tell;

        position->played->text->write_order(position_rulebook(position), NULL, &list[i], ORDER_FULL,
                                            &text);
        if (is_canonical_his(incoming))
            buf_put(out, words);
        else
            tell_order(wording_tell(&incoming->answer.wording, &tell), position_rulebook(position),
                       incoming->known->seat, words, out);
    }
}

/* The first of the seat's open questions that the line speaks to. */
static const char *say_now(const struct incoming *incoming, const void *view,
                           struct standing_order_set *set, unsigned i, struct order *list,
                           struct buf *orders)
{
    const struct position *position = incoming->position;
    struct line_answer answer;
    bool asked = false;

    for (unsigned q = 0; q < position->decision_count; q++) {
        const struct decision *question = &position->decision[q];

        if (question->kind != DECISION_ORDER || question->seat != incoming->known->seat ||
            position_is_luck(question->id))
            continue;
        asked = true;
        standing_order_set_ask(position, question, set);
        standing_ask(position->played, position_rulebook(position), view, question, &set->text[i],
                     list, &answer);
        if (answer.says == LINE_ORDERS) {
            put_orders(incoming, list, answer.count, orders);
            return answer.count > 1 ? "desk.standing-lot" : "desk.standing-now";
        }
        if (answer.says != LINE_OTHER)
            return answer.says != LINE_UNMET ? "desk.standing-asks" : "desk.standing-unmet";
    }
    return asked ? "desk.standing-other" : "desk.standing-line";
}

/* In words that its player could leave again. */
static void put_line(const struct incoming *incoming, const struct standing_line *line,
                     struct buf *out)
{
    static const char *const when[] = {[STANDING_THEN] = "then", [STANDING_ONCE] = "once"};
    const char *word =
        line->when == STANDING_THEN || line->when == STANDING_ONCE ? when[line->when] : "";
    const struct language *language = incoming->answer.wording.language;
    bool exact = is_canonical_his(incoming);
    char text[LINE_TEXT_BYTES];
    struct tell tell;

    text_copy(text, line->length + 1, line->text);
    command_words_show_value(*word && !exact ? language_commands(language) : NULL, word, out);
    buf_put(out, *word ? " " : "");
    if (exact)
        buf_put(out, text);
    else
        tell_standing(wording_tell(&incoming->answer.wording, &tell), rulebook_of(incoming),
                      incoming->known->seat, text, out);
}

/* What a line would do now. since: entry behind which its order is one of this very letter. */
static void list_line(struct incoming *incoming, const void *view, struct standing_order_set *set,
                      unsigned i, uint64_t since, struct order *list)
{
    const struct standing_line *text = &set->text[i];
    struct verdict verdict = {0};
    OWN_WIPED(buf) line = {0}, words = {0}, orders = {0}, reason = {0};
    const char *key;
    const struct position *position = incoming->position;

    put_line(incoming, text, &words);
    if (set->line[i]->opened)
        key = "desk.standing-opened";
    else if (set->line[i]->used > since)
        key = "desk.standing-just";
    else if (text->spent && text->when != STANDING_ALWAYS)
        key = "desk.standing-spent";
    else if (position->played->standing->judge(rulebook_of(incoming), view, incoming->known->seat,
                                               text->text, text->length, false,
                                               &verdict) != VERDICT_DONE) {
        key = "desk.standing-lapsed";
        wording_verdict(&incoming->answer.wording, &verdict, &reason);
    } else
        key = say_now(incoming, view, set, i, list, &orders);
    WORDING(&incoming->answer.wording, &line, key, "text", buf_text(&words), "order",
            buf_text(&orders), "reason", buf_text(&reason));
    incoming_add(incoming, buf_text(&line));
}

void standing_give_examples(struct incoming *incoming)
{
    static const char *const keys[] = {STANDING_EXAMPLES};

    incoming_tell(incoming, "desk.standing-examples", "text", "", NULL);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        OWN(buf) line = {0};

        WORDING(&incoming->answer.wording, &line, keys[i], "text", "");
        incoming_tell(incoming, "desk.standing-example", "text", buf_text(&line), NULL);
    }
}

/* Entry of the newest of these lines. */
static uint64_t newest_line(const struct standing_order_set *set)
{
    uint64_t newest = 0;

    for (unsigned i = 0; i < set->count; i++)
        if (set->line[i]->n > newest)
            newest = set->line[i]->n;
    return newest;
}

static enum rc list_set(struct incoming *incoming, struct standing_order_set *set, uint64_t since,
                        struct err *err)
{
    OWN_MEMORY void *view = own_view(incoming);
    OWN_MEMORY struct order *list = malloc(LEGAL_MAX * sizeof *list);

    TRY(view && list ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for standing orders"));
    for (unsigned i = 0; i < set->count; i++)
        list_line(incoming, view, set, i, since, list);
    incoming->fate.wants_lines = false;
    return RC_OK;
}

static enum rc list_lines(struct incoming *incoming, struct err *err)
{
    OWN_AT(standing_order_set) set = NULL;

    TRY(standing_log(incoming, err));
    TRY(standing_order_set_new(incoming->position, incoming->known->seat, &set, err));
    incoming_say(incoming, set->count ? "desk.standing-list" : "desk.standing-empty",
                 (const char *)NULL);
    if (!set->count)
        standing_give_examples(incoming);
    return list_set(incoming, set, UINT64_MAX, err);
}

enum rc standing_tell(struct incoming *incoming, struct err *err)
{
    OWN_AT(standing_order_set) set = NULL;

    if (!incoming->fate.wants_lines)
        return RC_OK;
    TRY(standing_order_set_new(incoming->position, incoming->known->seat, &set, err));
    incoming_tell(incoming, set->count ? "desk.standing-sealed" : "desk.standing-ended", "text", "",
                  NULL);
    return list_set(incoming, set, newest_line(set), err);
}

/* ---- leaving lines ---- */

/* The next lines under their own seals, as one entry; the first of a letter seals the letter along.
 * in     text: `count` of them, each with its NUL */
static enum rc log_lines(struct incoming *incoming, const char *text, unsigned count,
                         struct err *err)
{
    const uint64_t first = (uint64_t)incoming->position->own_count[incoming->known->seat] + 1;
    char name[ENTRY_LINES_MAX][SEAL_NAME_MAX + 1];
    struct position_seal seal[ENTRY_LINES_MAX];
    struct entry entry;

    for (unsigned i = 0; i < count; i++) {
        seal_name_write(SEAL_OWN, incoming->known->seat, first + i, name[i]);
        seal[i] = (struct position_seal){.name = name[i],
                                         .seat = incoming->known->seat,
                                         .payload = text,
                                         .length = strlen(text)};
        text += seal[i].length + 1;
    }
    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_OWN);
    entry.count = (uint8_t)count;
    text_copy(entry.name, sizeof entry.name, name[0]);
    return incoming_append(incoming, &entry, seal, count, err);
}

enum rc standing_log(struct incoming *incoming, struct err *err)
{
    const char *text = buf_text(&incoming->own);
    enum rc rc = buf_rc(&incoming->own, err);

    for (unsigned left = incoming->own_count; left && rc == RC_OK;) {
        const unsigned count = left < ENTRY_LINES_MAX ? left : ENTRY_LINES_MAX;

        rc = log_lines(incoming, text, count, err);
        for (unsigned i = 0; i < count; i++)
            text += strlen(text) + 1;
        left -= count;
    }
    buf_wipe(&incoming->own);
    incoming->own_count = 0;
    incoming->own_dropped = false;
    return rc;
}

static void leave_line(struct incoming *incoming, const char *text)
{
    buf_put_bytes(&incoming->own, text, strlen(text) + 1);
    incoming->own_count++;
    incoming->own_dropped |= text_equal(text, STANDING_ORDER_NONE);
    incoming->fate.left_lines = true;
}

/* Lines that will be in force when those left are logged; "none" counts as one. */
static unsigned count_lines(const struct incoming *incoming)
{
    const struct standing_order *line[STANDING_ORDERS_MAX];

    return incoming->own_count +
           (incoming->own_dropped
                ? 0
                : standing_order_in_force(incoming->position, incoming->known->seat, line));
}

static void answer(struct incoming *incoming, const char *key, const char *text,
                   const struct verdict *verdict)
{
    OWN_WIPED(buf) line = {0}, reason = {0};

    if (verdict->kind == VERDICT_ILLEGAL || verdict->kind == VERDICT_MALFORMED)
        wording_verdict(&incoming->answer.wording, verdict, &reason);
    WORDING(&incoming->answer.wording, &line, key, "text", text, "reason", buf_text(&reason));
    incoming_add(incoming, buf_text(&line));
}

/* Why no line is taken at all; NULL = they are. */
static const char *closed(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    if (position->is_frozen)
        return "desk.frozen";
    if (position->waits)
        return "desk.lost";
    if (position->phase == POSITION_OVER)
        return "desk.game-over";
    return position->rostered && position->played->standing ? NULL : "desk.standing-unknown";
}

/* "once LINE", "then LINE". */
static enum standing_when take_when(const struct incoming *incoming, const char **text)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    struct standing_line line;
    bool then = false;

    standing_part(*text, strlen(*text), &line);
    if (line.when == STANDING_ALWAYS) {
        size_t used = command_words_when(words, *text, &then);

        line.text += used;
        line.when = !used ? STANDING_ALWAYS : then ? STANDING_THEN : STANDING_ONCE;
    }
    *text = line.text;
    return line.when;
}

/* What is not understood may be canonical text, as answers show it and kept lines have it. */
static enum verdict_kind write_line(const struct incoming *incoming, const char *words,
                                    enum standing_when when, struct text *out,
                                    struct verdict *verdict)
{
    const struct position *position = incoming->position;
    const struct lexicon *lexicon =
        language_lexicon(incoming->answer.wording.language, position->played);
    const unsigned seat = incoming->known->seat;
    enum verdict_kind kind = standing_write(position->played, position_rulebook(position), lexicon,
                                            seat, words, strlen(words), when, out, verdict);

    if (kind == VERDICT_DONE || when != STANDING_ALWAYS ||
        !standing_is_canonical(position->played, position_rulebook(position), seat, words,
                               strlen(words)))
        return kind;
    text_init(out, out->at, LINE_TEXT_BYTES);
    text_put(out, words);
    return verdict_done(verdict);
}

/* In the words of where the game stands. */
static void settle(const struct incoming *incoming, const void *view, struct text *out,
                   struct standing_line *part)
{
    const struct position *position = incoming->position;
    const struct game_standing *standing = position->played->standing;
    TEXT_IN(here, array, LINE_TEXT_BYTES);

    if (standing->settle && part->when != STANDING_THEN &&
        standing->settle(position_rulebook(position), view, incoming->known->seat, part->text,
                         part->length, &here)) {
        text_init(out, out->at, LINE_TEXT_BYTES);
        text_put(out, array);
        standing_part(out->at, out->length, part);
    }
    secret_wipe(array, sizeof array);
}

/* A line's canonical text, or why it is not taken: a sentence of the desk, or the rules' verdict.
 */
static const char *refusal(const struct incoming *incoming, const char *words, bool replaces,
                           struct text *out, struct verdict *verdict)
{
    const struct position *position = incoming->position;
    const struct game_standing *standing = position->played->standing;
    enum standing_when when = take_when(incoming, &words);
    struct standing_line part;
    OWN_MEMORY void *view = own_view(incoming);
    bool taken;

    if (strlen(words) > WORDS_BYTES_MAX || strpbrk(words, "[]\t") || *words == OWN_SIGN)
        return "desk.standing-long";
    if (!replaces && count_lines(incoming) >= STANDING_ORDERS_MAX)
        return "desk.standing-many";
    taken = view && write_line(incoming, words, when, out, verdict) == VERDICT_DONE;
    standing_part(out->at, out->length, &part);
    if (taken)
        settle(incoming, view, out, &part);
    taken = taken && standing->judge(position_rulebook(position), view, incoming->known->seat,
                                     part.text, part.length, true, verdict) == VERDICT_DONE;
    return taken ? NULL : "desk.standing-refused";
}

/* The canonical text of a line, of which the letter's seat may leave any now. */
static bool read_line(const struct incoming *incoming, const char *words, struct text *out)
{
    struct verdict verdict = {0};
    enum standing_when when = take_when(incoming, &words);

    return !closed(incoming) && strlen(words) <= WORDS_BYTES_MAX &&
           write_line(incoming, words, when, out, &verdict) == VERDICT_DONE;
}

bool standing_is_line(const struct incoming *incoming, const char *words, bool marked)
{
    TEXT_IN(text, array, LINE_TEXT_BYTES);
    WIPED_AT_END(array);

    return read_line(incoming, words, &text) && (!marked || standing_has_mark(array));
}

bool standing_is_rest(const struct incoming *incoming, const char *words)
{
    TEXT_IN(text, array, LINE_TEXT_BYTES);
    WIPED_AT_END(array);

    return read_line(incoming, words, &text) && standing_rest(array, text.length);
}

/* "The rest at random": besides all that was left before, which newer lines would go before. So
 * those are left anew, in front of it, but for one that did the same. */
static void keep_before(struct incoming *incoming, const char *rest)
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    const size_t what = standing_rest(rest, strlen(rest));
    unsigned left = incoming->own_count,
             count = incoming->own_dropped
                         ? 0
                         : standing_order_in_force(incoming->position, incoming->known->seat, line);

    if (!what || !count)
        return;

    OWN_WIPED(buf) own = incoming->own;

    incoming->own = (struct buf){0};
    leave_line(incoming, STANDING_ORDER_NONE);
    buf_put_bytes(&incoming->own, own.at, own.length);
    incoming->own_count += left;
    for (unsigned i = 0; i < count; i++) {
        struct standing_line part;
        size_t length;
        const char *text = standing_order_text(incoming->position, line[i], &length);

        if (!text)
            continue;
        standing_part(text, length, &part);
        if (!(line[i]->used && part.when != STANDING_ALWAYS) &&
            !(standing_rest(part.text, part.length) == what && memcmp(part.text, rest, what) == 0))
            leave_line(incoming, text);
    }
}

/* One line of the set; *replaces: those before it are dropped with it. */
static void take_line(struct incoming *incoming, const char *words, bool *replaces)
{
    struct verdict verdict = {0};
    TEXT_IN(text, array, LINE_TEXT_BYTES);
    const char *why = refusal(incoming, words, *replaces, &text, &verdict);

    if (!why && incoming->lines.flags & INCOMING_PREVIEW)
        why = "desk.standing-fits";
    if (why) {
        answer(incoming, why, words, &verdict);
        return;
    }
    keep_before(incoming, array);
    if (*replaces && !standing_is_rest(incoming, words) && count_lines(incoming)) {
        leave_line(incoming, STANDING_ORDER_NONE);
        answer(incoming, "desk.standing-replaced", "", &verdict);
    }
    *replaces = false;
    leave_line(incoming, array);
    incoming->fate.wants_lines = true;
}

/* "If he attacks the Troll, 2; anybody else, 0": what is none by itself belongs to the one before.
 * part: becomes the line that words begin with; returns its bytes there */
static size_t take_part(const struct incoming *incoming, const char *words,
                        char part[WORDS_BYTES_MAX + 2])
{
    size_t length = strcspn(words, ";");
    size_t both = words[length] ? length + 1 + strcspn(words + length + 1, ";") : length;

    if (both > length && both <= WORDS_BYTES_MAX) {
        const char *next = words + length + 1 + strspn(words + length + 1, " \t");

        text_copy(part, both - (size_t)(next - words) + 1, next);
        if (!standing_is_line(incoming, part, false)) {
            text_copy(part, both + 1, words);
            part[length] = ',';
            if (standing_is_line(incoming, part, false))
                return both;
        }
    }
    text_copy(part, length + 1 < WORDS_BYTES_MAX + 2 ? length + 1 : WORDS_BYTES_MAX + 2, words);
    return length;
}

/* "LINE; LINE; LINE" */
static void take_lines(struct incoming *incoming, const char *words, bool replaces)
{
    char part[WORDS_BYTES_MAX + 2];

    while (*words) {
        size_t length = take_part(incoming, words, part), kept = strlen(part);

        while (kept && text_is_space(part[kept - 1]))
            kept--;
        part[kept] = '\0';
        if (kept)
            take_line(incoming, part, &replaces);
        words += length + (words[length] == ';');
        words += strspn(words, " \t");
    }
    secret_wipe(part, sizeof part);
}

static void drop_lines(struct incoming *incoming)
{
    struct verdict verdict = {0};

    if (incoming->lines.flags & INCOMING_PREVIEW) {
        answer(incoming, "desk.standing-fits", STANDING_ORDER_NONE, &verdict);
        return;
    }
    leave_line(incoming, STANDING_ORDER_NONE);
    answer(incoming, "desk.standing-none", STANDING_ORDER_NONE, &verdict);
}

/* "usual": the lines that he kept, as if he wrote them here. */
static enum rc take_usual(struct incoming *incoming, bool replaces, struct err *err)
{
    OWN_WIPED(buf) lines = {0};

    TRY(usual_get(incoming->desk, incoming->known->sender, incoming->position->played->name, &lines,
                  err));
    if (!lines.length)
        incoming_tell(incoming, "desk.standing-kept-none", "n", "", NULL);
    else
        take_lines(incoming, buf_text(&lines), replaces);
    return RC_OK;
}

/* Those of this letter, too. */
static enum rc keep_lines(struct incoming *incoming, struct err *err)
{
    TRY(standing_log(incoming, err));
    return standing_keep(incoming, err);
}

/* "also LINE": behind the word, or NULL. */
static const char *behind_also(const char *arguments)
{
    static const char word[] = "also ";
    char first[sizeof word];

    text_copy(first, sizeof first, arguments);
    return text_equal_folded(first, word) ? arguments + sizeof word - 1 : NULL;
}

enum rc standing_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *why = closed(incoming), *more = behind_also(arguments);
    bool first = !incoming->fate.left_lines;

    if (*arguments && why) {
        answer(incoming, why, arguments, &(struct verdict){0});
        return RC_OK;
    }
    if (text_equal_folded(arguments, "keep"))
        return keep_lines(incoming, err);
    if (text_equal_folded(more ? more : arguments, "usual"))
        return take_usual(incoming, first && !more, err);
    if (text_equal_folded(arguments, STANDING_ORDER_NONE))
        drop_lines(incoming);
    else if (*arguments)
        take_lines(incoming, more ? more : arguments, first && !more);
    if (*arguments)
        return RC_OK;
    if (why)
        return incoming_say(incoming, "desk.standing-empty", (const char *)NULL);
    return list_lines(incoming, err);
}
