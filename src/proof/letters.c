/* SPDX-License-Identifier: MIT */
/* footer and receipt: what stands in a saved letter, against a record of the game. */
#include <stdio.h>

#include "base/timetext.h"
#include "proof/proof_p.h"
#include "seal/luck.h"
#include "seal/signed_head.h"

/* A record that was verified, with what the letters are held against. */
struct base {
    struct record record;
    struct genesis genesis;
    struct hash game;
};

/* Read a record, which must be true. PROOF_GOOD, or the exit code. */
static int read_base(struct proof *proof, const char *path, struct base *base)
{
    struct verify verify = {0};
    OWN_WIPED(buf) text = {0};
    int code = PROOF_FAILED;

    record_init(&base->record, RECORD_FOR_ALL);
    if (proof_read_file(path, &text, &proof->err) == RC_OK &&
        verify_bytes(buf_text(&text), text.length, proof->find, &verify, &proof->err) == RC_OK) {
        code = verify.is_good ? PROOF_GOOD : PROOF_FALSE;
        base->genesis = verify.genesis;
        if (!verify.is_good)
            ERR(&proof->err, RC_BAD_SEAL, path, " is not true: ", verify.err.text);
        else if (record_read(buf_text(&text), text.length, &base->record, &proof->err))
            code = PROOF_FAILED;
        base->game = verify.end.genesis;
        verify_fini(&verify);
    }
    return code;
}

/* The key that signs after entry n: genesis' or that of the last change up to there. */
static void key_at(const struct base *base, uint64_t n, unsigned char key[KEY_BYTES])
{
    memcpy(key, base->genesis.key, KEY_BYTES);
    for (uint64_t i = 0; i < n && i < base->record.entry_count; i++) {
        const struct record_entry *row = &base->record.entry[i];
        struct entry entry;

        if (strstr(row->text, " table key ") &&
            entry_read(i + 1, row->text, row->length, &entry, NULL) == RC_OK &&
            entry.kind == ENTRY_KEY)
            memcpy(key, entry.key, KEY_BYTES);
    }
}

enum relation {
    SAME,
    LATER,
    UNKNOWN_KEY,
    OTHER_HISTORY,
    BAD_SIGNATURE,
    OTHER_GAME,
    DECLARED_LOST,
    OTHER_LUCK /* a receipt's, than the record has */
};

/* A key may have changed behind the end of the record. */
static enum relation unsigned_at(const struct base *base, uint64_t entry)
{
    return entry > base->record.entry_count ? UNKNOWN_KEY : BAD_SIGNATURE;
}

/* Of an entry that the record reaches. */
static bool is_declared_lost(const struct base *base, uint64_t number)
{
    return number && !base->record.entry[number - 1].length;
}

static enum relation relate(const struct base *base, const struct signed_head *head)
{
    const struct footer *footer = &head->footer;
    unsigned char key[KEY_BYTES];
    struct hash digest;
    struct chain ours;

    if (footer->game != base->genesis.number)
        return OTHER_GAME;
    key_at(base, footer->entry, key);
    signed_head_digest(head, &base->game, &digest);
    if (!signature_is_good(key, &digest, footer->signature))
        return unsigned_at(base, footer->entry);
    if (!verify_entry_hash(&base->record, footer->entry, &ours))
        return LATER;
    if (is_declared_lost(base, footer->entry))
        return DECLARED_LOST;
    return hash_equal(&ours.entry, &footer->head) ? SAME : OTHER_HISTORY;
}

static const struct {
    const char *word, *text;
    int code;
} relations[] = {
    [SAME] = {"same", "the letter and the record have the same history up to here", PROOF_GOOD},
    [LATER] = {"later", "the letter is newer than the record: ask for a newer record",
               PROOF_UNPROVED},
    [UNKNOWN_KEY] = {"unknown-key",
                     "the letter is newer than the record, and signed with no key of it: ask for a "
                     "newer record",
                     PROOF_UNPROVED},
    [OTHER_HISTORY] = {"differs",
                       "TWO HISTORIES: the server signed another head for this entry. Keep letter "
                       "and record, they prove it",
                       PROOF_FALSE},
    [DECLARED_LOST] = {"lost",
                       "the server signed this entry and declared it lost later: its number was "
                       "skipped. The letter shows what the record lacks",
                       PROOF_UNPROVED},
    [BAD_SIGNATURE] = {"unsigned", "this head is not signed by the server of this game",
                       PROOF_FALSE},
    [OTHER_LUCK] = {"other-luck",
                    "ANOTHER LUCK: the record has not the luck of this seat that the server "
                    "signed. Keep letter and record, they prove it",
                    PROOF_FALSE},
    [OTHER_GAME] = {"other-game", "this footer is of another game", PROOF_UNPROVED},
};

static void print_footer(const struct proof *proof, const struct footer *footer,
                         enum relation relation)
{
    struct json json = {0};

    if (proof->value[OPTION_QUIET])
        return;
    if (!proof->value[OPTION_JSON]) {
        shown_printf("game %u, entry %u: %s\n", (unsigned)footer->game, (unsigned)footer->entry,
                     relations[relation].text);
        return;
    }
    json_open(&json, NULL);
    json_number(&json, "game", footer->game);
    json_number(&json, "entry", footer->entry);
    json_text(&json, "result", relations[relation].word);
    json_close(&json);
    json_print(&json);
}

/* Two histories of which one is known entry by entry: between which heads they part. */
struct parting {
    uint64_t same;  /* newest entry that both have */
    uint64_t other; /* oldest one that differs, 0 = none */
};

static void note_parting(struct parting *parting, const struct footer *footer,
                         enum relation relation)
{
    if (relation == SAME && footer->entry > parting->same)
        parting->same = footer->entry;
    if (relation == OTHER_HISTORY && (!parting->other || footer->entry < parting->other))
        parting->other = footer->entry;
}

static int worse(int a, int b)
{
    static const int weight[] = {[PROOF_GOOD] = 0, [PROOF_FALSE] = 2, [PROOF_UNPROVED] = 1};

    return weight[b] > weight[a] ? b : a;
}

/* All heads of a letter, of footers and of receipts, each once: a letter has its own in two parts,
 * and quotes others. */
enum { HEADS_MAX = 256 };
struct heads {
    unsigned count;
    unsigned last; /* the letter's own: nothing that a person wrote stands behind it */
    struct signed_head head[HEADS_MAX];
};

static bool same_head(const struct signed_head *one, const struct signed_head *other)
{
    const struct footer *a = &one->footer, *b = &other->footer;

    return one->is_receipt == other->is_receipt && a->game == b->game && a->entry == b->entry &&
           hash_equal(&a->head, &b->head) &&
           memcmp(a->signature, b->signature, SIGNATURE_BYTES) == 0 &&
           text_equal(buf_text(&one->found.words), buf_text(&other->found.words));
}

/* It is taken. */
static void note_head(struct heads *all, struct signed_head *head)
{
    for (all->last = 0; all->last < all->count; all->last++)
        if (same_head(&all->head[all->last], head)) {
            signed_head_fini(head);
            return;
        }
    if (all->count == HEADS_MAX) { /* the oldest go: those are quoted most deeply */
        signed_head_fini(&all->head[0]);
        memmove(&all->head[0], &all->head[1], --all->count * sizeof *head);
    }
    all->last = all->count;
    all->head[all->count++] = *head;
}

static void print_strangers(const struct proof *proof, unsigned count)
{
    if (count && !proof->value[OPTION_JSON] && !proof->value[OPTION_QUIET])
        shown_printf(
            "%u more that look like a head are signed by nobody: somebody wrote them into the "
            "letter, and they count for nothing\n",
            count);
}

/* The receipt directly before a footer has the same head: of both it is told once. */
static bool has_said_so(const struct heads *all, unsigned i)
{
    const struct footer *before = &all->head[i ? i - 1 : 0].footer, *here = &all->head[i].footer;

    return i && before->game == here->game && before->entry == here->entry &&
           hash_equal(&before->head, &here->head);
}

/* A head that the server signed counts wherever it stands; what is not signed counts only in the
 * letter's own place, where the server put it. */
static int judge_heads(struct proof *proof, const struct base *base, const struct heads *all)
{
    struct parting parting = {0, 0};
    enum relation told = OTHER_LUCK; /* of no head */
    unsigned strangers = 0;
    int code = PROOF_GOOD;

    for (unsigned i = 0; i < all->count; i++) {
        const struct footer *footer = &all->head[i].footer;
        enum relation relation = relate(base, &all->head[i]);

        if (i != all->last && relation != SAME && relation != LATER && relation != OTHER_HISTORY) {
            strangers++;
            continue;
        }
        if (relation != told || !has_said_so(all, i))
            print_footer(proof, footer, relation);
        told = relation;
        note_parting(&parting, footer, relation);
        code = worse(code, relations[relation].code);
    }
    print_strangers(proof, strangers);
    if (parting.other && !proof->value[OPTION_JSON] && !proof->value[OPTION_QUIET])
        shown_printf("the histories part after entry %u and not later than at entry %u\n",
                     (unsigned)parting.same, (unsigned)parting.other);
    return code;
}

static int check_heads(struct proof *proof, const struct base *base, const struct buf *letter)
{
    OWN_MEMORY struct heads *all = calloc(1, sizeof *all);
    OWN(signed_head) head = {0};
    int code = PROOF_FAILED;
    size_t from = 0;

    if (!all)
        return ERR(&proof->err, RC_NO_MEMORY, "no memory for a letter"), PROOF_FAILED;
    while (!signed_head_read(buf_text(letter), letter->length, &from, &head, &proof->err))
        note_head(all, &head);
    if (all->count) {
        err_clear(&proof->err);
        code = judge_heads(proof, base, all);
    }
    for (unsigned i = 0; i < all->count; i++)
        signed_head_fini(&all->head[i]);
    return code;
}

/* Declared lost in one of two records. */
static bool is_lost(const struct base *a, const struct base *b, uint32_t index)
{
    return !a->record.entry[index].length || !b->record.entry[index].length;
}

/* What is erased for one reader is erased for all: the first seal that the earlier of two records
 * says is gone, and the later one tells. Of two records of one moment either may be the later. */
static const struct record_seal *find_gone_for_one(const struct record *earlier,
                                                   const struct record *later, uint32_t *n)
{
    for (*n = 0; *n < earlier->entry_count && *n < later->entry_count; ++*n) {
        const struct record_entry *row = &earlier->entry[*n], *told = &later->entry[*n];

        for (uint32_t i = 0; i < row->seal_count && i < told->seal_count; i++) {
            const struct record_seal *seal = &earlier->seal[row->first_seal + i];

            if (seal->knowledge == RECORD_ERASED &&
                later->seal[told->first_seal + i].knowledge == RECORD_KNOWN)
                return seal;
        }
    }
    return NULL;
}

/* Is the chain of two records the same, and does one of them call gone what the other tells later?
 */
static bool is_gone_for_one(const struct proof *proof, const struct base *a, const struct base *b)
{
    const bool is_first = a->record.entry_count < b->record.entry_count;
    const struct record *earlier = is_first ? &a->record : &b->record;
    const struct record *later = is_first ? &b->record : &a->record;
    const struct record_seal *seal;
    uint32_t n;

    if (earlier->entry_count == later->entry_count)
        return false;
    seal = find_gone_for_one(earlier, later, &n);
    if (seal && !proof->value[OPTION_QUIET])
        shown_printf(
            "NOT ERASED: the record up to entry %u says that %s of entry %u is gone, and the "
            "later one tells it\n",
            (unsigned)earlier->entry_count, seal->name, (unsigned)n + 1);
    return seal != NULL;
}

/* Two records: the first entry that differs. */
static int compare_records(struct proof *proof, const struct base *base, const char *path)
{
    struct base second;
    int code = read_base(proof, path, &second);
    bool differs;
    uint32_t n = 0;

    if (code == PROOF_GOOD && !hash_equal(&base->game, &second.game)) {
        ERR(&proof->err, RC_BAD_INPUT, "these are records of two games");
        code = PROOF_USAGE;
    } else if (code == PROOF_GOOD) {
        while (n < base->record.entry_count && n < second.record.entry_count &&
               (is_lost(base, &second, n) ||
                hash_equal(&base->record.entry[n].after, &second.record.entry[n].after)))
            n++;
        differs = n < base->record.entry_count && n < second.record.entry_count;
        if (differs || is_gone_for_one(proof, base, &second))
            code = PROOF_FALSE;
        if (differs && !proof->value[OPTION_QUIET])
            shown_printf("TWO HISTORIES: entry %u differs\nhere:  %s\nthere: %s\n", (unsigned)n + 1,
                         second.record.entry[n].text, base->record.entry[n].text);
        else if (code == PROOF_GOOD && !proof->value[OPTION_QUIET])
            shown_printf("the same history up to entry %u\n", (unsigned)n);
    }
    record_fini(&second.record);
    return code;
}

int proof_compare_letter(struct proof *proof, const char *path, const struct buf *record)
{
    struct base base = {0};
    OWN(buf) letter = {0};
    struct genesis genesis;
    struct signed_head head;
    enum relation relation = OTHER_GAME;
    int code = PROOF_FAILED;
    size_t from = 0;
    struct chain start;

    if (proof_read_letter(path, &letter, &proof->err) ||
        record_read(buf_text(record), record->length, &base.record, &proof->err) ||
        genesis_read(base.record.genesis, base.record.genesis_length, &genesis, &proof->err))
        goto out;
    base.genesis = genesis;
    chain_start(&start, base.record.genesis, base.record.genesis_length);
    base.game = start.genesis;
    while (!signed_head_read(buf_text(&letter), letter.length, &from, &head, &proof->err)) {
        relation = relate(&base, &head);
        signed_head_fini(&head);
        code = PROOF_FALSE;
    }
    signed_head_fini(&head);
    if (code == PROOF_FAILED)
        goto out;
    err_clear(&proof->err);
    code = relation == SAME || relation == LATER ? PROOF_GOOD
           : relation == UNKNOWN_KEY             ? PROOF_UNPROVED
                                                 : PROOF_FALSE;
    if (code != PROOF_GOOD)
        ERR(&proof->err, RC_BAD_SEAL, path, ": ",
            relation == OTHER_GAME ? "this letter is of another game" : relations[relation].text);
out:
    record_fini(&base.record);
    return code;
}

int proof_footer(struct proof *proof)
{
    static const char record_start[] = "postern-record ";
    OWN(buf) letter = {0};
    struct base base;
    int code = read_base(proof, proof->operand[1], &base);

    if (code == PROOF_GOOD && proof_read_letter(proof->operand[0], &letter, &proof->err))
        code = PROOF_FAILED;
    if (code == PROOF_GOOD && text_starts_with(buf_text(&letter), record_start))
        code = compare_records(proof, &base, proof->operand[0]);
    else if (code == PROOF_GOOD)
        code = check_heads(proof, &base, &letter);
    record_fini(&base.record);
    return code;
}

/* ---- receipts ---- */

static enum relation relate_receipt(const struct base *base, const struct receipt_found *found)
{
    const struct receipt *receipt = &found->receipt;
    unsigned char key[KEY_BYTES];
    struct hash digest;
    struct chain ours;

    if (receipt->game != base->genesis.number)
        return OTHER_GAME;
    key_at(base, receipt->entry, key);
    receipt_digest(found, &base->game, &digest);
    if (!signature_is_good(key, &digest, found->signature))
        return unsigned_at(base, receipt->entry);
    if (!verify_entry_hash(&base->record, receipt->entry, &ours))
        return LATER;
    if (is_declared_lost(base, receipt->entry))
        return DECLARED_LOST;
    return hash_equal(&ours.entry, &receipt->head) ? SAME : OTHER_HISTORY;
}

/* Is the luck that the server said it had what the record has? */
static bool is_same_luck(const struct base *base, const struct receipt *receipt)
{
    const struct record *record = &base->record;
    struct hash value = {{0}};
    unsigned luck = RECEIPT_LUCK_UNTOLD;
    bool is_fixed = false;

    for (uint32_t i = 0; i < record->entry_count && i < receipt->entry; i++) {
        const struct record_entry *row = &record->entry[i];
        struct entry entry;

        if (entry_read(i + 1, row->text, row->length, &entry, NULL))
            continue;
        is_fixed = entry.kind == ENTRY_LUCKS;
        if (is_fixed)
            break;
        if (entry.kind == ENTRY_SEAT && entry.seat == receipt->seat)
            luck = RECEIPT_LUCK_UNTOLD;
        if (entry.kind != ENTRY_LUCK || entry.who != receipt->seat)
            continue;
        luck = entry.luck[0] == ENTRY_LUCK_WORDS    ? RECEIPT_LUCK_WORDS
               : entry.luck[0] == ENTRY_LUCK_LETTER ? RECEIPT_LUCK_LETTER
               : entry.luck[0] == ENTRY_LUCK_SEALED ? RECEIPT_LUCK_SEALED
                                                    : RECEIPT_LUCK_NONE;
        if (luck == RECEIPT_LUCK_SEALED)
            value = record->seal[row->first_seal + row->seal_count - 1].commitment;
        else if (luck == RECEIPT_LUCK_WORDS)
            value = entry.value[0];
        else
            luck_of_seat(&base->game, receipt->seat, entry.words, strlen(entry.words), &value);
    }
    if (is_fixed && receipt->luck == RECEIPT_LUCK_UNTOLD)
        return true; /* the head that it signs has it */
    return luck == receipt->luck && (luck == RECEIPT_LUCK_UNTOLD || luck == RECEIPT_LUCK_NONE ||
                                     hash_equal(&value, &receipt->value));
}

static const char *const sent_lucks[] = {
    [SENT_LUCK_NONE] = "none", [SENT_LUCK_HERE] = "here", [SENT_LUCK_ELSEWHERE] = "elsewhere"};

static void print_sent(const struct sent *sent)
{
    if (!sent->is_given)
        return;
    shown_printf("your letter: %s\n", sent->is_answered ? "the receipt answers it"
                                                        : "THE RECEIPT ANSWERS ANOTHER LETTER");
    if (sent->luck == SENT_LUCK_HERE)
        shown_printf("your luck: as it was in your letter\n");
    if (sent->luck == SENT_LUCK_ELSEWHERE)
        shown_printf("your luck: not of this letter; compare the one with which you gave it\n");
    for (unsigned i = 0; i < sent->missing_count; i++)
        shown_printf("not found in your letter: %s\n", sent->missing[i]);
}

static void add_sent(struct json *json, const struct sent *sent)
{
    if (!sent->is_given)
        return;
    json_bool(json, "answers_sent", sent->is_answered);
    json_text(json, "sent_luck", sent_lucks[sent->luck]);
    json_number(json, "lines_missing", sent->missing_count);
}

static void print_receipt(const struct proof *proof, const struct receipt *receipt,
                          const struct sent *sent, enum relation relation)
{
    char came[TIMETEXT_BYTES];
    struct json json = {0};

    if (proof->value[OPTION_QUIET])
        return;
    timetext_write(receipt->came_s, came);
    if (proof->value[OPTION_JSON]) {
        json_open(&json, NULL);
        json_number(&json, "game", receipt->game);
        json_number(&json, "entry", receipt->entry);
        json_number(&json, "seat", receipt->seat);
        json_text(&json, "came", came);
        json_text(&json, "letter", receipt->message_id);
        json_number(&json, "lines", receipt->count);
        json_text(&json, "outcome", receipt->outcome);
        json_text(&json, "result", relations[relation].word);
        add_sent(&json, sent);
        json_close(&json);
        json_print(&json);
        return;
    }
    shown_printf("letter %s of seat %u in game %u came at %s\n", receipt->message_id, receipt->seat,
                 (unsigned)receipt->game, came);
    for (unsigned i = 0; i < receipt->count; i++)
        shown_printf("    %s\n", receipt->line[i]);
    shown_printf("outcome %s, at entry %u: %s\n", receipt->outcome, (unsigned)receipt->entry,
                 relation == SAME    ? "signed by the server, and in the history of this record"
                 : relation == LATER ? "signed by the server, after the end of this record"
                                     : relations[relation].text);
    print_sent(sent);
}

/* Another letter than the receipt's says nothing against it; what was not written does. */
static int code_with(const struct sent *sent, int code)
{
    const bool is_shown = sent->is_answered && !sent->missing_count;

    return sent->is_given && code == PROOF_GOOD && !is_shown ? PROOF_UNPROVED : code;
}

/* The letter's own receipt is the last that the server signed in it, or stands directly before that
 * footer; where neither is, the last one. */
static enum rc find_receipt(const struct buf *letter, struct receipt_found *own, struct err *err)
{
    struct receipt_found found;
    struct footer footer;
    bool has_own = false, has_any = false, in_place;
    size_t from = 0;
    enum rc rc;

    while ((rc = receipt_read(buf_text(letter), letter->length, &from, &found, err)) == RC_OK) {
        size_t behind = from;

        in_place = footer_follows(buf_text(letter), letter->length, from, &footer) ||
                   footer_read(buf_text(letter), letter->length, &behind, &footer, NULL);
        if (in_place || !has_own) {
            receipt_found_fini(own);
            *own = found;
        } else {
            receipt_found_fini(&found);
        }
        has_own |= in_place;
        has_any = true;
    }
    receipt_found_fini(&found);
    if (!has_any)
        return rc;
    err_clear(err);
    return RC_OK;
}

int proof_receipt(struct proof *proof)
{
    OWN(receipt_found) found = {0};
    OWN(buf) letter = {0};
    struct sent sent = {.is_given = false};
    const char *path = proof->value[OPTION_LETTER];
    enum relation relation;
    struct base base;
    int code = read_base(proof, proof->operand[1], &base);

    if (code == PROOF_GOOD && (proof_read_letter(proof->operand[0], &letter, &proof->err) ||
                               find_receipt(&letter, &found, &proof->err)))
        code = PROOF_FAILED;
    if (code == PROOF_GOOD && path &&
        sent_read(path, &base.game, &found.receipt, &sent, &proof->err))
        code = PROOF_FAILED;
    if (code == PROOF_GOOD) {
        relation = relate_receipt(&base, &found);
        if (relation == SAME && !is_same_luck(&base, &found.receipt))
            relation = OTHER_LUCK;
        print_receipt(proof, &found.receipt, &sent, relation);
        /* The signature alone makes a receipt: a newer one is as good. */
        code = code_with(&sent, relation == LATER ? PROOF_GOOD : relations[relation].code);
    }
    record_fini(&base.record);
    return code;
}

/* A receipt's signature makes it one: what nobody signed is somebody's words, and no fault. */
static const char *fault_of(const struct base *base, const struct receipt_found *found)
{
    enum relation relation = relate_receipt(base, found);

    if (relation == SAME && !is_same_luck(base, &found->receipt))
        relation = OTHER_LUCK;
    return relation == OTHER_LUCK || relation == OTHER_HISTORY ? relations[relation].text : NULL;
}

enum rc proof_hold_receipts(const struct buf *record, const struct receipt_found *const *found,
                            size_t count, const char **why, struct err *err)
{
    struct base base = {0};
    enum rc rc = record_read(buf_text(record), record->length, &base.record, err);
    struct chain start;

    THEN(rc, genesis_read(base.record.genesis, base.record.genesis_length, &base.genesis, err));
    if (rc == RC_OK) {
        chain_start(&start, base.record.genesis, base.record.genesis_length);
        base.game = start.genesis;
    }
    for (size_t i = 0; i < count && rc == RC_OK; i++)
        why[i] = fault_of(&base, found[i]);
    record_fini(&base.record);
    return rc;
}
