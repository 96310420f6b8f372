/** Runs executables for other systems on Linux x64, as far as Debian's packages allow. Needs root. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Prepared {
  /** Starts the executable. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  end(): void;
}

export interface System {
  /** The executable in dist/release. */
  readonly file: string;
  readonly means: string;
  /** Debian's packages. */
  readonly packages: readonly string[];
  /** Throws if it can't be tried here. */
  prepare(program: string, folder: string): Prepared;
}

const here = import.meta.dirname;

/** Runs a program to completion and throws its error message if it fails. */
function run(command: string, args: readonly string[], options: object = {}): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
}

/** The first bytes of programs for arm64, and their mask, in which `\\xfe` ignores the last bit of the file type. */
const magic =
  "\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00:" +
  "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff";
const formats = "/proc/sys/fs/binfmt_misc";
const entry = "pdfd-trial";

/** Registers arm64 programs with the kernel so that they can restart themselves; `root` has their libraries. */
function throughQemu(program: string, root: string, folder: string): Prepared {
  const starter = join(folder, "qemu.sh");
  writeFileSync(starter, `#!/bin/sh\nexec qemu-aarch64 -L '${root}' "$@"\n`, { mode: 0o755 });
  if (!existsSync(join(formats, "register"))) run("mount", ["-t", "binfmt_misc", "none", formats]);
  const end = () => {
    if (existsSync(join(formats, entry))) writeFileSync(join(formats, entry), "-1");
  };
  end();
  writeFileSync(join(formats, "register"), `:${entry}:M::${magic}:${starter}:`);
  return { command: [program], end };
}

const whole = (archive: string) => ["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"];
const shared = ["-O1", "-shared", "-fPIC", "-Wl,-soname,libstdc++.so.6", join(here, "musl-cxx.c")];

/** Unpacks Debian's arm64 packages, which can't be installed on this computer. */
function unpackedForArm64(packages: readonly string[], folder: string): string {
  const [state, cache, root] = ["state", "cache", "root"].map((name) => join(folder, name));
  if (!state || !cache || !root) throw new Error("no paths");
  for (const made of [join(state, "lists/partial"), join(cache, "archives/partial"), root])
    mkdirSync(made, { recursive: true });
  const settings = [
    ...[`Dir::State=${state}`, `Dir::Cache=${cache}`, "Dir::State::status=/dev/null"],
    ...["APT::Architecture=arm64", "APT::Architectures=arm64", "APT::Sandbox::User=root"],
  ].flatMap((setting) => ["-o", setting]);
  run("apt-get", [...settings, "update"]);
  run("apt-get", [...settings, "download", ...packages], { cwd: cache });
  run("sh", ["-c", `for one in "$1"/*.deb; do dpkg -x "$one" "$2"; done`, "sh", cache, root]);
  return root;
}

export const systems: readonly System[] = [
  {
    file: "pdfd-linux-arm64",
    means: "qemu-user with glibc for arm64",
    packages: ["qemu-user", "libc6-arm64-cross", "libstdc++6-arm64-cross", "libgcc-s1-arm64-cross"],
    prepare: (program, folder) => throughQemu(program, "/usr/aarch64-linux-gnu", folder),
  },
  {
    file: "pdfd-linux-x64-musl",
    means: "musl's loader, with a libstdc++ made of Debian's objects",
    packages: ["musl-tools", "libstdc++-12-pic"],
    prepare(program, folder) {
      const gcc = "/usr/lib/gcc/x86_64-linux-gnu/12";
      const library = join(folder, "libstdc++.so.6");
      const rest = [join(gcc, "libgcc_eh.a"), join(gcc, "libgcc.a")];
      run("musl-gcc", [...shared, "-o", library, ...whole(join(gcc, "libstdc++_pic.a")), ...rest]);
      // The program's child processes get no variable that could point to another folder.
      const installed = "/lib/x86_64-linux-musl/libstdc++.so.6";
      if (existsSync(installed)) throw new Error(`${installed} already exists`);
      copyFileSync(library, installed);
      return { command: [program], end: () => rmSync(installed) };
    },
  },
  {
    file: "pdfd-linux-arm64-musl",
    means: "qemu-user with musl for arm64, with a libstdc++ made of Debian's objects",
    packages: ["qemu-user", "gcc-aarch64-linux-gnu"],
    prepare(program, folder) {
      const packages = ["musl", "musl-dev", "libstdc++-12-pic", "libgcc-12-dev"];
      const root = unpackedForArm64(packages, folder);
      const gcc = join(root, "usr/lib/gcc/aarch64-linux-gnu/12");
      const found = spawnSync("aarch64-linux-gnu-gcc", ["-print-file-name=include"], { encoding: "utf8" });
      run("aarch64-linux-gnu-gcc", [
        ...["-nostdinc", "-isystem", join(root, "usr/include/aarch64-linux-musl")],
        ...["-isystem", (found.stdout ?? "").trim(), "-nostdlib", join(gcc, "crtbeginS.o"), ...shared],
        ...["-o", join(root, "lib/aarch64-linux-musl/libstdc++.so.6")],
        ...whole(join(gcc, "libstdc++_pic.a")),
        ...["libgcc_eh.a", "libgcc.a", "crtendS.o"].map((name) => join(gcc, name)),
      ]);
      return throughQemu(program, root, folder);
    },
  },
  {
    file: "pdfd-windows-x64.exe",
    means: "Wine 8, with the one function of bcryptprimitives.dll that it lacks",
    packages: ["wine64", "gcc-mingw-w64-x86-64-posix"],
    prepare(program, folder) {
      const environment = { WINEPREFIX: join(folder, "wine"), WINEDEBUG: "-all" };
      const wine = "/usr/lib/wine/wine64";
      const options = { env: { ...process.env, ...environment } };
      run(wine, ["wineboot", "--init"], options);
      const library = join(environment.WINEPREFIX, "drive_c/windows/system32/bcryptprimitives.dll");
      run("x86_64-w64-mingw32-gcc", ["-shared", "-o", library, join(here, "wine-prng.c"), "-ladvapi32"]);
      // It fails if Wine has already exited.
      const end = () => void spawnSync("/usr/lib/wine/wineserver64", ["-k"], options);
      return { command: [wine, program], environment, end };
    },
  },
];
