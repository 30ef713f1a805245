import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { listSessions } from "#contract/accounts/accounts.ts";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { changeEmail, requestEmailChange, takeBackDays } from "#contract/accounts/email-change.ts";
import { ApiError, apiKey, apiMutation, errorMessage } from "#web/api.ts";
import { CodeForm } from "#web/layout/code-form.tsx";
import { type CurrentUser, currentUserQuery } from "#web/layout/current-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

type Props = {
  user: CurrentUser;
  /** Creators sign in with it, and not at a provider. */
  signsIn: boolean;
  /** Mail lands in this computer's own mailbox. */
  mailbox: boolean;
};

/** The account's address: another one takes its place once it has proved that its mail is read. */
export function EmailCard({ user, signsIn, mailbox }: Props) {
  const [step, setStep] = useState<
    { is: "shown" | "typed" } | { is: "sent"; email: string; asked: AskedForCode }
  >({
    is: "shown",
  });
  return (
    <Card>
      <CardHeader
        title="Email address"
        description={
          signsIn
            ? "You sign in with it, and your buyers' answers go there."
            : "Mails about your store and your buyers' answers go there."
        }
        action={
          step.is === "shown" ? (
            <Button variant="outline" onClick={() => setStep({ is: "typed" })}>
              Change
            </Button>
          ) : (
            <Button variant="outline" onClick={() => setStep({ is: "shown" })}>
              Cancel
            </Button>
          )
        }
      />
      <CardBody className="grid max-w-md gap-4">
        <p className="font-medium break-all">{user.email}</p>
        {step.is === "typed" && (
          <NewAddress onSent={(email, asked) => setStep({ is: "sent", email, asked })} />
        )}
        {step.is === "sent" && (
          <NewAddressCode {...step} mailbox={mailbox} onChanged={() => setStep({ is: "shown" })} />
        )}
      </CardBody>
    </Card>
  );
}

function NewAddress({ onSent }: { onSent: (email: string, asked: AskedForCode) => void }) {
  const [email, setEmail] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // It was asked for by the button that it takes the place of.
  useEffect(() => input.current?.focus(), []);
  const request = useMutation(apiMutation(requestEmailChange));
  const field = request.error instanceof ApiError ? request.error.body.fields?.["email"] : undefined;
  const problem =
    field ?? (request.error && errorMessage(request.error, "The code could not be sent. Please try again."));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate({ body: { email } }, { onSuccess: (asked) => onSent(email.trim(), asked) });
      }}
    >
      <Field
        label="New address"
        required
        hint={`A code goes there. Your old address is told, and can take it back for ${takeBackDays} days; other browsers are signed out.`}
        error={problem}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          ref={input}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" loading={request.isPending} className="justify-self-start">
        Send the code
      </Button>
    </form>
  );
}

function NewAddressCode({
  email,
  asked,
  mailbox,
  onChanged,
}: {
  email: string;
  asked: AskedForCode;
  mailbox: boolean;
  onChanged: () => void;
}) {
  const queryClient = useQueryClient();
  const change = useMutation(apiMutation(changeEmail));
  const resend = useMutation(apiMutation(requestEmailChange));
  return (
    <>
      <CodeForm
        email={email}
        mailbox={mailbox}
        submitLabel="Change the address"
        asked={asked}
        verify={{
          error: change.error,
          isPending: change.isPending || change.isSuccess,
          send: (code, onError) =>
            change.mutate(
              { body: { email, code } },
              {
                onSuccess: async (user) => {
                  queryClient.setQueryData(
                    currentUserQuery.queryKey,
                    (before) => before && { ...before, email: user.email },
                  );
                  for (const shown of [listSessions, listAccountEvents])
                    await queryClient.invalidateQueries({ queryKey: apiKey(shown) });
                  toast({ title: "Success", description: `Your account has the address ${user.email} now.` });
                  onChanged();
                },
                onError,
              },
            ),
        }}
        resend={{
          error: resend.error,
          isPending: resend.isPending,
          send: (onAsked) => resend.mutate({ body: { email } }, { onSuccess: onAsked }),
        }}
      />
      <p className="text-sm text-muted-foreground">
        No code? An address that has a store of its own gets none.
      </p>
    </>
  );
}
