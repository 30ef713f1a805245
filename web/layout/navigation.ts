import {
  BarChart3,
  ClipboardCheck,
  House,
  LibraryBig,
  Mail,
  MessageCircle,
  Package,
  Palette,
  ReceiptText,
  Settings,
  Share2,
  ShoppingCart,
  Store,
  Tag,
  TicketPercent,
  UserPlus,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import type { CurrentUser } from "#contract/accounts/accounts.ts";
import {
  admins,
  everybodyOfTheTeam,
  forEditors,
  forSupport,
  mayCall,
  ownerOnly,
  type TeamRole,
} from "#contract/team/roles.ts";
import { membersPath } from "./members-path.ts";

/** Where somebody is: the path, and of /admin the tab and what of it is open. */
export type Place = { pathname: string; tab: string; view: string | undefined; onlyMembers: boolean };

/** Whose links they are. */
export type NavigatingUser = Pick<CurrentUser, "handle" | "hasStore" | "isAffiliate" | "isOperator" | "role">;

export type NavigationItem = {
  label: string;
  icon: LucideIcon;
  href(person: NavigatingUser): string;
  /** Whether the item is the page on screen. */
  isCurrent(place: Place): boolean;
  /** The target is a static page, loaded as a whole. */
  leavesApp?: boolean;
  /** For affiliates only. */
  forAffiliates?: boolean;
  /** For those who run the installation only. */
  forOperators?: boolean;
  /** It stands within another place, for those who find that one. */
  isPartOfOther?: boolean;
  /** Who of the store's team finds it here, besides its owner. */
  roles: readonly TeamRole[];
};

export type NavigationGroup = { label?: string; items: readonly NavigationItem[] };

const adminTab = (
  label: string,
  tab: string,
  icon: LucideIcon,
  roles: readonly TeamRole[] = admins,
): NavigationItem => ({
  label,
  icon,
  roles,
  href: () => `/admin?tab=${tab}`,
  isCurrent: (place) => place.pathname === "/admin" && place.tab === tab,
});

const page = (
  label: string,
  path: string,
  icon: LucideIcon,
  roles: readonly TeamRole[] = everybodyOfTheTeam,
): NavigationItem => ({
  label,
  icon,
  roles,
  href: () => path,
  isCurrent: ({ pathname }) => pathname === path,
});

const home = page("Home", "/", House);
const social = page("Social Automation", "/social", MessageCircle, forSupport);
const products = adminTab("Products", "products", Package, forEditors);
const orders: NavigationItem = {
  label: "Orders",
  icon: ReceiptText,
  roles: forSupport,
  href: () => "/admin?tab=customers&view=orders",
  isCurrent: (place) => isCustomers(place) && place.view === "orders",
};

const affiliate: NavigationItem = { ...page("Affiliate", "/affiliate", Share2), forAffiliates: true };
const operator: NavigationItem = { ...page("Operator", "/operator", ClipboardCheck), forOperators: true };

const assignmentsPath = "/admin?tab=customers&view=assignments";

const isCustomers = ({ pathname, tab }: Place) => pathname === "/admin" && tab === "customers";
const isMembers = (place: Place) => isCustomers(place) && place.view === "customers" && place.onlyMembers;

const isPayouts = ({ pathname, tab, view }: Place) =>
  pathname === "/admin" && tab === "settings" && view === "payouts";

/** The sidebar, from top to bottom. An item belongs here once its page exists. */
const navigation: readonly NavigationGroup[] = [
  {
    items: [
      home,
      {
        label: "My Store",
        icon: Store,
        roles: everybodyOfTheTeam,
        href: ({ handle }) => `/u/${handle || "demo"}`,
        isCurrent: ({ pathname }) => pathname.startsWith("/u/"),
        leavesApp: true,
      },
      page("Design", "/design", Palette, forEditors),
    ],
  },
  {
    label: "Sell",
    items: [
      products,
      orders,
      {
        label: "Payouts",
        icon: Wallet,
        roles: ownerOnly,
        href: () => "/admin?tab=settings&view=payouts",
        isCurrent: isPayouts,
      },
    ],
  },
  {
    label: "Marketing",
    items: [
      social,
      adminTab("Offers", "offers", Tag),
      adminTab("Coupons", "coupons", TicketPercent),
      adminTab("Carts", "abandoned-carts", ShoppingCart),
      adminTab("Mailings", "mailings", Mail),
      adminTab("Affiliates", "affiliates", UserPlus),
    ],
  },
  {
    label: "Understand",
    items: [
      adminTab("Analytics", "analytics", BarChart3),
      {
        ...adminTab("Customers", "customers", Users, forSupport),
        isCurrent: (place) => isCustomers(place) && place.view !== "orders" && !isMembers(place),
      },
      {
        label: "Members",
        icon: LibraryBig,
        roles: forSupport,
        href: () => membersPath,
        isCurrent: isMembers,
      },
    ],
  },
  {
    label: "Teach",
    items: [
      {
        label: "Assignments",
        icon: ClipboardCheck,
        roles: forEditors,
        // Whoever sees customers finds them there.
        isPartOfOther: true,
        href: () => assignmentsPath,
        isCurrent: (place) => isCustomers(place) && place.view === "assignments",
      },
    ],
  },
  {
    items: [
      affiliate,
      operator,
      {
        ...adminTab("Settings", "settings", Settings, everybodyOfTheTeam),
        isCurrent: (place) => place.pathname === "/admin" && place.tab === "settings" && !isPayouts(place),
      },
    ],
  },
];

/** Every place of somebody who was invited and has no store. */
const withoutStore = [affiliate, page("Teams", "/team-invitation", Users), operator];

/** What a phone shows at its foot; all the rest is a press further. */
const phoneNavigation: readonly (NavigationItem & { short: string })[] = [
  { ...home, short: "Home" },
  { ...products, short: "Products" },
  { ...orders, short: "Orders" },
  { ...social, short: "Messages" },
];

/** Whether somebody finds an item among their own. */
const isFor =
  ({ isAffiliate, isOperator, role }: NavigatingUser) =>
  ({ forAffiliates, forOperators, roles, isPartOfOther }: NavigationItem): boolean =>
    (isAffiliate || !forAffiliates) &&
    (isOperator || !forOperators) &&
    mayCall(role, roles) &&
    !(isPartOfOther && role !== "EDITOR");

/** The groups of one person, without what is not for them. */
export const navigationFor = (person: NavigatingUser): NavigationGroup[] =>
  (person.hasStore ? navigation : [{ items: withoutStore }])
    .map((group) => ({ ...group, items: group.items.filter(isFor(person)) }))
    .filter(({ items }) => items.length > 0);

/** What a phone shows one person at its foot. */
export const phoneNavigationFor = (person: NavigatingUser) =>
  (person.hasStore ? phoneNavigation : withoutStore.map((item) => ({ ...item, short: item.label }))).filter(
    isFor(person),
  );
