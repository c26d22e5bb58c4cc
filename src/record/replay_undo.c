/* SPDX-License-Identifier: MIT */
/* Taking entries back: who may, how far, and the position there. */

#include "record/replay_p.h"

static void forget_names(struct replay *replay, uint64_t to)
{
    for (uint32_t i = 0; i < replay->names.count; i++) {
        struct name *name = &replay->names.name[i];
        uint64_t first, second;

        if (!name->is_label && seal_name_family(name->text, &first, &second) != SEAL_GAME)
            continue;
        name->is_undone |= name->entry > to;
        if (name->opened > to)
            name->opened = 0;
    }
}

enum rc replay_undo_is_possible(const struct replay *replay, uint64_t to, struct err *err)
{
    static const bool is_final[REPLAY_NO_ENTRY + 1] = {
        [ENTRY_ROSTER] = true, [ENTRY_LUCK] = true,    [ENTRY_LUCKS] = true,
        [ENTRY_SECRET] = true, [ENTRY_UPGRADE] = true, [ENTRY_LOST] = true,
    };

    if (replay->lost)
        return ERR(err, RC_BAD_INPUT, "not every player has agreed to go on behind lost entries");
    if (!to || to > replay->number || replay->kind[to] >= ENTRY_KIND_COUNT)
        return ERR(err, RC_BAD_INPUT, "an undo goes back to an entry that stands");
    for (uint64_t n = to + 1; n <= replay->number; n++)
        if (is_final[replay->kind[n]])
            return ERR(err, RC_BAD_INPUT, "an undo cannot take back ",
                       entry_kind_word((enum entry_kind)replay->kind[n]));
    return RC_OK;
}

/* ---- may a seat take back its own orders? ---- */

/* Are all orders after an entry this seat's, and is there one? */
static enum rc check_own_orders(const struct replay *replay, unsigned seat, uint64_t to,
                                struct err *err)
{
    bool any = false;

    for (size_t i = replay->step_count; i-- > 0 && replay->step[i].number > to; any = true)
        if (replay->step[i].seat != seat || replay->kind[replay->step[i].number] != ENTRY_ORDER)
            return ERR(
                err, RC_BAD_INPUT,
                "a seat takes back by itself only its own orders, before anything else came");
    return any ? RC_OK : ERR(err, RC_BAD_INPUT, "there is no order to take back");
}

/* Does anybody know a seal now that he did not know in the earlier position? */
static bool was_learned(const struct replay *replay, const struct position *back)
{
    const struct game *game = replay->game;

    for (uint32_t i = 0; i < replay->names.count; i++) {
        const struct name *name = &replay->names.name[i];
        uint64_t first, second;

        if (name->is_label || name->is_undone ||
            seal_name_family(name->text, &first, &second) != SEAL_GAME)
            continue;
        for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
            if (seat != name->seat &&
                game_may_know(game, replay->now.rulebook, replay->now.state, name->text, seat) &&
                !game_may_know(game, back->rulebook, back->state, name->text, seat))
                return true;
    }
    return false;
}

/* The position after an entry, played anew. */
static enum rc play_back(const struct replay *replay, uint64_t to, struct asking *asking,
                         struct position *back, struct err *err)
{
    enum rc rc = position_restart(replay, back, err);

    THEN(rc, position_play_again(replay, to, true, asking, back, err));
    if (rc != RC_OK)
        position_fini(replay->game, back);
    return rc;
}

/* The position to go back to, if a seat may by itself. */
static enum rc play_back_freely(const struct replay *replay, unsigned seat, uint64_t to,
                                struct asking *asking, struct position *back, struct err *err)
{
    TRY(check_own_orders(replay, seat, to, err));
    TRY(play_back(replay, to, asking, back, err));
    if (!was_learned(replay, back))
        return RC_OK;
    position_fini(replay->game, back);
    return ERR(err, RC_BAD_INPUT, "something hidden was seen since then");
}

enum rc replay_undo_is_free(const struct replay *replay, unsigned seat, uint64_t to,
                            replay_lookup_fn *look, void *context, struct err *err)
{
    struct asking asking = {look, context, replay->number};
    struct position back = {0};

    TRY(replay_undo_is_possible(replay, to, err));
    TRY(play_back_freely(replay, seat, to, &asking, &back, err));
    position_fini(replay->game, &back);
    return RC_OK;
}

bool replay_undo_is_agreed(const struct replay *replay, uint64_t to)
{
    bool any = false;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++) {
        if (replay->taken_back[seat] != to)
            return false;
        any |= replay->holder[seat] == ENTRY_PLAYER;
    }
    return any;
}

/* What chance or an opening showed is not unseen again: a seat of the house, which sees as little
 * as any other, does not agree to that. A log does not tell a machine from an administrator. */
enum rc replay_check_house_agrees(const struct replay *replay, uint64_t to, struct asking *asking,
                                  struct err *err)
{
    struct position back = {0};
    bool learned;

    TRY(replay_undo_is_possible(replay, to, err));
    for (size_t i = replay->step_count; i-- > 0 && replay->step[i].number > to;)
        if (replay->kind[replay->step[i].number] != ENTRY_ORDER)
            return ERR(err, RC_BAD_INPUT,
                       "a seat of the house agrees to take back orders alone, no draw, opening or "
                       "missed deadline");
    TRY(play_back(replay, to, asking, &back, err));
    learned = was_learned(replay, &back);
    position_fini(replay->game, &back);
    return learned ? ERR(err, RC_BAD_INPUT,
                         "a seat of the house does not agree: something hidden was seen since then")
                   : RC_OK;
}

enum rc replay_house_agrees(const struct replay *replay, uint64_t to, replay_lookup_fn *look,
                            void *context, struct err *err)
{
    struct asking asking = {look, context, replay->number};

    return replay_check_house_agrees(replay, to, &asking, err);
}

uint64_t replay_undo_agreed(const struct replay *replay, unsigned seat)
{
    return seat <= SEATS_MAX ? replay->taken_back[seat] : 0;
}

uint64_t replay_last_order(const struct replay *replay, unsigned seat)
{
    for (size_t i = replay->step_count; i-- > 0;)
        if (replay->step[i].seat == seat && replay->kind[replay->step[i].number] == ENTRY_ORDER)
            return replay->step[i].number;
    return 0;
}

/* The keeper may always, the table when all agree, a seat while nobody saw anything. */
static enum rc undo(const struct replay *replay, const struct entry *entry, struct asking *asking,
                    struct position *back, struct err *err)
{
    TRY(replay_undo_is_possible(replay, entry->to, err));
    if (entry->who == ENTRY_TABLE && !replay_undo_is_agreed(replay, entry->to))
        return ERR(err, RC_BAD_INPUT, "an undo to which not every player agreed");
    return replay_is_seat(replay, entry->who)
               ? play_back_freely(replay, entry->who, entry->to, asking, back, err)
               : play_back(replay, entry->to, asking, back, err);
}

enum rc replay_take_undo(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    size_t kept = replay->step_count;
    struct position back = {0};

    TRY(undo(replay, entry, asking, &back, err));
    back.owned = replay->now.owned; /* whose rulebook it looks into */
    replay->now.owned = NULL;
    position_fini(replay->game, &replay->now);
    replay->now = back;
    while (kept && replay->step[kept - 1].number > entry->to)
        kept--;
    replay_drop_steps(replay, kept);
    for (uint64_t n = entry->to + 1; n <= replay->number; n++) {
        if (replay->kind[n] == ENTRY_END)
            replay->over = false;
        replay->kind[n] = ENTRY_KIND_COUNT;
    }
    for (size_t i = 0; i < replay->by_count; i++)
        if (replay->by[i].number > entry->to && !replay->by[i].undone)
            replay->by[i].undone = entry->number;
    forget_names(replay, entry->to);
    replay->last_undo = entry->number;
    replay->due_count = 0; /* questions have got to be given deadlines anew */
    return RC_OK;
}
