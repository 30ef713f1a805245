import "#server/features/coupons/x.ts";
import "#server/errors.ts";
import "#contract/endpoint.ts";
import "#server/features/checkout/x.ts";
