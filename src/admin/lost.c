/* SPDX-License-Identifier: MIT */
/* Declares entries lost that nobody has. Whether the players then go on is theirs to say
 * (commands/commands_time.c). */
#include "admin/admin.h"

#include "admin/care.h"
#include "admin/keeper.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "play/position.h"
#include "play/reveal.h"
#include "record/record.h"

static enum rc check(const struct position *position, struct err *err)
{
    if (!position->is_frozen)
        return ERR(err, RC_CONFLICT, "the game is not frozen: nothing of it is known to be lost");
    if (!position->rostered)
        return ERR(err, RC_CONFLICT, "the game has not begun: begin another with its players");
    return RC_OK;
}

/* The last number that was, or may have been, used. */
static enum rc find_last(struct desk *desk, const struct position *position, int64_t last_n,
                         int64_t *to_n, struct err *err)
{
    const int64_t head_n = (int64_t)position->chain.number;
    int64_t marked_n;
    OWN(buf) why = {0};

    TRY(ledger_frozen_why(desk->ledger, position->game, &why, err));
    TRY(marks_refresh(desk->marks, err));
    marked_n = marks_newest(desk->marks, position->game);
    *to_n = marked_n > head_n ? marked_n : head_n;
    *to_n = last_n > *to_n ? last_n : *to_n;
    if (last_n > marked_n || marked_n <= head_n || text_equal(buf_text(&why), CARE_MARKS_LOST))
        *to_n += LOST_MARGIN;
    FAIL_IF(*to_n + 1 > RECORD_ENTRIES_MAX / 2, err, RC_CONFLICT,
            "the game would have too many entries; begin another with its players");
    return RC_OK;
}

static enum rc tell(struct desk *desk, struct position *position, const struct lost_entries *lost,
                    struct err *err)
{
    char from[TEXT_INT_BYTES], to[TEXT_INT_BYTES], last[TEXT_INT_BYTES];

    TRY(adjudicate_settle(desk, position, err));
    return keeper_tell(desk, position, err, "desk.lost-declared", "from",
                       text_of_int(from, lost->from_n), "to", text_of_int(to, lost->to_n), "last",
                       text_of_int(last, lost->from_n - 1), NULL);
}

/* Behind the end nobody has to go on, and before all luck was fixed nobody can: else a server chose
 * which luck counts. */
static enum rc go_on(struct desk *desk, struct position *position, struct lost_entries *lost,
                     struct err *err)
{
    if (position->phase == POSITION_LUCK) {
        lost->then = "Not all luck was fixed: it is void. Begin another with its players.";
        return keeper_end(desk, position, GAME_VOID, 0,
                          "entries were lost before all luck was fixed", err);
    }
    if (position->phase == POSITION_OVER) {
        lost->then = "It is over; what a finished game tells is opened.";
        TRY(reveal_all(desk, position, err));
        return adjudicate_settle(desk, position, err);
    }
    lost->then = "Its players are asked to go on.";
    return tell(desk, position, lost, err);
}

static enum rc declare(struct desk *desk, int64_t game, int64_t last_n, struct lost_entries *lost,
                       struct err *err)
{
    struct position *position;
    struct entry entry;

    TRY(position_get(desk, game, &position, err));
    TRY(check(position, err));
    TRY(find_last(desk, position, last_n, &lost->to_n, err));
    lost->from_n = (int64_t)position->chain.number + 1;
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_LOST);
    entry.from = (uint64_t)lost->from_n;
    entry.to = (uint64_t)lost->to_n;
    TRY(position_append(desk, position, &entry, NULL, 0, NULL, err));
    TRY(ledger_thaw(desk->ledger, game, err));
    TRY(position_get(desk, game, &position, err));
    return go_on(desk, position, lost, err);
}

enum rc lost_declare(struct desk *desk, int64_t game, int64_t last_n, struct lost_entries *lost,
                     struct err *err)
{
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = declare(desk, game, last_n, lost, err);
    return desk_end(desk, rc, err);
}
