/* SPDX-License-Identifier: MIT */
/* The steps of a game's page: a walk over its log, each step told and, on a whole page, drawn. */
#include <stdio.h>
#include <string.h>

#include "base/timetext.h"
#include "outbound/bounces.h"
#include "outbound/news.h"
#include "site/site_steps_p.h"

/* ---- names ---- */

/* Somebody who was forgotten has no letters. */
static bool is_unreached(struct desk *desk, int64_t player)
{
    bool reached = true;

    return player && bounces_reach(desk, player, &reached, NULL) == RC_OK && !reached;
}

enum rc page_name_players(struct page *page, const struct position *position, struct err *err)
{
    struct text title;
    enum rc rc = answering_wording(page->site->desk, position, language_code(page->site->language),
                                   &page->names, &page->wording, err);

    if (rc != RC_OK)
        return rc;
    page->is_named = true;
    text_init(&title, page->title, sizeof page->title);
    text_put(&title, wording_title(&page->wording, position->played));
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

void page_set_time(const struct page *page, struct value *map, int64_t time_s)
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

    snprintf(name, 64, "%04u.%s", page->step_count, ending);
    snprintf(path, sizeof path, "game-%lld/%s", (long long)page->game, name);
    return site_put(page->site, path, bytes, err);
}

static enum rc put_board(struct page *page, struct err *err)
{
    enum rc rc = put_numbered(page, "svg", &page->svg, page->picture, err);

    return rc == RC_OK ? put_numbered(page, "txt", &page->speech, page->words, err) : rc;
}

/* Draw a view; write it as a picture and in words. */
static enum rc draw_step(struct page *page, const struct position *position, const void *view,
                         const struct game_past *past, struct err *err)
{
    char title[128];
    struct draw_look look = {.title = title,
                             .words = language_words(page->wording.language),
                             .lexicon = language_lexicon(page->wording.language, position->played)};
    enum rc rc;

    snprintf(title, sizeof title, "%s %lld · %u", wording_title(&page->wording, position->played),
             (long long)page->game, page->step_count);
    buf_clear(&page->alt);
    buf_clear(&page->svg);
    buf_clear(&page->speech);
    if (!position->played->show || page->is_small)
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
    return rc == RC_OK ? put_board(page, err) : rc;
}

static struct value *add_step(struct page *page, int64_t entry, int64_t time_s, const char *order,
                              bool opening)
{
    struct value *step = value_add_map(page->steps);

    value_set_int(step, "n", page->step_count);
    value_set_int(step, "entry", entry);
    value_set_text(step, "picture", page->picture);
    value_set_text(step, "alt", buf_text(&page->alt));
    value_set_text(step, "order", order);
    value_set_flag(step, "start", page->step_count == 0);
    value_set_flag(step, "opening", opening);
    page_set_time(page, step, time_s);
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
enum rc page_add_start(struct page *page, const struct position *position, const void *state,
                       struct err *err)
{
    enum rc rc = page->is_named ? RC_OK : page_name_players(page, position, err);

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
    if (!page->is_named)
        rc = page_name_players(page, step->position, err);
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
    page_set_time(page, one, entry->time_s);
    return rc == RC_OK ? values_rc(page->values, err) : rc;
}

/* An order, an answer of the table or an opened seal; other entries change no board. */
enum rc page_take_entry(void *user, const struct position_step *step, struct err *err)
{
    struct page *page = user;
    const struct position *position = step->position;
    const struct entry *entry = step->entry;
    bool opening = entry->kind == ENTRY_OPEN;
    const void *rulebook = position_rulebook(position);
    struct order order = {0};
    struct game_past past = {page->view, &order};
    enum rc rc = RC_OK;

    if (entry->kind == ENTRY_PRESS &&
        (!page->is_small || (int64_t)entry->number + SMALL_ENTRIES > page->head))
        return add_words(page, step, err);
    if (page->is_small) {
        if (news_order(step, SEAT_PUBLIC, &order)) /* the beginning counts as a step, too */
            page->step_count += page->step_count ? 1 : 2;
        return RC_OK;
    }
    if (entry->kind == ENTRY_SEAT && page->is_named)
        return page_name_players(page, position, err);
    if (!news_order(step, SEAT_PUBLIC, &order))
        return RC_OK;
    if (!page->step_count)
        rc = page_add_start(page, position, step->before, err);
    else if (!page->is_named)
        rc = page_name_players(page, position, err);
    if (rc != RC_OK)
        return rc;
    game_view(position->played, rulebook, step->before, SEAT_PUBLIC, page->view);
    memcpy(page->after, page->view, position->played->state_bytes);
    page->events->count = 0;
    if (!position->played->rules->apply(rulebook, page->after, &order, page->events))
        return rc; /* an opening after the end changes no board */
    game_view(position->played, rulebook, position_state(position), SEAT_PUBLIC, page->after);
    rc = draw_step(page, position, page->after, &past, err);
    add_sentences(page, add_step(page, (int64_t)entry->number, entry->time_s,
                                 opening ? entry->name : entry->words, opening));
    return rc;
}
