/* SPDX-License-Identifier: MIT */
/* A head that the server signed, wherever a letter has it: in a footer, or in a receipt, which
 * names the same head among the words that it signs. A letter that has a receipt needs no footer
 * beside it. Source: doc/seals.md, "Footers". */
#pragma once

#include "seal/footer.h"
#include "seal/receipt.h"

struct signed_head {
    struct footer footer; /* of a receipt: what it says of the head, with its own signature */
    bool is_receipt;
    struct receipt_found found; /* only then */
};

/* Find the first whole one at or after text[*from], which moves behind it. The last one of a letter
 * is its own. Free with signed_head_fini in any case.
 * fails  RC_NOT_FOUND: none (more); RC_BAD_INPUT: none is whole, though one begins */
enum rc signed_head_read(const char *text, size_t length, size_t *from, struct signed_head *head,
                         struct err *err);
void signed_head_fini(struct signed_head *head);
/* What its signature must be over, in the game with this genesis. */
void signed_head_digest(const struct signed_head *head, const struct hash *genesis,
                        struct hash *digest);
