/* SPDX-License-Identifier: MIT */
/* The program `postern-proof`, with the games that it knows. */
#include "games/games.h"
#include "proof/proof.h"

int main(int argc, char **argv)
{
    return proof_main(argc, argv, games_find, games);
}
