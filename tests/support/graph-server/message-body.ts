import { z } from "zod";
import { wrongParameter } from "./graph-error.ts";

// Strict: a key that Meta does not know is an error of code 100, as is a value of another type.
const url = z.string().regex(/^https?:\/\/[^\s]+$/);
const Button = z.union([
  z.strictObject({ type: z.literal("web_url"), url, title: z.string().min(1).max(20) }),
  z.strictObject({
    type: z.literal("postback"),
    title: z.string().min(1).max(20),
    payload: z.string().max(1_000),
  }),
]);
const ButtonTemplate = z.strictObject({
  template_type: z.literal("button"),
  text: z.string().min(1).max(640),
  buttons: z.array(Button).min(1).max(3),
});
const Message = z
  .strictObject({
    text: z.string().min(1).optional(),
    attachment: z.strictObject({ type: z.literal("template"), payload: ButtonTemplate }).optional(),
    metadata: z.string().max(1_000).optional(),
  })
  .refine(
    ({ text, attachment }) => (text === undefined) !== (attachment === undefined),
    "text or attachment",
  );
const recipient = z.union([z.strictObject({ id: z.string() }), z.strictObject({ comment_id: z.string() })]);
const OnInstagram = z.strictObject({ recipient, message: Message });
const OnFacebook = z.strictObject({
  recipient,
  message: Message,
  messaging_type: z.enum(["RESPONSE", "UPDATE", "MESSAGE_TAG"]).optional(),
  tag: z.string().optional(),
});

export type MessageBody = z.infer<typeof OnFacebook>;

/** The body of a send, checked as strictly as Meta does. Throws code 100. */
export function readMessageBody(body: unknown, host: string): MessageBody {
  const parsed = (host === "graph.instagram.com" ? OnInstagram : OnFacebook).safeParse(body);
  if (!parsed.success) throw wrongParameter(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Instagram counts bytes, Messenger characters. */
export function checkLength({ message }: MessageBody, isPage: boolean): void {
  const { text = "", metadata } = message;
  if (isPage && text.length > 2_000) throw wrongParameter("Length of param message[text] must be <= 2000");
  if (!isPage && Buffer.byteLength(text) > 1_000)
    throw wrongParameter("Length of param message[text] must be less than or equal to 1000 bytes");
  if (!isPage && metadata !== undefined) throw wrongParameter("Invalid key metadata in param message");
}
