import { Drawer } from "#web/ui/drawer.tsx";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { CourseProgressLine } from "./course-progress-line.tsx";
import { OutlineList } from "./outline-list.tsx";

type Props = {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  selected: OutlineLesson | undefined;
};

/** The outline over the page. Choosing a lesson closes it. */
export function OutlineDrawer({ isOpen, onOpenChange, selected }: Props) {
  return (
    <Drawer open={isOpen} onOpenChange={onOpenChange} title="Course Content" header={<CourseProgressLine />}>
      <OutlineList selected={selected} onSelect={() => onOpenChange(false)} />
    </Drawer>
  );
}
