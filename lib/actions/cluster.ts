'use server'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { reloadText } from '@/lib/http/cluster-action'

export const reloadConfig = async (text: string): Promise<ToldAnswer> => reloadText(text)
