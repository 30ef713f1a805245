/** What stopped a purchase before anything was charged: a price that has changed, for one. */
export function PurchaseNotice({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
      {text}
    </p>
  );
}
