import type {
  Block,
  PictureAttributes,
  RichDocument,
  TableCell,
  TaskItem,
  VideoAttributes,
  VideoFileAttributes,
} from "#contract/document/document.ts";
import { formatFileSize } from "#contract/file-size.ts";
import { languageName } from "#contract/language-name.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { videoHref, videoProviders } from "#contract/document/video-address.ts";
import type { Picture } from "#contract/values.ts";
import { escapeHtml } from "./escape-html.ts";
import { inlineHtml, type InlineWay } from "./inline-html.ts";

/**
 * A document as safe HTML: every text and attribute is escaped, and there is nothing else in it than what this file
 * writes. `highest` is the heading that a first-level one becomes, below the page's own. Of pictures, videos, products and files
 * those are shown that are given here, by their ids.
 */
export const documentHtml = (document: RichDocument, highest: 2 | 3 | 4, shown: Shown = {}): string =>
  blocksHtml(document.content, { ...shown, highest });

/** What a document only names, as it is when it is read. */
export type Shown = {
  pictures?: ReadonlyMap<string, Picture>;
  videos?: ReadonlyMap<string, ShownVideo>;
  products?: ReadonlyMap<string, ShownProduct>;
  files?: ReadonlyMap<string, ShownFile>;
};
export type ShownProduct = { title: string; price: string; path: string; cover: Picture | null };
/** A video that was uploaded: where it is fetched, its picture, and its captions. */
export type ShownVideo = {
  url: string;
  poster: string | null;
  tracks?: readonly { language: string; url: string }[];
};
export type ShownFile = { name: string; sizeBytes: number; url: string };

type Way = Shown & { highest: number };

const blocksHtml = (blocks: readonly Block[], way: Way): string =>
  blocks.map((block) => blockHtml(block, way)).join("");

function blockHtml(block: Block, way: Way): string {
  switch (block.type) {
    case "paragraph":
      return `<p dir="auto">${inlineHtml(block.content, web)}</p>`;
    case "heading": {
      const tag = `h${way.highest + block.attrs.level - 1}`;
      return `<${tag} dir="auto">${inlineHtml(block.content, web)}</${tag}>`;
    }
    case "codeBlock":
      return `<pre><code>${inlineHtml(block.content, web)}</code></pre>`;
    case "blockquote":
      return `<blockquote>${blocksHtml(block.content, way)}</blockquote>`;
    case "callout":
      return `<aside class="callout" data-tone="${escapeHtml(block.attrs.tone)}">${blocksHtml(block.content, way)}</aside>`;
    case "bulletList":
      return `<ul>${block.content.map(({ content }) => `<li>${blocksHtml(content, way)}</li>`).join("")}</ul>`;
    case "orderedList": {
      const start = block.attrs.start === 1 ? "" : ` start="${block.attrs.start}"`;
      return `<ol${start}>${block.content.map(({ content }) => `<li>${blocksHtml(content, way)}</li>`).join("")}</ol>`;
    }
    case "taskList":
      return `<ul class="tasks">${block.content.map((item) => taskHtml(item, way)).join("")}</ul>`;
    case "table":
      return `<table><tbody>${block.content.map(({ content }) => `<tr>${content.map(cellHtml).join("")}</tr>`).join("")}</tbody></table>`;
    case "horizontalRule":
      return "<hr>";
    case "picture":
      return pictureHtml(block.attrs, way.pictures?.get(block.attrs.imageId));
    case "button":
      return `<p class="text-button">${linkHtml(block.attrs.href, `<bdi>${escapeHtml(block.attrs.label)}</bdi>`)}</p>`;
    case "video":
      return videoHtml(block.attrs);
    case "videoFile":
      return videoFileHtml(block.attrs, way.videos?.get(block.attrs.uploadId));
    case "product":
      return productHtml(way.products?.get(block.attrs.productId));
    case "attachment":
      return fileHtml(way.files?.get(block.attrs.fileId));
    default:
      return block satisfies never;
  }
}

/** As wide as the text at most. */
const sizes = "(min-width: 50rem) 44rem, 92vw";

function pictureHtml({ alt, caption }: PictureAttributes, picture: Picture | undefined): string {
  if (!picture) return "";
  const sources = (["avif", "webp"] as const)
    .filter((format) => picture[format] !== "")
    .map(
      (format) => `<source type="image/${format}" srcset="${escapeHtml(picture[format])}" sizes="${sizes}">`,
    )
    .join("");
  const words = caption === "" ? "" : `<figcaption dir="auto">${escapeHtml(caption)}</figcaption>`;
  return `<figure><picture>${sources}<img src="${escapeHtml(picture.src)}" alt="${escapeHtml(alt ?? "")}" width="${picture.width}" height="${picture.height}" loading="lazy" decoding="async"></picture>${words}</figure>`;
}

/** A link that opens it: nothing is loaded from another site. */
function videoHtml(video: VideoAttributes): string {
  const title = video.title || "Watch the video";
  const words = `<span aria-hidden="true">▶</span><span><strong dir="auto">${escapeHtml(title)}</strong> <small>on ${videoProviders[video.provider]}</small></span>`;
  return `<p class="text-card">${linkHtml(videoHref(video), words)}</p>`;
}

/** Played by the browser itself: no script, and nothing of it is fetched before it is played. */
function videoFileHtml({ title, width, height }: VideoFileAttributes, video: ShownVideo | undefined): string {
  if (!video) return "";
  const poster = video.poster === null ? "" : ` poster="${escapeHtml(video.poster)}"`;
  const words = title === "" ? "" : `<figcaption dir="auto">${escapeHtml(title)}</figcaption>`;
  const tracks = (video.tracks ?? []).map(trackHtml).join("");
  return `<figure><video controls playsinline preload="none" src="${escapeHtml(video.url)}"${poster} width="${width}" height="${height}" aria-label="${escapeHtml(title || "Video")}">${tracks}</video>${words}</figure>`;
}

/** Chosen in the browser's own controls; shown at once to who has told the browser that they want captions. */
const trackHtml = ({ language, url }: { language: string; url: string }) =>
  `<track kind="captions" srclang="${escapeHtml(language)}" label="${escapeHtml(languageName(language, false))}" src="${escapeHtml(url)}">`;

function productHtml(product: ShownProduct | undefined): string {
  if (!product) return "";
  const { title, price, path, cover } = product;
  const picture = cover
    ? `<img src="${escapeHtml(cover.src)}" srcset="${escapeHtml(cover.webp)}" sizes="5rem" alt="" width="${cover.width}" height="${cover.height}" loading="lazy" decoding="async">`
    : "";
  const words = `${picture}<span><strong dir="auto">${escapeHtml(title)}</strong> <small>${escapeHtml(price)}</small></span>`;
  return `<p class="text-card">${linkHtml(path, words)}</p>`;
}

function fileHtml(file: ShownFile | undefined): string {
  if (!file) return "";
  const words = `<span aria-hidden="true">↓</span><span><strong dir="auto">${escapeHtml(file.name)}</strong> <small>${escapeHtml(formatFileSize(file.sizeBytes))}</small></span>`;
  return `<p class="text-card"><a href="${escapeHtml(file.url)}" download="${escapeHtml(file.name)}" rel="noreferrer">${words}</a></p>`;
}

function taskHtml({ attrs, content }: TaskItem, way: Way): string {
  const box = attrs.checked
    ? '<span role="img" aria-label="Done">☑</span>'
    : '<span role="img" aria-label="To do">☐</span>';
  return `<li>${box}<div>${blocksHtml(content, way)}</div></li>`;
}

function cellHtml({ type, attrs, content }: TableCell): string {
  const tag = type === "tableHeader" ? "th" : "td";
  const spans = (["colspan", "rowspan"] as const)
    .filter((name) => attrs[name] !== 1)
    .map((name) => ` ${name}="${attrs[name]}"`)
    .join("");
  return `<${tag}${spans} dir="auto">${content.map((paragraph) => inlineHtml(paragraph.content, web)).join("<br>")}</${tag}>`;
}

function linkHtml(href: string, inside: string): string {
  // Judged again where it is written: what is stored may be older than the judge.
  const address = linkAddress(href);
  if (!address) return inside;
  const outside = address.startsWith("/") ? "" : ' target="_blank" rel="noopener noreferrer nofollow ugc"';
  return `<a href="${escapeHtml(address)}"${outside}>${inside}</a>`;
}

const web: InlineWay = { text: escapeHtml, link: linkHtml };
