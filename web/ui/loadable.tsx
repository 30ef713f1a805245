import { Component, type ComponentType, type FunctionComponent, lazy, type ReactNode, useState } from "react";
import { useReloading } from "#web/newer-build.ts";
import { Button } from "./button.tsx";

type LoadableComponent<Props> = FunctionComponent<Props> & {
  /** Begins to load it: it is about to be needed. */
  preload: () => void;
};

/**
 * A part of a page that loads on its own, and that fails on its own: where its code cannot be had, because the network is
 * gone or a newer version of the shop has replaced it, or where it throws, `Otherwise` stands in its place and the page
 * around it goes on. Without a network it waits: it comes when that is back. Put a Suspense around it. The only way to
 * `lazy`.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Otherwise: ComponentType<Props> = NotLoaded,
): LoadableComponent<Props> {
  const attempt = () =>
    lazy(async () => {
      // Browsers remember for the page's life that a file was not there: it is better not asked for.
      if (isOffline()) throw new Error("there is no network to load a part of the page from");
      return { default: await load() };
    });
  let newest = attempt();

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
        <Part {...props} />
      </Boundary>
    );
  }
  const preload = () => void (isOffline() || load().catch(() => {}));
  return Object.assign(Loadable, { preload });
}

type BoundaryProps = {
  children: ReactNode;
  instead: ReactNode;
  onFailure: () => void;
  onAgain: () => void;
};

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override state = { hasFailed: false };
  override componentDidCatch() {
    this.props.onFailure();
  }
  override componentDidMount() {
    addEventListener("online", this.tryAgain);
  }
  override componentWillUnmount() {
    removeEventListener("online", this.tryAgain);
  }
  tryAgain = () => {
    if (!this.state.hasFailed) return;
    this.props.onAgain();
    this.setState({ hasFailed: false });
  };
  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}

/** For what a page can do without. */
export const Nothing = () => null;

const isOffline = () => typeof window !== "undefined" && !navigator.onLine;

/** What the page needs: only a reload is sure to find it, as browsers remember that it was not there. */
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
