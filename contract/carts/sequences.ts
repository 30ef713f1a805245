import { z } from "zod";
import type { RichDocument } from "#contract/document/document.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, longText, Revision } from "#contract/values.ts";
import { replyText } from "#contract/social/placeholders.ts";
import { stepsAtMost } from "./cart-texts.ts";
import { CartContent, CartSubject, DraftContent, DraftSubject } from "./written-cart-mail.ts";
import { AbandonedCart } from "./carts.ts";

const tags = ["Abandoned carts"];

export const CartKind = z.enum(["LEFT", "FAILED"]);
export type CartKind = z.infer<typeof CartKind>;

/** One mail of a sequence. */
export const CartStep = z.object({
  /** After the checkout was left. An hour is the least: until then it counts as open. */
  delayMinutes: z
    .int()
    .min(60, "Use at least 1 hour")
    .max(30 * 24 * 60, "Use at most 30 days"),
  subject: z.string(),
  content: z.custom<RichDocument>(),
  /** A single-use code of so many percent; null: none. Later steps repeat the code of an earlier one. */
  couponPercent: z.int().min(1, "Use 1 to 100 percent").max(100, "Use 1 to 100 percent").nullable(),
});
export type CartStep = z.infer<typeof CartStep>;

/** As it is being written: the delay may be one that is refused. */
const UnfinishedStep = CartStep.extend({ delayMinutes: z.int() });

const WrittenStep = CartStep.extend({ subject: CartSubject, content: CartContent });

/** What is kept of it; a delay of 0 is one that was not understood. */
const DraftStep = UnfinishedStep.extend({
  delayMinutes: z.int().min(0).max(1_000_000, "Use at most 30 days"),
  subject: DraftSubject,
  content: DraftContent,
});

const tooManySteps = `Use at most ${stepsAtMost} mails`;

const Sequence = z.object({
  isOn: z.boolean(),
  /** The shortest delay first. */
  steps: z.array(CartStep).max(stepsAtMost, tooManySteps),
  /**
   * Written in messages in the place of the first mail, to whom a reply there had led to the checkout, while the platform
   * lets us write. Null: always a mail.
   */
  dmText: replyText(500, "A text is required").nullable(),
});

/** What is mailed after a checkout was left (LEFT), or its payment failed (FAILED). */
export const CartSequence = Sequence.extend({
  kind: CartKind,
  /** As it is being written, which nobody is sent; null: there is nothing but what is sent. */
  draft: z.object({ steps: z.array(UnfinishedStep), dmText: z.string().nullable() }).nullable(),
  /** Counts changes of the draft, too. */
  revision: Revision,
  /** How many carts wait for one of its mails. */
  waitingCarts: z.int(),
});
export type CartSequence = z.infer<typeof CartSequence>;

export const listCartSequences = endpoint({
  method: "GET",
  url: "/api/abandoned-carts/sequences",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's two sequences of mails about carts",
    response: { 200: z.array(CartSequence) },
  },
});

export const saveCartSequence = endpoint({
  method: "PUT",
  url: "/api/abandoned-carts/sequences",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary:
      "Write a sequence as it is sent; its draft is over with that. Switching it on mails nobody who left before; a delay that is changed moves the mails that were not sent yet",
    body: Sequence.extend({
      kind: CartKind,
      /** Left out, it stays switched as it is. */
      isOn: z.boolean().optional(),
      steps: z.array(WrittenStep).max(stepsAtMost, tooManySteps),
      dmText: Sequence.shape.dmText.default(null),
      revision: Revision.optional(),
    }),
    response: { 200: CartSequence },
  },
});

export const saveCartDraft = endpoint({
  method: "PUT",
  url: "/api/abandoned-carts/sequences/draft",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary: "Keep a sequence as it is being written: half-written, too. What is sent stays as it is",
    body: z.object({
      kind: CartKind,
      steps: z.array(DraftStep).max(stepsAtMost, tooManySteps),
      dmText: longText(500).nullable(),
      revision: Revision.optional(),
    }),
    response: {
      200: z.object({
        kind: CartKind,
        steps: z.array(UnfinishedStep),
        dmText: z.string().nullable(),
        revision: Revision,
      }),
    },
  },
});

export const switchCartSequence = endpoint({
  method: "PUT",
  url: "/api/abandoned-carts/sequences/switched-on",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Switch a sequence on or off, as it is sent. On, it mails nobody who left before",
    body: z.object({ kind: CartKind, isOn: z.boolean() }),
    response: { 200: CartSequence },
  },
});

const Draft = z.object({ subject: CartSubject, content: CartContent });

/** A field of a form is text. */
const DraftOfForm = Draft.extend({ content: z.preprocess(parsedOf, CartContent) });

function parsedOf(content: unknown): unknown {
  try {
    return typeof content === "string" ? JSON.parse(content) : content;
  } catch {
    return undefined;
  }
}

/** A page sends it as a form whose answer is shown in a frame: a text of 3,000 letters fits into no address. */
export const previewCartMail = endpoint({
  method: "POST",
  url: "/api/abandoned-carts/preview",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.preview,
  },
  schema: {
    tags,
    summary: "A mail about a cart as it would leave (HTML), with examples in the place of its placeholders",
    body: DraftOfForm,
  },
});

export const sendTestCartMail = endpoint({
  method: "POST",
  url: "/api/abandoned-carts/test-mail",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 10, seconds: 3_600 },
    recentSignIn: notNeeded.testEmail,
  },
  schema: {
    tags,
    summary: "Send that mail to the address of whoever asks",
    body: Draft,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

const params = z.object({ id: Id });

export const sendCartEmail = endpoint({
  method: "POST",
  url: "/api/abandoned-carts/:id/send-email",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Send the next mail of a cart's sequence now; once an hour for each cart",
    params,
    response: { 200: AbandonedCart },
  },
});

export const stopCartSequence = endpoint({
  method: "POST",
  url: "/api/abandoned-carts/:id/stop-sequence",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.stops },
  schema: {
    tags,
    summary: "Send no more mails of a cart's sequence",
    params,
    response: { 200: AbandonedCart },
  },
});
