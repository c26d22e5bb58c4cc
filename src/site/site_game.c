/* SPDX-License-Identifier: MIT */
/* One game's page, games/12.html, with its record beside it. Stepping through that record is
 * table.html's; the board is drawn in site_board.c. */
#include <libdeflate.h>
#include <stdio.h>
#include <unistd.h>

#include "base/timetext.h"
#include "draw/safe.h"
#include "letter/mime_out.h"
#include "outbound/answering.h"
#include "outbound/bounces.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "play/reply.h"
#include "play/signing.h"
#include "record/record.h"
#include "seal/encode.h"
#include "site/site_p.h"
#include "tell/option_words.h"

enum {
    NAME_COLUMNS = 40,
    SAID_ENTRIES = 24, /* a page tells what was said in so many newest entries */
    PACK_LEVEL = 6     /* of libdeflate: what is packed once is fetched often */
};

struct page {
    struct site *site;
    int64_t game, head; /* its newest entry */
    struct values *values;
    struct value *map, *said, *card;
    struct wording wording;
    struct answering_names names;
    struct safe safe[SEATS_MAX + 1];
    bool has_record;               /* was written with it */
    int64_t named[SEATS_MAX + 1];  /* the players whose names the wording has */
    bool unreached[SEATS_MAX + 1]; /* the seat's letters come back */
    char title[SAFE_BYTES * 2];
};

/* Of one game in several languages. */
struct pages {
    struct page *at; /* owned */
    unsigned count;
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

    if (page->title[0] && memcmp(page->named, position->player, sizeof page->named) == 0)
        return RC_OK;
    TRY(site_names(page->site, position, &page->names, &page->wording, err));
    memcpy(page->named, position->player, sizeof page->named);
    text_init(&title, page->title, sizeof page->title);
    TEXT_PUT(&title, wording_title(&page->wording, position->played), " ", TEXT_INT(page->game));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        safe_clean(&page->safe[seat], page->names.name[seat], NAME_COLUMNS, false);
        page->wording.player[seat] = page->safe[seat].at;
        page->unreached[seat] = is_unreached(page->site->desk, position->player[seat]);
        TEXT_PUT(&title, seat == 1 ? ": " : " – ", page->safe[seat].at);
    }
    return RC_OK;
}

static void set_time(const struct page *page, struct value *map, int64_t time_s)
{
    char stamp[TIMETEXT_BYTES];
    OWN(buf) text = {0};

    timetext_write(time_s, stamp);
    wording_time(&page->wording, time_s, &text);
    value_set_text(map, "stamp", stamp);
    value_set_text(map, "time", buf_text(&text));
}

/* ---- words for everybody ---- */

static enum rc add_words(struct page *page, const struct position_step *step, struct err *err)
{
    const struct entry *entry = step->entry;
    char name[SEAL_NAME_MAX + 1];
    const char *text;
    struct value *one, *lines;
    size_t length;

    seal_name_write(SEAL_PRESS, entry->number, 0, name);
    text = position_press_is_public(step->position, entry)
               ? position_payload(step->position, name, &length)
               : NULL;
    if (!text) /* or its writer was forgotten */
        return RC_OK;
    TRY(name_players(page, step->position, err));
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
    return values_rc(page->values, err);
}

/* What was said of late; stepping through the rest is the table's. */
static enum rc take_entry(void *user, const struct position_step *step, struct err *err)
{
    const struct pages *pages = user;
    bool is_said = step->entry->kind == ENTRY_PRESS &&
                   (int64_t)step->entry->number + SAID_ENTRIES > pages->at->head;

    for (unsigned i = 0; is_said && i < pages->count; i++)
        TRY(add_words(&pages->at[i], step, err));
    return RC_OK;
}

/* ---- the record ---- */

/* As gzip (RFC 1952) writes it, without a name or a time: the same record gives the same file. */
static enum rc pack_record(const struct buf *record, struct buf *out, struct err *err)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(PACK_LEVEL);
    size_t most = packer ? libdeflate_gzip_compress_bound(packer, record->length) : 0;

    if (most && buf_reserve(out, most))
        out->length += libdeflate_gzip_compress(packer, buf_text(record), record->length,
                                                out->at + out->length, most);
    libdeflate_free_compressor(packer);
    return out->length ? buf_rc(out, err) : ERR(err, RC_NO_MEMORY, "no memory for a record");
}

static enum rc put_packed(struct page *page, const struct buf *record, struct err *err)
{
    OWN(buf) packed = {0};
    char name[96];

    TRY(pack_record(record, &packed, err));
    snprintf(name, sizeof name, SITE_RECORD, (long long)page->game);
    return site_put(page->site, name, &packed, err);
}

/* A frozen game signs no head, so it has no record until it is thawed. */
static enum rc put_record(struct page *page, const struct position *position, struct err *err)
{
    OWN(buf) record = {0};
    enum rc rc = export_position(page->site->desk, position, RECORD_FOR_ALL, &record, err);

    THEN(rc, put_packed(page, &record, err));
    page->has_record = rc == RC_OK;
    return rc;
}

/* Walk the log once; the page at the top has the record for all languages. */
static enum rc read_log(struct pages *pages, struct position **position, struct err *err)
{
    struct page *first = pages->at;
    struct desk *desk = first->site->desk;
    enum rc rc = first->site->below ? RC_OK : signing_check(desk, first->game, err);
    bool signs = !first->site->below && rc == RC_OK;

    if (rc == RC_FROZEN)
        err_clear(err);
    if (rc == RC_OK || rc == RC_FROZEN)
        rc = ledger_begin_read(desk->ledger, err);
    TRY(rc);
    rc = position_walk(desk, first->game, INT64_MAX, take_entry, pages, position, err);
    if (rc == RC_OK && signs)
        rc = put_record(first, *position, err);
    ledger_rollback(desk->ledger);
    if (rc == RC_FROZEN)
        err_clear(err);
    return rc == RC_FROZEN ? RC_OK : rc;
}

/* Where a page below finds it, at the top. */
static enum rc find_record(struct page *page, struct err *err)
{
    char name[96], path[SITE_PATH_BYTES];
    bool is_there = page->has_record;
    enum rc rc;

    snprintf(name, sizeof name, "../" SITE_RECORD, (long long)page->game);
    rc = site_path(page->site, name, path, err);
    if (page->site->below)
        is_there = rc == RC_OK && access(path, R_OK) == 0;
    value_set_flag(page->map, "has_record", is_there);
    value_set_flag(page->map, "steps", is_there && page->site->by_table);
    return rc;
}

/* ---- the page ---- */

static void add_players(struct page *page, const struct position *position)
{
    struct value *list = value_set_list(page->map, "players");
    OWN(buf) waiting = {0};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        struct value *one = value_add_map(list);

        value_set_int(one, "seat", seat);
        value_set_text(one, "name", page->wording.player[seat]);
        value_set_flag(one, "unreached", page->unreached[seat]);
        if (adjudicate_is_asked(position, seat))
            buf_printf(&waiting, "%s%s", waiting.length ? ", " : "", page->wording.player[seat]);
    }
    value_set_text(page->map, "waiting", buf_text(&waiting));
}

static void add_outcome(struct page *page, const struct position *position)
{
    struct outcome outcome = {0};
    OWN(buf) text = {0};

    if (position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&page->wording, &outcome, &text);
    }
    value_set_text(page->map, "result", buf_text(&text));
}

/* One tap to get the letters of a game that goes on. */
static void add_watching(struct page *page, const struct position *position)
{
    char words[TEXT_INT_BYTES + 8];
    OWN(buf) link = {0};

    snprintf(words, sizeof words, "watch %s", TEXT_INT(page->game));
    if (position->phase != POSITION_OVER)
        letter_mailto(page->site->desk->config->address, words, words, &link);
    value_set_text(page->map, "watch_link", buf_text(&link));
}

static void add_head(struct page *page, const struct position *position)
{
    struct value *map = page->map;
    char head[BASE32_HASH_BYTES];
    TEXT_IN(time, rules, GENESIS_TIME_BYTES);
    OWN(buf) options = {0}, times = {0};

    base32_write(position->chain.entry.at, HASH_BYTES, head);
    value_set_text(map, "headline", page->title);
    value_set_text(map, "title", wording_title(&page->wording, position->played));
    value_set_int(map, "game", page->game);
    value_set_text(map, "rules", position->rules_version);
    option_words_show(language_sentences(page->site->language), position->played,
                      position->genesis.options, &options);
    value_set_text(map, "options", buf_text(&options));
    timing_write(&position->timing.rules, &time);
    option_words_show(language_sentences(page->site->language), NULL, rules, &times);
    value_set_text(map, "times", buf_text(&times));
    value_set_int(map, "entries", (int64_t)position->chain.number);
    value_set_text(map, "head", head);
    value_set_flag(map, "frozen", position->is_frozen);
    add_watching(page, position);
    set_time(page, map, position->at_s);
}

/* Who has a seat, for the pages of players who show themselves; not while names are hidden. */
static void add_sitters(const struct position *position, struct buf *sitters)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] && (!position->anonymous || position->phase == POSITION_OVER))
            buf_printf(sitters, "%lld,", (long long)position->player[seat]);
}

/* What lists say of the game, and the table's page. */
static void fill_card(struct page *page, const struct position *position)
{
    static const char *const texts[] = {"headline", "title", "waiting", "result", "time"};
    char genesis[BASE32_HASH_BYTES], box[BASE32_HASH_BYTES];

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        value_set_text(page->card, texts[i], value_get_text(value_get(page->map, texts[i])));
    value_set_text(page->card, "genesis",
                   base32_write(&position->chain.genesis, HASH_BYTES, genesis));
    value_set_text(page->card, "box", base32_write(position->genesis.box, KEY_BYTES, box));
}

static enum rc fill(struct page *page, const struct position *position, struct err *err)
{
    if (!page->site->by_table)
        TRY(site_board(page->site, position, DRAW_WHOLE, page->map, err));
    if (!page->site->by_table)
        TRY(site_board(page->site, position, DRAW_LYING, page->map, err));
    TRY(name_players(page, position, err));
    TRY(find_record(page, err));
    add_head(page, position);
    add_players(page, position);
    add_outcome(page, position);
    fill_card(page, position);
    value_set_flag(page->map, "has_said", value_count(page->said) > 0);
    return values_rc(page->values, err);
}

static enum rc write_page(struct page *page, const struct site_state *state,
                          const struct position *position, struct err *err)
{
    char name[64], stamp[TIMETEXT_BYTES];
    OWN(buf) sitters = {0};
    unsigned before = page->site->count->files;

    TRY(fill(page, position, err));
    snprintf(name, sizeof name, SITE_PAGE, (long long)page->game);
    TRY(site_render(page->site, "site-game.html", page->map, name, err));
    timetext_write(position->at_s, stamp);
    add_sitters(position, &sitters);
    site_memory_add(page->site, state, page->site->count->files - before + page->has_record,
                    &(struct site_card){page->game, position->phase == POSITION_OVER, stamp,
                                        buf_text(&sitters), NULL},
                    page->card);
    return RC_OK;
}

static void start(struct page *page, struct site *site, const struct site_state *state)
{
    *page = (struct page){.site = site, .game = state->row.game, .head = state->row.n};
    page->values = values_new();
    page->map = value_map(page->values);
    page->card = value_map(page->values);
    page->said = value_set_list(page->map, "said");
}

enum rc site_game(struct site *const *site, unsigned count, const struct site_state *state,
                  struct err *err)
{
    struct pages pages = {calloc(count, sizeof *pages.at), count};
    OWN_AT(position) position = NULL;
    enum rc rc;

    FAIL_IF(!pages.at, err, RC_NO_MEMORY, "no memory for pages");
    for (unsigned i = 0; i < count; i++)
        start(&pages.at[i], site[i], state);
    rc = read_log(&pages, &position, err);
    for (unsigned i = 0; i < count; i++) {
        THEN(rc, write_page(&pages.at[i], state, position, err));
        values_free(pages.at[i].values);
    }
    free(pages.at);
    return rc;
}
