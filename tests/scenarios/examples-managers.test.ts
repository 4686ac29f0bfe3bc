import { deployExamples } from '#tests/support/platform/deploy-examples.ts'

/** Examples of package managers, workspaces and other JavaScript runtimes. */
await deployExamples('examples-managers')
