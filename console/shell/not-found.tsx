import { Compass } from 'lucide-react'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'

/** The same for what does not exist and for what the user may not see. */
export function NotFound() {
  return (
    <>
      <PageHeader title={texts.notFound} />
      <EmptyState
        icon={Compass}
        title={texts.nothingHere}
        action={<ButtonLink to={addressOf.home()}>{texts.start}</ButtonLink>}
      >
        {texts.notFoundHelp}
      </EmptyState>
    </>
  )
}
