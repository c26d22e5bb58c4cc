/* SPDX-License-Identifier: MIT */
/* player vacation. */
#include "cli/commands.h"

#include "cli/server.h"
#include "play/clocks.h"
#include "people/people.h"
#include "commands/vacation.h"

static enum rc refuse(enum vacation_verdict verdict, const char *word, struct err *err)
{
    switch (verdict) {
    case VACATION_NOT_DATES:
        return ERR(err, RC_USAGE, "'", word,
                   "': write FIRST..LAST, as 2026-12-20..2027-01-03, or off");
    case VACATION_PAST:
        return ERR(err, RC_USAGE, "a vacation cannot begin before today");
    case VACATION_TOO_LONG:
        return ERR(err, RC_USAGE, "a vacation has at most 366 days");
    case VACATION_TOO_MANY:
        return ERR(err, RC_USAGE, "too many vacations are booked; off drops them");
    default:
        return RC_OK;
    }
}

static enum rc show(struct cli *cli, struct desk *desk, int64_t player, unsigned moved,
                    struct err *err)
{
    struct person person;
    OWN(buf) booked = {0};

    TRY(people_get(desk, player, &person, err));
    vacation_booked(&person, desk_now(desk), &booked);
    buf_printf(&cli->out, "%s: %s", person.name,
               booked.length ? buf_text(&booked) : "no vacation is booked");
    if (cli->word_count > 1)
        buf_printf(&cli->out, "; %u %s moved", moved, moved == 1 ? "deadline" : "deadlines");
    buf_put_char(&cli->out, '\n');
    cli->result = json_pack("{s:I, s:s, s:s, s:I}", "player", (json_int_t)player, "vacation",
                            buf_text(&booked), "zone", person.zone, "moved", (json_int_t)moved);
    return RC_OK;
}

static enum rc book(struct desk *desk, int64_t player, const char *days, unsigned *moved,
                    struct err *err)
{
    enum vacation_verdict verdict = VACATION_DONE;

    TRY(vacation_book(desk, player, days, true, &verdict, moved, err));
    return refuse(verdict, days, err);
}

enum rc cmd_player_vacation(struct cli *cli, struct err *err)
{
    unsigned moved = 0;
    int64_t player = 0;

    TRY(server_change(cli, err));
    TRY(people_find(cli->desk, cli->word[0], &player, err));
    if (cli->word_count > 1)
        TRY(book(cli->desk, player, cli->word[1], &moved, err));
    TRY(show(cli, cli->desk, player, moved, err));
    return desk_commit(cli->desk, err);
}
