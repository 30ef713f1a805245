import { Trash2 } from "lucide-react";
import { dayText } from "#contract/dates.ts";
import type { listSubscribers, SubscriberState } from "#contract/mailing-list/mailing-list.ts";
import type { Output } from "#web/api.ts";
import { ChooseBox } from "#web/layout/choice/choose-box.tsx";
import { TagBadges } from "#web/layout/tags/tag-badges.tsx";
import { useZone } from "#web/ui/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

export type Subscriber = Output<typeof listSubscribers>["subscribers"][number];

const words: Record<SubscriberState, string> = {
  SUBSCRIBED: "Subscribed",
  PENDING: "Not confirmed",
  UNSUBSCRIBED: "Unsubscribed",
};

type SubscriberRowProps = {
  subscriber: Subscriber;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
};

/** An address of the list, to be chosen or removed, and since when it stands as it does. */
export function SubscriberRow({ subscriber, isChosen, onChoose, onRemove }: SubscriberRowProps) {
  const { email, state, askedAt, confirmedAt, unsubscribedAt, tags } = subscriber;
  const zone = useZone();
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4 text-sm">
      <ChooseBox label={`Choose: ${email}`} isChosen={isChosen} onChange={onChoose} />
      <div className="grid min-w-0 grow gap-0.5">
        <span className="truncate font-medium">{email}</span>
        <span className="text-muted-foreground">
          {words[state]} {state === "PENDING" ? "since" : "on"}{" "}
          {dayText(unsubscribedAt ?? confirmedAt ?? askedAt, zone)}
        </span>
        <TagBadges tags={tags} />
      </div>
      <IconButton label={`Remove: ${email}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
