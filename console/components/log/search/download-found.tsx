import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { LogCounts } from '#client/resources/applications/logs.ts'
import { describeError } from '#console/api/describe-error.ts'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'

/** Has the browser save everything that a search finds, as the platform sends it: nothing of it is held by this page. */
export function DownloadFound({ query }: { query: UseQueryResult<LogCounts> }) {
  const save = async (form: 'text' | 'json') => {
    const isUsable = !query.isStale && !query.isPlaceholderData
    const { data, error } = isUsable ? query : await query.refetch()
    if (data) follow(data.files[form])
    else {
      const { title, help } = describeError(error)
      showToast({ kind: 'wrong', text: `${title}: ${help}` })
    }
  }
  const { title, ...forms } = texts.downloads
  return (
    <MenuButton
      label={texts.download}
      size="small"
      icon={Download}
      groups={[
        {
          id: 'found',
          title,
          entries: (Object.keys(forms) as (keyof typeof forms)[]).map((form) => ({
            id: form,
            label: forms[form],
            onSelect: () => void save(form),
          })),
        },
      ]}
    />
  )
}

/** By the origin of this page, whatever the platform calls itself. */
function follow(address: string): void {
  const { pathname, search } = new URL(address)
  const link = document.createElement('a')
  link.href = `${pathname}${search}`
  link.download = ''
  link.click()
}
