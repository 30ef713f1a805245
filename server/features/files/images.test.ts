import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { uploadImage } from "#contract/files/files.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { storeImage } from "./images.ts";
import { temporaryFolder } from "./temporary-files.ts";

let app: TestApp;
let creator: { id: string };
let cookie: string;
let photo: Buffer;
beforeAll(async () => {
  app = await testApp();
  creator = await makeCreator(app);
  cookie = await sessionCookieOf(app, creator);
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#e0502f" } })
    .jpeg()
    .toBuffer();
});

async function send(kind: string, data: Buffer, headers: Record<string, string> = { cookie }) {
  const body = multipartOf([{ fileName: "photo.jpg", type: "image/jpeg", data }]);
  const response = await app.app.inject({
    method: "POST",
    url: `${uploadImage.url}?kind=${kind}`,
    payload: body.payload,
    headers: { ...body.headers, ...headers },
  });
  return {
    status: response.statusCode,
    body: response.json<{ id: string; picture: Record<string, string | number>; message: string }>(),
  };
}
const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: "GET", url, headers });

test("a picture is shown in every size it was encoded in, to anyone and for ever", async () => {
  const { status, body } = await send("cover", photo);
  expect(status).toBe(201);
  expect(body.picture).toMatchObject({
    src: `/images/${body.id}/800.jpeg`,
    width: 800,
    height: 500,
    alt: "",
  });
  expect(body.picture["avif"]).toBe(`/images/${body.id}/400.avif 400w, /images/${body.id}/800.avif 800w`);
  for (const address of [
    String(body.picture["src"]),
    ...String(body.picture["avif"]).split(", "),
    ...String(body.picture["webp"]).split(", "),
  ]) {
    const response = await get(address.split(" ")[0]!);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await sharp(response.rawPayload).metadata()).width).toBe(
      Number(/(\d+)\.\w+/.exec(address.split("/").at(-1)!)![1]),
    );
    expect(Number(response.headers["content-length"])).toBe(response.rawPayload.length);
    expect(
      (await get(address.split(" ")[0]!, { "if-none-match": String(response.headers.etag) })).statusCode,
    ).toBe(304);
  }
});

test("what is no picture, too large, or sent by nobody is refused", async () => {
  expect((await send("avatar", Buffer.from("<svg/>"))).status).toBe(422);
  expect((await send("avatar", photo.subarray(0, 200))).status).toBe(422);
  expect((await send("banner", photo)).status).toBe(422);
  expect((await send("avatar", photo, {})).status).toBe(401);
  const tooLarge = await send("avatar", Buffer.concat([photo, Buffer.alloc(10_485_761 - photo.length)]));
  expect([tooLarge.status, tooLarge.body.message]).toEqual([
    413,
    "The image is too large. Use one of at most 10 MB.",
  ]);
});

test("an address that names no picture is 404", async () => {
  const { id } = await storeImage(app.services, {
    ownerId: creator.id,
    kind: "avatar",
    data: photo,
    alt: "Robin",
  });
  for (const url of [
    `/images/${id}/97.avif`,
    `/images/${id}/96.png`,
    `/images/${id}/..%2f96.avif`,
    `/images/${crypto.randomUUID()}/96.avif`,
    "/images/x/96.avif",
    `/images/${id}/`,
  ]) {
    expect((await get(url)).statusCode, url).toBe(404);
  }
});

test("one creator's pictures keep nobody else's waiting; past twenty that wait the next are told when to come again", async () => {
  const slow = await sharp({ create: { width: 1_200, height: 1_800, channels: 3, background: "#204060" } })
    .jpeg()
    .toBuffer();
  const tiny = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#204060" } })
    .jpeg()
    .toBuffer();
  const other = await sessionCookieOf(app, await makeCreator(app));
  const order: string[] = [];
  const note = (name: string, sent: ReturnType<typeof send>) =>
    sent.then((answer) => {
      if (answer.status === 201) order.push(name);
      return answer.status;
    });
  const statuses = [note("slow", send("post", slow))];
  for (let n = 0; n < 23; n++) statuses.push(note("tiny", send("avatar", tiny)));
  // The refused are answered at once: the others wait by then.
  await Promise.race(statuses.map(async (status) => ((await status) === 429 ? true : new Promise(() => {}))));
  statuses.push(note("other's", send("avatar", photo, { cookie: other })));
  const answered = await Promise.all(statuses);
  expect(answered.filter((status) => status === 429)).toHaveLength(4);
  expect(order).toHaveLength(21);
  // Without turns it would be the last of 21. How many are done before it arrives depends on the machine.
  expect(order.indexOf("other's")).toBeLessThanOrEqual(10);
});

test("nothing of a picture stays in the temporary folder", async () => {
  await send("avatar", photo);
  await send("avatar", photo.subarray(0, 200));
  expect(await readdir(temporaryFolder(app.services.config))).toEqual([]);
});
