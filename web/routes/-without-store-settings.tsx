import { DataSettings } from "#web/features/leaving/data-settings.tsx";
import { SecuritySettings } from "#web/features/accounts/security-settings.tsx";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { WithoutStore } from "#web/layout/without-store/without-store.tsx";

/** What the settings of a store have of its owner alone, for somebody who has none; and the way to one. */
export const WithoutStoreSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SecuritySettings user={user} />
    <DataSettings user={user} />
    <WithoutStore level={2} />
  </>
);
