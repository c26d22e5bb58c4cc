/* SPDX-License-Identifier: MIT */
/* Private to this folder: parts of the file that records and deltas share. */
#pragma once

#include "record/entry_p.h"
#include "record/record.h"

/* Write a record that was read, with the hashes and signatures it came with. */
enum rc record_write_again(const struct record *record, const struct hash *head, struct buf *out,
                           struct err *err);

/* Append an entry to the chain before it. */
void record_append(const struct record *record, uint32_t index, struct chain *chain);

/* ---- putting parts ---- */

void record_put_hash(struct buf *out, const void *bytes, size_t count);
/* Whole lines, each behind '|'. */
void record_put_lines(const char *text, size_t length, struct buf *out);
void record_put_payload(const char *payload, size_t length, struct buf *out);
void record_put_reader(unsigned reader, struct buf *out);
/* The entries with their seals; each must have those that its text names. */
enum rc record_put_entries(const struct record *record, struct buf *out, struct err *err);
/* "head" and "sign". */
void record_put_head(const struct record *record, const struct chain *end, struct buf *out);
void record_put_files(const struct record *record, struct buf *out);

/* ---- reading parts ---- */

/* Where a reader stands. A line is without its LF. */
struct record_reader {
    const char *text, *end; /* of the file */
    const char *next;       /* line after this one */
    struct cursor line;
    uint32_t number;
    struct record *record;
    struct err *err;
    struct hash head;
};

enum rc record_refuse(const struct record_reader *reader, const char *what);
/* Step to the next line; false at the end or when it has no LF. */
bool record_step(struct record_reader *reader);
/* Does the next line begin so? Without stepping. */
bool record_sees(const struct record_reader *reader, const char *literal);
bool record_at_end(const struct record_reader *reader);
enum rc record_expect(struct record_reader *reader, const char *line);
bool record_take_bytes(struct record_reader *reader, void *bytes, size_t count);
/* Take the backslash forms of the rest of the line back; false on an unknown one. */
bool record_unescape(struct cursor from, struct buf *out);
/* Lines behind '|', joined with their LF. */
enum rc record_read_lines(struct record_reader *reader, struct buf *out);
/* The first line: this word, then the number; a newer one is named as such and not as damage. */
enum rc record_read_protocol(struct record_reader *reader, const char *word, const char *what);
enum rc record_read_for(struct record_reader *reader);
/* The entry on this line, with its seals and its hash. */
enum rc record_read_entry(struct record_reader *reader);
/* "sign" and what follows it. */
enum rc record_read_sign(struct record_reader *reader);
/* Data files, up to a line that begins so. */
enum rc record_read_files(struct record_reader *reader, const char *last);
