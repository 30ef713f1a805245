const typedBox = /^\s*(?:\[([ xX])\]|([☐☑☒]))\s+/u;

/** Makes a task list of a list whose every item has a box. */
export function markTasks(list: Element): void {
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

/** Whether an item's box is checked; undefined if it has none. */
function boxOf(item: Element): boolean | undefined {
  if (item.getAttribute("role") === "checkbox") return item.getAttribute("aria-checked") === "true";
  const input = item.querySelector("input[type=checkbox]");
  if (input?.closest("li") === item) return input.hasAttribute("checked");
  const [found, typed, drawn] = typedBox.exec(firstWords(item)?.data ?? "") ?? [];
  return found === undefined ? undefined : (typed ?? drawn) !== " " && drawn !== "☐";
}

function firstWords(item: Element): Text | undefined {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let next = walker.nextNode(); next; next = walker.nextNode())
    if (next instanceof Text && next.data.trim() !== "") return next;
  return undefined;
}
