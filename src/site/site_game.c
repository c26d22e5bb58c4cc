/* SPDX-License-Identifier: MIT */
/* One game's page: its steps, players, record and seals, in either form. */
#include "play/reply.h"
#include "site/site_steps_p.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timetext.h"
#include "ledger/facts.h"
#include "letter/mime_out.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "record/record.h"
#include "seal/encode.h"
#include "tell/option_words.h"

enum {
    COMMITMENT_SHOWN = 8, /* bytes of a seal's hash, to tell seals apart at a glance */
    PACK_LEVEL = 9        /* of libdeflate: what is packed once is fetched often */
};

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

static void count_seal(struct page *page, const struct ledger_seal_row *row)
{
    page->seal_count++;
    page->opened_count += row->opened_n >= 0;
}

static enum rc add_seal(struct page *page, const struct ledger_seal_row *row, struct err *err)
{
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
    count_seal(page, row);
    return rc;
}

static enum rc put_text(struct page *page, const char *file, const struct buf *bytes,
                        struct err *err)
{
    char name[96];

    snprintf(name, sizeof name, "game-%lld/%s", (long long)page->game, file);
    return site_put(page->site, name, bytes, err);
}

static enum rc put_log(struct page *page, struct err *err)
{
    struct buf log = {0};
    struct ledger_rows rows = ledger_entries(page->site->desk->ledger, page->game, 0, err);
    struct ledger_entry row;
    enum rc rc;

    while (ledger_next(&rows, &row))
        if (row.n)
            buf_printf(&log, "%lld %s\n", (long long)row.n, row.text);
        else
            buf_put(&log, row.text);
    rc = ledger_end(&rows);
    if (rc == RC_OK)
        rc = put_text(page, "log.txt", &log, err);
    buf_fini(&log);
    return rc;
}

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
    struct buf packed = {0};
    char name[96];
    enum rc rc = pack_record(record, &packed, err);

    snprintf(name, sizeof name, SITE_RECORD, (long long)page->game);
    if (rc == RC_OK)
        rc = site_put(page->site, name, &packed, err);
    buf_fini(&packed);
    return rc;
}

/* A frozen game signs no head, so it has a log but no record until it is thawed. */
static enum rc put_record(struct page *page, struct err *err)
{
    struct buf record = {0};
    enum rc rc = export_game(page->site->desk, page->game, RECORD_FOR_ALL, &record, err);

    page->has_record = rc == RC_OK;
    value_set_flag(page->map, "has_record", page->has_record);
    if (rc == RC_FROZEN) {
        err_clear(err);
        rc = RC_OK;
    } else if (rc == RC_OK)
        rc = page->is_small ? put_packed(page, &record, err)
                            : put_text(page, "record.txt", &record, err);
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
    struct buf options = {0};

    base32_write(position->chain.entry.at, HASH_BYTES, head);
    value_set_text(map, "headline", page->title);
    value_set_text(map, "title", wording_title(&page->wording, position->played));
    value_set_int(map, "game", page->game);
    value_set_text(map, "robot", page->site->desk->config->name);
    value_set_text(map, "domain", domain);
    timetext_write(position->genesis.started_s, since);
    since[strcspn(since, "T")] = '\0'; /* a tag URI names a day */
    value_set_text(map, "since", since);
    value_set_text(map, "rules", position->rules_version);
    option_words_show(language_sentences(page->site->language), position->played,
                      position->genesis.options, &options);
    value_set_text(map, "options", buf_text(&options));
    buf_fini(&options);
    value_set_int(map, "entries", (int64_t)position->chain.number);
    value_set_text(map, "head", head);
    value_set_flag(map, "frozen", position->is_frozen);
    add_watching(page, position);
    page_set_time(page, map, position->at_s);
}

static void add_last(struct page *page)
{
    value_set_text(page->map, "picture", page->picture);
    value_set_text(page->map, "alt", buf_text(&page->alt));
    value_set_text(page->map, "last_words", page->words);
    value_set_flag(page->map, "drawn", *page->picture != '\0');
    value_set_int(page->map, "last", (int64_t)page->step_count - 1);
}

/* The feed's steps, the newest first. */
static void add_recent(struct page *page)
{
    struct value *list = value_set_list(page->map, "recent");

    for (unsigned i = 0; i < page->step_count && i < FEED_STEPS; i++)
        if (page->recent[(page->step_count - 1 - i) % FEED_STEPS])
            value_add(list, page->recent[(page->step_count - 1 - i) % FEED_STEPS]);
}

/* Who has a seat, for the pages of players who show themselves; not while names are hidden. */
static void add_sitters(struct value *card, const struct position *position)
{
    struct buf sitters = {0};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] && (!position->anonymous || position->phase == POSITION_OVER))
            buf_printf(&sitters, "%lld ", (long long)position->player[seat]);
    value_set_text(card, "sitters", buf_text(&sitters));
    buf_fini(&sitters);
}

/* What lists say of the game, and the table's page. */
static void fill_card(struct page *page, const struct position *position, struct value *card)
{
    static const char *const texts[] = {"headline", "title", "game", "waiting", "result",
                                        "stamp",    "time",  "last", "alt"};
    char text[128], genesis[BASE32_HASH_BYTES], box[BASE32_HASH_BYTES];

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        value_set_text(card, texts[i], value_get_text(value_get(page->map, texts[i])));
    snprintf(text, sizeof text, page->is_small ? SITE_PAGE : "game-%lld/index.html",
             (long long)page->game);
    value_set_text(card, "address", text);
    snprintf(text, sizeof text, "game-%lld/%s", (long long)page->game, page->picture);
    value_set_text(card, "picture", *page->picture ? text : "");
    value_set_text(card, "over", position->phase == POSITION_OVER ? "yes" : "");
    value_set_text(card, "genesis", base32_write(&position->chain.genesis, HASH_BYTES, genesis));
    value_set_text(card, "box", base32_write(position->genesis.box, KEY_BYTES, box));
    value_set_text(card, "protocol", position->genesis.protocol < PROTOCOL_2 ? "1" : "2");
    add_sitters(card, position);
}

static enum rc add_seals(struct page *page, const struct position *position, struct err *err)
{
    struct ledger_rows rows =
        ledger_seals(page->site->desk->ledger, page->game, 0, (int64_t)position->chain.number, err);
    struct ledger_seal_row row;
    enum rc rc;

    page->seals = value_set_list(page->map, "seals");
    page->position = position;
    while (ledger_next(&rows, &row))
        if (page->is_small)
            count_seal(page, &row);
        else
            rows.rc = add_seal(page, &row, err);
    rc = ledger_end(&rows);
    value_set_flag(page->map, "has_said", value_count(page->said) > 0);
    value_set_flag(page->map, "has_seals", value_count(page->seals) > 0);
    value_set_int(page->map, "seal_count", page->seal_count);
    value_set_int(page->map, "opened_count", page->opened_count);
    return rc;
}

static enum rc fill(struct page *page, const struct position *position, struct value *card,
                    struct err *err)
{
    enum rc rc = RC_OK;

    if (!page->step_count)
        rc = page_add_start(page, position, position_state(position), err);
    else if (!page->is_named) /* nothing but seals and remarks of late */
        rc = page_name_players(page, position, err);
    if (rc != RC_OK)
        return rc;
    add_head(page, position);
    add_players(page, position);
    add_outcome(page, position);
    add_last(page);
    add_recent(page);
    fill_card(page, position, card);
    rc = add_seals(page, position, err);
    return rc == RC_OK ? values_rc(page->values, err) : rc;
}

static enum rc render_whole(struct page *page, struct err *err)
{
    char name[96];
    enum rc rc;

    snprintf(name, sizeof name, "game-%lld/index.html", (long long)page->game);
    rc = site_render(page->site, "site-game.html", page->map, name, err);
    snprintf(name, sizeof name, "game-%lld/feed.xml", (long long)page->game);
    if (rc == RC_OK)
        rc = site_render(page->site, "site-feed.xml", page->map, name, err);
    return rc;
}

static enum rc render_small(struct page *page, struct err *err)
{
    char name[96];
    enum rc rc;

    snprintf(name, sizeof name, SITE_PAGE, (long long)page->game);
    rc = site_render(page->site, "site-small.html", page->map, name, err);
    return rc == RC_OK ? site_leave_old(page->site, page->game, err) : rc;
}

static enum rc make_folder(const struct page *page, struct err *err)
{
    char folder[64];

    snprintf(folder, sizeof folder, "game-%lld", (long long)page->game);
    return page->is_small ? RC_OK : site_make_folder(page->site, folder, err);
}

static enum rc write_page(struct page *page, struct value *card, struct err *err)
{
    unsigned files = page->site->count->files;
    struct position *position = NULL;
    enum rc rc = make_folder(page, err);

    if (rc == RC_OK && !page->is_small)
        rc = put_log(page, err);
    if (rc == RC_OK)
        rc = put_record(page, err);
    if (rc == RC_OK)
        rc = position_walk(page->site->desk, page->game, INT64_MAX, page_take_entry, page,
                           &position, err);
    if (rc == RC_OK)
        rc = fill(page, position, card, err);
    position_free(position);
    if (rc == RC_OK)
        rc = page->is_small ? render_small(page, err) : render_whole(page, err);
    value_set_int(card, "files", page->site->count->files - files);
    return rc;
}

enum rc site_game(struct site *site, const struct ledger_game_row *row, struct value *card,
                  struct err *err)
{
    struct page page = {.site = site,
                        .game = row->game,
                        .head = row->n,
                        .is_small = site->by_table,
                        .values = values_new()};
    enum rc rc;

    page.map = value_map(page.values);
    page.steps = value_set_list(page.map, "steps");
    page.said = value_set_list(page.map, "said");
    page.view = calloc(2, GAME_STATE_MAX);
    page.scene = calloc(1, sizeof *page.scene);
    page.events = calloc(1, sizeof *page.events);
    if (page.view && page.scene && page.events) {
        page.after = page.view + GAME_STATE_MAX;
        rc = write_page(&page, card, err);
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
