/* SPDX-License-Identifier: MIT */
/* The browser's side of src/table: its functions as exports of the module, memory for what a page
 * hands in, and the few things that a library expects of a system. Not part of the native library.
 *
 * The module has one import, `entropy(pointer, bytes)`; a page that cannot give chance lets it
 * throw, which ends the call. */
#include <sodium.h>

#include "table/table.h"

#define EXPORT(name) __attribute__((export_name(#name)))

__attribute__((import_module("postern"), import_name("entropy"))) void entropy(void *out,
                                                                               size_t bytes);

/* Memory for texts that are handed in; 0 = there is none. */
EXPORT(room) void *module_room(size_t bytes);
EXPORT(room) void *module_room(size_t bytes)
{
    return malloc(bytes);
}

EXPORT(give_back) void module_give_back(void *room);
EXPORT(give_back) void module_give_back(void *room)
{
    free(room);
}

/* As page/module.js has them. */
_Static_assert(RC_OK == 0 && RC_EXISTS == 12, "TABLE_OK and TABLE_EXISTS");

/* Every function of table.h, under its own name. */
#define AGAIN(type, name, parameters, arguments)                                                   \
    EXPORT(name) type module_##name parameters;                                                    \
    type module_##name parameters                                                                  \
    {                                                                                              \
        return name arguments;                                                                     \
    }

AGAIN(struct table *, table_new, (void), ())
AGAIN(const char *, table_answer, (const struct table *table), (table))
AGAIN(size_t, table_answer_bytes, (const struct table *table), (table))
AGAIN(enum rc, table_learn,
      (struct table * table, const char *name, const char *text, size_t length),
      (table, name, text, length))
AGAIN(enum rc, table_open,
      (struct table * table, const char *game, const char *rules, const char *language),
      (table, game, rules, language))
AGAIN(enum rc, table_speak, (struct table * table, const char *language), (table, language))
AGAIN(enum rc, table_say, (struct table * table, const char *key, const char *one, const char *two),
      (table, key, one, two))
AGAIN(enum rc, table_name_seat, (struct table * table, unsigned seat, const char *name),
      (table, seat, name))
AGAIN(enum rc, table_start, (struct table * table, const char *options, unsigned seats),
      (table, options, seats))
AGAIN(enum rc, table_place, (struct table * table, const char *text, size_t length),
      (table, text, length))
AGAIN(enum rc, table_sit, (struct table * table, unsigned seat), (table, seat))
AGAIN(enum rc, table_write, (struct table * table), (table))
AGAIN(enum rc, table_draw, (struct table * table, unsigned look), (table, look))
AGAIN(enum rc, table_tell, (struct table * table), (table))
AGAIN(int, table_asked, (const struct table *table), (table))
AGAIN(enum rc, table_try, (struct table * table, unsigned seat, const char *line, size_t length),
      (table, seat, line, length))
AGAIN(enum rc, table_give, (struct table * table, unsigned seat, const char *line, size_t length),
      (table, seat, line, length))
AGAIN(enum rc, table_back, (struct table * table), (table))
AGAIN(enum rc, table_legal, (struct table * table, unsigned seat), (table, seat))
AGAIN(enum rc, table_reach, (struct table * table, unsigned seat), (table, seat))
AGAIN(enum rc, table_standing,
      (struct table * table, unsigned seat, const char *line, size_t length),
      (table, seat, line, length))
AGAIN(enum rc, table_terms, (struct table * table, const char *beginning), (table, beginning))
AGAIN(enum rc, table_practise,
      (struct table * table, const char *options, unsigned seats, unsigned seat, uint32_t now,
       const char *chance),
      (table, options, seats, seat, now, chance))
AGAIN(enum rc, table_hint, (struct table * table, unsigned seat), (table, seat))
AGAIN(enum rc, table_review, (struct table * table, unsigned from), (table, from))
AGAIN(enum rc, table_practice_record, (struct table * table), (table))
AGAIN(enum rc, table_choose,
      (struct table * table, unsigned seat, const char *level, uint32_t seed),
      (table, seat, level, seed))
AGAIN(enum rc, table_deal, (struct table * table, const char *seed, size_t length),
      (table, seed, length))
AGAIN(enum rc, table_about, (struct table * table, const char *at), (table, at))
AGAIN(enum rc, table_clause, (struct table * table, const char *clause), (table, clause))
AGAIN(enum rc, table_lesson, (struct table * table, const char *text, size_t length),
      (table, text, length))
AGAIN(enum rc, table_script, (struct table * table), (table))
AGAIN(enum rc, table_reached, (struct table * table), (table))
AGAIN(enum rc, table_ticket, (struct table * table, const char *text, size_t length),
      (table, text, length))
AGAIN(enum rc, table_print, (struct table * table, const char *genesis, const char *box),
      (table, genesis, box))
AGAIN(enum rc, table_block,
      (struct table * table, const char *genesis, const char *box, unsigned seat, uint32_t decision,
       uint32_t seen, const char *order, size_t length),
      (table, genesis, box, seat, decision, seen, order, length))
AGAIN(enum rc, table_hold,
      (struct table * table, unsigned seat, const char *genesis, const char *file,
       size_t file_length, bool again, const char *line, size_t length),
      (table, seat, genesis, file, file_length, again, line, length))
AGAIN(enum rc, table_held,
      (struct table * table, const char *genesis, const char *name, const char *file,
       size_t length),
      (table, genesis, name, file, length))
AGAIN(enum rc, table_case, (struct table * table, const char *text, size_t length),
      (table, text, length))
AGAIN(enum rc, table_signed,
      (struct table * table, const char *genesis, uint32_t number, unsigned seat, const char *key,
       const char *signature, const char *bytes, size_t length),
      (table, genesis, number, seat, key, signature, bytes, length))
AGAIN(enum rc, table_dictionary, (struct table * table), (table))
AGAIN(enum rc, table_record, (struct table * table), (table))
AGAIN(enum rc, table_turn, (struct table * table, uint32_t number), (table, number))
AGAIN(enum rc, table_verify, (struct table * table, const char *text, size_t length, uint32_t now),
      (table, text, length, now))

/* ---- what libsodium asks of a system, without its own search for processors and devices ---- */

int sodium_init(void)
{
    return 0; /* every portable implementation is the standard one */
}

void randombytes_buf(void *const out, const size_t bytes)
{
    entropy(out, bytes);
}

void sodium_misuse(void)
{
    __builtin_trap();
}
