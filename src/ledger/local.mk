EXTRA_DIST += src/ledger/may_include
