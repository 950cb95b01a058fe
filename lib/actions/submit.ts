'use server'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { checkText, enterSubmission, planText, rerunText, submitText } from '@/lib/http/submit-action'

type SubmitState = Parameters<typeof enterSubmission>[0]

export const submitRun = async (text: string): Promise<ToldAnswer> => submitText(text)
export const rerunRun = async (text: string): Promise<ToldAnswer> => rerunText(text)
export const submitForm = async (state: SubmitState, form: FormData): Promise<SubmitState> =>
  enterSubmission(state, form)
export const checkConfig = async (text: string): Promise<ToldAnswer> => checkText(text)
export const planConfig = async (text: string): Promise<ToldAnswer> => planText(text)
