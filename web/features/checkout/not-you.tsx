import { deleteCheckoutDrafts } from "#contract/checkout/draft.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** On a device that others use: forgets the address that came with the page, and all that was left with it. */
export function NotYou() {
  const clear = async () => {
    try {
      await callApi(deleteCheckoutDrafts);
      location.replace(location.href);
    } catch (error) {
      toast({
        title: "Error",
        description: errorMessage(error, "Could not be cleared. Please try again."),
        variant: "destructive",
      });
    }
  };
  return (
    <Button variant="ghost" size="sm" className="-mt-3 -ml-3 w-fit" onClick={() => void clear()}>
      Not you? Clear
    </Button>
  );
}
