import { expect, test } from "vitest";
import { saveNotificationChoice } from "#contract/notifications/notifications.ts";
import { addPushBrowser, listPushBrowsers, removePushBrowser } from "#contract/notifications/push.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { openPushServer } from "#tests/support/push-server.ts";
import { testApp } from "#tests/support/test-app.ts";
import { isPushAddress } from "./push-address.ts";

const server = await openPushServer();
const app = await testApp({ WEB_PUSH_HOSTS: server.host });
const { pool } = app.services;

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const browsersOf = async (creator: Creator) => (await app.as(creator).call(listPushBrowsers)).body;
const subscribe = async (creator: Creator) => {
  const subscription = server.subscribe((await browsersOf(creator)).publicKey);
  const { status, body } = await app.as(creator).call(addPushBrowser, { body: subscription });
  expect(status).toBe(200);
  return { ...subscription, id: body.id };
};
const sell = async (creator: Creator, title = "Guide") => {
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD", title });
  return makeOrder(app, { items: [{ product }] });
};
const tell = async () => {
  await pool.query("insert into job_outbox (name, data) values ('tell-creators', '{}')");
  await app.runJobs();
};
const shownOn = ({ endpoint }: { endpoint: string }) =>
  server.received
    .filter(({ path }) => endpoint.endsWith(path))
    .map(({ text }) => JSON.parse(text) as Record<string, string>);

test("a browser shows what happened, sealed for it alone and signed by this installation", async () => {
  const creator = await makeCreator(app);
  const [laptop, phone] = [await subscribe(creator), await subscribe(creator)];
  const stranger = await subscribe(await makeCreator(app));
  // Push services have the machine's time, and refuse what is good for longer than a day.
  app.clock.advance({ days: 2 });
  const order = await sell(creator);
  await tell();
  await tell();
  const shown = {
    title: "Your first sale!",
    body: "Guide · $19.00 · Order 1001",
    href: `/admin?tab=customers&order=${order.id}`,
    tag: expect.any(String),
  };
  expect([shownOn(laptop), shownOn(phone), shownOn(stranger)]).toEqual([[shown], [shown], []]);
  expect(server.refused).toEqual([]);
});

test("many sales of a minute are one push, and none comes where it was not chosen", async () => {
  const creator = await makeCreator(app);
  const browser = await subscribe(creator);
  for (let n = 0; n < 3; n++) await sell(creator, "🧭".repeat(100));
  await tell();
  expect(shownOn(browser)).toMatchObject([{ title: "3 things happened in your store", href: "/" }]);
  await app.as(creator).call(saveNotificationChoice, { params: { kind: "SALE" }, body: { push: false } });
  await sell(creator);
  await tell();
  expect(shownOn(browser)).toHaveLength(1);
  expect(server.refused).toEqual([]);
});

test.each([
  [404, 503],
  [410, 403],
])(
  "a browser that is gone (%i) is forgotten; one whose service rests or refuses us (%i) is not",
  async (isGone, refuses) => {
    const creator = await makeCreator(app);
    const [gone, resting, there] = [
      await subscribe(creator),
      await subscribe(creator),
      await subscribe(creator),
    ];
    server.answer(gone.endpoint, isGone);
    server.answer(resting.endpoint, refuses);
    await sell(creator);
    await tell();
    expect(shownOn(there)).toHaveLength(1);
    expect((await browsersOf(creator)).browsers.map(({ id }) => id).toSorted()).toEqual(
      [resting.id, there.id].toSorted(),
    );
  },
);

test("a browser is its creator's alone, ends with its session, and goes to who signs in there next", async () => {
  const [creator, other] = [await makeCreator(app), await makeCreator(app)];
  const browser = await subscribe(creator);
  const remove = (who: Creator) => app.as(who).call(removePushBrowser, { params: { id: browser.id } });
  expect((await remove(other)).status).toBe(404);
  const { endpoint, keys } = browser;
  expect((await app.as(other).call(addPushBrowser, { body: { endpoint, keys } })).status).toBe(200);
  expect((await browsersOf(creator)).browsers).toEqual([]);
  expect((await browsersOf(other)).browsers).toMatchObject([{ endpoint }]);
  await pool.query("delete from sessions where user_id = $1", [other.id]);
  expect((await pool.query("select from push_browsers where endpoint = $1", [endpoint])).rows).toEqual([]);
  const again = await subscribe(creator);
  expect((await app.as(creator).call(removePushBrowser, { params: { id: again.id } })).status).toBe(200);
  expect((await browsersOf(creator)).browsers).toEqual([]);
});

test("a browser whose session is over shows nothing more", async () => {
  const creator = await makeCreator(app);
  const browser = await subscribe(creator);
  await pool.query("update sessions set expire = $2 where user_id = $1", [creator.id, app.clock.now()]);
  await sell(creator);
  await tell();
  expect(shownOn(browser)).toEqual([]);
});

test("a creator has ten browsers; the oldest gives way", async () => {
  const creator = await makeCreator(app);
  const all = [];
  for (let n = 0; n < 12; n++) {
    app.clock.advance({ seconds: 1 });
    all.push(await subscribe(creator));
  }
  const { browsers } = await browsersOf(creator);
  expect(browsers.map(({ id }) => id)).toEqual(
    all
      .slice(2)
      .map(({ id }) => id)
      .toReversed(),
  );
});

test("nobody can have us call anything but a push service", async () => {
  const creator = await makeCreator(app);
  const { keys } = server.subscribe((await browsersOf(creator)).publicKey);
  const refusedAddresses = [
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/fcm/send/x",
    "https://user:pass@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.example.com/x",
    "https://evilpush.apple.com/x",
    "https://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:1/x",
    "https://localhost/x",
    "ftp://push.apple.com/x",
    "javascript:alert(1)",
  ];
  for (const endpoint of refusedAddresses) {
    expect(isPushAddress(endpoint, app.services.config)).toBe(false);
    const { status } = await app.as(creator).call(addPushBrowser, { body: { endpoint, keys } });
    expect([endpoint, status]).toEqual([endpoint, 422]);
  }
  const services = [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ];
  for (const endpoint of services) expect(isPushAddress(endpoint, app.services.config)).toBe(true);
  const notAPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  const wrong = { ...keys, p256dh: notAPoint };
  const { status } = await app
    .as(creator)
    .call(addPushBrowser, { body: { endpoint: services[0] ?? "", keys: wrong } });
  expect(status).toBe(422);
});
