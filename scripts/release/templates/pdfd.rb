# Homebrew formula, for a tap: Formula/pdfd.rb
class Pdfd < Formula
  desc "PDF tools as local HTTP service, MCP server and command-line"
  homepage "{{repository}}"
  version "{{version}}"
  license "AGPL-3.0-or-later"

  on_macos do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/pdfd-darwin-arm64"
      sha256 "{{sha256 pdfd-darwin-arm64}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/pdfd-darwin-x64"
      sha256 "{{sha256 pdfd-darwin-x64}}"
    end
  end

  on_linux do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/pdfd-linux-arm64"
      sha256 "{{sha256 pdfd-linux-arm64}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/pdfd-linux-x64"
      sha256 "{{sha256 pdfd-linux-x64}}"
    end
  end

  def install
    bin.install Dir["pdfd-*"].first => "pdfd"
    generate_completions_from_executable(bin/"pdfd", "completion")
    (man1/"pdfd.1").write Utils.safe_popen_read(bin/"pdfd", "help", "man")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/pdfd --version").strip
  end
end
