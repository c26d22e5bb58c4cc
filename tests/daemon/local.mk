# SPDX-License-Identifier: MIT
# Tests of src/daemon.
dist_check_SCRIPTS += tests/daemon/test_fonts.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh
TESTS += tests/daemon/test_fonts.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/daemon/test_flow
TESTS += tests/daemon/test_flow
tests_daemon_test_flow_SOURCES = tests/daemon/test_flow.c tests/reader/killer.c tests/reader/killer.h
tests_daemon_test_flow_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_daemon_test_flow_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)

check_PROGRAMS += tests/daemon/test_outage
TESTS += tests/daemon/test_outage
tests_daemon_test_outage_SOURCES = tests/daemon/test_outage.c tests/post/fake_http.c tests/post/fake_http.h
tests_daemon_test_outage_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(CURL_CFLAGS)
tests_daemon_test_outage_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
endif
