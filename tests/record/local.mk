# SPDX-License-Identifier: MIT
# Tests of src/record.
if HAVE_CMOCKA
check_LIBRARIES += tests/record/libplaying.a
tests_record_libplaying_a_SOURCES = tests/record/playing.c tests/record/playing.h \
	tests/record/playing_happen.c tests/record/playing_p.h tests/record/playing_record.c \
	tests/record/playing_start.c
tests_record_libplaying_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
RECORD_TEST_LIBS = tests/record/libplaying.a src/record/librecord.a tests/toy/libtoy.a \
	$(GAMES_LIBS) src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/record/test_record
TESTS += tests/record/test_record
tests_record_test_record_SOURCES = tests/record/test_record.c
tests_record_test_record_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_record_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_record_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_trial
TESTS += tests/record/test_trial
tests_record_test_trial_SOURCES = tests/record/test_trial.c
tests_record_test_trial_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_trial_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_trial_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_games
TESTS += tests/record/test_games
tests_record_test_games_SOURCES = tests/record/test_games.c
tests_record_test_games_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_games_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_games_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_attack_file
TESTS += tests/record/test_attack_file
tests_record_test_attack_file_SOURCES = tests/record/test_attack_file.c tests/record/attack.c \
	tests/record/attack.h
tests_record_test_attack_file_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_attack_file_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_attack_file_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_attack
TESTS += tests/record/test_attack
tests_record_test_attack_SOURCES = tests/record/test_attack.c tests/record/attack.c \
	tests/record/attack.h
tests_record_test_attack_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_attack_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_attack_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_lost
TESTS += tests/record/test_lost
tests_record_test_lost_SOURCES = tests/record/test_lost.c tests/record/attack.c \
	tests/record/attack.h
tests_record_test_lost_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_lost_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_lost_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_protocol_2
TESTS += tests/record/test_protocol_2
tests_record_test_protocol_2_SOURCES = tests/record/test_protocol_2.c tests/record/lying.c \
	tests/record/lying.h tests/record/attack.c tests/record/attack.h
tests_record_test_protocol_2_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_protocol_2_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_protocol_2_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_protocol_2_lines
TESTS += tests/record/test_protocol_2_lines
tests_record_test_protocol_2_lines_SOURCES = tests/record/test_protocol_2_lines.c tests/record/lying.c \
	tests/record/lying.h tests/record/attack.c tests/record/attack.h
tests_record_test_protocol_2_lines_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_protocol_2_lines_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_protocol_2_lines_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_lines
TESTS += tests/record/test_lines
tests_record_test_lines_SOURCES = tests/record/test_lines.c tests/record/attack.c \
	tests/record/attack.h
tests_record_test_lines_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_lines_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_lines_LDADD = $(RECORD_TEST_LIBS)
check_PROGRAMS += tests/record/test_no_memory
TESTS += tests/record/test_no_memory
tests_record_test_no_memory_SOURCES = tests/record/test_no_memory.c $(FAILING_MEMORY_FILES)
tests_record_test_no_memory_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_no_memory_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_no_memory_LDFLAGS = $(AM_LDFLAGS) $(FAILING_MEMORY)
tests_record_test_no_memory_LDADD = $(RECORD_TEST_LIBS)
endif
