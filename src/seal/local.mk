# SPDX-License-Identifier: MIT
EXTRA_DIST += src/seal/may_include
noinst_LIBRARIES += src/seal/libseal.a
src_seal_libseal_a_SOURCES = \
	src/seal/block.c src/seal/block.h \
	src/seal/box.c src/seal/box.h \
	src/seal/chain.c src/seal/chain.h \
	src/seal/encode.c src/seal/encode.h \
	src/seal/footer.c src/seal/footer.h \
	src/seal/hash.c src/seal/hash.h \
	src/seal/keyfile.c \
	src/seal/keys.c src/seal/keys.h src/seal/keys_p.h \
	src/seal/luck.c src/seal/luck.h \
	src/seal/mac.c src/seal/mac.h \
	src/seal/private.c src/seal/private.h \
	src/seal/receipt.c src/seal/receipt.h \
	src/seal/signed_head.c src/seal/signed_head.h \
	src/seal/seal.c src/seal/seal.h \
	src/seal/seals_file.c src/seal/seals_file.h \
	src/seal/secret.c src/seal/secret.h \
	src/seal/words.c src/seal/words.h
src_seal_libseal_a_CFLAGS = $(AM_CFLAGS) $(SODIUM_CFLAGS)
