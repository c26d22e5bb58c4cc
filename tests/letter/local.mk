# Tests of src/letter.
