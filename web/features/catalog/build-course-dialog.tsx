import { isolated } from "#contract/isolated.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { MyProduct } from "./product-form-values.ts";

type Props = {
  open: boolean;
  /** The course that was just added; stays for the moment in which the dialog closes. */
  course: MyProduct | undefined;
  onOpenChange: (open: boolean) => void;
  onBuild: (course: MyProduct) => void;
};

/** After a course was added: it has no lessons yet, and this is the way to them. */
export function BuildCourseDialog({ open, course, onOpenChange, onBuild }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Build your course"
      description={
        course &&
        `“${isolated(course.title)}” has no lessons yet. Add its modules and lessons now, or later with “Edit course” in the product's menu.`
      }
      confirmLabel="Build your course"
      cancelLabel="Later"
      onConfirm={() => course && onBuild(course)}
    />
  );
}
