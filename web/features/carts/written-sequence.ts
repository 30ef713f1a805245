import { diff3Merge } from "node-diff3";
import { stepsAtMost } from "#contract/carts/cart-texts.ts";
import type { CartSequence, CartStep } from "#contract/carts/sequences.ts";
import { documentIdentity } from "#contract/document/document-identity.ts";
import { documentText } from "#contract/document/document-text.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import { cartMailLimits } from "#contract/document/read-document.ts";
import { mergeWritten } from "#web/editor/merge-written.ts";

/** A mail on screen; its key stays while others come and go. */
export type WrittenStep = CartStep & { key: string };
export type SequenceFields = { steps: readonly WrittenStep[]; dmText: string | null };

/** A sequence as it is being written. */
export const fieldsOf = ({ draft, ...sent }: CartSequence): SequenceFields => fieldsOfWords(draft ?? sent);

/** The same as it is sent. */
export const sentFieldsOf = (sequence: CartSequence): SequenceFields => fieldsOfWords(sequence);

const fieldsOfWords = ({ steps, dmText }: Pick<CartSequence, "steps" | "dmText">): SequenceFields => ({
  steps: steps.map((step, n) => ({
    ...step,
    content: inOneForm(step.content, cartMailLimits),
    key: String(n),
  })),
  dmText,
});

/** What the server is told. */
export const wordsOf = ({ steps, dmText }: SequenceFields): { steps: CartStep[]; dmText: string | null } => ({
  steps: steps.map(({ delayMinutes, subject, content, couponPercent }) => ({
    delayMinutes,
    subject,
    content,
    couponPercent,
  })),
  dmText,
});

export const isSameWords = (one: SequenceFields, other: SequenceFields): boolean =>
  one.dmText === other.dmText && isSameSteps(one.steps, other.steps);

/** The server trims subjects. */
const identityOf = ({ delayMinutes, subject, content, couponPercent }: CartStep): string =>
  JSON.stringify([delayMinutes, subject.trim(), documentIdentity(content), couponPercent]);

const isSameSteps = (one: readonly CartStep[], other: readonly CartStep[]): boolean =>
  one.length === other.length && one.every((step, n) => identityOf(step) === identityOf(other[n] ?? step));

/**
 * Puts two changes of one sequence together: mails that were added or removed, their fields, and their texts block by block.
 * What both changed in different ways is a conflict, and stays as it is here until it is decided.
 */
export function mergeSequence(base: SequenceFields, mine: SequenceFields, theirs: SequenceFields) {
  const conflicts: (keyof SequenceFields)[] = [];
  const steps = mergeSteps(base.steps, mine.steps, theirs.steps);
  if (!steps) conflicts.push("steps");
  const isMessageMine = mine.dmText !== base.dmText && mine.dmText !== theirs.dmText;
  if (isMessageMine && theirs.dmText !== base.dmText) conflicts.push("dmText");
  const fields: SequenceFields = {
    steps: steps ? withKeysOf(mine.steps, steps) : mine.steps,
    dmText: isMessageMine ? mine.dmText : theirs.dmText,
  };
  return { fields, conflicts };
}

type Steps = readonly WrittenStep[];

function mergeSteps(base: Steps, mine: Steps, theirs: Steps): Steps | undefined {
  if (isSameSteps(mine, theirs)) return mine;
  const known = new Map([...base, ...theirs, ...mine].map((step) => [identityOf(step), step]));
  const [mines, bases, others] = [mine, base, theirs].map((steps) => steps.map(identityOf));
  const merged: (WrittenStep | undefined)[] = [];
  for (const { ok, conflict } of diff3Merge(mines ?? [], bases ?? [], others ?? [], {
    excludeFalseConflicts: true,
  })) {
    if (ok) merged.push(...ok.map((identity) => known.get(identity)));
    if (!conflict) continue;
    const { a, o, b } = conflict;
    if (a.length !== o.length || b.length !== o.length) return undefined;
    merged.push(
      ...o.map((was, n) => mergeStep(known.get(was), known.get(a[n] ?? ""), known.get(b[n] ?? ""))),
    );
  }
  const whole = merged.flatMap((step) => step ?? []);
  return whole.length === merged.length && whole.length <= stepsAtMost ? whole : undefined;
}

const stepFields = ["delayMinutes", "subject", "content", "couponPercent"] as const;

/** Undefined where both changed the same in different ways. */
function mergeStep(
  base: WrittenStep | undefined,
  mine: WrittenStep | undefined,
  theirs: WrittenStep | undefined,
): WrittenStep | undefined {
  if (!base || !mine || !theirs) return undefined;
  const { fields, conflicts } = mergeWritten<WrittenStep>(stepFields, isSameField, { base, mine, theirs });
  return conflicts.length > 0 ? undefined : { ...fields, key: mine.key };
}

function isSameField(field: keyof WrittenStep, one: WrittenStep, other: WrittenStep): boolean {
  if (field === "content") return documentIdentity(one.content) === documentIdentity(other.content);
  if (field === "subject") return one.subject.trim() === other.subject.trim();
  return one[field] === other[field];
}

/** What somebody is writing in stays the same mail on screen; no two have one key. */
function withKeysOf(mine: Steps, steps: Steps): Steps {
  if (steps.length === mine.length)
    return steps.map((step, n) => ({ ...step, key: mine[n]?.key ?? step.key }));
  const taken = new Set<string>();
  return steps.map((step) => {
    const key = taken.has(step.key) ? crypto.randomUUID() : step.key;
    taken.add(key);
    return { ...step, key };
  });
}

/** Its mails in plain words, to be compared or copied. */
export const textOfSteps = (steps: readonly CartStep[]): string =>
  steps
    .map(
      ({ delayMinutes, subject, content, couponPercent }) =>
        `After ${delayMinutes % 60 === 0 ? `${delayMinutes / 60} h` : `${delayMinutes} min`}: ${subject}${couponPercent === null ? "" : ` (${couponPercent} % off)`}\n${documentText(content)}`,
    )
    .join("\n\n");
