/* SPDX-License-Identifier: MIT */
/* Finds the signed head in a letter, in its footer or its receipt. */
#include "seal/signed_head.h"

#include "seal/chain.h"
#include "seal/words.h"

/* Behind the first word of a receipt. */
static bool read_receipt(struct words *words, struct signed_head *head)
{
    const struct receipt *receipt = &head->found.receipt;

    if (!receipt_read_behind(words, &head->found)) {
        receipt_found_fini(&head->found); /* a footer that comes next has none */
        return false;
    }
    head->is_receipt = true;
    head->footer.game = receipt->game;
    head->footer.entry = receipt->entry;
    head->footer.head = receipt->head;
    memcpy(head->footer.signature, head->found.signature, SIGNATURE_BYTES);
    return true;
}

enum rc signed_head_read(const char *text, size_t length, size_t *from, struct signed_head *head,
                         struct err *err)
{
    bool begins = false, is_footer, is_receipt;
    struct words words;
    enum rc rc;

    memset(head, 0, sizeof *head);
    words_start(&words, text, length, *from);
    while (words_next(&words)) {
        struct words behind = words;

        is_footer = words_is(&words, FOOTER_FIRST_WORD);
        is_receipt = words_is(&words, RECEIPT_FIRST_WORD);
        if (!is_footer && !is_receipt)
            continue;
        begins = true;
        if (is_footer ? footer_read_behind(&words, &head->footer) : read_receipt(&words, head)) {
            *from = words.at;
            rc = buf_rc(&head->found.texts, err);
            return rc == RC_OK ? buf_rc(&head->found.words, err) : rc;
        }
        words = behind; /* the next one may begin within what was read */
    }
    *from = length;
    return begins
               ? ERR(err, RC_BAD_INPUT, "a footer or receipt begins here but is not whole; save ",
                     "the letter as it came, with its source")
               : ERR(err, RC_NOT_FOUND, "no footer of a game stands in this letter");
}

void signed_head_fini(struct signed_head *head)
{
    receipt_found_fini(&head->found);
}

void signed_head_digest(const struct signed_head *head, const struct hash *genesis,
                        struct hash *digest)
{
    const struct chain at = {
        .genesis = *genesis, .number = head->footer.entry, .entry = head->footer.head};

    if (head->is_receipt)
        receipt_digest(&head->found, genesis, digest);
    else
        chain_head(&at, digest);
}
