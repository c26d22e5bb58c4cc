/* SPDX-License-Identifier: MIT */
/* Keeps the keys in use up to date with their file, and signs with the newest. */
#include "server/keyring.h"

#include <sys/stat.h>

#include "ledger/work.h"
#include "server/replica.h"
#include "server/vault.h"

static bool is_same_file(const struct desk *desk, const struct stat *status)
{
    return desk->keys_file.inode == (uint64_t)status->st_ino &&
           desk->keys_file.mtime_s == status->st_mtim.tv_sec &&
           desk->keys_file.mtime_ns == status->st_mtim.tv_nsec;
}

/* The key behind look-ups is a server's first row, and never forgotten. */
static enum rc fits(struct desk *desk, const struct keys *keys, struct err *err)
{
    const struct vault_owner owner = {LEDGER_KEY_TOKEN, 1};
    unsigned char key[KEY_BYTES];
    OWN(buf) wrapped = {0};
    struct hash where;
    int64_t id;
    enum rc rc = ledger_key_get(desk->ledger, owner.kind, owner.subject, &id, &wrapped, NULL);

    if (rc == RC_OK && wrapped.length == KEY_WRAPPED_BYTES) {
        vault_key_place(owner, &where);
        rc = keys_unwrap(keys, (const unsigned char *)wrapped.at, &where, key, NULL);
        secret_wipe(key, sizeof key);
    }
    return rc != RC_BAD_SEAL ? RC_OK
                             : ERR(err, RC_BAD_KEY, desk->config->keys,
                                   ": this key file is another server's, or has lost a key by "
                                   "postern key retire, and opens nothing of this ledger: put the "
                                   "ledger's own in its place, from its backup");
}

enum rc keyring_check(struct desk *desk, struct err *err)
{
    return fits(desk, desk->keys, err);
}

enum rc keyring_refresh(struct desk *desk, struct err *err)
{
    OWN_AT(keys) keys = NULL;
    struct stat status;

    if (desk->keys && stat(desk->config->keys, &status) == 0 && is_same_file(desk, &status))
        return RC_OK;
    if (stat(desk->config->keys, &status) != 0)
        memset(&status, 0, sizeof status); /* keys_read_file says what is lost */
    TRY(keys_read_file(desk->config->keys, &keys, err));
    if (desk->ledger) /* another server's would be worse than the one in use */
        TRY(fits(desk, keys, err));
    keys_free(desk->keys);
    desk->keys = keys;
    keys = NULL;
    desk->keys_file.inode = (uint64_t)status.st_ino;
    desk->keys_file.mtime_s = status.st_mtim.tv_sec;
    desk->keys_file.mtime_ns = status.st_mtim.tv_nsec;
    return RC_OK;
}

static bool sign(const struct desk *desk, const unsigned char public_key[KEY_BYTES],
                 const struct hash *digest, unsigned char signature[SIGNATURE_BYTES])
{
    uint32_t generation = keys_find_public(desk->keys, public_key);

    return generation && keys_sign(desk->keys, generation, digest, signature);
}

enum rc keyring_sign(struct desk *desk, const unsigned char public_key[KEY_BYTES],
                     const struct hash *digest, unsigned char signature[SIGNATURE_BYTES],
                     struct err *err)
{
    TRY(replica_await(desk->replica, err));
    if (sign(desk, public_key, digest, signature))
        return RC_OK;
    TRY(keyring_refresh(desk, err));
    FAIL_IF(!sign(desk, public_key, digest, signature), err, RC_BAD_KEY,
            "the key file lacks the key that signs this game; restore it from its backup");
    return RC_OK;
}

enum rc keyring_unwrap(struct desk *desk, const unsigned char wrapped[KEY_WRAPPED_BYTES],
                       const struct hash *where, unsigned char key[KEY_BYTES], struct err *err)
{
    enum rc rc = keys_unwrap(desk->keys, wrapped, where, key, NULL);

    if (rc != RC_BAD_SEAL)
        return rc;
    rc = keyring_refresh(desk, err);
    return rc == RC_OK ? keys_unwrap(desk->keys, wrapped, where, key, err) : rc;
}
