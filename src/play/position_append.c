/* SPDX-License-Identifier: MIT */
/* Entries into the log, each with its seals. */

#include "ledger/facts.h"
#include "play/known.h"
#include "play/position_p.h"
#include "play/shelf.h"
#include "seal/encode.h"
#include "seal/seal.h"

struct sealing {
    struct ledger_seal row[CHAIN_SEALS_MAX];
    struct hash commitment[CHAIN_SEALS_MAX];
    struct buf box[CHAIN_SEALS_MAX];
    unsigned count;
    bool drawn; /* the entry: what it seals is a word of the game's luck */
};

/* Names that live until their entry is written. */
struct fillers {
    char name[ENTRY_LINES_MAX][SEAL_NAME_MAX + 1];
};

/* What S alone gives again needs no other secret to be opened. */
static void make_nonce(struct desk *desk, const struct position *position, int64_t n,
                       const struct position_seal *seal, bool drawn,
                       unsigned char nonce[SEAL_NONCE_BYTES])
{
    uint64_t first, second;

    if (drawn && seal_name_family(seal->name, &first, &second) == SEAL_GAME)
        seal_drawn_nonce(position->secret, &position->chain.genesis, (uint64_t)n, seal->name,
                         nonce);
    else
        desk_entropy(desk, nonce, SEAL_NONCE_BYTES);
}

static enum rc close_seal(struct desk *desk, struct position *position, int64_t n,
                          const struct position_seal *seal, struct sealing *sealing,
                          struct err *err)
{
    unsigned i = sealing->count++;
    struct opening opening = {seal->payload, seal->length, {0}};
    WIPED_AT_END(opening);

    sealing->row[i] = (struct ledger_seal){.name = seal->name, .seat = (int)seal->seat};
    sealing->commitment[i] = seal->commitment;
    sealing->row[i].commitment =
        (struct ledger_bytes){sealing->commitment[i].at, sizeof sealing->commitment[i].at};
    if (!seal->payload)
        return RC_OK;
    make_nonce(desk, position, n, seal, sealing->drawn, opening.nonce);
    seal_make(&position->chain.genesis, seal->name, seal->seat, &opening, &sealing->commitment[i]);
    TRY(position_seal_box(desk, position, seal->name, seal->seat, n, opening.nonce, seal->payload,
                          seal->length, &sealing->box[i], err));
    sealing->row[i].box = vault_bytes(&sealing->box[i]);
    if (!known_put(position->known, seal->name, (uint64_t)n, seal->payload, seal->length))
        return ERR(err, RC_NO_MEMORY, "no memory for a seal");
    return RC_OK;
}

/* The seal of the raw letter's hash comes first, as its bracket does. */
static enum rc close_letter(struct desk *desk, struct position *position, int64_t n,
                            const struct entry *entry, const struct position_letter *letter,
                            char name[SEAL_NAME_MAX + 1], struct sealing *sealing, struct err *err)
{
    char payload[BASE32_HASH_BYTES];
    struct position_seal seal = {.name = name, .seat = entry->who, .payload = payload};

    if (!entry->letter || !letter || !letter->raw)
        return RC_OK;
    seal_name_write(SEAL_LETTER, (uint64_t)n, 0, name);
    base32_write(letter->raw->at, HASH_BYTES, payload);
    seal.length = strlen(payload);
    return close_seal(desk, position, n, &seal, sealing, err);
}

/* An entry does not tell how many lines it holds: it is filled with empty ones. */
static enum rc close_fillers(struct desk *desk, struct position *position, struct entry *entry,
                             unsigned given, struct fillers *fillers, struct sealing *sealing,
                             struct err *err)
{
    uint64_t seat, first;

    if (entry->kind != ENTRY_OWN)
        return RC_OK;
    entry->count = (uint8_t)given;
    seal_name_family(entry->name, &seat, &first);
    entry->count = ENTRY_LINES_LEAST;
    while (entry->count < given && entry->count < ENTRY_LINES_MAX)
        entry->count *= 4;
    for (unsigned i = given; i < entry->count; i++) {
        struct position_seal seal = {
            .name = fillers->name[i], .seat = (unsigned)seat, .payload = "", .length = 0};

        seal_name_write(SEAL_OWN, seat, first + i, fillers->name[i]);
        TRY(close_seal(desk, position, (int64_t)entry->number, &seal, sealing, err));
    }
    return RC_OK;
}

/* Words of a person stand beside the log. */
static enum rc close_words(struct desk *desk, struct position *position, struct entry *entry,
                           char name[SEAL_NAME_MAX + 1], struct sealing *sealing, struct err *err)
{
    struct position_seal seal = {.name = name,
                                 .seat = entry->who <= SEATS_MAX ? entry->who : 0,
                                 .payload = entry->words,
                                 .length = strlen(entry->words)};

    entry->hides_words = !entry_words_are_open(entry);
    if (!entry->hides_words)
        return RC_OK;
    seal_name_write(SEAL_WORDS, entry->number, 0, name);
    return close_seal(desk, position, (int64_t)entry->number, &seal, sealing, err);
}

static enum rc append_row(struct desk *desk, struct position *position, const struct entry *entry,
                          const struct sealing *sealing, const struct position_letter *letter,
                          struct err *err)
{
    struct ledger_opening opening = {.name = entry->name};
    struct chain next = position->chain;
    OWN(buf) text = {0};
    struct ledger_entry row = {.game = position->game,
                               .n = (int64_t)entry->number,
                               .at_s = entry->time_s,
                               .seat = entry->who == ENTRY_KEEPER ? 0 : entry->who,
                               .letter = letter ? letter->id : 0,
                               .kind = entry_kind_word((enum entry_kind)entry->kind),
                               .previous = position->chain.entry.at,
                               .seals = sealing->row,
                               .seal_count = sealing->count,
                               .openings = &opening,
                               .opening_count = entry->kind == ENTRY_OPEN};
    enum rc rc = entry_write(entry, &text, err);

    if (rc == RC_OK) {
        next.number = entry->number - 1; /* behind lost entries, too */
        chain_append(&next, buf_text(&text), text.length, sealing->commitment, sealing->count);
        row.text = buf_text(&text);
        row.hash = next.entry.at;
        rc = ledger_entry_append(desk->ledger, &row, err);
    }
    THEN(rc, replay_entry(position->replay, entry, position_lookup, position, err));
    if (rc == RC_OK) {
        position->chain = next;
        position->at_s = entry->time_s;
    } else if (rc == RC_BAD_INPUT) {
        err_clear(err);
        rc = ERR(err, RC_BUG, "an order that was checked is refused by the replay");
    }
    return rc;
}

/* Left out where it is the entry's own time. */
static int64_t came_of(const struct position *position, const struct entry *entry,
                       const struct position_letter *letter)
{
    int64_t came_s;

    if (!letter || entry->who == ENTRY_TABLE || entry->who == ENTRY_KEEPER)
        return ENTRY_NO_TIME;
    came_s = letter->arrived_s;
    if (entry->kind == ENTRY_ORDER || entry->kind == ENTRY_AGREE)
        came_s = position_came(position, entry->who,
                               entry->kind == ENTRY_AGREE ? entry->words : NULL, came_s);
    return came_s < entry->time_s ? came_s : ENTRY_NO_TIME;
}

enum rc position_append(struct desk *desk, struct position *position, struct entry *entry,
                        const struct position_seal *seal, unsigned count,
                        const struct position_letter *letter, struct err *err)
{
    OWN_MEMORY struct sealing *sealing = calloc(1, sizeof *sealing);
    char letter_name[SEAL_NAME_MAX + 1], words_name[SEAL_NAME_MAX + 1];
    int64_t now = desk_now(desk);
    struct fillers fillers;
    enum rc rc;

    FAIL_IF(!sealing, err, RC_NO_MEMORY, "no memory for an entry");
    shelf_mark_changed(desk->shelf, position);
    entry->number = (entry->kind == ENTRY_LOST ? entry->to : position->chain.number) + 1;
    entry->time_s = now > position->at_s ? now : position->at_s;
    entry->came_s = came_of(position, entry, letter);
    sealing->drawn = entry_is_drawn(entry);
    rc = close_letter(desk, position, (int64_t)entry->number, entry, letter, letter_name, sealing,
                      err);
    for (unsigned i = 0; i < count && rc == RC_OK; i++)
        rc = close_seal(desk, position, (int64_t)entry->number, &seal[i], sealing, err);
    THEN(rc, close_fillers(desk, position, entry, count, &fillers, sealing, err));
    THEN(rc, close_words(desk, position, entry, words_name, sealing, err));
    THEN(rc, append_row(desk, position, entry, sealing, letter, err));
    if (rc == RC_OK)
        position_note(position, entry);
    for (unsigned i = 0; i < sealing->count; i++)
        buf_fini(&sealing->box[i]);
    return rc;
}
