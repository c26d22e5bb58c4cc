# SPDX-License-Identifier: MIT
# Builds postern.wasm: clang's WebAssembly objects of the project's own files and of the few files of
# libsodium that src/seal needs. Called by src/table/local.mk, which hands in
#   WASM_CC WASM_OPT  the compiler, and binaryen's optimiser
#   srcdir            top of the sources
#   SOURCES           the project's files, relative to srcdir
#   SODIUM            libsodium's source folder
#   OUT               folder for all that is made
#   WERROR            -Werror, where configure was asked for it

WASM_FLAGS = --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -std=c11 -flto \
	-D_GNU_SOURCE -DNDEBUG -MMD -MP
OWN_FLAGS = -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(WERROR) \
	-I$(srcdir)/src -Isrc -I$(OUT)/include -isystem $(SODIUM)/src/libsodium/include
# Without its configure libsodium takes its portable C everywhere.
SODIUM_FLAGS = -w -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN=1 -DHAVE_TI_MODE=1 -DHAVE_WEAK_SYMBOLS=1 -D_WASI_EMULATED_SIGNAL \
	-I$(OUT)/include/sodium -I$(SODIUM)/src/libsodium/include/sodium

SODIUM_SOURCES = \
	crypto_box/crypto_box.c crypto_box/crypto_box_easy.c crypto_box/crypto_box_seal.c \
	crypto_box/curve25519xsalsa20poly1305/box_curve25519xsalsa20poly1305.c \
	crypto_core/ed25519/ref10/ed25519_ref10.c \
	crypto_core/hsalsa20/core_hsalsa20.c crypto_core/hsalsa20/ref2/core_hsalsa20_ref2.c \
	crypto_core/salsa/ref/core_salsa_ref.c \
	crypto_generichash/crypto_generichash.c \
	crypto_generichash/blake2b/generichash_blake2.c \
	crypto_generichash/blake2b/ref/blake2b-compress-ref.c \
	crypto_generichash/blake2b/ref/blake2b-ref.c \
	crypto_generichash/blake2b/ref/generichash_blake2b.c \
	crypto_hash/sha512/cp/hash_sha512_cp.c crypto_hash/sha512/hash_sha512.c \
	crypto_onetimeauth/poly1305/donna/poly1305_donna.c \
	crypto_onetimeauth/poly1305/onetimeauth_poly1305.c \
	crypto_scalarmult/crypto_scalarmult.c \
	crypto_scalarmult/curve25519/ref10/x25519_ref10.c \
	crypto_scalarmult/curve25519/scalarmult_curve25519.c \
	crypto_secretbox/crypto_secretbox_easy.c \
	crypto_sign/crypto_sign.c crypto_sign/ed25519/ref10/keypair.c \
	crypto_sign/ed25519/ref10/open.c crypto_sign/ed25519/ref10/sign.c \
	crypto_sign/ed25519/sign_ed25519.c \
	crypto_stream/salsa20/ref/salsa20_ref.c crypto_stream/salsa20/stream_salsa20.c \
	crypto_verify/verify.c \
	sodium/codecs.c sodium/utils.c

# Quick where the opponent thinks, small elsewhere, which is as quick.
QUICK = src/bot/%

OBJECTS = $(SOURCES:%.c=$(OUT)/own/%.o) $(SODIUM_SOURCES:%.c=$(OUT)/sodium/%.o)

# Lists of legal orders lie on the stack, as natively; below the data, so that an overflow is a trap.
# Nothing lies at the stack's far end, the lowest kilobyte.
$(OUT)/postern.wasm: $(OBJECTS)
	@echo "  WASM     $@"
	@$(WASM_CC) --target=wasm32-wasi --sysroot=/usr -nostartfiles -flto -Wl,--lto-O1 -Wl,--no-entry \
		-Wl,--gc-sections -Wl,--stack-first -Wl,-z,stack-size=4194304 -L/usr/lib/wasm32-wasi -o $@.tmp $(OBJECTS)
	@$(WASM_OPT) -Oz --converge --low-memory-unused --zero-filled-memory --strip-debug --strip-producers $@.tmp -o $@.new && rm -f $@.tmp && mv $@.new $@

$(OUT)/own/%.o: $(srcdir)/%.c $(OUT)/include/sodium/version.h
	@mkdir -p $(@D)
	@echo "  WASMCC   $<"
	@$(WASM_CC) $(if $(filter $(QUICK),$*),-Os,-Oz) $(WASM_FLAGS) $(OWN_FLAGS) -c -o $@ $<

$(OUT)/sodium/%.o: $(SODIUM)/src/libsodium/%.c $(OUT)/include/sodium/version.h
	@mkdir -p $(@D)
	@$(WASM_CC) -Oz $(WASM_FLAGS) $(SODIUM_FLAGS) -c -o $@ $<

# In a folder of its own in older series.
$(OUT)/sodium/crypto_verify/verify.o: $(OUT)/include/sodium/version.h
	@mkdir -p $(@D)
	@$(WASM_CC) -Oz $(WASM_FLAGS) $(SODIUM_FLAGS) -c -o $@ $$(find $(SODIUM)/src/libsodium/crypto_verify -name verify.c)

# The header that libsodium's configure would write.
$(OUT)/include/sodium/version.h: $(SODIUM)/src/libsodium/include/sodium/version.h.in
	@mkdir -p $(@D)
	@sed -e 's/@VERSION@/source/' -e 's/@SODIUM_LIBRARY_VERSION_M[A-Z]*@/0/' \
		-e 's/@SODIUM_LIBRARY_MINIMAL_DEF@//' -e 's|"export.h"|"sodium/export.h"|' $< >$@

$(SODIUM)/src/libsodium/include/sodium/version.h.in:
	bash $(srcdir)/contrib/sodium-source $(SODIUM)

-include $(OBJECTS:%.o=%.d)
