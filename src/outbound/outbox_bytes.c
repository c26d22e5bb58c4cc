/* SPDX-License-Identifier: MIT */
/* Keeps a letter's composed bytes, so that each try sends the same. */
#include "outbound/outbox.h"

#include <stdio.h>

#include "ledger/work.h"
#include "server/vault.h"

static enum rc place_of(struct desk *desk, const struct outbox_bytes *kept,
                        struct vault_place *place, struct err *err)
{
    *place = (struct vault_place){.column = "composed.box", .row = kept->out};
    return vault_owner_of(desk, kept->game, kept->made_s, &place->owner, err);
}

/* The box begins with a line that holds the envelope's sender. */
enum rc outbox_bytes_read(struct desk *desk, struct outbox_bytes *kept, struct err *err)
{
    struct buf box = {0}, content = {0};
    struct vault_place place;
    const char *end;
    enum rc rc = ledger_composed_get(desk->ledger, kept->out, &box, err);

    THEN(rc, place_of(desk, kept, &place, err));
    THEN(rc, vault_open(desk, &place, vault_bytes(&box), &content, err));
    if (rc == RC_OK && !(end = memchr(buf_text(&content), '\n', content.length)))
        rc = ERR(err, RC_BAD_SEAL, "a composed letter is damaged");
    if (rc == RC_OK) {
        size_t length = (size_t)(end - content.at);

        snprintf(kept->from, sizeof kept->from, "%.*s", (int)length, content.at);
        buf_put_bytes(&kept->bytes, end + 1, content.length - length - 1);
        rc = buf_rc(&kept->bytes, err);
    }
    buf_fini(&box);
    buf_wipe(&content);
    return rc;
}

enum rc outbox_bytes_write(struct desk *desk, const struct outbox_bytes *kept, struct err *err)
{
    struct buf box = {0}, content = {0};
    struct vault_place place;
    enum rc rc = place_of(desk, kept, &place, err);

    buf_printf(&content, "%s\n", kept->from);
    buf_put_bytes(&content, kept->bytes.at, kept->bytes.length);
    THEN(rc, buf_rc(&content, err));
    THEN(rc, vault_close(desk, &place, content.at, content.length, &box, err));
    THEN(rc, ledger_composed_put(desk->ledger, kept->out, desk_now(desk), vault_bytes(&box), err));
    buf_fini(&box);
    buf_wipe(&content);
    return rc;
}
