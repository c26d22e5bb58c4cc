/* SPDX-License-Identifier: MIT */
/* Makes a game: genesis, keys, seats, invitations. Who may ask for one is checked by the caller. */
#include "commands/newgame.h"

#include <stdio.h>

#include "outbound/forum_queue.h"
#include "outbound/outbox.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "record/genesis.h"
#include "seal/block.h"
#include "seal/encode.h"
#include "seal/seal.h"
#include "server/vault.h"

struct making {
    struct desk *desk;
    const struct newgame *wanted;
    struct genesis genesis;
    unsigned char secret[CHAIN_SECRET_BYTES];
};

static enum rc check_seats(const struct newgame *wanted, struct err *err)
{
    unsigned least = wanted->played->seats_min, most = wanted->played->seats_max;

    FAIL_IF(wanted->seats < least || wanted->seats > most, err, RC_USAGE, wanted->played->title,
            " is for ", least < most ? TEXT_INT(least) : "", least < most ? " to " : "",
            TEXT_INT(most), " players, and ", TEXT_INT(wanted->seats),
            wanted->seats == 1 ? " is" : " are", " named");
    return RC_OK;
}

enum rc newgame_time(const struct desk *desk, const char *wanted, unsigned host, struct text *out,
                     struct err *err)
{
    const struct config *config = desk->config;
    struct timing_rules rules = {.allowance_s = {[TIME_SETUP] = config->setup_s,
                                                 [TIME_TURN] = config->turn_s,
                                                 [TIME_REPLY] = config->reply_s},
                                 .grace_s = config->grace_s,
                                 .save_s = config->save_s,
                                 .away = config->away < REPLAY_AWAY_LEAST ? 0 : config->away,
                                 .host_days = config->host_days};
    char free_days[CONFIG_TEXT_BYTES + 8];

    snprintf(free_days, sizeof free_days, "free=%s", config->free_days);
    TRY(timing_read(free_days, &rules, err));
    TRY(timing_read_terms(wanted, &rules, err));
    rules.host = rules.host_days ? host : 0;
    timing_write(&rules, out);
    return RC_OK;
}

/* One player alone, or against the house, has nobody to be host of. */
static unsigned host_of(const struct making *making)
{
    const struct newgame *wanted = making->wanted;
    unsigned others = 0;

    for (unsigned seat = 1; seat <= wanted->seats; seat++)
        others += wanted->player[seat] != wanted->player[wanted->host];
    return wanted->host && others ? wanted->host : 0;
}

static enum rc fill_times(struct making *making, struct err *err)
{
    char time[GENESIS_TIME_BYTES];
    struct text text;

    text_init(&text, time, sizeof time); /* a tournament forfeits by its own terms alone */
    TEXT_PUT(&text, making->wanted->tournament ? "away=none host=none " : "",
             making->wanted->time ? making->wanted->time : "");
    text_init(&text, making->genesis.time, sizeof making->genesis.time);
    return newgame_time(making->desk, time, host_of(making), &text, err);
}

/* The game's own box key, for sealed blocks in public places. */
static enum rc make_box_key(struct making *making, struct err *err)
{
    struct vault_owner owner = {LEDGER_KEY_BOX, (int64_t)making->genesis.number};
    unsigned char secret[KEY_BYTES];
    const unsigned char *seed;
    WIPED_AT_END(secret); /* not needed; locked memory costs a quarter of a game */

    TRY(vault_make_key(making->desk, owner, err));
    TRY(vault_key(making->desk, owner, &seed, err));
    block_make_key(seed, making->genesis.box, secret);
    return RC_OK;
}

static enum rc fill_genesis(struct making *making, struct err *err)
{
    struct desk *desk = making->desk;
    struct genesis *genesis = &making->genesis;

    text_copy(genesis->rules, sizeof genesis->rules,
              making->wanted->version ? making->wanted->version
                                      : game_newest(making->wanted->played));
    text_copy(genesis->game, sizeof genesis->game, making->wanted->played->name);
    genesis->seats = making->wanted->seats;
    if (making->wanted->tournament)
        genesis->tournament = *making->wanted->tournament;
    genesis->started_s = desk_now(desk);
    library_tables(desk->library, making->wanted->played, genesis->rules, &genesis->tables);
    TRY(fill_times(making, err));
    TRY(make_box_key(making, err));
    if (!keys_public(desk->keys, keys_newest(desk->keys, KEY_SIGNING), genesis->key))
        return ERR(err, RC_BAD_KEY, "the key file holds no signing key");
    desk_entropy(desk, making->secret, sizeof making->secret);
    chain_secret(genesis->key, genesis->number, making->secret, &genesis->secret);
    return RC_OK;
}

static enum rc put_game(struct making *making, struct err *err)
{
    struct desk *desk = making->desk;
    struct vault_place place = {
        {LEDGER_KEY_GAME, (int64_t)making->genesis.number}, "games.secret_box", 0, NULL};
    struct ledger_game row = {.id = place.owner.subject,
                              .made_s = making->genesis.started_s,
                              .engine = making->genesis.game,
                              .version = making->genesis.rules,
                              .options = making->genesis.options};
    struct ledger_entry entry = {.game = row.id, .at_s = row.made_s, .kind = "genesis"};
    OWN(buf) text = {0}, box = {0};
    struct chain chain;

    TRY(genesis_write(&making->genesis, &text, err));
    chain_start(&chain, buf_text(&text), text.length);
    place.row = row.id;
    place.genesis = &chain.genesis;
    TRY(vault_make_key(desk, place.owner, err));
    TRY(vault_close(desk, &place, making->secret, sizeof making->secret, &box, err));
    row.secret_box = vault_bytes(&box);
    TRY(ledger_game_put(desk->ledger, &row, err));
    entry.text = buf_text(&text);
    entry.hash = chain.entry.at;
    return ledger_entry_append(desk->ledger, &entry, err);
}

/* "Ada <ada@example.org>", sealed: the log names nobody. */
static enum rc person_payload(struct desk *desk, int64_t player, struct buf *out, struct err *err)
{
    struct person person;

    TRY(people_get(desk, player, &person, err));
    FAIL_IF(person.banned || person.merged, err, RC_USAGE, person.name,
            person.banned ? " is banned" : " is another player now");
    buf_printf(out, "%s <%s>", person.name, person.address);
    return buf_rc(out, err);
}

static enum rc put_roster(struct making *making, struct position *position, struct err *err)
{
    const struct newgame *wanted = making->wanted;
    struct position_seal seal[SEATS_MAX] = {0};
    struct buf payload[SEATS_MAX] = {0};
    char name[SEATS_MAX][SEAL_NAME_MAX + 1];
    struct person person = {0};
    struct entry entry;
    enum rc rc = RC_OK;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_ROSTER);
    entry.count = (uint8_t)wanted->seats;
    for (unsigned seat = 1; seat <= wanted->seats && rc == RC_OK; seat++) {
        unsigned i = seat - 1;

        rc = people_get(making->desk, wanted->player[seat], &person, err);
        entry.holder[seat] = person.practice[0] ? ENTRY_HOUSE : ENTRY_PLAYER;
        entry.person[seat] = true;
        position->player[seat] = wanted->player[seat]; /* whose key the seal's box gets */
        seal_name_write(SEAL_PERSON, seat, 0, name[i]);
        rc = person_payload(making->desk, wanted->player[seat], &payload[i], err);
        seal[i] = (struct position_seal){
            .name = name[i], .seat = seat, .payload = payload[i].at, .length = payload[i].length};
    }
    THEN(rc, position_append(making->desk, position, &entry, seal, wanted->seats, NULL, err));
    for (unsigned seat = 1; seat <= wanted->seats && rc == RC_OK; seat++)
        rc = ledger_seat_put(making->desk->ledger, position->game, (int)seat, wanted->player[seat],
                             (int64_t)entry.number, err);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        buf_wipe(&payload[i]);
    return rc;
}

/* A remark of the table's, so that exports and rebuilds know it. */
static enum rc put_remark(struct desk *desk, struct position *position, const char *words,
                          struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_REMARK);
    text_copy(entry.words, sizeof entry.words, words);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

static enum rc invite(struct making *making, const struct position *position, struct err *err)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        struct outbox_letter letter = {.kind = OUTBOX_INVITATION,
                                       .game = position->game,
                                       .seat = seat,
                                       .n = (int64_t)position->chain.number,
                                       .facts.player = position->player[seat]};

        TRY(outbox_put(making->desk, &letter, NULL, err));
    }
    return RC_OK;
}

/* The number after all that were ever given: a game that was signed and is not in the ledger (an
 * older one was put in its place) keeps its own. */
static enum rc next_number(struct desk *desk, int64_t *number, struct err *err)
{
    TRY(ledger_next_id(desk->ledger, LEDGER_GAMES, number, err));
    /* an empty ledger */
    if (*number == 1)
        *number = desk->config->first_game;
    TRY(marks_refresh(desk->marks, err));
    for (; *number <= marks_highest(desk->marks); ++*number)
        TRY(ledger_lost_put(desk->ledger, *number, marks_newest(desk->marks, *number),
                            desk_now(desk), err));
    return RC_OK;
}

/* A game of the house alone: no letter will set it going. */
static enum rc begin_alone(struct desk *desk, struct position *position, struct err *err)
{
    unsigned answered;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (!position->house[seat])
            return RC_OK;
    return adjudicate_table(desk, position, &answered, err);
}

static enum rc make(struct making *making, struct err *err)
{
    struct position *position;
    int64_t number = 0;

    TRY(next_number(making->desk, &number, err));
    making->genesis.number = (uint64_t)number;
    TRY(fill_genesis(making, err));
    TRY(put_game(making, err));
    TRY(position_get(making->desk, number, &position, err));
    TRY(put_roster(making, position, err));
    if (making->wanted->anonymous)
        TRY(put_remark(making->desk, position, POSITION_ANONYMOUS, err));
    if (making->wanted->press_open)
        TRY(put_remark(making->desk, position, POSITION_PRESS_OPEN, err));
    TRY(begin_alone(making->desk, position, err));
    TRY(adjudicate_settle(making->desk, position, err));
    TRY(forum_queue(making->desk, position, NULL, err));
    return invite(making, position, err);
}

/* Would the rules set this game up? Options may be in order and ask for what a version has not. */
static enum rc try_setup(struct desk *desk, const struct newgame *wanted,
                         const struct game_setup *setup, struct verdict *verdict, struct err *err)
{
    const char *newest = game_newest(wanted->played),
               *version = wanted->version ? wanted->version : newest;
    const char *const *known = wanted->played->versions;
    OWN_MEMORY void *state = calloc(1, wanted->played->state_bytes);
    const void *rulebook;

    TRY(state ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for a position"));
    while (*known && !text_equal(*known, version))
        known++;
    FAIL_IF(!*known, err, RC_NOT_FOUND, wanted->played->title, " has no rules version ", version,
            "; the newest is ", newest);
    TRY(library_rulebook(desk->library, wanted->played, version, &rulebook, err));
    wanted->played->rules->setup(rulebook, setup, state, verdict);
    return RC_OK;
}

enum rc newgame_make(struct desk *desk, const struct newgame *wanted, int64_t *game,
                     struct verdict *verdict, struct err *err)
{
    struct making making = {.desk = desk, .wanted = wanted};
    struct game_setup setup = {wanted->options, wanted->seats};
    WIPED_AT_END(making);
    struct text options = text_in(making.genesis.options, sizeof making.genesis.options);

    TRY(check_seats(wanted, err));
    *verdict = (struct verdict){0};
    if (wanted->played->text->write_options(&setup, &options, verdict) != VERDICT_DONE)
        return RC_OK;
    TRY(try_setup(desk, wanted, &setup, verdict, err));
    if (verdict->kind != VERDICT_DONE)
        return RC_OK;
    TRY(make(&making, err));
    *game = (int64_t)making.genesis.number;
    return RC_OK;
}
