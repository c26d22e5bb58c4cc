# Files of contrib/ that are shipped.
