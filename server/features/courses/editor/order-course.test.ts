import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  type CourseDraft,
  createLesson,
  deleteLesson,
  deleteModule,
  getCourseDraft,
  orderCourse,
} from "#contract/courses/course-editor.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

type Order = { id: string; lessonIds: string[] }[];

let creator: { id: string };
let me: Caller;
beforeAll(async () => {
  creator = await makeCreator(app);
  me = app.as(creator);
});

const orderOf = ({
  modules,
}: CourseDraft | { modules: { id: string; lessons: { id: string }[] }[] }): Order =>
  modules.map(({ id, lessons }) => ({ id, lessonIds: lessons.map(({ id }) => id) }));

async function newCourse(counts: number[]) {
  const modules = counts.map((count) => Array.from({ length: count }, () => ({})));
  const course = await makeCourse(app, { ownerId: creator.id, modules });
  const params = { productId: course.id };
  const read = async () => orderOf((await me.call(getCourseDraft, { params })).body);
  const write = (modules: Order) => me.call(orderCourse, { params, body: { modules } });
  return { course, params, read, write };
}

/** Where everything stands, in the table itself. */
async function positionsOf(productId: string) {
  const modules = await db.select().from(courseModules).where(eq(courseModules.productId, productId));
  const rows = await db
    .select()
    .from(lessons)
    .where(
      inArray(
        lessons.moduleId,
        modules.map(({ id }) => id),
      ),
    );
  return { modules, rows };
}

test("modules and lessons go where they are put, also into another module", async () => {
  const { read, write, course } = await newCourse([2, 1, 0]);
  const [one, two, three] = await read();
  const wanted = [
    { id: three!.id, lessonIds: [one!.lessonIds[1]!, two!.lessonIds[0]!] },
    { id: one!.id, lessonIds: [] },
    { id: two!.id, lessonIds: [one!.lessonIds[0]!] },
  ];
  const { status, body } = await write(wanted);
  expect(status).toBe(200);
  expect(orderOf(body)).toEqual(wanted);
  expect(await read()).toEqual(wanted);
  const { modules, rows } = await positionsOf(course.id);
  expect(modules.map(({ position }) => position).toSorted()).toEqual([0, 1, 2]);
  // Nothing of their own has changed.
  expect(rows.map(({ revision }) => revision)).toEqual([1, 1, 1]);
});

test("an order that is not of exactly what there is changes nothing", async () => {
  const { read, write } = await newCourse([2, 1]);
  const { read: readOther } = await newCourse([1]);
  const before = await read();
  const [one, two] = before;
  const [other] = await readOther();
  const [a, b] = one!.lessonIds;
  const wrong: Order[] = [
    [],
    [one!],
    [one!, two!, other!],
    [one!, one!],
    [one!, two!, two!],
    [{ ...one!, lessonIds: [a!] }, two!],
    [{ ...one!, lessonIds: [a!, a!] }, two!],
    [{ ...one!, lessonIds: [a!, b!, b!] }, two!],
    [{ ...one!, lessonIds: [a!, other!.lessonIds[0]!] }, two!],
    [{ ...one!, lessonIds: [a!, crypto.randomUUID()] }, two!],
    [one!, { ...other!, lessonIds: two!.lessonIds }],
  ];
  for (const modules of wrong) {
    const { status, body } = await write(modules);
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, "COURSE_CHANGED"]);
  }
  expect(await read()).toEqual(before);
});

test("any row of moves keeps exactly the modules and lessons there were, each once", async () => {
  const { read, write } = await newCourse([3, 2, 0, 1]);
  const first = await read();
  const idsOf = (order: Order) => order.flatMap(({ lessonIds }) => lessonIds).toSorted();
  const move = fc.record({ module: fc.boolean(), from: fc.nat(99), to: fc.nat(99), at: fc.nat(99) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
      let order = await read();
      for (const { module, from, to, at } of moves) {
        order = order.map(({ id, lessonIds }) => ({ id, lessonIds: [...lessonIds] }));
        if (module) {
          const [moved] = order.splice(from % order.length, 1);
          order.splice(to % (order.length + 1), 0, moved!);
        } else {
          const full = order.filter(({ lessonIds }) => lessonIds.length > 0);
          const source = full[from % full.length]!.lessonIds;
          const [moved] = source.splice(at % source.length, 1);
          const target = order[to % order.length]!.lessonIds;
          target.splice(at % (target.length + 1), 0, moved!);
        }
        const { status, body } = await write(order);
        expect(status).toBe(200);
        expect(orderOf(body)).toEqual(order);
      }
      const after = await read();
      expect(after).toEqual(order);
      expect(after.map(({ id }) => id).toSorted()).toEqual(first.map(({ id }) => id).toSorted());
      expect(idsOf(after)).toEqual(idsOf(first));
    }),
    { numRuns: 12 },
  );
});

test("two windows that order at once leave the order of one of them, whole", async () => {
  const { read, write, course } = await newCourse([4, 4]);
  const [one, two] = await read();
  const orders: Order[] = Array.from({ length: 8 }, (_, index) => {
    const all = [...one!.lessonIds, ...two!.lessonIds];
    const turned = [...all.slice(index), ...all.slice(0, index)];
    const modules = [
      { id: one!.id, lessonIds: turned.slice(0, index) },
      { id: two!.id, lessonIds: turned.slice(index) },
    ];
    return index % 2 ? modules : modules.toReversed();
  });
  const answers = await Promise.all(orders.map(write));
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
  expect(orders).toContainEqual(await read());
  const { rows } = await positionsOf(course.id);
  expect(new Set(rows.map(({ moduleId, position }) => `${moduleId} ${position}`)).size).toBe(8);
});

test("deleting and adding while another window orders: each is done whole, or refused", async () => {
  for (let round = 0; round < 6; round++) {
    const { read, write, params } = await newCourse([3, 2]);
    const [one, two] = await read();
    const turned = [two!, { ...one!, lessonIds: one!.lessonIds.toReversed() }];
    const victim = one!.lessonIds[0]!;
    const [ordered, deleted, removed, added] = await Promise.all([
      write(turned),
      me.call(deleteLesson, { params: { ...params, lessonId: victim } }),
      me.call(deleteModule, { params: { ...params, moduleId: two!.id } }),
      me.call(createLesson, { params: { ...params, moduleId: one!.id }, body: { title: "New" } }),
    ]);
    expect([200, 409]).toContain(ordered.status);
    expect([deleted.status, removed.status, added.status]).toEqual([200, 200, 200]);
    const after = await read();
    expect(after.map(({ id }) => id)).toEqual([one!.id]);
    const kept = one!.lessonIds.filter((id) => id !== victim);
    const inOrder = ordered.status === 200 ? kept.toReversed() : kept;
    expect(after[0]!.lessonIds.filter((id) => kept.includes(id))).toEqual(inOrder);
    expect(after[0]!.lessonIds).toHaveLength(3);
  }
});

test("lessons with the same address in two modules can change places", async () => {
  const course = await makeCourse(app, {
    ownerId: creator.id,
    modules: [[{ slug: "intro" }, { slug: "b" }], [{ slug: "intro" }]],
  });
  const [one, two] = course.modules;
  const [a, b, c] = course.lessons;
  const { status, body } = await me.call(orderCourse, {
    params: { productId: course.id },
    body: {
      modules: [
        { id: one!.id, lessonIds: [c!.id] },
        { id: two!.id, lessonIds: [b!.id, a!.id] },
      ],
    },
  });
  expect(status).toBe(200);
  const slugs = body.modules.flatMap(({ lessons }) => lessons.map(({ id, slug }) => [id, slug]));
  expect(new Set(slugs.map(([, slug]) => slug))).toEqual(new Set(["intro", "intro-2", "b"]));
});

test("a course as large as they come is ordered in one go", async () => {
  const course = await makeCourse(app, {
    ownerId: creator.id,
    modules: Array.from({ length: 500 }, () => []),
  });
  await db.insert(lessons).values(
    Array.from({ length: 1_000 }, (_, index) => ({
      moduleId: course.modules[index % 500]!.id,
      slug: `l-${index}`,
      title: "L",
      position: Math.floor(index / 500),
    })),
  );
  const params = { productId: course.id };
  const { body } = await me.call(getCourseDraft, { params });
  const turned = orderOf(body).toReversed();
  const answer = await me.call(orderCourse, { params, body: { modules: turned } });
  expect(answer.status).toBe(200);
  expect(orderOf(answer.body)).toEqual(turned);
});
