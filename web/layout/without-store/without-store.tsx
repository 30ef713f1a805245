import { useMutation } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { openOwnStore } from "#contract/accounts/invited.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { toast } from "#web/ui/toast.ts";

/** A seller's page for somebody who was invited and has no store: the way to one of their own. */
export function WithoutStore({ level = 1 }: { level?: 1 | 2 }) {
  const open = useMutation({
    ...apiMutation(openOwnStore),
    // Every page of theirs is another from here on.
    onSuccess: () => location.assign("/welcome"),
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Your store couldn't be opened. Please try again."),
        variant: "destructive",
      }),
  });
  return (
    <Card>
      <EmptyState
        icon={Store}
        title={level === 1 ? "You don't have a store yet" : "Want a store of your own?"}
        level={level}
        action={
          <Button loading={open.isPending || open.isSuccess} onClick={() => open.mutate(undefined)}>
            Open my store
          </Button>
        }
      >
        You can sell products of your own here. Your teams and affiliate links stay as they are.
      </EmptyState>
    </Card>
  );
}
