/* SPDX-License-Identifier: MIT */
/* HTML → plain text as a player reads it: blocks become lines, blockquotes become "> ", lists
 * lose their bullets, what is not shown (style, script, display:none) goes.
 * Not a browser: tables become lines of cells, pictures their alt text. */
#pragma once

#include "base/base.h"

/* Append the text of an HTML document or fragment (forum posts too).
 * in     html: UTF-8 (other bytes become U+FFFD)
 * fails  RC_NO_MEMORY; RC_TOO_LONG: nested deeper than any letter a person writes */
enum rc html_to_text(const char *html, size_t length, struct buf *out, struct err *err);

#define HTML_CODE_SIGN '\x01' /* never stands in a text */
/* The same, but each line of a code block that is not quoted begins with HTML_CODE_SIGN. */
enum rc html_to_marked_text(const char *html, size_t length, struct buf *out, struct err *err);
