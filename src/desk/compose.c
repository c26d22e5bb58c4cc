#include "desk/compose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/answering.h"
#include "desk/appointment.h"
#include "desk/bounces.h"
#include "desk/buttons.h"
#include "desk/keyring.h"
#include "desk/news.h"
#include "desk/order_words.h"
#include "desk/outbox.h"
#include "desk/people.h"
#include "desk/sealing.h"
#include "desk/seals_letter.h"
#include "desk/vault.h"
#include "desk/wording.h"
#include "draw/draw.h"
#include "ledger/facts.h"
#include "letter/calendar.h"
#include "letter/mime_out.h"
#include "letter/subject.h"
#include "seal/block.h"

enum { TITLE_BYTES = 160, NAME_SHOWN = 64 };

/* A letter in the making. */
struct making {
    struct desk *desk;
    int64_t out;
    enum outbox_kind kind;
    int64_t game, n, from_n, made_s, reply_to;
    unsigned seat;
    char message_id[LEDGER_MESSAGE_ID_MAX + 1];
    struct values *values;
    struct value *map; /* what was queued; grows to what the templates get */
    struct person person;
    char address[PERSON_ADDRESS_BYTES];
    char name[SEATS_MAX + 1][NAME_SHOWN];
    struct wording wording;
    struct news news;
    struct scene *scene;
    struct buf svg, png, text, html, footer, calendar, unsubscribe;
    char reply[SEALING_ADDRESS_BYTES];
    char subject[COMPOSE_SUBJECT_BYTES];
    bool no_pictures;
};

static int64_t number_of(const struct making *making, const char *key)
{
    const char *text = value_get_text(value_get(making->map, key));
    int64_t number;

    return text_to_int(text, strlen(text), &number) ? number : 0;
}

static void making_fini(struct making *making)
{
    news_fini(&making->news);
    values_free(making->values);
    free(making->scene);
    buf_wipe(&making->svg);
    buf_wipe(&making->png);
    buf_wipe(&making->text);
    buf_wipe(&making->html);
    buf_fini(&making->footer);
    buf_fini(&making->calendar);
    buf_fini(&making->unsubscribe);
}

/* ---- reading what was queued ---- */

static enum rc read_out(void *user, const struct ledger_out *row, struct err *err)
{
    struct making *making = user;
    int64_t player = 0;
    const char *text;
    enum rc rc = outbox_values(making->desk, row, making->values, &making->map, err);

    if (rc != RC_OK)
        return rc;
    making->kind = outbox_kind_find(row->kind);
    making->game = row->game;
    making->seat = (unsigned)row->seat;
    making->n = making->kind == OUTBOX_WATCH ? number_of(making, "upto_n") : row->n;
    making->made_s = row->made_s;
    making->reply_to = row->reply_to;
    text_copy(making->message_id, sizeof making->message_id, row->message_id);
    text = value_get_text(value_get(making->map, "from_n"));
    if (!text_to_int(text, strlen(text), &making->from_n))
        making->from_n = 0;
    text = value_get_text(value_get(making->map, "player"));
    if (text_to_int(text, strlen(text), &player) && player)
        rc = people_get(making->desk, player, &making->person, err);
    return rc;
}

static enum rc read_delivery(void *user, const struct ledger_delivery *row, struct err *err)
{
    struct making *making = user;
    struct vault_place place = {.column = "deliveries.box", .row = row->out};
    struct buf text = {0};
    enum rc rc;

    if (row->address)
        return people_address(making->desk, row->address, making->address, err);
    rc = outbox_owner(making->desk, 0, making->made_s, &place.owner, err);
    if (rc == RC_OK)
        rc = vault_open(making->desk, &place, row->box, &text, err);
    text_copy(making->address, sizeof making->address, buf_text(&text));
    buf_wipe(&text);
    return rc;
}

/* ---- names ---- */

static enum rc name_seats(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    enum rc rc = RC_OK;

    for (unsigned seat = 1; seat <= position->genesis.seats && rc == RC_OK; seat++) {
        if (!position->player[seat])
            continue;
        rc = answering_name(making->desk, position, seat, language_code(making->wording.language),
                            making->name[seat], NAME_SHOWN, err);
        making->wording.player[seat] = making->name[seat];
    }
    return rc;
}

static void write_subject(struct making *making)
{
    const char *own = value_get_text(value_get(making->map, "subject"));
    struct text text;

    text_init(&text, making->subject, sizeof making->subject);
    if (!making->game) {
        if (*own && making->reply_to) {
            text_put(&text, "Re: ");
            own = subject_bare(own);
        }
        text_put(&text, *own ? own : making->desk->config->name);
        return;
    }
    text_put(&text, making->wording.game->title);
    text_put_char(&text, ' ');
    text_put_int(&text, making->game);
    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++) {
        text_put(&text, seat == 1 ? ": " : " – ");
        text_put(&text, making->name[seat]);
    }
}

/* ---- the game's part ---- */

/* What is no event of the game, a line each. */
static enum rc add_note(struct making *making, struct value *list, const struct news_note *note,
                        struct err *err)
{
    struct buf lines = {0};
    bool blocked = note->kind == ENTRY_PRESS && note->who >= 1 && note->who <= SEATS_MAX &&
                   people_blocks(&making->person, making->news.position->player[note->who]);
    enum rc rc = RC_OK;

    if (blocked)
        WORDING(&making->wording, &lines, "talk.news-blocked", "n", "");
    else
        rc = news_tell(making->desk, &making->wording, &making->news, note, &lines, err);

    for (const char *text = buf_text(&lines); rc == RC_OK && *text;) {
        size_t length = strcspn(text, "\n");
        char *line = strndup(text, length);

        if (!line)
            rc = ERR(err, RC_NO_MEMORY, "no memory for news");
        else
            value_add(list, value_text(making->values, line));
        free(line);
        text += length + (text[length] == '\n');
    }
    buf_wipe(&lines);
    return rc;
}

static enum rc add_steps(struct making *making, struct err *err)
{
    struct value *list = value_set_list(making->map, "steps");

    unsigned note = 0;
    enum rc rc = RC_OK;

    for (unsigned i = 0; i <= making->news.event_count && rc == RC_OK; i++) {
        struct buf line = {0};

        while (note < making->news.note_count && making->news.note[note].before_event <= i &&
               rc == RC_OK)
            rc = add_note(making, list, &making->news.note[note++], err);
        if (i == making->news.event_count)
            break;
        wording_event(&making->wording, &making->news.event[i], &line);
        value_add(list, value_text(making->values, buf_text(&line)));
        buf_wipe(&line);
    }
    return rc;
}

static void add_players(struct making *making)
{
    struct value *list = value_set_list(making->map, "players");

    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++) {
        struct value *one = value_add_map(list);

        value_set_int(one, "seat", seat);
        value_set_text(one, "name", making->name[seat]);
        value_set_flag(one, "you", seat == making->seat);
    }
}

static struct draw_look look_of(const struct making *making)
{
    struct draw_look look = {.words = language_words(making->wording.language),
                             .lexicon =
                                 language_lexicon(making->wording.language, making->wording.game),
                             .title = making->subject,
                             .ascii = making->person.board == PERSON_BOARD_ASCII};

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = making->wording.player[seat];
    return look;
}

static enum rc draw_board(struct making *making, const struct news *news, struct err *err)
{
    struct draw_look look = look_of(making);
    struct buf board = {0}, alt = {0};
    enum rc rc;

    look.title = NULL; /* the letter's first line says it */
    making->scene = calloc(1, sizeof *making->scene);
    if (!making->scene)
        return ERR(err, RC_NO_MEMORY, "no memory for a board");
    making->wording.game->scene(position_rulebook(news->position), news->view, making->seat,
                                news->past, news->past_count, making->scene);
    rc = making->person.board == PERSON_BOARD_NONE ? draw_speech(making->scene, &look, &board, err)
                                                   : draw_text(making->scene, &look, &board, err);
    if (rc == RC_OK)
        rc = draw_alt(making->scene, &look, &alt, err);
    value_set_text(making->map, "board", buf_text(&board));
    value_set_text(making->map, "alt", buf_text(&alt));
    buf_wipe(&board);
    buf_wipe(&alt);
    return rc;
}

/* Pictures are a gift: without fonts the letter goes out with its text board. */
static void draw_pictures(struct making *making)
{
    struct draw_look look = look_of(making);
    struct draw_cache *cache;
    struct draw_parts parts;
    struct buf cid = {0};
    struct err own = {0};
    enum rc rc;

    if (making->no_pictures || making->person.text_only ||
        making->person.board == PERSON_BOARD_NONE)
        return;
    rc = draw_svg_parts(making->scene, &look, &making->svg, &parts, &own);
    cache = library_drawings(making->desk->library, &own);
    if (rc == RC_OK && !cache)
        return; /* what is missing was said at start */
    if (rc == RC_OK)
        rc = draw_png_parts(cache, buf_text(&making->svg), making->svg.length, &parts,
                            DRAW_PNG_WIDTH_MAIL, &making->png, &own);
    if (rc != RC_OK) {
        log_error(&making->desk->log, LOG_WARNING, "no-picture", &own);
        buf_clear(&making->png);
        return;
    }
    letter_cid(making->message_id, "board", &cid);
    value_set_text(making->map, "cid", buf_text(&cid));
    buf_fini(&cid);
}

/* ---- the question ---- */

static const struct decision *question_of(const struct position *position, unsigned seat)
{
    const struct decision *luck = NULL;

    for (unsigned i = 0; i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];

        if (decision->seat != seat)
            continue;
        if (!position_is_luck(decision->id))
            return decision;
        luck = decision;
    }
    return luck;
}

static void add_order(struct making *making, struct value *list, const struct order *order)
{
    const struct position *position = making->news.position;
    char line[ORDER_TEXT_BYTES];
    struct value *one = value_add_map(list);
    struct buf link = {0}, label = {0};
    struct text text;

    text_init(&text, line, sizeof line);
    position->rules->write_order(position_rulebook(position), NULL, order, ORDER_FULL, &text);
    letter_mailto(making->reply, making->subject, line, &link);
    order_words(&making->wording, position_rulebook(position), making->seat, line, &label);
    value_set_text(one, "order", line);
    value_set_text(one, "label", buf_text(&label));
    value_set_text(one, "link", buf_text(&link));
    buf_wipe(&link);
    buf_wipe(&label);
}

static enum rc add_orders(struct making *making, struct value *question, struct err *err)
{
    const struct position *position = making->news.position;
    struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    uint16_t pick[BUTTONS_MOST];
    struct value *orders;
    unsigned count, shown;

    if (!list)
        return ERR(err, RC_NO_MEMORY, "no memory for a list of orders");
    count =
        position->rules->legal(position_rulebook(position), making->news.view, making->seat, list);
    value_set_int(question, "order_count", count);
    shown = buttons_pick(list, count, position->rules->kinds, position->rules->kind_count, pick);
    value_set_flag(question, "many", shown < count);
    value_set_flag(question, "has_orders", shown > 0);
    orders = value_set_list(question, "orders");
    for (unsigned i = 0; i < shown; i++)
        add_order(making, orders, &list[pick[i]]);
    free(list);
    return RC_OK;
}

static void add_due(struct making *making, struct value *question, const struct decision *decision)
{
    const struct timing_open *open =
        timing_find(&making->news.position->timing, decision->id, decision->seat);
    struct buf text = {0};

    if (!open || open->due_s == TIMING_NEVER) {
        value_set_text(question, "due", "");
        value_set_text(question, "left", "");
        return;
    }
    wording_time(&making->wording, timing_deadline(open), &text);
    value_set_text(question, "due", buf_text(&text));
    buf_clear(&text);
    wording_duration(&making->wording, timing_deadline(open) - making->made_s, &text);
    value_set_text(question, "left", buf_text(&text));
    buf_fini(&text);
}

/* Plain letters have no parts. */
static enum rc add_calendar(struct making *making, const struct decision *decision,
                            const char *topic, struct err *err)
{
    char title[TITLE_BYTES];
    struct appointment appointment = {.position = making->news.position,
                                      .seat = making->seat,
                                      .made_s = making->made_s,
                                      .alarm_s = making->desk->config->reminder_s,
                                      .domain = sealing_domain(making->desk),
                                      .title = title,
                                      .topic = topic};
    int64_t clock;

    if (making->person.text_only)
        return RC_OK;
    snprintf(title, sizeof title, "%s %lld", making->wording.game->title, (long long)making->game);
    if (decision)
        return appointment_write(&appointment, decision->id, &making->calendar, err);
    clock = number_of(making, "asked_clock");
    return clock ? appointment_cancel(&appointment, (uint32_t)clock, &making->calendar, err)
                 : RC_OK;
}

/* A player is asked for an opening only when he holds the seal himself. */
static void put_opening_topic(const struct making *making, const struct decision *decision,
                              struct buf *out)
{
    struct buf topic = {0};

    if (position_is_open_luck(decision->id)) {
        WORDING(&making->wording, out, "desk.luck-open-topic", "name", decision->name);
        return;
    }
    wording_topic(&making->wording, decision, &topic);
    WORDING(&making->wording, out, "desk.open-topic", "topic", buf_text(&topic), "name",
            decision->name);
    buf_fini(&topic);
}

static enum rc add_question(struct making *making, struct err *err)
{
    const struct decision *decision = question_of(making->news.position, making->seat);
    bool luck = decision && position_is_luck(decision->id);
    bool opens = decision && decision->kind == DECISION_OPEN;
    struct value *question;
    struct buf topic = {0};
    enum rc rc = RC_OK;

    value_set_flag(making->map, "luck",
                   making->seat <= SEATS_MAX && making->news.position->phase == POSITION_LUCK &&
                       making->news.position->luck[making->seat] == ENTRY_LUCK_NONE);
    if (!decision) {
        value_set_flag(making->map, "question", false);
        return add_calendar(making, NULL, "", err);
    }
    question = value_set_map(making->map, "question");
    add_due(making, question, decision);
    if (luck)
        WORDING(&making->wording, &topic, "desk.luck-topic", "n", "");
    else if (opens)
        put_opening_topic(making, decision, &topic);
    else
        wording_topic(&making->wording, decision, &topic);
    if (making->person.key[0] && !luck) { /* a signature names it */
        char number[TEXT_INT_BYTES];

        buf_put_char(&topic, ' ');
        WORDING(&making->wording, &topic, "talk.question", "n", text_of_int(number, decision->id));
    }
    value_set_text(question, "topic", buf_text(&topic));
    value_set_flag(question, "only_luck", luck);
    rc = add_calendar(making, decision, buf_text(&topic), err);
    if (!luck && !opens && rc == RC_OK)
        rc = add_orders(making, question, err);
    buf_fini(&topic);
    return rc;
}

/* Who else is asked. */
static void put_waiting(const struct making *making, unsigned seat, struct buf *out)
{
    bool reached = true;

    buf_put(out, out->length ? ", " : "");
    if (bounces_reach(making->desk, making->news.position->player[seat], &reached, NULL) == RC_OK &&
        !reached)
        WORDING(&making->wording, out, "talk.unreached", "who", making->name[seat]);
    else
        buf_put(out, making->name[seat]);
}

static void add_waiting(struct making *making)
{
    const struct position *position = making->news.position;
    struct buf names = {0};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (seat == making->seat || !question_of(position, seat))
            continue;
        put_waiting(making, seat, &names);
    }
    value_set_text(making->map, "waiting", buf_text(&names));
    buf_fini(&names);
}

/* How the game ended, and how long it was. */
static void add_outcome(struct making *making)
{
    const struct position *position = making->news.position;
    struct outcome outcome = {0};
    struct buf over = {0}, summary = {0}, start = {0}, end = {0};
    char entries[TEXT_INT_BYTES];

    if (position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&making->wording, &outcome, &over);
        wording_time(&making->wording, position->genesis.started_s, &start);
        wording_time(&making->wording, position->at_s, &end);
        WORDING(&making->wording, &summary, "desk.summary", "start", buf_text(&start), "end",
                buf_text(&end), "n", text_of_int(entries, (int64_t)position->chain.number));
    }
    value_set_text(making->map, "over", buf_text(&over));
    value_set_text(making->map, "summary", buf_text(&summary));
    buf_fini(&over);
    buf_fini(&summary);
    buf_fini(&start);
    buf_fini(&end);
}

/* ---- what is signed ---- */

static enum rc add_receipt(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    const struct value *lines = value_get(making->map, "lines");
    const char *came = value_get_text(value_get(making->map, "came_s"));
    struct receipt receipt = {.game = position->genesis.number,
                              .entry = position->chain.number,
                              .head = position->chain.entry,
                              .seat = making->seat,
                              .message_id = value_get_text(value_get(making->map, "answers")),
                              .outcome = value_get_text(value_get(making->map, "outcome_word"))};
    struct buf text = {0};
    enum rc rc;

    if (making->kind != OUTBOX_ANSWER || !*receipt.outcome || !*receipt.message_id ||
        !text_to_int(came, strlen(came), &receipt.came_s)) {
        value_set_text(making->map, "receipt", "");
        return RC_OK;
    }
    for (size_t i = 0; i < value_count(lines) && receipt.count < RECEIPT_LINES_MAX; i++)
        receipt.line[receipt.count++] = value_get_text(value_get(value_at(lines, i), "text"));
    rc = sealing_receipt(making->desk, position, &receipt, &text, err);
    value_set_text(making->map, "receipt", buf_text(&text));
    buf_fini(&text);
    return rc;
}

/* The terms that nobody can change any more, as they are hashed; and what to compare of the key
 * that secret orders in a forum are sealed to. */
static enum rc add_genesis(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    char print[BLOCK_PRINT_BYTES];
    struct buf text = {0};
    enum rc rc = RC_OK;

    if (making->kind == OUTBOX_INVITATION)
        rc = genesis_write(&position->genesis, &text, err);
    value_set_text(making->map, "genesis", buf_text(&text));
    value_set_text(making->map, "box_print",
                   block_print(&position->chain.genesis, position->genesis.box, print));
    buf_fini(&text);
    return rc;
}

static enum rc add_signed(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct footer footer;
    enum rc rc = sealing_head(making->desk, position, &footer, err);

    if (rc != RC_OK)
        return rc;
    footer_write(&footer, &making->footer);
    value_set_text(making->map, "footer", buf_text(&making->footer));
    rc = add_genesis(making, err);
    return rc == RC_OK ? add_receipt(making, err) : rc;
}

/* Where answers go: a token for the question that the letter asks. */
static enum rc write_reply(struct making *making, struct err *err)
{
    const struct decision *decision;
    int64_t confirm = number_of(making, "confirm_letter");

    if (confirm)
        return sealing_address(making->desk, TOKEN_CONFIRM, number_of(making, "confirm_game"),
                               (unsigned)number_of(making, "confirm_seat"), confirm,
                               number_of(making, "confirm_line"), making->reply, err);
    if (making->kind == OUTBOX_DIGEST)
        return sealing_address(making->desk, TOKEN_PLAYER, 0, TOKEN_OF_DIGEST, making->person.id,
                               making->out, making->reply, err);
    if (making->kind == OUTBOX_WATCH) { /* answers are no orders */
        text_copy(making->reply, sizeof making->reply, making->desk->config->address);
        return RC_OK;
    }
    if (number_of(making, "offer"))
        return sealing_address(making->desk, TOKEN_PLAYER, 0, 0, making->person.id,
                               number_of(making, "offer"), making->reply, err);
    if (!making->game) {
        text_copy(making->reply, sizeof making->reply, making->desk->config->address);
        return RC_OK;
    }
    decision = question_of(making->news.position, making->seat);
    return sealing_address(making->desk, TOKEN_REPLY, making->game, making->seat,
                           decision ? decision->id : POSITION_NO_DECISION, making->n, making->reply,
                           err);
}

/* At the end everybody reads what was sealed. */
static enum rc add_seals(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct value *list = value_set_list(making->map, "seals");
    struct buf heading = {0};
    enum rc rc = RC_OK;

    if (position->phase == POSITION_OVER && making->from_n < (int64_t)position->end_n)
        rc = seals_add_opened(making->desk, position, &making->wording, making->values, list, err);
    WORDING(&making->wording, &heading, "desk.seals-end", "n", "");
    value_set_text(making->map, "seals_heading", buf_text(&heading));
    buf_fini(&heading);
    return rc;
}

/* The board as it stood after an earlier entry. */
static enum rc draw_past(struct making *making, int64_t n, struct err *err)
{
    struct news past = {0};
    enum rc rc = news_gather(making->desk, making->game, making->seat, n - 1, n, &past, err);

    if (rc == RC_OK)
        rc = draw_board(making, &past, err);
    news_fini(&past);
    return rc;
}

/* How to end it, in the text and, one tap, in the header. */
static enum rc add_watching(struct making *making, struct err *err)
{
    char address[SEALING_ADDRESS_BYTES], words[64], number[TEXT_INT_BYTES];
    struct buf text = {0};
    enum rc rc;

    if (making->kind != OUTBOX_WATCH)
        return RC_OK;
    rc = sealing_address(making->desk, TOKEN_WATCH, making->game, making->seat, making->person.id,
                         0, address, err);
    snprintf(words, sizeof words, "unwatch %s", text_of_int(number, making->game));
    if (rc == RC_OK)
        letter_mailto(address, words, NULL, &making->unsubscribe);
    WORDING(&making->wording, &text, "desk.watch-note", "game", number);
    value_set_text(making->map, "message", buf_text(&text));
    buf_fini(&text);
    return rc;
}

static enum rc gather_game(struct making *making, struct err *err)
{
    enum rc rc = news_gather(making->desk, making->game, making->seat, making->from_n, making->n,
                             &making->news, err);

    if (rc == RC_OK) {
        making->wording.game = making->news.position->rules;
        rc = name_seats(making, err);
    }
    if (rc != RC_OK)
        return rc;
    write_subject(making);
    rc = write_reply(making, err);
    if (rc == RC_OK)
        rc = add_watching(making, err);
    if (rc == RC_OK)
        rc = add_steps(making, err);
    add_players(making);
    add_waiting(making);
    add_outcome(making);
    if (rc == RC_OK && making->wording.game->scene)
        rc = *value_get_text(value_get(making->map, "show_n"))
                 ? draw_past(making, number_of(making, "show_n"), err)
                 : draw_board(making, &making->news, err);
    if (rc == RC_OK && making->scene)
        draw_pictures(making);
    if (rc == RC_OK)
        rc = add_question(making, err);
    if (rc == RC_OK)
        rc = add_seals(making, err);
    return rc == RC_OK ? add_signed(making, err) : rc;
}

/* ---- templates ---- */

static const struct template *find_partial(void *context, const char *name)
{
    const struct making *making = context;

    return language_template(making->wording.language, name);
}

static enum rc render(struct making *making, const char *name, enum escape escape, struct buf *out,
                      struct err *err)
{
    const struct template *template = language_template(making->wording.language, name);
    struct render how = {.escape = escape, .partial = find_partial, .context = making};

    if (!template)
        return ERR(err, RC_CONFIG, "the template ", name, " is missing");
    return template_render(template, making->map, &how, out, err);
}

/* Text of several lines, ready to stand in <pre>: {{name}} alone would join them. */
static void add_preformatted(struct making *making, const char *key, const char *html_key)
{
    const char *text = value_get_text(value_get(making->map, key));
    struct buf html = {0};

    while (*text) {
        size_t length = strcspn(text, "\n");

        escape_write(ESCAPE_HTML, text, length, &html);
        text += length;
        if (*text) {
            buf_put_char(&html, '\n');
            text++;
        }
    }
    value_set_text(making->map, html_key, buf_text(&html));
    buf_wipe(&html);
}

static void add_flag(struct value *map, const char *list, const char *flag)
{
    value_set_flag(map, flag, value_count(value_get(map, list)) > 0);
}

/* Lists that the templates ask about before they walk them. */
static void add_flags(struct making *making)
{
    add_flag(making->map, "lines", "has_lines");
    add_flag(making->map, "steps", "has_steps");
    add_flag(making->map, "seals", "has_seals");
    add_flag(making->map, "paragraphs", "has_paragraphs");
    add_preformatted(making, "board", "board_html");
    add_preformatted(making, "footer", "footer_html");
    add_preformatted(making, "receipt", "receipt_html");
    add_preformatted(making, "genesis", "genesis_html");
}

/* The subject stays the same for a thread's sake (O4); the letter itself says which turn it is. */
static void add_headline(struct making *making)
{
    unsigned turn = making->game ? turns_now(making->news.position) : 0;
    char number[TEXT_INT_BYTES];
    struct buf text = {0};

    if (turn)
        WORDING(&making->wording, &text, "talk.headline", "subject", making->subject, "n",
                text_of_int(number, turn));
    value_set_text(making->map, "headline", turn ? buf_text(&text) : making->subject);
    buf_fini(&text);
}

static void add_common(struct making *making)
{
    const struct desk *desk = making->desk;

    for (unsigned kind = 0; kind < OUTBOX_KIND_COUNT; kind++)
        value_set_flag(making->map, outbox_kind_name(kind), kind == making->kind);
    value_set_flag(making->map, "in_game", making->game != 0);
    value_set_int(making->map, "game", making->game);
    value_set_text(making->map, "title", making->wording.game ? making->wording.game->title : "");
    value_set_text(making->map, "you", making->person.name);
    value_set_text(making->map, "robot", desk->config->name);
    value_set_text(making->map, "address", desk->config->address);
    value_set_text(making->map, "reply", making->reply);
    add_headline(making);
    add_flags(making);
}

static void fill_part(struct letter_out *letter, const char *type, const char *name,
                      const char *cid, const struct buf *bytes)
{
    if (bytes->length)
        letter->part[letter->part_count++] =
            (struct letter_part){type, name, cid, bytes->at, bytes->length};
}

static enum rc compose(struct making *making, struct compose_letter *out, struct err *err)
{
    struct desk *desk = making->desk;
    const char *answers = value_get_text(value_get(making->map, "answers"));
    const char *attached = value_get_text(value_get(making->map, "attached"));
    char root[LEDGER_MESSAGE_ID_MAX], list[320];
    struct letter_out letter = {.message_id = making->message_id,
                                .date_s = making->made_s,
                                .from_name = desk->config->name,
                                .from = desk->config->address,
                                .to_name = making->person.name,
                                .to = making->address,
                                .reply_to = making->reply,
                                .subject = making->subject,
                                .language = language_code(making->wording.language),
                                .auto_submitted = making->reply_to ? AUTO_REPLIED : AUTO_GENERATED,
                                .text = buf_text(&making->text),
                                .html = making->person.text_only ||
                                                making->html.length > LETTER_HTML_MAX
                                            ? NULL /* the text is complete alone (O6) */
                                            : buf_text(&making->html)};

    if (making->game) {
        snprintf(root, sizeof root, "game.%lld.postern@%s", (long long)making->game,
                 sealing_domain(desk));
        snprintf(list, sizeof list, "game%lld.%s", (long long)making->game, sealing_domain(desk));
        letter.reference[letter.reference_count++] = root;
        letter.list_id = list;
        letter.list_title = making->subject;
        letter.list_unsubscribe =
            making->unsubscribe.length ? buf_text(&making->unsubscribe) : NULL;
    }
    if (*answers) {
        letter.in_reply_to = answers;
        letter.reference[letter.reference_count++] = answers;
    }
    fill_part(&letter, "image/png", "board.png", "board", &making->png);
    fill_part(&letter, "image/svg+xml", "board.svg", NULL, &making->svg);
    fill_part(&letter, CALENDAR_TYPE, "deadline.ics", NULL, &making->calendar);
    if (*attached)
        letter.part[letter.part_count++] = (struct letter_part){
            "text/plain; charset=utf-8", value_get_text(value_get(making->map, "attached_name")),
            NULL, attached, strlen(attached)};
    return letter_compose(&letter, &out->bytes, err);
}

static enum rc prepare(struct making *making, struct err *err);

/* One game of a digest, as text and as HTML. */
static enum rc add_section(struct making *making, int64_t out, struct value *texts,
                           struct value *htmls, struct err *err)
{
    struct making section = {
        .desk = making->desk, .out = out, .no_pictures = true, .values = values_new()};
    enum rc rc = prepare(&section, err);

    if (rc == RC_OK)
        rc = render(&section, "section.txt", ESCAPE_TEXT, &section.text, err);
    if (rc == RC_OK)
        rc = render(&section, "section.html", ESCAPE_HTML, &section.html, err);
    if (rc == RC_OK) {
        value_add(texts, value_text(making->values, buf_text(&section.text)));
        value_add(htmls, value_text(making->values, buf_text(&section.html)));
    }
    making_fini(&section);
    return rc;
}

static enum rc add_sections(struct making *making, struct err *err)
{
    const struct value *outs = value_get(making->map, "section_outs");
    struct value *texts = value_set_list(making->map, "sections");
    struct value *htmls = value_set_list(making->map, "sections_html");
    struct buf text = {0};
    enum rc rc = RC_OK;

    for (size_t i = 0; rc == RC_OK && i < value_count(outs); i++) {
        const char *number = value_get_text(value_at(outs, i));
        int64_t out;

        if (text_to_int(number, strlen(number), &out))
            rc = add_section(making, out, texts, htmls, err);
    }
    WORDING(&making->wording, &text, "desk.digest", "n", "");
    value_set_text(making->map, "message", buf_text(&text));
    buf_fini(&text);
    return rc;
}

static enum rc prepare(struct making *making, struct err *err)
{
    struct desk *desk = making->desk;
    enum rc rc = keyring_refresh(desk, err);

    if (rc == RC_OK)
        rc = ledger_out_get(desk->ledger, making->out, read_out, making, err);
    if (rc == RC_OK)
        rc = ledger_deliveries(desk->ledger, making->out, read_delivery, making, err);
    if (rc != RC_OK)
        return rc;
    making->wording.language = library_language(desk->library, making->person.language);
    making->wording.zone = making->person.zone;
    if (making->game)
        rc = gather_game(making, err);
    else {
        write_subject(making);
        rc = write_reply(making, err);
    }
    if (rc == RC_OK && making->kind == OUTBOX_DIGEST)
        rc = add_sections(making, err);
    add_common(making);
    if (rc == RC_OK)
        rc = values_rc(making->values, err);
    return rc;
}

static enum rc make(struct making *making, struct compose_letter *out, struct err *err)
{
    enum rc rc = prepare(making, err);

    if (rc == RC_OK)
        rc = render(making, "letter.txt", ESCAPE_TEXT, &making->text, err);
    if (rc == RC_OK)
        rc = render(making, "letter.html", ESCAPE_HTML, &making->html, err);
    return rc == RC_OK ? compose(making, out, err) : rc;
}

enum rc compose_text(struct desk *desk, int64_t out, const char *template,
                     char subject[COMPOSE_SUBJECT_BYTES], struct buf *text, struct err *err)
{
    struct making making = {.desk = desk, .out = out, .no_pictures = true, .values = values_new()};
    enum rc rc = prepare(&making, err);

    if (rc == RC_OK)
        rc = render(&making, template, ESCAPE_TEXT, text, err);
    text_copy(subject, COMPOSE_SUBJECT_BYTES, making.subject);
    making_fini(&making);
    return rc;
}

enum rc compose_letter(struct desk *desk, int64_t out, struct compose_letter *letter,
                       struct err *err)
{
    struct making making = {.desk = desk, .out = out, .values = values_new()};
    enum rc rc = make(&making, letter, err);

    letter->out = out;
    snprintf(letter->id, sizeof letter->id, "out-%lld", (long long)out);
    letter->from[0] = '\0';
    if (rc == RC_OK && making.kind != OUTBOX_NOTE)
        rc = sealing_address(desk, TOKEN_BOUNCE, making.game, making.seat, out, 0, letter->from,
                             err);
    making_fini(&making);
    return rc;
}
