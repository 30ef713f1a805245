import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { dayText } from "#contract/dates.ts";
import { changeRole, listTeam, removeColleague } from "#contract/team/team.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { type TeamRole, teamRoles } from "#contract/team/roles.ts";
import { callApi, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";

type Member = Output<typeof listTeam>["members"][number];

const shownIn = [listTeam, listAccountEvents];

/** Somebody on the team: another role from their next press on, or none. */
export function ColleagueRow({ member }: { member: Member }) {
  const zone = useZone();
  const { id, name, email, role, since } = member;
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh(shownIn);
  const change = useChange({
    change: (next: TeamRole) => callApi(changeRole, { params: { id }, body: { role: next } }),
    refresh,
    done: (_, next) => `${isolated(name)} is ${roleWords[next].name.toLowerCase()} now.`,
    failed: () => "The role could not be changed. Please try again.",
  });
  const remove = useChange({
    change: () => callApi(removeColleague, { params: { id } }),
    refresh,
    done: () => `${isolated(name)} is not on your team any more.`,
    failed: () => "They could not be removed. Please try again.",
  });
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3 sm:px-6">
      <div className="min-w-0 grow basis-48">
        <p dir="auto" className="truncate text-sm font-medium">
          {name}
        </p>
        <p className="truncate text-sm text-muted-foreground">
          {email}, since {dayText(since, zone)}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <NativeSelect
          aria-label={`Role of ${name}`}
          value={change.isPending ? change.variables : role}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.value as TeamRole)}
          className="w-32"
        >
          {teamRoles.map((one) => (
            <option key={one} value={one}>
              {roleWords[one].name}
            </option>
          ))}
        </NativeSelect>
        <Button variant="outline" size="sm" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${isolated(name)} from your team?`}
        description="Their next press does nothing for your store any more. What they did stays, and so does their own account."
        confirmLabel="Remove"
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
