import type { FastifyRequest } from "fastify";
import type { Download } from "#contract/downloads/downloads.ts";
import type { LibraryOrder, LibraryShelf } from "#contract/library/library.ts";
import { getProvenShelf } from "#server/features/access/proven-shelf.ts";
import { listByOrders } from "#server/features/downloads/downloadable.ts";
import { downloadOf } from "#server/features/downloads/list-downloads.ts";
import { listMembershipsOf } from "#server/features/memberships/list-memberships.ts";
import type { Services } from "#server/services.ts";
import { listOrdersBefore, listShelves } from "./library-shelves.ts";

/** All that is proved to have been bought, by creator. Throws 401 where nothing is proved. */
export async function getLibrary(
  services: Services,
  request: FastifyRequest,
): Promise<{ email: string | null; shelves: LibraryShelf[] }> {
  const { customerId, email, orderIds } = await getProvenShelf(services, request);
  const [shelves, memberships, downloads] = await Promise.all([
    listShelves(services, orderIds, customerId),
    listMembershipsOf(services, orderIds),
    listByOrders(services.pool, orderIds, services.clock.now()),
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

/** The older of them with one creator. Throws 401. */
export async function listLibraryOrders(
  services: Services,
  request: FastifyRequest,
  page: { creator: string; before: string },
): Promise<LibraryOrder[]> {
  const { customerId, orderIds } = await getProvenShelf(services, request);
  return listOrdersBefore(services, orderIds, customerId, page);
}

/** The files of all these orders, those that can no longer be had among them. Throws 401. */
export async function listMemberDownloads(services: Services, request: FastifyRequest): Promise<Download[]> {
  const { orderIds } = await getProvenShelf(services, request);
  return (await listByOrders(services.pool, orderIds, services.clock.now())).map(downloadOf);
}
