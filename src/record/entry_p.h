/* Reading small parts of a line; shared by the readers of this folder. */
#ifndef POSTERN_RECORD_ENTRY_P_H
#define POSTERN_RECORD_ENTRY_P_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct cursor {
    const char *at;
    const char *end;
};

/* Each moves the cursor behind what it took; on false it may stand anywhere before the fault. */
bool take(struct cursor *from, const char *literal);
bool take_number(struct cursor *from, uint64_t *number);
bool take_time(struct cursor *from, int64_t *time_s);

void put_number(struct buf *out, uint64_t number);

#endif
