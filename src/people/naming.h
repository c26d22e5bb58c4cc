/* Names as players give them, made fit to be kept: without what is never shown, and short enough.
 *
 * What is shown of a name is cleaned again wherever it is shown (letter/template.h, draw/safe.h).
 */
#ifndef POSTERN_PEOPLE_NAMING_H
#define POSTERN_PEOPLE_NAMING_H

#include "people/people.h"

/* A name is one word to whoever wraps lines, and has to leave room beside it. */
enum { NAMING_COLUMNS = 60 };

/* Write the name without blanks around and without characters that turn the direction of text; one
 * too long or too wide is cut between two characters as a reader sees them and ends in "…". Text
 * that is not UTF-8 or shows nothing becomes "". True if it was cut. */
bool naming_fit(const char *given, char out[PERSON_NAME_BYTES]);

#endif
