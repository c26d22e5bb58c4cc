/* SPDX-License-Identifier: MIT */
/* Reckons clocks and deadlines from the times of a log. It reads no clock and no calendar. */
#include "play/timing.h"

#include "record/replay.h"
#include "server/config.h"
#include "server/zone_names.h"

enum { DAILY = 0x7f, LEAST_S = 12 * 3600, TERMS_BYTES = 512 };

static const char *const names[TIME_CLASS_COUNT] = {
    [TIME_NONE] = NULL, [TIME_SETUP] = "setup", [TIME_TURN] = "turn", [TIME_REPLY] = "reply"};

/* ---- rules as text ---- */

struct word {
    const char *name;
    size_t length;
    const char *value;
    size_t value_length;
};

/* Where a duration of the rules is kept, and its least; NULL = no such name. */
static int64_t *duration_of(const struct word *word, struct timing_rules *rules, int64_t *least)
{
    *least = 60;
    for (int class = TIME_SETUP; class < TIME_CLASS_COUNT; class ++)
        if (text_is(word->name, word->length, names[class]))
            return &rules->allowance_s[class];
    if (text_is(word->name, word->length, "least"))
        return &rules->least_s;
    *least = 0;
    if (text_is(word->name, word->length, "grace"))
        return &rules->grace_s;
    if (text_is(word->name, word->length, "reserve"))
        return &rules->reserve_s;
    return text_is(word->name, word->length, "save") ? &rules->save_s : NULL;
}

/* The class that a word names; TIME_NONE = none. */
static unsigned class_of(const struct word *word)
{
    unsigned class = TIME_CLASS_COUNT - 1;

    while (class > TIME_NONE && !text_is(word->name, word->length, names[class]))
        class --;
    return class;
}

/* "daily@21:00", "wed+sun@20:00" */
static enum rc read_hour(const struct word *word, const char *shown, struct timing_hour *hour,
                         struct err *err)
{
    const char *at = memchr(word->value, '@', word->value_length);
    size_t length = (size_t)(at - word->value);
    int64_t hours, minutes;
    struct calendar days = {0};
    char text[TIMING_FREE_BYTES];

    text_copy(text, length + 1 < sizeof text ? length + 1 : sizeof text, word->value);
    if (text_equal(text, "daily"))
        days.weekdays = DAILY;
    else if (!calendar_read_days(text, &days) || days.day_count || days.rest_from != days.rest_to)
        days.weekdays = 0;
    if (!days.weekdays || word->value_length != length + 6 || at[3] != ':' ||
        !text_to_int(at + 1, 2, &hours) || !text_to_int(at + 4, 2, &minutes) || hours > 23 ||
        minutes > 59)
        return ERR(err, RC_BAD_INPUT, "'", shown,
                   "': write days and an hour, as in turn=daily@21:00 or turn=wed+sun@20:00");
    *hour = (struct timing_hour){days.weekdays, (uint16_t)(hours * 60 + minutes)};
    return RC_OK;
}

/* An old record may name a zone that is no more. */
static enum rc read_zone(const struct word *word, const char *shown, struct timing_rules *rules,
                         struct err *err)
{
    if (word->value_length >= sizeof rules->zone || !word->value_length)
        return ERR(err, RC_BAD_INPUT, "'", shown, "': a zone is written like zone=Europe/Rome");
    text_copy(rules->zone, word->value_length + 1, word->value);
    return RC_OK;
}

static enum rc read_free(const struct word *word, const char *shown, struct timing_rules *rules,
                         struct err *err)
{
    struct calendar days = {0};
    char text[TIMING_FREE_BYTES];

    FAIL_IF(word->value_length >= sizeof text, err, RC_BAD_INPUT, "'", shown, "': too many days");
    memcpy(text, word->value, word->value_length);
    text[word->value_length] = '\0';
    FAIL_IF(!calendar_read_days(text, &days), err, RC_BAD_INPUT, "'", shown,
            "': write weekdays, days of each year or of one, hours of each day, not the whole "
            "week, as in free=sat+sun+12-25+2027-04-02+20h-8h; or free=none");
    text_copy(rules->free, sizeof rules->free, text_equal(text, "none") ? "" : text);
    return RC_OK;
}

/* Rules that are numbers; none = 0. */
static const struct count {
    const char *name;
    int64_t least, most;
    size_t place;
} counts[] = {
    {"away", REPLAY_AWAY_LEAST, REPLAY_AWAY_MOST, offsetof(struct timing_rules, away)},
    {"stock", 1, REPLAY_DAYS_MOST, offsetof(struct timing_rules, stock)},
    {"yearly", 1, REPLAY_DAYS_MOST, offsetof(struct timing_rules, yearly)},
    {"once", 1, REPLAY_DAYS_MOST, offsetof(struct timing_rules, once)},
    {"extensions", 1, REPLAY_DAYS_MOST, offsetof(struct timing_rules, extensions)},
    {"lend", 1, REPLAY_DAYS_MOST, offsetof(struct timing_rules, lend)},
};
enum { COUNTS = sizeof counts / sizeof counts[0], ONCE = 7 };

static int64_t *count_in(struct timing_rules *rules, const struct count *count)
{
    return (int64_t *)(void *)((char *)rules + count->place);
}

static const struct count *find_count(const struct word *word)
{
    for (size_t i = 0; i < COUNTS; i++)
        if (text_is(word->name, word->length, counts[i].name))
            return &counts[i];
    return NULL;
}

static enum rc read_count(const struct word *word, const char *shown, const struct count *count,
                          struct timing_rules *rules, struct err *err)
{
    int64_t number = 0;

    if (!text_is(word->value, word->value_length, "none") &&
        (!text_to_int(word->value, word->value_length, &number) || number < count->least ||
         number > count->most))
        return ERR(err, RC_BAD_INPUT, "'", shown, "': write a number, ", TEXT_INT(count->least),
                   " to ", TEXT_INT(count->most), ", or none");
    *count_in(rules, count) = number;
    return RC_OK;
}

/* "5d"; in genesis "1+5d": seat 1 begins as host. */
static enum rc read_host(const struct word *word, const char *shown, struct timing_rules *rules,
                         struct err *err)
{
    const char *at = word->value;
    size_t length = word->value_length;
    unsigned seat = 0;
    int64_t days = 0;

    if (length > 2 && at[1] == '+' && at[0] >= '1' && at[0] <= '0' + SEATS_MAX) {
        seat = (unsigned)(at[0] - '0');
        at += 2;
        length -= 2;
    }
    if (!text_is(at, length, "none") &&
        (!length || at[length - 1] != 'd' || !text_to_int(at, length - 1, &days) || days < 1 ||
         days > REPLAY_HOST_DAYS))
        return ERR(err, RC_BAD_INPUT, "'", shown,
                   "': write how many days a host gives at most at once, 1d to 30d, or host=none");
    rules->host_days = days;
    rules->host = seat;
    return RC_OK;
}

static enum rc read_word(const char *at, size_t length, struct timing_rules *rules, struct err *err)
{
    const char *equals = memchr(at, '=', length);
    struct word word = {at, 0, NULL, 0};
    int64_t seconds, least, *place;
    TEXT_IN(text, shown, TIMING_FREE_BYTES + 16);

    text_put_bytes(&text, at, length);
    if (equals) {
        word.length = (size_t)(equals - at);
        word.value = equals + 1;
        word.value_length = length - word.length - 1;
    }
    if (equals && text_is(word.name, word.length, "free"))
        return read_free(&word, shown, rules, err);
    if (equals && text_is(word.name, word.length, "zone"))
        return read_zone(&word, shown, rules, err);
    if (equals && find_count(&word))
        return read_count(&word, shown, find_count(&word), rules, err);
    if (equals && text_is(word.name, word.length, "host"))
        return read_host(&word, shown, rules, err);
    if (equals && class_of(&word) && memchr(word.value, '@', word.value_length))
        return read_hour(&word, shown, &rules->hour[class_of(&word)], err);
    place = equals ? duration_of(&word, rules, &least) : NULL;
    FAIL_IF(!place, err, RC_BAD_INPUT, "'", shown,
            "' is not a time rule; there are setup=, turn=, reply=, grace=, save=, "
            "reserve=, free=, zone=, least=, away=, stock=, yearly=, once=, "
            "extensions=, lend=, host= and fast, as in \"turn=3d free=sat+sun\"");
    if (!config_duration(word.value, word.value_length, &seconds) || seconds < least)
        return ERR(err, RC_BAD_INPUT, "'", shown,
                   "': write a number and m, h or d, at least 1m, as in turn=36h");
    *place = seconds;
    rules->hour[class_of(&word)] = (struct timing_hour){0};
    return RC_OK;
}

bool timing_has_hours(const struct timing_rules *rules)
{
    unsigned class = TIME_CLASS_COUNT - 1;

    while (class > TIME_NONE && !rules->hour[class].weekdays)
        class --;
    return class > TIME_NONE;
}

enum rc timing_read(const char *text, struct timing_rules *rules, struct err *err)
{
    struct timing_rules made = *rules;

    while (*(text += strspn(text, " ,"))) {
        size_t length = strcspn(text, " ,");

        TRY(read_word(text, length, &made, err));
        text += length;
    }
    if (timing_has_hours(&made) && !made.least_s)
        made.least_s = LEAST_S;
    if ((made.stock || made.yearly) && !made.once)
        made.once = ONCE;
    for (int class = TIME_SETUP; class < TIME_CLASS_COUNT; class ++)
        if (made.hour[class].weekdays)
            made.allowance_s[class] = made.least_s;
    *rules = made;
    return RC_OK;
}

/* A game as fast as both are: hours instead of days, and a night for everybody. */
static const char fast[] = "setup=2h turn=2h reply=1h free=22h-8h";

bool timing_is_fast(const char *word, size_t length)
{
    char whole[sizeof TIMING_FAST];

    if (length >= sizeof whole)
        return false;
    text_copy(whole, length + 1, word);
    return text_equal_folded(whole, TIMING_FAST);
}

/* What "fast" stands for comes first, so that words beside it count. */
static void spell_out(const char *text, struct text *out)
{
    bool is_fast = false;

    for (const char *at = text; *(at += strspn(at, " ,"));) {
        size_t length = strcspn(at, " ,");

        is_fast |= timing_is_fast(at, length);
        at += length;
    }
    if (is_fast)
        text_put(out, fast);
    for (const char *at = text; *(at += strspn(at, " ,"));) {
        size_t length = strcspn(at, " ,");

        if (!timing_is_fast(at, length)) {
            text_put(out, out->length ? " " : "");
            text_put_bytes(out, at, length);
        }
        at += length;
    }
}

/* ---- what goes with what ---- */

static bool saves_and_reserves(const struct timing_rules *rules)
{
    return rules->save_s && rules->reserve_s;
}

static bool saves_of_an_hour(const struct timing_rules *rules)
{
    return timing_has_hours(rules) && (rules->save_s || rules->reserve_s);
}

/* Days off in each player's zone go with "daily" alone: the other days are named, in the game's. */
static bool frees_an_hour(const struct timing_rules *rules)
{
    struct calendar days = {0};
    bool is_daily = true;

    for (int class = TIME_SETUP; class < TIME_CLASS_COUNT; class ++)
        is_daily &= !rules->hour[class].weekdays || rules->hour[class].weekdays == DAILY;
    return timing_has_hours(rules) && calendar_read_days(rules->free, &days) &&
           (days.rest_from != days.rest_to || (days.weekdays && !is_daily));
}

static bool lacks_its_zone(const struct timing_rules *rules)
{
    char zone[CALENDAR_ZONE_BYTES];

    return timing_has_hours(rules) && !zone_names_find(rules->zone, zone);
}

static bool has_no_hour(const struct timing_rules *rules)
{
    return !timing_has_hours(rules) && (rules->zone[0] || rules->least_s);
}

static bool has_no_stock(const struct timing_rules *rules)
{
    return rules->once && !rules->stock && !rules->yearly;
}

static const struct clash {
    const char *key; /* what players are told: desk.offer-time-KEY */
    bool (*is_there)(const struct timing_rules *rules);
    const char *why;
} clashes[] = {
    {"both", saves_and_reserves,
     "save= and reserve= contradict each other: a reserve takes up "
     "all that a turn leaves; write one of them"},
    {"hour-save", saves_of_an_hour,
     "what is due at an hour leaves nothing over: no save= or reserve= beside it"},
    {"hour-free", frees_an_hour,
     "beside an hour free= has no hours of its own, and days of the week beside daily@ alone"},
    {"hour-zone", lacks_its_zone, "an hour needs the zone it is meant in, as zone=Europe/Rome"},
    {"stock-none", has_no_stock, "once= belongs to a stock of days, as in stock=14 once=5"},
    {"hour-none", has_no_hour, "zone= and least= belong to an hour, as turn=daily@21:00"},
};

static const struct clash *find_clash(const struct timing_rules *rules)
{
    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; i++)
        if (clashes[i].is_there(rules))
            return &clashes[i];
    return NULL;
}

/* What is not named, and does not go with what is, falls. */
static void drop_what_falls(const struct timing_rules *named, struct timing_rules *rules)
{
    bool hours = timing_has_hours(named);

    if (!named->save_s && (named->reserve_s || hours))
        rules->save_s = 0;
    if (!named->reserve_s && (named->save_s || hours))
        rules->reserve_s = 0;
    if (hours && !named->free[0] && frees_an_hour(rules))
        rules->free[0] = '\0';
    if (!timing_has_hours(rules) && !named->least_s)
        rules->least_s = 0;
    if (!timing_has_hours(rules) && !named->zone[0])
        rules->zone[0] = '\0';
}

static enum rc read_terms(const char *wanted, struct timing_rules *rules,
                          const struct clash **clash, struct err *err)
{
    char text[TERMS_BYTES], zone[CALENDAR_ZONE_BYTES];
    struct timing_rules named = {0};
    struct text whole = text_in(text, sizeof text);

    spell_out(wanted, &whole);
    FAIL_IF(whole.cut, err, RC_TOO_LONG, "too many words about time");
    TRY(timing_read(text, &named, err));
    TRY(timing_read(text, rules, err));
    drop_what_falls(&named, rules);
    *clash = find_clash(rules);
    text_copy(zone, sizeof zone, rules->zone);
    if (timing_has_hours(rules) && !*clash)
        zone_names_find(zone, rules->zone);
    return *clash ? ERR(err, RC_BAD_INPUT, (*clash)->why) : RC_OK;
}

enum rc timing_read_terms(const char *wanted, struct timing_rules *rules, struct err *err)
{
    struct timing_rules made = *rules;
    const struct clash *clash;

    TRY(read_terms(wanted, &made, &clash, err));
    *rules = made;
    return RC_OK;
}

const char *timing_clash(const char *wanted)
{
    struct timing_rules made = {0};
    const struct clash *clash = NULL;
    enum rc rc = read_terms(wanted, &made, &clash, NULL);

    return rc != RC_OK && clash ? clash->key : NULL;
}

void timing_write_duration(int64_t seconds, struct text *out)
{
    static const struct {
        int64_t seconds;
        char unit;
    } units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
    unsigned i = 0;

    while (i < 3 && seconds % units[i].seconds != 0)
        i++;
    text_put_int(out, seconds / units[i].seconds);
    text_put_char(out, units[i].unit);
}

static void write_named(const char *name, int64_t seconds, struct text *out)
{
    if (!seconds)
        return;
    text_put(out, name);
    timing_write_duration(seconds, out);
}

static void write_two(unsigned number, struct text *out)
{
    TEXT_PUT(out, number < 10 ? "0" : "", TEXT_INT(number));
}

static void write_hour(const struct timing_hour *hour, struct text *out)
{
    const char *between = "";

    for (unsigned day = 0; day < 7 && hour->weekdays != DAILY; day++)
        if (hour->weekdays & 1u << day) {
            TEXT_PUT(out, between, calendar_weekdays[day]);
            between = "+";
        }
    text_put(out, hour->weekdays == DAILY ? "daily@" : "@");
    write_two(hour->minute / 60, out);
    text_put_char(out, ':');
    write_two(hour->minute % 60, out);
}

void timing_write(const struct timing_rules *rules, struct text *out)
{
    for (int class = TIME_SETUP; class < TIME_CLASS_COUNT; class ++) {
        TEXT_PUT(out, class > TIME_SETUP ? " " : "", names[class], "=");
        if (rules->hour[class].weekdays)
            write_hour(&rules->hour[class], out);
        else
            timing_write_duration(rules->allowance_s[class], out);
    }
    write_named(" grace=", rules->grace_s, out);
    write_named(" save=", rules->save_s, out);
    write_named(" reserve=", rules->reserve_s, out);
    if (rules->free[0])
        TEXT_PUT(out, " free=", rules->free);
    if (timing_has_hours(rules)) {
        TEXT_PUT(out, " zone=", rules->zone);
        write_named(" least=", rules->least_s, out);
    }
    for (size_t i = 0; i < COUNTS; i++) {
        const int64_t *count =
            (const int64_t *)(const void *)((const char *)rules + counts[i].place);

        if (!*count)
            continue;
        TEXT_PUT(out, " ", counts[i].name, "=", TEXT_INT(*count));
    }
    if (rules->host_days) {
        text_put(out, " host=");
        if (rules->host)
            TEXT_PUT(out, TEXT_INT(rules->host), "+");
        TEXT_PUT(out, TEXT_INT(rules->host_days), "d");
    }
}

/* ---- clocks ---- */

static struct timing_clock *find_clock(struct timing *timing, uint32_t clock)
{
    for (unsigned i = 0; i < timing->clock_count; i++)
        if (timing->clock[i].clock == clock)
            return &timing->clock[i];
    return NULL;
}

/* The days that did not count are not known here, so that a deadline which was moved over them
 * gives back at most the question's own allowance. */
int64_t timing_left(const struct timing *timing, const struct timing_open *open, int64_t at_s)
{
    int64_t stands_s = timing->pause_s > open->opened_s ? timing->pause_s : open->opened_s;
    int64_t rest = timing_deadline(open) - (timing->pause_s ? stands_s : at_s);

    if (open->is_set && rest > open->left_s)
        rest = open->left_s;
    return rest > 0 ? rest : 0;
}

/* What is left of its grace at a time. */
static int64_t grace_left(const struct timing *timing, const struct timing_open *open, int64_t at_s)
{
    int64_t late_s = timing->pause_s ? 0 : at_s - timing_deadline(open);
    int64_t rest = open->grace_s - (late_s > 0 ? late_s : 0);

    return rest > 0 ? rest : 0;
}

/* Keep what is left of a clock that stops. */
static void keep_clock(struct timing *timing, const struct timing_open *open, int64_t at_s)
{
    struct timing_clock *kept = find_clock(timing, open->clock);

    if (!kept) {
        if (timing->clock_count == TIMING_CLOCKS_MAX)
            memmove(timing->clock, timing->clock + 1,
                    --timing->clock_count * sizeof timing->clock[0]);
        kept = &timing->clock[timing->clock_count++];
        kept->clock = open->clock;
    }
    kept->halves = open->halves;
    kept->left_s = timing_left(timing, open, at_s);
    kept->grace_s = grace_left(timing, open, at_s);
    if (open->time_class == TIME_TURN && open->seat < TIMING_SEATS)
        timing->saved_s[open->seat] = kept->left_s;
}

static bool is_asked(const struct decision *decision, unsigned count, const struct timing_open *o)
{
    for (unsigned i = 0; i < count; i++)
        if (decision[i].id == o->decision && decision[i].seat == o->seat)
            return true;
    return false;
}

/* What a seat saved of its last turn, or its reserve before the first, once. */
static int64_t take_saved(struct timing *timing, unsigned seat)
{
    int64_t saved = seat < TIMING_SEATS ? timing->saved_s[seat] : 0;

    if (seat < TIMING_SEATS)
        timing->saved_s[seat] = 0;
    if (timing->rules.reserve_s && seat < TIMING_SEATS && !timing->has_reserve[seat]) {
        timing->has_reserve[seat] = true;
        return timing->rules.reserve_s;
    }
    if (timing->rules.reserve_s)
        return saved;
    return saved < timing->rules.save_s ? saved : timing->rules.save_s;
}

/* What a clock has left at at_s: it may be running for another question, be kept, or be new. */
static int64_t left_of(struct timing *timing, const struct decision *decision, int64_t at_s)
{
    const struct timing_clock *kept = find_clock(timing, decision->clock);
    int64_t whole = timing->rules.allowance_s[decision->time_class];
    int64_t left = kept ? kept->left_s : whole;
    int halves = decision->extra_halves - (kept ? kept->halves : 0);
    bool is_new = !kept;

    for (unsigned i = 0; i < timing->open_count; i++) {
        const struct timing_open *o = &timing->open[i];

        if (o->clock == decision->clock && o->due_s != TIMING_NEVER) {
            left = timing_left(timing, o, at_s);
            halves = decision->extra_halves - o->halves;
            is_new = false;
        }
    }
    if (is_new && decision->time_class == TIME_TURN)
        left += take_saved(timing, decision->seat);
    return left + (halves > 0 ? whole / 2 * halves : 0);
}

/* One grace a clock: what a question before has used of it is used (DT-TIMER-03). */
static int64_t grace_of(struct timing *timing, const struct decision *decision, int64_t at_s)
{
    const struct timing_clock *kept = find_clock(timing, decision->clock);

    for (unsigned i = 0; i < timing->open_count; i++) {
        const struct timing_open *o = &timing->open[i];

        if (o->clock == decision->clock && o->due_s != TIMING_NEVER)
            return grace_left(timing, o, at_s);
    }
    return kept ? kept->grace_s : timing->rules.grace_s;
}

/* A question that goes on; halves granted meanwhile move its deadline. */
static void go_on(const struct timing *timing, const struct decision *decision,
                  const struct timing_open *old, int64_t n, struct timing_open *out)
{
    *out = *old;
    if (decision->extra_halves > old->halves && old->due_s != TIMING_NEVER) {
        int64_t more = timing->rules.allowance_s[decision->time_class] / 2 *
                       (decision->extra_halves - old->halves);

        out->due_s += more;
        out->left_s += more;
        out->moves++;
        out->changed_n = n;
        out->halves = decision->extra_halves;
    }
}

static void open_question(struct timing *timing, const struct decision *decision, int64_t n,
                          int64_t at_s, struct timing_open *out)
{
    bool timed = decision->time_class != TIME_NONE && decision->seat != SEAT_TABLE;

    *out = (struct timing_open){.decision = decision->id,
                                .seat = decision->seat,
                                .time_class = decision->time_class,
                                .halves = decision->extra_halves,
                                .clock = decision->clock,
                                .opened_n = n,
                                .changed_n = n,
                                .opened_s = at_s,
                                .left_s = -1,
                                .due_s = TIMING_NEVER};
    if (timed) {
        out->left_s = left_of(timing, decision, at_s);
        out->grace_s = grace_of(timing, decision, at_s);
        out->due_s = at_s + out->left_s + out->grace_s;
    }
}

void timing_update(struct timing *timing, const struct decision *decision, unsigned count,
                   int64_t n, int64_t at_s)
{
    struct timing_open next[DECISIONS_MAX];
    unsigned made = 0;

    for (unsigned i = 0; i < count && made < DECISIONS_MAX; i++) {
        const struct timing_open *old = timing_find(timing, decision[i].id, decision[i].seat);

        if (decision[i].seat == SEAT_TABLE)
            continue;
        if (old)
            go_on(timing, &decision[i], old, n, &next[made++]);
        else
            open_question(timing, &decision[i], n, at_s, &next[made++]);
    }
    for (unsigned i = 0; i < timing->open_count; i++) {
        const struct timing_open *o = &timing->open[i];

        if (o->due_s != TIMING_NEVER && !is_asked(decision, count, o))
            keep_clock(timing, o, at_s);
    }
    memcpy(timing->open, next, made * sizeof next[0]);
    timing->open_count = made;
}

bool timing_move(struct timing *timing, uint32_t decision, unsigned seat, int64_t due_s, int64_t n)
{
    struct timing_open *open = (struct timing_open *)(uintptr_t)timing_find(timing, decision, seat);

    if (open) {
        open->due_s = due_s;
        open->is_set = true;
        open->changed_n = n;
        open->moves++;
    }
    return open != NULL;
}

void timing_give(struct timing *timing, unsigned seat, int64_t seconds, int64_t n)
{
    for (unsigned i = 0; i < timing->open_count; i++)
        if (timing->open[i].seat == seat && timing->open[i].due_s != TIMING_NEVER)
            timing_move(timing, timing->open[i].decision, seat, timing->open[i].due_s + seconds, n);
}

void timing_pause(struct timing *timing, int64_t at_s)
{
    if (!timing->pause_s)
        timing->pause_s = at_s;
}

void timing_resume(struct timing *timing, int64_t at_s, int64_t n)
{
    for (unsigned i = 0; timing->pause_s && i < timing->open_count; i++) {
        struct timing_open *open = &timing->open[i];
        int64_t since = timing->pause_s > open->opened_s ? timing->pause_s : open->opened_s;

        if (open->due_s == TIMING_NEVER)
            continue;
        open->due_s += at_s - since;
        open->changed_n = n;
        open->moves++;
    }
    timing->pause_s = 0;
}

const struct timing_open *timing_find(const struct timing *timing, uint32_t decision, unsigned seat)
{
    for (unsigned i = 0; i < timing->open_count; i++)
        if (timing->open[i].decision == decision && timing->open[i].seat == seat)
            return &timing->open[i];
    return NULL;
}
