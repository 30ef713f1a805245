import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/input.tsx";

type Props = { editor: Editor; onDone: () => void };

const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** What the selected picture shows and the line below it, in place of the tools. */
export function PictureField({ editor, onDone }: Props) {
  const id = useId();
  const [{ position, ...before }] = useState(() => {
    const { alt, caption } = editor.getAttributes("picture");
    return {
      position: editor.state.selection.from,
      alt: typeof alt === "string" ? alt : null,
      caption: String(caption ?? ""),
    };
  });
  const [alt, setAlt] = useState(before.alt ?? "");
  const [isDecoration, setDecoration] = useState(before.alt === "");
  const [caption, setCaption] = useState(before.caption);

  const save = () => {
    const said = alt.trim();
    editor.view.focus();
    editor
      .chain()
      .setNodeSelection(position)
      .updateAttributes("picture", { alt: isDecoration ? "" : said || null, caption: caption.trim() })
      .run();
    onDone();
  };
  const leave = () => {
    editor.view.focus();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter would send the form around it.
    event.preventDefault();
    save();
  };
  return (
    <div role="group" aria-label="Picture" className="grid grow gap-2 p-1">
      <div className="grid gap-2 sm:grid-cols-2">
        <Input
          ref={focusOn}
          // Its own: the Field around the editor names the text.
          id={`${id}-alt`}
          aria-label="What the picture shows"
          aria-describedby={undefined}
          aria-invalid={undefined}
          placeholder="What it shows, for who cannot see it"
          maxLength={500}
          disabled={isDecoration}
          value={isDecoration ? "" : alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Input
          id={`${id}-caption`}
          aria-label="Caption"
          aria-describedby={undefined}
          aria-invalid={undefined}
          placeholder="Caption, below the picture"
          maxLength={500}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <label
          htmlFor={`${id}-decoration`}
          className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11"
        >
          <Checkbox
            id={`${id}-decoration`}
            aria-describedby={undefined}
            aria-invalid={undefined}
            checked={isDecoration}
            onChange={(event) => setDecoration(event.currentTarget.checked)}
          />
          Only decoration: it tells nothing
        </label>
        <span className="grow" />
        <Button size="sm" onClick={save}>
          Set picture
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            editor.chain().focus().setNodeSelection(position).deleteSelection().run();
            onDone();
          }}
        >
          Remove picture
        </Button>
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
