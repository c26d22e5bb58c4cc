#include "desk/reception.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "desk/commands.h"
#include "desk/outbox.h"
#include "desk/reception_p.h"
#include "desk/sealing.h"
#include "desk/vault.h"
#include "ledger/derived.h"
#include "ledger/work.h"
#include "seal/encode.h"

enum {
    STRANGER_WINDOW_S = 86400, /* strangers are answered at most once a day (I13) */
    BOUNCE_HARD_SCORE = 1000,  /* thousandths */
    BOUNCE_SOFT_SCORE = 200,
    BOUNCE_LIMIT = 3000,
    BOUNCE_HALF_LIFE_S = 7 * 86400
};

/* Words that may stand alone on the first line. */
static const struct orders_word first_words[] = {
    {"preview", INCOMING_PREVIEW}, {"all", INCOMING_ALL}, {NULL, 0}};

/* ---- saying ---- */

void incoming_say(struct incoming *incoming, const char *key, ...)
{
    struct sentence_arg arg[SENTENCE_ARGS_MAX];
    struct buf text = {0};
    unsigned count = 0;
    const char *name;
    va_list args;

    va_start(args, key);
    while (count < SENTENCE_ARGS_MAX && (name = va_arg(args, const char *)) != NULL)
        arg[count++] = (struct sentence_arg){name, va_arg(args, const char *)};
    va_end(args);
    if (sentences_write(language_sentences(incoming->wording.language), key, arg, count, &text,
                        NULL) == RC_OK ||
        text.length)
        value_set_text(incoming->map, "message", buf_text(&text));
    buf_fini(&text);
    incoming->answers = true;
}
#define SAY(incoming, key, ...) incoming_say((incoming), (key), __VA_ARGS__, (const char *)NULL)

void incoming_add(struct incoming *incoming, const char *paragraph)
{
    value_add(incoming->paragraphs, value_text(incoming->values, paragraph));
    incoming->answers = true;
}

void incoming_end(struct incoming *incoming, enum ledger_outcome_kind outcome, const char *reason,
                  const char *sentence)
{
    incoming->outcome = outcome;
    incoming->reason = reason;
    if (sentence)
        SAY(incoming, sentence, "address", incoming->desk->config->address);
}

/* ---- steps: each returns false when the letter's way ends there ---- */

/* The letter was read before its row was written, for its Message-ID. */
static enum rc step_read(struct incoming *incoming, bool *goes_on, struct err *err)
{
    (void)err;
    if (incoming->mail.message_id)
        return RC_OK;
    incoming_end(incoming, LEDGER_IGNORED, "not-a-letter", NULL);
    *goes_on = false;
    return RC_OK;
}

static enum rc find_token(struct incoming *incoming, struct err *err)
{
    const struct letter *mail = &incoming->mail;
    struct token token;

    (void)err;
    for (unsigned i = 0; i < mail->recipient_count && !incoming->has_token; i++)
        if (token_read_address(mail->recipient[i], &token) &&
            sealing_token_is_good(incoming->desk, &token)) {
            incoming->token = token;
            incoming->has_token = true;
        }
    return RC_OK;
}

/* Who wrote, as far as the From address tells. */
static enum rc find_sender(struct incoming *incoming, struct err *err)
{
    const char *address = incoming->mail.from.address;
    int64_t address_id;
    enum rc rc = RC_OK;

    if (*address)
        rc = people_by_address(incoming->desk, address, &incoming->sender, &address_id, err);
    if (rc == RC_OK && incoming->sender)
        rc = people_get(incoming->desk, incoming->sender, &incoming->person, err);
    incoming->wording.language =
        library_language(incoming->desk->library, incoming->person.language);
    return rc;
}

static enum rc step_token(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum rc rc = find_token(incoming, err);

    (void)goes_on;
    return rc == RC_OK ? find_sender(incoming, err) : rc;
}

/* Count a bounce against the address that bounced (I3). */
static enum rc count_bounce(struct incoming *incoming, struct err *err)
{
    struct ledger *ledger = incoming->desk->ledger;
    int64_t now = desk_now(incoming->desk), player, address;
    struct ledger_bounce bounce = {0};
    enum rc rc;

    if (incoming->kind.weight == BOUNCE_NONE || incoming->mail.report_recipient_count == 0)
        return RC_OK;
    rc = people_by_address(incoming->desk, incoming->mail.report_recipient[0].address, &player,
                           &address, err);
    if (rc != RC_OK || !address)
        return rc;
    rc = ledger_bounce_get(ledger, address, &bounce, err);
    for (int64_t at = bounce.at_s; rc == RC_OK && at && at + BOUNCE_HALF_LIFE_S <= now;
         at += BOUNCE_HALF_LIFE_S)
        bounce.score /= 2;
    bounce.address = address;
    bounce.at_s = now;
    bounce.score += incoming->kind.weight == BOUNCE_HARD ? BOUNCE_HARD_SCORE : BOUNCE_SOFT_SCORE;
    if (bounce.score >= BOUNCE_LIMIT && !bounce.is_stopped) {
        bounce.is_stopped = true;
        LOG(&incoming->desk->log, LOG_WARNING, "address-stopped", "why", "bounces");
    }
    return rc == RC_OK ? ledger_bounce_put(ledger, &bounce, err) : rc;
}

static enum rc step_classify(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const char *const own[] = {incoming->desk->config->address, NULL};
    struct classify_context context = {
        .own = own,
        .token_valid = incoming->has_token && incoming->token.kind != TOKEN_BOUNCE,
        .bounce_address = incoming->has_token && incoming->token.kind == TOKEN_BOUNCE};

    letter_classify(&incoming->mail, &context, &incoming->kind);
    if (incoming->kind.kind == LETTER_PERSONAL)
        return RC_OK;
    *goes_on = false;
    incoming_end(incoming, LEDGER_IGNORED, letter_class_name(incoming->kind.kind), NULL);
    return incoming->kind.kind == LETTER_BOUNCE ? count_bounce(incoming, err) : RC_OK;
}

/* A letter to the plain address in answer to one of ours belongs to the same seat. */
static enum rc take_thread(void *user, const struct ledger_out *row, struct err *err)
{
    struct incoming *incoming = user;

    (void)err;
    if (row->game && row->seat >= 1 && row->seat <= SEATS_MAX) {
        incoming->game = row->game;
        incoming->seat = (unsigned)row->seat;
        incoming->by_thread = true;
    }
    return RC_OK;
}

static enum rc find_thread(struct incoming *incoming, struct err *err)
{
    struct ledger *ledger = incoming->desk->ledger;
    const char *const *ids = (const char *const *)incoming->mail.references;
    unsigned count = incoming->mail.reference_count;
    int64_t out = 0;
    enum rc rc = RC_OK;

    if (*incoming->mail.in_reply_to)
        rc = ledger_out_by_message(ledger, incoming->mail.in_reply_to, &out, err);
    while (rc == RC_OK && !out && count-- > 0)
        rc = ledger_out_by_message(ledger, ids[count], &out, err);
    return rc == RC_OK && out ? ledger_out_get(ledger, out, take_thread, incoming, err) : rc;
}

static enum rc stranger(struct incoming *incoming, const char *reason, const char *sentence,
                        struct err *err)
{
    const char *address = incoming->mail.from.address;
    struct hash hash;
    int64_t count;
    enum rc rc = vault_lookup(incoming->desk, "rate", address, strlen(address), &hash, err);

    if (rc == RC_OK)
        rc = ledger_rate_count(incoming->desk->ledger, hash.at, desk_now(incoming->desk),
                               STRANGER_WINDOW_S, &count, err);
    if (rc != RC_OK)
        return rc;
    if (count > 1 || !*address || !incoming->kind.may_answer)
        incoming_end(incoming, LEDGER_IGNORED, "stranger-again", NULL);
    else
        incoming_end(incoming, LEDGER_ANSWERED, reason, sentence);
    return RC_OK;
}

static bool looks_tokened(const struct incoming *incoming)
{
    struct token token;

    for (unsigned i = 0; i < incoming->mail.recipient_count; i++) {
        const char *at = strrchr(incoming->mail.recipient[i], '@');

        if (letter_same_mailbox(incoming->mail.recipient[i], incoming->desk->config->address) &&
            at &&
            memchr(incoming->mail.recipient[i], '+', (size_t)(at - incoming->mail.recipient[i])))
            return true;
        if (token_read_address(incoming->mail.recipient[i], &token))
            return true;
    }
    return false;
}

static enum rc step_seat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum rc rc = RC_OK;

    if (incoming->has_token &&
        (incoming->token.kind == TOKEN_REPLY || incoming->token.kind == TOKEN_CONFIRM)) {
        incoming->game = incoming->token.game;
        incoming->seat = incoming->token.seat;
    } else if (looks_tokened(incoming)) {
        *goes_on = false;
        if (!incoming->sender)
            return stranger(incoming, "unknown-token", "desk.unknown-token", err);
        incoming_end(incoming, LEDGER_REJECTED, "unknown-token", "desk.unknown-token");
        return RC_OK;
    } else
        rc = find_thread(incoming, err);
    if (rc != RC_OK)
        return rc;
    if (incoming->game)
        rc = position_get(incoming->desk, incoming->game, &incoming->position, err);
    if (rc == RC_OK && incoming->position && incoming->seat > incoming->position->genesis.seats)
        rc = ERR(err, RC_BUG, "a token of ours names a seat that is not there");
    if (rc == RC_OK && !incoming->position && !incoming->sender) {
        *goes_on = false;
        return stranger(incoming, "stranger", "desk.stranger", err);
    }
    incoming->commands_only = !incoming->position;
    return rc;
}

/* ---- the sender check (I10) ---- */

/* Only results with our own authserv-id count, and of those the topmost field. */
static bool authentication_failed(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->mail;
    bool failed = false;

    if (!incoming->desk->config->authserv[0])
        return false;
    for (unsigned i = 0; i < mail->auth_count; i++) {
        const struct letter_auth *auth = &mail->auth[i];

        if (auth->field != 0 || !text_equal_folded(auth->server, incoming->desk->config->authserv))
            continue;
        if (text_equal(auth->method, "dmarc"))
            return text_equal(auth->result, "fail");
        failed |= text_equal(auth->result, "fail");
    }
    return failed;
}

/* Ask the seat's own address whether the letter was his. */
static enum rc ask_owner(struct incoming *incoming, struct err *err)
{
    struct values *values = values_new();
    struct value *map = value_map(values), *list = value_set_list(map, "paragraphs");
    struct outbox_letter letter = {.kind = OUTBOX_NOTE,
                                   .n = -1,
                                   .player = incoming->position->player[incoming->seat],
                                   .values = map};
    struct buf text = {0};
    struct person owner;
    enum rc rc = people_get(incoming->desk, letter.player, &owner, err);

    WORDING(
        &(struct wording){.language = library_language(incoming->desk->library, owner.language)},
        &text, "desk.confirm", "n", "");
    value_set_text(map, "message", buf_text(&text));
    value_set_int(map, "confirm_game", incoming->game);
    value_set_int(map, "confirm_seat", incoming->seat);
    value_set_int(map, "confirm_letter", incoming->id);
    for (size_t i = 0; i < incoming->orders.count && i < 20; i++)
        value_add(list, value_text(values, incoming->orders.line[i].text));
    if (rc == RC_OK)
        rc = values_rc(values, err);
    if (rc == RC_OK)
        rc = outbox_put(incoming->desk, &letter, NULL, err);
    buf_fini(&text);
    values_free(values);
    return rc;
}

static bool sender_fits(const struct incoming *incoming)
{
    return incoming->sender && incoming->mail.from_count <= 1 &&
           incoming->sender == incoming->position->player[incoming->seat] &&
           !authentication_failed(incoming);
}

static enum rc split_text(struct incoming *incoming, struct err *err)
{
    enum rc rc =
        quotes_split(incoming->mail.text, incoming->mail.text_length, &incoming->split, err);

    if (rc == RC_TOO_LONG) { /* more lines than any letter has: read none */
        err_clear(err);
        return quotes_split("", 0, &incoming->split, err);
    }
    if (rc == RC_OK)
        rc = orders_gather(&incoming->split, first_words, &incoming->orders, err);
    return rc;
}

static enum rc step_sender(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum rc rc = split_text(incoming, err);

    if (rc != RC_OK || !incoming->position || sender_fits(incoming))
        return rc;
    *goes_on = false;
    if (incoming->by_thread || !incoming->position->player[incoming->seat]) {
        if (!incoming->sender)
            return stranger(incoming, "stranger", "desk.stranger", err);
        incoming_end(incoming, LEDGER_REJECTED, "not-your-seat", "desk.not-your-seat");
        return RC_OK;
    }
    incoming_end(incoming, LEDGER_ASKED, "other-sender", NULL);
    return ask_owner(incoming, err);
}

/* ---- "confirm": the letter that was asked about is read again as the seat's own ---- */

static bool first_line_is(const struct incoming *incoming, const char *word)
{
    return incoming->orders.count && text_equal_folded(incoming->orders.line[0].text, word);
}

static enum rc reread(struct incoming *incoming, struct err *err)
{
    struct buf raw = {0};
    struct letter mail = {0};
    enum rc rc = reception_raw(incoming->desk, incoming->token.decision, &raw, err);

    if (rc == RC_OK)
        rc = letter_read(raw.at, raw.length, NULL, &mail, err);
    if (rc == RC_OK) {
        char *id = mail.message_id; /* the answer goes to the letter that confirmed */

        mail.message_id = incoming->mail.message_id;
        incoming->mail.message_id = id;
        letter_fini(&incoming->mail);
        incoming->mail = mail;
        quotes_fini(&incoming->split);
        orders_fini(&incoming->orders);
        incoming->has_token = false;
        rc = find_token(incoming, err);
    }
    if (rc == RC_OK)
        rc = split_text(incoming, err);
    buf_wipe(&raw);
    return rc;
}

static enum rc step_confirm(struct incoming *incoming, bool *goes_on, struct err *err)
{
    if (!incoming->has_token || incoming->token.kind != TOKEN_CONFIRM)
        return RC_OK;
    if (first_line_is(incoming, "confirm"))
        return reread(incoming, err);
    *goes_on = false;
    incoming_end(incoming, LEDGER_ANSWERED, "not-confirmed", "desk.confirm-none");
    return RC_OK;
}

/* ---- what can be wrong with the text as a whole ---- */

static const struct {
    const char *reason, *sentence;
} flaws[LETTER_FLAW_COUNT] = {
    [LETTER_TOO_BIG] = {"too-big", "desk.too-big"},
    [LETTER_TOO_DEEP] = {"too-deep", "desk.too-deep"},
    [LETTER_TOO_MANY_PARTS] = {"too-many-parts", "desk.too-deep"},
    [LETTER_NO_TEXT] = {"no-text", "desk.no-text"},
    [LETTER_ENCRYPTED] = {"encrypted", "desk.encrypted"},
};

static enum rc step_text(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum letter_flaw flaw = incoming->in->cut ? LETTER_TOO_BIG : incoming->mail.flaw;

    (void)err;
    if (flaw != LETTER_WHOLE) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, flaws[flaw].reason, flaws[flaw].sentence);
    } else if (incoming->orders.cut) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "too-many-lines", "desk.too-many-lines");
    }
    return RC_OK;
}

/* ---- commands ---- */

/* Greetings are no orders; what remains are commands and orders. */
static void drop_line(struct orders_in *orders, size_t i)
{
    free(orders->line[i].text);
    memmove(&orders->line[i], &orders->line[i + 1], (--orders->count - i) * sizeof orders->line[0]);
}

static enum rc step_commands(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->orders;
    unsigned answered = 0;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < orders->count && rc == RC_OK;) {
        const char *arguments;
        const struct command *command = commands_find(orders->line[i].text, &arguments);

        if (command && (command->who == COMMAND_ANYBODY || incoming->position)) {
            rc = command->run(incoming, arguments, err);
            answered++;
            drop_line(orders, i);
        } else if (orders->line[i].civil)
            drop_line(orders, i);
        else
            i++;
    }
    if (rc != RC_OK || (orders->count && incoming->position))
        return rc;
    if (answered || !incoming->position) {
        *goes_on = false;
        if (answered)
            incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
        else if (orders->count)
            incoming_end(incoming, LEDGER_REJECTED, "no-game", "desk.no-game");
        else
            rc = commands_find("help", &(const char *){NULL})->run(incoming, "", err);
        if (!incoming->reason)
            incoming_end(incoming, LEDGER_ANSWERED, "help", NULL);
    }
    return rc;
}

/* ---- is the game to be played, and by this question? ---- */

static enum rc step_game(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct position *position = incoming->position;

    (void)err;
    if (position->is_frozen) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "frozen", "desk.frozen");
    } else if (position->phase == POSITION_OVER) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "game-over", "desk.game-over");
    }
    return RC_OK;
}

/* A token answers its own question only. */
static bool question_is_open(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    if (!incoming->has_token || !adjudicate_is_asked(position, incoming->seat))
        return true; /* the seat's question is meant; or the rules say what may be ordered unasked
                      */
    if (position_is_luck(incoming->token.decision)) /* the first question may be answered along */
        return position->phase == POSITION_LUCK || adjudicate_is_asked(position, incoming->seat);
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == incoming->seat &&
            position->decision[i].id == incoming->token.decision)
            return true;
    return false;
}

/* The same words to the same question under a new Message-ID (I8). */
static enum rc is_repeat(struct incoming *incoming, bool *repeat, struct err *err)
{
    struct buf said = {0};
    struct hash hash;
    int64_t earlier = 0;
    enum rc rc;

    buf_printf(&said, "%u/%u/", (unsigned)incoming->token.decision,
               (unsigned)incoming->token.entry);
    for (size_t i = 0; i < incoming->orders.count; i++)
        buf_printf(&said, "%s\n", incoming->orders.line[i].text);
    rc = buf_rc(&said, err);
    if (rc == RC_OK)
        rc = vault_lookup(incoming->desk, "said", said.at, said.length, &hash, err);
    if (rc == RC_OK)
        rc = ledger_said(incoming->desk->ledger, incoming->game, (int)incoming->seat, hash.at,
                         incoming->id, &earlier, err);
    /* While nothing came after the letter that is answered, no earlier one can have counted. */
    *repeat = earlier != 0 && incoming->position->chain.number > incoming->token.entry;
    buf_wipe(&said);
    return rc;
}

static enum rc step_repeat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool repeat = false;
    enum rc rc = RC_OK;

    if (incoming->orders.count && !(incoming->orders.flags & INCOMING_PREVIEW) &&
        incoming->has_token)
        rc = is_repeat(incoming, &repeat, err);
    if (rc == RC_OK && repeat) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REPEAT, "said-before", "desk.repeat");
    } else if (rc == RC_OK && !question_is_open(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "finished-decision", "desk.finished-decision");
    }
    return rc;
}

/* ---- luck: a seat's first letter after the roster ---- */

static enum rc step_luck(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct position_letter letter = {incoming->id, incoming->in->arrived_s, &incoming->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->seat,
                                        .letter = &letter};
    const char *id = incoming->mail.message_id;
    char words[BASE32_HASH_BYTES];
    unsigned answered;
    enum rc rc;

    if (incoming->position->phase != POSITION_LUCK || !incoming->position->rostered ||
        incoming->position->luck[incoming->seat] != ENTRY_LUCK_NONE ||
        (incoming->orders.flags & INCOMING_PREVIEW))
        return RC_OK;
    luck_of_message(id, strlen(id), words);
    rc = adjudicate_luck(&adjudication, ENTRY_LUCK_LETTER, words, err);
    if (rc == RC_OK)
        rc = adjudicate_table(incoming->desk, incoming->position, &answered, err);
    if (rc == RC_OK && !incoming->orders.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_ACCEPTED, "luck", "desk.luck-given");
    }
    return rc;
}

/* ---- orders ---- */

static bool like_order(void *context, const char *line, size_t length)
{
    const struct incoming *incoming = context;
    const struct game *game = incoming->position->rules;
    struct order order = {0};
    struct verdict verdict = {0};

    return game->parse &&
           game->parse(position_rulebook(incoming->position),
                       language_lexicon(incoming->wording.language, game), incoming->seat, line,
                       length, &order, &verdict) == VERDICT_DONE;
}

static enum rc step_any_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    char number[TEXT_INT_BYTES];
    uint32_t missed;

    (void)err;
    if (incoming->orders.count)
        return RC_OK;
    *goes_on = false;
    missed = quotes_find_missed(&incoming->split, like_order, incoming);
    incoming_end(incoming, LEDGER_REJECTED, missed ? "orders-below" : "no-orders",
                 missed ? NULL : "desk.no-orders");
    if (missed)
        SAY(incoming, "desk.orders-below", "line", text_of_int(number, missed));
    return RC_OK;
}

static const struct {
    enum ledger_outcome_kind outcome;
    const char *reason, *sentence;
} sums[SUM_COUNT] = {
    [SUM_ACCEPTED] = {LEDGER_ACCEPTED, "", "desk.accepted"},
    [SUM_PART] = {LEDGER_PART, "some-lines", "desk.part"},
    [SUM_REJECTED] = {LEDGER_REJECTED, "no-line", "desk.rejected"},
    [SUM_ASKED] = {LEDGER_ASKED, "ambiguous", "desk.asked"},
};

static void report(struct incoming *incoming, const struct line_outcome *outcome)
{
    unsigned count = (unsigned)incoming->orders.count;
    bool preview = incoming->orders.flags & INCOMING_PREVIEW;
    enum answering_sum sum = answering_sum(outcome, count);

    for (unsigned i = 0; i < count; i++) {
        const struct order_line *line = &incoming->orders.line[i];
        struct answering_line shown = {line->text, line->line, line->column};

        answering_add_line(&incoming->wording, incoming->position, &shown, &outcome[i],
                           incoming->lines);
    }
    if (preview)
        incoming_end(incoming, LEDGER_ANSWERED, "preview", "desk.preview");
    else
        incoming_end(incoming, sums[sum].outcome, sums[sum].reason, sums[sum].sentence);
}

static enum rc judge_lines(struct incoming *incoming, struct line_outcome *outcome,
                           struct adjudicate_text *texts, void *trial, struct err *err)
{
    struct position_letter letter = {incoming->id, incoming->in->arrived_s, &incoming->raw_hash};
    struct adjudication adjudication = {
        .desk = incoming->desk,
        .position = incoming->position,
        .seat = incoming->seat,
        .lexicon = language_lexicon(incoming->wording.language, incoming->position->rules),
        .strict = incoming->person.strict,
        .letter = &letter,
        .trial = incoming->orders.flags & INCOMING_PREVIEW ? trial : NULL};
    enum rc rc;

    if (adjudication.trial)
        memcpy(trial, position_state(incoming->position), incoming->position->rules->state_bytes);
    for (size_t i = 0; i < incoming->orders.count; i++)
        texts[i] = (struct adjudicate_text){incoming->orders.line[i].text,
                                            strlen(incoming->orders.line[i].text)};
    rc = adjudicate_lines(&adjudication, texts, (unsigned)incoming->orders.count,
                          incoming->orders.flags & INCOMING_ALL, outcome, err);
    if (rc == RC_OK && !adjudication.position)
        rc = position_get(incoming->desk, incoming->game, &incoming->position, err);
    return rc;
}

static enum rc step_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    size_t count = incoming->orders.count;
    struct line_outcome *outcome = calloc(count, sizeof *outcome);
    struct adjudicate_text *texts = calloc(count, sizeof *texts);
    void *trial = calloc(1, GAME_STATE_MAX);
    enum rc rc =
        outcome && texts && trial
            ? answering_wording(incoming->desk, incoming->position, incoming->person.language,
                                &incoming->names, &incoming->wording, err)
            : ERR(err, RC_NO_MEMORY, "no memory for a letter's lines");

    (void)goes_on;
    if (rc == RC_OK)
        rc = judge_lines(incoming, outcome, texts, trial, err);
    if (rc == RC_OK)
        report(incoming, outcome);
    if (trial)
        secret_wipe(trial, GAME_STATE_MAX);
    free(trial);
    free(texts);
    free(outcome);
    return rc;
}

/* ---- the way ---- */

static const struct {
    const char *name;
    enum rc (*run)(struct incoming *incoming, bool *goes_on, struct err *err);
} steps[] = {
    {"read", step_read},     {"token", step_token},       {"classify", step_classify},
    {"seat", step_seat},     {"sender", step_sender},     {"confirm", step_confirm},
    {"text", step_text},     {"commands", step_commands}, {"game", step_game},
    {"repeat", step_repeat}, {"luck", step_luck},         {"orders?", step_any_orders},
    {"orders", step_orders},
};

static enum rc go_the_way(struct incoming *incoming, struct err *err)
{
    bool goes_on = true;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && goes_on && rc == RC_OK; i++) {
        rc = steps[i].run(incoming, &goes_on, err);
        LOG(&incoming->desk->log, LOG_DEBUG, "step", "name", steps[i].name);
    }
    return rc;
}

/* Is there anything to tell beside "received" (I6)? */
static bool answer_is_wanted(const struct incoming *incoming)
{
    if (!incoming->answers || !incoming->kind.may_answer)
        return false;
    return !incoming->kind.no_bare_receipt || incoming->outcome != LEDGER_ACCEPTED ||
           (incoming->position && adjudicate_is_asked(incoming->position, incoming->seat));
}

static enum rc queue_answer(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    bool in_game = position && incoming->seat &&
                   incoming->sender == position->player[incoming->seat] && incoming->sender;
    struct outbox_letter letter = {.kind = in_game ? OUTBOX_ANSWER : OUTBOX_NOTE,
                                   .game = in_game ? incoming->game : 0,
                                   .seat = in_game ? incoming->seat : 0,
                                   .n = in_game ? (int64_t)position->chain.number : -1,
                                   .from_n = incoming->head_before,
                                   .reply_to = incoming->id,
                                   .message_id = incoming->mail.message_id,
                                   .subject = incoming->mail.subject,
                                   .player = incoming->sender,
                                   .address = incoming->mail.from.address,
                                   .values = incoming->map};

    value_set_text(incoming->map, "outcome_word", ledger_outcome_name(incoming->outcome));
    value_set_int(incoming->map, "came_s", incoming->in->arrived_s);
    return outbox_put(incoming->desk, &letter, NULL, err);
}

/* What the reader was last told of; news begin there. */
static enum rc note_head(struct incoming *incoming, struct err *err)
{
    int64_t shown, out;
    enum rc rc = ledger_shown(incoming->desk->ledger, incoming->game, (int)incoming->seat, &shown,
                              &out, err);

    incoming->head_before = shown < 0 ? 0 : shown;
    return rc;
}

static enum rc settle(struct incoming *incoming, struct err *err)
{
    bool answered = answer_is_wanted(incoming);
    enum rc rc = RC_OK;

    if (incoming->position && incoming->seat)
        rc = note_head(incoming, err);
    if (rc == RC_OK)
        rc = values_rc(incoming->values, err);
    if (rc == RC_OK && incoming->position)
        rc = adjudicate_settle(incoming->desk, incoming->position, err);
    if (rc == RC_OK && answered)
        rc = queue_answer(incoming, err);
    if (rc == RC_OK && incoming->position)
        rc = outbox_tell(incoming->desk, incoming->position,
                         answered && incoming->sender ? incoming->seat : 0, err);
    return rc;
}

static void incoming_fini(struct incoming *incoming)
{
    letter_fini(&incoming->mail);
    quotes_fini(&incoming->split);
    orders_fini(&incoming->orders);
    values_free(incoming->values);
}

/* ---- rows ---- */

/* What cannot be read at all stays empty: message_id is NULL then. */
static enum rc read_mail(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                         struct err *err)
{
    struct letter_limits limits = letter_limits_usual;
    struct err own = {0};
    enum rc rc;

    limits.bytes = (size_t)desk->config->letter_bytes;
    rc = letter_read(in->raw, in->length, &limits, mail, &own);
    if (rc == RC_BAD_INPUT) {
        *mail = (struct letter){0};
        return RC_OK;
    }
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}

/* By its Message-ID, or by its bytes where it has none. */
static enum rc message_key(struct desk *desk, const struct reception_letter *in,
                           const struct letter *mail, struct hash *key, struct hash *raw,
                           struct err *err)
{
    struct hash_job job;

    hash_start(&job, "letter", 1);
    hash_add(&job, in->raw, in->length);
    hash_end(&job, raw);
    if (mail->message_id && *mail->message_id)
        return vault_lookup(desk, "message", mail->message_id, strlen(mail->message_id), key, err);
    return vault_lookup(desk, "bytes", (const char *)raw->at, HASH_BYTES, key, err);
}

static enum rc put_letter(struct desk *desk, const struct reception_letter *in,
                          const struct letter *mail, int64_t *id, struct hash *raw,
                          int64_t *repeat_of, struct err *err)
{
    struct ledger_letter row = {.source = in->source,
                                .source_id = in->source_id,
                                .arrived_s = in->arrived_s,
                                .taken_s = desk_now(desk)};
    struct vault_place place = {.column = "letters_in.raw_box"};
    struct buf box = {0};
    struct hash key;
    enum rc rc = message_key(desk, in, mail, &key, raw, err);

    if (rc == RC_OK)
        rc = ledger_next_id(desk->ledger, LEDGER_LETTERS_IN, &row.id, err);
    place.row = row.id;
    row.message_key = (struct ledger_bytes){key.at, HASH_BYTES};
    if (rc == RC_OK)
        rc = ledger_letter_by_message(desk->ledger, row.message_key, &row.repeat_of, err);
    if (rc == RC_OK)
        rc = outbox_owner(desk, 0, row.taken_s, &place.owner, err);
    if (rc == RC_OK)
        rc = vault_key_id(desk, place.owner, &row.key, err);
    if (rc == RC_OK)
        rc = vault_close(desk, &place, in->raw, in->length, &box, err);
    row.raw_box = vault_bytes(&box);
    if (rc == RC_OK)
        rc = ledger_letter_put(desk->ledger, &row, err);
    *id = row.id;
    *repeat_of = row.repeat_of;
    buf_fini(&box);
    return rc;
}

struct raw_reader {
    struct desk *desk;
    struct buf *raw;
};

static enum rc read_raw(void *user, const struct ledger_letter_row *row, struct err *err)
{
    struct raw_reader *reader = user;
    struct vault_place place = {.column = "letters_in.raw_box", .row = row->letter.id};
    enum rc rc = outbox_owner(reader->desk, 0, row->letter.taken_s, &place.owner, err);

    if (!row->letter.raw_box.at)
        return ERR(err, RC_NOT_FOUND, "the bytes of this letter are no longer kept");
    return rc == RC_OK ? vault_open(reader->desk, &place, row->letter.raw_box, reader->raw, err)
                       : rc;
}

enum rc reception_raw(struct desk *desk, int64_t letter, struct buf *raw, struct err *err)
{
    struct raw_reader reader = {desk, raw};

    return ledger_letter_get(desk->ledger, letter, read_raw, &reader, err);
}

/* ---- one letter ---- */

static enum rc process(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                       int64_t id, const struct hash *raw, struct ledger_outcome *outcome,
                       struct err *err)
{
    struct incoming incoming = {.desk = desk,
                                .in = in,
                                .id = id,
                                .raw_hash = *raw,
                                .mail = *mail,
                                .values = values_new(),
                                .outcome = LEDGER_OUTCOME_COUNT,
                                .reason = NULL};
    enum rc rc;

    *mail = (struct letter){0}; /* it is the incoming letter's now */
    incoming.kind.may_answer = true;
    incoming.map = value_map(incoming.values);
    incoming.lines = value_set_list(incoming.map, "lines");
    incoming.paragraphs = value_set_list(incoming.map, "paragraphs");
    incoming.wording.language = library_language(desk->library, NULL);
    rc = go_the_way(&incoming, err);
    if (rc == RC_OK && incoming.outcome == LEDGER_OUTCOME_COUNT)
        rc = ERR(err, RC_BUG, "a letter came to no outcome");
    if (rc == RC_OK)
        rc = settle(&incoming, err);
    outcome->kind = incoming.outcome;
    outcome->reason = incoming.reason ? incoming.reason : "";
    outcome->player = incoming.sender;
    outcome->game = incoming.game;
    outcome->seat = (int)incoming.seat;
    incoming_fini(&incoming);
    return rc;
}

/* In a part of the change, so that a letter which cannot be dealt with leaves no trace but its
 * outcome. */
static enum rc process_apart(struct desk *desk, const struct reception_letter *in,
                             struct letter *mail, int64_t id, const struct hash *raw,
                             struct ledger_outcome *outcome, struct err *err)
{
    struct err own = {0};
    enum rc rc = desk_part_begin(desk, err), dropped;

    if (rc != RC_OK)
        return rc;
    rc = process(desk, in, mail, id, raw, outcome, &own);
    if (rc == RC_OK)
        return desk_part_keep(desk, err);
    dropped = desk_part_drop(desk, err);
    if (dropped != RC_OK)
        return dropped;
    if (rc_class(rc) == RC_CLASS_TEMPORARY)
        return ERR(err, rc, own.text);
    log_error(&desk->log, LOG_ERROR, "letter-set-aside", &own);
    *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = rc_name(rc)};
    return RC_OK;
}

static enum rc decide(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                      int64_t id, int64_t repeat_of, const struct hash *raw,
                      struct ledger_outcome *outcome, struct err *err)
{
    if (repeat_of) {
        *outcome = (struct ledger_outcome){.kind = LEDGER_REPEAT, .reason = "same-message-id"};
        return RC_OK;
    }
    return process_apart(desk, in, mail, id, raw, outcome, err);
}

static void log_outcome(const struct desk *desk, int64_t id, const struct ledger_outcome *outcome)
{
    char letter[TEXT_INT_BYTES], game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES];

    LOG(&desk->log, LOG_INFO, "letter-in", "letter", text_of_int(letter, id), "outcome",
        ledger_outcome_name(outcome->kind), "reason", outcome->reason[0] ? outcome->reason : NULL,
        "game", outcome->game ? text_of_int(game, outcome->game) : NULL, "seat",
        outcome->seat ? text_of_int(seat, outcome->seat) : NULL);
}

/* A letter that brought the program down is not even read. */
static enum rc take_new(struct desk *desk, const struct reception_letter *in, int64_t *id,
                        struct ledger_outcome *outcome, struct err *err)
{
    struct letter mail = {0};
    struct hash raw;
    int64_t repeat_of = 0;
    int crashes = 0;
    enum rc rc = ledger_crash_get(desk->ledger, in->source, in->source_id, &crashes, err);

    if (rc == RC_OK && crashes < RECEPTION_CRASHES_MOST)
        rc = read_mail(desk, in, &mail, err);
    if (rc == RC_OK)
        rc = put_letter(desk, in, &mail, id, &raw, &repeat_of, err);
    if (rc == RC_OK && crashes >= RECEPTION_CRASHES_MOST)
        *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = "crashed"};
    else if (rc == RC_OK)
        rc = decide(desk, in, &mail, *id, repeat_of, &raw, outcome, err);
    letter_fini(&mail);
    return rc;
}

enum rc reception_take(struct desk *desk, const struct reception_letter *letter,
                       struct reception_result *result, struct err *err)
{
    struct ledger_outcome outcome = {0};
    int64_t id = 0;
    enum rc rc = ledger_letter_by_source(desk->ledger, letter->source, letter->source_id, &id, err);

    *result = (struct reception_result){.known = id != 0, .letter = id};
    if (rc != RC_OK || id)
        return rc;
    rc = take_new(desk, letter, &id, &outcome, err);
    outcome.letter = id;
    outcome.at_s = desk_now(desk);
    if (rc == RC_OK)
        rc = ledger_outcome_put(desk->ledger, &outcome, err);
    if (rc != RC_OK)
        return rc;
    log_outcome(desk, id, &outcome);
    result->letter = id;
    result->outcome = outcome.kind;
    result->game = outcome.game;
    text_copy(result->reason, sizeof result->reason, outcome.reason);
    return RC_OK;
}
