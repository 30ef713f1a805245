import type { FastifyRequest } from "fastify";
import type { Download } from "#contract/downloads/downloads.ts";
import type { LibraryOrder, LibraryShelf } from "#contract/library/library.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { listByCustomer } from "#server/features/downloads/downloadable.ts";
import { downloadOf } from "#server/features/downloads/list-downloads.ts";
import { listMembershipsOf } from "#server/features/memberships/list-memberships.ts";
import type { Services } from "#server/services.ts";
import { listOrdersBefore, listShelves } from "./library-shelves.ts";

/** All that the proved address has bought, by creator. Throws 401 where none is proved. */
export async function getLibrary(
  services: Services,
  request: FastifyRequest,
): Promise<{ email: string; shelves: LibraryShelf[] }> {
  const { customerId, email } = await getProvenBuyer(services, request);
  const [shelves, memberships, downloads] = await Promise.all([
    listShelves(services, customerId),
    listMembershipsOf(services, customerId),
    listByCustomer(services.pool, customerId, services.clock.now()),
  ]);
  return {
    email,
    shelves: shelves.map((shelf) => ({
      ...shelf,
      memberships: memberships.filter(({ ownerId }) => ownerId === shelf.ownerId),
      downloads: downloads.filter(({ ownerId }) => ownerId === shelf.ownerId).map(downloadOf),
    })),
  };
}

/** The same buyer's older orders with one creator. Throws 401. */
export async function listLibraryOrders(
  services: Services,
  request: FastifyRequest,
  page: { creator: string; before: string },
): Promise<LibraryOrder[]> {
  const { customerId } = await getProvenBuyer(services, request);
  return listOrdersBefore(services, customerId, page);
}

/** The files of all their orders, those that can no longer be had among them. Throws 401. */
export async function listMemberDownloads(services: Services, request: FastifyRequest): Promise<Download[]> {
  const { customerId } = await getProvenBuyer(services, request);
  return (await listByCustomer(services.pool, customerId, services.clock.now())).map(downloadOf);
}
