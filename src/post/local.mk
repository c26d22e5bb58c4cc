# SPDX-License-Identifier: MIT
EXTRA_DIST += src/post/may_include doc/forum-adapters.md
noinst_LIBRARIES += src/post/libpost.a
src_post_libpost_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(GLIB_CFLAGS) $(JANSSON_CFLAGS)
src_post_libpost_a_SOURCES = \
	src/post/arrival.c src/post/arrival.h \
	src/post/discourse.c \
	src/post/forum.c src/post/forum_p.h \
	src/post/forum_sink.c \
	src/post/forum_source.c \
	src/post/http.c src/post/http.h \
	src/post/imap.c \
	src/post/imap_parser.c src/post/imap_parser.h \
	src/post/imap_session.c src/post/imap_session.h \
	src/post/backlog.c src/post/backlog.h \
	src/post/knock.c src/post/knock.h \
	src/post/link.c \
	src/post/maildir_folder.c src/post/maildir_folder.h \
	src/post/maildir_sink.c \
	src/post/maildir_source.c \
	src/post/nodebb.c src/post/nodebb_p.h src/post/nodebb_session.c \
	src/post/post.h src/post/post_config.h src/post/post_p.h \
	src/post/secret.c src/post/secret.h \
	src/post/server.c src/post/server.h \
	src/post/sink.c \
	src/post/server_words.c src/post/server_words.h \
	src/post/smtp.c \
	src/post/smtp_replies.c \
	src/post/source.c \
	src/post/spool.c \
	src/post/webpage.c \
	src/post/wire.c src/post/wire.h
