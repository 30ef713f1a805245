import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { signOutMember } from "#contract/buyers/buyers.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { VerifyEmail } from "#web/layout/verify-email/verify-email.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast.ts";

type Props = {
  /** From the page's address. */
  email: string | undefined;
  onVerified: () => void;
};

/** For a browser that is known by what was paid in it: the way to everything else, and out on a device that others use. */
export function BoughtHere({ email, onVerified }: Props) {
  const [isAsking, setAsking] = useState(false);
  const forget = useMutation({
    ...apiMutation(signOutMember),
    // All that this page knows goes with it, and no code is asked for.
    onSuccess: () => location.replace("/members"),
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Could not be cleared. Please try again."),
        variant: "destructive",
      }),
  });
  return (
    <section aria-labelledby="bought-more">
      <Card className="grid gap-4 p-5 sm:p-6">
        <div className="grid gap-1">
          <h2 id="bought-more" className="text-base font-semibold">
            Bought more? Enter the code
          </h2>
          <p className="text-sm text-muted-foreground">
            This browser opens what was paid in it. Everything else you bought opens with a code that we email
            you.
          </p>
        </div>
        {isAsking ? (
          <div className="max-w-md">
            <VerifyEmail initialEmail={email} onVerified={onVerified} />
          </div>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setAsking(true)} className="max-sm:w-full">
              Email me a code
            </Button>
            <Button
              variant="ghost"
              onClick={() => forget.mutate({})}
              loading={forget.isPending}
              className="max-sm:w-full"
            >
              Not you? Clear
            </Button>
          </div>
        )}
      </Card>
    </section>
  );
}
