/** All joins other than pages, in the order in which they are added and their objects numbered. `merging`: several documents. */
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { joinCatalog } from "./catalog.ts";
import { joinNames } from "./catalog-names.ts";
import { joinConformance } from "./conformance.ts";
import { joinDestinations } from "./destinations.ts";
import { FormsJoin } from "./forms.ts";
import type { Join } from "./join.ts";
import { joinLayers } from "./layers.ts";
import { joinOutlines } from "./outlines.ts";
import { joinPageLabels } from "./page-labels.ts";
import { TagsJoin } from "./tags.ts";
import { joinThreads } from "./threads.ts";

export const joins: readonly ((rewriter: Rewriter, merging: boolean) => Join)[] = [
  (rewriter, merging) => new FormsJoin(rewriter, merging),
  (rewriter, merging) => new TagsJoin(rewriter, merging),
  joinCatalog,
  joinThreads,
  joinConformance,
  joinDestinations,
  joinNames,
  joinOutlines,
  joinPageLabels,
  joinLayers,
];
