/* SPDX-License-Identifier: MIT */
/* Takes words from one player to others into the log, and keeps lists of who is not heard.
 * Telling them is left to src/outbound. */
#include "commands/press.h"
#include "commands/requests.h"

#include "outbound/audience.h"
#include "ledger/derived.h"
#include "rules/phrase.h"
#include "tell/command_words.h"
#include "tell/folded.h"

enum {
    WRAP_COLUMNS = 58
}; /* a line as long as this may have been wrapped by the writer's program */

/* ---- to whom ---- */

static const char to_word[] = "to ";

int press_find_seat(const struct incoming *incoming, const char *name, size_t length)
{
    const struct position *position = incoming->position;
    char word[ANSWERING_NAME_BYTES];
    const char *figures;
    int64_t number;

    text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, name);
    if (text_equal_folded(word, "all"))
        return 0;
    figures = strpbrk(word, "0123456789");
    if (figures && text_to_int(figures, strlen(figures), &number) && number >= 1 &&
        number <= (int64_t)position->genesis.seats &&
        (figures == word || /* "player 2" */
         requests_says(incoming->answer.wording.language, word, "command.player")))
        return (int)number;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (incoming->answer.wording.player[seat] &&
            text_equal_folded(incoming->answer.wording.player[seat], word))
            return (int)seat;
    return -1;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    bool has = false;

    for (const char *at = text; length && !has && (at = strstr(at, word)) != NULL; at++)
        has = (at == text || !text_is_letter(at[-1])) && !text_is_letter(at[length]);
    return has;
}

uint32_t press_named_seats(const struct incoming *incoming, const char *line)
{
    enum { FIRST_LEAST = 3 };
    const unsigned seats = incoming->position->genesis.seats;
    char text[ENTRY_AWAY_BYTES + 256], name[SEATS_MAX + 1][ANSWERING_NAME_BYTES];
    uint32_t named = 0;

    lexicon_fold(line, strnlen(line, sizeof text - 1), text, NULL, sizeof text);
    for (unsigned seat = 1; seat <= seats; seat++) {
        const char *called = incoming_name(incoming, seat);

        lexicon_fold(called, strlen(called), name[seat], NULL, sizeof name[seat]);
        named |= (uint32_t)has_word(text, name[seat], strlen(name[seat])) << seat;
    }
    for (unsigned seat = 1; seat <= seats; seat++) {
        size_t first = strcspn(name[seat], " ");
        bool shared = first < FIRST_LEAST;

        for (unsigned other = 1; other <= seats; other++)
            shared |= other != seat && strncmp(name[other], name[seat], first) == 0;
        name[seat][first] = '\0';
        named |= (uint32_t)(!shared && has_word(text, name[seat], first)) << seat;
    }
    return named;
}

/* "to Ken you play well": whom the first words name, by the whole name or the first; 0 = nobody.
 * out    *behind: what stands behind the name */
static int find_first_named(const struct incoming *incoming, const char *text, const char **behind)
{
    static const char signs[] = " ,:";
    char word[ANSWERING_NAME_BYTES];
    size_t first = strcspn(text, signs);
    uint32_t named;
    int seat = 0;

    for (size_t length = first; length && seat < 1 && !text_is_digit(*text);) {
        size_t gap = strspn(text + length, signs);

        seat = press_find_seat(incoming, text, length);
        *behind = text + length + gap;
        length = **behind ? length + gap + strcspn(*behind, signs) : 0;
    }
    if (seat > 0)
        return seat;
    text_copy(word, first + 1 < sizeof word ? first + 1 : sizeof word, text);
    named = press_named_seats(incoming, word);
    *behind = text + first + strspn(text + first, signs);
    for (seat = SEATS_MAX; seat && named != 1U << seat;)
        seat--;
    return seat;
}

/* "Ken: …", "for player 2: …" */
static int find_before(const struct incoming *incoming, const char *text, const char *colon)
{
    enum { WORDS_MOST = 4 };
    size_t length = (size_t)(colon - text);
    int seat = press_find_seat(incoming, text, length);
    OWN(buf) before = {0};
    uint32_t named;

    buf_put_bytes(&before, text, length);
    if (seat >= 0 || text_words(buf_text(&before)) > WORDS_MOST)
        return seat;
    named = press_named_seats(incoming, buf_text(&before));
    if (named && !(named & (named - 1)))
        for (seat = 1; named != 1U << seat;)
            seat++;
    return seat;
}

/* Read "to NAME:" before the text, or "NAME:" of who plays here; moves behind it. In a game of two,
 * words without it go to the other one and to all, which is the same but for watchers. */
static int take_addressee(const struct incoming *incoming, const char **text)
{
    const char *colon = strchr(*text, ':'), *behind;
    size_t to = text_starts_with(*text, to_word) ? sizeof to_word - 1 : 0;
    int seat;

    if (to && (seat = find_first_named(incoming, *text + to, &behind)) > 0) {
        *text = behind + strspn(behind, " ,:");
        return seat;
    }
    if (!colon)
        return 0;
    seat = find_before(incoming, *text + to, colon);
    if (!to && (seat < 1 || text_is_digit(**text)))
        return 0; /* "the score is now: 3 to 2" */
    *text = colon + 1 + strspn(colon + 1, " \t");
    return seat;
}

/* ---- the text ---- */

static bool is_order_or_command(const struct incoming *incoming, const char *line)
{
    const struct game *game = incoming->position->played;
    const char *arguments;

    return command_find(incoming->commands, line, &arguments) ||
           (game->text->parse &&
            phrase_is_order(game, position_rulebook(incoming->position),
                            language_lexicon(incoming->answer.wording.language, game),
                            incoming->known->seat, line, strlen(line)));
}

/* Take the line below the command along. */
static void take_line(struct incoming *incoming, char between, struct buf *text)
{
    if (text->length)
        buf_put_char(text, between);
    buf_put(text, incoming->lines.line[incoming->line + 1].text);
    incoming_drop_line(incoming, incoming->line + 1);
}

void press_gather(struct incoming *incoming, const char *first, struct buf *text)
{
    const struct orders_in *orders = &incoming->lines;
    size_t next = incoming->line + 1;
    size_t length = strlen(orders->line[incoming->line].text);

    buf_put(text, first);
    while (*first && next < orders->count && length >= WRAP_COLUMNS &&
           !is_order_or_command(incoming, orders->line[next].text)) {
        length = strlen(orders->line[next].text);
        take_line(incoming, ' ', text);
    }
    while (!*first && next < orders->count) {
        if (text_equal(orders->line[next].text, ".")) {
            incoming_drop_line(incoming, next);
            return;
        }
        take_line(incoming, '\n', text);
    }
}

/* ---- saying ---- */

static enum rc log_press(struct incoming *incoming, int to, const struct buf *text, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct position_seal seal = {
        .name = name, .seat = incoming->known->seat, .payload = text->at, .length = text->length};
    struct entry entry;

    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_PRESS);
    entry.to_all = to == 0;
    entry.seat = (uint8_t)to;
    seal_name_write(SEAL_PRESS, incoming->position->chain.number + 1, 0, name);
    return incoming_append(incoming, &entry, &seal, 1, err);
}

/* Would nobody read it? */
static enum rc is_blocked(const struct incoming *incoming, int to, bool *blocked, struct err *err)
{
    const struct position *position = incoming->position;
    enum rc rc = RC_OK;

    *blocked = true;
    for (unsigned seat = 1; seat <= position->genesis.seats && rc == RC_OK; seat++) {
        struct person person;

        if (seat == incoming->known->seat || (to && seat != (unsigned)to) ||
            !position->player[seat])
            continue;
        rc = people_get(incoming->desk, position->player[seat], &person, err);
        *blocked &= rc == RC_OK && people_blocks(&person, incoming->known->sender);
    }
    return rc;
}

/* Whoever had many letters of words within the hour gets these with the next one. */
static enum rc tell_waiting(struct incoming *incoming, int to, struct err *err)
{
    const struct position *position = incoming->position;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        bool full;

        if (seat == incoming->known->seat || (to && seat != (unsigned)to) ||
            !position->player[seat])
            continue;
        TRY(audience_is_full(incoming->desk, position, seat, &full, err));
        if (full)
            incoming_tell(incoming, "talk.said-later", "name",
                          incoming->answer.wording.player[seat], NULL);
    }
    return RC_OK;
}

enum rc press_say(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN_WIPED(buf) text = {0};
    const char *why = NULL;
    bool blocked = false;
    int to = take_addressee(incoming, &arguments);

    press_gather(incoming, arguments, &text);
    if (to < 0 || to == (int)incoming->known->seat)
        why = "talk.say-nobody";
    else if (!text.length)
        why = "talk.say-nothing";
    else if (text.length > PRESS_BYTES_MAX || !text_is_utf8(text.at, text.length))
        why = "talk.say-long";
    else if (!incoming->position->rostered)
        why = "desk.frozen";
    else if ((why = position_closed(incoming->position)) != NULL)
        ;
    else if (incoming->lines.flags & INCOMING_PREVIEW)
        why = "talk.command-not-tried";
    if (!why)
        TRY(is_blocked(incoming, to, &blocked, err));
    if (blocked)
        why = "talk.say-blocked";
    if (!why)
        TRY(log_press(incoming, to, &text, err));
    incoming_tell(incoming, why ? why : "talk.said", "command", "say", NULL);
    return !why ? tell_waiting(incoming, to, err) : RC_OK;
}

/* ---- who is not heard ---- */

/* The list with a player taken out or, if `add`, at its end. */
static void write_list(const struct person *person, int64_t player, bool add, struct text *out)
{
    char number[TEXT_INT_BYTES];
    const char *word = text_of_int(number, player);

    for (const char *at = person->blocked; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (length != strlen(word) || memcmp(at, word, length) != 0) {
            text_put(out, out->length ? " " : "");
            text_put_bytes(out, at, length);
        }
        at += length;
    }
    if (add)
        TEXT_PUT(out, out->length ? " " : "", word);
}

static enum rc set_blocked(struct incoming *incoming, const char *name, bool add, struct err *err)
{
    int seat = press_find_seat(incoming, name, strlen(name));
    TEXT_IN(text, list, PERSON_BLOCKED_BYTES);

    if (seat > 0 && seat != (int)incoming->known->seat && incoming->position->player[seat])
        write_list(&incoming->person, incoming->position->player[seat], add, &text);
    else
        seat = 0;
    if (!seat || text.cut)
        return incoming_tell(incoming, seat ? "talk.block-full" : "talk.block-nobody", "n", "",
                             NULL);
    TRY(people_change(incoming->desk, incoming->known->sender, "blocked", list, err));
    TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    return incoming_tell(incoming, add ? "talk.blocked" : "talk.unblocked", "name",
                         incoming->answer.wording.player[seat], NULL);
}

enum rc press_block(struct incoming *incoming, const char *arguments, struct err *err)
{
    return set_blocked(incoming, arguments, true, err);
}

enum rc press_unblock(struct incoming *incoming, const char *arguments, struct err *err)
{
    return set_blocked(incoming, arguments, false, err);
}

/* ---- to a player whom a line names ---- */

/* Where a name stands in a line, or the first of several: "Ken", of Ken Doyle. */
static size_t find_name(const struct folded *line, const char *name, size_t *used)
{
    enum { FIRST_LEAST = 3 };
    size_t first = strcspn(name, " "), at = folded_find(line, 0, name, strlen(name), used);

    return at == line->length && first >= FIRST_LEAST ? folded_find(line, 0, name, first, used)
                                                      : at;
}

/* The line as it would be of "my opponent", with the word before the name or without: does it tell
 * him something? */
static bool tells(const struct lexicon *words, const char *line, size_t kept, const char *other,
                  const char *behind, struct buf *out)
{
    OWN(buf) put = {0};
    const char *said = "say ";

    buf_clear(out);
    if (kept == strlen(said) && text_starts_with(line, said)) { /* read as a command already */
        buf_printf(out, "%s%s", said, behind + strspn(behind, " ,:"));
        return buf_text(out)[strlen(said)];
    }
    buf_printf(&put, "%.*s%s%s", (int)kept, line, other, behind);
    return command_words_read(words, buf_text(&put), out) &&
           text_starts_with(buf_text(out), said) && out->length > strlen(said) &&
           out->length - strlen(said) <= strlen(behind); /* else he is spoken of */
}

/* Of several others, to her alone. */
static void keep_to(const struct wording *wording, unsigned own, unsigned seat, struct buf *out)
{
    OWN(buf) text = {0};
    unsigned others = 0;

    for (unsigned other = 1; other <= SEATS_MAX; other++)
        others += other != own && wording->player[other];
    if (others < 2)
        return;
    buf_put(&text, buf_text(out) + strlen("say "));
    buf_clear(out);
    buf_printf(out, "say to %s: %s", wording->player[seat], buf_text(&text));
}

bool press_told(const struct wording *wording, unsigned own, const char *line, struct buf *out)
{
    const struct lexicon *words = language_commands(wording->language);
    const struct lexicon *mine = words && words->own ? words->own : words;
    struct folded folded;
    size_t used, at, before;

    if (!mine || !folded_read(&folded, line))
        return false;
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++) {
        if (seat == own || !wording->player[seat])
            continue;
        at = find_name(&folded, wording->player[seat], &used);
        if (at == folded.length || folded.text[at + used] == ':') /* to her alone */
            continue;
        for (before = at; before && folded.text[before - 1] == ' ';)
            before--;
        while (before && folded_in_word(&folded, before - 1))
            before--;
        for (unsigned i = 0; i < mine->word_count; i++)
            for (unsigned without = 0; without < 2; without++)
                if (text_equal(mine->terms[mine->word[i].term], "say.opponent") &&
                    tells(words, line, folded_before(&folded, without ? before : at),
                          mine->word[i].text, line + folded_before(&folded, at + used), out)) {
                    keep_to(wording, own, seat, out);
                    return true;
                }
    }
    buf_clear(out);
    return false;
}

/* ---- to a player, in a letter of no game ---- */

/* Does a line begin with a name, or with a greeting and that? */
static bool speaks_to(const struct incoming *incoming, const char *line, const char *name)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    struct folded folded;
    size_t used, at;
    char said[PHRASE_BYTES];

    if (!folded_read(&folded, line) || folded.length >= PHRASE_BYTES / 2)
        return false;
    at = folded_find(&folded, 0, name, strlen(name), &used);
    if (at == folded.length)
        return false;
    return !at ||
           !phrase_clean(words->own ? words->own : words, line, folded_before(&folded, at), said) ||
           phrase_is_greeting(words, line, folded_before(&folded, at));
}

static enum rc offer_game(struct incoming *incoming, int64_t game, const char *line, bool *offered,
                          struct err *err)
{
    struct answering_names names = {0};
    OWN(buf) exact = {0}, told = {0};
    struct position *position;
    struct wording wording;
    unsigned own = 0;
    bool tells;

    TRY(position_get(incoming->desk, game, &position, err));
    TRY(answering_wording(incoming->desk, position, incoming->person.language, &names, &wording,
                          err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        own = position->player[seat] == incoming->known->sender ? seat : own;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!wording.player[seat] || seat == own)
            continue;
        tells = press_told(&wording, own, line, &told);
        if (!tells && !speaks_to(incoming, line, wording.player[seat]))
            continue;
        if (!*offered)
            SAY(incoming, "talk.for-player", "name", wording.player[seat]);
        command_words_show_first(language_commands(wording.language), COMMAND_GAME, &exact);
        buf_printf(&exact, " %lld: ", (long long)game);
        command_words_show(language_commands(wording.language), "say", &exact);
        buf_printf(&exact, " %s", tells ? buf_text(&told) + strlen("say ") : line);
        incoming_offer_line(incoming, buf_text(&exact));
        *offered = true;
        return RC_OK;
    }
    return RC_OK;
}

enum rc press_offer_games(struct incoming *incoming, const char *line, bool *offered,
                          struct err *err)
{
    struct ledger_rows rows =
        ledger_games_of_player(incoming->desk->ledger, incoming->known->sender, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (row.status != LEDGER_OVER)
            rows.rc = offer_game(incoming, row.game, line, offered, err);
    TRY(ledger_end(&rows));
    return incoming_see_game(incoming, err);
}
