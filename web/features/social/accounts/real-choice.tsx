import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Platform } from "#contract/social/social-accounts.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon, platformOrder, provider } from "#web/features/social/platform-name.ts";
import { setupQuery } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PopupBlocked } from "./popup-blocked.tsx";
import type { ConnectPopup } from "./use-connect-popup.ts";

/** What a creator must have before they begin, so that nobody finds out on the platform's own pages. */
const needs: Record<Platform, string> = {
  INSTAGRAM:
    "A professional account (business or creator; free to switch to in the Instagram app), and access to messages allowed under Settings > Messages and story replies > Message controls > Connected tools.",
  TWITTER:
    "Any account. X lets us answer only people who wrote first, and asks you to label the account as automated. Encrypted chats cannot be read.",
  FACEBOOK: "A Facebook Page on which you may manage messages. Personal profiles cannot be connected.",
};

/** Connects an account on the platform's own pages, in a window of their own. */
export function RealChoice({ popup }: { popup: ConnectPopup }) {
  const { data: setup, isError, refetch } = useQuery(setupQuery);
  return (
    <section aria-labelledby="connect-real" className="grid gap-3 rounded-xl border border-border p-4">
      <div className="grid gap-1">
        <h3 id="connect-real" className="font-semibold">
          One-Click Real Connection
        </h3>
        <p className="text-sm text-muted-foreground">
          You sign in on the platform itself, in a small window; your password never comes here. Meta reviews
          apps like this one: until its review is passed, only accounts with a role in the app can be
          connected.
        </p>
      </div>
      {!setup && isError ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          What can be connected here could not be loaded.
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <ul className="grid gap-4">
          {platformOrder.map((platform) => (
            <PlatformRow
              key={platform}
              platform={platform}
              available={setup?.platforms.find((known) => known.platform === platform)?.available}
              popup={popup}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type PlatformRowProps = {
  platform: Platform;
  /** Undefined while it is not known. */
  available: boolean | undefined;
  popup: ConnectPopup;
};

function PlatformRow({ platform, available, popup }: PlatformRowProps) {
  const noteId = useId();
  const Icon = platformIcon[platform];
  const name = platformNames[platform];
  if (available === undefined) return <Skeleton className="h-10 w-full" />;
  return (
    <li className="grid gap-1.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center sm:gap-4">
      <Button
        variant="outline"
        className="max-sm:w-full sm:justify-start"
        disabled={!available}
        aria-describedby={noteId}
        onClick={() => popup.open(platform)}
      >
        <Icon aria-hidden="true" />
        {popup.waitingFor === platform ? "Waiting for the window…" : name}
        <span className="sr-only"> real account</span>
      </Button>
      <div className="grid gap-1.5">
        <p id={noteId} className="text-sm text-muted-foreground">
          {available
            ? needs[platform]
            : `Not available: this site has no app at ${provider[platform]} yet. Whoever runs it can add one; Demo Mode works without.`}
        </p>
        {popup.blocked === platform && <PopupBlocked platform={platform} />}
      </div>
    </li>
  );
}
