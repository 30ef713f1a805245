import { useSyncExternalStore } from "react";
import { Toolbar } from "#web/ui/toolbar.tsx";
import type { MountedEditor } from "./editor-store.ts";
import { wordTools } from "./word-tools.tsx";

type Props = MountedEditor & { id: string; label: string; onLink: () => void };

/** The tools of the selected words, beside them. Alt+F10 leads there too, and Escape back. */
export function BubbleTools({ editor, bubble, id, label, onLink }: Props) {
  const place = useSyncExternalStore(bubble.subscribe, bubble.current, () => undefined);
  // They show what the words are already: they are drawn anew with each state of the text.
  useSyncExternalStore(
    (listener) => {
      editor.on("transaction", listener);
      return () => editor.off("transaction", listener);
    },
    () => editor.state,
  );
  return (
    place && (
      <div
        style={place}
        onBlur={({ relatedTarget }) => bubble.leave(relatedTarget)}
        className="absolute z-10 rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-lg"
      >
        <Toolbar
          label={`Format selection: ${label}`}
          controls={id}
          tools={wordTools(editor, onLink, "all")}
        />
      </div>
    )
  );
}
