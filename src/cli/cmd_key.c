/* SPDX-License-Identifier: MIT */
/* key list, rotate, apply, retire: the keys in the key file. Shows no secret half of any. */
#include "cli/commands.h"

#include "cli/server.h"
#include "admin/admin.h"
#include "seal/encode.h"

static const struct {
    const char *word, *text;
} purposes[KEY_PURPOSE_COUNT] = {
    [KEY_SIGNING] = {"signing", "signs heads, receipts and exports"},
    [KEY_STORAGE] = {"storage", "wraps the keys of what is kept encrypted"},
    [KEY_TOKEN] = {"token", "makes reply addresses"},
};

static enum rc read_purpose(const char *word, enum key_purpose *purpose, struct err *err)
{
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        if (text_equal(word, purposes[p].word)) {
            *purpose = (enum key_purpose)p;
            return RC_OK;
        }
    return ERR(err, RC_USAGE, "'", word, "' is no kind of key; there are signing, storage, token");
}

/* ---- list ---- */

static void list_key(struct cli *cli, const struct keys *keys, enum key_purpose purpose,
                     uint32_t generation)
{
    unsigned char public_key[KEY_BYTES];
    char text[BASE32_HASH_BYTES] = "";
    bool newest = generation == keys_newest(keys, purpose);

    if (purpose == KEY_SIGNING && keys_public(keys, generation, public_key))
        base32_write(public_key, KEY_BYTES, text);
    buf_printf(&cli->out, "%-8s %u  %s%s%s\n", purposes[purpose].word, (unsigned)generation,
               newest ? "in use: " : "old: ", purposes[purpose].text, *text ? ", " : "");
    if (*text)
        buf_printf(&cli->out, "            public %s\n", text);
    json_array_append_new(
        cli->result, json_pack("{s:s, s:i, s:b, s:s}", "purpose", purposes[purpose].word,
                               "generation", (int)generation, "newest", newest, "public", text));
}

enum rc cmd_key_list(struct cli *cli, struct err *err)
{
    TRY(server_use(cli, err));
    cli->result = json_array();
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++) {
        const struct keys *keys = cli->desk->keys;
        uint32_t generation = keys_newest(keys, (enum key_purpose)p);

        for (; generation; generation = keys_older(keys, (enum key_purpose)p, generation))
            list_key(cli, keys, (enum key_purpose)p, generation);
    }
    return RC_OK;
}

/* ---- rotate, apply ---- */

static void say_applied(struct cli *cli, const struct rekey_count *count)
{
    buf_printf(&cli->out,
               "%llu keys of what is encrypted were wrapped anew, %llu games sign with "
               "the newest key now, and %llu tournaments.\n",
               (unsigned long long)count->wrapped, (unsigned long long)count->games,
               (unsigned long long)count->tournaments);
    if (count->frozen)
        buf_printf(&cli->out,
                   "%llu games are frozen and keep their old key; `postern key apply` again when "
                   "they are thawed.\n",
                   (unsigned long long)count->frozen);
    cli->result = json_pack("{s:I, s:I, s:I, s:I}", "wrapped", (json_int_t)count->wrapped, "games",
                            (json_int_t)count->games, "tournaments", (json_int_t)count->tournaments,
                            "frozen", (json_int_t)count->frozen);
}

enum rc cmd_key_apply(struct cli *cli, struct err *err)
{
    struct rekey_count count = {0};

    TRY(server_use(cli, err));
    TRY(rekey_apply(cli->desk, &count, err));
    say_applied(cli, &count);
    return RC_OK;
}

enum rc cmd_key_rotate(struct cli *cli, struct err *err)
{
    enum key_purpose purpose[KEY_PURPOSE_COUNT] = {KEY_SIGNING, KEY_STORAGE, KEY_TOKEN};
    unsigned count = cli->word_count ? cli->word_count : KEY_PURPOSE_COUNT;
    struct rekey_count applied = {0};

    for (unsigned i = 0; i < cli->word_count; i++)
        TRY(read_purpose(cli->word[i], &purpose[i], err));
    TRY(server_use(cli, err));
    for (unsigned i = 0; i < count; i++)
        TRY(rekey_rotate(cli->desk, purpose[i], err));
    buf_printf(&cli->out, "The key file has new keys: make a new copy of %s now.\n",
               cli->desk->config->keys);
    TRY(rekey_apply(cli->desk, &applied, err));
    say_applied(cli, &applied);
    return RC_OK;
}

/* ---- retire ---- */

enum rc cmd_key_retire(struct cli *cli, struct err *err)
{
    enum key_purpose purpose = KEY_PURPOSE_COUNT;
    int64_t generation;

    TRY(read_purpose(cli->word[0], &purpose, err));
    TRY(server_number(cli->word[1], "generation", &generation, err));
    TRY(server_use(cli, err));
    TRY(rekey_retire(cli->desk, purpose, (uint32_t)generation, err));
    buf_printf(&cli->out, "The %s key %lld is gone from the key file for good.\n",
               purposes[purpose].word, (long long)generation);
    cli->result = json_pack("{s:s, s:I}", "purpose", purposes[purpose].word, "generation",
                            (json_int_t)generation);
    return RC_OK;
}

/* ---- thaw ---- */

enum rc cmd_game_thaw(struct cli *cli, struct err *err)
{
    int64_t game, last_n = -1;
    const char *last = cli_value(cli, "last");

    TRY(server_number(cli->word[0], "game", &game, err));
    if (last)
        TRY(server_number(last, "last entry", &last_n, err));
    TRY(server_use(cli, err));
    TRY(thaw_game(cli->desk, game, last_n, err));
    buf_printf(&cli->out, "Game %lld goes on; its deadlines run again.\n", (long long)game);
    cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    return RC_OK;
}
