import type { CurrentUser } from "#web/layout/current-user.ts";
import { AccountDeletionCard } from "./account-deletion-card.tsx";
import { AccountExportCard } from "./account-export-card.tsx";

/** What a creator takes along, and how they go. */
export function DataSettings({ user }: { user: CurrentUser }) {
  return (
    <>
      <AccountExportCard />
      <AccountDeletionCard user={user} />
    </>
  );
}
