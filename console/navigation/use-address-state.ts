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
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (value: string) =>
    void navigate({
      to: '.',
      search: ((previous: object) => ({
        ...previous,
        [name]: value === defaultValue ? undefined : value,
      })) as never,
      replace: !isStep,
    })
  return [search[name] ?? defaultValue, change]
}
