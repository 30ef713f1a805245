import { Link } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { phoneNavigationFor } from "./navigation.ts";
import type { Person } from "./sidebar.tsx";
import { usePlace } from "./use-place.ts";

/** A phone's four most used places at its foot, under the thumb, and the way to all the others. */
export function PhoneBar({ user, onMore }: { user: Person; onMore: () => void }) {
  const place = usePlace();
  return (
    <nav
      aria-label="Most used"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-border bg-background/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden"
    >
      {phoneNavigationFor(user).map(({ label, short, icon: Icon, href, isCurrent }) => (
        <Link
          key={label}
          to={href(user)}
          activeOptions={{ exact: true }}
          className={barStyle}
          {...(isCurrent(place) && { "aria-current": "page" as const })}
        >
          <Icon aria-hidden="true" />
          {short}
        </Link>
      ))}
      <button type="button" onClick={onMore} aria-label="More: open menu" className={barStyle}>
        <Menu aria-hidden="true" />
        More
      </button>
    </nav>
  );
}

const barStyle =
  "grid min-h-14 place-items-center content-center gap-1 text-xs font-medium text-muted-foreground transition-colors focus-visible:-outline-offset-2 aria-[current]:text-foreground aria-[current]:[&_svg]:text-brand [&_svg]:size-5";
