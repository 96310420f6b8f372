/** Which paths a request may use. */
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { createFiles } from "../../src/files/create.ts";
import { checkName } from "../../src/files/scope/names.ts";
import { locate, openScope, ScopeError, unlimitedScope } from "../../src/files/scope/scope.ts";
import { expectInvalid, makeFolders, problemOf, string, text } from "./folders.ts";

describe("a path outside", () => {
  it("is rejected by comparing whole segments, with the same error whether or not the file exists", () => {
    using at = makeFolders();
    const pairs = [
      ["../OUT/secret.pdf", "../OUT/missing.pdf"],
      [`${at.A}/../OUT/secret.pdf`, `${at.A}/../OUT/missing.pdf`],
      [`${at.A}/./../..//OUT/secret.pdf`, `${at.A}/./../..//OUT/missing.pdf`],
      [`${at.A}_evil/secret.pdf`, `${at.A}_evil/missing.pdf`],
      ["/etc/passwd", "/etc/passwd-not-there"],
    ] as const;
    for (const [there, missing] of pairs) {
      expectInvalid(() => at.files.openInput(there, "input"), "input", /outside the allowed folders: /);
      expect(problemOf(() => at.files.openInput(there, "input")).detail).toContain(JSON.stringify(at.A));
      for (const open of [
        (path: string) => at.files.openInput(path, "input"),
        (path: string) => at.files.newFile(path, "output"),
        (path: string) => at.files.newFolder(path, "output_folder"),
        (path: string) => at.files.listPdf(path, "folder"),
      ]) {
        const same = problemOf(() => open(there)).detail.replaceAll(there, "P");
        expect(problemOf(() => open(missing)).detail.replaceAll(missing, "P")).toBe(same);
      }
    }
  });

  it("includes any link that leads there, dangling or not, for every use", () => {
    using at = makeFolders();
    symlinkSync(join(at.OUT, "secret.pdf"), join(at.A, "link.pdf"));
    symlinkSync(join(at.OUT, "missing.pdf"), join(at.A, "gone.pdf"));
    symlinkSync("../OUT", join(at.A, "d1"));
    symlinkSync("d1", join(at.A, "d2"));
    symlinkSync("./d2", join(at.A, "d3"));
    symlinkSync("../OUT/none", join(at.A, "e1"));
    symlinkSync("ok.pdf", join(at.A, "inside.pdf"));
    symlinkSync(join(at.B, "secret.pdf"), join(at.A, "toB.pdf"));
    symlinkSync("loop", join(at.A, "loop"));
    const before = at.all();
    const outside = /outside the allowed folders/;
    for (const path of ["link.pdf", "gone.pdf", "d1/secret.pdf", "d3/secret.pdf", "d3/none.pdf", "e1/x.pdf"])
      expectInvalid(() => at.files.openInput(path, "input"), "input", outside);
    for (const path of ["d1/new.pdf", "d3/new.pdf", "d3/none/new.pdf", "e1/new.pdf"])
      expectInvalid(() => at.files.newFile(path, "output"), "output", outside);
    for (const path of ["d1", "d1/new/deep", "d3/x", "e1", "e1/x"])
      expectInvalid(() => at.files.newFolder(path, "output_folder"), "output_folder", outside);
    for (const path of ["d1", "d3", "e1"])
      expectInvalid(() => at.files.listPdf(path, "folder"), "folder", outside);
    expectInvalid(() => at.files.openInput("loop", "input"), "input", /links form a loop/);
    using inside = at.files.openInput("inside.pdf", "input");
    expect([string(inside.read(0, 99)), inside.stem, inside.path]).toEqual([
      "%PDF-ok",
      "inside",
      join(at.A, "inside.pdf"),
    ]);
    using toB = at.files.openInput("toB.pdf", "input");
    expect(string(toB.read(0, 99))).toBe("secret of B");
    expect(problemOf(() => at.files.openInput("link.pdf", "input")).detail).not.toContain("OUT");
    expect(at.all()).toEqual(before);
  });

  it("is never created through a dangling output link", () => {
    using at = makeFolders();
    symlinkSync(join(at.OUT, "new.pdf"), join(at.A, "dang.pdf"));
    const before = at.all();
    expect(problemOf(() => at.files.newFile("dang.pdf", "output"))).toMatchObject({
      status: "conflict",
      field: "output",
    });
    expect(at.all()).toEqual(before);
  });

  it("doesn't include hard links, which are files of their folder", () => {
    using at = makeFolders();
    linkSync(join(at.OUT, "secret.pdf"), join(at.A, "hard.pdf"));
    using input = at.files.openInput("hard.pdf", "input");
    expect(input.size).toBe(13);
  });
});

describe("path texts", () => {
  it("are rejected if they aren't valid paths", () => {
    using at = makeFolders();
    const bad = [
      "",
      "a\0.pdf",
      "\ud800.pdf",
      "ok.pdf/",
      "sub/.",
      "sub/..",
      `${"a/".repeat(2500)}x.pdf`,
      `${"n".repeat(252)}.pdf`,
      "é".repeat(128),
      "https://example.org/x.pdf",
      "file:///x.pdf",
    ];
    for (const path of bad) {
      expectInvalid(() => at.files.openInput(path, "input"), "input");
      expectInvalid(() => at.files.newFile(path, "output"), "output");
    }
    expectInvalid(() => at.files.openInput("https://example.org/x.pdf", "input"), "input", /is a URL/);
    expectInvalid(() => at.files.openInput("~/x.pdf", "input"), "input", /does not exist; ~ is not expanded/);
    for (const path of ["", "a\0", "\udc00"])
      expectInvalid(() => at.files.newFolder(path, "output_folder"), "output_folder");
  });

  it("are otherwise taken literally", () => {
    using at = makeFolders();
    const names = [
      "~",
      "$HOME.pdf",
      "%2e%2e.pdf",
      '"a.pdf"',
      " a.pdf ",
      "-o.pdf",
      "--help.pdf",
      "n\n\t\u001b.pdf",
      "\u202efdp.pdf",
      "e\u0301.pdf",
      "\u00e9.pdf",
      "console.pdf",
      "com.pdf",
      "back\\slash.pdf",
      "CON.pdf",
      "aux .txt",
      "COM¹.pdf",
      "10:30 notes.pdf",
      "C:x.pdf",
      `${"n".repeat(251)}.pdf`,
    ];
    for (const name of names) {
      expectInvalid(() => at.files.openInput(name, "input"), "input", /does not exist/);
      writeFileSync(join(at.A, name), name);
      using input = at.files.openInput(name, "input");
      expect([string(input.read(0, 999)), input.path]).toEqual([name, join(at.A, name)]);
    }
    for (const name of ["~/x.pdf", "$HOME/x.pdf"])
      expect(problemOf(() => at.files.openInput(name, "input")).status).toBe("validation");
  });

  it("follow the rules of Windows on Windows", () => {
    const root = { path: "C:\\A", given: "C:\\A", id: "" };
    const scope = { base: "C:\\A", roots: [root] };
    const where = (path: string) => locate(scope, path, "input", "file", win32).path;
    expect(where("sub/x.pdf")).toBe("C:\\A\\sub\\x.pdf");
    expect(where("c:\\a\\x.pdf")).toBe("C:\\A\\x.pdf");
    expect(where("a\\..\\b.pdf")).toBe("C:\\A\\b.pdf");
    for (const path of [
      "C:\\A_evil\\x.pdf",
      "D:\\A\\x.pdf",
      "\\\\?\\C:\\A\\x.pdf",
      "\\\\.\\COM1",
      "\\\\srv\\s\\x.pdf",
      "C:x.pdf",
      "..\\x.pdf",
      "x.pdf:s",
      "nul.pdf",
      "CON",
      "aux .txt",
      "sub\\LPT1.pdf",
      "COM¹.pdf",
      "a.pdf.",
      "a.pdf ",
      "sub\\",
    ])
      expectInvalid(() => where(path), "input");
  });

  it("must be a single file name when a call chooses names", () => {
    expect(problemOf(() => checkName("a-page-1.pdf", "f", posix)).status).toBe("ok");
    for (const name of ["", ".", "..", "a/b", "/a", "x".repeat(256)])
      expectInvalid(() => checkName(name, "f", posix), "f");
    for (const name of ["con.pdf", "a:b"]) {
      expectInvalid(() => checkName(name, "f", win32), "f");
      expect(problemOf(() => checkName(name, "f", posix)).status).toBe("ok");
    }
  });
});

describe("allowed folders", () => {
  it("are resolved once at the start; a bad one prevents the start", () => {
    using at = makeFolders();
    const { top, A } = at;
    symlinkSync(A, join(top, "alias"));
    const scope = openScope([join(top, "alias"), `${A}/`, join(A, "..", "A")]);
    expect(scope.base).toBe(A);
    const files = createFiles(scope);
    for (const path of ["ok.pdf", `${A}/ok.pdf`, join(top, "alias", "ok.pdf")]) {
      using input = files.openInput(path, "input");
      expect(input.path).toBe(join(A, "ok.pdf"));
    }
    for (const bad of [[], [""], [join(top, "none")], [join(A, "ok.pdf")]])
      expect(() => openScope(bad)).toThrow(ScopeError);
    expect(openScope(["/"]).base).toBe("/");
  });

  it("remain the original folders, even if others replace them", () => {
    using at = makeFolders();
    renameSync(at.A, `${at.A}-old`);
    const uses = () => {
      expectInvalid(() => at.files.openInput("secret.pdf", "input"), "input", /removed or replaced/);
      expectInvalid(() => at.files.newFile("new.pdf", "output"), "output", /removed or replaced/);
      expectInvalid(() => at.files.newFolder("new", "output_folder"), "output_folder", /removed or replaced/);
      expectInvalid(() => at.files.listPdf(undefined, "folder"), "folder", /removed or replaced/);
    };
    uses();
    symlinkSync(at.OUT, at.A);
    uses();
    rmSync(at.A);
    mkdirSync(at.A);
    uses();
    using other = at.files.openInput(join(at.B, "secret.pdf"), "input");
    expect(other.size).toBe(11);
  });

  it("resolve relative paths in the first folder, and results are absolute", () => {
    using at = makeFolders();
    writeFileSync(join(at.B, "only-b.pdf"), "b");
    expectInvalid(() => at.files.openInput("only-b.pdf", "input"), "input", /does not exist/);
    using file = at.files.newFile("./sub/../new.pdf", "output");
    file.write(text("x"));
    expect(file.publish()).toEqual({ path: join(at.A, "new.pdf"), bytes: 1 });
  });

  it("are optional on the command line: any path works, relative to the current folder", () => {
    using at = makeFolders();
    const files = createFiles(unlimitedScope(at.A));
    using input = files.openInput("../OUT/secret.pdf", "input");
    expect(input.path).toBe(join(at.OUT, "secret.pdf"));
    using file = files.newFile("../OUT/12:30.pdf", "output");
    expect(file.publish().path).toBe(join(at.OUT, "12:30.pdf"));
    expectInvalid(() => files.openInput("none.pdf", "input"), "input", /does not exist/);
  });
});

describe("files and folders", () => {
  it("are not interchangeable", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "sub"));
    expectInvalid(() => at.files.listPdf("ok.pdf", "folder"), "folder", /not a folder/);
    expectInvalid(() => at.files.newFolder("ok.pdf", "output_folder"), "output_folder", /not a folder/);
    expectInvalid(
      () => at.files.newFolder("ok.pdf/deep/er", "output_folder"),
      "output_folder",
      /not a folder/,
    );
    expectInvalid(() => at.files.openInput("sub", "input"), "input", /is a folder/);
    expect(problemOf(() => at.files.newFile("sub", "output")).status).toBe("conflict");
    expect(problemOf(() => at.files.newFile(at.A, "output")).status).toBe("conflict");
    expectInvalid(() => at.files.newFile("no/such/x.pdf", "output"), "output", /folder .*does not exist/);
    expectInvalid(() => at.files.newFile("ok.pdf/x.pdf", "output"), "output");
    expect(at.all().filter((path) => path.startsWith("A/"))).toEqual(["A/ok.pdf", "A/sub"]);
  });
});
