import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine is slow, not wrong: parts that load when they are needed may take longer than the library's second.
configure({ asyncUtilTimeout: 5_000 })

afterEach(cleanup)
