# Tests of src/rules.
