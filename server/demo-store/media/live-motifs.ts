import type { Motif } from "./cover-motifs.ts";
import { card, circle, path, placed, rect, ring, stroke, textLines } from "./svg-shapes.ts";

export const courseMotif: Motif = ({ accent, second, surface, ink, wash }) =>
  ring(0, -10, 330, surface, 3, 0.25) +
  ring(0, -10, 270, surface, 3, 0.3) +
  placed(
    0,
    -30,
    0,
    card(-290, -200, 580, 370, surface, 30),
    rect(-266, -176, 532, 300, ink, 18),
    path(
      "M-266 60 Q-120 -60 0 40 T266 0 L266 106 Q266 124 248 124 L-248 124 Q-266 124 -266 106Z",
      accent,
      0.55,
    ),
    circle(150, -100, 38, second),
    circle(0, -26, 74, surface),
    path("M-22 -66 Q-22 -74 -14 -70 L46 -32 Q52 -26 46 -20 L-14 18 Q-22 22 -22 14Z", accent),
    rect(-266, 140, 532, 12, wash, 6),
    rect(-266, 140, 214, 12, accent, 6),
    circle(-52, 146, 15, accent),
  ) +
  placed(
    -200,
    186,
    0,
    card(-60, 0, 520, 92, surface, 22),
    circle(-8, 46, 24, second),
    stroke("M-19 46 L-11 55 L4 37", surface, 7),
    textLines(40, 28, [250, 170], wash, 14, 26),
    rect(376, 32, 60, 28, wash, 14),
  );

export const membershipMotif: Motif = ({ accent, second, surface, ink, wash }) => {
  const petals = Array.from({ length: 8 }, (_, index) =>
    placed(0, -30, index * 45, circle(0, -150, 128, index % 2 === 0 ? accent : second, 0.82)),
  );
  return (
    petals.join("") +
    circle(0, -30, 138, surface) +
    path("M0 -122 L24 -62 L88 -58 L38 -18 L55 44 L0 10 L-55 44 L-38 -18 L-88 -58 L-24 -62Z", ink) +
    placed(
      0,
      216,
      -3,
      card(-230, -66, 460, 132, surface, 28),
      [0, 1, 2, 3]
        .map(
          (seat) =>
            circle(-168 + seat * 54, 0, 38, surface) +
            face(-168 + seat * 54, seat, [accent, ink, second, accent]),
        )
        .join(""),
      textLines(70, -22, [124, 80], wash, 16, 32),
    )
  );
};

export const bookingMotif: Motif = ({ accent, second, surface, ink, wash }, random) => {
  const chosen = random.integer(9, 18);
  const days = Array.from({ length: 28 }, (_, day) => {
    const [x, y] = [-192 + (day % 7) * 64, -52 + Math.floor(day / 7) * 70];
    if (day === chosen) return circle(x, y, 36, accent) + circle(x, y, 11, surface);
    return circle(x, y, 14, day % 7 > 4 ? wash : ink, day % 7 > 4 ? 1 : 0.85);
  });
  return placed(
    0,
    0,
    -4,
    card(-260, -260, 520, 540, surface, 34),
    path("M-260 -226 Q-260 -260 -226 -260 L226 -260 Q260 -260 260 -226 L260 -128 L-260 -128Z", accent),
    ...[-150, 150].map((x) => rect(x - 14, -300, 28, 88, ink, 14)),
    rect(-110, -206, 220, 28, surface, 14),
    ...days,
    placed(
      226,
      226,
      4,
      circle(4, 16, 106, "#0b0714", 0.14),
      circle(0, 0, 106, second),
      circle(0, 0, 82, surface),
      stroke("M0 -50 L0 0 L36 22", ink, 14),
    ),
  );
};

export const serviceMotif: Motif = ({ accent, second, surface, ink, wash }) =>
  placed(
    -50,
    -20,
    0,
    card(-260, -230, 500, 470, surface, 34),
    rect(-220, -190, 200, 180, wash, 20),
    path("M-220 -10 A180 180 0 0 1 -40 -190 L-20 -190 L-20 -10Z", accent),
    circle(100, -100, 90, second),
    path("M10 -100 A90 90 0 0 1 190 -100Z", ink),
    textLines(-220, 40, [420, 380, 410], wash, 18, 44),
    rect(-220, 182, 150, 26, accent, 13),
  ) +
  placed(
    110,
    110,
    0,
    circle(8, 18, 156, "#0b0714", 0.14),
    stroke("M104 104 L196 196", ink, 54),
    circle(0, 0, 152, ink),
    circle(0, 0, 122, surface),
    circle(0, 0, 122, second, 0.28),
    stroke("M-52 4 L-12 44 L62 -40", accent, 26),
  );

export const eventMotif: Motif = ({ accent, second, surface, ink, wash }) => {
  const rays = Array.from({ length: 16 }, (_, index) =>
    placed(
      0,
      -30,
      index * 22.5,
      rect(-7, -330, 14, index % 2 === 0 ? 96 : 56, index % 2 === 0 ? second : surface, 7),
    ),
  );
  const ticket =
    "M-290 -140 Q-290 -166 -264 -166 L264 -166 Q290 -166 290 -140 L290 -46 A46 46 0 0 0 290 46 L290 140 Q290 166 264 166 L-264 166 Q-290 166 -290 140 L-290 46 A46 46 0 0 0 -290 -46Z";
  return (
    rays.join("") +
    placed(
      0,
      10,
      -9,
      placed(3, 18, 0, path(ticket, "#0b0714", 0.16)),
      path(ticket, surface),
      path(
        "M-290 -140 Q-290 -166 -264 -166 L110 -166 L110 166 L-264 166 Q-290 166 -290 140 L-290 46 A46 46 0 0 0 -290 -46Z",
        accent,
      ),
      ...[-132, -92, -52, -12, 28, 68, 108].map((y) => circle(110, y + 12, 8, ink)),
      path(
        "M-150 -100 L-126 -36 L-58 -32 L-112 10 L-94 76 L-150 38 L-206 76 L-188 10 L-242 -32 L-174 -36Z",
        surface,
      ),
      textLines(-30, -74, [110, 86, 104], surface, 20, 56),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((bar) => rect(146 + bar * 11, -96, bar % 3 === 0 ? 7 : 3, 192, ink)),
      rect(146, 114, 84, 12, wash, 6),
    )
  );
};

function face(x: number, seat: number, fills: string[]): string {
  return (
    circle(x, 0, 32, fills[seat] ?? "#000000") +
    circle(x, -8, 10, "#ffffff") +
    path(`M${x - 17} 18 A17 15 0 0 1 ${x + 17} 18Z`, "#ffffff")
  );
}
