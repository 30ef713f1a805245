import { MessagesSquare, PackageCheck, Store } from "lucide-react";
import type { ReactNode } from "react";
import { Logo } from "#web/ui/logo.tsx";

/** The frame of the pages before the signed-in shell: the form at the left, what awaits behind the door at the right. */
export function Entrance({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex min-w-0 flex-col">
        <header className="px-5 py-4 sm:px-10 sm:py-6">
          <a href="/" aria-label="Openstall home" className="inline-flex rounded-lg py-2">
            <Logo />
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-md grow flex-col justify-center px-5 pt-4 pb-16 sm:px-0">
          {children}
        </main>
      </div>
      <aside
        aria-label={aside ? "Preview" : "About Openstall"}
        className="relative hidden flex-col overflow-hidden border-l border-border bg-brand-soft lg:flex"
      >
        <Awning />
        <div className="sticky top-0 flex min-h-[calc(100dvh-7rem)] flex-col justify-center px-12 py-14 xl:px-20">
          {aside ?? <Promises />}
        </div>
      </aside>
    </div>
  );
}

function Promises() {
  return (
    <>
      <p className="max-w-md text-4xl leading-tight font-semibold tracking-tight text-balance">
        Set out your stall. Let your DMs bring people to it.
      </p>
      <ul className="mt-10 grid max-w-md gap-6">
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-xl border border-border bg-card text-brand shadow-xs">
              <Icon className="size-5" aria-hidden="true" />
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="mt-0.5 text-sm text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const promises = [
  {
    icon: Store,
    title: "One link, a whole store",
    text: "Courses, downloads, memberships and services on a page of your own.",
  },
  {
    icon: MessagesSquare,
    title: "Answers while you are away",
    text: "A keyword in a message gets your reply, with the product in it.",
  },
  {
    icon: PackageCheck,
    title: "Delivered at once",
    text: "Paid orders open their lessons and files without your help.",
  },
];

/** The scalloped edge of a market stall's roof. */
function Awning() {
  return (
    <svg aria-hidden="true" className="h-28 w-full shrink-0 text-brand" preserveAspectRatio="xMinYMin slice">
      <defs>
        <pattern id="awning" width="112" height="112" patternUnits="userSpaceOnUse">
          <path d="M0 0h56v72a28 28 0 0 1-56 0Z" fill="currentColor" />
          <path d="M56 0h56v72a28 28 0 0 1-56 0Z" className="fill-card" />
        </pattern>
      </defs>
      <rect width="100%" height="112" fill="url(#awning)" />
    </svg>
  );
}
