/** A JSON Schema, as far as our endpoints use it. */
export type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

type Content = Record<string, { schema?: Schema }>;

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };

type DocumentedOperation = {
  summary?: string;
  tags?: string[];
  "x-access"?: string;
  /** Who of a store's team may make it; `ANY_PERSON`: it is about whoever asks. */
  "x-roles"?: string | string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};

/** The answer of `/api/openapi.json`, as far as the page shows it. */
export type OpenApiDocument = {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
};

export type Operation = {
  /** Names it in the page's address: `post-create-payment-intent`. */
  anchor: string;
  method: string;
  path: string;
  summary: string;
  access: string | undefined;
  roles: string | string[] | undefined;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: { status: string; schema: Schema | undefined }[];
};

export type OperationGroup = { tag: string; anchor: string; operations: Operation[] };

/** The operations that have a summary and a tag, by tag, as the server declares them. */
export function groupOperations({ paths }: OpenApiDocument): OperationGroup[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const tag = operation.tags?.[0];
      return tag && operation.summary ? [{ tag, operation: operationOf(path, method, operation) }] : [];
    }),
  );
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, members]) => ({
    tag,
    anchor: `tag-${slug(tag)}`,
    operations: members.map(({ operation }) => operation),
  }));
  return groups.toSorted((one, other) => Number(asides.has(one.tag)) - Number(asides.has(other.tag)));
}

/** Nothing that sells: these come last. */
const asides = new Set(["Operation", "Development"]);

function operationOf(path: string, method: string, operation: DocumentedOperation): Operation {
  return {
    anchor: slug(`${method} ${path.replace(/^\/api\//, "")}`),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    access: operation["x-access"],
    roles: operation["x-roles"],
    parameters: operation.parameters ?? [],
    body: schemaOf(operation.requestBody?.content),
    responses: Object.entries(operation.responses ?? {}).map(([status, { content }]) => ({
      status,
      schema: schemaOf(content),
    })),
  };
}

const schemaOf = (content: Content | undefined) => Object.values(content ?? {})[0]?.schema;

const slug = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
