/* SPDX-License-Identifier: MIT */
/* Accepts and declines offers, lists them, and starts the game when its last seat is taken. */
#include "commands/offers_p.h"

#include <stdio.h>

#include "commands/club.h"
#include "commands/commands.h"
#include "commands/forum_answer.h"
#include "commands/newgame.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"
#include "commands/opponents.h"
#include "commands/requests.h"
#include "commands/seating.h"
#include "commands/tournaments_letter.h"
#include "commands/wishes.h"
#include "outbound/notice.h"
#include "play/rating.h"
#include "server/titles.h"
#include "tell/command_words.h"
#include "tell/folded.h"
#include "tell/said_words.h"

/* ---- beginning ---- */

/* In the topic where the last seat was taken. */
static enum rc announce_game(struct incoming *incoming, const struct offer *offer, int64_t game,
                             struct err *err)
{
    struct desk *desk = incoming->desk;
    struct wording wording = {.language = library_language(desk->library, desk->config->language)};
    struct forum_announcement told = {0};
    OWN(buf) text = {0};

    WORDING(&wording, &text, "forum.challenge-made", "title", wording_title(&wording, offer->game),
            "game", TEXT_INT(game));
    told.text = buf_text(&text);
    if (incoming->known->read.post.kind == FORUM_POST_PUBLIC)
        TRY(forum_announce(incoming, &told, err));
    return RC_OK;
}

enum rc offers_start(struct incoming *incoming, const struct offer *offer, struct err *err)
{
    struct newgame wanted = {.played = offer->game,
                             .options = offer->options,
                             .time = offer->time,
                             .seats = offer->seats,
                             .anonymous = offer->anonymous,
                             .press_open = offer->press_open};
    struct verdict verdict;
    int64_t game = 0;
    unsigned seat = 0;

    for (unsigned i = 0; i < offer->who_count; i++)
        if (offer->who[i].answer == LEDGER_OFFER_IN) {
            wanted.player[++seat] = offer->who[i].player;
            if (offer->who[i].player == offer->player && !wanted.host)
                wanted.host = seat;
        }
    TRY(newgame_make(incoming->desk, &wanted, &game, &verdict, err));
    if (verdict.kind != VERDICT_DONE) /* options of an older program */
        TRY(ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_GONE, 0, err));
    else
        TRY(ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_MADE, game, err));
    TRY(incoming_see_game(incoming, err));
    SAY(incoming, game ? "desk.offer-made" : "desk.offer-gone", "game", TEXT_INT(game), "title",
        wording_title(&incoming->answer.wording, offer->game), "offer", "");
    if (game)
        TRY(opponents_introduce(incoming, wanted.player + 1, wanted.seats, err));
    return game ? announce_game(incoming, offer, game, err) : RC_OK;
}
/* ---- accepting, declining ---- */

unsigned offers_free_place(const struct offer *offer)
{
    for (unsigned place = 1; place <= offer->seats; place++) {
        bool taken = false;

        for (unsigned i = 0; i < offer->who_count; i++)
            taken |=
                offer->who[i].place == (int)place && offer->who[i].answer != LEDGER_OFFER_DECLINED;
        if (!taken)
            return place;
    }
    return 0;
}

/* Of who stayed away and has not come back. */
static bool is_vacant(const struct position *position, unsigned seat)
{
    char words[ENTRY_AWAY_BYTES];

    snprintf(words, sizeof words, REPLAY_REPLACE "%u", seat);
    return position->phase != POSITION_OVER && !position->is_frozen &&
           replay_host(position->replay) && replay_is_away(position->replay, seat) &&
           text_equal(replay_said(position->replay, replay_host(position->replay)), words) &&
           !replay_host_missing(position->replay, words);
}

/* Sit down in a game that goes on. */
static enum rc take_seat(struct incoming *incoming, const struct offer *offer, struct err *err)
{
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES];
    struct position *position;
    bool done = false;
    enum rc rc = position_get(incoming->desk, offer->into_game, &position, err);

    if (rc == RC_OK && is_vacant(position, offer->into_seat)) {
        rc = seating_replace(incoming->desk, position, ENTRY_TABLE, offer->into_seat,
                             incoming->known->sender, false, err);
        done = rc == RC_OK;
        if (rc == RC_CONFLICT) { /* he sits there, or did when luck was fixed */
            err_clear(err);
            rc = RC_OK;
        }
    }
    THEN(rc, ledger_offer_end(incoming->desk->ledger, offer->id,
                              done ? LEDGER_OFFER_MADE : LEDGER_OFFER_GONE,
                              done ? offer->into_game : 0, err));
    THEN(rc, incoming_see_game(incoming, err));
    SAY(incoming, done ? "desk.offer-seat-yours" : "desk.offer-gone", "offer",
        text_of_int(number, offer->id), "game", text_of_int(game, offer->into_game));
    return rc;
}

/* Points of who writes, in one game; reckoned once. */
struct standing {
    const struct game *game; /* NULL = of none yet */
    double points;
};

/* Who has not played yet is where all begin. */
static enum rc look_at_rating(struct incoming *incoming, const struct offer *offer,
                              struct standing *standing, bool *fits, struct err *err)
{
    OWN_AT(rating_book) book = NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    size_t results;
    unsigned count = 0;

    *fits = true;
    if (!offer->rating_least && !offer->rating_most)
        return RC_OK;
    if (standing->game != offer->game) {
        *standing = (struct standing){offer->game, rating_new.points};
        TRY(rating_open(incoming->desk, offer->game->name, false, &book, err));
        rating_results(book, &results);
        TRY(rating_rows(book, results, &row, &count, err));
        for (unsigned i = 0; i < count; i++)
            if (row[i].player == incoming->known->sender)
                standing->points = row[i].rating.points;
    }
    *fits = standing->points >= (double)offer->rating_least &&
            (!offer->rating_most || standing->points < (double)offer->rating_most + 1);
    return RC_OK;
}

static enum rc check_rating(struct incoming *incoming, const struct offer *offer, bool *fits,
                            struct err *err)
{
    struct standing standing = {0};
    char range[32];

    TRY(look_at_rating(incoming, offer, &standing, fits, err));
    offers_write_range(offer, range, sizeof range);
    if (!*fits)
        SAY(incoming, "desk.offer-rating", "options", range, "n",
            TEXT_INT((int64_t)standing.points));
    return RC_OK;
}

enum rc offers_join(struct incoming *incoming, struct offer *offer, bool invited, struct err *err)
{
    const struct ledger_offer_player *who = offers_find_who(offer, incoming->known->sender);
    unsigned place = who ? (unsigned)who->place : offers_free_place(offer);
    bool fits;

    if (!offer->waits || !place || (!who && !offer->is_open && !invited))
        return SAY(incoming, "desk.offer-gone", "offer", TEXT_INT(offer->id));
    if (offer->into_game)
        return take_seat(incoming, offer, err);
    if (!who && offer->is_open) {
        TRY(check_rating(incoming, offer, &fits, err));
        if (!fits)
            return RC_OK;
    }
    TRY(offers_put_who(incoming, offer->id, incoming->known->sender, place, LEDGER_OFFER_IN, err));
    TRY(offers_load(incoming->desk, offer->id, offer, err));
    if (offers_count_in(offer) == offer->seats)
        return offers_start(incoming, offer, err);
    return SAY(incoming, "desk.offer-joined", "offer", TEXT_INT(offer->id), "title",
               offer->game ? wording_title(&incoming->answer.wording, offer->game) : "", "n",
               TEXT_INT((int64_t)offer->seats - offers_count_in(offer)));
}

/* What an "accept" without a number can mean. */
struct meant {
    int64_t asked, open; /* the newest of each */
    unsigned asked_count, open_count;
};

static enum rc note_meant(struct incoming *incoming, int64_t id, struct meant *meant,
                          struct err *err)
{
    const struct ledger_offer_player *who;
    struct offer offer;

    TRY(offers_load(incoming->desk, id, &offer, err));
    if (!offer.waits || offer.player == incoming->known->sender)
        return RC_OK;
    who = offers_find_who(&offer, incoming->known->sender);
    if (who && who->answer == LEDGER_OFFER_ASKED) {
        meant->asked = offer.id;
        meant->asked_count++;
    } else if (!who && offer.is_open) {
        meant->open = offer.id;
        meant->open_count++;
    }
    return RC_OK;
}

static enum rc find_meant(struct incoming *incoming, struct meant *meant, struct err *err)
{
    struct ledger_rows rows = ledger_offers(incoming->desk->ledger, err);

    for (struct ledger_offer row; ledger_next(&rows, &row);)
        rows.rc = note_meant(incoming, row.id, meant, err);
    return ledger_end(&rows);
}

/* The offer that a line or the answered letter names; else the one that asks him; in the forum
 * else the one that is open to all; 0 = which of several is not said. */
static enum rc find_named(struct incoming *incoming, const char *arguments, int64_t *id,
                          struct err *err)
{
    struct meant meant = {0};

    *id = 0;
    if (*arguments) {
        if (!text_to_int(arguments, strlen(arguments), id) || *id < 0)
            *id = 0;
        return RC_OK;
    }
    *id = incoming->known->offer;
    if (!*id)
        TRY(find_meant(incoming, &meant, err));
    if (meant.asked_count == 1)
        *id = meant.asked;
    else if (!meant.asked_count && meant.open_count == 1 &&
             incoming->known->read.post.kind != FORUM_POST_NONE) /* where it is read side by side */
        *id = meant.open;
    return RC_OK;
}

enum rc offers_take(struct incoming *incoming, int64_t id, struct err *err)
{
    struct offer offer;

    TRY(offers_load(incoming->desk, id, &offer, err));
    return offers_join(incoming, &offer, true, err);
}

static enum rc accept(struct incoming *incoming, struct offer *offer, struct err *err)
{
    return offers_join(incoming, offer, false, err);
}

enum rc offers_seat_left(struct desk *desk, const struct offer *offer, int64_t player,
                         struct err *err)
{
    struct notice notice = {
        .key = "talk.host-seat-declined", .player = offer->into_seat, .count = 1};
    struct position *position;
    struct person person;

    TRY(people_get(desk, player, &person, err));
    notice.arg[0] = (struct sentence_arg){"name", person.name};
    TRY(position_get(desk, offer->into_game, &position, err));
    for (unsigned seat = 1; position->phase != POSITION_OVER && seat <= position->genesis.seats;
         seat++)
        if (position->player[seat] == offer->player)
            TRY(notice_seat(desk, position, seat, &notice, err));
    return RC_OK;
}

/* Its maker withdraws it; one who was asked says no, and an invitation is over then. */
static enum rc decline(struct incoming *incoming, struct offer *offer, struct err *err)
{
    const struct ledger_offer_player *who = offers_find_who(offer, incoming->known->sender);
    char number[TEXT_INT_BYTES];
    bool own = offer->player == incoming->known->sender;

    text_of_int(number, offer->id);
    if (!offer->waits || (!who && !own))
        return SAY(incoming, "desk.offer-gone", "offer", number);
    if (!own)
        TRY(offers_put_who(incoming, offer->id, incoming->known->sender, (unsigned)who->place,
                           LEDGER_OFFER_DECLINED, err));
    if (own || !offer->is_open)
        TRY(ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_GONE, 0, err));
    if (offer->into_game && !own)
        TRY(offers_seat_left(incoming->desk, offer, incoming->known->sender, err));
    for (unsigned i = 0; i < offer->who_count && (own || !offer->into_game); i++)
        if (offer->who[i].player != incoming->known->sender &&
            offer->who[i].answer != LEDGER_OFFER_DECLINED)
            TRY(offers_tell(incoming, offer->who[i].player, offer,
                            own ? "desk.offer-withdrawn" : "desk.offer-declined", err));
    return SAY(incoming, own ? "desk.offer-back" : "desk.offer-no", "offer", number);
}

/* Answer the offer that is meant. */
static enum rc answer(struct incoming *incoming, const char *arguments,
                      enum rc (*with)(struct incoming *incoming, struct offer *offer,
                                      struct err *err),
                      struct err *err)
{
    int64_t id;
    struct offer offer;

    TRY(find_named(incoming, arguments, &id, err));
    if (!id && with == accept)
        return offers_list(incoming, "", err);
    if (!id)
        return SAY(incoming, "desk.offer-which", "n", "");
    TRY(offers_load(incoming->desk, id, &offer, err));
    offer.id = id; /* also of one that is not there, to name it */
    return with(incoming, &offer, err);
}

enum rc offers_accept(struct incoming *incoming, const char *arguments, struct err *err)
{
    if (*arguments && text_equal(incoming->command->name, "join") &&
        !strpbrk(arguments, "0123456789")) { /* "join Tom", "join Harvest Cup" */
        bool found = false;

        TRY(tournaments_letter_join(incoming, arguments, &found, err));
        if (!found)
            SAY(incoming, "desk.sign-up-known", "name", incoming->person.name);
        return RC_OK;
    }
    return answer(incoming, arguments, accept, err);
}

enum rc offers_decline(struct incoming *incoming, const char *arguments, struct err *err)
{
    return answer(incoming, arguments, decline, err);
}
/* ---- what waits ---- */

static void tell_offer(struct incoming *incoming, const struct offer *offer, const char *host)
{
    OWN(offers_written) terms = {0};

    offers_write_terms(incoming->desk, offer, &incoming->answer.wording, false, &terms);
    incoming_tell(incoming, "desk.offer-line", "offer", TEXT_INT(offer->id), "title",
                  wording_title(&incoming->answer.wording, offer->game), "name",
                  offer->anonymous ? "?" : host, "options", buf_text(&terms.options), "time",
                  buf_text(&terms.time), "n",
                  TEXT_INT((int64_t)offer->seats - offers_count_in(offer)), (const char *)NULL);
}

enum rc offers_tell_asked(struct incoming *incoming, struct err *err)
{
    struct person person;
    struct offer offer;

    TRY(offers_load(incoming->desk, incoming->known->offer, &offer, err));
    if (!offer.waits)
        return RC_OK;
    TRY(people_get(incoming->desk, offer.player, &person, err));
    tell_offer(incoming, &offer, person.name);
    return RC_OK;
}

static enum rc list_one(struct incoming *incoming, int64_t id, struct standing *standing,
                        unsigned *count, struct err *err)
{
    const struct ledger_offer_player *who;
    struct person person;
    OWN(buf) answers = {0};
    struct offer offer;
    bool fits = true;
    enum rc rc = offers_load(incoming->desk, id, &offer, err);

    if (rc != RC_OK || !offer.waits)
        return rc;
    who = offers_find_who(&offer, incoming->known->sender);
    if (!offer.is_open && !who)
        return RC_OK;
    if (!who)
        rc = look_at_rating(incoming, &offer, standing, &fits, err);
    TRY(rc);
    rc = people_get(incoming->desk, offer.player, &person, NULL);
    if (rc != RC_OK) /* somebody who was forgotten */
        return rc == RC_NOT_FOUND || rc == RC_BAD_SEAL ? RC_OK
                                                       : ERR(err, rc, "a player cannot be read");
    tell_offer(incoming, &offer, person.name);
    ++*count;
    if (!offer.anonymous)
        rc = club_put_answers(incoming->desk, &incoming->answer.wording, &person, &answers, err);
    if (answers.length)
        incoming_add(incoming, buf_text(&answers));
    if (offer.player != incoming->known->sender && fits)
        incoming_offer(incoming, "accept", NULL, TEXT_INT(offer.id));
    if (who) /* asked, or his own */
        incoming_offer(incoming, "decline", NULL, TEXT_INT(offer.id));
    return rc;
}

enum rc offers_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct ledger_rows rows = ledger_offers(incoming->desk->ledger, err);
    struct standing standing = {0};
    unsigned count = 0;

    (void)arguments;
    for (struct ledger_offer row; ledger_next(&rows, &row);)
        rows.rc = list_one(incoming, row.id, &standing, &count, err);
    TRY(ledger_end(&rows));
    SAY(incoming, count ? "desk.offers" : "desk.offers-none", "n", "");
    for (const struct game *const *game = incoming->desk->world.games;
         !count && incoming->known->sender && *game; game++)
        incoming_offer(incoming, "challenge", *game, "");
    return RC_OK;
}

/* ---- whose invitations ---- */

/* Does a clause of it begin with this command? */
static bool has_clause(const struct incoming *incoming, const char *line, const char *command)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    bool does = false;

    if (strpbrk(line, "?0123456789"))
        return false;
    for (size_t next, length, skip; *line && !does; line += next) {
        OWN(buf) clause = {0}, exact = {0};

        length = phrase_part(words, PHRASE_CLAUSES, line, strlen(line), &next);
        skip = phrase_is_greeting(words, line, length) ? strcspn(line, " ") : 0; /* "hi I accept" */
        skip = skip < length ? skip : 0;
        buf_put_bytes(&clause, line + skip, length - skip);
        does = command_words_read(words, buf_text(&clause), &exact) &&
               text_starts_with(buf_text(&exact), command);
    }
    return does;
}

/* Does he accept, and nothing withhold that? */
static bool accepts(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;

    return has_clause(incoming, line, "accept") && /* "I take Rosa's, but not Ken's" */
           !phrase_says(language_commands(language), line, strlen(line), PHRASE_NEGATION) &&
           !said_holds(language_said(language), SAID_WITHHOLDING, line);
}

/* "take Rosa's, please": what is hers ends the line. */
static bool ends_possessive(const struct lexicon *words, const char *line)
{
    char clean[PHRASE_BYTES];
    struct folded folded;
    const char *behind = folded_read(&folded, line) ? strstr(folded.text, "'s") : NULL;

    return behind && !phrase_clean(words, behind + 2, strlen(behind + 2), clean);
}

/* Does he wish for a game with somebody, or for somebody's? Exact words are no wish. */
static bool wishes(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;
    const struct library *library = incoming->desk->library;
    struct wishes_guess guess;
    const char *behind;
    OWN(buf) exact = {0};

    if (strchr(line, '?') || commands_find(line, &behind) ||
        requests_says(language, line, "member.watch") ||
        said_holds(language_said(language), SAID_WITHHOLDING, line))
        return false;
    return ends_possessive(language_commands(language), line) ||
           (wishes_read(library, language, line, WISHES_LOBBY, &exact)
                ? text_starts_with(buf_text(&exact), "invite ") ||
                      strstr(line, "'s ") != NULL /* "join Rosa's game" */
                : wishes_guess(library, language, line, &guess));
}

/* "Ann, Bob" */
static bool lists(const char *names, const char *name)
{
    size_t length = strlen(name);
    const char *at = names;

    while ((at = strstr(at, name)) != NULL &&
           !((at == names || at[-1] == ' ') && (!at[length] || at[length] == ',')))
        at++;
    return at != NULL;
}

/* "Signora Esposito", of Anna Esposito. */
static bool says_part(const char *line, const char *name)
{
    enum { LEAST = 3 };
    struct folded folded;
    size_t length, used;
    bool says = false;

    for (; *name && !says && folded_read(&folded, line);
         name += length + strspn(name + length, " ")) {
        length = strcspn(name, " ");
        says = length >= LEAST && folded_find(&folded, 0, name, length, &used) < folded.length;
    }
    return says;
}

/* Is the named one host of an offer that asks him, or asked by one of his own? */
static enum rc is_between(struct incoming *incoming, const struct offer *offer, const char *named,
                          bool *between, struct err *err)
{
    const int64_t sender = incoming->known->sender;
    struct person person;

    *between = false;
    if (!offer->waits || !offers_find_who(offer, sender))
        return RC_OK;
    for (unsigned i = 0; i < offer->who_count && !*between; i++) {
        int64_t other = offer->player == sender ? offer->who[i].player : offer->player;

        if (other != sender) {
            TRY(people_get(incoming->desk, other, &person, err));
            *between = lists(named, person.name);
        }
    }
    return RC_OK;
}

/* "Take back what I offered Ken", "tell Ken I cannot": the only one between the two; where it is
 * not said in so many words, or what is withdrawn was the other's, what waits is shown. */
static enum rc drop_named(struct incoming *incoming, const char *line, const char *named,
                          struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                          struct err *err)
{
    struct ledger_rows rows = ledger_offers(incoming->desk->ledger, err);
    bool between, sure = has_clause(incoming, line, "decline") &&
                         !said_holds(language_said(incoming->answer.wording.language),
                                     SAID_WITHHOLDING, line);
    struct offer offer;

    for (struct ledger_offer row; ledger_next(&rows, &row);) {
        rows.rc = offers_load(incoming->desk, row.id, &offer, err);
        THEN(rows.rc, is_between(incoming, &offer, named, &between, err));
        if (rows.rc != RC_OK || !between)
            continue;
        sure &= offer.player == incoming->known->sender ||
                !requests_says(incoming->answer.wording.language, line, "member.withdraw");
        if (!(*count)++)
            snprintf(part[0].text, sizeof part->text, "decline %lld", (long long)offer.id);
    }
    if (*count > 1 || (*count && !sure))
        text_copy(part[0].text, sizeof part->text, "challenges");
    *count = *count > 0;
    return ledger_end(&rows);
}

/* Does he answer by somebody, or ask what became of it? */
static bool is_about_offers(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;
    bool denies = phrase_says(language_commands(language), line, strlen(line), PHRASE_NEGATION);

    return has_clause(incoming, line, "decline") ||
           (denies && (has_clause(incoming, line, "say") ||
                       requests_says(language, line, "wish.challenge"))) ||
           (strchr(line, '?') && requests_says(language, line, "member.answered"));
}

enum rc offers_take_named(struct incoming *incoming, const char *line,
                          struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                          struct err *err)
{
    OWN(buf) named = {0};
    struct ledger_rows rows;
    struct ledger_offer row;
    struct person host;
    struct offer offer;
    const struct game *game = titles_within(incoming->desk->library, line);
    const bool takes = accepts(incoming, line);
    unsigned open = 0;
    int64_t challenge = 0; /* an invitation goes before it */

    *count = 0;
    if (!incoming->known->sender ||
        (!takes && !wishes(incoming, line) && !is_about_offers(incoming, line)))
        return RC_OK;
    TRY(offers_put_whose(incoming, line, &named, err));
    if (named.length && is_about_offers(incoming, line))
        return drop_named(incoming, line, buf_text(&named), part, count, err);
    if (!named.length && !takes)
        return RC_OK;
    rows = ledger_offers(incoming->desk->ledger, err);
    while (*count < PHRASE_PARTS_MAX && ledger_next(&rows, &row)) {
        const struct ledger_offer_player *who;
        bool is_named = false;

        rows.rc = offers_load(incoming->desk, row.id, &offer, err);
        if (rows.rc != RC_OK || !offer.waits)
            continue;
        who = offers_find_who(&offer, incoming->known->sender);
        if ((who ? who->answer != LEDGER_OFFER_ASKED : !offer.is_open) ||
            (game && !takes && game != offer.game))
            continue;
        rows.rc = people_get(incoming->desk, offer.player, &host, err);
        is_named = rows.rc == RC_OK &&
                   (named.length ? lists(buf_text(&named), host.name) : says_part(line, host.name));
        if (is_named && who)
            snprintf(part[(*count)++].text, sizeof part->text, "accept %lld", (long long)offer.id);
        else if (is_named && !open++)
            challenge = offer.id;
    }
    open = *count ? *count > 1 && !named.length ? 2 : 0 : open;
    if (open)
        snprintf(part[(*count)++].text, sizeof part->text, "accept %lld", (long long)challenge);
    if (open > 1 || (*count && !takes)) { /* which of his challenges? They are listed. */
        text_copy(part[0].text, sizeof part->text, takes ? "accept" : "challenges");
        *count = 1;
    }
    return ledger_end(&rows);
}
