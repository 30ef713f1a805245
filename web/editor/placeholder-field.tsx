import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useId, useState } from "react";
import {
  type MailPlaceholder,
  mailPlaceholders,
  placeholderText,
} from "#contract/document/mail-placeholders.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { type MailTools, placeholderAt } from "./mail-placeholder-chips.ts";

type Props = { editor: Editor; mail: MailTools; onDone: () => void };

const focusOn = (select: HTMLSelectElement | null) => select?.focus();

/** What is filled in where the caret is, and what is said to those of whom it is not known. */
export function PlaceholderField({ editor, mail, onDone }: Props) {
  const id = useId();
  const [before] = useState(() => placeholderAt(editor.state));
  const [name, setName] = useState<MailPlaceholder | undefined>(before?.name ?? mail.placeholders[0]);
  const [said, setSaid] = useState(before?.said ?? "");
  const fallback = name && mailPlaceholders[name].fallback;

  const set = () => {
    if (!name) return;
    const { from, to } = before ?? editor.state.selection;
    const words = placeholderText(name, said.replaceAll(/[{}|]/g, "").trim());
    editor.view.focus();
    editor
      .chain()
      .command(({ tr }) => {
        tr.insertText(words, from, to);
        return true;
      })
      .setTextSelection(from + words.length)
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
    set();
  };
  return (
    <div role="group" aria-label="Placeholder" className="grid grow gap-2 p-1">
      <div className="grid gap-2 sm:grid-cols-2">
        <NativeSelect
          ref={focusOn}
          // Its own: the Field around the editor names the text.
          id={`${id}-name`}
          aria-label="What is filled in"
          aria-describedby={undefined}
          aria-invalid={undefined}
          value={name}
          onChange={({ currentTarget: { value } }) =>
            setName(mail.placeholders.find((each) => each === value))
          }
          onKeyDown={onKeyDown}
        >
          {mail.placeholders.map((each) => (
            <option key={each} value={each}>
              {mailPlaceholders[each].label}
            </option>
          ))}
        </NativeSelect>
        <Input
          id={`${id}-said`}
          aria-label="What is said where it is not known"
          aria-describedby={undefined}
          aria-invalid={undefined}
          autoComplete="off"
          maxLength={60}
          placeholder={fallback ? `Where it is not known: ${fallback}` : "Where there is none: nothing"}
          value={said}
          onChange={({ currentTarget: { value } }) => setSaid(value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={set}>
          {before ? "Change" : "Fill in"}
        </Button>
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
