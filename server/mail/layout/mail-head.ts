import { createElement as h, type ReactNode } from "react";
import { textStyle } from "./mail-parts.ts";
import type { Masthead } from "./masthead.ts";

const pixels = 40;

/** Who a mail is from: their picture, where they have one, and their name. */
export function MailHead({ name, picture, colors }: Masthead): ReactNode {
  const label = h(
    "p",
    {
      className: "accent",
      dir: "auto",
      style: { ...textStyle, color: colors.text, fontSize: 13, fontWeight: 600, margin: 0 },
    },
    name,
  );
  if (!picture) return label;
  const face = h("img", {
    alt: name,
    src: picture,
    width: pixels,
    height: pixels,
    // Keeps React from adding a preload link for it, which email clients have no use for.
    loading: "lazy",
    style: {
      display: "block",
      border: "none",
      outline: "none",
      borderRadius: pixels / 2,
      objectFit: "cover",
    },
  });
  return h(
    "table",
    {
      role: "presentation",
      cellPadding: 0,
      cellSpacing: 0,
      style: { borderCollapse: "collapse", marginBottom: 12 },
    },
    h(
      "tbody",
      null,
      h("tr", null, h("td", { width: pixels }, face), h("td", { style: { paddingLeft: 12 } }, label)),
    ),
  );
}
