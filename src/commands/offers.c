/* SPDX-License-Identifier: MIT */
/* Makes offers: invitations, open challenges, practice, rematches. Answers to them are in
 * offers_answer.c, their options in offers_terms.c. */
#include "commands/offers.h"

#include <stdio.h>

#include "ledger/work.h"
#include "outbound/notice.h"
#include "commands/club.h"
#include "commands/forum_answer.h"
#include "commands/joining_ask.h"
#include "commands/offers_ask.h"
#include "commands/offers_p.h"
#include "commands/opponents.h"
#include "commands/requests.h"
#include "server/titles.h"
#include "tell/command_words.h"

#define AGAINST " against"
#define ALONE   " alone"

enum { WAITING_MOST = 10 /* offers of one player */ };

/* ---- offers in memory ---- */

static enum rc load_players(struct desk *desk, struct offer *offer, struct err *err)
{
    struct ledger_rows rows = ledger_offer_players(desk->ledger, offer->id, err);

    for (struct ledger_offer_player row; ledger_next(&rows, &row);)
        if (offer->who_count < sizeof offer->who / sizeof offer->who[0])
            offer->who[offer->who_count++] = row;
    return ledger_end(&rows);
}

static void note_offer(struct desk *desk, const struct ledger_offer *row, struct offer *offer)
{
    *offer = (struct offer){.id = row->id,
                            .player = row->player,
                            .at_s = row->at_s,
                            .game = library_game(desk->library, row->engine),
                            .seats = (unsigned)row->seats,
                            .into_game = row->into_game,
                            .into_seat = (unsigned)row->into_seat,
                            .is_open = row->is_open,
                            .anonymous = row->anonymous,
                            .press_open = row->press_open,
                            .rating_least = row->rating_least,
                            .rating_most = row->rating_most};
    text_copy(offer->options, sizeof offer->options, row->options);
    text_copy(offer->time, sizeof offer->time, row->time);
    offer->is_done = row->state != LEDGER_OFFER_WAITING;
    offer->waits = offer->game && row->state == LEDGER_OFFER_WAITING &&
                   row->at_s + desk->config->offers_s > desk_now(desk);
}

enum rc offers_load(struct desk *desk, int64_t id, struct offer *offer, struct err *err)
{
    struct ledger_rows rows = ledger_offer_get(desk->ledger, id, err);
    struct ledger_offer row;
    enum rc rc;

    if (ledger_next(&rows, &row))
        note_offer(desk, &row, offer);
    rc = ledger_end(&rows);
    if (rc == RC_NOT_FOUND) {
        err_clear(err);
        *offer = (struct offer){0};
        return RC_OK;
    }
    return rc == RC_OK ? load_players(desk, offer, err) : rc;
}

const struct ledger_offer_player *offers_find_who(const struct offer *offer, int64_t player)
{
    for (unsigned i = 0; i < offer->who_count; i++)
        if (offer->who[i].player == player)
            return &offer->who[i];
    return NULL;
}

unsigned offers_count_in(const struct offer *offer)
{
    unsigned count = 0;

    for (unsigned i = 0; i < offer->who_count; i++)
        count += offer->who[i].answer == LEDGER_OFFER_IN;
    return count;
}
/* ---- making ---- */

static enum rc may_offer(struct incoming *incoming, bool *may, struct err *err)
{
    struct ledger_rows rows = ledger_offers(incoming->desk->ledger, err);
    unsigned count = 0;

    for (struct ledger_offer row; ledger_next(&rows, &row);)
        count += row.player == incoming->known->sender;
    TRY(ledger_end(&rows));
    *may = count < WAITING_MOST;
    if (!*may)
        SAY(incoming, "desk.offer-many", "n", "");
    return RC_OK;
}

enum rc offers_put_who(struct incoming *incoming, int64_t offer, int64_t player, unsigned place,
                       enum ledger_offer_answer answer, struct err *err)
{
    struct ledger_offer_player row = {offer, player, (int)place, answer};

    return ledger_offer_player_put(incoming->desk->ledger, &row, err);
}

enum rc offers_wait(struct desk *desk, int64_t offer, struct err *err)
{
    struct ledger_timer timer = {OFFERS_TIMER, 0, offer,
                                 desk_now(desk) + desk->config->offers_s / 10 * 9};

    return ledger_timer_set(desk->ledger, &timer, err);
}

static enum rc put_offer(struct incoming *incoming, const struct offers_terms *terms,
                         unsigned seats, bool is_open, int64_t *id, struct err *err)
{
    struct ledger_offer row = {.player = incoming->known->sender,
                               .at_s = desk_now(incoming->desk),
                               .engine = terms->game->name,
                               .options = terms->options,
                               .time = terms->time,
                               .seats = (int)seats,
                               .is_open = is_open,
                               .anonymous = terms->anonymous,
                               .press_open = terms->press_open,
                               .into_game = terms->into_game,
                               .into_seat = terms->into_seat,
                               .rating_least = terms->rating_least,
                               .rating_most = terms->rating_most};

    TRY(ledger_offer_put(incoming->desk->ledger, &row, id, err));
    return offers_wait(incoming->desk, *id, err);
}

enum rc offers_tell(struct incoming *incoming, int64_t player, const struct offer *offer,
                    const char *sentence, struct err *err)
{
    struct desk *desk = incoming->desk;
    OWN(offers_written) terms = {0};
    const bool is_over =
        text_equal(sentence, "desk.offer-withdrawn") || text_equal(sentence, "desk.offer-declined");
    char accept[32];
    struct notice notice = {
        .key = sentence, .about = offer->game, .offer = is_over ? 0 : offer->id};
    struct wording wording = {0};
    OWN(buf) answers = {0};
    struct person person;

    TRY(people_get(desk, player, &person, err));
    snprintf(accept, sizeof accept, "accept %lld", (long long)offer->id);
    notice.action[0] = is_over ? NULL : accept; /* alone: a bare yes takes it */
    wording.language = library_language(desk->library, person.language);
    buf_put(&answers, " ");
    if (offer->others && !offer->anonymous) {
        WORDING(&wording, &answers, "desk.offer-others", "names", offer->others);
        buf_put(&answers, " ");
    }
    TRY(club_put_answers(desk, &wording, &incoming->person, &answers, err));
    offers_write_terms(desk, offer, &wording, true, &terms);
    notice.arg[notice.count++] = (struct sentence_arg){"name", incoming->person.name};
    notice.arg[notice.count++] = (struct sentence_arg){"options", buf_text(&terms.options)};
    notice.arg[notice.count++] = (struct sentence_arg){"time", buf_text(&terms.time)};
    notice.arg[notice.count++] = (struct sentence_arg){"offer", TEXT_INT(offer->id)};
    notice.arg[notice.count++] =
        (struct sentence_arg){"answers", answers.length > 1 ? buf_text(&answers) : ""};
    return notice_player(incoming->desk, player, &notice, err);
}
/* ---- inviting ---- */

/* One name of a list: to the next comma or " and ". */
static const char *next_who(const char *list, size_t length, char *out, size_t capacity)
{
    size_t comma = 0, end;

    while (comma < length && list[comma] != ',' &&
           !(length - comma > 5 && memcmp(list + comma, " and ", 5) == 0))
        comma++;
    end = comma;
    while (end && list[end - 1] == ' ')
        end--;
    text_copy(out, end + 1 < capacity ? end + 1 : capacity, list);
    if (comma == length)
        return NULL;
    comma += list[comma] == ',' ? 1 : 5;
    comma += strspn(list + comma, " ");
    return list + comma;
}

/* "WHO, WHO to GAME …": where the list ends. */
static const char *end_of_list(const char *arguments)
{
    const char *to = NULL;

    for (const char *at = arguments; (at = strstr(at, " to ")) != NULL; at += 4)
        to = to ? to : at;
    return to;
}

bool offers_invited(const char *line, unsigned k, unsigned *passed, char out[PERSON_ADDRESS_BYTES])
{
    const char *list = line + strcspn(line, " "), *end, *next;

    list += strspn(list, " ");
    end = end_of_list(list);
    while (end && list && list < end) {
        next = next_who(list, (size_t)(end - list), out, PERSON_ADDRESS_BYTES);
        if (strchr(out, '@') && (*passed)++ == k)
            return true;
        list = next;
    }
    return false;
}

struct inviting {
    unsigned count, strangers;
    int64_t player[OFFERS_WHO_MOST]; /* 0 = unknown: write to the address */
    char address[OFFERS_WHO_MOST][PERSON_ADDRESS_BYTES];
    char unknown[PERSON_ADDRESS_BYTES]; /* a name that nobody has */
};

/* By address, by name, or by "@account" as people are called in the forum. */
static enum rc find_person(struct incoming *incoming, const char *who, int64_t *player,
                           struct err *err)
{
    int64_t number;

    if (who[0] == '@')
        return forum_player_called(incoming->desk, who + 1, player, err);
    return strchr(who, '@') ? people_by_address(incoming->desk, who, player, &number, err)
                            : people_by_name(incoming->desk, who, player, err);
}

/* A practice opponent: by level, in the writer's words too, or by name, as it has no account. */
static enum rc find_opponent(struct incoming *incoming, const char *who,
                             const struct inviting *inviting, int64_t *player, struct err *err)
{
    const char *level =
        command_words_level(language_commands(incoming->answer.wording.language), who);

    return opponents_find(incoming->desk, level ? level : who, inviting->player, inviting->count,
                          player, err);
}

static enum rc find_one(struct incoming *incoming, const char *who, struct inviting *inviting,
                        struct err *err)
{
    int64_t player = 0;

    TRY(find_person(incoming, who, &player, err));
    if (!player)
        TRY(find_opponent(incoming, who[0] == '@' ? who + 1 : who, inviting, &player, err));
    if ((!player && !people_is_address(who)) || player == incoming->known->sender ||
        inviting->count == OFFERS_WHO_MOST) {
        text_copy(inviting->unknown, sizeof inviting->unknown, who);
        return RC_OK;
    }
    text_copy(inviting->address[inviting->count], PERSON_ADDRESS_BYTES, who);
    inviting->player[inviting->count++] = player;
    return RC_OK;
}

static enum rc find_all(struct incoming *incoming, const char *list, const char *end,
                        struct inviting *inviting, struct err *err)
{
    char who[PERSON_ADDRESS_BYTES];

    while (list && list < end && !*inviting->unknown) {
        list = next_who(list, (size_t)(end - list), who, sizeof who);
        TRY(find_one(incoming, who, inviting, err));
    }
    return RC_OK;
}

static enum rc ask_stranger(struct incoming *incoming, const struct offer *offer,
                            const char *address, struct err *err)
{
    const struct wording server = {.language = library_language(incoming->desk->library, NULL)};
    struct joining_request request = {.what = JOINING_INVITED,
                                      .to = address,
                                      .sentence = "desk.offer-stranger",
                                      .name = incoming->person.name,
                                      .address = wording_title(&server, offer->game)};
    OWN(offers_written) terms = {0};

    offers_write_terms(incoming->desk, offer, &server, false, &terms);
    request.options = buf_text(&terms.options);
    request.time = buf_text(&terms.time);
    request.line = offer->id * OFFERS_INVITED_MOST + incoming->invited;
    incoming->invited++;
    return joining_ask(incoming, &request, err);
}

/* Ask a player for his answer; a practice opponent accepts at once. */
static enum rc ask(struct incoming *incoming, const struct offer *offer, int64_t player,
                   unsigned place, const char *sentence, struct err *err)
{
    bool is_opponent = false;

    TRY(opponents_is(incoming->desk, player, &is_opponent, err));
    TRY(offers_put_who(incoming, offer->id, player, place,
                       is_opponent ? LEDGER_OFFER_IN : LEDGER_OFFER_ASKED, err));
    return !is_opponent ? offers_tell(incoming, player, offer, sentence, err) : RC_OK;
}

/* What was read of the writer's words about time and rating, before anybody agrees to it. */
static void tell_terms(struct incoming *incoming, const struct offer *offer)
{
    OWN(offers_written) terms = {0};

    if (!offer->time[0] && !offer->rating_least && !offer->rating_most)
        return;
    offers_write_terms(incoming->desk, offer, &incoming->answer.wording, false, &terms);
    SAY(incoming, "desk.offer-terms", "options", buf_text(&terms.options), "time",
        buf_text(&terms.time));
}

/* Who is invited, but for one of them; whose address alone is known is named to the inviter only.
 */
static enum rc put_names(struct incoming *incoming, const struct inviting *inviting, unsigned but,
                         struct buf *out, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < inviting->count && rc == RC_OK; i++) {
        const char *name = but == inviting->count ? inviting->address[i] : "";
        struct person person;

        if (inviting->player[i] && i != but) {
            rc = people_get(incoming->desk, inviting->player[i], &person, err);
            name = rc == RC_OK ? person.name : "";
        }
        if (i != but && *name)
            buf_printf(out, "%s%s", out->length ? ", " : "", name);
    }
    return rc;
}

/* Say that the offer is on its way, and to whom, if he named them; or begin, if nobody's answer is
 * waited for. */
static enum rc send(struct incoming *incoming, const struct inviting *inviting, int64_t id,
                    bool *waits, struct err *err)
{
    struct offer offer;
    OWN(buf) names = {0}, to = {0};
    enum rc rc = offers_load(incoming->desk, id, &offer, err);

    *waits = rc == RC_OK && offers_count_in(&offer) < offer.seats;
    if (rc != RC_OK || !*waits)
        return rc == RC_OK ? offers_start(incoming, &offer, err) : rc;
    if (inviting)
        rc = put_names(incoming, inviting, inviting->count, &names, err);
    if (names.length)
        WORDING(&incoming->answer.wording, &to, "desk.offer-to", "names", buf_text(&names));
    SAY(incoming, "desk.offer-sent", "offer", TEXT_INT(id), "title",
        wording_title(&incoming->answer.wording, offer.game), "to", buf_text(&to));
    tell_terms(incoming, &offer);
    return rc;
}

static enum rc ask_one(struct incoming *incoming, const struct inviting *inviting, unsigned i,
                       struct offer *offer, unsigned place, struct err *err)
{
    OWN(buf) others = {0};

    TRY(put_names(incoming, inviting, i, &others, err));
    offer->others = others.length ? buf_text(&others) : NULL;
    if (!inviting->player[i])
        return ask_stranger(incoming, offer, inviting->address[i], err);
    incoming->invited += strchr(inviting->address[i] + 1, '@') != NULL;
    return ask(incoming, offer, inviting->player[i], place, "desk.offer-invited", err);
}

static enum rc ask_all(struct incoming *incoming, const struct inviting *inviting, int64_t id,
                       struct err *err)
{
    struct offer offer;

    TRY(offers_put_who(incoming, id, incoming->known->sender, 1, LEDGER_OFFER_IN, err));
    TRY(offers_load(incoming->desk, id, &offer, err));
    for (unsigned i = 0; i < inviting->count; i++)
        TRY(ask_one(incoming, inviting, i, &offer, i + 2, err));
    return RC_OK;
}

/* Tell the topic, if a post offered it; who is asked is called by name. An anonymous offer has no
 * name to be told. */
static enum rc announce(struct incoming *incoming, const char *sentence,
                        const struct inviting *inviting, int64_t id, struct err *err)
{
    struct desk *desk = incoming->desk;
    struct wording wording = {.language = library_language(desk->library, desk->config->language)};
    struct forum_announcement told = {0};
    OWN(offers_written) terms = {0};
    OWN(buf) text = {0};
    struct offer offer;

    if (incoming->known->read.post.kind != FORUM_POST_PUBLIC)
        return RC_OK;
    TRY(offers_load(incoming->desk, id, &offer, err));
    for (unsigned i = 0; inviting && i < inviting->count; i++)
        told.player[told.count++] = inviting->player[i];
    offers_write_terms(desk, &offer, &wording, false, &terms);
    WORDING(&wording, &text, sentence, "name", offer.anonymous ? "?" : incoming->person.name,
            "title", wording_title(&wording, offer.game), "options", buf_text(&terms.options),
            "time", buf_text(&terms.time), "offer", TEXT_INT(id), "n",
            TEXT_INT((int64_t)offer.seats - offers_count_in(&offer)));
    told.text = buf_text(&text);
    return forum_announce(incoming, &told, err);
}

/* Where no game was read in it, the line is asked about whole; who names none hears which there
 * are. */
static enum rc refuse(struct incoming *incoming, const struct offers_terms *terms, struct err *err)
{
    const char *line = incoming->lines.line[incoming->line].text;
    bool asked;

    if (terms->game || !titles_within(incoming->desk->library, line))
        offers_refuse(incoming, terms);
    return terms->game ? RC_OK : offers_ask(incoming, line, &asked, err);
}

/* Offer a game to those who were found; what seats it has more are open to everybody. */
static enum rc invite(struct incoming *incoming, const struct inviting *inviting,
                      struct offers_terms *terms, struct err *err)
{
    const unsigned taken = inviting->count + 1, seats = terms->seats > taken ? terms->seats : taken;
    bool may = false, waits = false;
    int64_t id = 0;
    enum rc rc = RC_OK;

    if (terms->game)
        offers_check_terms(incoming, terms, terms->seats ? terms->seats : taken);
    if (!terms->wrong && (terms->rating_least || terms->rating_most))
        terms->wrong = "desk.offer-rating-open";
    if (*inviting->unknown)
        SAY(incoming, "desk.offer-nobody", "name", inviting->unknown);
    else if (terms->wrong)
        rc = refuse(incoming, terms, err);
    else
        rc = may_offer(incoming, &may, err);
    if (rc != RC_OK || !may)
        return rc;
    rc = put_offer(incoming, terms, seats, seats > taken, &id, err);
    THEN(rc, ask_all(incoming, inviting, id, err));
    THEN(rc, send(incoming, inviting, id, &waits, err));
    if (rc == RC_OK && seats > taken)
        SAY(incoming, "desk.offer-seats-open", "n", "");
    return waits ? announce(incoming, "forum.challenge-to", inviting, id, err) : rc;
}

/* ---- challenges, practice ---- */

/* Part "GAME against WHO, WHO with OPTIONS" in what is to be played and whom with; false if it says
 * nothing of anybody. */
static bool part_against(const char *text, struct buf *game, struct buf *who)
{
    const char *against = strstr(text, AGAINST " "), *end;

    if (!against || text_starts_with(against, AGAINST " with ")) /* whom is asked */
        return false;
    buf_put_bytes(game, text, (size_t)(against - text));
    against += strlen(AGAINST " ");
    end = strstr(against, " with ");
    buf_put_bytes(who, against, end ? (size_t)(end - against) : strlen(against));
    buf_put(game, end ? end : "");
    return true;
}

/* With fewer named than the game needs, opponents like the last one fill the other seats. */
static enum rc fill_seats(struct incoming *incoming, const char *list,
                          const struct offers_terms *terms, struct inviting *inviting,
                          struct err *err)
{
    unsigned seats = terms->seats ? terms->seats : terms->game ? terms->game->seats_min : 0;
    size_t length = strlen(list);
    char who[PERSON_ADDRESS_BYTES];
    enum rc rc = RC_OK;

    for (const char *next = list; next;)
        next = next_who(next, length - (size_t)(next - list), who, sizeof who);
    while (rc == RC_OK && !*inviting->unknown && inviting->count + 1 < seats &&
           inviting->count < OFFERS_WHO_MOST) {
        int64_t *player = &inviting->player[inviting->count];

        rc = find_opponent(incoming, who, inviting, player, err);
        if (rc == RC_OK && *player)
            inviting->count++;
        else
            text_copy(inviting->unknown, sizeof inviting->unknown, who);
    }
    return rc;
}

static enum rc against(struct incoming *incoming, const struct buf *game, const struct buf *who,
                       struct err *err)
{
    const char *list = buf_text(who);
    struct inviting inviting = {0};
    struct offers_terms terms;

    TRY(find_all(incoming, list, list + who->length, &inviting, err));
    offers_read_terms(incoming, buf_text(game), &terms);
    TRY(fill_seats(incoming, list, &terms, &inviting, err));
    if (*inviting.unknown)
        return opponents_refuse(incoming, inviting.unknown, err);
    return invite(incoming, &inviting, &terms, err);
}

/* Run a command with its arguments' words for "against", "with" and "to" as the exact ones;
 * "invitar a Bea a …" begins with one. */
static enum rc with_plain(struct incoming *incoming, const char *arguments,
                          enum rc (*run)(struct incoming *incoming, const char *arguments,
                                         struct err *err),
                          struct err *err)
{
    OWN(buf) plain = {0}, game = {0}, who = {0};
    const char *text;

    buf_put(&plain, " ");
    command_words_join(language_commands(incoming->answer.wording.language), arguments, &plain);
    text = buf_text(&plain) + 1;
    if (text_starts_with(text, "to "))
        text += strlen("to ");
    TRY(buf_rc(&plain, err));
    return part_against(text, &game, &who) ? against(incoming, &game, &who, err)
                                           : run(incoming, text, err);
}

/* "challenge @bob, @cleo dungeon twister with OPTIONS" */
static enum rc challenge_named(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct inviting inviting = {0};
    char who[PERSON_ADDRESS_BYTES];
    struct offers_terms terms;

    while (*arguments == '@' && !*inviting.unknown) {
        size_t length = strcspn(arguments, " ,");

        text_copy(who, length + 1 < sizeof who ? length + 1 : sizeof who, arguments);
        TRY(find_one(incoming, who, &inviting, err));
        arguments += length;
        arguments += strspn(arguments, " ,");
        if (text_starts_with(arguments, "and @"))
            arguments += strlen("and ");
    }
    if (text_starts_with(arguments, "to ")) /* as in "invite" */
        arguments += strlen("to ");
    offers_read_terms(incoming, arguments, &terms);
    return invite(incoming, &inviting, &terms, err);
}

static enum rc challenge_all(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct offers_terms terms;
    unsigned seats;
    bool may = false;
    struct offer offer = {0};
    int64_t id = 0;

    offers_read_terms(incoming, arguments, &terms);
    seats = terms.seats ? terms.seats : terms.game ? terms.game->seats_min : 0;
    if (terms.game)
        offers_check_terms(incoming, &terms, seats);
    if (terms.wrong)
        TRY(refuse(incoming, &terms, err));
    else
        TRY(may_offer(incoming, &may, err));
    if (!may)
        return RC_OK;
    TRY(put_offer(incoming, &terms, seats, true, &id, err));
    TRY(offers_put_who(incoming, id, incoming->known->sender, 1, LEDGER_OFFER_IN, err));
    SAY(incoming, "desk.offer-open", "offer", TEXT_INT(id), "title",
        wording_title(&incoming->answer.wording, terms.game));
    TRY(offers_load(incoming->desk, id, &offer, err));
    tell_terms(incoming, &offer);
    return announce(incoming, "forum.challenge-open", NULL, id, err);
}

/* "invite Ada to 5": into a free seat of his own offer. */
static enum rc invite_into(struct incoming *incoming, const struct inviting *inviting, int64_t id,
                           struct err *err)
{
    const char *wrong = *inviting->unknown ? "desk.offer-nobody" : NULL;
    struct offer offer;

    TRY(offers_load(incoming->desk, id, &offer, err));
    if (!wrong && (!offer.waits || offer.into_game || offer.player != incoming->known->sender))
        wrong = "desk.offer-gone";
    for (unsigned i = 0; !wrong && i < inviting->count; i++) {
        unsigned place = offers_free_place(&offer);

        if (!place)
            wrong = "desk.offer-full";
        else if (offers_find_who(&offer, inviting->player[i]))
            continue;
        else
            TRY(ask_one(incoming, inviting, i, &offer, place, err));
        TRY(offers_load(incoming->desk, id, &offer, err));
    }
    return SAY(incoming, wrong ? wrong : "desk.offer-invites", "name", inviting->unknown, "offer",
               TEXT_INT(id));
}

static enum rc invite_named(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *end = end_of_list(arguments);
    struct inviting inviting = {0};
    struct offers_terms terms;
    OWN(buf) whom = {0};
    int64_t number;

    bool asked = false;

    if (!end && strchr(arguments, '@')) { /* "my cousin, his mail is bob@example.org" */
        TRY(offers_ask_named(incoming, arguments, titles_within(incoming->desk->library, arguments),
                             &asked, err));
        if (asked)
            return RC_OK;
    }
    if (!end && *arguments && !strpbrk(arguments, "=@\"")) { /* "invite Ada", and to what? */
        buf_printf(&whom, "invite %s to", arguments);
        return offers_ask_game(incoming, buf_text(&whom), "");
    }
    if (!end || incoming->invited + OFFERS_WHO_MOST > OFFERS_INVITED_MOST)
        return SAY(incoming, "desk.invite-help", "n", "");
    TRY(find_all(incoming, arguments, end, &inviting, err));
    if (text_to_int(end + strlen(" to "), strlen(end + strlen(" to ")), &number))
        return invite_into(incoming, &inviting, number, err);
    offers_read_terms(incoming, end + strlen(" to "), &terms);
    return invite(incoming, &inviting, &terms, err);
}

enum rc offers_invite(struct incoming *incoming, const char *arguments, struct err *err)
{
    return with_plain(incoming, arguments, invite_named, err);
}

/* "challenge Bob dungeon twister": who is named in front of the game, with nothing beside, is
 * invited to it. */
static enum rc put_named(struct incoming *incoming, const char *arguments, struct buf *invitation,
                         struct err *err)
{
    const struct library *library = incoming->desk->library;
    const char *title = arguments;
    const struct game *game = NULL;
    size_t used = 0;

    while (*title && !(game = titles_at(library, title, strlen(title), &used)))
        title += strcspn(title, " ") + strspn(title + strcspn(title, " "), " ");
    if (game && title > arguments && !title[used])
        TRY(offers_put_whom(incoming, arguments, invitation, err));
    if (invitation->length && invitation->length + 1 == (size_t)(title - arguments))
        buf_printf(invitation, " to %s", game->name);
    else
        buf_clear(invitation);
    return RC_OK;
}

static enum rc challenge(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN(buf) invitation = {0};
    bool asked = false;
    enum rc rc = RC_OK;

    if (!*arguments || text_starts_with(arguments, "with "))
        return offers_ask_game(incoming, "challenge", arguments);
    if (*arguments != '@' && !strchr(arguments, '='))
        rc = titles_within(incoming->desk->library, arguments)
                 ? put_named(incoming, arguments, &invitation, err)
                 : offers_ask_named(incoming, arguments, NULL, &asked, err);
    if (asked)
        return rc;
    if (rc != RC_OK || invitation.length)
        return rc == RC_OK ? invite_named(incoming, buf_text(&invitation), err) : rc;
    return *arguments == '@' ? challenge_named(incoming, arguments, err)
                             : challenge_all(incoming, arguments, err);
}

enum rc offers_challenge(struct incoming *incoming, const char *arguments, struct err *err)
{
    return with_plain(incoming, arguments, challenge, err);
}

/* "practice chess": with oneself only where it is said, or nobody else is there.
 * out    *said: it is; arguments without the word */
static enum rc look_alone(struct incoming *incoming, const char *arguments, struct buf *out,
                          bool *alone, struct err *err)
{
    const char *said = strstr(arguments, ALONE);
    bool level[BOT_LEVELS] = {false};

    *alone = said && strchr(" ", said[strlen(ALONE)]);
    buf_put_bytes(out, arguments, *alone ? (size_t)(said - arguments) : strlen(arguments));
    if (*alone) {
        buf_put(out, said + strlen(ALONE));
        return RC_OK;
    }
    TRY(opponents_levels(incoming->desk, level, err));
    *alone = true;
    for (unsigned i = 0; i < BOT_LEVELS; i++)
        *alone &= !level[i];
    return RC_OK;
}

/* Against oneself; "practice chess against", with options behind it or none, asks whom. */
static enum rc practise(struct incoming *incoming, const char *words, struct err *err)
{
    OWN(buf) plain = {0};
    bool alone = false;
    enum rc rc = look_alone(incoming, words, &plain, &alone, err);
    const char *arguments = buf_text(&plain);
    const char *open = strstr(arguments, AGAINST);
    const char *with = open ? open + strlen(AGAINST) : "";
    struct offers_terms terms;
    struct offer offer;
    unsigned seats;
    int64_t id = 0;

    if (rc == RC_OK && text_starts_with(arguments, &AGAINST[1]))
        return offers_ask_level(incoming, arguments, err);
    if (rc != RC_OK || !*arguments)
        return rc == RC_OK ? offers_ask_practice(incoming, err) : rc;
    if (open && (!*with || text_starts_with(with, " with "))) {
        const struct game *game =
            titles_find(incoming->desk->library, arguments, (size_t)(open - arguments));

        return game ? offers_ask_opponent(incoming, game, with + (*with == ' '), err)
                    : offers_ask_practice(incoming, err);
    }
    offers_read_terms(incoming, arguments, &terms);
    seats = terms.seats ? terms.seats : terms.game ? terms.game->seats_min : 0;
    if (terms.game)
        offers_check_terms(incoming, &terms, seats);
    if (!terms.wrong && (terms.rating_least || terms.rating_most))
        terms.wrong = "desk.offer-rating-open";
    if (terms.wrong)
        return refuse(incoming, &terms, err);
    if (!alone) {
        with = strstr(arguments, " with ");
        return offers_ask_opponent(incoming, terms.game, with ? with + 1 : "", err);
    }
    TRY(put_offer(incoming, &terms, seats, false, &id, err));
    TRY(offers_load(incoming->desk, id, &offer, err));
    for (unsigned i = 0; i < seats; i++)
        offer.who[offer.who_count++] =
            (struct ledger_offer_player){id, incoming->known->sender, (int)i + 1, LEDGER_OFFER_IN};
    return offers_start(incoming, &offer, err);
}

enum rc offers_practise(struct incoming *incoming, const char *arguments, struct err *err)
{
    return with_plain(incoming, arguments, practise, err);
}
/* ---- a seat of a game that goes on ---- */

static bool plays_in(const struct position *position, int64_t player)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] == player)
            return true;
    return false;
}

enum rc offers_give_seat(struct incoming *incoming, unsigned seat, const char *who, struct err *err)
{
    const struct position *position = incoming->position;
    struct offers_terms terms = {.game = position->played,
                                 .anonymous = position->anonymous,
                                 .press_open = position->press_open,
                                 .into_game = position->game,
                                 .into_seat = seat};
    bool may = false, is_opponent = false;
    struct offer offer;
    int64_t id = 0, player = 0;

    TRY(find_person(incoming, who, &player, err));
    if (player)
        TRY(opponents_is(incoming->desk, player, &is_opponent, err));
    if (!player || is_opponent || plays_in(position, player))
        SAY(incoming, "desk.offer-nobody", "name", who);
    else
        TRY(may_offer(incoming, &may, err));
    if (!may)
        return RC_OK;
    text_copy(terms.options, sizeof terms.options, position->genesis.options);
    text_copy(terms.time, sizeof terms.time, position->genesis.time);
    TRY(put_offer(incoming, &terms, 2, false, &id, err));
    TRY(offers_put_who(incoming, id, incoming->known->sender, 1, LEDGER_OFFER_IN, err));
    TRY(offers_load(incoming->desk, id, &offer, err));
    TRY(ask(incoming, &offer, player, 2, "desk.offer-seat", err));
    return SAY(incoming, "desk.offer-seat-asked", "name", who, "player",
               incoming_name(incoming, seat));
}
/* ---- again ---- */

/* One of the same kind that waits for him; left as it is where there is none. */
static enum rc find_same(struct incoming *incoming, struct offer *found, struct err *err)
{
    const struct position *position = incoming->position;
    struct ledger_rows rows = ledger_offers(incoming->desk->ledger, err);
    struct ledger_offer row;
    struct offer offer;

    while (!found->id && ledger_next(&rows, &row)) {
        rows.rc = offers_load(incoming->desk, row.id, &offer, err);
        if (rows.rc == RC_OK && offer.waits && !offer.is_open && !offer.into_game &&
            offer.game == position->played &&
            text_equal(offer.options, position->genesis.options) &&
            plays_in(position, offer.player) && offers_find_who(&offer, incoming->known->sender))
            *found = offer;
    }
    return ledger_end(&rows);
}

static enum rc offer_again(struct incoming *incoming, struct err *err)
{
    const struct position *position = incoming->position;
    unsigned seats = position->genesis.seats;
    struct offers_terms terms = {.game = position->played,
                                 .anonymous = position->anonymous,
                                 .press_open = position->press_open};
    struct offer offer;
    bool may = false, waits = false;
    int64_t id = 0;

    TRY(may_offer(incoming, &may, err));
    if (!may)
        return RC_OK;
    text_copy(terms.options, sizeof terms.options, position->genesis.options);
    text_copy(terms.time, sizeof terms.time, position->genesis.time);
    TRY(put_offer(incoming, &terms, seats, false, &id, err));
    TRY(offers_load(incoming->desk, id, &offer, err));
    for (unsigned seat = 1; seat <= seats; seat++) {
        int64_t player = position->player[seat];
        unsigned place = seat % seats + 1;

        if (player == incoming->known->sender)
            TRY(offers_put_who(incoming, id, player, place, LEDGER_OFFER_IN, err));
        else if (player)
            TRY(ask(incoming, &offer, player, place, "desk.offer-again", err));
    }
    return send(incoming, NULL, id, &waits, err);
}

enum rc offers_rematch(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct offer offer = {0};
    const char *level = requests_level(incoming->answer.wording.language, arguments);
    OWN(buf) other = {0};

    if (level) { /* not the same one, then */
        SAY(incoming, "desk.asked-back", "n", "");
        buf_printf(&other, "practice %s against %s",
                   wording_title(&incoming->answer.wording, incoming->position->played), level);
        incoming_offer_line(incoming, buf_text(&other));
        return RC_OK;
    }
    if (incoming->position->phase != POSITION_OVER)
        return SAY(incoming, "desk.rematch-not", "n", "");
    TRY(find_same(incoming, &offer, err));
    return offer.id ? offers_join(incoming, &offer, false, err) : offer_again(incoming, err);
}
