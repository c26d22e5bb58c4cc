/* SPDX-License-Identifier: MIT */
/* What mail programs write around a quoted letter, by language: tables and questions about one
 * line. Lines are without blanks around; case of ASCII letters does not matter. */
#pragma once

#include "letter/quotes.h"

/* Whether a line reads as an order takes long to find out, and is asked again and again. */
enum line_told { TOLD_NOTHING, TOLD_READS, TOLD_READS_NOT };

/* The lines that are looked through, and what is known; NULL = nothing. */
struct quotes_search {
    struct letter_lines *lines;
    const struct quotes_known *known;
    unsigned char *told; /* enum line_told, by line */
};

/* The line without blanks around. */
void quotes_shown(const struct letter_line *line, const char **at, size_t *length);
/* Does a line, or a part of it, read as an order? */
bool quotes_reads(const struct quotes_search *search, size_t i);
bool quotes_text_reads(const struct quotes_search *search, const char *at, size_t length);

/* Mark what stands above a quoted letter, and below one's own (quotes_above.c, quotes_end.c). */
void quotes_find_header(const struct quotes_search *search);
void quotes_find_attributions(const struct quotes_search *search);
void quotes_find_signature(const struct quotes_search *search);
void quotes_find_closing(const struct quotes_search *search);

/* Labels of a quoted header block. */
enum header_label { LABEL_NONE, LABEL_FROM, LABEL_DATE, LABEL_TO, LABEL_SUBJECT, LABEL_COUNT };
enum header_label quotes_label(const char *line, size_t length);

/* "wrote", "schrieb", … somewhere in the line. */
bool quotes_has_verb(const char *line, size_t length);
/* "On ", "Am ", a date: how an attribution begins. */
bool quotes_is_start(const char *line, size_t length);
/* Ends with a colon, in any script. */
bool quotes_ends_open(const char *line, size_t length);
/* A word or a few and a colon: "Predmet: …". */
bool quotes_is_field(const char *line, size_t length);
/* A figure, in whatever script. */
bool quotes_has_digit(const char *line, size_t length);
/* The name our letters are sent under. */
bool quotes_names_us(const struct quotes_search *search, const char *line, size_t length);
/* Words between dashes. */
bool quotes_is_dashed(const char *line, size_t length);
/* "This email originated from outside": a company's warning. */
bool quotes_is_warning(const char *line, size_t length);
/* "[image: board.png]", "[cid:…]": stands for a picture. */
bool quotes_is_picture(const char *line, size_t length);
/* "-----Original Message-----" and the like; bare: without its dashes. */
bool quotes_is_divider(const char *line, size_t length, bool bare);
/* A line of three or more underscores, dashes, stars or the like alone. */
bool quotes_is_rule(const char *line, size_t length);
/* "Sent from my iPhone" and the like. */
bool quotes_is_device_signature(const char *line, size_t length);
/* A few words with the name of a telephone or a mail program among them; briefly: no sentence. */
bool quotes_names_device(const char *line, size_t length, bool briefly);
/* Up to four words with capitals and no figures, a sign before them or none: "-Ann Lee", "/Ann". */
bool quotes_is_name(const char *line, size_t length);
/* A link, an address or a telephone's number. */
bool quotes_is_contact(const char *line, size_t length);
/* The first words of what companies' mail systems write below every letter. */
bool quotes_is_disclaimer(const char *line, size_t length);
