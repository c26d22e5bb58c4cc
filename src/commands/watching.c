/* SPDX-License-Identifier: MIT */
/* "watch", "unwatch", and the tap that unsubscribes. What watchers are told is chosen in
 * outbound/audience.c. */
#include "commands/commands.h"

#include "outbound/audience.h"

static bool read_game(const char *text, int64_t *game)
{
    return text_to_int(text, strlen(text), game) && *game > 0;
}

static enum rc plays(struct incoming *incoming, int64_t game, bool *plays, struct err *err)
{
    struct position *position;

    *plays = false;
    TRY(position_get(incoming->desk, game, &position, err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        *plays |= position->player[seat] == incoming->known->sender;
    return RC_OK;
}

enum rc watching_watch(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    int64_t game = 0;
    bool seated = false;
    enum rc rc = read_game(arguments, &game) ? plays(incoming, game, &seated, &own) : RC_NOT_FOUND;

    if (rc == RC_OK && seated) {
        SAY(incoming, "desk.watch-own", "game", arguments);
        return incoming_see_game(incoming, err);
    }
    THEN(rc, audience_watch(incoming->desk, game, incoming->known->sender, &own));

    if (rc == RC_NOT_FOUND) {
        SAY(incoming, "desk.watch-none", "game", arguments);
        return incoming_see_game(incoming, err);
    }
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    SAY(incoming, "desk.watching", "game", arguments);
    return incoming_see_game(incoming, err);
}

enum rc watching_unwatch(struct incoming *incoming, const char *arguments, struct err *err)
{
    int64_t game = 0;

    if (!read_game(arguments, &game))
        return SAY(incoming, "desk.watch-none", "game", arguments);
    SAY(incoming, "desk.unwatched", "game", arguments);
    return audience_unwatch(incoming->desk, game, incoming->known->sender, err);
}

enum rc watching_tap(struct incoming *incoming, struct err *err)
{
    incoming_end(incoming, LEDGER_ANSWERED, "unwatched", NULL);
    return audience_unwatch(incoming->desk, incoming->known->read.token.game,
                            incoming->known->read.token.decision, err);
}
