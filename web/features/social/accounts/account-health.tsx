import type { ReactNode } from "react";
import type { Account } from "#web/features/social/social-queries.ts";
import { Progress } from "#web/ui/progress.tsx";
import { timeAgo, timeUntil } from "#web/ui/dates.ts";
import { shopNow } from "#web/shop-now.ts";

/** How an account is doing: when something last came and went, how long its access lasts, and how much of a limit is used. */
export function AccountHealth({ account }: { account: Account }) {
  const { lastEventAt, lastSentAt, quota } = account;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-xl bg-muted px-4 py-3 text-sm">
      <Fact name="Last event">{lastEventAt ? timeAgo(lastEventAt) : "None yet"}</Fact>
      <Fact name="Last reply">{lastSentAt ? timeAgo(lastSentAt) : "None yet"}</Fact>
      <Fact name="Access">{accessOf(account)}</Fact>
      {quota && (
        <Fact name="Limit">
          <span className="grid gap-1.5">
            <span className="tabular-nums">
              {count(quota.used)} of {count(quota.limit)} messages in {windowOf(quota.windowSeconds)}
            </span>
            <Progress
              value={quota.used}
              max={quota.limit}
              label="Messages of the platform's limit"
              className="h-1.5"
            />
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function accessOf({ connection, verified, tokenIssuedAt, tokenExpiresAt }: Account): string {
  if (connection === "DEMO") return "Made up; nothing leaves this site";
  if (!verified) return "Not confirmed yet";
  const issued = tokenIssuedAt ? `Given ${timeAgo(tokenIssuedAt)}, ` : "";
  if (tokenExpiresAt === null) return sentence(`${issued}does not end by itself`);
  if (new Date(tokenExpiresAt) <= shopNow()) return sentence(`${issued}ended ${timeAgo(tokenExpiresAt)}`);
  return sentence(`${issued}ends ${timeUntil(tokenExpiresAt)}${renewal[connection]}`);
}

const renewal = { OAUTH: "; renewed before that", MANUAL: "" };
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const count = (number: number) => number.toLocaleString("en-US");

/** "15 minutes", "an hour", "24 hours". */
function windowOf(seconds: number): string {
  if (seconds < 3_600) return seconds <= 60 ? "a minute" : `${Math.round(seconds / 60)} minutes`;
  return seconds === 3_600 ? "an hour" : `${Math.round(seconds / 3_600)} hours`;
}
