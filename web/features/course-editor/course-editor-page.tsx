import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BookOpen, GraduationCap } from "lucide-react";
import { useCallback, useDeferredValue, useState } from "react";
import { ApiError } from "#web/api.ts";
import { LeaveGuard } from "#web/layout/self-saving/leave-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { useWideScreen } from "#web/ui/use-wide-screen.ts";
import { type CourseDraft, courseDraftQuery, lessonsOfDraft } from "./course-draft.ts";
import { CourseOutlineEditor } from "./course-outline-editor.tsx";
import type { FileUpload } from "./course-uploads.ts";
import { EditorHeader } from "./editor-header.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { LessonEditor } from "./lesson-editor.tsx";
import type { EditedLesson } from "./lesson-fields.ts";
import { useCourseChanges, useShownDraft } from "./use-course-changes.ts";
import { useLessonSessions } from "./use-lesson-sessions.ts";

type Props = {
  productId: string;
  /** The lesson that the address names. */
  lessonId: string | undefined;
  FileUpload: FileUpload;
};

/** A creator's own course: its outline, and one lesson of it beside (on a phone, over) the outline. */
export function CourseEditorPage(props: Props) {
  const { data, error, refetch } = useQuery({
    ...courseDraftQuery(props.productId),
    // Another tab may have changed it since.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  // Menus that are mounted in the very step in which the router changes pages never open: they come in the next one.
  const hasArrived = useDeferredValue(true, false);
  const draft = useShownDraft(props.productId, data);
  if (draft && hasArrived) return <CourseEditor {...props} draft={draft} />;
  if (data || !error) return <EditorSkeleton />;
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <Card>
      <EmptyState
        level={1}
        icon={GraduationCap}
        title={isMissing ? "Course Not Found" : "Your course could not be loaded"}
        action={
          isMissing ? (
            <LinkButton href="/admin?tab=products">Back to products</LinkButton>
          ) : (
            <Button onClick={() => void refetch()}>Try again</Button>
          )
        }
      >
        {isMissing ? "This is no course of yours." : "Please check your connection."}
      </EmptyState>
    </Card>
  );
}

function CourseEditor({ productId, lessonId, FileUpload, draft }: Props & { draft: CourseDraft }) {
  const navigate = useNavigate();
  const sessions = useLessonSessions(productId, draft);
  const changes = useCourseChanges(productId);
  const [newId, setNewId] = useState<string>();
  const [uploadingIds, setUploadingIds] = useState<readonly string[]>([]);
  const isWide = useWideScreen(64);
  const lessons = lessonsOfDraft(draft);
  const [firstId] = useState(lessons[0]?.id);
  const wantedId = lessonId ?? (isWide ? (firstId ?? lessons[0]?.id) : undefined);
  // What was typed into a lesson that another tab has deleted stays on screen.
  const lost = sessions.findUnsaved(wantedId);
  const selected =
    lessons.find(({ id }) => id === wantedId) ??
    lost?.current().item ??
    (isWide && lessonId === undefined ? lessons[0] : undefined);
  // What is uploading goes on while another lesson is on screen.
  const uploading = lessons.filter(({ id }) => id !== selected?.id && uploadingIds.includes(id));
  const open = selected ? [selected, ...uploading] : uploading;

  const show = useCallback(
    (lesson: string | undefined) =>
      void navigate({
        to: "/course-editor/$productId",
        params: { productId },
        search: { lesson },
        resetScroll: !isWide,
      }),
    [navigate, productId, isWide],
  );
  /** A lesson may take a video and a file at once, and is there once for each. */
  const trackUpload = (id: string, busy: boolean) =>
    setUploadingIds((before) => (busy ? [...before, id] : before.toSpliced(before.indexOf(id), 1)));

  async function addLesson(moduleId: string, title: string) {
    const now = await changes.addLesson(moduleId, title).catch(() => undefined);
    const added = now?.modules.find(({ id }) => id === moduleId)?.lessons.at(-1);
    if (!added) return;
    setNewId(added.id);
    show(added.id);
  }
  const addModule = async (title: string) =>
    (await changes.addModule(title).catch(() => undefined))?.modules.at(-1)?.id;

  async function begin() {
    const moduleId = await addModule("Module 1");
    if (moduleId) await addLesson(moduleId, "Lesson 1");
  }
  async function remove(gone: readonly EditedLesson[], removing: Promise<unknown>) {
    await removing.then(
      () => {
        sessions.drop(gone.map(({ id }) => id));
        if (gone.some(({ id }) => id === lessonId)) show(undefined);
      },
      () => {},
    );
  }

  return (
    <>
      <EditorHeader product={draft.product} hasLessons={lessons.length > 0} lessonId={selected?.id} />
      {draft.modules.length === 0 ? (
        <Card>
          <EmptyState
            level={2}
            icon={GraduationCap}
            title="Build your course"
            action={
              <Button size="lg" loading={changes.isChanging} onClick={() => void begin()}>
                Add your first module
              </Button>
            }
          >
            A course has modules, and each module has lessons with a video, a text or both. You begin with one
            module and its first lesson.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <div className={classNames("min-w-0 lg:sticky lg:top-6", selected && "max-lg:hidden")}>
            <CourseOutlineEditor
              draft={draft}
              selectedId={selected?.id}
              onReorder={(order) => void changes.reorder(order).catch(() => {})}
              onAddModule={addModule}
              onAddLesson={addLesson}
              onRenameModule={(id, title) => void changes.renameModule(id, title).catch(() => {})}
              onRenameLesson={(lesson, title) => {
                const session = sessions.of(lesson);
                session.change({ title });
                void session.flush();
              }}
              onRemoveModule={(module) => remove(module.lessons, changes.removeModule(module.id))}
              onRemoveLesson={(lesson) => remove([lesson], changes.removeLesson(lesson.id))}
            />
          </div>
          <div className={classNames("min-w-0", !selected && "max-lg:hidden")}>
            {open.map((lesson) => (
              <div key={lesson.id} hidden={lesson.id !== selected?.id}>
                <LessonEditor
                  productId={productId}
                  course={draft.product}
                  session={sessions.of(lesson)}
                  isNew={lesson.id === newId}
                  FileUpload={FileUpload}
                  onUploading={(busy) => trackUpload(lesson.id, busy)}
                  onBack={() => show(undefined)}
                />
              </div>
            ))}
            {!selected && (
              <Card>
                <EmptyState
                  level={2}
                  icon={BookOpen}
                  title={lessons.length > 0 ? "Select a lesson" : "No lessons yet"}
                >
                  {lessons.length > 0
                    ? "Choose a lesson from the outline to edit it."
                    : "Add a lesson to one of your modules."}
                </EmptyState>
              </Card>
            )}
          </div>
        </div>
      )}
      <LeaveGuard
        session={sessions}
        isUploading={uploadingIds.length > 0}
        isLeaving={(from, to) => from.pathname !== to.pathname}
      />
    </>
  );
}
