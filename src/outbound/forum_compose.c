/* SPDX-License-Identifier: MIT */
/* Composes the text of a post, for everybody or for one player. Sending it is left to
 * forum_send.c. */
#include "outbound/forum_compose.h"

#include "outbound/answering.h"
#include "outbound/compose.h"
#include "outbound/forum_queue.h"
#include "outbound/news.h"
#include "outbound/outbox.h"
#include "draw/draw.h"
#include "forum/forum.h"
#include "ledger/facts.h"
#include "ledger/topics.h"
#include "play/signing.h"
#include "people/people.h"
#include "post/post_config.h"
#include "seal/block.h"
#include "seal/encode.h"
#include "seal/private.h"
#include "seal/secret.h"

enum {
    STEPS_SHOWN = 12,  /* more are folded away, where the forum can */
    STEPS_MOST = 60,   /* the oldest beyond are counted only */
    ROOM_BYTES = 2048, /* of a post: the mark, the picture's address */
    TITLE_BYTES = 200,
    FOOTER_COLUMNS = 3 /* as wide as a phone */
};

/* A post in the making. */
struct making {
    struct desk *desk;
    int64_t out, game, n;
    struct outbox_facts facts;
    enum outbox_kind kind;
    struct values *values;
    struct value *map;
    struct wording wording;
    struct answering_names names;
    char safe_name[SEATS_MAX + 1][2 * PERSON_NAME_BYTES];
    struct news news;
    struct scene *scene;
    struct buf png;
    char title[TITLE_BYTES];
};

/* ---- Markdown ---- */

void forum_escape(const char *text, struct buf *out)
{
    for (; *text; text++) {
        if (*text == '@') {
            buf_put(out, "@\xE2\x80\x8B"); /* a blank without width: it names nobody */
            continue;
        }
        if (strchr("\\`*_{}[]()#+!|<>~&", *text))
            buf_put_char(out, '\\');
        buf_put_char(out, text_is_space(*text) ? ' ' : *text);
    }
}

static void set_escaped(struct value *map, const char *key, const char *text)
{
    OWN(buf) escaped = {0};

    forum_escape(text, &escaped);
    value_set_text(map, key, buf_text(&escaped));
}

static void add_escaped(struct making *making, struct value *list, const char *text)
{
    OWN(buf) escaped = {0};

    forum_escape(text, &escaped);
    value_add(list, value_text(making->values, buf_text(&escaped)));
}

/* Nothing within a fence may look like its end. */
static void set_fenced(struct value *map, const char *key, const char *text)
{
    OWN(buf) fenced = {0};

    for (; *text; text++)
        buf_put_char(&fenced, *text == '`' ? '\'' : *text);
    value_set_text(map, key, buf_text(&fenced));
}

/* ---- what was queued ---- */

static enum rc read_out(struct making *making, const struct ledger_out *row, struct err *err)
{
    TRY(outbox_values(making->desk, row, making->values, &making->map, err));
    making->kind = outbox_kind_find(row->kind);
    making->game = row->game;
    making->n = row->n;
    outbox_facts_read(making->map, &making->facts);
    return RC_OK;
}

/* An opening post always shows the newest. */
static enum rc find_head(struct making *making, struct err *err)
{
    struct ledger_head head;

    if (making->n >= 0)
        return RC_OK;
    TRY(ledger_head_get(making->desk->ledger, making->game, &head, err));
    making->n = head.n;
    return RC_OK;
}

/* ---- the game's part ---- */

static void write_title(struct making *making)
{
    struct text text = text_in(making->title, sizeof making->title);

    TEXT_PUT(&text, wording_title(&making->wording, making->wording.game), " ",
             TEXT_INT(making->game));
    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++)
        TEXT_PUT(&text, seat == 1 ? ": " : " – ", making->names.name[seat]);
}

static enum rc add_steps(struct making *making, struct err *err)
{
    const struct news *news = &making->news;
    unsigned first = news->event_count > STEPS_MOST ? news->event_count - STEPS_MOST : 0;
    unsigned fold = news->event_count > STEPS_SHOWN ? news->event_count - STEPS_SHOWN : 0;
    struct value *older = value_set_list(making->map, "older_steps");
    struct value *steps = value_set_list(making->map, "steps");
    const struct wording now = making->wording;
    struct answering_names names;

    for (unsigned i = first; i < news->event_count; i++) {
        OWN_WIPED(buf) line = {0};

        making->wording = now;
        TRY(news_name_seats(making->desk, news, news->event_n[i], &names, &making->wording, err));
        wording_event(&making->wording, &news->event[i], &line);
        add_escaped(making, i < fold ? older : steps, buf_text(&line));
    }
    making->wording = now;
    value_set_int(making->map, "older_count", (int64_t)value_count(older));
    value_set_flag(making->map, "has_older", value_count(older) > 0);
    return RC_OK;
}

static enum rc mention(struct making *making, unsigned seat, struct value *one, struct err *err)
{
    char name[FORUM_NAME_BYTES + 1] = "";
    struct person person;
    struct err own = {0};
    enum rc rc = people_get(making->desk, making->news.position->player[seat], &person, &own);

    if (rc == RC_OK)
        forum_mention(person.account, name);
    else if (rc != RC_NOT_FOUND && rc != RC_BAD_SEAL) /* a person who was forgotten */
        return ERR(err, rc, own.text);
    value_set_text(one, "mention", name);
    return RC_OK;
}

static const struct decision *asked_of(const struct decision *list, unsigned count, unsigned seat)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].seat == seat)
            return &list[i];
    return NULL;
}

/* Who is asked, until when; about what, as far as everybody may know. */
static enum rc add_questions(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct value *list = value_set_list(making->map, "questions");
    struct decision seen[DECISIONS_MAX];
    unsigned count = making->wording.game->rules->open_decisions(position_rulebook(position),
                                                                 making->news.view, seen);

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        const struct decision *decision =
            asked_of(position->decision, position->decision_count, seat);
        const struct decision *open = asked_of(seen, count, seat);
        const struct timing_open *due =
            decision ? timing_find(&position->timing, decision->id, seat) : NULL;
        struct value *one;
        OWN(buf) text = {0};

        if (!decision)
            continue;
        one = value_add_map(list);
        set_escaped(one, "name", making->names.name[seat]);
        value_set_int(one, "seat", seat);
        value_set_int(one, "decision", decision->id);
        value_set_int(one, "entry", making->n);
        value_set_flag(one, "can_seal", !position_is_luck(decision->id));
        TRY(mention(making, seat, one, err));
        if (position_is_luck(decision->id))
            WORDING(&making->wording, &text, "forum.luck-topic", "n", "");
        else if (open)
            wording_topic(&making->wording, open, &text);
        set_escaped(one, "topic", buf_text(&text));
        buf_clear(&text);
        if (due && due->due_s != TIMING_NEVER && !position->timing.pause_s)
            wording_time(&making->wording, timing_deadline(due), &text);
        set_escaped(one, "due", buf_text(&text));
    }
    return RC_OK;
}

static void add_outcome(struct making *making)
{
    const struct position *position = making->news.position;
    struct outcome outcome = {0};
    OWN(buf) text = {0};

    if (position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&making->wording, &outcome, &text);
    }
    set_escaped(making->map, "over", buf_text(&text));
}

static enum rc draw(struct making *making, struct err *err)
{
    const struct news *news = &making->news;
    struct draw_look look = {.words = language_words(making->wording.language),
                             .lexicon =
                                 language_lexicon(making->wording.language, making->wording.game)};
    struct draw_cache *cache;
    struct draw_parts parts;
    OWN(buf) board = {0}, alt = {0}, svg = {0};
    struct err own = {0};
    enum rc rc;

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = making->wording.player[seat];
    making->scene = calloc(1, sizeof *making->scene);
    FAIL_IF(!making->scene, err, RC_NO_MEMORY, "no memory for a board");
    game_scene(making->wording.game, position_rulebook(news->position), news->view, SEAT_PUBLIC,
               news->past, news->past_count, making->scene);
    rc = draw_text(making->scene, &look, &board, err);
    THEN(rc, draw_alt(making->scene, &look, &alt, err));
    set_fenced(making->map, "board", buf_text(&board));
    set_escaped(making->map, "alt", buf_text(&alt));
    /* Pictures are a gift: without fonts the post goes out with its text board. */
    look.title = making->title;
    cache =
        making->desk->config->forum.pictures ? library_drawings(making->desk->library, &own) : NULL;
    if (rc == RC_OK && cache &&
        (draw_svg_parts(making->scene, &look, &svg, &parts, &own) != RC_OK ||
         draw_png_parts(cache, buf_text(&svg), svg.length, &parts, DRAW_PNG_WIDTH_SMALL,
                        &making->png, &own) != RC_OK)) {
        log_error(&making->desk->log, LOG_WARNING, "no-picture", &own);
        buf_clear(&making->png);
    }
    value_set_flag(making->map, "picture", making->png.length > 0);
    return rc;
}

/* What a sealed block is made for: the page and postern-proof take it as it stands. */
static void add_ticket(struct making *making)
{
    const struct position *position = making->news.position;
    char genesis[BASE32_HASH_BYTES], box[BASE32_HASH_BYTES], print[BLOCK_PRINT_BYTES];

    base32_write(&position->chain.genesis, HASH_BYTES, genesis);
    base32_write(position->genesis.box, KEY_BYTES, box);
    value_set_text(making->map, "genesis", genesis);
    value_set_text(making->map, "box", box);
    value_set_text(making->map, "box_print",
                   block_print(&position->chain.genesis, position->genesis.box, print));
    value_set_flag(making->map, "sealing", position->phase != POSITION_OVER);
}

static enum rc add_signed(struct making *making, struct err *err)
{
    OWN(buf) text = {0};
    struct footer footer;

    TRY(signing_head(making->desk, making->news.position, &footer, err));
    footer_write_columns(&footer, FOOTER_COLUMNS, &text);
    value_set_signed(making->map, "footer", buf_text(&text));
    return RC_OK;
}

static enum rc gather(struct making *making, struct err *err)
{
    TRY(find_head(making, err));
    TRY(news_gather(making->desk, making->game, SEAT_PUBLIC, making->facts.from_n, making->n,
                    &making->news, err));
    TRY(answering_wording(making->desk, making->news.position, making->desk->config->language,
                          &making->names, &making->wording, err));
    write_title(making);
    TRY(add_steps(making, err));
    add_outcome(making);
    add_ticket(making);
    TRY(add_questions(making, err));
    if (making->wording.game->show && making->kind != OUTBOX_SAY)
        TRY(draw(making, err));
    return making->kind != OUTBOX_SAY ? add_signed(making, err) : RC_OK;
}

/* ---- the text ---- */

static void add_common(struct making *making)
{
    const struct config *config = making->desk->config;
    const struct post_forum_traits *traits = forum_traits(config);
    const struct value *lines = value_get(making->map, "lines");
    struct value *safe = value_list(making->values);
    char by[2 * PERSON_NAME_BYTES];

    text_copy(by, sizeof by, value_get_text(value_get(making->map, "by")));
    set_escaped(making->map, "by", by);
    set_escaped(making->map, "announcement",
                value_get_text(value_get(making->map, "announcement")));
    for (size_t i = 0; i < value_count(lines); i++) {
        struct value *one = value_map(making->values);

        set_fenced(one, "line", value_get_text(value_at(lines, i)));
        value_add(safe, one);
    }
    value_set(making->map, "said_lines", safe);
    value_set_flag(making->map, "has_lines", value_count(lines) > 0);
    set_fenced(making->map, "table", value_get_text(value_get(making->map, "table")));
    value_set_flag(making->map, "has_steps",
                   value_count(value_get(making->map, "steps")) > 0 ||
                       value_count(value_get(making->map, "older_steps")) > 0);
    for (unsigned kind = OUTBOX_TOPIC; kind <= OUTBOX_BOARD; kind++)
        value_set_flag(making->map, outbox_kind_name(kind), kind == making->kind);
    value_set_flag(making->map, "opening",
                   making->game && (making->kind == OUTBOX_TOPIC || making->kind == OUTBOX_BOARD));
    value_set_int(making->map, "game", making->game);
    value_set_text(making->map, "headline", making->title);
    value_set_text(making->map, "robot", config->forum.robot);
    value_set_text(making->map, "fold_open", traits->fold_open);
    value_set_text(making->map, "fold_title_end", traits->fold_title_end);
    value_set_text(making->map, "fold_close", traits->fold_close);
}

static enum rc render(struct making *making, struct buf *out, struct err *err)
{
    const struct template *template = language_template(making->wording.language, "forum-post.txt");
    struct render how = {.escape = ESCAPE_NONE};

    FAIL_IF(!template, err, RC_CONFIG, "the template forum-post.txt is missing");
    return template_render(template, making->map, &how, out, err);
}

/* The least needed goes first when a post is too long. */
static enum rc render_to_fit(struct making *making, struct buf *text, struct err *err)
{
    static const char *const less[] = {"has_older", "board", "has_steps", "has_lines", "table"};
    size_t most = forum_post_bytes(making->desk->config);

    TRY(render(making, text, err));
    most = most > 2 * ROOM_BYTES ? most - ROOM_BYTES : most / 2;
    for (size_t i = 0; text->length > most && i < sizeof less / sizeof *less; i++) {
        value_set_text(making->map, less[i], "");
        buf_clear(text);
        TRY(render(making, text, err));
    }
    return RC_OK;
}

static enum rc make_public(struct making *making, bool title, struct buf *bytes, struct err *err)
{
    OWN(buf) text = {0};

    TRY(making->game ? gather(making, err) : RC_OK);
    if (!making->game)
        text_copy(making->title, sizeof making->title,
                  value_get_text(value_get(making->map, "title")));
    add_common(making);
    TRY(values_rc(making->values, err));
    TRY(render_to_fit(making, &text, err));
    if (title)
        buf_printf(bytes, "%s\n\n", making->title);
    buf_put_bytes(bytes, buf_text(&text), text.length);
    if (making->png.length) {
        buf_put_bytes(bytes, "", 1);
        buf_put_bytes(bytes, making->png.at, making->png.length);
    }
    return buf_rc(bytes, err);
}

/* ---- for one player ---- */

/* His letter's text in a fence: nothing in it means anything there. */
static enum rc make_private(struct desk *desk, int64_t out, struct buf *bytes, struct err *err)
{
    char subject[COMPOSE_SUBJECT_BYTES];
    OWN_WIPED(buf) text = {0};

    TRY(compose_text(desk, out, "forum-letter.txt", subject, &text, err));
    buf_printf(bytes, "%s\n\n", subject);
    for (const char *c = buf_text(&text); *c; c++)
        buf_put_char(bytes, *c == '`' ? '\'' : *c);
    return buf_rc(bytes, err);
}

/* As much of a text as fits, at the end of a line. */
static size_t fitting(const struct buf *text, size_t most)
{
    size_t length = text->length;

    if (length <= most)
        return length;
    for (length = most; length && text->at[length - 1] != '\n';)
        length--;
    return length;
}

/* The same in a public place: sealed to the player's own key, for him to read by postern-proof. */
static enum rc make_sealed(struct making *making, struct buf *bytes, struct err *err)
{
    struct desk *desk = making->desk;
    size_t most = private_room(forum_post_bytes(desk->config) - ROOM_BYTES);
    unsigned char pen[KEY_BYTES], entropy[KEY_BYTES];
    char subject[COMPOSE_SUBJECT_BYTES], name[FORUM_NAME_BYTES + 1];
    struct person person;
    OWN_WIPED(buf) text = {0};
    WIPED_AT_END(entropy);

    TRY(people_get(desk, making->facts.player, &person, err));
    if (!base32_read(person.key, strlen(person.key), pen, sizeof pen))
        return ERR(err, RC_BAD_KEY, "a player without a key is told something in public");
    TRY(compose_text(desk, making->out, "forum-letter.txt", subject, &text, err));
    forum_mention(person.account, name);
    desk_entropy(desk, entropy, sizeof entropy);
    WORDING(&making->wording, bytes, "forum.sealed-to-you", "name", name);
    buf_put(bytes, "\n\n```\n");
    TRY(private_close(pen, entropy, buf_text(&text), fitting(&text, most), bytes, err));
    buf_put(bytes, "```\n");
    return RC_OK;
}

enum rc forum_compose_post(struct desk *desk, int64_t out, bool title, struct buf *bytes,
                           struct err *err)
{
    struct making making = {.desk = desk, .out = out, .values = values_new()};
    struct ledger_rows rows = ledger_out_get(desk->ledger, out, err);
    struct ledger_out row;
    enum rc rc;

    making.wording.language = library_language(desk->library, desk->config->language);
    if (ledger_next(&rows, &row))
        rows.rc = read_out(&making, &row, err);
    rc = ledger_end(&rows);
    THEN(rc, outbox_is_public(making.kind) ? make_public(&making, title, bytes, err)
             : title                       ? make_private(desk, out, bytes, err)
                                           : make_sealed(&making, bytes, err));
    news_fini(&making.news);
    values_free(making.values);
    free(making.scene);
    buf_fini(&making.png);
    return rc;
}
