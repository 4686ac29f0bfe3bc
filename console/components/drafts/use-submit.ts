import { type Action, useAction } from '#console/components/forms/use-action.ts'
import type { Draft } from './use-draft.ts'

/** Sends the values of a form. They stay if that fails, and so does what is typed before the answer. */
export function useSubmit<Values extends object, Result>(
  draft: Draft<Values>,
  { onDone, ...action }: Action<Values, Result>,
) {
  const mutation = useAction<Values, Result>({
    ...action,
    onDone: (result, sent) => {
      draft.accept(sent)
      onDone?.(result, sent)
    },
  })
  return { ...mutation, submit: () => mutation.mutate(draft.values) }
}
