import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { RichDocument } from "#contract/document/document.ts";
import { descriptionLimits, type DocumentLimits } from "#contract/document/read-document.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useFieldControl } from "#web/ui/field.tsx";
import { createBlockNames, type Named } from "./block-names.ts";
import type { BlockKind } from "./block-nodes.ts";
import { BubbleTools } from "./bubble-tools.tsx";
import { type Asked, EditorTools } from "./editor-tools.tsx";
import type { MailTools } from "./mail-placeholder-chips.ts";
import { MediaProgress } from "./media-progress.tsx";
import { acceptedMedia, createMediaUploads, type MediaKind } from "./media-uploads.ts";
import { SlashMenuList } from "./slash-menu-list.tsx";
import { useEditor } from "./use-editor.ts";

export type RichTextEditorProps = {
  value: RichDocument;
  onChange: (value: RichDocument) => void;
  onBlur?: () => void;
  /** How much it may hold; a constant. */
  limits?: DocumentLimits;
  /** Where it may hold pictures or videos of its own: told whether any are on their way. */
  onUploading?: (busy: boolean) => void;
  /** The files beside the text, where it may show them. */
  files?: readonly Named[];
  /** Of a mail: what is filled in in it, and what it leads to; a constant. */
  mail?: Omit<MailTools, "onAsk">;
  /** It can be written in from now on. */
  onMount?: (editor: Editor) => void;
  /** What the text is: "Description". Names its tools; the text itself has the label of the Field around it. */
  label: string;
  placeholder?: string;
};

/** Rich text by sight, inside a Field; `RichTextField` loads it. Alt+F10 leads to the tools and Escape back; Tab leaves it. */
export function RichTextEditor({
  value,
  onChange,
  onBlur,
  limits = descriptionLimits,
  onUploading,
  files,
  mail: mailOptions,
  onMount,
  label,
  placeholder,
}: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const field: { id?: string; "aria-describedby"?: string; "aria-invalid"?: true } = useFieldControl();
  const ownId = useId();
  const id = field.id ?? ownId;
  const listId = `${id}-insert`;
  const [asked, setAsked] = useState<Asked>();
  const picker = useRef<HTMLInputElement>(null);
  const tellBusy = useEffectEvent((busy: boolean) => onUploading?.(busy));
  const [media] = useState(() => {
    const kinds = mediaKinds(limits);
    return onUploading && kinds.length > 0
      ? {
          uploads: createMediaUploads(kinds, (busy) => tellBusy(busy)),
          kinds,
          onChoose: (kind: MediaKind) => choose(picker.current, kind),
          onDescribe: () => setAsked("picture"),
        }
      : undefined;
  });
  const [blocks] = useState(() => ({
    names: createBlockNames(),
    kinds: (["button", "video", "product", ...(files ? (["attachment"] as const) : [])] as const).filter(
      (kind) => limits.only?.has(kind) !== false,
    ),
    onAsk: (kind: BlockKind) => setAsked(kind),
  }));
  const [mail] = useState(() =>
    mailOptions ? { ...mailOptions, onAsk: () => setAsked("placeholder") } : undefined,
  );
  useEffect(() => blocks.names.setFiles(files ?? []), [blocks, files]);
  const mounted = useEditor(place, {
    value,
    limits,
    onChange,
    onBlur,
    media,
    blocks,
    mail,
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
  const tellMounted = useEffectEvent((editor: Editor) => onMount?.(editor));
  useEffect(() => {
    if (mounted) tellMounted(mounted.editor);
  }, [mounted]);
  return (
    <div
      ref={frame}
      className={classNames(
        "rounded-lg border bg-card shadow-xs focus-within:border-ring has-[.rich-text-box:focus-visible]:outline-2 outline-offset-2 outline-ring",
        field["aria-invalid"] ? "border-destructive" : "border-input",
      )}
    >
      <div className="flex min-h-11 items-center border-b border-border px-1.5 py-1 max-[27rem]:min-h-19">
        {mounted && (
          <EditorTools
            {...mounted}
            id={id}
            listId={listId}
            label={label}
            media={media}
            names={blocks.names}
            mail={mail}
            asked={asked}
            onAsk={setAsked}
          />
        )}
      </div>
      {media && mounted && (
        <>
          <MediaProgress uploads={media.uploads} />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={`Files for ${label}`}
            accept={media.kinds.map((kind) => acceptedMedia[kind]).join(",")}
            onChange={(event) => {
              media.uploads.choose(mounted.editor, [...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
        </>
      )}
      {/* As high as an empty text before it stands there: what is below does not move away under a press. */}
      <div ref={place} className="relative min-h-32">
        {mounted && (
          <>
            <SlashMenuList menu={mounted.menu} id={listId} label={label} />
            <BubbleTools {...mounted} id={id} label={label} onLink={() => setAsked("link")} />
          </>
        )}
      </div>
    </div>
  );
}

const mediaKinds = ({ only }: DocumentLimits): readonly MediaKind[] => [
  ...(only?.has("picture") === false ? [] : (["pictures"] as const)),
  ...(only?.has("videoFile") === false ? [] : (["videos"] as const)),
];

function choose(picker: HTMLInputElement | null, kind: MediaKind) {
  if (!picker) return;
  picker.accept = acceptedMedia[kind];
  picker.click();
}

/** Native listeners: a dialog around the editor hears of Escape on the document, as React does. */
function useToolKeys(frame: RefObject<HTMLElement | null>, editor: Editor | undefined) {
  useEffect(() => {
    const element = frame.current;
    if (!element || !editor) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const inText = editor.view.dom.contains(event.target as Node);
      if (inText && event.altKey && event.key === "F10")
        // Those of the selected words come last.
        [...element.querySelectorAll<HTMLElement>('[role="toolbar"] [tabindex="0"]')].at(-1)?.focus();
      else if (!inText && event.key === "Escape") editor.commands.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [frame, editor]);
}
