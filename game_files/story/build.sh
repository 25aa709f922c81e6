#!/bin/sh
# Compiles saltmere.inf to saltmere.z5. Needs the Inform 6 compiler and its library (Debian: inform6-compiler, inform6-library).
# INFORM_LIBRARY names the folder that holds parser.h, when it is not Debian's.
set -eu
cd "$(dirname "$0")"
library="${INFORM_LIBRARY:-/usr/share/inform6/library}"
inform6 "+include_path=$library" saltmere.inf saltmere.z5
sha256sum saltmere.z5
