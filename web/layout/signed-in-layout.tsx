import { Dialog } from "@base-ui/react/dialog";
import { Search, X } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { backdropStyle } from "#web/ui/dialog-style.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { PopupContainer } from "#web/ui/popup-container.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { usePaletteKey } from "./command-palette/use-palette-key.ts";
import { NotificationBell } from "./notifications/notification-bell.tsx";
import { useStoreNews } from "./notifications/use-store-news.ts";
import { PhoneBar } from "./phone-bar.tsx";
import { type Person, Sidebar } from "./sidebar.tsx";

const CommandPalette = loadable(
  async () => (await import("./command-palette/command-palette.tsx")).CommandPalette,
);

// Few accounts are to be deleted, and few stores are suspended.
const DeletionLine = loadable(
  async () => (await import("./deletion-line.tsx")).DeletionLine,
  undefined,
  "deletion-line",
);

const SuspensionLine = loadable(
  async () => (await import("./suspension-line.tsx")).SuspensionLine,
  undefined,
  "suspension-line",
);

/** The signed-in shell: the sidebar beside the page; on a phone a bar at the foot, and the rest in a sheet. */
export function SignedInLayout({ user, children }: { user: Person; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const [isSearching, setSearching] = useState(false);
  useStoreNews(user.role);
  const bell = <NotificationBell />;
  usePaletteKey(() => setSearching((before) => !before));
  const search = () => {
    setMenuOpen(false);
    setSearching(true);
  };
  return (
    <TooltipProvider>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-2 focus:text-sm focus:text-primary-foreground"
      >
        Skip to content
      </a>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <header className="sticky top-0 z-30 flex items-center justify-between border-b border-border bg-background/90 px-4 py-1.5 backdrop-blur lg:hidden">
          <Logo />
          <div className="flex items-center gap-1">
            {bell}
            <button
              type="button"
              onClick={search}
              aria-label="Search"
              className={buttonStyle("ghost", "icon")}
            >
              <Search aria-hidden="true" />
            </button>
          </div>
        </header>
        <aside className="sticky top-0 hidden h-dvh border-r border-border bg-card/60 lg:block">
          <Sidebar user={user} bell={bell} onSearch={search} />
        </aside>
        <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-28 sm:px-6 lg:px-10 lg:py-8">
          {user.suspendedFor !== null && (
            <Suspense fallback={null}>
              <SuspensionLine reason={user.suspendedFor} isOwner={user.role === "OWNER"} />
            </Suspense>
          )}
          {user.deletesAt !== null && (
            <Suspense fallback={null}>
              <DeletionLine deletesAt={user.deletesAt} isOwner={user.role === "OWNER"} />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      <PhoneBar user={user} onMore={() => setMenuOpen(true)} />
      <Dialog.Root open={isMenuOpen} onOpenChange={(next) => setMenuOpen(next)}>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropStyle} />
          <Dialog.Popup
            ref={sheet}
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-border bg-card shadow-lg transition-transform duration-200 ease-out outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className={buttonStyle("ghost", "icon", "absolute top-2.5 right-2.5")}
            >
              <X aria-hidden="true" />
            </Dialog.Close>
            <PopupContainer value={sheet}>
              <Sidebar user={user} onSearch={search} onNavigate={() => setMenuOpen(false)} />
            </PopupContainer>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {isSearching && (
        <Suspense>
          <CommandPalette user={user} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </TooltipProvider>
  );
}
