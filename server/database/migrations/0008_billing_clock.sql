-- The sandbox's billing clock: not ahead, until somebody moves it.
INSERT INTO sandbox.clock DEFAULT VALUES;
--> statement-breakpoint
-- What time it is for memberships: the time given, and as far ahead as the sandbox's billing clock was moved. Nobody moves
-- it where a real provider takes the payments.
CREATE FUNCTION billing_now(now timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now + make_interval(days => (SELECT ahead_days FROM sandbox.clock))
$$;
