/* SPDX-License-Identifier: MIT */
/* "dispute": the clocks stop and the administrator gets a case file; his ruling lets them go again.
 * "report": words of another player are laid before him, nothing stops. Both are told in the log.
 * Source: design, section 7; doc/cases.md. */
#pragma once

#include "commands/incoming.h"

enum rc dispute_letter(struct incoming *incoming, const char *arguments, struct err *err);
enum rc dispute_report(struct incoming *incoming, const char *arguments, struct err *err);
