/* SPDX-License-Identifier: MIT */
/* Proves a record from the file alone, and names the first entry that is wrong. Draws, lines and
 * the end have files of their own. */
#include "record/verify.h"

#include "record/names.h"
#include "record/record_p.h"
#include "record/verify_p.h"
#include "seal/encode.h"
#include "seal/luck.h"

#define ITEM_WORDS_TEXT(name, word, text) [VERIFY_##name] = word,
static const char *const item_words[] = {VERIFY_ITEM_LIST(ITEM_WORDS_TEXT)};
#define ITEM_TEXTS_TEXT(name, word, text) [VERIFY_##name] = text,
static const char *const item_texts[] = {VERIFY_ITEM_LIST(ITEM_TEXTS_TEXT)};
static const char *const mark_words[VERIFY_MARK_COUNT] = {[VERIFY_PROVED] = "proved",
                                                          [VERIFY_SEALED] = "sealed",
                                                          [VERIFY_ERASED] = "erased",
                                                          [VERIFY_UNPROVED] = "unproved"};

const char *verify_item_word(enum verify_item item)
{
    return item_words[item];
}

const char *verify_item_text(enum verify_item item)
{
    return item_texts[item];
}

const char *verify_mark_word(enum verify_mark mark)
{
    return mark_words[mark];
}

/* Work of one verification. */
struct work {
    const char *text;
    struct record *record;
    struct verify *verify;
    struct chain chain;                          /* up to the entry before */
    unsigned char key[KEY_BYTES];                /* that signs now */
    unsigned char pen[SEATS_MAX + 1][KEY_BYTES]; /* of seats that have one */
    bool has_pen[SEATS_MAX + 1];
    struct verify_seed seed;
    bool asks_to_open;  /* a question for an opening stood open before this entry */
    unsigned letter_of; /* whose letter is being read: its first entry names it; 0 = nobody's */
    struct verify_lines *lines;
    struct names seals;                           /* name → entry: index into record->seal, + 1 */
    bool *is_undone;                              /* by entry index, read ahead */
    bool luck_is_fixed;                           /* entry `lucks` was read */
    char sat[SEATS_MAX + 1][VERIFY_PERSON_BYTES]; /* whose luck each seat's is */
};

static void mark(struct work *work, enum verify_item item, enum verify_mark how)
{
    work->verify->count[item][how]++;
}

/* ---- luck and seed, read ahead ---- */

/* V of each seat, as far as the record gives it. */
struct luck_values {
    struct hash value[SEATS_MAX + 1];
    bool is_sealed[SEATS_MAX + 1], is_known[SEATS_MAX + 1];
    bool has_secret, is_fixed; /* S is open; entry `lucks` was read */
    unsigned char secret[CHAIN_SECRET_BYTES];
};

/* The log shows V itself, but of a letter, and sealed luck holds it. */
static void note_given(const struct work *work, struct luck_values *luck, const struct entry *entry)
{
    const unsigned seat = entry->who;

    luck->is_sealed[seat] = entry->luck[0] == ENTRY_LUCK_SEALED;
    luck->is_known[seat] = !luck->is_sealed[seat];
    if (entry->hides_words)
        luck->value[seat] = entry->value[0];
    else
        luck_of_seat(&work->chain.genesis, seat, entry->words, strlen(entry->words),
                     &luck->value[seat]);
}

static void note_opened(struct luck_values *luck, const struct entry *entry)
{
    const size_t length = strlen(entry->words);
    uint64_t seat, k;

    if (seal_name_family(entry->name, &seat, &k) != SEAL_LUCK || seat > SEATS_MAX)
        return;
    luck->is_known[seat] = true;
    luck->is_known[seat] = base32_read(entry->words, length, luck->value[seat].at, HASH_BYTES);
}

/* Another person gives luck of his own, as long as it is asked. */
static void note_seat(const struct work *work, struct luck_values *luck, unsigned seat)
{
    if (luck->is_fixed)
        return;
    luck->is_sealed[seat] = false;
    luck_of_seat(&work->chain.genesis, seat, "", 0, &luck->value[seat]);
}

static void note_luck(const struct work *work, struct luck_values *luck, const struct entry *entry)
{
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_LUCK:
        note_given(work, luck, entry);
        break;
    case ENTRY_LUCKS:
        luck->is_fixed = true;
        break;
    case ENTRY_SEAT:
        note_seat(work, luck, entry->seat);
        break;
    case ENTRY_OPEN:
        note_opened(luck, entry);
        break;
    case ENTRY_SECRET:
        luck->has_secret = true;
        memcpy(luck->secret, entry->key, sizeof luck->secret);
        break;
    default:
        break;
    }
}

/* Could this text be of a kind that note_luck wants? Spares reading all others twice. */
static bool is_about_luck(const char *text)
{
    return strstr(text, " luck") || strstr(text, " table secret ") || strstr(text, " seat seat/");
}

/* The seed, if the record gives all that makes it. What is false in it is found in its turn. */
static enum rc find_seed(struct work *work, struct err *err)
{
    const struct genesis *genesis = &work->verify->genesis;
    struct luck_values values = {.has_secret = false}, *luck = &values;
    struct verify_seed *seed = &work->seed;
    struct hash promised;
    enum rc rc = RC_OK;

    for (unsigned seat = 1; seat <= genesis->seats; seat++)
        luck_of_seat(&work->chain.genesis, seat, "", 0, &luck->value[seat]);
    for (uint32_t i = 0; i < work->record->entry_count; i++) {
        const struct record_entry *row = &work->record->entry[i];
        struct entry entry;

        if (!is_about_luck(row->text))
            continue;
        rc = entry_read(i + 1, row->text, row->length, &entry, err);
        if (rc)
            break; /* lost memory: it was read before, when the file was */
        note_luck(work, luck, &entry);
    }
    seed->known = luck->has_secret;
    for (unsigned seat = 1; seat <= genesis->seats; seat++)
        seed->known &= !luck->is_sealed[seat] || luck->is_known[seat];
    chain_secret(genesis->key, genesis->number, luck->secret, &promised);
    seed->known &= hash_equal(&promised, &genesis->secret);
    seed->genesis = work->chain.genesis;
    memcpy(seed->secret, luck->secret, sizeof seed->secret);
    if (seed->known)
        luck_seed(&seed->genesis, luck->secret, luck->value + 1, genesis->seats, &seed->seed);
    secret_wipe(&values, sizeof values);
    return rc;
}

/* ---- replay ---- */

static enum rc files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                        struct err *err)
{
    const struct work *work = context;
    unsigned room = *count;

    *count = 0;
    for (unsigned i = 0; i < work->record->file_count; i++) {
        const struct record_file *row = &work->record->file[i];

        if (!text_equal(row->rules, rules))
            continue;
        FAIL_IF(*count == room, err, RC_BAD_INPUT, "too many data files");
        file[(*count)++] = (struct game_file){row->name, row->text, row->length};
    }
    return RC_OK;
}

static const char *lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct work *work = context;
    const struct record_entry *entry = &work->record->entry[number - 1];

    for (uint32_t i = 0; i < entry->seal_count; i++) {
        const struct record_seal *seal = &work->record->seal[entry->first_seal + i];

        if (seal->knowledge == RECORD_KNOWN && text_equal(seal->name, name)) {
            *length = seal->length;
            return seal->payload;
        }
    }
    return NULL;
}

/* ---- one entry ---- */

static enum rc check_hash(struct work *work, const struct record_entry *row, struct chain *next,
                          struct err *err)
{
    struct hash commitment[CHAIN_SEALS_MAX];
    unsigned count = 0;

    for (; count < row->seal_count && count < CHAIN_SEALS_MAX; count++)
        commitment[count] = work->record->seal[row->first_seal + count].commitment;
    *next = work->chain;
    chain_append(next, row->text, row->length, commitment, count);
    if (!hash_equal(&next->entry, &row->after))
        return ERR(err, RC_BAD_SEAL, "its hash does not fit: the entry, one of its seals or what ",
                   "stands before it was changed");
    mark(work, VERIFY_CHAIN, VERIFY_PROVED);
    return RC_OK;
}

static enum rc check_key_change(struct work *work, const struct entry *entry, struct err *err)
{
    struct hash digest;

    chain_key_change(&work->chain, entry->key, &digest);
    if (!signature_is_good(work->key, &digest, entry->signature))
        return ERR(err, RC_BAD_SEAL, "the new key is not signed by the old one");
    memcpy(work->key, entry->key, KEY_BYTES);
    mark(work, VERIFY_KEYS, VERIFY_PROVED);
    return RC_OK;
}

/* Of the one seal that an order's words name. */
static const struct hash *one_commitment(const struct record *record, const struct entry *entry)
{
    const struct record_entry *row = &record->entry[entry->number - 1];
    char name[SEAL_NAME_MAX + 1];

    if (!entry_one_seal(entry->words, name))
        return NULL;
    for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++)
        if (text_equal(record->seal[i].name, name))
            return &record->seal[i].commitment;
    return NULL;
}

static enum rc check_signed(struct work *work, const struct entry *entry, struct err *err)
{
    struct chain seen = {.genesis = work->chain.genesis, .number = entry->seen};
    const struct hash *commitment = one_commitment(work->record, entry);
    char text[ENTRY_SIGNED_BYTES];
    bool good = false;

    if (!work->has_pen[entry->who])
        return ERR(err, RC_BAD_SEAL, "the order is signed, but its seat has no key");
    seen.entry = entry->seen ? work->record->entry[entry->seen - 1].after : work->chain.genesis;
    for (unsigned form = 0; form < (commitment ? ENTRY_SIGNED_FORMS : 1) && !good; form++) {
        struct hash digest;

        if (!entry_signed_text(entry->words, form, commitment, text))
            continue;
        chain_order(&seen, entry->decision, text, strlen(text), &digest);
        good = signature_is_good(work->pen[entry->who], &digest, entry->signature);
    }
    FAIL_IF(!good, err, RC_BAD_SEAL, "the player's signature is not of this order");
    mark(work, VERIFY_SIGNED, VERIFY_PROVED);
    return RC_OK;
}

/* No two people change places once all luck is fixed: each seat's luck would
 * become another's. As far as this file tells who they are. */
static enum rc check_swap(const struct work *work, const struct record_seal *seal, const char *who,
                          struct err *err)
{
    uint64_t seat, number;

    seal_name_family(seal->name, &seat, &number);
    if (!number || !work->luck_is_fixed)
        return RC_OK;
    for (unsigned i = 1; i <= SEATS_MAX; i++)
        if (i != seal->seat && text_equal(work->sat[i], who))
            return ERR(err, RC_BAD_SEAL, "two seats change places after all luck was fixed");
    return RC_OK;
}

/* Who sits where, for whoever reads it: cut to one line. */
static enum rc note_person(struct work *work, const struct record_seal *seal, struct err *err)
{
    const unsigned seat = seal->seat <= SEATS_MAX ? seal->seat : 0;
    char *out = work->verify->person[seat];
    struct text text;

    if (!text_starts_with(seal->name, "person/"))
        return RC_OK;
    text_init(&text, out, VERIFY_PERSON_BYTES);
    for (size_t i = 0; seal->knowledge == RECORD_KNOWN && i < seal->length; i++)
        text_put_char(&text, (unsigned char)seal->payload[i] < ' ' ? ' ' : seal->payload[i]);
    TRY(*out ? check_swap(work, seal, out, err) : RC_OK);
    if (!work->luck_is_fixed)
        text_copy(work->sat[seat], VERIFY_PERSON_BYTES, out);
    return RC_OK;
}

/* A file says of words that they are there or gone, and of nothing but what is a
 * person's own that it is gone. */
static enum rc check_knowledge(const struct record *record, const struct record_seal *seal,
                               struct err *err)
{
    static const bool may_go[SEAL_FAMILY_COUNT + 1] = {[SEAL_PERSON] = true,
                                                       [SEAL_PRESS] = true,
                                                       [SEAL_WORDS] = true,
                                                       [SEAL_LETTER] = true,
                                                       [SEAL_OWN] = true};
    uint64_t first, second;
    const enum seal_family family = seal_name_family(seal->name, &first, &second);

    if (seal->knowledge == RECORD_SEALED && family == SEAL_WORDS)
        return ERR(err, RC_BAD_SEAL, "words that every reader may know are left out: ", seal->name);
    if (seal->knowledge == RECORD_ERASED && !may_go[family])
        return ERR(err, RC_BAD_SEAL, "this seal cannot be erased: ", seal->name);
    if (seal->knowledge == RECORD_ERASED && record->reader == RECORD_FOR_WHOLE)
        return ERR(err, RC_BAD_SEAL, "a record with erasures is not whole");
    return RC_OK;
}

/* The seals of an entry: owner as the rules say, openings beside the chain as committed. */
static enum rc check_seals(struct work *work, const struct record_entry *row, struct err *err)
{
    const struct record *record = work->record;

    if (!names_reserve(&work->seals, row->seal_count))
        return ERR(err, RC_NO_MEMORY, "no memory for seals");
    for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
        const struct record_seal *seal = &work->record->seal[i];
        unsigned owner = seal->seat;

        if (work->verify->replay &&
            (!replay_seal_owner(work->verify->replay, seal->name, &owner) || owner != seal->seat))
            return ERR(err, RC_BAD_SEAL, "the seal ", seal->name, " has another owner");
        if (seal->knowledge == RECORD_KNOWN) {
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, SEAL_NONCE_BYTES);
            if (!seal_is_opened_by(&seal->commitment, &work->chain.genesis, seal->name, seal->seat,
                                   &opening))
                return ERR(err, RC_BAD_SEAL, "what stands beside the seal ", seal->name,
                           " does not open it");
        }
        TRY(check_knowledge(record, seal, err));
        TRY(note_person(work, seal, err));
        names_add(&work->seals, seal->name, false)->entry = i + 1;
    }
    return RC_OK;
}

/* An opening in the log must fit the newest seal of its name. */
static enum rc check_opening(struct work *work, const struct entry *entry, struct err *err)
{
    struct opening opening = {.payload = entry->words, .length = strlen(entry->words)};
    struct name *name = names_find(&work->seals, entry->name, false);
    const struct record_seal *seal;

    FAIL_IF(!name, err, RC_BAD_SEAL, "an opening before its seal: ", entry->name);
    seal = &work->record->seal[name->entry - 1];
    if (seal->knowledge == RECORD_ERASED)
        return ERR(err, RC_BAD_SEAL, "what is opened was erased: ", entry->name);
    memcpy(opening.nonce, entry->nonce, SEAL_NONCE_BYTES);
    if (!seal_is_opened_by(&seal->commitment, &work->chain.genesis, seal->name, seal->seat,
                           &opening))
        return ERR(err, RC_BAD_SEAL, "this does not open the seal ", entry->name);
    name->opened = entry->number;
    return RC_OK;
}

/* A letter's Message-ID is as the server says: compare it with the letter that was sent. */
static void count_luck(struct work *work, const struct entry *entry)
{
    const struct record_entry *row = &work->record->entry[entry->number - 1];
    const struct record_seal *last = &work->record->seal[row->first_seal + row->seal_count - 1];
    char *words = work->verify->luck_words[entry->who];

    work->verify->luck[entry->who] = entry->luck[0];
    words[0] = '\0';
    if (entry->luck[0] == ENTRY_LUCK_SEALED)
        return;
    if (!entry->hides_words)
        text_copy(words, VERIFY_LUCK_BYTES, entry->words);
    else if (last->knowledge == RECORD_KNOWN)
        text_copy(words, VERIFY_LUCK_BYTES, last->payload);
    mark(work, VERIFY_LUCK,
         entry->hides_words && last->knowledge == RECORD_ERASED ? VERIFY_ERASED
         : entry->luck[0] == ENTRY_LUCK_LETTER                  ? VERIFY_UNPROVED
                                                                : VERIFY_PROVED);
}

/* What the table, lines and the house do between two orders of a letter ends it not. */
static void note_letter(struct work *work, const struct entry *entry)
{
    const bool is_house = entry->who <= SEATS_MAX && work->verify->is_house[entry->who];

    if (entry->who != ENTRY_TABLE && !entry->by && !is_house &&
        (entry->letter || entry->who != work->letter_of))
        work->letter_of = entry->letter ? entry->who : 0;
}

/* An order that no line gave: whose word is it? */
static void note_order(struct work *work, const struct entry *entry)
{
    struct verify *verify = work->verify;

    if (entry->by)
        return;
    verify->note[VERIFY_NOTE_HOUSE_ORDERS] += verify->is_house[entry->who];
    verify->note[VERIFY_NOTE_NO_LETTER] +=
        work->letter_of != entry->who && !verify->is_house[entry->who];
    verify->note[VERIFY_NOTE_NO_SIGNATURE] += work->has_pen[entry->who] && !entry->is_signed;
}

enum { SHORT_S = 60 };

static void count_entry(struct work *work, const struct entry *entry)
{
    unsigned *note = work->verify->note;

    work->verify->last_s = entry->time_s;
    note_letter(work, entry);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_ORDER:
        mark(work, VERIFY_ORDERS, VERIFY_PROVED);
        note_order(work, entry);
        break;
    case ENTRY_DUE:
        note[VERIFY_NOTE_SHORT] += entry->due_s - entry->time_s < SHORT_S;
        break;
    case ENTRY_END:
        note[VERIFY_NOTE_KEEPER_ENDS] += entry->who == ENTRY_KEEPER;
        break;
    case ENTRY_DEFAULT:
        mark(work, VERIFY_DEFAULTS,
             replay_default_was_due(work->verify->replay) ? VERIFY_PROVED : VERIFY_UNPROVED);
        note[VERIFY_NOTE_NOT_OPENED] +=
            entry->why == (work->asks_to_open ? ENTRY_WHY_TIMEOUT : ENTRY_WHY_UNOPENED);
        break;
    case ENTRY_LUCK:
        count_luck(work, entry);
        break;
    case ENTRY_OPEN:
        if (text_starts_with(entry->name, "luck/"))
            mark(work, VERIFY_LUCK, VERIFY_PROVED);
        break;
    case ENTRY_LUCKS:
        work->luck_is_fixed = true;
        break;
    case ENTRY_UPGRADE:
        mark(work, VERIFY_TABLES, VERIFY_PROVED);
        break;
    case ENTRY_LOST:
        work->verify->count[VERIFY_LOST][VERIFY_UNPROVED] +=
            (unsigned)(entry->to - entry->from) + 1;
        break;
    default:
        break;
    }
}

static enum rc check_kind(struct work *work, const struct entry *entry, struct err *err)
{
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_KEY:
        return check_key_change(work, entry, err);
    case ENTRY_PEN:
        memcpy(work->pen[entry->who], entry->key, KEY_BYTES);
        work->has_pen[entry->who] = true;
        return RC_OK;
    case ENTRY_ROSTER:
        for (unsigned seat = 1; seat <= entry->count; seat++)
            work->verify->is_house[seat] = entry->holder[seat] == ENTRY_HOUSE;
        return RC_OK;
    case ENTRY_SEAT:
        work->has_pen[entry->seat] = false;
        work->verify->is_house[entry->seat] = entry->holder[0] == ENTRY_HOUSE;
        return RC_OK;
    case ENTRY_ORDER:
        return entry->is_signed ? check_signed(work, entry, err) : RC_OK;
    case ENTRY_OPEN:
        return check_opening(work, entry, err);
    default:
        return RC_OK;
    }
}

static enum rc check_draw(struct work *work, const struct entry *entry, struct err *err)
{
    bool proved;

    TRY(verify_draw(work->record, work->verify->replay, entry, &work->seed,
                    work->is_undone[entry->number - 1], &proved, err));
    if (entry_is_drawn(entry))
        mark(work, VERIFY_DRAWS, proved ? VERIFY_PROVED : VERIFY_SEALED);
    return RC_OK;
}

/* Where a standing answer gave the order: did it? */
static enum rc check_line(struct work *work, const struct entry *entry, struct err *err)
{
    const bool undone = work->is_undone[entry->number - 1];
    struct verify_lines_found found;

    TRY(verify_lines_after(work->lines, work->verify->replay, entry,
                           work->seed.known ? &work->seed.seed : NULL, undone, &found, err));
    if (!found.judged)
        return RC_OK;
    mark(work, VERIFY_LINES, found.proved ? VERIFY_PROVED : VERIFY_SEALED);
    work->verify->unjudged += !found.proved && !undone;
    work->verify->unseen += found.unseen;
    return RC_OK;
}

static bool asks_to_open(const struct replay *replay, const struct entry *entry)
{
    const struct decision *question;
    const unsigned count = replay_questions(replay, &question);

    for (unsigned i = 0; i < count; i++)
        if (question[i].id == entry->decision && question[i].seat == entry->who)
            return question[i].kind == DECISION_OPEN;
    return false;
}

/* The chain goes on last: after a failure it stands at the last entry of which all held. */
static enum rc check_entry(struct work *work, uint32_t index, struct err *err)
{
    const struct record_entry *row = &work->record->entry[index];
    struct entry entry;
    struct chain next;

    TRY(entry_read(index + 1, row->text, row->length, &entry, err));
    TRY(check_hash(work, row, &next, err));
    if (entry.is_signed && entry.seen >= entry.number)
        return ERR(err, RC_BAD_INPUT, "the order was signed for a head that was not there yet");
    if (entry.kind == ENTRY_DEFAULT)
        work->asks_to_open = asks_to_open(work->verify->replay, &entry);
    TRY(check_draw(work, &entry, err));
    TRY(verify_lines_before(work->lines, work->verify->replay, &entry, err));
    TRY(replay_entry(work->verify->replay, &entry, lookup, work, err));
    TRY(check_seals(work, row, err));
    TRY(check_kind(work, &entry, err));
    TRY(check_line(work, &entry, err));
    count_entry(work, &entry);
    work->chain = next;
    return RC_OK;
}

/* ---- the whole ---- */

/* Which entries are taken back, however often they are gone back over. */
static enum rc find_undone(struct work *work, struct err *err)
{
    for (uint32_t i = 0; i < work->record->entry_count; i++) {
        const struct record_entry *row = &work->record->entry[i];
        struct entry entry;

        if (!strstr(row->text, " undo to="))
            continue;
        TRY(entry_read(i + 1, row->text, row->length, &entry, err));
        for (uint64_t n = entry.to + 1; entry.kind == ENTRY_UNDO && n < entry.number; n++)
            work->is_undone[n - 1] = true;
    }
    return RC_OK;
}

static void count_undone(struct work *work)
{
    for (uint32_t i = 0; i < work->record->entry_count; i++)
        if (work->is_undone[i] && work->record->entry[i].length)
            mark(work, VERIFY_UNDONE, VERIFY_PROVED);
}

/* Each seal counts once: proved when opened, in the log or beside it. */
static void count_seals(struct work *work)
{
    for (uint32_t i = 0; i < work->record->seal_count; i++) {
        const struct record_seal *seal = &work->record->seal[i];
        const struct name *name = names_find(&work->seals, seal->name, false);
        bool opened =
            seal->knowledge == RECORD_KNOWN || (name && name->entry == i + 1 && name->opened);

        mark(work, VERIFY_SEALS,
             opened                             ? VERIFY_PROVED
             : seal->knowledge == RECORD_ERASED ? VERIFY_ERASED
                                                : VERIFY_SEALED);
        if (text_starts_with(seal->name, "luck/") && !opened)
            mark(work, VERIFY_LUCK, VERIFY_SEALED);
    }
}

static enum rc check_signatures(struct work *work, struct err *err)
{
    const struct record *record = work->record;
    struct hash digest;

    if (!record->is_signed) {
        mark(work, VERIFY_HEAD, VERIFY_UNPROVED);
        mark(work, VERIFY_EXPORT, VERIFY_UNPROVED);
        return RC_OK;
    }
    chain_head(&work->chain, &digest);
    if (!signature_is_good(work->key, &digest, record->head_signature))
        return ERR(err, RC_BAD_SEAL, "the head is not signed by the key of this game");
    mark(work, VERIFY_HEAD, VERIFY_PROVED);
    if (record->is_joined) {
        mark(work, VERIFY_EXPORT, VERIFY_UNPROVED);
        return RC_OK;
    }
    chain_export(&work->chain.genesis, work->text, record->signed_bytes, &digest);
    if (!signature_is_good(work->key, &digest, record->export_signature))
        return ERR(err, RC_BAD_SEAL, "this file is not as it was exported: a line beside the ",
                   "chain was changed, added or left out");
    mark(work, VERIFY_EXPORT, VERIFY_PROVED);
    return RC_OK;
}

/* Data files of versions that the game was not played with have no place in its record. */
static enum rc check_files(const struct work *work, struct err *err)
{
    unsigned group = 0;

    for (unsigned i = 0; i < work->record->file_count; i++) {
        const char *rules = work->record->file[i].rules;

        group += i == 0 || !text_equal(rules, work->record->file[i - 1].rules);
        if (group == 1 && !text_equal(rules, work->verify->genesis.rules))
            return ERR(err, RC_BAD_INPUT, "the first data files are not those of genesis");
    }
    if (group > 1 + work->verify->count[VERIFY_TABLES][VERIFY_PROVED])
        return ERR(err, RC_BAD_INPUT, "data files of rules that the game was not played with");
    return RC_OK;
}

/* Options stand in genesis as the game writes them: in its order, all of them, one blank between.
 */
static enum rc check_options(const struct game *game, const struct genesis *genesis,
                             struct err *err)
{
    const struct game_setup setup = {genesis->options, genesis->seats};
    TEXT_IN(out, text, OPTIONS_TEXT_BYTES);

    return game->text->write_options(&setup, &out, NULL) == VERDICT_DONE && !out.cut &&
                   text_equal(text, genesis->options)
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "the game writes these options as: ", text);
}

static enum rc start(struct work *work, verify_find_fn *find, struct err *err)
{
    const struct record *record = work->record;
    struct genesis *genesis = &work->verify->genesis;
    const struct game *game;

    TRY(genesis_read(record->genesis, record->genesis_length, genesis, err));
    chain_start(&work->chain, record->genesis, record->genesis_length);
    memcpy(work->key, genesis->key, KEY_BYTES);
    game = find(genesis->game);
    FAIL_IF(!game, err, RC_NEWER, "this program does not know the game ", genesis->game);
    work->is_undone = calloc(record->entry_count + 1u, sizeof *work->is_undone);
    work->lines = verify_lines_new(record);
    FAIL_IF(!work->is_undone || !work->lines, err, RC_NO_MEMORY, "no memory for a record");
    TRY(replay_start(game, genesis, files_of, work, &work->verify->replay, err));
    TRY(check_options(game, genesis, err));
    TRY(find_undone(work, err));
    return find_seed(work, err);
}

/* The entry that holds a line of the file. */
static void name_entry(struct verify *verify, const struct record *record)
{
    uint32_t line = verify->err.line;

    for (uint32_t i = 0; i < record->entry_count && line; i++)
        if (record->entry[i].line && record->entry[i].line <= line) {
            verify->bad_entry = i + 1;
            verify->bad_is_entry = true;
        }
}

static enum rc check_all(struct work *work, verify_find_fn *find, struct err *err)
{
    struct verify *verify = work->verify;
    enum rc rc = start(work, find, err);

    TRY(rc);
    mark(work, VERIFY_FORM, VERIFY_PROVED);
    for (uint32_t i = 0; i < work->record->entry_count; i++) {
        if (!work->record->entry[i].length) { /* lost */
            work->chain.number++;
            continue;
        }
        rc = check_entry(work, i, err);
        if (rc) {
            verify->bad_entry = i + 1;
            verify->bad_is_entry = true;
            err->line = work->record->entry[i].line;
            return rc;
        }
        verify->entries = i + 1;
    }
    TRY(check_files(work, err));
    TRY(check_signatures(work, err));
    mark(work, VERIFY_TABLES, VERIFY_PROVED);
    count_seals(work);
    count_undone(work);
    verify_end(work->record, work->is_undone, verify);
    return RC_OK;
}

enum rc verify_bytes(const char *text, size_t length, verify_find_fn *find, struct verify *verify,
                     struct err *err)
{
    struct record record;
    struct work work = {.text = text, .record = &record, .verify = verify};
    enum rc rc;

    memset(verify, 0, sizeof *verify);
    rc = record_read(text, length, &record, &verify->err);
    if (rc)
        name_entry(verify, &record);
    else
        rc = check_all(&work, find, &verify->err);
    verify->is_good = rc == RC_OK;
    verify->end = work.chain;
    memcpy(verify->key, work.key, KEY_BYTES);
    names_fini(&work.seals);
    free(work.is_undone);
    verify_lines_free(work.lines);
    secret_wipe(&work.seed, sizeof work.seed);
    record_fini(&record);
    if (rc_class(rc) != RC_CLASS_TEMPORARY)
        return RC_OK;
    err_clear(err);
    return ERR(err, rc, verify->err.text);
}

void verify_fini(struct verify *verify)
{
    replay_free(verify->replay);
    verify->replay = NULL;
}

bool verify_entry_hash(const struct record *record, uint64_t number, struct chain *at)
{
    if (number > record->entry_count)
        return false;
    chain_start(at, record->genesis, record->genesis_length);
    for (uint64_t n = 1; n <= number; n++)
        record_append(record, (uint32_t)n - 1, at);
    return true;
}
