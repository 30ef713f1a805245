import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { niceness, render, RenderFailed, renderProcess } from "./render-process.ts";

const creator = "a-creator";
const picture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#cf3d08",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
const small = await picture(300, 200);

afterEach(() => renderProcess.end());

test("encodes in a process of its own, with low priority and no secret", async () => {
  vi.stubEnv("SESSION_SECRET", "kept here");
  const { widths } = await render(creator, "encodeImageVariants", small, "avatar");
  expect(widths).toEqual([96, 192]);
  const pid = renderProcess.pid();
  if (pid === undefined) throw new Error("it does not run");
  expect(pid).not.toBe(process.pid);
  expect(getPriority(pid)).toBeGreaterThanOrEqual(niceness);
  if (process.platform !== "linux") return;
  expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain("SESSION_SECRET");
  // The threads that encode are what matters; the engine's own may have begun before.
  const nice = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1").split(") ")[1]?.split(" ")[16]),
  );
  expect(nice.filter((one) => one >= niceness).length).toBeGreaterThanOrEqual(3);
});

test("a picture costs this process next to no processor time", async () => {
  const tall = await picture(1_600, 16_000);
  await render(creator, "encodeImageVariants", small, "avatar");
  const began = process.cpuUsage();
  const { width, height } = await render(creator, "encodeImageVariants", tall, "text");
  const { user, system } = process.cpuUsage(began);
  // It took this process eighteen seconds and more.
  expect((user + system) / 1_000_000).toBeLessThan(2);
  expect(width * height).toBeLessThanOrEqual(6_000_000);
  expect(height / width).toBeCloseTo(10, 0);
});

test("says what is wrong with a picture as before", async () => {
  await expect(render(creator, "encodeImageVariants", Buffer.from("<svg/>"), "cover")).rejects.toMatchObject({
    status: 422,
    fields: { file: expect.any(String) as string },
  });
});

test("a process that is killed fails its piece alone, and the next piece has a new one", async () => {
  await render(creator, "encodeImageVariants", small, "avatar");
  const first = renderProcess.pid();
  const slow = await picture(1_600, 3_700);
  const cut = render(creator, "encodeImageVariants", slow, "text").catch((error: unknown) => error);
  const next = render(creator, "encodeImageVariants", small, "avatar");
  process.kill(first ?? 0, "SIGKILL");
  expect(await cut).toBeInstanceOf(RenderFailed);
  expect((await next).widths).toEqual([96, 192]);
  expect(renderProcess.pid()).not.toBe(first);
});

test("a piece that takes too long is ended with its process", async () => {
  await render(creator, "encodeImageVariants", small, "avatar");
  const first = renderProcess.pid();
  const slow = await picture(1_600, 3_700);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const cut = render(creator, "encodeImageVariants", slow, "text").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  expect(await cut).toMatchObject({ message: expect.stringContaining("longer than") as string });
  expect(renderProcess.pid()).not.toBe(first);
});
