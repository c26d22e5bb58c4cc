/* SPDX-License-Identifier: MIT */
/* Joins deltas from a player's letters to one record, and says what is missing or false in them. */
#include "record/join.h"

#include "base/grow.h"
#include "record/genesis.h"
#include "record/record_p.h"
#include "seal/secret.h"

struct piece {
    struct delta delta;
    unsigned letter;
    bool is_signed, is_other; /* its head; of another history */
};

struct said { /* in a letter's words */
    uint64_t number;
    struct hash head, digest; /* what is signed: of a footer, or of a receipt */
    unsigned char signature[SIGNATURE_BYTES];
    unsigned letter;
};

/* What is known of one entry: the first that told it, where in that. */
struct spot {
    struct hash after;
    uint32_t piece, index; /* from 1; 0 = a head alone */
    unsigned letter;       /* 0 = nobody told */
    unsigned lost;         /* the letter that declares it lost; 0 = none */
};

/* The server's keys, each signed by one before it; a game that had more is not joined further. */
enum { KEYS_MOST = 64 };

/* Of one seal of the record: up to which entry a piece went that said first that it is gone, and
 * one that told it last. */
struct mention {
    uint64_t gone, told;
    unsigned gone_letter, told_letter;
};

struct join {
    struct hash genesis;
    unsigned seat, strangers, key_count, finding_count;
    unsigned char key[KEYS_MOST][KEY_BYTES];
    struct join_finding finding[JOIN_FINDINGS_MAX];
    struct piece *piece;
    struct said *said;
    size_t count, room, said_count, said_room;
    uint64_t end, newest;
    struct spot *spot;        /* by entry, 0 … newest */
    struct mention *mention;  /* by seal of the record */
    const struct piece *last; /* whose head is that of the record */
};

struct join *join_new(const struct hash *genesis)
{
    struct join *join = calloc(1, sizeof *join);

    if (join)
        join->genesis = *genesis;
    return join;
}

void join_free(struct join *join)
{
    if (!join)
        return;
    for (size_t i = 0; i < join->count; i++)
        delta_fini(&join->piece[i].delta);
    free(join->piece);
    free(join->said);
    free(join->spot);
    free(join->mention);
    free(join);
}

enum rc join_add(struct join *join, struct delta *delta, unsigned letter, struct err *err)
{
    struct piece *grown = grow_array(join->piece, join->count, &join->room, sizeof *grown);

    if (!grown) {
        delta_fini(delta);
        return ERR(err, RC_NO_MEMORY, "no memory for a delta");
    }
    join->piece = grown;
    grown[join->count++] = (struct piece){.delta = *delta, .letter = letter};
    memset(delta, 0, sizeof *delta);
    return RC_OK;
}

enum rc join_add_head(struct join *join, uint64_t number, const struct hash *head,
                      const struct hash *digest, const unsigned char signature[SIGNATURE_BYTES],
                      unsigned letter, struct err *err)
{
    struct said *grown;

    if (number > RECORD_ENTRIES_MAX)
        return RC_OK;
    grown = grow_array(join->said, join->said_count, &join->said_room, sizeof *grown);
    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for a head");
    join->said = grown;
    grown[join->said_count] =
        (struct said){.number = number, .head = *head, .digest = *digest, .letter = letter};
    memcpy(grown[join->said_count++].signature, signature, SIGNATURE_BYTES);
    return RC_OK;
}

static void find_fault(struct join *join, enum join_fault fault, unsigned letter, unsigned other,
                       uint64_t first, uint64_t last)
{
    if (join->finding_count < JOIN_FINDINGS_MAX)
        join->finding[join->finding_count++] =
            (struct join_finding){fault, letter, other, first, last};
}

/* ---- keys and signatures ---- */

static bool has_key(const struct join *join, const unsigned char key[KEY_BYTES])
{
    for (unsigned i = 0; i < join->key_count; i++)
        if (memcmp(join->key[i], key, KEY_BYTES) == 0)
            return true;
    return false;
}

static void add_key(struct join *join, const unsigned char key[KEY_BYTES])
{
    if (join->key_count < KEYS_MOST && !has_key(join, key))
        memcpy(join->key[join->key_count++], key, KEY_BYTES);
}

static bool is_signed(const struct join *join, const struct hash *digest,
                      const unsigned char signature[SIGNATURE_BYTES])
{
    for (unsigned i = 0; i < join->key_count; i++)
        if (signature_is_good(join->key[i], digest, signature))
            return true;
    return false;
}

/* The chain before the entry at an index. Lost entries have no hash: the one before them counts. */
static struct chain before(const struct piece *piece, uint32_t index)
{
    const struct record *record = &piece->delta.record;
    uint32_t last = index;

    while (last && !record->entry[last - 1].length) /* lost */
        last--;
    return (struct chain){.genesis = piece->delta.genesis,
                          .number = record->from + index,
                          .entry = last ? record->entry[last - 1].after : piece->delta.start};
}

/* Does a piece declare the entry before this index lost? */
static bool is_gap(const struct piece *piece, uint32_t index)
{
    return index && !piece->delta.record.entry[index - 1].length;
}

/* The genesis text is that of G: then its key is the first. */
static bool take_genesis(struct join *join, const struct piece *piece)
{
    const struct record *record = &piece->delta.record;
    struct genesis genesis;
    struct chain start;

    if (!record->genesis)
        return true;
    chain_start(&start, record->genesis, record->genesis_length);
    if (!hash_equal(&start.entry, &join->genesis) ||
        !hash_equal(&piece->delta.start, &join->genesis) ||
        genesis_read(record->genesis, record->genesis_length, &genesis, NULL))
        return false;
    add_key(join, genesis.key);
    return true;
}

/* A key counts when one that counts has signed it. */
static void take_keys(struct join *join, const struct piece *piece)
{
    const struct record *record = &piece->delta.record;

    for (uint32_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *row = &record->entry[i];
        const struct chain at = before(piece, i);
        struct entry entry;
        struct hash digest;

        if (!strstr(row->text, " table key ") ||
            entry_read(record->from + i + 1, row->text, row->length, &entry, NULL) ||
            entry.kind != ENTRY_KEY)
            continue;
        chain_key_change(&at, entry.key, &digest);
        if (is_signed(join, &digest, entry.signature))
            add_key(join, entry.key);
    }
}

/* Its entries hash to what stands there; else the first that does not is named. */
static bool is_chained(struct join *join, struct piece *piece)
{
    struct record *record = &piece->delta.record;
    struct chain chain = before(piece, 0);

    for (uint32_t i = 0; i < record->entry_count; i++) {
        record_append(record, i, &chain);
        if (is_gap(piece, i + 1) || hash_equal(&chain.entry, &record->entry[i].after))
            continue;
        find_fault(join, JOIN_CHANGED, piece->letter, 0, record->from + i + 1, 0);
        return false;
    }
    return true;
}

/* Leaves those whole pieces whose head the game's server signed. */
static void check_pieces(struct join *join)
{
    OWN_MEMORY bool *whole = calloc(join->count + 1, sizeof *whole);
    unsigned keys;

    for (size_t i = 0; whole && i < join->count; i++) {
        whole[i] = take_genesis(join, &join->piece[i]);
        if (!whole[i])
            find_fault(join, JOIN_CHANGED, join->piece[i].letter, 0, 0, 0);
        whole[i] = whole[i] && is_chained(join, &join->piece[i]);
    }
    do { /* a letter with the newer key may stand before that with the older */
        keys = join->key_count;
        for (size_t i = 0; whole && i < join->count; i++)
            if (whole[i])
                take_keys(join, &join->piece[i]);
    } while (join->key_count != keys);
    for (size_t i = 0; whole && i < join->count; i++) {
        struct piece *piece = &join->piece[i];
        const struct chain end = before(piece, piece->delta.record.entry_count);
        struct hash digest;

        chain_head(&end, &digest);
        piece->is_signed = whole[i] && piece->delta.record.is_signed && join->key_count &&
                           is_signed(join, &digest, piece->delta.record.head_signature);
        if (whole[i] && !piece->is_signed && join->key_count)
            find_fault(join, JOIN_UNSIGNED, piece->letter, 0, end.number, 0);
    }
}

/* ---- which history ---- */

static int by_start(const void *a, const void *b)
{
    const struct piece *first = a, *second = b;
    const uint64_t from[] = {first->delta.record.from, second->delta.record.from};

    if (from[0] != from[1])
        return from[0] < from[1] ? -1 : 1;
    return first->letter < second->letter ? -1 : first->letter > second->letter;
}

/* The first place where a piece tells otherwise than was told before it. */
static bool fits(struct join *join, struct piece *piece)
{
    const struct record *record = &piece->delta.record;

    for (uint32_t i = 0; i <= record->entry_count; i++) {
        const struct spot *spot = &join->spot[record->from + i];
        const struct chain at = before(piece, i);

        if (!spot->letter || spot->lost || is_gap(piece, i) || hash_equal(&spot->after, &at.entry))
            continue;
        find_fault(join, JOIN_FORK, piece->letter, spot->letter, record->from + i, 0);
        piece->is_other = true;
        return false;
    }
    return true;
}

/* Note what a piece tells that none told before it. It fits what was told. */
static void place(struct join *join, size_t number)
{
    const struct piece *piece = &join->piece[number];
    const uint64_t from = piece->delta.record.from;

    for (uint32_t i = 0; i <= piece->delta.record.entry_count; i++) {
        struct spot *spot = &join->spot[from + i];

        if (is_gap(piece, i)) {
            spot->lost = piece->letter;
            continue;
        }
        if (!spot->letter) {
            spot->after = before(piece, i).entry;
            spot->letter = piece->letter;
        }
        if (i && !spot->piece) {
            spot->piece = (uint32_t)number + 1;
            spot->index = i - 1;
        }
    }
}

/* A head in a letter's words brings no entries, but bears witness against a second history. */
static void place_heads(struct join *join)
{
    for (size_t i = 0; i < join->said_count; i++) {
        const struct said *said = &join->said[i];
        struct spot *spot = &join->spot[said->number];

        if (!is_signed(join, &said->digest, said->signature))
            continue;
        if (said->number > join->newest)
            join->newest = said->number;
        if (spot->letter && !spot->lost && !hash_equal(&spot->after, &said->head))
            find_fault(join, JOIN_FORK, said->letter, spot->letter, said->number, 0);
        else if (!spot->letter)
            *spot = (struct spot){.after = said->head, .letter = said->letter};
    }
}

/* What somebody was told, and the server declares lost. */
static void find_lost(struct join *join, uint64_t most)
{
    for (uint64_t n = 1; n <= most; n++) {
        uint64_t last = n;

        join->spot[n].piece = join->spot[n].lost ? 0 : join->spot[n].piece;
        if (!join->spot[n].lost || !join->spot[n].letter)
            continue;
        while (last < most && join->spot[last + 1].lost && join->spot[last + 1].letter)
            join->spot[++last].piece = 0;
        find_fault(join, JOIN_LOST, join->spot[n].letter, join->spot[n].lost, n, last);
        n = last;
    }
}

/* In one order, by start and letter, so that a mailbox sorted otherwise gives the same record; a
 * spot for every number that is spoken of, whoever speaks. */
static enum rc place_all(struct join *join, struct err *err)
{
    uint64_t most = 0;

    qsort(join->piece, join->count, sizeof *join->piece, by_start);
    for (size_t i = 0; i < join->count; i++) {
        const struct record *record = &join->piece[i].delta.record;

        if (record->from + record->entry_count > most)
            most = record->from + record->entry_count;
    }
    for (size_t i = 0; i < join->said_count; i++)
        if (join->said[i].number > most)
            most = join->said[i].number;
    free(join->spot);
    join->spot = calloc((size_t)most + 1, sizeof *join->spot);
    FAIL_IF(!join->spot, err, RC_NO_MEMORY, "no memory to join letters");
    for (size_t i = 0; i < join->count; i++) {
        struct piece *piece = &join->piece[i];

        if (!piece->is_signed || !fits(join, piece))
            continue;
        place(join, i);
        if (piece->delta.record.from + piece->delta.record.entry_count > join->newest)
            join->newest = piece->delta.record.from + piece->delta.record.entry_count;
    }
    place_heads(join);
    find_lost(join, most);
    return RC_OK;
}

/* ---- the record ---- */

static const struct piece *first_piece(const struct join *join)
{
    for (size_t i = 0; i < join->count; i++)
        if (join->piece[i].is_signed && !join->piece[i].is_other &&
            join->piece[i].delta.record.genesis)
            return &join->piece[i];
    return NULL;
}

/* What is missing, from the start to the newest head. */
static void find_missing(struct join *join)
{
    unsigned letter = 0;

    for (uint64_t n = 1; n <= join->newest; n++) {
        uint64_t last = n;

        if (join->spot[n].lost) {
            if (join->end == n - 1)
                join->end = n;
            continue;
        }
        if (join->spot[n].piece) {
            letter = join->piece[join->spot[n].piece - 1].letter;
            if (join->end == n - 1)
                join->end = n;
            continue;
        }
        while (last < join->newest && !join->spot[last + 1].piece && !join->spot[last + 1].lost)
            last++;
        find_fault(join, JOIN_MISSING, letter,
                   join->spot[last < join->newest ? last + 1 : last].letter, n, last);
        n = last;
    }
}

/* Each piece may bring the tables that its entries need; the record has them once. */
static enum rc add_files(struct record *record, const struct piece *piece, struct err *err)
{
    for (unsigned i = 0; i < piece->delta.record.file_count; i++) {
        const struct record_file *file = &piece->delta.record.file[i];
        bool is_there = false;

        for (unsigned k = 0; k < record->file_count; k++)
            is_there |= strcmp(record->file[k].rules, file->rules) == 0 &&
                        strcmp(record->file[k].name, file->name) == 0;
        if (!is_there)
            TRY(record_add_file(record, file->rules, file->name, file->text, file->length, err));
    }
    return RC_OK;
}

static enum rc add_entries(const struct join *join, struct record *record, struct err *err)
{
    for (uint64_t n = 1; n <= join->end; n++) {
        const struct spot *spot = &join->spot[n];
        const struct record *from;
        const struct record_entry *row;

        if (spot->lost)
            continue;
        from = &join->piece[spot->piece - 1].delta.record;
        row = &from->entry[spot->index];
        TRY(record_add_entry(record, row->text, row->length, err));
        for (uint32_t i = 0; i < row->seal_count; i++) {
            const struct record_seal *seal = &from->seal[row->first_seal + i];
            TRY(record_add_seal(record, seal->name, seal->seat, &seal->commitment, err));
        }
    }
    return RC_OK;
}

/* To a seal that is closed so far; false: it does not open it. */
static bool learn(const struct join *join, struct record_seal *seal, const char *payload,
                  size_t length, const unsigned char nonce[SEAL_NONCE_BYTES])
{
    struct opening opening = {.payload = payload, .length = length};

    memcpy(opening.nonce, nonce, SEAL_NONCE_BYTES);
    if (!seal_is_opened_by(&seal->commitment, &join->genesis, seal->name, seal->seat, &opening))
        return false;
    if (seal->knowledge == RECORD_KNOWN)
        return true;
    seal->payload = malloc(length + 1);
    if (!seal->payload)
        return true; /* it stays closed: nothing false is said */
    memcpy(seal->payload, payload, length);
    seal->payload[length] = '\0';
    seal->length = length;
    memcpy(seal->nonce, nonce, SEAL_NONCE_BYTES);
    seal->knowledge = RECORD_KNOWN;
    return true;
}

static void note_mention(struct mention *mention, const struct piece *piece, bool is_gone)
{
    const uint64_t end = piece->delta.record.from + piece->delta.record.entry_count;

    if (is_gone && (!mention->gone || end < mention->gone)) {
        mention->gone = end;
        mention->gone_letter = piece->letter;
    } else if (!is_gone && end > mention->told) {
        mention->told = end;
        mention->told_letter = piece->letter;
    }
}

/* What a person had erased is in no copy that the server makes after that. */
static void find_retold(struct join *join, const struct record *record)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        for (uint32_t k = 0; k < record->entry[i].seal_count; k++) {
            const struct mention *mention = &join->mention[record->entry[i].first_seal + k];

            if (mention->gone && mention->told > mention->gone)
                find_fault(join, JOIN_RETOLD, mention->gone_letter, mention->told_letter, i + 1, 0);
        }
}

static void learn_entries(struct join *join, struct record *record, const struct piece *piece)
{
    const struct record *from = &piece->delta.record;

    for (uint32_t i = 0; i < from->entry_count; i++) {
        const struct record_entry *row = &from->entry[i];
        const uint64_t n = from->from + i + 1;

        for (uint32_t k = 0; k < row->seal_count && n <= join->end && !join->spot[n].lost; k++) {
            const struct record_seal *told = &from->seal[row->first_seal + k];
            const uint32_t at = record->entry[n - 1].first_seal + k;
            struct record_seal *seal = &record->seal[at];

            if (told->knowledge != RECORD_SEALED)
                note_mention(&join->mention[at], piece, told->knowledge == RECORD_ERASED);
            if (told->knowledge == RECORD_ERASED && seal->knowledge == RECORD_SEALED)
                seal->knowledge = RECORD_ERASED;
            if (told->knowledge == RECORD_KNOWN &&
                !learn(join, seal, told->payload, told->length, told->nonce))
                find_fault(join, JOIN_FALSE, piece->letter, 0, n, 0);
        }
    }
}

static void learn_known(struct join *join, struct record *record, const struct piece *piece)
{
    for (uint32_t i = 0; i < piece->delta.known_count; i++) {
        const struct delta_known *known = &piece->delta.known[i];
        const struct record_entry *row;
        bool is_true = false;

        if (known->number > join->end || join->spot[known->number].lost)
            continue;
        row = &record->entry[known->number - 1];
        for (uint32_t k = 0; k < row->seal_count; k++) {
            struct record_seal *seal = &record->seal[row->first_seal + k];

            if (strcmp(seal->name, known->name) != 0)
                continue;
            note_mention(&join->mention[row->first_seal + k], piece, false);
            is_true = learn(join, seal, known->payload, known->length, known->nonce);
        }
        if (!is_true)
            find_fault(join, JOIN_FALSE, piece->letter, 0, known->number, 0);
    }
}

/* Entries come from pieces for any seat, as they are public; what opens seals from this seat's
 * alone. */
static enum rc fill(struct join *join, struct record *record, struct err *err)
{
    const struct piece *first = first_piece(join);
    const struct record *from = &first->delta.record;
    enum rc rc = record_set_genesis(record, from->genesis, from->genesis_length, err);

    THEN(rc, add_files(record, first, err));
    THEN(rc, add_entries(join, record, err));
    free(join->mention);
    join->mention = calloc(record->seal_count + 1u, sizeof *join->mention);
    if (rc == RC_OK && !join->mention)
        rc = ERR(err, RC_NO_MEMORY, "no memory to join letters");
    for (size_t i = 0; i < join->count && rc == RC_OK; i++) {
        const struct piece *piece = &join->piece[i];
        const struct record *part = &piece->delta.record;

        if (!piece->is_signed || piece->is_other)
            continue;
        if (part->from + part->entry_count <= join->end)
            rc = add_files(record, piece, err);
        if (part->from + part->entry_count == join->end)
            join->last = piece;
        if (part->reader != join->seat)
            continue;
        learn_entries(join, record, piece);
        learn_known(join, record, piece);
    }
    if (rc == RC_OK)
        find_retold(join, record);
    return rc;
}

/* The seat that was asked for, else the one with most pieces: a mailbox may hold letters of
 * several. */
static void choose_seat(struct join *join, unsigned seat)
{
    unsigned count[SEATS_MAX + 1] = {0};

    for (size_t i = 0; i < join->count; i++)
        if (join->piece[i].is_signed && join->piece[i].delta.record.reader <= SEATS_MAX)
            count[join->piece[i].delta.record.reader]++;
    for (unsigned i = 1; i <= SEATS_MAX && !join->seat; i++)
        if (seat ? seat == i : count[i] > 0)
            join->seat = i;
    for (unsigned i = 1; i <= SEATS_MAX; i++) {
        if (!seat && count[i] > count[join->seat])
            join->seat = i;
    }
    for (unsigned i = 0; i <= SEATS_MAX; i++)
        join->strangers += i == join->seat ? 0 : count[i];
}

enum rc join_run(struct join *join, unsigned seat, struct buf *out, struct err *err)
{
    struct record record;
    struct chain end;
    enum rc rc;

    check_pieces(join);
    choose_seat(join, seat);
    TRY(place_all(join, err));
    if (!first_piece(join)) {
        find_fault(join, JOIN_NO_START, 0, 0, 0, 0);
        return RC_OK;
    }
    find_missing(join);
    record_init(&record, join->seat);
    rc = fill(join, &record, err);
    if (rc == RC_OK) {
        record_chain(&record, &end);
        record.is_signed = record.is_joined = join->last != NULL;
        if (join->last)
            memcpy(record.head_signature, join->last->delta.record.head_signature, SIGNATURE_BYTES);
        rc = record_write_again(&record, &end.entry, out, err);
    }
    record_fini(&record);
    return rc;
}

uint64_t join_number(const struct join *join)
{
    struct genesis genesis;

    for (size_t i = 0; i < join->count; i++) {
        const struct record *record = &join->piece[i].delta.record;

        if (record->genesis &&
            genesis_read(record->genesis, record->genesis_length, &genesis, NULL) == RC_OK)
            return genesis.number;
    }
    return 0;
}

unsigned join_seat(const struct join *join)
{
    return join->seat;
}

unsigned join_strangers(const struct join *join)
{
    return join->strangers;
}

uint64_t join_end(const struct join *join)
{
    return join->end;
}

uint64_t join_newest(const struct join *join)
{
    return join->newest;
}

unsigned join_findings(const struct join *join, const struct join_finding **finding)
{
    *finding = join->finding;
    return join->finding_count;
}

bool join_is_good(const struct join *join)
{
    for (unsigned i = 0; i < join->finding_count; i++)
        if (join->finding[i].fault != JOIN_MISSING && join->finding[i].fault != JOIN_NO_START &&
            join->finding[i].fault != JOIN_LOST)
            return false;
    return true;
}
