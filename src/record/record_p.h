/* SPDX-License-Identifier: MIT */
/* Private to this folder. */
#ifndef POSTERN_RECORD_RECORD_P_H
#define POSTERN_RECORD_RECORD_P_H

#include "record/record.h"

/* Write a record that was read, with the hashes and signatures it came with. */
enum rc record_write_again(const struct record *record, const struct hash *head, struct buf *out,
                           struct err *err) MUST_CHECK;

#endif
