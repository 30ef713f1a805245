/** Word writes list items as paragraphs with a sign before them; they become lists. */
export function gatherWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll<HTMLElement>("p, h1, h2, h3, h4, h5, h6"))
    if (first.isConnected && levelOf(first) > 0) gather(first);
}

const styleOf = (element: Element) => element.getAttribute("style") ?? "";

/** 1 for an item of an outermost list; 0 for what is no item. */
function levelOf(element: Element | null): number {
  const [, level] = /mso-list:[^;"]*\blevel(\d)/i.exec(element ? styleOf(element) : "") ?? [];
  return Number(level ?? 0);
}

/** Puts an item and those that follow it at once into lists. */
function gather(first: Element): void {
  const { ownerDocument: document } = first;
  const outermost = document.createElement(listTag(first));
  first.before(outermost);
  const lists = [outermost];
  for (let item: Element | null = first; item && levelOf(item) > 0; item = outermost.nextElementSibling) {
    const level = Math.min(levelOf(item), lists.length + 1);
    lists.length = Math.min(lists.length, level);
    if (lists.length < level) {
      const inner = document.createElement(listTag(item));
      (lists.at(-1)?.lastElementChild ?? outermost).append(inner);
      lists.push(inner);
    }
    const entry = document.createElement("li");
    const words = document.createElement("p");
    for (const sign of signsOf(item)) sign.remove();
    words.append(...item.childNodes);
    entry.append(words);
    lists.at(-1)?.append(entry);
    item.remove();
  }
}

const signsOf = (item: Element) =>
  [...item.querySelectorAll("span")].filter((span) => /mso-list:\s*ignore/i.test(styleOf(span)));

const listTag = (item: Element) =>
  /^\s*\(?(\d+|[a-z]{1,3})[.)]/i.test(signsOf(item)[0]?.textContent ?? "") ? "ol" : "ul";
