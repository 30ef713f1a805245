import { CartList } from "./cart-list.tsx";

/** The Abandoned Carts tab of /admin. */
export function CartsTab() {
  return <CartList />;
}
