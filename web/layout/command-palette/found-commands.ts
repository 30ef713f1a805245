import { MessageCircle, Package, ReceiptText, User } from "lucide-react";
import type { Found } from "#contract/search/search.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { CommandGroup } from "./commands.ts";

const states: Record<string, string> = { DRAFT: "draft", ARCHIVED: "archived" };

/** What the server found, as lines that lead to it. */
export function foundCommands({ products, orders, people, conversations }: Found): CommandGroup[] {
  return [
    {
      label: "Products",
      items: products.map(({ id, title, priceCents, state }) => ({
        id,
        label: title,
        note: [formatMoney(priceCents), states[state]].filter(Boolean).join(", "),
        icon: Package,
        href: `/admin?tab=products&product=${id}`,
      })),
    },
    {
      label: "Orders",
      items: orders.map(({ id, number, productTitle, totalCents, customerEmail }) => ({
        id,
        label: number === null ? productTitle : `${number} ${productTitle}`,
        note: totalCents === null ? customerEmail : `${formatMoney(totalCents)}, ${customerEmail}`,
        icon: ReceiptText,
        href: `/admin?tab=customers&view=orders&order=${id}`,
      })),
    },
    {
      label: "People",
      items: people.map(({ id, name, email, orderCount }) => ({
        id,
        label: name || email,
        note: `${name ? `${email}, ` : ""}${orderCount === 1 ? "1 order" : `${orderCount.toLocaleString("en-US")} orders`}`,
        icon: User,
        href: `/admin?tab=customers&view=customers&customer=${id}`,
      })),
    },
    {
      label: "Conversations",
      items: conversations.map(({ id, name }) => ({
        id,
        label: name || "Somebody without a name",
        icon: MessageCircle,
        href: `/social?tab=conversations&conversation=${id}`,
      })),
    },
  ].filter(({ items }) => items.length > 0);
}
