import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { mayCall, type Role, roleNames, type Roles } from "#contract/team/roles.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

type ForRolesProps = { role: Role; roles: Roles; children: ReactNode };

/** A page for those who may see it; anybody else on the store's team reads who that is. */
export function ForRoles({ role, roles, children }: ForRolesProps) {
  return mayCall(role, roles) ? children : <NotForRole role={role} roles={roles} />;
}

/** Says whose page it is. */
export function NotForRole({ role, roles }: Omit<ForRolesProps, "children">) {
  const others = roles === "ANY_PERSON" ? [] : roles.map((other) => theirNames[other]);
  const who = new Intl.ListFormat("en").format(["the store's owner", ...others]);
  return (
    <Card>
      <EmptyState
        icon={Lock}
        title="This is not part of your role"
        level={1}
        action={<LinkButton href="/">Go to Home</LinkButton>}
      >
        You are on this store's team as {roleNames[role]}. This page is for {who}.
      </EmptyState>
    </Card>
  );
}

const theirNames: Record<Exclude<Role, "OWNER">, string> = {
  ADMIN: "its admins",
  SUPPORT: "its support",
  EDITOR: "its editors",
};
