import { describe, expect, it } from 'vitest'
import { keepView } from '@/lib/services/views/keep-view'
import { listViews } from '@/lib/services/views/list-views'
import { preferView } from '@/lib/services/views/prefer-view'
import { removeView } from '@/lib/services/views/remove-view'
import { renameView } from '@/lib/services/views/rename-view'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'

const page = 'runs' as const
const view = (name: string, search = 'status=failed') => ({ page, name, search, look: '' })

describe('views of a list', () => {
  it('are kept for the caller alone, whoever may read the list', async () => {
    const { as, store } = ctxWorld()
    await keepView(as(VIEWER), view('  mine '))
    await keepView(as(ACME_BOSS), view('theirs'))
    const names = async (principal = VIEWER) =>
      (await listViews(as(principal), { page })).views.map(({ name, is_default }) => (is_default ? `${name}!` : name))
    expect([await names(), await names(ACME_BOSS)]).toEqual([['mine'], ['theirs']])
    await preferView(as(VIEWER), { page, name: 'mine' })
    expect(await names()).toEqual(['mine!'])
    await renameView(as(VIEWER), { page, name: 'mine', to: 'other' })
    await removeView(as(VIEWER), { page, name: 'theirs' })
    expect([await names(), await names(ACME_BOSS)]).toEqual([['other!'], ['theirs']])
    await removeView(as(VIEWER), { page, name: 'other' })
    expect(await names()).toEqual([])
    // Whose list looks how is nothing for the trail.
    expect(await store.audit.list({ limit: 10 })).toEqual([])
  })

  it('are refused without a name, with one that is taken, and when there are too many', async () => {
    const { as } = ctxWorld()
    await expect(keepView(as(VIEWER), view(' '))).rejects.toMatchObject({ code: 'bad_config' })
    await expect(keepView(as(VIEWER), view('x'.repeat(81)))).rejects.toMatchObject({ code: 'bad_config' })
    await expect(keepView(as(VIEWER), view('long', 'x'.repeat(8_001)))).rejects.toMatchObject({ code: 'bad_config' })
    for (let n = 0; n < 50; n++) await keepView(as(VIEWER), view(`view ${n}`))
    await expect(keepView(as(VIEWER), view('one more'))).rejects.toMatchObject({ code: 'conflict' })
    await keepView(as(VIEWER), view('view 7', 'status=running'))
    const names = { page, name: 'view 1', to: 'view 2' }
    await expect(renameView(as(VIEWER), names)).rejects.toMatchObject({ code: 'conflict' })
    await renameView(as(VIEWER), { ...names, to: 'view 1' })
    expect((await listViews(as(VIEWER), { page })).views).toHaveLength(50)
  })
})
