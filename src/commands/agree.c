/* SPDX-License-Identifier: MIT */
/* "agree upgrade VERSION": logs a seat's consent. The change itself is made in admin/upgrade.c. */
#include "commands/commands.h"

#include <stdio.h>

/* The version in the game's own list, NULL if it is none that may be agreed to. */
static const char *find_version(const struct position *position, const char *word)
{
    for (const char *const *v = position->played->versions; *v; v++)
        if (text_equal_folded(*v, word) && !text_equal(*v, position->rules_version))
            return *v;
    return NULL;
}

/* Names of the players who have not agreed. */
static void list_missing(const struct incoming *incoming, uint32_t missing, struct buf *out)
{
    for (unsigned seat = 1; seat <= incoming->position->genesis.seats; seat++)
        if (missing & 1u << seat)
            buf_printf(out, "%s%s", out->length ? ", " : "", incoming->answer.wording.player[seat]);
}

enum rc agree_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    const char *version = NULL;
    OWN(buf) others = {0};
    struct entry entry;
    uint32_t missing;

    version = find_version(position, arguments);
    if (!version)
        return incoming_tell(incoming, "keeper.agree-not", "words", arguments, NULL);
    if (incoming_is_older(incoming,
                          replay_asked_s(position->replay, incoming->known->seat, REPLAY_UPGRADE)))
        return RC_OK;
    if (replay_upgrade_missing(position->replay, version) & 1u << incoming->known->seat) {
        entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_AGREE);
        snprintf(entry.words, sizeof entry.words, "%s%s", REPLAY_UPGRADE, version);
        TRY(incoming_append(incoming, &entry, NULL, 0, err));
    }
    missing = replay_upgrade_missing(position->replay, version);
    list_missing(incoming, missing, &others);
    return incoming_tell(incoming, missing ? "keeper.agreed" : "keeper.agreed-all", "version",
                         version, "others", buf_text(&others), NULL);
}
