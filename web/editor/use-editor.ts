import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { RichDocument } from "#contract/document/document.ts";
import type { DocumentLimits } from "#contract/document/read-document.ts";
import { type BlockTools, createEditorStore, type MountedEditor, type MediaTools } from "./editor-store.ts";
import type { MailTools } from "./mail-placeholder-chips.ts";

type Options = {
  value: RichDocument;
  limits: DocumentLimits;
  onChange: (value: RichDocument) => void;
  onBlur?: (() => void) | undefined;
  /** A constant. */
  media: MediaTools | undefined;
  /** A constant. */
  blocks: BlockTools;
  /** A constant. */
  mail: MailTools | undefined;
  attributes: Record<string, string>;
};

/** ProseMirror on the element of `place`, with the value of a controlled field; undefined before it is mounted. */
export function useEditor(
  place: RefObject<HTMLElement | null>,
  { value, limits, onChange, onBlur, media, blocks, mail, attributes }: Options,
): MountedEditor | undefined {
  const [store] = useState(createEditorStore);
  const mounted = useSyncExternalStore(store.subscribe, store.current, () => undefined);
  const change = useEffectEvent(onChange);
  const blur = useEffectEvent(() => onBlur?.());
  const first = useEffectEvent(() => value);
  useEffect(() => store.describe(attributes));
  useEffect(
    () =>
      store.mount(place.current, {
        value: first(),
        limits,
        onChange: (value) => change(value),
        onBlur: () => blur(),
        media,
        blocks,
        mail,
      }),
    [store, place, limits, media, blocks, mail],
  );
  useEffect(() => store.take(value), [store, value]);
  return mounted;
}
