/* SPDX-License-Identifier: MIT */
/* postern-proof with the toy game added. */
#include "games/games.h"
#include "proof/proof.h"
#include "tests/toy/toy.h"

int main(int argc, char **argv)
{
    const struct game *list[8] = {&toy_game};

    for (unsigned i = 0; games[i] && i < 6; i++)
        list[i + 1] = games[i];
    return proof_main(argc, argv, toy_find, list);
}
