/* SPDX-License-Identifier: MIT */
/* What goes between a program and its reader: frames, each a length and so many bytes.
 *
 *     frame   = length (4 bytes) payload
 *     hello   = number of the form, filter (1 byte), landlock, why    once, from the reader
 *     request = kind (1 byte) what that kind has, then the raw bytes
 *     answer  = outcome (1 byte) what that kind has                   one for each, in order
 *     string  = length (4 bytes) bytes
 *
 * Numbers are little-endian. Whoever reads answers trusts nothing in them. */
#pragma once

#include "base/base.h"

enum {
    HANDOVER_VERSION = 1,
    HANDOVER_LENGTH_BYTES = 4,
    HANDOVER_REQUEST_MAX = 20 << 20, /* the longest letter, and a head */
    HANDOVER_ANSWER_MAX = 24 << 20
};

enum handover_kind {
    HANDOVER_LETTER, /* limits (5 numbers); a letter */
    HANDOVER_POST,   /* all, has robot (1 byte each), robot (string); HTML */
    HANDOVER_JSON,   /* nothing; JSON */
    HANDOVER_KIND_COUNT
};

enum handover_outcome {
    HANDOVER_READ,
    HANDOVER_BAD_INPUT, /* no letter, no JSON */
    HANDOVER_TOO_LONG,
    HANDOVER_FAILED, /* no memory: this one cannot be read */
    HANDOVER_OUTCOME_COUNT
};

void handover_put_byte(struct buf *out, unsigned byte);
void handover_put_number(struct buf *out, uint32_t number);
void handover_put_string(struct buf *out, const char *string, size_t length);
/* Begin a frame whose length is not known yet; returns where it begins, for handover_end. */
size_t handover_begin(struct buf *out);
void handover_end(struct buf *out, size_t begin);

/* Bytes that are being read. What is not there sets `bad` and reads as 0. */
struct handover {
    const unsigned char *at;
    size_t left;
    bool bad;
};
struct handover handover_of(const void *bytes, size_t length);
unsigned handover_byte(struct handover *in);
bool handover_flag(struct handover *in); /* 0 or 1, all else is bad */
uint32_t handover_number(struct handover *in);
/* So many bytes; NULL and bad if they are not there. */
const unsigned char *handover_bytes(struct handover *in, size_t length);
/* A string; borrowed, without NUL behind it. Bad: longer than `most`, a NUL in it, not UTF-8. */
const char *handover_string(struct handover *in, size_t most, size_t *length);
/* Was all of it read, and none of it bad? */
bool handover_is_over(const struct handover *in);
