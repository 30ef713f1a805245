import { isolated } from "#contract/isolated.ts";
import { Link } from "@tanstack/react-router";
import { outcomeReason, outcomeTexts } from "#web/features/social/outcome-texts.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { fanKindName } from "./fan-kinds.ts";
import { type FanMessage, isSettled } from "./use-fan-messages.ts";
import { useZone } from "#web/ui/dates.ts";

/** What came of each message, newest first. */
export function FanResults({ messages }: { messages: readonly FanMessage[] }) {
  return (
    <section aria-label="What came of it" aria-live="polite">
      {messages.length > 0 && (
        <ul className="grid gap-3">
          {messages.map((message) => (
            <li key={message.eventId} className="grid gap-2 rounded-xl border border-border p-4 text-sm">
              <p className="wrap-anywhere">
                <span className="font-medium">@{message.username}</span>{" "}
                <span className="text-muted-foreground">{fanKindName[message.kind].toLowerCase()}</span>
                {message.text && (
                  <span className="block">
                    “<bdi>{message.text}</bdi>”
                  </span>
                )}
              </p>
              <Result message={message} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Result({ message: { event, isOverdue } }: { message: FanMessage }) {
  const zone = useZone();
  if (!event || event.outcome === null || !isSettled(event))
    return isOverdue ? (
      <p className="text-muted-foreground">
        Nothing has come of it yet. What does will be shown under DM Conversations.
      </p>
    ) : (
      <p className="flex items-center gap-2 text-muted-foreground">
        <Spinner className="size-4" />
        {event?.outcome === "QUEUED" ? "A reply is on its way…" : "Being looked at…"}
      </p>
    );
  const { outcome, keyword, ruleName, conversationId } = event;
  const { label, tone } = outcomeTexts[outcome];
  const reason = outcomeReason(event, zone);
  const by = keyword
    ? `By the keyword “${isolated(keyword)}”.`
    : ruleName
      ? `By the rule “${isolated(ruleName)}”.`
      : "";
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {(reason !== label || by) && (
        <p className="text-muted-foreground">
          {[reason === label ? "" : `${reason}.`, by].filter(Boolean).join(" ")}
        </p>
      )}
      {conversationId && (
        <Link
          to="/social"
          search={{ tab: "conversations", conversation: conversationId }}
          className="w-fit rounded-sm font-medium text-brand-soft-foreground underline-offset-4 hover:underline pointer-coarse:py-2"
        >
          Open the conversation
        </Link>
      )}
    </>
  );
}
