# SPDX-License-Identifier: MIT
# The table: natively a library for tests, and the browser's module where clang and libsodium's
# sources are there (configure says).
EXTRA_DIST += src/table/may_include src/table/wasm.mk src/table/wasm.c
noinst_LIBRARIES += src/table/libtable.a
src_table_libtable_a_SOURCES = \
	src/table/about.c \
	src/table/drop.c \
	src/table/holding.c \
	src/table/lessons.c \
	src/table/links.c \
	src/table/orders.c \
	src/table/practice.c \
	src/table/reach.c \
	src/table/records.c \
	src/table/replay.c \
	src/table/sealing.c \
	src/table/show.c \
	src/table/standing.c \
	src/table/teaching.c \
	src/table/table.c src/table/table.h src/table/table_p.h

# What the module is made of: all of these rooms but what needs files, threads or fonts.
table_sources = \
	$(src_base_libbase_a_SOURCES) $(src_rules_librules_a_SOURCES) $(src_games_libgames_a_SOURCES) \
	$(GAME_FILES) $(src_bot_libbot_a_SOURCES) \
	$(src_seal_libseal_a_SOURCES) $(src_record_librecord_a_SOURCES) $(src_draw_libdraw_a_SOURCES) \
	$(src_tell_libtell_a_SOURCES) $(src_table_libtable_a_SOURCES) \
	src/letter/escape.c src/letter/link_words.c src/letter/sentences.c src/letter/value.c src/letter/value_json.c src/table/wasm.c
table_left_out = \
	src/base/child.c src/draw/cache.c src/draw/composed.c src/draw/fonts.c src/draw/picture.c \
	src/draw/png.c src/draw/raster.c src/draw/shades.c src/rules/places.c src/rules/places_extreme.c src/rules/places_find.c src/seal/box.c \
	src/seal/keyfile.c

# A release brings the module, for who has no clang (data/local.mk).
if TABLE_PREBUILT
src/table/postern.wasm: $(srcdir)/src/table/prebuilt.wasm
	$(AM_V_GEN)cp $(srcdir)/src/table/prebuilt.wasm $@
else
# A plain `make` leaves a module that is there as it is: made anew, it takes longer than the rest of an edit. `make table`
# makes it anew, `make install`, and what tries it (TABLE_NOW).
# Which of its objects are old is asked in a make of its own: the rules there are GNU make's. The recipe
# that does nothing has make look at the module's time again, so that the pages follow in the same run.
src/table/postern.wasm: table-module
	@:
table-module: src/games/list.h src/letter/link_words_1.h $(GAME_SIGNS)
	$(AM_V_at)sources=; for file in $(table_sources); do \
		case "$$file $(table_left_out) " in *.h\ *) continue ;; esac; \
		case " $(table_left_out) " in *" $$file "*) continue ;; esac; \
		sources="$$sources $$file"; \
	done; \
	case '$(TABLE_NOW) $(MAKECMDGOALS)' in \
	*yes* | *install* | *dist*) ;; \
	*) if test -e src/table/postern.wasm; then \
		for file in $$sources; do \
			test src/table/postern.wasm -nt $(srcdir)/$$file || \
				{ echo "  (src/table/postern.wasm is older than $$file: make table)"; break; }; \
		done; exit 0; \
	fi ;; \
	esac; \
	$(MAKE) -f $(srcdir)/src/table/wasm.mk srcdir='$(srcdir)' OUT=src/table SODIUM='$(SODIUM_SOURCE)' \
		WASM_CC='$(WASM_CC)' WASM_OPT='$(WASM_OPT)' WERROR='$(WERROR)' SOURCES="$$sources" src/table/postern.wasm
endif
.PHONY: table-module

# The page, whole in one file: module, words of all languages, data, script and style. What says the same in
# three languages stands side by side, so that it packs well.
table_words = data/dungeon_twister.rooms data/paladins_dragons.rooms data/welcome_back.cards \
	templates/en/board.words templates/es/board.words templates/it/board.words \
	templates/en/phrases.words templates/es/phrases.words templates/it/phrases.words \
	templates/en/desk.sentences templates/es/desk.sentences templates/it/desk.sentences \
	templates/en/table.sentences templates/es/table.sentences templates/it/table.sentences \
	templates/en/dungeon_twister.words templates/es/dungeon_twister.words templates/it/dungeon_twister.words \
	templates/en/dungeon_twister.sentences templates/es/dungeon_twister.sentences templates/it/dungeon_twister.sentences \
	templates/en/welcome_back.words templates/es/welcome_back.words templates/it/welcome_back.words \
	templates/en/welcome_back.sentences templates/es/welcome_back.sentences templates/it/welcome_back.sentences
noinst_PROGRAMS += src/table/make_page
src_table_make_page_SOURCES = src/table/make_page.c
src_table_make_page_CFLAGS = $(AM_CFLAGS) $(SODIUM_CFLAGS) $(DEFLATE_CFLAGS)
src_table_make_page_LDADD = src/base/libbase.a $(SODIUM_LIBS) $(DEFLATE_LIBS)
table_scripts = src/table/page/module.js src/table/page/inflate.js src/table/page/tells.js src/table/page/board.js src/table/page/cards.js src/table/page/kept.js \
	src/table/page/drag.js \
	src/table/page/lessons.js src/table/page/standing.js src/table/page/seals.js src/table/page/held.js src/table/page/records.js \
	src/table/page/practice.js \
	src/table/page/page.js
table_page = src/table/page/table.html src/table/page/table.css $(table_scripts)
# Lessons are the same page with cases in it; each game names its own (GAME_LESSONS).
EXTRA_DIST += $(table_page)
# Of the house's sentences the page needs those that src/tell says; what letters alone say of a game and its options
# stays out, too, and so do days, what help is about, and what is said beside orders or taken back in them.
table_sentences = -called -about -said. -terms. -scenario- -levels- -beginner- -option- -option. -seats.number -choice. -choice-value. -sealed. -standing.example -standing.ready -held. -question -strict -told -asked-back -help.orders -desk. +desk.malformed +desk.unfinished +desk.did-you-mean +desk.goes-on +desk.won +desk.drawn \
	+desk.void -phrases.month. -phrases.date. -phrases.week -phrases.day -phrases.topic -phrases.remark -phrases.greeting -phrases.question -phrases.asking -phrases.request -phrases.reason -phrases.doubt -phrases.anothers -phrases.correction -phrases.weekend \
	-phrases.respelled -phrases.sounds -phrases.stays -phrases.place.
make_table_page = make_page() { \
		files= scripts=; \
		for file in $$2; do files="$$files $(srcdir)/$$file"; done; \
		for file in $(table_scripts); do scripts="$$scripts $(srcdir)/$$file"; done; \
		src/table/make_page bundle $(table_sentences) $$3 $$files src/table/postern.wasm >$$1.gz && \
		src/table/make_page page $(srcdir)/src/table/page/table.html $(srcdir)/src/table/page/table.css \
			$$1.gz $$scripts >$$1.tmp && mv $$1.tmp $$1; \
	}; make_page
src/table/table.html: src/table/postern.wasm src/table/make_page $(table_page) $(table_words)
	$(AM_V_GEN)$(make_table_page) $@ '$(table_words)' -lesson.
src/table/learn.html: src/table/postern.wasm src/table/make_page $(table_page) $(table_words) \
		$(GAME_LESSONS)
	$(AM_V_GEN)$(make_table_page) $@ '$(table_words) $(GAME_LESSONS)'
CLEANFILES += src/table/table.html src/table/table.html.gz src/table/learn.html src/table/learn.html.gz
.PHONY: table
if TABLE
table:
	@$(MAKE) TABLE_NOW=yes all
else
table: all
endif
if TABLE
tabledir = $(pkgdatadir)/data
nodist_table_DATA = src/table/table.html src/table/learn.html
endif

table-clean:
	rm -rf src/table/own src/table/sodium src/table/include src/table/postern.wasm
	test '$(SODIUM_SOURCE)' != libsodium || rm -rf libsodium
.PHONY: table-clean
clean-local: table-clean
