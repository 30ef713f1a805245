import { ArrowLeft, CheckCircle2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { isolated } from "#contract/isolated.ts";
import type { Creator } from "#contract/accounts/accounts.ts";
import { consentText } from "#contract/mailing-list/consent-text.ts";
import { endText } from "#contract/dates.ts";
import type { PublicList } from "#contract/mailing-list/mailing-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { JoinCodeStep } from "./join-code-step.tsx";
import { JoinEmailStep } from "./join-email-step.tsx";
import { type Join, useJoin } from "./use-join.ts";

/** A product of the creator's, as far as this page tells of it. */
export type Awaited = {
  id: string;
  slug: string;
  title: string;
  comingSoon: boolean;
  opensAt: string | null;
  opensZone: string | null;
};

type Props = {
  creator: Creator;
  /** Null while the list is closed: a mailed link still works. */
  list: PublicList | null;
  /** What is waited for here; null on the list's own page. */
  awaited: Awaited | null;
  /** Whether mail can be read at /dev/mailbox. */
  hasMailbox: boolean;
};

/** /u/{handle}/join: an address joins a creator's list, and proves that it is the one who asks. */
export function JoinPage({ creator, list, awaited, hasMailbox }: Props) {
  const join = useJoin(creator.handle, awaited?.comingSoon ? awaited.id : undefined);
  const stage = useRef<HTMLDivElement>(null);
  const before = useRef(join.step);
  useEffect(() => {
    // The code's own field takes the focus itself.
    if (before.current !== join.step && join.step !== "code") stage.current?.focus();
    before.current = join.step;
  }, [join.step]);

  return (
    <main className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-6 px-5 py-10 sm:py-16">
      <Host creator={creator} />
      <div ref={stage} tabIndex={-1} className="outline-none">
        <Card className="p-5 sm:p-7">
          <Stage join={join} creator={creator} list={list} awaited={awaited} hasMailbox={hasMailbox} />
        </Card>
      </div>
      {join.step !== "done" && (awaited ? awaited.comingSoon : list) && (
        <p className="text-center text-sm text-muted-foreground">{consentText(isolated(creator.name))}</p>
      )}
    </main>
  );
}

function Host({ creator: { handle, name, avatar } }: { creator: Creator }) {
  return (
    <a
      href={`/u/${handle}`}
      className="mx-auto inline-flex min-h-11 max-w-full items-center gap-3 rounded-lg font-medium underline-offset-4 hover:underline"
    >
      {avatar ? (
        <img
          src={avatar.src}
          alt=""
          width={44}
          height={44}
          className="size-11 shrink-0 rounded-full object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-soft-foreground"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </a>
  );
}

function Stage({ join, creator, list, awaited, hasMailbox }: Props & { join: Join }) {
  if (join.step === "done") return <Done join={join} creator={creator} awaited={awaited} />;
  if (join.step === "link")
    return (
      <div className="grid gap-5">
        <Title>Confirm your address</Title>
        <p>
          Confirm to get emails from <bdi>{creator.name}</bdi>.
        </p>
        {join.linkProblem && (
          <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
            {join.linkProblem}
          </p>
        )}
        <Button variant="brand" size="lg" loading={join.isConfirming} onClick={join.confirmLink}>
          Yes, email me
        </Button>
        {join.linkProblem && list && (
          <Button variant="ghost" onClick={join.back}>
            <ArrowLeft aria-hidden="true" /> Enter my address again
          </Button>
        )}
      </div>
    );
  if (awaited && !awaited.comingSoon)
    return (
      <div className="grid justify-items-start gap-3">
        <Title>
          <bdi>{awaited.title}</bdi> is open
        </Title>
        <p className="text-muted-foreground">There is nothing to wait for any more.</p>
        <LinkButton href={`/u/${creator.handle}/${awaited.slug}`} variant="brand" size="lg">
          Look at it
        </LinkButton>
      </div>
    );
  if (awaited)
    return (
      <div className="grid gap-5">
        <div className="grid gap-2">
          <Title>{join.step === "code" ? "Check your email" : awaited.title}</Title>
          {join.step === "email" && (
            <p className="text-muted-foreground">
              {awaited.opensAt && awaited.opensZone
                ? `Opens ${endText(awaited.opensAt, awaited.opensZone)}.`
                : "It is not open yet."}{" "}
              Leave your address, and we'll email you when it opens.
            </p>
          )}
        </div>
        {join.step === "email" ? (
          <JoinEmailStep join={join} send="Tell me when it opens" />
        ) : (
          <JoinCodeStep join={join} isWaiting hasMailbox={hasMailbox} />
        )}
      </div>
    );
  if (!list)
    return (
      <div className="grid justify-items-start gap-3">
        <Title>Nobody can join just now</Title>
        <p className="text-muted-foreground">
          <bdi>{creator.name}</bdi> takes no new addresses at the moment.
        </p>
        <LinkButton href={`/u/${creator.handle}`} variant="outline">
          Visit the store
        </LinkButton>
      </div>
    );
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{join.step === "code" ? "Check your email" : list.title}</Title>
        {join.step === "email" && list.promise && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted-foreground">
            {list.promise}
          </p>
        )}
        {join.step === "email" && list.thanks && (
          <p className="rounded-lg bg-brand-soft px-3 py-2 text-sm font-medium text-brand-soft-foreground">
            You get “<bdi>{list.thanks.title}</bdi>” for free once you have confirmed.
          </p>
        )}
      </div>
      {join.step === "email" ? (
        <JoinEmailStep join={join} />
      ) : (
        <JoinCodeStep join={join} isWaiting={false} hasMailbox={hasMailbox} />
      )}
    </div>
  );
}

function Done({ join: { thanks }, creator, awaited }: Pick<Props, "creator" | "awaited"> & { join: Join }) {
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <CheckCircle2 className="size-8 text-brand" aria-hidden="true" />
      <Title>You are on the list</Title>
      {awaited?.comingSoon && (
        <p>
          We'll email you when <bdi>{awaited.title}</bdi> opens.
        </p>
      )}
      <p>
        <bdi>{creator.name}</bdi> will email you. You can unsubscribe anytime by the link in each email.
      </p>
      {thanks && (
        <LinkButton
          href={`/success?${new URLSearchParams({ payment_intent: thanks.orderReference, customer_email: thanks.email })}`}
          variant="brand"
          size="lg"
          className="max-sm:w-full"
        >
          Open “{isolated(thanks.title)}”
        </LinkButton>
      )}
      <LinkButton href={`/u/${creator.handle}`} variant="outline">
        Visit the store
      </LinkButton>
    </div>
  );
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 dir="auto" className="text-2xl font-semibold tracking-tight wrap-anywhere">
    {children}
  </h1>
);
