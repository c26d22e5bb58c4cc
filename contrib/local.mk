# Files of contrib/ that are shipped.
EXTRA_DIST += contrib/check contrib/lib.sh contrib/quickstart
EXTRA_DIST += contrib/postern.conf.example
