import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell, CloudOff, Settings } from "lucide-react";
import {
  getUnread,
  listNotifications,
  markNotificationsRead,
} from "#contract/notifications/notifications.ts";
import { isAlwaysInApp } from "#contract/notifications/kinds.ts";
import { apiKey, callApi, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useRefresh } from "#web/layout/use-change.ts";
import { useRole } from "#web/layout/use-role.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { timeAgo } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { kindIcons } from "./kind-icons.ts";
import { ListSkeleton } from "./list-skeleton.tsx";

type Notification = Output<typeof listNotifications>["notifications"][number];

const shownIn = [getUnread, listNotifications];

/** The newest first; each leads to where the thing stands, and is read by then. */
export function NotificationList({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const pages = useInfiniteQuery({
    queryKey: apiKey(listNotifications),
    queryFn: ({ pageParam: cursor }) => callApi(listNotifications, { querystring: cursor ? { cursor } : {} }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const isOwner = useRole() === "OWNER";
  const refresh = useRefresh(shownIn);
  const mark = useMutation({
    // It may be the page's last call: what was pressed leads away.
    mutationFn: (id: string | undefined) =>
      callApi(markNotificationsRead, { body: { ...(id !== undefined && { id }) } }, { keepalive: true }),
    onSuccess: refresh,
  });
  const markAll = () =>
    mark.mutate(undefined, {
      onError: (error) => reportFailure(error, "They could not be marked as read"),
    });
  const notifications = pages.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-2 border-b border-border py-1.5 pr-2 pl-4">
        <h2 className="text-sm font-semibold" aria-hidden="true">
          Notifications
        </h2>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="sm"
            loading={mark.isPending && mark.variables === undefined}
            onClick={markAll}
          >
            Mark all as read
          </Button>
        )}
        <span role="status" className="sr-only">
          {mark.isSuccess && mark.variables === undefined && "All notifications are read"}
        </span>
      </div>
      <div className="relative grow overflow-y-auto overscroll-contain">
        {pages.isError && !pages.data ? (
          <LoadFailure
            icon={CloudOff}
            title="Your notifications could not be loaded"
            level={3}
            error={pages.error}
            retry={() => void pages.refetch()}
          />
        ) : !pages.data ? (
          <ListSkeleton />
        ) : notifications.length === 0 ? (
          <EmptyState icon={Bell} title="Nothing has happened yet">
            {isOwner
              ? "Sales, reviews and everything that waits for you will stand here."
              : "What waits for you in this store will stand here."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-border">
            {notifications.map((notification) => (
              <li key={notification.id}>
                <Row
                  notification={notification}
                  onOpen={() => {
                    if (!notification.isRead) mark.mutate(notification.id);
                    onLeave();
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        {pages.hasNextPage && (
          <div className="p-2">
            <Button
              variant="ghost"
              className="w-full"
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              Show older ones
            </Button>
          </div>
        )}
      </div>
      <footer className="border-t border-border p-1.5">
        <Link
          to="/admin"
          search={{ tab: "settings", view: "notifications" }}
          onClick={onLeave}
          className="flex items-center gap-2 rounded-lg px-2.5 py-2 text-sm text-muted-foreground transition-colors hover:bg-accent hover:text-foreground pointer-coarse:py-3 [&_svg]:size-4"
        >
          <Settings aria-hidden="true" />
          Choose what you hear of
        </Link>
      </footer>
    </>
  );
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { kind, title, text, href, isRead, createdAt } = notification;
  const Icon = kindIcons[kind];
  return (
    <Link
      to={href}
      onClick={onOpen}
      className={classNames(
        "flex gap-3 px-4 py-3 transition-colors hover:bg-accent focus-visible:-outline-offset-2",
        !isRead && "bg-brand-soft/35",
      )}
    >
      <span
        className={classNames(
          "grid size-9 shrink-0 place-items-center rounded-full",
          isAlwaysInApp(kind)
            ? "bg-warning-soft text-warning-soft-foreground"
            : "bg-brand-soft text-brand-soft-foreground",
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <span className="grid min-w-0 grow gap-0.5 text-sm wrap-anywhere">
        <span className={isRead ? "" : "font-semibold"}>
          <bdi>{title}</bdi>
          {!isRead && <span className="sr-only">, unread</span>}
        </span>
        {text && (
          <span dir="auto" className="text-muted-foreground">
            {text}
          </span>
        )}
        <span className="text-xs text-muted-foreground">{timeAgo(createdAt)}</span>
      </span>
      {!isRead && <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-brand" />}
    </Link>
  );
}
