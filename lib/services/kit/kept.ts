import { processWide } from '@/lib/contract/process-wide'

/** Answers of this process by what was asked, oldest first. */
type Answers = Map<string, { atMs: number; answer: Promise<unknown> }>

const kept = processWide('answers', () => new WeakMap<object, Answers>())
const MOST = 200

/**
 * The answer that was made of `source` for this question less than `maxAgeMs` ago, else a new one; who asks meanwhile waits
 * for that one too. What fails, or is not worth keeping, is forgotten at once.
 */
export function keptAnswer<T>(
  source: object,
  question: readonly unknown[],
  { nowMs, maxAgeMs }: { nowMs: number; maxAgeMs: number },
  make: () => Promise<T>,
  isWorthKeeping: (answer: T) => boolean = () => true,
): Promise<T> {
  const answers: Answers = kept.get(source) ?? new Map()
  kept.set(source, answers)
  const key = JSON.stringify(question)
  const known = answers.get(key)
  if (known !== undefined && Math.abs(nowMs - known.atMs) < maxAgeMs) return known.answer as Promise<T>
  const answer = make()
  answers.delete(key)
  answers.set(key, { atMs: nowMs, answer })
  for (const [old] of answers) {
    if (answers.size <= MOST) break
    answers.delete(old)
  }
  const forget = () => {
    if (answers.get(key)?.answer === answer) answers.delete(key)
  }
  answer.then((made) => isWorthKeeping(made) || forget(), forget)
  return answer
}
