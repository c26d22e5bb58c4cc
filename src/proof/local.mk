EXTRA_DIST += src/proof/may_include
