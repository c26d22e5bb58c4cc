/* SPDX-License-Identifier: MIT */
#include "commands/opponents.h"

#include "ledger/derived.h"
#include "tell/command_words.h"

struct looking {
    struct desk *desk;
    const char *word;
    const int64_t *taken;
    unsigned count;
    int64_t found;
    unsigned games; /* of the one found */
};

static enum rc count_running(struct desk *desk, int64_t player, unsigned *count, struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(desk->ledger, player, err);
    struct ledger_game_row row;

    while (ledger_next(&rows, &row))
        *count += row.status != LEDGER_OVER;
    return ledger_end(&rows);
}

static bool is_taken(const struct looking *looking, int64_t player)
{
    for (unsigned i = 0; i < looking->count; i++)
        if (looking->taken[i] == player)
            return true;
    return false;
}

static enum rc look_at(void *user, const struct person *person, struct err *err)
{
    struct looking *looking = user;
    unsigned games = 0;
    enum rc rc;

    if (!person->practice[0] || person->banned || person->merged || is_taken(looking, person->id) ||
        (!text_equal_folded(person->practice, looking->word) &&
         !text_equal_folded(person->name, looking->word)))
        return RC_OK;
    rc = count_running(looking->desk, person->id, &games, err);
    if (rc == RC_OK && (!looking->found || games < looking->games)) {
        looking->found = person->id;
        looking->games = games;
    }
    return rc;
}

enum rc opponents_find(struct desk *desk, const char *word, const int64_t *taken, unsigned count,
                       int64_t *player, struct err *err)
{
    struct looking looking = {.desk = desk, .word = word, .taken = taken, .count = count};
    enum rc rc = people_each(desk, look_at, &looking, err);

    *player = looking.found;
    return rc;
}

enum rc opponents_is(struct desk *desk, int64_t player, bool *is, struct err *err)
{
    struct person person;
    enum rc rc = people_get(desk, player, &person, err);

    *is = rc == RC_OK && person.practice[0];
    return rc;
}

/* ---- what is said ---- */

/* A level in the reader's words. */
static void put_level(const struct incoming *incoming, const char *level, struct buf *out)
{
    command_words_show_value(language_commands(incoming->answer.wording.language), level, out);
}

struct listing {
    const struct incoming *incoming;
    struct buf text;
};

static enum rc list_one(void *user, const struct person *person, struct err *err)
{
    struct listing *listing = user;

    (void)err;
    if (!person->practice[0] || person->banned || person->merged)
        return RC_OK;
    buf_printf(&listing->text, "%s%s (", listing->text.length ? ", " : "", person->name);
    put_level(listing->incoming, person->practice, &listing->text);
    buf_put_char(&listing->text, ')');
    return RC_OK;
}

enum rc opponents_refuse(struct incoming *incoming, const char *word, struct err *err)
{
    struct listing listing = {.incoming = incoming};
    enum rc rc = people_each(incoming->desk, list_one, &listing, err);

    if (rc == RC_OK)
        SAY(incoming, listing.text.length ? "talk.opponent-none" : "talk.opponent-nowhere", "what",
            word, "who", buf_text(&listing.text));
    buf_fini(&listing.text);
    return rc;
}

enum rc opponents_introduce(struct incoming *incoming, const int64_t *player, unsigned count,
                            struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        struct buf level = {0};
        struct person person;

        rc = people_get(incoming->desk, player[i], &person, err);
        if (rc == RC_OK && person.practice[0]) {
            put_level(incoming, person.practice, &level);
            incoming_tell(incoming, "talk.opponent-is", "name", person.name, "level",
                          buf_text(&level), (const char *)NULL);
        }
        buf_fini(&level);
    }
    return rc;
}
