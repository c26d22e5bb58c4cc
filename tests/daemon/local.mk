# SPDX-License-Identifier: MIT
# Tests of src/daemon.
dist_check_SCRIPTS += tests/daemon/test_fonts.sh tests/daemon/test_letters.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh tests/daemon/test_unit.sh
TESTS += tests/daemon/test_fonts.sh tests/daemon/test_letters.sh tests/daemon/test_manager.sh tests/daemon/test_posternd.sh tests/daemon/test_reload.sh tests/daemon/test_service.sh tests/daemon/test_unit.sh
EXTRA_DIST += tests/daemon/unit_jail.py
ROOM_TESTS += tests/daemon/test_flow
ROOM_TESTS += tests/daemon/test_outage
