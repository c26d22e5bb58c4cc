/* SPDX-License-Identifier: MIT */
/* Writes the public site: which pages there are and which must be made anew. Pages are made in
 * the site_*.c files. */
#include "site/site.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "outbound/seals_list.h"
#include "people/people.h"
#include "site/site_p.h"

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
    struct buf title = {0};
    enum rc rc;

    WORDING(&wording, &title, "fairness.title", "n", "");
    value_set_text(index, "fairness", buf_text(&title));
    value_set_text(map, "fairness", buf_text(&title));
    value_set_text(map, "robot", site->desk->config->name);
    value_set_text(map, "lang", language_code(site->language));
    seals_page(&wording, add_part, value_set_list(map, "parts"));
    rc = values_rc(site->values, err);
    buf_fini(&title);
    return rc == RC_OK ? site_render(site, "site-fairness.html", map, "fairness.html", err) : rc;
}

/* ---- the games ---- */

enum rc site_names(const struct site *site, const struct position *position,
                   struct answering_names *names, struct wording *wording, struct err *err)
{
    enum rc rc =
        answering_wording(site->desk, position, language_code(site->language), names, wording, err);

    for (unsigned seat = 1; rc == RC_OK && seat <= position->genesis.seats; seat++) {
        struct person person = {0};
        struct buf text = {0};
        char number[TEXT_INT_BYTES];

        if (people_get(site->desk, position->player[seat], &person, NULL) == RC_OK &&
            person.profile == PERSON_PROFILE_PUBLIC)
            continue;
        WORDING(wording, &text, "desk.player", "n", text_of_int(number, seat));
        text_copy(names->name[seat], sizeof names->name[seat], buf_text(&text));
        wording->player[seat] = names->name[seat];
        buf_fini(&text);
    }
    return rc;
}

struct game_now {
    struct ledger_game_row row; /* its texts are not used */
    struct hash state;          /* of all that its page shows */
};

struct games_now {
    struct game_now *at; /* by number; owned */
    size_t count, room;
};

static enum rc add_games(struct ledger *ledger, struct games_now *games, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(ledger, LEDGER_STATUS_COUNT, err);
    struct ledger_game_row row;

    while (ledger_next(&rows, &row)) {
        struct game_now *grown = grow_array(games->at, games->count, &games->room, sizeof *grown);

        if (!grown) {
            rows.rc = ERR(err, RC_NO_MEMORY, "no memory for a list of games");
            break;
        }
        games->at = grown;
        games->at[games->count++] = (struct game_now){.row = row};
    }
    return ledger_end(&rows);
}

/* All at one moment: as many reads of their own would lock and unlock the ledger for each. */
static enum rc look_at_games(struct site *site, struct games_now *games, struct err *err)
{
    struct ledger *ledger = site->desk->ledger;
    enum rc rc = ledger_begin_read(ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = add_games(ledger, games, err);
    for (size_t i = 0; i < games->count && rc == RC_OK; i++) {
        struct game_now *game = &games->at[i];

        rc = site_memory_state(site, &game->row, &game->state, err);
    }
    ledger_rollback(ledger);
    return rc;
}

/* The game's page, made anew only if it would be another. */
static enum rc write_game(struct site *site, const struct game_now *game, struct err *err)
{
    struct site_card *card = &site->card[site->cards];
    unsigned files;
    enum rc rc = RC_OK;

    card->state = game->state;
    card->game = game->row.game;
    card->map = site_memory_find(site, card->game, &card->state);
    files = (unsigned)strtoul(value_get_text(value_get(card->map, "files")), NULL, 10);
    if (card->map)
        site->count->files += files;
    else {
        files = site->count->files;
        card->map = value_map(site->values);
        if (!site->by_table)
            rc = site_board(site, card, err);
        if (rc == RC_OK)
            rc = site_game(site, &game->row, card->map, err);
        value_set_int(card->map, "files", site->count->files - files);
    }
    card->stamp = value_get_text(value_get(card->map, "stamp"));
    card->is_over = *value_get_text(value_get(card->map, "over")) != '\0';
    site->count->games += rc == RC_OK;
    site->cards += rc == RC_OK;
    return rc;
}

static enum rc write_games(struct site *site, const struct site_how *how, struct err *err)
{
    struct games_now games = {0};
    enum rc rc = look_at_games(site, &games, err);

    if (rc == RC_OK && !(site->card = calloc(games.count + 1, sizeof *site->card)))
        rc = ERR(err, RC_NO_MEMORY, "no memory for a list of games");
    if (rc == RC_OK)
        rc = site_make_folder(site, "games", err);
    if (rc == RC_OK)
        rc = site_make_folder(site, "boards", err);
    for (size_t i = games.count; i-- > 0 && rc == RC_OK;) { /* the newest first */
        rc = write_game(site, &games.at[i], err);
        if (how->progress)
            how->progress(how->user, (unsigned)(games.count * (site->pass + 1) - i),
                          (unsigned)games.count * site->passes);
    }
    free(games.at);
    return rc == RC_OK ? values_rc(site->values, err) : rc;
}

/* The club and the lists, from one moment: each player is read once. */
static enum rc write_lists(struct site *site, struct value *index, struct err *err)
{
    enum rc rc = ledger_begin_read(site->desk->ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = site_club_gather(site, err);
    if (rc == RC_OK)
        rc = site_lists(site, index, err);
    ledger_rollback(site->desk->ledger);
    return rc == RC_OK ? site_club_write(site, err) : rc;
}

static enum rc write_style(struct site *site, struct err *err)
{
    struct value *map = value_map(site->values);
    enum rc rc = values_rc(site->values, err);

    return rc == RC_OK ? site_render(site, "site-style.css", map, "site.css", err) : rc;
}

static enum rc write_all(struct site *site, const struct site_how *how, struct err *err)
{
    struct value *index = value_map(site->values);
    enum rc rc = site_make_folder(site, "", err);

    site->on_web = text_starts_with(site->desk->config->site_url, "http");
    site->by_table = site_has_table(site) && site->on_web;
    if (rc == RC_OK)
        rc = site_memory_open(site, how->anew, err);
    if (rc == RC_OK)
        rc = write_style(site, err);
    if (rc == RC_OK)
        rc = write_games(site, how, err);
    if (rc == RC_OK && !site->below)
        rc = site_table(site, err);
    if (rc == RC_OK)
        rc = write_fairness(site, index, err);
    if (rc == RC_OK)
        rc = write_lists(site, index, err);
    return rc == RC_OK ? site_memory_keep(site, err) : rc;
}

/* In one language: at the top of the folder, or below it, where tables and records are the top's.
 */
static enum rc write_in(struct site site, const struct site_how *how, struct err *err)
{
    enum rc rc;

    site.values = values_new();
    rc = values_rc(site.values, err);
    if (rc == RC_OK)
        rc = write_all(&site, how, err);
    site_memory_close(site.memory);
    free(site.card);
    free(site.profile);
    values_free(site.values);
    return rc;
}

/* The other languages, each in a folder of its own. */
static enum rc write_others(struct site site, const struct site_how *how, struct err *err)
{
    const struct language *own = site.language;
    struct site_count *all = site.count;
    char folder[SITE_PATH_BYTES];
    enum rc rc = RC_OK;

    for (size_t i = 0; rc == RC_OK; i++) {
        struct site_count count = {.tables = all->tables};

        site.language = library_language_at(site.desk->library, i);
        if (!site.language)
            break;
        if (site.language == own)
            continue;
        site.below = true;
        site.pass++;
        site.count = &count;
        rc = site_path(&site, language_code(site.language), folder, err);
        if (rc == RC_OK) {
            struct site other = site;

            other.folder = folder;
            rc = write_in(other, how, err);
        }
        all->files += count.files;
        all->written += count.written;
    }
    return rc;
}

enum rc site_write(struct desk *desk, const char *folder, const struct site_how *how,
                   struct site_count *count, struct err *err)
{
    static const struct site_how usual = {0};
    struct site site = {.desk = desk, .folder = folder, .count = count, .passes = 1};
    enum rc rc;

    how = how ? how : &usual;
    site.language = library_language(desk->library, how->language);
    site.all_languages = !how->language;
    *count = (struct site_count){0};
    if (how->language && strcmp(language_code(site.language), how->language) != 0)
        return ERR(err, RC_NOT_FOUND, "there is no language '", how->language,
                   "'; a language is a folder of templates");
    if (site.all_languages)
        for (site.passes = 0; library_language_at(desk->library, site.passes);)
            site.passes++;
    rc = write_in(site, how, err);
    return rc == RC_OK && site.all_languages ? write_others(site, how, err) : rc;
}
