import type { CoverPalette } from "./cover-palettes.ts";
import { checklistMotif, ebookMotif, kitMotif, physicalMotif, templateMotif } from "./goods-motifs.ts";
import { bookingMotif, courseMotif, eventMotif, membershipMotif, serviceMotif } from "./live-motifs.ts";
import type { Random } from "./seeded-random.ts";

/** Draws around 0,0 and about 600 units wide and high. */
export type Motif = (palette: CoverPalette, random: Random) => string;

/** The picture on each kind of cover. */
export const COVER_MOTIFS = {
  ebook: ebookMotif,
  template: templateMotif,
  kit: kitMotif,
  checklist: checklistMotif,
  course: courseMotif,
  membership: membershipMotif,
  booking: bookingMotif,
  physical: physicalMotif,
  service: serviceMotif,
  event: eventMotif,
} satisfies Record<string, Motif>;

export type CoverKind = keyof typeof COVER_MOTIFS;
