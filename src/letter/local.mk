# SPDX-License-Identifier: MIT
EXTRA_DIST += src/letter/may_include src/letter/embed.awk
noinst_LIBRARIES += src/letter/libletter.a
src_letter_libletter_a_SOURCES = \
	src/letter/icalendar.c src/letter/icalendar.h \
	src/letter/charset.c src/letter/charset.h \
	src/letter/classify.c src/letter/classify.h src/letter/classify_p.h \
	src/letter/classify_words.c \
	src/letter/escape.c \
	src/letter/flowed.c src/letter/flowed.h \
	src/letter/html_text.c src/letter/html_text.h \
	src/letter/link.c src/letter/link.h \
	src/letter/link_words.c \
	src/letter/mime_auth.c \
	src/letter/mime_in.c src/letter/mime_in.h src/letter/mime_in_p.h \
	src/letter/mime_letter.c \
	src/letter/mime_mend.c \
	src/letter/mime_out.c src/letter/mime_out.h \
	src/letter/mime_report.c \
	src/letter/mime_sealed.c \
	src/letter/mime_start.c \
	src/letter/mime_text.c \
	src/letter/orders_in.c src/letter/orders_in.h \
	src/letter/pack.c src/letter/pack.h \
	src/letter/post_text.c src/letter/post_text.h \
	src/letter/quotes.c src/letter/quotes.h src/letter/quotes_p.h \
	src/letter/quotes_above.c \
	src/letter/quotes_end.c \
	src/letter/quotes_words.c \
	src/letter/sentences.c src/letter/sentences.h \
	src/letter/subject.c src/letter/subject.h \
	src/letter/template.c src/letter/template.h \
	src/letter/template_p.h \
	src/letter/template_render.c \
	src/letter/template_words.c \
	src/letter/token.c src/letter/token.h \
	src/letter/value.c src/letter/value.h \
	src/letter/value_json.c \
	src/letter/wrap.c
src_letter_libletter_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(GUMBO_CFLAGS) $(DEFLATE_CFLAGS) $(ZLIB_CFLAGS)

# The dictionary of links, of the games' words; frozen with the version in its name.
EXTRA_DIST += $(LINK_WORDS_1)
CLEANFILES += src/letter/link_words_1.h
src/letter/link_words_1.h: $(LINK_WORDS_1) src/letter/embed.awk
	$(AM_V_GEN)$(MKDIR_P) src/letter && files= && \
	for f in $(LINK_WORDS_1); do files="$$files $(srcdir)/$$f"; done && \
	$(AWK) -f $(srcdir)/src/letter/embed.awk $$files >$@.tmp && mv $@.tmp $@
src/letter/libletter_a-link_words.$(OBJEXT): src/letter/link_words_1.h

# Words of mail programs, which translators edit.
EXTRA_DIST += src/letter/mail.words src/letter/mail_words.awk
CLEANFILES += src/letter/mail_words.h
src/letter/mail_words.h: src/letter/mail.words src/letter/mail_words.awk
	$(AM_V_GEN)$(MKDIR_P) src/letter && \
	$(AWK) -f $(srcdir)/src/letter/mail_words.awk $(srcdir)/src/letter/mail.words >$@.tmp && mv $@.tmp $@
src/letter/libletter_a-quotes_words.$(OBJEXT) src/letter/libletter_a-classify_words.$(OBJEXT): src/letter/mail_words.h
