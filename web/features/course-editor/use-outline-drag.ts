import { type RefObject, useEffect, useRef, useState } from "react";

export type DragKind = "module" | "lesson";
export type Edge = "before" | "after";
type Dragged = { kind: DragKind; id: string };

type Options = {
  kind: DragKind;
  id: string;
  element: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  /** What may be dropped here. */
  accepts: DragKind[];
  onDrop: (dragged: Dragged, edge: Edge) => void;
};

/** Makes a part of the outline one to drag by its handle and to drop others at. Answers how it looks meanwhile. */
export function useOutlineDrag({ kind, id, element, handle, accepts, onDrop }: Options) {
  const [isDragged, setDragged] = useState(false);
  const [over, setOver] = useState<{ kind: DragKind; edge: Edge }>();
  // The dragging that is under way asks for the newest, without being set up anew.
  const newest = useRef({ accepts, onDrop });
  useEffect(() => {
    newest.current = { accepts, onDrop };
  });

  useEffect(() => {
    let undo = () => {};
    let gone = false;
    // Loaded once there is something to drag: no first load waits for it.
    void Promise.all([
      import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
      import("@atlaskit/pragmatic-drag-and-drop/combine"),
    ]).then(([{ draggable, dropTargetForElements }, { combine }]) => {
      const own = element.current;
      if (gone || !own || !handle.current) return;
      const edgeAt = (clientY: number): Edge => {
        const { top, height } = own.getBoundingClientRect();
        return clientY < top + height / 2 ? "before" : "after";
      };
      undo = combine(
        draggable({
          element: own,
          dragHandle: handle.current,
          getInitialData: () => ({ kind, id }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element: own,
          canDrop: ({ source: { data } }) =>
            data["id"] !== id && newest.current.accepts.includes(kindOf(data)),
          onDrag: ({ source, location, self }) => {
            const { dropTargets, input } = location.current;
            const isHere = dropTargets[0]?.element === self.element;
            setOver(isHere ? { kind: kindOf(source.data), edge: edgeAt(input.clientY) } : undefined);
          },
          onDragLeave: () => setOver(undefined),
          onDrop: ({ source, location, self }) => {
            setOver(undefined);
            const { dropTargets, input } = location.current;
            if (dropTargets[0]?.element !== self.element) return;
            const dragged = { kind: kindOf(source.data), id: String(source.data["id"]) };
            newest.current.onDrop(dragged, edgeAt(input.clientY));
          },
        }),
      );
    });
    return () => {
      gone = true;
      undo();
    };
  }, [kind, id, element, handle]);

  return { isDragged, over };
}

const kindOf = (data: Record<string | symbol, unknown>): DragKind =>
  data["kind"] === "module" ? "module" : "lesson";
