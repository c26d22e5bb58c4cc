/* SPDX-License-Identifier: MIT */
/* Shared by the two halves of the case runner: reading lines, and running them. */
#pragma once

#include "rules/case.h"

struct case_span {
    const char *at; /* borrowed from the case's text */
    size_t length;
};

struct case_reader {
    const char *at, *end;
    uint32_t number; /* of the line last read, from 1 */
    bool indented;   /* it began with a blank */
};

/* The next line that says something, without blanks at its ends; false at the end. */
bool case_next_line(struct case_reader *reader, struct case_span *line);
/* Read past the head; line is then the first line behind it. False when there is none. */
bool case_skip_head(struct case_reader *reader, struct case_span *line);
/* If the line starts so, rest is what follows, trimmed. */
bool case_starts(struct case_span line, const char *prefix, struct case_span *rest);
bool case_is(struct case_span span, const char *text);
struct case_span case_trim(struct case_span span);
/* Cut the part before the first mark off rest; all of it when there is no mark. */
struct case_span case_cut(struct case_span *rest, const char *mark);
bool case_number(struct case_span span, unsigned most, unsigned *number);
/* False when it had to be cut. */
bool case_copy(struct case_span span, char *out, size_t capacity);
