import 'server-only'
import { seesStoredText } from '@/lib/auth/principal'
import { isJsonObject, parseJson, writeJson } from '@/lib/contract/json'
import { ChangeRequest } from '@/lib/contract/records/changes'
import type { Stored } from '@/lib/contract/stored'
import { isDue } from '@/lib/derive/change-flow'
import { changeMask, type Mask } from '@/lib/derive/mask'
import { type ChangeCounts, countChanges } from '@/lib/services/changes/count-changes'
import { getChange } from '@/lib/services/changes/get-change'
import { listChanges } from '@/lib/services/changes/list-changes'
import type { Ctx } from '@/lib/services/kit/ctx'
import { onlyQuery, query, text, whole } from '../input'
import { item, json, printPlain, type View } from './list'

/** The rows of a plan can be long: lists leave them out. */
const WITHOUT_PLAN_ROWS: Mask = {
  plan: (printed) => {
    const plan = parseJson(printed)
    if (!isJsonObject(plan)) return undefined
    const { rows: _, ...rest } = plan
    return writeJson(rest)
  },
}
/** What is due reads as expired, though nobody has written that yet. */
const EXPIRED: Mask = { status: () => '"expired"' }

/** By what the viewer may see, and whether it is due. */
const viewsOf = (more: Mask) =>
  Object.fromEntries(
    [true, false].flatMap((seesText) =>
      [true, false].map((due) => [
        `${seesText} ${due}`,
        {
          mask: { ...changeMask(seesText), ...more, ...(due && EXPIRED) },
          schema: ChangeRequest,
          seesRaw: seesText,
        } satisfies View,
      ]),
    ),
  )
const IN_LISTS = viewsOf(WITHOUT_PLAN_ROWS)
const WHOLE = viewsOf({})

function changeText(
  row: Stored<ChangeRequest>,
  { principal, now }: Ctx,
  views: Readonly<Record<string, View>>,
): string {
  const read = row.columns['status'] === 'pending' ? row.read() : null
  const due = read?.ok === true && isDue(read.record, now())
  const view = views[`${seesStoredText(principal)} ${due}`]
  if (view === undefined) throw new Error('no such view')
  return item(row, view)
}

export const changeList = {
  run: listChanges,
  input: query({ status: text, kind: text, requester: text, tenant: text, limit: whole }),
  answer: (rows: Stored<ChangeRequest>[], ctx: Ctx) =>
    json(`[${rows.map((row) => changeText(row, ctx, IN_LISTS)).join(',')}]`),
}

export const changeDetail = {
  run: getChange,
  answer: (row: Stored<ChangeRequest>, ctx: Ctx) => json(changeText(row, ctx, WHOLE)),
}

export const changeCounts = {
  run: countChanges,
  input: onlyQuery({ kind: text, requester: text, tenant: text }),
  answer: (counts: ChangeCounts) => json(printPlain(counts)),
}
