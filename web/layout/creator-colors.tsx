/**
 * The accent of the creator whose page this is, in place of ours. A file of its own, since the page's policy lets through no
 * style that a script writes; React puts it into the head, once, and waits for it before it shows what comes after.
 */
export function CreatorColors({ accent }: { accent: string | null }) {
  if (accent === null) return null;
  return <link rel="stylesheet" precedence="creator" href={`/api/accents/${accent.slice(1)}.css`} />;
}

/** The same for the part of a page that is one creator's: an element of the class `accentClass`. */
export function PartColors({ accent }: { accent: string | null }) {
  if (accent === null) return null;
  return <link rel="stylesheet" precedence="creator" href={`/api/accents/${accent.slice(1)}-part.css`} />;
}

export const accentClass = (accent: string | null) => accent !== null && `accent-${accent.slice(1)}`;
