import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultLogAddress, type LogAddress } from './log-filter.ts'

/** All filters of the address, and a change of some of them; what is as by default is not written. */
export function useLogAddress(): [LogAddress, (changes: Partial<LogAddress>) => void] {
  const search: Partial<LogAddress> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Partial<LogAddress>) =>
    void navigate({
      to: '.',
      search: ((previous: object) => withoutDefaults({ ...previous, ...changes })) as never,
      replace: true,
    })
  return [{ ...defaultLogAddress, ...search }, change]
}

const withoutDefaults = (values: Partial<LogAddress>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== defaultLogAddress[name as keyof LogAddress],
    ),
  )
