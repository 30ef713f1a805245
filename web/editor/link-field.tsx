import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useId, useState } from "react";
import { typedAddress } from "#contract/document/link-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { MailLinkButton } from "./mail-link-button.tsx";
import type { MailTools } from "./mail-placeholder-chips.ts";

type Props = { editor: Editor; mail: MailTools | undefined; onDone: () => void };

const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** Where the selected words lead to: a line in place of the tools, so that a phone's keyboard covers nothing. */
export function LinkField({ editor, mail, onDone }: Props) {
  const id = useId();
  const [before] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [typed, setTyped] = useState(before);
  const [isRefused, setRefused] = useState(false);

  const set = () => {
    const given = typed.trim();
    const href = typedAddress(given);
    if (!href) return setRefused(true);
    const { empty } = editor.state.selection;
    editor.view.focus();
    const chain = editor.chain();
    if (before) chain.extendMarkRange("link").setMark("link", { href }).run();
    else if (empty)
      chain.insertContent({ type: "text", text: given, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setMark("link", { href }).run();
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
    <div className="grid grow gap-1 p-1">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          ref={focusOn}
          // Its own: the Field around the editor names the text.
          id={`${id}-address`}
          aria-label="Address of the link"
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? id : undefined}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          placeholder="https://"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
          onKeyDown={onKeyDown}
          className="min-w-40 flex-1"
        />
        <Button size="sm" onClick={set}>
          Set link
        </Button>
        <MailLinkButton mail={mail} onPress={setTyped} />
        {before && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              editor.chain().focus().extendMarkRange("link").unsetMark("link").run();
              onDone();
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
      </div>
      {isRefused && (
        <p id={id} role="alert" className="px-1 text-sm font-medium text-destructive-soft-foreground">
          Use an address like https://example.com, a mail address after mailto:, or a page of this site like
          /u/you.
        </p>
      )}
    </div>
  );
}
