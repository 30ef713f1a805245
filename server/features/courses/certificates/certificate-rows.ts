import type { Certificate } from "#contract/courses/course-progress.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";

/** SQL: whether a row of `certificates` counts: while its order opens the course. */
const counts = (certificate: string, now: string): string => `exists (
  select from ${openAccess(now)} a
   where a.order_id = ${certificate}.order_id and a.product_id = ${certificate}.product_id)`;

/** SQL: what the course's address holds, while it is on sale. */
const ofAddress = (certificate: string, column: string): string => `(
  select ${column} from products p join users u on u.id = p.owner_id
   where p.id = ${certificate}.product_id and p.state = 'PUBLISHED')`;

/** The facts printed on a certificate. */
const columns = (certificate: string): string => `
  ${certificate}.code, ${certificate}.name, ${certificate}.course_title as "courseTitle",
  ${certificate}.creator_name as "creatorName", ${certificate}.lesson_count as "lessonCount",
  ${certificate}.completed_at as "completedAt",
  ${ofAddress(certificate, "p.slug")} as "courseSlug", ${ofAddress(certificate, "u.handle")} as "courseStore"`;

/** The one of this code, while it counts. */
export const selectCertificate = hotStatement("courses_select_certificate")<
  Certificate,
  [code: string, now: Date]
>(`select ${columns("c")} from certificates c where c.code = $1 and ${counts("c", "$2")}`);

type Search = [productId: string, orderIds: string[], now: Date];

/** The newest of a course's certificates that counts, of these orders. */
const newestCounting = `
  select c.id, c.code from certificates c
   where c.product_id = $1 and c.order_id = any ($2::uuid[]) and ${counts("c", "$3")}
   order by c.created_at desc, c.id limit 1`;

export const selectCertificateCode = hotStatement("courses_select_certificate_code")<
  { id: string; code: string },
  Search
>(newestCounting);

export const renameCertificate = hotStatement("courses_rename_certificate")<
  Certificate,
  [...Search, name: string]
>(`update certificates set name = $4 where id = (select newest.id from (${newestCounting}) newest)
   returning ${columns("certificates")}`);

/** One for each order and course: of two requests at once, the later one changes the name. */
export const insertCertificate = hotStatement("courses_insert_certificate")<
  Certificate,
  [
    code: string,
    orderId: string,
    productId: string,
    customerId: string,
    name: string,
    lessonCount: number,
    completedAt: Date,
    now: Date,
  ]
>(`insert into certificates (code, order_id, product_id, customer_id, name, course_title, creator_name, lesson_count,
                             completed_at, created_at)
   select $1, $2, p.id, $4, $5, p.title, ${creatorName("u")}, $6, $7, $8
     from products p join users u on u.id = p.owner_id where p.id = $3
   on conflict (order_id, product_id) do update set name = excluded.name
   returning ${columns("certificates")}`);
