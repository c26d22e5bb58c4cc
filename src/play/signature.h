/* SPDX-License-Identifier: MIT */
/* Orders that a player signed with his registered key: "sign=17/41/SIGNATURE thief to d5", as
 * postern-proof sign writes them. A good signature proves who wrote, whatever address the letter
 * came from; where it is over the order's public text, with the seal he holds, it stands in the log
 * for everybody.
 *
 * Source: design, 5.6; doc/seals.md; mail-conventions I10. */
#pragma once

#include "play/position.h"

struct signature {
    bool present; /* the line says that it is signed */
    bool good;    /* by the registered key of the seat's player, for an open question of his */
    uint64_t decision, seen;
    unsigned char key[KEY_BYTES];
    unsigned char signature[SIGNATURE_BYTES];
    const char *order; /* the line's order; within the line */
    size_t length;
};

/* Read a line of a seat and check its signature.
 * fails  only for failures of the program */
enum rc signature_read(struct desk *desk, const struct position *position, unsigned seat,
                       const char *line, size_t length, struct signature *signature,
                       struct err *err);
/* Put the signature into an order's entry, whose words are set, if it is over just these words;
 * logs the seat's key before it where the log does not have it.
 * in     commitment: of the seal in it that its player holds; NULL = none */
enum rc signature_put(struct desk *desk, struct position *position,
                      const struct signature *signature, const struct hash *commitment,
                      struct entry *entry, struct err *err);
