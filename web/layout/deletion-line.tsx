import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { keepAccount } from "#contract/leaving/account-deletion.ts";
import { apiMutation } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import { reportFailure } from "./report-failure.ts";
import { useNow } from "./use-now.ts";

/** On every page of the desk while the account is to be deleted: when, and for its owner the way back. */
export function DeletionLine({ deletesAt, isOwner }: { deletesAt: string; isOwner: boolean }) {
  const zone = useZone();
  const now = useNow();
  const queries = useQueryClient();
  const keep = useMutation({
    ...apiMutation(keepAccount),
    // Whatever is shown may have been closed with the store.
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ title: "Your account stays", description: "Your store is open again." });
    },
    onError: (error) => reportFailure(error, "Your account could not be kept. Please try again."),
  });
  const whose = isOwner ? "Your account" : "This store's account";
  const store = isOwner ? "Your store" : "It";
  const isOver = now.getTime() >= Date.parse(deletesAt);
  return (
    <section
      aria-label={`${whose} is to be deleted`}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
    >
      <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0" />
      <p className="min-w-0 grow basis-64 font-medium">
        {isOver
          ? `${whose} is deleted as soon as nothing is owed to anybody. ${store} is closed.`
          : `${whose} is deleted on ${longDayText(deletesAt, zone)}. ${store} is closed until then.`}
      </p>
      {isOwner && (
        <Button variant="outline" size="sm" loading={keep.isPending} onClick={() => keep.mutate(undefined)}>
          Keep my account
        </Button>
      )}
    </section>
  );
}
