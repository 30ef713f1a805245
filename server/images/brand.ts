/** The colours of web/tokens.css that pictures are drawn with. */
export const BRAND = {
  ink: "#1b1815",
  inkSoft: "#2a2622",
  paper: "#faf9f7",
  card: "#ffffff",
  muted: "#6b645c",
  border: "#e9e4dd",
  brand: "#cf3d08",
  flame: "#ff6a2b",
  flameSoft: "#fdeee6",
} as const;

/** The mark of web/ui/logo.tsx, 32 units square, as SVG content. On dark ground the square turns light. */
export function logoMark(ground: "light" | "dark"): string {
  const [square, counter] = ground === "light" ? [BRAND.ink, "#ffffff"] : ["#ffffff", BRAND.ink];
  return (
    `<rect width="32" height="32" rx="8" fill="${square}"/>` +
    `<path d="M7 14.5V11l2-4h14l2 4v3.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="${BRAND.flame}"/>` +
    `<path d="M9.5 20v5h13v-5" fill="none" stroke="${counter}" stroke-width="2.5" stroke-linecap="round" ` +
    `stroke-linejoin="round"/>`
  );
}
