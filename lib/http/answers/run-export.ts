import 'server-only'
import type { Page } from '@/lib/contract/page'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { csvLine } from '@/lib/derive/csv'
import { EXPORT_HEADER, exportCells, exportNote } from '@/lib/derive/run-export'
import { AppError } from '@/lib/services/kit/app-error'
import type { Ctx } from '@/lib/services/kit/ctx'
import { findRuns } from '@/lib/services/runs/find-runs'
import { EXPORT_FORMATS, type ExportFormat, MOST_EXPORTED } from '@/lib/url/run-export'
import { runQuestion } from '@/lib/url/run-search'
import { parseRunFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import type { Incoming } from '../input'
import { textStream } from '../text-stream'
import { type Answer, item } from './list'
import { viewFor } from './runs'

/** Runs read at once. Each may hold a config of a megabyte. */
const PAGE = 200

type Rows = readonly Stored<RunRecord>[]

/**
 * Every run that the address of the list fits, newest first, as a file that is made while it is sent. Each page of it is
 * asked for as its reader would ask, so that nobody gets more than the list shows them.
 */
export const runExport = {
  run: findRuns,
  input: pageInput,
  async answer(first: Page<RunRecord>, ctx: Ctx, incoming: Incoming): Promise<Answer> {
    const format = formatOf(incoming)
    const asked = await pageInput(incoming)
    refuseDegraded(ctx)
    return fileOf(format, pagesFrom(first, asked, ctx), ctx)
  },
}

async function* pagesFrom(first: Page<RunRecord>, asked: object, ctx: Ctx): AsyncGenerator<Rows, boolean> {
  let page = first
  for (let sent = 0; ; page = await findRuns(ctx, { ...asked, cursor: page.next_cursor })) {
    // A store that went away answers from an empty memory: what would follow is not what there is.
    refuseDegraded(ctx)
    const rows = page.rows.slice(0, MOST_EXPORTED - sent)
    yield rows
    sent += rows.length
    const isMore = page.next_cursor !== undefined || rows.length < page.rows.length
    if (!isMore || sent === MOST_EXPORTED) return isMore
  }
}

/** The same question as the list's, whole: its page and its size do not matter. */
async function pageInput(incoming: Incoming): Promise<object> {
  formatOf(incoming)
  const { format: _, ...asked } = searchOf(incoming.search)
  const { filter, ignored } = parseRunFilter(asked)
  // Left out of a list it is seen to be left out; a file would silently hold more than was asked for.
  const [wrong] = ignored
  if (wrong !== undefined) throw new AppError('bad_config', `this filter cannot be used: ${wrong}`)
  return { ...runQuestion(filter, Date.now()), limit: PAGE }
}

function formatOf({ search }: Incoming): ExportFormat {
  const asked = search.get('format')
  const format = EXPORT_FORMATS.find((known) => known === asked)
  if (format !== undefined) return format
  throw new AppError('bad_config', `unknown export format '${asked}'; use ${EXPORT_FORMATS.join(', ')}`)
}

function refuseDegraded({ deps }: Ctx): void {
  if (deps.health.degraded()) {
    throw new AppError('unavailable', 'the store cannot be reached just now, and an export would miss what is in it')
  }
}

/** The stored text of each run as its reader may see it, or a line of cells. */
const KINDS: Readonly<Record<ExportFormat, Kind>> = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    begin: csvLine(EXPORT_HEADER),
    row: () => (row) => csvLine(exportCells(row)),
    between: '',
    end: (isCut) => (isCut ? csvLine(exportNote(`cut off after ${MOST_EXPORTED} runs: older ones are not here`)) : ''),
  },
  jsonl: {
    type: 'application/x-ndjson',
    begin: '',
    // A line break in a stored text stands between members: inside a string it is spelled out.
    row: (ctx) => {
      const print = recordText(ctx)
      return (row) => print(row).replace(/[\r\n]+/g, ' ')
    },
    between: '\n',
    end: (isCut, isEmpty) => `${isEmpty ? '' : '\n'}${isCut ? '{"truncated":true}\n' : ''}`,
  },
  json: {
    type: 'application/json',
    begin: '{"runs":[\n',
    row: recordText,
    between: ',\n',
    end: (isCut) => `\n],"truncated":${isCut}}\n`,
  },
}
interface Kind {
  type: string
  begin: string
  row(ctx: Ctx): (row: Stored<RunRecord>) => string
  between: string
  /** Says so where there were more runs than a file holds. */
  end(isCut: boolean, isEmpty: boolean): string
}

function recordText({ principal }: Ctx): (row: Stored<RunRecord>) => string {
  const { shown: _, ...view } = viewFor(principal)
  return (row) => item(row, view)
}

function fileOf(format: ExportFormat, pages: AsyncGenerator<Rows, boolean>, ctx: Ctx): Answer {
  const kind = KINDS[format]
  const at = ctx.now().slice(0, 19).replaceAll(':', '')
  return {
    status: 200,
    type: kind.type,
    headers: { 'content-disposition': `attachment; filename="runs-${at}Z.${format}"` },
    stream: textStream(piecesOf(kind, pages, ctx), (error) =>
      ctx.log.warn('export broken off', { format, principal: ctx.principal.name, error }),
    ),
  }
}

async function* piecesOf(kind: Kind, pages: AsyncGenerator<Rows, boolean>, ctx: Ctx): AsyncGenerator<string> {
  const row = kind.row(ctx)
  let isEmpty = true
  let isCut = false
  try {
    yield kind.begin
    for (;;) {
      const next = await pages.next()
      if (next.done) {
        isCut = next.value
        break
      }
      if (next.value.length === 0) continue
      yield (isEmpty ? '' : kind.between) + next.value.map(row).join(kind.between)
      isEmpty = false
    }
    yield kind.end(isCut, isEmpty)
  } finally {
    await pages.return(false)
  }
}
