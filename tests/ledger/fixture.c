/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

struct err fixture_err;

void fixture_ok(enum rc rc, const char *file, int line)
{
    if (rc != RC_OK)
        print_error("%s: %s\n", rc_name(rc), fixture_err.text);
    _assert_int_equal(rc, RC_OK, file, line);
}

const char *fixture_path(const struct fixture *fixture, const char *name)
{
    static char paths[4][256];
    static unsigned turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", fixture->directory, name);
    return path;
}

int fixture_setup_empty(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const char *tmp = getenv("TMPDIR");

    assert_non_null(fixture);
    snprintf(fixture->directory, sizeof fixture->directory, "%s/postern-ledger-XXXXXX",
             tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(fixture->directory));
    snprintf(fixture->path, sizeof fixture->path, "%s/ledger", fixture->directory);
    *state = fixture;
    return 0;
}

int fixture_setup(void **state)
{
    struct fixture *fixture;

    fixture_setup_empty(state);
    fixture = *state;
    OK(ledger_create(fixture->path, ERR_P));
    OK(ledger_open(fixture->path, LEDGER_WRITE, &fixture->ledger, ERR_P));
    return 0;
}

int fixture_teardown(void **state)
{
    struct fixture *fixture = *state;
    DIR *directory = opendir(fixture->directory);
    struct dirent *entry;

    ledger_close(fixture->ledger);
    while (directory && (entry = readdir(directory)) != NULL)
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory)
        closedir(directory);
    rmdir(fixture->directory);
    free(fixture);
    return 0;
}

struct fixture_hash fixture_hash(int64_t a, int64_t b)
{
    struct fixture_hash hash;
    uint64_t x = (uint64_t)a * 0x9E3779B97F4A7C15u ^ (uint64_t)b;

    for (size_t i = 0; i < sizeof hash.at; i++) {
        x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u + i;
        hash.at[i] = (unsigned char)(x >> 56);
    }
    return hash;
}

struct ledger_bytes fixture_bytes(const char *text)
{
    return (struct ledger_bytes){text, strlen(text)};
}

static int64_t next_id(struct ledger *ledger, enum ledger_numbered table)
{
    int64_t id = 0;

    OK(ledger_next_id(ledger, table, &id, ERR_P));
    return id;
}

int64_t fixture_player(struct ledger *ledger, const char *name)
{
    struct ledger_player player = {
        .id = next_id(ledger, LEDGER_PLAYERS), .made_s = 1000, .box = fixture_bytes(name)};

    OK(ledger_player_put(ledger, &player, ERR_P));
    return player.id;
}

int64_t fixture_address(struct ledger *ledger, int64_t player, const char *address)
{
    struct ledger_address row = {.id = next_id(ledger, LEDGER_ADDRESSES),
                                 .player = player,
                                 .at_s = 1000,
                                 .state = LEDGER_ADDRESS_CONFIRMED,
                                 .box = fixture_bytes(address)};

    OK(ledger_address_put(ledger, &row, ERR_P));
    return row.id;
}

int64_t fixture_game(struct ledger *ledger)
{
    struct ledger_game game = {.id = next_id(ledger, LEDGER_GAMES),
                               .made_s = 1000,
                               .engine = "toy",
                               .version = "1",
                               .options = "target=5",
                               .secret_box = fixture_bytes("S")};

    OK(ledger_game_put(ledger, &game, ERR_P));
    OK(fixture_append(ledger, game.id, "genesis of a toy", NULL, NULL, ERR_P));
    return game.id;
}

enum rc fixture_append(struct ledger *ledger, int64_t game, const char *text,
                       const struct ledger_seal *seal, const struct ledger_opening *opening,
                       struct err *err)
{
    struct ledger_head head;
    struct ledger_entry entry = {.game = game,
                                 .seat = 1,
                                 .kind = "order",
                                 .text = text,
                                 .seals = seal,
                                 .seal_count = seal ? 1 : 0,
                                 .openings = opening,
                                 .opening_count = opening ? 1 : 0};
    struct fixture_hash hash;
    enum rc rc = ledger_head_get(ledger, game, &head, err);

    if (rc != RC_OK)
        return rc;
    hash = fixture_hash(game, head.n + 1);
    entry.n = head.n + 1;
    entry.at_s = 2000 + entry.n;
    entry.hash = hash.at;
    entry.previous = head.n >= 0 ? head.hash : NULL;
    return ledger_entry_append(ledger, &entry, err);
}

int64_t fixture_letter(struct ledger *ledger, const char *source_id, bool waits)
{
    int64_t id = next_id(ledger, LEDGER_LETTERS_IN);
    struct fixture_hash key = fixture_hash(-1, id);
    struct ledger_letter letter = {.id = id,
                                   .source = "maildir:test",
                                   .source_id = source_id,
                                   .message_key = {key.at, sizeof key.at},
                                   .arrived_s = 1990,
                                   .taken_s = 2000,
                                   .key = 1,
                                   .raw_box = fixture_bytes("From: somebody"),
                                   .waits = waits};

    OK(ledger_letter_put(ledger, &letter, ERR_P));
    return id;
}

enum rc fixture_outcome(struct ledger *ledger, int64_t letter, int64_t game, struct err *err)
{
    struct ledger_outcome outcome = {.letter = letter,
                                     .at_s = 2001,
                                     .kind = LEDGER_ACCEPTED,
                                     .reason = "",
                                     .game = game,
                                     .seat = game ? 1 : 0};

    return ledger_outcome_put(ledger, &outcome, err);
}

int64_t fixture_out(struct ledger *ledger, int64_t game, int seat, int64_t address)
{
    int64_t id = next_id(ledger, LEDGER_LETTERS_OUT);
    struct ledger_recipient to = {.channel = "smtp", .address = address};
    struct ledger_head head;
    char message_id[64];
    struct ledger_out out = {.id = id,
                             .made_s = 2001,
                             .kind = "turn",
                             .message_id = message_id,
                             .game = game,
                             .seat = seat,
                             .form = "en/1",
                             .values_box = fixture_bytes("values"),
                             .to = &to,
                             .to_count = 1,
                             .due_s = 2001};

    OK(ledger_head_get(ledger, game, &head, ERR_P));
    out.n = head.n;
    snprintf(message_id, sizeof message_id, "%012lld@test", (long long)id);
    OK(ledger_out_put(ledger, &out, ERR_P));
    return id;
}

enum rc fixture_whole_letter(struct ledger *ledger, int64_t game, int64_t address,
                             const char *source_id, struct err *err)
{
    return fixture_answer(ledger, fixture_letter(ledger, source_id, false), game, address, err);
}

enum rc fixture_answer(struct ledger *ledger, int64_t letter, int64_t game, int64_t address,
                       struct err *err)
{
    struct fixture_hash commitment = fixture_hash(game, letter);
    char name[32];
    struct ledger_seal seal = {.name = name,
                               .seat = 1,
                               .commitment = {commitment.at, sizeof commitment.at},
                               .box = fixture_bytes("card 4")};
    struct ledger_decision decision = {.game = game, .seat = 1, .due_s = 9000, .left_s = 7000};
    struct ledger_head head;
    enum rc rc;

    snprintf(name, sizeof name, "combat/%lld", (long long)letter);
    rc = fixture_append(ledger, game, "thief to d5", &seal, NULL, err);
    if (rc == RC_OK)
        rc = fixture_outcome(ledger, letter, game, err);
    if (rc == RC_OK)
        rc = ledger_head_get(ledger, game, &head, err);
    if (rc != RC_OK)
        return rc;
    decision.decision = decision.opened_n = head.n;
    decision.opened_s = head.at_s;
    rc = ledger_decisions_put(ledger, game, &decision, 1, err);
    if (rc == RC_OK)
        fixture_out(ledger, game, 1, address);
    return rc;
}
