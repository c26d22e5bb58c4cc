/* SPDX-License-Identifier: MIT */
/* Prints what postern-proof found as JSON. It writes by itself, so that the program needs
 * libsodium alone. */
#include <stdio.h>

#include "proof/proof_p.h"

static void put_string(struct buf *out, const char *text)
{
    buf_put_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c < 32 || c == 127)
            buf_printf(out, "\\u%04x", c);
        else
            buf_put_char(out, (char)c);
    }
    buf_put_char(out, '"');
}

static void put_key(struct json *json, const char *key)
{
    if (json->more)
        buf_put_char(&json->out, ',');
    json->more = true;
    if (!key)
        return;
    put_string(&json->out, key);
    buf_put_char(&json->out, ':');
}

void json_open(struct json *json, const char *key)
{
    put_key(json, key);
    buf_put_char(&json->out, '{');
    json->more = false;
}

void json_close(struct json *json)
{
    buf_put_char(&json->out, '}');
    json->more = true;
}

void json_open_list(struct json *json, const char *key)
{
    put_key(json, key);
    buf_put_char(&json->out, '[');
    json->more = false;
}

void json_close_list(struct json *json)
{
    buf_put_char(&json->out, ']');
    json->more = true;
}

void json_text(struct json *json, const char *key, const char *text)
{
    put_key(json, key);
    put_string(&json->out, text);
}

void json_number(struct json *json, const char *key, uint64_t number)
{
    put_key(json, key);
    buf_put_int(&json->out, (int64_t)number);
}

void json_bool(struct json *json, const char *key, bool value)
{
    put_key(json, key);
    buf_put(&json->out, value ? "true" : "false");
}

void json_print(struct json *json)
{
    shown_print(stdout, buf_text(&json->out), SHOWN_JSON);
    putchar('\n');
    buf_fini(&json->out);
}
