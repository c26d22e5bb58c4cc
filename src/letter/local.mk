EXTRA_DIST += src/letter/may_include
noinst_LIBRARIES += src/letter/libletter.a
src_letter_libletter_a_SOURCES = \
	src/letter/classify.h \
	src/letter/escape.c \
	src/letter/flowed.h \
	src/letter/html_text.h \
	src/letter/mime_in.h \
	src/letter/mime_out.h \
	src/letter/orders_in.h \
	src/letter/quotes.h \
	src/letter/sentences.c src/letter/sentences.h \
	src/letter/template.c src/letter/template.h \
	src/letter/template_p.h \
	src/letter/template_render.c \
	src/letter/token.c src/letter/token.h \
	src/letter/value.c src/letter/value.h \
	src/letter/value_json.c
src_letter_libletter_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(GUMBO_CFLAGS)
