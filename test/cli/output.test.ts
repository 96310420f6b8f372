/** Results as text. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createProgressBar } from "../../src/cli/tools/progress-bar.ts";
import { hasBrokenSignature, resultText, TextOutput } from "../../src/cli/tools/tool-output.ts";
import { bun } from "../contract/target.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { run } from "./run.ts";

const size = (pages: string, width: number, height: number, rotation = 0) => ({
  pages,
  width,
  height,
  rotation,
});

describe("a result as text", () => {
  it("lists a repair's fixes", () => {
    const file = { output: "/a.pdf", pages: 1, bytes: 9 };
    expect(resultText({ ...file, fixed: ["rebuilt it", "closed\nit"] })).toBe(
      "/a.pdf: 1 page, 9 bytes\nfixed: rebuilt it\nfixed: closed it\n",
    );
    expect(resultText({ ...file, fixed: [] })).toBe("/a.pdf: 1 page, 9 bytes\nnothing needed to be fixed\n");
    expect(resultText(file)).toBe("/a.pdf: 1 page, 9 bytes\n");
  });

  it("draws tables in columns, with spans and wide characters", () => {
    const cells = [
      [
        { text: "Item", row_span: 2 },
        { text: "Price per\nunit", col_span: 2 },
      ],
      [{ text: "EUR" }, { text: "円" }],
      [{ text: "ボルト" }, { text: "1.20" }, { text: "190" }],
    ];
    const parts = [{ page: 3 }, { page: 4 }];
    const table = {
      id: "a1",
      parts,
      columns: 3,
      head_rows: 2,
      caption: "Prices",
      doubts: ["no rules"],
      cells,
    };
    expect(resultText({ tables: [table], outputs: [], truncated: false })).toBe(
      [
        ...["table a1 on pages 3, 4: Prices", "  not certain: no rules", ""],
        ...["Item    Price per unit", "        EUR   円", "------  ----  ---", "ボルト  1.20  190", "", ""],
      ].join("\n"),
    );
    expect(resultText({ tables: [table], outputs: [{ output: "/t.xlsx", bytes: 9 }] })).toBe(
      "/t.xlsx: 9 bytes\n",
    );
  });

  it("gives five lines for a signature, and one for each change and doubt", () => {
    const signature = {
      ...{ field: "Signature1", kind: "signature", signer: "CN=Ada", claimed_time: "2025-01-02T02:04:05Z" },
      ...{ valid_from: "2024-01-01T00:00:00Z", valid_to: "2031-01-01T00:00:00Z", trust: "not_checked" },
      ...{ covers: "file", integrity: "intact", algorithm: "Ed25519", changes_after: [], doubts: [] },
    };
    const changes_after = [
      { kind: "content", page: 2, allowed: false, detail: "it was replaced" },
      { kind: "dss", allowed: null, detail: "it was added" },
    ];
    const stamped = { timestamp: "2025-01-03T00:00:00Z", covers: "revision", doubts: ["one", "two"] };
    const signatures = [signature, { ...signature, ...stamped, changes_after }];
    expect(resultText({ signatures, all_intact: true })).toBe(
      [
        "Signature1: signature by CN=Ada, 2025-01-02T02:04:05Z (claimed)",
        "  integrity: intact (Ed25519), covers the whole file",
        "  trust: not checked, certificate from 2024-01-01T00:00:00Z to 2031-01-01T00:00:00Z",
        "  changes after signing: none",
        "  doubts: none",
        "",
        "Signature1: signature by CN=Ada, 2025-01-03T00:00:00Z (time stamp)",
        "  integrity: intact (Ed25519), covers an earlier revision",
        "  trust: not checked, certificate from 2024-01-01T00:00:00Z to 2031-01-01T00:00:00Z",
        "  changes after signing: 2",
        "    page 2, content (not allowed): it was replaced",
        "    dss: it was added",
        "  doubt: one",
        "  doubt: two",
        "",
      ].join("\n"),
    );
    expect(resultText({ signatures: [], all_intact: false })).toBe("no signatures found\n");
    expect(hasBrokenSignature({ signatures, all_intact: true })).toBe(false);
    expect(hasBrokenSignature({ signatures: [], all_intact: false })).toBe(false);
  });

  it("comes with exit code 1 if a signature isn't intact", async () => {
    const field = "<</Subtype/Widget/FT/Sig/T(Signature1)/Rect[0 0 9 9]/V<</Type/Sig>>>>";
    const cwd = mkdtempSync(join(tmpdir(), "pdfd-signed-"));
    try {
      const root = "/AcroForm<</Fields[10 0 R]>>";
      writeFileSync(join(cwd, "a.pdf"), pagesPdf(["/Annots[10 0 R]"], { root, more: { 10: field } }));
      const { code, out } = await run(bun, ["check-signatures", "a.pdf"], { cwd });
      expect([code, out.split("\n").slice(0, 2)]).toEqual([
        1,
        [
          "Signature1: signature by an unknown signer",
          "  integrity: unreadable (unknown algorithm), covers not a revision of the file",
        ],
      ]);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  it("lists leaks, one per line", () => {
    const leaks = [
      { kind: "covered", page: 3, text: "Jane\nDoe", count: 1 },
      { kind: "metadata", text: "title: x", count: 2 },
    ];
    expect(resultText({ leaks, clean: false })).toBe(
      "page 3, covered: Jane Doe\nmetadata: title: x (2 times)\n",
    );
    expect(resultText({ leaks: [], clean: true })).toBe("no leaks found\n");
  });

  it("lists page sizes, grouping consecutive pages", () => {
    const page_sizes = [size("1-2", 595.28, 842), size("3", 842, 595, 90), size("4", 595.28, 842)];
    expect(resultText({ pages: 4, page_sizes, dimensions: [{}] })).toBe(
      "pages: 4\npages 1-2: 595.28 x 842 points\npage 3: 842 x 595 points, rotated by 90\npage 4: 595.28 x 842 points\n",
    );
    const many = Array.from({ length: 23 }, (_, n) => size(String(n + 1), n + 3, 9));
    expect(resultText({ page_sizes: many }).split("\n").slice(-3)).toEqual([
      "page 20: 22 x 9 points",
      "3 more sizes (--json shows them)",
      "",
    ]);
  });
});

it.each([[["a", "b"]], [["a", "", "b\n"]], [["", "a", ""]], [["", ""]], [[""]], [[]]])(
  "writes the pages %j one by one just as it writes them together",
  (texts: readonly string[]) => {
    const written: string[] = [];
    const output = new TextOutput((text) => written.push(text) > 0);
    for (const [at, text] of texts.entries()) {
      output.page(text);
      if (text !== "") expect(written.length).toBe(texts.slice(0, at + 1).filter((one) => one !== "").length);
    }
    output.end();
    expect(written.join("")).toBe(resultText({ pages: texts.map((text, at) => ({ page: at + 1, text })) }));
  },
);

it("takes no more pages once the reader is gone", () => {
  const output = new TextOutput(() => false);
  expect(() => output.page("a")).toThrow("nobody reads the text any more");
  expect(output.stopped).toBe("nobody reads");
});

it("shows a running clock when there is no progress to report, and erases it", () => {
  vi.useFakeTimers();
  try {
    const written: string[] = [];
    const bar = createProgressBar((text) => void written.push(text), Date.now);
    bar.run("converting");
    vi.advanceTimersByTime(2500);
    bar[Symbol.dispose]();
    vi.advanceTimersByTime(5000);
    expect(written).toEqual(["\rconverting, 1 s\x1b[K", "\rconverting, 2 s\x1b[K", "\r\x1b[K"]);
  } finally {
    vi.useRealTimers();
  }
});
