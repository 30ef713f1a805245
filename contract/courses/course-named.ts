import { z } from "zod";

/** How a call names a course in its path: by its slug, of the store in the query, or by its id. */
export const courseNamed = z.object({ slug: z.string().max(100) });
