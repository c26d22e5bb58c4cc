/* SPDX-License-Identifier: MIT */
#include "talk/cups_letter.h"

#include <stdio.h>
#include <string.h>

#include "cup/cup.h"
#include "dispatch/notice.h"
#include "people/people.h"
#include "talk/cupgame.h"

/* The tournament that the first word names, and what stands behind it; *cup NULL: it was told that
 * there is none. */
static enum rc find(struct incoming *incoming, const char *arguments, struct cup **cup,
                    const char **rest, struct err *err)
{
    size_t length = strcspn(arguments, " ");
    int64_t id = 0;
    enum rc rc;

    *cup = NULL;
    *rest = arguments + length + strspn(arguments + length, " ");
    if (!text_to_int(arguments, length, &id) || id < 1) {
        incoming_tell_form(incoming);
        return RC_OK;
    }
    rc = cup_load(incoming->desk, id, cup, err);
    if (rc != RC_NOT_FOUND)
        return rc;
    err_clear(err);
    incoming_tell(incoming, "club.cup-none", "cup", arguments, NULL);
    return RC_OK;
}

/* The same, of one that can be changed. */
static enum rc find_moving(struct incoming *incoming, const char *arguments, struct cup **cup,
                           const char **rest, struct err *err)
{
    char number[TEXT_INT_BYTES];
    enum rc rc = find(incoming, arguments, cup, rest, err);

    if (rc == RC_OK && *cup && (*cup)->signed_n) {
        SAY(incoming, "club.cup-frozen", "name", (*cup)->terms.name, "cup",
            text_of_int(number, (*cup)->id));
        cup_free(*cup);
        *cup = NULL;
    }
    return rc;
}

static const char *title_of(const struct incoming *incoming, const struct cup *cup)
{
    const struct game *game = library_game(incoming->desk->library, cup->terms.game);

    return game ? wording_title(&incoming->answer.wording, game) : cup->terms.game;
}

/* ---- list ---- */

static enum rc list_one(void *user, struct cup *cup, struct err *err)
{
    struct incoming *incoming = user;
    char number[3][TEXT_INT_BYTES], key[SENTENCE_KEY_BYTES], format_key[SENTENCE_KEY_BYTES];
    struct buf format = {0};
    unsigned staying = 0;

    (void)err;
    if (cup->log.phase == CUPLOG_CANCELLED)
        return RC_OK;
    for (unsigned i = 0; i < cup->log.entered; i++)
        staying += !cup->log.gone[i];
    snprintf(format_key, sizeof format_key, "club.cup-%s", schedule_word(cup->terms.rules.format));
    snprintf(key, sizeof key, "club.cup-is-%s",
             cup_is_ladder(cup) ? schedule_word(SCHEDULE_LADDER) : cup_phase_word(cup));
    WORDING(&incoming->answer.wording, &format, format_key, "n", "");
    incoming_tell(incoming, key, "cup", text_of_int(number[0], cup->id), "name", cup->terms.name,
                  "title", title_of(incoming, cup), "format", buf_text(&format), "n",
                  text_of_int(number[1], staying), "round", text_of_int(number[2], cup->log.round),
                  NULL);
    buf_fini(&format);
    incoming->answer.wanted = true;
    return RC_OK;
}

enum rc cups_letter_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    SAY(incoming, "club.cups", "n", "");
    return cup_each(incoming->desk, list_one, incoming, err);
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
    const struct notice notice = {.key = "club.cup-wanted-by",
                                  .arg = {{"name", incoming->person.name},
                                          {"title", game->title},
                                          {"game", game->name},
                                          {"format", schedule_word(format)},
                                          {"cup", name}},
                                  .count = 5,
                                  .subject = game->title};

    return notice_keeper(incoming->desk, &notice, err);
}

/* "dungeon_twister swiss Winter cup"; without a name it is called after the game. */
enum rc cups_letter_organize(struct incoming *incoming, const char *arguments, struct err *err)
{
    char kind[WORD_BYTES], word[WORD_BYTES];
    const char *name = take_word(take_word(arguments, kind), word);
    const struct game *game = library_game(incoming->desk->library, kind);
    enum schedule_format format = SCHEDULE_SWISS;
    enum rc rc;

    if (!game || !schedule_read(word, &format) || strlen(name) >= CUP_NAME_BYTES ||
        strpbrk(name, "\"\\$`!")) {
        incoming_tell_form(incoming);
        return RC_OK;
    }
    if (!*incoming->desk->config->keeper) {
        SAY(incoming, "club.cup-wanted-nobody", "title",
            wording_title(&incoming->answer.wording, game));
        return RC_OK;
    }
    rc = ask_keeper(incoming, game, format, *name ? name : game->title, err);
    if (rc == RC_OK)
        SAY(incoming, "club.cup-wanted", "title", wording_title(&incoming->answer.wording, game));
    return rc;
}

/* ---- enter, leave ---- */

static const char *refusal(enum rc rc)
{
    return rc == RC_EXISTS      ? "club.cup-entered-already"
           : rc == RC_CONFLICT  ? "club.cup-closed"
           : rc == RC_TOO_LONG  ? "club.cup-luck-long"
           : rc == RC_BAD_SEAL  ? "club.cup-luck-wrong"
           : rc == RC_NOT_FOUND ? "club.cup-not-in"
                                : NULL;
}

/* A player's mistake is an answer, not an error of the program. */
static enum rc tell(struct incoming *incoming, const struct cup *cup, const char *sentence,
                    enum rc rc, const struct err *own, struct err *err)
{
    char number[TEXT_INT_BYTES];
    const char *key = rc == RC_OK ? sentence : refusal(rc);

    if (!key)
        return ERR(err, rc, own->text);
    SAY(incoming, key, "name", cup->terms.name, "cup", text_of_int(number, cup->id));
    return RC_OK;
}

/* What becomes of "enter 3 WORDS", if it can be done. */
static const char *entering(const struct cup *cup, int64_t player, const char *words)
{
    bool sealed = text_starts_with(words, "sealed ");

    if (cup_is_ladder(cup))
        return "club.ladder-entered";
    if (*words && cup_wants_luck(cup, player))
        return cup->log.phase == CUPLOG_CLOSED && !cup->log.anew ? "club.cup-luck-opened"
               : sealed                                          ? "club.cup-luck-sealed"
                                                                 : "club.cup-luck-given";
    return sealed   ? "club.cup-entered-sealed"
           : *words ? "club.cup-entered"
                    : "club.cup-entered-plain";
}

enum rc cups_letter_enter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    const char *words, *key;
    struct cup *cup;
    enum rc rc = find_moving(incoming, arguments, &cup, &words, err);

    if (rc == RC_OK && cup) {
        key = entering(cup, incoming->known->sender, words);
        rc = tell(incoming, cup, key,
                  cup_enter(incoming->desk, cup, incoming->known->sender, words, &own), &own, err);
    }
    cup_free(cup);
    return rc;
}

enum rc cups_letter_leave(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    const char *rest;
    struct cup *cup;
    enum rc rc = find_moving(incoming, arguments, &cup, &rest, err);

    if (rc == RC_OK && cup)
        rc = tell(incoming, cup, "club.cup-left",
                  cup_leave(incoming->desk, cup, incoming->known->sender, &own), &own, err);
    cup_free(cup);
    return rc;
}

/* ---- a ladder ---- */

/* By place, or by name; *player 0: nobody. */
static enum rc find_rung(struct incoming *incoming, const struct cup *cup, const char *word,
                         int64_t *player, struct err *err)
{
    int64_t place = 0;

    *player = 0;
    if (!text_to_int(word, strlen(word), &place))
        return people_by_name(incoming->desk, word, player, err);
    if (place >= 1 && place <= (int64_t)cup->log.ladder.count)
        *player = cup->player[cuplog_entrant(&cup->log, cup->log.ladder.rung[place - 1]) - 1];
    return RC_OK;
}

static enum rc challenge(struct incoming *incoming, struct cup *cup, const char *word,
                         struct err *err)
{
    char key[SENTENCE_KEY_BYTES], id[TEXT_INT_BYTES], reach[TEXT_INT_BYTES];
    const char *why = "nobody";
    int64_t player = 0;
    enum rc rc = find_rung(incoming, cup, word, &player, err);

    if (rc == RC_OK && player)
        rc = cupgame_challenge(incoming->desk, cup, incoming->known->sender, player, &why, err);
    if (rc == RC_OK && !why)
        rc = incoming_see_game(incoming, err);
    if (rc != RC_OK)
        return rc;
    snprintf(key, sizeof key, "club.ladder-%s", why ? why : "challenge");
    SAY(incoming, key, "name", cup->terms.name, "cup", text_of_int(id, cup->id), "who", word, "n",
        text_of_int(reach, (int64_t)cup->terms.rules.reach));
    return RC_OK;
}

enum rc cups_letter_ladder(struct incoming *incoming, const char *arguments, struct err *err)
{
    char id[TEXT_INT_BYTES];
    const char *word;
    struct cup *cup;
    enum rc rc = find_moving(incoming, arguments, &cup, &word, err);

    if (rc != RC_OK || !cup)
        return rc;
    if (!cup_is_ladder(cup))
        SAY(incoming, "club.ladder-none", "name", cup->terms.name, "cup", text_of_int(id, cup->id));
    else if (!*word)
        incoming_tell_form(incoming);
    else
        rc = challenge(incoming, cup, word, err);
    cup_free(cup);
    return rc;
}

/* ---- standings ---- */

static bool has_places_alone(const struct cup *cup)
{
    return cup->terms.rules.format == SCHEDULE_KNOCKOUT ||
           cup->terms.rules.format == SCHEDULE_LADDER;
}

static void add_row(struct incoming *incoming, const struct cup *cup,
                    const struct standings_row *row)
{
    unsigned entrant = cuplog_entrant(&cup->log, row->entrant);
    char place[TEXT_INT_BYTES], group[TEXT_INT_BYTES], points[TEXT_INT_BYTES + 4];
    char name[CUP_PLACE_NAME_BYTES];
    struct buf hidden = {0};

    cup_place_name(incoming->desk, cup, entrant,
                   cup->player[entrant - 1] == incoming->known->sender, name, sizeof name);
    if (!*name)
        WORDING(&incoming->answer.wording, &hidden, "club.hidden", "n", "");
    snprintf(points, sizeof points, "%u%s", row->points / 2, row->points % 2 ? "½" : "");
    incoming_tell(incoming,
                  has_places_alone(cup)         ? "club.cup-place"
                  : !row->group                 ? "club.cup-row-final"
                  : cup->terms.rules.groups > 1 ? "club.cup-row-group"
                                                : "club.cup-row",
                  "place", text_of_int(place, row->place), "name", *name ? name : buf_text(&hidden),
                  "points", points, "group", text_of_int(group, row->group), NULL);
    buf_fini(&hidden);
}

enum rc cups_letter_standings(struct incoming *incoming, const char *arguments, struct err *err)
{
    char round[TEXT_INT_BYTES];
    const char *rest;
    struct cup *cup;
    unsigned count;
    enum rc rc = find(incoming, arguments, &cup, &rest, err);

    if (rc != RC_OK || !cup)
        return rc;
    count = cuplog_standings(&cup->log);
    SAY(incoming,
        !count                                       ? "club.cup-not-begun"
        : cup->terms.rules.format == SCHEDULE_LADDER ? "club.ladder-standings"
                                                     : "club.cup-standings",
        "name", cup->terms.name, "round", text_of_int(round, cup->log.round));
    for (unsigned i = 0; i < count; i++)
        add_row(incoming, cup, &cup->log.row[i]);
    cup_free(cup);
    return RC_OK;
}
