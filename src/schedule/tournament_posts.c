/* SPDX-License-Identifier: MIT */
/* Writes what the forum is told of a tournament. Posting it is left to src/outbound. */
#include "schedule/tournament_p.h"

#include "outbound/forum_club.h"
#include "outbound/wording.h"
#include "forum/forum.h"
#include "people/people.h"

enum { TITLE_BYTES = 200 };

/* ---- names ---- */

/* His name, and behind it in brackets whose place he took; "a player without a name" stands for who
 * shows none. */
static void write_name(struct desk *desk, const struct tournament *tournament,
                       const struct wording *wording, unsigned seed, struct buf *out)
{
    unsigned entrant = tournament_log_entrant(&tournament->log, seed);
    unsigned old = tournament->log.in_place_of[entrant - 1];
    struct person person;

    if (people_get(desk, tournament->player[entrant - 1], &person, NULL) == RC_OK &&
        person.profile == PERSON_PROFILE_PUBLIC)
        buf_put(out, person.name);
    else
        WORDING(wording, out, "club.hidden", "n", "");
    if (old && people_get(desk, tournament->player[old - 1], &person, NULL) == RC_OK &&
        person.profile == PERSON_PROFILE_PUBLIC)
        buf_printf(out, " (%s)", person.name);
}

/* ---- the table ---- */

static void write_pairs(struct desk *desk, const struct tournament *tournament,
                        const struct wording *wording, struct buf *out)
{
    for (unsigned at = tournament->log.round_first; at < tournament->log.pairs; at++) {
        const struct pairing_pair *pair = &tournament->log.pair[at];
        OWN(buf) one = {0}, other = {0};

        write_name(desk, tournament, wording, pair->first, &one);
        if (pair->second)
            write_name(desk, tournament, wording, pair->second, &other);
        WORDING(wording, out,
                pair->second ? "forum.tournament-topic-pair" : "forum.tournament-topic-bye", "one",
                buf_text(&one), "other", buf_text(&other));
        buf_put_char(out, '\n');
    }
}

static void write_row(struct desk *desk, const struct tournament *tournament,
                      const struct wording *wording, const struct standings_row *row,
                      struct buf *out)
{
    bool places_alone = tournament->terms.rules.format == SCHEDULE_KNOCKOUT ||
                        tournament->terms.rules.format == SCHEDULE_LADDER;
    char place[TEXT_INT_BYTES], group[TEXT_INT_BYTES];
    OWN(buf) name = {0}, points = {0};

    write_name(desk, tournament, wording, row->entrant, &name);
    buf_printf(&points, "%u%s", row->points / 2, row->points % 2 ? "½" : "");
    WORDING(wording, out,
            places_alone                         ? "club.tournament-place"
            : !row->group                        ? "club.tournament-row-final"
            : tournament->terms.rules.groups > 1 ? "club.tournament-row-group"
                                                 : "club.tournament-row",
            "place", text_of_int(place, row->place), "name", buf_text(&name), "points",
            buf_text(&points), "group", text_of_int(group, row->group));
    buf_put_char(out, '\n');
}

static void write_table(struct desk *desk, struct tournament *tournament,
                        const struct wording *wording, enum tournament_post what, struct buf *out)
{
    unsigned count = what == TOURNAMENT_POST_OPEN || what == TOURNAMENT_POST_CANCELLED
                         ? 0
                         : tournament_log_standings(&tournament->log);

    if (what == TOURNAMENT_POST_ROUND)
        write_pairs(desk, tournament, wording, out);
    if (out->length && count && tournament->log.round > 1)
        buf_put_char(out, '\n');
    for (unsigned i = 0; i < count && (what != TOURNAMENT_POST_ROUND || tournament->log.round > 1);
         i++)
        write_row(desk, tournament, wording, &tournament->log.row[i], out);
}

/* ---- is it shown? ---- */

static bool has_member(struct desk *desk, const struct tournament *tournament)
{
    for (unsigned i = 0; i < tournament->log.entered; i++) {
        struct person person;

        if (people_get(desk, tournament->player[i], &person, NULL) == RC_OK && person.account[0])
            return true;
    }
    return false;
}

static enum rc is_wanted(struct desk *desk, const struct tournament *tournament,
                         enum tournament_post what, bool *wanted, struct err *err)
{
    *wanted = forum_is_on(desk);
    if (*wanted && what != TOURNAMENT_POST_OPEN &&
        (desk->config->forum.played_only || what == TOURNAMENT_POST_CANCELLED)) {
        TRY(forum_club_has_topic(desk, tournament->id, wanted, err));
        if (!*wanted && what != TOURNAMENT_POST_CANCELLED)
            *wanted = has_member(desk, tournament);
    }
    return RC_OK;
}

/* ---- the post ---- */

static void write_text(const struct tournament *tournament, const struct wording *wording,
                       enum tournament_post what, const char *title, struct buf *out)
{
    static const char *const keys[] = {[TOURNAMENT_POST_OPEN] = "forum.tournament-topic-open",
                                       [TOURNAMENT_POST_ROUND] = "forum.tournament-topic-round",
                                       [TOURNAMENT_POST_OVER] = "forum.tournament-topic-over",
                                       [TOURNAMENT_POST_LADDER] = "forum.tournament-topic-ladder",
                                       [TOURNAMENT_POST_CANCELLED] =
                                           "forum.tournament-topic-cancelled"};
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES], key[64];
    OWN(buf) format = {0};
    struct text text = text_in(key, sizeof key);

    TEXT_PUT(&text, "club.tournament-", schedule_word(tournament->terms.rules.format));
    WORDING(wording, &format, key, "n", "");
    WORDING(wording, out, keys[what], "name", tournament->terms.name, "title", title, "format",
            buf_text(&format), "tournament", text_of_int(id, tournament->id), "round",
            text_of_int(round, (int64_t)tournament->log.round));
}

enum rc tournament_post(struct desk *desk, struct tournament *tournament, enum tournament_post what,
                        struct err *err)
{
    const struct game *game = library_game(desk->library, tournament->terms.game);
    struct wording wording = {.language = library_language(desk->library, desk->config->language),
                              .game = game};
    const char *title = game ? wording_title(&wording, game) : tournament->terms.game;
    TEXT_IN(line, headline, TITLE_BYTES);
    struct forum_club told = {.tournament = tournament->id, .title = headline};
    OWN(buf) text = {0}, table = {0};
    bool wanted = false;

    TRY(is_wanted(desk, tournament, what, &wanted, err));
    if (!wanted)
        return RC_OK;
    TEXT_PUT(&line, tournament->terms.name, " – ", title);
    write_text(tournament, &wording, what, title, &text);
    write_table(desk, tournament, &wording, what, &table);
    told.text = buf_text(&text);
    told.table = buf_text(&table);
    TRY(buf_rc(&text, err));
    TRY(buf_rc(&table, err));
    return forum_club_tell(desk, &told, err);
}
