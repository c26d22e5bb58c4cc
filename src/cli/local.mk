EXTRA_DIST += src/cli/may_include
