import type { Creator } from "#contract/accounts/accounts.ts";
import { HomeMark } from "#web/layout/home-mark.tsx";

/**
 * Under everything that a creator sells: the way of a buyer to what they have, that of anybody to report it, and ours
 * home.
 */
export function StorefrontFooter({
  creator,
  slug,
}: {
  creator: Pick<Creator, "handle" | "isWhiteLabel">;
  /** Of the product on the page. */
  slug?: string;
}) {
  return (
    <footer className="border-t border-border">
      <p className="px-5 pt-6 text-center text-sm text-muted-foreground">
        Already bought something?{" "}
        <a
          href="/members"
          className="inline-flex h-11 items-center font-medium text-foreground underline underline-offset-4"
        >
          Find it here
        </a>{" "}
        <a
          href={`/withdraw?store=${creator.handle}`}
          className="ml-3 inline-flex h-11 items-center underline underline-offset-4"
        >
          Withdraw from contract here
        </a>{" "}
        <a
          href={slug === undefined ? `/report/${creator.handle}` : `/report/${creator.handle}/${slug}`}
          rel="nofollow"
          className="ml-3 inline-flex h-11 items-center underline underline-offset-4"
        >
          Report
        </a>
      </p>
      {creator.isWhiteLabel ? (
        <div className="pb-6" />
      ) : (
        <p className="mx-auto flex max-w-6xl items-center justify-center gap-2 px-5 pb-8 text-sm text-muted-foreground">
          Powered by
          <HomeMark of={creator} />
        </p>
      )}
    </footer>
  );
}
