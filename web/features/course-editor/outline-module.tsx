import { Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { DragGrip, dropMark } from "#web/ui/drag-grip.tsx";
import type { DraftModule } from "./course-draft.ts";
import { MoveMenu } from "./move-menu.tsx";
import { RenameField } from "./rename-field.tsx";
import { type DragKind, type Edge, useOutlineDrag } from "./use-outline-drag.ts";

export type ModuleActions = {
  step: (module: DraftModule, step: -1 | 1) => void;
  drop: (dragged: { kind: DragKind; id: string }, onto: DraftModule, edge: Edge) => void;
  rename: (module: DraftModule, title: string) => void;
  remove: (module: DraftModule) => void;
  addLesson: (module: DraftModule) => void;
};

type Props = {
  module: DraftModule;
  isFirst: boolean;
  isLast: boolean;
  /** Its name is to be written: it was just added. */
  startsRenaming: boolean;
  isAdding: boolean;
  actions: ModuleActions;
  /** Its lessons. */
  children: ReactNode;
};

/** One module of the outline: its name, its lessons, and a way to add one. */
export function OutlineModule(props: Props) {
  const { module, isFirst, isLast, startsRenaming, isAdding, actions, children } = props;
  const section = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [renaming, setRenaming] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  if (startsRenaming && !hasBegun) {
    setBegun(true);
    setRenaming(true);
  }
  const { isDragged, over } = useOutlineDrag({
    kind: "module",
    id: module.id,
    element: section,
    handle: grip,
    accepts: ["module", "lesson"],
    onDrop: (dragged, edge) => actions.drop(dragged, module, edge),
  });
  return (
    <li
      ref={section}
      className={classNames(
        "relative py-3 not-first:border-t not-first:border-border",
        isDragged && "opacity-40",
        over?.kind === "lesson" && "bg-brand-soft/50",
        dropMark(over?.kind === "module" ? over.edge : undefined),
      )}
    >
      <div className="flex items-center gap-1">
        <DragGrip ref={grip} className="py-2 [&_svg]:size-4" />
        {renaming ? (
          <RenameField
            label={`Rename module: ${module.title}`}
            value={module.title}
            focusAfter={`module-${module.id}`}
            onDone={(title) => {
              setRenaming(false);
              if (title !== module.title) actions.rename(module, title);
            }}
          />
        ) : (
          <h3
            dir="auto"
            id={`module-${module.id}`}
            tabIndex={-1}
            className="min-w-0 grow rounded-lg px-2 text-sm leading-snug font-semibold wrap-anywhere"
          >
            {module.title}
          </h3>
        )}
        <MoveMenu
          id={`module-menu-${module.id}`}
          title={module.title}
          canMoveUp={!isFirst}
          canMoveDown={!isLast}
          onMove={(step) => actions.step(module, step)}
          onRename={() => setRenaming(true)}
          onRemove={() => actions.remove(module)}
        />
      </div>
      <ol aria-label={`Lessons of ${module.title}`} className="mt-1 grid gap-0.5">
        {children}
      </ol>
      <Button
        variant="ghost"
        size="sm"
        className="mt-1 text-muted-foreground pointer-fine:ml-4"
        loading={isAdding}
        aria-label={`Add lesson to ${module.title}`}
        onClick={() => actions.addLesson(module)}
      >
        <Plus aria-hidden="true" /> Add lesson
      </Button>
    </li>
  );
}
