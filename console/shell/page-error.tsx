import { Button } from '#console/components/controls/button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { errorTexts as texts } from '#console/texts/en/components.ts'

/** A page that threw while it was drawn or loaded; the frame around it stays. */
export function PageError({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title={texts.pageBroken} />
      <ErrorPanel error={error} />
      <div>
        <Button onClick={() => location.reload()}>{texts.reload}</Button>
      </div>
    </>
  )
}
