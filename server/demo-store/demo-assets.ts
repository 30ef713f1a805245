import { readFile } from "node:fs/promises";
import sharp from "sharp";

/** A file of `assets/`, by its path there. Throws where there is none. */
export const readAsset = (path: string): Promise<Buffer> =>
  readFile(new URL(`./assets/${path}`, import.meta.url));

/** The cover of the product with this slug, 1600 × 1000. */
export const readCover = (slug: string): Promise<Buffer> => drawPng(`covers/${slug}.svg`);

/** A picture of a product's page beside its cover, 1600 × 1000, by its name in `assets/pictures/`. */
export const readPicture = (name: string): Promise<Buffer> => drawPng(`pictures/${name}.svg`);

/** The demo creator's portrait, 512 × 512. */
export const readPortrait = (): Promise<Buffer> => drawPng("portrait.svg");

/** Pictures are taken as photographs are, which an SVG is not. */
async function drawPng(path: string): Promise<Buffer> {
  return sharp(await readAsset(path))
    .png({ compressionLevel: 3 })
    .toBuffer();
}
