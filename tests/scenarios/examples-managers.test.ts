import { deployExamples } from '#tests/fixtures/deploy-examples.ts'

/** The examples of package managers, workspaces and other engines of JavaScript. */
await deployExamples('examples-managers')
