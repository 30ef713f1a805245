import { StaticPage } from "#web/layout/static-page.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { groupOperations, type OpenApiDocument, type OperationGroup } from "./openapi.ts";
import { methodTone, OperationCard } from "./operation-card.tsx";

/** Every call of the API, by subject; made of the same contract that the server checks. */
export function ApiDocsPage({ document }: { document: OpenApiDocument }) {
  const groups = groupOperations(document);
  return (
    <StaticPage>
      <div className="mx-auto grid max-w-6xl gap-x-12 px-5 py-10 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-14">
        <div className="mb-10 lg:col-start-2">
          <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">API</h1>
          <p className="mt-3 max-w-2xl text-muted-foreground">
            Every call that the app makes, and yours to make. Send and expect JSON. Amounts are integer cents,
            rates are ten thousandths, moments are UTC in ISO 8601.
          </p>
          <p className="mt-3 max-w-2xl text-muted-foreground">
            A failed call answers <Code>{'{ "message", "code", "fields"? }'}</Code>: 400 malformed, 401 not
            signed in, 403 not allowed, 404 not there, 409 in conflict, 422 with a message for each wrong
            field, 429 with <Code>Retry-After</Code>.
          </p>
          <p className="mt-3">
            <a
              href="/api/openapi.json"
              className="font-medium text-brand-soft-foreground underline underline-offset-4"
            >
              OpenAPI 3.1 document
            </a>
          </p>
        </div>
        <Contents groups={groups} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-14 lg:col-start-2 lg:row-start-2">
          {groups.map(({ tag, anchor, operations }) => (
            <section key={anchor} aria-labelledby={anchor} className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <h2 id={anchor} className="text-xl font-semibold">
                {tag}
              </h2>
              {operations.map((operation) => (
                <OperationCard key={operation.anchor} operation={operation} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </StaticPage>
  );
}

function Contents({ groups }: { groups: OperationGroup[] }) {
  return (
    <nav
      aria-label="Calls"
      className="hidden max-h-[calc(100dvh-6rem)] overflow-y-auto text-sm lg:sticky lg:top-20 lg:row-span-2 lg:row-start-1 lg:block lg:self-start"
    >
      {groups.map(({ tag, anchor, operations }) => (
        <div key={anchor} className="mb-5">
          <a href={`#${anchor}`} className="font-semibold hover:underline">
            {tag}
          </a>
          <ul className="mt-1.5 grid gap-0.5">
            {operations.map(({ anchor: target, method, path }) => (
              <li key={target}>
                <a
                  href={`#${target}`}
                  className="flex items-baseline gap-2 rounded-md py-1 text-muted-foreground hover:text-foreground"
                >
                  <span className={classNames("w-11 shrink-0 text-[0.65rem] font-bold", methodTone(method))}>
                    {method}
                  </span>
                  <span className="min-w-0 truncate">{path.replace(/^\/api\//, "")}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Code({ children }: { children: string }) {
  return (
    <code className="rounded-md bg-muted px-1.5 py-0.5 font-mono text-[0.85em] text-foreground">
      {children}
    </code>
  );
}
