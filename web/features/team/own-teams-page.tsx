import { useMutation, useQuery } from "@tanstack/react-query";
import { CloudOff, MailOpen } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { dayText } from "#contract/dates.ts";
import {
  acceptInvitation,
  chooseStore,
  declineInvitation,
  leaveTeam,
  listOwnTeams,
} from "#contract/team/own-teams.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { apiMutation, apiQuery, errorMessage, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";

type Teams = Output<typeof listOwnTeams>;

/** The invitations that wait for the address somebody is signed in with, and the teams they are on. */
export function OwnTeamsPage({ email }: { email: string }) {
  const { data, isError, error, refetch } = useQuery({ ...apiQuery(listOwnTeams), staleTime: 0 });
  return (
    <div className="max-w-3xl">
      <PageHeading title="Teams" description={`You are signed in as ${email}`} />
      {data ? (
        <div className="grid gap-6">
          {data.invitations.length + data.stores.length === 0 ? (
            <NothingYet email={email} />
          ) : (
            <Invitations invitations={data.invitations} email={email} onChanged={() => void refetch()} />
          )}
          {data.stores.length > 0 && <Stores teams={data} />}
        </div>
      ) : isError ? (
        <LoadFailure
          icon={CloudOff}
          title="Your teams could not be loaded"
          level={2}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-48 w-full rounded-2xl" />
      )}
    </div>
  );
}

type InvitationsProps = Pick<Teams, "invitations"> & { email: string; onChanged: () => void };

function Invitations({ invitations, email, onChanged }: InvitationsProps) {
  if (invitations.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        No invitation is open for {email}. {otherAddress}
      </p>
    );
  return invitations.map((invitation) => (
    <InvitationCard key={invitation.id} invitation={invitation} onChanged={onChanged} />
  ));
}

/** For whoever came by a mail to another address. */
const otherAddress =
  "If you were invited by another address, sign out and sign in with that one, or ask the store to invite this one. An invitation is open for 7 days.";

function NothingYet({ email }: { email: string }) {
  return (
    <Card>
      <EmptyState icon={MailOpen} title="No invitation waits for you" level={2}>
        None is open for {email}. {otherAddress}
      </EmptyState>
    </Card>
  );
}

function InvitationCard({
  invitation,
  onChanged,
}: {
  invitation: Teams["invitations"][number];
  onChanged: () => void;
}) {
  const zone = useZone();
  const { id, name, handle, role, expiresAt } = invitation;
  const accept = useMutation({
    ...apiMutation(acceptInvitation),
    // From here on this browser acts for that store: nothing of the other stays on the page.
    onSuccess: () => location.assign("/"),
    onError: refused,
  });
  const decline = useMutation({ ...apiMutation(declineInvitation), onError: refused, onSettled: onChanged });
  const input = { params: { id } };
  const { name: roleName, may } = roleWords[role];
  return (
    <Card>
      <CardHeader
        title={`${isolated(name)} invites you to their team`}
        description={`@${handle}, as ${roleName.toLowerCase()}`}
      />
      <CardBody>
        <p className="text-sm">
          What you can do there: {may} You keep your own account and can leave anytime.
        </p>
        <p className="mt-2 text-sm text-muted-foreground">Open until {dayText(expiresAt, zone)}.</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            loading={accept.isPending || accept.isSuccess}
            disabled={decline.isPending}
            onClick={() => accept.mutate(input)}
          >
            Join the team
          </Button>
          <Button
            variant="outline"
            loading={decline.isPending}
            disabled={accept.isPending || accept.isSuccess}
            onClick={() => decline.mutate(input)}
          >
            Decline
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

function Stores({ teams: { stores, actingFor } }: { teams: Teams }) {
  const [leaving, setLeaving] = useState<Teams["stores"][number]>();
  const open = useMutation({
    ...apiMutation(chooseStore),
    // Nothing of the other store stays on the page.
    onSuccess: () => location.assign("/"),
    onError: refused,
  });
  const leave = useMutation({
    ...apiMutation(leaveTeam),
    onSuccess: () => location.assign("/"),
    onError: refused,
  });
  return (
    <Card>
      <CardHeader title="Teams you are on" description="You switch between stores at the foot of the menu." />
      <ul className="mt-3 divide-y divide-border">
        {stores.map((store) => (
          <li key={store.id} className="flex flex-wrap items-center gap-3 px-5 py-3 sm:px-6">
            <div className="min-w-0 grow">
              <p dir="auto" className="truncate text-sm font-medium">
                {store.name}
              </p>
              <p className="truncate text-sm text-muted-foreground">
                @{store.handle}, {roleWords[store.role].name.toLowerCase()}
              </p>
            </div>
            {store.id !== actingFor && (
              <Button
                size="sm"
                aria-label={`Open the store of ${store.name}`}
                loading={open.isPending && open.variables.body.storeId === store.id}
                onClick={() => open.mutate({ body: { storeId: store.id } })}
              >
                Open
              </Button>
            )}
            <Button
              variant="outline"
              size="sm"
              aria-label={`Leave the team of ${store.name}`}
              onClick={() => setLeaving(store)}
            >
              Leave
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && setLeaving(undefined)}
        title={`Leave the team of ${isolated(leaving?.name ?? "")}?`}
        description="You can do nothing for this store from then on, until its owner invites you again."
        confirmLabel="Leave"
        destructive
        pending={leave.isPending || leave.isSuccess}
        onConfirm={() => leaving && leave.mutate({ params: { id: leaving.id } })}
      />
    </Card>
  );
}

const refused = (error: unknown) =>
  toast({
    title: "Error",
    description: errorMessage(error, "That did not work. Please try again."),
    variant: "destructive",
  });
