import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { LessonText } from "#web/features/player/lesson-text.tsx";
import { MarkdownPreview } from "#web/ui/markdown-editor/markdown-preview.tsx";
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
  return (
    <MarkdownPreview html={data?.contentHtml} isError={isError} onRetry={() => void refetch()}>
      {(html) => <LessonText html={html} />}
    </MarkdownPreview>
  );
}
