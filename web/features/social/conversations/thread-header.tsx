import { ArrowLeft, Ban, Hand, Pause } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { platformNames } from "#contract/social/platform-names.ts";
import { TagButtons } from "#web/layout/tags/tag-buttons.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useWideScreen } from "#web/ui/use-wide-screen.ts";
import { shopNow } from "#web/shop-now.ts";
import type { Conversation } from "./conversation-queries.ts";
import { personName } from "./conversation-row.tsx";
import { isolated } from "#contract/isolated.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

type ThreadHeaderProps = {
  conversation: Conversation;
  isChanging: boolean;
  onChange: (change: { isActive?: boolean; pausedUntil?: null; needsYouAt?: null }) => void;
  onUntag: (tagId: string) => void;
  onBack: () => void;
};

/** With whom, on which account, and what holds automation back here. */
export function ThreadHeader({ conversation, isChanging, onChange, onUntag, onBack }: ThreadHeaderProps) {
  const zone = useZone();
  const { account, participantDisplayName, participantUsername, isActive, optedOutAt, needsYouAt } =
    conversation;
  const heading = useRef<HTMLHeadingElement>(null);
  const switchId = useId();
  const isWide = useWideScreen();
  // On a phone the conversation took the place of the list.
  useEffect(() => {
    if (!isWide) heading.current?.focus({ preventScroll: true });
  }, [isWide]);
  const pausedUntil = pauseOf(conversation);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-border p-4">
      <div className="flex items-center gap-3">
        <Button variant="ghost" size="icon" aria-label="Back" onClick={onBack} className="-ml-2 md:hidden">
          <ArrowLeft aria-hidden="true" />
        </Button>
        <div className="min-w-0 grow">
          <h2 dir="auto" ref={heading} tabIndex={-1} className="truncate font-semibold outline-none">
            {personName(conversation)}
          </h2>
          <p className="truncate text-sm text-muted-foreground">
            {participantUsername && participantDisplayName && `${isolated(participantDisplayName)}, `}
            {platformNames[account.platform]}, @{account.username}
          </p>
        </div>
        <label htmlFor={switchId} className="flex shrink-0 cursor-pointer items-center gap-2 text-sm">
          Automation
          <Switch id={switchId} checked={isActive} onCheckedChange={(isActive) => onChange({ isActive })} />
        </label>
      </div>
      <TagButtons
        tags={conversation.tags}
        onRemove={(tagId) => {
          // The pressed button is gone, so the focus moves to the name.
          heading.current?.focus({ preventScroll: true });
          onUntag(tagId);
        }}
      />
      {optedOutAt && (
        <Note icon={<Ban aria-hidden="true" />}>
          They wrote STOP on {momentText(optedOutAt, zone)}. Nothing is answered automatically until they
          write START.
        </Note>
      )}
      {needsYouAt && (
        <Note
          icon={<Hand aria-hidden="true" />}
          action={
            <Button
              variant="outline"
              size="sm"
              loading={isChanging}
              onClick={() => onChange({ needsYouAt: null, pausedUntil: null })}
            >
              Mark as done
            </Button>
          }
        >
          They asked for a person on {momentText(needsYouAt, zone)}. Automation is paused so that you can
          answer.
        </Note>
      )}
      {isActive && pausedUntil && !needsYouAt && (
        <Note
          icon={<Pause aria-hidden="true" />}
          action={
            <Button
              variant="outline"
              size="sm"
              loading={isChanging}
              onClick={() => onChange({ pausedUntil: null })}
            >
              Resume now
            </Button>
          }
        >
          You answered by hand. Paused until {momentText(pausedUntil, zone)}.
        </Note>
      )}
    </div>
  );
}

type NoteProps = { icon: ReactNode; children: ReactNode; action?: ReactNode };

function Note({ icon, children, action }: NoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-soft-foreground [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <p className="min-w-0 grow basis-32">{children}</p>
      {action}
    </div>
  );
}

/** Until when automation rests here; null where it does not. */
const pauseOf = ({ pausedUntil }: Conversation) =>
  pausedUntil && new Date(pausedUntil) > shopNow() ? pausedUntil : null;
