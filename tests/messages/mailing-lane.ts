import { sendPromotions, closeUnansweredPromotions } from "#server/mail/promotions/send-promotions.ts";
import { startMailings } from "#server/features/mailings/start-mailings.ts";
import { type Mail, MailNotAccepted } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { createFaults, type Faults } from "#tests/money/faults.ts";
import { type Random, seededRandom } from "#tests/money/random.ts";
import { makeMailing, makeTrustedCreator, paragraphs } from "#tests/support/mailing-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";

export type Lane = {
  app: TestApp;
  /** What the mail server has taken, for ever. */
  taken: Mail[];
  processes: readonly { faults: Faults; services: Services }[];
};

/** Two processes that send, each with faults of its own, and one mail server that remembers all it took. */
export function openLane(app: TestApp): Lane {
  const taken: Mail[] = [];
  const processes = [createFaults(), createFaults()].map((faults) => {
    const services: Services = faults.between(app.services);
    services.mailer = unreliableServer(taken, faults);
    return { faults, services };
  });
  return { app, taken, processes };
}

/** What the mail server does to whom, and how often it does each. */
let wishes: { random: Random; rate: number } | undefined;
const strikes = () => wishes?.random.chance(wishes.rate) ?? false;

/** Takes a mail or not, answers or not; a dead process hands nothing over, and hears no answer. */
const unreliableServer = (taken: Mail[], faults: Faults): Services["mailer"] => ({
  async send(mail) {
    faults.pass();
    await Promise.resolve();
    if (strikes()) throw new MailNotAccepted("4.7.0 try later");
    if (strikes()) throw new Error("the connection was closed before DATA");
    taken.push(mail);
    // The moment in which nobody but the mail server knows.
    if (strikes()) faults.kill();
    if (strikes()) throw new Error("the connection was closed after DATA");
    if (faults.isDead()) throw new Error("the process was killed");
  },
});

/** A creator who may send that many today, and so many subscribers. */
export async function furnish(app: TestApp, people: number) {
  const creator = await makeTrustedCreator(app);
  await app.services.pool.query(
    `insert into subscribers (owner_id, email, state, consent_text, confirmed_at)
     select $1::uuid, 'reader-' || n || '-' || left($1::text, 8) || '@example.com', 'SUBSCRIBED', 'Yes', $2 from generate_series(1, $3::int) n`,
    [creator.id, app.clock.now(), people],
  );
  // They have sent for weeks: the first mail was long ago.
  await app.services.pool.query(
    `insert into promotions (owner_id, event, template, email, mailbox, data, state, wanted_at, due_at, claimed_at, settled_at)
     select $1::uuid, 'long ago ' || $1, 'mailing', 'x@example.com', 'x@example.com', '{}', 'SENT', w, w, w, w from (select $2::timestamptz - interval '60 days' as w) ago`,
    [creator.id, app.clock.now()],
  );
  return creator;
}

/**
 * Sends one mailing with two processes that lose connections and are killed at random statements, start again and go on, until
 * nothing is due. Answers what is wrong with it.
 */
export async function sendThroughFaults(lane: Lane, seed: number, people: number): Promise<string[]> {
  const { app, taken, processes } = lane;
  const random = seededRandom(seed);
  taken.length = 0;
  const creator = await furnish(app, people);
  const draft = await makeMailing(app, creator, {
    content: paragraphs("Hi {first_name}, there is news."),
    audience: { match: "ALL", conditions: [{ type: "subscribed", is: true }] },
  });
  await app.services.pool.query("update mailings set state = 'SCHEDULED', send_at = $2 where id = $1", [
    draft.id,
    app.clock.now(),
  ]);
  // Each of them some times in every mailing, also in a small one.
  wishes = { random, rate: Math.max(0.005, Math.min(0.1, 4 / people)) };
  const wrongs: string[] = [];
  for (let round = 0; round < 12; round++) {
    for (const { faults } of processes) plan(faults, random, people);
    await Promise.all(
      processes.map(async ({ services }) => {
        await startMailings(services).catch(() => {});
        await sendPromotions(services, undefined).catch(() => {});
      }),
    );
    for (const { faults } of processes) faults.heal();
    // Whoever starts alone gives up what killed processes had claimed.
    const [alone] = processes;
    if (alone && random.chance(0.5)) await closeUnansweredPromotions(alone.services);
    wrongs.push(...(await endedTooSoon(app, draft.id)));
    app.clock.advance({ minutes: random.integer(1, 15) });
  }
  wishes = undefined;
  for (let calm = 0; calm < 6; calm++) {
    const [{ services } = { services: app.services }] = processes;
    await startMailings(services);
    await sendPromotions(services, undefined);
    app.clock.advance({ hours: 2, minutes: 1 });
  }
  return [...wrongs, ...(await wrongsOf(lane, draft.id, people))];
}

/** A mailing of which somebody waits is not over. */
async function endedTooSoon({ services }: TestApp, mailingId: string): Promise<string[]> {
  const { rows } = await services.pool.query(
    `select from mailings m where m.id = $1 and m.state = 'SENT'
        and exists (select from promotions p where p.mailing_id = m.id and p.state in ('QUEUED', 'CLAIMED'))`,
    [mailingId],
  );
  return rows.length > 0 ? ["it is said to be over while somebody waits"] : [];
}

function plan(faults: Faults, random: Random, people: number): void {
  faults.plan({
    random,
    provider: 0,
    commit: 0.002,
    statement: 0.002,
    killAtCall: random.chance(0.7) ? random.integer(1, Math.min(900, people * 8)) : undefined,
  });
}

async function wrongsOf({ app, taken }: Lane, mailingId: string, people: number): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ state: string; count: number; emails: string[] }>(
    "select state, count(*)::int as count, array_agg(email) as emails from promotions where mailing_id = $1 group by state",
    [mailingId],
  );
  const { rows: mailings } = await app.services.pool.query<{ state: string; audience: number }>(
    "select state, audience_count as audience from mailings where id = $1",
    [mailingId],
  );
  const [mailing] = mailings;
  const got = taken.map(({ to }) => to);
  const of = (state: string) => rows.find((row) => row.state === state)?.emails ?? [];
  const arrived = new Set(got);
  const wrongs: string[] = [];
  const sum = rows.reduce((all, { count }) => all + count, 0);
  if (arrived.size < got.length) wrongs.push(`${got.length - arrived.size} got it twice`);
  if (sum !== people || mailing?.audience !== people)
    wrongs.push(`for ${people}, said to be for ${mailing?.audience}, rows of ${sum}`);
  if (of("SENT").some((email) => !arrived.has(email)))
    wrongs.push("somebody is said to have got it who did not");
  const settled = new Set([...of("SENT"), ...of("UNKNOWN")]);
  if (got.some((email) => !settled.has(email))) wrongs.push("somebody got it who is said not to have");
  if (of("QUEUED").length + of("CLAIMED").length > 0) wrongs.push("somebody waits for ever");
  if (mailing?.state !== "SENT") wrongs.push(`it ended as ${mailing?.state}`);
  // A kill loses what is in a process's hands: two mails at most, in each of two processes and twelve rounds.
  if (of("UNKNOWN").length > 2 * 2 * 12 + people * 0.05) wrongs.push(`${of("UNKNOWN").length} are not known`);
  return wrongs;
}
