#include "draw/cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "draw/raster.h"

enum {
    SLOTS = 4096,       /* of the hash table: a few parts each when full */
    RUN_MAX = 256,      /* pixels of one run */
    COLOUR_BITS = 24,   /* a run is its length − 1, then its colour */
    ROWS_BITS = 16,     /* the first word of a row: how often it stands, then its runs */
    ENTRY_SHARE_MAX = 8 /* no part takes more than this share of the cache */
};
#define COLOUR 0xFFFFFFu

/* One part's pixels. Not changed any more once it is in the table. */
struct raster {
    struct raster *next;          /* in its slot */
    struct raster *newer, *older; /* by last use */
    uint64_t hash;
    unsigned readers; /* threads that paint it now */
    bool dropped;     /* out of the table: the last reader frees it */
    size_t bytes, key_length, word_count;
    unsigned width, height;
    uint32_t word[]; /* then the key */
};

struct draw_cache {
    pthread_mutex_t lock;
    size_t bytes_max;
    struct draw_cache_count count;
    struct raster *newest, *oldest;
    struct raster *slot[SLOTS];
};

struct draw_cache *draw_cache_new(size_t bytes)
{
    struct draw_cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    cache->bytes_max = bytes;
    if (pthread_mutex_init(&cache->lock, NULL) == 0)
        return cache;
    free(cache);
    return NULL;
}

void draw_cache_free(struct draw_cache *cache)
{
    struct raster *next;

    if (!cache)
        return;
    for (struct raster *at = cache->newest; at; at = next) {
        next = at->older;
        free(at);
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

struct draw_cache_count draw_cache_counted(struct draw_cache *cache)
{
    struct draw_cache_count count;

    pthread_mutex_lock(&cache->lock);
    count = cache->count;
    pthread_mutex_unlock(&cache->lock);
    return count;
}

/* ---- the table; all under the lock ---- */

/* FNV-1a by words: keys are compared in full anyway. */
static uint64_t hash_of(struct raster_key key)
{
    const unsigned char *at = key.bytes;
    uint64_t hash = 0xCBF29CE484222325u, word;

    for (size_t left = key.length; left; left -= left < sizeof word ? left : sizeof word) {
        size_t take = left < sizeof word ? left : sizeof word;

        word = 0;
        memcpy(&word, at, take);
        at += take;
        hash = (hash ^ word) * 0x100000001B3u;
        hash ^= hash >> 29;
    }
    return hash;
}

static struct raster **find(struct draw_cache *cache, struct raster_key key, uint64_t hash)
{
    struct raster **at = &cache->slot[hash % SLOTS];

    while (*at && ((*at)->hash != hash || (*at)->key_length != key.length ||
                   memcmp((*at)->word + (*at)->word_count, key.bytes, key.length) != 0))
        at = &(*at)->next;
    return at;
}

static void unlink_age(struct draw_cache *cache, struct raster *raster)
{
    *(raster->newer ? &raster->newer->older : &cache->newest) = raster->older;
    *(raster->older ? &raster->older->newer : &cache->oldest) = raster->newer;
}

static void link_newest(struct draw_cache *cache, struct raster *raster)
{
    raster->newer = NULL;
    raster->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = raster;
    cache->newest = raster;
}

static void drop_oldest(struct draw_cache *cache)
{
    struct raster *raster = cache->oldest, **at = &cache->slot[raster->hash % SLOTS];

    while (*at != raster)
        at = &(*at)->next;
    *at = raster->next;
    unlink_age(cache, raster);
    cache->count.bytes -= raster->bytes;
    cache->count.parts--;
    raster->dropped = true;
    if (raster->readers == 0)
        free(raster);
}

static struct raster *take(struct draw_cache *cache, struct raster_key key)
{
    uint64_t hash = hash_of(key);
    struct raster *found;

    pthread_mutex_lock(&cache->lock);
    found = *find(cache, key, hash);
    if (found) {
        cache->count.found++;
        found->readers++;
        unlink_age(cache, found);
        link_newest(cache, found);
    }
    pthread_mutex_unlock(&cache->lock);
    return found;
}

static void give_back(struct draw_cache *cache, struct raster *raster)
{
    bool last;

    pthread_mutex_lock(&cache->lock);
    last = --raster->readers == 0 && raster->dropped;
    pthread_mutex_unlock(&cache->lock);
    if (last)
        free(raster);
}

/* Put it in, unless another thread did in the meantime. */
static void put(struct draw_cache *cache, struct raster_key key, struct raster *raster)
{
    struct raster **slot;

    pthread_mutex_lock(&cache->lock);
    cache->count.drawn++;
    slot = find(cache, key, raster->hash);
    if (*slot || raster->bytes > cache->bytes_max / ENTRY_SHARE_MAX) {
        pthread_mutex_unlock(&cache->lock);
        free(raster);
        return;
    }
    raster->next = NULL;
    *slot = raster;
    link_newest(cache, raster);
    cache->count.bytes += raster->bytes;
    cache->count.parts++;
    while (cache->count.bytes > cache->bytes_max)
        drop_oldest(cache);
    pthread_mutex_unlock(&cache->lock);
}

/* ---- pixels ---- */

static void paint_row(const uint32_t *runs, unsigned count, uint32_t *to)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t colour = runs[i] | ~COLOUR, length = (runs[i] >> COLOUR_BITS) + 1;

        while (length--)
            *to++ = colour;
    }
}

bool raster_paint(struct draw_cache *cache, struct raster_key key, const struct canvas *canvas,
                  struct raster_box box)
{
    struct raster *raster = take(cache, key);
    bool fits = raster && raster->width == box.width && raster->height == box.height;
    const uint32_t *at = raster ? raster->word : NULL;

    for (unsigned y = 0; fits && y < box.height;) {
        unsigned rows = *at >> ROWS_BITS, runs = *at & ((1u << ROWS_BITS) - 1);
        uint32_t *first = canvas->pixels + (box.y + y) * canvas->stride + box.x;

        paint_row(at + 1, runs, first);
        for (unsigned copy = 1; copy < rows; copy++)
            memcpy(first + copy * canvas->stride, first, box.width * sizeof *first);
        at += 1 + runs;
        y += rows;
    }
    if (raster)
        give_back(cache, raster);
    return fits;
}

/* Write one row's runs; how many. With `to` NULL they are only counted. */
static unsigned write_runs(const uint32_t *row, unsigned width, uint32_t *to)
{
    unsigned count = 0;

    for (unsigned x = 0, length; x < width; x += length, count++) {
        uint32_t colour = row[x] & COLOUR;

        for (length = 1; length < RUN_MAX && x + length < width; length++)
            if ((row[x + length] & COLOUR) != colour)
                break;
        if (to)
            to[count] = (length - 1) << COLOUR_BITS | colour;
    }
    return count;
}

/* The same in words for a whole box. */
static size_t write_rows(const struct canvas *canvas, struct raster_box box, uint32_t *to)
{
    size_t count = 0;

    for (unsigned y = 0, rows; y < box.height; y += rows) {
        const uint32_t *row = canvas->pixels + (box.y + y) * canvas->stride + box.x;
        unsigned runs = write_runs(row, box.width, to ? to + count + 1 : NULL);

        rows = 1;
        while (y + rows < box.height &&
               memcmp(row, row + rows * canvas->stride, box.width * sizeof *row) == 0)
            rows++;
        if (to)
            to[count] = rows << ROWS_BITS | runs;
        count += 1 + runs;
    }
    return count;
}

void raster_keep(struct draw_cache *cache, struct raster_key key, const struct canvas *canvas,
                 struct raster_box box)
{
    size_t words = write_rows(canvas, box, NULL);
    size_t bytes = sizeof(struct raster) + words * sizeof(uint32_t) + key.length;
    struct raster *raster = malloc(bytes);

    if (!raster)
        return;
    *raster = (struct raster){.hash = hash_of(key),
                              .bytes = bytes,
                              .key_length = key.length,
                              .word_count = words,
                              .width = box.width,
                              .height = box.height};
    write_rows(canvas, box, raster->word);
    memcpy(raster->word + words, key.bytes, key.length);
    put(cache, key, raster);
}
