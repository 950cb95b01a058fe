// Another program on a SQLite file. `hold <file> <ms>`: takes the write lock, says so, and keeps it that long.
// `count <file> <times>`: adds one to a counter that often, in transactions that read first.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'

const [what, file, number] = process.argv.slice(2)
const db = new Database(file, { timeout: 10_000 })
if (what === 'hold') {
  db.exec('BEGIN IMMEDIATE')
  db.exec('UPDATE counter SET n = n + 0')
  process.stdout.write('held\n')
  await sleep(Number(number))
  db.exec('COMMIT')
} else {
  const add = db.transaction(() => {
    const { n } = db.prepare('SELECT n FROM counter').get()
    db.prepare('UPDATE counter SET n = ?').run(n + 1)
  })
  for (let at = 0; at < Number(number); at++) add.immediate()
}
db.close()
