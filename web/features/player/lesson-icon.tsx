import { CirclePlay, FileText, ListChecks, PencilLine } from "lucide-react";
import type { OutlineLesson } from "./course-outline.ts";

const icons = { VIDEO: CirclePlay, TEXT: FileText, QUIZ: ListChecks, ASSIGNMENT: PencilLine };

type Props = { lesson: OutlineLesson; className: string };

/** The picture of what a lesson begins with; its words stand beside it. */
export function LessonIcon({ lesson: { parts }, className }: Props) {
  const Icon = parts[0] ? icons[parts[0]] : CirclePlay;
  return <Icon aria-hidden="true" className={className} />;
}
