# Client of pdfd VERSION for POSIX shells, printed by: pdfd client sh
# Source it; it needs curl, and openssl for pdfd_verify_webhook. Set PDFD_TOKEN, and PDFD_URL if it differs.
#
#   . ./pdfd.sh
#   pdf_merge '{"inputs": ["a.pdf", "b.pdf"], "output": "both.pdf"}'
#
# Each function takes the tool's input as JSON, as its argument or (passwords!) on standard input with -. It prints the
# result and returns 0, or prints the problem (RFC 9457) on standard error and returns 1, or 2 if there was no response.

: "${PDFD_URL:=http://127.0.0.1:7341}"
: "${PDFD_TIMEOUT:=300}"

# FUNCTIONS

# pdfd_call <tool> <json>: calls any tool by name.
pdfd_call() { pdfd_send POST "/v1/tools/$1" "$2"; }

# pdfd_parts <tool> <json>: prints a reading tool's results, one per line, following next_page or, in a search, next to
# the end. The input must not have pages.
pdfd_parts() {
  pdfd_input_=${2%\}}
  # As few parts as possible: a page that is longer than max_chars is cut.
  case $1:$2 in
    *'"max_chars"'*|*'"max_hits"'*) ;;
    pdf_read_text:*) pdfd_input_=$pdfd_input_,'"max_chars":200000' ;;
    pdf_extract_structure:*) pdfd_input_=$pdfd_input_,'"max_chars":400000' ;;
    pdf_search:*) pdfd_input_=$pdfd_input_,'"max_hits":1000' ;;
  esac
  pdfd_more_=
  while :; do
    pdfd_part_=$(pdfd_call "$1" "$pdfd_input_$pdfd_more_}") || return
    printf '%s\n' "$pdfd_part_"
    # Quotation marks in text are escaped, so only the fields match.
    pdfd_next_=$(printf '%s' "$pdfd_part_" | sed -n 's/^.*"next_page":\([0-9]*\).*/\1/p')
    pdfd_after_=$(printf '%s' "$pdfd_part_" | sed -n 's/^.*"next":\("[^"]*"\).*/\1/p')
    if [ -n "$pdfd_after_" ]; then pdfd_more_=",\"after\":$pdfd_after_"
    elif [ -n "$pdfd_next_" ]; then
      pdfd_total_=$(printf '%s' "$pdfd_part_" | sed 's/^.*"total_pages":\([0-9]*\).*/\1/')
      pdfd_more_=",\"pages\":\"$pdfd_next_-$pdfd_total_\""
    else return 0; fi
  done
}

# pdfd_start_job <tool> <json> [callback_url]: starts a job and prints it immediately.
pdfd_start_job() {
  if [ -n "$3" ]; then pdfd_send POST /v1/jobs "{\"tool\":\"$1\",\"input\":$2,\"callback_url\":\"$3\"}"
  else pdfd_send POST /v1/jobs "{\"tool\":\"$1\",\"input\":$2}"; fi
}

# pdfd_job <id>, pdfd_jobs, pdfd_cancel_job <id>
pdfd_job() { pdfd_send GET "/v1/jobs/$1"; }
pdfd_jobs() { pdfd_send GET "/v1/jobs?results=false"; }
pdfd_cancel_job() { pdfd_send DELETE "/v1/jobs/$1"; }

# pdfd_wait_job <id>: waits until the job finishes and prints it; returns 1 if it failed.
pdfd_wait_job() {
  while :; do
    pdfd_job_=$(pdfd_send GET "/v1/jobs/$1?wait=30") || return
    case $(printf '%s' "$pdfd_job_" | sed 's/^[^{]*{"id":"[^"]*","tool":"[^"]*","status":"\([a-z]*\)".*/\1/') in
      succeeded) printf '%s\n' "$pdfd_job_"; return 0 ;;
      failed) printf '%s\n' "$pdfd_job_" >&2; return 1 ;;
    esac
  done
}

# pdfd_run <tool> <json>: runs a tool as a job, waits until it finishes and prints the job.
pdfd_run() {
  pdfd_job_=$(pdfd_start_job "$1" "$2") || return
  pdfd_wait_job "$(printf '%s' "$pdfd_job_" | sed 's/^[^{]*{"id":"\([^"]*\)".*/\1/')"
}

# One request. Retries 429 after waiting, and 500 and lost responses once. Anything else would fail the same way again.
# The token and the body are passed in private files: every program on the computer can see arguments.
pdfd_send() (
  umask 077
  folder=$(mktemp -d) || exit 2
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 130' INT TERM
  if [ "$3" = - ]; then cat > "$folder/body"; else printf '%s' "$3" > "$folder/body"; fi
  {
    printf 'header = "Authorization: Bearer %s"\n' "$PDFD_TOKEN"
    printf 'url = "%s"\nrequest = "%s"\nsilent\nnoproxy = "*"\n' "$PDFD_URL$2" "$1"
    printf 'output = "%s"\ndump-header = "%s"\nwrite-out = "%%{http_code}"\n' "$folder/answer" "$folder/head"
    if [ "$1" = POST ]; then
      printf 'header = "Content-Type: application/json"\nheader = "Expect:"\ndata-binary = "@%s"\n' "$folder/body"
    fi
  } > "$folder/config"
  end=$(($(date +%s) + PDFD_TIMEOUT))
  repeated=
  while :; do
    left=$((end - $(date +%s)))
    if [ "$left" -le 0 ]; then echo "pdfd: no answer within $PDFD_TIMEOUT seconds" >&2; exit 2; fi
    : > "$folder/answer"
    code=0
    status=$(curl --config "$folder/config" --max-time "$left") || code=$?
    if [ "$code" = 7 ]; then echo "pdfd: no pdfd at $PDFD_URL: start it with pdfd serve" >&2; exit 2; fi
    if [ "$code" -ne 0 ]; then status=000; fi
    case $status in
      2??) cat "$folder/answer"; echo; exit 0 ;;
      429)
        pause=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]*\).*/\1/p' "$folder/head")
        sleep "${pause:-1}" ;;
      500|000)
        if [ -n "$repeated" ]; then
          if [ "$status" = 000 ]; then echo "pdfd: no answer from $PDFD_URL" >&2; exit 2; fi
          cat "$folder/answer" >&2; echo >&2; exit 1
        fi
        repeated=yes ;;
      *) cat "$folder/answer" >&2; echo >&2; exit 1 ;;
    esac
  done
)

# pdfd_verify_webhook <secret-file> <webhook-id> <webhook-timestamp> <webhook-signature> <body-file>
# Returns 0 if the callback comes from the service and is at most five minutes old. The body file must have the
# unchanged body. Skip events whose webhook-id you have already handled.
pdfd_verify_webhook() (
  case $3 in ''|*[!0-9]*|?????????????*) echo "pdfd: the timestamp is not a number" >&2; exit 1 ;; esac
  age=$(($(date +%s) - $3))
  if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then
    echo "pdfd: the webhook is too old, or from the future" >&2; exit 1
  fi
  # HMAC-SHA256 (RFC 2104) built from the hash: openssl only takes keys as arguments, which are public.
  key=$(sed 's/^whsec_//' "$1" | tr -d '\r\n' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  while [ ${#key} -lt 128 ]; do key="${key}00"; done
  pad() {
    rest=$key
    while [ -n "$rest" ]; do
      tail=${rest#??}
      printf "\\$(printf '%03o' $((0x${rest%"$tail"} ^ $1)))"
      rest=$tail
    done
  }
  inner() { pad 54; printf '%s.%s.' "$2" "$3"; cat "$5"; }
  expected=$({ pad 92; inner "$@" | openssl dgst -sha256 -binary; } | openssl dgst -sha256 -binary | openssl base64 -A)
  # Compares hashes, so that the time reveals nothing about the signature.
  hashed() { printf '%s' "$1" | openssl dgst -sha256 -binary | openssl base64 -A; }
  wanted=$(hashed "v1,$expected")
  set -f
  for value in $4; do
    if [ "$(hashed "$value")" = "$wanted" ]; then exit 0; fi
  done
  echo "pdfd: the webhook's signature is wrong" >&2
  exit 1
)
