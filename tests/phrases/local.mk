# SPDX-License-Identifier: MIT
tests_libsupport_a_SOURCES += tests/phrases/made_page.c tests/phrases/made_page.h tests/phrases/shipped.c tests/phrases/shipped.h
# What players write, what it must mean, and the program that measures it.
EXTRA_DIST += tests/phrases/README tests/phrases/floor tests/phrases/two-meanings \
	tests/phrases/en-terms.phrases tests/phrases/es-terms.phrases tests/phrases/it-terms.phrases \
	tests/phrases/en.phrases tests/phrases/es.phrases tests/phrases/it.phrases \
	tests/phrases/en-aside.phrases tests/phrases/es-aside.phrases tests/phrases/it-aside.phrases \
	tests/phrases/en-fresh.phrases tests/phrases/es-fresh.phrases tests/phrases/it-fresh.phrases \
	tests/phrases/en-fresh2.phrases tests/phrases/es-fresh2.phrases tests/phrases/it-fresh2.phrases \
	tests/phrases/en-fresh3.phrases tests/phrases/es-fresh3.phrases tests/phrases/it-fresh3.phrases \
	tests/phrases/en-fresh4.phrases tests/phrases/es-fresh4.phrases tests/phrases/it-fresh4.phrases \
	tests/phrases/en-fresh5.phrases tests/phrases/es-fresh5.phrases tests/phrases/it-fresh5.phrases \
	tests/phrases/en-fresh6.phrases tests/phrases/es-fresh6.phrases tests/phrases/it-fresh6.phrases \
	tests/phrases/en-fresh7.phrases tests/phrases/es-fresh7.phrases tests/phrases/it-fresh7.phrases \
	tests/phrases/en-fresh8.phrases tests/phrases/es-fresh8.phrases tests/phrases/it-fresh8.phrases \
	tests/phrases/en-fresh9.phrases tests/phrases/es-fresh9.phrases tests/phrases/it-fresh9.phrases \
	tests/phrases/en-fresh10.phrases tests/phrases/es-fresh10.phrases tests/phrases/it-fresh10.phrases \
	tests/phrases/en-fresh11.phrases tests/phrases/es-fresh11.phrases tests/phrases/it-fresh11.phrases \
	tests/phrases/en-fresh12.phrases tests/phrases/es-fresh12.phrases tests/phrases/it-fresh12.phrases \
	tests/phrases/en-fresh13.phrases tests/phrases/es-fresh13.phrases tests/phrases/it-fresh13.phrases \
	tests/phrases/en-fresh14.phrases tests/phrases/es-fresh14.phrases tests/phrases/it-fresh14.phrases \
	tests/phrases/en-fresh15.phrases tests/phrases/es-fresh15.phrases tests/phrases/it-fresh15.phrases \
	tests/phrases/en-fresh16.phrases tests/phrases/es-fresh16.phrases tests/phrases/it-fresh16.phrases \
	tests/phrases/en-fresh17.phrases tests/phrases/es-fresh17.phrases tests/phrases/it-fresh17.phrases \
	tests/phrases/en-fresh18.phrases tests/phrases/es-fresh18.phrases tests/phrases/it-fresh18.phrases \
	tests/phrases/en-fresh19.phrases tests/phrases/es-fresh19.phrases tests/phrases/it-fresh19.phrases \
	tests/phrases/en-fresh20.phrases tests/phrases/es-fresh20.phrases tests/phrases/it-fresh20.phrases \
	tests/phrases/en-fresh21.phrases tests/phrases/es-fresh21.phrases tests/phrases/it-fresh21.phrases \
	tests/phrases/en-fresh22.phrases tests/phrases/es-fresh22.phrases tests/phrases/it-fresh22.phrases \
	tests/phrases/en-fresh23.phrases tests/phrases/es-fresh23.phrases tests/phrases/it-fresh23.phrases \
	tests/phrases/en-fresh24.phrases tests/phrases/es-fresh24.phrases tests/phrases/it-fresh24.phrases \
	tests/phrases/en-fresh25.phrases tests/phrases/es-fresh25.phrases tests/phrases/it-fresh25.phrases \
	tests/phrases/en-fresh26.phrases tests/phrases/es-fresh26.phrases tests/phrases/it-fresh26.phrases \
	tests/phrases/en-fresh27.phrases tests/phrases/es-fresh27.phrases tests/phrases/it-fresh27.phrases \
	tests/phrases/en-fresh28.phrases tests/phrases/es-fresh28.phrases tests/phrases/it-fresh28.phrases \
	tests/phrases/en-fresh29.phrases tests/phrases/es-fresh29.phrases tests/phrases/it-fresh29.phrases \
	tests/phrases/en-fresh30.phrases tests/phrases/es-fresh30.phrases tests/phrases/it-fresh30.phrases \
	tests/phrases/en-fresh31.phrases tests/phrases/es-fresh31.phrases tests/phrases/it-fresh31.phrases \
	tests/phrases/en-fresh32.phrases tests/phrases/es-fresh32.phrases tests/phrases/it-fresh32.phrases \
	tests/phrases/en-fresh33.phrases tests/phrases/es-fresh33.phrases tests/phrases/it-fresh33.phrases \
	tests/phrases/en-fresh34.phrases tests/phrases/es-fresh34.phrases tests/phrases/it-fresh34.phrases \
	tests/phrases/en-fresh35.phrases tests/phrases/es-fresh35.phrases tests/phrases/it-fresh35.phrases \
	tests/phrases/en-fresh36.phrases tests/phrases/es-fresh36.phrases tests/phrases/it-fresh36.phrases \
	tests/phrases/en-fresh37.phrases tests/phrases/es-fresh37.phrases tests/phrases/it-fresh37.phrases \
	tests/phrases/en-fresh38.phrases tests/phrases/es-fresh38.phrases tests/phrases/it-fresh38.phrases \
	tests/phrases/en-fresh39.phrases tests/phrases/es-fresh39.phrases tests/phrases/it-fresh39.phrases \
	tests/phrases/en-fresh40.phrases tests/phrases/es-fresh40.phrases tests/phrases/it-fresh40.phrases \
	tests/phrases/en-fresh41.phrases tests/phrases/es-fresh41.phrases tests/phrases/it-fresh41.phrases \
	tests/phrases/en-fresh42.phrases tests/phrases/es-fresh42.phrases tests/phrases/it-fresh42.phrases \
	tests/phrases/es-fresh43.phrases tests/phrases/es-fresh44.phrases tests/phrases/it-fresh43.phrases tests/phrases/it-fresh44.phrases tests/phrases/en-fresh43.phrases tests/phrases/en-fresh44.phrases \
	tests/phrases/en-fresh45.phrases tests/phrases/es-fresh45.phrases \
	tests/phrases/it-fresh45.phrases tests/phrases/es-fresh46.phrases \
	tests/phrases/en-fresh46.phrases tests/phrases/en-fresh47.phrases \
	tests/phrases/it-fresh46.phrases tests/phrases/it-fresh47.phrases \
	tests/phrases/en-fresh48.phrases \
	tests/phrases/en-fresh49.phrases tests/phrases/en-fresh50.phrases tests/phrases/en-fresh51.phrases \
	tests/phrases/en-fresh52.phrases tests/phrases/en-fresh53.phrases tests/phrases/es-fresh47.phrases tests/phrases/es-fresh48.phrases \
	tests/phrases/es-fresh49.phrases tests/phrases/es-fresh50.phrases tests/phrases/it-fresh48.phrases \
	tests/phrases/it-fresh49.phrases tests/phrases/it-fresh50.phrases tests/phrases/es-fresh51.phrases \
	tests/phrases/it-fresh51.phrases tests/phrases/es-fresh52.phrases \
	tests/phrases/it-fresh52.phrases tests/phrases/es-fresh53.phrases \
	tests/phrases/lobby.position \
	tests/phrases/en-reasons.phrases \
	tests/phrases/dt-card.position \
	tests/phrases/dt-combat.position \
	tests/phrases/dt-gear.position \
	tests/phrases/dt-place.position \
	tests/phrases/dt-hall.position tests/phrases/dt-hall-card.position tests/phrases/dt-hall-defend.position \
	tests/phrases/dt-hall-put.position tests/phrases/dt-hall-second.position tests/phrases/dt-lay.position \
	tests/phrases/wb-bard.position tests/phrases/wb-bard-card.position tests/phrases/wb-bomb.position \
	tests/phrases/wb-coin.position tests/phrases/wb-crown.position tests/phrases/wb-polymorph.position \
	tests/phrases/wb-scroll.position tests/phrases/wb-sword.position \
	tests/phrases/dt-potion.position \
	tests/phrases/dt-put.position \
	tests/phrases/dt-second.position \
	tests/phrases/dt-team.position \
	tests/phrases/dt-turn.position \
	tests/phrases/wb-bid.position \
	tests/phrases/wb-card.position \
	tests/phrases/wb-cube.position \
	tests/phrases/wb-hero.position \
	tests/phrases/wb-name.position \
	tests/phrases/wb-named.position \
	tests/phrases/wb-pick.position \
	tests/phrases/wb-raid.position
ROOM_TESTS += tests/phrases/run_phrases

ROOM_TESTS += tests/phrases/run_told

check_PROGRAMS += tests/phrases/run_negations
TESTS += tests/phrases/run_negations

# doc/refusals.md is made from refusals as they are; contrib/check --full compares.
check_PROGRAMS += tests/phrases/list_refusals
EXTRA_DIST += doc/refusals.md
.PHONY: update-refusals
update-refusals: tests/phrases/list_refusals$(EXEEXT)
	$(AM_V_GEN)top_srcdir=$(abs_top_srcdir) tests/phrases/list_refusals -w >refusals.md.tmp && \
		mv refusals.md.tmp $(srcdir)/doc/refusals.md

# So is doc/options.md, from the games' options and the languages' words for them.
ROOM_TESTS += tests/phrases/list_options
EXTRA_DIST += doc/options.md
.PHONY: update-options
update-options: tests/phrases/list_options$(EXEEXT)
	$(AM_V_GEN)top_srcdir=$(abs_top_srcdir) tests/phrases/list_options -w >options.md.tmp && \
		mv options.md.tmp $(srcdir)/doc/options.md

# How a folder of letters is read, against what a person reads in them: make mail-score DIR=FOLDER
check_PROGRAMS += tests/phrases/mail_score
TESTS += tests/phrases/mail_score.sh
EXTRA_DIST += tests/phrases/mail_score.sh
.PHONY: mail-score
mail-score: tests/phrases/mail_score$(EXEEXT)
	@test -n '$(DIR)' || { echo "make mail-score DIR=FOLDER"; exit 2; }
	@top_srcdir=$(abs_top_srcdir) tests/phrases/mail_score '$(DIR)' $(MAIL_SCORE_FLAGS)
