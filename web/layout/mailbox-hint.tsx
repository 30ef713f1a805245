import { Inbox } from "lucide-react";

/** Where to read a mail to this address, on installations that keep their mail to themselves. */
export function MailboxHint({ email }: { email: string }) {
  return (
    <a
      href={`/dev/mailbox?to=${encodeURIComponent(email.toLowerCase())}`}
      target="_blank"
      rel="noreferrer"
      className="mt-5 flex items-center gap-3 rounded-xl bg-info-soft px-4 py-3 text-sm font-medium text-info-soft-foreground"
    >
      <Inbox className="size-4.5 shrink-0" aria-hidden="true" />
      <span>
        On this computer mail goes to the built-in mailbox.{" "}
        <span className="underline underline-offset-4">Open it</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
