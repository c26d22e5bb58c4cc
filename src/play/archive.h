/* SPDX-License-Identifier: MIT */
/* Finished games in single files, and back. The file is the game's whole record, as
 * `postern-proof verify` proves it; the ledger keeps what binds it (ledger/archive.h). While a game
 * is away, whoever asks for its log reads the file without noticing.
 *
 * Nothing is lost at any moment: the file is proved and on disk before the ledger lets go of
 * anything, and stays where it is when the game comes back. Source: doc/schema.md, "The archive".
 */
#ifndef POSTERN_PLAY_ARCHIVE_H
#define POSTERN_PLAY_ARCHIVE_H

#include "base/buf.h"
#include "seal/seal.h"
#include "server/desk.h"

enum { ARCHIVE_PATH_BYTES = CONFIG_TEXT_BYTES + 64 };

/* The game whose file was read last; NULL allowed. */
struct archive;
void archive_free(struct archive *archive);

/* Where the file of a game lies. */
void archive_path(const struct config *config, int64_t game, char path[ARCHIVE_PATH_BYTES]);

/* Put a finished game into the archive; outside a change.
 * out    bytes: of its file
 * fails  RC_CONFLICT: it goes on, something of it waits for somebody, or it is there already;
 *        RC_FROZEN; RC_IO and others of the file: the ledger is as it was */
enum rc archive_leave(struct desk *desk, int64_t game, int64_t *bytes, struct err *err) MUST_CHECK;
/* Take a game back into the ledger, from its place or from `path`; outside a change. The file
 * stays.
 * fails  RC_CONFLICT: it is not in the archive; RC_NOT_FOUND: no file; RC_FOREIGN: another one */
enum rc archive_come_back(struct desk *desk, int64_t game, const char *path,
                          struct err *err) MUST_CHECK;

/* RC_OK for a game in the ledger, and for one whose file is in its place and the right one. */
enum rc archive_look(struct desk *desk, int64_t game, struct err *err) MUST_CHECK;
/* Is it away, and its file not to be had? */
bool archive_is_missing(struct desk *desk, int64_t game);

/* For ledger_set_texts: user is a desk. */
enum rc archive_text(void *user, int64_t game, int64_t n, const char **text,
                     struct err *err) MUST_CHECK;
/* The opening of a seal logged by entry n, in the file: payload is appended to out. */
enum rc archive_opening(struct desk *desk, int64_t game, int64_t n, const char *name,
                        unsigned char nonce[SEAL_NONCE_BYTES], struct buf *out,
                        struct err *err) MUST_CHECK;

#endif
