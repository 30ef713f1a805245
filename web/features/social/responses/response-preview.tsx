import { disclosureFor } from "#contract/social/reply-languages.ts";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon } from "#web/features/social/platform-name.ts";
import type { Account } from "#web/features/social/social-queries.ts";

const sampleFan = { first_name: "Sam", username: "@sam" };

type ResponsePreviewProps = {
  account: Account;
  /** What the fan wrote. */
  keyword: string;
  text: string;
  /** The linked product's title. */
  product: string | undefined;
  /** What its button says; undefined: there is no link. */
  button: string | undefined;
};

/** A phone with the conversation as the fan will see it: the link is a button where the platform has them. */
export function ResponsePreview({ account, keyword, text, product, button }: ResponsePreviewProps) {
  const Icon = platformIcon[account.platform];
  const hasButtons = account.platform !== "TWITTER";
  const link = `${location.host}/l/…`;
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm font-medium">What the fan sees</figcaption>
      <div className="mx-auto w-full max-w-72 rounded-[2rem] border-[6px] border-foreground/85 bg-background shadow-md">
        <div className="flex items-center gap-2 border-b border-border px-4 py-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-soft-foreground">
            <Icon aria-hidden="true" className="size-4" />
          </span>
          <div className="min-w-0">
            <p className="truncate text-sm font-medium">{account.username}</p>
            <p className="text-xs text-muted-foreground">{platformNames[account.platform]}</p>
          </div>
        </div>
        <div className="grid min-h-64 content-end gap-2 p-3 text-sm">
          <p className="max-w-[85%] justify-self-end rounded-2xl rounded-br-md bg-brand px-3 py-2 wrap-anywhere text-brand-foreground">
            <span className="sr-only">Fan: </span>
            {keyword.trim() || "Your keyword"}
          </p>
          <div className="grid max-w-[85%] gap-1 justify-self-start">
            <div className="rounded-2xl rounded-bl-md bg-muted px-3 py-2 whitespace-pre-wrap wrap-anywhere">
              <span className="sr-only">You: </span>
              {fillPlaceholders(text.trim(), { ...sampleFan, product: product ?? null }) || button || (
                <span className="text-muted-foreground">Your message</span>
              )}
              {button !== undefined && !hasButtons && (
                <span className="mt-3 block text-link underline">{link}</span>
              )}
              {account.disclosesAutomation && <span className="mt-3 block">{disclosureFor(text)}</span>}
            </div>
            {button !== undefined && hasButtons && (
              <p className="truncate rounded-xl border border-border bg-card px-3 py-2 text-center font-medium">
                <span className="sr-only">Button: </span>
                {button}
              </p>
            )}
          </div>
        </div>
      </div>
      <p className="text-center text-xs text-muted-foreground">
        {text.includes("{") && `${sampleFan.first_name} stands for whoever writes. `}
        {button !== undefined && "Every reply has its own link, so that its orders are counted. "}
        {account.disclosesAutomation && "The last line stands in the first reply to a person only."}
      </p>
    </figure>
  );
}
