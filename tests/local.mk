# What all tests share.
