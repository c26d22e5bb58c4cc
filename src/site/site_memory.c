/* SPDX-License-Identifier: MIT */
/* What the site was written from, so that the next run makes only those pages anew that would be
 * others: a file beside the ledger, one for each folder that a site is written to. It names who
 * sits where, also in games that hide it, and so never lies in the folder itself.
 *
 *     postern-site 3 HASH       of what all pages show: templates, language, server
 *     GAME HASH FILES open|over STAMP ,SITTER,… CARD
 *
 * A game, the newest first: hash of what its page shows, how many files that is, when it went on
 * last, who sits in it, and what else lists say of it as JSON. The file is read and written line by
 * line: a server with 100,000 games has as many lines in each language.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "outbound/bounces.h"
#include "people/people.h"
#include "seal/encode.h"
#include "server/files.h"
#include "site/site_p.h"

#define FIRST_LINE "postern-site 3 "
enum { FILE_BYTES_MAX = 1 << 30, NAME_SHOWN = 16 /* of the hash in the file's name */ };

/* What pages show of somebody. */
struct seen {
    bool is_read;
    struct hash shown;
};

struct site_memory {
    char path[SITE_PATH_BYTES], made[SITE_PATH_BYTES + 4]; /* what the next run reads, while made */
    struct hash all;                                       /* of what all pages show */
    FILE *old, *out;                                       /* old NULL: nothing may stay */
    char *line;                                            /* of the old; owned, as the next */
    size_t room;
    long long known;   /* the game of that line; 0 = none was read */
    struct buf cards;  /* the new, read for the lists */
    struct seen *seen; /* by the player's number; owned */
    size_t seen_count;
};

/* ---- what all pages show ---- */

static int only_files(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Name, size and time of each file: whoever changes a template sees it on every page. */
static void add_folder(const char *folder, struct hash *together)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, only_files, alphasort);
    char path[SITE_PATH_BYTES];
    struct stat found;
    struct hash_job job;

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (stat(path, &found) == 0 && S_ISREG(found.st_mode)) {
            hash_start(&job, "site-file", 5);
            hash_add_hash(&job, together);
            hash_add_text(&job, entry[i]->d_name);
            hash_add_number(&job, (uint64_t)found.st_size);
            hash_add_number(&job, (uint64_t)found.st_mtim.tv_sec);
            hash_add_number(&job, (uint64_t)found.st_mtim.tv_nsec);
            hash_end(&job, together);
        }
        free(entry[i]);
    }
    free(entry);
}

static void hash_all(const struct site *site, struct hash *out)
{
    const struct config *config = site->desk->config;
    const char *code = language_code(site->language);
    struct hash files = {0}; /* all so far */
    char words[SITE_PATH_BYTES];
    struct hash_job job;

    snprintf(words, sizeof words, "%s/%s", config->templates, code);
    add_folder(config->templates, &files);
    add_folder(words, &files);
    hash_start(&job, "site", 8);
    hash_add_text(&job, PACKAGE_VERSION);
    hash_add_text(&job, code);
    hash_add_text(&job, config->name);
    hash_add_text(&job, config->address);
    hash_add_text(&job, config->site_terms);
    hash_add_text(&job, config->templates);
    hash_add_number(&job, site->by_table);
    hash_add_number(&job, (uint64_t)config->route);
    hash_add_hash(&job, &files);
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
    size_t at = (size_t)player, room = 2 * at + 1;
    struct seen *seen = memory->seen;

    if (at >= memory->seen_count) {
        seen = realloc(seen, room * sizeof *seen);
        FAIL_IF(!seen, err, RC_NO_MEMORY, "no memory for players");
        memset(seen + memory->seen_count, 0, (room - memory->seen_count) * sizeof *seen);
        memory->seen = seen;
        memory->seen_count = room;
    }
    if (!seen[at].is_read)
        hash_player(site->desk, player, &seen[at].shown);
    seen[at].is_read = true;
    *out = seen[at].shown;
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

enum rc site_memory_state(struct site *site, struct site_state *state, struct err *err)
{
    const struct ledger_game_row *row = &state->row;
    struct ledger_rows rows = ledger_seat_history(site->desk->ledger, row->game, err);
    struct hash together = {0}; /* of all so far */
    struct hash_job job;

    hash_start(&job, "site-game", 5);
    hash_add_number(&job, (uint64_t)row->game);
    hash_add_number(&job, (uint64_t)row->n);
    hash_add_number(&job, row->status);
    hash_add_number(&job, row->is_frozen);
    for (struct ledger_seat seat; ledger_next(&rows, &seat);)
        rows.rc = add_sitter(site, &seat, &together, err);
    hash_add_hash(&job, &together);
    hash_end(&job, &state->hash);
    return ledger_end(&rows);
}

/* ---- the file ---- */

/* Beside the ledger; the same folder has the same file, however it is called. */
static enum rc find_path(const struct site *site, struct site_memory *memory, struct err *err)
{
    const char *ledger = site->desk->config->ledger, *slash = strrchr(ledger, '/');
    char *folder = realpath(site->folder, NULL), name[BASE32_HASH_BYTES];
    struct hash_job job;
    struct hash hash;
    int count;

    FAIL_IF(!folder, err, RC_IO, site->folder, ": ", strerror(errno));
    hash_start(&job, "site-folder", 1);
    hash_add_text(&job, folder);
    hash_end(&job, &hash);
    free(folder);
    base32_write(hash.at, HASH_BYTES, name);
    count = snprintf(memory->path, SITE_PATH_BYTES, "%.*ssite-%.*s.list",
                     slash ? (int)(slash + 1 - ledger) : 0, ledger, NAME_SHOWN, name);
    snprintf(memory->made, sizeof memory->made, "%s.new", memory->path);
    return count < 0 || count >= SITE_PATH_BYTES
               ? ERR(err, RC_TOO_LONG, "the path of the ledger is too long")
               : RC_OK;
}

static void first_line(const struct site_memory *memory, char line[128])
{
    char hash[BASE32_HASH_BYTES];

    base32_write(memory->all.at, HASH_BYTES, hash);
    snprintf(line, 128, FIRST_LINE "%s\n", hash);
}

/* A last run whose pages all show the same, else none. */
static FILE *open_old(const struct site_memory *memory, const char *first)
{
    FILE *old = fopen(memory->path, "re");
    char line[128];

    if (old && (!fgets(line, sizeof line, old) || !text_equal(line, first))) {
        fclose(old);
        old = NULL;
    }
    return old;
}

enum rc site_memory_open(struct site *site, bool anew, struct err *err)
{
    struct site_memory *memory = calloc(1, sizeof *memory);
    char line[128];
    int fd;

    site->memory = memory;
    FAIL_IF(!memory, err, RC_NO_MEMORY, "no memory for a site");
    hash_all(site, &memory->all);
    first_line(memory, line);
    TRY(find_path(site, memory, err));
    memory->old = anew ? NULL : open_old(memory, line);
    fd = open(memory->made, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return ERR(err, RC_BUSY, "another run writes this site; try again when it has ended");
    }
    memory->out = fd >= 0 && ftruncate(fd, 0) == 0 ? fdopen(fd, "w+") : NULL;
    FAIL_IF(!memory->out, err, RC_IO, memory->made, ": ", strerror(errno));
    fputs(line, memory->out);
    return RC_OK;
}

void site_memory_close(struct site_memory *memory)
{
    if (!memory)
        return;
    if (memory->old)
        fclose(memory->old);
    if (memory->out) {
        unlink(memory->made); /* before it is anybody else's */
        fclose(memory->out);
    }
    buf_fini(&memory->cards);
    free(memory->line);
    free(memory->seen);
    free(memory);
}

/* ---- what may stay ---- */

static bool page_is_there(const struct site *site, int64_t game)
{
    char path[SITE_PATH_BYTES], name[64];

    snprintf(name, sizeof name, SITE_PAGE, (long long)game);
    return site_path(site, name, path, NULL) == RC_OK && access(path, R_OK) == 0;
}

/* A line that makes no sense means a page made once more. */
bool site_memory_stays(struct site *site, const struct site_state *state)
{
    struct site_memory *memory = site->memory;
    char hash[BASE32_HASH_BYTES], wanted[BASE32_HASH_BYTES];
    long long game = memory->known;
    unsigned files;

    while (memory->old && (!game || game > state->row.game)) { /* both have the newest first */
        if (getline(&memory->line, &memory->room, memory->old) < 0)
            return false;
        game = strtoll(memory->line, NULL, 10);
    }
    memory->known = game;
    base32_write(state->hash.at, HASH_BYTES, wanted);
    if (game != state->row.game ||
        sscanf(memory->line, "%*d %52s %u %*4s %*20s %*[0-9,] {", hash, &files) != 2 ||
        !text_equal(hash, wanted) || !page_is_there(site, game))
        return false;
    site->count->files += files;
    fputs(memory->line, memory->out);
    return true;
}

void site_memory_add(struct site *site, const struct site_state *state, unsigned files,
                     const struct site_card *card, const struct value *map)
{
    char hash[BASE32_HASH_BYTES];
    OWN(buf) text = {0};

    value_write(map, &text);
    base32_write(state->hash.at, HASH_BYTES, hash);
    fprintf(site->memory->out, "%lld %s %u %s %s ,%s %s\n", (long long)card->game, hash, files,
            card->is_over ? "over" : "open", card->stamp, card->sitters, buf_text(&text));
}

enum rc site_memory_cards(struct site *site, struct err *err)
{
    struct site_memory *memory = site->memory;
    char *text, *line;
    enum rc rc = ferror(memory->out) || fflush(memory->out) ? RC_IO : RC_OK;

    FAIL_IF(rc != RC_OK, err, rc, memory->made, ": ", strerror(errno));
    TRY(files_read(memory->made, FILE_BYTES_MAX, &memory->cards, err));
    text = memory->cards.at;
    for (strsep(&text, "\n"); (line = strsep(&text, "\n")) && *line; site->cards++) {
        struct site_card *card = &site->card[site->cards];

        card->game = strtoll(strsep(&line, " "), NULL, 10);
        strsep(&line, " "); /* its hash and its files */
        strsep(&line, " ");
        card->is_over = text_equal(strsep(&line, " "), "over");
        card->stamp = strsep(&line, " ");
        card->sitters = strsep(&line, " ") + 1;
        card->map = line;
    }
    return RC_OK;
}

struct value *site_card(const struct site_card *card, struct values *values)
{
    struct value *map = NULL;
    char text[64];

    if (value_read(values, card->map, strlen(card->map), &map, NULL) != RC_OK)
        return NULL; /* no memory, as the values say */
    snprintf(text, sizeof text, SITE_PAGE, (long long)card->game);
    value_set_text(map, "address", text);
    value_set_int(map, "game", card->game);
    value_set_text(map, "stamp", card->stamp);
    value_set_text(map, "over", card->is_over ? "yes" : "");
    return map;
}

/* ---- what is left for the next run ---- */

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
    struct site_memory *memory = site->memory;

    if (site->count->written)
        TRY(sync_folder(site, err));
    if (fsync(fileno(memory->out)) || rename(memory->made, memory->path))
        return ERR(err, RC_IO, memory->path, ": ", strerror(errno));
    memory->made[0] = '\0'; /* what is called so from here on is another run's */
    return RC_OK;
}
