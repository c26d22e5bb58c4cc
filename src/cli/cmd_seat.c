/* SPDX-License-Identifier: MIT */
/* seat replace, swap, resign: who sits where. */
#include "cli/commands.h"

#include "cli/server.h"
#include "commands/seating.h"
#include "people/people.h"

enum rc cmd_seat_replace(struct cli *cli, struct err *err)
{
    struct position *position = NULL;
    unsigned seat = 0;
    int64_t player = 0;

    TRY(server_begin(cli, &position, err));
    TRY(server_seat(cli->desk, position, cli->word[1], &seat, err));
    TRY(people_find(cli->desk, cli->word[2], &player, err));
    TRY(seating_replace(cli->desk, position, ENTRY_KEEPER, seat, player, cli_flag(cli, "house"),
                        err));
    return server_done(cli, position, "the seat is taken", err);
}

enum rc cmd_seat_swap(struct cli *cli, struct err *err)
{
    struct position *position = NULL;
    unsigned seat = 0, other = 0;

    TRY(server_begin(cli, &position, err));
    TRY(server_seat(cli->desk, position, cli->word[1], &seat, err));
    TRY(server_seat(cli->desk, position, cli->word[2], &other, err));
    TRY(seating_swap(cli->desk, position, seat, other, err));
    return server_done(cli, position, "the seats are swapped", err);
}
