/** HarfBuzz, the shaper: its WASM and the few of its functions that stamping needs. Loaded on first use. */
import { asset } from "../host/assets.ts";

/** A glyph in visual order, left to right. Numbers are in font units. */
export interface PlacedGlyph {
  readonly gid: number;
  /** Start of the glyph's cluster in the text, in UTF-16 units. */
  readonly cluster: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/** Part of a text to shape; the rest of it is context (Arabic letters join across). */
export interface ShapeRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly rightToLeft: boolean;
}

/** A font that HarfBuzz has in its memory, until the process ends. */
export type ShaperFont = (run: ShapeRun) => PlacedGlyph[];

/** Shapes with one font each; fonts are few and kept. */
export interface Shaper {
  font(file: Uint8Array): ShaperFont;
}

let loading: Promise<Shaper> | undefined;

/** The one HarfBuzz of this process (a few milliseconds, then 2 MB). */
export function loadShaper(): Promise<Shaper> {
  loading ??= start();
  return loading;
}

const leftToRight = 4;
const rightToLeft = 5;
/** hb_memory_mode_t: HarfBuzz may use the memory as its own. */
const writable = 2;
/** Bytes of hb_glyph_info_t and hb_glyph_position_t. */
const infoBytes = 20;

async function start(): Promise<Shaper> {
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
  const call = (name: string): ((...args: number[]) => number) => {
    const found = exports[name];
    if (typeof found !== "function") throw new Error(`HarfBuzz without ${name}`);
    return (...args) => Number(found(...args));
  };
  call("__wasm_call_ctors")();
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

  const shapeWith = (font: number, { text, start, end, rightToLeft: rtl }: ShapeRun): PlacedGlyph[] => {
    const at = malloc(Math.max(2, text.length * 2));
    const units = new Uint16Array(heap.buffer, at, text.length);
    for (let k = 0; k < text.length; k++) units[k] = text.charCodeAt(k);
    clear(buffer);
    addText(buffer, at, text.length, start, end - start);
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
        cluster: data.getUint32(info + 8, true),
        advance: data.getInt32(position, true),
        x: data.getInt32(position + 8, true),
        y: data.getInt32(position + 12, true),
      };
    });
  };

  return {
    font(file) {
      const at = malloc(file.length);
      new Uint8Array(heap.buffer, at, file.length).set(file);
      const blob = call("hb_blob_create")(at, file.length, writable, 0, 0);
      const font = call("hb_font_create")(call("hb_face_create")(blob, 0));
      return (run) => shapeWith(font, run);
    },
  };
}
