#!/bin/sh
# GNU parallel: the calls in parts, a worker for each; a part whose worker ended is begun again. After a failure run it again.
# Not with --pipe: what is tried again there gets no input, and ends well.
set -e
[ -e part-00 ] || split --numeric-suffixes --number=l/8 calls.jsonl part-
parallel --jobs "${JOBS:-2}" --retries 10 'pdfd --jsonl --resume answers-{}.jsonl < {} > /dev/null' ::: part-??
