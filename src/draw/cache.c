/* SPDX-License-Identifier: MIT */
/* Keeps pixels of parts that were drawn before, up to a limit, shared by all threads. Drawing
 * them is raster.c's work. */
#include "draw/cache.h"

#include <pthread.h>

#include "draw/raster.h"

enum {
    SLOTS = 4096,       /* of the hash table: a few parts each when full */
    ENTRY_SHARE_MAX = 8 /* no part takes more than this share of the cache */
};

/* One part's pixels. Not changed any more once it is in the table. */
struct raster {
    struct raster *next;          /* in its slot */
    struct raster *newer, *older; /* by last use */
    uint64_t hash;
    unsigned readers; /* who took it and did not give it back */
    bool dropped;     /* out of the table: the last reader frees it */
    size_t bytes, key_length, word_count;
    uint16_t word[]; /* runs, then the key */
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

struct raster *raster_take(struct draw_cache *cache, struct raster_key key)
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

void raster_give_back(struct draw_cache *cache, struct raster *raster)
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
    raster->dropped = *slot || raster->bytes > cache->bytes_max / ENTRY_SHARE_MAX;
    if (!raster->dropped) {
        *slot = raster;
        link_newest(cache, raster);
        cache->count.bytes += raster->bytes;
        cache->count.parts++;
    }
    while (cache->count.bytes > cache->bytes_max)
        drop_oldest(cache);
    pthread_mutex_unlock(&cache->lock);
}

struct raster *raster_keep(struct draw_cache *cache, struct raster_key key,
                           struct raster_pixels pixels, const struct shades *shades)
{
    size_t words = raster_write(pixels, shades, NULL);
    size_t bytes = sizeof(struct raster) + words * sizeof(uint16_t) + key.length;
    struct raster *raster = malloc(bytes);

    if (!raster)
        return NULL;
    *raster = (struct raster){.hash = hash_of(key),
                              .readers = 1,
                              .bytes = bytes,
                              .key_length = key.length,
                              .word_count = words};
    raster_write(pixels, shades, raster->word);
    memcpy(raster->word + words, key.bytes, key.length);
    put(cache, key, raster);
    return raster;
}

void raster_paint(const struct raster *raster, const struct canvas *canvas, struct raster_area box)
{
    raster_put(raster->word, canvas, box);
}
