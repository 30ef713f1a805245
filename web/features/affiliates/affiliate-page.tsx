import { useQuery } from "@tanstack/react-query";
import { Copy, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { getAffiliateOverview } from "#contract/affiliates/commissions.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { countOf, percentOf } from "./affiliate-data.ts";
import { OwnCommissions } from "./own-commissions.tsx";

type Overview = Output<typeof getAffiliateOverview>;

type AffiliatePageProps = {
  email: string;
  /** Where they are paid to. */
  account: ReactNode;
};

/** What an affiliate sees: their links, and what came of them. */
export function AffiliatePage({ email, account }: AffiliatePageProps) {
  const { data, isError, refetch } = useQuery(apiQuery(getAffiliateOverview));
  return (
    <>
      <PageHeading title="Affiliate" description="Your links, your sales, and what you have earned." />
      {isError ? (
        <Card>
          <EmptyState
            icon={Share2}
            title="Your affiliate page could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : data?.links.length === 0 ? (
        <Card>
          <EmptyState icon={Share2} title="You are no affiliate yet" level={2}>
            When a creator makes you their affiliate under {email}, your links and earnings appear here.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Sums overview={data} />
          {data && account}
          <OwnLinks links={data?.links} />
          {data && <OwnCommissions total={data.commissionCount} />}
        </div>
      )}
    </>
  );
}

function Sums({ overview }: { overview: Overview | undefined }) {
  const sums = [
    ["Pending", overview?.pendingCents, "In the 30 days after a sale"],
    ["Payable", overview?.payableCents, "In the creator's next payout"],
    ["Paid", overview?.paidCents, "You have it"],
  ] as const;
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4" aria-busy={!overview}>
      {sums.map(([label, cents, note]) => (
        <Card key={label} className="grid gap-1 p-4 max-sm:grid-cols-[1fr_auto] max-sm:items-baseline sm:p-5">
          <dt className="text-sm text-muted-foreground">
            {label}
            <span className="block text-xs">{note}</span>
          </dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
            {cents === undefined ? <Skeleton className="h-7 w-20" /> : formatMoney(cents)}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

function OwnLinks({ links }: { links: Overview["links"] | undefined }) {
  return (
    <Card>
      <CardHeader
        title="Your links"
        description="Share them. The last link a buyer opened within 30 days earns."
      />
      <ul aria-label="Your links" className="mt-4 divide-y divide-border border-t border-border">
        {links ? links.map((link) => <OwnLink key={link.id} link={link} />) : <LoadingLink />}
      </ul>
    </Card>
  );
}

function OwnLink({ link }: { link: Overview["links"][number] }) {
  const { code, url, creatorName, productTitle, commissionRate, clicks, sales, earnedCents, active } = link;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4 sm:px-6">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-0.5">
          <p dir="auto" className="truncate text-sm font-medium">
            {productTitle ?? "Everything in the store"}
          </p>
          <p className="truncate text-sm text-muted-foreground">
            <bdi>{creatorName}</bdi> · {percentOf(commissionRate)} of each sale
          </p>
        </div>
        <div className="grid shrink-0 justify-items-end gap-0.5">
          <p className="text-sm font-semibold tabular-nums">{formatMoney(earnedCents)}</p>
          <p className="text-xs text-muted-foreground">
            {countOf(clicks, "click")} · {countOf(sales, "sale")}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-2">
        <p className="min-w-0 grow truncate rounded-lg border border-border bg-muted px-3 py-2.5 text-sm">
          {url.replace(/^https?:\/\//, "")}
        </p>
        {active ? (
          <Button
            variant="outline"
            aria-label={`Copy link: ${code}`}
            onClick={() => void copyText(url, "Link copied")}
          >
            <Copy aria-hidden="true" /> Copy
          </Button>
        ) : (
          <Badge>Switched off</Badge>
        )}
      </div>
    </li>
  );
}

function LoadingLink() {
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6" aria-busy="true">
      <Skeleton className="h-4 w-48 max-w-full" />
      <Skeleton className="h-10 w-full" />
    </li>
  );
}
