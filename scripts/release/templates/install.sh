#!/bin/sh
# Installs pdfd for the current user, without elevated privileges:
#   curl -fsSL {{repository}}/releases/latest/download/install.sh | sh
# PDFD_VERSION      release to install, such as v{{version}}; default: the latest
# PDFD_INSTALL_DIR  folder for the program; default: ~/.local/bin
# PDFD_BASE_URL     address of a mirror of the releases; default: {{repository}}/releases
# The executable is installed only if its SHA-256 matches SHA256SUMS.
set -eu

# A function, so that a partially downloaded script runs nothing.
main() {
  base=${PDFD_BASE_URL:-{{repository}}/releases}
  case ${PDFD_VERSION:-latest} in
    latest) from=$base/latest/download ;;
    *) from=$base/download/$PDFD_VERSION ;;
  esac
  folder=${PDFD_INSTALL_DIR:-${HOME:?set HOME, or PDFD_INSTALL_DIR to a folder}/.local/bin}
  name=$(executable)

  mkdir -p "$folder"
  # In the same folder, so that installing is a rename.
  work=$(mktemp -d "$folder/.pdfd-install.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  say "downloading $name from $from"
  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  expected=$(listed "$name")
  [ "${#expected}" -eq 64 ] || fail "SHA256SUMS has no checksum of $name; nothing was installed"
  if [ -n "$(listed "$name.gz")" ] && command -v gzip >/dev/null 2>&1; then
    download "$from/$name.gz" "$work/pdfd.gz" "$(progress)"
    gzip -dc "$work/pdfd.gz" >"$work/pdfd" || fail "$name.gz is damaged; nothing was installed"
  else
    download "$from/$name" "$work/pdfd" "$(progress)"
  fi
  actual=$(sha256 "$work/pdfd")
  [ "$actual" = "$expected" ] ||
    fail "the checksum of $name is $actual, and SHA256SUMS says $expected; nothing was installed"

  chmod 755 "$work/pdfd"
  version=$("$work/pdfd" --version) || fail "$name does not run on this computer; nothing was installed"
  mv -f "$work/pdfd" "$folder/pdfd"
  say "installed pdfd $version as $folder/pdfd"
  case :${PATH:-}: in
    *":$folder:"*) ;;
    *) say "add $folder to PATH so that you can run pdfd" ;;
  esac
}

# The name of the executable for this computer.
executable() {
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "there is no executable for $machine processors; if you have Node, use npx pdfd" ;;
  esac
  case $(uname -s) in
    Linux) if musl; then echo "pdfd-linux-$machine-musl"; else echo "pdfd-linux-$machine"; fi ;;
    Darwin)
      # Under Rosetta, the processor is reported as Intel's.
      if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || echo 0)" = 1 ]; then machine=arm64; fi
      echo "pdfd-darwin-$machine"
      ;;
    *) fail "there is no executable for $(uname -s); on Windows use install.ps1" ;;
  esac
}

# Systems based on musl, such as Alpine, have its loader. If glibc's is also installed, its executable is used.
musl() {
  for loader in /lib/ld-linux-*.so.* /lib64/ld-linux-*.so.*; do
    if [ -e "$loader" ]; then return 1; fi
  done
  for loader in /lib/ld-musl-*.so.1; do
    if [ -e "$loader" ]; then return 0; fi
  done
  return 1
}

# The checksum of a file in the release; empty if there is no such file.
listed() {
  awk -v name="$1" '$2 == name || $2 == "*" name { print $1 }' "$work/SHA256SUMS"
}

# Shows a progress bar on a terminal only.
progress() {
  if [ -t 2 ]; then echo --progress-bar; else echo --silent; fi
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail "${3:---silent}" --show-error --location --output "$2" "$1" || fail "cannot download $1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1" || fail "cannot download $1"
  else
    fail "needs curl or wget"
  fi
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -sha256 "$1" | sed 's/.* //'
  else
    fail "needs sha256sum, shasum or openssl to check the download"
  fi
}

say() {
  echo "pdfd: $*" >&2
}

fail() {
  say "$*"
  exit 1
}

main
