import { MailQuestion } from "lucide-react";
import { useState } from "react";
import type { NameFault } from "#contract/accounts/sender-name.ts";
import { momentText } from "#contract/dates.ts";
import { getOperatorCounts } from "#contract/operator/operator.ts";
import { decideNameReview, listNameReviews } from "#contract/operator/sender-names.ts";
import { callApi, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { DeclineNameDialog } from "./decline-name-dialog.tsx";
import { PagedList } from "./paged-list.tsx";

export type NameReview = Output<typeof listNameReviews>["reviews"][number];
type State = "OPEN" | "DECIDED";

const shownIn = [listNameReviews, getOperatorCounts];

/** Names that emails don't show, and whose creators ask for another look. */
export function NameReviews() {
  const [state, setState] = useState<State>("OPEN");
  const [declining, setDeclining] = useState<NameReview>();
  const refresh = useRefresh(shownIn);
  const approve = useChange({
    change: ({ id }: NameReview) =>
      callApi(decideNameReview, { params: { id }, body: { decision: "APPROVED" } }),
    refresh,
    done: () => "The name is approved",
    failed: () => "The name could not be approved. Please try again.",
  });
  return (
    <>
      <PagedList
        name="sender names"
        icon={MailQuestion}
        queryKey={[listNameReviews.url, state]}
        read={(cursor) => callApi(listNameReviews, { querystring: { state, ...(cursor && { cursor }) } })}
        rowsOf={({ reviews }) => reviews}
        renderHead={() => (
          <NativeSelect
            aria-label="State"
            className="max-sm:w-full sm:w-52"
            value={state}
            onChange={({ target }) => setState(target.value as State)}
          >
            <option value="OPEN">Open</option>
            <option value="DECIDED">Decided</option>
          </NativeSelect>
        )}
        renderRow={(review) => (
          <ReviewRow
            review={review}
            isApproving={approve.isPending && approve.variables?.id === review.id}
            onApprove={() => approve.mutate(review)}
            onDecline={() => setDeclining(review)}
          />
        )}
        empty={{
          title: state === "OPEN" ? "No open requests" : "No decided requests",
          text: "Emails replace sender names that could pass for a well-known company. Creators can ask you to approve theirs.",
        }}
      />
      <DeclineNameDialog review={declining} refresh={refresh} onClose={() => setDeclining(undefined)} />
    </>
  );
}

const faults: Partial<Record<NameFault, string>> = {
  IMPERSONATION: "Looks like a company",
  LINK: "Looks like a link",
};

type RowProps = {
  review: NameReview;
  isApproving: boolean;
  onApprove: () => void;
  onDecline: () => void;
};

function ReviewRow({ review, isApproving, onApprove, onDecline }: RowProps) {
  const zone = useZone();
  const { name, handle, replacedFor, note, state, answer, createdAt, decidedAt } = review;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 text-sm">
      <div className="grid min-w-0 grow basis-72 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
          <a
            href={`/u/${handle}`}
            className="text-muted-foreground wrap-anywhere underline-offset-4 hover:underline"
          >
            @{handle}
          </a>
          {state === "OPEN" && replacedFor && <Badge tone="warning">{faults[replacedFor]}</Badge>}
          {state === "APPROVED" && <Badge tone="success">Approved</Badge>}
          {state === "DECLINED" && <Badge>Declined</Badge>}
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
        {answer && (
          <p className="wrap-anywhere whitespace-pre-line">
            Your answer: <bdi>{answer}</bdi>
          </p>
        )}
        <p className="text-xs text-muted-foreground">
          {[momentText(createdAt, zone), decidedAt && `decided ${momentText(decidedAt, zone)}`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {state === "OPEN" && (
        <div className="flex gap-2">
          <Button size="sm" variant="outline" loading={isApproving} onClick={onApprove}>
            Approve
          </Button>
          <Button size="sm" variant="ghost" onClick={onDecline}>
            Decline
          </Button>
        </div>
      )}
    </div>
  );
}
