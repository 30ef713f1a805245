import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { endMemberBrowser, listMemberBrowsers } from "#contract/members.ts";
import { apiKey, apiMutation, apiQuery, errorMessage, type Output } from "#web/api.ts";
import { browserName, isPhone } from "#web/layout/browser-name.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { timeAgo } from "#web/ui/time-ago.ts";
import { toast } from "#web/ui/toast.ts";

// Few sign another browser out.
const ConfirmDialog = lazy(async () => ({
  default: (await import("#web/ui/confirm-dialog.tsx")).ConfirmDialog,
}));

type Browser = Output<typeof listMemberBrowsers>[number];

/** Every browser in which the address is proved, and a way to end each of the others. */
export function MemberBrowsers() {
  const queryClient = useQueryClient();
  const { data: browsers, error } = useQuery({ ...apiQuery(listMemberBrowsers), staleTime: 0 });
  const end = useMutation(apiMutation(endMemberBrowser));
  const [leaving, setLeaving] = useState<Browser>();
  const [asking, setAsking] = useState(false);

  const signOut = () => {
    if (!leaving) return;
    end.mutate(
      { params: { id: leaving.id } },
      {
        onSuccess: () =>
          toast({ title: "Signed out", description: `${browserName(leaving.userAgent)} is signed out.` }),
        onError: (failure) =>
          toast({
            title: "Error",
            description: errorMessage(failure, "That browser could not be signed out"),
            variant: "destructive",
          }),
        onSettled: () => {
          setAsking(false);
          void queryClient.invalidateQueries({ queryKey: apiKey(listMemberBrowsers) });
        },
      },
    );
  };

  if (error)
    return (
      <p className="text-sm text-muted-foreground">The list could not be loaded. Please reload the page.</p>
    );
  if (!browsers) return <Skeleton className="h-14" />;
  return (
    <>
      <ul className="divide-y divide-border">
        {browsers.map((browser) => (
          <BrowserRow
            key={browser.id}
            browser={browser}
            onSignOut={() => {
              setLeaving(browser);
              setAsking(true);
            }}
          />
        ))}
      </ul>
      {leaving && (
        <Suspense>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title="Sign this browser out?"
            description={`${browserName(leaving.userAgent)} will have to verify your email again.`}
            confirmLabel="Sign out"
            destructive
            pending={end.isPending}
            onConfirm={signOut}
          />
        </Suspense>
      )}
    </>
  );
}

function BrowserRow({ browser, onSignOut }: { browser: Browser; onSignOut: () => void }) {
  const Icon = isPhone(browser.userAgent) ? Smartphone : Monitor;
  const name = browserName(browser.userAgent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-secondary">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {browser.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {browser.current ? "Active now" : `Last seen ${timeAgo(browser.lastSeenAt)}`} · {browser.ip}
        </p>
      </div>
      {!browser.current && (
        <Button variant="outline" size="sm" onClick={onSignOut}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
