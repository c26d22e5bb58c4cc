/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "seal/box.h"
#include "seal/keys.h"
#include "seal/mac.h"
#include "seal/secret.h"
#include "tests/rows.h"
#include "tests/test.h"

static char folder[] = "test_keys.XXXXXX";
static char path[64];

static struct keys *fresh(void)
{
    struct keys *keys = NULL;

    assert_int_equal(keys_make(entropy_system, NULL, &keys, NULL), RC_OK);
    return keys;
}

static void put_file(const char *text, mode_t mode)
{
    FILE *file;

    unlink(path);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(path, mode);
}

TEST(a_key_file_is_private_and_never_overwritten)
{
    struct keys *keys = fresh(), *again = NULL;
    unsigned char one[KEY_BYTES], two[KEY_BYTES];
    struct stat about;

    unlink(path);
    assert_int_equal(keys_create_file(keys, path, NULL), RC_OK);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
    assert_int_equal(keys_create_file(keys, path, NULL), RC_EXISTS);
    assert_int_equal(keys_read_file(path, &again, NULL), RC_OK);
    assert_true(keys_public(keys, 1, one) && keys_public(again, 1, two));
    assert_memory_equal(one, two, sizeof one);
    keys_free(again);
    keys_free(keys);
}

TEST(a_key_file_that_others_can_read_is_refused)
{
    struct keys *keys = NULL;
    struct err err = {0};

    chmod(path, 0640);
    assert_int_equal(keys_read_file(path, &keys, &err), RC_PERMISSION);
    assert_non_null(strstr(err.text, "chmod 600"));
    chmod(path, 0602);
    assert_int_equal(keys_read_file(path, &keys, NULL), RC_PERMISSION);
    assert_null(keys);
    chmod(path, 0600);
}

TEST(a_damaged_key_file_is_refused_by_line_and_shows_no_key)
{
    ROWS_EACH(row, "tests/seal/keys.rows",
              "a_damaged_key_file_is_refused_by_line_and_shows_no_key") {
        struct keys *keys = NULL;
        struct err err = {0};

        put_file(row.cell[0], 0600);
        assert_int_equal(keys_read_file(path, &keys, &err), RC_BAD_KEY);
        assert_int_equal(err.line, (uint32_t)row_number(&row, 1));
        assert_null(strstr(err.text, "aaaaaaaa"));
        assert_null(keys);
    }
}

TEST(a_lost_key_file_is_told_plainly)
{
    struct keys *keys = NULL;
    struct err err = {0};

    unlink(path);
    assert_int_equal(keys_read_file(path, &keys, &err), RC_NOT_FOUND);
    assert_non_null(strstr(err.text, "no head signed"));
}

TEST(rotated_keys_still_open_what_the_old_ones_closed)
{
    unsigned char row_key[KEY_BYTES] = {4}, nonce[24] = {1}, wrapped[KEY_WRAPPED_BYTES];
    unsigned char back[KEY_BYTES], mac[MAC_BYTES];
    struct keys *keys = fresh(), *read = NULL;
    struct hash where;

    box_place("keys.wrapped", 1, NULL, &where);
    keys_wrap(keys, row_key, &where, nonce, wrapped);
    mac_make(keys, "17/2", 4, mac);
    unlink(path);
    assert_int_equal(keys_create_file(keys, path, NULL), RC_OK);
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        assert_int_equal(keys_rotate(keys, (enum key_purpose)p, entropy_system, NULL, NULL), RC_OK);
    assert_int_equal(keys_replace_file(keys, path, NULL), RC_OK);
    assert_int_equal(keys_read_file(path, &read, NULL), RC_OK);
    assert_int_equal(keys_newest(read, KEY_STORAGE), 2);
    assert_int_equal(keys_wrapped_generation(wrapped), 1);
    assert_int_equal(keys_unwrap(read, wrapped, &where, back, NULL), RC_OK);
    assert_memory_equal(back, row_key, sizeof back);
    assert_true(mac_is_good(read, "17/2", 4, mac));
    assert_int_equal(keys_retire(read, KEY_STORAGE, 1, NULL), RC_OK);
    assert_int_equal(keys_retire(read, KEY_TOKEN, 1, NULL), RC_OK);
    assert_int_equal(keys_unwrap(read, wrapped, &where, back, NULL), RC_BAD_SEAL);
    assert_false(mac_is_good(read, "17/2", 4, mac));
    assert_int_equal(keys_retire(read, KEY_STORAGE, 2, NULL), RC_CONFLICT);
    assert_int_equal(keys_retire(read, KEY_STORAGE, 1, NULL), RC_NOT_FOUND);
    keys_free(read);
    keys_free(keys);
}

TEST(a_wrapped_key_cannot_move_to_another_row)
{
    unsigned char row_key[KEY_BYTES] = {4}, nonce[24] = {1}, wrapped[KEY_WRAPPED_BYTES];
    unsigned char back[KEY_BYTES] = {0};
    OWN_AT(keys) keys = fresh();
    struct hash here, there;

    box_place("keys.wrapped", 1, NULL, &here);
    box_place("keys.wrapped", 2, NULL, &there);
    keys_wrap(keys, row_key, &here, nonce, wrapped);
    assert_int_equal(keys_unwrap(keys, wrapped, &there, back, NULL), RC_BAD_SEAL);
    assert_int_equal(back[0], 0);
    wrapped[40] ^= 1;
    assert_int_equal(keys_unwrap(keys, wrapped, &here, back, NULL), RC_BAD_SEAL);
}

TEST(old_and_new_signing_keys_are_told_apart)
{
    unsigned char old_key[KEY_BYTES], new_key[KEY_BYTES], signature[SIGNATURE_BYTES];
    OWN_AT(keys) keys = fresh();
    struct hash digest = {{7}};

    assert_int_equal(keys_rotate(keys, KEY_SIGNING, entropy_system, NULL, NULL), RC_OK);
    assert_true(keys_public(keys, 1, old_key) && keys_public(keys, 2, new_key));
    assert_int_equal(keys_find_public(keys, old_key), 1);
    assert_int_equal(keys_find_public(keys, new_key), 2);
    assert_true(keys_sign(keys, 1, &digest, signature));
    assert_true(signature_is_good(old_key, &digest, signature));
    assert_false(signature_is_good(new_key, &digest, signature));
    digest.at[31] = 1;
    assert_false(signature_is_good(old_key, &digest, signature));
    assert_false(keys_sign(keys, 3, &digest, signature));
}

TEST(no_more_generations_are_kept_than_fit)
{
    OWN_AT(keys) keys = fresh();

    for (unsigned i = 1; i < KEYS_GENERATIONS_MAX; i++)
        assert_int_equal(keys_rotate(keys, KEY_TOKEN, entropy_system, NULL, NULL), RC_OK);
    assert_int_equal(keys_rotate(keys, KEY_TOKEN, entropy_system, NULL, NULL), RC_TOO_LONG);
    assert_int_equal(keys_retire(keys, KEY_TOKEN, 1, NULL), RC_OK);
    assert_int_equal(keys_rotate(keys, KEY_TOKEN, entropy_system, NULL, NULL), RC_OK);
    assert_int_equal(keys_newest(keys, KEY_TOKEN), KEYS_GENERATIONS_MAX + 1);
}

static int start(void **state)
{
    (void)state;
    if (secret_start(NULL) || !mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/keys", folder);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

TESTS(start, finish)
