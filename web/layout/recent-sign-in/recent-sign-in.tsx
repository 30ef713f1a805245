import { Suspense, useEffect, useRef, useState } from "react";
import { getRecentSignIn } from "#contract/accounts/recent-sign-in.ts";
import { isExport } from "#contract/is-export.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { proveAgain, showProveAgain } from "#web/prove-again.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { toast } from "#web/ui/toast.ts";

// Few are asked.
const RecentSignInDialog = loadable(
  async () => (await import("./recent-sign-in-dialog.tsx")).RecentSignInDialog,
);

/** True once the sign-in of this browser is a recent one; asks for a proof where it is not. */
export async function ensureRecentSignIn(): Promise<boolean> {
  return (await callApi(getRecentSignIn)).isRecent || ((await proveAgain()) ?? false);
}

/**
 * Asks, in one dialog, whoever is signed in to prove once more who they are, when a call needs it (`api.ts` goes on with it
 * then), or a link to an export is pressed, which no call of ours would go on with.
 */
export function RecentSignIn() {
  const [isOpen, setOpen] = useState(false);
  const end = useRef<(isProven: boolean) => void>(undefined);
  // However many calls need it, it is asked for once.
  const asking = useRef<Promise<boolean>>(undefined);

  useEffect(
    () =>
      showProveAgain(
        () =>
          (asking.current ??= new Promise<boolean>((resolve) => {
            end.current = resolve;
            setOpen(true);
          }).finally(() => {
            asking.current = undefined;
          })),
      ),
    [],
  );
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (!isExport("GET", link.pathname)) return;
      event.preventDefault();
      void ensureRecentSignIn().then(
        (isRecent) => isRecent && location.assign(link.href),
        (error: unknown) =>
          toast({
            title: "Error",
            description: errorMessage(error, "The file could not be made. Please try again."),
            variant: "destructive",
          }),
      );
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);

  if (!isOpen) return null;
  return (
    <Suspense>
      <RecentSignInDialog
        onEnd={(isProven) => {
          setOpen(false);
          end.current?.(isProven);
        }}
      />
    </Suspense>
  );
}
