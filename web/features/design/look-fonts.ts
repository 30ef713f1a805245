import type { FontPair } from "#contract/design/looks.ts";
import archivo from "#web/fonts/archivo.woff2?url";
import archivoFaces from "#web/fonts/archivo.gen.css?url";
import dmSans from "#web/fonts/dm-sans.woff2?url";
import fraunces from "#web/fonts/fraunces.woff2?url";
import frauncesFaces from "#web/fonts/fraunces.gen.css?url";
import jetBrainsMono from "#web/fonts/jetbrains-mono.woff2?url";
import jetBrainsMonoFaces from "#web/fonts/jetbrains-mono.gen.css?url";
import newsreader from "#web/fonts/newsreader.woff2?url";
import newsreaderFaces from "#web/fonts/newsreader.gen.css?url";
import nunito from "#web/fonts/nunito.woff2?url";
import nunitoFaces from "#web/fonts/nunito.gen.css?url";
import outfit from "#web/fonts/outfit.woff2?url";
import outfitFaces from "#web/fonts/outfit.gen.css?url";
import spaceGrotesk from "#web/fonts/space-grotesk.woff2?url";
import spaceGroteskFaces from "#web/fonts/space-grotesk.gen.css?url";

/** The addresses of a pair's rules, and of the fonts in which headings and texts are set. */
type LookFonts = { faces: string; fonts: readonly string[] };

/** What a page in a pair of fonts loads; nothing where they are the device's own. */
export const lookFonts: Readonly<Record<FontPair, LookFonts | undefined>> = {
  system: undefined,
  fraunces: { faces: frauncesFaces, fonts: [fraunces, dmSans] },
  newsreader: { faces: newsreaderFaces, fonts: [newsreader] },
  archivo: { faces: archivoFaces, fonts: [archivo] },
  "space-grotesk": { faces: spaceGroteskFaces, fonts: [spaceGrotesk, dmSans] },
  "jetbrains-mono": { faces: jetBrainsMonoFaces, fonts: [jetBrainsMono] },
  nunito: { faces: nunitoFaces, fonts: [nunito] },
  outfit: { faces: outfitFaces, fonts: [outfit, dmSans] },
};
