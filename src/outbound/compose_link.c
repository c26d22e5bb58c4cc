/* SPDX-License-Identifier: MIT */
/* The link to the table page: what its reader sees of the game, in the fragment of an address,
 * signed; and the same bytes as a block of text. It holds nothing that the letter does not. Source:
 * design, section 11, P9; doc/table.md. */

#include "outbound/compose_p.h"
#include "letter/link.h"
#include "play/position.h"
#include "seal/encode.h"
#include "server/keyring.h"

static void put_line(struct buf *out, const char *word, const char *value)
{
    BUF_PUT(out, word, " ");
    for (; *value; value++)
        buf_put_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    buf_put_char(out, '\n');
}

static void put_number(struct buf *out, const char *word, uint64_t number)
{
    put_line(out, word, TEXT_INT((int64_t)number));
}

/* Whose server it is: its address, and the key that signs this game. */
static void put_server(const struct making *making, struct buf *out)
{
    const struct position *position = making->news.position;
    const struct desk *desk = making->desk;
    char key[BASE32_HASH_BYTES];
    TEXT_IN(text, line, 2 * BASE32_HASH_BYTES);

    TEXT_PUT(&text, TEXT_INT((int64_t)keys_find_public(desk->keys, position->key)), " ",
             base32_write(position->key, KEY_BYTES, key));
    put_line(out, "server", desk->config->address);
    put_line(out, "key", line);
}

static void put_names(const struct making *making, struct buf *out)
{
    put_line(out, "subject", making->subject);
    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++)
        if (*making->name[seat]) {
            char word[] = "name 0";

            word[sizeof word - 2] = (char)('0' + seat);
            put_line(out, word, making->name[seat]);
        }
}

static void put_view(const struct making *making, struct buf *out)
{
    const struct position *position = making->news.position;
    const struct game *game = position->played;
    _Alignas(16) unsigned char view[GAME_STATE_MAX];
    TEXT_IN(written, text, POSITION_TEXT_BYTES);

    game->secrets->view(position_rulebook(position), position_state(position), making->seat, view);
    game->text->write(position_rulebook(position), view, &written);
    buf_put(out, "view\n");
    buf_put_bytes(out, written.at, written.length);
    secret_wipe(view, sizeof view);
    secret_wipe(text, sizeof text);
}

static void put_content(const struct making *making, bool names, struct buf *out)
{
    const struct position *position = making->news.position;
    char genesis[BASE32_HASH_BYTES];

    buf_put(out, "postern-table 1\n");
    put_line(out, "game", position->played->name);
    put_line(out, "rules", position->rules_version);
    put_line(out, "genesis", base32_write(position->chain.genesis.at, HASH_BYTES, genesis));
    put_number(out, "number", (uint64_t)position->game);
    put_number(out, "entry", position->chain.number);
    put_number(out, "seat", making->seat);
    put_line(out, "language", language_code(making->wording.language));
    put_server(making, out);
    put_line(out, "reply", making->reply);
    if (names)
        put_names(making, out);
    put_view(making, out);
}

/* "1.CONTENT.SIGNATURE" */
static enum rc make_fragment(const struct making *making, bool names, struct buf *fragment,
                             struct err *err)
{
    const struct position *position = making->news.position;
    unsigned char signature[SIGNATURE_BYTES];
    OWN_WIPED(buf) content = {0};
    struct hash digest;

    put_content(making, names, &content);
    buf_clear(fragment);
    TRY(buf_rc(&content, err));
    TRY(link_pack(buf_text(&content), content.length, fragment, err));
    chain_link(&position->chain.genesis, position->chain.number, making->seat, buf_text(fragment),
               fragment->length, &digest);
    TRY(keyring_sign(making->desk, position->key, &digest, signature, err));
    link_sign(signature, fragment);
    return buf_rc(fragment, err);
}

/* Does this letter ask its reader for orders, or to open a seal that he keeps? */
static bool asks_for_lines(const struct making *making)
{
    const struct decision *decision;

    if (making->seat == 0 || making->seat > SEATS_MAX || making->kind == OUTBOX_WATCH ||
        making->news.position->phase != POSITION_PLAY)
        return false;
    decision = compose_question(making->news.position, making->seat);
    return decision && decision->kind != DECISION_DRAW && !position_is_luck(decision->id);
}

static void add_address(struct making *making, const struct buf *fragment)
{
    OWN_WIPED(buf) link = {0};

    BUF_PUT(&link, making->desk->config->site_url, "/table.html#", buf_text(fragment));
    if (link.length <= LINK_ADDRESS_MAX) /* not a letter of it may change */
        value_set_signed(making->map, "table_link", buf_text(&link));
}

static bool has_block(const struct config *config)
{
    return config->site_blocks == CONFIG_BLOCKS_YES ||
           (config->site_blocks == CONFIG_BLOCKS_LINKED && *config->site_url);
}

/* Where the page is that the letter may be pasted into; without a site, the player's own copy. */
static void add_block(struct making *making, const struct buf *fragment)
{
    const char *site = making->desk->config->site_url;
    OWN_WIPED(buf) block = {0};
    OWN(buf) page = {0};

    link_write_block(buf_text(fragment), &block);
    value_set_signed(making->map, "table_block",
                     making->person.block_in_text ? buf_text(&block) : "");
    if (!making->person.block_in_text)
        buf_put(&making->block, buf_text(&block));
    buf_printf(&page, "%s%stable.html", site, *site ? "/" : "");
    value_set_text(making->map, "table_page", buf_text(&page));
}

/* Where the game is learnt by doing, for who begins. */
static void add_lessons(struct making *making)
{
    const char *site = making->desk->config->site_url;
    OWN(buf) page = {0};

    if (*site && !making->person.no_links)
        buf_printf(&page, "%s/learn.html?language=%s", site,
                   language_code(making->wording.language));
    value_set_text(making->map, "lessons", buf_text(&page));
}

enum rc compose_add_link(struct making *making, struct err *err)
{
    const struct config *config = making->desk->config;
    OWN_WIPED(buf) fragment = {0};

    value_set_text(making->map, "table_link", "");
    value_set_text(making->map, "table_block", "");
    value_set_text(making->map, "table_page", "");
    add_lessons(making);
    if ((!*config->site_url && !has_block(config)) || making->person.no_links ||
        !asks_for_lines(making))
        return RC_OK;
    TRY(make_fragment(making, true, &fragment, err));
    if (strlen(config->site_url) + fragment.length + 12 > LINK_ADDRESS_MAX)
        TRY(make_fragment(making, false, &fragment, err));
    if (*config->site_url)
        add_address(making, &fragment);
    if (has_block(config))
        add_block(making, &fragment);
    return RC_OK;
}
