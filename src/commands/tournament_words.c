/* SPDX-License-Identifier: MIT */
/* Finds the tournament that a line is about, and what is wanted of it. What comes of that is
 * tournaments_letter.c's. */
#include "commands/tournament_words.h"

#include <stdio.h>
#include <string.h>

#include "commands/offers_ask.h"
#include "commands/requests.h"
#include "commands/tournaments_letter.h"
#include "server/titles.h"
#include "tell/command_words.h"
#include "tell/folded.h"
#include "tournament/tournament.h"

static bool says(const struct incoming *incoming, const char *line, const char *term)
{
    return requests_says(incoming->answer.wording.language, line, term);
}

/* ---- which ---- */

/* Of each nearness the newest, and how many there are. */
enum nearness { ENTERED, ENTERABLE, ELSE, NEARNESSES };

struct sought {
    int64_t player;
    bool ladder;
    int64_t id[NEARNESSES];
    unsigned count[NEARNESSES];
};

static void look_at(const struct tournament *tournament, struct sought *sought)
{
    enum tournament_log_phase phase = tournament->log.phase;
    enum nearness near = ELSE;

    if ((tournament->terms.rules.format == SCHEDULE_LADDER) != sought->ladder ||
        phase == TOURNAMENT_LOG_CANCELLED)
        return;
    if (phase != TOURNAMENT_LOG_OVER && tournament_entrant_of(tournament, sought->player))
        near = ENTERED;
    else if (phase == TOURNAMENT_LOG_OPEN || tournament_is_ladder(tournament))
        near = ENTERABLE;
    sought->id[near] = tournament->id;
    sought->count[near]++;
}

/* The only one of its kind that may be meant; "" = none, or which is not said. */
static enum rc find_only(struct incoming *incoming, const char *line, bool enters,
                         char number[TEXT_INT_BYTES], struct err *err)
{
    static const enum nearness orders[2][NEARNESSES] = {{ENTERED, ENTERABLE, ELSE},
                                                        {ENTERABLE, ENTERED, ELSE}};
    struct sought sought = {.player = incoming->known->sender,
                            .ladder = says(incoming, line, "club.ladder")};
    struct tournament_walk walk;
    struct tournament *tournament;
    unsigned i = 0;

    if (!sought.ladder && !says(incoming, line, "club.tournament"))
        return RC_OK;
    walk = tournaments_of(incoming->desk, err);
    while ((tournament = tournament_next(&walk)) != NULL)
        look_at(tournament, &sought);
    TRY(walk.rc);
    while (i < NEARNESSES && !sought.count[orders[enters][i]])
        i++;
    if (i < NEARNESSES && sought.count[orders[enters][i]] == 1)
        text_of_int(number, sought.id[orders[enters][i]]);
    return RC_OK;
}

/* ---- what ---- */

/* The name behind "called": in quotation marks, or up to the next stop. */
static void put_name(const struct incoming *incoming, const char *line, struct buf *out)
{
    const char *at = requests_behind(incoming->answer.wording.language, line, "club.called");

    at += at ? strspn(at, " :\"") : 0;
    if (at && *at)
        buf_printf(out, " %.*s", (int)strcspn(at, ",.;!?\""), at);
}

/* "organize dungeon_twister knockout Winter Cup", of what a new one is to be. */
static void put_wanted(const struct incoming *incoming, const char *line, struct buf *out)
{
    const struct game *game = titles_within(incoming->desk->library, line);
    char term[SENTENCE_KEY_BYTES];
    unsigned format = 0;

    buf_put(out, "organize");
    if (!game)
        return;
    do
        snprintf(term, sizeof term, "club.%s", schedule_word((enum schedule_format)format));
    while (!says(incoming, line, term) && ++format < SCHEDULE_FORMATS);
    buf_printf(out, " %s", game->name);
    if (format < SCHEDULE_FORMATS)
        buf_printf(out, " %s", schedule_word((enum schedule_format)format));
    if (format < SCHEDULE_FORMATS)
        put_name(incoming, line, out);
}

/* "I challenge Ken on the ladder" */
static enum rc put_challenge(struct incoming *incoming, const char *line, const char *number,
                             struct buf *out, struct err *err)
{
    OWN(buf) whom = {0};
    const char *place = strpbrk(line, "0123456789");

    TRY(offers_put_whom(incoming, line, &whom, err));
    if (whom.length && !strchr(buf_text(&whom), ','))
        buf_printf(out, "ladder %s %s", number, buf_text(&whom));
    else if (!whom.length && place)
        buf_printf(out, "ladder %s %.*s", number, (int)strspn(place, "0123456789"), place);
    return RC_OK;
}

static bool wants_new(const struct incoming *incoming, const char *line)
{
    return says(incoming, line, "club.organize") &&
           (says(incoming, line, "club.tournament") || says(incoming, line, "club.ladder") ||
            says(incoming, line, "club.knockout"));
}

/* "escalera 2 Ken" */
static bool is_exact(const struct incoming *incoming, const char *line)
{
    OWN(buf) exact = {0};

    return command_words_read(language_commands(incoming->answer.wording.language), line, &exact) &&
           strpbrk(buf_text(&exact), "0123456789");
}

/* "The tournament of September": one that is told by more than its kind, and is no game's. */
static bool names_another(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;
    const struct lexicon *words = language_commands(language);
    const char *behind = requests_behind(language, line, "club.tournament");
    struct folded folded;
    size_t at, used;

    words = words && words->own ? words->own : words;
    if (!behind || !words || !folded_read(&folded, behind))
        return false;
    at = folded_next(&folded, 0);
    used = at <= 1 ? folded_has(&folded, words, at, "wish.toward") : 0;
    at = folded_next(&folded, at + used);
    return used && at < folded.length && !titles_within(incoming->desk->library, behind) &&
           !folded_has(&folded, words, at, "club.ladder");
}

enum rc tournament_words_read(struct incoming *incoming, const char *line, struct buf *out,
                              struct err *err)
{
    const struct language *language = incoming->answer.wording.language;
    enum requests_move move = requests_move(incoming->desk->library, language, line);
    bool leaves = move == REQUESTS_LEAVES || says(incoming, line, "club.leaves");
    bool enters = move == REQUESTS_JOINS || says(incoming, line, "club.enters");
    bool denied = /* "I never asked to be in" */
        !leaves && enters && move != REQUESTS_JOINS &&
        phrase_says(language_commands(language), line, strlen(line), PHRASE_NEGATION);
    bool asks = says(incoming, line, "club.how") ||
                phrase_is_question(language_commands(language), line, strlen(line));
    char number[TEXT_INT_BYTES] = "";
    const char *at;
    size_t length;
    int64_t id;

    buf_clear(out);
    if (!incoming->known->sender || is_exact(incoming, line))
        return RC_OK;
    TRY(tournaments_letter_find(incoming->desk, line, &id, &at, &length, err));
    if (id)
        text_of_int(number, id);
    else if (wants_new(incoming, line))
        put_wanted(incoming, line, out);
    else if (!enters || leaves || asks || !names_another(incoming, line))
        TRY(find_only(incoming, line, enters && !leaves, number, err));
    if (!*number && !out->length && (enters || leaves) &&
        (says(incoming, line, "club.tournament") || says(incoming, line, "club.ladder")))
        buf_put(out, "tournaments"); /* which? */
    if (!*number)
        return RC_OK;
    if (says(incoming, line, "club.ladder") && says(incoming, line, "wish.challenge"))
        TRY(put_challenge(incoming, line, number, out, err));
    if (out->length)
        return RC_OK;
    if (denied)
        buf_put(out, "tournaments"); /* where he may */
    else if ((leaves || enters) && !says(incoming, line, "club.how") &&
             !phrase_asks(language_commands(language), line,
                          strlen(line))) /* "who is in? Could I" */
        buf_printf(out, "%s %s", leaves ? "leave" : "enter", number);
    else if (says(incoming, line, "club.opponent"))
        buf_put(out, "games");
    else if (asks)
        buf_printf(out, "standings %s", number);
    return RC_OK;
}

enum rc tournament_words_several(struct incoming *incoming, const char *line,
                                 struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                                 struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    OWN(buf) one = {0}, exact = {0}, verb = {0};
    const char *at;
    size_t length;
    int64_t id;

    *count = 0;
    for (size_t next; *line && *count < PHRASE_PARTS_MAX; line += next) {
        buf_clear(&one);
        buf_put_bytes(&one, line, phrase_part(words, PHRASE_JOINED, line, strlen(line), &next));
        TRY(tournaments_letter_find(incoming->desk, buf_text(&one), &id, &at, &length, err));
        if (!id)
            continue;
        TRY(tournament_words_read(incoming, buf_text(&one), &exact, err));
        if (!exact.length && verb.length)
            buf_printf(&exact, "%s %lld", buf_text(&verb), (long long)id);
        if (!exact.length)
            continue;
        buf_clear(&verb);
        buf_put_bytes(&verb, exact.at, strcspn(buf_text(&exact), " "));
        text_copy(part[(*count)++].text, sizeof part->text, buf_text(&exact));
    }
    *count = *count > 1 ? *count : 0;
    return RC_OK;
}

void tournament_words_without(struct desk *desk, const char *line, struct buf *out)
{
    struct err own = {0}; /* what is not found stays */
    const char *at;
    size_t length;
    int64_t id;

    buf_clear(out);
    if (tournaments_letter_find(desk, line, &id, &at, &length, &own) != RC_OK || !id) {
        buf_put(out, line);
        return;
    }
    buf_put_bytes(out, line, (size_t)(at - line));
    buf_put(out, at + length);
}
