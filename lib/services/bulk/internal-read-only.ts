import type { StoreInfo } from '@/lib/contract/ports/store-info'
import { AppError } from '../kit/app-error'

/** What will not be done is not promised either. */
export async function refuseReadOnly(store: StoreInfo): Promise<void> {
  const { readOnly } = await store.capabilities()
  if (readOnly !== null) throw new AppError('unavailable', readOnly)
}
