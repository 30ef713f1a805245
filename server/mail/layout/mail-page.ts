import { createElement as h, type ReactNode } from "react";
import { directionOf } from "#contract/isolated.ts";
import { BRAND } from "#server/images/brand.ts";
import { Box, Page, Preview } from "./mail-elements.ts";
import { MailHead } from "./mail-head.ts";
import { font, MailColorsContext, textStyle } from "./mail-parts.ts";
import { type Masthead, night } from "./masthead.ts";

const styleOf = ({ darkLine, darkFill, onDarkFill, darkText }: Masthead["colors"]) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .inside { padding: 24px 22px !important; } .title { font-size: 22px !important; } }
  @media (prefers-color-scheme: dark) {
    .page, .page > table > tbody > tr > td { background-color: ${night.page} !important; }
    .card { background-color: ${night.card} !important; border-color: ${darkLine} #2d2925 #2d2925 !important; }
    .ink, .ink p, .ink h1, .ink h2 { color: #f5f2ed !important; }
    .muted { color: #aaa297 !important; }
    .accent { color: ${darkText} !important; }
    .button { background-color: ${darkFill} !important; color: ${onDarkFill} !important; }
    .line { border-color: #2d2925 !important; }
    .panel { background-color: #24211d !important; border-color: #443e37 !important; }
  }`;

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

type MailPage = {
  /** What inboxes show after the subject. */
  preview: string;
  /** Above the title: who this is from. */
  masthead: Masthead;
  /** Above the text, unless the text is a letter that says for itself what it is about. */
  title: string;
  isLetter?: boolean;
  children: ReactNode[];
  /** Small print: why this mail came. */
  footer: ReactNode;
};

/** The HTML of a mail in the colours of who it is from, light and dark. All text is escaped by React. */
export async function mailPage({
  preview,
  masthead,
  title,
  isLetter = false,
  children,
  footer,
}: MailPage): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { colors } = masthead;
  return (
    doctype +
    renderToStaticMarkup(
      h(
        MailColorsContext,
        { value: colors },
        h(
          "html",
          { dir: "ltr", lang: "en" },
          h(
            "head",
            null,
            h("meta", { httpEquiv: "Content-Type", content: "text/html; charset=UTF-8" }),
            h("meta", { name: "x-apple-disable-message-reformatting" }),
            h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
            h("meta", { name: "color-scheme", content: "light dark" }),
            h("meta", { name: "supported-color-schemes", content: "light dark" }),
            h("title", null, title),
            h("style", null, styleOf(colors)),
          ),
          h(
            Page,
            {
              className: "page",
              style: { margin: 0, padding: "24px 12px", backgroundColor: BRAND.paper, fontFamily: font },
            },
            h(Preview, { text: preview }),
            h(
              Box,
              { style: { maxWidth: 560 } },
              h(
                Box,
                {
                  className: "card",
                  innerClassName: "inside",
                  style: {
                    backgroundColor: BRAND.card,
                    border: `1px solid ${BRAND.border}`,
                    borderTop: `4px solid ${colors.line}`,
                    borderRadius: 14,
                    padding: "32px 36px",
                  },
                },
                h(MailHead, masthead),
                !isLetter &&
                  h(
                    "h1",
                    {
                      className: "ink title",
                      dir: directionOf(title),
                      style: {
                        ...textStyle,
                        fontSize: 26,
                        lineHeight: "32px",
                        letterSpacing: "-0.02em",
                        fontWeight: 700,
                        margin: "6px 0 0",
                      },
                    },
                    title,
                  ),
                ...children,
              ),
              h(
                "p",
                {
                  className: "muted",
                  dir: "auto",
                  style: {
                    ...textStyle,
                    color: BRAND.muted,
                    fontSize: 12,
                    lineHeight: "18px",
                    margin: "16px 8px 0",
                    textAlign: "center",
                  },
                },
                footer,
                masthead.isPoweredBy && h("br"),
                masthead.isPoweredBy && "Powered by Openstall",
              ),
            ),
          ),
        ),
      ),
    )
  );
}
