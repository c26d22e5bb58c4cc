/* SPDX-License-Identifier: MIT */
/* A record, stepped through: the position after each entry, as the record's reader knew it then. */

#include "games/games.h"
#include "table/table_p.h"

enum rc table_files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                       struct err *err)
{
    const struct record *record = context;
    unsigned room = *count;

    *count = 0;
    for (unsigned i = 0; i < record->file_count; i++) {
        const struct record_file *row = &record->file[i];

        if (!text_equal(row->rules, rules))
            continue;
        FAIL_IF(*count == room, err, RC_BAD_INPUT, "too many data files");
        file[(*count)++] = (struct game_file){row->name, row->text, row->length};
    }
    return RC_OK;
}

/* What the reader of the file may know of an entry's seals. */
const char *table_lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct record *record = context;
    const struct record_entry *entry = &record->entry[number - 1];

    for (uint32_t i = 0; i < entry->seal_count; i++) {
        const struct record_seal *seal = &record->seal[entry->first_seal + i];

        if (seal->knowledge == RECORD_KNOWN && text_equal(seal->name, name)) {
            *length = seal->length;
            return seal->payload;
        }
    }
    return NULL;
}

enum rc table_keep_record(struct table *table, const char *text, size_t length, struct err *err)
{
    enum rc rc;

    table_drop_record(table);
    rc = record_read(text, length, &table->record, err);
    table->has_record = rc == RC_OK;
    return rc;
}

/* Back to the beginning. */
static enum rc rewind_record(struct table *table, struct err *err)
{
    struct genesis genesis;
    enum rc rc = genesis_read(table->record.genesis, table->record.genesis_length, &genesis, err);
    const struct game *game = rc == RC_OK ? games_find(genesis.game) : NULL;

    if (rc == RC_OK && !game)
        rc = ERR(err, RC_NEWER, "this page knows no game called ", genesis.game);
    replay_free(table->replay);
    table->replay = NULL;
    return rc == RC_OK
               ? replay_start(game, &genesis, table_files_of, &table->record, &table->replay, err)
               : rc;
}

static enum rc go_on(struct table *table, uint64_t to, struct err *err)
{
    for (uint64_t n = replay_number(table->replay); n < to; n++) {
        const struct record_entry *row = &table->record.entry[n];
        struct entry entry;

        if (!row->length) /* declared lost */
            continue;
        TRY(entry_read(n + 1, row->text, row->length, &entry, err));
        TRY(replay_entry(table->replay, &entry, table_lookup, &table->record, err));
    }
    return RC_OK;
}

static unsigned reader_of(const struct record *record)
{
    return record->reader == RECORD_FOR_ALL ? SEAT_PUBLIC
           : record->reader <= SEATS_MAX    ? record->reader
                                            : SEAT_TABLE;
}

enum rc table_record(struct table *table)
{
    struct genesis genesis;
    OWN_AT(values) values = NULL;
    struct value *root;
    struct err err = {0};

    if (!table->has_record)
        return table_refuse(table, RC_NOT_FOUND, "there is no record", "");
    if (genesis_read(table->record.genesis, table->record.genesis_length, &genesis, &err) != RC_OK)
        return table_fail(table, &err);
    values = values_new();
    root = value_map(values);
    value_set_text(root, "game", genesis.game);
    value_set_int(root, "entries", table->record.entry_count);
    value_set_int(root, "seats", genesis.seats);
    value_set_int(root, "reader", reader_of(&table->record));
    return table_json(table, values, root);
}

/* The replay's position becomes the table's; it was made for one reader, who is shown all of it. */
static enum rc take_position(struct table *table, struct err *err)
{
    const struct game *game = replay_game(table->replay);

    if (table->game != game)
        TRY(table_use_game(table, game, replay_rules(table->replay), err));
    memcpy(table->rulebook, replay_rulebook(table->replay), game->rulebook_bytes);
    memset(table->state, 0, sizeof table->state);
    memcpy(table->state, replay_state(table->replay), game->state_bytes);
    table->seat = reader_of(&table->record);
    table_begin(table);
    return RC_OK;
}

static bool gives_order(const struct entry *entry)
{
    return entry->kind == ENTRY_ORDER || entry->kind == ENTRY_DRAW ||
           entry->kind == ENTRY_DEFAULT || entry->kind == ENTRY_OPEN;
}

/* What the last entry did to the position before it, which lies in seen[0]: a step, to be drawn,
 * and its sentences. */
static void add_said(struct table *table, uint32_t number, struct values *values,
                     struct value *root)
{
    const struct record_entry *row = &table->record.entry[number - 1];
    struct value *list = value_set_list(root, "says");
    struct entry entry;
    struct order order;
    bool known;

    if (!row->length || entry_read(number, row->text, row->length, &entry, NULL) != RC_OK ||
        !gives_order(&entry))
        return;
    order = *replay_order(table->replay, &known);
    if (!table_push_step(table, &order, table->seen[0]))
        return;
    if (table->seat == SEAT_TABLE)
        memcpy(table->view, table->seen[0], sizeof table->view);
    else
        game_view(table->game, table->rulebook, table->seen[0], table->seat, table->view);
    table_add_events(table, values, &order, list);
    table_view_again(table);
}

static enum rc answer_turn(struct table *table, uint32_t number)
{
    OWN_AT(values) values = values_new();
    struct value *root = value_map(values);

    if (number) {
        const struct record_entry *row = &table->record.entry[number - 1];

        value_set(root, "text", value_bytes(values, row->text, row->length));
        add_said(table, number, values, root);
    } else {
        value_set_text(root, "text", "genesis");
        value_set_list(root, "says");
    }
    return table_json(table, values, root);
}

enum rc table_turn(struct table *table, uint32_t number)
{
    struct err err = {0};
    enum rc rc = RC_OK;

    if (!table->has_record || number > table->record.entry_count)
        return table_refuse(table, RC_NOT_FOUND, "no such entry", "");
    if (!table->replay || replay_number(table->replay) >= number)
        rc = rewind_record(table, &err);
    if (rc == RC_OK && number)
        rc = go_on(table, number - 1, &err);
    if (rc == RC_OK && number) {
        memset(table->seen[0], 0, sizeof table->seen[0]);
        memcpy(table->seen[0], replay_state(table->replay),
               replay_game(table->replay)->state_bytes);
    }
    THEN(rc, go_on(table, number, &err));
    THEN(rc, take_position(table, &err));
    if (rc != RC_OK)
        return table_fail(table, &err);
    return answer_turn(table, number);
}
