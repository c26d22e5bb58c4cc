/* postern-proof with the toy game added. */
#include "proof/proof.h"
#include "tests/toy/toy.h"

int main(int argc, char **argv)
{
    return proof_main(argc, argv, toy_find);
}
