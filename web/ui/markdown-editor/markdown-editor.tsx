import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  SquareCode,
  Undo2,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlStyle, useFieldControl } from "#web/ui/field.tsx";
import { applyEdit, selectedIn } from "./apply-edit.ts";
import {
  continueLine,
  makeLink,
  type MarkdownEdit,
  type Selected,
  toggleCodeBlock,
  toggleInline,
  toggleLines,
} from "./markdown-edits.ts";
import { type Tool, Toolbar } from "#web/ui/toolbar.tsx";

export type MarkdownEditorProps = {
  /** Markdown. It is edited as it is, so nothing in it gets lost. */
  value: string;
  onChange: (value: string) => void;
  /** What the text is: "Lesson text". Names the box and its tools. */
  label: string;
  /** What its label points at; inside a Field that is known already. */
  id?: string;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  onBlur?: () => void;
  /** What the text will look like; offered beside writing where it is given. Called while it is shown. */
  renderPreview?: () => ReactNode;
  maxLength?: number;
};

/** Markdown with tools for who does not know it, and with a look at what comes out. Inside a Field it takes its label, hint and error. */
export function MarkdownEditor({
  value,
  onChange,
  label,
  id: givenId,
  invalid,
  describedBy,
  onBlur,
  renderPreview,
  maxLength,
}: MarkdownEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [previewing, setPreviewing] = useState(false);
  const field: { id?: string } = useFieldControl();
  const ownId = useId();
  const id = givenId ?? field.id ?? ownId;

  const edit = (make: (selected: Selected) => MarkdownEdit | undefined) => {
    const made = box.current && make(selectedIn(box.current));
    if (made && box.current) applyEdit(box.current, made);
    return Boolean(made);
  };
  const command = (name: "undo" | "redo") => {
    box.current?.focus();
    document.execCommand(name);
  };
  const bold = () => edit((selected) => toggleInline(selected, "**"));
  const italic = () => edit((selected) => toggleInline(selected, "_"));
  const link = () => edit(makeLink);
  const tools: Tool[] = [
    { label: "Heading", icon: <Heading2 />, run: () => edit((at) => toggleLines(at, "heading")) },
    { label: "Subheading", icon: <Heading3 />, run: () => edit((at) => toggleLines(at, "subheading")) },
    { label: "Bold", keys: "Ctrl B", icon: <Bold />, run: bold, startsGroup: true },
    { label: "Italic", keys: "Ctrl I", icon: <Italic />, run: italic },
    { label: "Link", keys: "Ctrl K", icon: <Link />, run: link },
    { label: "Code", icon: <Code />, run: () => edit((at) => toggleInline(at, "`")) },
    {
      label: "Bullet list",
      icon: <List />,
      run: () => edit((at) => toggleLines(at, "bullets")),
      startsGroup: true,
    },
    { label: "Numbered list", icon: <ListOrdered />, run: () => edit((at) => toggleLines(at, "numbers")) },
    { label: "Quote", icon: <Quote />, run: () => edit((at) => toggleLines(at, "quote")) },
    { label: "Code block", icon: <SquareCode />, run: () => edit(toggleCodeBlock) },
    { label: "Undo", keys: "Ctrl Z", icon: <Undo2 />, run: () => command("undo"), startsGroup: true },
    { label: "Redo", keys: "Ctrl Shift Z", icon: <Redo2 />, run: () => command("redo") },
  ];

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const plain = !event.shiftKey && !event.altKey;
    const key = event.key.toLowerCase();
    const run =
      plain && (event.ctrlKey || event.metaKey)
        ? { b: bold, i: italic, k: link }[key]
        : plain && key === "enter"
          ? () => edit(continueLine)
          : undefined;
    if (run?.()) event.preventDefault();
  }

  return (
    <div
      className={classNames(
        "overflow-hidden rounded-lg border bg-card shadow-xs focus-within:border-ring",
        invalid ? "border-destructive" : "border-input",
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-border px-1.5 py-1">
        {previewing ? (
          <p className="px-1.5 text-sm text-muted-foreground">As readers see it</p>
        ) : (
          <Toolbar label={`Format: ${label}`} controls={id} tools={tools} />
        )}
        {renderPreview && (
          <button
            type="button"
            aria-pressed={previewing}
            onClick={() => setPreviewing(!previewing)}
            className="ml-auto h-9 rounded-md px-3 text-sm font-medium text-muted-foreground hover:bg-accent hover:text-foreground aria-pressed:bg-accent aria-pressed:text-foreground pointer-coarse:h-11"
          >
            Preview
          </button>
        )}
      </div>
      {previewing && renderPreview ? (
        <section aria-label={`Preview: ${label}`} className="min-h-60">
          {renderPreview()}
        </section>
      ) : (
        <textarea
          {...field}
          ref={box}
          id={id}
          aria-label={label}
          {...(invalid && { "aria-invalid": true })}
          {...(describedBy && { "aria-describedby": describedBy })}
          value={value}
          maxLength={maxLength}
          spellCheck
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          placeholder="Write in Markdown, or use the tools above."
          className={classNames(
            controlStyle,
            "field-sizing-content block max-h-[70dvh] min-h-60 resize-y rounded-none border-0 px-4 py-3 leading-relaxed shadow-none focus-visible:-outline-offset-2",
          )}
        />
      )}
    </div>
  );
}
