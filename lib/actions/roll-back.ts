'use server'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { rollBackText } from '@/lib/http/roll-back-action'

export const rollBackRun = async (text: string): Promise<ToldAnswer> => rollBackText(text)
