import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { whoAmI } from '@/lib/services/console/who-am-i'
import { json } from './list'

export const identity = { run: whoAmI, answer: (who: object) => json(writeJson(who)) }
