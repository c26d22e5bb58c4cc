/* SPDX-License-Identifier: MIT */
/* A finished game looked through, as one page that needs nothing beside it: the curve, the turns
 * that cost most, and each on two boards, as it was and with what would have been better. */
#pragma once

#include "outbound/wording.h"
#include "teach/analysis.h"

/* Append the page, HTML in UTF-8, in the wording's language.
 * in     position: of the game, which is over */
enum rc analysis_page_write(const struct wording *wording, const struct position *position,
                            const struct analysis *analysis, struct buf *out, struct err *err);
