import { describe, expect, it } from 'vitest'
import { newAddressOf } from '@/lib/url/old-address'

describe('an address of the engine’s own console', () => {
  it.each([
    ['#/', '/'],
    ['#/overview?range=7d', '/?range=7d'],
    ['#/runs', '/runs'],
    ['#/runs?label=team:data', '/runs?label=team:data'],
    ['#/runs/0199-abc', '/runs/0199-abc'],
    ['#/runs/0199-abc?tab=logs', '/runs/0199-abc/logs'],
    ['#/runs/0199-abc?tab=overview&cmp=b', '/runs/0199-abc?compare=b'],
    ['#/templates/acme%2Forders?sink=pg', '/templates/acme%2Forders?sink=pg'],
    ['#/templates/acme%2Forders?version=3', '/templates/acme%2Forders/versions/3'],
    ['#/catalog/ds1', '/datasets/ds1'],
    ['#/lineage/ds1?sel=a&edge=b&col=c', '/lineage/ds1?sel=a&edge=b&col=c'],
    ['#/changes/c1?tab=plan', '/changes/c1/plan'],
    ['#/tenants/acme', '/tenants/acme'],
    ['#/triggers/at-ten', '/triggers/at-ten'],
    ['#/audit/e1', '/audit/e1'],
    ['#/settings', '/settings'],
    ['#/schemas/source/postgres', '/schemas/source/postgres'],
    ['#/submit?source=csv&sink=jsonl&run=r1', '/submit?source=csv&sink=jsonl&from=r1'],
    ['#/pipelines/a b', '/pipelines/a%20b'],
  ])('%s is %s', (old, found) => expect(newAddressOf(old)).toBe(found))

  it.each(['', '#', '#main', '#L12', '#//elsewhere.example/x', '#/nothing', '#/javascript:alert(1)'])(
    '%j is none',
    (hash) => expect(newAddressOf(hash)).toBeNull(),
  )

  it('stays on this host and on its page, whatever stands in it', () => {
    for (const hash of ['#/runs/..%2F..%2Fsign-out', '#/runs/../../x', '#/runs//evil.example', '#/runs/%E0%A4%A']) {
      const found = newAddressOf(hash) ?? ''
      expect(new URL(found, 'http://console.invalid').pathname.startsWith('/runs')).toBe(true)
    }
  })
})
