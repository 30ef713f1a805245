import sharp from "sharp";
import { box, drawableText, FONT_FAMILY, renderLayout } from "#server/images/svg-layout.ts";
import { COVER_MOTIFS, type CoverKind } from "./cover-motifs.ts";
import { COVER_PALETTES, type CoverPalette, type CoverPaletteName } from "./cover-palettes.ts";
import { seededRandom } from "./seeded-random.ts";
import { circle, rect } from "./svg-shapes.ts";

const WIDTH = 1600;
const HEIGHT = 1000;

const KIND_LABELS: Record<CoverKind, string> = {
  ebook: "E-book",
  template: "Templates",
  kit: "Kit",
  checklist: "Checklist",
  course: "Course",
  membership: "Membership",
  booking: "1:1 Session",
  physical: "Notebook",
  service: "Service",
  event: "Live event",
};

/** A 1600 × 1000 PNG cover: the title beside a picture of the kind of product. The seed picks the colours. */
export async function makeCover(cover: {
  title: string;
  kind: CoverKind;
  seed: string;
  palette?: CoverPaletteName;
}): Promise<Buffer> {
  const random = seededRandom(cover.seed);
  const names = Object.keys(COVER_PALETTES) as CoverPaletteName[];
  const palette = COVER_PALETTES[cover.palette ?? random.pick(names)];
  const text = await renderLayout(titleLayout(cover.title, cover.kind, palette), WIDTH, HEIGHT);
  const scale = 1.16;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="back" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${palette.from}"/><stop offset="1" stop-color="${palette.to}"/>
      </linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="${palette.accent}" stop-opacity="0.34"/>
        <stop offset="1" stop-color="${palette.accent}" stop-opacity="0"/></radialGradient>
      <radialGradient id="warm"><stop offset="0" stop-color="${palette.accent}" stop-opacity="0.2"/>
        <stop offset="1" stop-color="${palette.accent}" stop-opacity="0"/></radialGradient>
    </defs>
    ${rect(0, 0, WIDTH, HEIGHT, "url(#back)")}
    ${circle(1180, random.integer(420, 620), 760, "url(#glow)")}
    ${circle(random.integer(80, 420), HEIGHT + 60, 620, "url(#warm)")}
    <g transform="translate(1170 500) scale(${scale})">${COVER_MOTIFS[cover.kind](palette, random)}</g>
    ${text}
  </svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer();
}

function titleLayout(title: string, kind: CoverKind, palette: CoverPalette) {
  const drawn = drawableText(title, 64);
  const fontSize = drawn.length > 44 ? 76 : drawn.length > 26 ? 88 : 104;
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      padding: "96px 0 96px 104px",
      flexDirection: "column",
      justifyContent: "center",
      fontFamily: FONT_FAMILY,
      color: palette.text,
    },
    box(
      {
        alignSelf: "flex-start",
        padding: "12px 26px",
        borderRadius: 40,
        backgroundColor: palette.accent,
        color: isDark(palette.accent) ? "#ffffff" : palette.ink,
        fontSize: 30,
        fontWeight: 700,
      },
      KIND_LABELS[kind],
    ),
    box(
      { marginTop: 40, width: 660, fontSize, fontWeight: 800, lineHeight: 1.06, letterSpacing: "-0.03em" },
      drawn,
    ),
    box({ marginTop: 44, width: 96, height: 12, borderRadius: 6, backgroundColor: palette.accent }),
  );
}

function isDark(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) < 150;
}
