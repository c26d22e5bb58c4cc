/* SPDX-License-Identifier: MIT */
/* The n-th allocation fails, for each n: reading and verifying a record says so and leaves
 * nothing behind. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record/verify.h"
#include "tests/base/failing_memory.h"
#include "tests/record/playing.h"
#include "tests/toy/toy.h"
#include "tests/seal/start.h"
#include "tests/test.h"

/* A finished game with lots, an undo, changes of key and sealed luck. */
static void make_record(struct buf *text)
{
    const struct playing_plan plan = {.seats = TOY_SEATS};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    for (uint64_t seed = 1;; seed++) {
        struct playing playing;

        playing_start(&playing, &toy_game, &file, 1, &plan, seed);
        while (playing_step(&playing))
            ;
        buf_clear(text);
        playing_export(&playing, RECORD_FOR_WHOLE, text);
        playing_fini(&playing);
        if (strstr(text->at, " undo ") && strstr(text->at, "why=lot") &&
            strstr(text->at, " key ") && strstr(text->at, " sealed ["))
            return;
    }
}

TEST(verifying_says_when_memory_is_lost)
{
    OWN(buf) text = {0};
    unsigned tries = 0;

    make_record(&text);
    do {
        OWN(verify) verify = {0};
        struct err err = {0};
        enum rc rc;

        memory_failed = false;
        memory_until = ++tries;
        rc = verify_bytes(text.at, text.length, toy_find, &verify, &err);
        memory_until = 0;
        if (rc != (memory_failed ? RC_NO_MEMORY : RC_OK))
            fail_msg("allocation %u: %s", tries, verify.err.text);
        assert_int_equal(verify.is_good, !memory_failed);
        assert_int_equal(err.rc, rc);
    } while (memory_failed);
    assert_in_range(tries, 50, 100000);
}

TESTS(start, NULL)
