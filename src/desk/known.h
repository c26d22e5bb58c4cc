/* Payloads of seals by name: what is known beside the chain. Wiped when freed. */
#ifndef POSTERN_DESK_KNOWN_H
#define POSTERN_DESK_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

struct known;

/* NULL when out of memory. */
struct known *known_new(void);
void known_free(struct known *known);
/* Copy a payload in; a name known before keeps its first payload. False when out of memory. */
bool known_put(struct known *known, const char *name, const char *payload, size_t length);
/* Borrowed until the next put; NULL = not known. */
const char *known_get(const struct known *known, const char *name, size_t *length);

#endif
