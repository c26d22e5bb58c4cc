/* SPDX-License-Identifier: MIT */
/* Reads the options and times of an offer in the writer's words, and says which of them the game
 * refuses. */
#include "commands/offers_p.h"

#include <stdio.h>

#include "commands/newgame.h"
#include "ledger/derived.h"
#include "server/titles.h"
#include "tell/option_words.h"

enum { LANGUAGES_READ = 32, RATING_MOST = 9999 };

static bool is_time_word(const char *word)
{
    static const char *const words[] = {
        "setup=", "turn=", "reply=", "grace=",  "save=", "reserve=",    "free=", "zone=",
        "least=", "away=", "stock=", "yearly=", "once=", "extensions=", "lend=", "host="};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_starts_with(word, words[i]))
            return true;
    return timing_is_fast(word, strlen(word));
}

/* "1400..1600", "1400..", "..1600" */
static bool read_range(const char *text, int64_t *least, int64_t *most)
{
    const char *dots = strstr(text, "..");
    const size_t before = dots ? (size_t)(dots - text) : 0;

    *least = *most = 0;
    return dots && (before || dots[2]) &&
           (!before || (text_to_int(text, before, least) && *least > 0 && *least <= RATING_MOST)) &&
           (!dots[2] || (text_to_int(dots + 2, strlen(dots + 2), most) && *most > 0 &&
                         *most <= RATING_MOST && *least <= *most));
}

void offers_write_range(const struct offer *offer, char *out, size_t capacity)
{
    struct text text = text_in(out, capacity);

    if (offer->rating_least || offer->rating_most)
        TEXT_PUT(&text, offer->rating_most ? "" : "≥ ",
                 offer->rating_least ? TEXT_INT(offer->rating_least) : "≤ ",
                 offer->rating_least && offer->rating_most ? ".." : "",
                 offer->rating_most ? TEXT_INT(offer->rating_most) : "");
}

static void take_word(struct offers_terms *terms, struct text *options, struct text *time,
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
    if (text_starts_with(word, "rating=")) {
        if (!read_range(word + 7, &terms->rating_least, &terms->rating_most))
            terms->wrong = "desk.offer-rating-words";
        return;
    }
    if (text_starts_with(word, "seats=")) {
        if (text_to_int(word + 6, strlen(word + 6), &number) && number > 0 && number <= SEATS_MAX)
            terms->seats = (unsigned)number;
        else
            terms->wrong = "desk.offer-seats";
        return;
    }
    TEXT_PUT(out, out->length ? " " : "", word);
}

/* The sender's own language comes first. */
static void put_exact(const struct incoming *incoming, const struct game *game, const char *text,
                      struct buf *out)
{
    const struct library *library = incoming->desk->library;
    const struct sentences *all[LANGUAGES_READ] = {
        language_sentences(incoming->answer.wording.language)};
    const struct language *language;
    unsigned count = 1;

    for (size_t i = 0; count < LANGUAGES_READ && (language = library_language_at(library, i)); i++)
        if (language != incoming->answer.wording.language)
            all[count++] = language_sentences(language);
    option_words_read(all, count, game, text, out);
}

/* An hour without a zone is meant in the writer's own. */
static void read_options(struct offers_terms *terms, const char *text, const char *zone)
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
    if (strchr(terms->time, '@') && !strstr(terms->time, "zone=") && zone[0])
        TEXT_PUT(&time, " zone=", zone);
    if (options.cut || time.cut)
        terms->wrong = "desk.offer-long";
}

/* The option that the game stumbled over, and what it takes instead, in the sender's words. */
static void name_option(const struct incoming *incoming, struct offers_terms *terms,
                        const struct verdict *verdict)
{
    const struct sentences *sentences = language_sentences(incoming->answer.wording.language);
    size_t at = verdict->column ? verdict->column - 1u : 0, length;
    char exact[OPTIONS_TEXT_BYTES];
    OWN(buf) what = {0}, near = {0};

    terms->wrong = verdict->suggestion[0] ? "desk.offer-option-near" : "desk.offer-options";
    if (at > strlen(terms->options))
        at = 0;
    while (at > 0 && !text_is_space(terms->options[at - 1]))
        at--;
    length = verdict->column ? strcspn(terms->options + at, " \t") : strlen(terms->options);
    text_copy(exact, length + 1, terms->options + at);
    option_words_show(sentences, terms->game, exact, &what);
    if (game_option(terms->game, verdict->suggestion, strlen(verdict->suggestion)))
        option_words_show(sentences, terms->game, verdict->suggestion, &near);
    else
        option_words_show_values(sentences, terms->game, verdict->suggestion, &near);
    text_copy(terms->what, sizeof terms->what, buf_text(&what));
    text_copy(terms->near, sizeof terms->near, buf_text(&near));
}

/* The word about time that is none; without one, which of them cannot be combined. */
static void name_time(const struct incoming *incoming, struct offers_terms *terms)
{
    const struct sentences *sentences = language_sentences(incoming->answer.wording.language);
    char word[GENESIS_TIME_BYTES];
    const char *clash = timing_clash(terms->time);
    OWN(buf) what = {0};
    struct text key = text_in(terms->clash, sizeof terms->clash);

    TEXT_PUT(&key, "desk.offer-time-", clash ? clash : "both");
    terms->wrong = terms->clash;
    for (const char *at = terms->time; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
        struct timing_rules rules = {0};

        text_copy(word, strcspn(at, " ") + 1, at);
        if (timing_read(word, &rules, NULL) == RC_OK || timing_is_fast(word, strlen(word)))
            continue;
        terms->wrong = "desk.offer-time";
        option_words_show(sentences, NULL, word, &what);
        text_copy(terms->what, sizeof terms->what, buf_text(&what));
        break;
    }
}

void offers_check_terms(const struct incoming *incoming, struct offers_terms *terms, unsigned seats)
{
    struct game_setup setup = {terms->options, seats};
    struct timing_rules rules = {0};
    struct verdict verdict = {0};
    TEXT_IN(text, canonical, OPTIONS_TEXT_BYTES);

    if (terms->wrong)
        return;
    if (seats < terms->game->seats_min || seats > terms->game->seats_max)
        terms->wrong = "desk.offer-seats";
    else if (terms->game->text->write_options(&setup, &text, &verdict) != VERDICT_DONE)
        name_option(incoming, terms, &verdict);
    else if (timing_read_terms(terms->time, &rules, NULL) != RC_OK)
        name_time(incoming, terms);
}

/* Behind "with"; without it, from the first "name=value" on. NULL = there are none. length: of the
 * game's name before. */
static const char *find_options(const char *text, size_t *length)
{
    const char *with = strstr(text, " with "), *at = strchr(text, '=');

    *length = with ? (size_t)(with - text) : strlen(text);
    if (with || !at)
        return with ? with + strlen(" with ") : NULL;
    while (at > text && *at != ' ')
        at--;
    if (at == text)
        return NULL;
    *length = (size_t)(at - text);
    return at + 1;
}

void offers_read_terms(const struct incoming *incoming, const char *text,
                       struct offers_terms *terms)
{
    size_t length;
    const char *options = find_options(text, &length);
    OWN(buf) exact = {0};

    *terms = (struct offers_terms){.game = titles_find(incoming->desk->library, text, length)};
    text_copy(terms->what, sizeof terms->what, text);
    if (terms->game && options)
        put_exact(incoming, terms->game, options, &exact);
    if (!terms->game)
        terms->wrong = "desk.offer-game";
    else if (options)
        read_options(terms, buf_text(&exact), incoming->person.zone);
}

void offers_refuse(struct incoming *incoming, const struct offers_terms *terms)
{
    char least[TEXT_INT_BYTES], most[TEXT_INT_BYTES];
    OWN(buf) games = {0};

    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        buf_printf(&games, "%s%s", games.length ? ", " : "",
                   wording_title(&incoming->answer.wording, *game));
    SAY(incoming, terms->wrong, "what", terms->what, "near", terms->near, "games", buf_text(&games),
        "least", text_of_int(least, terms->game ? terms->game->seats_min : 0), "most",
        text_of_int(most, terms->game ? terms->game->seats_max : 0));
}

/* What is wanted, and for the rest what the server is set to. */
static bool read_time(const struct desk *desk, const struct offer *offer,
                      struct timing_rules *rules)
{
    TEXT_IN(text, time, GENESIS_TIME_BYTES);

    return newgame_time(desk, offer->time, 0, &text, NULL) == RC_OK &&
           timing_read(time, rules, NULL) == RC_OK;
}

/* ---- in words ---- */

static void put_comma(struct buf *out)
{
    buf_put(out, out->length ? ", " : "");
}

static void put_options(const struct wording *wording, const struct offer *offer, struct buf *out)
{
    char options[OPTIONS_TEXT_BYTES], range[32];
    struct game_setup setup = {offer->options, offer->seats};
    struct verdict verdict = {0};
    struct text text = text_in(options, sizeof options);

    if (offer->game->text->write_options(&setup, &text, &verdict) == VERDICT_DONE)
        option_words_tell(language_sentences(wording->language), offer->game, options, out);
    if (!out->length)
        WORDING(wording, out, "desk.terms-usual", "n", "");
    offers_write_range(offer, range, sizeof range);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const keys[] = {"desk.terms-anonymous", "desk.terms-press",
                                           "desk.terms-rating"};
        const bool is[] = {offer->anonymous, offer->press_open, range[0] != '\0'};

        if (is[i]) {
            put_comma(out);
            WORDING(wording, out, keys[i], "n", range);
        }
    }
}

/* Words of a game's time that no sentence tells; of hours put_hour does. */
static void put_rest(const struct wording *wording, struct timing_rules rules, struct buf *out)
{
    static const char *const told[] = {"setup=", "turn=", "reply=", "zone=", "least="};
    char words[GENESIS_TIME_BYTES], word[GENESIS_TIME_BYTES];
    struct text text = text_in(words, sizeof words);

    rules.away = rules.stock = rules.yearly = rules.once = rules.extensions = rules.lend =
        rules.host_days = 0;
    timing_write(&rules, &text);
    for (const char *at = words; *at; at += strspn(at, " ")) {
        bool is_told = false;

        text_copy(word, strcspn(at, " ") + 1, at);
        at += strlen(word);
        for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
            is_told |= text_starts_with(word, told[i]);
        if (is_told)
            continue;
        put_comma(out);
        option_words_show(language_sentences(wording->language), NULL, word, out);
    }
}

/* How long one has, in words. */
static void put_time(const struct wording *wording, const struct timing_rules *rules,
                     struct buf *out)
{
    static const struct {
        const char *key;
        enum time_class of;
    } rows[] = {{"desk.terms-turn", TIME_TURN},
                {"desk.terms-reply", TIME_REPLY},
                {"desk.terms-setup", TIME_SETUP}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        OWN(buf) duration = {0};

        if (rules->hour[rows[i].of].weekdays || !rules->allowance_s[rows[i].of])
            continue;
        wording_duration(wording, rules->allowance_s[rows[i].of], &duration);
        put_comma(out);
        WORDING(wording, out, rows[i].key, "time", buf_text(&duration));
    }
    put_rest(wording, *rules, out);
}

void offers_written_fini(struct offers_written *written)
{
    buf_fini(&written->options);
    buf_fini(&written->time);
}

/* ---- in sentences ---- */

static void part(struct buf *out)
{
    if (out->length && buf_text(out)[out->length - 1] != ' ')
        buf_put_char(out, ' ');
}

static void put_days(const struct wording *wording, const struct timing_hour *hour, struct buf *out)
{
    enum { ALL = 0x7f };
    char day[32];

    if (hour->weekdays == ALL)
        WORDING(wording, out, "desk.terms-daily", "n", "");
    for (unsigned d = 0; hour->weekdays != ALL && d < 7; d++) {
        if (!(hour->weekdays >> d & 1))
            continue;
        snprintf(day, sizeof day, "desk.weekday.%u", (d + 1) % 7);
        buf_put(out, out->length ? ", " : "");
        WORDING(wording, out, day, "n", "");
    }
}

static void put_hour(const struct wording *wording, const struct timing_rules *rules,
                     struct buf *out)
{
    const struct timing_hour *hour = &rules->hour[TIME_TURN];
    OWN(buf) days = {0};
    char clock[16];

    if (!hour->weekdays)
        return;
    part(out);
    put_days(wording, hour, &days);
    snprintf(clock, sizeof clock, "%02u:%02u", hour->minute / 60u, hour->minute % 60u);
    WORDING(wording, out, "desk.terms-hour", "days", buf_text(&days), "clock", clock, "zone",
            rules->zone, "n", TEXT_INT(rules->least_s / 3600));
}

/* Of the game that is offered, or that goes on. */
static unsigned count_seats(const struct desk *desk, const struct offer *offer)
{
    struct ledger_rows rows;
    struct err err = {0};
    unsigned seats = 0;

    if (!offer->into_game)
        return offer->seats;
    rows = ledger_seats_now(desk->ledger, offer->into_game, &err);
    for (struct ledger_seat row; ledger_next(&rows, &row);)
        seats++;
    return ledger_end(&rows) == RC_OK ? seats : offer->seats;
}

/* Those that are as in usual are left out. */
static void put_days_beyond(const struct desk *desk, const struct offer *offer,
                            const struct timing_rules *rules, const struct timing_rules *usual,
                            const struct wording *wording, struct buf *out)
{
    const struct {
        const char *key;
        int64_t number, usual;
    } rows[] = {
        {count_seats(desk, offer) == 2 ? "desk.terms-away" : "desk.terms-away-of-more", rules->away,
         usual->away},
        {"desk.terms-stock", rules->stock, usual->stock},
        {"desk.terms-yearly", rules->yearly, usual->yearly},
        {"desk.terms-once", rules->once, usual->once},
        {"desk.terms-extensions", rules->extensions, usual->extensions},
        {"desk.terms-lend", rules->lend, usual->lend},
        {"desk.terms-host", rules->host_days, usual->host_days},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].number || rows[i].number == rows[i].usual)
            continue;
        part(out);
        WORDING(wording, out, rows[i].key, "n", TEXT_INT(rows[i].number));
    }
}

void offers_explain(const struct desk *desk, const struct offer *offer,
                    const struct wording *wording, struct buf *out)
{
    struct timing_rules rules = {0};

    if (!read_time(desk, offer, &rules))
        return;
    put_hour(wording, &rules, out);
    put_days_beyond(desk, offer, &rules, &(struct timing_rules){0}, wording, out);
}

void offers_write_terms(const struct desk *desk, const struct offer *offer,
                        const struct wording *wording, bool whole, struct offers_written *out)
{
    struct timing_rules rules = {0}, usual = {0};
    struct offer plain = *offer;
    OWN(buf) more = {0};

    *out = (struct offers_written){{0}, {0}};
    put_options(wording, offer, &out->options);
    if (!read_time(desk, offer, &rules)) {
        buf_put(&out->time, offer->time);
        return;
    }
    put_time(wording, &rules, &out->time);
    put_hour(wording, &rules, &more);
    plain.time[0] = '\0';
    if (!whole)
        read_time(desk, &plain, &usual);
    put_days_beyond(desk, offer, &rules, &usual, wording, &more);
    if (more.length) /* the sentence that has the time ends with the dot */
        buf_printf(&out->time, "%s%.*s", out->time.length ? ". " : "", (int)more.length - 1,
                   buf_text(&more));
}
