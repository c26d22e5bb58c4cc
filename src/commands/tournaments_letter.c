/* SPDX-License-Identifier: MIT */
/* Answers what players write about tournaments. Their logs are written in src/tournament. */
#include "commands/tournaments_letter.h"

#include <stdio.h>
#include <strings.h>

#include "ledger/tournaments.h"
#include "tournament/tournament.h"
#include "outbound/notice.h"
#include "people/people.h"
#include "commands/tournament_game.h"
#include "commands/wishes.h"
#include "server/titles.h"

/* The tournament that the first word names, and what stands behind it; *tournament NULL: it was
 * told that there is none. */
static enum rc find(struct incoming *incoming, const char *arguments,
                    struct tournament **tournament, const char **rest, struct err *err)
{
    size_t length = strspn(arguments, "0123456789"); /* "1. How many rounds?" */
    int64_t id = 0;
    enum rc rc;

    *tournament = NULL;
    *rest = arguments + length + strspn(arguments + length, " .,;:!");
    length = arguments[length] && !strchr(" .,;:!", arguments[length]) ? 0 : length;
    if (!text_to_int(arguments, length, &id) || id < 1)
        return tournaments_letter_list(incoming, arguments, err);
    rc = tournament_load(incoming->desk, id, tournament, err);
    if (rc != RC_NOT_FOUND)
        return rc;
    err_clear(err);
    return incoming_tell(incoming, "club.tournament-none", "tournament", arguments, NULL);
}

/* The same, of one that can be changed. */
static enum rc find_moving(struct incoming *incoming, const char *arguments,
                           struct tournament **tournament, const char **rest, struct err *err)
{
    TRY(find(incoming, arguments, tournament, rest, err));
    if (*tournament && (*tournament)->signed_n) {
        SAY(incoming, "club.tournament-frozen", "name", (*tournament)->terms.name, "tournament",
            TEXT_INT((*tournament)->id));
        tournament_free(*tournament);
        *tournament = NULL;
    }
    return RC_OK;
}

static const char *title_of(const struct incoming *incoming, const struct tournament *tournament)
{
    const struct game *game = library_game(incoming->desk->library, tournament->terms.game);

    return game ? wording_title(&incoming->answer.wording, game) : tournament->terms.game;
}

/* ---- list ---- */

static void list_one(struct incoming *incoming, struct tournament *tournament)
{
    char number[3][TEXT_INT_BYTES], key[SENTENCE_KEY_BYTES], format_key[SENTENCE_KEY_BYTES];
    OWN(buf) format = {0};
    unsigned staying = 0;

    if (tournament->log.phase == TOURNAMENT_LOG_CANCELLED)
        return;
    for (unsigned i = 0; i < tournament->log.entered; i++)
        staying += !tournament->log.gone[i];
    snprintf(format_key, sizeof format_key, "club.tournament-%s",
             schedule_word(tournament->terms.rules.format));
    snprintf(key, sizeof key, "club.tournament-is-%s",
             tournament_is_ladder(tournament) ? schedule_word(SCHEDULE_LADDER)
                                              : tournament_phase_word(tournament));
    WORDING(&incoming->answer.wording, &format, format_key, "n", "");
    incoming_tell(incoming, key, "tournament", text_of_int(number[0], tournament->id), "name",
                  tournament->terms.name, "title", title_of(incoming, tournament), "format",
                  buf_text(&format), "n", text_of_int(number[1], staying), "round",
                  text_of_int(number[2], tournament->log.round), NULL);
    incoming->answer.wanted = true;
    if (tournament->log.phase == TOURNAMENT_LOG_OPEN &&
        !tournament_entrant_of(tournament, incoming->known->sender))
        incoming_offer(incoming, "enter", NULL, number[0]);
}

enum rc tournaments_letter_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct tournament_walk walk = tournaments_of(incoming->desk, err);
    struct tournament *tournament;
    size_t told;

    (void)arguments;
    SAY(incoming, "club.tournaments", "n", "");
    told = value_count(incoming->answer.paragraphs);
    while ((tournament = tournament_next(&walk)) != NULL)
        list_one(incoming, tournament);
    TRY(walk.rc);
    if (value_count(incoming->answer.paragraphs) == told)
        SAY(incoming, "club.tournaments-none", "n", "");
    return RC_OK;
}

/* ---- a new one is wanted ---- */

enum { WORD_BYTES = 48 };

/* Take the next word and the blanks behind it; one that is too long is none. */
static const char *take_word(const char *at, char word[WORD_BYTES])
{
    size_t length = strcspn(at, " ");

    snprintf(word, WORD_BYTES, "%.*s", length < WORD_BYTES ? (int)length : 0, at);
    return at + length + strspn(at + length, " ");
}

/* The administrator makes it: his letter has the command, as he would write it. */
static enum rc ask_keeper(struct incoming *incoming, const struct game *game,
                          enum schedule_format format, const char *name, struct err *err)
{
    const struct notice notice = {.key = "club.tournament-wanted-by",
                                  .arg = {{"name", incoming->person.name},
                                          {"title", game->title},
                                          {"game", game->name},
                                          {"format", schedule_word(format)},
                                          {"tournament", name}},
                                  .count = 5,
                                  .subject = game->title};

    return notice_keeper(incoming->desk, &notice, err);
}

/* Asked for one without its game or form: one line for each that people mostly mean. */
static enum rc ask_which(struct incoming *incoming, const struct game *wanted)
{
    static const enum schedule_format formats[] = {SCHEDULE_SWISS, SCHEDULE_KNOCKOUT,
                                                   SCHEDULE_LADDER};

    SAY(incoming, "club.tournament-which", "n", "");
    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        for (size_t i = 0; (!wanted || *game == wanted) && i < sizeof formats / sizeof *formats;
             i++)
            incoming_offer(incoming, "organize", *game, schedule_word(formats[i]));
    return RC_OK;
}

/* "dungeon_twister swiss Winter cup"; without a name it is called after the game. */
enum rc tournaments_letter_organize(struct incoming *incoming, const char *arguments,
                                    struct err *err)
{
    char kind[WORD_BYTES], word[WORD_BYTES];
    const char *name = take_word(take_word(arguments, kind), word);
    const struct game *game = library_game(incoming->desk->library, kind);
    enum schedule_format format;

    if (!*incoming->desk->config->keeper)
        return SAY(incoming, "club.tournament-wanted-nobody", "n", "");
    if (!game || !schedule_read(word, &format))
        return ask_which(incoming, game);
    if (strlen(name) >= TOURNAMENT_NAME_BYTES || strpbrk(name, "\"\\$`!"))
        return incoming_tell_form(incoming);
    TRY(ask_keeper(incoming, game, format, *name ? name : game->title, err));
    return SAY(incoming, "club.tournament-wanted", "title",
               wording_title(&incoming->answer.wording, game));
}

/* ---- enter, leave ---- */

static const char *refusal(enum rc rc)
{
    return rc == RC_EXISTS      ? "club.tournament-entered-already"
           : rc == RC_CONFLICT  ? "club.tournament-closed"
           : rc == RC_TOO_LONG  ? "club.tournament-luck-long"
           : rc == RC_BAD_SEAL  ? "club.tournament-luck-wrong"
           : rc == RC_NOT_FOUND ? "club.tournament-not-in"
                                : NULL;
}

/* A player's mistake is an answer, not an error of the program. */
static enum rc tell(struct incoming *incoming, const struct tournament *tournament,
                    const char *sentence, enum rc rc, const struct err *own, struct err *err)
{
    const char *key = rc == RC_OK ? sentence : refusal(rc);

    FAIL_IF(!key, err, rc, own->text);
    return SAY(incoming, key, "name", tournament->terms.name, "tournament",
               TEXT_INT(tournament->id));
}

/* What becomes of "enter 3 WORDS", if it can be done. */
static const char *entering(const struct tournament *tournament, int64_t player, const char *words)
{
    bool sealed = text_starts_with(words, "sealed ");

    if (tournament_is_ladder(tournament))
        return "club.ladder-entered";
    if (*words && tournament_wants_luck(tournament, player))
        return tournament->log.phase == TOURNAMENT_LOG_CLOSED && !tournament->log.anew
                   ? "club.tournament-luck-opened"
               : sealed ? "club.tournament-luck-sealed"
                        : "club.tournament-luck-given";
    return sealed   ? "club.tournament-entered-sealed"
           : *words ? "club.tournament-entered"
                    : "club.tournament-entered-plain";
}

/* "enter 1. How many rounds?", "inscribir 1, con mucho gusto" */
static bool is_no_luck(const struct incoming *incoming, const char *arguments, const char *words)
{
    const char *sign = arguments + strspn(arguments, "0123456789");

    return strchr(words, '?') ||
           (*sign && *sign != ' ' && wishes_settle(incoming->desk->library, words));
}

enum rc tournaments_letter_enter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    const char *words, *key;
    OWN_AT(tournament) tournament = NULL;

    TRY(find_moving(incoming, arguments, &tournament, &words, err));
    if (tournament && strchr(words, '?')) /* what it is stands in the list */
        list_one(incoming, tournament);
    if (tournament && is_no_luck(incoming, arguments, words))
        words = "";
    if (tournament) {
        key = entering(tournament, incoming->known->sender, words);
        TRY(tell(incoming, tournament, key,
                 tournament_enter(incoming->desk, tournament, incoming->known->sender, words, &own),
                 &own, err));
    }
    return RC_OK;
}

enum rc tournaments_letter_leave(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    const char *rest;
    OWN_AT(tournament) tournament = NULL;

    TRY(find_moving(incoming, arguments, &tournament, &rest, err));
    if (tournament)
        TRY(tell(incoming, tournament, "club.tournament-left",
                 tournament_leave(incoming->desk, tournament, incoming->known->sender, &own), &own,
                 err));
    return RC_OK;
}

/* Where its name stands in the words, whole; NULL: it does not, or the game may be meant. */
static const char *stands_in(const struct desk *desk, const char *name, const char *words)
{
    const char *at = *name ? strcasestr(words, name) : NULL;
    const struct game *game = at ? titles_within(desk->library, name) : NULL;

    return at && !(game && text_equal(name, game->title)) &&
                   (at == words || !text_is_letter(at[-1])) && !text_is_letter(at[strlen(name)])
               ? at
               : NULL;
}

enum rc tournaments_letter_find(struct desk *desk, const char *words, int64_t *id, const char **at,
                                size_t *length, struct err *err)
{
    int64_t next = 0;

    *id = 0;
    TRY(ledger_tournament_next(desk->ledger, &next, err));
    while (!*id && --next > 0) {
        OWN_AT(tournament) tournament = NULL;
        struct tournament_terms terms;
        enum rc rc = tournament_read_terms(desk, next, &terms, err);

        *at = rc == RC_OK ? stands_in(desk, terms.name, words) : NULL;
        if (rc == RC_OK && *at)
            rc = tournament_load(desk, next, &tournament, err);
        if (rc == RC_NOT_FOUND) { /* a number that is not given again */
            err_clear(err);
            continue;
        }
        TRY(rc);
        if (*at && tournament->log.phase != TOURNAMENT_LOG_CANCELLED) {
            *id = next;
            *length = strlen(terms.name);
        }
    }
    return RC_OK;
}

enum rc tournaments_letter_join(struct incoming *incoming, const char *name, bool *found,
                                struct err *err)
{
    const char *at;
    size_t length;
    int64_t id;

    TRY(tournaments_letter_find(incoming->desk, name, &id, &at, &length, err));
    *found = id > 0;
    return *found ? tournaments_letter_enter(incoming, TEXT_INT(id), err) : RC_OK;
}

/* ---- a ladder ---- */

/* By place, or by name; *player 0: nobody. */
static enum rc find_rung(struct incoming *incoming, const struct tournament *tournament,
                         const char *word, int64_t *player, struct err *err)
{
    int64_t place = 0;

    *player = 0;
    if (!text_to_int(word, strlen(word), &place))
        return people_by_name(incoming->desk, word, player, err);
    if (place >= 1 && place <= (int64_t)tournament->log.ladder.count)
        *player = tournament->player[tournament_log_entrant(
                                         &tournament->log, tournament->log.ladder.rung[place - 1]) -
                                     1];
    return RC_OK;
}

static enum rc challenge(struct incoming *incoming, struct tournament *tournament, const char *word,
                         struct err *err)
{
    char key[SENTENCE_KEY_BYTES];
    const char *why = "nobody";
    int64_t player = 0;

    TRY(find_rung(incoming, tournament, word, &player, err));
    if (player)
        TRY(tournament_game_challenge(incoming->desk, tournament, incoming->known->sender, player,
                                      &why, err));
    if (!why)
        TRY(incoming_see_game(incoming, err));
    snprintf(key, sizeof key, "club.ladder-%s", why ? why : "challenge");
    return SAY(incoming, key, "name", tournament->terms.name, "tournament",
               TEXT_INT(tournament->id), "who", word, "n",
               TEXT_INT((int64_t)tournament->terms.rules.reach));
}

enum rc tournaments_letter_ladder(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *word;
    OWN_AT(tournament) tournament = NULL;

    TRY(find_moving(incoming, arguments, &tournament, &word, err));
    if (!tournament)
        return RC_OK;
    if (!tournament_is_ladder(tournament))
        SAY(incoming,
            tournament->log.phase == TOURNAMENT_LOG_OPEN ? "club.tournament-not-begun"
                                                         : "club.ladder-none",
            "name", tournament->terms.name, "tournament", TEXT_INT(tournament->id));
    else if (!*word)
        incoming_tell_form(incoming);
    else
        TRY(challenge(incoming, tournament, word, err));
    return RC_OK;
}

/* ---- standings ---- */

static bool has_places_alone(const struct tournament *tournament)
{
    return tournament->terms.rules.format == SCHEDULE_KNOCKOUT ||
           tournament->terms.rules.format == SCHEDULE_LADDER;
}

static void add_row(struct incoming *incoming, const struct tournament *tournament,
                    const struct standings_row *row)
{
    unsigned entrant = tournament_log_entrant(&tournament->log, row->entrant);
    char place[TEXT_INT_BYTES], group[TEXT_INT_BYTES], points[TEXT_INT_BYTES + 4];
    char name[TOURNAMENT_PLACE_NAME_BYTES];
    OWN(buf) hidden = {0};

    tournament_place_name(incoming->desk, tournament, entrant,
                          tournament->player[entrant - 1] == incoming->known->sender, name,
                          sizeof name);
    if (!*name)
        WORDING(&incoming->answer.wording, &hidden, "club.hidden", "n", "");
    snprintf(points, sizeof points, "%u%s", row->points / 2, row->points % 2 ? "½" : "");
    incoming_tell(incoming,
                  has_places_alone(tournament)         ? "club.tournament-place"
                  : !row->group                        ? "club.tournament-row-final"
                  : tournament->terms.rules.groups > 1 ? "club.tournament-row-group"
                                                       : "club.tournament-row",
                  "place", text_of_int(place, row->place), "name", *name ? name : buf_text(&hidden),
                  "points", points, "group", text_of_int(group, row->group), NULL);
}

static void tell_standings(struct incoming *incoming, struct tournament *tournament)
{
    char round[TEXT_INT_BYTES];
    unsigned count = tournament_log_standings(&tournament->log);

    SAY(incoming,
        !count                                              ? "club.tournament-not-begun"
        : tournament->terms.rules.format == SCHEDULE_LADDER ? "club.ladder-standings"
                                                            : "club.tournament-standings",
        "name", tournament->terms.name, "round", text_of_int(round, tournament->log.round));
    for (unsigned i = 0; i < count; i++)
        add_row(incoming, tournament, &tournament->log.row[i]);
}

/* Before it begins. */
static void tell_entrants(struct incoming *incoming, const struct tournament *tournament)
{
    OWN(buf) names = {0};

    for (unsigned entrant = 1; entrant <= tournament->log.entered; entrant++) {
        char name[TOURNAMENT_PLACE_NAME_BYTES];

        if (tournament->log.gone[entrant - 1])
            continue;
        tournament_place_name(incoming->desk, tournament, entrant,
                              tournament->player[entrant - 1] == incoming->known->sender, name,
                              sizeof name);
        buf_put(&names, names.length ? ", " : "");
        if (*name)
            buf_put(&names, name);
        else
            WORDING(&incoming->answer.wording, &names, "club.hidden", "n", "");
    }
    if (names.length)
        incoming_tell(incoming, "club.tournament-entrants", "names", buf_text(&names),
                      (const char *)NULL);
}

/* "What place am I in?": in each that he plays in. */
static enum rc tell_own(struct incoming *incoming, bool *told, struct err *err)
{
    struct tournament_walk walk = tournaments_of(incoming->desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        if (tournament->log.phase == TOURNAMENT_LOG_RUNNING &&
            tournament_entrant_of(tournament, incoming->known->sender)) {
            tell_standings(incoming, tournament);
            *told = true;
        }
    return walk.rc;
}

enum rc tournaments_letter_standings(struct incoming *incoming, const char *arguments,
                                     struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    bool told = false;
    const char *rest;

    if (!*arguments) {
        TRY(tell_own(incoming, &told, err));
        return told ? RC_OK : tournaments_letter_list(incoming, arguments, err);
    }
    TRY(find(incoming, arguments, &tournament, &rest, err));
    if (!tournament)
        return RC_OK;
    if (tournament_log_standings(&tournament->log))
        tell_standings(incoming, tournament);
    else {
        list_one(incoming, tournament);
        tell_entrants(incoming, tournament);
    }
    return RC_OK;
}
