/* SPDX-License-Identifier: MIT */
/* Days beyond deadlines, as a player asks for them, and who is told. What is drawn and given the
 * replay decides (record/replay_stock.c). */
#include "commands/stock.h"

#include "commands/host.h"
#include "commands/vacation.h"
#include "outbound/notice.h"
#include "play/adjudicate.h"
#include "play/clocks.h"

/* To all, each in his own words. */
static enum rc tell(struct desk *desk, const struct position *position, unsigned seat,
                    const char *own, const char *others, int64_t left, struct err *err)
{
    struct notice notice = {.arg = {{"n", TEXT_INT(left)}}, .count = 1, .player = seat};

    for (unsigned to = 1; to <= position->genesis.seats; to++) {
        notice.key = to == seat ? own : others;
        if (notice.key && position->player[to] && !position->house[to])
            TRY(notice_seat(desk, position, to, &notice, err));
    }
    return RC_OK;
}

enum rc stock_drawn(struct desk *desk, const struct position *position, unsigned seat,
                    struct err *err)
{
    return tell(desk, position, seat, "talk.stock-drawn-yours", "talk.stock-drawn",
                replay_stock_left(position->replay, seat, desk_now(desk)), err);
}

/* A letter that came when the time was over, and before anybody closed it: the day that is to be
 * drawn then is drawn first. */
enum rc stock_draw_for(struct desk *desk, struct position *position, unsigned seat, struct err *err)
{
    unsigned before = replay_drawn(position->replay, seat);

    while (replay_draws(position->replay, seat, desk_now(desk)))
        TRY(clocks_give_day(desk, position, REPLAY_VACATION_OF, seat, err));
    return replay_drawn(position->replay, seat) > before ? stock_drawn(desk, position, seat, err)
                                                         : RC_OK;
}

enum rc stock_say(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    bool said;

    return incoming->person.id == position->player[incoming->known->seat]
               ? vacation_agree(incoming->desk, position, incoming->known->seat, &incoming->person,
                                &said, err)
               : RC_OK;
}

enum rc stock_set(struct incoming *incoming, const char *arguments, struct err *err)
{
    bool known = text_equal_folded(arguments, "on") || text_equal_folded(arguments, "off");
    unsigned games = 0;

    if (*arguments && !known)
        return incoming_tell_form(incoming);
    if (known)
        TRY(vacation_draw(incoming->desk, incoming->known->sender,
                          text_equal_folded(arguments, "on"), &games, err));
    TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    TRY(incoming_see_game(incoming, err));
    incoming_tell(incoming, incoming->person.draws ? "talk.stock-on" : "talk.stock-off", "n", "",
                  NULL);
    if (!*arguments && !incoming->person.draws)
        incoming_offer(incoming, "stock", NULL, "on");
    if (games)
        incoming_tell(incoming, "talk.stock-news", "n", TEXT_INT(games), NULL);
    return RC_OK;
}

enum rc stock_extension(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    unsigned seat = incoming->known->seat;
    char number[TEXT_INT_BYTES];
    struct entry entry;

    (void)arguments;
    text_of_int(number, replay_extensions_left(position->replay, seat));
    if (!position->timing.rules.extensions || !replay_extensions_left(position->replay, seat) ||
        !replay_may_extend(position->replay, seat, incoming->known->arrived_s)) {
        bool asked;

        TRY(host_ask(incoming, &asked, err));
        if (asked)
            return RC_OK;
        return incoming_tell(incoming,
                             !position->timing.rules.extensions ? "talk.extension-not-agreed"
                             : number[0] == '0'                 ? "talk.extension-used"
                                                                : "talk.extension-not-asked",
                             "n", "", NULL);
    }
    if (incoming_is_older(incoming, replay_asked_s(position->replay, seat, REPLAY_EXTENSION)))
        return RC_OK;
    entry_init(&entry, 0, 0, seat, ENTRY_AGREE);
    text_copy(entry.words, sizeof entry.words, REPLAY_EXTENSION);
    TRY(incoming_append(incoming, &entry, NULL, 0, err));
    TRY(clocks_give_day(incoming->desk, position, REPLAY_EXTENSION_OF, seat, err));
    TRY(adjudicate_settle(incoming->desk, position, err));
    incoming_tell(incoming, "talk.extension-given", "n",
                  text_of_int(number, replay_extensions_left(position->replay, seat)), NULL);
    return tell(incoming->desk, position, seat, NULL, "talk.extension-told",
                replay_extensions_left(position->replay, seat), err);
}
