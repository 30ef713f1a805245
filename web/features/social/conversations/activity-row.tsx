import { outcomeReason, outcomeTexts } from "#web/features/social/outcome-texts.ts";
import { Badge } from "#web/ui/badge.tsx";
import { timeAgo } from "#web/ui/dates.ts";
import type { SocialEvent } from "./conversation-queries.ts";
import { kindText } from "./message-texts.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

type ActivityRowProps = { event: SocialEvent; showAccount: boolean; onOpen: (conversation: string) => void };

/** One thing that happened: what, by whom, when; what came of it, and why. */
export function ActivityRow({ event, showAccount, onOpen }: ActivityRowProps) {
  const zone = useZone();
  const { kind, username, text, account, outcome, keyword, ruleName, conversationId, receivedAt } = event;
  const known = outcome && outcomeTexts[outcome];
  const reason = outcomeReason(event, zone);
  const label = known?.label ?? reason;
  const person = username ? `@${username}` : "Unnamed person";
  const by = keyword ? `Keyword ${keyword}` : ruleName && `Rule ${ruleName}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 p-4 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{kindText[kind]}</span>
        {conversationId ? (
          <button
            type="button"
            onClick={() => onOpen(conversationId)}
            className="max-w-full truncate rounded-sm text-left underline underline-offset-4 pointer-coarse:py-1"
          >
            {person}
          </button>
        ) : (
          <span className="truncate text-muted-foreground">{person}</span>
        )}
        {showAccount && <span className="truncate text-muted-foreground">to @{account.username}</span>}
        <time
          dateTime={receivedAt}
          title={momentText(receivedAt, zone)}
          className="ml-auto text-xs whitespace-nowrap text-muted-foreground"
        >
          {timeAgo(receivedAt)}
        </time>
      </div>
      {text && <p className="line-clamp-2 wrap-anywhere">{text}</p>}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={known?.tone ?? "neutral"}>{label}</Badge>
        <span className="min-w-0 text-xs wrap-anywhere text-muted-foreground">
          {[reason === label ? undefined : reason, by].filter(Boolean).join(" · ")}
        </span>
      </div>
    </li>
  );
}
