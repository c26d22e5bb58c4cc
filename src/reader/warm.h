/* SPDX-License-Identifier: MIT */
/* What libraries load at first use, loaded before the door is shut. */
#ifndef POSTERN_READER_WARM_H
#define POSTERN_READER_WARM_H

/* Load the charsets of letters, and read one of each kind. */
void warm_up(void);

#endif
