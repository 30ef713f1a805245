import { createElement as h, type ReactNode } from "react";
import { Img, Text } from "react-email";
import { textStyle } from "./mail-parts.ts";
import type { Masthead } from "./masthead.ts";

const pixels = 40;

/** Who a mail is from: their picture, where they have one, and their name. */
export function MailHead({ name, picture, colors }: Masthead): ReactNode {
  const label = h(
    Text,
    {
      className: "accent",
      style: { ...textStyle, color: colors.text, fontSize: 13, fontWeight: 600, margin: 0 },
    },
    name,
  );
  if (!picture) return label;
  const face = h(Img, {
    src: picture,
    alt: name,
    width: pixels,
    height: pixels,
    style: { borderRadius: pixels / 2, objectFit: "cover" },
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
