/* SPDX-License-Identifier: MIT */
/* The table of postern-proof's commands, their options and help. What each does is in a file of
 * its own. */
#include "proof/proof.h"

#include <limits.h>
#include <stdio.h>

#include "proof/proof_p.h"
#include "seal/encode.h"
#include "seal/secret.h"

static const struct {
    const char *name;
    bool has_value;
    const char *help;
} options[OPTION_COUNT] = {
    [OPTION_GAME] = {"--game", true,
                     "FILE      a record of the game; for block, also the ticket in its topic"},
    [OPTION_GENESIS] = {"--genesis", true, "HASH   the game's genesis hash, from the invitation"},
    [OPTION_SEAT] = {"--seat", true, "N         your seat"},
    [OPTION_DECISION] = {"--decision", true, "N     number of the question you answer"},
    [OPTION_ENTRY] = {"--entry", true, "N        number of the entry you saw last"},
    [OPTION_HEAD] = {"--head", true, "HASH      head of that entry"},
    [OPTION_LETTER] =
        {"--letter", true,
         "FILE    a saved letter: to compare a record with, or for --entry and --head"},
    [OPTION_SERVER] = {"--server", true, "KEY     the server's public key, from the invitation"},
    [OPTION_SEALS] = {"--seals", true, "FILE     your seals; else .postern-seals in your home"},
    [OPTION_KEY] = {"--key", true, "FILE       your signing key; else .postern-pen in your home"},
    [OPTION_PRINT] = {"--print", true, "PRINT    fingerprint of the game's key, from your letters"},
    [OPTION_AGAIN] = {"--again", false,
                      "         seal a name anew, when the game took that order back"},
    [OPTION_JSON] = {"--json", false, "          answer as JSON"},
    [OPTION_QUIET] = {"--quiet", false, "         answer by exit code alone"},
    [OPTION_BOARD] = {"--board", false, "         print the final board too"},
    [OPTION_WRITE] = {"--write", true, "FILE     where follow puts the record that it joined"},
    [OPTION_HELP] = {"--help", false, "          this page"},
};

#define ALLOW(option) (1u << OPTION_##option)

static const struct {
    const char *name;
    proof_command *run;
    int operands, more; /* at least; how many beside them */
    unsigned options;   /* beside --help */
    const char *usage, *help;
} commands[] = {
    {"verify", proof_verify, 1, INT_MAX - 1,
     ALLOW(GENESIS) | ALLOW(SERVER) | ALLOW(LETTER) | ALLOW(JSON) | ALLOW(QUIET) | ALLOW(BOARD),
     "FILE [RECORD…] [--genesis HASH | --server KEY | --letter LETTER]",
     "prove an exported record, or name its first false entry; a tournament's, and with the\n      "
     "  "
     "records of its games its results"},
    {"footer", proof_footer, 2, 0, ALLOW(JSON) | ALLOW(QUIET), "LETTER FILE",
     "hold the heads in a saved letter, or a second record, against a record"},
    {"follow", proof_follow, 1, 0,
     ALLOW(GENESIS) | ALLOW(SEAT) | ALLOW(SERVER) | ALLOW(WRITE) | ALLOW(JSON) | ALLOW(QUIET) |
         ALLOW(BOARD),
     "MAILBOX [--genesis HASH] [--server KEY] [--seat N] [--write FILE]",
     "join the records in your letters and verify them while the game goes on"},
    {"receipt", proof_receipt, 2, 0, ALLOW(JSON) | ALLOW(QUIET) | ALLOW(LETTER),
     "LETTER FILE [--letter SENT]",
     "check the signed receipt in a saved letter; with the letter of yours that it answers"},
    {"seal", proof_seal, 2, 0,
     ALLOW(GAME) | ALLOW(GENESIS) | ALLOW(SEAT) | ALLOW(SEALS) | ALLOW(AGAIN) | ALLOW(JSON),
     "NAME TEXT", "seal a secret that you keep yourself"},
    {"open", proof_open, 1, 0, ALLOW(GAME) | ALLOW(GENESIS) | ALLOW(SEALS) | ALLOW(JSON), "NAME",
     "print the line that opens your seal"},
    {"luck", proof_luck, 1, 0, 0, "TOURNAMENT",
     "make luck for a tournament's draw, sealed: a line to send now, and one to send later"},
    {"key", proof_key, 0, 0, ALLOW(KEY), "", "make your own signing key"},
    {"sign", proof_sign, 1, 0,
     ALLOW(GAME) | ALLOW(GENESIS) | ALLOW(DECISION) | ALLOW(ENTRY) | ALLOW(HEAD) | ALLOW(LETTER) |
         ALLOW(KEY),
     "ORDER", "sign an order"},
    {"recover", proof_recover, 1, 0, ALLOW(KEY), "WORD",
     "sign a server's question about a lost address"},
    {"read", proof_read, 1, 0, ALLOW(KEY), "POST",
     "read what the server told you alone in a public place"},
    {"block", proof_block, 1, 0,
     ALLOW(GAME) | ALLOW(SEAT) | ALLOW(DECISION) | ALLOW(ENTRY) | ALLOW(PRINT), "ORDERS",
     "seal orders for a public place, readable by the server alone"},
    {"page", proof_page, 1, 0, 0, "FILE",
     "tell whether a saved table.html is the page of this release"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("postern-proof: check what a game server says, and keep your own secrets\n\n", out);
    for (unsigned i = 0; i < COMMANDS; i++)
        fprintf(out, "  postern-proof %s %s\n        %s\n", commands[i].name, commands[i].usage,
                commands[i].help);
    fputs(
        "  postern-proof --version\n        version, and the SHA-256 of the pages built along\n\n",
        out);
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        fprintf(out, "  %s %s\n", options[i].name, options[i].help);
    fputs("\nexit: 0 true, 1 false, 2 wrong use, 3 not proved, 4 cannot read or write\n", out);
}

/* ---- values ---- */

bool proof_number(struct proof *proof, enum proof_option option, uint64_t *number)
{
    const char *text = proof->value[option];
    int64_t value;

    if (!text || !text_to_int(text, strlen(text), &value) || value < 0) {
        ERR(&proof->err, RC_USAGE, options[option].name, " wants a number");
        return false;
    }
    *number = (uint64_t)value;
    return true;
}

static bool read_game(struct proof *proof, const char *path, struct proof_game *game)
{
    struct genesis about;
    OWN(record) record = {0};
    OWN_WIPED(buf) text = {0};
    struct chain chain;
    bool good = proof_read_file(path, &text, &proof->err) == RC_OK &&
                record_read(buf_text(&text), text.length, &record, &proof->err) == RC_OK &&
                genesis_read(record.genesis, record.genesis_length, &about, &proof->err) == RC_OK;

    if (good) {
        chain_start(&chain, record.genesis, record.genesis_length);
        *game = (struct proof_game){chain.genesis, proof->find(about.game), about.seats};
    }
    return good;
}

bool proof_which_game(struct proof *proof, struct proof_game *game)
{
    const char *text = proof->value[OPTION_GENESIS];

    if (!text && proof->value[OPTION_GAME])
        return read_game(proof, proof->value[OPTION_GAME], game);
    *game = (struct proof_game){.seats = SEATS_MAX};
    if (text && base32_read(text, strlen(text), game->genesis.at, HASH_BYTES))
        return true;
    ERR(&proof->err, RC_USAGE, "--genesis wants the game's hash, or --game a record of it");
    return false;
}

bool proof_genesis(struct proof *proof, struct hash *genesis)
{
    struct proof_game game;
    bool good = proof_which_game(proof, &game);

    if (good)
        *genesis = game.genesis;
    return good;
}

/* ---- the command line ---- */

static int find_option(const char *word)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (text_equal(options[i].name, word))
            return i;
    return -1;
}

/* Takes options out of argv; operands stay, in order. False with an error. */
static bool read_options(struct proof *proof, int argc, char **argv, unsigned allowed)
{
    bool only_operands = false;

    proof->operand = argv;
    for (int i = 0; i < argc; i++) {
        int option;

        if (only_operands || argv[i][0] != '-' || !argv[i][1]) {
            proof->operand[proof->operands++] = argv[i];
            continue;
        }
        only_operands = text_equal(argv[i], "--");
        if (only_operands)
            continue;
        option = find_option(argv[i]);
        if (option < 0 || !((allowed | ALLOW(HELP)) >> option & 1)) {
            ERR(&proof->err, RC_USAGE, "this command does not know ", argv[i]);
            return false;
        }
        if (options[option].has_value && i + 1 == argc) {
            ERR(&proof->err, RC_USAGE, argv[i], " wants a value");
            return false;
        }
        proof->value[option] = options[option].has_value ? argv[++i] : "";
    }
    return true;
}

static int run(struct proof *proof, unsigned command, int argc, char **argv)
{
    if (!read_options(proof, argc, argv, commands[command].options))
        return PROOF_USAGE;
    if (proof->value[OPTION_HELP]) {
        print_help(stdout);
        return PROOF_GOOD;
    }
    if (proof->operands < commands[command].operands ||
        proof->operands - commands[command].operands > commands[command].more) {
        ERR(&proof->err, RC_USAGE, "usage: postern-proof ", commands[command].name, " ",
            commands[command].usage);
        return PROOF_USAGE;
    }
    return commands[command].run(proof);
}

int proof_main(int argc, char **argv, verify_find_fn *find, const struct game *const *games)
{
    struct proof proof = {.find = find, .games = games};
    int code = PROOF_USAGE;

    if (argc < 2) {
        print_help(stderr);
        return PROOF_USAGE;
    }
    if (text_equal(argv[1], "--help") || text_equal(argv[1], "help")) {
        print_help(stdout);
        return PROOF_GOOD;
    }
    if (text_equal(argv[1], "--version")) {
        proof_print_version();
        return PROOF_GOOD;
    }
    if (secret_start(&proof.err))
        return PROOF_FAILED;
    for (unsigned i = 0; i < COMMANDS; i++)
        if (text_equal(argv[1], commands[i].name)) {
            code = run(&proof, i, argc - 2, argv + 2);
            break;
        }
    if (code == PROOF_USAGE && !proof.err.text[0])
        ERR(&proof.err, RC_USAGE, "no command ", argv[1], "; try postern-proof --help");
    if (proof.err.text[0]) {
        fputs("postern-proof: ", stderr);
        shown_print(stderr, proof.err.text, SHOWN_TEXT);
        putc('\n', stderr);
    }
    if (fflush(stdout) != 0)
        return PROOF_FAILED;
    return code;
}
