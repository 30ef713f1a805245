import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type { Operation } from "./openapi.ts";
import { fieldsOf, rulesOf, typeOf, type Field } from "./schema-fields.ts";

/** One call: how it is made, who may make it, what it takes and what it answers. */
export function OperationCard({ operation }: { operation: Operation }) {
  const { anchor, method, path, summary, access, roles, parameters, body, responses } = operation;
  return (
    <Card id={anchor} className="scroll-mt-20">
      <div className="grid gap-2 p-5">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base tracking-normal">
          <span className={classNames("text-xs font-bold tracking-wide", methodTone(method))}>{method}</span>
          <a
            href={`#${anchor}`}
            className="min-w-0 font-mono text-sm font-semibold break-all hover:underline"
          >
            {path}
          </a>
          {access && <Badge tone={accessTones[access] ?? "neutral"}>{accessNames[access] ?? access}</Badge>}
        </h3>
        <p className="text-sm text-muted-foreground">{summary}</p>
        {roles && (
          <p className="text-sm text-muted-foreground">
            {typeof roles === "string"
              ? "About whoever is signed in."
              : `For the store's ${roles.join(", ").toLowerCase()}.`}
          </p>
        )}
      </div>
      {parameters.length > 0 && (
        <Fields
          title="Parameters"
          fields={parameters.map(({ name, in: place, required = false, schema = {} }) => ({
            name,
            type: typeOf(schema),
            required,
            rules: [place === "path" ? "in the path" : `in the ${place}`, rulesOf(schema)]
              .filter(Boolean)
              .join(", "),
          }))}
        />
      )}
      {body && <Fields title="Body" fields={fieldsOf(body)} />}
      {responses.map(({ status, schema }) =>
        schema ? (
          <Fields key={status} title={`Answer ${status}`} fields={fieldsOf(schema)} folded />
        ) : (
          <p key={status} className={classNames(heading, "border-t border-border")}>
            Answer: <span className="font-normal text-muted-foreground">a file, a page or a redirect</span>
          </p>
        ),
      )}
    </Card>
  );
}

const heading = "px-5 py-3 text-sm font-medium";

const accessNames: Record<string, string> = {
  public: "Anyone",
  buyer: "Buyer, with proof",
  creator: "Signed-in creator",
  local: "Local mode only",
};

const accessTones: Record<string, BadgeTone> = {
  public: "success",
  buyer: "info",
  creator: "brand",
  local: "warning",
};

const methodTones: Record<string, string> = {
  GET: "text-info",
  POST: "text-success",
  DELETE: "text-destructive",
};

export const methodTone = (method: string): string => methodTones[method] ?? "text-warning";

function Fields({ title, fields, folded }: { title: string; fields: Field[]; folded?: boolean }) {
  return (
    <details open={!folded} className="group border-t border-border">
      <summary className={classNames(heading, "cursor-pointer hover:bg-accent")}>
        {title} <span className="font-normal text-muted-foreground">({fields.length})</span>
      </summary>
      <ul className="px-5 pb-3">
        {fields.map(({ name, type, required, rules }) => (
          <li
            key={`${name} ${type}`}
            className="grid gap-x-4 border-t border-border py-2 text-sm sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <span className="font-mono text-[0.8rem] font-medium break-all">
              {name || "the answer itself"}
              {!required && <span className="font-sans font-normal text-muted-foreground"> optional</span>}
            </span>
            <span className="min-w-0 break-words">
              {type}
              {rules && <span className="text-muted-foreground"> · {rules}</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
