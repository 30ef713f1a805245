import { Scale } from "lucide-react";
import { momentText } from "#contract/dates.ts";
import { getOperatorBooks } from "#contract/operator/operator-books.ts";
import { callApi, type Output } from "#web/api.ts";
import { bookDifferenceText } from "#web/layout/book-difference-text.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { PagedList } from "./paged-list.tsx";

type Page = Output<typeof getOperatorBooks>;

/** What the audit and the comparison with the payment provider found last. */
export function Books() {
  const zone = useZone();
  return (
    <PagedList
      name="differences"
      icon={Scale}
      queryKey={[getOperatorBooks.url]}
      read={(cursor) => callApi(getOperatorBooks, { querystring: { ...(cursor && { cursor }) } })}
      rowsOf={({ differences }) => differences}
      renderHead={(page) => <LastRuns page={page} />}
      renderRow={(difference) => (
        <div className="grid gap-0.5 text-sm">
          <p className="wrap-anywhere">{bookDifferenceText(difference)}</p>
          <p className="text-xs wrap-anywhere text-muted-foreground">
            {difference.handle ? `@${difference.handle}` : "Nobody's"} · found{" "}
            {momentText(difference.foundAt, zone)} · {difference.paymentIntentId}
          </p>
        </div>
      )}
      empty={{
        title: "No payment differs",
        text: "Every night our books are compared with the payment provider's. Where they differ, it stands here until they agree.",
      }}
    />
  );
}

function LastRuns({ page: { audit, comparedUntil } }: { page: Page }) {
  const zone = useZone();
  return (
    <Card>
      <CardHeader
        title="Audit of the books"
        description={
          audit
            ? `Last run ${momentText(audit.ranAt, zone)}: ${audit.rules - audit.findings.length} of ${audit.rules} rules hold.`
            : "It has not run yet. It does every night, and with npm run audit."
        }
      />
      <CardBody className="grid gap-2 text-sm">
        {audit?.findings.map(({ name, rule, count }) => (
          <p key={name} className="wrap-anywhere">
            <span className="font-medium text-destructive-soft-foreground">
              {count.toLocaleString("en-US")} {count === 1 ? "row breaks" : "rows break"}:
            </span>{" "}
            {rule}
          </p>
        ))}
        <p className="text-muted-foreground">
          {comparedUntil
            ? `Payments begun before ${momentText(comparedUntil, zone)} were compared with the provider's.`
            : "No payment was compared with the provider's yet."}
        </p>
      </CardBody>
    </Card>
  );
}
