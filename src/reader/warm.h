/* SPDX-License-Identifier: MIT */
/* What libraries load at first use, loaded before the door is shut. */
#pragma once

/* Load the charsets of letters, and read one of each kind. */
void warm_up(void);
