import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { countText } from "./submissions-label.tsx";
import { type SubmissionFilter, submissionsQuery } from "./use-submissions.ts";

const emptyTexts: Record<SubmissionFilter["show"], string> = {
  waiting:
    "What buyers hand in stands here until you have answered it. Add an assignment to a lesson in the course editor.",
  done: "What buyers hand in at lessons that need no answer stands here. You may answer all the same.",
  answered: "What you have answered stands here.",
};

/** What buyers handed in at the creator's courses, to be answered. */
export function Submissions() {
  const [filter, setFilter] = useState<SubmissionFilter>({ productId: "", show: "waiting" });
  const list = useInfiniteQuery({ ...submissionsQuery(filter), placeholderData: keepPreviousData });
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const change = (next: Partial<SubmissionFilter>) => setFilter({ ...filter, ...next });
  // What has been loaded stays, with what is being answered in it.
  if (list.isError && !list.data)
    return (
      <LoadFailure
        icon={PencilLine}
        title="What was handed in could not be loaded"
        level={2}
        error={list.error}
        retry={() => void list.refetch()}
      />
    );
  if (!list.data) return <TableSkeleton rows={4} label="Loading what was handed in" />;
  const submissions = list.data.pages.flatMap((page) => page.submissions);
  const waiting = list.data.pages[0]?.waitingCount ?? 0;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <NativeSelect
          aria-label="Course"
          className="max-sm:w-full sm:w-60"
          value={filter.productId}
          onChange={({ target }) => change({ productId: target.value })}
        >
          <option value="">All courses</option>
          {products
            .filter(({ type }) => type === "COURSE")
            .map(({ id, title }) => (
              <option dir="auto" key={id} value={id}>
                {title}
              </option>
            ))}
        </NativeSelect>
        <NativeSelect
          aria-label="State"
          className="max-sm:w-full sm:w-60"
          value={filter.show}
          onChange={({ target }) => change({ show: target.value as SubmissionFilter["show"] })}
        >
          <option value="waiting">Waiting for you ({countText(waiting)})</option>
          <option value="done">Handed in, no answer needed</option>
          <option value="answered">Answered</option>
        </NativeSelect>
      </div>
      {submissions.length === 0 ? (
        <Card>
          <EmptyState
            icon={PencilLine}
            title={filter.show === "waiting" ? "Nothing waits for you" : "Nothing here yet"}
            level={2}
          >
            {emptyTexts[filter.show]}
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-3">
          {submissions.map((submission) => (
            <li key={submission.id}>
              <SubmissionCard submission={submission} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore name="submissions" pages={list} />
    </div>
  );
}
