import { isolated } from "#contract/isolated.ts";
import { Link2 } from "lucide-react";
import { platformNames } from "#contract/social/platform-names.ts";
import { Badge } from "#web/ui/badge.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { modeName, type Response } from "./response-texts.ts";

const mostKeywords = 3;

/** The keywords, how they match, and whose they are. */
export function KeywordCell({ response }: { response: Response }) {
  const { keywords, matchMode, account, isActive, postId } = response;
  const more = keywords.length - mostKeywords;
  return (
    <div className="grid min-w-0 gap-1.5 md:min-w-44">
      <p className="flex flex-wrap items-center gap-1">
        {keywords.slice(0, mostKeywords).map((keyword) => (
          <Badge key={keyword} tone="brand" className="max-w-44">
            <span dir="auto" className="truncate">
              {keyword}
            </span>
          </Badge>
        ))}
        {more > 0 && <span className="text-xs text-muted-foreground">+{more}</span>}
        <Badge tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>
      </p>
      <p className="max-w-56 truncate text-xs text-muted-foreground">
        @{account.username} · {platformNames[account.platform]}
        {matchMode !== "WHOLE_WORD" && ` · ${modeName[matchMode]}`}
        {postId !== "" && ` · Post ${postId}`}
      </p>
    </div>
  );
}

/** What is answered, the product that is linked, and what else happens. */
export function MessageCell({ response }: { response: Response }) {
  const { responseText, product, publicReplies, listName, tag, notifiesOwner } = response;
  const also = [
    publicReplies.length > 0 && "Replies in public",
    listName !== "" && `Adds to ${isolated(listName)}`,
    tag && `Tags ${isolated(tag.name)}`,
    notifiesOwner && "Emails you",
  ].filter(Boolean);
  return (
    <div className="grid min-w-0 gap-1">
      <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
        {responseText}
      </p>
      {product && (
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
          <Link2 aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="sr-only">Links to </span>
          <span dir="auto" className="truncate">
            {product.title}
          </span>
          {!product.active && <span className="shrink-0">(not active)</span>}
        </p>
      )}
      {also.length > 0 && <p className="truncate text-xs text-muted-foreground">{also.join(" · ")}</p>}
    </div>
  );
}

/** What a response did and earned, in the order in which it happens. */
export const figuresOf = ({ earnings }: Response): [id: string, label: string, value: string][] => [
  ["received", "Received", count(earnings.received)],
  ["sent", "Sent", count(earnings.sent)],
  ["clicks", "Clicked", count(earnings.clicks)],
  ["orders", "Orders", count(earnings.orders)],
  ["revenue", "Net revenue", formatMoney(earnings.netRevenueCents)],
];

export const count = (number: number) => number.toLocaleString("en-US");
