import { afterAll, expect, test } from "vitest";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getReadiness } from "#contract/health.ts";
import { uploadDigitalFile } from "#contract/files/files.ts";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { selectDueJobs } from "#server/jobs/minute-look.ts";
import { createQueueTables } from "#server/jobs/queue.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { openLine } from "#tests/support/cut-line.ts";
import { downloading } from "#tests/support/downloading.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { startLocalS3 } from "#tests/support/local-s3.ts";
import { localSmtp } from "#tests/support/local-smtp.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createFaults, type PlantedBug } from "./faults.ts";
import { type Run, runSchedule } from "./schedule.ts";

// SCHEDULE_SEED=17 npx vitest run tests/money/outages
const only = process.env["SCHEDULE_SEED"];
const count = isLongRun ? 40 : 1;
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

/** Away for ten steps of six minutes. */
const steps = 10;
const stepMinutes = 6;

const [smtp, s3] = [await localSmtp(), await startLocalS3()];
const lineTo = (url: string) => openLine({ port: Number(new URL(url).port) });
const [mailLine, fileLine] = [await lineTo(smtp.url), await lineTo(s3.endpoint)];
afterAll(() => Promise.all([mailLine, fileLine, smtp, s3].map((one) => one.close())));

const faults = createFaults();
const app = await testApp(
  {
    SMTP_URL: smtp.url.replace(/[^@]+$/, mailLine.address),
    MAIL_FROM: "Store <store@example.com>",
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: `http://${fileLine.address}`,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  },
  { between: faults.between },
);
const { pool } = app.services;
await createQueueTables(app.services.access);
const { ask, tokenOf, get, countOf } = downloading(app);

type Outage = {
  /** The step that it begins with: the second is that in which all pay for the first time, and the third brings news of it. */
  firstStep: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** What has to be so while it lasts, and once it is over; what is wrong. */
  during(run: Run): Promise<string[]>;
  after(run: Run): Promise<string[]>;
};

const nothing = async () => {};
const none = async () => [];

const outages: Record<string, Outage> = {
  "the mail server": { firstStep: 2, cut: mailLine.cut, mend: mailLine.mend, during: none, after: none },
  // By its plan below: half of what it does not answer it has done.
  "the payment provider": { firstStep: 3, cut: nothing, mend: nothing, during: none, after: none },
  "the file store": filesAway(),
};

for (const [service, outage] of Object.entries(outages))
  test(
    `${service} is away for an hour, ${seeds.length} times: nothing is lost and nothing done twice, and pages that do without are as ever`,
    { timeout: 60_000 + seeds.length * 30_000 },
    async () => {
      for (const seed of seeds)
        expect((await hourWithout(service, outage, seed)).join("\n"), `seed ${seed}`).toBe("");
    },
  );

/** Each is a mistake that somebody could make; the hours must notice it. */
const bugs: Record<string, [service: string, bug: PlantedBug]> = {
  "a mail is given up after its first try": [
    "the mail server",
    {
      statement: {
        find: '"attempts" = "mail_outbox"."attempts" + 1',
        replace: '"attempts" = "mail_outbox"."attempts" + 10',
      },
    },
  ],
  "a checkout forgets its payment": [
    "the payment provider",
    {
      statement: {
        find: "set payment_intent_id = $2, client_secret_hash = $3",
        replace: "set client_secret_hash = coalesce($3, $2)",
      },
    },
  ],
};

for (const [name, [service, bug]] of isLongRun ? Object.entries(bugs) : [])
  test(`such an hour notices it when ${name}`, async () => {
    const outage = outages[service];
    faults.plant(bug);
    try {
      expect(outage && (await hourWithout(service, outage, 1))).not.toEqual([]);
    } finally {
      faults.plant(undefined);
    }
  });

async function hourWithout(service: string, { firstStep, cut, mend, during, after }: Outage, seed: number) {
  const problems: string[] = [];
  const isAway = (step: number) => step >= firstStep && step < firstStep + steps;
  const plan = (step: number, { random }: Pick<Run, "random">) =>
    service === "the payment provider" && isAway(step)
      ? { random, provider: 1, commit: 0, statement: 0 }
      : undefined;
  smtp.received.length = 0;
  let of: Run | undefined;
  const outcome = await runSchedule(app, faults, seed, {
    planFor: plan,
    async afterStep(step, run) {
      of = run;
      if (step === firstStep - 1) await cut();
      if (isAway(step)) {
        app.clock.advance({ minutes: stepMinutes });
        faults.plan(plan(step, run));
        await work();
        problems.push(...(await pages(run)));
        if ((step - firstStep) % 4 === 0) problems.push(...(await during(run)));
        faults.heal();
      }
      if (step === firstStep + steps - 1) await mend();
    },
    atEnd: async () => [],
  });
  // A mail's tries are an hour apart by then.
  for (let round = 0; round < 4; round++) {
    app.clock.advance({ minutes: 61 });
    await work();
  }
  if (of) problems.push(...(await after(of)), ...(await mailsOf(of)));
  return [...new Set([...outcome.problems, ...problems])];
}

const looked = allJobs.flatMap((job) => (job.due ? [{ ...job, due: job.due }] : []));

/** What a worker does in a minute: what its look finds; what fails is done again later. */
async function work(): Promise<void> {
  const services = faults.services();
  for (const { data, handle } of await selectDueJobs(
    pool,
    looked,
    app.clock.now(),
    services.payments.provider,
  ))
    await handle(services, data.parse({})).catch(() => undefined);
  const { rows } = await pool.query<{ name: string; data: unknown }>(
    "delete from job_outbox where start_after is null or start_after <= $1 returning name, data",
    [app.clock.now()],
  );
  for (const { name, data } of rows) {
    const job = allJobs.find((one) => one.name === name);
    await job
      ?.handle(services, job.data.parse(data))
      .catch(() =>
        pool.query("insert into job_outbox (name, data, start_after) values ($1, $2, $3)", [
          name,
          data,
          new Date(app.clock.now().getTime() + 60_000),
        ]),
      );
  }
}

/** What needs none of the services that can be away. */
async function pages({ shop }: Run): Promise<string[]> {
  const [guide] = shop.products;
  const answers = {
    storefront: await app.call(listCreatorProducts, { params: { handle: shop.creator.handle } }),
    product: await app.call(getProduct, { params: { idOrSlug: guide?.id ?? "" } }),
    orders: await app.as(shop.creator).call(listOrders, { querystring: {} }),
    readiness: await app.call(getReadiness),
  };
  return Object.entries(answers).flatMap(([page, { status, text }]) =>
    status === 200 ? [] : [`the page ${page} answered ${status} ${text}`],
  );
}

/** Each paid order has its one receipt, each of its add-ons another, and each mail has arrived once. */
async function mailsOf({ shop }: Run): Promise<string[]> {
  const { rows: orders } = await pool.query<{ id: string; receipts: number; wanted: number }>(
    `select o.id, (select count(*)::int from mail_outbox m where m.template = 'receipt' and m.data ->> 'orderId' = o.id::text) as receipts,
            1 + (select count(*)::int from upsell_offers added where added.order_id = o.id and added.decision = 'ACCEPTED') as wanted
       from orders o where o.owner_id = $1 and o.paid_at is not null`,
    [shop.creator.id],
  );
  const { rows: mails } = await pool.query<{ id: string; state: string; failure: string | null }>(
    "select id, state, failure from mail_outbox where recipient like $1",
    [`%${shop.creator.handle}%`],
  );
  const arrived = (id: string) => smtp.received.filter(({ messageId }) => messageId.includes(id)).length;
  // Its bank refused it before the mail could leave: nothing is on its way.
  const isRefusedRefund = (failure: string | null) => failure === "There is no such refund";
  return [
    ...(orders.length === 0 || mails.length === 0 ? ["nothing was bought"] : []),
    ...orders.flatMap(({ id, receipts, wanted }) =>
      receipts === wanted ? [] : [`${id} has ${receipts} receipts instead of ${wanted}`],
    ),
    ...mails.flatMap(({ id, state, failure }) =>
      (isRefusedRefund(failure) ? arrived(id) === 0 : state === "SENT" && arrived(id) === 1)
        ? []
        : [`the mail ${id} is ${state} (${failure}), and arrived ${arrived(id)} times`],
    ),
  ];
}

/** A creator's upload is refused in words, and a buyer's download has cost none of those that they may have. */
function filesAway(): Outage {
  let bought: Awaited<ReturnType<typeof makeBoughtDownload>> | undefined;
  const data = Buffer.from("%PDF-1.7 what was bought");
  const uploadAs = async ({ shop }: Run) => {
    const body = multipartOf([
      { fileName: "a.pdf", type: "application/pdf", data: Buffer.from("%PDF-1.7\n%%EOF\n") },
    ]);
    const headers = { ...body.headers, cookie: await sessionCookieOf(app, shop.creator) };
    return app.app.inject({ method: "POST", url: uploadDigitalFile.url, payload: body.payload, headers });
  };
  const download = async () => {
    if (!bought) throw new Error("nothing was bought");
    const asked = await ask(bought);
    return asked.status === 200 ? get(tokenOf(asked)) : { status: asked.status, data: Buffer.alloc(0) };
  };
  return {
    firstStep: 2,
    async cut() {
      bought = await makeBoughtDownload(app, { data, download: { maxDownloads: 1 } });
      await fileLine.cut();
    },
    mend: fileLine.mend,
    async during(run) {
      const upload = await uploadAs(run);
      const statuses = [upload.statusCode, (await download()).status];
      return statuses.every((status) => status === 503) && upload.body.includes("file storage")
        ? []
        : [`an upload and a download answered ${statuses.join(" and ")}: ${upload.body}`];
    },
    async after(run) {
      const problems: string[] = [];
      const upload = await uploadAs(run);
      if (upload.statusCode !== 200) problems.push(`an upload answers ${upload.statusCode} when all is well`);
      const found = await download();
      if (!found.data.equals(data)) problems.push(`a download answers ${found.status} when all is well`);
      if (bought && (await countOf(bought)) !== 1)
        problems.push(`${await countOf(bought)} downloads are counted`);
      const { rows } = await pool.query<{ key: string }>(
        "select storage_key as key from uploads where state = 'STORED' and owner_id = $1",
        [run.shop.creator.id],
      );
      const sizes = await Promise.all(rows.map(({ key }) => app.services.files.size(key)));
      if (sizes.length !== 1 || sizes[0] === undefined)
        problems.push(`of one file ${sizes.length} are said to be there, and are ${sizes.join()} bytes`);
      return problems;
    },
  };
}
