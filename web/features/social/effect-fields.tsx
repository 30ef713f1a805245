import { useFormContext } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** The part of a form that says what happens beside a reply. */
export type EffectValues = { listName: string; notifiesOwner: boolean };

/** A list that the person is added to, and an email to the owner. */
export function EffectFields() {
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
      <label className="flex items-center gap-2 py-1 text-sm pointer-coarse:py-2.5">
        <Checkbox {...register("notifiesOwner")} />
        Email me, at most once a day for the same person
      </label>
    </div>
  );
}
