/* SPDX-License-Identifier: MIT */
/* A compiled template: nodes in order; a section's nodes stand between it and `end`. */
#pragma once

#include "letter/template.h"

enum node_kind {
    NODE_TEXT,
    NODE_VARIABLE,
    NODE_RAW, /* {{{name}}} or {{&name}} */
    NODE_SECTION,
    NODE_INVERTED,
    NODE_PARTIAL
};

struct node {
    enum node_kind kind;
    bool starts_line;   /* of the template's text: a partial's indentation goes before it */
    bool standalone;    /* writes no line of its own */
    const char *at;     /* text, or name; borrowed from the template's copy */
    size_t length;      /* bytes */
    const char *indent; /* of a standalone partial */
    size_t indent_length;
    size_t end; /* of a section: index of the first node behind it */
    uint32_t line, column;
};

struct template
{
    char *source; /* for messages */
    char *text;   /* our copy */
    struct node *node;
    size_t count, capacity;
};
