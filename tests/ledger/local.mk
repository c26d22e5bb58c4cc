# Tests of src/ledger.
