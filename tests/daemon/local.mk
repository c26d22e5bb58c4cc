# SPDX-License-Identifier: MIT
# Tests of src/daemon.
dist_check_SCRIPTS += tests/daemon/test_fonts.sh tests/daemon/test_letters.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh
TESTS += tests/daemon/test_fonts.sh tests/daemon/test_letters.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh
ROOM_TESTS += tests/daemon/test_flow
ROOM_TESTS += tests/daemon/test_outage
