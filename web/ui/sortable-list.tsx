import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { DragGrip, dropMark } from "./drag-grip.tsx";

type SortableListProps<Item> = {
  /** What the items are: "Order bumps". */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Called with all ids in their new order. */
  onReorder: (ids: string[]) => void;
  /** One item; `handles` are the means to move it, to be put wherever they fit. */
  children: (item: Item, handles: ReactNode, index: number) => ReactNode;
};

/** A list whose order is the reader's to choose: by dragging, and by buttons for keyboards and fingers. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, idOf, nameOf, onReorder, children } = props;
  const listId = useId();
  const [announcement, setAnnouncement] = useState("");
  const ids = items.map(idOf);

  const move = (id: string, to: number) => {
    const from = ids.indexOf(id);
    const item = items[from];
    if (!item || to === from || to < 0 || to >= ids.length) return;
    const rest = ids.toSpliced(from, 1);
    onReorder(rest.toSpliced(to, 0, id));
    setAnnouncement(`${nameOf(item)} is now number ${to + 1} of ${ids.length}`);
  };

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={label} className="divide-y divide-border">
        {items.map((item, index) => (
          <SortableItem
            key={ids[index]}
            id={ids[index] ?? ""}
            listId={listId}
            index={index}
            count={ids.length}
            name={nameOf(item)}
            onMove={move}
          >
            {(handles) => children(item, handles, index)}
          </SortableItem>
        ))}
      </ol>
    </>
  );
}

type SortableItemProps = {
  id: string;
  listId: string;
  index: number;
  count: number;
  name: string;
  onMove: (id: string, to: number) => void;
  children: (handles: ReactNode) => ReactNode;
};

function SortableItem({ id, listId, index, count, name, onMove, children }: SortableItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"before" | "after">();
  // The dragging that is under way asks for the newest, without being set up anew.
  const newest = useRef({ index, onMove });
  useEffect(() => {
    newest.current = { index, onMove };
  });

  useEffect(() => {
    let undo = () => {};
    let gone = false;
    // Loaded once there is something to drag: no first load waits for it.
    void Promise.all([
      import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
      import("@atlaskit/pragmatic-drag-and-drop/combine"),
    ]).then(([{ draggable, dropTargetForElements }, { combine }]) => {
      const element = item.current;
      if (gone || !element || !grip.current) return;
      const sideOf = (clientY: number) => {
        const { top, height } = element.getBoundingClientRect();
        return clientY < top + height / 2 ? "before" : "after";
      };
      undo = combine(
        draggable({
          element,
          dragHandle: grip.current,
          getInitialData: () => ({ id, listId, index: newest.current.index }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => source.data["listId"] === listId && source.data["id"] !== id,
          onDrag: ({ location }) => setEdge(sideOf(location.current.input.clientY)),
          onDragLeave: () => setEdge(undefined),
          onDrop: ({ source, location }) => {
            setEdge(undefined);
            const from = Number(source.data["index"]);
            const { index: here, onMove: move } = newest.current;
            const gap = sideOf(location.current.input.clientY) === "before" ? here : here + 1;
            move(String(source.data["id"]), from < gap ? gap - 1 : gap);
          },
        }),
      );
    });
    return () => {
      gone = true;
      undo();
    };
  }, [id, listId]);

  return (
    <li
      ref={item}
      className={classNames(
        "relative bg-card transition-opacity first:rounded-t-2xl last:rounded-b-2xl",
        dragged && "opacity-40",
        dropMark(edge),
      )}
    >
      {children(
        <span className="flex items-center">
          <DragGrip ref={grip} className="p-1 [&_svg]:size-4.5" />
          <MoveButton label={`Move up: ${name}`} disabled={index === 0} onClick={() => onMove(id, index - 1)}>
            <ChevronUp aria-hidden="true" />
          </MoveButton>
          <MoveButton
            label={`Move down: ${name}`}
            disabled={index === count - 1}
            onClick={() => onMove(id, index + 1)}
          >
            <ChevronDown aria-hidden="true" />
          </MoveButton>
        </span>,
      )}
    </li>
  );
}

type MoveButtonProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode };

/** Keeps the focus at the list's end too: it is marked as disabled, but stays reachable. */
function MoveButton({ label, disabled, onClick, children }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </Button>
  );
}
