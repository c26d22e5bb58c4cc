/* SPDX-License-Identifier: MIT */
/* Puts other people on a game's seats. Each change is an entry of the log with the person sealed
 * in it. */
#include "commands/seating.h"

#include "outbound/notice.h"
#include "outbound/outbox.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/clocks.h"
#include "people/people.h"

/* One entry: this player has the seat from here on. */
static enum rc log_seat(struct desk *desk, struct position *position, unsigned who, unsigned seat,
                        const struct person *person, bool house, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct position_seal seal = {.name = name, .seat = seat};
    OWN_WIPED(buf) payload = {0};
    struct entry entry;
    enum rc rc;

    buf_printf(&payload, "%s <%s>", person->name, person->address);
    rc = buf_rc(&payload, err);
    seal.payload = buf_text(&payload);
    seal.length = payload.length;
    entry_init(&entry, 0, 0, who, ENTRY_SEAT);
    entry.seat = (uint8_t)seat;
    entry.holder[0] = house ? ENTRY_HOUSE : ENTRY_PLAYER;
    entry.person[0] = true;
    seal_name_write(SEAL_PERSON, seat, position->chain.number + 1, name);
    position->player[seat] = person->id; /* whose key the seal's box gets */
    THEN(rc, position_append(desk, position, &entry, &seal, 1, NULL, err));
    THEN(rc, ledger_seat_put(desk->ledger, position->game, (int)seat, person->id,
                             (int64_t)entry.number, err));
    return rc;
}

static enum rc invite(struct desk *desk, const struct position *position, unsigned seat,
                      struct err *err)
{
    struct outbox_letter letter = {.kind = OUTBOX_INVITATION,
                                   .game = position->game,
                                   .seat = seat,
                                   .n = (int64_t)position->chain.number,
                                   .facts.player = position->player[seat]};

    return outbox_put(desk, &letter, NULL, err);
}

/* Who has no seat any more reads no letter of the game: he is told by one of his own. */
static enum rc tell_replaced(struct desk *desk, const struct position *position, unsigned who,
                             int64_t player, struct err *err)
{
    return notice_player(desk, player,
                         &(struct notice){.key = who == ENTRY_KEEPER ? "keeper.replaced-you"
                                                                     : "talk.host-replaced-you",
                                          .arg = {{"game", TEXT_INT(position->game)}},
                                          .count = 1,
                                          .about = position->played},
                         err);
}

/* His name, or what stands for one who was forgotten. */
static const char *name_of(struct desk *desk, int64_t player, struct person *person)
{
    return player && people_get(desk, player, person, NULL) == RC_OK ? person->name : "?";
}

/* The draws follow from who had which seat when all luck was fixed: a server that may exchange
 * them then chooses who has which luck. */
static enum rc check_luck(struct desk *desk, const struct position *position, unsigned seat,
                          const struct person *person, struct err *err)
{
    int64_t lucks = 0, holder;
    struct ledger_rows rows;

    if (position->phase == POSITION_LUCK)
        return RC_OK;
    rows = ledger_entries(desk->ledger, position->game, 1, err);
    for (struct ledger_entry row; ledger_next(&rows, &row);)
        if (text_equal(row.kind, entry_kind_word(ENTRY_LUCKS)))
            lucks = row.n;
    TRY(ledger_end(&rows));
    for (unsigned s = 1; s <= position->genesis.seats; s++) {
        TRY(ledger_seat_holder(desk->ledger, position->game, (int)s, lucks, &holder, err));
        FAIL_IF(s != seat && holder == person->id, err, RC_CONFLICT, person->name,
                " had another seat when all luck was fixed; since then seats are not exchanged");
    }
    return RC_OK;
}

enum rc seating_replace(struct desk *desk, struct position *position, unsigned who, unsigned seat,
                        int64_t player, bool house, struct err *err)
{
    int64_t left = position->player[seat];
    struct person person = {0}, before = {0};
    const struct notice hidden = {.key = "keeper.replaced-hidden", .player = seat};
    const struct notice named = {
        .key = "keeper.replaced",
        .arg = {{"player", person.name}, {"old", name_of(desk, left, &before)}},
        .count = 2};

    TRY(people_get(desk, player, &person, err));
    FAIL_IF(person.banned || person.merged, err, RC_USAGE, person.name,
            person.banned ? " is banned" : " is another player now");
    for (unsigned s = 1; s <= position->genesis.seats; s++)
        if (position->player[s] == player)
            return ERR(err, RC_CONFLICT, person.name, " has a seat in this game already");
    TRY(check_luck(desk, position, seat, &person, err));
    TRY(log_seat(desk, position, who, seat, &person, house, err));
    TRY(clocks_renew(desk, position, seat, err));
    TRY(invite(desk, position, seat, err));
    if (left && *before.address)
        TRY(tell_replaced(desk, position, who, left, err));
    return notice_settled(desk, position, seat, position->anonymous ? &hidden : &named, err);
}

/* Has anybody given an order, or was one given for him? */
static enum rc is_ordered(struct desk *desk, int64_t game, bool *is, struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, game, 1, err);
    struct ledger_entry row;

    *is = false;
    while (!*is && ledger_next(&rows, &row))
        *is = text_equal(row.kind, entry_kind_word(ENTRY_ORDER)) ||
              text_equal(row.kind, entry_kind_word(ENTRY_OWN)) ||
              text_equal(row.kind, entry_kind_word(ENTRY_DEFAULT));
    return ledger_end(&rows);
}

enum rc seating_swap(struct desk *desk, struct position *position, unsigned seat, unsigned other,
                     struct err *err)
{
    bool house = position->house[seat], ordered;
    struct person one, two;

    TRY(is_ordered(desk, position->game, &ordered, err));
    FAIL_IF(seat == other, err, RC_USAGE, "name two seats");
    FAIL_IF(ordered, err, RC_CONFLICT,
            "somebody has given orders: who changes seats now knows what the other hides");
    TRY(people_get(desk, position->player[seat], &one, err));
    TRY(people_get(desk, position->player[other], &two, err));
    TRY(check_luck(desk, position, seat, &two, err));
    TRY(check_luck(desk, position, other, &one, err));
    TRY(log_seat(desk, position, ENTRY_KEEPER, seat, &two, position->house[other], err));
    TRY(log_seat(desk, position, ENTRY_KEEPER, other, &one, house, err));
    return notice_settled(desk, position, 0,
                          &(struct notice){.key = "keeper.swapped", .player = seat, .other = other},
                          err);
}
