/* SPDX-License-Identifier: MIT */
/* Starts GMime for those who read or write letters. */
#include <gmime/gmime.h>

#include "letter/mime_in.h"

void letter_start(void)
{
    static gsize started;

    if (g_once_init_enter(&started)) {
        g_mime_init();
        g_once_init_leave(&started, 1);
    }
}
