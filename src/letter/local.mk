EXTRA_DIST += src/letter/may_include
