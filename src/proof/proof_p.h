/* SPDX-License-Identifier: MIT */
/* Private to this folder. */
#pragma once

#include "base/shown.h"
#include "proof/proof.h"
#include "record/record.h"
#include "seal/hash.h"
#include "seal/receipt.h"

/* ---- the command line ---- */

enum proof_option {
    OPTION_GAME,    /* file: a record of the game */
    OPTION_GENESIS, /* G itself, base32 */
    OPTION_SEAT,
    OPTION_DECISION,
    OPTION_ENTRY,
    OPTION_HEAD,
    OPTION_LETTER, /* file: a saved letter with a footer */
    OPTION_SERVER, /* its public key, base32 */
    OPTION_SEALS,  /* file of seals held here */
    OPTION_KEY,    /* file with the player's own signing key */
    OPTION_AGAIN,  /* seal a name anew */
    OPTION_PRINT,  /* fingerprint of the game's box key */
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_BOARD,
    OPTION_WRITE, /* file: the joined record */
    OPTION_HELP,
    OPTION_COUNT
};

struct proof {
    verify_find_fn *find;
    const struct game *const *games; /* NULL at the end */
    const char *value[OPTION_COUNT]; /* "" for an option without value; NULL = not given */
    char **operand;
    int operands;
    struct err err;
};

/* A command returns its exit code; PROOF_FAILED and PROOF_USAGE with proof->err filled in. */
typedef int proof_command(struct proof *proof);
proof_command proof_verify, proof_footer, proof_receipt; /* judge.c, letters.c */
proof_command proof_follow;                              /* follow.c */
proof_command proof_seal, proof_open;                    /* held.c */
proof_command proof_key, proof_sign, proof_recover, proof_block, proof_read; /* sign.c */

proof_command proof_luck; /* held.c */
proof_command proof_page; /* page.c */
/* The version, and the sums of the table's pages of this build. */
void proof_print_version(void);

/* A number option; false, with an error, when it is missing or no number. */
bool proof_number(struct proof *proof, enum proof_option option, uint64_t *number);
/* The game that a command speaks of. */
struct proof_game {
    struct hash genesis;
    const struct game *game; /* NULL: not told, or not known here */
    unsigned seats;
};
/* The name that `given` stands for ("luck" is luck/SEAT), as long as it is one that this seat may
 * seal itself in this game; false, with an error, when it is not. */
bool proof_seal_name(struct proof *proof, const struct proof_game *game, unsigned seat,
                     const char *given, char name[SEAL_NAME_MAX + 1]);

/* From --genesis or from the record in --game. */
bool proof_which_game(struct proof *proof, struct proof_game *game);
/* Its G alone. */
bool proof_genesis(struct proof *proof, struct hash *genesis);

/* Does a saved letter belong to a record that was found true? The heads in it decide.
 * returns PROOF_GOOD, or another exit code with an error that says why */
int proof_compare_letter(struct proof *proof, const char *path, const struct buf *record);

/* What is wrong with signed answers to letters, held against a record that was found true.
 * out    why[count]: a sentence, or NULL where nothing is, or where they are none of this game */
enum rc proof_hold_receipts(const struct buf *record, const struct receipt_found *const *found,
                            size_t count, const char **why, struct err *err);

/* Hold the records behind the first operand against a verified tournament (tournament_results.c).
 * fails  RC_BAD_SEAL, with the file: it is false, of another tournament, or not what that says */
struct tournament_verified;
struct tournament_results {
    unsigned results, proved; /* that the tournament names; of them, by records of their games */
    unsigned adjudicated;     /* of them all */
    unsigned called_off, met_again; /* of those proved; further games of their pairs */
    struct buf called;              /* these in words, a line each; freed by who asked */
};
enum rc proof_hold_results(struct proof *proof, const struct tournament_verified *tournament,
                           const char *text, struct tournament_results *results);
void proof_print_results(const struct tournament_results *results);

/* The final board as everybody sees it, as text. */
void proof_print_board(const struct verify *verify);

/* verify_hold_clock with this machine's. */
void proof_hold_clock(struct verify *verify);

/* ---- files ---- */

enum { PROOF_FILE_BYTES_MAX = RECORD_BYTES_MAX };

/* Read a whole file; "-" is standard input. */
enum rc proof_read_file(const char *path, struct buf *out, struct err *err);
/* Append to a private file (mode 0600), made if it is missing; synced. */
enum rc proof_append_file(const char *path, const char *text, struct err *err);
/* Make a private file; never overwrites. */
enum rc proof_create_file(const char *path, const char *text, struct err *err);
/* Make a private file, or put it whole in place of the one there. */
enum rc proof_replace_file(const char *path, const char *text, struct err *err);
/* Refuse a file that others can read. */
enum rc proof_check_private(const char *path, struct err *err);
/* Where things lie when no option says so: $HOME/.NAME, or NAME where there is no home. */
const char *proof_home_file(const char *name, char *path, size_t room);

/* Read a saved letter; parts in base64 are added behind, decoded. */
enum rc proof_read_letter(const char *path, struct buf *out, struct err *err);

/* Append a letter's readable words; fn gets each record or delta that is attached to it, decoded;
 * may be NULL. */
typedef void proof_file_fn(void *user, const char *bytes, size_t length);
void proof_scan_letter(const struct buf *raw, struct buf *text, proof_file_fn *fn, void *user);

/* Each letter of a mailbox: an mbox file, a Maildir, a folder of saved letters, or one letter.
 * name: its Message-ID with <>, else where it lies */
enum { PROOF_NAME_BYTES = 256 };
typedef enum rc proof_letter_fn(void *user, const char *name, const struct buf *raw,
                                struct err *err);
enum rc proof_walk_mailbox(const char *path, proof_letter_fn *fn, void *user, struct err *err);

/* ---- output ---- */

/* A JSON object on one line, member by member. */
struct json {
    struct buf out;
    bool more;
};
void json_open(struct json *json, const char *key); /* NULL key: the outermost */
void json_close(struct json *json);
void json_open_list(struct json *json, const char *key);
void json_close_list(struct json *json);
void json_text(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, uint64_t number);
void json_bool(struct json *json, const char *key, bool value);
/* What stands on the server's word alone, "not_proved". */
void json_not_proved(struct json *json, const struct verify *verify);
/* Print it with LF and free. */
void json_print(struct json *json);

/* ---- sent.c: a letter that a player sent and kept, held against a receipt (receipt --letter) ----
 */

enum sent_luck {
    SENT_LUCK_NONE,     /* the receipt tells of none that a letter shows */
    SENT_LUCK_HERE,     /* it is this letter's: its words, or its Message-ID */
    SENT_LUCK_ELSEWHERE /* it is not: another letter gave it, or nobody */
};

struct sent {
    bool is_given;    /* else all is zero */
    bool is_answered; /* the receipt answers a letter with this Message-ID */
    enum sent_luck luck;
    unsigned missing_count;
    const char *missing[RECEIPT_LINES_MAX]; /* lines that the letter does not have; the receipt's */
};

/* Read the letter as the sender's mail program kept it, and compare.
 * fails  RC_BAD_INPUT: it is no letter, or several; RC_IO, RC_NOT_FOUND */
enum rc sent_read(const char *path, const struct hash *genesis, const struct receipt *receipt,
                  struct sent *sent, struct err *err);
