import type { Editor } from "@tiptap/core";
import { Braces, ImagePlus, List, ListOrdered, Pencil, Plus, Quote, Redo2, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { NodeType } from "#contract/document/document.ts";
import { type Tool, Toolbar } from "#web/ui/toolbar.tsx";
import type { MountedEditor, MediaTools } from "./editor-store.ts";
import { BlockField } from "./block-field.tsx";
import type { BlockNames } from "./block-names.ts";
import { type BlockKind, blockTitles } from "./block-nodes.ts";
import { type MailTools, placeholderAt } from "./mail-placeholder-chips.ts";
import { LinkField } from "./link-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { PlaceholderField } from "./placeholder-field.tsx";
import { wordTools } from "./word-tools.tsx";

type ToolsProps = Tooled & {
  id: string;
  listId: string;
  label: string;
  media: MediaTools | undefined;
  names: BlockNames;
  /** In an editor of mails. */
  mail: MailTools | undefined;
  /** What is asked in place of the tools. */
  asked: Asked | undefined;
  onAsk: (asked: Asked | undefined) => void;
};

type Tooled = Pick<MountedEditor, "editor" | "menu">;

export type Asked = "link" | "picture" | "placeholder" | BlockKind;

/** The tools above a text; in their place a line that asks where a link leads, or what a picture shows. */
export function EditorTools({
  editor,
  menu,
  id,
  listId,
  label,
  media,
  names,
  mail,
  asked,
  onAsk,
}: ToolsProps) {
  // The tools show what the selection is: they are drawn anew with each state of the text.
  useSyncExternalStore(
    (listener) => {
      editor.on("transaction", listener);
      return () => editor.off("transaction", listener);
    },
    () => editor.state,
  );
  const askLink = useEffectEvent(() => onAsk("link"));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      askLink();
    };
    const { dom } = editor.view;
    dom.addEventListener("keydown", onKeyDown);
    return () => dom.removeEventListener("keydown", onKeyDown);
  }, [editor]);
  useActiveOption({ editor, menu }, listId);

  const chain = () => editor.chain().focus();
  const may = (node: NodeType) => editor.schema.nodes[node] !== undefined;
  const tools: Tool[] = [
    ...wordTools(editor, () => onAsk("link"), "most"),
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
    ...(may("blockquote") ? [quoteTool(editor)] : []),
    ...(media?.kinds.includes("pictures") ? [pictureTool(editor, media)] : []),
    ...(mail ? [placeholderTool(editor, mail)] : []),
    ...blockTools(editor, onAsk),
    { label: "Insert", keys: "/", icon: <Plus />, run: () => openMenu(editor) },
    { label: "Undo", keys: "Ctrl Z", icon: <Undo2 />, run: () => chain().undo().run(), startsGroup: true },
    { label: "Redo", keys: "Ctrl Shift Z", icon: <Redo2 />, run: () => chain().redo().run() },
  ];
  const onDone = () => onAsk(undefined);
  if (asked === "link") return <LinkField editor={editor} mail={mail} onDone={onDone} />;
  if (asked === "picture") {
    if (editor.isActive("picture")) return <PictureField editor={editor} onDone={onDone} />;
  } else if (asked === "placeholder")
    return mail && <PlaceholderField editor={editor} mail={mail} onDone={onDone} />;
  else if (asked && (asked !== "videoFile" || editor.isActive("videoFile")))
    return (
      <BlockField
        key={asked}
        editor={editor}
        kind={asked}
        names={names}
        mail={mail}
        onUpload={media?.kinds.includes("videos") ? () => media.onChoose("videos") : undefined}
        onDone={onDone}
      />
    );
  return <Toolbar label={`Format: ${label}`} controls={id} tools={tools} />;
}

const quoteTool = (editor: Editor): Tool => ({
  label: "Quote",
  icon: <Quote />,
  run: () => editor.chain().focus().toggleBlockquote().run(),
  isActive: editor.isActive("blockquote"),
});

/** Puts something in that is other for each reader, or changes what the caret is in. */
const placeholderTool = (editor: Editor, { onAsk }: MailTools): Tool => ({
  label: "Placeholder",
  icon: <Braces />,
  run: onAsk,
  isActive: placeholderAt(editor.state) !== undefined,
});

/** Changes the block that is selected. */
const blockTools = (editor: Editor, onAsk: (kind: BlockKind) => void): Tool[] =>
  (Object.keys(blockTitles) as BlockKind[])
    .filter((kind) => editor.isActive(kind))
    .map((kind) => ({
      label: `Edit ${blockTitles[kind].toLowerCase()}`,
      icon: <Pencil />,
      run: () => onAsk(kind),
      isActive: true,
    }));

/** Adds a picture, or says what the selected one shows. */
function pictureTool(editor: Editor, { onChoose, onDescribe }: MediaTools): Tool {
  return editor.isActive("picture")
    ? { label: "Describe picture", icon: <ImagePlus />, run: onDescribe, isActive: true }
    : { label: "Picture", icon: <ImagePlus />, run: () => onChoose("pictures") };
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
function useActiveOption({ editor, menu }: Tooled, listId: string) {
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
