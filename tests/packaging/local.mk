# SPDX-License-Identifier: MIT
# The service's unit; the packages themselves are tried by contrib/check.
if PLAIN_BUILD
TESTS += tests/packaging/test_unit.sh tests/packaging/test_version.sh
endif
EXTRA_DIST += tests/packaging/test_unit.sh tests/packaging/test_version.sh tests/packaging/booted.sh tests/packaging/installed.sh
check_DATA += $(systemd_units)
