# Tests of src/daemon.
