# Tests of src/proof.
