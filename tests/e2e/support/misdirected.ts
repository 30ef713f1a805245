/**
 * What a page shows of Hebrew or Arabic that would be read in the wrong order: text in an element of the other direction, and
 * words within an English sentence that nothing keeps apart from it. Runs in the browser.
 */
export function findMisdirected(): string[] {
  const rightToLeft = /[\u0590-\u08ff]/u;
  const isolated = /\u2068[^\u2069]*\u2069/gu;
  const found: string[] = [];
  const runsRight = (element: Element) => getComputedStyle(element).direction === "rtl";
  const note = (what: string, element: Element, text: string) =>
    found.push(`${what}: <${element.localName}> ${text.replaceAll(/\s+/gu, " ").trim().slice(0, 80)}`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || /^(script|style|template|noscript|title)$/u.test(element.localName)) continue;
    const text = (node.textContent ?? "").replaceAll(isolated, "");
    if (!rightToLeft.test(text)) continue;
    // React writes one text node for each piece; a sentence is what stands side by side in one element.
    const sentence = [...element.childNodes]
      .filter((each) => each.nodeType === Node.TEXT_NODE)
      .map((each) => each.textContent)
      .join("")
      .replaceAll(isolated, "");
    const bare = sentence.replaceAll(/https?:\/\/\S+|\{[^}]*\}|\.[a-z0-9]{2,4}\b/giu, "");
    if (!runsRight(element)) {
      if (/[a-z]/iu.test(bare)) note("not kept apart", element, sentence);
      else note("runs left to right", element, sentence);
    }
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea"))
    if (field.type !== "hidden" && rightToLeft.test(field.value) && !runsRight(field))
      note("runs left to right", field, field.value);
  // A row has gaps between its parts, and a name is one of them: `Open “ name ”`.
  for (const name of document.querySelectorAll("bdi")) {
    const { parentElement: row } = name;
    const isBesideText = [...(row?.childNodes ?? [])].some(
      (each) => each.nodeType === Node.TEXT_NODE && each.textContent?.trim(),
    );
    if (row && isBesideText && /flex|grid/u.test(getComputedStyle(row).display))
      note("stands apart from its sentence", row, row.textContent ?? "");
  }
  for (const list of document.querySelectorAll(".rich-text :is(ul, ol)")) {
    const first = list.querySelector(":scope > li:first-child p");
    if (first && runsRight(first) && !runsRight(list))
      note("has its marks at the wrong end", list, first.textContent ?? "");
  }
  return [...new Set(found)];
}
