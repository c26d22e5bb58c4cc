EXTRA_DIST += src/seal/may_include
noinst_LIBRARIES += src/seal/libseal.a
src_seal_libseal_a_SOURCES = \
	src/seal/block.h \
	src/seal/box.h \
	src/seal/chain.h \
	src/seal/encode.h \
	src/seal/footer.h \
	src/seal/hash.c src/seal/hash.h \
	src/seal/keys.h \
	src/seal/luck.h \
	src/seal/mac.h \
	src/seal/receipt.h \
	src/seal/seal.h \
	src/seal/secret.h
src_seal_libseal_a_CFLAGS = $(AM_CFLAGS) $(SODIUM_CFLAGS)
