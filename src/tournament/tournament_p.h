/* SPDX-License-Identifier: MIT */
/* Between the files of src/tournament. */
#pragma once

#include "tournament/tournament.h"
#include "server/vault.h"

/* Where an entrant's name is. */
struct vault_place tournament_name_place(const struct tournament *tournament, unsigned entrant,
                                         int64_t player);
/* Read S; wipe it. */
enum rc tournament_secret(struct desk *desk, const struct tournament *tournament,
                          unsigned char secret[CHAIN_SECRET_BYTES], struct err *err);

/* Can a player give these words before entry is closed: any, but behind "sealed" a hash alone? */
bool tournament_is_luck(const char *words);
/* Log the luck of an entrant who may give it: words, "sealed C", or V for C. fails  RC_BAD_SEAL */
enum rc tournament_append_luck(struct desk *desk, struct tournament *tournament, unsigned entrant,
                               const char *words, struct err *err);
/* Let rounds look at the draw, where entry is closed and there are no seeds yet. */
enum rc tournament_wake_draw(struct desk *desk, const struct tournament *tournament,
                             struct err *err);
/* tournament_append with the numbers of the draw. */
enum rc tournament_append_drawn(struct desk *desk, struct tournament *tournament, const char *line,
                                const struct tournament_log_lot *lot, struct err *err);

/* Is a later head signed than the ledger holds? Sets signed_n. */
enum rc tournament_find_lost(struct desk *desk, struct tournament *tournament, struct err *err);
/* The highest number of a tournament that was signed; 0 = none. */
enum rc tournament_highest_marked(struct desk *desk, int64_t *id, struct err *err);
enum rc tournament_refuse_frozen(struct err *err);
/* Note on disk that the newest head is signed. fails  RC_FROZEN: the ledger lacks what was signed
 */
enum rc tournament_mark(struct desk *desk, const struct tournament *tournament, struct err *err);
