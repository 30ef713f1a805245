import { z } from "zod";
import { Id } from "#contract/values.ts";

/** A tag as it stands beside whoever has it. */
export const TagOfPerson = z.object({ id: Id, name: z.string() });
export type TagOfPerson = z.infer<typeof TagOfPerson>;
