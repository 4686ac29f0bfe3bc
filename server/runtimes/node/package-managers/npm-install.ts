import { npmEnvironment, npmStart, npmTools, planNpm } from './npm.ts'
import type { PackageManager } from './package-manager.ts'

/** npm with `npm install`: follows the lock file when there is one, and does without. */
export const npmInstall: PackageManager = {
  values: ['npm', 'npm-install'],
  start: npmStart,
  environment: npmEnvironment,
  tools: npmTools,
  install: (order) => planNpm('install', order),
}
