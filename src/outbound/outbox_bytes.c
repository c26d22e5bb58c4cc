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
    OWN(buf) box = {0};
    OWN_WIPED(buf) content = {0};
    struct vault_place place;
    const char *end;
    size_t length;

    TRY(ledger_composed_get(desk->ledger, kept->out, &box, err));
    TRY(place_of(desk, kept, &place, err));
    TRY(vault_open(desk, &place, vault_bytes(&box), &content, err));
    end = memchr(buf_text(&content), '\n', content.length);
    FAIL_IF(!end, err, RC_BAD_SEAL, "a composed letter is damaged");
    length = (size_t)(end - content.at);
    snprintf(kept->from, sizeof kept->from, "%.*s", (int)length, content.at);
    buf_put_bytes(&kept->bytes, end + 1, content.length - length - 1);
    return buf_rc(&kept->bytes, err);
}

enum rc outbox_bytes_write(struct desk *desk, const struct outbox_bytes *kept, struct err *err)
{
    OWN(buf) box = {0};
    OWN_WIPED(buf) content = {0};
    struct vault_place place;

    TRY(place_of(desk, kept, &place, err));
    buf_printf(&content, "%s\n", kept->from);
    buf_put_bytes(&content, kept->bytes.at, kept->bytes.length);
    TRY(buf_rc(&content, err));
    TRY(vault_close(desk, &place, content.at, content.length, &box, err));
    return ledger_composed_put(desk->ledger, kept->out, desk_now(desk), vault_bytes(&box), err);
}
