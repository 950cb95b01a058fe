import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'

export const getDataset = defineQuery({
  label: 'catalog.get',
  permission: 'catalog_read',
  scope: 'global',
  input: z.object({ dataset_id: z.string() }),
  needs: ['catalog'],
  async run({ catalog }, { dataset_id }) {
    const detail = await catalog.getDataset(dataset_id)
    if (detail === null) throw notFound()
    return detail
  },
})
