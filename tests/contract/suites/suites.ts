import type { Suite } from '../../support/suite'
import { runsSuite } from './runs.suite'

/** Every suite of the contract, in the order of its domains. */
export const SUITES: readonly Suite[] = [runsSuite]
