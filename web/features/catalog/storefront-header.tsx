import { Award, BadgeCheck, Star } from "lucide-react";
import type { Creator } from "#contract/accounts/accounts.ts";
import { RichText } from "#web/ui/rich-text.tsx";
import { Badge } from "#web/ui/badge.tsx";

const badges = {
  PROFESSIONAL: { icon: Award, text: "Professional Creator" },
  VERIFIED: { icon: BadgeCheck, text: "Verified" },
  TOP: { icon: Star, text: "Top Creator" },
};

/** Who the store belongs to: picture, name, tagline, bio and the badges they have earned. */
export function StorefrontHeader({ creator }: { creator: Creator }) {
  return (
    <header className="store-head mx-auto flex max-w-2xl flex-col items-center px-5 pt-12 text-center sm:pt-16">
      <Portrait creator={creator} />
      <h1 dir="auto" className="mt-5 text-3xl font-semibold tracking-tight wrap-anywhere sm:text-4xl">
        {creator.name}
      </h1>
      {creator.tagline && (
        <p dir="auto" className="mt-2 text-lg wrap-anywhere text-muted-foreground">
          {creator.tagline}
        </p>
      )}
      {creator.bioHtml && (
        <RichText
          html={creator.bioHtml}
          className="store-bio mt-4 max-w-prose text-sm text-muted-foreground"
        />
      )}
      {creator.badges.length > 0 && (
        <ul
          aria-label="What this creator has earned"
          className="store-badges mt-6 flex flex-wrap justify-center gap-2"
        >
          {creator.badges.map((badge) => {
            const { icon: Icon, text } = badges[badge];
            return (
              <li key={badge}>
                <Badge tone="brand" className="px-3 py-1">
                  <Icon aria-hidden="true" />
                  {text}
                </Badge>
              </li>
            );
          })}
        </ul>
      )}
    </header>
  );
}

function Portrait({ creator }: { creator: Creator }) {
  const { avatar } = creator;
  if (!avatar) {
    return (
      <span
        aria-hidden="true"
        className="store-portrait store-cover grid size-28 place-items-center rounded-full text-4xl font-semibold text-brand-soft-foreground"
      >
        {creator.name.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <picture>
      <source type="image/avif" srcSet={avatar.avif} sizes="7rem" />
      <source type="image/webp" srcSet={avatar.webp} sizes="7rem" />
      <img
        src={avatar.src}
        alt=""
        width={112}
        height={112}
        fetchPriority="high"
        className="store-portrait size-28 rounded-full object-cover shadow-md ring-4 ring-card"
      />
    </picture>
  );
}
