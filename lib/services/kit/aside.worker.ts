import { parentPort } from 'node:worker_threads'
import { type AsideJob, doJob } from './aside-jobs'

/** Reads long texts on a thread of its own. */
parentPort?.on('message', (job: AsideJob) => parentPort?.postMessage(doJob(job)))
