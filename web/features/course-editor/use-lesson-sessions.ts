import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { updateLesson } from "#contract/courses/course-editor.ts";
import { callApi } from "#web/api.ts";
import { useFlushing } from "#web/layout/self-saving/use-flushing.ts";
import { type CourseDraft, courseDraftQuery, lessonsOfDraft, withLesson } from "./course-draft.ts";
import { lessonSessions } from "./lesson-sessions.ts";

/** What is typed into this course's lessons, saved by itself while the page is open. */
export function useLessonSessions(productId: string, draft: CourseDraft | undefined) {
  const queryClient = useQueryClient();
  const [sessions] = useState(() => {
    const query = courseDraftQuery(productId);
    return lessonSessions((lessonId) => ({
      save: (body) => callApi(updateLesson, { params: { productId, lessonId }, body }),
      load: async () => {
        const now = await queryClient.fetchQuery({ ...query, staleTime: 0 });
        return lessonsOfDraft(now).find(({ id }) => id === lessonId);
      },
      onSaved: (lesson) => {
        // A reading that is under way might bring an older state.
        void queryClient.cancelQueries({ queryKey: query.queryKey });
        queryClient.setQueryData(query.queryKey, (known) => known && withLesson(known, lesson));
      },
    }));
  });
  useEffect(() => {
    if (draft) sessions.sync(lessonsOfDraft(draft));
  }, [sessions, draft]);
  useFlushing(sessions);
  return sessions;
}
