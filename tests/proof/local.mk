# SPDX-License-Identifier: MIT
# Tests of src/proof: the program, and a second verifier written from doc/seals.md alone.
EXTRA_DIST += tests/proof/test_proof.sh tests/proof/test_follow.sh tests/proof/test_second_verifier.sh \
	tests/proof/second_verifier.py tests/proof/signed_changes.py tests/proof/test_signed_changes.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/proof/make_game tests/proof/proof_toy
tests_proof_proof_toy_LDADD = src/proof/libproof.a src/record/librecord.a src/tournament/record/libtournament_record.a \
	src/tournament/pairing/libpairing.a src/draw/libdraw.a \
	tests/toy/libtoy.a $(PROOF_LIBS)
TESTS += tests/proof/test_proof.sh tests/proof/test_signed_changes.sh
LONG_TESTS += tests/proof/test_follow.sh tests/proof/test_second_verifier.sh
endif

# Games of each rules version; from the first release on a record here is never changed.
CORPUS = tests/proof/corpus/genesis-2/dungeon_twister-base-1-beginner.record \
	tests/proof/corpus/genesis-2/dungeon_twister-base-1.record \
	tests/proof/corpus/genesis-2/dungeon_twister-boxes-1-seat.record \
	tests/proof/corpus/genesis-2/dungeon_twister-boxes-2-free.record \
	tests/proof/corpus/genesis-2/dungeon_twister-boxes-2-scenario.record \
	tests/proof/corpus/genesis-2/dungeon_twister-boxes-2.record \
	tests/proof/corpus/genesis-2/welcome_back-1-seat.record \
	tests/proof/corpus/genesis-2/welcome_back-1.record
# A letter as answers were before their text ended with the receipt alone, and its seat's record.
CORPUS += tests/proof/corpus/letters-1/answer.txt tests/proof/corpus/letters-1/joined
EXTRA_DIST += tests/proof/test_corpus.sh $(CORPUS)
TESTS += tests/proof/test_corpus.sh
