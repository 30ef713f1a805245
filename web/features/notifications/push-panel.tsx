import { BellRing } from "lucide-react";
import { errorMessage } from "#web/api.ts";
import { browserName } from "#contract/accounts/browser-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type PushBrowser, usePush } from "./use-push.ts";

/** Which browsers show notifications by themselves, this one first. */
export function PushPanel() {
  const { list, ability, own, others, turnOn, remove } = usePush();
  if (list.isError)
    return <p className={quiet}>Your browsers could not be loaded. Please reload the page.</p>;
  if (!list.data || ability === "checking") return <Skeleton className="h-14" />;
  const { publicKey } = list.data;
  const failure = turnOn.error ?? remove.error;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-secondary">
            <BellRing className="size-5" aria-hidden="true" />
          </span>
          <div className="grid min-w-0 gap-0.5">
            <h3 className="text-sm font-medium">This browser</h3>
            <p className={quiet} role="status">
              {own ? "It shows notifications, also while this page is closed." : words[ability]}
            </p>
          </div>
        </div>
        {own ? (
          <Button variant="outline" loading={remove.isPending} onClick={() => remove.mutate(own)}>
            Turn off
          </Button>
        ) : (
          ability === "able" && (
            <Button variant="outline" loading={turnOn.isPending} onClick={() => turnOn.mutate(publicKey)}>
              Turn on
            </Button>
          )
        )}
      </div>
      {failure && (
        <p role="alert" className="text-sm text-destructive-soft-foreground">
          {errorMessage(failure, "This browser could not reach its push service. Please try again later.")}
        </p>
      )}
      {others.length > 0 && (
        <ul aria-label="Other browsers that show notifications" className="divide-y divide-border">
          {others.map((browser) => (
            <Other key={browser.id} browser={browser} onRemove={() => remove.mutate(browser)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Other({ browser, onRemove }: { browser: PushBrowser; onRemove: () => void }) {
  const name = browserName(browser.userAgent);
  return (
    <li className="flex items-center justify-between gap-3 py-3 last:pb-0">
      <span className="text-sm">{name}</span>
      <Button variant="ghost" size="sm" onClick={onRemove}>
        Turn off<span className="sr-only"> in {name}</span>
      </Button>
    </li>
  );
}

const quiet = "text-sm text-muted-foreground";

const words = {
  able: "Let it show what happens, for as long as you are signed in here.",
  refused: "It refuses notifications of this site. Allow them in its settings for this page, then reload.",
  unable: "It cannot show notifications of a site.",
  later: "An iPhone or iPad shows them once this site is on the home screen: Share, then Add to Home Screen.",
};
