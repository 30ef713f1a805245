const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Null where an argument is null, and only there. (https://www.postgresql.org/docs/current/functions.html) */
export const strictFunctions = words(`
  abs ascii btrim cardinality ceil ceiling chr clock_timestamp date_bin date_trunc decode digest encode exp extract floor
  gen_random_uuid hashtext hashtextextended hmac initcap int4 json_array_length jsonb_array_length left length ln log lower
  lpad ltrim make_date make_interval md5 mod nextval now octet_length overlay position power random regexp_replace repeat replace
  reverse right round rpad rtrim sha256 sign similarity split_part sqrt starts_with strpos substr timezone to_char
  to_date to_hex to_json to_jsonb to_timestamp to_tsquery to_tsvector transaction_timestamp translate trim trunc txid_current unaccent upper
  word_similarity pg_advisory_lock pg_advisory_unlock pg_advisory_xact_lock pg_backend_pid pg_try_advisory_lock
  pg_try_advisory_xact_lock pg_notify current_database version statement_timestamp uuidv7 jsonb_set`);

/** Never null, whatever they are given. */
export const neverNullFunctions = words(`
  concat concat_ws count json_build_array json_build_object jsonb_build_array jsonb_build_object num_nonnulls num_nulls
  row_number rank dense_rank ntile percent_rank cume_dist quote_nullable`);

/** One value of many rows; null where there are none. Those that gather keep the nulls of what they gather. */
export const gatheringAggregates = words("array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg");
export const otherAggregates = words("avg bool_and bool_or every max min string_agg sum");

export const isAggregate = (name: string): boolean =>
  name === "count" || gatheringAggregates.has(name) || otherAggregates.has(name);
