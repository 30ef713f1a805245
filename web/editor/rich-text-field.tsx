import type { Editor } from "@tiptap/core";
import { Suspense, useLayoutEffect, useRef, useState } from "react";
import { useFieldControl } from "#web/ui/field.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { RichTextEditorProps } from "./rich-text-editor.tsx";

const RichTextEditor = loadable(() =>
  import("./rich-text-editor.tsx").then(({ RichTextEditor }) => RichTextEditor),
);

/**
 * The editor of rich text, inside a Field. Loads on its own. Until it is there its place has the focus for it: whoever presses
 * the field's name meanwhile, or comes by Tab, is in the text as soon as it can be written.
 */
export function RichTextField(props: Omit<RichTextEditorProps, "onMount">) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const { id }: { id?: string } = useFieldControl();
  const labelId = id === undefined ? undefined : `${id}-label`;
  useLabel(labelId, () => (editor ? editor.commands.focus() : place.current?.focus()));
  return (
    <div
      ref={place}
      className="rounded-lg outline-offset-2 outline-ring focus-visible:outline-2"
      {...(!editor && { role: "group", tabIndex: 0, "aria-labelledby": labelId })}
    >
      <Suspense fallback={<Skeleton className="h-43.5 w-full max-[27rem]:h-51.5" />}>
        <RichTextEditor
          {...props}
          onMount={(mounted) => {
            // Not where they have gone on meanwhile.
            if (document.activeElement === place.current) mounted.view.focus();
            setEditor(mounted);
          }}
        />
      </Suspense>
    </div>
  );
}

/** A press on the label leads into the text, as it does for fields that browsers know. */
function useLabel(labelId: string | undefined, enter: () => void) {
  // From the moment that the label is seen.
  useLayoutEffect(() => {
    const label = labelId === undefined ? null : document.getElementById(labelId);
    if (!label) return;
    label.addEventListener("click", enter);
    return () => label.removeEventListener("click", enter);
  });
}
