import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon } from "./platform-name.ts";
import { type Account, accountsQuery } from "./social-queries.ts";

const shownAccounts = 2;

/** Home's card about what answers the creator's messages: the first accounts, or the way to connect one. */
export function SocialCard() {
  const { data: accounts, isError, refetch } = useQuery(accountsQuery);
  return (
    <Card>
      <CardHeader
        title="Social Automation"
        action={
          accounts && accounts.length > 0 ? (
            <Link
              to="/social"
              className="rounded-sm text-sm font-medium text-brand-soft-foreground underline-offset-4 hover:underline pointer-coarse:py-3"
            >
              {accounts.length > shownAccounts ? `All ${accounts.length} accounts` : "Manage"}
            </Link>
          ) : undefined
        }
      />
      <CardBody>
        {!accounts && isError ? (
          <div className="grid justify-items-start gap-3 text-sm">
            <p>Your accounts could not be loaded.</p>
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : !accounts ? (
          <div aria-busy="true" className="grid gap-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        ) : accounts.length === 0 ? (
          <NoAccounts />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {accounts.slice(0, shownAccounts).map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function AccountRow({ account: { platform, username, isActive, problem } }: { account: Account }) {
  const Icon = platformIcon[platform];
  return (
    <li className="flex items-center gap-3 text-sm">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">@{username}</span>
        <span className="block truncate text-muted-foreground">{platformNames[platform]}</span>
      </span>
      {problem ? (
        <Badge tone="destructive">Needs attention</Badge>
      ) : (
        <Badge tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>
      )}
    </li>
  );
}

function NoAccounts() {
  return (
    <div className="grid gap-4">
      <div className="flex items-start gap-3.5">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
          <MessageCircle className="size-5" aria-hidden="true" />
        </span>
        <div className="grid gap-0.5 text-sm">
          <p className="font-medium">No social accounts connected</p>
          <p className="text-muted-foreground">
            Connect one, and messages that hold your keywords are answered at once, with a link to what you
            sell.
          </p>
        </div>
      </div>
      <Link to="/social" className={buttonStyle("outline")}>
        Connect an account
      </Link>
    </div>
  );
}
