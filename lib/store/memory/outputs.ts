import type { OutputsStore } from '@/lib/contract/ports/outputs'
import type { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { answersFilter, markDeleted, newOutput, observe } from '@/lib/derive/outputs'
import { hex16 } from '@/lib/store/kit/hash'
import { byLastWritten, outputRow, storedOutput } from '@/lib/store/kit/output-rows'
import type { MemoryEnv } from './state'

export function createMemoryOutputs({ state }: MemoryEnv): OutputsStore {
  const outputs = state.table('faucet_local_outputs')
  const outputAt = (id: string) => {
    const row = outputs.get(id)
    return row === undefined ? null : storedOutput(row)
  }
  const put = (id: string, before: Stored<LocalOutputRecord> | null, output: LocalOutputRecord) =>
    outputs.set(id, outputRow(id, before, output))

  return {
    async record(observation) {
      const id = hex16(observation.path)
      const row = outputAt(id)
      put(
        id,
        row,
        row === null ? newOutput(id, observation) : observe(recordOf(row), observation, { reopensDeleted: false }),
      )
    },

    async list(filter) {
      const rows = [...outputs.values()]
        .filter(
          (row) =>
            (filter.include_deleted || (row['deleted_at'] ?? null) === null) &&
            (filter.dataset_id === undefined || row['dataset_id'] === filter.dataset_id) &&
            (filter.pipeline === undefined || row['pipeline'] === filter.pipeline),
        )
        .sort(byLastWritten)
      return rows
        .slice(0, filter.limit > 0 ? filter.limit : rows.length)
        .map(storedOutput)
        .filter((row) => answersFilter(row, filter))
    },

    async get(id) {
      return outputAt(id)
    },

    async markDeleted(id, at, bytes) {
      const row = outputAt(id)
      if (row === null) return false
      put(id, row, markDeleted(recordOf(row), at, bytes))
      return true
    },
  }
}
