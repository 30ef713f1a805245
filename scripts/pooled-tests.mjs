/** What a pooler can break: sessions, settings, transactions, the queue, and sales at the same moment. The long run has the others. */
export const throughPooler = ["tests/pooler", "server/features/checkout/hold-at-press.test.ts"];
