import { gatherWordLists } from "./word-lists.ts";

/** What of a clipboard is put in, and the pictures in it: each stands where `pictureMark` does. */
export type CleanedHtml = { html: string; pictures: File[]; leftOut: number };

/** Stands in the text for a picture until it is sent; a letter that has no meaning in any writing. */
export const pictureMark = "\u{E0FF}";
const mostPictures = 20;

/**
 * HTML from a clipboard before ProseMirror reads it, which takes only what the nodes of the editor are. Here what programs
 * say in their own ways is said as HTML has it: lists of Word, tasks of Google Docs, Notion and GitHub, pictures within
 * the text. Nothing is rendered or fetched: it is parsed into a document of its own.
 */
export function cleanPastedHtml(html: string, takesPictures: boolean): CleanedHtml {
  // What was copied in an editor of ours is as it should be.
  if (/\sdata-pm-slice=/.test(html)) return { html, pictures: [], leftOut: 0 };
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const title of body.querySelectorAll("p.MsoTitle")) rename(title, "h1");
  gatherWordLists(body);
  for (const list of body.querySelectorAll("ul")) markTasks(list);
  const pictures: File[] = [];
  let leftOut = 0;
  for (const image of body.querySelectorAll("img")) {
    const isSmiley = image.hasAttribute("data-emoji") || /^\p{Extended_Pictographic}/u.test(image.alt);
    const file = takesPictures && pictures.length < mostPictures ? fileOf(image) : undefined;
    if (file) pictures.push(file);
    else if (!isSmiley) leftOut++;
    image.replaceWith(file ? pictureMark : isSmiley ? image.alt : "");
  }
  for (const empty of body.querySelectorAll("p, div, body > br, b > br")) if (isEmpty(empty)) empty.remove();
  return { html: body.innerHTML, pictures, leftOut };
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

const typedBox = /^\s*\[([ xX])\]\s+/;

/** A list whose every item has a box is one of tasks. */
function markTasks(list: Element): void {
  const items = [...list.children].filter(({ tagName }) => tagName === "LI");
  const boxes = items.map(boxOf);
  if (items.length === 0 || boxes.includes(undefined)) return;
  list.setAttribute("data-type", "taskList");
  for (const [index, item] of items.entries()) {
    item.setAttribute("data-type", "taskItem");
    item.setAttribute("data-checked", String(boxes[index]));
    const drawn = item.querySelector("input[type=checkbox], img[aria-roledescription=checkbox]");
    if (drawn?.closest("li") === item) drawn.remove();
    const words = firstWords(item);
    if (words) words.data = words.data.replace(typedBox, "");
  }
}

/** Whether an item's box is ticked; undefined where it has none. */
function boxOf(item: Element): boolean | undefined {
  if (item.getAttribute("role") === "checkbox") return item.getAttribute("aria-checked") === "true";
  const input = item.querySelector("input[type=checkbox]");
  if (input?.closest("li") === item) return input.hasAttribute("checked");
  const [, typed] = typedBox.exec(firstWords(item)?.data ?? "") ?? [];
  return typed === undefined ? undefined : typed !== " ";
}

function firstWords(item: Element): Text | undefined {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let next = walker.nextNode(); next; next = walker.nextNode())
    if (next instanceof Text && next.data.trim() !== "") return next;
  return undefined;
}

/** A picture that is written into the text, as a file. */
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

/** Programs make room by lines without words; here paragraphs stand apart by themselves. */
const isEmpty = (element: Element) =>
  (element.textContent ?? "").trim() === "" && !element.querySelector("img, hr, table, input, ul, ol");
