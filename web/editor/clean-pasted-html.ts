import { makeLines } from "./pasted-lines.ts";
import { gatherLeveledLists, gatherTypedLists, gatherWordLists } from "./pasted-lists.ts";
import { markTasks } from "./pasted-tasks.ts";
import { pictureMark } from "./picture-mark.ts";

/** Cleaned HTML from a clipboard, and the pictures in it: each belongs where its `pictureMark` is. */
export type CleanedHtml = { html: string; pictures: File[]; leftOut: number };

const mostPictures = 20;

/**
 * Prepares HTML from a clipboard for ProseMirror, which takes only the editor's own nodes. Each program writes lists,
 * tasks, line breaks and pictures in its own way; this rewrites them as plain HTML. Nothing is rendered or fetched: the
 * HTML is parsed into a separate document.
 */
export function cleanPastedHtml(html: string, takesPictures: boolean): CleanedHtml {
  // Copied from our own editor, so it is already clean.
  if (/\sdata-pm-slice=/.test(html)) return { html, pictures: [], leftOut: 0 };
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const wordless of body.querySelectorAll("style, script, template, title, noscript, iframe, svg, .EOP"))
    wordless.remove();
  for (const title of body.querySelectorAll("p.MsoTitle")) rename(title, "h1");
  for (const heading of body.querySelectorAll("p[role=heading]"))
    rename(heading, `h${/^[1-6]$/.exec(heading.getAttribute("aria-level") ?? "")?.[0] ?? 3}`);
  for (const code of body.querySelectorAll("pre")) keepCode(code);
  gatherWordLists(body);
  makeLines(body);
  removeEmpty(body);
  gatherLeveledLists(body);
  gatherTypedLists(body);
  for (const list of body.querySelectorAll("ul")) markTasks(list);
  const pictures: File[] = [];
  let leftOut = 0;
  for (const image of body.querySelectorAll("img")) {
    const isSmiley =
      image.matches("[data-emoji], [data-stringify-emoji]") || /^\p{Extended_Pictographic}/u.test(image.alt);
    const file = takesPictures && pictures.length < mostPictures ? fileOf(image) : undefined;
    if (file) pictures.push(file);
    else if (!isSmiley) leftOut++;
    image.replaceWith(file ? pictureMark : isSmiley ? image.alt : "");
  }
  removeEmpty(body);
  // A single line goes into the line that it is pasted into.
  const [only] = body.children;
  if (only?.matches("p:only-child")) only.replaceWith(...only.childNodes);
  return { html: body.innerHTML, pictures, leftOut };
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Chat programs put a caption and a Copy button inside the block, beside the code. */
function keepCode(block: Element): void {
  for (const lineBreak of block.querySelectorAll("br")) lineBreak.replaceWith("\n");
  const [code, ...others] = block.querySelectorAll("code");
  if (!code || others.length > 0) return;
  code.textContent = code.textContent ?? "";
  block.replaceChildren(code);
}

/** A picture embedded in the HTML, as a file. */
function fileOf({ src, alt }: HTMLImageElement): File | undefined {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/.exec(src) ?? [];
  if (!type || !data) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new File([bytes], alt.slice(0, 60) || "Pasted picture", { type });
  } catch {
    return undefined;
  }
}

/** Programs add space with empty lines; our paragraphs have space between them already. */
function removeEmpty(body: Element): void {
  for (const element of body.querySelectorAll("p, div"))
    if ((element.textContent ?? "").trim() === "" && !element.querySelector("img, hr, table, input, ul, ol"))
      element.remove();
}
