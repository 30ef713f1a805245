import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { LessonText } from "#web/features/courses/lesson/lesson-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { lessonPreviewQuery } from "./course-draft.ts";
import type { LessonSession, LessonState } from "./lesson-session.ts";

type Props = { productId: string; session: LessonSession; state: LessonState };

/** The lesson's text as its buyer reads it: what the server makes of what is saved. */
export function TextPreview({ productId, session, state: { lesson } }: Props) {
  useEffect(() => void session.flush(), [session]);
  const { data, isError, refetch } = useQuery({
    ...lessonPreviewQuery(productId, lesson.id, `revision ${lesson.revision}`),
    placeholderData: keepPreviousData,
  });
  if (isError)
    return (
      <p className="p-5 text-sm text-muted-foreground">
        The preview could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data)
    return (
      <div className="grid gap-3 p-5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    );
  return <LessonText html={data.contentHtml} />;
}
