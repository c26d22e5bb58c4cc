/* SPDX-License-Identifier: MIT */
/* The letter "seals". */
#pragma once

#include "commands/incoming.h"

/* "seals" lists the seals of the letter's game, "seals help" sends the page. */
enum rc seals_letter(struct incoming *incoming, const char *arguments, struct err *err);
