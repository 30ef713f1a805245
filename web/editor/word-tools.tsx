import type { Editor } from "@tiptap/core";
import { Bold, Code, Heading2, Italic, Link, Strikethrough } from "lucide-react";
import type { Tool } from "#web/ui/toolbar.tsx";

/** What makes words look or lead otherwise; above the text only what is wanted most. */
export function wordTools(editor: Editor, onLink: () => void, which: "most" | "all"): Tool[] {
  const chain = () => editor.chain().focus();
  const bold: Tool = {
    label: "Bold",
    keys: "Ctrl B",
    icon: <Bold />,
    run: () => chain().toggleBold().run(),
    isActive: editor.isActive("bold"),
    startsGroup: which === "most",
  };
  const italic: Tool = {
    label: "Italic",
    keys: "Ctrl I",
    icon: <Italic />,
    run: () => chain().toggleItalic().run(),
    isActive: editor.isActive("italic"),
  };
  const link: Tool = {
    label: "Link",
    keys: "Ctrl K",
    icon: <Link />,
    run: onLink,
    isActive: editor.isActive("link"),
  };
  const heading: Tool = {
    label: "Heading",
    icon: <Heading2 />,
    run: () => chain().toggleHeading({ level: 1 }).run(),
    isActive: editor.isActive("heading"),
  };
  const headings = editor.schema.nodes["heading"] ? [heading] : [];
  if (which === "most") return [...headings, bold, italic, link];
  return [
    bold,
    italic,
    {
      label: "Strike through",
      keys: "Ctrl Shift S",
      icon: <Strikethrough />,
      run: () => chain().toggleStrike().run(),
      isActive: editor.isActive("strike"),
    },
    {
      label: "Code",
      keys: "Ctrl E",
      icon: <Code />,
      run: () => chain().toggleCode().run(),
      isActive: editor.isActive("code"),
    },
    link,
    ...headings,
  ];
}
