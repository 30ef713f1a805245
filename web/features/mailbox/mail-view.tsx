import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Check, Copy, Paperclip } from "lucide-react";
import { useState } from "react";
import { getMailboxAttachment, getMailboxHtml, getMailboxMail } from "#contract/dev/mailbox.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

const parts = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "headers", label: "Headers" },
] as const;
type Part = (typeof parts)[number]["value"];

/** One mail: who and when, its code large where it has one, and its three parts. */
export function MailView({ id, onBack }: { id: string; onBack: () => void }) {
  const zone = useZone();
  const [part, setPart] = useState<Part>("html");
  const { data: mail, isError } = useQuery(apiQuery(getMailboxMail, { params: { id } }));
  const back = (
    <Button variant="ghost" size="sm" className="-ml-3 w-fit lg:hidden" onClick={onBack}>
      <ArrowLeft aria-hidden="true" />
      All mails
    </Button>
  );
  if (isError) {
    return (
      <div className="p-4 sm:p-6">
        {back}
        <EmptyState title="This mail is gone" level={2}>
          The mailbox was emptied since the list was read.
        </EmptyState>
      </div>
    );
  }
  if (!mail) return <Skeleton className="m-6 h-64" />;

  const code = /^\d{6}$/m.exec(mail.text)?.[0];
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-6">
      {back}
      <div className="grid gap-2">
        <h2 dir="auto" className="text-xl font-semibold break-words">
          {mail.subject}
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [&_dd]:break-words [&_dt]:text-muted-foreground">
          <dt>From</dt>
          <dd>{mail.from}</dd>
          <dt>To</dt>
          <dd>{mail.to}</dd>
          <dt>Sent</dt>
          <dd>
            <time dateTime={mail.sentAt}>{momentText(mail.sentAt, zone)}</time>
          </dd>
        </dl>
      </div>
      {mail.attachments.length > 0 && (
        <ul aria-label="Attachments" className="flex flex-wrap gap-2">
          {mail.attachments.map(({ fileName }) => (
            <li key={fileName}>
              <LinkButton
                variant="outline"
                size="sm"
                href={getMailboxAttachment.url
                  .replace(":id", encodeURIComponent(id))
                  .replace(":fileName", encodeURIComponent(fileName))}
                download={fileName}
              >
                <Paperclip aria-hidden="true" />
                <bdi>{fileName}</bdi>
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {code && <CodePanel code={code} />}
      <Tabs label="Parts of the mail" variant="pill" value={part} onValueChange={setPart} tabs={parts}>
        <TabPanel value="html">
          <iframe
            title="The mail's HTML"
            src={getMailboxHtml.url.replace(":id", encodeURIComponent(id))}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="h-[44rem] w-full rounded-xl border border-border bg-card"
          />
        </TabPanel>
        <TabPanel value="text">
          <pre className="rounded-xl border border-border bg-card p-4 font-mono text-sm break-words whitespace-pre-wrap">
            {mail.text}
          </pre>
        </TabPanel>
        <TabPanel value="headers">
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-border bg-card p-4 font-mono text-sm">
            {Object.entries(mail.headers).map(([name, value]) => (
              <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
                <dt className="text-xs text-muted-foreground">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </TabPanel>
      </Tabs>
    </article>
  );
}

function CodePanel({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-brand-soft px-5 py-4 text-brand-soft-foreground">
      <p className="font-mono text-3xl font-bold tracking-[0.2em]">
        <span className="sr-only">Code: </span>
        {code}
      </p>
      <Button variant="outline" onClick={() => void copy()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? "Copied" : "Copy code"}
      </Button>
    </div>
  );
}
