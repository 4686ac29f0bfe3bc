import { Button } from '#console/components/controls/button.tsx'
import { Notice } from '#console/components/display/notice.tsx'
import { terminalTexts as texts } from '#console/texts/en/application/terminal.ts'

interface OpenElsewhereProps {
  /** Id of the session that another window shows. */
  session: string | undefined
  onTakeOver(session: string): void
}

/** Says that another window has a session that can go on here. */
export function OpenElsewhere({ session, onTakeOver }: OpenElsewhereProps) {
  if (session === undefined) return null
  return (
    <Notice label={texts.elsewhere}>
      <p>{texts.elsewhere}</p>
      <Button size="small" onClick={() => onTakeOver(session)}>
        {texts.takeOver}
      </Button>
    </Notice>
  )
}
