# Tests of src/daemon.
dist_check_SCRIPTS += tests/daemon/test_posternd.sh
TESTS += tests/daemon/test_posternd.sh
