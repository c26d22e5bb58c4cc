/* SPDX-License-Identifier: MIT */
/* The dictionary of links, version 1: what such texts hold most, the likeliest last. Its words are
 * the games', and the build puts them together (src/games/list.mk). Fixed for ever: links of this
 * version in letters are read with it. Another one needs another version. */
#include "letter/link.h"

static const char words[] =
#include "letter/link_words_1.h"
    ;

const char *link_words(size_t *length)
{
    *length = sizeof words - 1;
    return words;
}
