/* SPDX-License-Identifier: MIT */
/* Writes and reads the terms of a tournament, and hashes what they promise. */
#include "tournament/record/tournament_terms.h"

#include "seal/encode.h"

static const char first_line[] = "postern-cup 2";

void tournament_terms_write(const struct tournament_terms *terms, struct buf *out)
{
    const struct schedule_rules *rules = &terms->rules;
    char key[BASE32_CHARS(KEY_BYTES) + 1], secret[BASE32_HASH_BYTES];

    base32_write(terms->key, KEY_BYTES, key);
    base32_write(terms->secret.at, HASH_BYTES, secret);
    buf_printf(out, "%s\ncup %lld\nname %s\ngame %s\noptions %s\ntime %s\n", first_line,
               (long long)terms->number, terms->name, terms->game, terms->options, terms->time);
    buf_printf(out, "format %s rounds=%u groups=%u games=%u third=%s", schedule_word(rules->format),
               rules->rounds, rules->groups, rules->games, rules->third ? "yes" : "no");
    if (rules->format == SCHEDULE_LADDER)
        buf_printf(out, " reach=%u term=%u", rules->reach, rules->term_days);
    if (rules->elsewhere)
        buf_put(out, " elsewhere=yes");
    if (rules->best)
        buf_printf(out, " final=%u", rules->best);
    buf_printf(out, "\nseeds %s\npairing %d\n", terms->by_lot ? "lot" : "rating", SCHEDULE_VERSION);
    buf_printf(out, "key %s\nsecret %s\n", key, secret);
}

/* The rest of a line that begins with a word; NULL: it does not. */
static const char *rest_of(const char **at, const char *word, size_t *length)
{
    size_t begins = strlen(word);
    const char *rest = *at + begins + 1;

    if (strncmp(*at, word, begins) != 0 || (*at)[begins] != ' ')
        return NULL;
    *length = strcspn(rest, "\n");
    *at = rest + *length + (rest[*length] == '\n');
    return rest;
}

static bool read_text(const char **at, const char *word, char *out, size_t capacity)
{
    size_t length;
    const char *rest = rest_of(at, word, &length);

    if (!rest || length >= capacity)
        return false;
    memcpy(out, rest, length);
    out[length] = '\0';
    return true;
}

static bool read_number(const char **at, const char *word, int64_t *number)
{
    char text[TEXT_INT_BYTES];

    return read_text(at, word, text, sizeof text) && text_to_int(text, strlen(text), number);
}

static bool read_bytes(const char **at, const char *word, unsigned char *out, size_t count)
{
    size_t length;
    const char *rest = rest_of(at, word, &length);

    return rest && base32_read(rest, length, out, count);
}

/* "rounds=5": a value of the line of the format. */
static bool read_value(const char *text, const char *name, unsigned most, unsigned *value)
{
    const char *at = strstr(text, name);
    int64_t number;

    if (!at || !text_to_int(at + strlen(name), strcspn(at + strlen(name), " "), &number) ||
        number < 0 || number > (int64_t)most)
        return false;
    *value = (unsigned)number;
    return true;
}

static bool read_rules(char *text, struct schedule_rules *rules)
{
    rules->elsewhere = strstr(text, " elsewhere=yes") != NULL;
    rules->third = strstr(text, " third=yes") != NULL;
    if (!read_value(text, " rounds=", PAIRING_ROUNDS_MAX, &rules->rounds) ||
        !read_value(text, " groups=", PAIRING_ENTRANTS_MAX, &rules->groups) ||
        !read_value(text, " games=", TOURNAMENT_LOG_GAMES, &rules->games) || !rules->groups ||
        !rules->games)
        return false;
    if (text_starts_with(text, "ladder ") &&
        (!read_value(text, " reach=", PAIRING_ENTRANTS_MAX, &rules->reach) || !rules->reach ||
         !read_value(text, " term=", SCHEDULE_TERM_DAYS_MAX, &rules->term_days)))
        return false;
    if (strstr(text, " final=") &&
        (!read_value(text, " final=", PAIRING_ENTRANTS_MAX, &rules->best) || !rules->best))
        return false;
    text[strcspn(text, " ")] = '\0';
    return schedule_read(text, &rules->format);
}

static bool read_all(const char *at, struct tournament_terms *terms, int64_t *pairing)
{
    char format[128], seeds[8];
    bool good = read_number(&at, "cup", &terms->number) &&
                read_text(&at, "name", terms->name, sizeof terms->name) &&
                read_text(&at, "game", terms->game, sizeof terms->game) &&
                read_text(&at, "options", terms->options, sizeof terms->options) &&
                read_text(&at, "time", terms->time, sizeof terms->time) &&
                read_text(&at, "format", format, sizeof format) &&
                read_rules(format, &terms->rules) && read_text(&at, "seeds", seeds, sizeof seeds) &&
                read_number(&at, "pairing", pairing) &&
                read_bytes(&at, "key", terms->key, KEY_BYTES) &&
                read_bytes(&at, "secret", terms->secret.at, HASH_BYTES);

    terms->by_lot = good && text_equal(seeds, "lot");
    return good;
}

enum rc tournament_terms_read(const char *text, struct tournament_terms *terms, struct err *err)
{
    OWN(buf) again = {0};
    int64_t pairing = 0;
    bool good = text_starts_with(text, first_line) && text[sizeof first_line - 1] == '\n' &&
                read_all(text + sizeof first_line, terms, &pairing);

    if (good && pairing != SCHEDULE_VERSION)
        return ERR(err, RC_NEWER, "this tournament is paired by rules that are not known here");
    if (good)
        tournament_terms_write(terms, &again);
    good = good && text_equal(buf_text(&again), text);
    return good ? RC_OK : ERR(err, RC_BAD_INPUT, "this is not the beginning of a tournament");
}

void tournament_terms_secret(const struct tournament_terms *terms,
                             const unsigned char secret[CHAIN_SECRET_BYTES], struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "cup-secret", 3);
    hash_add(&job, terms->key, KEY_BYTES);
    hash_add_number(&job, (uint64_t)terms->number);
    hash_add(&job, secret, CHAIN_SECRET_BYTES);
    hash_end(&job, out);
}

void tournament_terms_key(const struct tournament_terms *terms, const struct tournament_log *log,
                          unsigned char key[KEY_BYTES])
{
    memcpy(key, terms->key, KEY_BYTES);
    if (log->keys)
        base32_read(log->key[log->keys - 1], TOURNAMENT_LOG_HASH_BYTES - 1, key, KEY_BYTES);
}

bool tournament_terms_is_key(const struct tournament_terms *terms, const struct tournament_log *log,
                             const unsigned char key[KEY_BYTES])
{
    char text[BASE32_HASH_BYTES];
    bool is = memcmp(terms->key, key, KEY_BYTES) == 0;

    base32_write(key, KEY_BYTES, text);
    for (unsigned i = 0; i < log->keys && !is; i++)
        is = text_equal(log->key[i], text);
    return is;
}

void tournament_terms_lucks(const struct hash *genesis, const struct tournament_log *log,
                            struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "lucks", log->entered + 1);
    hash_add_hash(&job, genesis);
    for (unsigned i = 0; i < log->entered; i++)
        hash_add_text(&job, log->luck[i]);
    hash_end(&job, out);
}

void tournament_terms_seal(const unsigned char luck[HASH_BYTES], struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "cup-luck", 1);
    hash_add(&job, luck, HASH_BYTES);
    hash_end(&job, out);
}

bool tournament_terms_opens(const char *luck, const char *sealed)
{
    unsigned char bytes[HASH_BYTES];
    struct hash said, is;

    if (!base32_read(luck, strlen(luck), bytes, sizeof bytes) ||
        !base32_read(sealed, strlen(sealed), said.at, HASH_BYTES))
        return false;
    tournament_terms_seal(bytes, &is);
    return hash_equal(&said, &is);
}

const char *tournament_terms_label(const struct tournament_log *log,
                                   char label[TOURNAMENT_LABEL_BYTES])
{
    struct text text = text_in(label, TOURNAMENT_LABEL_BYTES);

    text_put(&text, "cup/seeds/0");
    if (log->throws)
        TEXT_PUT(&text, "/", TEXT_INT((int64_t)log->throws + 1));
    return label;
}
