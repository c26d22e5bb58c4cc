/* SPDX-License-Identifier: MIT */
/* A game as one text file: an export for one seat, for everybody, or whole.
 *
 * Holds what stands in the file and nothing else; whether it is true is verify.h's question.
 * record_write(record_read(bytes)) = bytes, and anything else is refused.
 *
 * Source: design, section 4 and 5.2; doc/record.md. */
#pragma once

#include "record/entry.h"
#include "seal/chain.h"
#include "seal/keys.h"

enum {
    RECORD_FOR_ALL = 0,     /* reader: everybody; 1 to SEATS_MAX = a seat */
    RECORD_FOR_WHOLE = 254, /* reader: every opening there is */
    RECORD_ENTRIES_MAX = 100000,
    RECORD_BYTES_MAX = 64 << 20, /* of a file; a long game has 300 KB */
    RECORD_FILES_MAX = 16
};

enum record_knowledge { RECORD_SEALED, RECORD_KNOWN, RECORD_ERASED, RECORD_KNOWLEDGE_COUNT };

struct record_seal {
    char name[SEAL_NAME_MAX + 1];
    uint8_t seat;      /* owner; 0 = the table */
    uint8_t knowledge; /* beside the chain: may the reader of this file know it? */
    struct hash commitment;
    char *payload; /* KNOWN: owned, `length` bytes and a NUL */
    size_t length;
    unsigned char nonce[SEAL_NONCE_BYTES];
};

struct record_entry {
    char *text; /* owned, one line; "" = a number that a declared gap skips: no entry */
    size_t length;
    uint32_t first_seal; /* index into record->seal */
    uint32_t seal_count;
    uint32_t line;     /* of the file it was read from; 0 = composed */
    struct hash after; /* En */
};

struct record_file {
    char rules[48]; /* version it belongs to */
    char name[64];
    char *text; /* owned; whole lines */
    size_t length;
};

struct record {
    uint8_t reader;
    uint64_t from; /* entry[0] is entry from + 1; 0 but in a delta (delta.h) */
    char *genesis; /* owned text */
    size_t genesis_length;
    struct record_entry *entry; /* [0] is entry 1 */
    uint32_t entry_count;
    size_t entry_room;
    struct record_seal *seal;
    uint32_t seal_count;
    size_t seal_room;
    struct record_file file[RECORD_FILES_MAX];
    unsigned file_count;
    bool is_signed;
    bool is_joined; /* from letters: its head is signed, the file is not */
    unsigned char head_signature[SIGNATURE_BYTES];
    unsigned char export_signature[SIGNATURE_BYTES];
    size_t signed_bytes; /* read from a file: bytes under export_signature */
};

/* Zero-initialise, or record_init. */
void record_init(struct record *record, unsigned reader);
/* Wipe payloads and free. */
void record_fini(struct record *record);

/* Compose: genesis first, then entries in order, each with its seals (which must be named in its
 * text, in that order), each seal with what the reader may know of it; then the data files. An
 * entry that declares earlier ones lost leaves their numbers empty before it.
 * fails  RC_BAD_INPUT, RC_NO_MEMORY, RC_TOO_LONG; the record stays as it was */
enum rc record_set_genesis(struct record *record, const char *text, size_t length, struct err *err);
enum rc record_add_entry(struct record *record, const char *text, size_t length, struct err *err);
/* To the last entry. */
enum rc record_add_seal(struct record *record, const char *name, unsigned seat,
                        const struct hash *commitment, struct err *err);
/* To the last seal: its opening, or that it was erased. */
enum rc record_add_opening(struct record *record, const struct opening *opening, struct err *err);
void record_add_erasure(struct record *record);
/* To a seal that is closed. */
enum rc record_tell(struct record_seal *seal, const struct opening *opening, struct err *err);
enum rc record_add_file(struct record *record, const char *rules, const char *name,
                        const char *text, size_t length, struct err *err);

/* Fill in En of each entry and give the end of the chain. */
void record_chain(struct record *record, struct chain *end);

/* Signs a digest; false = cannot (frozen, no key). */
typedef bool record_sign_fn(void *context, const struct hash *digest,
                            unsigned char signature[SIGNATURE_BYTES]);
/* Write the file; sign NULL = unsigned. Computes the chain itself.
 * fails  RC_BAD_INPUT: an entry without its seals; RC_REFUSED: sign said no; RC_NO_MEMORY */
enum rc record_write(struct record *record, record_sign_fn *sign, void *context, struct buf *out,
                     struct err *err);

/* Read a file; nothing is believed but its form. Hashes, signatures and openings are not checked.
 * out    record: fresh; freed by the caller with record_fini in any case
 * fails  RC_BAD_INPUT with line; RC_NEWER: another format; RC_TOO_LONG, RC_NO_MEMORY */
enum rc record_read(const char *text, size_t length, struct record *record, struct err *err);
