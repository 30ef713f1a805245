import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleDashed, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { momentText } from "#contract/dates.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { accountsQuery, type Setup, setupQuery } from "#web/features/social/social-queries.ts";
import type { SocialTab } from "#web/features/social/social-tabs.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { Analytics } from "./analytics-query.ts";
import { webhookStatus } from "./webhook-status.ts";

/** What is left to do before messages are answered, with the addresses that platforms send events to. */
export function SetupChecklist({ analytics }: { analytics: Analytics }) {
  const { data: setup } = useQuery({ ...setupQuery, refetchOnMount: "always" });
  const { data: accounts } = useQuery(accountsQuery);
  const webhooks = setup && accounts && webhookStatus(setup.platforms, accounts);
  return (
    <Card>
      <CardHeader title="Setup Checklist" description="Three steps to messages that answer themselves." />
      <CardBody className="grid gap-5">
        <ul className="grid gap-4">
          <Step
            state={analytics.accounts > 0 ? "Done" : "Pending"}
            title="Connect accounts"
            tab="accounts"
            text="Connect a Demo Mode account to try it, or your own Instagram, Messenger or X account."
          />
          <Step
            state={analytics.responses > 0 ? "Done" : "Pending"}
            title="Set up keyword responses"
            tab="responses"
            text="Choose a word that fans write to you, and what they are answered."
          />
          {webhooks && (
            <Step
              state={webhooks.done ? "Done" : "Setup Required"}
              title="Configure webhooks"
              text={webhooks.text}
            />
          )}
        </ul>
        {setup && <WebhookAddresses platforms={setup.platforms} />}
      </CardBody>
    </Card>
  );
}

type State = "Done" | "Pending" | "Setup Required";

const looks = {
  Done: { icon: CircleCheck, tone: "success", colour: "text-success" },
  Pending: { icon: CircleDashed, tone: "neutral", colour: "text-muted-foreground" },
  "Setup Required": { icon: CircleAlert, tone: "warning", colour: "text-warning" },
} as const;

function Step({
  state,
  title,
  text,
  tab,
}: {
  state: State;
  title: string;
  text: ReactNode;
  tab?: SocialTab;
}) {
  const { icon: Icon, tone, colour } = looks[state];
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${colour}`} />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-medium">
          {tab && state !== "Done" ? (
            <Link to="/social" search={{ tab }} className="underline underline-offset-4">
              {title}
            </Link>
          ) : (
            title
          )}
          <Badge tone={tone}>{state}</Badge>
        </p>
        <p className="text-sm text-muted-foreground">{text}</p>
      </div>
    </li>
  );
}

/** Where each platform sends the events of real accounts, and when the last one came. */
function WebhookAddresses({ platforms }: Pick<Setup, "platforms">) {
  const zone = useZone();
  return (
    <section aria-label="Webhook addresses" className="grid gap-3 rounded-xl bg-muted/60 p-4">
      <div className="grid gap-1">
        <h3 className="text-sm font-semibold">Webhook addresses</h3>
        <p className="text-sm text-muted-foreground">
          The operator of this site enters each address once, as the webhook or callback address of its app at
          that platform.
        </p>
      </div>
      <ul className="grid gap-3">
        {platforms.map(({ platform, webhookUrl, available, lastEventAt }) => (
          <li key={platform} className="grid min-w-0 gap-0.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{platformNames[platform]}</span>
              <span className="text-muted-foreground">
                {lastEventAt
                  ? `Last event ${momentText(lastEventAt, zone)}`
                  : available
                    ? "No event yet"
                    : "No app set up here yet"}
              </span>
            </p>
            <div className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 text-xs wrap-anywhere">{webhookUrl}</code>
              <IconButton
                label={`Copy the ${platformNames[platform]} webhook address`}
                onClick={() => void copyText(webhookUrl, "Address copied")}
              >
                <Copy aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
