import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeyHelp } from '@/components/shell/key-help'
import { EVERYWHERE, type Shortcut, turnKeys } from '@/components/ui/shortcut-registry'
import { useShortcuts } from '@/components/ui/use-shortcuts'

function Part({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  useShortcuts(name, shortcuts)
  return null
}

const pressed: string[] = []
const a = (key: string, does = `does ${key}`, answer?: boolean): Shortcut => ({
  key,
  does,
  act: () => {
    pressed.push(does)
    return answer
  },
})
const press = (key: string, init: KeyboardEventInit = {}, on: Element = document.body) =>
  !fireEvent.keyDown(on, { key, ...init })

beforeEach(() => {
  pressed.length = 0
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a key does what the part on screen says, as it was last drawn, and nothing once the part is gone', () => {
  const { rerender, unmount } = render(<Part name="Runs" shortcuts={[a('j', 'first')]} />)
  expect(press('j')).toBe(true)
  rerender(<Part name="Runs" shortcuts={[a('j', 'second')]} />)
  press('j')
  unmount()
  expect(press('j')).toBe(false)
  expect(pressed).toEqual(['first', 'second'])
})

test('the later part has a key before the earlier one, and any page before the frame; what is refused goes on', () => {
  const page = <Part key="page" name="Runs" shortcuts={[a('r', 'page'), a('x', 'page x')]} />
  const frame = <Part key="frame" name={EVERYWHERE} shortcuts={[a('r', 'frame'), a('y', 'frame y')]} />
  const { rerender } = render([page, frame])
  press('r')
  press('y')
  rerender([page, frame, <Part key="peek" name="Peek" shortcuts={[a('r', 'peek', false), a('x', 'peek x')]} />])
  press('r')
  press('x')
  expect(pressed).toEqual(['page', 'frame y', 'peek', 'page', 'peek x'])
})

test('two keys after one another are one shortcut, unless the second comes late or is something else', () => {
  render(<Part name={EVERYWHERE} shortcuts={[a('g r'), a('r', 'read again')]} />)
  expect(press('g')).toBe(false)
  press('r')
  press('r')
  press('g')
  press('q')
  press('r')
  expect(pressed).toEqual(['does g r', 'read again', 'read again'])
  const late = new KeyboardEvent('keydown', { key: 'r', bubbles: true })
  press('g')
  Object.defineProperty(late, 'timeStamp', { value: late.timeStamp + 1_600 })
  document.body.dispatchEvent(late)
  expect(pressed.at(-1)).toBe('read again')
})

test('keys rest in fields, menus and dialogs, and leave the browser its own', () => {
  render(
    <>
      <Part name="Runs" shortcuts={[a('j'), a('['), a('mod+k')]} />
      <input aria-label="find" />
      <input type="checkbox" aria-label="choose" />
      <div role="dialog">
        <button type="button">inside</button>
      </div>
      <div role="menu">
        <button type="button">item</button>
      </div>
    </>,
  )
  press('j', {}, screen.getByLabelText('find'))
  press('j', {}, screen.getByText('inside'))
  press('j', {}, screen.getByText('item'))
  press('j', { ctrlKey: true })
  press('j', { metaKey: true })
  press('j', { altKey: true })
  press('k', { ctrlKey: true }, screen.getByText('inside'))
  press('k', { ctrlKey: true, shiftKey: true })
  expect(pressed).toEqual([])
  press('j', {}, screen.getByLabelText('choose'))
  // A keyboard that has no `[` of its own.
  press('[', { altKey: true })
  press('k', { ctrlKey: true }, screen.getByLabelText('find'))
  expect(pressed).toEqual(['does j', 'does [', 'does mod+k'])
})

test('turned off, single keys do nothing and those with Ctrl still do', () => {
  render(<Part name="Runs" shortcuts={[a('j'), a('mod+k')]} />)
  turnKeys(false)
  expect(press('j')).toBe(false)
  press('k', { ctrlKey: true })
  turnKeys(true)
  press('j')
  expect(pressed).toEqual(['does mod+k', 'does j'])
})

test('the list names every key that can be pressed, the page’s before the frame’s, and none twice', () => {
  render(
    <>
      <Part name={EVERYWHERE} shortcuts={[a('g r', 'go to Runs'), a('r', 'read again')]} />
      <Part name="Runs" shortcuts={[a('j', 'next run'), a('r', 'read the runs again')]} />
      <KeyHelp onClose={() => {}} />
    </>,
  )
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Runs',
    'Everywhere',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'next run',
    'read the runs again',
    'go to Runs',
  ])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['j', 'r', 'gthenr'])
  fireEvent.click(screen.getByRole('checkbox', { name: /Single keys are shortcuts/ }))
  expect(press('j')).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: /Single keys are shortcuts/ }))
  expect(press('j')).toBe(true)
})
