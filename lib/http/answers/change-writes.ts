import 'server-only'
import { seesStoredText } from '@/lib/auth/principal'
import { bodyText } from '@/lib/contract/body'
import { parseJson, writeJson } from '@/lib/contract/json'
import { type ChangeRequest, changeRequestFor } from '@/lib/contract/records/changes'
import { ApproveChangeBody, ProposeChangeBody, RejectChangeBody } from '@/lib/derive/change-requests'
import { applyMask, changeMask } from '@/lib/derive/mask'
import { sortedJson } from '@/lib/derive/sorted-json'
import { type ApprovalOutcome, approveChange } from '@/lib/services/changes/approve-change'
import { type ProposalOutcome, proposeChange } from '@/lib/services/changes/propose-change'
import { rejectChange } from '@/lib/services/changes/reject-change'
import type { Ctx } from '@/lib/services/kit/ctx'
import { checked, checkedAndAsked, checkedIfSentAndAsked } from '../checked-body'
import { engineAnswer } from './engine'
import { type Answer, json } from './list'

const Change = changeRequestFor('1.14')

/** The whole record as whoever asked may see it. */
const changeText = (change: ChangeRequest, { principal }: Ctx): string =>
  applyMask(bodyText(Change, change), changeMask(seesStoredText(principal)))

/** A request that waits for approval in a run's place. Engines print this one by name, the record in it, too. */
export const waiting = (change: ChangeRequest, ctx: Ctx): Answer =>
  json(
    writeJson(
      sortedJson({ change: parseJson(changeText(change, ctx)), change_id: change.id, status: 'pending_approval' }),
    ),
    202,
  )

const answer =
  (status: number) =>
  (outcome: ProposalOutcome | ApprovalOutcome, ctx: Ctx): Answer =>
    outcome.kind === 'engine' ? engineAnswer(outcome.answer) : json(changeText(outcome.change, ctx), status)

export const changeProposed = { run: proposeChange, input: checkedAndAsked(ProposeChangeBody), answer: answer(201) }
export const changeApproved = {
  run: approveChange,
  input: checkedIfSentAndAsked(ApproveChangeBody),
  answer: answer(200),
}
export const changeRejected = {
  run: rejectChange,
  input: checked(RejectChangeBody),
  answer: (change: ChangeRequest, ctx: Ctx) => json(changeText(change, ctx)),
}
