/* SPDX-License-Identifier: MIT */
#include "tests/record/lying.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
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

void lying_find_out(const struct lie *lies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        OWN(buf) text = {0};

        attack_load(edit, lies[i].game);
        attack_compose(&text);
        attack_expect("the honest log", &text, true, 0);
        buf_clear(&text);
        lies[i].make();
        attack_compose(&text);
        attack_dump(lies[i].name, &text);
        attack_expect(lies[i].name, &text, false, edit->wrong);
    }
}
