import { type KeyboardEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { Input } from "#web/ui/input.tsx";

type Props = {
  label: string;
  value: string;
  /** The new name, or the old one where it was left as it was. */
  onDone: (value: string) => void;
  /** The id of what then stands in the field's place, which takes the focus of whoever ended it by a key. */
  focusAfter: string;
};

/** A name that is being changed in its place: Enter and leaving it keep the new one, Escape the old one. */
export function RenameField({ label, value, onDone, focusAfter }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  // After the menu that began this has given the focus back.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.select());
    return () => clearTimeout(timer);
  }, []);

  const finish = (next: string) => {
    if (done.current) return;
    done.current = true;
    onDone(next.trim() || value);
  };
  const finishByKey = (event: KeyboardEvent, next: string) => {
    // What has the focus next is not pressed by this key.
    event.preventDefault();
    flushSync(() => finish(next));
    document.getElementById(focusAfter)?.focus();
  };
  return (
    <Input
      ref={input}
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      className="min-w-0 grow"
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finishByKey(event, event.currentTarget.value);
        if (event.key === "Escape") finishByKey(event, value);
      }}
    />
  );
}
