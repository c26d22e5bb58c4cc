# Tests of src/draw.
