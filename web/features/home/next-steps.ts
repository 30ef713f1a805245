import { isolated } from "#contract/isolated.ts";
import type { DashboardStats } from "#contract/orders/orders.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";

export type NextStep = { id: string; title: string; description: string; href: string; external?: boolean };

type Person = Pick<CurrentUser, "firstName" | "tagline" | "bio" | "profileImageUrl">;
type Facts = Pick<DashboardStats, "products" | "socialAccountCount" | "keywordResponseCount">;

/** The three things most worth doing now, the first one first; each of them is on a page that exists. */
export function nextSteps(user: Person, stats: Facts): NextStep[] {
  const unsold = stats.products.find(({ isOnSale, orderCount }) => isOnSale && orderCount === 0);
  const candidates: (NextStep | false | undefined)[] = [
    stats.products.length === 0 && {
      id: "first-product",
      title: "Add your first product",
      description: "Your store is empty until it has one.",
      href: "/admin?tab=products&product=new",
    },
    !user.profileImageUrl && {
      id: "picture",
      title: "Add a profile picture",
      description: "It stands at the top of your store.",
      href: "/account",
    },
    !(user.tagline && user.bio) && {
      id: "introduction",
      title: user.tagline ? "Write a short bio" : "Add a tagline",
      description: "Tell visitors what they learn or get from you.",
      href: "/account",
    },
    stats.socialAccountCount === 0
      ? {
          id: "social",
          title: "Let your DMs sell for you",
          description: "Connect an account, or try it with a made-up one.",
          href: "/social",
        }
      : stats.keywordResponseCount === 0 && {
          id: "keyword",
          title: "Answer your first keyword",
          description: "A word in a message is answered with a link to your product.",
          href: "/social?tab=responses",
        },
    unsold && {
      id: "unsold",
      title: `See “${isolated(unsold.title)}” as a buyer does`,
      description: "It has no order yet. A clear title and cover help.",
      href: `/checkout/${unsold.id}`,
      external: true,
    },
    stats.products.length > 0 && {
      id: "another-product",
      title: "Add another product",
      description: "Buyers who liked one thing look for the next.",
      href: "/admin?tab=products&product=new",
    },
    {
      id: "figures",
      title: "See how this month is going",
      description: "Revenue, orders, students and rating.",
      href: "/admin",
    },
  ];
  return candidates.filter((step): step is NextStep => Boolean(step)).slice(0, 3);
}
