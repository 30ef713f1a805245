import { dayText } from "#contract/dates.ts";
import { listTeam, resendInvitation, withdrawInvitation } from "#contract/team/team.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { callApi, errorMessage, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";

type Invitation = Output<typeof listTeam>["invitations"][number];

const shownIn = [listTeam];

/** An invitation that waits: mailed again, once a day, or taken back. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const zone = useZone();
  const { id, email, role, expiresAt, isExpired } = invitation;
  const refresh = useRefresh(shownIn);
  const resend = useChange({
    change: () => callApi(resendInvitation, { params: { id } }),
    refresh,
    done: () => `Another mail to ${email} is on its way.`,
    failed: (error) => errorMessage(error, "It could not be sent. Please try again."),
  });
  const withdraw = useChange({
    change: () => callApi(withdrawInvitation, { params: { id } }),
    refresh,
    done: () => `The invitation to ${email} is taken back.`,
    failed: () => "It could not be taken back. Please try again.",
  });
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3 sm:px-6">
      <div className="min-w-0 grow basis-48">
        <p className="flex min-w-0 items-center gap-2 text-sm font-medium">
          <span className="truncate">{email}</span>
          <Badge {...(isExpired && { tone: "warning" as const })}>{isExpired ? "Expired" : "Invited"}</Badge>
        </p>
        <p className="text-sm text-muted-foreground">
          {roleWords[role].name}, {isExpired ? "was open until" : "open until"} {dayText(expiresAt, zone)}
        </p>
      </div>
      <div className="flex gap-3">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Send again: the invitation to ${email}`}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Take back: the invitation to ${email}`}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Take back
        </Button>
      </div>
    </li>
  );
}
