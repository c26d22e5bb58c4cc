/* What the files that read letters share. */
#ifndef POSTERN_LETTER_MIME_IN_P_H
#define POSTERN_LETTER_MIME_IN_P_H

#include <gmime/gmime.h>

#include "base/buf.h"
#include "letter/mime_in.h"

struct letter_reader {
    const struct letter_limits *limits;
    struct letter *letter;
    unsigned parts;       /* leaves seen */
    unsigned auth_fields; /* Authentication-Results fields seen */
    bool encrypted;
    bool failed; /* memory was lost */
    struct err *err;
};

enum { LETTER_FIELDS_MAX = 128 }; /* Outlook's servers write 60 */

struct letter_field {
    const char *name, *value; /* the value as it stands: folded, not decoded */
};

/* A header that is written as the standard has it (RFC 5322 2.2). */
struct letter_header {
    char *copy; /* owned; holds the fields */
    struct letter_field field[LETTER_FIELDS_MAX];
    unsigned count;
    size_t length; /* of the header with the empty line below: there the body begins */
};

/* Take a header apart; letter_header_fini frees. False when it is written in any other way, for
 * the library to read; then there is nothing to free. */
bool letter_header_split(const char *bytes, size_t count, struct letter_header *header);
void letter_header_fini(struct letter_header *header);

enum { LETTER_MAILBOX_BYTES = 256 };

struct letter_mailbox {
    char name[LETTER_MAILBOX_BYTES], address[LETTER_MAILBOX_BYTES];
};
/* Read the value of an address field that holds one mailbox and nothing else, simply written:
 * "ann@example.org", "<ann@example.org>", "Ann Example <ann@example.org>", the name quoted or not.
 * False: it is anything else. */
bool letter_read_mailbox(const char *value, struct letter_mailbox *mailbox);

/* Values of its Content fields, borrowed; NULL = not there. */
struct letter_content {
    const char *type, *encoding, *disposition, *language;
    bool others; /* there are further ones */
};
/* False when one of these stands there twice: for the library to judge. */
bool letter_find_content(const struct letter_header *header, struct letter_content *content);

/* Set a string member to a clean copy of text (NULL = ""): UTF-8, controls as blanks, blanks
 * around dropped, cut at 998 bytes (RFC 5322 2.1.1: the longest line) × 8. */
void letter_set(struct letter_reader *reader, char **member, const char *text);
void letter_set_bytes(struct letter_reader *reader, char **member, const char *text, size_t length);
/* As letter_set, in lower case (ASCII). */
void letter_set_folded(struct letter_reader *reader, char **member, const char *text);
/* An address: outer blanks and < > dropped, domain in lower case. */
void letter_set_address(struct letter_reader *reader, char **member, const char *text);

/* The decoded content of a leaf. False if it has none. */
bool letter_read_content(const struct letter_reader *reader, GMimePart *part, struct buf *out);

/* Read one Authentication-Results field. field: from 0, topmost. */
void letter_read_auth(struct letter_reader *reader, const char *value, unsigned field);
/* Read the parts of a multipart/report behind its text. */
void letter_read_report(struct letter_reader *reader, GMimeMultipart *report);
/* Find the best text among the parts. */
void letter_read_text(struct letter_reader *reader, GMimeObject *root);
/* Read the body below a header that was taken apart. */
void letter_read_body(struct letter_reader *reader, const struct letter_header *header,
                      const struct letter_content *content, const char *body, size_t length);

/* A body that is one part of plain text. */
struct letter_plain {
    GMimeContentEncoding encoding;
    char charset[48]; /* "" = not told */
    bool flowed, delsp;
};
void letter_read_plain(struct letter_reader *reader, const struct letter_plain *plain,
                       const char *body, size_t length);

#endif
