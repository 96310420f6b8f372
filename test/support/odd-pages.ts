/** Pages on which stamps go wrong if a page's own coordinates are confused with the displayed ones. They have no ink. */
import { buildPdf, pagesPdf } from "./pdf-builder.ts";

const content = (data: string, page = "") =>
  pagesPdf([`${page}/Contents 10 0 R`], { more: { 10: { dict: "", data } } });

/** Peculiarity → document. */
export const oddPages: Readonly<Record<string, Uint8Array>> = {
  "nothing odd": pagesPdf([""]),
  "turned by 90": pagesPdf(["/Rotate 90"]),
  "turned by 180": pagesPdf(["/Rotate 180"]),
  "turned by 270": pagesPdf(["/Rotate 270"]),
  "turned by -90, inherited": pagesPdf([""], { tree: "/Rotate -90" }),
  "a MediaBox far from the origin": pagesPdf(["/MediaBox[1000 -2000 1400 -1300]"]),
  "a MediaBox with its corners exchanged": pagesPdf(["/MediaBox[500 700 100 100]"]),
  "a smaller CropBox": pagesPdf(["/CropBox[200 300 500 700]"]),
  "a smaller CropBox, turned by 90": pagesPdf(["/CropBox[200 300 500 700]/Rotate 90"]),
  "a CropBox beyond the MediaBox": pagesPdf(["/CropBox[-50 -50 300 500]"]),
  "a UserUnit of 2.5": pagesPdf(["/MediaBox[10 10 210 310]/UserUnit 2.5/Rotate 270"]),
  "a landscape page": pagesPdf(["/MediaBox[0 0 800 400]"]),
  "a tiny page": pagesPdf(["/MediaBox[0 0 60 40]"]),
  "content that scales and turns": content("3 0 0 3 100 100 cm 0 1 -1 0 0 0 cm"),
  "content that saves and never restores": content("q q 2 0 0 2 50 60 cm q 0 0 1 1 re W n"),
  "content that restores too much": content("Q Q 2 0 0 2 50 60 cm Q Q q 3 0 0 3 0 0 cm Q Q"),
  "content that clips": content("0 0 10 10 re W n"),
  "text that never ends": content("BT 3 Tr 5 0 0 5 9 9 Tm"),
  "marked content that never ends": content("/P BMC /Q <</MCID 0>> BDC"),
  "a string that never ends": content("2 0 0 2 0 0 cm BT (never ends"),
  "an inline image that never ends": content("BI /W 1 /H 1 /BPC 8 /CS /G ID \xff\x00\xff"),
  "content in several streams that share state": pagesPdf(["/Contents[10 0 R 11 0 R 10 0 R]"], {
    more: { 10: { dict: "", data: "q 2 0 0 2 9 9 cm" }, 11: { dict: "", data: "Q Q Q 1 0 0 1 70 70 cm" } },
  }),
  "an indirect array of contents": pagesPdf(["/Contents 12 0 R"], {
    more: { 10: { dict: "", data: "q 2 0 0 2 9 9 cm" }, 12: "[null 10 0 R 99 0 R]" },
  }),
  "an empty array of contents": pagesPdf(["/Contents[]/Resources null"]),
  "resources shared by page and tree": buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 612 792]/Resources 4 0 R>>",
      3: "<</Type/Page/Parent 2 0 R>>",
      4: "<</Font 5 0 R/XObject<</Stamp1 6 0 R>>>>",
      5: "<</Stamp1 7 0 R/Stamp2 7 0 R>>",
      6: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "" },
      7: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    },
  }),
};
