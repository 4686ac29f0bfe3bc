import { deployExamples } from '#tests/support/platform/deploy-examples.ts'

/** The examples of package managers, workspaces and other engines of JavaScript. */
await deployExamples('examples-managers')
