'use client'

import { useEffect, useRef, useState } from 'react'
import type { ConfigFormat } from '@/lib/derive/config-doc'
import { type ConfigProblem, configProblems, type Reader } from '@/lib/derive/config-problems'

export interface ChecksQuestion {
  id: number
  text: string
  format: ConfigFormat
  reader: Reader
}
export interface ChecksAnswer {
  id: number
  text: string
  list: ConfigProblem[]
}

export interface ConfigChecks {
  /** The text that these are the problems of. */
  text: string
  list: readonly ConfigProblem[]
  /** The text has changed since. */
  isStale: boolean
}

/** After the last key: problems are not for every letter. */
const PAUSE_MS = 250
const NONE: { text: string; list: readonly ConfigProblem[] } = { text: '', list: [] }

/** What is wrong with a text, shortly after it was typed. Read in a worker where browsers have one. */
export function useConfigProblems(text: string, format: ConfigFormat, reader: Reader): ConfigChecks {
  const [found, setFound] = useState(NONE)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  const { isTrusted, hasTenant, hasEngine } = reader

  useEffect(() => {
    if (typeof Worker !== 'undefined') {
      worker.current = new Worker(new URL('./config-checks.worker.ts', import.meta.url), { type: 'module' })
      worker.current.onmessage = ({ data }: MessageEvent<ChecksAnswer>) => {
        if (data.id === asked.current) setFound({ text: data.text, list: data.list })
      }
      // Where it cannot be loaded, the page reads the text itself.
      worker.current.onerror = () => {
        worker.current = null
      }
    }
    return () => worker.current?.terminate()
  }, [])

  useEffect(() => {
    const question = { id: ++asked.current, text, format, reader: { isTrusted, hasTenant, hasEngine } }
    const timer = setTimeout(() => {
      if (worker.current !== null) worker.current.postMessage(question satisfies ChecksQuestion)
      else setFound({ text, list: configProblems(text, format, question.reader) })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, format, isTrusted, hasTenant, hasEngine])

  return { ...found, isStale: found.text !== text }
}
