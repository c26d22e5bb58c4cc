# SPDX-License-Identifier: MIT
# The service's unit; the packages themselves are tried by contrib/check.
TESTS += tests/packaging/test_unit.sh tests/packaging/test_version.sh
EXTRA_DIST += tests/packaging/test_unit.sh tests/packaging/test_version.sh tests/packaging/installed.sh
check_DATA += $(systemd_units)
