/* SPDX-License-Identifier: MIT */
/* seal and open: secrets that the player keeps on his own machine until the rules open them. */
#include <stdio.h>

#include "proof/proof_p.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"
#include "seal/seals_file.h"
#include "seal/secret.h"
#include "tournament/record/tournament_terms.h"

static const char file_name[] = "postern-seals";

enum { PATH_BYTES = 1024, PAYLOAD_BYTES_MAX = 400 };

static const char *seals_path(const struct proof *proof, char path[PATH_BYTES])
{
    return proof->value[OPTION_SEALS] ? proof->value[OPTION_SEALS]
                                      : proof_home_file(file_name, path, PATH_BYTES);
}

/* What can stand in an entry of the log. */
static bool is_payload(const char *payload)
{
    for (const char *at = payload; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127)
            return false;
    return *payload && strlen(payload) <= PAYLOAD_BYTES_MAX &&
           text_is_utf8(payload, strlen(payload));
}

/* A seal of the file; "luck" is that of the one seat that has sealed it here. */
static const char *find_own(const struct buf *file, const char *genesis,
                            char name[SEAL_NAME_MAX + 1])
{
    const char *line = seals_file_find(buf_text(file), genesis, name, NULL);

    for (unsigned seat = 1; seat <= SEATS_MAX && !line && text_equal(name, "luck"); seat++) {
        char own[SEAL_NAME_MAX + 1];

        seal_name_write(SEAL_LUCK, seat, 0, own);
        line = seals_file_find(buf_text(file), genesis, own, NULL);
        if (line)
            text_copy(name, SEAL_NAME_MAX + 1, own);
    }
    return line;
}

/* The whole file, or nothing yet. */
static bool read_seals(struct proof *proof, const char *path, struct buf *file)
{
    struct err ignored = {0};

    if (proof_check_private(path, &proof->err))
        return false;
    if (proof_read_file(path, file, &ignored) && file->length == 0)
        return true;
    if (text_starts_with(buf_text(file), SEALS_FILE_FIRST) && file->at[file->length - 1] == '\n')
        return true;
    ERR(&proof->err, RC_BAD_INPUT, path, " is not a file of seals, or was cut short");
    return false;
}

static void print_seal(const struct proof *proof, const char *name, const char *commitment)
{
    struct json json = {0};

    if (!proof->value[OPTION_JSON]) {
        shown_printf("%s sealed %s\n", name, commitment);
        return;
    }
    json_open(&json, NULL);
    json_text(&json, "name", name);
    json_text(&json, "sealed", commitment);
    json_close(&json);
    json_print(&json);
}

static bool keep_seal(struct proof *proof, const char *path, bool is_new, const char *genesis,
                      const char *name, unsigned seat, const struct opening *opening,
                      const struct hash *commitment)
{
    OWN_WIPED(buf) line = {0};

    if (is_new)
        buf_put(&line, SEALS_FILE_FIRST);
    seals_file_put(&line, genesis, name, seat, opening, commitment);
    return buf_rc(&line, &proof->err) == RC_OK &&
           (is_new ? proof_create_file(path, buf_text(&line), &proof->err)
                   : proof_append_file(path, buf_text(&line), &proof->err)) == RC_OK;
}

/* Luck is sealed as the hash of its words. */
static void put_luck(const struct hash *genesis, unsigned seat, char luck[BASE32_HASH_BYTES],
                     struct opening *opening)
{
    struct hash value;

    luck_of_seat(genesis, seat, opening->payload, opening->length, &value);
    opening->payload = base32_write(value.at, HASH_BYTES, luck);
    opening->length = strlen(luck);
}

int proof_seal(struct proof *proof)
{
    const char *payload = proof->operand[1];
    char name[SEAL_NAME_MAX + 1];
    struct opening opening = {.payload = payload, .length = strlen(payload)};
    char path_room[PATH_BYTES], genesis_text[BASE32_HASH_BYTES], text[BASE32_HASH_BYTES];
    char luck[BASE32_HASH_BYTES];
    const char *path = seals_path(proof, path_room);
    struct hash commitment;
    struct proof_game game;
    OWN_WIPED(buf) file = {0};
    int code = PROOF_USAGE;
    uint64_t seat;

    if (!proof_which_game(proof, &game) || !proof_number(proof, OPTION_SEAT, &seat))
        return PROOF_USAGE;
    base32_write(game.genesis.at, HASH_BYTES, genesis_text);
    if (seat < 1 || seat > game.seats) {
        ERR(&proof->err, RC_USAGE, "this game does not have that seat");
    } else if (!proof_seal_name(proof, &game, (unsigned)seat, proof->operand[0], name)) {
        code = PROOF_USAGE;
    } else if (!is_payload(payload)) {
        ERR(&proof->err, RC_USAGE, "what is sealed is one line of text, at most 400 bytes");
    } else if (!read_seals(proof, path, &file)) {
        code = PROOF_FAILED;
    } else if (!proof->value[OPTION_AGAIN] &&
               seals_file_find(buf_text(&file), genesis_text, name, NULL)) {
        ERR(&proof->err, RC_EXISTS, name, " is sealed already in ", path,
            ", and the server may have that seal; where the game took the order back, --again "
            "seals it anew");
        code = PROOF_FAILED;
    } else {
        if (text_starts_with(name, "luck/"))
            put_luck(&game.genesis, (unsigned)seat, luck, &opening);
        entropy_system(NULL, opening.nonce, sizeof opening.nonce);
        seal_make(&game.genesis, name, (unsigned)seat, &opening, &commitment);
        code = keep_seal(proof, path, file.length == 0, genesis_text, name, (unsigned)seat,
                         &opening, &commitment)
                   ? PROOF_GOOD
                   : PROOF_FAILED;
        if (code == PROOF_GOOD)
            print_seal(proof, name, base32_write(commitment.at, HASH_BYTES, text));
        secret_wipe(opening.nonce, sizeof opening.nonce);
    }
    return code;
}

static void print_opening(const struct proof *proof, const char *name,
                          const struct opening *opening)
{
    char nonce[BASE32_HASH_BYTES];
    struct json json = {0};

    base32_write(opening->nonce, SEAL_NONCE_BYTES, nonce);
    if (!proof->value[OPTION_JSON]) {
        shown_printf("open %s %s nonce %s\n", name, opening->payload, nonce);
        return;
    }
    json_open(&json, NULL);
    json_text(&json, "name", name);
    json_text(&json, "payload", opening->payload);
    json_text(&json, "nonce", nonce);
    json_close(&json);
    json_print(&json);
}

/* That of several seals of a name which the record in --game has; NULL: none, or no record. */
static const char *find_standing(const struct proof *proof, const struct buf *file,
                                 const char *genesis, const char *name)
{
    const char *path = proof->value[OPTION_GAME], *found = NULL;
    char commitment[BASE32_HASH_BYTES];
    OWN(record) record = {0};
    OWN_WIPED(buf) text = {0};

    if (path && proof_read_file(path, &text, NULL) == RC_OK &&
        record_read(buf_text(&text), text.length, &record, NULL) == RC_OK)
        for (uint32_t i = 0; i < record.seal_count; i++)
            if (text_equal(record.seal[i].name, name))
                found = seals_file_find(
                    buf_text(file), genesis, name,
                    base32_write(record.seal[i].commitment.at, HASH_BYTES, commitment));
    return found;
}

/* Where a name was sealed more than once: the seal that the game has, else, said so, the newest. */
static const char *choose_seal(const struct proof *proof, const struct buf *file,
                               const char *genesis, const char *name, const char *newest)
{
    const char *standing;

    if (seals_file_count(buf_text(file), genesis, name) < 2)
        return newest;
    standing = find_standing(proof, file, genesis, name);
    if (!standing)
        fprintf(stderr,
                "postern-proof: %s was sealed more than once; this opens the newest seal. Give "
                "--game a record of the game for the one that it has\n",
                name);
    return standing ? standing : newest;
}

int proof_open(struct proof *proof)
{
    char path_room[PATH_BYTES], genesis_text[BASE32_HASH_BYTES];
    const char *path = seals_path(proof, path_room), *line;
    char name[SEAL_NAME_MAX + 1];
    OWN_WIPED(buf) file = {0}, payload = {0};
    struct opening opening;
    struct hash genesis;
    int code = PROOF_FAILED;

    if (!proof_genesis(proof, &genesis))
        return PROOF_USAGE;
    text_copy(name, sizeof name, proof->operand[0]);
    base32_write(genesis.at, HASH_BYTES, genesis_text);
    if (read_seals(proof, path, &file)) {
        line = find_own(&file, genesis_text, name);
        if (line)
            line = choose_seal(proof, &file, genesis_text, name, line);
        if (!line)
            ERR(&proof->err, RC_NOT_FOUND, name, " of this game is not in ", path);
        else if (!seals_file_read(line, &genesis, name, &opening, NULL, &payload))
            ERR(&proof->err, RC_BAD_SEAL, "the line of ", name, " in ", path,
                " was changed and no longer fits its seal");
        else
            code = PROOF_GOOD;
        if (code == PROOF_GOOD)
            print_opening(proof, name, &opening);
    }
    return code;
}

/* ---- luck of a tournament ---- */

int proof_luck(struct proof *proof)
{
    const char *tournament = proof->operand[0];
    char text[BASE32_HASH_BYTES], seal[BASE32_HASH_BYTES];
    unsigned char luck[HASH_BYTES];
    struct hash sealed;
    int64_t number;

    if (!text_to_int(tournament, strlen(tournament), &number) || number < 1) {
        ERR(&proof->err, RC_USAGE,
            "a tournament has a number; the letter \"tournaments\" lists them");
        return PROOF_USAGE;
    }
    entropy_system(NULL, luck, sizeof luck);
    tournament_terms_seal(luck, &sealed);
    shown_printf("now:                enter %s sealed %s\n", tournament,
                 base32_write(sealed.at, HASH_BYTES, seal));
    shown_printf("keep, until asked:  enter %s %s\n", tournament,
                 base32_write(luck, HASH_BYTES, text));
    secret_wipe(luck, sizeof luck);
    secret_wipe(text, sizeof text);
    return PROOF_GOOD;
}
