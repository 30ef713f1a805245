import type { useMatches } from "@tanstack/react-router";

type MetaAttributes = { title?: string };
type Matches = ReturnType<typeof useMatches>;

/** The head of a static page: what its routes' `head` say, the innermost winning, and the small stylesheet. */
export function StaticHead({ matches, stylesheet }: { matches: Matches; stylesheet: string }) {
  const metas = new Map<string, MetaAttributes>();
  for (const meta of matches.flatMap((match) => match.meta ?? [])) {
    if (meta) metas.set(metaKey(meta), meta as MetaAttributes);
  }
  const links = matches.flatMap((match) => match.links ?? []).filter((link) => link !== undefined);
  return (
    <>
      {[...metas].map(([key, { title, ...attributes }]) =>
        title ? <title key={key}>{title}</title> : <meta key={key} {...attributes} />,
      )}
      <link rel="stylesheet" href={stylesheet} />
      {links.map((link) => (
        <link key={`${link.rel}${link.href}`} {...link} />
      ))}
    </>
  );
}

function metaKey(meta: object) {
  const { charSet, title, name, property, media = "" } = meta as Record<string, string | undefined>;
  if (charSet) return "charset";
  if (title) return "title";
  return (name ?? property ?? JSON.stringify(meta)) + media;
}
