/* SPDX-License-Identifier: MIT */
#include "rounds/cup_posts.h"

#include "base/text.h"
#include "dispatch/forum_club.h"
#include "dispatch/wording.h"
#include "forum/forum.h"
#include "people/people.h"

enum { TITLE_BYTES = 200 };

/* ---- names ---- */

/* His name, and behind it in brackets whose place he took; "a player without a name" stands for who
 * shows none. */
static void write_name(struct desk *desk, const struct cup *cup, const struct wording *wording,
                       unsigned seed, struct buf *out)
{
    unsigned entrant = cuplog_entrant(&cup->log, seed);
    unsigned old = cup->log.in_place_of[entrant - 1];
    struct person person;

    if (people_get(desk, cup->player[entrant - 1], &person, NULL) == RC_OK &&
        person.profile == PERSON_PROFILE_PUBLIC)
        buf_put(out, person.name);
    else
        WORDING(wording, out, "club.hidden", "n", "");
    if (old && people_get(desk, cup->player[old - 1], &person, NULL) == RC_OK &&
        person.profile == PERSON_PROFILE_PUBLIC)
        buf_printf(out, " (%s)", person.name);
}

/* ---- the table ---- */

static void write_pairs(struct desk *desk, const struct cup *cup, const struct wording *wording,
                        struct buf *out)
{
    for (unsigned at = cup->log.round_first; at < cup->log.pairs; at++) {
        const struct pairing_pair *pair = &cup->log.pair[at];
        struct buf one = {0}, other = {0};

        write_name(desk, cup, wording, pair->first, &one);
        if (pair->second)
            write_name(desk, cup, wording, pair->second, &other);
        WORDING(wording, out, pair->second ? "forum.cup-topic-pair" : "forum.cup-topic-bye", "one",
                buf_text(&one), "other", buf_text(&other));
        buf_put_char(out, '\n');
        buf_fini(&one);
        buf_fini(&other);
    }
}

static void write_row(struct desk *desk, const struct cup *cup, const struct wording *wording,
                      const struct standings_row *row, struct buf *out)
{
    bool places_alone =
        cup->terms.rules.format == SCHEDULE_KNOCKOUT || cup->terms.rules.format == SCHEDULE_LADDER;
    char place[TEXT_INT_BYTES], group[TEXT_INT_BYTES];
    struct buf name = {0}, points = {0};

    write_name(desk, cup, wording, row->entrant, &name);
    buf_printf(&points, "%u%s", row->points / 2, row->points % 2 ? "½" : "");
    WORDING(wording, out,
            places_alone                  ? "club.cup-place"
            : !row->group                 ? "club.cup-row-final"
            : cup->terms.rules.groups > 1 ? "club.cup-row-group"
                                          : "club.cup-row",
            "place", text_of_int(place, row->place), "name", buf_text(&name), "points",
            buf_text(&points), "group", text_of_int(group, row->group));
    buf_put_char(out, '\n');
    buf_fini(&name);
    buf_fini(&points);
}

static void write_table(struct desk *desk, struct cup *cup, const struct wording *wording,
                        enum cup_post what, struct buf *out)
{
    unsigned count =
        what == CUP_POST_OPEN || what == CUP_POST_CANCELLED ? 0 : cuplog_standings(&cup->log);

    if (what == CUP_POST_ROUND)
        write_pairs(desk, cup, wording, out);
    if (out->length && count && cup->log.round > 1)
        buf_put_char(out, '\n');
    for (unsigned i = 0; i < count && (what != CUP_POST_ROUND || cup->log.round > 1); i++)
        write_row(desk, cup, wording, &cup->log.row[i], out);
}

/* ---- is it shown? ---- */

static bool has_member(struct desk *desk, const struct cup *cup)
{
    for (unsigned i = 0; i < cup->log.entered; i++) {
        struct person person;

        if (people_get(desk, cup->player[i], &person, NULL) == RC_OK && person.account[0])
            return true;
    }
    return false;
}

static enum rc is_wanted(struct desk *desk, const struct cup *cup, enum cup_post what, bool *wanted,
                         struct err *err)
{
    enum rc rc = RC_OK;

    *wanted = forum_is_on(desk);
    if (*wanted && what != CUP_POST_OPEN &&
        (desk->config->forum.played_only || what == CUP_POST_CANCELLED)) {
        rc = forum_club_has_topic(desk, cup->id, wanted, err);
        if (rc == RC_OK && !*wanted && what != CUP_POST_CANCELLED)
            *wanted = has_member(desk, cup);
    }
    return rc;
}

/* ---- the post ---- */

static void write_text(const struct cup *cup, const struct wording *wording, enum cup_post what,
                       const char *title, struct buf *out)
{
    static const char *const keys[] = {[CUP_POST_OPEN] = "forum.cup-topic-open",
                                       [CUP_POST_ROUND] = "forum.cup-topic-round",
                                       [CUP_POST_OVER] = "forum.cup-topic-over",
                                       [CUP_POST_LADDER] = "forum.cup-topic-ladder",
                                       [CUP_POST_CANCELLED] = "forum.cup-topic-cancelled"};
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES], key[64];
    struct buf format = {0};
    struct text text;

    text_init(&text, key, sizeof key);
    text_put(&text, "club.cup-");
    text_put(&text, schedule_word(cup->terms.rules.format));
    WORDING(wording, &format, key, "n", "");
    WORDING(wording, out, keys[what], "name", cup->terms.name, "title", title, "format",
            buf_text(&format), "cup", text_of_int(id, cup->id), "round",
            text_of_int(round, (int64_t)cup->log.round));
    buf_fini(&format);
}

enum rc cup_post(struct desk *desk, struct cup *cup, enum cup_post what, struct err *err)
{
    const struct game *game = library_game(desk->library, cup->terms.game);
    struct wording wording = {.language = library_language(desk->library, desk->config->language),
                              .game = game};
    const char *title = game ? wording_title(&wording, game) : cup->terms.game;
    char headline[TITLE_BYTES];
    struct forum_club told = {.cup = cup->id, .title = headline};
    struct buf text = {0}, table = {0};
    struct text line;
    bool wanted = false;
    enum rc rc = is_wanted(desk, cup, what, &wanted, err);

    if (rc != RC_OK || !wanted)
        return rc;
    text_init(&line, headline, sizeof headline);
    text_put(&line, cup->terms.name);
    text_put(&line, " – ");
    text_put(&line, title);
    write_text(cup, &wording, what, title, &text);
    write_table(desk, cup, &wording, what, &table);
    told.text = buf_text(&text);
    told.table = buf_text(&table);
    rc = buf_rc(&text, err);
    if (rc == RC_OK)
        rc = buf_rc(&table, err);
    if (rc == RC_OK)
        rc = forum_club_tell(desk, &told, err);
    buf_fini(&text);
    buf_fini(&table);
    return rc;
}
