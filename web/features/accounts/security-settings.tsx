import { useQuery } from "@tanstack/react-query";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { apiQuery } from "#web/api.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { AccountLog } from "./account-log.tsx";
import { EmailCard } from "./email-card.tsx";
import { EmailedCodesCard } from "./passkeys/emailed-codes-card.tsx";
import { PasskeysCard } from "./passkeys/passkeys-card.tsx";
import { SignedInBrowsers } from "./signed-in-browsers.tsx";

/** Who can get into the account, who is in it, and what was done in it. */
export function SecuritySettings({ user }: { user: CurrentUser }) {
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  return (
    <>
      <EmailCard user={user} signsIn={options?.method !== "oidc"} mailbox={options?.mailbox ?? false} />
      <PasskeysCard />
      {options?.passkeys && <EmailedCodesCard />}
      <Card>
        <CardHeader title="Signed-in browsers" description="Sign out what you do not use or do not know." />
        <CardBody>
          <SignedInBrowsers />
        </CardBody>
      </Card>
      <AccountLog />
    </>
  );
}
