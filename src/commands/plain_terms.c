/* SPDX-License-Identifier: MIT */
/* Goes over a line and gathers runs of words that speak of days, hours, zones and ratings; a run
 * that amounts to a term is cut out of the line, all else stays. */
#include "commands/plain_terms.h"

#include <stdio.h>

#include "rules/phrase.h"
#include "server/zone_names.h"
#include "tell/command_words.h"
#include "tell/folded.h"

enum {
    TERMS_MAX = 6,
    NUMBERS_MAX = 4,
    ZONE_WORDS = 3,
    RATING_LEAST = 100,
    FIGURES_MOST = 4,
    AROUND = 100,
    SEATS_MOST = 8,
    NOON = 12,
    HOURS = 24
};

enum kind {
    JOINT,
    DAILY,
    EVENING,
    PM,
    AM,
    ZONE,
    DAY,
    HOUR,
    WEEK,
    TURN,
    NEAR,
    OVER,
    UNDER,
    RATING,
    FREE,
    SEATS,
    KINDS
};
static const char *const kinds[KINDS] = {"term.joint", "term.daily",  "term.evening", "term.pm",
                                         "term.am",    "term.zone",   "term.day",     "term.hour",
                                         "term.week",  "term.turn",   "term.around",  "term.over",
                                         "term.under", "term.rating", "term.free",    "term.seats"};

struct number {
    int64_t value, minute; /* minute: -1 = not said */
    enum kind unit;        /* DAY, HOUR; JOINT = none */
    size_t end;            /* in the folded text */
    bool seats;            /* "for four", "four players" */
};

struct run {
    const struct lexicon *words;
    unsigned first, beyond; /* of the words, those that speak of terms */
    struct folded line;
    bool has[KINDS];
    bool behind_zone; /* "hora de", "in": a place follows */
    unsigned weekdays;
    struct number number[NUMBERS_MAX];
    unsigned numbers;
    int64_t moves; /* "two moves a week"; 0 = not said */
    size_t seats;  /* where the last word ends that a number of seats stands behind */
    char zone[CALENDAR_ZONE_BYTES];
    size_t end; /* of what tells something; a joint behind it stays in the line */
};

static enum kind kind_at(const struct run *run, size_t at, size_t *used)
{
    uint16_t term[TERMS_MAX];
    unsigned count = lexicon_match_among(run->words, run->line.text + at, run->line.length - at,
                                         run->first, run->beyond, term, TERMS_MAX, used);
    enum kind found = KINDS;

    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < KINDS; k++)
            if (text_equal(run->words->terms[term[i]], kinds[k]) && (found == KINDS || !found))
                found = (enum kind)k; /* what tells more than a joint comes first */
    return found;
}

/* "21", "21:00", "21.30", "9pm", "20h30", "1500+"; 0 = no figures. */
static size_t take_figures(struct run *run, size_t at)
{
    const char *text = run->line.text + at;
    size_t length = strspn(text, "0123456789"), more;
    struct number *number = &run->number[run->numbers];

    if (length > FIGURES_MOST || run->numbers == NUMBERS_MAX ||
        !text_to_int(text, length, &number->value))
        return 0;
    number->minute = -1;
    number->unit = JOINT;
    if (text[length] && strchr(":.h", text[length]) && length <= 2 &&
        strspn(text + length + 1, "0123456789") == 2 &&
        text_to_int(text + length + 1, 2, &number->minute))
        length += 3;
    more = folded_word_end(&run->line, at + length) - at - length;
    if (more && text_is(text + length, more, "pm"))
        run->has[PM] = true;
    else if (more && text_is(text + length, more, "am"))
        run->has[AM] = true;
    else if (more && (text_is(text + length, more, "h") || text_is(text + length, more, "d")))
        number->unit = text[length] == 'h' ? HOUR : DAY;
    else if (more)
        return 0;
    run->has[OVER] |= text[length] == '+';
    number->end = at + length + more;
    run->numbers++;
    return length + more;
}

/* "three days"; least: bytes that another word has */
static size_t take_number_word(struct run *run, size_t at, size_t least)
{
    size_t used;
    unsigned value;

    if (run->numbers == NUMBERS_MAX ||
        !phrase_number(run->words->phrases, run->line.text + at, run->line.length - at, &value,
                       &used) ||
        used <= least)
        return 0;
    run->number[run->numbers++] = (struct number){.value = value, .minute = -1, .end = at + used};
    return used;
}

static size_t take_weekday(struct run *run, size_t at)
{
    size_t used = folded_word_end(&run->line, at) - at;
    unsigned day = command_words_weekday(run->words, run->line.text + at, used);

    run->weekdays |= day ? 1u << (day - 1) : 0;
    return day ? used : 0;
}

/* A place, by the most words that name one: with a capital, or where a zone is spoken of. */
static size_t take_place(struct run *run, size_t at)
{
    const char *written = run->line.line + folded_before(&run->line, at);
    size_t end[ZONE_WORDS], next = at, used;
    unsigned words = 0;
    char place[CALENDAR_ZONE_BYTES];

    for (; words < ZONE_WORDS && next < run->line.length; words++) {
        end[words] = folded_word_end(&run->line, next);
        if (run->line.text[end[words]] == '/') /* "Europe/Rome" */
            end[words] += strcspn(run->line.text + end[words], " ,;)?!");
        next = end[words] + strspn(run->line.text + end[words], " ");
        if (next == end[words]) {
            words++;
            break;
        }
    }
    while (words-- && !run->zone[0]) {
        size_t bytes = folded_before(&run->line, end[words]) - folded_before(&run->line, at);
        size_t behind = folded_next(&run->line, end[words]);

        if (bytes >= sizeof place ||
            !(run->behind_zone || text_is_capital(written) ||
              (behind < run->line.length && kind_at(run, behind, &used) == ZONE)))
            continue;
        text_copy(place, bytes + 1, written);
        if (zone_names_find(place, run->zone))
            return end[words] - at;
        run->zone[0] = '\0';
    }
    return 0;
}

/* "3 days", "two weeks"; "a week" and "a day" have their number in them; "two moves" go into what
 * is told behind them. */
static void note_unit(struct run *run, enum kind kind, size_t at)
{
    struct number *last = run->numbers ? &run->number[run->numbers - 1] : NULL;

    if (kind == TURN && last && last->unit == JOINT && last->value &&
        folded_next(&run->line, last->end) == at) {
        run->moves = last->value;
        run->numbers--;
    }
    if (last && folded_next(&run->line, last->end) == at && kind != JOINT) /* "at 3 points" */
        last->seats = kind == SEATS
                          ? last->seats || !folded_has(&run->line, run->words, at, kinds[JOINT])
                          : false;
    if (kind != DAY && kind != HOUR && kind != WEEK)
        return;
    if (!last || last->value >= RATING_LEAST || folded_next(&run->line, last->end) != at) {
        if (kind == HOUR || run->numbers == NUMBERS_MAX)
            return;
        last = &run->number[run->numbers++];
        *last = (struct number){.value = 1, .minute = -1};
    }
    last->value *= kind == WEEK ? 7 : 1;
    last->unit = kind == HOUR ? HOUR : DAY;
}

/* Takes what begins here; 0 = it is no word of terms. */
static size_t take(struct run *run, size_t at)
{
    size_t used = 0, other;
    enum kind kind = KINDS;
    const unsigned numbers = run->numbers;
    bool tells = true;

    if (text_is_digit(run->line.text[at]))
        used = take_figures(run, at);
    else {
        kind = kind_at(run, at, &used);
        used = kind < KINDS ? used : 0;
        other = kind == FREE ? 0 : take_weekday(run, at);
        if (!other && (kind == KINDS || kind == JOINT)) /* "a couple of" */
            other = take_number_word(run, at, used);
        if (!used && !other && (run->has[DAILY] || run->numbers))
            other = take_place(run, at);
        kind = other ? KINDS : kind;
        used = other ? other : used;
    }
    if (run->numbers > numbers && kind == KINDS)
        run->number[numbers].seats = run->seats && folded_next(&run->line, run->seats) == at;
    run->seats = kind == SEATS ? at + used : 0;
    if (kind < KINDS) {
        run->has[kind] = true;
        run->has[DAILY] |= kind == EVENING;
        tells = kind != JOINT;
        note_unit(run, kind, at);
    }
    run->behind_zone = kind == ZONE || (run->behind_zone && kind == JOINT);
    if (used && tells)
        run->end = at + used;
    return used;
}

static void put(struct buf *out, const char *word)
{
    buf_printf(out, "%s%s", out->length ? " " : "", word);
}

/* The hour of "at 9": what is no rating and has no days. */
static bool put_hour(const struct run *run, struct buf *out)
{
    static const char *const names[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    const struct number *at = run->number, *end = at + run->numbers;
    char days[64] = "", due[96];
    struct text text = text_in(days, sizeof days);
    int64_t hour;

    while (at < end && (at->value > 24 || at->unit == DAY || at->minute > 59))
        at++;
    if (at == end || (!run->weekdays && !run->has[DAILY]) || (run->has[TURN] && at->unit == HOUR))
        return false;
    hour = at->value % 24;
    if ((run->has[PM] || (run->has[EVENING] && !run->has[AM])) && hour < NOON)
        hour += NOON;
    else if (run->has[AM] && hour == NOON)
        hour = 0;
    for (unsigned d = 0; d < 7; d++)
        if (run->weekdays >> d & 1)
            TEXT_PUT(&text, text.length ? "+" : "", names[d]);
    for (unsigned i = 0; i < 2; i++) { /* whatever is asked is due then */
        snprintf(due, sizeof due, "%s=%s@%02d:%02d", i ? "reply" : "turn",
                 run->weekdays ? days : "daily", (int)hour, (int)(at->minute < 0 ? 0 : at->minute));
        put(out, due);
    }
    if (run->zone[0]) {
        put(out, "zone=");
        buf_put(out, run->zone);
    }
    return true;
}

static bool put_duration(const struct run *run, struct buf *out)
{
    const int64_t moves = run->moves ? run->moves : 1;

    if (run->moves && run->has[DAILY]) {
        put(out, "turn=");
        buf_printf(out, "%dh", (int)(HOURS / moves > 0 ? HOURS / moves : 1));
        return true;
    }
    for (unsigned i = 0; i < run->numbers && run->has[TURN]; i++)
        if (run->number[i].unit != JOINT && run->number[i].value && run->number[i].minute < 0) {
            int64_t value = run->number[i].value;
            bool days = run->number[i].unit == DAY && value >= moves;

            value = (run->number[i].unit == DAY && !days ? HOURS * value : value) / moves;
            put(out, "turn=");
            buf_printf(out, "%d%c", value ? (int)value : 1, days ? 'd' : 'h');
            return true;
        }
    return false;
}

static bool put_rating(const struct run *run, struct buf *out)
{
    int least = 0, most = 0;

    if (!run->has[RATING] && !run->has[NEAR] && !run->has[OVER] && !run->has[UNDER])
        return false;
    for (unsigned i = 0; i < run->numbers; i++) {
        int value = (int)run->number[i].value;

        if (value < RATING_LEAST || value > 9999 || run->number[i].unit != JOINT)
            continue;
        least = least ? least : value;
        most = value;
    }
    if (!most)
        return false;
    if (least == most && !run->has[OVER] && !run->has[UNDER]) {
        least -= AROUND - (least == AROUND);
        most += AROUND;
    }
    put(out, "rating=");
    if (!run->has[UNDER] || least < most)
        buf_printf(out, "%d", least);
    buf_put(out, "..");
    if (!run->has[OVER] || least < most)
        buf_printf(out, "%d", most);
    return true;
}

/* "For four", but not "for four fights". */
static bool counts_seats(const struct run *run, const struct number *number)
{
    size_t next = folded_next(&run->line, number->end), used;

    return number->seats && number->unit == JOINT && number->minute < 0 && number->value > 1 &&
           number->value <= SEATS_MOST &&
           (next >= run->line.length || kind_at(run, next, &used) < KINDS ||
            strcspn(run->line.text + number->end, ",.;:!?()") < next - number->end);
}

static bool put_seats(const struct run *run, struct buf *out)
{
    for (unsigned i = 0; i < run->numbers; i++)
        if (counts_seats(run, &run->number[i])) {
            put(out, "seats=");
            buf_printf(out, "%d", (int)run->number[i].value);
            return true;
        }
    return false;
}

static bool put_terms(const struct run *run, struct buf *out)
{
    bool hour = put_hour(run, out), duration = !hour && put_duration(run, out),
         seats = put_seats(run, out);

    if (run->has[FREE])
        put(out, "free=sat+sun");
    return put_rating(run, out) || hour || duration || seats || run->has[FREE];
}

/* What stands around terms, without signs at its ends. */
static void put_part(const struct folded *line, size_t from, size_t to, struct buf *out)
{
    static const char signs[] = " ,;:.()?!";

    while (from < to && strchr(signs, line->text[from]))
        from++;
    while (to > from && strchr(signs, line->text[to - 1]))
        to--;
    if (from == to)
        return;
    buf_put(out, out->length ? " " : "");
    buf_put_bytes(out, line->line + folded_before(line, from),
                  folded_before(line, to) - folded_before(line, from));
}

bool plain_terms_take(const struct lexicon *words, const char *line, struct buf *terms,
                      struct buf *rest)
{
    struct run run = {.words = words};
    size_t from = 0, at, next; /* from: in the folded text, what is not copied yet */
    bool turn = false;
    unsigned first = 0, beyond;

    while (words && first < words->term_count && !text_starts_with(words->terms[first], "term."))
        first++;
    beyond = first;
    while (words && beyond < words->term_count && text_starts_with(words->terms[beyond], "term."))
        beyond++;
    if (!words || strchr(line, '=') || !folded_read(&run.line, line))
        return false;
    for (at = folded_next(&run.line, 0); at < run.line.length; at = folded_next(&run.line, next)) {
        struct run now = {.words = words, .first = first, .beyond = beyond, .line = run.line};
        size_t used;

        for (next = at; next < run.line.length && (used = take(&now, next)) > 0;)
            next = folded_next(&run.line, next + used);
        if (now.end && next < run.line.length &&
            folded_has(&run.line, words, next, "term.unwanted")) {
            turn = now.has[TURN]; /* "two days a move is too fast, a week" */
            continue;
        }
        now.has[TURN] |= turn;
        if (now.end && put_terms(&now, terms)) {
            put_part(&run.line, from, at, rest);
            next = from = next < run.line.length ? now.end : next; /* "…, please" */
        } else if (next == at || now.end)
            next = folded_word_end(&run.line, at);
    }
    if (!terms->length)
        return false;
    put_part(&run.line, from, run.line.length, rest);
    return true;
}
