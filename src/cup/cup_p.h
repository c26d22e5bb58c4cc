/* SPDX-License-Identifier: MIT */
/* Between the files of src/cup. */
#ifndef POSTERN_CUP_CUP_P_H
#define POSTERN_CUP_CUP_P_H

#include "cup/cup.h"
#include "server/vault.h"

/* Where its secret is boxed: under a key like that of a game, whose number is less than nothing. */
struct vault_place cup_secret_place(int64_t id);
/* Where an entrant's name is. */
struct vault_place cup_name_place(const struct cup *cup, unsigned entrant, int64_t player);
/* Read S; wipe it. */
enum rc cup_secret(struct desk *desk, const struct cup *cup,
                   unsigned char secret[CHAIN_SECRET_BYTES], struct err *err) MUST_CHECK;

/* Can a player give these words before entry is closed: any, but behind "sealed" a hash alone? */
bool cup_is_luck(const char *words);
/* Log the luck of an entrant who may give it: words, "sealed C", or V for C. fails  RC_BAD_SEAL */
enum rc cup_log_luck(struct desk *desk, struct cup *cup, unsigned entrant, const char *words,
                     struct err *err) MUST_CHECK;
/* Let rounds look at the draw, where entry is closed and there are no seeds yet. */
enum rc cup_wake_draw(struct desk *desk, const struct cup *cup, struct err *err) MUST_CHECK;
/* cup_log with the numbers of the draw. */
enum rc cup_log_drawn(struct desk *desk, struct cup *cup, const char *line,
                      const struct cuplog_lot *lot, struct err *err) MUST_CHECK;

/* Is a later head signed than the ledger holds? Sets signed_n. */
enum rc cup_find_lost(struct desk *desk, struct cup *cup, struct err *err) MUST_CHECK;
/* The highest number of a tournament that was signed; 0 = none. */
enum rc cup_highest_marked(struct desk *desk, int64_t *id, struct err *err) MUST_CHECK;
enum rc cup_refuse_frozen(struct err *err) MUST_CHECK;
/* Note on disk that the newest head is signed. fails  RC_FROZEN: the ledger lacks what was signed
 */
enum rc cup_mark(struct desk *desk, const struct cup *cup, struct err *err) MUST_CHECK;

#endif
