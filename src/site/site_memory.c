/* SPDX-License-Identifier: MIT */
/* What the site was written from, so that the next run makes only those pages anew that would be
 * others: a file beside the ledger, one for each folder that a site is written to. It names who
 * sits where, also in games that hide it, and so never lies in the folder itself.
 *
 *     postern-site 2 HASH       of what all pages show: templates, language, server
 *     GAME HASH CARD            a game: hash of what its page shows; its card as JSON
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "outbound/bounces.h"
#include "people/people.h"
#include "seal/encode.h"
#include "server/files.h"
#include "site/site_p.h"

#define FIRST_LINE "postern-site 2 "
enum { FILE_BYTES_MAX = 1 << 30, NAME_SHOWN = 16 /* of the hash in the file's name */ };

/* What pages show of somebody. */
struct seen {
    int64_t player;
    struct hash shown;
};

struct known {
    int64_t game;
    struct hash state;
    struct value *card;
};

struct site_memory {
    char path[SITE_PATH_BYTES];
    struct hash all;     /* of what all pages show */
    struct known *known; /* by number of the game, the newest first; owned */
    size_t count;
    struct seen *seen; /* by player; owned */
    size_t seen_count;
};

/* ---- what all pages show ---- */

static int only_files(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Name, size and time of each file: whoever changes a template sees it on every page. */
static void hash_folder(struct hash_job *job, const char *folder)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, only_files, alphasort);
    char path[SITE_PATH_BYTES];
    struct stat found;

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (stat(path, &found) == 0 && S_ISREG(found.st_mode)) {
            hash_add_text(job, entry[i]->d_name);
            hash_add_number(job, (uint64_t)found.st_size);
            hash_add_number(job, (uint64_t)found.st_mtim.tv_sec);
            hash_add_number(job, (uint64_t)found.st_mtim.tv_nsec);
        }
        free(entry[i]);
    }
    free(entry);
}

static uint32_t count_files(const char *folder)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, only_files, alphasort);
    char path[SITE_PATH_BYTES];
    struct stat found;
    uint32_t files = 0;

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        files += stat(path, &found) == 0 && S_ISREG(found.st_mode);
        free(entry[i]);
    }
    free(entry);
    return files;
}

static void hash_all(const struct site *site, struct hash *out)
{
    const struct config *config = site->desk->config;
    const char *code = language_code(site->language);
    char words[SITE_PATH_BYTES];
    struct hash_job job;

    snprintf(words, sizeof words, "%s/%s", config->templates, code);
    hash_start(&job, "site", 7 + 4 * (count_files(config->templates) + count_files(words)));
    hash_add_text(&job, PACKAGE_VERSION);
    hash_add_text(&job, code);
    hash_add_text(&job, config->name);
    hash_add_text(&job, config->address);
    hash_add_text(&job, config->templates);
    hash_add_number(&job, site->by_table);
    hash_add_number(&job, (uint64_t)config->route);
    hash_folder(&job, config->templates);
    hash_folder(&job, words);
    hash_end(&job, out);
}

/* ---- what a game's page shows ---- */

static void hash_player(struct desk *desk, int64_t player, struct hash *out)
{
    struct person person = {0};
    bool is_there = people_get(desk, player, &person, NULL) == RC_OK, reached = true;
    struct hash_job job;

    if (is_there && bounces_reach(desk, player, &reached, NULL) != RC_OK)
        reached = true;
    hash_start(&job, "site-player", 4);
    hash_add_number(&job, is_there);
    hash_add_number(&job, (uint64_t)person.profile);
    hash_add_text(&job, is_there ? person.name : "");
    hash_add_number(&job, reached);
    hash_end(&job, out);
}

/* Each player is read once a run. */
static enum rc see_player(struct site *site, int64_t player, struct hash *out, struct err *err)
{
    struct site_memory *memory = site->memory;
    size_t low = 0, high = memory->seen_count;
    struct seen *grown;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (memory->seen[middle].player < player)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == memory->seen_count || memory->seen[low].player != player) {
        grown = realloc(memory->seen, (memory->seen_count + 1) * sizeof *grown);
        if (!grown)
            return ERR(err, RC_NO_MEMORY, "no memory for players");
        memory->seen = grown;
        memmove(grown + low + 1, grown + low, (memory->seen_count++ - low) * sizeof *grown);
        grown[low].player = player;
        hash_player(site->desk, player, &grown[low].shown);
    }
    *out = memory->seen[low].shown;
    return RC_OK;
}

static enum rc add_sitter(struct site *site, const struct ledger_seat *seat, struct hash *together,
                          struct err *err)
{
    struct hash_job job;
    struct hash shown;
    enum rc rc = see_player(site, seat->player, &shown, err);

    hash_start(&job, "site-sitters", 5);
    hash_add_hash(&job, together);
    hash_add_number(&job, (uint64_t)seat->seat);
    hash_add_number(&job, (uint64_t)seat->n);
    hash_add_number(&job, (uint64_t)seat->player);
    hash_add_hash(&job, &shown);
    hash_end(&job, together);
    return rc;
}

enum rc site_memory_state(struct site *site, const struct ledger_game_row *row, struct hash *state,
                          struct err *err)
{
    struct ledger_rows rows = ledger_seat_history(site->desk->ledger, row->game, err);
    struct hash together = {0}; /* of all so far */
    struct ledger_seat seat;
    struct hash_job job;

    hash_start(&job, "site-game", 5);
    hash_add_number(&job, (uint64_t)row->game);
    hash_add_number(&job, (uint64_t)row->n);
    hash_add_number(&job, row->status);
    hash_add_number(&job, row->is_frozen);
    while (ledger_next(&rows, &seat))
        rows.rc = add_sitter(site, &seat, &together, err);
    hash_add_hash(&job, &together);
    hash_end(&job, state);
    return ledger_end(&rows);
}

/* ---- the file ---- */

/* Beside the ledger; the same folder has the same file, however it is called. */
static enum rc find_path(const struct site *site, char path[SITE_PATH_BYTES], struct err *err)
{
    const char *ledger = site->desk->config->ledger, *slash = strrchr(ledger, '/');
    char *folder = realpath(site->folder, NULL), name[BASE32_HASH_BYTES];
    struct hash_job job;
    struct hash hash;
    int count;

    if (!folder)
        return ERR(err, RC_IO, site->folder, ": ", strerror(errno));
    hash_start(&job, "site-folder", 1);
    hash_add_text(&job, folder);
    hash_end(&job, &hash);
    free(folder);
    base32_write(hash.at, HASH_BYTES, name);
    count = snprintf(path, SITE_PATH_BYTES, "%.*ssite-%.*s.list",
                     slash ? (int)(slash + 1 - ledger) : 0, ledger, NAME_SHOWN, name);
    return count < 0 || count >= SITE_PATH_BYTES
               ? ERR(err, RC_TOO_LONG, "the path of the ledger is too long")
               : RC_OK;
}

static bool read_line(struct site *site, const char *line, size_t length, struct known *known)
{
    size_t number = strcspn(line, " \n"), at = number + 1 + BASE32_HASH_BYTES - 1;

    return length > at + 1 && line[number] == ' ' && line[at] == ' ' &&
           text_to_int(line, number, &known->game) &&
           base32_read(line + number + 1, BASE32_HASH_BYTES - 1, known->state.at, HASH_BYTES) &&
           value_read(site->values, line + at + 1, length - at - 1, &known->card, NULL) == RC_OK;
}

/* A line that makes no sense means a page made once more. */
static enum rc read_lines(struct site *site, const char *text, struct err *err)
{
    struct site_memory *memory = site->memory;
    size_t room = 0;

    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        struct known known = {0};

        if (memory->count == room) {
            struct known *grown;

            room = room ? 2 * room : 256;
            grown = realloc(memory->known, room * sizeof *grown);
            if (!grown)
                return ERR(err, RC_NO_MEMORY, "no memory for a list of games");
            memory->known = grown;
        }
        if (read_line(site, line, length, &known) &&
            (!memory->count || memory->known[memory->count - 1].game > known.game))
            memory->known[memory->count++] = known;
        line += length + (line[length] == '\n');
    }
    return RC_OK;
}

static void first_line(const struct site_memory *memory, char line[128])
{
    char hash[BASE32_HASH_BYTES];

    base32_write(memory->all.at, HASH_BYTES, hash);
    snprintf(line, 128, FIRST_LINE "%s\n", hash);
}

enum rc site_memory_open(struct site *site, bool anew, struct err *err)
{
    struct site_memory *memory = calloc(1, sizeof *memory);
    struct buf text = {0};
    char line[128];
    enum rc rc;

    site->memory = memory;
    if (!memory)
        return ERR(err, RC_NO_MEMORY, "no memory for a site");
    hash_all(site, &memory->all);
    first_line(memory, line);
    rc = find_path(site, memory->path, err);
    if (rc == RC_OK && !anew && files_read(memory->path, FILE_BYTES_MAX, &text, NULL) == RC_OK &&
        text_starts_with(buf_text(&text), line))
        rc = read_lines(site, buf_text(&text) + strlen(line), err);
    buf_fini(&text);
    return rc;
}

void site_memory_close(struct site_memory *memory)
{
    if (!memory)
        return;
    free(memory->known);
    free(memory->seen);
    free(memory);
}

static bool page_is_there(const struct site *site, const struct value *card)
{
    char path[SITE_PATH_BYTES];
    const char *address = value_get_text(value_get(card, "address"));

    return *address && site_path(site, address, path, NULL) == RC_OK && access(path, R_OK) == 0;
}

static int by_game(const void *left, const void *right)
{
    const struct known *a = left, *b = right;

    return (a->game < b->game) - (a->game > b->game);
}

struct value *site_memory_find(struct site *site, int64_t game, const struct hash *state)
{
    const struct site_memory *memory = site->memory;
    const struct known wanted = {.game = game};
    const struct known *known =
        memory->count ? bsearch(&wanted, memory->known, memory->count, sizeof wanted, by_game)
                      : NULL;

    if (!known || (state && !hash_equal(&known->state, state)) || !page_is_there(site, known->card))
        return NULL;
    return known->card;
}

/* The pages are on disk before anything says that they need not be made again. */
static enum rc sync_folder(const struct site *site, struct err *err)
{
    int fd = open(site->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = fd >= 0 && syncfs(fd) == 0;
    int why = errno;

    if (fd >= 0)
        close(fd);
    return good ? RC_OK : ERR(err, RC_IO, site->folder, ": ", strerror(why));
}

enum rc site_memory_keep(struct site *site, struct err *err)
{
    char line[128], hash[BASE32_HASH_BYTES];
    struct buf text = {0};
    bool written;
    enum rc rc;

    first_line(site->memory, line);
    buf_put(&text, line);
    for (size_t i = 0; i < site->cards; i++) {
        const struct site_card *card = &site->card[i];

        base32_write(card->state.at, HASH_BYTES, hash);
        buf_printf(&text, "%lld %s ", (long long)card->game, hash);
        value_write(card->map, &text);
        buf_put_char(&text, '\n');
    }
    rc = buf_rc(&text, err);
    if (rc == RC_OK && site->count->written)
        rc = sync_folder(site, err);
    if (rc == RC_OK)
        rc = files_put(site->memory->path, FILES_PRIVATE, buf_text(&text), text.length, &written,
                       err);
    buf_fini(&text);
    return rc;
}
