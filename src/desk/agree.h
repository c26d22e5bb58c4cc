/* "agree upgrade VERSION": a seat consents to what the administrator proposes. */
#ifndef POSTERN_DESK_AGREE_H
#define POSTERN_DESK_AGREE_H

#include "desk/incoming.h"

enum rc agree_letter(struct incoming *incoming, const char *arguments, struct err *err);

#endif
