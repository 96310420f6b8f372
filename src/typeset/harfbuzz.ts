/**
 * HarfBuzz, the shaper: its WASM and the few functions that stamping needs. Loaded on first use. The package's own module loads
 * the WASM from a file beside it, which neither the executable nor a JSR package has.
 */
import { once } from "../core/once.ts";
import { asset } from "../host/assets/assets.ts";

/** A glyph in visual order, left to right. Numbers are in font units. */
export interface PlacedGlyph {
  readonly gid: number;
  /** Start of the glyph's cluster in the text, in UTF-16 units. */
  readonly cluster: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/** Part of a text to shape; the rest is context (Arabic letters join across). */
export interface ShapeRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly rightToLeft: boolean;
}

/** Receives an outline point by point, in font units. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadTo(x1: number, y1: number, x: number, y: number): void;
  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
}

/** A font in HarfBuzz's memory, kept until the process ends. Numbers are in font units. */
export interface HarfbuzzFont {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** The glyph of a code point; 0 if the font has none. */
  glyph(codePoint: number): number;
  advance(gid: number): number;
  shape(run: ShapeRun): PlacedGlyph[];
  /** Draws a glyph, whatever the font's kind of outlines. */
  draw(gid: number, pen: Pen): void;
}

/** The shaper; fonts are few and kept. */
export interface Shaper {
  /** `index`: the font's index in a collection. */
  font(file: Uint8Array, index?: number): HarfbuzzFont;
}

/** The process's only HarfBuzz (a few milliseconds, then 2 MB). */
export const loadShaper = once(start);

const leftToRight = 4;
const rightToLeft = 5;
/** hb_memory_mode_t: HarfBuzz may use the memory as its own. */
const writable = 2;
/** Of the text before and after a run HarfBuzz looks at five characters: two units each, and a pair that is cut doesn't count. */
const contextUnits = 12;
/** Bytes of hb_glyph_info_t and hb_glyph_position_t. */
const infoBytes = 20;

type Native = (...args: number[]) => number;

type Library = Awaited<ReturnType<typeof openLibrary>>;

/** HarfBuzz's memory, its table of functions, and its functions by name. */
async function openLibrary() {
  const module = await WebAssembly.compile(Uint8Array.from(await asset("harfbuzz.wasm")));
  const nothing = () => 0;
  const ended = () => {
    throw new Error("HarfBuzz gave up");
  };
  let memory: WebAssembly.Memory | undefined;

  const grow = (bytes: number): number => {
    try {
      memory?.grow(Math.ceil((bytes - memory.buffer.byteLength) / 65_536));
      return 1;
    } catch {
      return 0;
    }
  };

  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      _abort_js: ended,
      _setitimer_js: nothing,
      _emscripten_runtime_keepalive_clear: nothing,
      emscripten_resize_heap: (bytes: number) => grow(bytes >>> 0),
    },
    wasi_snapshot_preview1: { proc_exit: ended },
  });
  const heap = exports.memory;
  if (!(heap instanceof WebAssembly.Memory)) throw new Error("HarfBuzz without its memory");
  memory = heap;

  const call = (name: string): Native => {
    const found = exports[name];
    if (typeof found !== "function") throw new Error(`HarfBuzz without ${name}`);
    return (...args) => Number(found(...args));
  };

  call("__wasm_call_ctors")();
  return { heap, table: exports.__indirect_function_table, call };
}

/** Shapes text with a font; all fonts share one buffer. */
function shaping({ heap, call }: Library): (font: number, run: ShapeRun) => PlacedGlyph[] {
  const malloc = call("malloc");
  const free = call("free");
  const addText = call("hb_buffer_add_utf16");
  const guess = call("hb_buffer_guess_segment_properties");
  const setDirection = call("hb_buffer_set_direction");
  const clear = call("hb_buffer_clear_contents");
  const shape = call("hb_shape");
  const lengthOf = call("hb_buffer_get_length");
  const infosOf = call("hb_buffer_get_glyph_infos");
  const positionsOf = call("hb_buffer_get_glyph_positions");
  const buffer = call("hb_buffer_create")();

  return (font, { text, start, end, rightToLeft: rtl }) => {
    // Only what HarfBuzz looks at: a long text may have a run for each of its letters.
    const from = Math.max(0, start - contextUnits);
    const around = text.slice(from, end + contextUnits);
    const at = malloc(Math.max(2, around.length * 2));
    const units = new Uint16Array(heap.buffer, at, around.length);
    for (let k = 0; k < around.length; k++) units[k] = around.charCodeAt(k);
    clear(buffer);
    addText(buffer, at, around.length, start - from, end - start);
    setDirection(buffer, rtl ? rightToLeft : leftToRight);
    guess(buffer);
    shape(font, buffer, 0, 0);
    free(at);
    const count = lengthOf(buffer);
    const infos = infosOf(buffer, 0);
    const positions = positionsOf(buffer, 0);
    const data = new DataView(heap.buffer);

    return Array.from({ length: count }, (_, k) => {
      const info = infos + k * infoBytes;
      const position = positions + k * infoBytes;
      return {
        gid: data.getUint32(info, true),
        cluster: data.getUint32(info + 8, true) + from,
        advance: data.getInt32(position, true),
        x: data.getInt32(position + 8, true),
        y: data.getInt32(position + 12, true),
      };
    });
  };
}

async function start(): Promise<Shaper> {
  const library = await openLibrary();
  const { heap, call } = library;
  const shapeWith = shaping(library);
  const drawWith = drawing(library);
  const malloc = call("malloc");
  const glyphOf = call("hb_font_get_nominal_glyph");
  const advanceOf = call("hb_font_get_glyph_h_advance");
  const extentsOf = call("hb_font_get_h_extents");
  /** Where HarfBuzz writes results: at most an hb_font_extents_t. */
  const answer = malloc(48);

  return {
    font(file, index = 0) {
      const at = malloc(file.length);
      new Uint8Array(heap.buffer, at, file.length).set(file);
      const blob = call("hb_blob_create")(at, file.length, writable, 0, 0);
      const face = call("hb_face_create")(blob, index);
      const font = call("hb_font_create")(face);
      extentsOf(font, answer);
      const [ascent = 0, descent = 0] = new Int32Array(heap.buffer, answer, 2);

      return {
        unitsPerEm: call("hb_face_get_upem")(face),
        ascent,
        descent,
        glyph: (codePoint) =>
          glyphOf(font, codePoint, answer) === 0 ? 0 : (new Uint32Array(heap.buffer, answer, 1)[0] ?? 0),
        advance: (gid) => advanceOf(font, gid),
        shape: (run) => shapeWith(font, run),
        draw: (gid, pen) => drawWith(font, gid, pen),
      };
    },
  };
}

/** HarfBuzz's drawing callbacks: its own state comes first, then the numbers, then the user's data. */
const drawCalls: readonly (readonly [
  name: string,
  numbers: number,
  draw: (pen: Pen, n: number[]) => void,
])[] = [
  ["move_to", 2, (pen, [x = 0, y = 0]) => pen.moveTo(x, y)],
  ["line_to", 2, (pen, [x = 0, y = 0]) => pen.lineTo(x, y)],
  ["quadratic_to", 4, (pen, [x1 = 0, y1 = 0, x = 0, y = 0]) => pen.quadTo(x1, y1, x, y)],
  ["cubic_to", 6, (pen, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0]) => pen.cubicTo(x1, y1, x2, y2, x, y)],
];

/** Drawing functions, set up on first use: few fonts need them. */
function drawing({ table, call }: Library) {
  let current: Pen | undefined;

  const functions = once((): number => {
    if (!(table instanceof WebAssembly.Table)) throw new Error("HarfBuzz without its table");
    const made = call("hb_draw_funcs_create")();
    for (const [name, numbers, draw] of drawCalls) {
      const floats = Array.from({ length: numbers }, (): ValueType => "f32");
      const index = addCallback(table, ["i32", "i32", "i32", ...floats, "i32"], (...values) => {
        if (current) draw(current, values.slice(3, 3 + numbers));
      });
      call(`hb_draw_funcs_set_${name}_func`)(made, index, 0, 0);
    }
    return made;
  });

  const draw = call("hb_font_draw_glyph");
  return (font: number, gid: number, pen: Pen): void => {
    const own = functions();
    current = pen;
    try {
      draw(font, gid, own, 0);
    } finally {
      current = undefined;
    }
  };
}

type ValueType = "i32" | "f32";
const valueTypes: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d };

/**
 * Appends the function to the table and returns its index. It takes these values and returns none. A table accepts only
 * functions of a module, so it goes through one of a single function (WebAssembly Core, 5.5), as small as the format allows.
 */
function addCallback(
  table: WebAssembly.Table,
  parameters: readonly ValueType[],
  callback: (...values: number[]) => void,
): number {
  const types = parameters.map((type) => valueTypes[type]);
  const section = (id: number, bytes: readonly number[]) => [id, bytes.length, ...bytes];
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      // One type: a function of the parameters, without results.
      ...section(1, [1, 0x60, types.length, ...types, 0]),
      // Import "m" "f" of that type, and export it as "f".
      ...section(2, [1, 1, 0x6d, 1, 0x66, 0, 0]),
      ...section(7, [1, 1, 0x66, 0, 0]),
    ]),
  );
  const { exports } = new WebAssembly.Instance(module, { m: { f: callback } });
  const index = table.grow(1);
  table.set(index, exports.f);

  return index;
}
