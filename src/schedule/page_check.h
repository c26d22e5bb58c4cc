/* SPDX-License-Identifier: MIT */
/* Does the table's page answer where letters say it is? */
#pragma once

#include "server/config.h"

/* Fetch [site] url/table.html, and look whether it takes this server's letters.
 * fails  as webpage_fetch; RC_CONFIG: another page, or another server's */
enum rc page_check(const struct config *config, struct err *err);
