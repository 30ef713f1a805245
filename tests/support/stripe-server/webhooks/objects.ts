/** What happened, with the object as it was then. */
export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** A thin notification of `/v2`: says what changed, never how it is now. */
export type ThinEvent = {
  id: string;
  object: "v2.core.event";
  created: string;
  livemode: false;
  type: string;
  related_object: { id: string; type: string; url: string };
};

/** An endpoint as `/v1/webhook_endpoints` shows it. */
export type WebhookEndpoint = {
  id: string;
  object: "webhook_endpoint";
  api_version: string | null;
  application: null;
  created: number;
  description: string | null;
  enabled_events: string[];
  livemode: false;
  metadata: Record<string, string>;
  status: "enabled" | "disabled";
  url: string;
  /** Only in the answer to its creation. */
  secret?: string;
};
