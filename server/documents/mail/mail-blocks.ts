import { documentText } from "#contract/document/document-text.ts";
import { beginsRightToLeft } from "#contract/isolated.ts";
import type {
  Block,
  Paragraph,
  PictureAttributes,
  RichDocument,
  TableCell,
  TaskItem,
} from "#contract/document/document.ts";
import { videoHref, videoProviders } from "#contract/document/video-address.ts";
import { formatFileSize } from "#contract/file-size.ts";
import type { Picture } from "#contract/values.ts";
import type { Shown, ShownProduct } from "#server/documents/document-html.ts";
import { escapeHtml } from "#server/documents/escape-html.ts";
import { inlineHtml, type InlineWay } from "#server/documents/inline-html.ts";
import { BRAND } from "#server/images/brand.ts";
import { inertLine } from "#server/mail/hostile-words.ts";
import { font } from "#server/mail/layout/mail-parts.ts";
import type { Masthead } from "#server/mail/layout/masthead.ts";
import type { Slots } from "./slots.ts";

/** How a document is written for mail programs. */
export type MailWay = Shown & {
  colors: Masthead["colors"];
  slots: Slots;
  /** The words of a text with marks for its placeholders, escaped; `next` follows them on their line. */
  words(text: string, next?: string): string;
  /** Where a link leads, as a whole address, escaped; undefined where it leads nowhere. */
  address(href: string): string | undefined;
  /** Where a picture comes from, likewise. */
  source(href: string): string | undefined;
};

const textCss = `color:${BRAND.ink};font-family:${font.replaceAll("'", "&#39;")};font-size:15px;line-height:24px`;
const mono = "font-family:ui-monospace,Menlo,Consolas,monospace";
/** Tables that only place things. Fonts are said in each cell: some programs let a table inherit none. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/** As wide as the text of a mail is on a desk. */
const textWidth = 488;

/** A document as mail programs show it: tables, inline styles, whole addresses; dark colours by the classes of the page. */
export const mailHtml = (document: RichDocument, way: MailWay): string =>
  `<table ${layout} width="100%" style="table-layout:fixed"><tbody><tr><td class="ink" style="${textCss};overflow-wrap:anywhere;word-break:break-word">${blocksHtml(document.content, way)}</td></tr></tbody></table>`;

const blocksHtml = (blocks: readonly Block[], way: MailWay): string =>
  blocks.map((block) => blockHtml(block, way)).join("");

function blockHtml(block: Block, way: MailWay): string {
  switch (block.type) {
    case "paragraph":
      return paragraphHtml(block, way);
    case "heading": {
      const { level } = block.attrs;
      const size = { 1: "22px;line-height:28px", 2: "18px;line-height:26px", 3: "16px;line-height:24px" }[
        level
      ];
      return `<h${level} dir="auto" style="margin:24px 0 0;font-size:${size};font-weight:700">${lineHtml(block.content, way)}</h${level}>`;
    }
    case "codeBlock":
      return panel(
        `<pre style="margin:0;${mono};font-size:13px;line-height:20px;white-space:pre-wrap">${lineHtml(block.content, way)}</pre>`,
      );
    case "blockquote":
      return `<blockquote class="line" style="margin:16px 0 0;padding:0 0 2px 16px;border-left:3px solid ${BRAND.border}">${insideBlock(block.content, way)}</blockquote>`;
    case "callout":
      return panel(insideBlock(block.content, way));
    case "bulletList":
      return `<ul${listDirection(block)}>${block.content.map(({ content }) => itemHtml(content, way)).join("")}</ul>`;
    case "orderedList":
      return `<ol start="${block.attrs.start}"${listDirection(block)}>${block.content.map(({ content }) => itemHtml(content, way)).join("")}</ol>`;
    case "taskList":
      return `<table ${layout} style="margin-top:8px"><tbody>${block.content.map((item) => taskHtml(item, way)).join("")}</tbody></table>`;
    case "table":
      return `<table cellpadding="0" cellspacing="0" width="100%" style="margin-top:16px;border-collapse:collapse"><tbody>${block.content.map(({ content }) => `<tr>${content.map((cell) => cellHtml(cell, way)).join("")}</tr>`).join("")}</tbody></table>`;
    case "horizontalRule":
      return `<hr class="line" style="margin:24px 0 0;border:0;border-top:1px solid ${BRAND.border}">`;
    case "picture":
      return pictureHtml(block.attrs, way.pictures?.get(block.attrs.imageId), way);
    case "button":
      return buttonHtml(block.attrs, way);
    case "video": {
      const title = block.attrs.title || "Watch the video";
      return cardHtml(videoHref(block.attrs), "▶ ", title, `on ${videoProviders[block.attrs.provider]}`, way);
    }
    // No mail may hold one: it plays for who may read a text.
    case "videoFile":
      return "";
    case "product":
      return productHtml(way.products?.get(block.attrs.productId), way);
    case "attachment": {
      const file = way.files?.get(block.attrs.fileId);
      return file ? cardHtml(file.url, "↓ ", file.name, formatFileSize(file.sizeBytes), way) : "";
    }
    default:
      return block satisfies never;
  }
}

/** The marks of a list stand where its first words begin. Each paragraph in it finds its own direction, and mail programs know no `:has`. */
function listDirection(list: Block): string {
  const runsRight = beginsRightToLeft(documentText({ type: "doc", content: [list] }));
  return `${runsRight ? ' dir="rtl"' : ""} style="margin:12px 0 0;padding:0 ${runsRight ? "26px 0 0" : "0 0 26px"}"`;
}

const lineHtml = (content: Paragraph["content"], way: MailWay): string => inlineHtml(content, inlineOf(way));

const inlineOf = ({ words, address, colors }: MailWay): InlineWay => ({
  text: words,
  link(href, inside) {
    const to = address(href);
    return to === undefined ? inside : anchor(to, withoutLinks(inside), colors);
  },
  code: `<code style="${mono};font-size:13px">`,
});

/** A link in running text; its address is escaped already. */
export const anchor = (to: string, inside: string, { text }: Masthead["colors"]): string =>
  `<a href="${to}" class="accent" style="color:${text};text-decoration:underline">${inside}</a>`;

/** A link in a link is none: `{link}` in the words of a button is an address that leads where the button does. */
const withoutLinks = (inside: string): string => inside.replaceAll(/<\/?a\b[^>]*>/g, "");

function paragraphHtml({ content }: Paragraph, way: MailWay, margin = "14px 0 0"): string {
  const line = lineHtml(content, way);
  const code = way.slots.codeIn(line);
  if (code === "all")
    return way.slots.onlyWithCode(
      panel(
        `<div style="${mono};font-size:22px;line-height:30px;font-weight:700;letter-spacing:0.08em;text-align:center">${line}</div>`,
      ),
    );
  const html = `<p dir="auto" style="margin:${margin}">${line || "&nbsp;"}</p>`;
  return code === "some" ? way.slots.onlyWithCode(html) : html;
}

/** The first paragraph stands beside an item's mark, and close to the edge of what is around it. */
const insideBlock = ([first, ...others]: readonly Block[], way: MailWay): string =>
  first?.type === "paragraph"
    ? paragraphHtml(first, way, "0") + blocksHtml(others, way)
    : blocksHtml(first ? [first, ...others] : [], way);

const itemHtml = (content: readonly Block[], way: MailWay): string =>
  `<li style="margin:4px 0 0">${insideBlock(content, way)}</li>`;

const taskHtml = ({ attrs, content }: TaskItem, way: MailWay): string =>
  `<tr><td class="ink" valign="top" style="${textCss};padding:4px 10px 0 0">${attrs.checked ? "☑" : "☐"}</td><td class="ink" style="${textCss};padding-top:4px">${insideBlock(content, way)}</td></tr>`;

function cellHtml({ type, attrs, content }: TableCell, way: MailWay): string {
  const tag = type === "tableHeader" ? "th" : "td";
  const inside = content.map((paragraph) => lineHtml(paragraph.content, way)).join("<br>");
  return `<${tag} class="ink line" colspan="${attrs.colspan}" rowspan="${attrs.rowspan}" dir="auto" valign="top" style="${textCss};text-align:start;border:1px solid ${BRAND.border};padding:8px 10px">${inside}</${tag}>`;
}

const panel = (inside: string): string =>
  `<table ${layout} width="100%" style="margin-top:16px;border-collapse:separate"><tbody><tr><td class="panel ink" style="${textCss};background-color:${BRAND.paper};border:1px solid ${BRAND.border};border-radius:12px;padding:14px 18px">${inside}</td></tr></tbody></table>`;

function pictureHtml(
  { alt, caption }: PictureAttributes,
  picture: Picture | undefined,
  { source, words }: MailWay,
): string {
  const to = picture && source(picture.src);
  if (!to) return "";
  const width = Math.min(picture.width, textWidth);
  const height = Math.round((picture.height * width) / picture.width);
  const below =
    caption === ""
      ? ""
      : `<div dir="auto" class="muted" style="margin-top:6px;color:${BRAND.muted};font-size:13px;line-height:20px">${words(caption)}</div>`;
  return `<img src="${to}" alt="${escapeHtml(alt ?? "")}" width="${width}" height="${height}" style="display:block;width:100%;max-width:${width}px;height:auto;margin-top:16px;border:0;border-radius:10px">${below}`;
}

/** The cell is the button: Outlook pads cells and no links, and paints no background behind a link alone. */
function buttonHtml({ label, href }: { label: string; href: string }, way: MailWay): string {
  const to = way.address(href);
  if (!to) return "";
  const { fill, onFill } = way.colors;
  return `<table ${layout} style="margin-top:22px;border-collapse:separate"><tbody><tr><td class="button" bgcolor="${fill}" style="background-color:${fill};border-radius:10px;mso-padding-alt:14px 26px"><a href="${to}" class="button" style="display:inline-block;padding:14px 26px;border-radius:10px;background-color:${fill};color:${onFill};font-family:${font.replaceAll("'", "&#39;")};font-size:16px;line-height:20px;font-weight:600;text-decoration:none"><bdi>${withoutLinks(way.words(label))}</bdi></a></td></tr></tbody></table>`;
}

/** Something elsewhere, as a link that opens it. */
function cardHtml(href: string, sign: string, title: string, detail: string, way: MailWay): string {
  const to = way.address(href);
  if (!to) return "";
  return panel(
    `<a href="${to}" class="ink" style="color:${BRAND.ink};text-decoration:none">${sign}<strong dir="auto">${escapeHtml(title)}</strong></a> <span class="muted" style="color:${BRAND.muted};font-size:13px">${escapeHtml(detail)}</span>`,
  );
}

/** A product as it is when the mail is made; nothing where it is no longer on sale. */
function productHtml(product: ShownProduct | undefined, way: MailWay): string {
  const to = product && way.address(product.path);
  if (!to) return "";
  const { title, price, cover } = product;
  const source = cover && way.source(cover.src);
  const picture = source
    ? `<td width="112" style="padding-right:16px"><a href="${to}"><img src="${source}" alt="" width="112" height="${Math.round((cover.height * 112) / cover.width)}" style="display:block;border:0;border-radius:8px"></a></td>`
    : "";
  return panel(
    `<table ${layout}><tbody><tr>${picture}<td class="ink" style="${textCss}"><a href="${to}" class="ink" style="color:${BRAND.ink};font-weight:600;text-decoration:none"><bdi>${escapeHtml(inertLine(title))}</bdi></a><br><span class="muted" style="color:${BRAND.muted};font-size:13px">${escapeHtml(price)}</span></td></tr></tbody></table>`,
  );
}
