/* SPDX-License-Identifier: MIT */
#include "admin/offering.h"

#include "base/text.h"
#include "outbound/notice.h"
#include "people/people.h"

/* ---- list ---- */

struct listing {
    struct desk *desk;
    struct buf in, asked;
    offering_fn fn;
    void *user;
};

static enum rc name_one(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct listing *listing = user;
    struct person person;
    struct buf *out = row->answer == LEDGER_OFFER_IN      ? &listing->in
                      : row->answer == LEDGER_OFFER_ASKED ? &listing->asked
                                                          : NULL;
    enum rc rc = people_get(listing->desk, row->player, &person, err);

    if (rc == RC_OK && out)
        buf_printf(out, "%s%s", out->length ? ", " : "", person.name);
    return rc;
}

static enum rc list_one(void *user, const struct ledger_offer *row, struct err *err)
{
    struct listing *listing = user;
    enum rc rc;

    buf_clear(&listing->in);
    buf_clear(&listing->asked);
    rc = ledger_offer_players(listing->desk->ledger, row->id, name_one, listing, err);
    return rc == RC_OK ? listing->fn(listing->user, row, buf_text(&listing->in),
                                     buf_text(&listing->asked), err)
                       : rc;
}

enum rc offering_list(struct desk *desk, offering_fn fn, void *user, struct err *err)
{
    struct listing listing = {.desk = desk, .fn = fn, .user = user};
    enum rc rc = ledger_offers(desk->ledger, list_one, &listing, err);

    buf_fini(&listing.in);
    buf_fini(&listing.asked);
    return rc;
}

/* ---- an open challenge ---- */

enum rc offering_open(struct desk *desk, const struct newgame *wanted, unsigned seats,
                      int64_t *offer, struct err *err)
{
    struct ledger_offer row = {.player = wanted->player[1],
                               .at_s = desk_now(desk),
                               .engine = wanted->played->name,
                               .options = wanted->options,
                               .time = wanted->time ? wanted->time : "",
                               .seats = (int)seats,
                               .is_open = true,
                               .anonymous = wanted->anonymous,
                               .press_open = wanted->press_open};
    enum rc rc = RC_OK;

    if (!wanted->seats)
        rc = ERR(err, RC_USAGE, "say with --seat who offers the game");
    else if (wanted->seats >= seats)
        rc = ERR(err, RC_USAGE, "no seat is free: leave --open away");
    if (rc == RC_OK)
        rc = ledger_offer_put(desk->ledger, &row, offer, err);
    for (unsigned seat = 1; seat <= wanted->seats && rc == RC_OK; seat++) {
        struct ledger_offer_player who = {*offer, wanted->player[seat], (int)seat, LEDGER_OFFER_IN};

        rc = ledger_offer_player_put(desk->ledger, &who, err);
    }
    return rc;
}

/* ---- start, withdraw ---- */

struct starting {
    struct desk *desk;
    int64_t id;
    bool found;
    int seats;
    char engine[64], options[4097], time[513];
    struct newgame wanted;
};

static enum rc on_offer(void *user, const struct ledger_offer *row, struct err *err)
{
    struct starting *starting = user;

    (void)err;
    starting->found = row->state == LEDGER_OFFER_WAITING;
    starting->seats = row->seats;
    starting->wanted.anonymous = row->anonymous;
    starting->wanted.press_open = row->press_open;
    text_copy(starting->engine, sizeof starting->engine, row->engine);
    text_copy(starting->options, sizeof starting->options, row->options);
    text_copy(starting->time, sizeof starting->time, row->time);
    return RC_OK;
}

static enum rc on_in(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct starting *starting = user;

    (void)err;
    if (row->answer == LEDGER_OFFER_IN && starting->wanted.seats < SEATS_MAX)
        starting->wanted.player[++starting->wanted.seats] = row->player;
    return RC_OK;
}

static enum rc load(struct desk *desk, int64_t id, struct starting *starting, struct err *err)
{
    enum rc rc;

    *starting = (struct starting){.desk = desk, .id = id};
    rc = ledger_offer_get(desk->ledger, id, on_offer, starting, err);
    if (rc == RC_OK && !starting->found)
        rc = ERR(err, RC_CONFLICT, "this offer does not wait any more; see postern offer list");
    return rc == RC_OK ? ledger_offer_players(desk->ledger, id, on_in, starting, err) : rc;
}

enum rc offering_start(struct desk *desk, int64_t offer, const int64_t *more, unsigned count,
                       int64_t *game, struct err *err)
{
    struct starting starting;
    struct verdict verdict;
    enum rc rc = load(desk, offer, &starting, err);

    starting.wanted.played = library_game(desk->library, starting.engine);
    starting.wanted.options = starting.options;
    starting.wanted.time = starting.time;
    if (rc == RC_OK && !starting.wanted.played)
        rc = ERR(err, RC_NOT_FOUND, "this program does not know the game ", starting.engine);
    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        if (starting.wanted.seats == SEATS_MAX)
            return ERR(err, RC_USAGE, "too many seats");
        starting.wanted.player[++starting.wanted.seats] = more[i];
    }
    if (rc == RC_OK)
        rc = newgame_make(desk, &starting.wanted, game, &verdict, err);
    if (rc == RC_OK && verdict.kind != VERDICT_DONE)
        rc = ERR(err, RC_CONFLICT, "its options are not those of this program; withdraw it");
    return rc == RC_OK ? ledger_offer_end(desk->ledger, offer, LEDGER_OFFER_MADE, *game, err) : rc;
}

struct concerned {
    unsigned count;
    int64_t player[SEATS_MAX];
};

static enum rc on_concerned(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct concerned *concerned = user;

    (void)err;
    if ((row->answer == LEDGER_OFFER_IN || row->answer == LEDGER_OFFER_ASKED) &&
        concerned->count < SEATS_MAX)
        concerned->player[concerned->count++] = row->player;
    return RC_OK;
}

/* Who is in, and who was asked, hears that it waits no more. */
static enum rc tell_withdrawn(struct desk *desk, const struct starting *starting, struct err *err)
{
    const struct game *game = library_game(desk->library, starting->engine);
    char number[TEXT_INT_BYTES];
    struct notice notice = {.key = "keeper.offer-gone",
                            .arg = {{"offer", text_of_int(number, starting->id)}},
                            .count = 1,
                            .about = game};
    struct concerned concerned = {0};
    enum rc rc = ledger_offer_players(desk->ledger, starting->id, on_concerned, &concerned, err);

    for (unsigned i = 0; i < concerned.count && rc == RC_OK; i++)
        rc = notice_player(desk, concerned.player[i], &notice, err);
    return rc;
}

enum rc offering_withdraw(struct desk *desk, int64_t offer, struct err *err)
{
    struct starting starting;
    enum rc rc = load(desk, offer, &starting, err);

    if (rc == RC_OK)
        rc = ledger_offer_end(desk->ledger, offer, LEDGER_OFFER_GONE, 0, err);
    return rc == RC_OK ? tell_withdrawn(desk, &starting, err) : rc;
}
