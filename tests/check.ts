import { codeChecks, failedChecks, lawChecks } from './checks.ts'
import { isTypeScript, sourceTree } from './laws/source-tree.ts'
import { describeWalls, measureWalls } from './laws/wall-law.ts'

const failed = await failedChecks([...codeChecks, ...lawChecks])
console.log(describeWalls(measureWalls(sourceTree().filter(isTypeScript))))
console.log(failed.length === 0 ? 'all checks pass' : `not in order: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
