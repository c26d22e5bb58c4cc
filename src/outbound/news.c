/* SPDX-License-Identifier: MIT */
/* Walks a game's log for what one reader has not been told yet. Sentences for it are in
 * news_words.c. */
#include "outbound/news.h"

#include <stdio.h>

#include "play/timeout.h"
#include "seal/encode.h"

struct gatherer {
    struct news *news;
    int64_t player[POSITION_SEATS]; /* before the entry */
    int64_t from_n;
    unsigned late;  /* the seat for which time answered last; 0 = somebody did */
    uint64_t asked; /* the entry to which a seat asks to go back; 0 = none does */
    unsigned asker;
    struct event_list *events; /* of one entry */
};

/* A payload, where the reader may know it after this entry. */
struct eyes {
    const struct position_step *step;
    unsigned seat;
};

static const char *look(void *context, const char *name, size_t *length)
{
    const struct eyes *eyes = context;
    const struct position *position = eyes->step->position;

    if (!game_may_know(position->played, position_rulebook(position), position_state(position),
                       name, eyes->seat))
        return NULL;
    return position_payload(position, name, length);
}

/* The entry's order as a seat may see it after the entry; false if the entry is none. */
static bool news_order(const struct position_step *step, unsigned seat, struct order *order)
{
    const struct entry *entry = step->entry;
    const struct game *rules = step->position->played;
    struct eyes eyes = {step, seat};
    char text[ENTRY_WORDS_BYTES + SEAL_NAME_MAX + 8];
    struct text open;

    if (entry->kind == ENTRY_OPEN) {
        text_init(&open, text, sizeof text);
        TEXT_PUT(&open, "open ", entry->name, " ", entry->words);
    } else if (entry->kind != ENTRY_ORDER && entry->kind != ENTRY_DRAW &&
               entry->kind != ENTRY_DEFAULT)
        return false;
    else if (entry_substitute(entry->words, look, &eyes, text, sizeof text, NULL) != RC_OK)
        return false;
    if (!rules->text->read_order(position_rulebook(step->position), entry->who, text, strlen(text),
                                 order))
        return false;
    /* What a player opens, and what comes of not opening it, the table tells the rules. */
    if (order->kind < rules->text->kind_count &&
        rules->text->kinds[order->kind].flags & ORDER_BY_TABLE)
        order->seat = SEAT_TABLE;
    return true;
}

static enum rc add_events(struct news *news, const struct event_list *events, uint64_t n,
                          struct err *err)
{
    size_t room = news->event_count + events->count;
    struct event *grown;
    uint64_t *numbers;

    if (!events->count)
        return RC_OK;
    grown = realloc(news->event, room * sizeof *grown);
    if (grown)
        news->event = grown;
    numbers = realloc(news->event_n, room * sizeof *numbers);
    if (numbers)
        news->event_n = numbers;
    FAIL_IF(!grown || !numbers, err, RC_NO_MEMORY, "no memory for news");
    for (unsigned i = 0; i < events->count; i++)
        numbers[news->event_count + i] = n;
    memcpy(grown + news->event_count, events->at, events->count * sizeof *grown);
    news->event_count += events->count;
    return RC_OK;
}

/* Keep the order and the view before it for the picture; the oldest gives way. */
static void keep_past(struct news *news, const void *view, size_t bytes, const struct order *order,
                      uint64_t n)
{
    if (news->past_count == NEWS_ORDERS_MAX) {
        memmove(news->views, news->views + bytes, (NEWS_ORDERS_MAX - 1) * bytes);
        memmove(news->order, news->order + 1, (NEWS_ORDERS_MAX - 1) * sizeof *order);
        memmove(news->order_n, news->order_n + 1, (NEWS_ORDERS_MAX - 1) * sizeof news->order_n[0]);
        news->past_count--;
    }
    memcpy(news->views + news->past_count * bytes, view, bytes);
    news->order[news->past_count] = *order;
    news->order_n[news->past_count] = n;
    news->past_count++;
}

/* ---- what is no order ---- */

static bool is_note(const struct entry *entry)
{
    return entry->kind == ENTRY_OPEN && text_starts_with(entry->words, OWN_NOTE);
}

static bool may_hear(const struct news *news, const struct position_step *step)
{
    const struct entry *entry = step->entry;

    if (news->seat == SEAT_PUBLIC)
        return position_press_is_public(step->position, entry);
    return entry->to_all || entry->who == news->seat || entry->seat == news->seat;
}

enum { KEY_TEXT_BYTES = BASE32_CHARS(KEY_BYTES) + 1, UNDO_BYTES = 32 };

/* What the note tells; NULL = the entry is no news for this reader. */
static const char *text_of_note(const struct news *news, const struct position_step *step,
                                char key[KEY_TEXT_BYTES], size_t *length)
{
    const struct entry *entry = step->entry;
    char name[SEAL_NAME_MAX + 1];

    *length = strlen(entry->words);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_PRESS:
        seal_name_write(SEAL_PRESS, entry->number, 0, name);
        return may_hear(news, step) ? position_payload(step->position, name, length) : NULL;
    case ENTRY_AGREE:
    case ENTRY_DECLINE:
        return text_starts_with(entry->words, "undo ") ? entry->words : NULL;
    case ENTRY_UNDO:
        return entry->words;
    case ENTRY_DEFAULT: /* what was done stands behind it, as of any order */
        *length = 0;
        return "";
    case ENTRY_KEY:
        base32_write(entry->key, KEY_BYTES, key);
        *length = strlen(key);
        return key;
    case ENTRY_OPEN: /* a note that its player published */
        *length -= OWN_NOTE_BYTES;
        return is_note(entry) ? entry->words + OWN_NOTE_BYTES : NULL;
    default:
        return NULL;
    }
}

/* What was undone is no news any more, but for what was said. */
static void drop_undone(struct news *news, uint64_t to)
{
    unsigned kept = 0;

    while (news->event_count && news->event_n[news->event_count - 1] > to)
        news->event_count--;
    while (news->past_count && news->order_n[news->past_count - 1] > to)
        news->past_count--;
    for (unsigned i = 0; i < news->note_count; i++) {
        struct news_note *note = &news->note[i];

        if (note->n > to && (note->kind == ENTRY_UNDO || note->kind == ENTRY_AGREE ||
                             note->kind == ENTRY_DEFAULT)) {
            free(note->text);
            continue;
        }
        if (note->before_event > news->event_count)
            note->before_event = news->event_count;
        news->note[kept++] = *note;
    }
    news->note_count = kept;
}

static void drop_requests(struct news *news)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < news->note_count; i++) {
        if (news->note[i].kind == ENTRY_AGREE && !news->note[i].lapsed)
            free(news->note[i].text);
        else
            news->note[kept++] = news->note[i];
    }
    news->note_count = kept;
}

static uint8_t owner_of(const struct position_step *step, const char *name)
{
    unsigned seat = 0;

    return replay_seal_owner(step->position->replay, name, &seat) ? (uint8_t)seat : 0;
}

static enum rc put_note(struct news *news, const struct news_note *note, const char *text,
                        size_t length, struct err *err)
{
    struct news_note *grown = realloc(news->note, (news->note_count + 1) * sizeof *grown);

    news->note = grown ? grown : news->note;
    if (grown)
        grown[news->note_count] = *note;
    if (!grown || !(grown[news->note_count].text = strndup(text, length)))
        return ERR(err, RC_NO_MEMORY, "no memory for news");
    news->note_count++;
    return RC_OK;
}

static enum rc add_note(struct news *news, const struct position_step *step, struct err *err)
{
    const struct entry *entry = step->entry;
    struct news_note note;
    char key[KEY_TEXT_BYTES];
    size_t length;
    const char *text = text_of_note(news, step, key, &length);

    if (!text)
        return RC_OK;
    note = (struct news_note){.before_event = news->event_count,
                              .kind = entry->kind,
                              .who = is_note(entry) ? owner_of(step, entry->name) : entry->who,
                              .seat = entry->seat,
                              .to_all = entry->to_all,
                              .n = entry->number,
                              .to = entry->to};
    return put_note(news, &note, text, length, err);
}

/* A request to take back that an order left unanswered is told as that alone. */
static enum rc add_lapse(struct gatherer *gatherer, const struct position_step *step,
                         struct err *err)
{
    const struct replay *replay = step->position->replay;
    struct news *news = gatherer->news;
    struct news_note note = {.kind = ENTRY_AGREE,
                             .who = (uint8_t)gatherer->asker,
                             .n = step->entry->number,
                             .lapsed = true};
    uint64_t asked = gatherer->asked;
    char text[UNDO_BYTES];

    gatherer->asked = 0;
    for (unsigned seat = step->position->genesis.seats; seat >= 1; seat--)
        if (replay_undo_agreed(replay, seat)) {
            gatherer->asked = replay_undo_agreed(replay, seat);
            gatherer->asker = seat;
        }
    if (!asked || gatherer->asked || step->entry->kind != ENTRY_ORDER ||
        (int64_t)step->entry->number <= gatherer->from_n)
        return RC_OK;
    drop_requests(news);
    note.before_event = news->event_count;
    snprintf(text, sizeof text, "undo %llu", (unsigned long long)asked);
    return put_note(news, &note, text, strlen(text), err);
}

/* A turn that time ended is told as that once, however much was done in it. */
static enum rc add_late(struct gatherer *gatherer, const struct position_step *step,
                        struct err *err)
{
    const struct entry *entry = step->entry;
    bool is_late = entry->kind == ENTRY_DEFAULT, goes_on = is_late && gatherer->late == entry->who;

    if (is_late || entry->kind == ENTRY_ORDER)
        gatherer->late = is_late ? entry->who : 0;
    return is_late && !goes_on ? add_note(gatherer->news, step, err) : RC_OK;
}

/* A seat changes hands: what was told so far was of the one before. */
static enum rc add_seating(struct gatherer *gatherer, const struct position_step *step,
                           struct err *err)
{
    struct news *news = gatherer->news;
    struct news_seating *grown;
    uint8_t seat = step->entry->seat;

    grown = realloc(news->seating, (news->seating_count + 1) * sizeof *grown);
    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for news");
    news->seating = grown;
    grown[news->seating_count++] =
        (struct news_seating){step->entry->number, seat, gatherer->player[seat]};
    return RC_OK;
}

static enum rc gather_step(struct gatherer *gatherer, const struct position_step *step,
                           struct err *err)
{
    struct news *news = gatherer->news;
    const struct game *rules = step->position->played;
    const void *rulebook = position_rulebook(step->position);
    struct order order = {0};

    if ((int64_t)step->entry->number <= gatherer->from_n)
        return RC_OK;
    TRY(add_late(gatherer, step, err));
    if (step->entry->kind == ENTRY_UNDO)
        drop_undone(news, step->entry->to);
    if (step->entry->kind == ENTRY_SEAT)
        return add_seating(gatherer, step, err);
    if (is_note(step->entry) || !news_order(step, news->seat, &order))
        return step->entry->kind == ENTRY_DEFAULT ? RC_OK : add_note(news, step, err);
    if (!news->views && !(news->views = calloc(NEWS_ORDERS_MAX, rules->state_bytes)))
        return ERR(err, RC_NO_MEMORY, "no memory for news");
    game_view(rules, rulebook, step->before, news->seat, news->view);
    keep_past(news, news->view, rules->state_bytes, &order, step->entry->number);
    gatherer->events->count = 0;
    game_learn(rules, rulebook, position_state(step->position), news->seat, news->view);
    if (!rules->rules->apply(rulebook, news->view, &order, gatherer->events)) {
        news->past_count--; /* an opening after the end changes no board */
        return RC_OK;
    }
    return add_events(news, gatherer->events, step->entry->number, err);
}

static enum rc keep_state(struct news *news, const struct position *position, struct err *err)
{
    if (!news->kept)
        news->kept = calloc(1, GAME_STATE_MAX);
    FAIL_IF(!news->kept, err, RC_NO_MEMORY, "no memory for news");
    memcpy(news->kept, position_state(position), position->played->state_bytes);
    return RC_OK;
}

static enum rc gather(void *user, const struct position_step *step, struct err *err)
{
    struct gatherer *gatherer = user;

    TRY(gather_step(gatherer, step, err));
    TRY(add_lapse(gatherer, step, err));
    if (gatherer->news->keep_n == (int64_t)step->entry->number)
        TRY(keep_state(gatherer->news, step->position, err));
    memcpy(gatherer->player, step->position->player, sizeof gatherer->player);
    return RC_OK;
}

int64_t news_holder(const struct news *news, unsigned seat, uint64_t n)
{
    for (unsigned i = 0; i < news->seating_count; i++)
        if (news->seating[i].seat == seat && news->seating[i].n > n)
            return news->seating[i].player;
    return news->position->player[seat];
}

enum rc news_name_seats(struct desk *desk, const struct news *news, uint64_t n,
                        struct answering_names *names, struct wording *wording, struct err *err)
{
    for (unsigned i = 0; i < news->seating_count; i++) {
        unsigned seat = news->seating[i].seat;

        if (news->seating[i].n <= n)
            continue;
        TRY(answering_name_player(desk, news->position, seat, news_holder(news, seat, n),
                                  language_code(wording->language), names->name[seat],
                                  sizeof names->name[0], err));
        wording->player[seat] = names->name[seat];
    }
    return RC_OK;
}

enum rc news_gather(struct desk *desk, int64_t game, unsigned seat, int64_t from_n, int64_t n,
                    struct news *news, struct err *err)
{
    struct gatherer gatherer = {
        .news = news, .from_n = from_n, .events = calloc(1, sizeof(struct event_list))};
    enum rc rc;

    news->seat = seat;
    news->view = calloc(1, GAME_STATE_MAX);
    if (!news->view || !gatherer.events) {
        free(gatherer.events);
        return ERR(err, RC_NO_MEMORY, "no memory for news");
    }
    rc = position_walk(desk, game, n, gather, &gatherer, &news->position, err);
    if (rc == RC_OK) {
        const struct game *rules = news->position->played;

        game_view(rules, position_rulebook(news->position), position_state(news->position), seat,
                  news->view);
        for (unsigned i = 0; i < news->past_count; i++)
            news->past[i] =
                (struct game_past){news->views + i * rules->state_bytes, &news->order[i]};
    }
    free(gatherer.events);
    return rc;
}

void news_fini(struct news *news)
{
    size_t bytes = news->position ? news->position->played->state_bytes : 0;

    if (news->view)
        secret_wipe(news->view, GAME_STATE_MAX);
    if (news->kept)
        secret_wipe(news->kept, GAME_STATE_MAX);
    free(news->kept);
    if (news->views)
        secret_wipe(news->views, NEWS_ORDERS_MAX * bytes);
    free(news->view);
    free(news->views);
    free(news->event);
    free(news->event_n);
    for (unsigned i = 0; i < news->note_count; i++) {
        secret_wipe(news->note[i].text, strlen(news->note[i].text));
        free(news->note[i].text);
    }
    free(news->note);
    free(news->seating);
    position_free(news->position);
    *news = (struct news){0};
}
