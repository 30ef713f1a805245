import { inLineOrder } from "#server/database/line-order.ts";
import { downloadEnd, downloadLimit } from "#server/database/download-end.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/**
 * Everything kept about a buyer's address, by kind, as plain JSON: money in cents, moments in UTC. It holds no token, no
 * code and no hash of one. Of unpaid carts only what was in them: somebody else may have typed this address.
 */
export async function exportMemberData({ pool, clock }: Services, customerId: string): Promise<object> {
  const [member] = await selectMember(pool, customerId);
  return { exportedAt: clock.now().toISOString(), ...member?.data };
}

/** One kind of thing, oldest first; an empty list where there is none. */
const listOf = (rows: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(x) order by x."createdAt"), '[]'::jsonb) from (${rows}) x)`;

/** One statement: what is exported is what was there at one moment. */
const selectMember = statement("buyers_export")<{ data: object }, [customerId: string]>(`
  select jsonb_build_object(
    'email', c.email, 'firstName', c.first_name, 'lastName', c.last_name, 'since', c.created_at,
    'orders', ${listOf(`
      select o.id, o.created_at as "createdAt", o.paid_at as "paidAt", o.status, o.customer_name as "customerName",
             o.total_cents as "totalCents", o.refunded_cents as "refundedCents", o.currency, o.coupon_code as "couponCode",
             o.shipping_address as "shippingAddress", o.buyer_zone as "timeZone", u.handle as creator,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'product', p.title, 'type', i.item_type, 'quantity', i.quantity, 'unitPriceCents', i.unit_price_cents,
                'discountCents', i.discount_cents, 'shippingCents', i.shipping_cents, 'totalPriceCents', i.total_price_cents, 'refundedCents', i.refunded_cents,
                'shippedAt', i.shipped_at, 'trackingUrl', i.tracking_url) order by ${inLineOrder("i")}), '[]'::jsonb)
                from order_items i join products p on p.id = i.product_id where i.order_id = o.id) as lines,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'amountCents', y.amount_cents, 'status', y.status, 'cardBrand', y.card_brand, 'cardLast4', y.card_last4,
                'createdAt', y.created_at) order by y.created_at), '[]'::jsonb)
                from order_payments y where y.order_id = o.id) as payments
        from orders o join users u on u.id = o.owner_id where o.customer_id = c.id`)},
    'refundRequests', ${listOf(`
      select r.created_at as "createdAt", p.title as product, r.message, r.status, r.note as answer, r.decided_at as "decidedAt"
        from refund_requests r join orders o on o.id = r.order_id join order_items i on i.id = r.order_item_id
        join products p on p.id = i.product_id where o.customer_id = c.id`)},
    'memberships', ${listOf(`
      select s.id, s.created_at as "createdAt", p.title as product, s.status, s.price_cents as "priceCents", s.currency,
             s.billing_interval as "billingInterval",
             s.next_billing_interval as "nextBillingInterval", s.next_price_cents as "nextPriceCents", s.current_period_end as "paidUntil", s.cancel_at_period_end as "cancelAtPeriodEnd",
             s.paused_until as "pausedUntil", s.ended_at as "endedAt", s.card_brand as "cardBrand", s.card_last4 as "cardLast4"
        from subscriptions s join products p on p.id = s.product_id where s.customer_id = c.id`)},
    'progress', ${listOf(`
      select g.updated_at as "createdAt", p.title as course, l.title as lesson, g.watched_seconds as "watchedSeconds",
             g.position_seconds as "positionSeconds", g.played::text as "playedMilliseconds", g.completed_at as "completedAt", g.bookmarked
        from progress g join lessons l on l.id = g.lesson_id join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
       where g.customer_id = c.id`)},
    'notes', ${listOf(`
      select n.created_at as "createdAt", n.updated_at as "updatedAt", p.title as course, l.title as lesson, n.seconds, n.text
        from lesson_notes n join lessons l on l.id = n.lesson_id join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
       where n.customer_id = c.id`)},
    'quizAttempts', ${listOf(`
      select t.submitted_at as "createdAt", p.title as course, l.title as lesson, cardinality(t.right_ids) as "correctCount",
             t.question_count as "questionCount", t.passed
        from quiz_attempts t join lessons l on l.id = t.lesson_id join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
       where t.customer_id = c.id`)},
    'assignments', ${listOf(`
      select s.created_at as "createdAt", p.title as course, l.title as lesson, s.number, s.state, s.text,
             s.submitted_at as "submittedAt", s.answer, s.answered_at as "answeredAt",
             (select coalesce(jsonb_agg(jsonb_build_object('name', u.original_name, 'sizeBytes', u.size_bytes) order by f.position), '[]'::jsonb)
                from assignment_files f join uploads u on u.id = f.upload_id where f.submission_id = s.id) as files
        from assignment_submissions s join lessons l on l.id = s.lesson_id join products p on p.id = s.product_id
       where s.customer_id = c.id`)},
    'services', ${listOf(`
      select w.created_at as "createdAt", p.title as product, w.state, w.questions, w.answers, w.sent_at as "sentAt", w.due_at as "dueAt",
             (select coalesce(jsonb_agg(jsonb_build_object('message', d.message, 'deliveredAt', d.created_at, 'files', (
                select coalesce(jsonb_agg(n.original_name order by f.position), '[]'::jsonb) from work_files f join uploads n on n.id = f.upload_id
                 where f.delivery_id = d.id)) order by d.number), '[]'::jsonb)
                from work_deliveries d where d.order_item_id = w.order_item_id) as deliveries
        from work_orders w join order_items i on i.id = w.order_item_id join orders o on o.id = i.order_id
        join products p on p.id = w.product_id where o.customer_id = c.id`)},
    'certificates', ${listOf(`
      select t.created_at as "createdAt", t.code, t.name, t.course_title as course, t.completed_at as "completedAt"
        from certificates t where t.customer_id = c.id`)},
    'reviews', ${listOf(`
      select r.created_at as "createdAt", r.updated_at as "updatedAt", p.title as product, r.rating, r.text, r.author_name as "authorName", r.answer
        from reviews r join products p on p.id = r.product_id where r.customer_id = c.id`)},
    'downloads', ${listOf(`
      select d.created_at as "createdAt", p.title as product, d.download_count as "downloadCount", ${downloadLimit("p")} as "maxDownloads",
             ${downloadEnd("p")} as "expiresAt", d.last_download_at as "lastDownloadAt", host(d.ip_address) as "ipAddress", d.user_agent as "userAgent"
        from digital_downloads d join products p on p.id = d.product_id where d.customer_id = c.id`)},
    'mailingLists', ${listOf(`
      select b.asked_at as "createdAt", u.handle as creator, b.state, b.consent_text as "consentText", host(b.ip_address) as "ipAddress",
             b.confirmed_at as "confirmedAt", b.unsubscribed_at as "unsubscribedAt",
             array(select p.title from product_waiters w join products p on p.id = w.product_id where w.subscriber_id = b.id order by w.created_at) as "waitedFor"
        from subscribers b join users u on u.id = b.owner_id where lower(b.email) = lower(c.email)`)},
    'mails', ${listOf(`
      select q.created_at as "createdAt", q.template, q.sent_at as "sentAt" from mail_outbox q where lower(q.recipient) = lower(c.email)`)},
    'browsers', ${listOf(`
      select s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent", s.ip
        from buyer_sessions s where s.customer_id = c.id and s.kind = 'COOKIE'`)}) as data
    from customers c where c.id = $1`);
