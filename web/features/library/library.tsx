import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Crown, RotateCw, ShoppingBag } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { provenEmailQuery } from "#web/layout/verify-email/proven-email.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { libraryQuery } from "./library-query.ts";
import { LibraryShelf } from "./library-shelf.tsx";
import { LibrarySkeleton } from "./library-skeleton.tsx";
import { ShelfLinks } from "./shelf-links.tsx";
import type { ShelfSlots } from "./shelf-slots.ts";

type Props = ShelfSlots & {
  /** What the buyer can do about being known here: prove an address, sign out, other devices, their data. */
  account: ReactNode;
};

/** The members area of a proved address, or of a browser that paid: everything bought with it, by creator. */
export function Library({ account, ...slots }: Props) {
  const { data: library, error, refetch, isFetching } = useQuery(libraryQuery);
  const queryClient = useQueryClient();
  const isUnproved = library === null;

  // Signed out elsewhere, or the 30 days are over: the page asks for the address again.
  useEffect(() => {
    if (isUnproved) queryClient.setQueryData(provenEmailQuery.queryKey, null);
  }, [isUnproved, queryClient]);

  if (!library) {
    if (!error || isUnproved) return <LibrarySkeleton />;
    return (
      <EmptyState
        level={1}
        title="Failed to fetch downloads"
        action={
          <Button onClick={() => void refetch()} loading={isFetching}>
            {!isFetching && <RotateCw aria-hidden="true" />}
            Try again
          </Button>
        }
      >
        Your purchases could not be loaded. Nothing is lost: please try again in a moment.
      </EmptyState>
    );
  }
  const { email, shelves } = library;
  const isMember = shelves.some((shelf) => shelf.isMember);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header className="grid gap-2">
        {isMember && (
          <Badge tone="brand">
            <Crown aria-hidden="true" />
            Premium Member
          </Badge>
        )}
        <h1 className="text-3xl font-semibold tracking-tight">Welcome Back, Member!</h1>
        <p className="text-muted-foreground">
          {email === null ? (
            "What was bought in this browser in the last 30 days"
          ) : (
            <>
              Everything bought with{" "}
              <strong className="font-medium wrap-anywhere text-foreground">{email}</strong>
            </>
          )}
        </p>
        {shelves.length > 2 && <ShelfLinks shelves={shelves} />}
      </header>
      {shelves.length === 0 && (
        <EmptyState
          level={2}
          icon={ShoppingBag}
          title="Nothing bought yet"
          className="rounded-2xl border border-dashed border-input"
        >
          There is no order for this address. If you bought with another one, sign out below and verify that
          one: it is the address your receipt was sent to.
        </EmptyState>
      )}
      {shelves.map((shelf) => (
        <LibraryShelf key={shelf.creator.handle} shelf={shelf} email={email} {...slots} />
      ))}
      {account}
    </div>
  );
}
