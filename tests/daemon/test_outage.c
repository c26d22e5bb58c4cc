/* SPDX-License-Identifier: MIT */
/* A forum that is away for days, under a clock of our own: no deadline closes meanwhile, and all of
 * them move by as long. The forum is a small server of our own that follows Discourse's documented
 * answers. */
#include <stdint.h>

#include "daemon/daemon.h"
#include "play/position.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "tests/house/talking.h"
#include "tests/post/fake_http.h"
#include "tests/test.h"

enum { DAY_S = 86400, LETTERS = 8 };

static const struct fake_page well[] = {
    {"GET /u/gm.json", 200, "{\"user\":{\"id\":1,\"username\":\"gm\"}}", NULL, 0},
    {"GET /posts.json", 200, "{\"latest_posts\":[{\"id\":10}]}", NULL, 0},
    {"GET /topics/private-messages/gm.json", 200, "{\"topic_list\":{\"topics\":[]}}", NULL, 0},
    {NULL, 0, NULL, NULL, 0}};
static const struct fake_page away[] = {{"GET /u/gm.json", 0, "", NULL, 0},
                                        {"GET /posts.json", 0, "", NULL, 0},
                                        {NULL, 0, NULL, NULL, 0}};
static const struct fake_page refused[] = {{"GET /u/gm.json", 401, "{}", NULL, 0},
                                           {"GET /posts.json", 401, "{}", NULL, 0},
                                           {NULL, 0, NULL, NULL, 0}};

static struct fake_http http;
static struct post_source *source;
static struct upkeep upkeep;

static int setup(void **state)
{
    struct post_forum_config config = {.name = "forum",
                                       .kind = POST_FORUM_DISCOURSE,
                                       .url = http.url,
                                       .robot = "gm",
                                       .key = "k3y",
                                       .after = 10,
                                       .timeout_s = 60,
                                       .poll_s = 60,
                                       .stop_fd = -1,
                                       .reader = reader_here()};
    static struct fixture fixture;

    talking_start(&fixture);
    *state = &fixture;
    http = (struct fake_http){.pages = well};
    fake_http_start(&http);
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    assert_int_equal(upkeep_start(&upkeep, fixture.desk, NULL), RC_OK);
    return 0;
}

static int teardown(void **state)
{
    post_source_free(source);
    fake_http_end(&http);
    fixture_remove(*state);
    return 0;
}

/* One look into the forum, then what is due; whether the forum answered. */
static bool look(struct fixture *fixture)
{
    struct post_letter letters[LETTERS];
    size_t count;
    enum rc rc = post_source_list(source, fixture->now_s, letters, LETTERS, &count, NULL);

    assert_int_equal(upkeep_run(&upkeep, fixture->desk, post_source_settled_s(source), NULL),
                     RC_OK);
    return rc == RC_OK;
}

static int64_t due_of(struct fixture *fixture)
{
    const struct position *position = fixture_position(fixture, 1);

    assert_true(position->timing.open_count > 0);
    return position->timing.open[0].due_s;
}

/* It goes away so many hours before the deadline. */
static void is_away_for(struct fixture *fixture, const struct fake_page *pages, int days,
                        int hours_left)
{
    int64_t before;
    uint64_t entries;

    for (int64_t until = due_of(fixture) - hours_left * 3600; fixture->now_s < until;) {
        fixture->now_s += until - fixture->now_s < 3500 ? until - fixture->now_s : 3500;
        assert_true(look(fixture));
    }
    before = due_of(fixture);
    entries = head(fixture);
    fake_http_pages(&http, pages);
    for (int hour = 0; hour < 24 * days; hour += 6) {
        fixture->now_s += 6 * 3600;
        assert_false(look(fixture));
        assert_int_equal(due_of(fixture), before);
        assert_int_equal(head(fixture), entries); /* nobody has lost a turn */
    }
    fake_http_pages(&http, well);
    fixture->now_s += DAY_S / 4;
    assert_true(look(fixture));
    assert_in_range(due_of(fixture) - before, (uintmax_t)days * DAY_S,
                    (uintmax_t)days * DAY_S + DAY_S / 2);
    fixture->now_s += 120;
    assert_true(look(fixture));
    assert_in_range(due_of(fixture) - before, (uintmax_t)days * DAY_S,
                    (uintmax_t)days * DAY_S + DAY_S / 2); /* once */
}

#define TEST_SET_UP(name) TEST_WITH(name, setup, teardown)

TEST_SET_UP(a_day_without_the_forum_moves_the_deadlines_that_fall_into_it)
{
    is_away_for(*state, away, 1, 12);
}

TEST_SET_UP(no_deadline_closes_while_the_forum_is_away_however_long)
{
    is_away_for(*state, away, 9, 24);
}

TEST_SET_UP(a_robot_that_lost_its_token_costs_nobody_a_turn)
{
    is_away_for(*state, refused, 9, 24);
}

TESTS(NULL, NULL)
