import { useMutation } from "@tanstack/react-query";
import { signInAsDemo } from "#contract/accounts.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { loginAddress } from "./login-address.ts";

/** Local mode's way in without an address. */
export function DemoButton({ returnTo }: { returnTo: string | undefined }) {
  const demo = useMutation(apiMutation(signInAsDemo));
  return (
    <>
      <div className="my-6 flex items-center gap-4 text-sm text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or look around first
      </div>
      <Button
        variant="outline"
        size="lg"
        loading={demo.isPending || demo.isSuccess}
        onClick={() => demo.mutate(undefined, { onSuccess: () => location.assign(loginAddress(returnTo)) })}
      >
        Continue as the demo creator
      </Button>
      {demo.error && (
        <p role="alert" className="mt-2 text-sm font-medium text-destructive-soft-foreground">
          {errorMessage(demo.error, "The demo creator is not there. Please try again.")}
        </p>
      )}
    </>
  );
}
