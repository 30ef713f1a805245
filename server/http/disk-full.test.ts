import sharp from "sharp";
import { expect, test } from "vitest";
import { createCoupon } from "#contract/coupons/coupons.ts";
import { uploadImage } from "#contract/files/files.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

let isFull = false;
const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
const app = await testApp(
  {},
  {
    between: (services) => ({
      ...services,
      files: {
        ...services.files,
        put: async (...file) => {
          if (isFull) throw full();
          await services.files.put(...file);
        },
      },
    }),
  },
);
const { pool } = app.services;
const isOutOfSpace = { code: "OUT_OF_SPACE", message: expect.stringContaining("disk is full") };

test("a picture that the disk has no room for is refused in words, and leaves nothing behind; with room it is kept", async () => {
  const creator = await makeCreator(app);
  const cookie = await sessionCookieOf(app, creator);
  const data = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const send = async () => {
    const body = multipartOf([{ fileName: "photo.jpg", type: "image/jpeg", data }]);
    const answer = await app.app.inject({
      method: "POST",
      url: `${uploadImage.url}?kind=cover`,
      payload: body.payload,
      headers: { ...body.headers, cookie },
    });
    return { status: answer.statusCode, body: answer.json<{ code: string; message: string }>() };
  };
  isFull = true;
  expect(await send()).toMatchObject({ status: 507, body: isOutOfSpace });
  expect((await pool.query("select from images where owner_id = $1", [creator.id])).rowCount).toBe(0);
  isFull = false;
  expect((await send()).status).toBe(201);
});

test("a change that the database's disk has no room for is refused in words, and nothing of it stays", async () => {
  const creator = await makeCreator(app);
  const create = () => app.as(creator).call(createCoupon, { body: { code: "SAVE5" } });
  await pool.query(
    `create function no_room() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  );
  await pool.query("create trigger no_room after insert on coupons for each row execute function no_room()");
  expect(await create()).toMatchObject({ status: 507, body: isOutOfSpace });
  await pool.query("drop function no_room cascade");
  expect((await pool.query("select from coupons where owner_id = $1", [creator.id])).rowCount).toBe(0);
  expect((await create()).status).toBe(201);
});
