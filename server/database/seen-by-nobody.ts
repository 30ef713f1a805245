/** SQL: whether a row of `quarantined_payments` has no creator who sees it: it names nobody's sale, or a plan's. The operator has to. */
export const isOfNobody = `(owner_id is null or exists (select from users u where u.id = quarantined_payments.owner_id and u.is_platform))`;

/** SQL: the same, where nobody has decided yet. */
export const seenByNobody = `resolved_at is null and ${isOfNobody}`;
