/* SPDX-License-Identifier: MIT */
/* Names that a reader cannot tell apart (Unicode Technical Standard 39, 4). */
#include <pthread.h>
#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "people/naming.h"

enum { ROOM = 4 * NAMING_LOOK_BYTES }; /* a character may look like three others */

static USpoofChecker *checker; /* for the whole run; opened when the first name is looked at */
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_checker(void)
{
    UErrorCode code = U_ZERO_ERROR;

    checker = uspoof_open(&code);
    if (U_FAILURE(code))
        checker = NULL;
}

static bool is_unseen(uint32_t code)
{
    UChar32 c = (UChar32)code;

    return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || u_isUWhiteSpace(c) ||
           u_charType(c) == U_FORMAT_CHAR || u_charType(c) == U_CONTROL_CHAR;
}

/* Without blanks and what shows nothing: joiners, zero widths, marks of direction, fillers. */
static void drop_unseen(const char *name, struct text *out)
{
    size_t length = strlen(name);

    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(name + at, length - at, &code);
        if (step && !is_unseen(code))
            text_put_bytes(out, name + at, step);
        step += step == 0; /* what is no character is no name either */
    }
}

static int32_t fold(const UChar *text, int32_t length, UChar *out, UErrorCode *code)
{
    return u_strFoldCase(out, ROOM, text, length, U_FOLD_CASE_DEFAULT, code);
}

static int32_t skeleton(const UChar *text, int32_t length, UChar *out, UErrorCode *code)
{
    return uspoof_getSkeleton(checker, 0, text, length, out, ROOM, code);
}

/* "I" looks like "l", and "i" is "I": both ways round are looked at. */
enum rc naming_look(const char *name, enum naming_way way, char out[NAMING_LOOK_BYTES],
                    struct err *err)
{
    UErrorCode code = U_ZERO_ERROR;
    char seen[NAMING_LOOK_BYTES], look[NAMING_LOOK_BYTES];
    UChar one[ROOM], two[ROOM];
    struct text text;
    int32_t length = 0;

    pthread_once(&opened, open_checker);
    FAIL_IF(!checker, err, RC_BUG, "the data of names that look alike cannot be read (ICU)");
    text_init(&text, seen, sizeof seen);
    drop_unseen(name, &text);
    u_strFromUTF8(one, ROOM, &length, seen, -1, &code);
    if (way == NAMING_AS_FOLDED) {
        length = fold(one, length, two, &code);
        length = skeleton(two, length, one, &code);
    } else {
        length = skeleton(one, length, two, &code);
        u_strncpy(one, two, ROOM);
    }
    length = fold(one, length, two, &code);
    length = skeleton(two, length, one, &code);
    u_strToUTF8(look, sizeof look, NULL, one, length, &code);
    if (U_FAILURE(code) || code == U_STRING_NOT_TERMINATED_WARNING || text.cut)
        return ERR(err, RC_BAD_INPUT, "this name cannot be compared with others");
    text_init(&text, out, NAMING_LOOK_BYTES);
    drop_unseen(look, &text);
    return RC_OK;
}

/* ---- names that are nobody's ---- */

/* Our own letters, records and pages call others than players so. */
static const char *const reserved[] = {
    "postern",        "posternd",  "the table", "table",      "la mesa",       "mesa",
    "il tavolo",      "tavolo",    "seat",      "asiento",    "posto",         "player",
    "jugador",        "giocatore", "keeper",    "the keeper", "administrator", "administrador",
    "amministratore", "admin",     "server",    "the server", "robot",         "the robot",
    "nobody",         "nadie",     "nessuno",   "everybody",  "all",           "todos",
    "tutti",          "watchers",  "the house", "(forgotten)"};

/* The name without figures and signs: "Seat/1", "player 2". */
static void strip(const char *name, char out[PERSON_NAME_BYTES])
{
    struct text text = text_in(out, PERSON_NAME_BYTES);

    for (; *name; name++)
        if ((unsigned char)*name >= 0x80 || text_is_letter(*name) || *name == ' ')
            text_put_char(&text, *name);
}

static bool looks_like(const char *name, const char *other)
{
    char look[NAMING_LOOK_BYTES], same[NAMING_LOOK_BYTES];
    bool found = false;

    for (enum naming_way way = 0; way < NAMING_WAYS && !found; way++)
        found = naming_look(name, way, look, NULL) == RC_OK &&
                naming_look(other, way, same, NULL) == RC_OK && strcmp(look, same) == 0;
    return found;
}

bool naming_is_reserved(const char *name, const char *robot)
{
    char bare[PERSON_NAME_BYTES];
    bool found = looks_like(name, robot);

    strip(name, bare);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved && !found; i++)
        found = looks_like(name, reserved[i]) || looks_like(bare, reserved[i]);
    return found;
}
