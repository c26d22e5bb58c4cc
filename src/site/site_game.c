/* SPDX-License-Identifier: MIT */
/* One game's folder: its steps drawn and told, page, feed, log and record. */
#include "match/reply.h"
#include "site/site_p.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timetext.h"
#include "dispatch/answering.h"
#include "dispatch/bounces.h"
#include "dispatch/news.h"
#include "draw/draw.h"
#include "draw/safe.h"
#include "ledger/facts.h"
#include "letter/mime_out.h"
#include "match/adjudicate.h"
#include "match/export.h"
#include "record/record.h"
#include "seal/encode.h"

enum {
    FEED_STEPS = 30, /* the newest; the page has them all */
    NAME_COLUMNS = 40,
    COMMITMENT_SHOWN = 8 /* bytes of a seal's hash, to tell seals apart at a glance */
};

/* Where the table steps through a game, from its folder. */
#define TABLE_ADDRESS "../table.html?record=game-%lld/record.txt&entry=%lld"

struct page {
    struct site *site;
    int64_t game;
    struct values *values;
    struct value *map, *steps, *said, *seals;
    struct value *recent[FEED_STEPS]; /* ring of the newest steps */
    unsigned step_count, opened_count;
    const struct position *position; /* at the end */
    struct wording wording;
    struct answering_names names;
    struct safe safe[SEATS_MAX + 1];
    bool unreached[SEATS_MAX + 1]; /* the seat's letters come back */
    char title[SAFE_BYTES * 2];
    unsigned char *view, *after; /* GAME_STATE_MAX each */
    struct scene *scene;
    struct event_list *events;
    struct buf alt, svg, speech; /* of the newest board */
    char picture[64], words[64]; /* its files; "" = the game draws none */
    bool by_table;               /* no board but the newest has files */
};

/* ---- names ---- */

/* Somebody who was forgotten has no letters. */
static bool is_unreached(struct desk *desk, int64_t player)
{
    bool reached = true;

    return player && bounces_reach(desk, player, &reached, NULL) == RC_OK && !reached;
}

static enum rc name_players(struct page *page, const struct position *position, struct err *err)
{
    struct text title;
    enum rc rc = answering_wording(page->site->desk, position, language_code(page->site->language),
                                   &page->names, &page->wording, err);

    if (rc != RC_OK)
        return rc;
    text_init(&title, page->title, sizeof page->title);
    text_put(&title, position->played->title);
    text_put_char(&title, ' ');
    text_put_int(&title, page->game);
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        safe_clean(&page->safe[seat], page->names.name[seat], NAME_COLUMNS, false);
        page->wording.player[seat] = page->safe[seat].at;
        page->unreached[seat] = is_unreached(page->site->desk, position->player[seat]);
        text_put(&title, seat == 1 ? ": " : " – ");
        text_put(&title, page->safe[seat].at);
    }
    return RC_OK;
}

static void set_time(const struct page *page, struct value *map, int64_t time_s)
{
    char stamp[TIMETEXT_BYTES];
    struct buf text = {0};

    timetext_write(time_s, stamp);
    wording_time(&page->wording, time_s, &text);
    value_set_text(map, "stamp", stamp);
    value_set_text(map, "time", buf_text(&text));
    buf_fini(&text);
}

/* ---- one step ---- */

static enum rc put_numbered(struct page *page, const char *ending, const struct buf *bytes,
                            char name[64], struct err *err)
{
    char path[128];

    if (page->by_table)
        snprintf(name, 64, "board.%s", ending);
    else
        snprintf(name, 64, "%04u.%s", page->step_count, ending);
    snprintf(path, sizeof path, "game-%lld/%s", (long long)page->game, name);
    return site_put(page->site, path, bytes, err);
}

static enum rc put_board(struct page *page, struct err *err)
{
    enum rc rc = put_numbered(page, "svg", &page->svg, page->picture, err);

    return rc == RC_OK ? put_numbered(page, "txt", &page->speech, page->words, err) : rc;
}

/* Draw a view; write it as a picture and in words, where each step has files. */
static enum rc draw_step(struct page *page, const struct position *position, const void *view,
                         const struct game_past *past, struct err *err)
{
    char title[128];
    struct draw_look look = {.title = title,
                             .words = language_words(page->wording.language),
                             .lexicon = language_lexicon(page->wording.language, position->played)};
    enum rc rc;

    snprintf(title, sizeof title, "%s %lld · %u", position->played->title, (long long)page->game,
             page->step_count);
    buf_clear(&page->alt);
    buf_clear(&page->svg);
    buf_clear(&page->speech);
    if (!position->played->show)
        return RC_OK;
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = page->wording.player[seat];
    game_scene(position->played, position_rulebook(position), view, SEAT_PUBLIC, past, past != NULL,
               page->scene);
    rc = draw_svg(page->scene, &look, &page->svg, err);
    if (rc == RC_OK)
        rc = draw_speech(page->scene, &look, &page->speech, err);
    if (rc == RC_OK)
        rc = draw_alt(page->scene, &look, &page->alt, err);
    return rc == RC_OK && !page->by_table ? put_board(page, err) : rc;
}

static struct value *add_step(struct page *page, int64_t entry, int64_t time_s, const char *order,
                              bool opening)
{
    struct value *step = value_add_map(page->steps);
    char address[96];

    snprintf(address, sizeof address, TABLE_ADDRESS, (long long)page->game, (long long)entry);
    value_set_int(step, "n", page->step_count);
    value_set_int(step, "entry", entry);
    value_set_text(step, "picture", page->by_table ? address : page->picture);
    value_set_text(step, "alt", buf_text(&page->alt));
    value_set_text(step, "order", order);
    value_set_flag(step, "start", page->step_count == 0);
    value_set_flag(step, "opening", opening);
    set_time(page, step, time_s);
    page->recent[page->step_count % FEED_STEPS] = step;
    page->step_count++;
    return step;
}

static void add_sentences(struct page *page, struct value *step)
{
    struct value *list = value_set_list(step, "sentences");

    for (unsigned i = 0; i < page->events->count; i++) {
        struct buf line = {0};

        wording_event(&page->wording, &page->events->at[i], &line);
        value_add(list, value_text(page->values, buf_text(&line)));
        buf_fini(&line);
    }
}

/* Step 0: the board before the first order. */
static enum rc add_start(struct page *page, const struct position *position, const void *state,
                         struct err *err)
{
    enum rc rc = name_players(page, position, err);

    if (rc != RC_OK)
        return rc;
    game_view(position->played, position_rulebook(position), state, SEAT_PUBLIC, page->view);
    rc = draw_step(page, position, page->view, NULL, err);
    page->events->count = 0;
    add_sentences(page, add_step(page, 0, position->genesis.started_s, "", false));
    return rc;
}

/* Words for everybody. */
static enum rc add_words(struct page *page, const struct position_step *step, struct err *err)
{
    const struct entry *entry = step->entry;
    char name[SEAL_NAME_MAX + 1];
    const char *text;
    struct value *one, *lines;
    size_t length;
    enum rc rc = RC_OK;

    seal_name_write(SEAL_PRESS, entry->number, 0, name);
    text = position_press_is_public(step->position, entry)
               ? position_payload(step->position, name, &length)
               : NULL;
    if (!text) /* or its writer was forgotten */
        return RC_OK;
    if (!page->step_count)
        rc = name_players(page, step->position, err);
    one = value_add_map(page->said);
    value_set_text(one, "who",
                   entry->who >= 1 && entry->who <= SEATS_MAX ? page->wording.player[entry->who]
                                                              : "");
    lines = value_set_list(one, "lines");
    for (size_t at = 0; at < length;) {
        size_t end = at + strcspn(text + at, "\n");

        value_add(lines, value_bytes(page->values, text + at, end - at));
        at = end + 1;
    }
    set_time(page, one, entry->time_s);
    return rc == RC_OK ? values_rc(page->values, err) : rc;
}

/* An order, an answer of the table or an opened seal; other entries change no board. */
static enum rc take_entry(void *user, const struct position_step *step, struct err *err)
{
    struct page *page = user;
    const struct position *position = step->position;
    const struct entry *entry = step->entry;
    bool opening = entry->kind == ENTRY_OPEN;
    const void *rulebook = position_rulebook(position);
    struct order order = {0};
    struct game_past past = {page->view, &order};
    enum rc rc = RC_OK;

    if (entry->kind == ENTRY_PRESS)
        return add_words(page, step, err);
    if (entry->kind == ENTRY_SEAT && page->step_count)
        return name_players(page, position, err);
    if (!news_order(step, SEAT_PUBLIC, &order))
        return RC_OK;
    if (!page->step_count)
        rc = add_start(page, position, step->before, err);
    game_view(position->played, rulebook, step->before, SEAT_PUBLIC, page->view);
    memcpy(page->after, page->view, position->played->state_bytes);
    page->events->count = 0;
    if (rc != RC_OK || !position->played->rules->apply(rulebook, page->after, &order, page->events))
        return rc; /* an opening after the end changes no board */
    game_view(position->played, rulebook, position_state(position), SEAT_PUBLIC, page->after);
    rc = draw_step(page, position, page->after, &past, err);
    add_sentences(page, add_step(page, (int64_t)entry->number, entry->time_s,
                                 opening ? entry->name : entry->words, opening));
    return rc;
}

/* ---- seals, log, record ---- */

/* Who made a seal with entry n: he keeps it when somebody else has the seat. */
static enum rc name_owner(const struct page *page, unsigned seat, int64_t n,
                          char owner[ANSWERING_NAME_BYTES], struct err *err)
{
    const struct position *position = page->position;
    char name[ANSWERING_NAME_BYTES];
    struct safe safe;
    int64_t player = 0;
    enum rc rc =
        ledger_seat_holder(page->site->desk->ledger, page->game, (int)seat, n, &player, NULL);

    if (rc != RC_OK || !player || player == position->player[seat]) {
        text_copy(owner, ANSWERING_NAME_BYTES, page->wording.player[seat]);
        return RC_OK;
    }
    rc = answering_name_player(page->site->desk, position, seat, player,
                               language_code(page->site->language), name, sizeof name, err);
    safe_clean(&safe, name, NAME_COLUMNS, false);
    text_copy(owner, ANSWERING_NAME_BYTES, safe.at);
    return rc;
}

static enum rc add_seal(void *user, const struct ledger_seal_row *row, struct err *err)
{
    struct page *page = user;
    struct value *one = value_add_map(page->seals);
    unsigned seat =
        row->seal.seat >= 1 && row->seal.seat <= SEATS_MAX ? (unsigned)row->seal.seat : 0;
    char hash[BASE32_HASH_BYTES], owner[ANSWERING_NAME_BYTES];
    enum rc rc = seat ? name_owner(page, seat, row->n, owner, err) : RC_OK;

    base32_write(row->seal.commitment.at, COMMITMENT_SHOWN, hash);
    value_set_text(one, "name", row->seal.name);
    value_set_text(one, "owner", seat ? owner : "");
    value_set_int(one, "entry", row->n);
    value_set_int(one, "opened_by", row->opened_n);
    value_set_flag(one, "opened", row->opened_n >= 0);
    value_set_text(one, "commitment", hash);
    page->opened_count += row->opened_n >= 0;
    return rc;
}

static enum rc add_log_line(void *user, const struct ledger_entry *row, struct err *err)
{
    struct buf *log = user;

    (void)err;
    if (row->n)
        buf_printf(log, "%lld %s\n", (long long)row->n, row->text);
    else
        buf_put(log, row->text);
    return RC_OK;
}

static enum rc put_text(struct page *page, const char *file, const struct buf *bytes,
                        struct err *err)
{
    char name[96];

    snprintf(name, sizeof name, "game-%lld/%s", (long long)page->game, file);
    return site_put(page->site, name, bytes, err);
}

/* A frozen game signs no head, so it has a log but no record until it is thawed. */
static enum rc put_record(struct page *page, struct err *err)
{
    struct buf log = {0}, record = {0};
    struct desk *desk = page->site->desk;
    enum rc rc = ledger_entries(desk->ledger, page->game, 0, add_log_line, &log, err);

    if (rc == RC_OK)
        rc = put_text(page, "log.txt", &log, err);
    if (rc == RC_OK) {
        rc = export_game(desk, page->game, RECORD_FOR_ALL, &record, err);
        value_set_flag(page->map, "has_record", rc == RC_OK);
        page->by_table = page->site->by_table && rc == RC_OK;
        if (rc == RC_OK)
            rc = put_text(page, "record.txt", &record, err);
        else if (rc == RC_FROZEN) {
            err_clear(err);
            rc = RC_OK;
        }
    }
    buf_fini(&log);
    buf_fini(&record);
    return rc;
}

/* ---- the page ---- */

static void add_players(struct page *page, const struct position *position)
{
    struct value *list = value_set_list(page->map, "players");
    struct buf waiting = {0};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        struct value *one = value_add_map(list);

        value_set_int(one, "seat", seat);
        value_set_text(one, "name", page->wording.player[seat]);
        value_set_flag(one, "unreached", page->unreached[seat]);
        if (adjudicate_is_asked(position, seat))
            buf_printf(&waiting, "%s%s", waiting.length ? ", " : "", page->wording.player[seat]);
    }
    value_set_text(page->map, "waiting", buf_text(&waiting));
    buf_fini(&waiting);
}

static void add_outcome(struct page *page, const struct position *position)
{
    struct outcome outcome = {0};
    struct buf text = {0};

    if (position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&page->wording, &outcome, &text);
    }
    value_set_text(page->map, "result", buf_text(&text));
    buf_fini(&text);
}

/* One tap to get the letters of a game that goes on. */
static void add_watching(struct page *page, const struct position *position)
{
    char number[TEXT_INT_BYTES], words[TEXT_INT_BYTES + 8];
    struct buf link = {0};

    snprintf(words, sizeof words, "watch %s", text_of_int(number, page->game));
    if (position->phase != POSITION_OVER)
        letter_mailto(page->site->desk->config->address, words, words, &link);
    value_set_text(page->map, "watch_link", buf_text(&link));
    buf_fini(&link);
}

static void add_head(struct page *page, const struct position *position)
{
    struct value *map = page->map;
    char head[BASE32_HASH_BYTES], since[TIMETEXT_BYTES];
    const char *domain = reply_domain(page->site->desk);

    base32_write(position->chain.entry.at, HASH_BYTES, head);
    value_set_text(map, "headline", page->title);
    value_set_text(map, "title", position->played->title);
    value_set_int(map, "game", page->game);
    value_set_text(map, "robot", page->site->desk->config->name);
    value_set_text(map, "domain", domain);
    timetext_write(position->genesis.started_s, since);
    since[strcspn(since, "T")] = '\0'; /* a tag URI names a day */
    value_set_text(map, "since", since);
    value_set_text(map, "rules", position->rules_version);
    value_set_text(map, "options", position->genesis.options);
    value_set_int(map, "entries", (int64_t)position->chain.number);
    value_set_text(map, "head", head);
    value_set_flag(map, "frozen", position->is_frozen);
    add_watching(page, position);
    set_time(page, map, position->at_s);
}

static void add_last(struct page *page)
{
    value_set_text(page->map, "picture", page->picture);
    value_set_text(page->map, "alt", buf_text(&page->alt));
    value_set_text(page->map, "last_words", page->words);
    value_set_flag(page->map, "drawn", *page->picture != '\0');
    value_set_int(page->map, "last", (int64_t)page->step_count - 1);
    value_set_flag(page->map, "by_table", page->by_table);
}

/* The feed's steps, the newest first. */
static void add_recent(struct page *page)
{
    struct value *list = value_set_list(page->map, "recent");

    for (unsigned i = 0; i < page->step_count && i < FEED_STEPS; i++)
        value_add(list, page->recent[(page->step_count - 1 - i) % FEED_STEPS]);
}

static void add_to_index(struct page *page, const struct position *position)
{
    static const char *const texts[] = {"headline", "title", "game",  "waiting", "result",
                                        "picture",  "alt",   "stamp", "time",    "last"};
    bool over = position->phase == POSITION_OVER;
    struct value *one = value_add_map(over ? page->site->over : page->site->open);

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        value_set_text(one, texts[i], value_get_text(value_get(page->map, texts[i])));
}

static enum rc add_seals(struct page *page, const struct position *position, struct err *err)
{
    enum rc rc;

    page->seals = value_set_list(page->map, "seals");
    page->position = position;
    rc = ledger_seals(page->site->desk->ledger, page->game, 0, (int64_t)position->chain.number,
                      add_seal, page, err);
    value_set_flag(page->map, "has_said", value_count(page->said) > 0);
    value_set_flag(page->map, "has_seals", value_count(page->seals) > 0);
    value_set_int(page->map, "seal_count", (int64_t)value_count(page->seals));
    value_set_int(page->map, "opened_count", page->opened_count);
    return rc;
}

static enum rc fill(struct page *page, const struct position *position, struct err *err)
{
    enum rc rc = RC_OK;

    if (!page->step_count)
        rc = add_start(page, position, position_state(position), err);
    if (rc != RC_OK)
        return rc;
    if (page->by_table && page->svg.length)
        rc = put_board(page, err);
    if (rc != RC_OK)
        return rc;
    add_head(page, position);
    add_players(page, position);
    add_outcome(page, position);
    add_last(page);
    add_recent(page);
    add_to_index(page, position);
    rc = add_seals(page, position, err);
    return rc == RC_OK ? values_rc(page->values, err) : rc;
}

static enum rc write_page(struct page *page, struct err *err)
{
    char folder[64], name[96];
    struct position *position = NULL;
    enum rc rc;

    snprintf(folder, sizeof folder, "game-%lld", (long long)page->game);
    rc = site_make_folder(page->site, folder, err);
    if (rc == RC_OK)
        rc = put_record(page, err);
    if (rc == RC_OK)
        rc = position_walk(page->site->desk, page->game, INT64_MAX, take_entry, page, &position,
                           err);
    if (rc == RC_OK)
        rc = fill(page, position, err);
    position_free(position);
    snprintf(name, sizeof name, "%s/index.html", folder);
    if (rc == RC_OK)
        rc = site_render(page->site, "site-game.html", page->map, name, err);
    snprintf(name, sizeof name, "%s/feed.xml", folder);
    if (rc == RC_OK)
        rc = site_render(page->site, "site-feed.xml", page->map, name, err);
    if (rc == RC_OK && page->by_table)
        rc = site_drop_steps(page->site, folder, err);
    page->site->count->games += rc == RC_OK;
    return rc;
}

enum rc site_game(struct site *site, int64_t game, struct err *err)
{
    struct page page = {.site = site, .game = game, .values = values_new()};
    enum rc rc;

    page.map = value_map(page.values);
    page.steps = value_set_list(page.map, "steps");
    page.said = value_set_list(page.map, "said");
    page.view = calloc(2, GAME_STATE_MAX);
    page.scene = calloc(1, sizeof *page.scene);
    page.events = calloc(1, sizeof *page.events);
    if (page.view && page.scene && page.events) {
        page.after = page.view + GAME_STATE_MAX;
        rc = write_page(&page, err);
    } else
        rc = ERR(err, RC_NO_MEMORY, "no memory for a page");
    buf_fini(&page.alt);
    buf_fini(&page.svg);
    buf_fini(&page.speech);
    free(page.view);
    free(page.scene);
    free(page.events);
    values_free(page.values);
    return rc;
}
