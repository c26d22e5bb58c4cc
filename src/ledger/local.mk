EXTRA_DIST += src/ledger/may_include
EXTRA_DIST += \
	src/ledger/care.h src/ledger/derived.h src/ledger/facts.h src/ledger/ledger.h \
	src/ledger/letters.h src/ledger/mark.h src/ledger/trymark.h src/ledger/work.h
