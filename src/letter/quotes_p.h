/* SPDX-License-Identifier: MIT */
/* What mail programs write around a quoted letter, by language: tables and questions about one
 * line. Lines are without blanks around; case of ASCII letters does not matter. */
#ifndef POSTERN_LETTER_QUOTES_P_H
#define POSTERN_LETTER_QUOTES_P_H

#include <stdbool.h>
#include <stddef.h>

/* Labels of a quoted header block. */
enum header_label { LABEL_NONE, LABEL_FROM, LABEL_DATE, LABEL_TO, LABEL_SUBJECT, LABEL_COUNT };
enum header_label quotes_label(const char *line, size_t length);

/* "wrote", "schrieb", … somewhere in the line. */
bool quotes_has_verb(const char *line, size_t length);
/* "On ", "Am ", a date: how an attribution begins. */
bool quotes_is_start(const char *line, size_t length);
/* Ends with a colon, in any script. */
bool quotes_ends_open(const char *line, size_t length);
/* "-----Original Message-----" and the like. */
bool quotes_is_divider(const char *line, size_t length);
/* A line of three or more underscores, dashes, stars or the like alone. */
bool quotes_is_rule(const char *line, size_t length);
/* "Sent from my iPhone" and the like. */
bool quotes_is_device_signature(const char *line, size_t length);
/* The first words of what companies' mail systems write below every letter. */
bool quotes_is_disclaimer(const char *line, size_t length);

#endif
