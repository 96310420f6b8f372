/** Character classes, where files in `src/content` look for them: they are in `core/characters.ts`. */
export { classOf, delimiter, hexValue, regular, space } from "../core/characters.ts";
