import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deletionDays, askForDeletion, getAccountDeletion } from "#contract/leaving/account-deletion.ts";
import { longDayText } from "#contract/dates.ts";
import { apiMutation, apiQuery, type Output } from "#web/api.ts";
import { type CurrentUser, currentUserQuery } from "#web/layout/current-user.ts";
import { isDeclined, refusedField, reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { Obligations } from "./obligations.tsx";

/** What is open in the account, and the way out of it. */
export function AccountDeletionCard({ user }: { user: CurrentUser }) {
  const { data, isError, refetch } = useQuery({ ...apiQuery(getAccountDeletion), staleTime: 0 });
  return (
    <Card>
      <CardHeader
        title="Delete my account"
        description={`Your store closes at once, and for ${deletionDays} days you can change your mind. Then your store, your lists, your messages and what is known of you go for good.`}
      />
      <CardBody className="grid gap-5">
        {data ? (
          <Found found={data} user={user} />
        ) : isError ? (
          <Button variant="outline" onClick={() => void refetch()}>
            It could not be loaded. Try again
          </Button>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </CardBody>
    </Card>
  );
}

function Found({ found, user }: { found: Output<typeof getAccountDeletion>; user: CurrentUser }) {
  const zone = useZone();
  const [isAsking, setAsking] = useState(false);
  const owed = found.obligations.filter(({ blocks }) => blocks);
  const ended = found.obligations.filter(({ blocks }) => !blocks);
  const { deletion } = found;
  return (
    <>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted-foreground">
        <li>
          Who bought something keeps it: files, courses, certificates and receipts, which go on naming you.
        </li>
        <li>
          Orders and payments stay in the books, as the law has it. Reviews stay with what they are about.
        </li>
        <li>Refunds that you promised, and withdrawals by law, are granted to your buyers.</li>
        <li>What you bought yourself is not deleted with it: that is under your purchases.</li>
      </ul>
      {owed.length > 0 && (
        <Obligations
          title={deletion ? "Still owed: it waits for this" : "Settle this first"}
          obligations={owed}
        />
      )}
      {ended.length > 0 && <Obligations title="The deletion ends this" obligations={ended} />}
      {deletion ? (
        <p className="text-sm font-medium">
          Asked for on {longDayText(deletion.askedAt, zone)}. Your account is deleted on{" "}
          {longDayText(deletion.dueAt, zone)}, or as soon as nothing is owed after that.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="destructive"
            disabled={owed.some(({ kind }) => kind !== "OPEN_PAYMENTS")}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden="true" />
            Delete my account
          </Button>
          {owed.length > 0 && (
            <p className="text-sm text-muted-foreground">
              You can delete it once nothing is owed to anybody.
            </p>
          )}
        </div>
      )}
      {isAsking && <AskDialog handle={user.handle} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const ask = useMutation({
    ...apiMutation(askForDeletion),
    onSuccess: async () => {
      // The store is closed now, and whatever shows something of it.
      await queries.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      void queries.invalidateQueries();
      toast({
        title: "Your store is closed",
        description: `You can keep your account for ${deletionDays} days.`,
      });
      onClose();
    },
    onError: (error) => {
      if (isDeclined(error) || refusedField(error) !== undefined) return;
      reportFailure(error, "It was not asked for. Look at what is still owed, and try again.");
      void queries.invalidateQueries({ queryKey: apiQuery(getAccountDeletion).queryKey });
    },
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(next) => !next && !ask.isPending && onClose()}
      title="Delete this account?"
      description={`Your store closes now. In ${deletionDays} days everything goes, and nobody can bring it back.`}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ body: { handle: typed } });
        }}
      >
        <Field label={`Type ${handle} to confirm`} error={refusedField(ask.error)} required>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="outline" onClick={onClose} disabled={ask.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="destructive" loading={ask.isPending}>
            Close my store and delete
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
