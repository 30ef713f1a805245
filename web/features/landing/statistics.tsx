const claims = [
  { figure: "10,000+", label: "creators" },
  { figure: "2.5M+", label: "DMs" },
  { figure: "$50M+", label: "revenue" },
];

export function Statistics() {
  return (
    <section aria-label="Statistics" className="border-y border-border bg-card">
      <dl className="mx-auto grid max-w-4xl grid-cols-3 gap-4 px-5 py-8 text-center sm:px-8 sm:py-10">
        {claims.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-muted-foreground sm:text-base">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight sm:text-4xl">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="-mt-3 pb-6 text-center text-sm text-muted-foreground">
        Example figures, not those of this installation.
      </p>
    </section>
  );
}
