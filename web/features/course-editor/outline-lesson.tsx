import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import { isBlank } from "#contract/document/is-blank.ts";
import { classNames } from "#web/ui/class-names.ts";
import { DragGrip, dropMark } from "#web/ui/drag-grip.tsx";
import type { EditedLesson } from "./lesson-fields.ts";
import { MoveMenu } from "./move-menu.tsx";
import { RenameField } from "./rename-field.tsx";
import { type Edge, useOutlineDrag } from "./use-outline-drag.ts";
import { Badge } from "#web/ui/badge.tsx";
import { clockText } from "#web/features/player/clock-text.ts";

export type LessonActions = {
  step: (lesson: EditedLesson, step: -1 | 1, focus: "link" | "menu") => void;
  drop: (lessonId: string, onto: EditedLesson, edge: Edge) => void;
  rename: (lesson: EditedLesson, title: string) => void;
  remove: (lesson: EditedLesson) => void;
};

type Props = {
  productId: string;
  lesson: EditedLesson;
  isCurrent: boolean;
  isFirst: boolean;
  isLast: boolean;
  actions: LessonActions;
};

/** One lesson of the outline: opens it, moves it, renames it, deletes it. */
export function OutlineLesson({ productId, lesson, isCurrent, isFirst, isLast, actions }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [renaming, setRenaming] = useState(false);
  const { isDragged, over } = useOutlineDrag({
    kind: "lesson",
    id: lesson.id,
    element: row,
    handle: grip,
    accepts: ["lesson"],
    onDrop: (dragged, edge) => actions.drop(dragged.id, lesson, edge),
  });

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (!event.altKey || !step) return;
    event.preventDefault();
    actions.step(lesson, step, "link");
  }

  return (
    <li
      ref={row}
      className={classNames(
        "relative flex items-center gap-1 rounded-lg",
        isDragged && "opacity-40",
        dropMark(over?.edge),
      )}
    >
      <DragGrip ref={grip} className="py-2 [&_svg]:size-4" />
      {renaming ? (
        <RenameField
          label={`Rename lesson: ${lesson.title}`}
          value={lesson.title}
          focusAfter={`lesson-${lesson.id}`}
          onDone={(title) => {
            setRenaming(false);
            if (title !== lesson.title) actions.rename(lesson, title);
          }}
        />
      ) : (
        <Link
          id={`lesson-${lesson.id}`}
          to="/course-editor/$productId"
          params={{ productId }}
          search={{ lesson: lesson.id }}
          resetScroll={false}
          aria-current={isCurrent ? "true" : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={onKeyDown}
          className={classNames(
            "min-h-11 min-w-0 grow rounded-lg px-2 py-2 text-sm",
            isCurrent ? "bg-brand-soft font-medium text-brand-soft-foreground" : "hover:bg-accent",
          )}
        >
          <span dir="auto" className="block leading-snug wrap-anywhere">
            {lesson.title}
          </span>
          <LessonBadges lesson={lesson} />
        </Link>
      )}
      <MoveMenu
        id={`lesson-menu-${lesson.id}`}
        title={lesson.title}
        canMoveUp={!isFirst}
        canMoveDown={!isLast}
        onMove={(step) => actions.step(lesson, step, "menu")}
        onRename={() => setRenaming(true)}
        onRemove={() => actions.remove(lesson)}
      />
    </li>
  );
}

/** What a lesson is, in a line: "Video · 4:12", free, opens later. */
function LessonBadges({ lesson }: { lesson: EditedLesson }) {
  const { duration, freePreview, dripDays } = lesson;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-xs text-muted-foreground">
        {kindText(lesson)}
        {duration > 0 && ` · ${clockText(duration)}`}
        {lesson.quiz && " · Quiz"}
        {lesson.assignment && " · Assignment"}
        {lesson.video && lesson.captions.length === 0 && " · No captions"}
      </span>
      {freePreview && <Badge tone="success">Free</Badge>}
      {dripDays > 0 && <Badge tone="info">Day {dripDays}</Badge>}
    </span>
  );
}

function kindText({ video, videoUrl, content }: EditedLesson) {
  const hasText = !isBlank(content);
  if (video || videoUrl) return hasText ? "Video and text" : "Video";
  return hasText ? "Text" : "Empty";
}
