/* SPDX-License-Identifier: MIT */
/* Names change in letters from one to the next: who plays with somebody hears of it. */
#include "commands/renamed.h"

#include "ledger/derived.h"
#include "outbound/audience.h"
#include "outbound/notice.h"
#include "people/people.h"

enum { PEOPLE_MOST = 64 };

struct telling {
    int64_t player;
    struct notice notice;
    unsigned count;
    int64_t told[PEOPLE_MOST];
};

/* Is he somebody who was not told yet? Then he is now. */
static bool note(struct telling *telling, int64_t player)
{
    if (!player || player == telling->player || telling->count == PEOPLE_MOST)
        return false;
    for (unsigned i = 0; i < telling->count; i++)
        if (telling->told[i] == player)
            return false;
    telling->told[telling->count++] = player;
    return true;
}

static enum rc tell_game(struct desk *desk, struct telling *telling, int64_t game, struct err *err)
{
    struct position *position;
    bool full;

    TRY(position_get(desk, game, &position, err));
    for (unsigned seat = 1; seat <= position->genesis.seats && !position->anonymous; seat++) {
        if (position->house[seat] || !note(telling, position->player[seat]))
            continue;
        TRY(audience_is_full(desk, position, seat, &full, err));
        if (!full)
            TRY(notice_seat(desk, position, seat, &telling->notice, err));
    }
    return RC_OK;
}

enum rc renamed_player(struct desk *desk, int64_t player, const char *name, struct err *err)
{
    struct person before, after;
    struct telling telling = {.player = player};
    struct ledger_rows rows;
    struct ledger_game_row row;

    TRY(people_get(desk, player, &before, err));
    TRY(people_rename(desk, player, name, err));
    TRY(people_get(desk, player, &after, err));
    telling.notice = (struct notice){
        .key = "talk.renamed", .arg = {{"was", before.name}, {"name", after.name}}, .count = 2};
    rows = ledger_games_of_player(desk->ledger, player, err);
    while (!text_equal(before.name, after.name) && ledger_next(&rows, &row))
        if (row.status != LEDGER_OVER && !row.is_frozen)
            rows.rc = tell_game(desk, &telling, row.game, err);
    return ledger_end(&rows);
}
