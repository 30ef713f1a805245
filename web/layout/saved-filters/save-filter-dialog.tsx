import { type FormEvent, useState } from "react";
import { longestFilterName } from "#contract/saved-filters/saved-filters.ts";
import { ApiError } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type SaveFilterDialogProps = {
  /** Whether another filter has this name: it is replaced. */
  isTaken: (name: string) => boolean;
  save: { isPending: boolean; error: Error | null };
  onSave: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name that a filter is kept under. */
export function SaveFilterDialog({ isTaken, save, onSave, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Save this filter"
      description="It stands in the list of filters, in every browser that you sign in with."
      size="sm"
    >
      <form onSubmit={submit} noValidate>
        <Field
          label="Name"
          required
          error={problemOf(save.error)}
          {...(isTaken(name) && { hint: "You have a filter of this name: it is replaced." })}
        >
          <Input
            value={name}
            maxLength={longestFilterName}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" loading={save.isPending}>
            Save filter
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function problemOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return "It could not be saved. Please try again.";
  return error.body.fields?.["name"] ?? error.body.message;
}
