import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A value in the query of the address, such as a filter: back and reload keep it. The default is not written. Changes
 * replace the entry of the history, unless `isStep` has each be one.
 */
export function useAddressState(
  name: string,
  defaultValue = '',
  { isStep = false }: { isStep?: boolean } = {},
): [value: string, change: (value: string) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (value: string) =>
    void navigate({
      to: '.',
      search: (previous) => ({
        ...previous,
        [name]: value === defaultValue ? undefined : value,
      }),
      replace: !isStep,
    })
  return [search[name] ?? defaultValue, change]
}

interface ChangeOptions {
  /** Going back takes the change back. */
  isStep?: boolean
}

/** All values that a page has in the query of its address, and a change of some of them; defaults are not written. */
export function useAddressValues<Values extends Record<keyof Values, string>>(
  defaults: Values,
): [values: Values, change: (changes: Partial<Values>, options?: ChangeOptions) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Partial<Values>, { isStep = false }: ChangeOptions = {}) =>
    void navigate({
      to: '.',
      search: (previous) => withoutDefaults({ ...previous, ...changes }, defaults),
      replace: !isStep,
    })
  return [{ ...defaults, ...search }, change]
}

const withoutDefaults = (
  values: Record<string, string | undefined>,
  defaults: Readonly<Record<string, string>>,
) => Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== defaults[name]))
