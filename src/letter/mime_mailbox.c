/* The one mailbox that nearly every address field holds, in the plainest of its forms. Lists,
 * groups, comments, encoded words and whatever else RFC 5322 3.4 allows are the library's. */
#include <string.h>

#include "base/text.h"
#include "letter/mime_in_p.h"

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static bool is_atom(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '-' || c == '_';
}

/* Atoms with single dots between; in a local part also what subaddresses are made of. */
static size_t dotted_length(const char *at, const char *also)
{
    size_t length = 0;

    while (is_atom(at[length]) || (at[length] && strchr(also, at[length])) ||
           (at[length] == '.' && length && at[length - 1] != '.'))
        length++;
    return length && at[length - 1] == '.' ? 0 : length;
}

/* Length of "local@domain", 0 if it is none. International domains in ASCII are shown decoded. */
static size_t address_length(const char *at)
{
    size_t local = dotted_length(at, "+="), domain;

    if (local == 0 || at[local] != '@')
        return 0;
    domain = dotted_length(at + local + 1, "");
    for (size_t i = 0; i + 4 <= domain; i++)
        if (memcmp(at + local + 1 + i, "xn--", 4) == 0)
            return 0;
    return domain ? local + 1 + domain : 0;
}

/* Length of a name: atoms with single blanks between, or such in quotes. */
static size_t name_length(const char *at, bool *quoted)
{
    size_t length = 0;

    *quoted = *at == '"';
    at += *quoted;
    while (is_atom(at[length]) || (at[length] == ' ' && length && is_atom(at[length + 1])) ||
           (*quoted && length && (at[length] == '.' || at[length] == ',')))
        length++;
    return length;
}

bool letter_read_mailbox(const char *value, struct letter_mailbox *mailbox)
{
    const char *at = skip_blanks(value);
    size_t name = 0, address;
    bool quoted = false, bracket;

    if (strlen(at) >= LETTER_MAILBOX_BYTES)
        return false;
    mailbox->name[0] = '\0';
    address = address_length(at);
    if (address == 0 && *at != '<') {
        name = name_length(at, &quoted);
        if (name == 0 || (quoted && at[name + 1] != '"'))
            return false;
        memcpy(mailbox->name, at + quoted, name);
        mailbox->name[name] = '\0';
        at = skip_blanks(at + name + (quoted ? 2 : 0));
    }
    bracket = address == 0;
    if (bracket && *at++ != '<')
        return false;
    address = bracket ? address_length(at) : address;
    if (address == 0 || (bracket && at[address] != '>'))
        return false;
    memcpy(mailbox->address, at, address);
    mailbox->address[address] = '\0';
    return *skip_blanks(at + address + bracket) == '\0';
}
