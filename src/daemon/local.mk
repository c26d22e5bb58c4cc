EXTRA_DIST += src/daemon/may_include
