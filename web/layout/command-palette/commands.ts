import { Copy, LogOut, type LucideIcon, Plus, SunMoon, TicketPercent } from "lucide-react";
import { navigationFor, type NavigationItem, type NavigatingUser } from "#web/layout/navigation.ts";
import { admins, forEditors, mayCall, type TeamRole } from "#contract/team/roles.ts";

/** A line of the palette: where it leads, or what it does. */
export type Command = {
  id: string;
  label: string;
  /** What stands behind the label in a lighter colour. */
  note?: string;
  icon?: LucideIcon;
} & ({ href: string; leavesApp?: boolean } | { act: "copy-store-link" | "switch-theme" });

export type CommandGroup = { label: string; items: Command[] };

/** What can be done from anywhere. */
const actions: (Command & { roles?: readonly TeamRole[]; forStore?: true })[] = [
  {
    id: "new-product",
    label: "New product",
    icon: Plus,
    href: "/admin?tab=products&product=new",
    forStore: true,
    roles: forEditors,
  },
  {
    id: "new-coupon",
    label: "New coupon",
    icon: TicketPercent,
    href: "/admin?tab=coupons&coupon=new",
    forStore: true,
    roles: admins,
  },
  {
    id: "copy-link",
    label: "Copy the link of my store",
    icon: Copy,
    act: "copy-store-link",
    forStore: true,
  },
  { id: "theme", label: "Switch between light and dark", icon: SunMoon, act: "switch-theme" },
  { id: "sign-out", label: "Sign Out", icon: LogOut, href: "/api/logout", leavesApp: true },
];

const isFor =
  ({ role, hasStore }: NavigatingUser) =>
  ({ roles, forStore }: (typeof actions)[number]): boolean =>
    (hasStore || !forStore) && (!roles || mayCall(role, roles));

/** The places and actions whose words begin with each typed word; all of them while nothing is typed. */
export function commandsFor(typed: string, person: NavigatingUser): CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label }: { label: string }) => {
    const own = label.toLowerCase().split(/\s+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  const places = navigationFor(person)
    .flatMap(({ items }) => items)
    .filter(fits)
    .map((item) => placeOf(item, person));
  return [
    { label: "Go to", items: places },
    { label: "Do", items: actions.filter(isFor(person)).filter(fits) },
  ].filter(({ items }) => items.length > 0);
}

const placeOf = (item: NavigationItem, person: NavigatingUser): Command => ({
  id: `to-${item.label}`,
  label: item.label,
  icon: item.icon,
  href: item.href(person),
  ...(item.leavesApp && { leavesApp: true }),
});
