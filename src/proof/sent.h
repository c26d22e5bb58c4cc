/* SPDX-License-Identifier: MIT */
/* A letter that a player sent and kept, held against a receipt (receipt --letter). */
#pragma once

#include "seal/receipt.h"

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
