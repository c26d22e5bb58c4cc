EXTRA_DIST += src/seal/may_include
