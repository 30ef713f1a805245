import type { PublicList } from "#contract/mailing-list/mailing-list.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** On the store, where its list can be joined: what it is, and the way to its page. Works without a script. */
export function StorefrontJoin({ list, handle }: { list: PublicList; handle: string }) {
  return (
    <section
      aria-labelledby="list"
      className="store-join mx-auto mb-16 grid max-w-xl grid-cols-1 justify-items-center gap-3 px-5 text-center sm:px-8"
    >
      <h2 dir="auto" id="list" className="text-xl font-semibold tracking-tight wrap-anywhere">
        {list.title}
      </h2>
      {list.promise && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted-foreground">
          {list.promise}
        </p>
      )}
      {list.thanks && (
        <p className="text-sm wrap-anywhere">
          Free once you have joined: <bdi>{list.thanks.title}</bdi>
        </p>
      )}
      <LinkButton href={`/u/${handle}/join`} variant="outline" size="lg" className="mt-2">
        Join the list
      </LinkButton>
    </section>
  );
}
