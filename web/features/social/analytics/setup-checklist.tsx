import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { accountsQuery, setupQuery } from "#web/features/social/social-queries.ts";
import type { SocialTab } from "#web/features/social/social-tabs.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import type { Analytics } from "./analytics-query.ts";
import { WebhookAddresses } from "./webhook-addresses.tsx";
import { webhookNews } from "./webhook-news.ts";

/** What is left to do before messages are answered, with the addresses that platforms send events to. */
export function SetupChecklist({ analytics }: { analytics: Analytics }) {
  const { data: setup } = useQuery({ ...setupQuery, refetchOnMount: "always" });
  const { data: accounts } = useQuery(accountsQuery);
  const news = setup && accounts && webhookNews(setup.platforms, accounts);
  return (
    <Card>
      <CardHeader title="Setup Checklist" description="Three steps to messages that answer themselves." />
      <CardBody className="grid gap-5">
        <ul className="grid gap-4">
          <Step
            state={analytics.accounts > 0 ? "Done" : "Pending"}
            title="Connect accounts"
            tab="accounts"
            text="Connect a Demo Mode account to try it, or your own Instagram, Twitter or Facebook Messenger."
          />
          <Step
            state={analytics.responses > 0 ? "Done" : "Pending"}
            title="Set up keyword responses"
            tab="responses"
            text="Choose a word that fans write to you, and what they are answered."
          />
          {news && (
            <Step state={news.done ? "Done" : "Setup Required"} title="Configure webhooks" text={news.text} />
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
