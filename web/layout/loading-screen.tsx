import { Spinner } from "#web/ui/spinner.tsx";

/** A page that is still loading. */
export function LoadingScreen({ label = "Loading" }: { label?: string }) {
  return (
    <main data-pending="" className="grid min-h-[70dvh] place-items-center text-2xl text-muted-foreground">
      <h1 className="sr-only">{label}</h1>
      <h1>
        <Spinner label={label} />
      </h1>
    </main>
  );
}
