import { z } from "zod";

/** The same fields, none required and none filled in: the body of a change. */
export function partialInput<Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>) {
  const fields = Object.entries(input.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field),
  ]);
  return z.object(
    Object.fromEntries(fields) as {
      [K in keyof Shape]: z.ZodOptional<
        Shape[K] extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : Shape[K]
      >;
    },
  );
}
