/* SPDX-License-Identifier: MIT */
/* Asking a player whether a letter was his. Whoever knows a reply address can bring this about, so
 * it happens so often and no more, and no words of the letter go along: only what the robot
 * understood of it, in the robot's own words. Source: mail-conventions I10, I13. */

#include "outbound/outbox.h"
#include "bot/bot.h"
#include "play/held.h"
#include "inbound/inbound_p.h"
#include "rules/phrase.h"
#include "commands/commands.h"
#include "server/titles.h"
#include "tell/command_words.h"
#include "tell/tell.h"

enum {
    LINES_MOST = 20,
    COMMAND_BYTES = 80, /* with what stands behind it */
    COMMAND_WORDS = 2,  /* behind it */
    BARE_BYTES = 24     /* a line under a heading, "bid 3": its game is not known yet */
};

#define ELLIPSIS "\xE2\x80\xA6" /* for words that may be anybody's */

/* ---- what was meant ---- */

static bool has_word(const char *text, const char *word)
{
    return strstr(text, word) != NULL;
}

/* Append whom our books know of a list of names; who else is named may be anybody's prose. */
static void put_whom(const struct incoming *incoming, const char *words, size_t length,
                     struct buf *out)
{
    char name[PERSON_NAME_BYTES];
    struct person person = {.name = ELLIPSIS};
    struct err own = {0};
    int64_t player = 0;

    while (length && strchr(" ,", words[length - 1]))
        length--;
    if (!length)
        return;
    text_copy(name, length < sizeof name ? length + 1 : 1, words);
    if (people_by_name(incoming->desk, name, &player, &own) == RC_OK && player &&
        people_get(incoming->desk, player, &person, &own) != RC_OK)
        text_copy(person.name, sizeof person.name, ELLIPSIS);
    buf_printf(out, "%s%s", out->length ? ", " : "", person.name);
}

/* What is to be played, whom with and how strong: "invite Ann to Chess". */
static void put_play(const struct incoming *incoming, const struct wording *wording,
                     const struct command *command, const char *arguments, struct buf *out)
{
    const struct library *library = incoming->desk->library;
    OWN(buf) whom = {0}, level = {0}, shown = {0}, rest = {0};
    const struct game *game = NULL;
    const char *from = arguments;
    bool has_terms;

    while (*arguments) {
        size_t length = strcspn(arguments, " "), used = 0;
        const struct game *found = titles_at(library, arguments, strlen(arguments), &used);
        char word[16];

        text_copy(word, length < sizeof word ? length + 1 : 1, arguments);
        if (found || text_equal(word, "to") || text_equal(word, "against") ||
            bot_level_find(word) != BOT_LEVELS) {
            put_whom(incoming, from, (size_t)(arguments - from), &whom);
            game = found ? found : game;
            if (bot_level_find(word) != BOT_LEVELS)
                buf_put(&level, word);
            from = arguments + (found ? used : length);
        } else if (arguments[length - 1] == ',') {
            put_whom(incoming, from, (size_t)(arguments + length - from), &whom);
            from = arguments + length;
        }
        arguments = from > arguments ? from : arguments + length;
        arguments += strspn(arguments, " ");
    }
    put_whom(incoming, from, strlen(from), &rest);
    has_terms = game && text_equal(buf_text(&rest), ELLIPSIS); /* "with target=7" */
    if (rest.length && !has_terms)
        buf_printf(&whom, "%s%s", whom.length ? ", " : "", buf_text(&rest));
    buf_printf(&shown, "%s%s%s", command->name, whom.length ? " " : "", buf_text(&whom));
    buf_put(&shown, whom.length && game ? " to" : "");
    command_words_show(language_commands(wording->language), buf_text(&shown), out);
    if (game)
        buf_printf(out, " %s", wording_title(wording, game));
    if (level.length) {
        buf_put_char(out, ' ');
        command_words_show_value(language_commands(wording->language), "against", out);
        buf_put_char(out, ' ');
        command_words_show_value(language_commands(wording->language), buf_text(&level), out);
    }
    buf_put(out, has_terms ? " " ELLIPSIS : "");
}

/* A command is shown with what stands behind it, unless that may be anybody's prose. */
static void put_command(const struct wording *wording, const struct command *command,
                        const char *line, const char *arguments, struct buf *out)
{
    OWN(buf) shown = {0};
    const char *words = text_starts_with(command->arguments, "N ") ? strchr(arguments, ' ')
                                                                   : arguments; /* "enter 1" */
    bool free = has_word(command->arguments, "TEXT") || has_word(command->arguments, "LINE") ||
                (words && has_word(command->arguments, "WORDS")) || has_word(arguments, "://");

    if (!free && strlen(line) <= COMMAND_BYTES && text_words(arguments) <= COMMAND_WORDS)
        buf_put(&shown, line);
    else
        buf_printf(&shown, "%s%s", command->name, *arguments ? " …" : "");
    command_words_show(language_commands(wording->language), buf_text(&shown), out);
}

static void put_order(const struct incoming *incoming, const struct wording *wording,
                      const char *line, struct buf *out)
{
    const struct game *game = incoming->position->played;
    const void *rulebook = position_rulebook(incoming->position);
    struct order order = {0};
    struct verdict verdict = {0};
    struct tell tell = {.sentences = language_sentences(wording->language),
                        .game = game,
                        .lexicon = language_lexicon(wording->language, game)};
    TEXT_IN(text, written, ORDER_TEXT_BYTES);
    bool asks;

    if (!game->text->parse ||
        phrase_read(game, rulebook, language_lexicon(incoming->answer.wording.language, game),
                    incoming->known->seat, line, strlen(line), &order, &asks,
                    &verdict) != VERDICT_DONE)
        return;
    game->text->write_order(rulebook, NULL, &order, ORDER_FULL, &text);
    tell_order(&tell, rulebook, incoming->known->seat, written, out);
}

/* The name of a seal, which only its own letter can have right. */
static bool put_seal(const char *line, struct buf *out)
{
    struct held_line held;
    bool is_held = held_read(line, strlen(line), &held) != HELD_NONE && !held.flaw;

    if (is_held)
        buf_printf(out, "%s …", held.name);
    secret_wipe(&held, sizeof held);
    return is_held;
}

static bool is_bare(const char *line)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-,";

    return strlen(line) <= BARE_BYTES && strspn(line, allowed) == strlen(line);
}

/* Who is asked: whose seat it is, or whose address. */
static int64_t owner_of(const struct incoming *incoming)
{
    return incoming->position ? incoming->position->player[incoming->known->seat]
                              : incoming->known->sender;
}

static void put_meant(const struct incoming *incoming, const struct wording *wording,
                      const char *line, struct buf *out)
{
    const char *arguments;
    const struct command *command = commands_find(line, &arguments);

    if (inbound_is_sure(incoming) && incoming->known->sender == owner_of(incoming))
        buf_put(out, line); /* his own words */
    else if (command && command->about == COMMAND_ABOUT_PLAY && *arguments)
        put_play(incoming, wording, command, arguments, out);
    else if (command)
        put_command(wording, command, line, arguments, out);
    else if (!incoming->position)
        buf_put(out, is_bare(line) ? line : "");
    else if (!put_seal(line, out) && incoming->known->seat)
        put_order(incoming, wording, line, out);
}

/* out    *hidden: lines that are not shown */
static void list_lines(const struct incoming *incoming, const struct wording *wording,
                       struct values *values, struct value *list, unsigned *hidden)
{
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const struct order_line *line = &incoming->lines.line[i];
        OWN_WIPED(buf) meant = {0};

        put_meant(incoming, wording, line->text, &meant);
        if (meant.length && value_count(list) < LINES_MOST)
            value_add(list, value_text(values, buf_text(&meant)));
        else
            *hidden += !line->civil || meant.length;
    }
}

/* ---- the letter ---- */

static void say_below(const struct wording *wording, struct values *values, struct value *list,
                      const char *key, const char *name, const char *word)
{
    OWN(buf) text = {0};

    WORDING(wording, &text, key, name, word);
    value_add(list, value_text(values, buf_text(&text)));
}

static void fill(const struct incoming *incoming, const struct wording *wording,
                 const char *sentence, int64_t quiet_s, struct values *values, struct value *map)
{
    struct value *list = value_set_list(map, "paragraphs");
    OWN(buf) text = {0};
    unsigned hidden = 0;

    WORDING(wording, &text, sentence, "robot", incoming->desk->config->address);
    value_set_text(map, "message", buf_text(&text));
    list_lines(incoming, wording, values, list, &hidden);
    if (hidden)
        say_below(wording, values, list, "talk.confirm-hidden", "n", TEXT_INT(hidden));
    buf_clear(&text);
    if (quiet_s) {
        wording_time(wording, quiet_s, &text);
        say_below(wording, values, list, "talk.confirm-last", "time", buf_text(&text));
    }
}

static enum rc put_question(struct incoming *incoming, const struct person *owner,
                            const char *sentence, int64_t quiet_s, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    struct outbox_letter letter = {
        .kind = OUTBOX_NOTE, .n = -1, .facts.player = owner->id, .values = map};
    struct wording wording = {.language =
                                  library_language(incoming->desk->library, owner->language),
                              .zone = owner->zone};

    fill(incoming, &wording, sentence, quiet_s, values, map);
    letter.facts.confirm.game = incoming->known->game;
    letter.facts.confirm.seat = incoming->known->seat;
    letter.facts.confirm.letter = incoming->known->id;
    if (!incoming->position) /* it holds for him alone */
        letter.facts.confirm.line = owner->id;
    TRY(values_rc(values, err));
    return outbox_put(incoming->desk, &letter, NULL, err);
}

enum rc inbound_ask_owner(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err)
{
    struct person owner;
    int64_t quiet_s = 0;
    bool may = false;
    enum rc rc = people_get(incoming->desk, owner_of(incoming), &owner, err);

    THEN(rc, limits_question(incoming, owner.id, &may, &quiet_s, err));
    if (rc == RC_OK && may)
        rc = put_question(incoming, &owner, sentence, quiet_s, err);
    incoming_end(incoming, may ? LEDGER_ASKED : LEDGER_IGNORED, may ? reason : "asked-enough",
                 NULL);
    return rc;
}
