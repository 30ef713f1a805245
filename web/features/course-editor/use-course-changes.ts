import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import {
  createLesson,
  createModule,
  deleteLesson,
  deleteModule,
  orderCourse,
  renameModule,
} from "#contract/courses/course-editor.ts";
import { ApiError, callApi } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { type CourseDraft, courseDraftQuery, inOrder, withLessons } from "./course-draft.ts";
import type { OutlineOrder } from "./outline-order.ts";

/** Changes of the outline. They go out one after the other; each says when it failed, and then rejects. */
export function useCourseChanges(productId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = courseDraftQuery(productId);
  const mutationKey = ["course outline", productId];
  const waiting = useMutationState({ filters: { mutationKey, status: "pending" } }).length;

  const change = useMutation({
    mutationKey,
    scope: { id: `course ${productId}` },
    mutationFn: ({ call }: Change) => call(),
    // A reading that is under way might bring what was before.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (draft) => {
      // What is still on its way is on screen already.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      queryClient.setQueryData(queryKey, (known) => withLessons(draft, known));
    },
    onError: (error, { failed }) => {
      void queryClient.invalidateQueries({ queryKey });
      const isStale = error instanceof ApiError && [404, 409].includes(error.status);
      if (!isStale) return reportFailure(error, failed);
      toast({
        title: "The course was changed in another tab",
        description: "Its outline has been loaded again. Please make your change once more.",
        variant: "destructive",
      });
    },
  });

  const run = (failed: string, call: Change["call"]) => change.mutateAsync({ call, failed });

  return {
    /** A change is on its way. */
    isChanging: waiting > 0,
    addModule: (title: string) =>
      run("Failed to add the module", () =>
        callApi(createModule, { params: { productId }, body: { title } }),
      ),
    renameModule: (moduleId: string, title: string) =>
      run("Failed to rename the module", () =>
        callApi(renameModule, { params: { productId, moduleId }, body: { title } }),
      ),
    removeModule: (moduleId: string) =>
      run("Failed to delete the module", () => callApi(deleteModule, { params: { productId, moduleId } })),
    addLesson: (moduleId: string, title: string) =>
      run("Failed to add the lesson", () =>
        callApi(createLesson, { params: { productId, moduleId }, body: { title } }),
      ),
    removeLesson: (lessonId: string) =>
      run("Failed to delete the lesson", () => callApi(deleteLesson, { params: { productId, lessonId } })),
    /** Shown at once, and taken back where the server refuses. */
    reorder: (order: OutlineOrder) => {
      const modules = order.map(({ id, lessonIds }) => ({ id, lessonIds: [...lessonIds] }));
      queryClient.setQueryData(queryKey, (draft) => draft && inOrder(draft, order));
      return run("Failed to change the order", () =>
        callApi(orderCourse, { params: { productId }, body: { modules } }),
      );
    },
  };
}

type Change = {
  call: () => Promise<CourseDraft>;
  /** What to say when it fails. */
  failed: string;
};
