/* SPDX-License-Identifier: MIT */
/* Lists what waits for a seat's consent, and words it. Who agrees is carried out by the line
 * itself, in commands and rules. */
#include "outbound/waits.h"

#include <stdio.h>

#include "tell/command_words.h"
#include "tell/tell.h"

static void add(struct wait wait[WAITS_MAX], unsigned *count, const char *sentence, unsigned who,
                bool is_order, const char *line)
{
    struct wait *one = &wait[*count];

    if (*count == WAITS_MAX)
        return;
    *one = (struct wait){.sentence = sentence, .who = who, .is_order = is_order};
    text_copy(one->line, sizeof one->line, line);
    ++*count;
}

static void add_undo(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX],
                     unsigned *count)
{
    uint64_t own = replay_undo_agreed(position->replay, seat);

    for (unsigned s = 1; s <= position->genesis.seats; s++) {
        uint64_t to = replay_undo_agreed(position->replay, s);
        char line[WAIT_LINE_BYTES];

        if (s == seat || !to || to == own)
            continue;
        snprintf(line, sizeof line, "undo %llu", (unsigned long long)to);
        add(wait, count, "talk.wait-undo", s, false, line);
        own = to; /* of several that ask for the same, one */
    }
}

/* Some have agreed to stop the clocks or start them, and this seat has not. */
static void add_clock(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX],
                      unsigned *count)
{
    uint32_t missing = replay_clock_missing(position->replay);
    bool stands = position->timing.pause_s != 0;

    for (unsigned s = 1; s <= position->genesis.seats; s++)
        if (!(missing & 1u << s) && missing & 1u << seat && s != seat && !position->house[s]) {
            add(wait, count, stands ? "talk.wait-resume" : "talk.wait-pause", s, false,
                stands ? REPLAY_RESUME : REPLAY_PAUSE);
            return;
        }
}

/* Another proposes to give time who stays away, or to have him replaced. */
static void add_away(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX],
                     unsigned *count)
{
    for (unsigned s = 1; s <= position->genesis.seats; s++) {
        const char *words = replay_said(position->replay, s);
        bool waits = text_starts_with(words, REPLAY_WAIT);
        char line[WAIT_LINE_BYTES] = "replacement";

        if (s == seat || (!waits && !text_starts_with(words, REPLAY_REPLACE)) ||
            !(replay_away_missing(position->replay, words) & 1u << seat))
            continue;
        if (waits)
            snprintf(line, sizeof line, "give time %d", atoi(words + sizeof REPLAY_WAIT + 1));
        add(wait, count, "talk.wait-away", s, false, line);
        return;
    }
}

/* A host's act, or another host, that somebody proposes. */
static void add_host(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX],
                     unsigned *count)
{
    for (unsigned s = 1; s <= position->genesis.seats; s++) {
        const char *words = replay_said(position->replay, s);
        bool is_host = text_starts_with(words, REPLAY_HOST);
        bool extends = text_starts_with(words, REPLAY_EXTEND);
        char line[WAIT_LINE_BYTES];

        if (s == seat || (!is_host && !extends && !text_starts_with(words, REPLAY_END)) ||
            !(replay_host_missing(position->replay, words) & 1u << seat))
            continue;
        snprintf(line, sizeof line, "finish %s", words + sizeof REPLAY_END - 1);
        if (is_host)
            snprintf(line, sizeof line, "host %s", words + sizeof REPLAY_HOST - 1);
        if (extends)
            snprintf(line, sizeof line, "extend %c %d", words[sizeof REPLAY_EXTEND - 1],
                     atoi(words + sizeof REPLAY_EXTEND));
        add(wait, count, "talk.wait-host", s, false, line);
        return;
    }
}

unsigned waits_list(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX])
{
    const struct game *game = position->played;
    const char *offered;
    unsigned count = 0;

    if (!seat || seat > position->genesis.seats || position->is_frozen ||
        position->phase == POSITION_OVER || !position->rostered)
        return 0;
    if (replay_lost_missing(position->replay) & 1u << seat)
        add(wait, &count, "talk.wait-go-on", 0, false, "go on");
    offered = position->phase == POSITION_PLAY && game->rules->offered
                  ? game->rules->offered(position_state(position), seat)
                  : NULL;
    if (offered)
        add(wait, &count, "talk.wait-offer", 0, true, offered);
    add_undo(position, seat, wait, &count);
    add_clock(position, seat, wait, &count);
    add_away(position, seat, wait, &count);
    add_host(position, seat, wait, &count);
    return count;
}

static void put_one(const struct position *position, unsigned seat, const struct wording *wording,
                    const struct wait *wait, struct buf *out)
{
    const char *who = wait->who && wording->player[wait->who] ? wording->player[wait->who] : "?";
    OWN(buf) line = {0};
    struct tell tell;

    if (wait->is_order)
        tell_order(wording_tell(wording, &tell), position_rulebook(position), seat, wait->line,
                   &line);
    else
        command_words_show(language_commands(wording->language), wait->line, &line);
    WORDING(wording, out, wait->sentence, "who", who, "line", buf_text(&line));
}

void waits_put_all(const struct position *position, unsigned seat, const struct wording *wording,
                   struct buf *out)
{
    struct wait wait[WAITS_MAX];
    unsigned count = waits_list(position, seat, wait);

    for (unsigned i = 0; i < count; i++) {
        if (count > 1)
            buf_printf(out, "%u. ", i + 1);
        put_one(position, seat, wording, &wait[i], out);
        buf_put(out, "\n");
    }
    if (count)
        WORDING(wording, out, count == 1 ? "talk.waits-yes" : "talk.waits-many", "n", "");
}
