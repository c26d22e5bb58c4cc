# Tests of src/seal.
