/* SPDX-License-Identifier: MIT */
/* Sign-up, further addresses, keys and lost addresses: each is asked for by one letter and
 * confirmed by another. What is kept of a person is in src/people. */
#include "commands/joining.h"
#include "commands/joining_p.h"
#include "commands/joining_ask.h"

#include <stdio.h>

#include "outbound/outbox.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "people/naming.h"
#include "rules/phrase.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "server/vault.h"
#include "commands/meaning.h"
#include "commands/commands.h"
#include "commands/asked_answer.h"
#include "commands/member_words.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"
#include "commands/opponents.h"
#include "commands/tournament_words.h"
#include "commands/wishes.h"
#include "server/titles.h"

enum { RECOVERY_BYTES = CONFIG_TEXT_BYTES + PERSON_ADDRESS_BYTES + 32 };

/* ---- strangers ---- */

/* A stranger is spoken to in the server's language, or in that of his own first words. */
static void speak_as_written(struct incoming *incoming, const char *line)
{
    const struct language *language = joining_language(incoming->desk->library, line);

    if (language)
        incoming->answer.wording.language = language;
}

/* The name that a letter asks for: in its line, else the one beside its address, else the
 * address's own. True if it was cut. */
static bool wanted_name(const char *line, const struct letter *mail, char out[PERSON_NAME_BYTES])
{
    const char *asked = joining_asked_name(line);
    char local[PERSON_ADDRESS_BYTES];
    bool cut = naming_fit(asked && *asked ? asked : mail->from.name ? mail->from.name : "", out);

    if (people_is_name(out) || (asked && *asked))
        return cut;
    snprintf(local, sizeof local, "%.*s", (int)config_local_part(mail->from.address),
             mail->from.address);
    return naming_fit(local, out);
}

static enum rc ask_to_join(struct incoming *incoming, const char *line, int64_t number,
                           struct err *err)
{
    char name[PERSON_NAME_BYTES];
    const char *address = incoming->known->read.mail.from.address;
    int64_t other = 0;
    struct joining_request request = {.what = JOINING_SIGN_UP,
                                      .to = address,
                                      .line = number,
                                      .language = language_code(incoming->answer.wording.language),
                                      .sentence = "desk.sign-up-confirm"};

    wanted_name(line, &incoming->known->read.mail, name);
    if (!people_is_address(address)) {
        incoming_end(incoming, LEDGER_IGNORED, "no-address", NULL);
        return RC_OK;
    }
    incoming_end(incoming, LEDGER_ASKED, "sign-up", NULL);
    TRY(people_by_name(incoming->desk, name, &other, err));
    if (!people_is_name(name) || other)
        request.sentence = "desk.sign-up-other";
    return joining_ask(incoming, &request, err);
}

/* What is signed names server, letter and new address, so that it serves nowhere else. */
static void recovery_word(const struct incoming *incoming, int64_t letter, const char *address,
                          char out[RECOVERY_BYTES])
{
    snprintf(out, RECOVERY_BYTES, "%s/%lld/%s", incoming->desk->config->address, (long long)letter,
             address);
}

static void recovery_digest(const char *word, struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "recover", 1);
    hash_add_text(&job, word);
    hash_end(&job, digest);
}

/* Whether there is such a player is not told to strangers. */
static enum rc ask_to_recover(struct incoming *incoming, int64_t line, struct err *err)
{
    struct joining_request request = {.what = JOINING_RECOVER,
                                      .to = incoming->known->read.mail.from.address,
                                      .line = line,
                                      .language = language_code(incoming->answer.wording.language),
                                      .sentence = "desk.recover-confirm"};
    char text[RECOVERY_BYTES];

    if (!people_is_address(request.to)) {
        incoming_end(incoming, LEDGER_IGNORED, "no-address", NULL);
        return RC_OK;
    }
    recovery_word(incoming, incoming->known->id, request.to, text);
    request.address = text;
    incoming_end(incoming, LEDGER_ASKED, "recover", NULL);
    return joining_ask(incoming, &request, err);
}

bool joining_wants_out(const struct incoming *incoming)
{
    OWN(buf) exact = {0};
    bool wants = false;

    for (size_t i = 0; i < incoming->lines.count && !wants; i++)
        wants = text_starts_with(
            joining_exact_line(incoming->desk, incoming->lines.line[i].text, &exact),
            "unsubscribe");
    return wants;
}

/* The line of a letter that asks to join: the first that gives a name, else the first that asks. */
static bool find_join(struct incoming *incoming, size_t *found)
{
    OWN(buf) exact = {0};
    bool any = false, named = false;

    for (size_t i = 0; i < incoming->lines.count && !named; i++) {
        const char *line =
            joining_stranger_line(incoming->desk, incoming->lines.line[i].text, &exact);
        const char *name = joining_asked_name(line);

        named = name && *name;
        if (name && (!any || named))
            *found = i;
        any |= name != NULL;
    }
    return any;
}

bool joining_asks(struct incoming *incoming, size_t *found, struct buf *name)
{
    OWN(buf) exact = {0};
    bool asks = find_join(incoming, found);
    const char *line = asks ? incoming->lines.line[*found].text : "";

    if (asks) {
        speak_as_written(incoming, line);
        buf_put(name, joining_asked_name(joining_stranger_line(incoming->desk, line, &exact)));
    }
    return asks;
}

/* The first line with a name behind "recover". */
static bool find_recover(struct incoming *incoming, size_t *found)
{
    OWN(buf) exact = {0};
    bool named = false;

    for (size_t i = 0; i < incoming->lines.count && !named; i++) {
        const char *line = joining_exact_line(incoming->desk, incoming->lines.line[i].text, &exact);
        const char *name = joining_after_word(line, "recover");

        named = name && *name;
        *found = i;
    }
    return named;
}

enum rc joining_stranger(struct incoming *incoming, bool *taken, struct err *err)
{
    OWN(buf) exact = {0};
    size_t found = 0;
    enum rc rc = RC_OK;

    *taken = false;
    if (!incoming->lines.count || !incoming->known->read.kind.may_answer)
        return RC_OK;
    if (find_join(incoming, &found)) {
        const char *line = incoming->lines.line[found].text;

        *taken = true;
        speak_as_written(incoming, line);
        rc = ask_to_join(incoming, joining_stranger_line(incoming->desk, line, &exact),
                         (int64_t)found, err);
    } else if (find_recover(incoming, &found)) {
        *taken = true;
        speak_as_written(incoming, incoming->lines.line[found].text);
        rc = ask_to_recover(incoming, (int64_t)found, err);
    } else
        speak_as_written(incoming, incoming->lines.line[0].text);
    return rc;
}

void joining_ask_name(struct incoming *incoming)
{
    incoming->answer.facts.confirm.letter = incoming->known->id;
    incoming->answer.facts.confirm.seat = JOINING_SIGN_UP;
}

/* ---- a player's addresses and key ---- */

static enum rc list_address(void *user, const char *address, struct err *err)
{
    (void)err;
    incoming_add(user, address);
    return RC_OK;
}

static enum rc list_addresses(struct incoming *incoming, struct err *err)
{
    SAY(incoming, "desk.addresses", "n", "");
    return people_addresses(incoming->desk, incoming->known->sender, list_address, incoming, err);
}

static enum rc ask_address(struct incoming *incoming, const char *address, struct err *err)
{
    struct joining_request request = {.what = JOINING_ADDRESS,
                                      .to = address,
                                      .line = (int64_t)(incoming->line + incoming->dropped),
                                      .language = incoming->person.language,
                                      .sentence = "desk.address-confirm",
                                      .name = incoming->person.name,
                                      .address = address};

    if (!people_is_address(address)) {
        SAY(incoming, "desk.address-wrong", "address", address);
        return RC_OK;
    }
    SAY(incoming, "desk.address-asked", "address", address);
    return joining_ask(incoming, &request, err);
}

static enum rc remove_address(struct incoming *incoming, const char *address, struct err *err)
{
    struct err own = {0};
    enum rc rc = people_address_drop(incoming->desk, incoming->known->sender, address, &own);

    if (rc == RC_OK)
        SAY(incoming, "desk.address-removed", "address", address);
    else if (rc == RC_NOT_FOUND || rc == RC_USAGE)
        SAY(incoming, rc == RC_USAGE ? "desk.address-last" : "desk.address-unknown", "address",
            address);
    else
        return ERR(err, rc, own.text);
    return RC_OK;
}

enum rc joining_address(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *added = joining_after_word(arguments, "add"),
               *removed = joining_after_word(arguments, "remove");

    if (!*arguments)
        return list_addresses(incoming, err);
    if (added && *added)
        return ask_address(incoming, added, err);
    if (removed && *removed)
        return remove_address(incoming, removed, err);
    SAY(incoming, "desk.address-help", "n", "");
    return RC_OK;
}

/* Register the writer's key at once, NULL = none. */
static enum rc put_key(struct incoming *incoming, const char *key, struct err *err)
{
    enum rc rc =
        people_change(incoming->desk, incoming->known->sender, "key", key ? key : "none", err);

    text_copy(incoming->person.key, sizeof incoming->person.key, key ? key : "");
    SAY(incoming, key ? "desk.key-is" : "desk.key-none", "key", incoming->person.key);
    return rc;
}

enum rc joining_key(struct incoming *incoming, const char *arguments, struct err *err)
{
    const char *added = joining_after_word(arguments, "add"),
               *removed = joining_after_word(arguments, "remove");
    unsigned char key[KEY_BYTES];
    struct joining_request request = {.what = JOINING_KEY,
                                      .to = incoming->person.address,
                                      .player = incoming->known->sender,
                                      .line = (int64_t)(incoming->line + incoming->dropped),
                                      .language = incoming->person.language,
                                      .sentence =
                                          removed ? "desk.key-remove-confirm" : "desk.key-confirm",
                                      .name = added};

    if (!*arguments) {
        SAY(incoming, incoming->person.key[0] ? "desk.key-is" : "desk.key-none", "key",
            incoming->person.key);
        return RC_OK;
    }
    if (!removed && (!added || !base32_read(added, strlen(added), key, sizeof key))) {
        SAY(incoming, "desk.key-wrong", "n", "");
        return RC_OK;
    }
    /* A post comes from its account for certain, and an account alone has nowhere else to be asked.
     */
    if (incoming->known->read.post.kind != FORUM_POST_NONE &&
        config_is_account(incoming->desk->config, incoming->person.address))
        return put_key(incoming, removed ? NULL : added, err);
    return joining_ask(incoming, &request, err); /* which is the answer */
}

/* ---- confirmations ---- */

/* The letter and line that a token names, read again. */
struct asked {
    struct reading reading;
    struct buf raw;
    const char *line;       /* its command in the exact words */
    const char *as_written; /* the same as it was written */
    struct buf exact;
    int64_t player;    /* who wrote it; 0 = a stranger */
    const char *since; /* why it cannot be confirmed any more: a sentence; NULL = it can */
};

static enum rc find_asked(struct incoming *incoming, struct asked *asked, struct err *err)
{
    struct desk *desk = incoming->desk;
    const struct token *token = &incoming->known->read.token;
    bool by_line = token->seat != JOINING_INVITED;
    int64_t address;
    struct ledger_letter_row row = {0};
    enum rc rc = ledger_one(ledger_letter_get(desk->ledger, token->decision, err), &row);

    THEN(rc, reading_raw(desk, token->decision, &asked->raw, NULL));
    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL ||
        (rc == RC_OK && row.letter.arrived_s + JOINING_DAYS * 86400 < incoming->known->arrived_s)) {
        err_clear(err);
        asked->since = "desk.confirm-old";
        return RC_OK;
    }
    THEN(rc, reading_parts(desk, buf_text(&asked->raw), asked->raw.length,
                           incoming->known->read.reads, &asked->reading, err));
    if (rc == RC_OK && by_line) {
        /* A stranger's letter may have had no line of its own; others have fewer as they are read
         * today. */
        const struct orders_in *orders = &asked->reading.orders;
        bool is_there = token->entry < orders->count;
        const char *line = is_there ? orders->line[token->entry].text : "";

        if (!is_there && token->seat != JOINING_SIGN_UP)
            asked->since = "desk.confirm-old";
        asked->line = token->seat == JOINING_SIGN_UP
                          ? joining_stranger_line(desk, line, &asked->exact)
                          : joining_exact_line(desk, line, &asked->exact);
        asked->as_written = line;
    }
    THEN(rc,
         people_by_address(desk, asked->reading.mail.from.address, &asked->player, &address, err));
    return rc;
}

static enum rc become(struct incoming *incoming, int64_t player, struct err *err)
{
    enum rc rc = people_get(incoming->desk, player, &incoming->person, err);

    incoming_learn(incoming)->sender = player;
    incoming->answer.wording.language =
        library_language(incoming->desk->library, incoming->person.language);
    return rc;
}

/* A newcomer's letters are in the server's language until he says otherwise: each other one says,
 * in itself, how he gets it. */
static void tell_languages(struct incoming *incoming)
{
    const struct library *library = incoming->desk->library;
    const struct language *language;

    for (size_t i = 0; (language = library_language_at(library, i)) != NULL; i++) {
        const struct wording wording = {.language = language};
        OWN(buf) text = {0};

        if (language == incoming->answer.wording.language)
            continue;
        WORDING(&wording, &text, "talk.in-this-language", "n", "");
        incoming_add(incoming, buf_text(&text));
    }
}

enum rc joining_show_games(struct incoming *incoming, struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    enum rc rc = opponents_levels(incoming->desk, level, err);
    unsigned weakest = 0;
    char against[32];

    SAY(incoming, "desk.sign-up-play", "n", "");
    offers_tell_games(incoming);
    while (weakest < BOT_LEVELS && !level[weakest])
        weakest++;
    snprintf(against, sizeof against, "against %s",
             weakest < BOT_LEVELS ? bot_level_names[weakest] : "");
    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        incoming_offer(incoming, "practice", *game, weakest < BOT_LEVELS ? against : "");
    incoming_offer(incoming, "challenges", NULL, "");
    return rc;
}

/* What a newcomer wished for beside a name is done once he is a player, and what he asked is
 * answered: the first wish, days off, how he wants his letters, and a few questions. */
struct granting {
    bool done;   /* a wish was */
    bool asking; /* what is but half a wish is asked about: none is whole */
    unsigned answered;
};

/* "I accept Ken's challenge" */
static enum rc take_named(struct incoming *incoming, const char *sentence, bool *taken,
                          struct err *err)
{
    struct phrase_part part[PHRASE_PARTS_MAX];
    unsigned count;
    enum rc rc = offers_take_named(incoming, sentence, part, &count, err);

    *taken = count > 0;
    for (unsigned i = 0; rc == RC_OK && i < count; i++) {
        const char *arguments;
        const struct command *command = commands_find(part[i].text, &arguments);

        rc = commands_run(incoming, command, arguments, err);
    }
    return rc;
}

/* "I'd be up for Dungeon Twister, though I've never played it": against whom? */
static enum rc ask_wish(struct incoming *incoming, const char *sentence, struct granting *granting,
                        struct err *err)
{
    const struct library *library = incoming->desk->library;
    const struct language *language = incoming->answer.wording.language;
    OWN(buf) exact = {0};
    struct wishes_guess guess;
    bool speaks = wishes_guess(library, language, sentence, &guess);

    if (!granting->done && wishes_read(library, language, sentence, WISHES_LOBBY, &exact) &&
        text_equal(buf_text(&exact), "practice")) {
        granting->done = true;
        return offers_ask_practice(incoming, err);
    }
    return speaks && !granting->done && (guess.game || guess.people)
               ? offers_ask(incoming, sentence, &granting->done, err)
               : RC_OK;
}

static enum rc grant(struct incoming *incoming, const char *sentence, struct granting *granting,
                     struct err *err)
{
    enum { ANSWERS_MOST = 2 };
    static const char *const wishes[] = {"practice", "challenge", "invite", "accept", "enter"};
    static const char *const questions[] = {"tournaments", "standings", "challenges"};
    static const char *const settings[] = {"format", "language", "letters", "profile", "zone"};
    const struct meaning_reader reader = {.library = incoming->desk->library,
                                          .language = incoming->answer.wording.language};
    OWN(buf) named = {0}, exact = {0};
    const struct command *command = NULL;
    const char *arguments = "";
    bool wished = false, known, asks, books;
    enum rc rc = granting->done ? RC_OK : take_named(incoming, sentence, &wished, err);

    granting->done |= wished;
    if (rc != RC_OK || wished)
        return rc;
    rc = offers_put_names(incoming, sentence, &named, err);

    THEN(rc, tournament_words_read(incoming, sentence, &exact, err));
    if (rc == RC_OK && !exact.length)
        rc = member_words_read(incoming, sentence, &exact, err);
    known = exact.length > 0;
    if (rc == RC_OK && !known)
        meaning_read_sentence(&reader, named.length ? buf_text(&named) : sentence, &exact);
    if (rc == RC_OK && !known && asked_answer_knows(incoming, sentence, buf_text(&exact))) {
        buf_clear(&exact);
        buf_printf(&exact, "help %s", sentence);
        known = true;
    }
    if (rc == RC_OK && exact.length)
        command = commands_find(buf_text(&exact), &arguments);
    for (size_t w = 0; command && *arguments && w < sizeof wishes / sizeof *wishes; w++)
        wished |= text_equal(command->name, wishes[w]);
    asks =
        command && text_equal(command->name, "help") &&
        (known || (strchr(arguments, '?') && !wishes_introduced(reader.library, sentence, &named) &&
                   !joining_asked_name(joining_stranger_line(incoming->desk, sentence, &named))));
    for (size_t q = 0; command && q < sizeof questions / sizeof *questions; q++)
        asks |= text_equal(command->name, questions[q]);
    books = command && text_equal(command->name, "vacation") &&
            !titles_within(incoming->desk->library, sentence); /* there they are terms */
    for (size_t i = 0; command && *arguments && i < sizeof settings / sizeof *settings; i++)
        books |= text_equal(command->name, settings[i]);
    if (rc == RC_OK && named.length && !(wished || asks || books || granting->done))
        return offers_ask_named(incoming, sentence, titles_within(reader.library, sentence),
                                &granting->done, err); /* "Can I play Ken?" */
    if ((wished && granting->done) || (asks && granting->answered >= ANSWERS_MOST) ||
        !(wished || asks || books))
        return rc;
    granting->done |= wished;
    granting->answered += asks || books;
    return commands_run(incoming, command, arguments, err);
}

typedef enum rc (*granter)(struct incoming *incoming, const char *sentence,
                           struct granting *granting, struct err *err);

/* "Is it free and can I play against the computer first?" is two. */
static enum rc grant_each(struct incoming *incoming, granter one, const char *sentence,
                          struct granting *granting, struct err *err)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    unsigned count = part ? asked_answer_split(incoming, sentence, part) : 0;
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for what a newcomer asks");

    if (rc == RC_OK && count < 2)
        rc = one(incoming, sentence, granting, err);
    for (unsigned i = 0; rc == RC_OK && count > 1 && i < count; i++)
        rc = one(incoming, part[i].text, granting, err);
    return rc;
}

/* Each line whole, or else by its sentences. */
static enum rc grant_wishes(struct incoming *incoming, const struct orders_in *lines,
                            struct granting *granting, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    granter one = granting->asking ? ask_wish : grant;

    for (size_t i = 0; lines && i < lines->count; i++) {
        const char *line = lines->line[i].text;
        const struct granting before = *granting;

        if (!strpbrk(line, ".!?") || !strpbrk(line, ".!?")[1])
            TRY(grant_each(incoming, one, line, granting, err));
        else
            for (size_t next, length; *line; line += next) {
                OWN(buf) sentence = {0};
                length = phrase_part(words, PHRASE_SENTENCES, line, strlen(line), &next);
                buf_put_bytes(&sentence, line, length < next ? length + 1 : length);
                TRY(grant_each(incoming, one, buf_text(&sentence), granting, err));
            }
        line = lines->line[i].text;
        if (granting->done == before.done && granting->answered == before.answered &&
            strpbrk(line, ".!?"))
            TRY(one(incoming, line, granting, err));
        line = strchr(line, ','); /* "I'm Ada, in English please" */
        if (granting->done == before.done && granting->answered == before.answered && line)
            TRY(one(incoming, line + 1 + strspn(line + 1, " "), granting, err));
    }
    return RC_OK;
}

/* What he wished for comes first; who wished for nothing is shown what he may.
 * in     lines: of his first letter; NULL: he was invited, and his game begins */
static enum rc sign_up(struct incoming *incoming, const char *name, const char *address,
                       const struct orders_in *lines, struct err *err)
{
    int64_t player = 0, number;
    struct granting granting = {0};
    struct err own = {0};
    enum rc rc = people_by_address(incoming->desk, address, &player, &number, err);

    if (rc == RC_OK && player) { /* confirmed twice */
        rc = become(incoming, player, err);
        SAY(incoming, "desk.sign-up-known", "name", incoming->person.name);
        return rc;
    }
    TRY(rc);
    rc = people_add(incoming->desk, name, address, language_code(incoming->answer.wording.language),
                    &player, &own);
    if (rc == RC_EXISTS) { /* or it looks like one that is taken */
        SAY(incoming, "desk.sign-up-taken", "name", name, "robot", incoming->desk->config->address);
        return RC_OK;
    }
    if (rc != RC_OK)
        rc = ERR(err, rc, own.text);
    THEN(rc, become(incoming, player, err));
    SAY(incoming, "desk.sign-up-done", "name", name);
    incoming->fate.signed_up = true;
    for (unsigned pass = 0; rc == RC_OK && lines && pass < 4; pass++) { /* his last words first */
        granting.asking = pass % 2;
        rc = grant_wishes(incoming, pass < 2 ? &incoming->lines : lines, &granting, err);
    }
    if (rc == RC_OK && lines && !granting.done &&
        (granting.answered || !incoming->answer.actions)) /* his wish is not asked about */
        rc = joining_show_games(incoming, err);
    commands_tell_order_name(incoming);
    tell_languages(incoming);
    return rc;
}

/* The name under a closing, "Kind regards," and below it "Ann Lee", or at the end of a line. */
static const char *signed_name(const struct library *library, const struct orders_in *orders)
{
    const struct order_line *last = orders->count ? &orders->line[orders->count - 1] : NULL;
    const char *name = last ? joining_signature(library, last->text) : NULL;

    if (orders->count > 1 && last[-1].closes && text_is_capital(last->text) &&
        !joining_is_sentence(last->text))
        name = last->text;
    return name ? name : "";
}

/* "I'm Marcos, what is this?" asks for nothing, and says a name. */
static const char *introduced(const struct incoming *incoming, const struct asked *asked,
                              struct buf *name)
{
    const struct orders_in *orders = &asked->reading.orders;

    for (size_t i = 0; i < orders->count && !joining_asked_name(asked->line); i++)
        if (wishes_introduced(incoming->desk->library, orders->line[i].text, name) &&
            text_is_capital(buf_text(name)))
            return buf_text(name);
    return joining_asked_name(asked->line) && *joining_asked_name(asked->line) ? ""
           : asked->reading.mail.from.name && *asked->reading.mail.from.name
               ? ""
               : signed_name(incoming->desk->library, orders);
}

/* As it was read in the first letter, or as the answer says it. */
static enum rc confirm_sign_up(struct incoming *incoming, const struct asked *asked,
                               const char *given, struct err *err)
{
    char name[PERSON_NAME_BYTES];
    OWN(buf) said = {0};
    bool cut;

    speak_as_written(incoming, asked->as_written);
    given = *given ? given : introduced(incoming, asked, &said);
    cut = *given ? naming_fit(given, name) : wanted_name(asked->line, &asked->reading.mail, name);
    if (!people_is_name(name)) {
        SAY(incoming, "desk.sign-up-name", "name", name, "robot", incoming->desk->config->address);
        return RC_OK;
    }
    TRY(sign_up(incoming, name, asked->reading.mail.from.address, &asked->reading.orders, err));
    if (cut && incoming->known->sender)
        incoming_tell(incoming, "desk.name-shortened", "name", name, (const char *)NULL);
    return RC_OK;
}

static enum rc confirm_address(struct incoming *incoming, const struct asked *asked,
                               struct err *err)
{
    const char *arguments = joining_after_word(asked->line, "address");
    const char *address = arguments ? joining_after_word(arguments, "add") : NULL;
    struct err own = {0};
    enum rc rc;

    if (!address || !asked->player) {
        SAY(incoming, "desk.confirm-none", "n", "");
        return RC_OK;
    }
    rc = people_address_add(incoming->desk, asked->player, address, &own);
    if (rc == RC_EXISTS || rc == RC_BAD_INPUT) {
        SAY(incoming, "desk.address-wrong", "address", address);
        return RC_OK;
    }
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    SAY(incoming, "desk.address-added", "address", address);
    return become(incoming, asked->player, err);
}

static enum rc confirm_key(struct incoming *incoming, const struct asked *asked, struct err *err)
{
    const char *arguments = joining_after_word(asked->line, "key");
    const char *key = arguments ? joining_after_word(arguments, "add") : NULL;

    if (!asked->player) {
        SAY(incoming, "desk.confirm-none", "n", "");
        return RC_OK;
    }
    TRY(people_change(incoming->desk, asked->player, "key", key ? key : "none", err));
    TRY(become(incoming, asked->player, err));
    SAY(incoming, key ? "desk.key-is" : "desk.key-none", "key", key ? key : "");
    return RC_OK;
}

/* "confirm SIGNATURE": of the word that stood in the letter, by the key that is registered. */
static enum rc confirm_recovery(struct incoming *incoming, const struct asked *asked,
                                const char *arguments, struct err *err)
{
    const char *name = joining_after_word(asked->line, "recover");
    unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
    char text[RECOVERY_BYTES];
    struct hash digest;
    struct person person = {0};
    int64_t player = 0;
    bool good = false;
    enum rc rc = people_by_name(incoming->desk, name, &player, err);

    if (rc == RC_OK && player)
        rc = people_get(incoming->desk, player, &person, err);
    recovery_word(incoming, incoming->known->read.token.decision, asked->reading.mail.from.address,
                  text);
    recovery_digest(text, &digest);
    if (rc == RC_OK && person.key[0])
        good = base32_read(person.key, strlen(person.key), key, sizeof key) &&
               base32_read(arguments, strlen(arguments), signature, sizeof signature) &&
               signature_is_good(key, &digest, signature);
    if (rc == RC_OK && !good) {
        SAY(incoming, "desk.recover-wrong", "n", "");
        return RC_OK;
    }
    THEN(rc, people_address_add(incoming->desk, player, asked->reading.mail.from.address, err));
    THEN(rc, become(incoming, player, err));
    SAY(incoming, "desk.address-added", "address", asked->reading.mail.from.address);
    return rc;
}

/* The address that the invitation went to signs up and takes its seat. */
static enum rc confirm_invited(struct incoming *incoming, const struct asked *asked,
                               const char *arguments, struct err *err)
{
    char address[PERSON_ADDRESS_BYTES], name[PERSON_NAME_BYTES];
    unsigned passed = 0;
    bool found = false, cut;

    for (size_t i = 0; i < asked->reading.orders.count && !found; i++)
        found = joining_after_word(asked->reading.orders.line[i].text, "invite") &&
                offers_invited(asked->reading.orders.line[i].text,
                               incoming->known->read.token.entry % OFFERS_INVITED_MOST, &passed,
                               address);
    if (!found) {
        SAY(incoming, "desk.confirm-none", "n", "");
        return RC_OK;
    }
    cut = *arguments ? naming_fit(arguments, name)
                     : wanted_name("", &incoming->known->read.mail, name);
    if (!people_is_name(name)) {
        SAY(incoming, "desk.sign-up-name", "robot", incoming->desk->config->address);
        return RC_OK;
    }
    TRY(sign_up(incoming, name, address, NULL, err));
    if (cut)
        incoming_tell(incoming, "desk.name-shortened", "name", name, (const char *)NULL);
    return incoming->known->sender
               ? offers_take(incoming, incoming->known->read.token.entry / OFFERS_INVITED_MOST, err)
               : RC_OK;
}

static enum rc carry_out(struct incoming *incoming, const struct asked *asked,
                         const char *arguments, struct err *err)
{
    switch (incoming->known->read.token.seat) {
    case JOINING_SIGN_UP:
        return confirm_sign_up(incoming, asked, arguments, err);
    case JOINING_ADDRESS:
        return confirm_address(incoming, asked, err);
    case JOINING_KEY:
        return confirm_key(incoming, asked, err);
    case JOINING_RECOVER:
        return confirm_recovery(incoming, asked, arguments, err);
    case JOINING_INVITED:
        return confirm_invited(incoming, asked, arguments, err);
    default:
        SAY(incoming, "desk.confirm-none", "n", "");
        return RC_OK;
    }
}

/* What stands behind the word that confirms; NULL = it does not. */
static const char *confirming(const struct incoming *incoming, struct buf *said, struct buf *exact)
{
    const char *line;

    if (incoming->known->read.token.seat == JOINING_SIGN_UP)
        return joining_given_name(incoming, said, exact);
    if (incoming->known->read.token.seat == JOINING_INVITED)
        return joining_accepting_name(incoming, exact);
    line = incoming->lines.count
               ? joining_exact_line(incoming->desk, incoming->lines.line[0].text, exact)
               : "";
    return joining_after_word(line, "confirm");
}

/* Who was not understood may answer again, as he was asked. */
static void ask_again(struct incoming *incoming, const struct asked *asked)
{
    const struct token *token = &incoming->known->read.token;
    const char *sentence = "talk.confirm-word";
    char name[PERSON_NAME_BYTES] = "";

    if (token->seat == JOINING_INVITED)
        sentence = "talk.confirm-join";
    else if (token->seat == JOINING_SIGN_UP)
        wanted_name(asked->line, &asked->reading.mail, name);
    if (token->seat == JOINING_SIGN_UP)
        sentence = people_is_name(name) ? "desk.confirm-name-read" : "desk.confirm-name";
    incoming->answer.facts.confirm.letter = token->decision;
    incoming->answer.facts.confirm.game = token->game;
    incoming->answer.facts.confirm.seat = token->seat;
    incoming->answer.facts.confirm.line = token->entry;
    SAY(incoming, sentence, "address", incoming->desk->config->address, "name", name);
}

enum rc joining_confirm(struct incoming *incoming, struct err *err)
{
    OWN(buf) said = {0}, exact = {0};
    const char *arguments = confirming(incoming, &said, &exact);
    struct asked asked = {0};
    enum rc rc = RC_OK;

    rc = find_asked(incoming, &asked, err);
    if (rc == RC_OK && !arguments && incoming->known->read.token.seat == JOINING_SIGN_UP &&
        joining_says_again(incoming, asked.line))
        arguments = "";
    incoming_end(incoming, LEDGER_ANSWERED, arguments ? "confirmed" : "not-confirmed", NULL);
    incoming->fate.understood |= arguments != NULL;
    if (incoming->known->read.token.seat == JOINING_INVITED && incoming->lines.count)
        speak_as_written(incoming, incoming->lines.line[0].text);
    if (rc == RC_OK && !arguments && incoming->known->read.token.seat == JOINING_SIGN_UP &&
        asked.as_written)
        speak_as_written(incoming, asked.as_written);
    if (rc == RC_OK && asked.since)
        SAY(incoming, asked.since, "n", "");
    else if (rc == RC_OK && !arguments)
        ask_again(incoming, &asked);
    else if (rc == RC_OK)
        rc = carry_out(incoming, &asked, arguments, err);
    reading_fini(&asked.reading);
    buf_wipe(&asked.raw);
    buf_fini(&asked.exact);
    return rc;
}
