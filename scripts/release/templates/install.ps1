# Installs pdfd for the current user, without elevated privileges:
#   irm {{repository}}/releases/latest/download/install.ps1 | iex
# PDFD_VERSION      release to install, such as v{{version}}; default: the latest
# PDFD_INSTALL_DIR  folder for the program; default: %LOCALAPPDATA%\Programs\pdfd
# PDFD_BASE_URL     address of a mirror of the releases; default: {{repository}}/releases
# The executable is installed only if its SHA-256 matches SHA256SUMS.
& {
  $ErrorActionPreference = "Stop"
  $ProgressPreference = "SilentlyContinue"
  $base = if ($env:PDFD_BASE_URL) { $env:PDFD_BASE_URL } else { "{{repository}}/releases" }
  $from = if ($env:PDFD_VERSION -and $env:PDFD_VERSION -ne "latest") { "$base/download/$env:PDFD_VERSION" } else { "$base/latest/download" }
  $folder = if ($env:PDFD_INSTALL_DIR) { $env:PDFD_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA "Programs\pdfd" }
  $name = "pdfd-windows-x64.exe"

  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  $draft = Join-Path $folder ".pdfd-$([guid]::NewGuid()).exe"
  $sums = "$draft.sums"
  try {
    # Into a file: Invoke-WebRequest doesn't treat GitHub's response as text.
    Invoke-WebRequest -UseBasicParsing -Uri "$from/SHA256SUMS" -OutFile $sums
    $line = Get-Content $sums | Where-Object { $_ -match "^[0-9a-f]{64} [ *]$([regex]::Escape($name))$" }
    if (-not $line) { throw "SHA256SUMS has no checksum of $name; nothing was installed" }
    Invoke-WebRequest -UseBasicParsing -Uri "$from/$name" -OutFile $draft
    $actual = (Get-FileHash -Algorithm SHA256 $draft).Hash
    if ($actual -ne $line.Substring(0, 64)) { throw "the checksum of $name is not the one in SHA256SUMS; nothing was installed" }
    $version = & $draft --version
    if ($LASTEXITCODE -ne 0) { throw "$name does not run on this computer; nothing was installed" }
    Move-Item -Force $draft (Join-Path $folder "pdfd.exe")
    Write-Host "pdfd: installed pdfd $version as $folder\pdfd.exe"
    if (($env:PATH -split ";") -notcontains $folder) { Write-Host "pdfd: add $folder to PATH so that you can run pdfd" }
  }
  finally {
    Remove-Item -Force -ErrorAction SilentlyContinue $draft, $sums
  }
}
