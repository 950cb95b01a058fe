import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { runFacts as askRunFacts } from '@/lib/services/runs/run-facts'
import { json } from './list'

/** Beside a run's own answer, for its page. */
export const runFacts = { run: askRunFacts, answer: (facts: object) => json(writeJson(facts)) }
