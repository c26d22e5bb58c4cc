/* SPDX-License-Identifier: MIT */
/* A tree of JSON as bytes: a kind for each value, then its number, its string, or its members. */
#pragma once

#include <jansson.h>

#include "reader/handover.h"

enum {
    JSON_FORM_DEPTH = 64,
    JSON_FORM_VALUES = 200000, /* a forum's longest answer has some ten thousand */
    JSON_FORM_STRING = 8 << 20
};

/* False: deeper, or more values, than a forum's answer has. */
bool json_form_write(const json_t *json, struct buf *out);
/* Build what was written, which nobody vouches for. NULL: not well-formed, or no memory. */
json_t *json_form_read(struct handover *in);
