# Files of data/ that are shipped.
