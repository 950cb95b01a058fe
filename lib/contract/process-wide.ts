/**
 * The server is built in bundles, one for each page and route, and each has its own copy of every module: a variable of a
 * module is there several times in one process, and so is a class. What must be there once is kept here under its name.
 */
export function processWide<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`faucet.console.${name}`)
  const world = globalThis as { [key: symbol]: T | undefined }
  world[key] ??= make()
  return world[key]
}

/** What was sent to the database by this process. */
export const statements = processWide('statements', () => ({ sent: 0 }))

/**
 * An error that is told from others by its mark, not by its class: whoever catches it may have another copy of the class
 * than whoever threw it. Every class gives a mark of its own; one without is told as usual.
 */
export abstract class MarkedError extends Error {
  static readonly mark: string

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    const mark = markOf(this)
    for (let at = Object.getPrototypeOf(value); at !== null; at = Object.getPrototypeOf(at)) {
      if (mark === undefined ? at === this.prototype : markOf(at.constructor) === mark) return true
    }
    return false
  }
}

/** Of this class itself, not of one that it extends. */
const markOf = (maker: unknown): unknown =>
  typeof maker === 'function' && Object.hasOwn(maker, 'mark') && 'mark' in maker ? maker.mark : undefined
