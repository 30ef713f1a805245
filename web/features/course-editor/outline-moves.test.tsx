import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createModule, EditedLesson, getCourseDraft, orderCourse } from "#contract/courses/course-editor.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { Refused, server } from "#tests/screens/fake-server.ts";
import { asksBeforeUnload, renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { CourseEditorPage } from "./course-editor-page.tsx";

const lesson = (title: string) =>
  example(EditedLesson, { title, content: { type: "doc", content: [] }, revision: 1 });

/** As the server has it. */
let course: Output<typeof getCourseDraft>;
const ids = () => course.modules.flatMap(({ id, lessons }) => [id, ...lessons.map((one) => one.id)]);
const titles = () =>
  course.modules.map((one) => [one.title, ...one.lessons.map(({ title }) => title)].join(" "));

beforeEach(() => {
  course = {
    product: { id: exampleId(), title: "Night Photography", slug: "night", store: "maya", active: false },
    modules: [
      { id: exampleId(), title: "Light:", lessons: ["A", "B", "C", "D"].map(lesson) },
      { id: exampleId(), title: "Stars:", lessons: [lesson("E")] },
    ],
  };
  server.answer(getCourseDraft, () => course);
  server.answer(orderCourse, ({ body: { modules } }) => {
    const named = modules.flatMap(({ id, lessonIds }) => [id, ...lessonIds]);
    if (named.toSorted().join() !== ids().toSorted().join())
      throw new Refused(409, { code: "COURSE_CHANGED" });
    const known = course.modules.flatMap(({ lessons }) => lessons);
    course = {
      ...course,
      modules: modules.map(({ id, lessonIds }) => ({
        id,
        title: course.modules.find((one) => one.id === id)?.title ?? "",
        lessons: lessonIds.flatMap((each) => known.filter((one) => one.id === each)),
      })),
    };
    return course;
  });
  server.answer(createModule, ({ body }) => {
    course = { ...course, modules: [...course.modules, { id: exampleId(), title: body.title, lessons: [] }] };
    return course;
  });
});

async function openOutline() {
  await renderScreen(
    <CourseEditorPage productId={course.product.id} lessonId={undefined} FileUpload={() => null} />,
    { at: `/course-editor/${course.product.id}`, width: 390, elsewhere: ["/admin"] },
  );
  await expect.poll(shown).toEqual(["Light: A B C D", "Stars: E"]);
}

/** The outline as it is read. */
const shown = () =>
  [...document.querySelectorAll("ol[aria-label=Modules] > li")].map((module) =>
    [
      module.querySelector("h3")?.textContent,
      ...[...module.querySelectorAll("a > span:first-child")].map((one) => one.textContent),
    ].join(" "),
  );

async function moveDown(title: string, times: number) {
  (page.getByRole("link", { name: new RegExp(`^${title}\\b`) }).element() as HTMLElement).focus();
  for (let time = 0; time < times; time++) await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
}
const moves = () => server.calls(orderCourse).length;

test("moves that wait for one that is under way are sent as one, and until all are made the tab asks before it is closed", async () => {
  await openOutline();
  expect(asksBeforeUnload()).toBe(false);
  const sending = server.hold(orderCourse);
  await moveDown("A", 3);
  await expect.poll(shown).toEqual(["Light: B C D A", "Stars: E"]);
  expect(asksBeforeUnload()).toBe(true);
  expect(moves()).toBe(1);
  sending.release();
  await expect.poll(titles).toEqual(["Light: B C D A", "Stars: E"]);
  await expect.poll(asksBeforeUnload).toBe(false);
  expect(shown()).toEqual(titles());
  expect(moves()).toBe(2);
});

test("moves that wait are made from whichever screen somebody has gone to", async () => {
  await openOutline();
  const sending = server.hold(orderCourse);
  await moveDown("A", 2);
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await expect.element(page.getByRole("list", { name: "Modules" })).not.toBeInTheDocument();
  expect(asksBeforeUnload()).toBe(true);
  sending.release();
  await expect.poll(titles).toEqual(["Light: B C A D", "Stars: E"]);
  await expect.poll(asksBeforeUnload).toBe(false);
});

test("where another tab has changed the course, no move is made, it is said, and its outline is shown", async () => {
  await openOutline();
  const sending = server.hold(orderCourse);
  await moveDown("A", 2);
  const [light, stars] = course.modules;
  course = { ...course, modules: [{ ...light!, lessons: light!.lessons.slice(0, 3) }, stars!] };
  sending.release();
  await expect
    .element(page.getByText("The course was changed in another tab", { exact: true }))
    .toBeVisible();
  await expect.poll(shown).toEqual(["Light: A B C", "Stars: E"]);
  expect(titles()).toEqual(shown());
  await expect.poll(asksBeforeUnload).toBe(false);
});

test("where the connection is lost, moves that were not made are taken back, and it is said", async () => {
  await openOutline();
  const sending = server.hold(orderCourse);
  await moveDown("A", 2);
  await expect.poll(shown).toEqual(["Light: B C A D", "Stars: E"]);
  server.setOnline(false);
  sending.release();
  await expect.element(page.getByText(/You are offline/)).toBeVisible();
  await expect.poll(shown).toEqual(["Light: B A C D", "Stars: E"]);
  expect(titles()).toEqual(shown());
  await moveDown("B", 2);
  await expect.poll(shown).toEqual(titles());
  await expect.poll(asksBeforeUnload).toBe(false);
});

test("a module that is added while moves wait is no reason to refuse them", async () => {
  await openOutline();
  const adding = server.hold(createModule);
  await page.getByRole("button", { name: "Add module" }).click();
  await moveDown("A", 2);
  await expect.poll(shown).toEqual(["Light: B C A D", "Stars: E"]);
  adding.release();
  await expect.poll(titles).toEqual(["Light: B C A D", "Stars: E", "Module 3"]);
  await expect.poll(() => shown().slice(0, 2)).toEqual(["Light: B C A D", "Stars: E"]);
  await expect.poll(asksBeforeUnload).toBe(false);
  await expect.element(page.getByText("The course was changed in another tab")).not.toBeInTheDocument();
});

test("a move by the menu leaves the focus on its button, unless somebody has gone on to something else by then", async () => {
  await openOutline();
  const menuOf = (title: string) => page.getByRole("button", { name: `More actions: ${title}` });
  const moveByMenu = async (title: string) => {
    await menuOf(title).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
  };
  await moveByMenu("D");
  await expect.poll(shown).toEqual(["Light: A B C", "Stars: D E"]);
  await expect.poll(() => document.activeElement).toBe(menuOf("D").element());

  await moveByMenu("C");
  await expect.poll(shown).toEqual(["Light: A B", "Stars: C D E"]);
  const link = page.getByRole("link", { name: /^A/ }).element() as HTMLElement;
  link.focus();
  await new Promise((done) => setTimeout(done, 200));
  expect(document.activeElement).toBe(link);
});
