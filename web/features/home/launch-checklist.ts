import type { DashboardStats } from "#contract/orders/orders.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";

export type LaunchTask = {
  id: "profile" | "social" | "product" | "automation" | "payment";
  title: string;
  description: string;
  done: boolean;
  highPriority: boolean;
  /** Where the task is done; none where it is not done on a page. */
  action?: { href: string; label: string };
};

type Facts = Pick<DashboardStats, "products" | "socialAccountCount" | "keywordResponseCount" | "totalOrders">;

/** The five tasks of a store's launch. What is done follows from what is there. */
export function launchTasks({ firstName }: Pick<CurrentUser, "firstName">, facts: Facts): LaunchTask[] {
  return [
    {
      id: "profile",
      title: "Complete your profile",
      description: "Your name, a picture and a few words tell visitors whose store this is.",
      done: Boolean(firstName),
      highPriority: true,
      action: { href: "/account", label: "Edit profile" },
    },
    {
      id: "social",
      title: "Connect a social account",
      description: "Instagram, Messenger or X: where your followers write to you.",
      done: facts.socialAccountCount > 0,
      highPriority: true,
      action: { href: "/social", label: "Connect account" },
    },
    {
      id: "product",
      title: "Add your first product",
      description: "A download, a course, a membership or a session.",
      done: facts.products.length > 0,
      highPriority: true,
      action: { href: "/admin?tab=products&product=new", label: "Add product" },
    },
    {
      id: "automation",
      title: "Set up an automatic reply",
      description: "A keyword in a message is answered at once, with a link to what you sell.",
      done: facts.keywordResponseCount > 0,
      highPriority: false,
      action: { href: "/social?tab=responses", label: "Add reply" },
    },
    {
      id: "payment",
      title: "Receive your first payment",
      description: "Share your store; the first order completes this step.",
      done: facts.totalOrders > 0,
      highPriority: false,
    },
  ];
}
