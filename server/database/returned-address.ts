/** SQL: whether a mail server said that an address does not exist, and nobody has proved since then that it does. */
export const isReturned = (email: string): string => `exists (
  select from suppressions gone
   where gone.address_hash = address_hash(${email}) and gone.owner_id is null and gone.cart_id is null and gone.reason = 'BOUNCED')`;
