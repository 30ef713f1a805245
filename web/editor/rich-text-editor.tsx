import type { Editor } from "@tiptap/core";
import { Bold, Heading2, Italic, Link, List, ListOrdered, Plus, Quote, Redo2, Undo2 } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { RichDocument } from "#contract/document/document.ts";
import { descriptionLimits, type DocumentLimits } from "#contract/document/read-document.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useFieldControl } from "#web/ui/field.tsx";
import { type Tool, Toolbar } from "#web/ui/toolbar.tsx";
import { LinkField } from "./link-field.tsx";
import { SlashMenuList } from "./slash-menu-list.tsx";
import type { MountedEditor } from "./editor-store.ts";
import { useEditor } from "./use-editor.ts";

export type RichTextEditorProps = {
  value: RichDocument;
  onChange: (value: RichDocument) => void;
  onBlur?: () => void;
  /** How much it may hold; a constant. */
  limits?: DocumentLimits;
  /** What the text is: "Description". Names its tools; the text itself has the label of the Field around it. */
  label: string;
  placeholder?: string;
};

/** Rich text by sight, inside a Field. Alt+F10 leads to the tools and Escape back; Tab leaves it. */
export function RichTextEditor({
  value,
  onChange,
  onBlur,
  limits = descriptionLimits,
  label,
  placeholder,
}: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const field: { id?: string; "aria-describedby"?: string; "aria-invalid"?: true } = useFieldControl();
  const ownId = useId();
  const id = field.id ?? ownId;
  const listId = `${id}-insert`;
  const mounted = useEditor(place, {
    value,
    limits,
    onChange,
    onBlur,
    attributes: {
      id,
      class: "rich-text rich-text-box",
      role: "textbox",
      "aria-multiline": "true",
      ...(field.id ? { "aria-labelledby": `${id}-label` } : { "aria-label": label }),
      ...(field["aria-describedby"] && { "aria-describedby": field["aria-describedby"] }),
      ...(field["aria-invalid"] && { "aria-invalid": "true" }),
      ...(placeholder !== undefined && { "aria-placeholder": placeholder, "data-placeholder": placeholder }),
    },
  });
  useToolKeys(frame, mounted?.editor);
  return (
    <div
      ref={frame}
      className={classNames(
        "rounded-lg border bg-card shadow-xs focus-within:border-ring has-[.rich-text-box:focus-visible]:outline-2 outline-offset-2 outline-ring",
        field["aria-invalid"] ? "border-destructive" : "border-input",
      )}
    >
      <div className="flex min-h-11 items-center border-b border-border px-1.5 py-1">
        {mounted && <Tools {...mounted} id={id} listId={listId} label={label} />}
      </div>
      <div ref={place} className="relative">
        {mounted && <SlashMenuList menu={mounted.menu} id={listId} label={label} />}
      </div>
    </div>
  );
}

/** Native listeners: a dialog around the editor hears of Escape on the document, as React does. */
function useToolKeys(frame: RefObject<HTMLElement | null>, editor: Editor | undefined) {
  useEffect(() => {
    const element = frame.current;
    if (!element || !editor) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const inText = editor.view.dom.contains(event.target as Node);
      if (inText && event.altKey && event.key === "F10")
        element.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
      else if (!inText && event.key === "Escape") editor.commands.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [frame, editor]);
}

type ToolsProps = MountedEditor & { id: string; listId: string; label: string };

function Tools({ editor, menu, id, listId, label }: ToolsProps) {
  const [isLinking, setLinking] = useState(false);
  // The tools show what the selection is: they are drawn anew with each state of the text.
  useSyncExternalStore(
    (listener) => {
      editor.on("transaction", listener);
      return () => editor.off("transaction", listener);
    },
    () => editor.state,
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      setLinking(true);
    };
    const { dom } = editor.view;
    dom.addEventListener("keydown", onKeyDown);
    return () => dom.removeEventListener("keydown", onKeyDown);
  }, [editor]);
  useActiveOption({ editor, menu }, listId);

  const chain = () => editor.chain().focus();
  const tools: Tool[] = [
    {
      label: "Heading",
      icon: <Heading2 />,
      run: () => chain().toggleHeading({ level: 1 }).run(),
      isActive: editor.isActive("heading"),
    },
    {
      label: "Bold",
      keys: "Ctrl B",
      icon: <Bold />,
      run: () => chain().toggleBold().run(),
      isActive: editor.isActive("bold"),
      startsGroup: true,
    },
    {
      label: "Italic",
      keys: "Ctrl I",
      icon: <Italic />,
      run: () => chain().toggleItalic().run(),
      isActive: editor.isActive("italic"),
    },
    {
      label: "Link",
      keys: "Ctrl K",
      icon: <Link />,
      run: () => setLinking(true),
      isActive: editor.isActive("link"),
    },
    {
      label: "Bullet list",
      icon: <List />,
      run: () => chain().toggleBulletList().run(),
      isActive: editor.isActive("bulletList"),
      startsGroup: true,
    },
    {
      label: "Numbered list",
      icon: <ListOrdered />,
      run: () => chain().toggleOrderedList().run(),
      isActive: editor.isActive("orderedList"),
    },
    {
      label: "Quote",
      icon: <Quote />,
      run: () => chain().toggleBlockquote().run(),
      isActive: editor.isActive("blockquote"),
    },
    { label: "Insert", keys: "/", icon: <Plus />, run: () => openMenu(editor) },
    { label: "Undo", keys: "Ctrl Z", icon: <Undo2 />, run: () => chain().undo().run(), startsGroup: true },
    { label: "Redo", keys: "Ctrl Shift Z", icon: <Redo2 />, run: () => chain().redo().run() },
  ];
  if (isLinking) return <LinkField editor={editor} onDone={() => setLinking(false)} />;
  return <Toolbar label={`Format: ${label}`} controls={id} tools={tools} />;
}

/** As if the slash had been typed, behind a blank where there are words before it. */
function openMenu(editor: Editor) {
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, " ");
  editor
    .chain()
    .focus()
    .insertContent(/(^|\s)$/.test(before) ? "/" : " /")
    .run();
}

/** The text has the focus while the menu is open, and says which option is active. */
function useActiveOption({ editor, menu }: MountedEditor, listId: string) {
  useEffect(
    () =>
      menu.subscribe(() => {
        const open = menu.current();
        const { dom } = editor.view;
        if (!open) {
          dom.removeAttribute("aria-activedescendant");
          dom.removeAttribute("aria-controls");
          return;
        }
        dom.setAttribute("aria-controls", listId);
        dom.setAttribute("aria-activedescendant", `${listId}-${open.active}`);
      }),
    [editor, menu, listId],
  );
}
