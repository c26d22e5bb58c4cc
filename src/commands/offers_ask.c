/* SPDX-License-Identifier: MIT */
/* Asks back what a wish to play leaves open, each choice as a line to answer with. Wishes are read
 * in wishes.c and carried out in offers.c. */
#include "commands/offers_ask.h"

#include <stdio.h>

#include "commands/opponents.h"
#include "commands/plain_terms.h"
#include "commands/requests.h"
#include "commands/wishes.h"
#include "server/titles.h"
#include "tell/folded.h"

enum { NAMED_MOST = 7 };

void offers_put_titles(const struct desk *desk, const struct wording *wording, struct buf *out)
{
    for (const struct game *const *game = desk->world.games; *game; game++)
        buf_printf(out, "%s%s", game == desk->world.games ? "" : ", ",
                   wording_title(wording, *game));
}

void offers_tell_games(struct incoming *incoming)
{
    const struct wording *wording = &incoming->answer.wording;

    for (const struct game *const *game = incoming->desk->world.games; *game; game++) {
        char key[SENTENCE_KEY_BYTES];
        OWN(buf) line = {0};

        snprintf(key, sizeof key, "%s.about", (*game)->name);
        if (!sentences_find(language_sentences(wording->language), key))
            continue;
        buf_printf(&line, "%s: ", wording_title(wording, *game));
        WORDING(wording, &line, key, "n", "");
        incoming_add(incoming, buf_text(&line));
    }
}

enum rc offers_ask_game(struct incoming *incoming, const char *command, const char *behind)
{
    SAY(incoming, "talk.which-game", "n", "");
    offers_tell_games(incoming);
    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        incoming_offer(incoming, command, *game, behind);
    return RC_OK;
}

void offers_ask_answer(struct incoming *incoming)
{
    char number[TEXT_INT_BYTES];

    if (incoming->answer.facts.offer == incoming->known->offer) /* asked already */
        return;
    incoming->answer.facts.offer = incoming->known->offer; /* what answers this is about it, too */
    text_of_int(number, incoming->known->offer);
    SAY(incoming, "talk.offer-answer", "offer", number);
    incoming_offer(incoming, "accept", NULL, number);
    incoming_offer(incoming, "decline", NULL, number);
}

/* ---- who is named ---- */

/* Players whose names stand in a line, by where they stand there. */
struct named {
    struct folded line;
    unsigned count;
    size_t at[NAMED_MOST], end[NAMED_MOST];   /* in it, folded */
    unsigned near[NAMED_MOST];                /* how surely he is meant */
    char name[NAMED_MOST][PERSON_NAME_BYTES]; /* "": one of several */
};
enum { BY_FIRST_NAME = 1, A_PROGRAM, BY_WHOLE_NAME };

/* Where a name stands as whole words, in letters of any size, with its accents or without. A name
 * that is a word of ours counts as it is written alone: "will". */
static bool find_name(const struct library *library, const struct folded *line, const char *name,
                      size_t *found, size_t *end)
{
    size_t used;

    if (wishes_begin(library, name) && !strstr(line->line, name))
        return false;
    *found = folded_find(line, 0, name, strlen(name), &used);
    *end = *found + used;
    return used && *found < line->length;
}

/* "Giulia", of one whose name here is Giulia Ferri; no word that wishes have. 0 bytes: she has
 * none. */
static size_t first_name(const struct library *library, const char *name,
                         char first[PERSON_NAME_BYTES])
{
    enum { LEAST = 3 };
    size_t length = strcspn(name, " ");

    text_copy(first, length + 1, name);
    return name[length] && length >= LEAST && text_is_capital(name) && !wishes_begin(library, first)
               ? length
               : 0;
}

/* In the order of their places. Of two who are there the longer name is meant, and a person rather
 * than a program; nobody of several who share their first name. */
static void put_named(struct named *named, size_t at, size_t end, unsigned near, const char *name)
{
    unsigned i = 0;

    while (i < named->count && named->at[i] < at)
        i++;
    if (i < named->count && named->at[i] == at) {
        if (named->end[i] == end && named->near[i] == near && near == BY_FIRST_NAME)
            name = "";
        else if (named->end[i] > end || (named->end[i] == end && named->near[i] >= near))
            return;
    } else if (named->count == NAMED_MOST)
        return;
    else
        for (unsigned k = named->count++; k > i; k--) {
            named->at[k] = named->at[k - 1];
            named->end[k] = named->end[k - 1];
            named->near[k] = named->near[k - 1];
            memcpy(named->name[k], named->name[k - 1], PERSON_NAME_BYTES);
        }
    named->at[i] = at;
    named->end[i] = end;
    named->near[i] = near;
    text_copy(named->name[i], PERSON_NAME_BYTES, name);
}

/* "Ken Smith" is no Ken Doyle; "Ken Dungeon Twister" names a game behind him. */
static bool has_surname(const struct library *library, const struct folded *line, size_t end)
{
    const char *behind = line->line + folded_before(line, end);
    size_t bytes;

    return *behind == ' ' && text_is_capital(behind + 1) &&
           !titles_at(library, behind + 1, strlen(behind + 1), &bytes);
}

/* By his whole name, or by his first. */
static void look_for(const struct library *library, struct named *named,
                     const struct person *person)
{
    char first[PERSON_NAME_BYTES];
    size_t at, end;

    if (find_name(library, &named->line, person->name, &at, &end))
        put_named(named, at, end, person->practice[0] ? A_PROGRAM : BY_WHOLE_NAME, person->name);
    else if (!person->practice[0] && first_name(library, person->name, first) &&
             find_name(library, &named->line, first, &at, &end) &&
             !has_surname(library, &named->line, end))
        put_named(named, at, end, BY_FIRST_NAME, person->name);
}

static enum rc find_named(struct incoming *incoming, const char *line, struct named *named,
                          struct err *err)
{
    struct desk *desk = incoming->desk;
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;
    bool reads = folded_read(&named->line, line);
    unsigned kept = 0;

    while (people_next(desk, &rows, &person))
        if (reads && person.id != incoming->known->sender && !person.banned && !person.merged)
            look_for(desk->library, named, &person);
    for (unsigned i = 0; i < named->count; i++)
        if (*named->name[i]) {
            named->at[kept] = named->at[i];
            named->end[kept] = named->end[i];
            memmove(named->name[kept++], named->name[i], PERSON_NAME_BYTES);
        }
    named->count = kept;
    return ledger_end(&rows);
}

enum rc offers_put_whom(struct incoming *incoming, const char *line, struct buf *out,
                        struct err *err)
{
    OWN_MEMORY struct named *named = calloc(1, sizeof *named);

    TRY(named ? find_named(incoming, line, named, err)
              : ERR(err, RC_NO_MEMORY, "no memory for names"));
    for (unsigned i = 0; i < named->count; i++)
        buf_printf(out, "%s%s", i ? ", " : "", named->name[i]);
    return RC_OK;
}

enum rc offers_put_whose(struct incoming *incoming, const char *line, struct buf *out,
                         struct err *err)
{
    OWN(buf) cut = {0};

    TRY(offers_put_whom(incoming, line, out, err));
    for (const char *c = line; *c && !out->length; c++)
        if (*c != 's' || (c[1] && c[1] != ' '))
            buf_put_char(&cut, *c);
    return cut.length ? offers_put_whom(incoming, buf_text(&cut), out, err) : RC_OK;
}

/* "my friend Sam, sam@example.org" */
static void put_address(const char *line, struct buf *out)
{
    static const char around[] = " ,;:!?()<>";

    for (size_t length; *line && !out->length; line += length + strspn(line + length, around)) {
        length = strcspn(line, around);
        if (memchr(line, '@', length) && *line != '@')
            buf_put_bytes(out, line, length - (line[length - 1] == '.'));
    }
}

/* What the guess tells of the game, then its terms in exact words: "with boxes=both turn=6h". */
static void put_with(const struct wishes_guess *guess, const char *line, struct buf *out)
{
    buf_put(out, guess->with);
    while (*(line += strspn(line, " ,;"))) {
        size_t length = strcspn(line, " ,;");

        if (memchr(line, '=', length))
            buf_printf(out, "%s %.*s", out->length ? "" : "with", (int)length, line);
        line += length;
    }
}

bool offers_put_said(const struct incoming *incoming, const char *line, struct buf *out)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    OWN(buf) terms = {0}, rest = {0};
    bool says = plain_terms_take(words->own ? words->own : words, line, &terms, &rest) &&
                (text_starts_with(buf_text(&terms), "free=") ||
                 text_starts_with(buf_text(&terms), "seats=") ||
                 (text_starts_with(buf_text(&terms), "turn=") &&
                  text_is_digit(buf_text(&terms)[strlen("turn=")])));

    if (says)
        buf_printf(out, "with %s", buf_text(&terms));
    return says;
}

enum rc offers_ask_named(struct incoming *incoming, const char *line, const struct game *game,
                         bool *asked, struct err *err)
{
    OWN(buf) whom = {0}, command = {0}, with = {0};
    enum rc rc = offers_put_whom(incoming, line, &whom, err);

    if (!whom.length)
        put_address(line, &whom);
    *asked = rc == RC_OK && whom.length;
    if (!*asked)
        return rc;
    buf_printf(&command, "invite %s to", buf_text(&whom));
    put_with(&(struct wishes_guess){0}, line, &with);
    if (!with.length)
        offers_put_said(incoming, line, &with);
    if (!game)
        return offers_ask_game(incoming, buf_text(&command), buf_text(&with));
    SAY(incoming, "talk.perhaps", "n", "");
    incoming_offer(incoming, buf_text(&command), game, buf_text(&with));
    return RC_OK;
}

static bool speaks_of_playing(const struct incoming *incoming, const char *line)
{
    struct wishes_guess guess;

    return titles_within(incoming->desk->library, line) ||
           wishes_guess(incoming->desk->library, incoming->answer.wording.language, line, &guess);
}

/* Who calls himself "rosa" is a name, too. */
static void put_capital(const char *name, struct buf *out)
{
    buf_put_char(out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
    buf_put(out, name + 1);
}

enum rc offers_put_names(struct incoming *incoming, const char *line, struct buf *out,
                         struct err *err)
{
    OWN_MEMORY struct named *named = NULL;
    size_t from = 0;

    if (!speaks_of_playing(incoming, line))
        return RC_OK;
    named = calloc(1, sizeof *named);
    TRY(named ? find_named(incoming, line, named, err)
              : ERR(err, RC_NO_MEMORY, "no memory for names"));
    for (unsigned i = 0; i < named->count; i++) {
        size_t at = folded_before(&named->line, named->at[i]);

        if (at < from)
            continue; /* "Ann Lee" where there is an Ann, too */
        buf_put_bytes(out, line + from, at - from);
        put_capital(named->name[i], out);
        from = folded_before(&named->line, named->end[i]);
    }
    if (from)
        buf_put(out, line + from);
    return RC_OK;
}

/* ---- what is asked ---- */

enum rc offers_ask_level(struct incoming *incoming, const char *said, struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    char behind[32] = "";
    enum rc rc = opponents_levels(incoming->desk, level, err);

    for (unsigned i = BOT_LEVELS; i-- > 0;)
        if (level[i] && !(*behind && strstr(said, behind)))
            snprintf(behind, sizeof behind, "against %s", bot_level_names[i]);
    return rc == RC_OK ? offers_ask_game(incoming, "practice", behind) : rc;
}

enum rc offers_ask_practice(struct incoming *incoming, struct err *err)
{
    const char *said = incoming->line < incoming->lines.count
                           ? requests_level(incoming->answer.wording.language,
                                            incoming->lines.line[incoming->line].text)
                           : NULL;
    OWN(buf) against = {0};

    buf_printf(&against, "against %s", said ? said : "");
    return offers_ask_level(incoming, buf_text(&against), err);
}

enum rc offers_ask_opponent(struct incoming *incoming, const struct game *game, const char *with,
                            struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    OWN(buf) alone = {0};

    TRY(opponents_levels(incoming->desk, level, err));
    SAY(incoming, "talk.which-opponent", "title", wording_title(&incoming->answer.wording, game));
    for (unsigned i = 0; i < BOT_LEVELS; i++) {
        OWN(buf) behind = {0};

        buf_printf(&behind, "against %s%s%s", bot_level_names[i], *with ? " " : "", with);
        if (level[i])
            incoming_offer(incoming, "practice", game, buf_text(&behind));
    }
    buf_printf(&alone, "alone%s%s", *with ? " " : "", with);
    incoming_offer(incoming, "practice", game, buf_text(&alone));
    incoming_offer(incoming, "challenge", game, with);
    return RC_OK;
}

/* "invite Bob to chess", to be answered with. */
static void offer_invitation(struct incoming *incoming, const struct wishes_guess *guess,
                             const char *with)
{
    OWN(buf) command = {0};

    buf_printf(&command, "invite %.*s to", (int)guess->who_bytes, guess->who);
    SAY(incoming, "talk.perhaps", "n", "");
    incoming_offer(incoming, buf_text(&command), guess->game, with);
}

enum rc offers_ask(struct incoming *incoming, const char *line, bool *asked, struct err *err)
{
    struct wishes_guess guess;
    OWN(buf) with = {0};
    const struct game *game = titles_within(incoming->desk->library, line);
    bool speaks =
        wishes_guess(incoming->desk->library, incoming->answer.wording.language, line, &guess);

    *asked = false;
    if (speaks || game)
        TRY(offers_ask_named(incoming, line, game, asked, err));
    if (!*asked && !guess.game && offers_put_said(incoming, line, &with)) {
        *asked = true;
        return offers_ask_game(incoming, "challenge", buf_text(&with));
    }
    if (*asked || !speaks)
        return RC_OK;
    *asked = true;
    if (!guess.game)
        return guess.people ? offers_ask_game(incoming, "challenge", "")
                            : offers_ask_practice(incoming, err);
    put_with(&guess, line, &with);
    if (!with.length)
        offers_put_said(incoming, line, &with);
    if (!guess.who)
        return offers_ask_opponent(incoming, guess.game, buf_text(&with), err);
    offer_invitation(incoming, &guess, buf_text(&with));
    return RC_OK;
}
