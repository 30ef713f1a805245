import { useMutation } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { openMemberLink } from "#contract/buyers/buyers.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast.ts";

type Props = {
  /** From the mailed link's fragment. */
  token: string;
  /** The browser holds the cookie by now: shows what it opens, in place of this. */
  onOpened: () => Promise<void>;
  /** The link is over. */
  onRefused: () => void;
};

/** Behind the link of the mail: it takes a press, which programs that read mail do not give. */
export function MailedLink({ token, onOpened, onRefused }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useMutation(apiMutation(openMemberLink));
  const enter = useMutation({
    mutationFn: onOpened,
    onError: () =>
      toast({
        title: "Error",
        description: "Your purchases could not be loaded. Please try again.",
        variant: "destructive",
      }),
  });
  useEffect(() => heading.current?.focus(), []);
  const press = () => {
    // The link works once, and has: only what came after it is to be tried again.
    if (open.isSuccess) return enter.mutate();
    open.mutate(
      { body: { token } },
      {
        onSuccess: ({ message }) => {
          toast({ title: "Access Verified", description: message });
          enter.mutate();
        },
        onError: (error) => {
          toast({
            title: "Verification Failed",
            description: errorMessage(error, "Failed to process request. Please try again."),
            variant: "destructive",
          });
          onRefused();
        },
      },
    );
  };
  return (
    <Card className="mx-auto grid w-full max-w-md justify-items-center gap-3 p-6 text-center sm:p-8">
      <span className="grid size-12 place-items-center rounded-2xl bg-brand-soft text-brand-soft-foreground">
        <MailOpen className="size-6" aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
        Welcome back
      </h1>
      <p className="text-muted-foreground">
        One press, and everything you have bought is open in this browser for 30 days.
      </p>
      <Button
        size="lg"
        className="mt-3 w-full"
        loading={open.isPending || enter.isPending || enter.isSuccess}
        onClick={press}
      >
        Open my purchases
      </Button>
    </Card>
  );
}

/**
 * The token of the mailed link that led here (`#link=…`), which reached no server; it leaves the address bar at once.
 * `drop` forgets it.
 */
export function useMailedLink(): [token: string | undefined, drop: () => void] {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1)).get("link");
      if (!found) return;
      setToken(found);
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    // A second link, opened in the same tab, changes nothing but the fragment.
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return [token, () => setToken(undefined)];
}
