#include "desk/timing.h"

#include <string.h>

#include "desk/config.h"

static const char *const names[TIME_CLASS_COUNT] = {
    [TIME_NONE] = NULL, [TIME_SETUP] = "setup", [TIME_TURN] = "turn", [TIME_REPLY] = "reply"};

/* ---- rules as text ---- */

static enum rc read_word(const char *word, size_t length, struct timing_rules *rules,
                         struct err *err)
{
    const char *equals = memchr(word, '=', length);
    char shown[64];
    struct text text;
    int64_t seconds;

    text_init(&text, shown, sizeof shown);
    text_put_bytes(&text, word, length);
    for (int class = TIME_SETUP; equals && class < TIME_CLASS_COUNT; class ++) {
        size_t name = strlen(names[class]);

        if ((size_t)(equals - word) != name || memcmp(word, names[class], name) != 0)
            continue;
        if (!config_duration(equals + 1, length - name - 1, &seconds) || seconds < 60)
            return ERR(err, RC_BAD_INPUT, "'", shown,
                       "': write a number and m, h or d, at least 1m, as in turn=36h");
        rules->allowance_s[class] = seconds;
        return RC_OK;
    }
    return ERR(err, RC_BAD_INPUT, "'", shown,
               "' is not a time rule; there are setup=, turn= and reply=");
}

enum rc timing_read(const char *text, struct timing_rules *rules, struct err *err)
{
    struct timing_rules made = *rules;
    enum rc rc = RC_OK;

    while (rc == RC_OK && *(text += strspn(text, " ,"))) {
        size_t length = strcspn(text, " ,");

        rc = read_word(text, length, &made, err);
        text += length;
    }
    if (rc == RC_OK)
        *rules = made;
    return rc;
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

void timing_write(const struct timing_rules *rules, struct text *out)
{
    for (int class = TIME_SETUP; class < TIME_CLASS_COUNT; class ++) {
        text_put(out, class > TIME_SETUP ? " " : "");
        text_put(out, names[class]);
        text_put_char(out, '=');
        timing_write_duration(rules->allowance_s[class], out);
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
    kept->left_s = open->due_s > at_s ? open->due_s - at_s : 0;
}

static bool is_asked(const struct decision *decision, unsigned count, const struct timing_open *o)
{
    for (unsigned i = 0; i < count; i++)
        if (decision[i].id == o->decision && decision[i].seat == o->seat)
            return true;
    return false;
}

/* What a clock has left at at_s: it may be running for another question, be kept, or be new. */
static int64_t left_of(struct timing *timing, const struct decision *decision, int64_t at_s)
{
    const struct timing_clock *kept = find_clock(timing, decision->clock);
    int64_t whole = timing->rules.allowance_s[decision->time_class];
    int64_t left = kept ? kept->left_s : whole;
    int halves = decision->extra_halves - (kept ? kept->halves : 0);

    for (unsigned i = 0; i < timing->open_count; i++) {
        const struct timing_open *o = &timing->open[i];

        if (o->clock == decision->clock && o->due_s != TIMING_NEVER) {
            left = o->due_s > at_s ? o->due_s - at_s : 0;
            halves = decision->extra_halves - o->halves;
        }
    }
    return left + (halves > 0 ? whole / 2 * halves : 0);
}

/* A question that goes on; halves granted meanwhile move its deadline. */
static void go_on(const struct timing *timing, const struct decision *decision,
                  const struct timing_open *old, struct timing_open *out)
{
    *out = *old;
    if (decision->extra_halves > old->halves && old->due_s != TIMING_NEVER) {
        out->due_s += timing->rules.allowance_s[decision->time_class] / 2 *
                      (decision->extra_halves - old->halves);
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
                                .opened_s = at_s,
                                .left_s = -1,
                                .due_s = TIMING_NEVER};
    if (timed) {
        out->left_s = left_of(timing, decision, at_s);
        out->due_s = at_s + out->left_s;
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
            go_on(timing, &decision[i], old, &next[made++]);
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

bool timing_move(struct timing *timing, uint32_t decision, unsigned seat, int64_t due_s)
{
    struct timing_open *open = (struct timing_open *)(uintptr_t)timing_find(timing, decision, seat);

    if (open)
        open->due_s = due_s;
    return open != NULL;
}

const struct timing_open *timing_find(const struct timing *timing, uint32_t decision, unsigned seat)
{
    for (unsigned i = 0; i < timing->open_count; i++)
        if (timing->open[i].decision == decision && timing->open[i].seat == seat)
            return &timing->open[i];
    return NULL;
}
