import {
  BarChart3,
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
import type { User } from "#contract/accounts/accounts.ts";

/** Where somebody is: the path, and of /admin the tab and what of it is open. */
export type Place = { pathname: string; tab: string; view: string | undefined };

/** Whose links they are. */
export type NavigatingUser = Pick<User, "handle" | "hasSold">;

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
};

export type NavigationGroup = { label?: string; items: readonly NavigationItem[] };

const adminTab = (label: string, tab: string, icon: LucideIcon): NavigationItem => ({
  label,
  icon,
  href: () => `/admin?tab=${tab}`,
  isCurrent: (place) => place.pathname === "/admin" && place.tab === tab,
});

const page = (label: string, path: string, icon: LucideIcon): NavigationItem => ({
  label,
  icon,
  href: () => path,
  isCurrent: ({ pathname }) => pathname === path,
});

const home = page("Home", "/", House);
const social = page("Social Automation", "/social", MessageCircle);
const products = adminTab("Products", "products", Package);
const orders: NavigationItem = {
  label: "Orders",
  icon: ReceiptText,
  href: () => "/admin?tab=customers&view=orders",
  isCurrent: ({ pathname, tab, view }) => pathname === "/admin" && tab === "customers" && view === "orders",
};

const isPayouts = ({ pathname, tab, view }: Place) =>
  pathname === "/admin" && tab === "settings" && view === "payouts";

/** The sidebar, from top to bottom. An item belongs here once its page exists. */
export const navigation: readonly NavigationGroup[] = [
  {
    items: [
      home,
      {
        label: "My Store",
        icon: Store,
        href: ({ handle }) => `/u/${handle || "demo"}`,
        isCurrent: ({ pathname }) => pathname.startsWith("/u/"),
        leavesApp: true,
      },
      page("Design", "/design", Palette),
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
      {
        label: "Analytics",
        icon: BarChart3,
        // Before the first sale there is nothing to look at there.
        href: ({ hasSold }) => (hasSold ? "/admin?tab=analytics" : "/admin"),
        isCurrent: ({ pathname, tab }) => pathname === "/admin" && ["analytics", "products"].includes(tab),
      },
      {
        ...adminTab("Customers", "customers", Users),
        isCurrent: ({ pathname, tab, view }) =>
          pathname === "/admin" && tab === "customers" && view !== "orders",
      },
      page("Members", "/members", LibraryBig),
    ],
  },
  {
    items: [
      { ...page("Affiliate", "/affiliate", Share2), forAffiliates: true },
      {
        ...adminTab("Settings", "settings", Settings),
        isCurrent: (place) => place.pathname === "/admin" && place.tab === "settings" && !isPayouts(place),
      },
    ],
  },
];

/** What a phone shows at its foot; all the rest is a press further. */
export const phoneNavigation: readonly (NavigationItem & { short: string })[] = [
  { ...home, short: "Home" },
  { ...products, short: "Products" },
  { ...orders, short: "Orders" },
  { ...social, short: "Messages" },
];

/** The groups of one person, without what is not for them. */
export const navigationFor = (isAffiliate: boolean): NavigationGroup[] =>
  navigation.map((group) => ({
    ...group,
    items: group.items.filter(({ forAffiliates }) => isAffiliate || !forAffiliates),
  }));
