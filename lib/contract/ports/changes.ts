import type { ChangeFilter, ChangeRequest } from '../records/changes'
import type { Stored } from '../stored'

/** `faucet_serve_changes` (storage.md 4.10). Nothing expires by itself: `seenAt` of change-flow tells what is due. */
export interface ChangesStore {
  /**
   * Inserts or replaces the request by id and says true. With `onlyIf`, changes the row in one statement and only while
   * its status column and its whole body are still what was read; members that did not change keep their bytes.
   * False: somebody else moved it, or it is gone. Where the store has a tenant column it follows the body.
   */
  upsert(change: ChangeRequest, more?: { onlyIf?: Stored<ChangeRequest> }): Promise<boolean>
  get(id: string): Promise<Stored<ChangeRequest> | null>
  /**
   * Newest first (created_at descending, id ascending). Status, kind and requester are the columns; the tenant is the
   * column where there is one, else the body, so that a body which cannot be read belongs to no tenant.
   */
  list(filter: ChangeFilter): Promise<Stored<ChangeRequest>[]>
  /** Did it exist? */
  remove(id: string): Promise<boolean>
}
