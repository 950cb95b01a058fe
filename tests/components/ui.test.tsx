import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DataTable } from '@/components/ui/data-table'
import { JsonTree } from '@/components/ui/json-tree'
import { Time } from '@/components/ui/time'
import { parseJson } from '@/lib/contract/json'
import { never, show } from './screen'

describe('a table', () => {
  const columns = [{ id: 'name', header: 'Name', isKept: true, cell: (row: number) => `row ${row}` }]
  const rows = (count: number) => Array.from({ length: count }, (_, row) => row)

  it('draws every row of a short list, and only some of a long one, whose length it tells', async () => {
    const { rerender } = render(<DataTable label="T" columns={columns} rows={rows(200)} rowKey={String} />)
    expect(screen.getAllByRole('row')).toHaveLength(201)
    rerender(<DataTable label="T" columns={columns} rows={rows(5000)} rowKey={String} />)
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(150))
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
  })

  it('says by which column it is sorted, and how', () => {
    let sorted = ''
    const sorting = {
      column: 'name',
      isDescending: true,
      by: ['name'],
      onSort: (column: string) => {
        sorted = column
      },
    }
    render(<DataTable label="T" columns={columns} rows={[1]} rowKey={String} sorting={sorting} />)
    expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(sorted).toBe('name')
  })
})

describe('JSON as a tree', () => {
  it('prints numbers as they were written', () => {
    render(<JsonTree label="it" value={parseJson('{"a":1.0,"b":18446744073709551615,"c":[1e400]}')} depth={3} />)
    expect(screen.getByText('1.0', { exact: false }).textContent).toBe('a: 1.0')
    expect(screen.getByText('18446744073709551615', { exact: false })).toBeTruthy()
    expect(screen.getByText('1e400', { exact: false })).toBeTruthy()
  })
})

describe('an instant', () => {
  it('that is none is said to be missing, with the reason', () => {
    show(<Time at={null} why="it never started" />, { server: never })
    expect(screen.getByText('it never started')).toBeTruthy()
    expect(screen.queryByText(/1970|Invalid/)).toBeNull()
  })
})
