/* SPDX-License-Identifier: MIT */
/* Opens a server with all that its desk keeps in memory, and makes a new one. */
#include "play/desk_open.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "letter/pack.h"
#include "play/position.h"
#include "play/shelf.h"
#include "people/people.h"
#include "server/files.h"
#include "server/replica.h"
#include "server/keyring.h"
#include "server/vault.h"

static enum rc open_ledger(struct desk *desk, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];

    TRY(ledger_open(desk->config->ledger, LEDGER_WRITE, &desk->ledger, err));
    TRY(ledger_identity(desk->ledger, identity, err));
    TRY(marks_open(desk->config->mark, identity, &desk->marks, err));
    if (desk->world.step)
        ledger_set_step(desk->ledger, desk->world.step, desk->world.context);
    return RC_OK;
}

static void keep_changed(struct desk *desk)
{
    shelf_keep_changed(desk->shelf);
}

static void drop_changed(struct desk *desk)
{
    shelf_drop_changed(desk->shelf);
}

/* What the desk needs of rooms above its own. */
static const struct desk_above above = {keep_changed, drop_changed};

/* What fails leaves the rest to be made: desk_close takes whatever there is. */
static enum rc open_parts(struct desk *desk, struct err *err)
{
    enum rc rc = secret_start(err);

    THEN(rc, keyring_refresh(desk, err));
    THEN(rc, open_ledger(desk, err));
    THEN(rc, keyring_check(desk, err));
    if (rc == RC_OK && !desk->library) {
        rc = library_load(desk->config, desk->world.games, &desk->library, err);
        desk->owns_library = true;
        desk->world.library = desk->library;
    }
    if (rc == RC_OK && !desk->replica) {
        rc = replica_open(desk->config, &desk->world, &desk->replica, err);
        desk->owns_replica = true;
        desk->world.replica = desk->replica;
    }
    desk->vault = vault_new();
    desk->shelf = shelf_new(SHELF_PLACES);
    desk->people = people_new();
    if (rc == RC_OK && (!desk->vault || !desk->shelf || !desk->people))
        rc = ERR(err, RC_NO_MEMORY, "no memory for the desk");
    return rc;
}

enum rc desk_open(const struct config *config, const struct desk_world *world,
                  const struct log *log, struct desk **desk, struct err *err)
{
    OWN_AT(desk) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for the desk");
    made->config = config;
    made->world = *world;
    made->above = &above;
    made->replica = world->replica;
    made->library = world->library;
    if (log)
        made->log = *log;
    TRY(open_parts(made, err));
    *desk = made;
    made = NULL;
    return RC_OK;
}

void desk_close(struct desk *desk)
{
    if (!desk)
        return;
    people_free(desk->people);
    shelf_free(desk->shelf);
    vault_free(desk->vault);
    marks_close(desk->marks);
    ledger_close(desk->ledger);
    if (desk->owns_replica)
        replica_close(desk->replica);
    if (desk->owns_library)
        library_free(desk->library);
    keys_free(desk->keys);
    free(desk);
}

/* ---- a new server ---- */

static enum rc make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return RC_OK;
    return ERR(err, RC_IO, path, ": ", strerror(errno));
}

static enum rc make_keys(const struct config *config, const struct desk_world *world,
                         struct err *err)
{
    OWN_AT(keys) keys = NULL;

    TRY(keys_make(world->entropy, world->context, &keys, err));
    return keys_create_file(keys, config->keys, err);
}

static enum rc make_ledger(const struct config *config, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    OWN_AT(ledger) ledger = NULL;

    TRY(ledger_create(config->ledger, err));
    TRY(ledger_open(config->ledger, LEDGER_WRITE, &ledger, err));
    TRY(ledger_identity(ledger, identity, err));
    return marks_create(config->mark, identity, err);
}

/* The key behind look-ups is the server's first row. */
static enum rc make_first_key(const struct config *config, const struct desk_world *world,
                              struct err *err)
{
    OWN_AT(desk) desk = NULL;

    TRY(desk_open(config, world, NULL, &desk, err));
    TRY(desk_begin(desk, err));
    TRY(vault_make_key(desk, (struct vault_owner){LEDGER_KEY_TOKEN, 1}, err));
    return desk_commit(desk, err);
}

enum rc desk_init(const char *folder, const char *conf_text, const struct desk_world *world,
                  struct err *err)
{
    OWN_MEMORY struct config *config = calloc(1, sizeof *config);
    OWN_AT(library) library = NULL;
    struct desk_world known = *world;
    char path[CONFIG_TEXT_BYTES];
    OWN_MEMORY char *real = NULL;

    TRY(secret_start(err));
    FAIL_IF(!config, err, RC_NO_MEMORY, "no memory for a configuration");
    TRY(make_folder(folder, err));
    FAIL_IF(!(real = realpath(folder, NULL)), err, RC_IO, folder, ": ", strerror(errno));
    if (snprintf(path, sizeof path, "%s/postern.conf", real) >= (int)sizeof path)
        return ERR(err, RC_TOO_LONG, folder, ": this path is too long");
    TRY(config_read(path, real, conf_text, strlen(conf_text), config, err));
    FAIL_IF(access(path, F_OK) == 0, err, RC_EXISTS, "there is a server in ", folder,
            " already; to work on it: postern --server ", folder);
    /* a server that could not start is not made */
    if (!known.library) {
        TRY(library_load(config, world->games, &library, err));
        known.library = library;
    }
    TRY(library_words_check(known.library, true, err));
    TRY(files_create(path, 0600, conf_text, strlen(conf_text), err));
    TRY(make_keys(config, world, err));
    TRY(make_ledger(config, err));
    if (config->transport == CONFIG_MAILDIR)
        TRY(make_folder(config->maildirs, err));
    return make_first_key(config, &known, err);
}
