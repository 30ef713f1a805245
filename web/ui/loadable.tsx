import { Component, type ComponentType, type FunctionComponent, lazy, type ReactNode, useState } from "react";
import { useResume } from "#web/network.ts";
import { useReloading } from "#web/newer-build.ts";
import { Button } from "./button.tsx";
import { drawnPart, loadIfDrawn } from "./drawn-parts.ts";

type LoadableComponent<Props> = FunctionComponent<Props> & {
  /** Begins to load it: it is about to be needed. */
  preload: () => void;
};

/**
 * A part of a page that loads on its own, and that fails on its own: where its code cannot be had, because the network is
 * gone or a newer version of the shop has replaced it, or where it throws, `Otherwise` stands in its place and the page
 * around it goes on. What could not be loaded is asked for again by itself, as soon as the server answers. Put a Suspense around it. The only way to
 * `lazy`.
 * A part that the server draws has a name of its own, `drawnAs`: the page is taken over only when it is there.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Otherwise: ComponentType<Props> = NotLoaded,
  drawnAs?: string,
): LoadableComponent<Props> {
  const attempt = () =>
    lazy(async () => {
      if (isOffline()) throw new NotLoadedError("there is no network to load a part of the page from");
      const part = await load().catch((error: unknown) => {
        throw new NotLoadedError("a part of the page could not be loaded", { cause: error });
      });
      return { default: part };
    });
  let newest: ComponentType<Props> = attempt();
  // What is there by then is shown at once, without a shape in its place. A failure is no loss: whoever shows the part asks again.
  const loadAhead = () => load().then((part) => (newest = part));
  if (drawnAs) loadIfDrawn(drawnAs, loadAhead);

  function Loadable(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>(() => newest);
    // React keeps a failure for ever: whoever shows this part next asks anew.
    const retryNext = () => (newest = attempt());
    return (
      <Boundary
        instead={<Otherwise {...props} />}
        onFailure={retryNext}
        onAgain={() => setPart(() => newest)}
      >
        {drawnAs && <meta name={drawnPart} content={drawnAs} />}
        <Part {...props} />
      </Boundary>
    );
  }
  const preload = () => void (isOffline() || loadAhead().catch(() => {}));
  return Object.assign(Loadable, { preload });
}

type BoundaryProps = {
  children: ReactNode;
  instead: ReactNode;
  onFailure: () => void;
  onAgain: () => void;
};

class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override state: { error?: unknown } = {};
  override componentDidCatch() {
    this.props.onFailure();
  }
  private turnsBefore = 0;
  private readonly tryAgain = () => {
    this.turnsBefore++;
    this.props.onAgain();
    this.setState({ error: undefined });
  };
  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        {this.props.instead}
        {/* What throws by itself would throw again. */}
        {error instanceof NotLoadedError && <Again onAnswer={this.tryAgain} turnsBefore={this.turnsBefore} />}
      </>
    );
  }
}

class NotLoadedError extends Error {
  override name = "NotLoadedError";
}

function Again({ onAnswer, turnsBefore }: { onAnswer: () => void; turnsBefore: number }) {
  useResume(true, onAnswer, turnsBefore);
  return null;
}

/** For what a page can do without. */
export const Nothing = () => null;

const isOffline = () => typeof window !== "undefined" && !navigator.onLine;

/** What the page needs. Where the server has lost the file, only a reload finds its newer version. */
function NotLoaded() {
  if (useReloading()) return null;
  if (isOffline()) {
    return (
      <p role="alert" className="rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
        This part of the page comes once you are online again.
      </p>
    );
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground"
    >
      <p>This part of the page could not be loaded.</p>
      <Button size="sm" variant="outline" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}
