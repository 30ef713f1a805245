import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { clearCourseQueries } from "./course-data.ts";
import { saveCourseProof } from "./course-proof.ts";

/** `of`: the course's id, or its address. Shows the receipt's proof, which the server never saw, and loads the course again where it was not open without. */
export function useReceiptProof(of: string, hasAccess: boolean): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!saveCourseProof(of) || hasAccess) return;
    clearCourseQueries(queryClient);
    void router.invalidate();
  }, [of, hasAccess, router, queryClient]);
}
