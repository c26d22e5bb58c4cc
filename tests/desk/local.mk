# Tests of src/desk.
if HAVE_CMOCKA
check_LIBRARIES += tests/desk/libfixture.a
tests_desk_libfixture_a_SOURCES = tests/desk/fixture.c tests/desk/fixture.h
tests_desk_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
DESK_TEST_LIBS = tests/desk/libfixture.a tests/toy/libtoy.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS) \
	$(CMOCKA_LIBS)

check_PROGRAMS += tests/desk/test_game_by_letters
TESTS += tests/desk/test_game_by_letters
tests_desk_test_game_by_letters_SOURCES = tests/desk/test_game_by_letters.c
tests_desk_test_game_by_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_game_by_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_letters
TESTS += tests/desk/test_letters
tests_desk_test_letters_SOURCES = tests/desk/test_letters.c
tests_desk_test_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_crash
TESTS += tests/desk/test_crash
tests_desk_test_crash_SOURCES = tests/desk/test_crash.c
tests_desk_test_crash_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_crash_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_leak
TESTS += tests/desk/test_leak
tests_desk_test_leak_SOURCES = tests/desk/test_leak.c
tests_desk_test_leak_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_leak_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_parts
TESTS += tests/desk/test_parts
tests_desk_test_parts_SOURCES = tests/desk/test_parts.c
tests_desk_test_parts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_parts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_site
TESTS += tests/desk/test_site
tests_desk_test_site_SOURCES = tests/desk/test_site.c
tests_desk_test_site_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_site_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_standing
TESTS += tests/desk/test_standing
tests_desk_test_standing_SOURCES = tests/desk/test_standing.c
tests_desk_test_standing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_standing_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_time
TESTS += tests/desk/test_time
tests_desk_test_time_SOURCES = tests/desk/test_time.c
tests_desk_test_time_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_time_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_talk
TESTS += tests/desk/test_talk
tests_desk_test_talk_SOURCES = tests/desk/test_talk.c tests/desk/talking.c tests/desk/talking.h
tests_desk_test_talk_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_talk_LDADD = $(DESK_TEST_LIBS)
endif
