import { multiLine, oneLine } from "#contract/values.ts";

/** What may stand in a mail about a cart, as `{product}`, and what is said where it is not known. */
export const cartPlaceholders = {
  first_name: "there",
  product: "what you chose",
  store: "the store",
  price: "",
  code: "",
} as const;

export type CartValues = Partial<Record<keyof typeof cartPlaceholders, string>>;

const placeholder = /\{\s*([\p{L}\p{N}_ -]+?)\s*\}/gu;
const isKnown = (name: string): name is keyof typeof cartPlaceholders =>
  Object.hasOwn(cartPlaceholders, name);

/** The text with its placeholders filled in. What is filled in is not looked at again. */
export const fillCartText = (text: string, values: CartValues): string =>
  text.replaceAll(placeholder, (typed, name: string) =>
    isKnown(name) ? values[name] || cartPlaceholders[name] : typed,
  );

const findUnknown = (text: string): string | undefined =>
  Array.from(text.matchAll(placeholder)).find(([, name = ""]) => !isKnown(name))?.[0];

const refused = ({ input }: { input?: unknown }) =>
  `${findUnknown(String(input))} is not known here. Use {first_name}, {product}, {store}, {price} or {code}`;

const isFilled = (text: string) => findUnknown(text) === undefined;

export const CartSubject = oneLine(120, "A subject is required").refine(isFilled, { error: refused });
export const CartBody = multiLine(3_000, "A text is required").refine(isFilled, { error: refused });

/** Texts to begin a mail from. */
export const cartTemplates = [
  {
    name: "Still thinking?",
    subject: "You left {product}",
    body: "Hi {first_name},\n\nyou had {product} in the checkout of {store} and did not finish. All that you chose is kept: the button below leads back to it.\n\nIf something was unclear, answer this mail.",
  },
  {
    name: "Payment failed",
    subject: "Your payment for {product} did not go through",
    body: "Hi {first_name},\n\nyour bank did not accept the payment for {product}, so nothing was charged. That happens, mostly for a reason that is quickly put right.\n\nAll that you chose is kept: try again with the same card or another one.",
  },
  {
    name: "One more look",
    subject: "{product} is still here",
    body: "Hi {first_name},\n\n{product} is still kept for you at {price}. If you were unsure whether it is right for you, answer this mail and ask.",
  },
  {
    name: "With a discount",
    subject: "Something off {product}",
    body: "Hi {first_name},\n\nif the price made you wait: {code} takes something off {product}. It is yours alone and works once.",
  },
  {
    name: "The last word",
    subject: "Shall we let {product} go?",
    body: "Hi {first_name},\n\nthis is the last time that we write about {product}. The button leads back to what you had chosen.",
  },
] as const;
