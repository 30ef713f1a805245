import { cartPromotions } from "#server/features/carts/promotions.ts";
import { mailingPromotions } from "#server/features/mailings/promotions.ts";
import type { PromotionTemplates } from "./promotion-template.ts";

/** Every mail that advertises, by its name in the table. */
export const allPromotions: PromotionTemplates = { ...cartPromotions, ...mailingPromotions };
