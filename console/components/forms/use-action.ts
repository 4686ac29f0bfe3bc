import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#console/components/overlays/toasts.ts'

export interface Action<Input, Result> {
  run(input: Input): Promise<Result>
  /** Keys of the answers that it changes; they are read again. */
  changes?: readonly (readonly unknown[])[] | undefined
  /** What is said after it. */
  done?: string | ((input: Input) => string) | undefined
  onDone?: ((result: Result, input: Input) => void) | undefined
}

/** A call that changes something: says that it is done, and reads again what it changed. */
export function useAction<Input = void, Result = unknown>(action: Action<Input, Result>) {
  const { run, changes = [], done, onDone } = action
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      await Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (done) showToast({ kind: 'good', text: typeof done === 'string' ? done : done(input) })
      onDone?.(result, input)
    },
  })
}
