import { useState } from "react";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { RichDocument } from "#contract/document/document.ts";
import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { clipboards, hostileClipboard } from "#tests/screens/clipboards.ts";
import { officeClipboards } from "#tests/screens/clipboards-office.ts";
import { readerClipboards } from "#tests/screens/clipboards-readers.ts";
import { webClipboards } from "#tests/screens/clipboards-web.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { RichTextEditor } from "./rich-text-editor.tsx";

const emptyDocument: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };
let written: RichDocument;

const cell = (type: "tableHeader" | "tableCell", text: string) => ({
  type,
  content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text }] }],
});
/** What the server makes of the Markdown of a table. */
const tableDocument = {
  type: "doc",
  content: [
    {
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", "Name"), cell("tableHeader", "Price")] },
        { type: "tableRow", content: [cell("tableCell", "Book"), cell("tableCell", "$12")] },
      ],
    },
  ],
} as RichDocument;

/** A description in a dialog, as the product's form has it. */
function DescriptionDialog() {
  const [value, setValue] = useState<RichDocument>(emptyDocument);
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Edit Product" size="xl">
      <Field label="Description">
        <RichTextEditor
          label="Description"
          value={value}
          onChange={(next) => {
            written = next;
            setValue(next);
          }}
        />
      </Field>
      <button type="button">Next field</button>
    </Dialog>
  );
}

const box = page.getByRole("textbox", { name: "Description", exact: true });
const dialog = page.getByRole("dialog");
const tools = page.getByRole("toolbar", { name: "Format: Description" });
const element = (locator: Locator) => locator.element() as HTMLElement;
const find = (selector: string) => [...element(box).querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => find(selector).map(({ textContent }) => textContent);

async function openEditor() {
  await renderScreen(<DescriptionDialog />);
  await expect.element(box).toBeVisible();
  element(box).focus();
}

/** The editor hears of a caret that a key moved a moment later. */
const caretHeard = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const keys = async (text: string) => {
  await userEvent.keyboard(text);
  await caretHeard();
};

async function paste(type: "text/html" | "text/plain", content: string) {
  await caretHeard();
  const clipboardData = new DataTransfer();
  clipboardData.setData(type, content);
  element(box).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

async function clear() {
  await keys("{ControlOrMeta>}a{/ControlOrMeta}");
  await keys("{Backspace}");
}

test("the slash menu is found by words and arrows, and Escape closes it alone", async () => {
  await openEditor();
  await keys("/subh");
  const menu = page.getByRole("listbox", { name: "Insert into Description" });
  await expect
    .element(menu.getByRole("option", { name: "Subheading" }))
    .toHaveAttribute("aria-selected", "true");
  await expect.element(box).toHaveAttribute("aria-activedescendant", expect.stringMatching(/-0$/));
  await expectAccessible();
  await keys("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await clear();
  await keys("/{ArrowDown}{Enter}What is inside");
  await expect.poll(() => texts("h4")).toEqual(["What is inside"]);
});

test("Markdown becomes what it means as it is typed: a list in a list, bold words", async () => {
  await openEditor();
  await keys("- **Forty** pages{Enter}{Tab}on birds");
  await expect.poll(() => texts("li li")).toEqual(["on birds"]);
  expect(texts("strong")).toEqual(["Forty"]);
});

test("a box is put in by its name, and a link in it is written as Markdown", async () => {
  await openEditor();
  await keys("/tip");
  await keys("{Enter}[[a book](https://example.com/book)");
  await expect
    .poll(() => find("aside a").map((link) => link.getAttribute("href")))
    .toEqual(["https://example.com/book"]);
});

test("keeps the spaces of an address that is typed as Markdown", async () => {
  await openEditor();
  await keys("[[the brochure](https://example.com/My Brochure 2026.pdf)");
  await expect
    .poll(() => find("a").map((link) => link.getAttribute("href")))
    .toEqual(["https://example.com/My%20Brochure%202026.pdf"]);
  expect(texts("a")).toEqual(["the brochure"]);
});

test("selected words have tools beside them: Alt+F10 leads there, Escape back and then closes them", async () => {
  await openEditor();
  await keys("Bring [[a book](https://example.com/book) and patience.");
  await keys("{Shift>}{Home}{/Shift}");
  const beside = page.getByRole("toolbar", { name: "Format selection: Description" });
  await expect.element(beside).toBeVisible();
  await keys("{Alt>}{F10}{/Alt}");
  await expect.element(beside.getByRole("button", { name: "Bold" })).toHaveFocus();
  await expectAccessible();
  await keys("{ArrowRight}{Enter}");
  // The link parts the line, all of which was selected.
  await expect.poll(() => texts("em")).toEqual(["Bring ", "a book", " and patience."]);
  await keys("{Alt>}{F10}{/Alt}");
  await keys("{Escape}");
  await expect.element(box).toHaveFocus();
  await keys("{Escape}");
  await expect.element(beside).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

test("Alt+F10 leads to the tools and Escape back, arrows through them, and Tab leaves the text", async () => {
  await openEditor();
  await keys("What is inside");
  await keys("{Alt>}{F10}{/Alt}");
  await expect.element(tools.getByRole("button", { name: "Heading", exact: true })).toHaveFocus();
  await keys("{End}");
  await expect.element(tools.getByRole("button", { name: "Redo" })).toHaveFocus();
  await keys("{Escape}");
  await expect.element(box).toHaveFocus();
  await expect.element(dialog).toBeVisible();
  await keys("{Tab}");
  await expect.element(box).not.toHaveFocus();
});

/** The blocks in the box, a line each: the tags around its words, and these with signs for what they look like. */
function outline(): string[] {
  const root = element(box);
  const kept = new Set(["UL", "OL", "LI", "ASIDE", "BLOCKQUOTE", "TABLE", "TD", "TH"]);
  return find("p, h4, h5, h6, pre, hr").flatMap((block) => {
    const around: string[] = [];
    for (let each = block.parentElement; each && each !== root; each = each.parentElement)
      if (kept.has(each.tagName)) around.unshift(tagOf(each, block));
    const tick = block.closest("li")?.querySelector<HTMLInputElement>(":scope > label input");
    const words = (tick ? (tick.checked ? "☑ " : "☐ ") : "") + wordsOf(block).trim();
    if (words === "" && block.tagName === "P") return [];
    const tag = block.tagName.toLowerCase();
    return [`${[...around, ...(tag === "p" && around.length > 0 ? [] : [tag])].join(" ")} ${words}`];
  });
}

function tagOf(element: HTMLElement, block: HTMLElement): string {
  const tag = element.tagName.toLowerCase();
  if (tag === "ol" && element.hasAttribute("start")) return `ol(${element.getAttribute("start")})`;
  const isLater = tag === "li" && block.parentElement === element && block.previousElementSibling !== null;
  return isLater ? "li+" : tag;
}

const signs: Record<string, [string, string]> = {
  STRONG: ["*", "*"],
  EM: ["_", "_"],
  S: ["~", "~"],
  CODE: ["`", "`"],
  A: ["[", "]"],
};

function wordsOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  if (node.nodeName === "BR")
    return (node as HTMLElement).classList.contains("ProseMirror-trailingBreak") ? "" : "⏎";
  const words = [...node.childNodes].map(wordsOf).join("");
  const [before, after] = (node.parentNode?.nodeName !== "PRE" && signs[node.nodeName]) || ["", ""];
  return before + words + after;
}

test.each(Object.entries({ ...clipboards, ...officeClipboards, ...webClipboards, ...readerClipboards }))(
  "what %s puts on the clipboard becomes what it means",
  async (_, { html, becomes }) => {
    await openEditor();
    await paste("text/html", html);
    await expect.poll(outline).toEqual(becomes);
  },
);

test("pictures are not taken from the clipboard where the text holds none, and it is said", async () => {
  await openEditor();
  await paste("text/html", clipboards.word.html);
  await expect.element(page.getByText("This text holds no pictures.").first()).toBeInTheDocument();
});

test("pasted Markdown is written out, taken back as it was, and written out again", async () => {
  await openEditor();
  server.answer(readMarkdown, { document: tableDocument });
  await paste("text/plain", "| Name | Price |\n| --- | --- |\n| Book | $12 |");
  await expect.poll(() => texts("table th")[0]).toBe("Name");
  await keys("{ControlOrMeta>}z{/ControlOrMeta}");
  await expect.element(box).toMatchTextContent("| Book | $12 |");
  await keys("{ControlOrMeta>}{Shift>}z{/Shift}{/ControlOrMeta}");
  await expect.poll(() => texts("table td")[0]).toBe("Book");
});

test("reads the bullets of a PDF that is pasted as plain text", async () => {
  await openEditor();
  const asked: string[] = [];
  server.answer(readMarkdown, ({ body }) => {
    asked.push(body.text);
    return { document: tableDocument };
  });
  await paste("text/plain", "Bring:\n● Fruit\n○ Apple\n● Bread");
  await expect.poll(() => asked).toEqual(["Bring:\n- Fruit\n  - Apple\n- Bread"]);
});

test("of hostile HTML the words alone are kept, in the box and in what is saved", async () => {
  await openEditor();
  await paste("text/html", hostileClipboard);
  await expect.element(box).toMatchTextContent("Kept words");
  expect(find("img[src=x], iframe, svg, script, a[href^=javascript], [onclick]")).toEqual([]);
  expect("fired" in window).toBe(false);
  expect(JSON.stringify(written)).not.toMatch(/javascript|onerror|iframe/);
});
