import hooks from 'node:async_hooks'
import { resolveOwnModules } from '#kit/process/module-resolution.ts'

/**
 * Loaded before `node:test`, which follows every promise of the process to tell to which test an error that nobody caught
 * belongs. That takes up to half of the processor time of a file; without it such an error still fails its file.
 */
const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })

resolveOwnModules()
