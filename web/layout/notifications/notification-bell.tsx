import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { unreadAtMost } from "#contract/notifications/notifications.ts";
import { forSupport } from "#contract/team/roles.ts";
import { useMay } from "#web/layout/use-role.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { classNames } from "#web/ui/class-names.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { usePopupContainer } from "#web/ui/popup-container.ts";
import { popupStyle } from "#web/ui/popup-style.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { unreadQuery } from "./unread-query.ts";

const NotificationList = loadable(async () => (await import("./notification-list.tsx")).NotificationList);

/** Where no stream says that there is something new, while the page is looked at. */
const askedAgainMs = 60_000;

/** What happened in the store: how much of it is unread, and the list behind it. */
export function NotificationBell() {
  const isTold = useMay(forSupport);
  const { data } = useQuery({ ...unreadQuery, refetchInterval: isTold ? false : askedAgainMs });
  const [open, setOpen] = useState(false);
  const unread = data?.unread ?? 0;
  const shown = unread < unreadAtMost ? String(unread) : `${unreadAtMost - 1}+`;
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${shown} unread` : "Notifications"}
        onPointerEnter={NotificationList.preload}
        className={buttonStyle("ghost", "icon", "relative")}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-brand px-1 text-[0.6875rem] leading-none font-semibold text-brand-foreground tabular-nums"
          >
            {shown}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal {...usePopupContainer()}>
        <Popover.Positioner className="z-50 outline-none" sideOffset={8} align="start" collisionPadding={8}>
          <Popover.Popup
            className={classNames(
              popupStyle,
              "flex max-h-[min(34rem,var(--available-height))] w-[min(25rem,calc(100vw-1rem))] flex-col overflow-hidden",
            )}
          >
            <Popover.Title className="sr-only">Notifications</Popover.Title>
            <Suspense fallback={<ListSkeleton />}>
              <NotificationList unread={unread} onLeave={() => setOpen(false)} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
