import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLock } from '#kit/npm/lock-packages.ts'
import { run } from '#kit/process/subprocess.ts'
import { describeAudit, readAudit } from './audit-report.ts'

/** `npm run audit`: known vulnerabilities of what package-lock.json names, as the registry of this npm knows them. */
const root = join(import.meta.dirname, '../..')
const timeout = 300_000

const { packages } = await readLock(root)
const inConsole: string[] = JSON.parse(
  await readFile(join(root, 'console/dist/packages.json'), 'utf8').catch(() => '[]'),
)
const bundled = new Set(inConsole)
const shipped = packages.filter(({ path, isProduction }) => isProduction || bundled.has(path))
const command: [string, ...string[]] = ['npm', 'audit', '--json', '--package-lock-only']
const { stdout } = await run(command, { cwd: root, env: process.env, timeout })
const { lines, exitCode } = describeAudit(
  readAudit(stdout, new Set(shipped.map(({ path }) => path))),
)
for (const line of lines) console.log(line)
process.exitCode = exitCode
