'use server'
import type { ToldAnswer } from '@/lib/contract/envelope'
import {
  backfillText,
  checkText,
  enterSubmission,
  planText,
  rerunText,
  submitText,
  verifyText,
} from '@/lib/http/submit-action'

type SubmitState = Parameters<typeof enterSubmission>[0]

export const submitRun = async (text: string): Promise<ToldAnswer> => submitText(text)
export const rerunRun = async (text: string): Promise<ToldAnswer> => rerunText(text)
export const submitForm = async (state: SubmitState, form: FormData): Promise<SubmitState> =>
  enterSubmission(state, form)
export const checkConfig = async (text: string): Promise<ToldAnswer> => checkText(text)
export const planConfig = async (text: string): Promise<ToldAnswer> => planText(text)
export const backfillConfig = async (text: string): Promise<ToldAnswer> => backfillText(text)
export const verifyConfig = async (text: string): Promise<ToldAnswer> => verifyText(text)
