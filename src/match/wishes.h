/* SPDX-License-Identifier: MIT */
/* What a seat's own seals (own/<seat>/<k>) say beside its standing answers: private notes, whether
 * they are opened at the game's end, and what is to be done when its time runs out. Nobody can tell
 * them from standing answers. Source: design, 5.3. */
#ifndef POSTERN_MATCH_WISHES_H
#define POSTERN_MATCH_WISHES_H

#include "match/position.h"

#define WISH_MARK    '#'  /* first character of a payload that is no standing answer */
#define WISH_NOTE    "# " /* before the words of a note */
#define WISH_PUBLISH "#publish"
#define WISH_PRIVATE "#private"
#define WISH_TEXT    "#on time " /* before a word of wish_words */
enum { WISH_NOTE_BYTES = sizeof WISH_NOTE - 1 };

enum wish { WISH_PASS, WISH_DRAFT, WISH_RESIGN, WISH_COUNT };
extern const char *const wish_words[WISH_COUNT];

/* The payload of own/<seat>/<k> if it is a note or wish; NULL if not. */
const char *wishes_note(const struct position *position, unsigned seat, uint64_t k, size_t *length);
/* Is such a payload a note? */
bool wishes_is_note(const char *payload);
/* Does the seat wish its notes to be opened at the end? */
bool wishes_opens_notes(const struct position *position, unsigned seat);
/* Open the notes of those who wished so; the game is over. */
enum rc wishes_open_notes(struct desk *desk, struct position *position, struct err *err) MUST_CHECK;

/* WISH_COUNT: not one of the words. */
enum wish wishes_find(const char *word);
/* The newest wish of a seat for its deadlines, and its seal; WISH_PASS where there is none.
 * in     due_s: of those that came until then (protocol 2); INT64_MAX = of all */
enum wish wishes_on_time(const struct position *position, unsigned seat, int64_t due_s,
                         char name[SEAL_NAME_MAX + 1]);
/* The order "resign" where the rules know it and would allow it now. */
bool wishes_can_resign(const struct position *position, unsigned seat, struct order *order);
/* Does the seat wish to resign then, and may it? Opens the wish and gives the order. */
enum rc wishes_resign(struct desk *desk, struct position *position, const struct timing_open *open,
                      struct order *order, bool *wished, struct err *err) MUST_CHECK;

#endif
