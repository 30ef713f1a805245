/** What `pg` makes of PostgreSQL's types, by their OIDs (pg_type.dat). The shop sets no parsers of its own. */
const received = new Map<number, string>([
  [16, "boolean"],
  [17, "Buffer"],
  [20, "string"],
  [21, "number"],
  [23, "number"],
  [25, "string"],
  [114, "Json"],
  [700, "number"],
  [869, "string"],
  [701, "number"],
  [1042, "string"],
  [1043, "string"],
  [1082, "Date"],
  [1114, "Date"],
  [1184, "Date"],
  [1700, "string"],
  [2278, "string"],
  [2950, "string"],
  [3802, "Json"],
  [19, "string"],
  [26, "number"],
  [1000, "boolean[]"],
  [1005, "number[]"],
  [1007, "number[]"],
  [1009, "string[]"],
  [1016, "string[]"],
  [1022, "number[]"],
  [1115, "Date[]"],
  [1185, "Date[]"],
  [1231, "string[]"],
  [2951, "string[]"],
  [3807, "Json[]"],
]);

/** What may be sent for a parameter, where it is more than what would come back. */
const sent = new Map<number, string>([
  [20, "number | bigint | string"],
  [114, "unknown"],
  [3802, "unknown"],
  [1082, "string"],
  [1114, "Date | string"],
  [1184, "Date | string"],
  [1185, "(Date | string)[]"],
  [1016, "(number | string)[]"],
  [1700, "number | string"],
  [1186, "string"],
]);

export const receivedType = (oid: number): string => known(received.get(oid), oid);

export const sentType = (oid: number): string => known(sent.get(oid) ?? received.get(oid), oid);

function known(name: string | undefined, oid: number): string {
  if (name === undefined)
    throw new Error(`nobody has said what type ${oid} is in TypeScript (type-names.ts)`);
  return name;
}
