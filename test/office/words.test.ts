/** Finding the converter, its settings, and replaced fonts. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { firstProgram, linuxFamily, trustedPath } from "../../src/host/programs.ts";
import { createFontCollector } from "../../src/office/font-names.ts";
import { installCommand, locate, missing } from "../../src/office/locate.ts";
import { buildId, profileSettings } from "../../src/office/profile.ts";
import { standIns } from "../../src/office/stand-ins.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-locate-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function program(path: string, mode = 0o755): string {
  const full = join(root, path);
  mkdirSync(join(full, ".."), { recursive: true });
  writeFileSync(full, "#!/bin/sh\n");
  chmodSync(full, mode);
  return full;
}

describe("the converter", () => {
  const good = program("bin/soffice");
  const evil = program("allowed/bin/soffice");
  const plain = program("plain/soffice", 0o644);
  const allowed = join(root, "allowed");
  symlinkSync(evil, join(root, "link"));
  mkdirSync(join(root, "folder/soffice"), { recursive: true });

  it("is the first executable program", () => {
    expect(firstProgram([join(root, "none"), plain, join(root, "folder/soffice"), good], [])).toBe(good);
  });

  it("is never in an allowed or the current folder, not even through a link", () => {
    expect(firstProgram([evil], [allowed])).toBeUndefined();
    expect(firstProgram([join(root, "link")], [allowed])).toBeUndefined();
    expect(firstProgram(["soffice", "./soffice"], [])).toBeUndefined();
    expect(locate({ program: evil, deadlineMs: 1, avoid: [allowed] })).toBeUndefined();
    expect(locate({ program: good, deadlineMs: 1, avoid: [allowed] })).toBe(good);
  });

  it("is only searched for in absolute folders of PATH", () => {
    symlinkSync(join(allowed, "bin"), join(root, "linked-bin"));
    const path = ["", ".", "bin", join(allowed, "bin"), join(root, "linked-bin"), join(root, "bin")];
    expect(trustedPath([allowed], path.join(delimiter))).toEqual([join(root, "bin")]);
  });

  it("is found even if the root folder is allowed", () => {
    expect(firstProgram([good], ["/"])).toBe(good);
  });

  it("is the program next to the launcher, if there is one", () => {
    const launcher = program("suite/soffice");
    const real = program("suite/soffice.bin");
    expect(locate({ program: launcher, deadlineMs: 1, avoid: [] }, "debian")).toBe(real);
  });

  it.each([
    ["ID=debian\n", "debian"],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', "debian"],
    ['ID="rhel"\nID_LIKE="fedora"\n', "fedora"],
    ["ID=alpine\n", "alpine"],
    ['ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "suse"],
    ["ID=manjaro\nID_LIKE=arch\n", "arch"],
    ["", "linux"],
  ] as const)("is installed by the system's package manager: %j", (release, family) => {
    expect(linuxFamily(release)).toBe(family);
    expect(installCommand(family)).toMatch(/libreoffice/i);
  });

  it("reports that it is missing, with a hint for programs", () => {
    const error = missing("It was not found", "macos");
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: "operation_failed",
      hint: { kind: "converter", command: "brew install --cask libreoffice" },
    });
    expect(error.message).toContain("brew install");
  });
});

describe("the profile", () => {
  it("is well-formed and has the required settings", () => {
    for (const [name, value] of [
      ["BlockUntrustedRefererLinks", "true"],
      ["MacroSecurityLevel", "3"],
      ["DisableMacrosExecution", "true"],
      ["Link", "2"],
      ["ooInetProxyType", "1"],
      ["CrashReport", "false"],
    ])
      expect(profileSettings).toContain(`<prop oor:name="${name}" oor:op="fuse"><value>${value}</value>`);
  });

  it("reads the suite's build ID", () => {
    expect(buildId("[Version]\nbuildid=40(Build:2)\nVendor=x\n")).toBe("40(Build:2)");
    expect(buildId("x=1")).toBeUndefined();
    expect(buildId(undefined)).toBeUndefined();
  });
});

describe("fonts", () => {
  it("are collected from a Word document; East Asian ones only if it has such text", () => {
    const fonts = createFontCollector("ooxml");
    fonts.add(
      "word/document.xml",
      '<w:rFonts w:ascii="A &amp; B" w:eastAsia="MS Mincho"/><w:lang w:eastAsia="en-US"/>',
    );
    fonts.add("word/theme/theme1.xml", '<a:minorFont><a:latin typeface="Aptos"/>');
    expect(fonts.names()).toEqual(["A & B"]);
    fonts.add("word/styles.xml", '<w:rFonts w:asciiTheme="minorHAnsi"/>漢字');
    expect(fonts.names()).toEqual(["A & B", "MS Mincho", "Aptos"]);
  });

  it("are collected from the font declarations of an OpenDocument file", () => {
    const fonts = createFontCollector("odf");
    fonts.add("content.xml", '<style:text-properties style:font-name="F1"/>');
    fonts.add("styles.xml", `<style:font-face style:name="F1" svg:font-family="'Gill Sans', 'Arial'"/>`);
    expect(fonts.names()).toEqual(["Gill Sans"]);
  });

  it("are listed if another font replaced them", () => {
    expect(standIns(["Calibri", "Liberation Serif"], ["LiberationSerif-Bold", "DejaVuSans"])).toMatch(
      /uses Calibri, but the result uses DejaVuSans instead\. Install fonts-crosextra-carlito for/,
    );
    expect(standIns(["Gill Sans"], ["Carlito"])).toMatch(
      /uses Gill Sans, but the result uses Carlito instead\.$/,
    );
  });

  it.each([
    [["Times New Roman"], ["TimesNewRomanPS-BoldMT", "TimesNewRomanPSMT"]],
    [["Segoe UI Semibold"], ["SegoeUI-Semibold"]],
    [
      ["Calibri", "Unused"],
      ["Calibri", "OpenSymbol"],
    ],
    [
      ["Calibri", "Arial", "Times New Roman"],
      ["Carlito-Bold", "LiberationSans", "LiberationSerif"],
    ],
    [[], ["DejaVuSans"]],
    [["X"], []],
  ])("%j shown as %j need no warning", (asked, used) => {
    expect(standIns(asked, used)).toBeUndefined();
  });
});
