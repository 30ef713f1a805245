import { createElement as h, type CSSProperties, type ReactNode } from "react";

/** Elements as email clients need them: layout by tables, and padding that Outlook keeps. */

type Box = { className?: string; innerClassName?: string; style?: CSSProperties };

/** A table of one cell, the only box whose width and padding every email client keeps. Padding goes to the cell. */
export function Box({ className, innerClassName, style = {}, children }: Box & { children?: ReactNode }) {
  const { padding, paddingTop, ...outer } = style;
  return h(
    "table",
    { ...tableProps, className, style: outer },
    h(
      "tbody",
      null,
      h(
        "tr",
        null,
        h(
          "td",
          { className: innerClassName, style: { ...(padding !== undefined && { padding }), paddingTop } },
          children,
        ),
      ),
    ),
  );
}

const tableProps = {
  role: "presentation",
  align: "center",
  width: "100%",
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
};

/** The page. Yahoo and AOL drop the margin and the padding of `body`, so they belong to a cell inside it. */
export function Page({ className, style, children }: Box & { children?: ReactNode }) {
  const { backgroundColor } = style ?? {};
  return h(
    "body",
    { className, dir: "ltr", lang: "en", style: { backgroundColor, margin: 0, padding: 0 } },
    h("table", tableProps, h("tbody", null, h("tr", null, h("td", { style }, children)))),
  );
}

const previewLength = 200;
/** Invisible characters that inboxes count as text: without them they show what comes after the preview as well. */
const filler = "\u00a0\u200c\u200b\u200d\ufeff";

/** What inboxes show after the subject. */
export function Preview({ text }: { text: string }) {
  const shown = text.slice(0, previewLength);
  return h(
    "div",
    {
      style: {
        display: "none",
        overflow: "hidden",
        lineHeight: "1px",
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
      },
      "data-skip-in-text": true,
    },
    shown,
    shown.length < previewLength && h("div", null, filler.repeat(previewLength - shown.length)),
  );
}

type Button = {
  href: string;
  label: string;
  className: string;
  style: CSSProperties;
  /** In pixels. */
  padding: { y: number; x: number };
};

/** A link that looks like a button. Outlook ignores its padding and gets hair spaces of that width instead. */
export function Button({ href, label, className, style, padding: { x, y } }: Button) {
  const spaces = Math.ceil(x / 10);
  const space = (raise: string, end = "") => ({
    __html: `<!--[if mso]><i style="mso-font-width:${(x / spaces / 2) * 100}%${raise}" hidden>${"&#8202;".repeat(spaces)}${end}</i><![endif]-->`,
  });
  return h(
    "a",
    {
      href,
      target: "_blank",
      className,
      style: {
        display: "inline-block",
        maxWidth: "100%",
        lineHeight: "100%",
        textDecoration: "none",
        msoPaddingAlt: "0px",
        ...style,
        padding: `${y}px ${x}px`,
      },
    },
    h("span", { dangerouslySetInnerHTML: space(`;mso-text-raise:${y * 1.5}px`) }),
    h(
      "span",
      {
        style: {
          display: "inline-block",
          maxWidth: "100%",
          lineHeight: "120%",
          msoPaddingAlt: "0px",
          msoTextRaise: y * 0.75,
        } as CSSProperties,
      },
      label,
    ),
    h("span", { dangerouslySetInnerHTML: space("", "&#8203;") }),
  );
}
