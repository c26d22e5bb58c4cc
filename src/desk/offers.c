#include "desk/offers.h"

#include <string.h>

#include "desk/forum_answer.h"
#include "desk/joining.h"
#include "desk/newgame.h"
#include "desk/notice.h"
#include "desk/outbox.h"
#include "ledger/offers.h"

enum { WAITING_MOST = 10 /* offers of one player */, WHO_MOST = 8 };

/* ---- what game, and how ---- */

struct terms {
    const struct game *game;
    char options[OPTIONS_TEXT_BYTES];
    char time[GENESIS_TIME_BYTES];
    unsigned seats; /* 0 = not said */
    bool anonymous, press_open;
    const char *wrong; /* sentence; NULL = understood */
    char what[128];    /* that it speaks of */
};

/* Letters alone, small: "Dungeon Twister" and "dungeon_twister" are the same. */
static void squeeze(const char *text, size_t length, char *out, size_t capacity)
{
    struct text squeezed;

    text_init(&squeezed, out, capacity);
    for (size_t i = 0; i < length; i++)
        if (text_is_letter(text[i]) || text_is_digit(text[i]))
            text_put_char(&squeezed, text_lower(text[i]));
}

/* The game that a name, or its beginning, means; NULL = none, or several. */
static const struct game *find_game(const struct desk *desk, const char *text, size_t length)
{
    const struct game *found = NULL;
    char wanted[64], name[64];

    squeeze(text, length, wanted, sizeof wanted);
    for (const struct game *const *game = desk->world.games; *wanted && *game; game++) {
        squeeze((*game)->name, strlen((*game)->name), name, sizeof name);
        if (text_equal(name, wanted))
            return *game;
        if (!text_starts_with(name, wanted))
            continue;
        if (found)
            return NULL;
        found = *game;
    }
    return found;
}

static bool is_time_word(const char *word)
{
    static const char *const words[] = {"setup=", "turn=", "reply=", "grace=", "save=", "free="};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_starts_with(word, words[i]))
            return true;
    return false;
}

static void take_word(struct terms *terms, struct text *options, struct text *time,
                      const char *word)
{
    struct text *out = is_time_word(word) ? time : options;
    int64_t number;

    if (text_equal_folded(word, "anonymous")) {
        terms->anonymous = true;
        return;
    }
    if (text_equal_folded(word, "press=open") || text_equal_folded(word, "press=private")) {
        terms->press_open = text_equal_folded(word, "press=open");
        return;
    }
    if (text_starts_with(word, "seats=")) {
        if (text_to_int(word + 6, strlen(word + 6), &number) && number > 0 && number <= SEATS_MAX)
            terms->seats = (unsigned)number;
        else
            terms->wrong = "desk.offer-seats";
        return;
    }
    text_put(out, out->length ? " " : "");
    text_put(out, word);
}

static void read_options(struct terms *terms, const char *text)
{
    struct text options, time;
    char word[OPTIONS_TEXT_BYTES];

    text_init(&options, terms->options, sizeof terms->options);
    text_init(&time, terms->time, sizeof terms->time);
    while (*(text += strspn(text, " ,"))) {
        size_t length = strcspn(text, " ,");

        text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, text);
        take_word(terms, &options, &time, word);
        text += length;
    }
    if (options.cut || time.cut)
        terms->wrong = "desk.offer-long";
}

/* What the game and the clocks say to the terms. */
static void check_terms(struct incoming *incoming, struct terms *terms, unsigned seats)
{
    char canonical[OPTIONS_TEXT_BYTES];
    struct game_setup setup = {terms->options, seats};
    struct timing_rules rules = {0};
    struct verdict verdict = {0};
    struct err own = {0};
    struct text text;

    if (terms->wrong)
        return;
    text_init(&text, canonical, sizeof canonical);
    if (seats < terms->game->seats_min || seats > terms->game->seats_max)
        terms->wrong = "desk.offer-seats";
    else if (terms->game->write_options(&setup, &text, &verdict) != VERDICT_DONE)
        terms->wrong = "desk.offer-options";
    else if (timing_read(terms->time, &rules, &own) != RC_OK)
        terms->wrong = "desk.offer-time";
    text_copy(terms->what, sizeof terms->what,
              own.text[0]             ? own.text
              : verdict.suggestion[0] ? verdict.suggestion
                                      : terms->options);
    (void)incoming;
}

/* "GAME with OPTIONS" */
static void read_terms(struct incoming *incoming, const char *text, struct terms *terms)
{
    const char *with = strstr(text, " with ");
    size_t length = with ? (size_t)(with - text) : strlen(text);

    *terms = (struct terms){.game = find_game(incoming->desk, text, length)};
    text_copy(terms->what, sizeof terms->what, text);
    if (!terms->game)
        terms->wrong = "desk.offer-game";
    else if (with)
        read_options(terms, with + strlen(" with "));
}

static void refuse(struct incoming *incoming, const struct terms *terms)
{
    char least[TEXT_INT_BYTES], most[TEXT_INT_BYTES];
    struct buf games = {0};

    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        buf_printf(&games, "%s%s", games.length ? ", " : "", (*game)->title);
    SAY(incoming, terms->wrong, "what", terms->what, "games", buf_text(&games), "least",
        text_of_int(least, terms->game ? terms->game->seats_min : 0), "most",
        text_of_int(most, terms->game ? terms->game->seats_max : 0));
    buf_fini(&games);
}

/* ---- offers in memory ---- */

struct offer {
    int64_t id, player, at_s;
    const struct game *game;
    char options[OPTIONS_TEXT_BYTES];
    char time[GENESIS_TIME_BYTES];
    unsigned seats;
    bool is_open, anonymous, press_open, waits;
    struct ledger_offer_player who[SEATS_MAX + WHO_MOST];
    unsigned who_count;
};

struct loading {
    struct incoming *incoming;
    struct offer *offer;
};

static enum rc note_player(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct offer *offer = user;

    (void)err;
    if (offer->who_count < sizeof offer->who / sizeof offer->who[0])
        offer->who[offer->who_count++] = *row;
    return RC_OK;
}

static enum rc note_offer(void *user, const struct ledger_offer *row, struct err *err)
{
    struct loading *loading = user;
    struct desk *desk = loading->incoming->desk;
    struct offer *offer = loading->offer;

    (void)err;
    *offer = (struct offer){.id = row->id,
                            .player = row->player,
                            .at_s = row->at_s,
                            .game = library_game(desk->library, row->engine),
                            .seats = (unsigned)row->seats,
                            .is_open = row->is_open,
                            .anonymous = row->anonymous,
                            .press_open = row->press_open};
    text_copy(offer->options, sizeof offer->options, row->options);
    text_copy(offer->time, sizeof offer->time, row->time);
    offer->waits = offer->game && row->state == LEDGER_OFFER_WAITING &&
                   row->at_s + OFFERS_DAYS * 86400 > desk_now(desk);
    return RC_OK;
}

/* waits is false for one that is not there, or not any more. */
static enum rc load(struct incoming *incoming, int64_t id, struct offer *offer, struct err *err)
{
    struct loading loading = {incoming, offer};
    enum rc rc = ledger_offer_get(incoming->desk->ledger, id, note_offer, &loading, err);

    if (rc == RC_NOT_FOUND) {
        err_clear(err);
        *offer = (struct offer){0};
        return RC_OK;
    }
    return rc == RC_OK ? ledger_offer_players(incoming->desk->ledger, id, note_player, offer, err)
                       : rc;
}

static const struct ledger_offer_player *find_who(const struct offer *offer, int64_t player)
{
    for (unsigned i = 0; i < offer->who_count; i++)
        if (offer->who[i].player == player)
            return &offer->who[i];
    return NULL;
}

static unsigned count_in(const struct offer *offer)
{
    unsigned count = 0;

    for (unsigned i = 0; i < offer->who_count; i++)
        count += offer->who[i].answer == LEDGER_OFFER_IN;
    return count;
}

/* ---- making ---- */

struct counting {
    int64_t player;
    unsigned count;
};

static enum rc count_own(void *user, const struct ledger_offer *row, struct err *err)
{
    struct counting *counting = user;

    (void)err;
    counting->count += row->player == counting->player;
    return RC_OK;
}

static enum rc may_offer(struct incoming *incoming, bool *may, struct err *err)
{
    struct counting counting = {incoming->sender, 0};
    enum rc rc = ledger_offers(incoming->desk->ledger, count_own, &counting, err);

    *may = counting.count < WAITING_MOST;
    if (rc == RC_OK && !*may)
        SAY(incoming, "desk.offer-many", "n", "");
    return rc;
}

static enum rc put_who(struct incoming *incoming, int64_t offer, int64_t player, unsigned place,
                       enum ledger_offer_answer answer, struct err *err)
{
    struct ledger_offer_player row = {offer, player, (int)place, answer};

    return ledger_offer_player_put(incoming->desk->ledger, &row, err);
}

static enum rc put_offer(struct incoming *incoming, const struct terms *terms, unsigned seats,
                         bool is_open, int64_t *id, struct err *err)
{
    struct ledger_offer row = {.player = incoming->sender,
                               .at_s = desk_now(incoming->desk),
                               .engine = terms->game->name,
                               .options = terms->options,
                               .time = terms->time,
                               .seats = (int)seats,
                               .is_open = is_open,
                               .anonymous = terms->anonymous,
                               .press_open = terms->press_open};

    return ledger_offer_put(incoming->desk->ledger, &row, id, err);
}

/* Write to somebody about an offer; his answer's address names it. */
static enum rc tell(struct incoming *incoming, int64_t player, const struct offer *offer,
                    const char *sentence, struct err *err)
{
    char number[TEXT_INT_BYTES];
    const struct notice notice = {.key = sentence,
                                  .arg = {{"name", incoming->person.name},
                                          {"title", offer->game->title},
                                          {"options", *offer->options ? offer->options : "–"},
                                          {"time", *offer->time ? offer->time : "–"},
                                          {"offer", text_of_int(number, offer->id)}},
                                  .count = 5,
                                  .subject = offer->game->title,
                                  .offer = offer->id};

    return notice_player(incoming->desk, player, &notice, err);
}

/* In the topic where the last seat was taken. */
static enum rc announce_game(struct incoming *incoming, const struct offer *offer, int64_t game,
                             struct err *err)
{
    struct desk *desk = incoming->desk;
    struct wording wording = {.language = library_language(desk->library, desk->config->language)};
    char number[TEXT_INT_BYTES];
    struct forum_announcement told = {0};
    struct buf text = {0};
    enum rc rc = RC_OK;

    WORDING(&wording, &text, "forum.challenge-made", "title", offer->game->title, "game",
            text_of_int(number, game));
    told.text = buf_text(&text);
    if (incoming->post.kind == FORUM_POST_PUBLIC)
        rc = forum_announce(incoming, &told, err);
    buf_fini(&text);
    return rc;
}

/* All seats are taken: the game begins. */
static enum rc make_game(struct incoming *incoming, const struct offer *offer, struct err *err)
{
    struct newgame wanted = {.rules = offer->game,
                             .options = offer->options,
                             .time = offer->time,
                             .seats = offer->seats,
                             .anonymous = offer->anonymous,
                             .press_open = offer->press_open};
    char number[TEXT_INT_BYTES];
    struct verdict verdict;
    int64_t game = 0;
    unsigned seat = 0;
    enum rc rc;

    for (unsigned i = 0; i < offer->who_count; i++)
        if (offer->who[i].answer == LEDGER_OFFER_IN)
            wanted.player[++seat] = offer->who[i].player;
    rc = newgame_make(incoming->desk, &wanted, &game, &verdict, err);
    if (rc == RC_OK && verdict.kind != VERDICT_DONE) /* options of an older program */
        rc = ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_GONE, 0, err);
    else if (rc == RC_OK)
        rc = ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_MADE, game, err);
    if (rc == RC_OK && incoming->game) /* the shelf has seen another game */
        rc = position_get(incoming->desk, incoming->game, &incoming->position, err);
    SAY(incoming, game ? "desk.offer-made" : "desk.offer-gone", "game", text_of_int(number, game),
        "title", offer->game->title, "offer", "");
    return rc == RC_OK && game ? announce_game(incoming, offer, game, err) : rc;
}

/* ---- accepting, declining ---- */

static unsigned free_place(const struct offer *offer)
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

static enum rc join(struct incoming *incoming, struct offer *offer, bool invited, struct err *err)
{
    const struct ledger_offer_player *who = find_who(offer, incoming->sender);
    unsigned place = who ? (unsigned)who->place : free_place(offer);
    char number[TEXT_INT_BYTES], missing[TEXT_INT_BYTES];
    enum rc rc;

    if (!offer->waits || !place || (!who && !offer->is_open && !invited)) {
        SAY(incoming, "desk.offer-gone", "offer", text_of_int(number, offer->id));
        return RC_OK;
    }
    rc = put_who(incoming, offer->id, incoming->sender, place, LEDGER_OFFER_IN, err);
    if (rc == RC_OK)
        rc = load(incoming, offer->id, offer, err);
    if (rc == RC_OK && count_in(offer) == offer->seats)
        return make_game(incoming, offer, err);
    SAY(incoming, "desk.offer-joined", "offer", text_of_int(number, offer->id), "title",
        offer->game ? offer->game->title : "", "n",
        text_of_int(missing, (int64_t)offer->seats - count_in(offer)));
    return rc;
}

/* What an "accept" without a number can mean. */
struct meant {
    struct incoming *incoming;
    int64_t asked, open; /* the newest of each */
    unsigned asked_count, open_count;
};

static enum rc note_meant(void *user, const struct ledger_offer *row, struct err *err)
{
    struct meant *meant = user;
    const struct ledger_offer_player *who;
    struct offer offer;
    enum rc rc = load(meant->incoming, row->id, &offer, err);

    if (rc != RC_OK || !offer.waits || offer.player == meant->incoming->sender)
        return rc;
    who = find_who(&offer, meant->incoming->sender);
    if (who && who->answer == LEDGER_OFFER_ASKED) {
        meant->asked = offer.id;
        meant->asked_count++;
    } else if (!who && offer.is_open) {
        meant->open = offer.id;
        meant->open_count++;
    }
    return RC_OK;
}

/* The offer that a line or the answered letter names; else the one that asks him; in the forum
 * else the one that is open to all; 0 = which of several is not said. */
static enum rc find_named(struct incoming *incoming, const char *arguments, int64_t *id,
                          struct err *err)
{
    struct meant meant = {.incoming = incoming};
    enum rc rc = RC_OK;

    *id = 0;
    if (*arguments) {
        if (!text_to_int(arguments, strlen(arguments), id) || *id < 0)
            *id = 0;
        return RC_OK;
    }
    *id = incoming->offer;
    if (!*id)
        rc = ledger_offers(incoming->desk->ledger, note_meant, &meant, err);
    if (meant.asked_count == 1)
        *id = meant.asked;
    else if (!meant.asked_count && meant.open_count == 1 &&
             incoming->post.kind != FORUM_POST_NONE) /* where it is read side by side */
        *id = meant.open;
    return rc;
}

enum rc offers_take(struct incoming *incoming, int64_t id, struct err *err)
{
    struct offer offer;
    enum rc rc = load(incoming, id, &offer, err);

    return rc == RC_OK ? join(incoming, &offer, true, err) : rc;
}

static enum rc accept(struct incoming *incoming, struct offer *offer, struct err *err)
{
    return join(incoming, offer, false, err);
}

/* Its maker withdraws it; one who was asked says no, and an invitation is over then. */
static enum rc decline(struct incoming *incoming, struct offer *offer, struct err *err)
{
    const struct ledger_offer_player *who = find_who(offer, incoming->sender);
    char number[TEXT_INT_BYTES];
    bool own = offer->player == incoming->sender;
    enum rc rc = RC_OK;

    text_of_int(number, offer->id);
    if (!offer->waits || (!who && !own)) {
        SAY(incoming, "desk.offer-gone", "offer", number);
        return RC_OK;
    }
    if (!own)
        rc = put_who(incoming, offer->id, incoming->sender, (unsigned)who->place,
                     LEDGER_OFFER_DECLINED, err);
    if (rc == RC_OK && (own || !offer->is_open))
        rc = ledger_offer_end(incoming->desk->ledger, offer->id, LEDGER_OFFER_GONE, 0, err);
    for (unsigned i = 0; rc == RC_OK && i < offer->who_count; i++)
        if (offer->who[i].player != incoming->sender &&
            offer->who[i].answer != LEDGER_OFFER_DECLINED)
            rc = tell(incoming, offer->who[i].player, offer,
                      own ? "desk.offer-withdrawn" : "desk.offer-declined", err);
    SAY(incoming, "desk.offer-no", "offer", number);
    return rc;
}

/* Answer the offer that is meant. */
static enum rc answer(struct incoming *incoming, const char *arguments,
                      enum rc (*with)(struct incoming *incoming, struct offer *offer,
                                      struct err *err),
                      struct err *err)
{
    int64_t id;
    struct offer offer;
    enum rc rc = find_named(incoming, arguments, &id, err);

    if (rc != RC_OK)
        return rc;
    if (!id) {
        SAY(incoming, "desk.offer-which", "n", "");
        return RC_OK;
    }
    rc = load(incoming, id, &offer, err);
    return rc == RC_OK ? with(incoming, &offer, err) : rc;
}

enum rc offers_accept(struct incoming *incoming, const char *arguments, struct err *err)
{
    return answer(incoming, arguments, accept, err);
}

enum rc offers_decline(struct incoming *incoming, const char *arguments, struct err *err)
{
    return answer(incoming, arguments, decline, err);
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
    int64_t player[WHO_MOST]; /* 0 = unknown: write to the address */
    char address[WHO_MOST][PERSON_ADDRESS_BYTES];
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

static enum rc find_one(struct incoming *incoming, const char *who, struct inviting *inviting,
                        struct err *err)
{
    int64_t player = 0;
    enum rc rc = find_person(incoming, who, &player, err);

    if (rc != RC_OK)
        return rc;
    if ((!player && !people_is_address(who)) || player == incoming->sender ||
        inviting->count == WHO_MOST) {
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
    enum rc rc = RC_OK;

    while (rc == RC_OK && list && list < end && !*inviting->unknown) {
        list = next_who(list, (size_t)(end - list), who, sizeof who);
        rc = find_one(incoming, who, inviting, err);
    }
    return rc;
}

static enum rc ask_stranger(struct incoming *incoming, const struct offer *offer,
                            const char *address, struct err *err)
{
    struct joining_request request = {.what = JOINING_INVITED,
                                      .to = address,
                                      .sentence = "desk.offer-stranger",
                                      .name = incoming->person.name,
                                      .address = offer->game->title};

    request.line = offer->id * OFFERS_INVITED_MOST + incoming->invited;
    incoming->invited++;
    return joining_ask(incoming, &request, err);
}

static enum rc ask_all(struct incoming *incoming, const struct inviting *inviting, int64_t id,
                       struct err *err)
{
    struct offer offer;
    enum rc rc = put_who(incoming, id, incoming->sender, 1, LEDGER_OFFER_IN, err);

    if (rc == RC_OK)
        rc = load(incoming, id, &offer, err);
    for (unsigned i = 0; i < inviting->count && rc == RC_OK; i++) {
        bool by_address = strchr(inviting->address[i] + 1, '@') != NULL;

        if (!inviting->player[i]) {
            rc = ask_stranger(incoming, &offer, inviting->address[i], err);
            continue;
        }
        incoming->invited += by_address;
        rc = put_who(incoming, id, inviting->player[i], i + 2, LEDGER_OFFER_ASKED, err);
        if (rc == RC_OK)
            rc = tell(incoming, inviting->player[i], &offer, "desk.offer-invited", err);
    }
    return rc;
}

/* Tell the topic, if a post offered it; who is asked is called by name. An anonymous offer has no
 * name to be told. */
static enum rc announce(struct incoming *incoming, const char *sentence,
                        const struct inviting *inviting, int64_t id, struct err *err)
{
    struct desk *desk = incoming->desk;
    struct wording wording = {.language = library_language(desk->library, desk->config->language)};
    char number[TEXT_INT_BYTES], missing[TEXT_INT_BYTES];
    struct forum_announcement told = {0};
    struct buf text = {0};
    struct offer offer;
    enum rc rc;

    if (incoming->post.kind != FORUM_POST_PUBLIC)
        return RC_OK;
    rc = load(incoming, id, &offer, err);
    for (unsigned i = 0; rc == RC_OK && inviting && i < inviting->count; i++)
        told.player[told.count++] = inviting->player[i];
    if (rc == RC_OK)
        WORDING(&wording, &text, sentence, "name", offer.anonymous ? "?" : incoming->person.name,
                "title", offer.game->title, "options", *offer.options ? offer.options : "–", "time",
                *offer.time ? offer.time : "–", "offer", text_of_int(number, id), "n",
                text_of_int(missing, (int64_t)offer.seats - count_in(&offer)));
    told.text = buf_text(&text);
    if (rc == RC_OK)
        rc = forum_announce(incoming, &told, err);
    buf_fini(&text);
    return rc;
}

/* Offer a game to those who were found. */
static enum rc invite(struct incoming *incoming, const struct inviting *inviting,
                      struct terms *terms, struct err *err)
{
    char number[TEXT_INT_BYTES];
    bool may = false;
    int64_t id = 0;
    enum rc rc = RC_OK;

    if (terms->game)
        check_terms(incoming, terms, terms->seats ? terms->seats : inviting->count + 1);
    if (*inviting->unknown)
        SAY(incoming, "desk.offer-nobody", "name", inviting->unknown);
    else if (terms->wrong)
        refuse(incoming, terms);
    else
        rc = may_offer(incoming, &may, err);
    if (rc != RC_OK || !may)
        return rc;
    rc = put_offer(incoming, terms, inviting->count + 1, false, &id, err);
    if (rc == RC_OK)
        rc = ask_all(incoming, inviting, id, err);
    SAY(incoming, "desk.offer-sent", "offer", text_of_int(number, id), "title", terms->game->title);
    return rc == RC_OK ? announce(incoming, "forum.challenge-to", inviting, id, err) : rc;
}

enum rc offers_invite(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *end = end_of_list(arguments);
    struct inviting inviting = {0};
    struct terms terms;
    enum rc rc = RC_OK;

    if (!end || incoming->invited + WHO_MOST > OFFERS_INVITED_MOST) {
        SAY(incoming, "desk.invite-help", "n", "");
        return RC_OK;
    }
    read_terms(incoming, end + strlen(" to "), &terms);
    rc = find_all(incoming, arguments, end, &inviting, err);
    return rc == RC_OK ? invite(incoming, &inviting, &terms, err) : rc;
}

/* ---- challenges, practice ---- */

/* "challenge @bob, @cleo dungeon twister with OPTIONS" */
static enum rc challenge_named(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct inviting inviting = {0};
    char who[PERSON_ADDRESS_BYTES];
    struct terms terms;
    enum rc rc = RC_OK;

    while (rc == RC_OK && *arguments == '@' && !*inviting.unknown) {
        size_t length = strcspn(arguments, " ,");

        text_copy(who, length + 1 < sizeof who ? length + 1 : sizeof who, arguments);
        rc = find_one(incoming, who, &inviting, err);
        arguments += length;
        arguments += strspn(arguments, " ,");
        if (text_starts_with(arguments, "and @"))
            arguments += strlen("and ");
    }
    if (text_starts_with(arguments, "to ")) /* as in "invite" */
        arguments += strlen("to ");
    read_terms(incoming, arguments, &terms);
    return rc == RC_OK ? invite(incoming, &inviting, &terms, err) : rc;
}

static enum rc challenge_all(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct terms terms;
    char number[TEXT_INT_BYTES];
    unsigned seats;
    bool may = false;
    int64_t id = 0;
    enum rc rc = RC_OK;

    read_terms(incoming, arguments, &terms);
    seats = terms.seats ? terms.seats : terms.game ? terms.game->seats_min : 0;
    if (terms.game)
        check_terms(incoming, &terms, seats);
    if (terms.wrong)
        refuse(incoming, &terms);
    else
        rc = may_offer(incoming, &may, err);
    if (rc != RC_OK || !may)
        return rc;
    rc = put_offer(incoming, &terms, seats, true, &id, err);
    if (rc == RC_OK)
        rc = put_who(incoming, id, incoming->sender, 1, LEDGER_OFFER_IN, err);
    SAY(incoming, "desk.offer-open", "offer", text_of_int(number, id), "title", terms.game->title);
    return rc == RC_OK ? announce(incoming, "forum.challenge-open", NULL, id, err) : rc;
}

enum rc offers_challenge(struct incoming *incoming, const char *arguments, struct err *err)
{
    return *arguments == '@' ? challenge_named(incoming, arguments, err)
                             : challenge_all(incoming, arguments, err);
}

enum rc offers_practise(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct terms terms;
    struct offer offer;
    unsigned seats;
    int64_t id = 0;
    enum rc rc;

    read_terms(incoming, arguments, &terms);
    seats = terms.seats ? terms.seats : terms.game ? terms.game->seats_min : 0;
    if (terms.game)
        check_terms(incoming, &terms, seats);
    if (terms.wrong) {
        refuse(incoming, &terms);
        return RC_OK;
    }
    rc = put_offer(incoming, &terms, seats, false, &id, err);
    if (rc == RC_OK)
        rc = load(incoming, id, &offer, err);
    for (unsigned i = 0; i < seats && rc == RC_OK; i++)
        offer.who[offer.who_count++] =
            (struct ledger_offer_player){id, incoming->sender, (int)i + 1, LEDGER_OFFER_IN};
    return rc == RC_OK ? make_game(incoming, &offer, err) : rc;
}

struct listing {
    struct incoming *incoming;
    unsigned count;
};

static enum rc list_one(void *user, const struct ledger_offer *row, struct err *err)
{
    struct listing *listing = user;
    struct incoming *incoming = listing->incoming;
    char number[TEXT_INT_BYTES], missing[TEXT_INT_BYTES];
    const struct ledger_offer_player *who;
    struct person person;
    struct offer offer;
    enum rc rc = load(incoming, row->id, &offer, err);

    if (rc != RC_OK || !offer.waits)
        return rc;
    who = find_who(&offer, incoming->sender);
    if (!offer.is_open && !who)
        return RC_OK;
    rc = people_get(incoming->desk, offer.player, &person, NULL);
    if (rc != RC_OK) /* somebody who was forgotten */
        return rc == RC_NOT_FOUND || rc == RC_BAD_SEAL ? RC_OK
                                                       : ERR(err, rc, "a player cannot be read");
    incoming_tell(incoming, "desk.offer-line", "offer", text_of_int(number, offer.id), "title",
                  offer.game->title, "name", offer.anonymous ? "?" : person.name, "options",
                  *offer.options ? offer.options : "–", "time", *offer.time ? offer.time : "–", "n",
                  text_of_int(missing, (int64_t)offer.seats - count_in(&offer)),
                  (const char *)NULL);
    listing->count++;
    return RC_OK;
}

enum rc offers_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct listing listing = {incoming, 0};
    enum rc rc = ledger_offers(incoming->desk->ledger, list_one, &listing, err);

    (void)arguments;
    if (rc == RC_OK)
        SAY(incoming, listing.count ? "desk.offers" : "desk.offers-none", "n", "");
    return rc;
}

/* ---- again ---- */

struct rematch {
    struct incoming *incoming;
    int64_t offer; /* one of the same kind that waits for him; 0 = none */
};

static bool plays_in(const struct position *position, int64_t player)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] == player)
            return true;
    return false;
}

static enum rc find_same(void *user, const struct ledger_offer *row, struct err *err)
{
    struct rematch *rematch = user;
    const struct position *position = rematch->incoming->position;
    struct offer offer;
    enum rc rc = load(rematch->incoming, row->id, &offer, err);

    if (rc == RC_OK && offer.waits && !offer.is_open && !rematch->offer &&
        offer.game == position->rules && text_equal(offer.options, position->genesis.options) &&
        plays_in(position, offer.player) && find_who(&offer, rematch->incoming->sender))
        rematch->offer = offer.id;
    return rc;
}

static enum rc offer_again(struct incoming *incoming, struct err *err)
{
    const struct position *position = incoming->position;
    unsigned seats = position->genesis.seats;
    struct terms terms = {.game = position->rules,
                          .anonymous = position->anonymous,
                          .press_open = position->press_open};
    char number[TEXT_INT_BYTES];
    struct offer offer;
    bool may = false;
    int64_t id = 0;
    enum rc rc = may_offer(incoming, &may, err);

    if (rc != RC_OK || !may)
        return rc;
    text_copy(terms.options, sizeof terms.options, position->genesis.options);
    text_copy(terms.time, sizeof terms.time, position->genesis.time);
    rc = put_offer(incoming, &terms, seats, false, &id, err);
    for (unsigned seat = 1; seat <= seats && rc == RC_OK; seat++) {
        int64_t player = position->player[seat];

        if (player)
            rc = put_who(incoming, id, player, seat % seats + 1,
                         player == incoming->sender ? LEDGER_OFFER_IN : LEDGER_OFFER_ASKED, err);
    }
    if (rc == RC_OK)
        rc = load(incoming, id, &offer, err);
    for (unsigned i = 0; rc == RC_OK && i < offer.who_count; i++)
        if (offer.who[i].player != incoming->sender)
            rc = tell(incoming, offer.who[i].player, &offer, "desk.offer-again", err);
    SAY(incoming, "desk.offer-sent", "offer", text_of_int(number, id), "title", terms.game->title);
    return rc;
}

enum rc offers_rematch(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct rematch rematch = {incoming, 0};
    struct offer offer;
    enum rc rc;

    (void)arguments;
    if (incoming->position->phase != POSITION_OVER) {
        SAY(incoming, "desk.rematch-not", "n", "");
        return RC_OK;
    }
    rc = ledger_offers(incoming->desk->ledger, find_same, &rematch, err);
    if (rc == RC_OK && rematch.offer)
        rc = load(incoming, rematch.offer, &offer, err);
    if (rc != RC_OK)
        return rc;
    return rematch.offer ? join(incoming, &offer, false, err) : offer_again(incoming, err);
}
