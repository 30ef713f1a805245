import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#web/api.ts";
import { currentUserQuery } from "./current-user.ts";
import { isSame, mergeEdits } from "./merge-edits.ts";
import { clearTabDraft, readTabDraft, saveTabDraft, tabDraftKey } from "./tab-draft.ts";

type Edited = { id: string; revision: number };

type EditsOptions<Values extends FieldValues, Item extends Edited, Checked> = {
  form: UseFormReturn<Values, unknown, Checked>;
  /** What the form is about: drafts of it are kept under this name. */
  kind: string;
  /** The row to edit; undefined for a new one. */
  opened: Item | undefined;
  valuesOf: (item: Item) => Values;
  /** The row as it is now; undefined where it is gone. */
  load: (item: Item) => Promise<Item | undefined>;
};

/** What a form says about what was typed into it. */
export type Edits = {
  /** Something would be lost by closing. */
  isUnsaved: boolean;
  /** What was typed before a reload is back. */
  isRestored: boolean;
  /** It was put together with a newer state; `both` are the fields that were changed here and there. */
  merged: { both: readonly string[] } | undefined;
  /** Forgets what was typed: it was saved, or is not wanted. */
  clearDraft: () => void;
  /** Begins again from what is saved. */
  startOver: () => void;
  /** Takes the newer state of the fields that were changed here and there. */
  takeTheirs: () => void;
};

/**
 * Keeps what is typed into a form from being lost: by a reload, which brings it back, and by another tab, whose change is
 * put together with it. `item` is the row that the values belong to, to be saved with its revision.
 */
export function useEdits<Values extends FieldValues, Item extends Edited, Checked>({
  form,
  kind,
  opened,
  valuesOf,
  load,
}: EditsOptions<Values, Item, Checked>) {
  const userId = useQueryClient().getQueryData(currentUserQuery.queryKey)?.id ?? "";
  const key = tabDraftKey(userId, kind, opened?.id);
  const [draft] = useState(() => readTabDraft<FormDraft<Values, Item>>(key));
  const [item, setItem] = useState(draft?.item ?? opened);
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [newer, setNewer] = useState<{ both: FieldPath<Values>[]; theirs: Values }>();

  /** Puts values on screen that are compared with `saved`, not with themselves. */
  const show = (saved: Values, values: Values) => {
    form.reset(saved);
    form.reset(values, { keepDefaultValues: true });
  };
  const restore = useEffectEvent(({ item, values }: FormDraft<Values, Item>) => {
    if (item) show(valuesOf(item), values);
    else form.reset(values, { keepDefaultValues: true });
  });
  useEffect(() => {
    if (draft) restore(draft);
  }, [draft]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => {
          if (isSame(values, defaultValues)) clearTabDraft(key);
          else saveTabDraft(key, { values, item });
        },
      }),
    [form, key, item],
  );

  /** Where a save was refused because there is a newer state: puts both together, and says so. False for any other failure. */
  async function merge(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError) || error.body.code !== "CHANGED_ELSEWHERE" || !item) return false;
    const now = await load(item).catch(() => undefined);
    if (!now) return false;
    const theirs = valuesOf(now);
    const { values, both } = mergeEdits(valuesOf(item), form.getValues(), theirs);
    setItem(now);
    show(theirs, values);
    setRestored(false);
    setNewer({ both: both as FieldPath<Values>[], theirs });
    return true;
  }

  const edits: Edits = {
    isUnsaved: form.formState.isDirty,
    isRestored,
    merged: newer,
    clearDraft: () => clearTabDraft(key),
    startOver: () => {
      form.reset(opened ? valuesOf(opened) : undefined);
      clearTabDraft(key);
      setItem(opened);
      setRestored(false);
    },
    takeTheirs: () => {
      if (!newer) return;
      for (const field of newer.both)
        form.setValue(field, newer.theirs[field], {
          shouldDirty: true,
        });
      setNewer({ ...newer, both: [] });
    },
  };
  /** Goes on from what was saved, in a form that stays open. */
  function markSaved(saved: Item) {
    setItem(saved);
    show(valuesOf(saved), valuesOf(saved));
    edits.clearDraft();
    setRestored(false);
    setNewer(undefined);
  }
  return { edits, item, draft, merge, markSaved };
}

/** What was typed into a form, and the row that it was filled from. */
type FormDraft<Values, Item> = { values: Values; item: Item | undefined };
