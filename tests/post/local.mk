# Tests of src/post.
