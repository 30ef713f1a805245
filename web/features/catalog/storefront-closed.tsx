/** In place of what a store sells, once its creator has asked to have their account deleted. */
export function StorefrontClosed() {
  return (
    <section className="mx-auto max-w-2xl px-5 py-16 text-center">
      <h2 className="text-xl font-semibold tracking-tight">This store is closed</h2>
      <p className="mt-2 text-muted-foreground">
        Nothing is sold here at the moment. What you bought is still yours:{" "}
        <a href="/members" className="font-medium text-foreground underline underline-offset-4">
          open your purchases
        </a>
        .
      </p>
    </section>
  );
}
