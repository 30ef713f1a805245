import { z } from "zod";
import { mostChosenRows } from "./most-chosen-rows.ts";
import { atMost, Id } from "./values.ts";

/** The ids of rows that were chosen by hand, in an address: with commas between them. */
export const ChosenIds = z
  .string()
  .max(mostChosenRows * 37, atMost(mostChosenRows * 37, `Choose at most ${mostChosenRows} by hand`))
  .transform((text) => text.split(","))
  .pipe(z.array(Id).max(mostChosenRows, `Choose at most ${mostChosenRows} by hand`));
