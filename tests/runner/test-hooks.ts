import hooks from 'node:async_hooks'
import { resolveOwnModules } from '#kit/process/module-resolution.ts'

/**
 * Loaded before `node:test`, which follows every promise of the process to tell to which test an error that nobody caught
 * belongs. That takes up to half of the processor time of a file; without it such an error still fails its file.
 */
const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })

/**
 * `node:test` tells why tests have failed when nothing is left to wait for, and a failed test may leave a server or a
 * process behind. The runner sends this signal, which all other processes of the group ignore, before it kills a file.
 */
process.on('SIGURG', () => {
  const handles: { unref?(): void }[] = Reflect.get(process, '_getActiveHandles').call(process)
  for (const handle of handles) handle.unref?.()
})

resolveOwnModules()
