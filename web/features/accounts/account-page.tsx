import type { ReactNode } from "react";
import { roleNames } from "#contract/team/roles.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { ProfileForm } from "./profile-form.tsx";
import { SignedInBrowsers } from "./signed-in-browsers.tsx";

/** A creator's own account: what visitors see of them, and where they are signed in. */
export function AccountPage({ user, settings }: { user: CurrentUser; settings?: ReactNode }) {
  return (
    <div className="max-w-3xl">
      <PageHeading
        title="Your account"
        description={user.email}
        actions={
          user.hasStore && (
            <LinkButton href={`/u/${user.handle}`} variant="outline">
              {user.role === "OWNER" ? "View My Store" : "View the store"}
            </LinkButton>
          )
        }
      />
      <div className="grid gap-6">
        <Card>
          <CardHeader
            title="Profile"
            description={
              user.role === "OWNER" && user.hasStore
                ? "What visitors see at the top of your store."
                : "How the people you work with see you."
            }
          />
          <CardBody>
            {user.role === "OWNER" ? (
              <ProfileForm
                user={user}
                submitLabel="Save profile"
                size="md"
                onSaved={() =>
                  toast({
                    title: "Saved",
                    description: user.hasStore
                      ? "Your store shows your new profile."
                      : "Your profile was updated.",
                  })
                }
              />
            ) : (
              <p className="text-sm text-muted-foreground">
                You are working for @{user.handle} as {roleNames[user.role]}. To change your own profile,
                switch to your own account at the foot of the menu.
              </p>
            )}
          </CardBody>
        </Card>
        {settings || (
          <Card>
            <CardHeader
              title="Signed-in browsers"
              description="Sign out what you do not use or do not know."
            />
            <CardBody>
              <SignedInBrowsers />
            </CardBody>
          </Card>
        )}
      </div>
    </div>
  );
}
