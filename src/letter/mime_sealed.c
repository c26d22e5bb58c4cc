/* SPDX-License-Identifier: MIT */
/* Takes the letter out of an opaque S/MIME signature (RFC 8551 3.5.2: a CMS SignedData with the
 * text in it, in BER). Nothing is proved by it: who wrote is asked elsewhere. */

#include "letter/mime_in_p.h"

enum {
    BER_OCTETS = 0x04,
    BER_OID = 0x06,
    BER_SEQUENCE = 0x30,
    BER_CONSTRUCTED = 0x20,
    BER_EXPLICIT = 0xA0,
    PIECES_MOST = 100000 /* programs write 1,000 bytes a piece */
};

struct ber {
    const unsigned char *at;
    size_t left;
};

/* Take an element off; *inside: what it holds, all that is left where its length is not told.
 * returns its tag, -1 at the end or where it is broken */
static int take(struct ber *from, struct ber *inside)
{
    size_t length, bytes = 0;
    int tag;

    if (from->left < 2)
        return -1;
    tag = from->at[0];
    length = from->at[1];
    from->at += 2;
    from->left -= 2;
    if (length > 0x80) {
        bytes = length & 0x7F;
        if (bytes > sizeof(uint32_t) || bytes > from->left)
            return -1;
        length = 0;
        for (size_t i = 0; i < bytes; i++)
            length = length << 8 | from->at[i];
        from->at += bytes;
        from->left -= bytes;
    } else if (length == 0x80) {
        length = from->left;
    }
    if (length > from->left)
        return -1;
    *inside = (struct ber){from->at, length};
    from->at += length;
    from->left -= length;
    return tag;
}

static bool enter(struct ber *in, int tag)
{
    struct ber inside;

    if (take(in, &inside) != tag)
        return false;
    *in = inside;
    return true;
}

static bool skip(struct ber *in, int tag, const void *want, size_t length)
{
    struct ber inside;

    return take(in, &inside) == tag &&
           (!want || (inside.left == length && memcmp(inside.at, want, length) == 0));
}

/* A string of octets, in one piece or in many. */
static bool put_octets(struct ber *in, struct buf *out)
{
    struct ber inside;
    int tag = take(in, &inside);

    if (tag == BER_OCTETS)
        buf_put_bytes(out, inside.at, inside.left);
    for (unsigned n = 0; tag == (BER_OCTETS | BER_CONSTRUCTED) && n < PIECES_MOST; n++) {
        struct ber piece;

        if (take(&inside, &piece) != BER_OCTETS)
            break;
        buf_put_bytes(out, piece.at, piece.left);
    }
    return out->length > 0;
}

bool letter_open_signed(const struct buf *bytes, struct buf *out)
{
    static const unsigned char pkcs7_data[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1};
    static const unsigned char pkcs7_signed[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2};
    struct ber in = {(const unsigned char *)buf_text(bytes), bytes->length};
    enum { INTEGER = 0x02, SET = 0x31 };

    return enter(&in, BER_SEQUENCE) && skip(&in, BER_OID, pkcs7_signed, sizeof pkcs7_signed) &&
           enter(&in, BER_EXPLICIT) && enter(&in, BER_SEQUENCE) && skip(&in, INTEGER, NULL, 0) &&
           skip(&in, SET, NULL, 0) && enter(&in, BER_SEQUENCE) &&
           skip(&in, BER_OID, pkcs7_data, sizeof pkcs7_data) && enter(&in, BER_EXPLICIT) &&
           put_octets(&in, out);
}
