import { useInfiniteQuery } from "@tanstack/react-query";
import {
  AtSign,
  Ban,
  Download,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MessageCircle,
  ShieldAlert,
  ShieldCheck,
  Users,
  Trash2,
  Undo2,
  Wallet,
} from "lucide-react";
import { isolated } from "#contract/isolated.ts";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { momentText } from "#contract/dates.ts";
import { type Role, roleNames } from "#contract/team/roles.ts";
import { callApi, type Output } from "#web/api.ts";
import { browserName } from "#contract/accounts/browser-name.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Event = Output<typeof listAccountEvents>["events"][number];

/** What happened in the account: whoever does not know a line of it was not alone there. */
export function AccountLog() {
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listAccountEvents.url],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listAccountEvents, { querystring: { ...(cursor && { cursor }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Card>
      <CardHeader
        title="What happened in your account"
        description="Kept for a year. Sign out what you do not know."
      />
      {data ? (
        <ul aria-label="What happened in your account" className="mt-3 divide-y divide-border">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      ) : (
        <div className="p-5 sm:p-6">
          {isError ? (
            <Button variant="outline" onClick={() => void refetch()}>
              It could not be loaded. Try again
            </Button>
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </div>
      )}
      {hasNextPage && (
        <div className="border-t border-border p-3">
          <Button
            variant="ghost"
            className="w-full"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </Card>
  );
}

function EventRow({ event }: { event: Event }) {
  const zone = useZone();
  const { icon: Icon, title, text } = wordsOf(event);
  return (
    <li className="flex items-start gap-3 px-5 py-3 sm:px-6">
      <Icon className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" aria-hidden="true" />
      <div className="grid min-w-0 grow">
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{text}</p>
      </div>
      <time
        dateTime={event.createdAt}
        className="shrink-0 text-right text-sm text-muted-foreground max-sm:max-w-24"
      >
        {momentText(event.createdAt, zone)}
      </time>
    </li>
  );
}

const methods = {
  CODE: "by emailed code",
  PASSKEY: "by passkey",
  RECOVERY_CODE: "by recovery code",
  OIDC: "by the sign-in service",
  DEMO: "by the demo sign-in",
};

function wordsOf(event: Event): { icon: LucideIcon; title: string; text: string } {
  switch (event.kind) {
    case "SIGNED_IN":
      return {
        icon: LogIn,
        title: `Signed in on ${browserName(event.userAgent)}`,
        text: `${methods[event.method]}, from ${event.ip}`,
      };
    case "SIGNED_OUT_ELSEWHERE":
      return { icon: LogOut, title: "All other browsers were signed out", text: whereFrom(event) };
    case "PASSKEY_ADDED":
      return {
        icon: KeyRound,
        title: `The passkey "${isolated(event.name)}" was added`,
        text: whereFrom(event),
      };
    case "PASSKEY_REMOVED":
      return {
        icon: KeyRound,
        title: `The passkey "${isolated(event.name)}" was removed`,
        text: whereFrom(event),
      };
    case "CODES_TURNED_OFF":
      return { icon: ShieldCheck, title: "Emailed codes were turned off", text: whereFrom(event) };
    case "CODES_TURNED_ON":
      return { icon: ShieldCheck, title: "Emailed codes were turned on", text: whereFrom(event) };
    case "RECOVERY_CODES_MADE":
      return { icon: ShieldCheck, title: "New recovery codes were made", text: whereFrom(event) };
    case "RECOVERY_CODE_USED":
      return {
        icon: ShieldCheck,
        title: "A recovery code was used",
        text: `${event.left} left, ${whereFrom(event)}`,
      };
    case "SIGN_IN_RESET_STARTED":
      return {
        icon: ShieldAlert,
        title: "A reset of your sign-in was started",
        text: "by the operator of this site",
      };
    case "SIGN_IN_RESET_CANCELED":
      return {
        icon: ShieldCheck,
        title: "The reset of your sign-in was canceled",
        text: whereFrom(event) || "by the operator of this site",
      };
    case "SIGN_IN_RESET":
      return { icon: ShieldAlert, title: "Your sign-in was reset", text: "Emailed codes are on again" };
    case "EMAIL_CHANGED":
      return {
        icon: Mail,
        title: "The address was changed",
        text: `${event.from} became ${event.to}, ${whereFrom(event)}`,
      };
    case "EMAIL_TAKEN_BACK":
      return {
        icon: Mail,
        title: "The address was taken back",
        text: `${event.to} in place of ${event.from}, ${whereFrom(event)}`,
      };
    case "HANDLE_CHANGED":
      return { icon: AtSign, title: "The handle was changed", text: `@${event.from} became @${event.to}` };
    case "PAYOUTS_CONNECTED":
      return {
        icon: Wallet,
        title: "A payout account was begun",
        text: [`with ${event.provider}`, whereFrom(event)].filter(Boolean).join(", "),
      };
    case "SOCIAL_CONNECTED":
      return {
        icon: MessageCircle,
        title: "A social account was connected",
        text: `@${event.username} on ${platformNames[event.platform]}`,
      };
    case "DELETION_ASKED_FOR":
      return { icon: Trash2, title: "The deletion of the account was asked for", text: whereFrom(event) };
    case "DELETION_TAKEN_BACK":
      return { icon: Undo2, title: "The deletion of the account was taken back", text: whereFrom(event) };
    case "SENDER_NAME_REVIEW_REQUESTED":
      return {
        icon: Mail,
        title: `A review of the name ${isolated(event.name)} was requested`,
        text: whereFrom(event),
      };
    case "SENDER_NAME_APPROVED":
      return {
        icon: Mail,
        title: `Emails show the name ${isolated(event.name)}`,
        text: "approved by whoever runs this site",
      };
    case "SENDER_NAME_DECLINED":
      return {
        icon: Mail,
        title: `The name ${isolated(event.name)} wasn't approved for emails`,
        text: event.reason,
      };
    case "STORE_SUSPENDED":
      return { icon: Ban, title: "The store was suspended", text: event.reason };
    case "STORE_REINSTATED":
      return { icon: Undo2, title: "The store was reinstated", text: "" };
    case "EXPORT_ASKED_FOR":
      return {
        icon: Download,
        title: "An export of everything was asked for",
        text: event.files === "yes" ? "with files and pictures" : "without files and pictures",
      };
    case "TEAM_INVITED":
      return {
        icon: Users,
        title: "Somebody was invited to your team",
        text: `${event.email}, as ${roleNames[event.role]}`,
      };
    case "TEAM_JOINED":
      return { icon: Users, title: `${isolated(event.name)} joined your team`, text: whoIs(event) };
    case "TEAM_ROLE_CHANGED":
      return {
        icon: Users,
        title: `${isolated(event.name)} has another role on your team`,
        text: `${event.email}, ${roleNames[event.before]} became ${roleNames[event.role]}`,
      };
    case "TEAM_LEFT":
      return {
        icon: Users,
        title: `${isolated(event.name)} left your team, or was removed`,
        text: whoIs(event),
      };
    case "COLLEAGUE_ACTED":
      return { icon: Users, title: event.what, text: `${isolated(event.name)}, ${whoIs(event)}` };
  }
}

const whoIs = ({ email, role }: { email: string; role: Role }) => `${email}, as ${roleNames[role]}`;

/** Empty for what was written down before that was kept. */
const whereFrom = ({ userAgent, ip }: { userAgent: string; ip: string }) =>
  ip === "" ? "" : `on ${browserName(userAgent)}, from ${ip}`;
