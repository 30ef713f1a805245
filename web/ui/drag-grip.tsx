import { GripVertical } from "lucide-react";
import type { Ref } from "react";
import { classNames } from "./class-names.ts";

/** Where a row is taken hold of with a mouse. Not for keyboards and fingers: they have buttons. */
export function DragGrip({ ref, className }: { ref: Ref<HTMLSpanElement>; className?: string }) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      title="Drag to move"
      className={classNames(
        "hidden cursor-grab rounded-md text-muted-foreground pointer-fine:block",
        className,
      )}
    >
      <GripVertical />
    </span>
  );
}

/** The line that shows at which edge of a row, which is `relative`, something would be dropped. */
export function dropMark(edge: "before" | "after" | undefined): string | undefined {
  if (edge === "before")
    return "before:absolute before:inset-x-0 before:-top-px before:z-10 before:h-0.5 before:bg-brand";
  if (edge === "after")
    return "after:absolute after:inset-x-0 after:-bottom-px after:z-10 after:h-0.5 after:bg-brand";
  return undefined;
}
