# Files of templates/ that are shipped.
