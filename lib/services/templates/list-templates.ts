import { z } from 'zod'
import type { TemplateRecord, TemplateState } from '@/lib/contract/records/templates'
import type { Stored } from '@/lib/contract/stored'
import { askable } from '../kit/nul'
import { defineQuery } from '../kit/use-case'
import { stateOf } from './internal'

export interface TemplateLine {
  template: Stored<TemplateRecord>
  state: TemplateState
}

const AT_ONCE = 4

/** The highest version of every template with its state. A kind leaves out what cannot be read. */
export const listTemplates = defineQuery({
  label: 'template.list',
  permission: 'template_read',
  scope: 'shared',
  input: z.object({ kind: z.string().optional() }),
  needs: ['templates'],
  async run({ templates }, { kind }): Promise<TemplateLine[]> {
    const rows = (await templates.list()).filter((row) => kind === undefined || kindOf(row) === kind)
    const lines: TemplateLine[] = []
    // A few at a time: each needs five look-ups, and others need the database too.
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE).map(async (template) => {
        const { state } = await stateOf(templates, askable(template.columns['id']))
        return { template, state }
      })
      lines.push(...(await Promise.all(some)))
    }
    return lines
  },
})

function kindOf(row: Stored<TemplateRecord>): string | null {
  const read = row.read()
  return read.ok ? read.record.kind : null
}
