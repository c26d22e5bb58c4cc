/* SPDX-License-Identifier: MIT */
/* Writes the public site: which pages there are and which must be made anew. Pages are made in
 * the site_*.c files. */
#include "site/site.h"

#include <stdio.h>

#include "base/grow.h"
#include "outbound/seals_list.h"
#include "people/people.h"
#include "site/site_p.h"

enum { LANGUAGES_MOST = 64 }; /* of one site */

struct site_run {
    struct desk *desk;
    const char *folder;
    struct site_count *total;
    struct site *site; /* one for each language; owned */
    unsigned count;
};

static void add_part(void *user, const char *heading, const char *text)
{
    struct value *part = value_add_map(user);

    value_set_text(part, "heading", heading);
    value_set_text(part, "text", text);
}

/* What is proved to players and what is not; the index links to it. */
static enum rc write_fairness(struct site *site, struct value *index, struct err *err)
{
    const struct wording wording = {.language = site->language};
    struct value *map = value_map(site->values);
    OWN(buf) title = {0};

    WORDING(&wording, &title, "fairness.title", "n", "");
    value_set_text(index, "fairness", buf_text(&title));
    value_set_text(map, "fairness", buf_text(&title));
    value_set_text(map, "lang", language_code(site->language));
    seals_page(&wording, add_part, value_set_list(map, "parts"));
    TRY(values_rc(site->values, err));
    return site_render(site, "site-fairness.html", map, "fairness.html", err);
}

/* ---- the games ---- */

enum rc site_names(const struct site *site, const struct position *position,
                   struct answering_names *names, struct wording *wording, struct err *err)
{
    TRY(answering_wording(site->desk, position, language_code(site->language), names, wording,
                          err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        struct person person = {0};
        OWN(buf) text = {0};
        char number[TEXT_INT_BYTES];

        if (people_get(site->desk, position->player[seat], &person, NULL) == RC_OK &&
            person.profile == PERSON_PROFILE_PUBLIC)
            continue;
        WORDING(wording, &text, "desk.player", "n", text_of_int(number, seat));
        text_copy(names->name[seat], sizeof names->name[seat], buf_text(&text));
        wording->player[seat] = names->name[seat];
    }
    return RC_OK;
}

struct games_now {
    struct site_state *at; /* by number; owned */
    size_t count, room;
};

static enum rc add_games(struct ledger *ledger, struct games_now *games, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(ledger, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        struct site_state *grown = grow_array(games->at, games->count, &games->room, sizeof *grown);

        if (!grown) {
            rows.rc = ERR(err, RC_NO_MEMORY, "no memory for a list of games");
            break;
        }
        games->at = grown;
        games->at[games->count++] = (struct site_state){.row = row};
    }
    return ledger_end(&rows);
}

/* All at one moment: as many reads of their own would lock and unlock the ledger for each. */
static enum rc look_at_games(struct site *site, struct games_now *games, struct err *err)
{
    struct ledger *ledger = site->desk->ledger;
    enum rc rc;

    TRY(ledger_begin_read(ledger, err));
    rc = add_games(ledger, games, err);
    for (size_t i = 0; i < games->count && rc == RC_OK; i++)
        rc = site_memory_state(site, &games->at[i], err);
    ledger_rollback(ledger);
    return rc;
}

/* One game's pages, made anew only in those languages in which they would be others. */
static enum rc write_game(const struct site_run *run, const struct site_state *game,
                          struct err *err)
{
    struct site *anew[LANGUAGES_MOST];
    unsigned count = 0;

    for (unsigned i = 0; i < run->count; i++)
        if (!site_memory_stays(&run->site[i], game))
            anew[count++] = &run->site[i];
    run->site->count->games++;
    return count ? site_game(anew, count, game, err) : RC_OK;
}

static enum rc write_games(const struct site_run *run, const struct site_how *how, struct err *err)
{
    struct games_now games = {0};
    FREED_AT_END(games.at);

    TRY(look_at_games(run->site, &games, err));
    for (unsigned i = 0; i < run->count; i++)
        if (!(run->site[i].card = calloc(games.count + 1, sizeof *run->site->card)))
            return ERR(err, RC_NO_MEMORY, "no memory for a list of games");
    for (size_t i = games.count; i-- > 0;) { /* the newest first */
        TRY(write_game(run, &games.at[i], err));
        if (how->progress)
            how->progress(how->user, (unsigned)(games.count - i), (unsigned)games.count);
    }
    return RC_OK;
}

/* The club and the lists, from one moment: each player is read once. */
static enum rc write_lists(struct site *site, struct value *index, struct err *err)
{
    enum rc rc;

    TRY(ledger_begin_read(site->desk->ledger, err));
    rc = site_club_gather(site, err);
    THEN(rc, site_lists(site, index, err));
    ledger_rollback(site->desk->ledger);
    return rc == RC_OK ? site_club_write(site, err) : rc;
}

static enum rc write_style(struct site *site, struct err *err)
{
    struct value *map = value_map(site->values);

    TRY(values_rc(site->values, err));
    return site_render(site, "site-style.css", map, "site.css", err);
}

/* All but the games. */
static enum rc write_rest(struct site *site, struct err *err)
{
    struct value *index = value_map(site->values);

    TRY(site_memory_cards(site, err));
    TRY(write_style(site, err));
    if (!site->below)
        TRY(site_table(site, err));
    TRY(write_fairness(site, index, err));
    TRY(write_lists(site, index, err));
    return site_memory_keep(site, err);
}

/* ---- all languages ---- */

/* Another language than the server's is below: tables and records are the top's. */
static enum rc open_site(struct site_run *run, const struct language *language,
                         const struct site_how *how, struct err *err)
{
    struct site *site = &run->site[run->count++];
    int length = snprintf(site->folder, sizeof site->folder, "%s%s%s", run->folder,
                          run->count > 1 ? "/" : "", run->count > 1 ? language_code(language) : "");
    static const char *const folders[] = {"", "games", "boards"};
    enum rc rc = length > 0 && length < SITE_PATH_BYTES
                     ? RC_OK
                     : ERR(err, RC_TOO_LONG, "the path of the site is too long");

    site->desk = run->desk;
    site->language = language;
    site->all_languages = !how->language;
    site->below = run->count > 1;
    site->on_web = text_starts_with(run->desk->config->site_url, "http");
    site->by_table = site_has_table(site) && site->on_web;
    site->count = run->total;
    site->values = values_new();
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0] && rc == RC_OK; i++)
        rc = site_make_folder(site, folders[i], err);
    return rc == RC_OK ? site_memory_open(site, how->anew, err) : rc;
}

/* The server's language first. */
static enum rc open_all(struct site_run *run, const struct site_how *how, struct err *err)
{
    const struct library *library = run->desk->library;
    const struct language *own = library_language(library, how->language), *other;

    FAIL_IF(how->language && !text_equal(language_code(own), how->language), err, RC_NOT_FOUND,
            "there is no language '", how->language, "'; a language is a folder of templates");
    TRY(open_site(run, own, how, err));
    for (size_t i = 0; !how->language && run->count < LANGUAGES_MOST; i++) {
        other = library_language_at(library, i);
        if (!other)
            break;
        if (other != own)
            TRY(open_site(run, other, how, err));
    }
    return RC_OK;
}

static void close_site(struct site *site)
{
    site_memory_close(site->memory);
    free(site->card);
    free(site->profile);
    values_free(site->values);
}

enum rc site_write(struct desk *desk, const char *folder, const struct site_how *how,
                   struct site_count *count, struct err *err)
{
    static const struct site_how usual = {0};
    struct site_run run = {desk, folder, count, calloc(LANGUAGES_MOST, sizeof *run.site), 0};
    enum rc rc;

    how = how ? how : &usual;
    *count = (struct site_count){0};
    FAIL_IF(!run.site, err, RC_NO_MEMORY, "no memory for a site");
    rc = open_all(&run, how, err);
    THEN(rc, write_games(&run, how, err));
    for (unsigned i = 0; i < run.count; i++) {
        THEN(rc, write_rest(&run.site[i], err));
        close_site(&run.site[i]);
    }
    free(run.site);
    return rc;
}
