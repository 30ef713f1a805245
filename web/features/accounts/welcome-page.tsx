import { useState } from "react";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { returnPath } from "#contract/return-path.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Entrance } from "./entrance.tsx";
import { draftOf, ProfileForm } from "./profile-form.tsx";
import { StorePreview } from "./store-preview.tsx";

/** A new creator's first screen: who stands behind the stall. May be skipped. */
export function WelcomePage({ user, returnTo }: { user: CurrentUser; returnTo: string | undefined }) {
  const onward = returnPath(returnTo);
  const [draft, setDraft] = useState(() => draftOf(user));
  return (
    <Entrance aside={<StorePreview draft={draft} />}>
      <h1 className="text-3xl font-semibold tracking-tight">Welcome! Who runs this stall?</h1>
      <p className="mt-2 mb-8 text-muted-foreground">
        This is what visitors see at the top of your store. You can change all of it later.
      </p>
      <ProfileForm
        user={user}
        onDraft={setDraft}
        submitLabel="Open my store"
        onSaved={() => location.assign(onward)}
        secondary={
          <LinkButton href={onward} variant="ghost" size="lg">
            Skip for now
          </LinkButton>
        }
      />
    </Entrance>
  );
}
