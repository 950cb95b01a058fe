import { z } from 'zod'
import type { CatalogConsumer } from '@/lib/contract/records/catalog'
import { AnnotateDatasetBody, annotationError } from '@/lib/derive/catalog-requests'
import { shortestText } from '@/lib/derive/instant-text'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'

/** Notes who owns a dataset and who reads it without being a pipeline. */
export const annotateDataset = defineCommand({
  label: 'catalog.annotate',
  permission: 'catalog_annotate',
  scope: 'global',
  input: AnnotateDatasetBody.extend({ dataset_id: z.string() }),
  needs: ['catalog'],
  async run({ catalog }, { dataset_id, ...request }, { principal, now }) {
    const reason = annotationError(request)
    if (reason !== null) throw new AppError('unprocessable', reason)
    const registered_at = shortestText(now())
    const consumers = request.consumers.map(
      ({ name, kind, contact, columns }): CatalogConsumer => ({
        name,
        ...(kind !== undefined && { kind }),
        ...(contact !== undefined && { contact }),
        ...(columns.length > 0 && { columns }),
        registered_by: principal.name,
        registered_at,
      }),
    )
    const { owners, replace } = request
    const annotation = { ...(owners !== undefined && { owners }), consumers, replace_consumers: replace }
    if (!(await catalog.annotate(dataset_id, annotation))) throw notFound()
    const detail = await catalog.getDataset(dataset_id)
    if (detail === null) throw notFound()
    return detail
  },
})
