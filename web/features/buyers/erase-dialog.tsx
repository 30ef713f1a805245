import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { ApiError, apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; email: string; onErased: () => void };

/** Asks for the address, typed, before everything kept about it is removed. */
export function EraseDialog({ open, onOpenChange, email, onErased }: Props) {
  const erase = useMutation({
    ...apiMutation(eraseMember),
    // Here, not with the call: it is told whatever has become of the dialog meanwhile.
    onSuccess: () => {
      toast({ title: "Your data was deleted", description: "Nothing here knows your address any more." });
      onErased();
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (erase.isPending) return;
        erase.reset();
        onOpenChange(next);
      }}
      title="Delete my data?"
      description="This cannot be undone."
      size="sm"
    >
      {open && (
        <EraseForm
          email={email}
          onErase={(typed) => erase.mutate({ body: { email: typed } })}
          isErasing={erase.isPending}
          error={erase.error}
        />
      )}
    </Dialog>
  );
}

type FormProps = {
  email: string;
  onErase: (typed: string) => void;
  isErasing: boolean;
  error: Error | null;
};

function EraseForm({ email, onErase, isErasing, error }: FormProps) {
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  const problem =
    error &&
    ((error instanceof ApiError && error.body.fields?.["email"]) ||
      errorMessage(error, "Your data could not be removed. Please try again."));
  return (
    <form
      noValidate
      className="grid gap-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !isErasing) onErase(typed);
      }}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-muted-foreground">
        <li>Your memberships end at once and are not charged again.</li>
        <li>Everything you bought with this address closes: courses, downloads, receipts.</li>
        <li>Your name and address, progress, certificates and reviews are removed.</li>
        <li>What has not been sent to you by post yet cannot be sent any more.</li>
        <li>Your orders stay in the creators' books, without your name and address.</li>
      </ul>
      <Field
        label={
          <>
            Type <span className="break-all">{email}</span> to confirm
          </>
        }
        required
        error={problem}
      >
        <Input
          type="email"
          name="confirm-email"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose>Cancel</DialogClose>
        <Button type="submit" variant="destructive" disabled={!isTyped} loading={isErasing}>
          Delete my data
        </Button>
      </DialogFooter>
    </form>
  );
}
