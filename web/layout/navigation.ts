import {
  BarChart3,
  House,
  LibraryBig,
  MessageCircle,
  Palette,
  Settings,
  Share2,
  Store,
  Users,
  type LucideIcon,
} from "lucide-react";

export type NavigationItem = {
  label: string;
  icon: LucideIcon;
  href(handle: string | null | undefined): string;
  /** Whether the item is the page on screen; `tab` is the query parameter of /admin. */
  isCurrent(pathname: string, tab: string): boolean;
  /** The target is a static page, loaded as a whole. */
  leavesApp?: boolean;
  /** For affiliates only. */
  forAffiliates?: boolean;
};

/** The sidebar, from top to bottom. An item belongs here once its page exists. */
export const navigation: readonly NavigationItem[] = [
  { label: "Home", icon: House, href: () => "/", isCurrent: (pathname) => pathname === "/" },
  {
    label: "My Store",
    icon: Store,
    href: (handle) => `/u/${handle || "demo"}`,
    isCurrent: (pathname) => pathname.startsWith("/u/"),
    leavesApp: true,
  },
  { label: "Design", icon: Palette, href: () => "/design", isCurrent: (pathname) => pathname === "/design" },
  {
    label: "Social Automation",
    icon: MessageCircle,
    href: () => "/social",
    isCurrent: (pathname) => pathname === "/social",
  },
  {
    label: "Analytics",
    icon: BarChart3,
    href: () => "/admin",
    isCurrent: (pathname, tab) => pathname === "/admin" && ["analytics", "products"].includes(tab),
  },
  {
    label: "Customers",
    icon: Users,
    href: () => "/admin?tab=customers",
    isCurrent: (pathname, tab) => pathname === "/admin" && tab === "customers",
  },
  {
    label: "Members",
    icon: LibraryBig,
    href: () => "/members",
    isCurrent: (pathname) => pathname === "/members",
  },
  {
    label: "Affiliate",
    icon: Share2,
    href: () => "/affiliate",
    isCurrent: (pathname) => pathname === "/affiliate",
    forAffiliates: true,
  },
  {
    label: "Settings",
    icon: Settings,
    href: () => "/admin?tab=settings",
    isCurrent: (pathname, tab) => pathname === "/admin" && tab === "settings",
  },
];
