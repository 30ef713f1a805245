import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { listPasskeys, type Passkey, removePasskey } from "#contract/accounts/passkeys.ts";
import { apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { timeAgo } from "#web/ui/dates.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { passkeysShownIn } from "./passkeys-shown-in.ts";

type Listed = Output<typeof listPasskeys>[number];

/** The creator's passkeys: each can be named and removed, and more can be added. */
export function PasskeysCard() {
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  const { data: passkeys, isError, refetch } = useQuery({ ...apiQuery(listPasskeys), staleTime: 0 });
  const [named, setNamed] = useState<Listed | "new">();
  const [leaving, setLeaving] = useState<Listed>();
  const remove = useChange({
    change: ({ id }: Pick<Passkey, "id">) => callApi(removePasskey, { params: { id } }),
    refresh: useRefresh(passkeysShownIn),
    done: () => "The passkey was removed. Remove it from your device or password manager, too.",
    failed: (error) => errorMessage(error, "The passkey could not be removed. Please try again."),
  });
  // Where a provider signs creators in, or the address is no name, there are none.
  if (options?.passkeys === false) return null;
  return (
    <Card>
      <CardHeader
        title="Passkeys"
        description="Sign in with your fingerprint, your face or your device's lock instead of an emailed code."
        action={
          <Button variant="outline" onClick={() => setNamed("new")}>
            <Plus aria-hidden="true" /> Add a passkey
          </Button>
        }
      />
      <CardBody>
        {passkeys ? (
          passkeys.length > 0 ? (
            <ul aria-label="Your passkeys" className="divide-y divide-border">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setNamed(passkey)}
                  onRemove={() => setLeaving(passkey)}
                />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-muted-foreground">
              You have no passkeys yet. With one you can also turn emailed codes off, so that reading your
              email isn't enough to sign in.
            </p>
          )
        ) : isError ? (
          <Button variant="outline" onClick={() => void refetch()}>
            They could not be loaded. Try again
          </Button>
        ) : (
          <Skeleton className="h-14 w-full" />
        )}
      </CardBody>
      {named && (
        <PasskeyDialog passkey={named === "new" ? undefined : named} onClose={() => setNamed(undefined)} />
      )}
      <DeleteDialog
        deleteTarget={leaving}
        words={({ name }) => ({
          title: `Remove "${isolated(name)}"?`,
          description:
            "It can't sign in to your account anymore. Browsers that are signed in stay signed in.",
          confirmLabel: "Remove",
        })}
        pending={remove.isPending}
        onDelete={(passkey) => remove.mutate(passkey, { onSettled: () => setLeaving(undefined) })}
        onClose={() => setLeaving(undefined)}
      />
    </Card>
  );
}

type RowProps = { passkey: Listed; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey: { name, isSynced, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  const facts = [
    `Added ${timeAgo(createdAt)}`,
    lastUsedAt ? `last used ${timeAgo(lastUsedAt)}` : "not used yet",
    ...(isSynced ? ["kept by a password manager"] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-secondary">
        <KeyRound className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-48">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted-foreground">{facts.join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" onClick={onRename}>
          Rename
          <span className="sr-only">
            {" "}
            <bdi>{name}</bdi>
          </span>
        </Button>
        <Button variant="outline" size="sm" onClick={onRemove}>
          Remove
          <span className="sr-only">
            {" "}
            <bdi>{name}</bdi>
          </span>
        </Button>
      </div>
    </li>
  );
}
