import { codeChecks, failedChecks, lawChecks } from './checks.ts'

const failed = await failedChecks([...codeChecks, ...lawChecks])
console.log(failed.length === 0 ? 'all checks pass' : `not in order: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
