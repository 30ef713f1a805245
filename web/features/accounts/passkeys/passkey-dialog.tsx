import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { browserName } from "#contract/accounts/browser-name.ts";
import { addPasskey, beginPasskey, type listPasskeys, renamePasskey } from "#contract/accounts/passkeys.ts";
import { ApiError, callApi, errorMessage, type Output } from "#web/api.ts";
import { makePasskey, PasskeyProblem } from "#web/layout/passkeys/browser-passkeys.ts";
import { useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { passkeysShownIn } from "./passkeys-shown-in.ts";

type Props = {
  /** The one to give another name; undefined to add one. */
  passkey: Output<typeof listPasskeys>[number] | undefined;
  onClose: () => void;
};

/** Names a passkey: a new one, which the browser then makes, or one that there is. */
export function PasskeyDialog({ passkey, onClose }: Props) {
  const [name, setName] = useState(() => passkey?.name ?? browserName(navigator.userAgent));
  const formId = useId();
  const refresh = useRefresh(passkeysShownIn);
  const save = useMutation({
    async mutationFn() {
      if (passkey) return callApi(renamePasskey, { params: { id: passkey.id }, body: { name } });
      const { options } = await callApi(beginPasskey);
      return callApi(addPasskey, { body: { name, credential: await makePasskey(options) } });
    },
    async onSuccess() {
      await refresh();
      toast({
        title: "Success",
        description: passkey ? "The passkey has its new name." : "You can sign in with your passkey now.",
      });
      onClose();
    },
  });
  const named = save.error instanceof ApiError ? save.error.body.fields?.["name"] : undefined;
  const problem =
    save.error instanceof PasskeyProblem
      ? save.error.message
      : save.error && !named && errorMessage(save.error, "It could not be saved. Please try again.");
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(next) => !next && !save.isPending && onClose()}
      title={passkey ? "Rename the passkey" : "Add a passkey"}
      description={
        passkey
          ? "A name by which you know it again."
          : "Your browser asks next where to keep it, and for your fingerprint, face or lock."
      }
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose} className="max-sm:grow">
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={save.isPending} className="max-sm:grow">
            {passkey ? "Save" : "Continue"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          label="Name"
          required
          hint="Where it is kept, such as the device or the password manager."
          error={named ?? (name.trim() === "" ? "Give it a name" : undefined)}
        >
          <Input value={name} maxLength={60} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
        {problem && (
          <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
