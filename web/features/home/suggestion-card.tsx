import { Link } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import { suggestedAtMost } from "#contract/home/needs.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { HomeNow } from "./home-queries.ts";

type Suggestion = NonNullable<HomeNow["suggestion"]>;

/** One thing that would help, and where it is done. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { text, label, href } = wordsOf(suggestion);
  return (
    <Card className="grid gap-4 p-5 sm:flex sm:items-center sm:p-6">
      <span className="flex min-w-0 grow items-start gap-3.5">
        <Lightbulb className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
        <span className="grid min-w-0 gap-0.5">
          <h2 className="text-sm font-semibold">What would help</h2>
          <p className="text-sm wrap-anywhere text-muted-foreground">{text}</p>
        </span>
      </span>
      <Link to={href} className={buttonStyle("outline", "md", "justify-self-start")}>
        {label}
      </Link>
    </Card>
  );
}

const counted = (count: number) => `${count.toLocaleString("en-US")}${count < suggestedAtMost ? "" : "+"}`;

function wordsOf(suggestion: Suggestion): { text: string; label: string; href: string } {
  switch (suggestion.kind) {
    case "KEYWORD": {
      const { unmatchedPercent, word } = suggestion;
      return {
        text: `${unmatchedPercent}% of this week's messages matched no keyword${word ? `; most said “${word}”` : ""}.`,
        label: "Add a keyword",
        href: "/social?tab=responses",
      };
    }
    case "CARTS": {
      const { carts, priceCents, currency } = suggestion;
      return {
        text: `${counted(carts)} checkouts over ${formatMoney(priceCents, currency)} were left in 30 days, and no mail brings them back.`,
        label: "Set up a mail",
        href: "/admin?tab=abandoned-carts",
      };
    }
    case "ADD_ONS":
      return {
        text: `${counted(suggestion.orders)} orders in 30 days, and none was offered anything beside.`,
        label: "Add an offer",
        href: "/admin?tab=offers",
      };
  }
}
