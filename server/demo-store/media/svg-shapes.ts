type Attributes = Record<string, string | number>;

/** One self-closing SVG element. */
export function shape(name: string, attributes: Attributes): string {
  return `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join("")}/>`;
}

/** A rectangle around its own top left corner. */
export function rect(x: number, y: number, width: number, height: number, fill: string, rx = 0): string {
  return shape("rect", { x, y, width, height, rx, fill });
}

export function circle(cx: number, cy: number, r: number, fill: string, opacity = 1): string {
  return shape("circle", { cx, cy, r, fill, opacity });
}

/** A ring without a filling. */
export function ring(cx: number, cy: number, r: number, stroke: string, width: number, opacity = 1): string {
  return shape("circle", { cx, cy, r, fill: "none", stroke, "stroke-width": width, opacity });
}

export function path(d: string, fill: string, opacity = 1): string {
  return shape("path", { d, fill, opacity });
}

/** An open line with round ends. */
export function stroke(d: string, color: string, width: number, opacity = 1): string {
  return shape("path", {
    d,
    fill: "none",
    stroke: color,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    opacity,
  });
}

/** Moves and turns what it is given; the angle is in degrees. */
export function placed(x: number, y: number, angle: number, ...parts: string[]): string {
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${parts.join("")}</g>`;
}

/** A card with a flat shadow below it. */
export function card(x: number, y: number, width: number, height: number, fill: string, rx = 24): string {
  return (
    shape("rect", { x: x + 4, y: y + 22, width, height, rx, fill: "#0b0714", opacity: 0.1 }) +
    shape("rect", { x: x + 2, y: y + 10, width, height, rx, fill: "#0b0714", opacity: 0.12 }) +
    rect(x, y, width, height, fill, rx)
  );
}

/** Lines of pretended text, each `height` thick, with the given widths. */
export function textLines(
  x: number,
  y: number,
  widths: number[],
  fill: string,
  height = 16,
  gap = 34,
): string {
  return widths.map((width, index) => rect(x, y + index * gap, width, height, fill, height / 2)).join("");
}
