/** In what two readings of a page differ first; undefined where they do not. */
import { artifactType, type Box, type PageLayout, type Piece, type Tag } from "../../src/core/page-layout.ts";

/** Points: numbers of single precision are not alike to the last digit. */
const near = 0.02;

export function textDifference(ours: string, theirs: string): string | undefined {
  if (ours === theirs) return undefined;
  let at = 0;
  while (ours[at] === theirs[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 50));
  return `@${at} of ${theirs.length}\n  ours   ${part(ours)}\n  MuPDF  ${part(theirs)}`;
}

const boxText = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1].map((value) => value.toFixed(2)).join(" ");

function isSameBox(a: Box, b: Box): boolean {
  return (["x0", "y0", "x1", "y1"] as const).every((side) => Math.abs(a[side] - b[side]) < near);
}

/** Content of no element, or an artifact's: there it stays with the element before it, whose place it then has. */
const isLoose = ({ tag }: { readonly tag: Tag | undefined }) => !tag || tag.type === artifactType;

const sameTag = (a: { readonly tag: Tag | undefined }, b: { readonly tag: Tag | undefined }) =>
  isLoose(a) || tagText(a.tag) === tagText(b.tag);

/** Pieces in an order that their elements do not matter to. */
function byText(pieces: readonly Piece[]): Piece[] {
  const keyed = pieces.map((piece) => ({ piece, text: wordsText(piece) }));
  keyed.sort(
    (a, b) =>
      (a.text < b.text ? -1 : Number(a.text > b.text)) ||
      Math.round(a.piece.box.y0) - Math.round(b.piece.box.y0) ||
      a.piece.box.x0 - b.piece.box.x0,
  );
  return keyed.map(({ piece }) => piece);
}

type Painted = PageLayout["images"][number] | PageLayout["drawings"][number];

const byPlace = (painted: readonly Painted[]): Painted[] =>
  painted.toSorted((a, b) => Math.round(a.box.y0) - Math.round(b.box.y0) || a.box.x0 - b.box.x0);

const tagText = (tag: Tag | undefined) => (tag ? `${tag.type} ${tag.key}` : "none");
const wordsText = ({ words }: Piece) =>
  words.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join("|");

function pieceDifference(a: Piece, b: Piece): string | undefined {
  const not = (what: string, ours: unknown, theirs: unknown) =>
    `${what} of ${JSON.stringify(wordsText(b).slice(0, 60))}: ${ours}, MuPDF ${theirs}`;
  if (wordsText(a) !== wordsText(b)) return not("words", JSON.stringify(wordsText(a)), "these");
  if (!isSameBox(a.box, b.box)) return not("box", boxText(a.box), boxText(b.box));
  if (Math.abs(a.baseline - b.baseline) >= near) return not("baseline", a.baseline, b.baseline);
  if (Math.abs(a.size - b.size) >= near) return not("size", a.size, b.size);
  if (a.horizontal !== b.horizontal || a.turn !== b.turn) return not("turn", a.turn, b.turn);
  if (a.rightToLeft !== b.rightToLeft) return not("direction", a.rightToLeft, b.rightToLeft);
  if (!sameTag(a, b)) return not("tag", tagText(a.tag), tagText(b.tag));
  for (const [k, word] of a.words.entries()) {
    const theirs = b.words[k];
    if (theirs === undefined) return not("words", a.words.length, b.words.length);
    if (!isSameBox(word.box, theirs.box))
      return not(`box of ${word.text}`, boxText(word.box), boxText(theirs.box));
    if (Math.abs(word.size - theirs.size) >= near) return not("size of a word", word.size, theirs.size);
    if (word.uri !== theirs.uri) return not("link", word.uri, theirs.uri);
    // A font of one width may not say so, which is seen here by its widths.
    const face = ({ name, bold, italic, mono }: typeof word.face) =>
      `${name}${bold ? " bold" : ""}${italic ? " italic" : ""}${mono && theirs.face.mono ? " mono" : ""}`;
    if (theirs.face.mono && !word.face.mono) return not("face", "not mono", "mono");
    // Of Type 3 fonts only the name is looked at there, which most have not.
    if (face(word.face) !== face(theirs.face) && !theirs.face.name.startsWith("Type3 ("))
      return not("face", face(word.face), face(theirs.face));
  }
  return undefined;
}

export function layoutDifference(ours: PageLayout, theirs: PageLayout): string | undefined {
  if (Math.abs(ours.width - theirs.width) >= near || Math.abs(ours.height - theirs.height) >= near)
    return `size: ${ours.width} x ${ours.height}, MuPDF ${theirs.width} x ${theirs.height}`;
  const moved = ours.pieces.some(isLoose) && theirs.pieces.some(({ tag }) => tag);
  const [own, other] = moved ? [byText(ours.pieces), byText(theirs.pieces)] : [ours.pieces, theirs.pieces];
  for (let k = 0; k < Math.max(own.length, other.length); k++) {
    const [a, b] = [own[k], other[k]];
    if (!a || !b) return `pieces: ${ours.pieces.length}, MuPDF ${theirs.pieces.length}`;
    const difference = pieceDifference(a, b);
    if (difference !== undefined) return `piece ${k}: ${difference}`;
  }
  for (const kind of ["images", "drawings"] as const) {
    const [one, two] = moved ? [byPlace(ours[kind]), byPlace(theirs[kind])] : [ours[kind], theirs[kind]];
    for (let k = 0; k < Math.max(one.length, two.length); k++) {
      const [a, b] = [one[k], two[k]];
      if (!a || !b) return `${kind}: ${one.length}, MuPDF ${two.length}`;
      if (!isSameBox(a.box, b.box)) return `${kind} ${k}: ${boxText(a.box)}, MuPDF ${boxText(b.box)}`;
      if ("tag" in a && "tag" in b && !sameTag(a, b))
        return `${kind} ${k}: tag ${tagText(a.tag)}, MuPDF ${tagText(b.tag)}`;
      if ("color" in a && "color" in b) {
        const white = a.color === 0xffffff;
        if (a.stroked !== b.stroked || white !== (b.color === 0xffffff))
          return `${kind} ${k}: ${a.stroked} ${a.color.toString(16)}, MuPDF ${b.stroked} ${b.color.toString(16)}`;
      }
    }
  }
  return undefined;
}
