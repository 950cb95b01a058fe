import { spawn } from 'node:child_process'
import path from 'node:path'

export interface Started {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the console in a process of its own, with this environment and no other variable of ours. */
export async function start(environment: Readonly<Record<string, string>>): Promise<Started> {
  const root = path.resolve(import.meta.dirname, '../..')
  const args = ['--conditions=react-server', '--import', 'tsx', path.join(root, 'tests/support/start.ts')]
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^FAUCET_|^PORT$|^HOST$/.test(name)),
  )
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production', FAUCET_CONSOLE_NO_AUTH: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, ...said }
}

/** What a start that failed is: one sentence, nothing else, and exit code 1. */
export const sentence = ({ code, stdout, stderr }: Started): string => {
  if (code !== 1 || stdout !== '') throw new Error(`it ended with ${code}: ${stdout}${stderr}`)
  const [line, ...more] = stderr.trimEnd().split('\n')
  if (more.length > 0) throw new Error(`more than one line: ${stderr}`)
  return line ?? ''
}
