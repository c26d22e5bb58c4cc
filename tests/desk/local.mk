# Tests of src/desk.
