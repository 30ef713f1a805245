import { useId } from "react";
import { longestTagName } from "#contract/tags/tags.ts";
import { useTags } from "#web/layout/tags/use-tags.ts";
import { useFormContext } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** The part of a form that says what happens beside a reply. */
export type EffectValues = { listName: string; tagName: string; notifiesOwner: boolean };

/** A list that the person is added to, a tag that they get, and an email to the owner. */
export function EffectFields() {
  const id = useId();
  const { register, formState } = useFormContext<EffectValues>();
  return (
    <div className="grid gap-3">
      <Field
        label="Add to list"
        aside="Optional"
        hint="Also happens if the reply can't be sent, for example while you answer by hand."
        error={formState.errors.listName?.message}
      >
        <Input maxLength={80} autoComplete="off" placeholder="Launch list" {...register("listName")} />
      </Field>
      <TagField />
      <label htmlFor={id} className="flex items-center gap-2 py-1 text-sm pointer-coarse:py-2.5">
        <Checkbox id={id} {...register("notifiesOwner")} />
        Email me, at most once a day for the same person
      </label>
    </div>
  );
}

/** A tag by its name, with those that there are as suggestions. */
export function TagField() {
  const listId = useId();
  const { tags } = useTags();
  const { register, formState } = useFormContext<Pick<EffectValues, "tagName">>();
  return (
    <Field
      label="Add tag"
      aside="Optional"
      hint="Shown on the conversation. Buyers and subscribers who come through a link in your replies get it too."
      error={formState.errors.tagName?.message}
    >
      <Input
        list={listId}
        maxLength={longestTagName}
        autoComplete="off"
        placeholder="VIP"
        {...register("tagName")}
      />
      <datalist id={listId}>
        {tags.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  );
}
