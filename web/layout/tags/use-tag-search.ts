import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
  return [typeof tag === "string" && id.test(tag) ? tag : undefined, change];
}
