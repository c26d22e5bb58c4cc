/* SPDX-License-Identifier: MIT */
/* Lists, opens, starts and withdraws games that wait for players, for the administrator. Players
 * do so by letter in commands/offers.c. */
#include "admin/admin.h"

#include "commands/offers.h"
#include "outbound/notice.h"
#include "people/people.h"

/* ---- list ---- */

static enum rc name_players(struct desk *desk, int64_t offer, struct buf *in, struct buf *asked,
                            struct err *err)
{
    struct ledger_rows rows = ledger_offer_players(desk->ledger, offer, err);

    for (struct ledger_offer_player row; ledger_next(&rows, &row);) {
        struct buf *out = row.answer == LEDGER_OFFER_IN      ? in
                          : row.answer == LEDGER_OFFER_ASKED ? asked
                                                             : NULL;
        struct person person;

        rows.rc = people_get(desk, row.player, &person, err);
        if (rows.rc == RC_OK && out)
            buf_printf(out, "%s%s", out->length ? ", " : "", person.name);
    }
    return ledger_end(&rows);
}

enum rc offering_list(struct desk *desk, offering_fn fn, void *user, struct err *err)
{
    struct ledger_rows rows = ledger_offers(desk->ledger, err);
    OWN(buf) in = {0}, asked = {0};

    for (struct ledger_offer row; ledger_next(&rows, &row);) {
        buf_clear(&in);
        buf_clear(&asked);
        rows.rc = name_players(desk, row.id, &in, &asked, err);
        if (rows.rc == RC_OK)
            rows.rc = fn(user, &row, buf_text(&in), buf_text(&asked), err);
    }
    return ledger_end(&rows);
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

    if (!wanted->seats)
        return ERR(err, RC_USAGE, "say with --seat who offers the game");
    else if (wanted->seats >= seats)
        return ERR(err, RC_USAGE, "no seat is free: leave --open away");
    TRY(ledger_offer_put(desk->ledger, &row, offer, err));
    TRY(offers_wait(desk, *offer, err));
    for (unsigned seat = 1; seat <= wanted->seats; seat++) {
        struct ledger_offer_player who = {*offer, wanted->player[seat], (int)seat, LEDGER_OFFER_IN};

        TRY(ledger_offer_player_put(desk->ledger, &who, err));
    }
    return RC_OK;
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

static void note_offer(struct starting *starting, const struct ledger_offer *row)
{
    starting->found = row->state == LEDGER_OFFER_WAITING;
    starting->seats = row->seats;
    starting->wanted.anonymous = row->anonymous;
    starting->wanted.press_open = row->press_open;
    text_copy(starting->engine, sizeof starting->engine, row->engine);
    text_copy(starting->options, sizeof starting->options, row->options);
    text_copy(starting->time, sizeof starting->time, row->time);
}

static enum rc note_players(struct desk *desk, struct starting *starting, struct err *err)
{
    struct ledger_rows rows = ledger_offer_players(desk->ledger, starting->id, err);

    for (struct ledger_offer_player row; ledger_next(&rows, &row);)
        if (row.answer == LEDGER_OFFER_IN && starting->wanted.seats < SEATS_MAX)
            starting->wanted.player[++starting->wanted.seats] = row.player;
    return ledger_end(&rows);
}

static enum rc load(struct desk *desk, int64_t id, struct starting *starting, struct err *err)
{
    struct ledger_rows rows = ledger_offer_get(desk->ledger, id, err);
    struct ledger_offer row;

    *starting = (struct starting){.desk = desk, .id = id};
    if (ledger_next(&rows, &row))
        note_offer(starting, &row);
    TRY(ledger_end(&rows));
    if (!starting->found)
        return ERR(err, RC_CONFLICT, "this offer does not wait any more; see postern offer list");
    return note_players(desk, starting, err);
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
        FAIL_IF(starting.wanted.seats == SEATS_MAX, err, RC_USAGE, "too many seats");
        starting.wanted.player[++starting.wanted.seats] = more[i];
    }
    THEN(rc, newgame_make(desk, &starting.wanted, game, &verdict, err));
    if (rc == RC_OK && verdict.kind != VERDICT_DONE)
        rc = ERR(err, RC_CONFLICT, "its options are not those of this program; withdraw it");
    return rc == RC_OK ? ledger_offer_end(desk->ledger, offer, LEDGER_OFFER_MADE, *game, err) : rc;
}

/* Who is in, and who was asked, hears that it waits no more. */
static enum rc tell_withdrawn(struct desk *desk, const struct starting *starting, struct err *err)
{
    const struct game *game = library_game(desk->library, starting->engine);
    struct notice notice = {.key = "keeper.offer-gone",
                            .arg = {{"offer", TEXT_INT(starting->id)}},
                            .count = 1,
                            .about = game};
    struct ledger_rows rows = ledger_offer_players(desk->ledger, starting->id, err);

    for (struct ledger_offer_player row; ledger_next(&rows, &row);)
        if (row.answer == LEDGER_OFFER_IN || row.answer == LEDGER_OFFER_ASKED)
            rows.rc = notice_player(desk, row.player, &notice, err);
    return ledger_end(&rows);
}

enum rc offering_withdraw(struct desk *desk, int64_t offer, struct err *err)
{
    struct starting starting;

    TRY(load(desk, offer, &starting, err));
    TRY(ledger_offer_end(desk->ledger, offer, LEDGER_OFFER_GONE, 0, err));
    return tell_withdrawn(desk, &starting, err);
}
