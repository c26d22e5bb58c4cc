# SPDX-License-Identifier: MIT
EXTRA_DIST += src/proof/may_include
noinst_LIBRARIES += src/proof/libproof.a
src_proof_libproof_a_SOURCES = \
	src/proof/tournament_results.c \
	src/proof/files.c \
	src/proof/follow.c \
	src/proof/held.c \
	src/proof/json.c \
	src/proof/judge.c \
	src/proof/letter.c \
	src/proof/letters.c \
	src/proof/mailbox.c \
	src/proof/page.c \
	src/proof/proof.c src/proof/proof.h src/proof/proof_p.h \
	src/proof/seal_name.c \
	src/proof/sent.c \
	src/proof/sign.c

# The sums of the table's pages as they were built, for who kept one.
src/proof/page.$(OBJEXT): src/proof/page_sum.h
CLEANFILES += src/proof/page_sum.h
if TABLE
src/proof/page_sum.h: src/table/table.html src/table/learn.html src/table/make_page
	$(AM_V_GEN)src/table/make_page sums src/table/table.html src/table/learn.html >$@.tmp && mv $@.tmp $@
else
src/proof/page_sum.h: src/table/make_page
	$(AM_V_GEN)$(MKDIR_P) src/proof && src/table/make_page sums >$@.tmp && mv $@.tmp $@
endif

# Text boards alone of libdraw, so that libsodium is all it needs: make postern-proof
PROOF_LIBS = src/proof/libproof.a src/tournament/record/libtournament_record.a src/record/librecord.a src/tournament/pairing/libpairing.a src/draw/libdraw.a $(GAMES_LIBS) \
	src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS)
bin_PROGRAMS += postern-proof
postern_proof_SOURCES = src/proof/main.c
postern_proof_LDADD = $(PROOF_LIBS)
dist_man_MANS += doc/postern-proof.1
