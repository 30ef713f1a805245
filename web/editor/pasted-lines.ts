import { startsItem } from "./pasted-signs.ts";

const lineTags = "p, h1, h2, h3, h4, h5, h6, pre";
const structureTags = "ul, ol, dl, table, thead, tbody, tfoot, tr, colgroup";
const blockTags = `${lineTags}, ${structureTags}, address, article, aside, blockquote, caption, center, dd, details, div,
  dt, fieldset, figcaption, figure, footer, form, header, hr, li, main, nav, section, summary, td, th`;

/**
 * Puts every line of words into a block of its own. A single break within words stays a break; two of them, or one before
 * a list item that was typed, begin a new paragraph. Breaks beside a block are only space.
 */
export function makeLines(body: HTMLElement): void {
  // Slack's gap between two paragraphs.
  for (const gap of body.querySelectorAll("[data-stringify-type=paragraph-break]"))
    gap.replaceWith(breakIn(body), breakIn(body));
  keepLineEnds(body);
  wrapRuns(body);
  for (const line of body.querySelectorAll(lineTags)) if (!isPreformatted(line)) divide(line);
  for (const box of [...body.querySelectorAll("div")].toReversed()) unwrapLine(box);
}

/** Mail programs put each line into a box of its own, which would hide that lines follow each other. */
function unwrapLine(box: HTMLElement): void {
  const [line] = box.children;
  if (!line?.matches("p:only-child")) return;
  // The box may say that its words are bold.
  const style = [box, line].map((each) => each.getAttribute("style") ?? "").join(";");
  if (style !== ";") line.setAttribute("style", style);
  box.replaceWith(line);
}

const breakIn = ({ ownerDocument }: Element) => ownerDocument.createElement("br");
const isPreformatted = (element: Element) => element.closest("pre") !== null;

/** Line ends are breaks where the style of the text says so. */
function keepLineEnds(body: Element): void {
  for (const text of textsIn(body)) {
    const parent = text.parentElement;
    if (!text.data.includes("\n") || !parent || isPreformatted(parent) || !keepsLines(parent)) continue;
    const [first = "", ...rest] = text.data.split(/\r?\n/);
    text.replaceWith(first, ...rest.flatMap((line) => [breakIn(body), line]));
  }
}

function keepsLines(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const style = `${each.getAttribute("style") ?? ""};${each.className}`;
    const [, said] =
      /white-?space(?:-collapse)?(?::\s*|-)(pre|break-spaces|normal|nowrap|collapse)/i.exec(style) ?? [];
    if (said) return /^(pre|break)/i.test(said);
  }
  return false;
}

function textsIn(root: Node): Text[] {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

/** Makes paragraphs of the words that are beside blocks instead of in one. */
function wrapRuns(container: Element): void {
  const isStructure = container.matches(structureTags);
  let run: ChildNode[] = [];
  const close = () => {
    if (!isStructure && run.some(hasWords)) {
      const paragraph = container.ownerDocument.createElement("p");
      run[0]?.before(paragraph);
      paragraph.append(...run);
    } else for (const node of run) if (node.nodeName === "BR") node.remove();
    run = [];
  };
  const children = [...container.childNodes];
  for (const child of children) {
    const isBlock = child instanceof Element && (child.matches(blockTags) || child.querySelector(blockTags));
    if (!isBlock) run.push(child);
    else {
      close();
      if (!child.matches(lineTags)) wrapRuns(child);
    }
  }
  close();
}

const hasWords = (node: Node): boolean =>
  (node.nodeType !== Node.COMMENT_NODE && (node.textContent ?? "").trim() !== "") ||
  (node instanceof Element && (node.matches("img, input") || node.querySelector("img, input") !== null));

/** Divides a line at its gaps; what is around the words is repeated in each part. */
function divide(line: Element): void {
  const document = line.ownerDocument;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const gaps: Element[][] = [];
  const needless: Element[] = [];
  let waiting: Element[] = [];
  let hasBegun = false;
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (node instanceof Element && node.matches("br")) (hasBegun ? waiting : needless).push(node);
    else if (node instanceof Text ? hasWords(node) : node instanceof Element && node.matches("img, input")) {
      if (waiting.length > 1 || (waiting.length === 1 && startsItem(node.textContent ?? "")))
        gaps.push(waiting);
      waiting = [];
      hasBegun = true;
    }
  }
  for (const edge of [...needless, ...waiting]) edge.remove();
  for (const gap of gaps) {
    const [first] = gap;
    if (!first) continue;
    const range = document.createRange();
    range.setStart(line, 0);
    range.setEndBefore(first);
    const part = document.createElement(line.tagName);
    part.append(range.extractContents());
    line.before(part);
    for (const each of gap) each.remove();
  }
}
