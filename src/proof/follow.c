/* SPDX-License-Identifier: MIT */
/* follow: a mailbox of one player's letters, joined to the record of each game in it and verified
 * while the game goes on. */
#include <stdio.h>

#include "base/grow.h"
#include "proof/proof_p.h"
#include "record/join.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "seal/signed_head.h"

struct followed { /* one game */
    struct hash genesis;
    struct join *join;
    unsigned deltas;
    struct buf record;
    struct verify verify;
    bool is_verified;
    unsigned receipts, false_receipts;
    const char *fault; /* of a receipt */
    unsigned fault_letter;
};

struct heard { /* a head in the words of a letter, with its receipt where that signs it */
    struct signed_head head;
    unsigned letter;
};

struct mailbox {
    struct proof *proof;
    struct followed *game;
    size_t games, game_room;
    char **letter; /* names, from 1 */
    size_t letters, letter_room;
    struct heard *heard;
    size_t heard_count, heard_room;
    unsigned damaged, damaged_letter; /* deltas that cannot be read; the first such letter */
    bool is_false;                    /* one of them has entries that its head does not hold */
    struct err why;                   /* of that */
    struct err *err;
    enum rc rc;
};

static void mailbox_fini(struct mailbox *box)
{
    for (size_t i = 0; i < box->games; i++) {
        join_free(box->game[i].join);
        buf_wipe(&box->game[i].record);
        verify_fini(&box->game[i].verify);
    }
    for (size_t i = 0; i < box->letters; i++)
        free(box->letter[i]);
    for (size_t i = 0; i < box->heard_count; i++)
        signed_head_fini(&box->heard[i].head);
    free(box->game);
    free(box->letter);
    free(box->heard);
}

/* One more place in a growing array. */
static bool grow(struct mailbox *box, void **array, size_t count, size_t *room, size_t bytes)
{
    void *grown = grow_array(*array, count, room, bytes);

    if (!grown) {
        box->rc = ERR(box->err, RC_NO_MEMORY, "no memory for a mailbox");
        return false;
    }
    *array = grown;
    return true;
}

static const char *letter_name(const struct mailbox *box, unsigned letter)
{
    return letter ? box->letter[letter - 1] : "none";
}

/* ---- reading ---- */

static struct followed *find_game(struct mailbox *box, const struct hash *genesis)
{
    void *array = box->game;

    for (size_t i = 0; i < box->games; i++)
        if (hash_equal(&box->game[i].genesis, genesis))
            return &box->game[i];
    if (!grow(box, &array, box->games, &box->game_room, sizeof *box->game))
        return NULL;
    box->game = array;
    box->game[box->games] = (struct followed){.genesis = *genesis, .join = join_new(genesis)};
    if (!box->game[box->games].join) {
        box->rc = ERR(box->err, RC_NO_MEMORY, "no memory for a mailbox");
        return NULL;
    }
    return &box->game[box->games++];
}

static void take_delta(struct mailbox *box, struct delta *delta)
{
    struct followed *game = find_game(box, &delta->genesis);

    if (!game) {
        delta_fini(delta);
        return;
    }
    box->rc = join_add(game->join, delta, (unsigned)box->letters, box->err);
    game->deltas++;
}

static void note_damage(struct mailbox *box, const struct err *why)
{
    const bool is_false = why->rc == RC_BAD_SEAL;

    if (box->damaged++ && (!is_false || box->is_false))
        return;
    box->is_false |= is_false;
    box->damaged_letter = (unsigned)box->letters;
    box->why = *why;
}

/* A whole record is as good as all deltas. */
static void take_record(struct mailbox *box, const char *bytes, size_t length)
{
    OWN(record) record = {0};
    struct delta delta = {0};
    struct err why = {0};

    if (record_read(bytes, length, &record, &why) != RC_OK)
        note_damage(box, &why);
    else {
        delta_of_record(&record, &delta);
        take_delta(box, &delta);
    }
}

/* One attached file: a record, or a delta or several. */
static void take_file(void *user, const char *bytes, size_t length)
{
    struct mailbox *box = user;
    size_t from = 0;

    if (!text_starts_with(bytes, DELTA_FIRST_WORD)) {
        take_record(box, bytes, length);
        return;
    }
    while (from < length && box->rc == RC_OK) {
        struct delta delta;
        struct err why = {0};

        if (delta_read(bytes, length, &from, &delta, &why) == RC_OK) {
            take_delta(box, &delta);
            continue;
        }
        delta_fini(&delta);
        note_damage(box, &why);
        return;
    }
}

static void take_heads(struct mailbox *box, const struct buf *text)
{
    struct signed_head head = {.is_receipt = false};
    size_t from = 0;

    while (box->rc == RC_OK &&
           signed_head_read(buf_text(text), text->length, &from, &head, NULL) == RC_OK) {
        void *array = box->heard;

        if (!grow(box, &array, box->heard_count, &box->heard_room, sizeof *box->heard))
            break;
        box->heard = array;
        box->heard[box->heard_count++] = (struct heard){head, (unsigned)box->letters};
        memset(&head, 0, sizeof head);
    }
    signed_head_fini(&head);
}

static enum rc take_letter(void *user, const char *name, const struct buf *raw, struct err *err)
{
    struct mailbox *box = user;
    void *array = box->letter;
    OWN_WIPED(buf) text = {0};

    (void)err;
    if (!grow(box, &array, box->letters, &box->letter_room, sizeof *box->letter))
        return box->rc;
    box->letter = array;
    box->letter[box->letters] = strdup(name);
    FAIL_IF(!box->letter[box->letters], box->err, RC_NO_MEMORY, "no memory for a mailbox");
    box->letters++;
    proof_scan_letter(raw, &text, take_file, box);
    take_heads(box, &text);
    if (box->rc == RC_OK)
        box->rc = buf_rc(&text, box->err);
    return box->rc;
}

/* ---- judging ---- */

static enum rc add_heads(const struct mailbox *box, struct followed *game, struct err *err)
{
    const uint64_t number = join_number(game->join);

    for (size_t i = 0; i < box->heard_count; i++) {
        const struct signed_head *head = &box->heard[i].head;
        struct hash digest;

        if (head->footer.game != number)
            continue;
        signed_head_digest(head, &game->genesis, &digest);
        TRY(join_add_head(game->join, head->footer.entry, &head->footer.head, &digest,
                          head->footer.signature, box->heard[i].letter, err));
    }
    return RC_OK;
}

static void note_fault(struct followed *game, const struct heard *heard, const char *why)
{
    game->receipts += heard->head.footer.game == game->verify.genesis.number;
    if (!why || game->false_receipts++)
        return;
    game->fault = why;
    game->fault_letter = heard->letter;
}

static enum rc hold_receipts(const struct mailbox *box, struct followed *game, struct err *err)
{
    const size_t room = box->heard_count + 1;
    OWN_MEMORY const struct receipt_found **found = calloc(room, sizeof *found);
    OWN_MEMORY const struct heard **heard = calloc(room, sizeof *heard);
    OWN_MEMORY const char **why = calloc(room, sizeof *why);
    size_t count = 0;

    FAIL_IF(!found || !heard || !why, err, RC_NO_MEMORY, "no memory for a mailbox");
    for (size_t i = 0; i < box->heard_count; i++) {
        if (!box->heard[i].head.is_receipt)
            continue;
        heard[count] = &box->heard[i];
        found[count++] = &box->heard[i].head.found;
    }
    TRY(proof_hold_receipts(&game->record, found, count, why, err));
    for (size_t i = 0; i < count; i++)
        note_fault(game, heard[i], why[i]);
    return RC_OK;
}

static enum rc judge(struct mailbox *box, struct followed *game, unsigned seat)
{
    struct err *err = box->err;
    enum rc rc = add_heads(box, game, err);

    THEN(rc, join_run(game->join, seat, &game->record, err));
    if (rc != RC_OK || !game->record.length)
        return rc;
    rc = verify_bytes(buf_text(&game->record), game->record.length, box->proof->find, &game->verify,
                      err);
    game->is_verified = rc == RC_OK;
    if (rc == RC_OK)
        proof_hold_clock(&game->verify);
    if (rc == RC_OK && game->verify.is_good)
        rc = hold_receipts(box, game, err);
    return rc;
}

static bool is_wanted(const struct mailbox *box, const struct followed *game)
{
    const char *genesis = box->proof->value[OPTION_GENESIS];
    struct hash hash;

    return !genesis || (base32_read_folded(genesis, strlen(genesis), hash.at, HASH_BYTES) &&
                        hash_equal(&hash, &game->genesis));
}

static bool is_other_server(const struct mailbox *box, const struct followed *game)
{
    const char *server = box->proof->value[OPTION_SERVER];
    unsigned char key[KEY_BYTES];

    return server && game->is_verified && game->verify.is_good &&
           (!base32_read_folded(server, strlen(server), key, KEY_BYTES) ||
            (memcmp(key, game->verify.genesis.key, KEY_BYTES) != 0 &&
             memcmp(key, game->verify.key, KEY_BYTES) != 0));
}

static int code_of(const struct mailbox *box, const struct followed *game)
{
    const struct join_finding *finding;

    if (game->is_verified && !game->verify.is_good && game->verify.err.rc == RC_NEWER)
        return PROOF_UNPROVED;
    if (!join_is_good(game->join) || game->false_receipts || is_other_server(box, game) ||
        (game->is_verified && !game->verify.is_good))
        return PROOF_FALSE;
    return !game->is_verified || join_findings(game->join, &finding) ? PROOF_UNPROVED : PROOF_GOOD;
}

/* ---- telling ---- */

static void put_finding(const struct mailbox *box, const struct join_finding *finding,
                        struct buf *out)
{
    const unsigned long long first = finding->first, last = finding->last;
    const char *letter = letter_name(box, finding->letter);
    const char *other = letter_name(box, finding->other);

    switch (finding->fault) {
    case JOIN_MISSING:
        buf_printf(out, first == last ? "missing: entry %llu" : "missing: entries %llu to %llu",
                   first, last);
        buf_printf(out, ", between the letters %s and %s: write \"record %llu\" to the server",
                   letter, other, first - 1);
        break;
    case JOIN_NO_START:
        buf_put(out, "missing: the beginning: write \"record 0\" to the server");
        break;
    case JOIN_CHANGED:
        buf_printf(out, "CHANGED: entry %llu in %s does not hash to what stands there", first,
                   letter);
        break;
    case JOIN_UNSIGNED:
        buf_printf(out, "NOT SIGNED: the head of entry %llu in %s is not of this game's server",
                   first, letter);
        break;
    case JOIN_FORK:
        buf_printf(out,
                   "TWO HISTORIES: entry %llu in %s is another than in %s, and the server signed "
                   "both. Keep these letters, they prove it",
                   first, letter, other);
        break;
    case JOIN_RETOLD:
        buf_printf(out,
                   "NOT ERASED: what is gone of entry %llu in %s is told in %s, which the server "
                   "made later",
                   first, letter, other);
        break;
    case JOIN_LOST:
        buf_printf(out, first == last ? "LOST: entry %llu" : "LOST: entries %llu to %llu", first,
                   last);
        buf_printf(out,
                   ", which %s tells, and %s declares lost. The administrator can put back what "
                   "you have: send him these letters",
                   letter, other);
        break;
    default:
        buf_printf(out, "FALSE: a secret of entry %llu in %s is not what was sealed", first,
                   letter);
    }
}

static void print_words(const struct mailbox *box, const struct followed *game)
{
    const struct join_finding *finding;
    const unsigned count = join_findings(game->join, &finding);
    char genesis[BASE32_HASH_BYTES], head[BASE32_HASH_BYTES];
    OWN_WIPED(buf) out = {0};

    if (game->is_verified)
        verify_say(&game->verify, &out);
    else
        buf_printf(&out, "a game with genesis %s\n",
                   base32_write(game->genesis.at, HASH_BYTES, genesis));
    for (unsigned i = 0; i < count; i++) {
        put_finding(box, &finding[i], &out);
        buf_put_char(&out, '\n');
    }
    if (game->false_receipts)
        buf_printf(&out, "FALSE RECEIPT in %s: %s\n", letter_name(box, game->fault_letter),
                   game->fault);
    if (is_other_server(box, game))
        buf_put(&out, "ANOTHER SERVER than the one that you named\n");
    if (join_strangers(game->join))
        buf_printf(&out, "%u deltas are for other seats; no secret was taken from them\n",
                   join_strangers(game->join));
    if (game->is_verified && game->verify.is_good)
        buf_printf(&out,
                   "joined for seat %u from %u deltas and records, %u receipts held\nhead %llu %s\n"
                   "compare this head with the other players'\n",
                   join_seat(game->join), game->deltas, game->receipts,
                   (unsigned long long)game->verify.end.number,
                   base32_write(game->verify.end.entry.at, HASH_BYTES, head));
    shown_printf("%s", buf_text(&out));
}

static void put_json(struct json *json, const struct mailbox *box, const struct followed *game)
{
    static const char *const words[JOIN_FAULT_COUNT] = {
        [JOIN_MISSING] = "missing",   [JOIN_NO_START] = "no-start", [JOIN_CHANGED] = "changed",
        [JOIN_UNSIGNED] = "unsigned", [JOIN_FORK] = "fork",         [JOIN_FALSE] = "false",
        [JOIN_LOST] = "lost",         [JOIN_RETOLD] = "retold"};
    const struct join_finding *finding;
    const unsigned count = join_findings(game->join, &finding);
    char text[BASE32_HASH_BYTES];

    json_open(json, NULL);
    json_bool(json, "good", code_of(box, game) == PROOF_GOOD);
    json_text(json, "genesis", base32_write(game->genesis.at, HASH_BYTES, text));
    json_number(json, "game", join_number(game->join));
    json_number(json, "seat", join_seat(game->join));
    json_number(json, "entries", join_end(game->join));
    json_number(json, "newest", join_newest(game->join));
    json_number(json, "deltas", game->deltas);
    json_number(json, "strangers", join_strangers(game->join));
    json_number(json, "receipts", game->receipts);
    json_number(json, "false_receipts", game->false_receipts);
    json_bool(json, "verified", game->is_verified && game->verify.is_good);
    if (game->is_verified && !game->verify.is_good)
        json_text(json, "fault", game->verify.err.text);
    if (game->is_verified && game->verify.is_good) {
        json_bool(json, "finished", game->verify.finished);
        json_not_proved(json, &game->verify);
        json_text(json, "head", base32_write(game->verify.end.entry.at, HASH_BYTES, text));
        json_text(json, "server", base32_write(game->verify.genesis.key, KEY_BYTES, text));
    }
    json_open_list(json, "findings");
    for (unsigned i = 0; i < count; i++) {
        json_open(json, NULL);
        json_text(json, "what", words[finding[i].fault]);
        json_number(json, "first", finding[i].first);
        json_number(json, "last", finding[i].last ? finding[i].last : finding[i].first);
        json_text(json, "letter", finding[i].letter ? letter_name(box, finding[i].letter) : "");
        json_text(json, "other", finding[i].other ? letter_name(box, finding[i].other) : "");
        json_close(json);
    }
    json_close_list(json);
    json_close(json);
}

static void print_json(const struct mailbox *box)
{
    struct json json = {0};

    json_open(&json, NULL);
    json_number(&json, "letters", box->letters);
    json_number(&json, "damaged", box->damaged);
    json_open_list(&json, "games");
    for (size_t i = 0; i < box->games; i++)
        if (is_wanted(box, &box->game[i]))
            put_json(&json, box, &box->game[i]);
    json_close_list(&json);
    json_close(&json);
    json_print(&json);
}

static void print_all(const struct mailbox *box)
{
    const char *between = "";

    if (box->proof->value[OPTION_QUIET])
        return;
    if (box->proof->value[OPTION_JSON]) {
        print_json(box);
        return;
    }
    for (size_t i = 0; i < box->games; i++) {
        if (!is_wanted(box, &box->game[i]))
            continue;
        shown_printf("%s", between);
        between = "\n";
        print_words(box, &box->game[i]);
        if (box->game[i].is_verified && box->game[i].verify.is_good &&
            box->proof->value[OPTION_BOARD])
            proof_print_board(&box->game[i].verify);
    }
    if (box->damaged)
        shown_printf(
            "%s%u deltas or records cannot be read and were left out; the first is in %s: %s\n",
            between, box->damaged, letter_name(box, box->damaged_letter), box->why.text);
}

static int worse(int a, int b)
{
    static const int weight[] = {[PROOF_GOOD] = 0, [PROOF_UNPROVED] = 1, [PROOF_FALSE] = 2};

    return weight[b] > weight[a] ? b : a;
}

static int write_record(struct proof *proof, const struct mailbox *box)
{
    const struct followed *only = NULL;

    for (size_t i = 0; i < box->games; i++) {
        if (!is_wanted(box, &box->game[i]))
            continue;
        if (only)
            return ERR(&proof->err, RC_USAGE, "these letters are of several games: name one for ",
                       "--write with --genesis"),
                   PROOF_USAGE;
        only = &box->game[i];
    }
    if (!only || !only->record.length)
        return PROOF_UNPROVED;
    return proof_replace_file(proof->value[OPTION_WRITE], buf_text(&only->record), &proof->err)
               ? PROOF_FAILED
               : PROOF_GOOD;
}

static int judge_all(struct proof *proof, struct mailbox *box, unsigned seat)
{
    int code = PROOF_GOOD, written;
    unsigned wanted = 0;

    for (size_t i = 0; i < box->games; i++) {
        if (!is_wanted(box, &box->game[i]))
            continue;
        if (judge(box, &box->game[i], seat) != RC_OK)
            return PROOF_FAILED;
        code = worse(code, box->is_false ? PROOF_FALSE : code_of(box, &box->game[i]));
        wanted++;
    }
    print_all(box);
    if (!wanted) {
        ERR(&proof->err, RC_NOT_FOUND, "no letter in ", proof->operand[0],
            " brings a part of this record");
        return PROOF_UNPROVED;
    }
    written = proof->value[OPTION_WRITE] ? write_record(proof, box) : PROOF_GOOD;
    return written == PROOF_USAGE || written == PROOF_FAILED ? written : code;
}

int proof_follow(struct proof *proof)
{
    const char *genesis = proof->value[OPTION_GENESIS], *server = proof->value[OPTION_SERVER];
    struct mailbox box = {.proof = proof, .err = &proof->err};
    unsigned char bytes[HASH_BYTES];
    uint64_t seat = 0;
    int code = PROOF_FAILED;

    if ((proof->value[OPTION_SEAT] && !proof_number(proof, OPTION_SEAT, &seat)) || seat > SEATS_MAX)
        return PROOF_USAGE;
    if ((genesis && !base32_read_folded(genesis, strlen(genesis), bytes, HASH_BYTES)) ||
        (server && !base32_read_folded(server, strlen(server), bytes, KEY_BYTES))) {
        ERR(&proof->err, RC_USAGE, "--genesis and --server want 52 letters each");
        return PROOF_USAGE;
    }
    if (proof_walk_mailbox(proof->operand[0], take_letter, &box, &proof->err) == RC_OK)
        code = judge_all(proof, &box, (unsigned)seat);
    mailbox_fini(&box);
    return code;
}
