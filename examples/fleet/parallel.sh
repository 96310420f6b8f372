#!/bin/sh
# GNU parallel: splits the calls into parts, one worker each, and restarts a part whose worker was killed. Run it again after a failure.
# Don't use --pipe: a retry would get no input and succeed.
set -e
[ -e part-00 ] || split --numeric-suffixes --number=l/8 calls.jsonl part-
parallel --jobs "${JOBS:-2}" --retries 10 'pdfd --jsonl --resume answers-{}.jsonl < {} > /dev/null' ::: part-??
