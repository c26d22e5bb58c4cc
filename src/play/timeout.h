/* SPDX-License-Identifier: MIT */
/* What a seat's own seals (own/<seat>/<k>) say beside its standing answers: private notes, whether
 * they are opened at the game's end, and what is to be done when its time runs out. Nobody can tell
 * them from standing answers. Source: design, 5.3. */
#pragma once

#include "play/position.h"

#define OWN_SIGN     '#'  /* first character of a payload that is no standing answer */
#define OWN_NOTE     "# " /* before the words of a note */
#define OWN_PUBLISH  "#publish"
#define OWN_PRIVATE  "#private"
#define TIMEOUT_TEXT "#on time " /* before a word of timeout_words */
enum { OWN_NOTE_BYTES = sizeof OWN_NOTE - 1 };

enum timeout_order { TIMEOUT_PASS, TIMEOUT_DRAFT, TIMEOUT_RESIGN, TIMEOUT_COUNT };
extern const char *const timeout_words[TIMEOUT_COUNT];

/* The payload of own/<seat>/<k> if it is a note or a timeout order; NULL if not. */
const char *own_note_find(const struct position *position, unsigned seat, uint64_t k,
                          size_t *length);
/* Is such a payload a note? */
bool own_is_note(const char *payload);
/* Does the seat want its notes opened at the end? */
bool own_opens_notes(const struct position *position, unsigned seat);
/* Open the notes of those who wished so; the game is over. */
enum rc own_open_notes(struct desk *desk, struct position *position, struct err *err);

/* TIMEOUT_COUNT: not one of the words. */
enum timeout_order timeout_find(const char *word);
/* The newest timeout order of a seat for its deadlines, and its seal; TIMEOUT_PASS where there is
 * none. in     due_s: of those that came until then; INT64_MAX = of all */
enum timeout_order timeout_of(const struct position *position, unsigned seat, int64_t due_s,
                              char name[SEAL_NAME_MAX + 1]);
/* The order "resign" where the rules know it and would allow it now. */
bool timeout_can_resign(const struct position *position, unsigned seat, struct order *order);
/* Does the seat wish to resign then, and may it? Gives the order. */
bool timeout_resign(const struct position *position, const struct timing_open *open,
                    struct order *order);
