/** The outline by ids: the modules in their order, and the lessons of each in theirs. */
export type OutlineOrder = readonly { id: string; lessonIds: readonly string[] }[];

/** A place in the outline: before the lesson that is now at `index` of a module. */
export type LessonPlace = { moduleId: string; index: number };

/** Puts a module at another place, counted among the others. The same order where there is no such module. */
export function moveModule(order: OutlineOrder, moduleId: string, to: number): OutlineOrder {
  const from = order.findIndex(({ id }) => id === moduleId);
  const moved = order[from];
  if (!moved) return order;
  return order.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, moved);
}

/** Puts a lesson before what is now at a place, in its own module or another. The same order where either is missing. */
export function moveLesson(
  order: OutlineOrder,
  lessonId: string,
  { moduleId, index }: LessonPlace,
): OutlineOrder {
  const target = order.find(({ id }) => id === moduleId);
  if (!target || !placeOf(order, lessonId)) return order;
  const before = target.lessonIds.slice(0, index).filter((id) => id !== lessonId);
  const after = target.lessonIds.slice(index).filter((id) => id !== lessonId);
  return order.map(({ id, lessonIds }) => ({
    id,
    lessonIds:
      id === moduleId ? [...before, lessonId, ...after] : lessonIds.filter((each) => each !== lessonId),
  }));
}

/**
 * One step up (-1) or down (1) for a lesson: past its neighbour, and at the end of its module into the next one.
 * The same order at the ends of the outline.
 */
export function stepLesson(order: OutlineOrder, lessonId: string, step: -1 | 1): OutlineOrder {
  const place = placeOf(order, lessonId);
  if (!place) return order;
  const at = order.findIndex(({ id }) => id === place.moduleId);
  const count = order[at]?.lessonIds.length ?? 0;
  if (step === -1 && place.index > 0)
    return moveLesson(order, lessonId, { ...place, index: place.index - 1 });
  if (step === 1 && place.index < count - 1)
    return moveLesson(order, lessonId, { ...place, index: place.index + 2 });
  const next = order[at + step];
  if (!next) return order;
  return moveLesson(order, lessonId, { moduleId: next.id, index: step === 1 ? 0 : next.lessonIds.length });
}

/** Where a lesson is; undefined where it is not in the outline. */
export function placeOf(order: OutlineOrder, lessonId: string): LessonPlace | undefined {
  for (const { id, lessonIds } of order) {
    const index = lessonIds.indexOf(lessonId);
    if (index >= 0) return { moduleId: id, index };
  }
  return undefined;
}

export function isSameOrder(a: OutlineOrder, b: OutlineOrder): boolean {
  return textOf(a) === textOf(b);
}

const textOf = (order: OutlineOrder) =>
  order.map(({ id, lessonIds }) => [id, ...lessonIds].join(" ")).join("\n");
