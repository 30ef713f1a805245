type Creator = { handle: string; name: string; portrait: string | null };

/** Whose page this is, and the way to their store. */
export function CreatorMark({ creator }: { creator: Creator }) {
  return (
    <a
      href={`/u/${creator.handle}`}
      className="inline-flex h-11 min-w-0 items-center gap-2 text-sm font-medium text-muted-foreground hover:text-foreground"
    >
      <span aria-hidden="true">←</span>
      <CreatorFace creator={creator} />
    </a>
  );
}

/** A creator's picture and name, in the text's own look. */
export function CreatorFace({ creator: { name, portrait } }: { creator: Omit<Creator, "handle"> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {portrait !== null && (
        <img
          src={portrait}
          alt=""
          width={28}
          height={28}
          className="size-7 shrink-0 rounded-full object-cover"
        />
      )}
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}
