/* SPDX-License-Identifier: MIT */
#include "tests/record/lying.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "seal/encode.h"
#include "tests/read.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

struct playing lying_plain, lying_bare, lying_house;

void lying_play(struct playing *playing, uint64_t seed, const struct playing_plan *plan,
                const char *first, const char *second, const char *wanted)
{
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    bool has = false;

    for (;; seed++) {
        playing_start(playing, &toy_game, &file, 1, plan, seed);
        if (strstr(playing->entry[1].text, first) && strstr(playing->entry[2].text, second))
            while (playing_step(playing))
                ;
        for (unsigned n = 0; n < playing->entry_count && playing->is_finished; n++)
            has |= strstr(playing->entry[n].text, wanted) != NULL;
        if (has)
            return;
        playing_fini(playing);
    }
}

int lying_start(void **state)
{
    const struct playing_plan with_lines = {.seats = TOY_SEATS,
                                            .is_quiet = true,
                                            .has_lines = true},
                              without = {.seats = TOY_SEATS, .is_quiet = true},
                              with_house = {.seats = TOY_SEATS, .is_quiet = true, .house = 2};

    (void)state;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    lying_play(&lying_plain, 1, &with_lines, "seat/1 luck words", "seat/2 luck sealed",
               " order by=");
    lying_play(&lying_bare, 1, &without, "seat/1 luck words", "seat/2 luck sealed", " order bid ");
    lying_play(&lying_house, 1, &with_house, "seat/1 luck words", "table lucks", " order bid ");
    return 0;
}

int lying_stop(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&lying_plain);
    playing_fini(&lying_bare);
    playing_fini(&lying_house);
    return 0;
}

struct playing_seal *lying_seal(unsigned n, const char *family)
{
    for (unsigned i = 0; i < attack_row(n)->seals; i++)
        if (text_starts_with(attack_row(n)->seal[i].name, family))
            return &attack_row(n)->seal[i];
    fail_msg("entry %u has no seal %s", n, family);
    return NULL;
}

void lying_say(unsigned n, const char *family, const char *payload)
{
    struct playing_seal *seal = lying_seal(n, family);
    char part[SEAL_NAME_MAX + 16];

    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(payload);
    attack_commit(seal);
    snprintf(part, sizeof part, " open %s ", seal->name);
    edit->wrong = attack_find(part, "");
    attack_write_opening(attack_row(edit->wrong), seal);
}

/* ---- what a file says ---- */

enum { DEED_BYTES = 512 };

unsigned lying_kept[26];

static unsigned place(const char **at);

static unsigned *letter(char c)
{
    return c == 'w' ? &edit->wrong : &LYING_KEPT(c);
}

static unsigned question(unsigned n)
{
    const char *bid = strstr(attack_row(n)->text, "bid/");

    assert_non_null(bid);
    return (unsigned)atoi(bid + strlen("bid/"));
}

/* What stands in braces in a text. */
static void put_value(struct buf *out, const char **at)
{
    char key[BASE32_HASH_BYTES], kind = **at;
    unsigned n;

    if (strncmp(*at, "key", 3) == 0) {
        buf_put(out, base32_write(edit->playing->genesis.key, KEY_BYTES, key));
        *at += 3;
        return;
    }
    *at += kind == '@' || kind == '%' || kind == '?';
    n = place(at);
    if (kind == '@')
        buf_printf(out, "%.20s", attack_row(n)->text);
    else if (kind == '%')
        buf_printf(out, "%.6s", attack_row(n)->text + 21);
    else
        buf_printf(out, "%u", kind == '?' ? question(n) : n);
}

static void quoted(const char **at, char text[DEED_BYTES])
{
    OWN(buf) out = {0};

    assert_int_equal(*(*at)++, '"');
    while (**at != '"')
        if (*(*at)++ == '{') {
            put_value(&out, at);
            assert_int_equal(*(*at)++, '}');
        } else {
            buf_put_char(&out, (*at)[-1]);
        }
    ++*at;
    text_copy(text, DEED_BYTES, buf_text(&out));
}

static unsigned found(const char **at)
{
    char part[DEED_BYTES], also[DEED_BYTES] = "";

    quoted(at, part);
    if (**at == '&') {
        ++*at;
        quoted(at, also);
    }
    return attack_find(part, also);
}

static unsigned one_place(const char **at)
{
    if (**at == '"')
        return found(at);
    if (**at >= '0' && **at <= '9')
        return (unsigned)strtoul(*at, (char **)(uintptr_t)at, 10);
    return *(*at)++ == '$' ? edit->count : *letter((*at)[-1]);
}

static unsigned place(const char **at)
{
    char part[DEED_BYTES];
    unsigned n = one_place(at);

    while (**at && strchr("+-<>", **at)) {
        const char how = *(*at)++;

        if (how == '+' || how == '-') {
            const unsigned by = one_place(at);

            n = how == '+' ? n + by : n - by;
            continue;
        }
        quoted(at, part);
        while (n >= 1 && n <= edit->count && !strstr(attack_row(n)->text, part))
            n += how == '>' ? 1u : -1u;
    }
    return n;
}

/* ---- what can be done ---- */

/* n, m: places; text, more: texts; in the order in which a deed names them. */
struct deed {
    unsigned n, m;
    char text[DEED_BYTES], more[DEED_BYTES], last[DEED_BYTES];
};

static void do_drop(const struct deed *deed)
{
    attack_drop(deed->n);
}

static void do_insert(const struct deed *deed)
{
    attack_insert_text(deed->n, deed->text);
}

/* Entry m once more, before n. */
static void do_copy(const struct deed *deed)
{
    attack_insert(deed->n, attack_row(deed->m));
}

static void do_swap(const struct deed *deed)
{
    attack_swap(deed->n, deed->m);
}

static void do_replace(const struct deed *deed)
{
    attack_replace(deed->n, deed->text, deed->more);
}

/* All behind the time. */
static void do_rest(const struct deed *deed)
{
    snprintf(attack_row(deed->n)->text + 20, ENTRY_TEXT_BYTES - 20, " %s", deed->text);
}

static void do_time(const struct deed *deed)
{
    memcpy(attack_row(deed->n)->text, deed->text, 20);
}

/* The letter behind a text becomes another. */
static void do_flip(const struct deed *deed)
{
    char *at = strstr(attack_row(deed->n)->text, deed->text);

    assert_non_null(at);
    at += strlen(deed->text);
    *at = *at == 'b' ? 'c' : 'b';
}

/* Seal m of an entry says something else, and is made anew; or is not. */
static void do_say(const struct deed *deed)
{
    attack_reseal(deed->n, deed->m, deed->text);
}

static void do_claim(const struct deed *deed)
{
    struct playing_seal *seal = &attack_row(deed->n)->seal[deed->m];

    text_copy(seal->payload, sizeof seal->payload, deed->text);
    seal->length = strlen(deed->text);
}

/* Seal m and the next change what they say. */
static void do_exchange(const struct deed *deed)
{
    char kept[sizeof attack_row(1)->seal[0].payload];

    text_copy(kept, sizeof kept, attack_row(deed->n)->seal[deed->m].payload);
    attack_reseal(deed->n, deed->m, attack_row(deed->n)->seal[deed->m + 1].payload);
    attack_reseal(deed->n, deed->m + 1, kept);
}

/* Seal m is opened as it is now, if it is opened. */
static void do_open(const struct deed *deed)
{
    const struct playing_seal *seal = &attack_row(deed->n)->seal[deed->m];
    char part[SEAL_NAME_MAX + 16];

    snprintf(part, sizeof part, " open %s ", seal->name);
    for (unsigned n = 1; n <= edit->count; n++)
        if (strstr(attack_row(n)->text, part))
            attack_write_opening(attack_row(n), seal);
}

/* Each seal says what the next one said, the last what the first did, and is opened so. */
static void do_shift(const struct deed *deed)
{
    struct deed one = *deed;

    for (one.m = 0; one.m + 1 < attack_row(deed->n)->seals; one.m++)
        do_exchange(&one);
    for (one.m = 0; one.m < attack_row(deed->n)->seals; one.m++)
        do_open(&one);
}

static void do_hold(const struct deed *deed)
{
    lying_seal(deed->n, deed->text)->is_held = true;
}

static void do_erase(const struct deed *deed)
{
    lying_seal(deed->n, deed->text)->is_erased = true;
}

static void do_open_as(const struct deed *deed)
{
    lying_say(deed->n, deed->text, deed->more);
}

/* A seal of the entry gets another name. */
static void do_name(const struct deed *deed)
{
    struct playing_seal *seal = lying_seal(deed->n, deed->text);
    char old[SEAL_NAME_BYTES + 4], new[SEAL_NAME_BYTES + 4];

    snprintf(old, sizeof old, "[%s]", seal->name);
    text_copy(seal->name, sizeof seal->name, deed->more);
    snprintf(new, sizeof new, "[%s]", seal->name);
    attack_commit(seal);
    attack_replace(deed->n, old, new);
}

/* Before n an entry of seat m: its text, its seal's name, and what that says. */
static void do_seal(const struct deed *deed)
{
    struct row row = {.seals = 1};
    struct playing_seal *seal = &row.seal[0];

    text_copy(seal->name, sizeof seal->name, deed->more);
    text_copy(seal->payload, sizeof seal->payload, deed->last);
    seal->length = strlen(seal->payload);
    seal->seat = (uint8_t)deed->m;
    attack_commit(seal);
    snprintf(row.text, sizeof row.text, "%.20s %s [%s]", attack_row(deed->n - 1)->text, deed->text,
             seal->name);
    attack_insert(deed->n, &row);
}

/* Its seals are left out. */
static void do_bare(const struct deed *deed)
{
    attack_row(deed->n)->seals = 0;
}

static void do_public(const struct deed *deed)
{
    (void)deed;
    edit->is_for_all = true;
}

static void do_end(const struct deed *deed)
{
    edit->count = deed->n;
}

static const struct {
    const char *word, *takes; /* n, m, and texts: t */
    void (*act)(const struct deed *deed);
} deeds[] = {
    {"drop", "n", do_drop},         {"insert", "nt", do_insert},     {"copy", "nm", do_copy},
    {"swap", "nm", do_swap},        {"replace", "ntt", do_replace},  {"rest", "nt", do_rest},
    {"time", "nt", do_time},        {"flip", "nt", do_flip},         {"say", "nmt", do_say},
    {"claim", "nmt", do_claim},     {"exchange", "nm", do_exchange}, {"open", "nm", do_open},
    {"shift", "n", do_shift},       {"hold", "nt", do_hold},         {"erase", "nt", do_erase},
    {"open-as", "ntt", do_open_as}, {"name", "ntt", do_name},        {"seal", "nmttt", do_seal},
    {"bare", "n", do_bare},         {"public", "", do_public},       {"end", "n", do_end},
};

void lying_do(const char *line)
{
    const size_t word = strcspn(line, " "), count = sizeof deeds / sizeof *deeds;
    const char *at = line + word;
    struct deed deed = {0};
    char *text[] = {deed.text, deed.more, deed.last};
    unsigned texts = 0;
    size_t i = 0;

    if (word == 1) {
        at++;
        *letter(*line) = place(&at);
        return;
    }
    while (i < count && !(strlen(deeds[i].word) == word && strncmp(deeds[i].word, line, word) == 0))
        i++;
    if (i == count)
        fail_msg("what is: %s", line);
    for (const char *takes = deeds[i].takes; *takes; takes++) {
        assert_int_equal(*at++, ' ');
        if (*takes == 't')
            quoted(&at, text[texts++]);
        else
            *(*takes == 'n' ? &deed.n : &deed.m) = place(&at);
    }
    if (*at)
        fail_msg("what is %s in: %s", at, line);
    deeds[i].act(&deed);
}

/* ---- each of many ---- */

static void expect_honest(struct playing *game)
{
    OWN(buf) text = {0};

    attack_load(edit, game);
    attack_compose(&text);
    attack_expect("the honest log", &text, true, 0);
}

static void expect_found_out(const char *name)
{
    OWN(buf) text = {0};

    attack_compose(&text);
    attack_dump(name, &text);
    attack_expect(name, &text, false, edit->wrong);
    attack_why = NULL;
}

void lying_find_out(const struct lie *lies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || lies[i].game != lies[i - 1].game)
            expect_honest(lies[i].game);
        attack_load(edit, lies[i].game);
        lies[i].make();
        expect_found_out(lies[i].name);
    }
}

static struct playing *game_named(const struct lying_game *games, const char *name)
{
    for (; games->name; games++)
        if (text_equal(games->name, name))
            return games->game;
    fail_msg("no game %s", name);
    return NULL;
}

static void call(const struct lying_more *more, const char *name)
{
    for (; more->name; more++)
        if (text_equal(more->name, name)) {
            more->make();
            return;
        }
    fail_msg("nobody can %s", name);
}

static void deed_of_file(char *line, const struct lying_more *more)
{
    static char why[128];

    if (text_starts_with(line, "call ")) {
        call(more, line + strlen("call "));
    } else if (text_starts_with(line, "why ")) {
        text_copy(why, sizeof why, line + strlen("why "));
        attack_why = why;
    } else {
        lying_do(line);
    }
}

void lying_find_out_file(const char *name, const struct lying_game *games,
                         const struct lying_more *more)
{
    char path[64], title[96] = "", *next;
    OWN_MEMORY char *text = NULL;

    for (const struct lying_game *game = games; game->name; game++)
        expect_honest(game->game);
    snprintf(path, sizeof path, "tests/record/%s.lies", name);
    text = read_whole(path, NULL);
    for (char *line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
        char *lie = strchr(line, ' ');

        if (*line == '#')
            continue;
        if (*line == ' ') {
            deed_of_file(line + strspn(line, " "), more);
            continue;
        }
        if (*title)
            expect_found_out(title);
        assert_non_null(lie);
        *lie++ = '\0';
        text_copy(title, sizeof title, lie);
        attack_load(edit, game_named(games, line));
    }
    expect_found_out(title);
}
