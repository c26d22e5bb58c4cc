/* SPDX-License-Identifier: MIT */
/* Connects the rest of the program with whatever forum is configured: transports, accounts,
 * posts as letters. The kinds of forums are known in src/post alone. */
#include "forum/forum.h"

#include <stdio.h>

#include "base/grow.h"
#include "ledger/facts.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "people/people.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "seal/encode.h"
#include "server/vault.h"

enum { DAY_S = 86400, CODE_HASH_BYTES = 8, SOURCE_BYTES = 32 };

static const char NAME[] = "forum"; /* of the source and sink */

static const enum post_forum kinds[] = {[CONFIG_FORUM_DISCOURSE] = POST_FORUM_DISCOURSE,
                                        [CONFIG_FORUM_NODEBB] = POST_FORUM_NODEBB,
                                        [CONFIG_FORUM_NODEBB1] = POST_FORUM_NODEBB1};
/* As the transports begin the ids of their letters. */
static const char *const sources[] = {[CONFIG_FORUM_NONE] = "",
                                      [CONFIG_FORUM_DISCOURSE] = "discourse:forum",
                                      [CONFIG_FORUM_NODEBB] = "nodebb:forum",
                                      [CONFIG_FORUM_NODEBB1] = "nodebb:forum"};

bool forum_is_on(const struct desk *desk)
{
    return desk->config->forum.kind != CONFIG_FORUM_NONE;
}

/* ---- transports ---- */

static const char *given(const char *text)
{
    return text[0] ? text : NULL;
}

static struct post_forum_config config_of(const struct desk *desk, int stop_fd)
{
    const struct config_forum *forum = &desk->config->forum;

    return (struct post_forum_config){.name = NAME,
                                      .kind = kinds[forum->kind],
                                      .url = forum->url,
                                      .robot = forum->robot,
                                      .key_file = given(forum->key_file),
                                      .key_command = given(forum->key_command),
                                      .password_file = given(forum->password_file),
                                      .ca_file = given(forum->ca_file),
                                      .category = (uint64_t)forum->category,
                                      .poll_s = forum->poll_s,
                                      .stop_fd = stop_fd,
                                      .reader = desk->world.reader};
}

struct topic_list {
    uint64_t *topic;
    size_t count, room;
};

static enum rc add_topics(struct desk *desk, struct topic_list *list, struct err *err)
{
    struct ledger_rows rows = ledger_topics(desk->ledger, err);

    for (struct ledger_topic row; ledger_next(&rows, &row);) {
        uint64_t *grown = grow_array(list->topic, list->count, &list->room, sizeof *grown);

        if (!grown) {
            rows.rc = ERR(err, RC_NO_MEMORY, "no memory for topics");
            break;
        }
        list->topic = grown;
        if (row.topic)
            list->topic[list->count++] = (uint64_t)row.topic;
    }
    return ledger_end(&rows);
}

/* Posts older than the first start are no letters; later starts go on where all was read. */
static enum rc read_since(struct desk *desk, int64_t *since_s, struct err *err)
{
    OWN(buf) state = {0};
    int64_t first = 0, settled = 0;

    TRY(ledger_inbox_get(desk->ledger, sources[desk->config->forum.kind], &first, &state, err));
    if (!first) {
        first = desk_now(desk);
        TRY(ledger_inbox_put(desk->ledger, sources[desk->config->forum.kind], first, "", err));
    }
    TRY(ledger_inbox_get(desk->ledger, "posternd", &settled, &state, err));
    *since_s = settled > first ? settled : first;
    return RC_OK;
}

enum rc forum_open_source(struct desk *desk, int stop_fd, struct post_source **source,
                          struct err *err)
{
    struct post_forum_config config = config_of(desk, stop_fd);
    struct topic_list topics = {0};
    FREED_AT_END(topics.topic);

    TRY(read_since(desk, &config.since_s, err));
    TRY(add_topics(desk, &topics, err));
    config.topics = topics.topic;
    config.topic_count = topics.count;
    return post_forum_source_new(&config, source, err);
}

enum rc forum_open_sink(const struct desk *desk, int stop_fd, struct post_sink **sink,
                        struct err *err)
{
    struct post_forum_config config = config_of(desk, stop_fd);

    return post_forum_sink_new(&config, sink, err);
}

const struct post_forum_traits *forum_traits(const struct config *config)
{
    return post_forum_traits(kinds[config->forum.kind]);
}

bool forum_takes_messages(const struct config *config)
{
    return config->forum.messages && forum_traits(config)->private_out;
}

size_t forum_post_bytes(const struct config *config)
{
    return config->forum.post_bytes ? (size_t)config->forum.post_bytes
                                    : forum_traits(config)->post_bytes;
}

size_t forum_message_bytes(const struct config *config)
{
    return forum_traits(config)->message_bytes;
}

/* ---- accounts ---- */

/* A name with a blank cannot stand in a place; the number is enough there. */
void forum_place_of(const char *account, char place[FORUM_PLACE_BYTES])
{
    struct text text = text_in(place, FORUM_PLACE_BYTES);

    text_put(&text, "user/");
    for (; *account; account++)
        text_put_char(&text, text_is_space(*account) ? '_' : *account);
}

void forum_mention(const char *account, char mention[FORUM_NAME_BYTES + 1])
{
    const char *colon = strchr(account, ':');
    struct text text = text_in(mention, FORUM_NAME_BYTES + 1);

    if (!colon || !colon[1])
        return;
    text_put_char(&text, '@');
    for (colon++; *colon; colon++)
        text_put_char(&text, text_is_space(*colon) ? '-' : *colon);
}

/* A name with blanks is called with '-' in their place. */
static bool is_called(const struct person *person, const char *name)
{
    char mention[FORUM_NAME_BYTES + 1];

    forum_mention(person->account, mention);
    return mention[0] && text_equal_folded(mention + 1, name);
}

enum rc forum_player_called(struct desk *desk, const char *name, int64_t *player, struct err *err)
{
    struct ledger_rows rows;
    struct person person;

    TRY(people_by_name(desk, name, player, err));
    if (*player)
        TRY(people_get(desk, *player, &person, err));
    if (*player && is_called(&person, name))
        return RC_OK;
    *player = 0;
    rows = people_walk(desk, err);
    while (!*player && people_next(desk, &rows, &person))
        if (is_called(&person, name))
            *player = person.id;
    return ledger_end(&rows);
}

void forum_topic_url(const struct config *config, int64_t topic, struct buf *out)
{
    const char *url = config->forum.url;
    size_t length = strlen(url);

    while (length && url[length - 1] == '/')
        length--;
    buf_put_bytes(out, url, length);
    buf_printf(out, config->forum.kind == CONFIG_FORUM_DISCOURSE ? "/t/%lld" : "/topic/%lld",
               (long long)topic);
}

/* ---- linking ---- */

/* A code that was used has added an address, which makes it another. */
static enum rc write_code(struct desk *desk, int64_t player, int64_t day,
                          char code[FORUM_CODE_BYTES], struct err *err)
{
    char text[96], hash_text[BASE32_HASH_BYTES];
    unsigned addresses = 0;
    struct hash hash;
    struct ledger_rows rows = ledger_addresses(desk->ledger, player, err);

    for (struct ledger_address row; ledger_next(&rows, &row);)
        addresses++;
    TRY(ledger_end(&rows));
    snprintf(text, sizeof text, "%lld/%lld/%u", (long long)player, (long long)day, addresses);
    TRY(vault_lookup(desk, "link", text, strlen(text), &hash, err));
    base32_write(hash.at, CODE_HASH_BYTES, hash_text);
    snprintf(code, FORUM_CODE_BYTES, "%lld-%s", (long long)player, hash_text);
    return RC_OK;
}

enum rc forum_link_code(struct desk *desk, int64_t player, int64_t now_s,
                        char code[FORUM_CODE_BYTES], struct err *err)
{
    return write_code(desk, player, now_s / DAY_S, code, err);
}

/* In constant time: it proves who somebody is. */
static bool is_same(const char *a, const char *b)
{
    unsigned char differ = strlen(a) != strlen(b);

    for (size_t i = 0; a[i] && b[i]; i++)
        differ |= (unsigned char)(text_lower(a[i]) ^ text_lower(b[i]));
    return differ == 0;
}

enum rc forum_link_read(struct desk *desk, const char *code, int64_t *player, struct err *err)
{
    const char *dash = strchr(code, '-');
    int64_t number, today = desk_now(desk) / DAY_S;

    *player = 0;
    if (!dash || !text_to_int(code, (size_t)(dash - code), &number) || number <= 0)
        return RC_OK;
    for (int64_t day = today - 1; day <= today && !*player; day++) {
        char good[FORUM_CODE_BYTES];

        TRY(write_code(desk, number, day, good, err));
        if (is_same(code, good))
            *player = number;
    }
    return RC_OK;
}

/* ---- posts as letters ---- */

static const char *find_field(const char *raw, size_t length, const char *name, const char **end)
{
    const char *at = raw, *stop = raw + length;

    while (at < stop) {
        const char *feed = memchr(at, '\n', (size_t)(stop - at));

        feed = feed ? feed : stop;
        if (feed - at <= 1) /* the header ends */
            return NULL;
        if ((size_t)(feed - at) > strlen(name) && memcmp(at, name, strlen(name)) == 0) {
            *end = feed > at && feed[-1] == '\r' ? feed - 1 : feed;
            return at + strlen(name);
        }
        at = feed < stop ? feed + 1 : stop;
    }
    return NULL;
}

static enum forum_post_kind read_kind(const char *word)
{
    static const struct {
        const char *word;
        enum forum_post_kind kind;
    } words[] = {{"post", FORUM_POST_PUBLIC},
                 {"private", FORUM_POST_PRIVATE},
                 {"message", FORUM_POST_PRIVATE},
                 {"edit", FORUM_POST_EDIT}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_equal(words[i].word, word))
            return words[i].kind;
    return FORUM_POST_NONE;
}

void forum_read_letter(const struct config *config, const char *source, const char *raw,
                       size_t length, struct forum_letter *letter)
{
    long long post, topic, user;
    char line[FORUM_NAME_BYTES * 2 + 128], kind[16];
    const char *end, *at = NULL;
    struct text text = text_in(line, sizeof line);
    int used = 0;

    *letter = (struct forum_letter){0};
    if (config->forum.kind != CONFIG_FORUM_NONE && text_equal(source, sources[config->forum.kind]))
        at = find_field(raw, length, "Postern-Forum: ", &end);
    if (!at)
        return;
    text_put_bytes(&text, at, (size_t)(end - at));
    if (sscanf(line, "post=%18lld topic=%18lld user=%18lld kind=%15s name=%n", &post, &topic, &user,
               kind, &used) != 4 ||
        !used)
        return;
    letter->kind = read_kind(kind);
    letter->post = post;
    letter->topic = topic;
    letter->user = user;
    text_copy(letter->name, sizeof letter->name, line + used);
}

enum rc forum_read_text(const struct desk *desk, const struct forum_letter *letter, const char *raw,
                        size_t length, struct post_text *text, struct err *err)
{
    static const char gap[] = "\r\n\r\n";
    const char *body = memmem(raw, length, gap, strlen(gap));
    struct err own = {0};
    enum rc rc;

    if (!body)
        return RC_OK;
    body += strlen(gap);
    rc = reader_post(desk->world.reader, body, length - (size_t)(body - raw),
                     desk->config->forum.robot, letter->kind == FORUM_POST_PRIVATE, text, &own);
    if (rc == RC_TOO_LONG) { /* no person wrote this: nothing in it is for the robot */
        post_text_fini(text);
        return RC_OK;
    }
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}
