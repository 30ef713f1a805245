import type { Motif } from "./cover-motifs.ts";
import { card, circle, path, placed, rect, ring, stroke, textLines } from "./svg-shapes.ts";

export const ebookMotif: Motif = ({ accent, second, surface, ink, wash }) =>
  placed(
    0,
    0,
    -7,
    card(-188, -258, 416, 540, wash, 18),
    rect(-196, -266, 412, 536, surface, 16),
    card(-210, -280, 400, 540, accent, 16),
    rect(-210, -280, 44, 540, ink, 16),
    rect(-190, -280, 24, 540, ink),
    circle(12, -86, 112, second),
    path("M-100 -86 A112 112 0 0 1 124 -86 Z", surface, 0.9),
    textLines(-100, 96, [224, 168], surface, 26, 50),
    rect(-100, 214, 92, 12, surface, 6),
  );

export const templateMotif: Motif = ({ accent, second, surface, ink, wash }) =>
  placed(
    -10,
    0,
    0,
    placed(
      -110,
      -20,
      -12,
      card(-150, -210, 320, 420, wash),
      textLines(-110, -160, [180, 230, 140], ink, 14, 34),
    ),
    placed(150, -10, 11, card(-160, -210, 320, 420, second), rect(-120, -166, 140, 26, ink, 13)),
    placed(
      20,
      20,
      -1,
      card(-190, -270, 380, 540, surface),
      circle(-124, -204, 32, accent),
      textLines(-72, -218, [170, 110], wash, 16, 28),
      rect(-156, -136, 312, 132, accent, 14),
      path(
        "M-156 -18 L-60 -96 L6 -40 L62 -84 L156 -18 L156 -18 Q156 -4 142 -4 L-142 -4 Q-156 -4 -156 -18Z",
        ink,
        0.35,
      ),
      textLines(-156, 34, [312, 280, 304, 200], wash, 16, 36),
      rect(-156, 196, 136, 44, ink, 22),
      rect(0, 196, 100, 44, wash, 22),
    ),
  );

export const kitMotif: Motif = ({ accent, second, surface, ink, wash }, random) => {
  const tiles: ((fill: string, back: string) => string)[] = [
    (fill, back) => rect(0, 0, 180, 180, back) + path("M0 180 A180 180 0 0 1 180 0 L180 180Z", fill),
    (fill, back) => rect(0, 0, 180, 180, back) + circle(90, 90, 58, fill),
    (fill, back) =>
      rect(0, 0, 180, 180, back) + path("M0 0 A90 90 0 0 0 180 0Z M0 90 A90 90 0 0 0 180 90Z", fill),
    (fill, back) =>
      rect(0, 0, 180, 180, back) + [18, 66, 114, 162].map((y) => rect(0, y - 12, 180, 24, fill)).join(""),
    (fill, back) => rect(0, 0, 180, 180, back) + path("M0 180 L90 0 L180 180Z", fill),
    (fill, back) =>
      rect(0, 0, 180, 180, back) +
      [36, 90, 144].flatMap((x) => [36, 90, 144].map((y) => circle(x, y, 15, fill))).join(""),
    (fill, back) => rect(0, 0, 180, 180, back) + path("M90 0 L180 90 L90 180 L0 90Z", fill),
    (fill, back) => rect(0, 0, 180, 180, back) + ring(90, 90, 52, fill, 30),
    (fill, back) => rect(0, 0, 180, 180, back) + path("M0 0 L180 0 A180 180 0 0 1 0 180Z", fill),
  ];
  const pairs: [string, string][] = [
    [accent, surface],
    [surface, ink],
    [ink, second],
    [second, accent],
    [accent, wash],
    [ink, surface],
    [surface, accent],
    [second, ink],
    [accent, second],
  ];
  const turn = random.integer(0, 8);
  const cells = tiles.map((tile, index) => {
    const [fill, back] = pairs[(index * 4 + turn) % 9] ?? [accent, surface];
    return placed(-270 + (index % 3) * 180, -270 + Math.floor(index / 3) * 180, 0, tile(fill, back));
  });
  return placed(0, 0, 0, card(-282, -282, 564, 564, surface, 22), ...cells);
};

export const checklistMotif: Motif = ({ accent, second, surface, ink, wash }) =>
  placed(
    0,
    0,
    5,
    card(-200, -280, 420, 560, second, 28),
    placed(
      -4,
      2,
      -8,
      card(-205, -280, 410, 560, surface, 28),
      rect(-86, -312, 172, 64, ink, 18),
      ...checkRows(accent, wash, ink),
    ),
  );

export const physicalMotif: Motif = ({ accent, second, surface, ink, wash }) => {
  const grid = Array.from({ length: 11 }, (_, line) => {
    const offset = -150 + line * 36;
    return (
      stroke(`M-176 ${offset} L200 ${offset}`, wash, 3) +
      stroke(`M${-160 + line * 36} -250 L${-160 + line * 36} 270`, wash, 3)
    );
  });
  return (
    placed(
      90,
      10,
      9,
      card(-190, -270, 410, 560, surface, 20),
      ...grid,
      placed(20, 40, -9, ring(0, 0, 86, accent, 12), stroke("M-120 60 L120 -70", ink, 9)),
    ) +
    placed(
      -60,
      10,
      -8,
      card(-210, -280, 400, 550, accent, 26),
      rect(118, -280, 26, 550, ink),
      rect(-150, -196, 196, 96, surface, 14),
      textLines(-124, -168, [144, 92], ink, 14, 28),
      path("M-150 210 A140 140 0 0 1 -10 70 L-10 210Z", second),
    ) +
    placed(
      252,
      -40,
      22,
      rect(-16, -230, 32, 400, second, 8),
      path("M-16 166 L16 166 L0 224Z", surface),
      rect(-16, -248, 32, 44, ink, 10),
    )
  );
};

function checkRows(accent: string, wash: string, ink: string): string[] {
  const lines = [
    [210, 150],
    [180, 120],
    [214, 90],
    [170, 130],
    [200, 110],
  ];
  return lines.map((widths, row) => {
    const y = -176 + row * 92;
    const done = row < 3;
    return (
      rect(-156, y, 56, 56, done ? accent : wash, 16) +
      (done ? stroke(`M-142 ${y + 29} L-132 ${y + 40} L-114 ${y + 18}`, "#ffffff", 8) : "") +
      textLines(-72, y + 8, widths, done ? ink : wash, 14, 26)
    );
  });
}
