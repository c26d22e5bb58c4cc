/* SPDX-License-Identifier: MIT */
/* The lists of games: a first page that stays short, and behind it all that go on, those that ended
 * in a month, those of a player who shows himself, each in pages of LIST_ROWS:
 *
 *     index.html  feed.xml              the newest
 *     open.html  open-2.html …          those that go on, the newest game first
 *     month-2026-11.html …              those that ended in it; months.html has all months
 *     player-7.html …                   those of a player; players.html has all such players
 */
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "base/grow.h"
#include "draw/safe.h"
#include "play/reply.h"
#include "people/people.h"
#include "site/site_p.h"

enum {
    INDEX_OPEN = 12,
    INDEX_OVER = 6,
    INDEX_MONTHS = 24,
    FEED_GAMES = 50,
    LIST_ROWS = 200,
    MONTH_BYTES = 8, /* "2026-11" */
    NAME_COLUMNS = 40,
    FILE_NAME_BYTES = 64
};

typedef const struct site_card *card_ref;

struct lists {
    struct site *site;
    card_ref *open, *over; /* the newest game first; owned */
    size_t open_count, over_count;
    struct value *months, *players; /* what leads to their pages */
    char (*made)[FILE_NAME_BYTES];  /* pages of lists that are there now; owned */
    size_t made_count;
};

/* ---- pages of a list ---- */

/* The file of a list's page; pages count from 1. */
static void name_page(const char *stem, size_t page, char name[FILE_NAME_BYTES])
{
    if (page > 1)
        snprintf(name, FILE_NAME_BYTES, "%s-%zu.html", stem, page);
    else
        snprintf(name, FILE_NAME_BYTES, "%s.html", stem);
}

static enum rc note_made(struct lists *lists, const char *name, struct err *err)
{
    char(*grown)[FILE_NAME_BYTES] =
        realloc(lists->made, (lists->made_count + 1) * sizeof *lists->made);

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for pages");
    lists->made = grown;
    text_copy(grown[lists->made_count++], FILE_NAME_BYTES, name);
    return RC_OK;
}

/* What a list is of: one of these is true. */
struct list {
    const char *stem;
    const char *of; /* "open", "month", "player", "months", "players" */
    const char *name;
    const struct site_profile *profile; /* of a player; NULL = he has no rating */
    size_t open;                        /* of a player: games that go on */
};

static void head_page(const struct list *list, size_t page, size_t pages, struct value *map)
{
    static const char *const kinds[] = {"open", "month", "player", "months", "players"};
    char name[FILE_NAME_BYTES];

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(name, sizeof name, "of_%s", kinds[i]);
        value_set_flag(map, name, text_equal(list->of, kinds[i]));
    }
    value_set_text(map, "name", list->name);
    value_set_flag(map, "has_pages", pages > 1);
    value_set_int(map, "page", (int64_t)page);
    value_set_int(map, "pages", (int64_t)pages);
    name_page(list->stem, page - 1, name);
    value_set_text(map, "before", page > 1 ? name : "");
    name_page(list->stem, page + 1, name);
    value_set_text(map, "after", page < pages ? name : "");
}

/* Members from `from` on of a list of cards or of links to lists. */
struct rows {
    card_ref *card; /* NULL: links */
    const struct value *link;
    size_t count;
};

/* On the first page of a player: ratings, and how much he plays. */
static void set_standing(const struct list *list, const struct rows *rows, size_t page,
                         struct value *map)
{
    value_set_flag(map, "is_first", page == 1);
    value_set_int(map, "open_count", (int64_t)list->open);
    value_set_int(map, "over_count", (int64_t)(rows->count - list->open));
    if (list->profile)
        value_set(map, "standing", list->profile->games);
    else
        value_set_list(map, "standing");
}

static enum rc put_page(struct lists *lists, const struct list *list, const struct rows *rows,
                        size_t page, size_t pages, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values), *games = value_set_list(map, "games"),
                 *links = value_set_list(map, "links");
    char name[FILE_NAME_BYTES];

    head_page(list, page, pages, map);
    for (size_t i = (page - 1) * LIST_ROWS; i < rows->count && i < page * LIST_ROWS; i++)
        if (rows->card)
            value_add(games, site_card(rows->card[i], values));
        else
            value_add(links, (struct value *)(uintptr_t)value_at(rows->link, i)); /* only read */
    set_standing(list, rows, page, map);
    value_set_flag(map, "has_links", value_count(links) > 0);
    value_set_flag(map, "has_games", value_count(games) > 0);
    name_page(list->stem, page, name);
    TRY(values_rc(values, err));
    TRY(site_render(lists->site, "site-list.html", map, name, err));
    return note_made(lists, name, err);
}

static enum rc put_list(struct lists *lists, const struct list *list, const struct rows *rows,
                        struct err *err)
{
    size_t pages = (rows->count + LIST_ROWS - 1) / LIST_ROWS;

    for (size_t page = 1; page <= pages; page++)
        TRY(put_page(lists, list, rows, page, pages, err));
    return RC_OK;
}

static void add_link(struct value *list, const char *name, const char *stem, size_t count)
{
    struct value *link = value_add_map(list);
    char file[FILE_NAME_BYTES];

    name_page(stem, 1, file);
    value_set_text(link, "name", name);
    value_set_text(link, "address", file);
    value_set_int(link, "count", (int64_t)count);
}

/* ---- by month ---- */

static enum rc put_months(struct lists *lists, struct err *err)
{
    char month[MONTH_BYTES], stem[FILE_NAME_BYTES];

    for (size_t from = 0, to; from < lists->over_count; from = to) {
        const struct list list = {stem, "month", month, NULL, 0};
        struct rows rows = {.card = lists->over + from};

        text_copy(month, sizeof month, lists->over[from]->stamp);
        for (to = from;
             to < lists->over_count && strncmp(lists->over[to]->stamp, month, MONTH_BYTES - 1) == 0;
             to++)
            ;
        rows.count = to - from;
        snprintf(stem, sizeof stem, "month-%s", month);
        add_link(lists->months, month, stem, rows.count);
        TRY(put_list(lists, &list, &rows, err));
    }
    return put_list(lists, &(struct list){"months", "months", "", NULL, 0},
                    &(struct rows){.link = lists->months, .count = value_count(lists->months)},
                    err);
}

/* ---- by player ---- */

struct sitting {
    int64_t player;
    card_ref card;
};

struct sittings {
    struct sitting *at; /* owned */
    size_t count, room;
};

static enum rc add_sitting(struct sittings *sittings, int64_t player, card_ref card,
                           struct err *err)
{
    struct sitting *grown =
        grow_array(sittings->at, sittings->count, &sittings->room, sizeof *grown);

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for players");
    sittings->at = grown;
    sittings->at[sittings->count++] = (struct sitting){player, card};
    return RC_OK;
}

static enum rc gather_sittings(const struct site *site, struct sittings *sittings, struct err *err)
{
    for (size_t i = 0; i < site->cards; i++) {
        const char *at = site->card[i].sitters;

        for (size_t length; (length = strcspn(at, ",")) > 0; at += length + 1) {
            int64_t player;

            if (text_to_int(at, length, &player))
                TRY(add_sitting(sittings, player, &site->card[i], err));
        }
    }
    return RC_OK;
}

static int by_player(const void *left, const void *right)
{
    const struct sitting *a = left, *b = right;

    return a->player != b->player
               ? (a->player > b->player) - (a->player < b->player)
               : (a->card->game < b->card->game) - (a->card->game > b->card->game);
}

/* One list of the sittings from..to, all of one player; a game stands there once. */
static enum rc put_player(struct lists *lists, const char *name, const struct sitting *sitting,
                          size_t count, struct err *err)
{
    char stem[FILE_NAME_BYTES], file[FILE_NAME_BYTES];
    struct list list = {stem, "player", name,
                        .profile = site_profile(lists->site, sitting->player)};
    struct rows rows = {.card = calloc(count, sizeof *rows.card)};
    enum rc rc;

    FAIL_IF(!rows.card, err, RC_NO_MEMORY, "no memory for a list");
    for (size_t i = 0; i < count; i++)
        if (!i || sitting[i].card != sitting[i - 1].card) {
            rows.card[rows.count++] = sitting[i].card;
            list.open += !sitting[i].card->is_over;
        }
    snprintf(stem, sizeof stem, "player-%lld", (long long)sitting->player);
    snprintf(file, sizeof file, "player-%lld.html", (long long)sitting->player);
    for (size_t i = 0; list.profile && i < value_count(list.profile->games); i++)
        value_set_text((struct value *)(uintptr_t)value_at(list.profile->games, i), "address",
                       file); /* for the club's page */
    add_link(lists->players, name, stem, rows.count);
    rc = put_list(lists, &list, &rows, err);
    free(rows.card);
    return rc;
}

static enum rc put_players(struct lists *lists, struct err *err)
{
    struct sittings sittings = {0};
    FREED_AT_END(sittings.at);

    TRY(gather_sittings(lists->site, &sittings, err));
    if (sittings.count)
        qsort(sittings.at, sittings.count, sizeof *sittings.at, by_player);
    for (size_t from = 0, to; from < sittings.count; from = to) {
        struct person person;
        struct safe safe;

        for (to = from; to < sittings.count && sittings.at[to].player == sittings.at[from].player;
             to++)
            ;
        if (people_get(lists->site->desk, sittings.at[from].player, &person, NULL) != RC_OK ||
            person.profile != PERSON_PROFILE_PUBLIC)
            continue;
        safe_clean(&safe, person.name, NAME_COLUMNS, false);
        TRY(put_player(lists, safe.at, &sittings.at[from], to - from, err));
    }
    return put_list(lists, &(struct list){"players", "players", "", NULL, 0},
                    &(struct rows){.link = lists->players, .count = value_count(lists->players)},
                    err);
}

/* ---- what is no longer there ---- */

static int by_name(const void *left, const void *right)
{
    return strcmp(left, right);
}

static bool is_made(const struct lists *lists, const char *name)
{
    return lists->made_count &&
           bsearch(name, lists->made, lists->made_count, sizeof *lists->made, by_name);
}

/* "open-3.html", when so many no longer go on; the page of who no longer shows himself. */
static bool is_list(const char *name)
{
    static const char *const stems[] = {"open", "months", "players", "month-", "player-"};
    size_t length = strlen(name);

    if (length >= FILE_NAME_BYTES || length < 5 || strcmp(name + length - 5, ".html") != 0)
        return false;
    for (unsigned i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        size_t stem = strlen(stems[i]);

        if (strncmp(name, stems[i], stem) == 0 &&
            strspn(name + stem, "-0123456789") == length - 5 - stem)
            return true;
    }
    return false;
}

static void drop_others(struct lists *lists)
{
    DIR *folder = opendir(lists->site->folder);
    char path[SITE_PATH_BYTES];

    if (!folder)
        return;
    if (lists->made_count)
        qsort(lists->made, lists->made_count, sizeof *lists->made, by_name);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (is_list(entry->d_name) && !is_made(lists, entry->d_name) &&
            site_path(lists->site, entry->d_name, path, NULL) == RC_OK)
            unlink(path);
    closedir(folder);
}

/* ---- the first page ---- */

static int by_newest(const void *left, const void *right)
{
    const card_ref *a = left, *b = right;
    int order = strcmp((*b)->stamp, (*a)->stamp);

    return order ? order : ((*a)->game < (*b)->game) - ((*a)->game > (*b)->game);
}

/* The newest of a list, each with its board. */
static enum rc add_newest(const struct lists *lists, card_ref *list, size_t count, size_t most,
                          struct value *out, struct err *err)
{
    struct site *site = lists->site;

    for (size_t i = 0; i < count && i < most; i++) {
        struct value *map = site_card(list[i], site->values);
        struct position *position;

        TRY(position_get(site->desk, list[i]->game, &position, err));
        TRY(site_board(site, position, DRAW_THUMBNAIL, map, err));
        value_add(out, map);
    }
    return RC_OK;
}

static bool is_shown(const struct value *list, const char *picture)
{
    for (size_t i = 0; i < value_count(list); i++)
        if (text_equal(value_get_text(value_get(value_at(list, i), "picture")), picture))
            return true;
    return false;
}

/* Boards of games that left the first page. */
static void drop_boards(const struct site *site, const struct value *open, const struct value *over)
{
    char path[SITE_PATH_BYTES], name[FILE_NAME_BYTES + 16];
    DIR *folder;

    if (site_path(site, "boards", path, NULL) != RC_OK || !(folder = opendir(path)))
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t digits = strspn(entry->d_name, "0123456789");

        if (!digits || digits > 20 || !text_equal(entry->d_name + digits, ".svg"))
            continue;
        snprintf(name, sizeof name, "boards/%.*s.svg", (int)digits, entry->d_name);
        if (!is_shown(open, name) && !is_shown(over, name) &&
            site_path(site, name, path, NULL) == RC_OK)
            unlink(path);
    }
    closedir(folder);
}

static void add_months(const struct lists *lists, struct value *index)
{
    struct value *list = value_set_list(index, "months");

    for (size_t i = 0; i < value_count(lists->months) && i < INDEX_MONTHS; i++)
        value_add(list, (struct value *)(uintptr_t)value_at(lists->months, i)); /* only read */
    value_set_flag(index, "has_months", value_count(list) > 0);
    value_set_flag(index, "more_months", value_count(lists->months) > INDEX_MONTHS);
    value_set_flag(index, "has_shown", value_count(lists->players) > 0);
}

/* The picture of who shares the first page: the game that went on last, by its whole address. */
static enum rc put_shared(const struct lists *lists, struct value *index, struct err *err)
{
    struct site *site = lists->site;
    card_ref newest = lists->open_count   ? lists->open[0]
                      : lists->over_count ? lists->over[0]
                                          : NULL;
    const struct value *first = value_at(value_get(index, lists->open_count ? "open" : "over"), 0);
    OWN(buf) address = {0};
    enum rc rc;

    value_set_text(index, "shared_page", "");
    value_set_text(index, "shared_picture", "");
    if (!site->on_web || !newest || !*value_get_text(value_get(first, "picture")))
        return RC_OK;
    rc = site->below ? RC_OK : site_shared_board(site, newest, err);
    BUF_PUT(&address, site->desk->config->site_url, "/");
    value_set_text(index, "shared_page", buf_text(&address));
    buf_put(&address, "board.png");
    value_set_text(index, "shared_picture", buf_text(&address));
    return rc;
}

static enum rc put_index(struct lists *lists, struct value *index, struct err *err)
{
    struct site *site = lists->site;
    struct value *open = value_set_list(index, "open"), *over = value_set_list(index, "over");

    TRY(add_newest(lists, lists->open, lists->open_count, INDEX_OPEN, open, err));
    TRY(add_newest(lists, lists->over, lists->over_count, INDEX_OVER, over, err));
    TRY(put_shared(lists, index, err));
    drop_boards(site, open, over);
    value_set_flag(index, "has_open", value_count(open) > 0);
    value_set_flag(index, "has_over", value_count(over) > 0);
    value_set_int(index, "open_count", (int64_t)lists->open_count);
    value_set_flag(index, "more_open", lists->open_count > INDEX_OPEN);
    add_months(lists, index);
    value_set_flag(index, "tables", site->count->tables);
    TRY(site_offers(site, index, err));
    return site_render(site, "site-index.html", index, "index.html", err);
}

/* Of games and tournaments. */
static const char *newest_stamp(const struct site *site, card_ref *all)
{
    const struct value *tournaments = value_get(site->club, "tournaments");
    const char *newest = site->cards ? all[0]->stamp : "1970-01-01T00:00:00Z";

    for (size_t i = 0; i < value_count(tournaments); i++) {
        const char *stamp = value_get_text(value_get(value_at(tournaments, i), "stamp"));

        if (strcmp(stamp, newest) > 0)
            newest = stamp;
    }
    return newest;
}

static enum rc put_feed(struct site *site, card_ref *all, struct err *err)
{
    struct value *map = value_map(site->values), *games = value_set_list(map, "games");

    for (size_t i = 0; i < site->cards && i < FEED_GAMES; i++)
        value_add(games, site_card(all[i], site->values));
    value_set_text(map, "domain", reply_domain(site->desk));
    value_set(map, "tournaments",
              (struct value *)(uintptr_t)value_get(site->club, "tournaments")); /* read */
    value_set_text(map, "updated", newest_stamp(site, all));
    TRY(values_rc(site->values, err));
    return site_render(site, "site-club-feed.xml", map, "feed.xml", err);
}

/* ---- all of it ---- */

/* Cards are the newest game first, and so are those that go on. */
static void sort_cards(struct lists *lists)
{
    for (size_t i = 0; i < lists->site->cards; i++) {
        card_ref card = &lists->site->card[i];

        if (card->is_over)
            lists->over[lists->over_count++] = card;
        else
            lists->open[lists->open_count++] = card;
    }
    if (lists->over_count)
        qsort(lists->over, lists->over_count, sizeof *lists->over, by_newest);
}

static enum rc write_lists(struct lists *lists, card_ref *all, struct value *index, struct err *err)
{
    const struct list open = {"open", "open", "", NULL, 0};
    struct site *site = lists->site;

    sort_cards(lists);
    for (size_t i = 0; i < site->cards; i++)
        all[i] = &site->card[i];
    if (site->cards)
        qsort(all, site->cards, sizeof *all, by_newest);
    TRY(put_list(lists, &open, &(struct rows){.card = lists->open, .count = lists->open_count},
                 err));
    TRY(put_months(lists, err));
    TRY(put_players(lists, err));
    /* put in order of their last move for the first page */
    if (lists->open_count)
        qsort(lists->open, lists->open_count, sizeof *lists->open, by_newest);
    TRY(put_index(lists, index, err));
    TRY(put_feed(site, all, err));
    drop_others(lists);
    return RC_OK;
}

enum rc site_lists(struct site *site, struct value *index, struct err *err)
{
    struct lists lists = {.site = site,
                          .open = calloc(site->cards + 1, sizeof *lists.open),
                          .over = calloc(site->cards + 1, sizeof *lists.over)};
    card_ref *all = calloc(site->cards + 1, sizeof *all);
    OWN_AT(values) values = values_new();
    enum rc rc;

    lists.months = value_list(values);
    lists.players = value_list(values);
    rc = lists.open && lists.over && all ? values_rc(values, err)
                                         : ERR(err, RC_NO_MEMORY, "no memory for lists");
    THEN(rc, write_lists(&lists, all, index, err));
    free(lists.open);
    free(lists.over);
    free(lists.made);
    free(all);
    return rc;
}
