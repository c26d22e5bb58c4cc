/* SPDX-License-Identifier: MIT */
/* game new --open; offer list, start, withdraw: games that wait for players. */
#include "cli/commands.h"

#include "base/text.h"
#include "cli/listing.h"
#include "dispatch/notice.h"
#include "ledger/offers.h"
#include "people/people.h"
#include "talk/newgame.h"

enum { WHO_MOST = SEATS_MAX };

/* ---- list ---- */

static const struct table_column columns[] = {
    {"offer", "offer", true, false},     {"kind", "kind", false, false},
    {"open", "open", false, false},      {"seats", "seats", true, false},
    {"in", "in", false, true},           {"asked", "asked", false, true},
    {"options", "options", false, true}, {"since", "since (UTC)", false, false}};

struct names {
    struct desk *desk;
    struct buf in, asked;
};

static enum rc name_one(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct names *names = user;
    struct person person;
    struct buf *out = row->answer == LEDGER_OFFER_IN      ? &names->in
                      : row->answer == LEDGER_OFFER_ASKED ? &names->asked
                                                          : NULL;
    enum rc rc = people_get(names->desk, row->player, &person, err);

    if (rc == RC_OK && out)
        buf_printf(out, "%s%s", out->length ? ", " : "", person.name);
    return rc;
}

static enum rc list_one(void *user, const struct ledger_offer *row, struct err *err)
{
    struct listing *listing = user;
    struct names names = {.desk = listing->desk};
    char number[TEXT_INT_BYTES], seats[TEXT_INT_BYTES], since[24];
    enum rc rc = ledger_offer_players(listing->desk->ledger, row->id, name_one, &names, err);

    if (rc == RC_OK)
        table_row(listing->table, text_of_int(number, row->id), row->engine,
                  row->is_open ? "yes" : "no", text_of_int(seats, row->seats), buf_text(&names.in),
                  buf_text(&names.asked), row->options, server_time(row->at_s, since));
    buf_fini(&names.in);
    buf_fini(&names.asked);
    return rc;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return ledger_offers(listing->desk->ledger, list_one, listing, err);
}

enum rc cmd_offer_list(struct cli *cli, struct err *err)
{
    static const struct list list = {columns, sizeof columns / sizeof columns[0], gather,
                                     "No game waits for players."};

    return listing_show(cli, &list, err);
}

/* ---- an open challenge ---- */

enum rc offer_open(struct desk *desk, const struct newgame *wanted, unsigned seats, int64_t *offer,
                   struct err *err)
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

static enum rc note_offer(void *user, const struct ledger_offer *row, struct err *err)
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

static enum rc note_in(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct starting *starting = user;

    (void)err;
    if (row->answer == LEDGER_OFFER_IN && starting->wanted.seats < WHO_MOST)
        starting->wanted.player[++starting->wanted.seats] = row->player;
    return RC_OK;
}

static enum rc load(struct cli *cli, struct starting *starting, struct err *err)
{
    enum rc rc = server_number(cli->word[0], "offer", &starting->id, err);

    if (rc == RC_OK)
        rc = ledger_offer_get(starting->desk->ledger, starting->id, note_offer, starting, err);
    if (rc == RC_OK && !starting->found)
        rc = ERR(err, RC_CONFLICT, "this offer does not wait any more; see postern offer list");
    if (rc == RC_OK)
        rc = ledger_offer_players(starting->desk->ledger, starting->id, note_in, starting, err);
    return rc;
}

static enum rc add_seats(struct cli *cli, struct starting *starting, struct err *err)
{
    const char *word;
    unsigned at = 0;
    enum rc rc = RC_OK;

    while (rc == RC_OK && (word = cli_next(cli, "seat", &at)) != NULL) {
        if (starting->wanted.seats == WHO_MOST)
            return ERR(err, RC_USAGE, "too many seats");
        rc = people_find(starting->desk, word, &starting->wanted.player[++starting->wanted.seats],
                         err);
    }
    return rc;
}

static enum rc start(struct cli *cli, struct starting *starting, int64_t *game, struct err *err)
{
    struct verdict verdict;
    enum rc rc = load(cli, starting, err);

    starting->wanted.played = library_game(starting->desk->library, starting->engine);
    starting->wanted.options = starting->options;
    starting->wanted.time = starting->time;
    if (rc == RC_OK && !starting->wanted.played)
        rc = ERR(err, RC_NOT_FOUND, "this program does not know the game ", starting->engine);
    if (rc == RC_OK)
        rc = add_seats(cli, starting, err);
    if (rc == RC_OK)
        rc = newgame_make(starting->desk, &starting->wanted, game, &verdict, err);
    if (rc == RC_OK && verdict.kind != VERDICT_DONE)
        rc = ERR(err, RC_CONFLICT, "its options are not those of this program; withdraw it");
    if (rc == RC_OK)
        rc = ledger_offer_end(starting->desk->ledger, starting->id, LEDGER_OFFER_MADE, *game, err);
    return rc;
}

enum rc cmd_offer_start(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct starting starting = {0};
    int64_t game = 0;
    enum rc rc = server_open(cli, &server, err);

    starting.desk = server.desk;
    if (rc == RC_OK)
        rc = desk_begin(server.desk, err);
    if (rc == RC_OK)
        rc = start(cli, &starting, &game, err);
    if (rc == RC_OK)
        rc = desk_commit(server.desk, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "game %lld is made; its invitations are queued\n", (long long)game);
        cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    }
    server_close(&server);
    return rc;
}

struct concerned {
    unsigned count;
    int64_t player[WHO_MOST];
};

static enum rc note_concerned(void *user, const struct ledger_offer_player *row, struct err *err)
{
    struct concerned *concerned = user;

    (void)err;
    if ((row->answer == LEDGER_OFFER_IN || row->answer == LEDGER_OFFER_ASKED) &&
        concerned->count < WHO_MOST)
        concerned->player[concerned->count++] = row->player;
    return RC_OK;
}

/* Who is in, and who was asked, hears that it waits no more. */
static enum rc tell_withdrawn(struct desk *desk, const struct starting *starting, struct err *err)
{
    const struct game *game = library_game(desk->library, starting->engine);
    char number[TEXT_INT_BYTES];
    struct notice notice = {.key = "keeper.offer-gone",
                            .arg = {{"offer", text_of_int(number, starting->id)},
                                    {"title", game ? game->title : starting->engine}},
                            .count = 2};
    struct concerned concerned = {0};
    enum rc rc = ledger_offer_players(desk->ledger, starting->id, note_concerned, &concerned, err);

    for (unsigned i = 0; i < concerned.count && rc == RC_OK; i++)
        rc = notice_player(desk, concerned.player[i], &notice, err);
    return rc;
}

enum rc cmd_offer_withdraw(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct starting starting = {0};
    enum rc rc = server_open(cli, &server, err);

    starting.desk = server.desk;
    if (rc == RC_OK)
        rc = desk_begin(server.desk, err);
    if (rc == RC_OK)
        rc = load(cli, &starting, err);
    if (rc == RC_OK)
        rc = ledger_offer_end(server.desk->ledger, starting.id, LEDGER_OFFER_GONE, 0, err);
    if (rc == RC_OK)
        rc = tell_withdrawn(server.desk, &starting, err);
    if (rc == RC_OK)
        rc = desk_commit(server.desk, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "offer %lld waits no more; who was in is told\n",
                   (long long)starting.id);
        cli->result = json_pack("{s:I}", "offer", (json_int_t)starting.id);
    }
    server_close(&server);
    return rc;
}
