import type { DeprecationRecord, TemplateDraft } from '@/lib/contract/records/templates'
import { at } from './clock'

/** A valid registration; override what matters. */
export const aDraft = (more: Partial<TemplateDraft> = {}): TemplateDraft => ({
  id: 'orders',
  kind: 'pipeline',
  body: 'version: 1\n',
  format: 'yaml',
  params: {},
  ...more,
})

export const aDeprecation = (more: Partial<DeprecationRecord> = {}): DeprecationRecord => ({
  deprecated_at: at('2026-11-30T11:00:00.500Z'),
  ...more,
})
