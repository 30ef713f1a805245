import { type Sign, signOf } from "./pasted-signs.ts";

/** An item of a list that was written flat: `level` is 1 for the outermost, `start` the number it shows. */
type Item = { level: number; tag: "ol" | "ul"; start: number; entry: Element };

/** Word writes list items as paragraphs with a sign in front; they become lists. */
export function gatherWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")) {
    const paragraphs: Element[] = [];
    if (first.isConnected)
      for (let each: Element | null = first; each && wordLevel(each) > 0; each = each.nextElementSibling)
        paragraphs.push(each);
    gather(paragraphs, paragraphs.map(wordItem));
  }
}

/** Word for the web, Slack and Quill write flat lists whose items name their level; they become lists in lists. */
export function gatherLeveledLists(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll(".ListContainerWrapper"))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const first of body.querySelectorAll("ul, ol")) {
    const lists: Element[] = [];
    if (first.isConnected)
      for (let each: Element | null = first; each && isLeveled(each); each = each.nextElementSibling)
        lists.push(each);
    gather(lists, lists.flatMap(leveledItems));
  }
}

/** PDF viewers and old documents write `● First` as a paragraph; those that follow each other become lists. */
export function gatherTypedLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll("p")) {
    const found: { paragraph: Element; sign: Sign }[] = [];
    if (first.isConnected)
      for (let paragraph: Element | null = first; paragraph?.tagName === "P";) {
        const sign = signOf(paragraph.textContent ?? "");
        if (!sign) break;
        found.push({ paragraph, sign });
        paragraph = paragraph.nextElementSibling;
      }
    const [one, two] = found;
    if (!one || (one.sign.needsNeighbor && !follows(one.sign, two?.sign))) continue;
    const kinds: string[] = [];
    const items = found.map(({ paragraph, sign }): Item => {
      // A sign that was seen before returns to its level; a new one begins a list within the last item.
      const known = kinds.indexOf(sign.kind);
      if (known >= 0) kinds.length = known + 1;
      else kinds.push(sign.kind);
      dropLetters(paragraph, sign.length);
      const tag = sign.number === undefined ? "ul" : "ol";
      return { level: kinds.length, tag, start: sign.number ?? 1, entry: entryOf(paragraph) };
    });
    gather(
      found.map(({ paragraph }) => paragraph),
      items,
    );
  }
}

const follows = (one: Sign, two: Sign | undefined) =>
  two !== undefined && (two.kind !== one.kind || one.number === undefined || two.number === one.number + 1);

/** Puts lists of the items where the first of `sources` is. */
function gather(sources: readonly Element[], items: readonly Item[]): void {
  const [source] = sources;
  if (!source) return;
  const open: Element[] = [];
  for (const { level: named, tag, start, entry } of items) {
    const level = Math.min(named, open.length + 1);
    open.length = Math.min(open.length, level);
    const isDeeper = open.length < level;
    const last = open.at(-1);
    if (!last || isDeeper || last.tagName.toLowerCase() !== tag) {
      const list = source.ownerDocument.createElement(tag);
      if (tag === "ol" && start !== 1) list.setAttribute("start", String(start));
      if (!last) source.before(list);
      else if (isDeeper) last.lastElementChild?.append(list);
      else {
        last.after(list);
        open.pop();
      }
      open.push(list);
    }
    open.at(-1)?.append(entry);
  }
  for (const each of sources) each.remove();
}

/** A list item with a paragraph's words, which leave the paragraph. */
function entryOf(paragraph: Element): Element {
  const entry = paragraph.ownerDocument.createElement("li");
  const words = paragraph.ownerDocument.createElement("p");
  words.append(...paragraph.childNodes);
  entry.append(words);
  return entry;
}

const styleOf = (element: Element) => element.getAttribute("style") ?? "";
const wordLevel = (element: Element) =>
  Number(/mso-list:[^;"]*\blevel(\d)/i.exec(styleOf(element))?.[1] ?? 0);

function wordItem(paragraph: Element): Item {
  const signs = [...paragraph.querySelectorAll("span")].filter((span) =>
    /mso-list:\s*ignore/i.test(styleOf(span)),
  );
  const sign = signs[0]?.textContent ?? "";
  for (const each of signs) each.remove();
  const isNumbered = /^\s*\(?(\d+|[a-z]{1,3})[.)]/i.test(sign);
  const digits = sign.match(/\d+/g)?.at(-1);
  return {
    level: wordLevel(paragraph),
    tag: isNumbered ? "ol" : "ul",
    start: Number(digits ?? 1),
    entry: entryOf(paragraph),
  };
}

const isLeveled = (list: Element) =>
  list.matches("ul, ol") && [...list.children].some((item) => levelNamed(item) > 0);

function leveledItems(list: Element): Item[] {
  const tag = list.matches("ol") ? "ol" : "ul";
  const start = Number(list.getAttribute("start") ?? 1);
  return [...list.children].map((entry) => ({ level: Math.max(1, levelNamed(entry)), tag, start, entry }));
}

/** 0 for an item that names no level. */
function levelNamed(item: Element): number {
  const level = item.getAttribute("data-aria-level");
  const indent = item.getAttribute("data-stringify-indent") ?? /\bql-indent-(\d)/.exec(item.className)?.[1];
  return level !== null ? Number(level) || 0 : indent === undefined ? 0 : (Number(indent) || 0) + 1;
}

/** Drops the first `count` letters of an element's text, whichever elements they are in. */
function dropLetters(element: Element, count: number): void {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (
    let left = count, next = walker.nextNode();
    left > 0 && next instanceof Text;
    next = walker.nextNode()
  ) {
    const dropped = Math.min(left, next.data.length);
    next.data = next.data.slice(dropped);
    left -= dropped;
  }
}
