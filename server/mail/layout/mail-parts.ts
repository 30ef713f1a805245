import { createContext, createElement as h, type ReactNode, use } from "react";
import { directionOf } from "#contract/isolated.ts";
import { BRAND } from "#server/images/brand.ts";
import { Box, Button } from "./mail-elements.ts";
import { type Masthead, ourMasthead } from "./masthead.ts";

// Mail clients know no custom properties: light colours stand inline here, dark ones in the head (mail-page.ts) by class.
export const font = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export const textStyle = {
  color: BRAND.ink,
  fontFamily: font,
  fontSize: 15,
  lineHeight: "24px",
  overflowWrap: "anywhere" as const,
};

/** A paragraph. */
export const paragraph = (...children: ReactNode[]): ReactNode =>
  h(
    "p",
    { className: "ink", dir: directionOf(...children), style: { ...textStyle, margin: "14px 0 0" } },
    ...children,
  );

/** What a creator has written in plain text: a paragraph for each line. */
export const paragraphs = (words: string): ReactNode[] =>
  words
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => paragraph(line));

/** A paragraph of less weight. */
export const note = (...children: ReactNode[]): ReactNode =>
  h(
    "p",
    {
      className: "muted",
      dir: directionOf(...children),
      style: { ...textStyle, color: BRAND.muted, fontSize: 13, lineHeight: "20px", margin: "14px 0 0" },
    },
    ...children,
  );

/** A link in running text, in the text's own colour. */
export const textLink = (href: string, label: string): ReactNode =>
  h(
    "a",
    { href, key: href, className: "muted", style: { color: BRAND.muted, textDecoration: "underline" } },
    label,
  );

/** A heading inside the mail. */
export const subheading = (text: string): ReactNode =>
  h(
    "h2",
    {
      className: "ink",
      dir: directionOf(text),
      style: { ...textStyle, fontSize: 16, fontWeight: 600, margin: "28px 0 0" },
    },
    text,
  );

/** The colours of the mail that is drawn; `mailPage` gives them. */
export const MailColorsContext = createContext<Masthead["colors"]>(ourMasthead.colors);

/** The one thing to do. */
export const callToAction = (href: string, label: string): ReactNode => h(ActionButton, { href, label });

function ActionButton({ href, label }: { href: string; label: string }): ReactNode {
  const { fill, onFill } = use(MailColorsContext);
  return h(
    Box,
    { style: { paddingTop: 24 } },
    h(Button, {
      href,
      label,
      className: "button",
      style: {
        backgroundColor: fill,
        borderRadius: 10,
        color: onFill,
        fontFamily: font,
        fontSize: 16,
        fontWeight: 600,
      },
      padding: { y: 14, x: 26 },
    }),
  );
}

/** Big digits to read off and type. */
export const codePanel = (code: string): ReactNode =>
  h(
    Box,
    {
      className: "panel",
      style: {
        backgroundColor: BRAND.paper,
        border: `1px solid ${BRAND.border}`,
        borderRadius: 12,
        marginTop: 22,
        padding: "18px 12px",
        textAlign: "center",
      },
    },
    h(
      "p",
      {
        className: "ink",
        style: {
          ...textStyle,
          fontFamily: "ui-monospace, Menlo, Consolas, monospace",
          fontSize: 34,
          lineHeight: "40px",
          letterSpacing: "0.24em",
          fontWeight: 700,
          margin: 0,
          paddingLeft: "0.24em",
        },
      },
      code,
    ),
  );

/** What is longer stands below its name. */
const mostBeside = 20;
const detailStyle = { color: BRAND.muted, fontSize: 13, lineHeight: "18px" };

/** Names with amounts at the right; the last rows are sums. */
export function amounts(
  lines: { name: string; detail?: string | undefined; amount: string; strong?: boolean }[],
): ReactNode {
  const cell = {
    ...textStyle,
    borderTop: `1px solid ${BRAND.border}`,
    padding: "12px 0",
    verticalAlign: "top" as const,
  };
  return h(
    "table",
    { width: "100%", cellPadding: 0, cellSpacing: 0, style: { borderCollapse: "collapse", marginTop: 14 } },
    h(
      "tbody",
      null,
      lines.map(({ name, detail, amount, strong }, position) => {
        const weight = { fontWeight: strong ? 700 : 400 };
        // An address or a name beside its label would squeeze it, and may be as long as the mail is wide.
        if (amount.length > mostBeside)
          return h(
            "tr",
            { key: position },
            h(
              "td",
              { className: "ink line", colSpan: 2, style: { ...cell, ...weight } },
              h("div", { className: "muted", style: detailStyle }, h("bdi", null, name)),
              h("bdi", null, amount),
            ),
          );
        return h(
          "tr",
          { key: position },
          h(
            "td",
            { className: "ink line", style: { ...cell, ...weight } },
            h("bdi", null, name),
            detail && h("div", { className: "muted", style: detailStyle }, h("bdi", null, detail)),
          ),
          h(
            "td",
            {
              className: "ink line",
              align: "right",
              style: {
                ...cell,
                ...weight,
                paddingLeft: 16,
                whiteSpace: "nowrap",
                fontVariantNumeric: "tabular-nums",
              },
            },
            h("bdi", null, amount),
          ),
        );
      }),
    ),
  );
}
