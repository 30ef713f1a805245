import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { isUuid } from "#contract/uuid.ts";

/** The tag that a list is filtered by, in the address; undefined without one, and for what names none. */
export function useTagSearch(): [tagId: string | undefined, change: (tagId: string | undefined) => void] {
  const { tag }: { tag?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (tagId: string | undefined) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, tag: tagId, page: undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [typeof tag === "string" && isUuid(tag) ? tag : undefined, change];
}
