import type { ReactNode } from "react";
import type { StoreLook } from "#contract/design/design.ts";
import { classNames } from "#web/ui/class-names.ts";

type Props = {
  look: StoreLook | null;
  /** What hangs over the stall stands over the store's own page only. */
  roof?: boolean;
  children: ReactNode;
};

/** A store's page in its own look: web/design.css draws what this names. */
export function StorefrontFrame({ look, roof = false, children }: Props) {
  if (!look) return children;
  return (
    <div className="store" data-look={look.theme} data-layout={look.layout} data-buttons={look.buttons}>
      {roof && <Roof look={look} />}
      {children}
    </div>
  );
}

function Roof({ look: { awning, cover } }: { look: StoreLook }) {
  if (cover) {
    // Whoever goes from one part of a page to the next comes past a picture that says something.
    const Part = cover.alt === "" ? "div" : "header";
    return (
      <Part className="store-banner">
        <picture>
          <source type="image/avif" srcSet={cover.avif} sizes="100vw" />
          <source type="image/webp" srcSet={cover.webp} sizes="100vw" />
          <img
            src={cover.src}
            alt={cover.alt}
            width={cover.width}
            height={cover.height}
            fetchPriority="high"
          />
        </picture>
      </Part>
    );
  }
  if (awning === "none") return null;
  // Stripes are those of our own pages.
  const own = awning === "stripes" ? "awning" : "";
  return <div className={classNames("store-awning", own)} data-awning={awning} aria-hidden="true" />;
}
