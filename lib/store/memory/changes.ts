import { bodyText } from '@/lib/contract/body'
import type { ChangesStore } from '@/lib/contract/ports/changes'
import { type ChangeFilter, ChangeRequest } from '@/lib/contract/records/changes'
import { type Stored, stored } from '@/lib/contract/stored'
import { CHANGES_LISTED, changeColumns } from '@/lib/store/kit/change-rows'
import { foldedBody } from '@/lib/store/kit/folded-body'
import { newestFirst } from '@/lib/store/kit/newest-first'
import type { MemoryEnv, TableRow } from './state'

const changeRow = ({ body, ...columns }: TableRow): Stored<ChangeRequest> => stored(ChangeRequest, columns, body ?? '')

export function createMemoryChanges({ state }: MemoryEnv): ChangesStore {
  const changes = state.table('faucet_serve_changes')

  return {
    async upsert(change, { onlyIf } = {}) {
      if (onlyIf === undefined) {
        const body = bodyText(ChangeRequest, change)
        changes.set(change.id, { ...changeColumns(change), body })
        return true
      }
      const body = foldedBody(ChangeRequest, onlyIf, change)
      const row = changes.get(change.id)
      if (row?.['status'] !== onlyIf.columns['status'] || row?.['body'] !== onlyIf.text) return false
      changes.set(change.id, { ...changeColumns(change), body })
      return true
    },

    async get(id) {
      const row = changes.get(id)
      return row === undefined ? null : changeRow(row)
    },

    list: async (filter) =>
      [...changes.values()]
        .sort(newestFirst)
        .map(changeRow)
        .filter((change) => selects(filter, change))
        .slice(0, filter.limit || CHANGES_LISTED),

    remove: async (id) => changes.delete(id),
  }
}

function selects(filter: ChangeFilter, change: Stored<ChangeRequest>): boolean {
  const { columns } = change
  return (
    (filter.status === undefined || columns['status'] === filter.status) &&
    (filter.kind === undefined || columns['kind'] === filter.kind) &&
    (filter.requester === undefined || columns['requester'] === filter.requester) &&
    (filter.tenant === undefined || isOf(filter.tenant, change))
  )
}

function isOf(tenant: string, change: Stored<ChangeRequest>): boolean {
  const read = change.read()
  return read.ok && read.record.tenant === tenant
}
