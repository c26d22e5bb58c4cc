# Files of schema/ that are shipped.
