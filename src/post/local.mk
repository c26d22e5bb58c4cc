EXTRA_DIST += src/post/may_include
noinst_LIBRARIES += src/post/libpost.a
src_post_libpost_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(JANSSON_CFLAGS)
src_post_libpost_a_SOURCES = \
	src/post/arrival.c src/post/arrival.h \
	src/post/post.h src/post/post_config.h src/post/post_memory.h
