import type pg from "pg";
import { cartTemplates } from "#contract/carts/cart-texts.ts";
import type { CartKind, CartSequence, CartStep } from "#contract/carts/sequences.ts";
import { documentText } from "#contract/document/document-text.ts";
import { saysPlaceholder } from "#contract/document/mail-placeholders.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged } from "#server/database/revision.ts";
import type { StoredCartDraft, StoredCartStep } from "#server/database/schema/carts.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { previewCartMail } from "./preview-cart-mail.ts";
import { stepOf } from "./stored-steps.ts";

type Needs = Pick<Services, "db" | "pool" | "clock" | "config">;
type Wanted = Pick<CartSequence, "kind" | "steps" | "dmText"> & {
  isOn?: boolean | undefined;
  revision?: number | undefined;
};

const hour = 60;
const [thinking, failed, look, discount, last] = cartTemplates;
const step = (delayMinutes: number, { subject, content }: (typeof cartTemplates)[number]): CartStep => ({
  delayMinutes,
  subject,
  content,
  couponPercent: null,
});

/** What a creator begins with, switched off: 1, 24 and 72 hours. */
export const firstSteps: Record<CartKind, CartStep[]> = {
  LEFT: [step(hour, thinking), step(24 * hour, look), { ...step(72 * hour, discount), couponPercent: 10 }],
  FAILED: [step(hour, failed), step(24 * hour, look), step(72 * hour, last)],
};

/** The creator's two sequences; as every creator begins with them until they are saved. */
export async function listCartSequences(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
): Promise<CartSequence[]> {
  const rows = await selectSequences(pool, ownerId);
  const saved = rows.map(({ draft, ...row }) => ({
    ...row,
    steps: row.steps.map(stepOf),
    draft: draft && { ...draft, steps: draft.steps.map(stepOf) },
  }));
  return (["LEFT", "FAILED"] as const).map(
    (kind) =>
      saved.find((sequence) => sequence.kind === kind) ?? {
        kind,
        isOn: false,
        steps: firstSteps[kind],
        dmText: null,
        draft: null,
        revision: 1,
        waitingCarts: 0,
      },
  );
}

/**
 * Writes a sequence as it is sent, and moves the mails that wait for it; its draft is over. Without `isOn` it stays switched
 * as it is. Carts that were left before it was switched on get none. Throws 422 where the creator has no postal address, for
 * steps whose delays do not grow, that name a code they do not have, show products that are not theirs or are longer than mail
 * programs show, 409 where it was changed since `revision`.
 */
export async function saveCartSequence(
  { db, pool, clock, config }: Needs,
  ownerId: string,
  { kind, isOn, steps, dmText, revision }: Wanted,
): Promise<CartSequence> {
  requireSound(steps);
  for (const [n, words] of steps.entries())
    await previewCartMail({ db, pool, config }, ownerId, words, `steps.${n}.content`);
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    await insertSequence(client, ownerId, kind, JSON.stringify(firstSteps[kind]), now);
    const [before] = await lockSequence(client, ownerId, kind);
    if (isOn ?? before?.isOn) requireToSend(before, steps);
    const saved = await updateSequence(
      client,
      ownerId,
      kind,
      isOn ?? null,
      JSON.stringify(steps),
      revision ?? null,
      now,
      dmText,
    );
    requireUnchanged(saved);
    await scheduleAgain(client, ownerId, kind);
  });
  return getCartSequence({ pool }, ownerId, kind);
}

/** Switches a sequence as it is sent, whatever its draft is. Throws 422 as above. */
export async function switchCartSequence(
  { pool, clock }: Pick<Needs, "pool" | "clock">,
  ownerId: string,
  { kind, isOn }: Pick<CartSequence, "kind" | "isOn">,
): Promise<CartSequence> {
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    await insertSequence(client, ownerId, kind, JSON.stringify(firstSteps[kind]), now);
    const [before] = await lockSequence(client, ownerId, kind);
    if (isOn) requireToSend(before, before?.steps ?? []);
    await updateSwitch(client, ownerId, kind, isOn, now);
    await scheduleAgain(client, ownerId, kind);
  });
  return getCartSequence({ pool }, ownerId, kind);
}

/**
 * Keeps a sequence as it is being written. Whatever is sent stays as it is, and a draft that says the same is none. Throws
 * 409 where it was changed since `revision`.
 */
export async function saveCartDraft(
  { pool, clock }: Pick<Needs, "pool" | "clock">,
  ownerId: string,
  { kind, steps, dmText, revision }: Omit<Wanted, "isOn">,
): Promise<Pick<CartSequence, "kind" | "steps" | "dmText" | "revision">> {
  const saved = await inTransaction(pool, async (client) => {
    await insertSequence(client, ownerId, kind, JSON.stringify(firstSteps[kind]), clock.now());
    return updateDraft(client, ownerId, kind, JSON.stringify({ steps, dmText }), revision ?? null);
  });
  requireUnchanged(saved);
  return { kind, steps, dmText, revision: saved[0]?.revision ?? 1 };
}

async function getCartSequence(
  needs: Pick<Services, "pool">,
  ownerId: string,
  kind: CartKind,
): Promise<CartSequence> {
  const sequences = await listCartSequences(needs, ownerId);
  const found = sequences.find((sequence) => sequence.kind === kind);
  if (!found) throw new Error("a sequence was not read");
  return found;
}

/** Where a creator has not written one yet, the one that all begin with, switched off. */
export async function saveFirstSequence(
  { pool, clock }: Pick<Needs, "pool" | "clock">,
  ownerId: string,
  kind: CartKind,
): Promise<void> {
  await insertSequence(pool, ownerId, kind, JSON.stringify(firstSteps[kind]), clock.now());
}

function requireToSend(
  creator: { hasAddress: boolean } | undefined,
  steps: readonly (CartStep | StoredCartStep)[],
): void {
  if (steps.length === 0) throw Invalid({ steps: "Write at least one mail before you switch it on" });
  if (!creator?.hasAddress)
    throw Invalid({ isOn: "Say your postal address first: it must stand below such mails" });
}

function requireSound(steps: readonly CartStep[]): void {
  let hasCode = false;
  for (const [n, { delayMinutes, subject, content, couponPercent }] of steps.entries()) {
    if (n > 0 && delayMinutes <= (steps[n - 1]?.delayMinutes ?? 0))
      throw Invalid({ [`steps.${n}.delayMinutes`]: "Wait longer than the mail before" });
    hasCode ||= couponPercent !== null;
    if (!hasCode && saysPlaceholder(`${subject} ${documentText(content)}`, "code"))
      throw Invalid({ [`steps.${n}.content`]: "{code} needs a discount in this mail or one before it" });
  }
}

/** SQL: when the next mail of a cart `c` by its sequence `q` is due; null where none is. */
export const nextMailAt = (c: string, q: string): string => `(
  case when ${q}.is_on and ${c}.left_at >= ${q}.switched_on_at and ${c}.stopped is null
       then ${c}.left_at + make_interval(mins => (${q}.steps -> ${c}.next_step ->> 'delayMinutes')::int) end)`;

/** The carts of an order of locks: the sequence first, then its carts. */
export const scheduleNext = (client: pg.PoolClient | Services["pool"], cartIds: string[]): Promise<unknown> =>
  scheduleCarts(client, cartIds);

const lockSequence = statement("carts_lock_sequence")<
  { isOn: boolean; steps: StoredCartStep[]; hasAddress: boolean },
  [ownerId: string, kind: CartKind]
>(`select q.is_on as "isOn", q.steps, u.postal_address is not null as "hasAddress"
     from cart_sequences q join users u on u.id = q.owner_id
    where q.owner_id = $1 and q.kind = $2 for update of q`);

const selectSequences = statement("carts_select_sequences")<
  Omit<CartSequence, "steps" | "draft"> & { steps: StoredCartStep[]; draft: StoredCartDraft | null },
  [ownerId: string]
>(`select q.kind, q.is_on as "isOn", q.steps, q.dm_text as "dmText", q.draft, q.revision,
          (select count(*)::int from abandoned_carts c where c.owner_id = $1 and c.kind = q.kind and c.next_mail_at is not null) as "waitingCarts"
     from cart_sequences q where q.owner_id = $1`);

const insertSequence = statement("carts_insert_sequence")<
  never,
  [ownerId: string, kind: CartKind, steps: string, now: Date]
>(
  `insert into cart_sequences (owner_id, kind, steps, created_at) values ($1, $2, $3::jsonb, $4) on conflict do nothing`,
);

const updateSequence = statement("carts_update_sequence")<
  { kind: string },
  [
    ownerId: string,
    kind: CartKind,
    isOn: boolean | null,
    steps: string,
    revision: number | null,
    now: Date,
    dmText: string | null,
  ]
>(`update cart_sequences
      set switched_on_at = case when not coalesce($3, is_on) then null when is_on then switched_on_at else $6::timestamptz end,
          is_on = coalesce($3::boolean, is_on), steps = $4::jsonb, dm_text = $7, draft = null, revision = revision + 1
    where owner_id = $1 and kind = $2 and ($5::int is null or revision = $5)
   returning kind`);

const updateSwitch = statement("carts_update_switch")<
  never,
  [ownerId: string, kind: CartKind, isOn: boolean, now: Date]
>(`update cart_sequences
      set switched_on_at = case when not $3::boolean then null when is_on then switched_on_at else $4::timestamptz end, is_on = $3
    where owner_id = $1 and kind = $2`);

const updateDraft = statement("carts_update_draft")<
  { revision: number },
  [ownerId: string, kind: CartKind, draft: string, revision: number | null]
>(`update cart_sequences
      set draft = nullif($3::jsonb, jsonb_build_object('steps', steps, 'dmText', dm_text)), revision = revision + 1
    where owner_id = $1 and kind = $2 and ($4::int is null or revision = $4)
   returning revision`);

const scheduleAgain = statement("carts_schedule_again")<never, [ownerId: string, kind: CartKind]>(
  `update abandoned_carts c set next_mail_at = ${nextMailAt("c", "q")}
     from cart_sequences q
    where q.owner_id = $1 and q.kind = $2 and c.owner_id = $1 and c.kind = $2 and c.outcome is null and c.abandoned_at is not null
      and (c.next_mail_at is not null or (q.is_on and c.left_at >= q.switched_on_at and c.stopped is null))`,
);

const scheduleCarts = statement("carts_schedule_next")<never, [cartIds: string[]]>(
  `update abandoned_carts c set next_mail_at = ${nextMailAt("c", "q")}
     from cart_sequences q
    where c.id = any ($1::uuid[]) and q.owner_id = c.owner_id and q.kind = c.kind and c.outcome is null and c.abandoned_at is not null`,
);
