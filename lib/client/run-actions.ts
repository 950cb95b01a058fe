import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelRun, deleteRun } from '@/lib/actions/runs'
import { runKeys } from './runs'
import { told } from './told'

/** Ends a run that nobody has begun, or asks whoever executes it to stop. */
export function useCancelRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: told(cancelRun),
    onSettled: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}

/** Removes a run that is over. */
export function useDeleteRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: told(deleteRun),
    onSuccess: () => queries.invalidateQueries({ queryKey: runKeys.all }),
  })
}
