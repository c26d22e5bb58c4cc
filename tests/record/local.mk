# Tests of src/record.
