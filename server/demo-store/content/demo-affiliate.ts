/** Who sends buyers to the demo store. Every `everyNth` sale came through the link. */
export const DEMO_AFFILIATE = {
  name: "Noor Haddad",
  email: "noor.haddad@example.com",
  commissionRate: "0.2000",
  code: "NOOR",
  clicks: 412,
  everyNth: 7,
};
