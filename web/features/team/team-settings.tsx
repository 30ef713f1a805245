import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { listTeam } from "#contract/team/team.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ColleagueRow } from "./colleague-row.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { InviteForm } from "./invite-form.tsx";

/** Who works for the store besides its owner: invited, with what they may do, and removed. */
export function TeamSettings() {
  const { data, isError, error, refetch } = useQuery({ ...apiQuery(listTeam), staleTime: 0 });
  return (
    <>
      <Card>
        <CardHeader
          title="Invite somebody"
          description="They sign in with an account of their own. What they do for your store is in your account's log, with their name."
        />
        <CardBody>
          <InviteForm />
        </CardBody>
      </Card>
      {isError && !data ? (
        <LoadFailure
          icon={CloudOff}
          title="Your team could not be loaded"
          level={2}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Card>
          <CardHeader
            title="Your team"
            description="Payouts, your plan, exports of everything and this page stay yours alone."
          />
          {!data ? (
            <div className="p-5 sm:p-6">
              <Skeleton className="h-24 w-full" />
            </div>
          ) : data.members.length + data.invitations.length === 0 ? (
            <p className="px-5 pt-3 pb-5 text-sm text-muted-foreground sm:px-6 sm:pb-6">
              Nobody yet: the store is yours alone. Whoever you invite stands here, and what they may do.
            </p>
          ) : (
            <ul aria-label="Your team" className="mt-3 divide-y divide-border">
              {data.members.map((member) => (
                <ColleagueRow key={member.id} member={member} />
              ))}
              {data.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </>
  );
}
