import { type ComponentType, useState } from "react";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { RecentSignIn } from "#web/layout/recent-sign-in/recent-sign-in.tsx";
import { returnPath } from "#contract/return-path.ts";
import { documentText } from "#contract/document/document-text.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Entrance } from "./entrance.tsx";
import { draftOf, type ProfileDraft, ProfileForm } from "./profile-form.tsx";

type Props<Look> = {
  user: CurrentUser;
  returnTo: string | undefined;
  /** Proposes a look for the store from a picture that was just uploaded. */
  FirstLook: ComponentType<{ imageId: string; onChange: (look: Look | null) => void }>;
  /** Gives it to the store. Where it fails, they stay, and press again. */
  publishLook: (look: Look) => Promise<void>;
};

/** A new creator's first screen: who stands behind the stall. May be skipped. */
export function WelcomePage<Look>({ user, returnTo, FirstLook, publishLook }: Props<Look>) {
  const onward = returnPath(returnTo);
  const [draft, setDraft] = useState<ProfileDraft>(() => draftOf(user));
  const [look, setLook] = useState<Look | null>(null);
  return (
    <Entrance aside={<StorePreview draft={draft} />}>
      <h1 className="text-3xl font-semibold tracking-tight">Welcome! Who runs this stall?</h1>
      <p className="mt-2 mb-8 text-muted-foreground">
        This is what visitors see at the top of your store. You can change all of it later.
      </p>
      <RecentSignIn />
      <ProfileForm
        user={user}
        onDraft={setDraft}
        submitLabel="Open my store"
        underPicture={draft.avatarImageId && <FirstLook imageId={draft.avatarImageId} onChange={setLook} />}
        onSaved={async () => {
          if (look !== null) await publishLook(look);
          location.assign(onward);
        }}
        secondary={
          <LinkButton href={onward} variant="ghost" size="lg">
            Skip for now
          </LinkButton>
        }
      />
    </Entrance>
  );
}

/** The top of the store as the form would make it; the products come later. */
function StorePreview({ draft }: { draft: ProfileDraft }) {
  const { handle, firstName, lastName, tagline, avatarUrl } = draft;
  const bio = documentText(draft.bio);
  const name = [firstName.trim(), lastName.trim()].filter(Boolean).join(" ") || handle;
  return (
    <>
      <p className="text-sm font-semibold text-brand-soft-foreground">How visitors will see you</p>
      <div className="mt-4 max-w-md overflow-hidden rounded-3xl border border-border bg-card shadow-lg">
        <div className="flex flex-col items-center px-8 pt-10 pb-8 text-center">
          <span className="grid size-24 place-items-center overflow-hidden rounded-full border border-border bg-secondary text-3xl font-semibold">
            {avatarUrl ? (
              <img src={avatarUrl} alt="" width={96} height={96} className="size-full object-cover" />
            ) : (
              <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
            )}
          </span>
          <p dir="auto" className="mt-4 text-2xl font-semibold tracking-tight break-words">
            {name}
          </p>
          <p className="text-sm text-muted-foreground">@{handle.trim().toLowerCase()}</p>
          {tagline && (
            <p dir="auto" className="mt-3 font-medium break-words">
              {tagline}
            </p>
          )}
          {bio && (
            <p dir="auto" className="mt-2 line-clamp-4 text-sm break-words text-muted-foreground">
              {bio}
            </p>
          )}
        </div>
        <div aria-hidden="true" className="grid grid-cols-2 gap-4 border-t border-border bg-background p-6">
          {[1, 2].map((place) => (
            <div key={place} className="overflow-hidden rounded-xl border border-border bg-card">
              <div className="h-16 bg-secondary" />
              <div className="grid gap-2 p-3">
                <div className="h-2.5 w-3/4 rounded-full bg-secondary" />
                <div className="h-2.5 w-1/3 rounded-full bg-secondary" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
