import { Plus } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type CourseDraft, type DraftModule, orderOf } from "./course-draft.ts";
import type { EditedLesson } from "./lesson-fields.ts";
import { moveLesson, moveModule, type OutlineOrder, placeOf, stepLesson } from "./outline-order.ts";
import { OutlineLesson, type LessonActions } from "./outline-lesson.tsx";
import { OutlineModule, type ModuleActions } from "./outline-module.tsx";
import { type DeleteTarget, RemoveDialog } from "./remove-dialog.tsx";

type Props = {
  draft: CourseDraft;
  selectedId: string | undefined;
  onReorder: (order: OutlineOrder) => void;
  onAddModule: (title: string) => Promise<string | undefined>;
  onAddLesson: (moduleId: string, title: string) => Promise<void>;
  onRenameModule: (moduleId: string, title: string) => void;
  onRenameLesson: (lesson: EditedLesson, title: string) => void;
  onRemoveModule: (module: DraftModule) => Promise<void>;
  onRemoveLesson: (lesson: EditedLesson) => Promise<void>;
};

/** The course's modules and lessons, to be added, renamed, put in order by hand or by keyboard, and deleted. */
export function CourseOutlineEditor(props: Props) {
  const { draft, selectedId, onReorder, onRenameModule, onRenameLesson } = props;
  const { modules, product } = draft;
  const { orderRef, movedRef } = useMovedFocus(draft);
  const [announcement, setAnnouncement] = useState("");
  const [deleteTarget, setDeleteTarget] = useState<DeleteTarget>();
  const [adding, setAdding] = useState<string>();
  const [named, setNamed] = useState<string>();

  const reorder = (next: OutlineOrder, what: string, moved?: MovedElement) => {
    if (next === orderRef.current) return;
    orderRef.current = next;
    movedRef.current = moved;
    onReorder(next);
    setAnnouncement(what);
  };
  const lessonAnnouncement = (next: OutlineOrder, lesson: EditedLesson) => {
    const place = placeOf(next, lesson.id);
    const module = modules.find(({ id }) => id === place?.moduleId);
    const count = next.find(({ id }) => id === place?.moduleId)?.lessonIds.length;
    return `${lesson.title} is now number ${(place?.index ?? 0) + 1} of ${count} in ${module?.title}`;
  };
  const moduleAnnouncement = (next: OutlineOrder, module: DraftModule) =>
    `${module.title} is now module ${next.findIndex(({ id }) => id === module.id) + 1} of ${next.length}`;

  const lessonActions: LessonActions = {
    step(lesson, step, focus) {
      const next = stepLesson(orderRef.current, lesson.id, step);
      const id = focus === "link" ? `lesson-${lesson.id}` : `lesson-menu-${lesson.id}`;
      reorder(next, lessonAnnouncement(next, lesson), { id, afterMenu: focus === "menu" });
    },
    drop(lessonId, onto, edge) {
      const place = placeOf(orderRef.current, onto.id);
      const lesson = modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
      if (!place || !lesson) return;
      const next = moveLesson(orderRef.current, lessonId, {
        ...place,
        index: place.index + (edge === "after" ? 1 : 0),
      });
      reorder(next, lessonAnnouncement(next, lesson));
    },
    rename: onRenameLesson,
    remove: (lesson) => setDeleteTarget({ kind: "lesson", lesson }),
  };
  const moduleActions: ModuleActions = {
    step(module, step) {
      const at = orderRef.current.findIndex(({ id }) => id === module.id);
      const next = moveModule(orderRef.current, module.id, at + step);
      reorder(next, moduleAnnouncement(next, module), { id: `module-menu-${module.id}`, afterMenu: true });
    },
    drop({ kind, id }, onto, edge) {
      if (kind === "lesson") {
        const lesson = modules.flatMap(({ lessons }) => lessons).find((each) => each.id === id);
        const next = moveLesson(orderRef.current, id, { moduleId: onto.id, index: onto.lessons.length });
        if (lesson) reorder(next, lessonAnnouncement(next, lesson));
        return;
      }
      const from = orderRef.current.findIndex((each) => each.id === id);
      const gap = orderRef.current.findIndex((each) => each.id === onto.id) + (edge === "after" ? 1 : 0);
      const next = moveModule(orderRef.current, id, from < gap ? gap - 1 : gap);
      const module = modules.find((each) => each.id === id);
      if (module) reorder(next, moduleAnnouncement(next, module));
    },
    rename: (module, title) => onRenameModule(module.id, title),
    remove: (module) => setDeleteTarget({ kind: "module", module }),
    addLesson: (module) =>
      void adds(module.id, () => props.onAddLesson(module.id, `Lesson ${module.lessons.length + 1}`)),
  };

  async function adds(where: string, add: () => Promise<void>) {
    setAdding(where);
    await add().finally(() => setAdding(undefined));
  }

  const allLessons = modules.flatMap(({ lessons }) => lessons);
  return (
    <Card className="flex flex-col overflow-hidden lg:max-h-[calc(100dvh-3rem)]">
      <nav aria-labelledby="outline-heading" className="flex min-h-0 flex-col">
        <div className="border-b border-border px-5 py-4">
          <h2 id="outline-heading" className="text-base font-semibold">
            Outline
          </h2>
          <p className="text-sm text-muted-foreground">
            {count(modules.length, "module")}, {count(allLessons.length, "lesson")}
          </p>
        </div>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <ol aria-label="Modules" className="relative px-2 lg:overflow-y-auto pointer-fine:px-3">
          {modules.map((module, at) => (
            <OutlineModule
              key={module.id}
              module={module}
              isFirst={at === 0}
              isLast={at === modules.length - 1}
              startsRenaming={module.id === named}
              isAdding={adding === module.id}
              actions={moduleActions}
            >
              {module.lessons.map((lesson, index) => (
                <OutlineLesson
                  key={lesson.id}
                  productId={product.id}
                  lesson={lesson}
                  isCurrent={lesson.id === selectedId}
                  isFirst={at === 0 && index === 0}
                  isLast={at === modules.length - 1 && index === module.lessons.length - 1}
                  actions={lessonActions}
                />
              ))}
            </OutlineModule>
          ))}
        </ol>
      </nav>
      <div className="border-t border-border p-3">
        <Button
          variant="outline"
          className="w-full"
          loading={adding === "course"}
          onClick={() =>
            void adds("course", async () => setNamed(await props.onAddModule(`Module ${modules.length + 1}`)))
          }
        >
          <Plus aria-hidden="true" /> Add module
        </Button>
      </div>
      <RemoveDialog
        productId={product.id}
        deleteTarget={deleteTarget}
        onClose={() => setDeleteTarget(undefined)}
        onRemove={(what) =>
          what.kind === "module" ? props.onRemoveModule(what.module) : props.onRemoveLesson(what.lesson)
        }
      />
    </Card>
  );
}

const count = (number: number, noun: string) => `${number} ${number === 1 ? noun : `${noun}s`}`;

/** `afterMenu`: chosen in a menu, which gives the focus back to its button when it has closed. */
type MovedElement = { id: string; afterMenu: boolean };

/**
 * The order as it was chosen last, for the next press of a key may come before that is on screen; and the focus put back on
 * what was moved once it is, wherever it is now: a lesson in another module is another element.
 */
function useMovedFocus(draft: CourseDraft) {
  const orderRef = useRef<OutlineOrder>(orderOf(draft));
  const movedRef = useRef<MovedElement>(undefined);
  useLayoutEffect(() => {
    orderRef.current = orderOf(draft);
    if (!movedRef.current) return;
    const { id, afterMenu } = movedRef.current;
    movedRef.current = undefined;
    const focus = () => document.getElementById(id)?.focus();
    // Whoever has gone on to something else by then stays there.
    if (afterMenu) setTimeout(() => isFocusLost() && focus(), 50);
    else focus();
  }, [draft]);
  return { orderRef, movedRef };
}

/** With what was moved, or in the menu that closes. */
const isFocusLost = () =>
  document.activeElement === document.body || document.activeElement?.closest("[role=menu]");
