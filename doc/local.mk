# Files of doc/ that are shipped.
