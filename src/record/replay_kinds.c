/* SPDX-License-Identifier: MIT */
/* Carries out each kind of entry in a replay, and refuses what could not have been. */

#include "record/replay_p.h"
#include "seal/chain.h"
#include "seal/encode.h"

/* Each checks what the log itself demands and carries the entry out; nothing changes on failure. */
typedef enum rc take_fn(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err);

const struct name *replay_live_seal(const struct replay *replay, const char *text)
{
    const struct name *name = names_find(&replay->names, text, false);

    return name && !name->is_undone ? name : NULL;
}

bool replay_is_seat(const struct replay *replay, unsigned seat)
{
    return seat >= 1 && seat <= replay->genesis.seats;
}

static enum rc take_roster(struct replay *replay, const struct entry *entry, struct asking *asking,
                           struct err *err)
{
    (void)asking;
    FAIL_IF(replay->rostered, err, RC_BAD_INPUT, "a second roster");
    if (entry->count != replay->genesis.seats)
        return ERR(err, RC_BAD_INPUT, "the roster does not have the seats of the game");
    memcpy(replay->holder, entry->holder, sizeof replay->holder);
    for (unsigned seat = 1; seat <= entry->count; seat++)
        replay->term[seat] = entry->number;
    replay->rostered = true;
    replay->clocked = replay->upgraded = entry->number;
    return RC_OK;
}

static enum rc check_playing(const struct replay *replay, struct err *err)
{
    FAIL_IF(!replay->rostered, err, RC_BAD_INPUT, "an order before the roster");
    FAIL_IF(replay->over, err, RC_BAD_INPUT, "an order after the end");
    return RC_OK;
}

/* A question may outlive its default (a look, then the choice): its clock starts anew. */
static void forget_due(struct replay *replay, unsigned seat, uint64_t decision)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < replay->due_count; i++)
        if (replay->due[i].seat != seat || replay->due[i].decision != decision)
            replay->due[kept++] = replay->due[i];
    replay->due_count = kept;
}

static enum rc check_in_time(const struct replay *replay, const struct entry *entry,
                             struct err *err)
{
    int64_t came_s = entry->came_s == ENTRY_NO_TIME ? entry->time_s : entry->came_s;
    int64_t due_s = INT64_MAX;
    bool asked = false;

    /* A seat may have several questions: the latest of their deadlines counts. */
    for (unsigned i = 0; i < replay->now.question_count; i++) {
        const struct decision *decision = &replay->now.question[i];
        int64_t due = decision->seat == entry->who ? replay_due(replay, entry->who, decision->id)
                                                   : ENTRY_NO_TIME;

        if (decision->seat != entry->who)
            continue;
        if (due == ENTRY_NO_TIME)
            return RC_OK;
        due_s = !asked || due > due_s ? due : due_s;
        asked = true;
    }
    FAIL_IF(asked && came_s > due_s, err, RC_BAD_INPUT, "an order that came after its deadline");
    return RC_OK;
}

/* Lines wait until nobody can choose his luck by what they do. */
static enum rc check_by(const struct replay *replay, const struct entry *entry, struct err *err)
{
    return entry->by && !replay->lucked
               ? ERR(err, RC_BAD_INPUT, "a standing answer gave an order before luck was fixed")
               : RC_OK;
}

static enum rc take_order(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err)
{
    TRY(check_playing(replay, err));
    TRY(check_by(replay, entry, err));
    if (!replay_is_seat(replay, entry->who))
        return ERR(err, RC_BAD_INPUT, "an order of a seat that the game does not have");
    if (entry->is_signed && !position_question(&replay->now, entry->who, entry->decision))
        return ERR(err, RC_BAD_INPUT, "the order was signed for another question");
    if (entry->is_signed && entry->seen >= entry->number)
        return ERR(err, RC_BAD_INPUT, "the order was signed for a head that was not there yet");
    if (entry->is_signed && replay_is_lost(replay, entry->seen))
        return ERR(err, RC_BAD_INPUT, "the order was signed for an entry that is declared lost");
    TRY(check_in_time(replay, entry, err));
    return position_play(replay, entry->who, entry->words, asking, err);
}

static bool is_label_used(const struct replay *replay, const char *label)
{
    const struct name *used = names_find(&replay->names, label, true);

    return used && !used->is_undone;
}

void replay_lot_label(const struct replay *replay, uint64_t decision, char *label)
{
    for (unsigned k = 1;; k++) {
        struct text text;

        text_init(&text, label, SEAL_NAME_BYTES);
        TEXT_PUT(&text, "lot/", TEXT_INT((int64_t)decision));
        if (k > 1)
            TEXT_PUT(&text, "/", TEXT_INT(k));
        if (!is_label_used(replay, label))
            return;
    }
}

static enum rc check_label(const struct replay *replay, const char *label, struct err *err)
{
    if (is_label_used(replay, label))
        return ERR(err, RC_BAD_INPUT, "the label ", label, " was drawn before");
    return RC_OK;
}

/* Play the answer to a draw or lot and use its label up. */
static enum rc play_drawn(struct replay *replay, const char *label, unsigned seat, const char *text,
                          struct asking *asking, struct err *err)
{
    TRY(check_label(replay, label, err));
    TRY(position_play(replay, seat, text, asking, err));
    names_add(&replay->names, label, true)->entry = asking->number;
    return RC_OK;
}

static enum rc take_draw(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    TRY(check_playing(replay, err));
    FAIL_IF(!replay_luck_is_open(replay), err, RC_BAD_INPUT, "a draw before all luck is known");
    if (!replay_find_draw(replay, entry->name))
        return ERR(err, RC_BAD_INPUT, "nothing is drawn now under the label ", entry->name);
    return play_drawn(replay, entry->name, SEAT_TABLE, entry->words, asking, err);
}

/* The order must be the question's fallback. */
static enum rc check_fallback(const struct replay *replay, const struct decision *asked,
                              const struct entry *entry, struct err *err)
{
    TEXT_IN(out, text, ENTRY_WORDS_BYTES);

    if (entry->why == ENTRY_WHY_LINE) /* the rules allow it, or refuse it when it is played */
        return RC_OK;
    if (asked->fallback == FALLBACK_NONE ||
        (asked->fallback == FALLBACK_LOT) != (entry->why == ENTRY_WHY_LOT))
        return ERR(err, RC_BAD_INPUT, "this question is not answered by default in this way");
    if (asked->fallback == FALLBACK_LOT)
        return replay_luck_is_open(replay)
                   ? RC_OK
                   : ERR(err, RC_BAD_INPUT, "a lot before all luck is known");
    replay->game->text->write_order(replay->now.rulebook, replay->now.state, &asked->fallback_order,
                                    ORDER_PUBLIC, &out);
    if (!text_equal(text, entry->words))
        return ERR(err, RC_BAD_INPUT, "by the rules a missed deadline here does \"", text, "\"");
    return RC_OK;
}

static enum rc check_deadline(const struct replay *replay, const struct entry *entry,
                              struct err *err)
{
    int64_t due_s = replay_due(replay, entry->who, entry->decision);

    if (entry->due_s == ENTRY_NO_TIME)
        return due_s == ENTRY_NO_TIME
                   ? RC_OK
                   : ERR(err, RC_BAD_INPUT, "a default that does not name its deadline");
    FAIL_IF(entry->due_s > entry->time_s, err, RC_BAD_INPUT, "a default before its deadline");
    if (due_s != ENTRY_NO_TIME && due_s != entry->due_s)
        return ERR(err, RC_BAD_INPUT, "a default for another deadline than was set");
    return RC_OK;
}

static enum rc play_default(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    const struct decision *question = position_question(&replay->now, entry->who, entry->decision);
    const struct due *due = replay_find_due(replay, entry->who, entry->decision);
    char label[SEAL_NAME_MAX + 1];
    enum rc rc = check_playing(replay, err);

    if (rc == RC_OK && !question)
        rc = ERR(err, RC_BAD_INPUT, "a default for a question that is not open");
    if (rc == RC_OK && replay->paused)
        rc = ERR(err, RC_BAD_INPUT, "a default while the clocks stand");
    THEN(rc, check_by(replay, entry, err));
    THEN(rc, check_deadline(replay, entry, err));
    THEN(rc, check_fallback(replay, question, entry, err));
    THEN(rc, replay_check_stock(replay, entry, err));
    replay->was_due = due != NULL;
    THEN(rc, replay_note_missed(replay, entry, due && !due->is_short, err));
    TRY(rc);
    if (entry->why == ENTRY_WHY_LINE)
        return position_play(replay, entry->who, entry->words, asking, err);
    if (entry->why != ENTRY_WHY_LOT)
        return position_play(replay, question->fallback_order.seat, entry->words, asking, err);
    replay_lot_label(replay, entry->decision, label);
    return play_drawn(replay, label, entry->who, entry->words, asking, err);
}

static enum rc take_default(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    TRY(play_default(replay, entry, asking, err));
    forget_due(replay, entry->who, entry->decision);
    return RC_OK;
}

/* An opening that the rules wait for goes to them: an order of the table, whoever gave it. */
static enum rc open_in_game(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    bool asked = false;
    TEXT_IN(out, text, ENTRY_WORDS_BYTES + SEAL_NAME_MAX + 8);

    if (replay->over)
        return RC_OK; /* all is opened at the end */
    for (unsigned i = 0; i < replay->now.question_count; i++)
        asked |= replay->now.question[i].kind == DECISION_OPEN &&
                 text_equal(replay->now.question[i].name, entry->name);
    FAIL_IF(!asked, err, RC_BAD_INPUT, "nothing asks for ", entry->name, " to be opened now");
    TEXT_PUT(&out, "open ", entry->name, " ", entry->words);
    return position_play(replay, SEAT_TABLE, text, asking, err);
}

static enum rc take_open(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    struct name *name = names_find(&replay->names, entry->name, false);
    struct hash value;
    uint64_t seat, k;
    enum rc rc = RC_OK;

    if (!name || name->is_undone)
        return ERR(err, RC_BAD_INPUT, "an opening before its seal: ", entry->name);
    FAIL_IF(name->opened, err, RC_BAD_INPUT, "a second opening of ", entry->name);
    if (entry->who != SEAT_TABLE && entry->who != name->seat)
        return ERR(err, RC_BAD_INPUT, "a seat opens a seal that is not its own");
    TRY(replay_check_held(replay, entry, name, err));
    switch (seal_name_family(entry->name, &seat, &k)) {
    case SEAL_GAME:
        rc = open_in_game(replay, entry, asking, err);
        break;
    case SEAL_LUCK:
        FAIL_IF(!replay->lucked, err, RC_BAD_INPUT, "sealed luck opened before all luck was fixed");
        if (!base32_read(entry->words, strlen(entry->words), value.at, sizeof value.at))
            return ERR(err, RC_BAD_INPUT, "sealed luck is the hash of its words");
        replay->luck_pending[seat] = false;
        break;
    case SEAL_OWN:
    case SEAL_BY:
        rc = replay_open_line(replay, entry, err);
        break;
    default:
        return ERR(err, RC_BAD_INPUT, "personal seals are not opened in the log: ", entry->name);
    }
    if (rc == RC_OK)
        name->opened = entry->number;
    return rc;
}

static enum rc take_secret(struct replay *replay, const struct entry *entry, struct asking *asking,
                           struct err *err)
{
    struct hash hash;

    (void)asking;
    if (!replay->over || replay->secret_opened)
        return ERR(err, RC_BAD_INPUT, "the server's secret is opened once, after the end");
    chain_secret(replay->genesis.key, replay->genesis.number, entry->key, &hash);
    if (!hash_equal(&hash, &replay->genesis.secret))
        return ERR(err, RC_BAD_INPUT, "this is not the secret that genesis promised");
    replay->secret_opened = true;
    return RC_OK;
}

/* Table and keeper may speak at any time. */
static enum rc take_of_seat(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    (void)asking;
    if (entry->who < 1 || entry->who > SEATS_MAX)
        return RC_OK;
    FAIL_IF(!replay->rostered, err, RC_BAD_INPUT, "a seat speaks before the roster");
    if (!replay_is_seat(replay, entry->who))
        return ERR(err, RC_BAD_INPUT, "the game does not have this seat");
    return RC_OK;
}

static enum rc take_own(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err)
{
    TRY(take_of_seat(replay, entry, asking, err));
    return replay_take_own(replay, entry, asking, err);
}

/* To a seat, or to all and the table. */
static enum rc take_press(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err)
{
    if (entry->seat && !replay_is_seat(replay, entry->seat))
        return ERR(err, RC_BAD_INPUT, "words to a seat that the game does not have");
    return take_of_seat(replay, entry, asking, err);
}

/* The number in "undo 41"; 0 = it is not that. */
static uint64_t undo_number(const char *words)
{
    int64_t number = 0;

    if (!text_starts_with(words, REPLAY_UNDO) ||
        !text_to_int(words + sizeof REPLAY_UNDO - 1, strlen(words) - sizeof REPLAY_UNDO + 1,
                     &number))
        return 0;
    return number > 0 ? (uint64_t)number : 0;
}

static enum rc take_agree(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err)
{
    TRY(take_of_seat(replay, entry, asking, err));
    /* whatever they say, nothing follows from them */
    if (entry->hides_words)
        return RC_OK;
    if (replay->holder[entry->who] == ENTRY_HOUSE && text_starts_with(entry->words, REPLAY_UNDO))
        TRY(replay_check_house_agrees(replay, undo_number(entry->words), asking, err));
    if (text_starts_with(entry->words, REPLAY_UPGRADE))
        text_copy(replay->agreed[entry->who], sizeof replay->agreed[0],
                  entry->words + sizeof REPLAY_UPGRADE - 1);
    if (text_starts_with(entry->words, REPLAY_UNDO))
        replay->taken_back[entry->who] = undo_number(entry->words);
    TRY(replay_agree_away(replay, entry, err));
    TRY(replay_agree_day(replay, entry, err));
    TRY(replay_agree_lend(replay, entry, err));
    TRY(replay_agree_host(replay, entry, err));
    replay_agree_lost(replay, entry->who, entry->words);
    if (text_equal(entry->words, replay->paused ? REPLAY_RESUME : REPLAY_PAUSE))
        replay->clock_agreed |= 1u << entry->who;
    return RC_OK;
}

static enum rc take_decline(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    enum rc rc = take_of_seat(replay, entry, asking, err);
    uint64_t to = entry->hides_words ? 0 : undo_number(entry->words);

    if (rc == RC_OK && !entry->hides_words &&
        text_equal(entry->words, replay->paused ? REPLAY_RESUME : REPLAY_PAUSE))
        replay->clock_agreed = 0;
    if (rc == RC_OK && !entry->hides_words) {
        replay_decline_lost(replay, entry->words);
        replay_decline_away(replay, entry->words);
        replay_decline_day(replay, entry);
    }
    for (unsigned seat = 1; seat <= SEATS_MAX && rc == RC_OK && to; seat++)
        if (replay->taken_back[seat] == to)
            replay->taken_back[seat] = 0;
    return rc;
}

uint32_t replay_upgrade_missing(const struct replay *replay, const char *rules)
{
    uint32_t missing = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->holder[seat] == ENTRY_PLAYER && !text_equal(replay->agreed[seat], rules))
            missing |= 1u << seat;
    return missing;
}

static enum rc take_upgrade(struct replay *replay, const struct entry *entry, struct asking *asking,
                            struct err *err)
{
    struct position next = {0};
    enum rc rc;

    if (replay_upgrade_missing(replay, entry->words))
        return ERR(err, RC_BAD_INPUT, "an upgrade to which not every player agreed");
    if (!replay->rostered || replay->over)
        return ERR(err, RC_BAD_INPUT, "an upgrade of a game that is not played");
    rc = position_start(replay, entry->words, &entry->tables, &next, err);
    THEN(rc, position_play_again(replay, UINT64_MAX, false, asking, &next, err));
    if (rc) {
        position_fini(replay->game, &next);
        return rc;
    }
    position_fini(replay->game, &replay->now);
    replay->now = next;
    replay->genesis.tables = entry->tables; /* those in force */
    text_copy(replay->rules, sizeof replay->rules, entry->words);
    memset(replay->agreed, 0, sizeof replay->agreed);
    replay->upgraded = entry->number;
    return RC_OK;
}

static enum rc take_seat(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    (void)asking;
    if (!replay->rostered || !replay_is_seat(replay, entry->seat))
        return ERR(err, RC_BAD_INPUT, "the game does not have this seat");
    if (entry->who == ENTRY_TABLE)
        TRY(replay_check_host_seat(replay, entry, err));
    replay->holder[entry->seat] = entry->holder[0];
    replay->term[entry->seat] = entry->number;
    replay_free_luck(replay, entry->seat);
    replay->taken_back[entry->seat] = 0;
    replay->agreed[entry->seat][0] = '\0';
    replay->clock_agreed &= ~(1u << entry->seat);
    replay_seat_lost(replay, entry->seat, entry->holder[0] == ENTRY_PLAYER);
    return RC_OK;
}

static enum rc take_due(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err)
{
    bool for_luck = entry->decision == 0 && replay->rostered &&
                    replay_is_seat(replay, entry->seat) &&
                    (!replay->lucked || replay->luck_pending[entry->seat] || replay_lost(replay));

    (void)asking;
    if (!for_luck && !position_question(&replay->now, entry->seat, entry->decision))
        return ERR(err, RC_BAD_INPUT, "a deadline for a question that is not open");
    if (replay->due_count == DUES_MAX)
        memmove(&replay->due[0], &replay->due[1], --replay->due_count * sizeof replay->due[0]);
    replay->due[replay->due_count++] =
        (struct due){entry->decision, entry->seat, entry->due_s, entry->due_s - entry->time_s < 60};
    return RC_OK;
}

/* Players' seats that have not agreed to stop them, or to start them. */
static uint32_t clock_silent(const struct replay *replay)
{
    uint32_t silent = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->holder[seat] == ENTRY_PLAYER && !(replay->clock_agreed & 1u << seat))
            silent |= 1u << seat;
    return silent;
}

/* What a host stopped alone, any player lets go on. */
uint32_t replay_clock_missing(const struct replay *replay)
{
    bool is_enough = replay->paused
                         ? replay->pauser && replay->clock_agreed
                         : replay_host_pauses(replay) && replay->clock_agreed & 1u << replay->host;

    return is_enough ? 0 : clock_silent(replay);
}

/* Pausing forgets the deadlines that were set: they are set anew when the clocks go again. */
static enum rc take_clock(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err)
{
    bool pause = text_equal(entry->words, REPLAY_PAUSE);

    (void)asking;
    if (entry->hides_words)
        return RC_OK;
    if (text_starts_with(entry->words, "rules "))
        replay_read_time(replay, entry->words);
    if (text_starts_with(entry->words, "extend "))
        return replay_take_extension(replay, entry, err);
    TRY(replay_take_day(replay, entry, err));
    if (!pause && !text_equal(entry->words, REPLAY_RESUME))
        return RC_OK;
    if (!replay->rostered || replay->over || pause == replay->paused)
        return ERR(err, RC_BAD_INPUT, "the clocks ",
                   replay->paused ? "stand already" : "go already, or the game is not played");
    if (entry->who == ENTRY_TABLE && replay_clock_missing(replay))
        return ERR(err, RC_BAD_INPUT, "a change of the clocks to which not every player agreed");
    replay->pauser = pause && entry->who == ENTRY_TABLE && clock_silent(replay) ? replay->host : 0;
    replay->paused = pause;
    replay->clocked = entry->number;
    replay->clock_agreed = 0;
    replay->due_count = 0;
    return RC_OK;
}

static enum rc take_note(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    (void)replay;
    (void)entry;
    (void)asking;
    (void)err;
    return RC_OK;
}

/* Sealed luck that was not opened in time voids the game; the seats stand in the reason. */
static enum rc check_unlucky_end(const struct replay *replay, const struct entry *entry,
                                 struct err *err)
{
    uint32_t late = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->luck_pending[seat] && replay_is_late(replay, entry, seat))
            late |= 1u << seat;
    return late ? replay_check_void(entry, "luck-unopened", late, err)
                : ERR(err, RC_BAD_INPUT, "sealed luck may still be opened");
}

/* The table ends a game as the rules say, or void when sealed luck was not opened. */
static enum rc check_end(const struct replay *replay, const struct entry *entry, struct err *err)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct outcome outcome;

    memset(&outcome, 0, sizeof outcome);
    replay->game->rules->outcome(replay->now.rulebook, replay->now.state, &outcome);
    if (outcome.over == GAME_GOES_ON) {
        if (entry->result == ENTRY_VOID && replay->lucked && !replay_luck_is_open(replay))
            return check_unlucky_end(replay, entry, err);
        if (entry->result == ENTRY_VOID && replay->rostered && !replay->lucked)
            return replay->leaves ? replay_check_left_end(replay, entry, err)
                                  : replay_check_luckless_end(replay, entry, err);
        if (entry->result == ENTRY_WON && replay_luck_is_open(replay))
            return replay_check_away_end(replay, entry, err);
        if (text_starts_with(entry->words, REPLAY_ABANDONED) && replay_luck_is_open(replay) &&
            entry->result == ENTRY_VOID)
            return replay_check_abandoned_end(replay, entry, err);
        if (text_equal(entry->words, REPLAY_AGREED))
            return replay_check_host_end(replay, entry, err);
        return ERR(err, RC_BAD_INPUT, "by the rules the game goes on");
    }
    if (entry->result != results[outcome.over] ||
        (entry->result == ENTRY_WON && entry->seat != outcome.winner) ||
        !text_equal(entry->words, outcome.reason ? outcome.reason : ""))
        return ERR(err, RC_BAD_INPUT, "by the rules the game ended otherwise");
    return RC_OK;
}

static enum rc take_end(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err)
{
    (void)asking;
    FAIL_IF(replay->over, err, RC_BAD_INPUT, "a second end");
    if (entry->result == ENTRY_WON && !replay_is_seat(replay, entry->seat))
        return ERR(err, RC_BAD_INPUT, "the game does not have this seat");
    if (entry->who == ENTRY_TABLE)
        TRY(check_end(replay, entry, err));
    replay->over = true;
    return RC_OK;
}

static take_fn *const takers[ENTRY_KIND_COUNT] = {
    [ENTRY_ROSTER] = take_roster,
    [ENTRY_LUCK] = replay_take_luck,
    [ENTRY_LUCKS] = replay_take_lucks,
    [ENTRY_ORDER] = take_order,
    [ENTRY_DRAW] = take_draw,
    [ENTRY_DEFAULT] = take_default,
    [ENTRY_OPEN] = take_open,
    [ENTRY_SECRET] = take_secret,
    [ENTRY_KEY] = take_note,
    [ENTRY_PEN] = take_of_seat,
    [ENTRY_OWN] = take_own,
    [ENTRY_PRESS] = take_press,
    [ENTRY_AGREE] = take_agree,
    [ENTRY_DECLINE] = take_decline,
    [ENTRY_UNDO] = replay_take_undo,
    [ENTRY_UPGRADE] = take_upgrade,
    [ENTRY_SEAT] = take_seat,
    [ENTRY_DUE] = take_due,
    [ENTRY_CLOCK] = take_clock,
    [ENTRY_REMARK] = replay_take_remark,
    [ENTRY_END] = take_end,
    [ENTRY_LOST] = replay_take_lost,
};

enum rc replay_take(struct replay *replay, const struct entry *entry, struct asking *asking,
                    struct err *err)
{
    return takers[entry->kind](replay, entry, asking, err);
}
