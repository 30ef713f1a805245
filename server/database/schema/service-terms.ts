import { sql } from "drizzle-orm";
import { type AnyPgColumn, jsonb } from "drizzle-orm/pg-core";
import type { ServiceTerms } from "#contract/work-orders/service-terms.ts";
import { holds } from "./columns.ts";

/** Of a service: what its buyers are asked, and when it is delivered; null where neither is said. */
export const serviceTerms = () => jsonb("service_terms").$type<ServiceTerms>();

/** CHECK that only a service has terms, with a list of questions. */
export const hasServiceTerms = (terms: AnyPgColumn, type: AnyPgColumn): ReturnType<typeof holds> =>
  holds(
    "products_service_terms",
    sql`${terms} is null
          or ${type} = 'SERVICE' and coalesce(jsonb_typeof(${terms} -> 'questions') = 'array', false)
             and coalesce((${terms} ->> 'deliveryDays')::int between 1 and 365, true) and octet_length(${terms}::text) <= 100000`,
  );
