import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { setPostalAddress } from "#contract/accounts/accounts.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { type CurrentUser, currentUserQuery } from "#web/layout/current-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

/** What stands below the mails that a creator advertises with. */
export function PostalAddressForm({ user }: { user: CurrentUser }) {
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const queryClient = useQueryClient();
  const save = useMutation({
    ...apiMutation(setPostalAddress),
    onSuccess: (saved) => {
      queryClient.setQueryData(currentUserQuery.queryKey, saved);
      setTyped(undefined);
      toast({ title: "Saved", description: "Your address stands below the mails you advertise with." });
    },
  });
  const shown = typed ?? user.postalAddress ?? "";
  return (
    <Card>
      <CardHeader
        title="Postal address"
        description="It stands below every mail that advertises, as the law asks. Without it no such mail leaves."
      />
      <CardBody>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(shown.trim() === "");
            if (shown.trim() !== "") save.mutate({ body: { postalAddress: shown } });
          }}
          className="grid max-w-md gap-5"
        >
          <Field
            label="Postal address"
            hint="A street and a place, or a PO box. Who gets your mails can read it."
            error={
              isMissing && shown.trim() === ""
                ? "Enter your postal address"
                : save.error
                  ? errorMessage(save.error, "Your address could not be saved")
                  : undefined
            }
          >
            <Textarea
              value={shown}
              rows={3}
              maxLength={300}
              autoComplete="street-address"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" loading={save.isPending} className="justify-self-start">
            Save address
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
