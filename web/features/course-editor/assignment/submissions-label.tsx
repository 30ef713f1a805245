import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/badge.tsx";
import { submissionsQuery } from "./use-submissions.ts";

/** 'Assignments', and how many of them wait for an answer. */
export function SubmissionsLabel() {
  const { data } = useInfiniteQuery(submissionsQuery({ productId: "", show: "waiting" }));
  const waiting = data?.pages[0]?.waitingCount ?? 0;
  return (
    <span className="inline-flex items-center gap-2">
      Assignments
      {waiting > 0 && (
        <Badge tone="brand">
          {countText(waiting)}
          <span className="sr-only"> waiting</span>
        </Badge>
      )}
    </span>
  );
}

/** The server counts to 100. */
export const countText = (count: number): string => (count < 100 ? String(count) : "99+");
