/* SPDX-License-Identifier: MIT */
#include "ledger/place.h"

#include <string.h>

#include "ledger/ledger_p.h"

enum {
    REGION_BYTES = 32768, /* of the index, as SQLite maps it */
    HEADER_BYTES = 48,
    INITED_AT = 12,
    FRAMES_AT = 16,
    CHECKSUM_AT = 24,
    SALT_AT = 32,
    TRIES = 1000
};

/* SQLite's own mapping: to open that file once more, and close it, would drop its locks. */
static const volatile unsigned char *find_header(struct ledger *ledger, sqlite3_file **file)
{
    void volatile *region = NULL;

    *file = NULL;
    if (sqlite3_file_control(ledger->db, "main", SQLITE_FCNTL_FILE_POINTER, file) != SQLITE_OK ||
        !*file || !(*file)->pMethods || (*file)->pMethods->iVersion < 2 ||
        !(*file)->pMethods->xShmMap ||
        (*file)->pMethods->xShmMap(*file, 0, REGION_BYTES, 0, &region) != SQLITE_OK)
        return NULL;
    return region;
}

static void copy(unsigned char *out, const volatile unsigned char *from)
{
    for (unsigned i = 0; i < HEADER_BYTES; i++)
        out[i] = from[i];
}

/* Two copies, written one after the other: equal ones are whole. */
static bool read_header(sqlite3_file *file, const volatile unsigned char *header,
                        unsigned char out[HEADER_BYTES])
{
    unsigned char second[HEADER_BYTES];

    for (unsigned i = 0; i < TRIES; i++) {
        copy(out, header);
        file->pMethods->xShmBarrier(file);
        copy(second, header + HEADER_BYTES);
        if (memcmp(out, second, HEADER_BYTES) == 0 && out[INITED_AT])
            return true;
    }
    return false;
}

enum rc ledger_place_get(struct ledger *ledger, struct ledger_place *place, struct err *err)
{
    unsigned char header[HEADER_BYTES];
    sqlite3_file *file;
    const volatile unsigned char *mapped = find_header(ledger, &file);

    if (!mapped)
        return ERR(err, RC_BUG, "the ledger has no write-ahead file");
    if (!read_header(file, mapped, header))
        return ERR(err, RC_BUSY, "the ledger's write-ahead file cannot be looked at now");
    memcpy(&place->frames, header + FRAMES_AT, sizeof place->frames);
    memcpy(place->checksum, header + CHECKSUM_AT, sizeof place->checksum);
    memcpy(place->salt, header + SALT_AT, sizeof place->salt);
    return RC_OK;
}
