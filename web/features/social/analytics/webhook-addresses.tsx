import { Copy } from "lucide-react";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { platformName } from "#web/features/social/platform-name.ts";
import type { Setup } from "#web/features/social/social-queries.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Where each platform sends the events of real accounts, and when the last one came. */
export function WebhookAddresses({ platforms }: Pick<Setup, "platforms">) {
  const zone = useZone();
  return (
    <section aria-label="Webhook addresses" className="grid gap-3 rounded-xl bg-muted/60 p-4">
      <div className="grid gap-1">
        <h3 className="text-sm font-semibold">Webhook addresses</h3>
        <p className="text-sm text-muted-foreground">
          Whoever runs this shop enters each address once, as the webhook or callback address of its app at
          that platform.
        </p>
      </div>
      <ul className="grid gap-3">
        {platforms.map(({ platform, webhookUrl, available, lastEventAt }) => (
          <li key={platform} className="grid min-w-0 gap-0.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{platformName[platform]}</span>
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
                label={`Copy the ${platformName[platform]} webhook address`}
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
